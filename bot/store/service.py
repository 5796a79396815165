"""When the database is out of service: what SQLite says of its disk becomes one kind of error, and
a database that could not be written is left in peace until it can be.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any

import aiosqlite

PATIENCE = 2000
"""Milliseconds for which a write waits for others: less than Discord waits for an answer."""
ROOM = 65_536
"""Bytes that there must be room for."""
REMEDIES = {
    sqlite3.SQLITE_BUSY: "another program keeps it locked; end that program",
    sqlite3.SQLITE_LOCKED: "another program keeps it locked; end that program",
    sqlite3.SQLITE_READONLY: "it cannot be written; give this user the right to write it",
    sqlite3.SQLITE_IOERR: "its disk fails; look at its health, its free space and its limits",
    sqlite3.SQLITE_FULL: "its disk is full; make room",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; look for its file and its folder",
    sqlite3.SQLITE_CORRUPT: "it is damaged; stop the bot and restore a backup",
    sqlite3.SQLITE_NOTADB: "it is damaged; stop the bot and restore a backup",
}
"""What a host can do, by the kind of error."""


class OutOfService(ConnectionError):
    """The database cannot do it now, and nothing changed."""

    def __init__(self, remedy: str) -> None:
        """Takes what the host must do, which tells nothing of what was to be stored."""
        super().__init__(remedy)
        self.remedy = remedy


@contextmanager
def in_service() -> Generator[None]:
    """Within it an error that the host must see to is raised as OutOfService."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        remedy = REMEDIES.get((getattr(error, "sqlite_errorcode", None) or 0) & 0xFF)
        if remedy is None:
            raise
        raise OutOfService(f"{remedy} ({error})") from error


class Guarded:
    """A connection that notices when it cannot write; until it can, writes are refused at once
    instead of keeping everybody waiting.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """Takes an open connection."""
        self._connection = connection
        self.failed: Callable[[OutOfService], None] = lambda error: None
        """Is told of the first write that fails."""
        self._refuses = ""

    async def execute_fetchall(self, sql: str, values: Iterable[Any] = ()) -> Iterable[Any]:
        """The rows of a query."""
        with in_service():
            return await self._connection.execute_fetchall(sql, values)

    async def execute(self, sql: str, values: Iterable[Any] = ()) -> aiosqlite.Cursor:
        """Writes; OutOfService where that cannot be."""
        if self._refuses:
            raise OutOfService(self._refuses)
        try:
            with in_service():
                return await self._connection.execute(sql, values)
        except OutOfService as error:
            self._refuses = str(error)
            self.failed(error)
            raise

    async def works(self) -> bool:
        """Whether it can write again, tried with more than a move needs, which goes again."""
        try:
            with in_service():
                await self.try_out()
        except OutOfService as error:
            self._refuses = str(error)
            return False
        self._refuses = ""
        return True

    async def try_out(self) -> None:
        """Writes something and takes it away; sqlite3.Error where that cannot be."""
        await self._connection.execute("INSERT INTO trials VALUES (zeroblob(?))", (ROOM,))
        await self._connection.execute("DELETE FROM trials")

    async def close(self) -> None:
        """Closes it."""
        await self._connection.close()
