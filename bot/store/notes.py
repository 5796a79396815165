"""Stores notes: what happened at tables that is no move, for all to read. `memos.py` is for what
people write down for themselves.
"""

from __future__ import annotations

from dataclasses import astuple

from bot.store.repository import Repository
from bot.store.rows import NOTE, NoteRow


class NoteRepository(Repository):
    async def add(self, row: NoteRow) -> None:
        """A trigger puts the table into the outbox."""
        await self._db.execute(f"INSERT INTO notes ({NOTE}) VALUES (?, ?, ?, ?)", astuple(row))

    async def of(self, table_id: int, since: int = 0) -> list[NoteRow]:
        """From a line of the log on, oldest first."""
        rows = await self._fetch(
            f"SELECT {NOTE} FROM notes WHERE table_id = ? AND seq >= ? ORDER BY id",
            (table_id, since),
        )
        return [NoteRow(*row) for row in rows]
