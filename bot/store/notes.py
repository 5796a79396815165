"""Stores notes: what happened at tables that is no move, for all to read. `memos.py` is for what
people write down for themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from bot.store.database import Connection
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


async def add_everywhere(
    db: Connection, where: str, values: Sequence[Any], words: str, now: float
) -> list[int]:
    """Adds a note at each table that meets a condition, and returns these tables."""
    await db.execute(
        "INSERT INTO notes (table_id, seq, words, made)"
        " SELECT id, COALESCE((SELECT MAX(seq) FROM moves WHERE table_id = tables.id), -1),"
        f" CAST(? AS TEXT), CAST(? AS DOUBLE PRECISION) FROM tables WHERE {where}",
        (words, now, *values),
    )
    rows = await db.fetch(f"SELECT id FROM tables WHERE {where}", values)
    return [number for (number,) in rows]
