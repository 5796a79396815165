"""SQLite: one file, one process."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, Literal

import aiosqlite

from bot.store.database import (
    Claim,
    Conflict,
    Connection,
    Database,
    Dialect,
    Misplaced,
    NotOpened,
    OutOfService,
    WriteGuard,
)
from bot.store.migrations import refuse_foreign, scripts
from bot.store.set_back import RESTORED
from bot.store.sqlite_errors import convert_errors

BUSY_TIMEOUT_MS = 2000
"""How long one write waits for a lock: less than the 3 s that Discord waits for an answer."""
TRANSACTION_TIMEOUT_S = 30
"""How long a transaction of several statements waits for a lock."""
RETRY_AFTER_S = 0.05
PROBE_BYTES = 65_536
"""The size of the row that `probe_write` writes; the disk must have room for it."""
WAL_ENDINGS = ("-wal", "-shm")
"""What SQLite appends to the name of a database for the files beside it."""
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", f"busy_timeout = {BUSY_TIMEOUT_MS}")
VOTES = "json_tree(CASE WHEN json_valid(votes) THEN votes ELSE '[]' END)"
DIALECT = Dialect(
    has_voted=f"EXISTS (SELECT 1 FROM {VOTES} WHERE atom = ?)",
    user_tables='SELECT m.name, p.pk > 0 OR p."notnull" AS whole'
    " FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p"
    " WHERE m.type = 'table' AND p.name = 'user' ORDER BY m.name",
    for_update="",
)


class SqliteConnection(Connection):
    """One connection to a file."""

    dialect = DIALECT

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """The connection commits each statement."""
        self._connection = connection
        connection.row_factory = sqlite3.Row

    async def close(self) -> None:
        await self._connection.close()

    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with convert_errors():
            return list(await self._connection.execute_fetchall(sql, values))

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        return (await self._run(sql, values)).rowcount

    async def insert(self, sql: str, values: Sequence[Any] = ()) -> int:
        return (await self._run(sql, values)).lastrowid or 0

    async def _run(self, sql: str, values: Sequence[Any]) -> aiosqlite.Cursor:
        try:
            with convert_errors():
                return await self._connection.execute(sql, values)
        except sqlite3.IntegrityError as error:
            raise Conflict from error


class SqliteDatabase(SqliteConnection, Database):
    """A file; every commit is written through to the disk.

    Reads have two connections of their own, so they do not wait for writes. One is used on the
    event loop, for rows that are found by a key: that is faster than asking a thread. The other one
    runs in a thread.
    """

    shared = False

    def __init__(
        self,
        connection: aiosqlite.Connection,
        reading: aiosqlite.Connection,
        on_loop: sqlite3.Connection,
        file: Path,
    ) -> None:
        """One connection writes, one reads in a thread, and one on the event loop."""
        super().__init__(connection)
        self._reading = SqliteConnection(reading)
        self._on_loop = on_loop
        self._file = file
        self._uri = f"{file.resolve().as_uri()}?mode=rw"
        self._inodes: tuple[int | None, int | None] | None = None
        """Of the file and its write-ahead log, as they were opened."""
        self._kept: Path | None = None
        """A copy of what was open when another file had taken its place."""
        self.guard = WriteGuard(retry_always=False)

    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query, read on the event loop if the file is not locked."""
        with suppress(sqlite3.Error):
            return self._on_loop.execute(sql, values).fetchall()
        return await self.search(sql, values)  # which can wait for a lock in its thread

    async def search(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._reading.fetch(sql, values)

    async def _run(self, sql: str, values: Sequence[Any]) -> aiosqlite.Cursor:
        with self.guard.writing():
            self._check_place()
            done = await super()._run(sql, values)
            self._check_place()
            return done

    async def probe_write(self) -> None:
        """Writes a row larger than a move and deletes it; raises OutOfService if that fails. If the
        file or its write-ahead log is missing, it is written again first.
        """
        with convert_errors():
            if self._inodes not in (None, self._inodes_now()):
                try:
                    await self._write_again()
                except OSError as error:
                    if isinstance(error, OutOfService):
                        raise
                    raise Misplaced(f"its file cannot be written again ({error})") from error
            await self._connection.execute(
                "INSERT INTO trials VALUES (zeroblob(?))", (PROBE_BYTES,)
            )
            await self._connection.execute("DELETE FROM trials")
        self._inodes = self._inodes or self._inodes_now()

    async def set_pragmas(self) -> None:
        """Sets what each of the connections may do, and how."""
        for pragma in PRAGMAS:
            await self._connection.execute_fetchall(f"PRAGMA {pragma}")
        self._on_loop.execute("PRAGMA query_only = ON")
        await self._reading.fetch("PRAGMA query_only = ON")

    # --- the place of the file --------------------------------------------------------------------

    def _inodes_now(self) -> tuple[int | None, int | None]:
        """The inodes of the files that the next start would open; None for a missing one."""
        return _inode(f"{self._file}"), _inode(f"{self._file}-wal")

    def _check_place(self) -> None:
        """Raises Misplaced if the file or its write-ahead log was removed, moved or replaced: the
        next start would not find what is written.
        """
        if self._inodes not in (None, self._inodes_now()):
            raise Misplaced("its file was moved or removed while the bot runs; I write it again")

    async def _write_again(self) -> None:
        """Writes everything that is open to the path where the next start looks for it, and opens
        that; if another file is there, writes it beside.
        """
        assert self._inodes is not None
        if _inode(f"{self._file}") not in (None, self._inodes[0]):
            if self._kept is None:
                kept = self._file.with_name(f"{self._file.name}.before-{time.time():.0f}")
                await self._copy_to(kept)
                self._kept = kept
            raise Misplaced(
                f"another file has taken its place; what the bot had is in {self._kept.name};"
                " stop the bot, put the right file there and start it again"
            )
        await self._copy_to(self._file)
        connection, reading, on_loop = self._connection, self._reading, self._on_loop
        self._connection, new_reading, self._on_loop = await _connect(self._file)
        self._reading = SqliteConnection(new_reading)
        self._inodes = None
        await self.set_pragmas()
        on_loop.close()
        await reading.close()
        await connection.close()

    async def _copy_to(self, target: Path) -> None:
        """Writes all that is committed to a file."""
        partial = target.with_name(f"{target.name}.partial")
        await asyncio.to_thread(partial.unlink, missing_ok=True)
        make_private(partial)
        with closing(sqlite3.connect(partial, check_same_thread=False)) as copy:
            await self._connection.backup(copy)
        await asyncio.to_thread(move_into_place, partial, target)

    def _begin(self) -> AbstractAsyncContextManager[Connection]:
        """Writes on a separate connection, so that no other statement runs in between."""
        return self._separate_connection("IMMEDIATE")

    def snapshot(self) -> AbstractAsyncContextManager[Connection]:
        """Reads on a separate connection, while others write."""
        return self._separate_connection("DEFERRED")

    @asynccontextmanager
    async def _separate_connection(
        self, kind: Literal["DEFERRED", "IMMEDIATE"]
    ) -> AsyncGenerator[Connection]:
        self._check_place()
        opening = aiosqlite.connect(
            self._uri, uri=True, isolation_level=None, timeout=TRANSACTION_TIMEOUT_S
        )
        with convert_errors():
            async with opening as connection:
                await connection.execute(f"BEGIN {kind}")
                yield SqliteConnection(connection)
                # If something fails, the connection is closed without COMMIT and nothing changes.
                self._check_place()
                await connection.execute("COMMIT")
        self._check_place()

    @asynccontextmanager
    async def claim(self, what: Claim, number: int) -> AsyncGenerator[bool]:
        """Always yields True: no other process uses the file."""
        yield True

    async def close(self) -> None:
        self._on_loop.close()
        await self._reading.close()
        await self._connection.close()


def move_into_place(partial: Path, target: Path) -> None:
    """Renames a complete file to its target once all of it is on the disk."""
    _fsync(partial)
    partial.replace(target)
    for end in WAL_ENDINGS:  # SQLite would read these as part of the file
        target.with_name(f"{target.name}{end}").unlink(missing_ok=True)
    if os.name != "nt":  # Windows cannot open a folder
        _fsync(target.parent)


def _fsync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _inode(path: str) -> int | None:
    try:
        return os.stat(path).st_ino  # noqa: PTH116  (a `Path` takes longer than the question)
    except OSError:
        return None


async def open_file(path: Path) -> SqliteDatabase:
    """Opens a file, and creates or migrates it; raises NotOpened if that fails."""
    try:
        with convert_errors():
            return await _open(path)
    except (sqlite3.Error, OutOfService) as error:
        raise NotOpened(str(error)) from error


async def _open(path: Path) -> SqliteDatabase:
    await asyncio.to_thread(prepare, path)
    database = SqliteDatabase(*await _connect(path), path)
    try:
        [(database.restored_at,)] = await database.fetch(RESTORED)
        await database.probe_write()
        await database.set_pragmas()
    except BaseException:
        await database.close()
        raise
    return database


async def _connect(
    path: Path,
) -> tuple[aiosqlite.Connection, aiosqlite.Connection, sqlite3.Connection]:
    """What `SqliteDatabase` takes."""
    # Another process may be migrating the file, which takes longer than a write.
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=TRANSACTION_TIMEOUT_S)
    reading = await aiosqlite.connect(path, isolation_level=None)
    on_loop = sqlite3.connect(path, isolation_level=None, timeout=0)
    for each in (connection, reading, on_loop):
        each.row_factory = sqlite3.Row
    return connection, reading, on_loop


