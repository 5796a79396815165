"""Stores memos: what people write down for themselves at a table. `notes.py` is for what all may
read.
"""

from __future__ import annotations

from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import MemoRow


class MemoRepository(Repository):
    """The memos of all people, at most one per person and table."""

    async def of(self, table_id: int, user: int) -> str:
        """Empty if there is none."""
        found = await self._value(
            'SELECT text FROM memos WHERE table_id = ? AND "user" = ?', (table_id, user)
        )
        return found or ""

    async def save(self, row: MemoRow) -> None:
        """Replaces an earlier memo; an empty one only deletes that."""
        if row.text:
            await self._upsert("memos", 'table_id, "user"', asdict(row))
            return
        await self._db.execute(
            'DELETE FROM memos WHERE table_id = ? AND "user" = ?', (row.table_id, row.user)
        )
