"""Stores who wants half an hour together at a table; a wait says when it begins."""

from __future__ import annotations

from bot.store.repository import Repository


class TogetherRepository(Repository):
    async def of(self, table_id: int) -> set[int]:
        """The users who want it."""
        rows = await self._fetch('SELECT "user" FROM together WHERE table_id = ?', (table_id,))
        return {user for (user,) in rows}

    async def add(self, table_id: int, user: int) -> None:
        await self._db.execute(
            'INSERT INTO together (table_id, "user") VALUES (?, ?) ON CONFLICT DO NOTHING',
            (table_id, user),
        )

    async def remove(self, table_id: int, user: int) -> None:
        await self._db.execute(
            'DELETE FROM together WHERE table_id = ? AND "user" = ?', (table_id, user)
        )

    async def clear(self, table_id: int) -> None:
        await self._db.execute("DELETE FROM together WHERE table_id = ?", (table_id,))