def prepare(path: Path) -> None:
    """Creates or migrates a file; waits where another process does so at the same time."""
    make_private(path)
    opening = sqlite3.connect(path, isolation_level=None, timeout=TRANSACTION_TIMEOUT_S)
    with closing(opening) as connection:
        _enable_wal(connection)
        _migrate(connection)


def make_private(path: Path) -> None:
    """Lets nobody but its owner read or write a database, which is created if it is missing. SQLite
    gives the files beside it the same mode.
    """
    with suppress(OSError):  # it exists, or SQLite will say why it cannot be created
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for each in (path, *(path.with_name(f"{path.name}{end}") for end in WAL_ENDINGS)):
        with suppress(OSError):  # it is missing, or somebody else's
            mode = each.stat().st_mode
            if stat.S_ISREG(mode) and mode & 0o077:
                each.chmod(mode & 0o700)


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Turns on write-ahead logging. SQLite does not wait for a lock here, so this retries."""
    end = time.monotonic() + TRANSACTION_TIMEOUT_S
    while True:
        try:
            connection.execute(f"PRAGMA {PRAGMAS[0]}")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(RETRY_AFTER_S)


def _migrate(connection: sqlite3.Connection) -> None:
    """Runs the migrations that are missing, each in one transaction."""
    known = scripts()
    refuse_foreign(_version(connection), known)
    for number, script in known:
        if number <= _version(connection):
            continue
        connection.execute("BEGIN IMMEDIATE")
        # Another process that starts at the same time may have run it.
        if number > _version(connection):
            for statement in _statements(script):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        # If something fails, the connection is closed without COMMIT and nothing changes.
        connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    [(version,)] = connection.execute("PRAGMA user_version")
    return version


def _statements(script: str) -> Iterator[str]:
    """Yields the statements of a script; a trigger with its body is one statement."""
    statement = ""
    for part in script.split(";")[:-1]:
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement + script.split(";")[-1]
