"""The outbox: tables whose messages are out of date."""

from __future__ import annotations

from bot.store.repository import Repository


class OutboxRepository(Repository):
    """A row for each table whose messages must be updated."""

    async def waiting(self) -> list[int]:
        return await self._values("SELECT table_id FROM outbox ORDER BY table_id")

    async def ticket(self, table_id: int) -> int | None:
        """For `done`; None if the table is not in the outbox."""
        return await self._value("SELECT ticket FROM outbox WHERE table_id = ?", (table_id,))

    async def add(self, table_id: int) -> None:
        """Puts a table into the outbox, if there is one of this number: a row of a table that is
        opened later would be in its way.
        """
        await self._db.execute(
            "INSERT INTO outbox (table_id, ticket) SELECT id, 1 FROM tables WHERE id = ?"
            " ON CONFLICT (table_id) DO UPDATE SET ticket = outbox.ticket + 1",
            (table_id,),
        )

    async def done(self, table_id: int, ticket: int) -> None:
        """Removes a table from the outbox, unless it has been added again since this ticket."""
        await self._db.execute(
            "DELETE FROM outbox WHERE table_id = ? AND ticket = ?", (table_id, ticket)
        )
