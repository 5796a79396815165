"""The states that are kept of a table's past."""

from __future__ import annotations

from bot.store.room import Room
from bot.store.tables import SEATED

Kept = tuple[bytes, int]
"""A state, dumped and compressed, and the version of the game that wrote it."""


class PastRoom(Room):
    """Reading states of earlier lines of a log."""

    async def kept(self, table_id: int) -> set[int]:
        """The lines of a table's log of which the state is kept."""
        rows = await self._search(
            "SELECT seq FROM moves WHERE table_id = ? AND state IS NOT NULL", (table_id,)
        )
        return {row[0] for row in rows}

    async def states(self, table_id: int, first: int, last: int) -> dict[int, Kept]:
        """The states that are kept of these lines of a table's log."""
        rows = await self._search(
            "SELECT seq, state, version FROM moves"
            " WHERE table_id = ? AND seq BETWEEN ? AND ? AND state IS NOT NULL",
            (table_id, first, last),
        )
        return {seq: (state, version) for seq, state, version in rows}

    async def finished_tables(self, guild: int | None, user: int, most: int) -> list[int]:
        """The newest tables that have ended: of a server, or in a DM those a person sits at."""
        where, value = (SEATED, user) if guild is None else ("guild = ?", guild)
        rows = await self._search(
            f"SELECT id FROM tables WHERE {where} AND status IN ('over', 'abandoned')"
            " ORDER BY id DESC LIMIT ?",
            (value, most),
        )
        return [row[0] for row in rows]
