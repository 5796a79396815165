"""Who is asked, and until when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import TURN, TurnRow


class TurnRepository(Repository):
    """The turns that are open, for the clock and for `/turns`."""

    async def of(self, table_id: int) -> dict[int, TurnRow]:
        """The open turns of a table, by seat."""
        rows = await self._all(f"SELECT {TURN} FROM turns WHERE table_id = ?", (table_id,))
        return {row[1]: TurnRow(*row) for row in rows}

    async def of_user(self, user: int) -> list[TurnRow]:
        """The turns of a user, the longest-waiting first."""
        rows = await self._all(
            f'SELECT {TURN} FROM turns WHERE "user" = ? ORDER BY since, table_id', (user,)
        )
        return [TurnRow(*row) for row in rows]

    async def due(self, now: float, most: int) -> list[TurnRow]:
        """The turns on which the clock must act by now, the most urgent first."""
        rows = await self._all(
            f"SELECT {TURN} FROM turns WHERE next <= ? ORDER BY next LIMIT ?", (now, most)
        )
        return [TurnRow(*row) for row in rows]

    async def forced(self, before: float, most: int) -> list[TurnRow]:
        """The turns with an answer that the bot gives before a moment, the first ones first."""
        rows = await self._search(
            f"SELECT {TURN} FROM turns WHERE forced < ? ORDER BY forced LIMIT ?", (before, most)
        )
        return [TurnRow(*row) for row in rows]

    async def to_call(self, now: float, most: int) -> list[int]:
        """The users who must be told by now which tables wait for them."""
        rows = await self._search(
            'SELECT "user", MIN(call) AS first FROM turns WHERE call <= ? GROUP BY "user"'
            " ORDER BY first LIMIT ?",
            (now, most),
        )
        return [row[0] for row in rows]

    async def called(self, user: int) -> None:
        """Stores that a user was told which tables wait for them."""
        await self._db.execute('UPDATE turns SET call = NULL WHERE "user" = ?', (user,))

    async def call_later(self, user: int, when: float) -> None:
        """Postpones when a user is told which tables wait for them."""
        await self._db.execute(
            'UPDATE turns SET call = ? WHERE "user" = ? AND call IS NOT NULL', (when, user)
        )

    async def save(self, rows: Iterable[TurnRow]) -> None:
        """Stores these turns, new or changed."""
        for row in rows:
            await self._put("turns", "table_id, seat", asdict(row))

    async def add_timeout(self, table_id: int, user: int) -> None:
        """Stores that a user's time ran out at a table; once more changes nothing."""
        await self._db.execute(
            'INSERT INTO timeouts (table_id, "user") VALUES (?, ?) ON CONFLICT DO NOTHING',
            (table_id, user),
        )

    async def timeouts(self, table_id: int) -> set[int]:
        """The users whose time has run out at a table."""
        rows = await self._all('SELECT "user" FROM timeouts WHERE table_id = ?', (table_id,))
        return {row[0] for row in rows}

    async def drop(self, table_id: int, seats: Iterable[int]) -> None:
        """Forgets the turns of these seats."""
        for seat in seats:
            await self._db.execute(
                "DELETE FROM turns WHERE table_id = ? AND seat = ?", (table_id, seat)
            )
