"""Stores who watches which table."""

from __future__ import annotations

from bot.store.repository import Repository


class WatcherRepository(Repository):
    """Users who follow tables where they do not play."""

    async def add(self, table_id: int, user: int, told: float) -> None:
        """Stores that a user watches a table, and when a message last pinged them."""
        row = {"table_id": table_id, "user": user, "told": told}
        await self._upsert("watchers", 'table_id, "user"', row)

    async def remove(self, table_id: int, user: int) -> None:
        """Deletes a user from the watchers of a table."""
        await self._db.execute(
            'DELETE FROM watchers WHERE table_id = ? AND "user" = ?', (table_id, user)
        )

    async def of(self, table_id: int) -> dict[int, float]:
        """The watchers of a table, and when a message last pinged each of them."""
        rows = await self._fetch(
            'SELECT "user", told FROM watchers WHERE table_id = ?', (table_id,)
        )
        return dict(rows)

    async def tables_of(self, user: int) -> list[int]:
        """The tables that a user watches."""
        rows = await self._fetch(
            'SELECT table_id FROM watchers WHERE "user" = ? ORDER BY table_id', (user,)
        )
        return [row[0] for row in rows]
