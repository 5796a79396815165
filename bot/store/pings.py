"""How users want to be called when a table waits for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from bot.store.repository import Repository, marks
from bot.store.rows import PING, PingRow


class PingRepository(Repository):
    """Reads and stores how users want to be called, by all tables or by one."""

    async def of(self, users: Iterable[int], table_id: int) -> dict[int, PingRow]:
        """How a table calls these users: as set for this table, else as set for all."""
        wanted = list(users)
        if not wanted:
            return {}
        rows = await self._all(
            f"SELECT {PING} FROM pings WHERE table_id IN (0, ?)"
            f' AND "user" IN ({marks(len(wanted))}) ORDER BY table_id',
            (table_id, *wanted),
        )
        found = {user: PingRow(user) for user in wanted}
        return found | {row[0]: PingRow(*row) for row in rows}

    async def of_user(self, user: int) -> list[PingRow]:
        """All settings of a user about calls."""
        rows = await self._all(
            f'SELECT {PING} FROM pings WHERE "user" = ? ORDER BY table_id', (user,)
        )
        return [PingRow(*row) for row in rows]

    async def save(self, row: PingRow) -> None:
        """Stores how a user wants to be called."""
        await self._put("pings", '"user", table_id', asdict(row))
