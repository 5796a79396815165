"""What is still to be shown, and what stands where."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.room import Room
from bot.store.rows import POST, PostRow


class ShownRoom(Room):
    """The outbox, and the messages that show a table."""

    async def to_show(self) -> list[int]:
        """The tables in the outbox."""
        return [
            row[0] for row in await self._search("SELECT table_id FROM outbox ORDER BY table_id")
        ]

    async def ticket(self, table_id: int) -> int | None:
        """What `shown` must name; None where nothing is to be shown."""
        rows = await self._all("SELECT ticket FROM outbox WHERE table_id = ?", (table_id,))
        return rows[0][0] if rows else None

    async def show(self, table_id: int) -> None:
        """Puts a table into the outbox."""
        await self._db.execute(
            "INSERT INTO outbox (table_id, ticket) VALUES (?, 1)"
            " ON CONFLICT (table_id) DO UPDATE SET ticket = outbox.ticket + 1",
            (table_id,),
        )

    async def shown(self, table_id: int, ticket: int) -> None:
        """Takes a table out of the outbox, unless something came after this ticket."""
        await self._db.execute(
            "DELETE FROM outbox WHERE table_id = ? AND ticket = ?", (table_id, ticket)
        )

    async def posts(self, table_id: int) -> dict[str, PostRow]:
        """Returns the posts of a table by place."""
        sql = f"SELECT {POST} FROM posts WHERE table_id = ?"
        return {row[1]: PostRow(*row) for row in await self._all(sql, (table_id,))}

    async def save_post(self, row: PostRow) -> None:
        """Stores which message shows a table at a place, and which is being sent there."""
        await self._put("posts", "table_id, place", asdict(row))

    async def note_shown(
        self, table_id: int, place: str, message: int, shown: str, question: int
    ) -> None:
        """Stores what a message was made to show, where it stands at its place and no other is
        being sent there.
        """
        await self._db.execute(
            "UPDATE posts SET shown = ?, question = ?"
            " WHERE table_id = ? AND place = ? AND message = ? AND next = ''",
            (shown, question, table_id, place, message),
        )

    async def restored(self) -> float:
        """When the database was last restored from a backup; 0 where it never was."""
        rows = await self._all("SELECT COALESCE(MAX(made), 0) FROM restores")
        return rows[0][0]

    async def drop_post(self, table_id: int, place: str) -> None:
        """Forgets the message of a place."""
        await self._db.execute(
            "DELETE FROM posts WHERE table_id = ? AND place = ?", (table_id, place)
        )
