"""How people are called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from bot.store.repository import Repository, marks
from bot.store.rows import PING, PingRow


class PingRepository(Repository):
    """What people have settled about calls, for all tables or for one."""

    async def of(self, users: Iterable[int], table_id: int) -> dict[int, PingRow]:
        """How these people are called by a table: as settled for it, else for all tables."""
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
        """All that a person has settled about calls."""
        rows = await self._all(
            f'SELECT {PING} FROM pings WHERE "user" = ? ORDER BY table_id', (user,)
        )
        return [PingRow(*row) for row in rows]

    async def save(self, row: PingRow) -> None:
        """Stores how a person is called."""
        await self._put("pings", '"user", table_id', asdict(row))
