"""Memos: what people write down for themselves at a table. `notes` has what all may read."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import MemoRow


class MemoRepository(Repository):
    """The memos of all people, at most one of each at a table."""

    async def of(self, table_id: int, user: int) -> str:
        """What a user has written down at a table; "" if nothing."""
        rows = await self._all(
            'SELECT text FROM memos WHERE table_id = ? AND "user" = ?', (table_id, user)
        )
        return rows[0][0] if rows else ""

    async def save(self, row: MemoRow) -> None:
        """Stores a memo in place of an earlier one; an empty one removes it."""
        if row.text:
            await self._put("memos", 'table_id, "user"', asdict(row))
            return
        await self._db.execute(
            'DELETE FROM memos WHERE table_id = ? AND "user" = ?', (row.table_id, row.user)
        )
