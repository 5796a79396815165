"""Backup and restore of the database: `python -m bot.backup make FILE`, which may run at any time,
and `python -m bot.backup restore FILE`, for which the bot must have ended; with `move FILE` a
PostgreSQL takes over what a file holds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bot.operations.config import Unusable, read
from bot.store import NotOpened, Store
from bot.store.migrations import newest

UNUSABLE = 2
WAL_ENDINGS = ("-wal", "-shm")
"""What SQLite appends to the name of a database for the files beside it."""
SKIPPED_IDS = 1000
"""So many numbers of tables are skipped: tables opened after the backup may have had them."""

AFTER_RESTORE = f"""
    INSERT INTO restores (made) VALUES (:now);
    UPDATE posts SET next = lower(hex(randomblob(12)))
    WHERE table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'running'));
    INSERT INTO outbox (table_id, ticket)
    SELECT id, 1 FROM tables WHERE status IN ('lobby', 'running')
    ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1;
    UPDATE sqlite_sequence SET seq = seq + {SKIPPED_IDS} WHERE name = 'tables';
    DELETE FROM registrations;
"""
"""What a restore changes: every open table is posted again, the commands are registered again, and
the time is stored.
"""


class BackupError(Exception):
    """A backup or restore cannot be done; the text is one sentence for the host."""


def make(database: Path, copy: Path) -> str:
    """Copies the database as it stands at one moment, also while a bot writes it; what was copied.

    An older copy of that name is replaced only once the new one is complete.
    """
    if not database.is_file():
        raise BackupError(f"There is no database {database}.")
    if copy.resolve() == database.resolve():
        raise BackupError("A backup needs another name than the database.")
    partial = copy.with_name(f"{copy.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        _copy(database, partial)
        told = _sound(partial)
        _put(partial, copy)
    finally:
        partial.unlink(missing_ok=True)
    return f"{copy} holds {told}."


def restore(copy: Path, database: Path, now: float) -> str:
    """Replaces the database by a copy, keeps the old one aside, and says what was restored."""
    told = _sound(copy)
    if database.exists() and copy.samefile(database):
        raise BackupError("The copy is the database itself.")
    if database.exists():
        _must_be_free(database)
    partial = database.with_name(f"{database.name}.restoring")
    partial.unlink(missing_ok=True)
    try:
        _copy(copy, partial)
        asyncio.run(_bring_up_to_date(partial))
        with closing(sqlite3.connect(partial, isolation_level=None)) as db:
            db.execute("BEGIN")
            for statement in AFTER_RESTORE.split(";")[:-1]:
                db.execute(statement, {"now": now} if ":now" in statement else {})
            db.execute("COMMIT")
        kept = _set_aside(database, now)
        _put(partial, database)
    finally:
        partial.unlink(missing_ok=True)
    return f"{database} holds {told} again.{kept}"


def move(file: Path, address: str) -> str:
    """Writes what a file holds to the empty PostgreSQL at an address; what was moved. The file
    stays as it is.
    """
    told = _sound(file)
    _must_be_free(file)
    asyncio.run(_bring_up_to_date(address))
    from bot.store.transfer import (  # which needs the package that is known to be there
        Refusal,
        transfer,
    )

    with tempfile.TemporaryDirectory(prefix="atelier-") as folder:
        partial = Path(folder) / file.name
        _copy(file, partial)
        asyncio.run(_bring_up_to_date(partial))
        try:
            asyncio.run(transfer(partial, address))
        except Refusal as error:
            raise BackupError(str(error)) from error
    return f"The database of DATABASE_URL holds {told}. {file} stays as it was."


def _copy(source: Path, target: Path) -> None:
    """Copies a database in one step, during which others may write it."""
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


def _sound(copy: Path) -> str:
    """Says what a copy holds; raises BackupError if it is damaged or of a newer release."""
    if not copy.is_file():
        raise BackupError(f"There is no file {copy}.")
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as db:
            [(found,)] = db.execute("PRAGMA integrity_check(1)").fetchall()
            [(version,)] = db.execute("PRAGMA user_version").fetchall()
            if found != "ok":
                raise BackupError(f"{copy} is damaged: {found}.")
            if version > newest():
                raise BackupError(f"{copy} was written by a newer release of Atelier.")
            [(tables,)] = db.execute("SELECT COUNT(*) FROM tables").fetchall()
            [(lines,)] = db.execute("SELECT COUNT(*) FROM moves").fetchall()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{copy} is no backup of Atelier: {error}.") from error
    return f"{tables} tables and {lines} lines of their logs"


def _must_be_free(database: Path) -> None:
    """Raises BackupError if a bot has the database open; else puts all of it into one file."""
    try:
        with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{database} is in use ({error}); end the bot first.") from error
    except sqlite3.DatabaseError:
        return  # damaged, which is why it is to be replaced


def _set_aside(database: Path, now: float) -> str:
    """Keeps the old database under another name, and returns a sentence about that."""
    if not database.exists():
        return ""
    when = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    aside = f"{database.name}.before-{when}"
    for end in WAL_ENDINGS:
        # Beside the restored file SQLite would take them for a part of it.
        beside = database.with_name(f"{database.name}{end}")
        if beside.exists():
            beside.replace(database.with_name(f"{aside}{end}"))
    shutil.copy2(database, database.with_name(aside))
    return f" What was there before is kept as {aside}."


def _put(partial: Path, target: Path) -> None:
    """Gives a file its name once all of it is on the disk."""
    _write_through(partial)
    partial.replace(target)
    if os.name != "nt":  # which cannot open a folder
        _write_through(target.parent)


def _write_through(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


async def _bring_up_to_date(database: Path | str) -> None:
    """Runs what the database has not seen of the migrations."""
    store = await Store.open(database)
    await store.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line says, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot.backup", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("make", "copy the database to this file"),
        ("restore", "put this copy in place of the database"),
        ("move", "write what this file holds to the PostgreSQL of DATABASE_URL"),
    ):
        commands.add_parser(name, help=about).add_argument("file", type=Path)
    chosen = parser.parse_args(arguments)
    try:
        database = read().database
        match chosen.command, database:
            case "move", str():
                print(move(chosen.file, database))
            case "move", _:
                raise BackupError("DATABASE_URL names a file; it must name the PostgreSQL.")
            case _, str():
                raise BackupError("This is for SQLite; PostgreSQL has pg_dump and pg_restore.")
            case "make", _:
                print(make(database, chosen.file))
            case _:
                print(restore(chosen.file, database, time.time()))
    except (Unusable, BackupError) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except (NotOpened, sqlite3.Error, OSError) as error:
        print(f"That could not be done: {error}.", file=sys.stderr)
        return 1
    return 0
