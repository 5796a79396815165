"""Stores how users want to be notified when it is their turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from bot.store.database import Database
from bot.store.repository import Repository, placeholders
from bot.store.rows import PING, PingRow
from bot.store.settings import SettingsReader


class PingRepository(Repository):
    """The notification settings of users, for all tables or for one."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._reader = SettingsReader(PingRow)

    async def of(self, users: Iterable[int], table_id: int) -> dict[int, PingRow]:
        """As set for this table, else as set for all."""
        wanted = list(users)
        if not wanted:
            return {}
        rows = await self._fetch(
            f"SELECT {PING} FROM pings WHERE table_id IN (0, ?)"
            f' AND "user" IN ({placeholders(len(wanted))}) ORDER BY table_id',
            (table_id, *wanted),
        )
        found = {user: PingRow(user) for user in wanted}
        return found | {row[0]: self._reader.read(row) for row in rows}

    async def of_user(self, user: int) -> list[PingRow]:
        rows = await self._fetch(
            f'SELECT {PING} FROM pings WHERE "user" = ? ORDER BY table_id', (user,)
        )
        return [self._reader.read(row) for row in rows]

    async def save(self, row: PingRow) -> None:
        await self._upsert("pings", '"user", table_id', asdict(row))
