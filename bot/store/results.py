"""Stores the results of finished games, and who left running ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from bot.store.repository import Repository, placeholders
from bot.store.rows import RESULT, ResultRow

HAS_RESULTS = "SELECT 1 FROM results WHERE results.table_id = tables.id"


class ResultRepository(Repository):
    """The results of seats. They follow from the log, so they can be made again."""

    async def without_results(self) -> list[int]:
        """The tables that were played to the end and have no results yet. Those with a lesson or
        with hints never get any.
        """
        return await self._values(
            "SELECT id FROM tables WHERE status = 'over' AND lesson = 0 AND hints = 0"
            f" AND NOT EXISTS ({HAS_RESULTS}) ORDER BY id"
        )

    async def departures(self, table_id: int) -> dict[int, int]:
        """By seat, the user who left it last and did not return to the table."""
        rows = await self._fetch(
            'SELECT seat, "user" FROM departures WHERE table_id = ? ORDER BY id', (table_id,)
        )
        return dict(rows)

    async def has_left(self, table_id: int, user: int) -> bool:
        """Whether a user had a seat in a running game and has none there now."""
        rows = await self._fetch(
            'SELECT 1 FROM departures WHERE table_id = ? AND "user" = ? LIMIT 1', (table_id, user)
        )
        return bool(rows)

    async def add(self, rows: Sequence[ResultRow]) -> None:
        """Stores the results of a table; those that are stored already stay as they are."""
        values = [value for row in rows for value in astuple(row)]
        one = f"({placeholders(len(values) // len(rows))})"
        await self._db.execute(
            f"INSERT INTO results ({RESULT}) VALUES {', '.join([one] * len(rows))}"
            " ON CONFLICT (table_id, seat) DO NOTHING",
            values,
        )

    async def of_server(self, guild: int | None, game: str) -> list[ResultRow]:
        """All results of a game in a server, by time, table and seat."""
        where, values = ("guild IS NULL", ()) if guild is None else ("guild = ?", (guild,))
        rows = await self._search(
            f"SELECT {RESULT} FROM results WHERE {where} AND game = ?"
            " ORDER BY made, table_id, seat",
            (*values, game),
        )
        return [ResultRow(*row) for row in rows]

    async def of_user(self, user: int, guild: int | None = None) -> list[ResultRow]:
        """In one server or in all, oldest first."""
        here, values = ("", ()) if guild is None else (" AND guild = ?", (guild,))
        rows = await self._search(
            f'SELECT {RESULT} FROM results WHERE "user" = ?{here} ORDER BY made, table_id',
            (user, *values),
        )
        return [ResultRow(*row) for row in rows]

    async def with_user(self, user: int, guild: int | None = None) -> list[ResultRow]:
        """All results of the games of a user, in one server or in all, oldest first."""
        here, values = ("", ()) if guild is None else (" AND guild = ?", (guild,))
        rows = await self._search(
            f"SELECT {RESULT} FROM results WHERE table_id IN (SELECT table_id FROM results"
            f' WHERE "user" = ?{here}) ORDER BY made, table_id, seat',
            (user, *values),
        )
        return [ResultRow(*row) for row in rows]

    async def between(self, guild: int, since: float, until: float) -> list[ResultRow]:
        """All results of a server from one moment to before another, by time, table and seat."""
        rows = await self._search(
            f"SELECT {RESULT} FROM results WHERE guild = ? AND made >= ? AND made < ?"
            " ORDER BY made, table_id, seat",
            (guild, since, until),
        )
        return [ResultRow(*row) for row in rows]

    async def games_finished(self, guild: int) -> list[str]:
        """The games that were played to the end in a server, most played first."""
        return await self._values(
            "SELECT game FROM results WHERE guild = ? GROUP BY game"
            " ORDER BY COUNT(DISTINCT table_id) DESC, game",
            (guild,),
        )

    async def lengths_s(self, game: str, pace: str, people: int, newest: int) -> list[float]:
        """How long the `newest` last games of a title took that so many people played at a pace, in
        seconds.
        """
        return await self._values(
            "SELECT MAX(results.made) - begun.made FROM tables"
            " JOIN results ON results.table_id = tables.id"
            " JOIN moves AS begun ON begun.table_id = tables.id AND begun.seq = 0"
            " WHERE tables.status = 'over' AND tables.game = ? AND tables.pace = ?"
            " GROUP BY tables.id, begun.made"
            " HAVING SUM(CASE WHEN \"user\" IS NULL AND level != '' THEN 0 ELSE 1 END) = ?"
            " ORDER BY tables.id DESC LIMIT ?",
            (game, pace, people, newest),
        )
