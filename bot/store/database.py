"""The interface between the repositories and a database, SQLite or PostgreSQL.

Repositories use the SQL that both understand, with `?` for a value and "user" quoted; a `Dialect`
holds what each database says in its own way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from enum import IntEnum, unique
from functools import wraps
from types import CoroutineType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Conflict(Exception):
    """A constraint forbids the write, such as a second open table in a channel; or somebody has
    changed the row since it was read.
    """


class NotOpened(Exception):
    """The database cannot be opened. The text says why, without a full stop at the end, and never
    holds a password.
    """


class OutOfService(ConnectionError):
    """The database cannot be reached or written now; the write was not made."""

    def __init__(self, remedy: str) -> None:
        """`remedy` says what the operator must do; it quotes nothing of what was being stored."""
        super().__init__(remedy)
        self.remedy = remedy


class Misplaced(OutOfService):
    """The open database is not the one that the next start would find. What was just written must
    not be confirmed, even if it can be read.
    """


class BrokenOff(OutOfService):
    """The database broke off a write that was in the way of another one, so the same write may
    succeed at once.
    """


def repeated(
    write: Callable[P, CoroutineType[Any, Any, T]],
) -> Callable[P, CoroutineType[Any, Any, T]]:
    """Runs a statement or a whole transaction once more if the database broke it off."""

    @wraps(write)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await write(*args, **kwargs)
        except BrokenOff:
            return await write(*args, **kwargs)

    return run


@unique
class Claim(IntEnum):
    """Work that only one of several processes may do at a time."""

    SHOW = 1
    THINK = 2
    CLOCK = 3
    MIGRATE = 4
    SHOW_WATCHERS = 5
    REVIEW = 6
    LEAGUE = 7


@dataclass(frozen=True, slots=True)
class Dialect:
    """The SQL that differs between the two databases; each `?` is one value."""

    has_voted: str
    """Condition: a row of `tables` where this user has voted for something."""
    user_tables: str
    """Query: the tables with a column `user`, and whether that column may not be NULL."""
    for_update: str
    """Suffix of a query of `tables` that locks the rows until the transaction ends."""


class Connection(ABC):
    """Runs statements, in one transaction or each in its own."""

    dialect: Dialect

    @abstractmethod
    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query; each can be read by position and by column name."""

    @abstractmethod
    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Runs a statement and returns how many rows it wrote; raises Conflict where a constraint
        forbids it.
        """

    @abstractmethod
    async def insert(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Inserts a row and returns its id; raises Conflict where a constraint forbids it."""


class WriteGuard:
    """Keeps whether the database can be written, and reports the first write that fails."""

    def __init__(self, retry_always: bool) -> None:
        """With `retry_always` every write is tried, because a server may be back at any moment.
        Without it writes are refused at once after one has failed, until `is_writable` succeeds.
        """
        self.on_failure: Callable[[OutOfService], None] = lambda error: None
        """Called with the error of the first write that fails."""
        self._retry_always = retry_always
        self._reason = ""

    @contextmanager
    def writing(self) -> Generator[None]:
        """Wraps a write; raises OutOfService if the database cannot be written."""
        if self._reason and not self._retry_always:
            raise OutOfService(self._reason)
        try:
            yield
        except BrokenOff:
            raise
        except OutOfService as error:
            first, self._reason = not self._reason, error.remedy
            if first:
                self.on_failure(error)
            raise

    async def is_writable(self, probe_write: Callable[[], Awaitable[None]]) -> bool:
        """Tries a write and returns whether it succeeded; if so, writes are allowed again."""
        try:
            await probe_write()
        except OutOfService as error:
            self._reason = error.remedy
            return False
        self._reason = ""
        return True


class Database(Connection):
    """An open database; every statement is committed at once."""

    shared: bool
    """Whether other processes may write too, so that caches may be out of date."""
    guard: WriteGuard
    restored_at = 0.0
    """When the database was last set back to an earlier state; 0 if it never was."""
    on_set_back: Callable[[], None] = staticmethod(lambda: None)
    """Called when the database was set back while it is open."""

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        """A connection that commits at the end, or changes nothing if something fails. Who uses it
        is `repeated`.
        """
        with self.guard.writing():
            async with self._begin() as connection:
                yield connection

    @abstractmethod
    def _begin(self) -> AbstractAsyncContextManager[Connection]:
        """The connection of `transaction`."""

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Connection]:
        """A connection that reads the database as it was at one moment."""

    @abstractmethod
    def claim(self, what: Claim, number: int) -> AbstractAsyncContextManager[bool]:
        """Tries to take a lock without waiting; yields whether this process has it."""

    async def search(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query that may take a while: it reads more than one key."""
        return await self.fetch(sql, values)

    @abstractmethod
    async def probe_write(self) -> None:
        """Writes something and deletes it; raises OutOfService if that fails."""

    @abstractmethod
    async def close(self) -> None:
        """Closes the database; every write is committed already."""
