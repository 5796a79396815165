"""The store: tables, moves, messages and people in SQLite or PostgreSQL. It is the truth; memory
only keeps copies of it.

One INSERT carries a move and the state after it, and a trigger puts the table into the outbox in
the same transaction, so what was acknowledged survives a power cut and what must be shown is not
forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.store.database import Claim, Conflict, Database, NotOpened, OutOfService
from bot.store.moves import KEPT_STATES, MoveRepository
from bot.store.notes import NoteRepository
from bot.store.outbox import OutboxRepository
from bot.store.people import PeopleRepository
from bot.store.pings import PingRepository
from bot.store.posts import PostRepository
from bot.store.privacy import PrivacyRepository
from bot.store.results import ResultRepository
from bot.store.rows import (
    CLOCK,
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
    TurnRow,
    plain,
)
from bot.store.servers import ServerRepository
from bot.store.sqlite import open_file
from bot.store.tables import TableRepository
from bot.store.turns import TurnRepository
from bot.store.watchers import WatcherRepository

__all__ = [
    "CLOCK",
    "KEPT_STATES",
    "Claim",
    "Conflict",
    "Dms",
    "How",
    "Late",
    "MoveRow",
    "NotOpened",
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
    "TurnRow",
    "plain",
]


class Store:
    """The database of a bot, open from `open` to `close`, in parts by what the rows are about."""

    def __init__(self, database: Database) -> None:
        """Works with an open database."""
        self._db = database
        self.tables = TableRepository(database)
        self.moves = MoveRepository(database)
        self.notes = NoteRepository(database)
        self.posts = PostRepository(database)
        self.outbox = OutboxRepository(database)
        self.turns = TurnRepository(database)
        self.people = PeopleRepository(database)
        self.pings = PingRepository(database)
        self.watchers = WatcherRepository(database)
        self.servers = ServerRepository(database)
        self.results = ResultRepository(database)
        self.privacy = PrivacyRepository(database)

    @classmethod
    async def open(cls, address: Path | str) -> Store:
        """The store in this file, or at this address of a PostgreSQL server, made or brought up to
        date; NotOpened where it cannot be.
        """
        if isinstance(address, Path):
            return cls(await open_file(address))
        # Only where it is wanted: what it needs is an extra.
        from bot.store.postgres import open_server

        return cls(await open_server(address))

    @property
    def shared(self) -> bool:
        """Whether other processes may write as well."""
        return self._db.shared

    def claim(self, what: Claim, number: int = 0) -> AbstractAsyncContextManager[bool]:
        """Whether this process alone does something within it; at once, nobody waits."""
        return self._db.claim(what, number)

    def tell_of_failures(self, failed: Callable[[OutOfService], None]) -> None:
        """Has this be told of the first write that fails, and again after one that succeeded."""
        self._db.guard.failed = failed

    async def is_writable(self) -> bool:
        """Whether the database can be written: tries it with a row that is deleted again."""
        return await self._db.guard.is_writable(self._db.probe_write)

    async def restored(self) -> float:
        """When the database was last restored from a backup; 0 where it never was."""
        rows = await self._db.fetch("SELECT COALESCE(MAX(made), 0) FROM restores")
        return rows[0][0]

    async def close(self) -> None:
        """Closes the database; nothing is pending, since every write was committed."""
        await self._db.close()
