"""The store: tables, moves, messages and people in SQLite. It is the truth; memory only keeps
copies of it.

One INSERT carries a move and the state after it, and a trigger puts the table into the outbox in
the same transaction, so what was acknowledged survives a power cut and what must be shown is not
forgotten.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import aiosqlite

from bot.store.migrations import migrate
from bot.store.moves import KEPT_STATES, MoveRoom
from bot.store.past import PastRoom
from bot.store.people import PeopleRoom
from bot.store.privacy import PrivacyRoom
from bot.store.results import ResultRoom
from bot.store.rows import (
    CLOCK,
    UNSEEN,
    Dms,
    How,
    Late,
    MoveRow,
    NoteRow,
    Pace,
    PersonRow,
    PingRow,
    Place,
    PostRow,
    ResultRow,
    Status,
    TableRow,
    Taken,
    TurnRow,
    plain,
)
from bot.store.servers import ServerRoom
from bot.store.service import PATIENCE, Guarded, OutOfService
from bot.store.shown import ShownRoom
from bot.store.tables import TableRoom
from bot.store.turns import TurnRoom
from bot.store.watchers import WatcherRoom

__all__ = [
    "CLOCK",
    "KEPT_STATES",
    "UNSEEN",
    "Dms",
    "How",
    "Late",
    "MoveRow",
    "NoteRow",
    "OutOfService",
    "Pace",
    "PersonRow",
    "PingRow",
    "Place",
    "PostRow",
    "ResultRow",
    "Status",
    "Store",
    "TableRow",
    "Taken",
    "TurnRow",
    "plain",
]


PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", f"busy_timeout = {PATIENCE}")


class Store(
    TableRoom,
    MoveRoom,
    PastRoom,
    ShownRoom,
    PeopleRoom,
    TurnRoom,
    ResultRoom,
    ServerRoom,
    PrivacyRoom,
    WatcherRoom,
):
    """The database of a bot, open from `open` to `close`."""

    @classmethod
    async def open(cls, path: Path) -> Store:
        """The store in this file, made or brought up to date; sqlite3.Error where it cannot be."""
        # Tried first, because a failed connect of aiosqlite leaves a thread behind.
        await asyncio.to_thread(_try, path)
        connection = await aiosqlite.connect(path, isolation_level=None)
        try:
            for pragma in PRAGMAS:
                await connection.execute_fetchall(f"PRAGMA {pragma}")
            await migrate(connection)
            database = Guarded(connection)
            await database.try_out()
        except BaseException:
            await connection.close()
            raise
        return cls(database)

    def tell_of_failures(self, failed: Callable[[OutOfService], None]) -> None:
        """Has this be told of the first write that fails, and again after one that succeeded."""
        self._db.failed = failed

    async def works(self) -> bool:
        """Whether the database can be written, tried with a write that goes again."""
        return await self._db.works()

    async def close(self) -> None:
        """Closes the database; nothing is pending, since every write was committed."""
        await self._db.close()


def _try(path: Path) -> None:
    sqlite3.connect(path).close()
