"""The store: tables, moves, messages and users in SQLite or PostgreSQL. Memory is only a cache.

One INSERT stores a move with the state after it. In the same transaction a trigger puts the table
into the outbox. So an acknowledged move survives a power cut, and its table is shown afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.store.alarms import AlarmRepository
from bot.store.database import Claim, Conflict, Database, NotOpened, OutOfService
from bot.store.heartbeats import HeartbeatRepository
from bot.store.invitations import InvitationRepository
from bot.store.leagues import LeagueRepository
from bot.store.memos import MemoRepository
from bot.store.moves import KEPT_STATES, MoveRepository
from bot.store.notes import NoteRepository
from bot.store.offers import OfferRepository
from bot.store.operator import OperatorRepository
from bot.store.outbox import OutboxRepository
from bot.store.pages import PageRepository
from bot.store.peace import PeaceRepository
from bot.store.people import PeopleRepository
from bot.store.pings import PingRepository
from bot.store.posts import PostRepository
from bot.store.privacy import PrivacyRepository
from bot.store.registrations import RegistrationRepository
from bot.store.results import ResultRepository
from bot.store.reviews import ReviewRepository
from bot.store.rows import (
    ALL_TENTHS,
    ASKED_NEXT,
    BY_BOT,
    CLOCK,
    COMPUTER,
    FORCED,
    OF_USER,
    UNREADABLE,
    Confirm,
    Dms,
    DueReason,
    InvitationNotice,
    InvitationRow,
    LateRule,
    LeagueMemberRow,
    LeagueRow,
    LeagueSeatRow,
    LeagueStatus,
    LeagueTableRow,
    MemoRow,
    MoveRow,
    NoteRow,
    NotifyMode,
    NotifyPlace,
    OfferRow,
    PersonRow,
    PingRow,
    PostRow,
    ResultRow,
    ReviewRow,
    Seating,
    Status,
    TableRow,
    TurnRow,
    WaitKind,
    objects_of,
    to_json,
)
from bot.store.servers import ServerRepository
from bot.store.sessions import SessionRepository
from bot.store.shards import Shard
from bot.store.sqlite import open_file
from bot.store.tables import TableRepository
from bot.store.together import TogetherRepository
from bot.store.turns import TurnRepository
from bot.store.waits import WaitRepository
from bot.store.watchers import WatcherRepository

__all__ = [
    "ALL_TENTHS",
    "ASKED_NEXT",
    "BY_BOT",
    "CLOCK",
    "COMPUTER",
    "FORCED",
    "KEPT_STATES",
    "OF_USER",
    "UNREADABLE",
    "Claim",
    "Confirm",
    "Conflict",
    "Dms",
    "DueReason",
    "InvitationNotice",
    "InvitationRow",
    "LateRule",
    "LeagueMemberRow",
    "LeagueRow",
    "LeagueSeatRow",
    "LeagueStatus",
    "LeagueTableRow",
    "MemoRow",
    "MoveRow",
    "NotOpened",
    "NoteRow",
    "NotifyMode",
    "NotifyPlace",
    "OfferRow",
    "OutOfService",
    "PersonRow",
    "PingRow",
    "PostRow",
    "ResultRow",
    "ReviewRow",
    "Seating",
    "Shard",
    "Status",
    "Store",
    "TableRow",
    "TurnRow",
    "WaitKind",
    "objects_of",
    "to_json",
]


class Store:
    """The database of a bot, with a repository for each kind of row."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.tables = TableRepository(database)
        self.moves = MoveRepository(database)
        self.notes = NoteRepository(database)
        self.memos = MemoRepository(database)
        self.posts = PostRepository(database)
        self.outbox = OutboxRepository(database)
        self.alarms = AlarmRepository(database)
        self.turns = TurnRepository(database)
        self.people = PeopleRepository(database)
        self.peace = PeaceRepository(database)
        self.pings = PingRepository(database)
        self.offers = OfferRepository(database)
        self.operator = OperatorRepository(database)
        self.waits = WaitRepository(database)
        self.together = TogetherRepository(database)
        self.invitations = InvitationRepository(database)
        self.watchers = WatcherRepository(database)
        self.servers = ServerRepository(database)
        self.results = ResultRepository(database)
        self.reviews = ReviewRepository(database)
        self.pages = PageRepository(database)
        self.heartbeats = HeartbeatRepository(database)
        self.sessions = SessionRepository(database)
        self.registrations = RegistrationRepository(database)
        self.leagues = LeagueRepository(database)
        self.league_posts = PostRepository(database, "league_posts", "league_id")
        self.privacy = PrivacyRepository(database)

    @classmethod
    async def open(cls, address: Path | str) -> Store:
        """Opens the store in an SQLite file or at a PostgreSQL address, and creates or migrates it;
        raises NotOpened if that fails.
        """
        if isinstance(address, Path):
            return cls(await open_file(address))
        # Imported here because asyncpg is an optional dependency.
        from bot.store.postgres import open_server

        return cls(await open_server(address))

    @property
    def shared(self) -> bool:
        """Whether other processes may write too."""
        return self._db.shared

    def claim(self, what: Claim, number: int = 0) -> AbstractAsyncContextManager[bool]:
        """Tries to take a lock without waiting; yields whether this process has it."""
        return self._db.claim(what, number)

    def on_write_failure(self, failed: Callable[[OutOfService], None]) -> None:
        """Sets what to call when a write fails; called once until writes work again."""
        self._db.guard.on_failure = failed

    async def is_writable(self) -> bool:
        """Whether the database can be written: writes a row and deletes it."""
        return await self._db.guard.is_writable(self._db.probe_write)

    async def language_of(self, table: TableRow) -> str:
        """The language of a table's channel: the setting of its server, else what Discord last said
        of the server, else the language of the host.
        """
        server = await self.servers.get(table.guild or 0)
        known = server.language or server.locale
        return known or (await self.people.get(table.host)).reading_language

    @property
    def restored_at(self) -> float:
        """When the database was last set back to an earlier state; 0 if it never was."""
        return self._db.restored_at

    def on_set_back(self, set_back: Callable[[], None]) -> None:
        """Sets what to call when the database was set back while it is open."""
        self._db.on_set_back = set_back

    async def close(self) -> None:
        """Closes the database; every write is committed already."""
        await self._db.close()
