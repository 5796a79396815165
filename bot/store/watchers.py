"""Stores who watches which table."""

from __future__ import annotations

from bot.store.repository import Repository


class WatcherRepository(Repository):
    """Users who follow tables where they do not play."""

    async def add(self, table_id: int, user: int, told: float) -> None:
        """`told` is when a message last pinged the user."""
        row = {"table_id": table_id, "user": user, "told": told}
        await self._upsert("watchers", 'table_id, "user"', row)

    async def remove(self, table_id: int, user: int) -> None:
        await self._db.execute(
            'DELETE FROM watchers WHERE table_id = ? AND "user" = ?', (table_id, user)
        )

    async def of(self, table_id: int) -> dict[int, float]:
        """Users, with the time when a message last pinged each."""
        rows = await self._fetch(
            'SELECT "user", told FROM watchers WHERE table_id = ?', (table_id,)
        )
        return dict(rows)

    async def tables_of(self, user: int) -> list[int]:
        rows = await self._fetch(
            'SELECT table_id FROM watchers WHERE "user" = ? ORDER BY table_id', (user,)
        )
        return [number for (number,) in rows]
