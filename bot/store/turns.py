"""Stores turns: who is asked at which table, and until when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import TURN, TurnRow


class TurnRepository(Repository):
    """The open turns, for the clock and for `/turns`."""

    async def of(self, table_id: int) -> dict[int, TurnRow]:
        """By seat."""
        rows = await self._fetch(f"SELECT {TURN} FROM turns WHERE table_id = ?", (table_id,))
        return {row[1]: TurnRow(*row) for row in rows}

    async def of_user(self, user: int) -> list[TurnRow]:
        """The longest-waiting first."""
        rows = await self._fetch(
            f'SELECT {TURN} FROM turns WHERE "user" = ? ORDER BY since, table_id', (user,)
        )
        return [TurnRow(*row) for row in rows]

    async def waits_elsewhere(self, user: int, table_id: int) -> bool:
        """Whether a running table other than this one waits for a user."""
        rows = await self._fetch(
            'SELECT 1 FROM turns JOIN tables ON id = table_id WHERE "user" = ? AND table_id != ?'
            " AND status = 'running' AND paused = 0 AND invited = '' LIMIT 1",
            (user, table_id),
        )
        return bool(rows)

    async def to_notify(self, now: float, limit: int) -> list[int]:
        """The users to whom a list of the tables that wait for them is due by now."""
        rows = await self._search(
            'SELECT "user", MIN(call) AS first FROM turns WHERE call <= ? GROUP BY "user"'
            " ORDER BY first LIMIT ?",
            (now, limit),
        )
        return [user for user, _first in rows]

    async def mark_notified(self, user: int) -> None:
        """Stores that a user was sent the tables that wait for them."""
        await self._db.execute('UPDATE turns SET call = NULL WHERE "user" = ?', (user,))

    async def notify_later(self, user: int, when: float) -> None:
        """Postpones the list of tables that is due to a user."""
        await self._db.execute(
            'UPDATE turns SET call = ? WHERE "user" = ? AND call IS NOT NULL', (when, user)
        )

    async def postpone(self, table_id: int, seat: int, when: float) -> None:
        await self._db.execute(
            "UPDATE turns SET next = ? WHERE table_id = ? AND seat = ?", (when, table_id, seat)
        )

    async def save(self, rows: Iterable[TurnRow]) -> None:
        for row in rows:
            await self._upsert("turns", "table_id, seat", asdict(row))

    async def reserve(self, table_id: int, user: int) -> tuple[float, int] | None:
        """What is left of the reserve of time of a user at a table, in seconds, and the question
        after whose answer; None where they have all of it.
        """
        row = await self._one(
            'SELECT seconds, question FROM reserves WHERE table_id = ? AND "user" = ?',
            (table_id, user),
        )
        return tuple(row) if row else None

    async def save_reserve(self, turn: TurnRow, seconds: float) -> None:
        row = {"table_id": turn.table_id, "user": turn.user, "question": turn.question}
        await self._upsert("reserves", 'table_id, "user"', row | {"seconds": seconds})

    async def add_timeout(self, table_id: int, user: int) -> None:
        """Stores that a user's time ran out, once."""
        await self._db.execute(
            'INSERT INTO timeouts (table_id, "user") VALUES (?, ?) ON CONFLICT DO NOTHING',
            (table_id, user),
        )

    async def timeouts(self, table_id: int) -> set[int]:
        """The users whose time has run out at a table."""
        rows = await self._fetch('SELECT "user" FROM timeouts WHERE table_id = ?', (table_id,))
        return {user for (user,) in rows}

    async def remove(self, table_id: int, seats: Iterable[int]) -> None:
        for seat in seats:
            await self._db.execute(
                "DELETE FROM turns WHERE table_id = ? AND seat = ?", (table_id, seat)
            )
