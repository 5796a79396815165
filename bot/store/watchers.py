"""Who watches which table."""

from __future__ import annotations

from bot.store.repository import Repository


class WatcherRepository(Repository):
    """Those who have news of tables at which they do not sit."""

    async def add(self, table_id: int, user: int, told: float) -> None:
        """Notes that a person watches a table, and when a message last called him."""
        row = {"table_id": table_id, "user": user, "told": told}
        await self._put("watchers", 'table_id, "user"', row)

    async def remove(self, table_id: int, user: int) -> None:
        """Forgets that a person watches a table."""
        await self._db.execute(
            'DELETE FROM watchers WHERE table_id = ? AND "user" = ?', (table_id, user)
        )

    async def of(self, table_id: int) -> dict[int, float]:
        """Who watches a table, and when a message last called each of them."""
        rows = await self._all('SELECT "user", told FROM watchers WHERE table_id = ?', (table_id,))
        return dict(rows)

    async def tables_of(self, user: int) -> list[int]:
        """The tables that a person watches."""
        rows = await self._all(
            'SELECT table_id FROM watchers WHERE "user" = ? ORDER BY table_id', (user,)
        )
        return [row[0] for row in rows]
