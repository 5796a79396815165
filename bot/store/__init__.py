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

from bot.store.database import Claim, NotOpened, OutOfService, Taken
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
    TurnRow,
    plain,
)
from bot.store.servers import ServerRoom
from bot.store.shown import ShownRoom
from bot.store.sqlite import open_file
from bot.store.tables import TableRoom
from bot.store.turns import TurnRoom
from bot.store.watchers import WatcherRoom

__all__ = [
    "CLOCK",
    "KEPT_STATES",
    "UNSEEN",
    "Claim",
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
    "Taken",
    "TurnRow",
    "plain",
]


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

    async def works(self) -> bool:
        """Whether the database can be written, tried with a write that goes again."""
        return await self._db.guard.works(self._db.try_out)

    async def close(self) -> None:
        """Closes the database; nothing is pending, since every write was committed."""
        await self._db.close()
