"""The seam below the store: what its rooms ask of a database, SQLite or PostgreSQL.

The rooms speak the SQL that both understand, with `?` for a value and "user" quoted; what each says
in its own way stands in its `Dialect`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Any


class Conflict(Exception):
    """The row is stored already, such as a move of this number or an open table in this channel; or
    somebody has changed it since it was read.
    """


class NotOpened(Exception):
    """The database cannot be used; its text says why, without a full stop and any password."""


class OutOfService(ConnectionError):
    """The database cannot do it now, and nothing changed."""

    def __init__(self, remedy: str) -> None:
        """Takes what the host must do, which tells nothing of what was to be stored."""
        super().__init__(remedy)
        self.remedy = remedy


class Claim(IntEnum):
    """What one of several processes does at a time."""

    SHOW = 1
    THINK = 2
    CLOCK = 3
    MIGRATE = 4


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the two databases say in different words; each `?` is one value."""

    voted: str
    """A row of `tables` at which this user has agreed to something."""
    named: str
    """A row of `tables` with a seat that is nobody's and has one of these names, a JSON list."""
    personal: str
    """The tables with a column `user`, and whether a row cannot be without it."""
    locked: str
    """Ends a query of rows of `tables` that this transaction is about to change."""


class Connection(ABC):
    """Something that runs statements, one after the other or each for itself."""

    dialect: Dialect

    @abstractmethod
    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query: each a sequence of values that also knows their names."""

    @abstractmethod
    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Runs a statement and returns how many rows it wrote; raises Conflict if a constraint
        forbids that.
        """

    @abstractmethod
    async def insert(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Inserts a row and returns its id; raises Conflict if a constraint forbids that."""


class WriteGuard:
    """Notices that a database cannot be written, and reports the first failure."""

    def __init__(self, retry_always: bool) -> None:
        """With `retry_always` every write is tried, because a server may be back at any moment.
        Without it writes are refused at once after one has failed, until `is_writable` succeeds.
        """
        self.failed: Callable[[OutOfService], None] = lambda error: None
        """Is told of the first write that fails."""
        self._retry_always = retry_always
        self._reason = ""

    @contextmanager
    def writing(self) -> Generator[None]:
        """Wraps a write; raises OutOfService if the database cannot be written."""
        if self._reason and not self._retry_always:
            raise OutOfService(self._reason)
        try:
            yield
        except OutOfService as error:
            first, self._reason = not self._reason, error.remedy
            if first:
                self.failed(error)
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
    """An open database, where every statement is a commit of its own."""

    shared: bool
    """Whether other processes may write as well, so that what is at hand may be old."""
    guard: WriteGuard
    """What notices that it cannot be written."""

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Connection]:
        """A connection that commits all it did at the end, or nothing where something fails."""

    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Connection]:
        """A connection that reads all as it stood at one moment."""

    @abstractmethod
    def claim(self, what: Claim, number: int) -> AbstractAsyncContextManager[bool]:
        """Whether this process alone does something within it; at once, nobody waits."""

    async def search(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query that looks through more than a key leads to, and may take a while."""
        return await self.fetch(sql, values)

    @abstractmethod
    async def probe_write(self) -> None:
        """Writes something and deletes it; raises OutOfService if that fails."""

    @abstractmethod
    async def close(self) -> None:
        """Closes the database; nothing is pending, since every write was committed."""
