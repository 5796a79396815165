"""Backup and restore of the database: `python -m bot.backup make FILE` makes a backup at any time,
`rotate FOLDER` one under the name of the moment, and removes older ones; stop the bot before
`restore FILE`; `move FILE` copies an SQLite file to PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import filecmp
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bot.operations.config import SettingsError, read_settings
from bot.store import NotOpened, Store
from bot.store.migrations import refuse_foreign, scripts
from bot.store.set_back import SKIPPED_IDS, statements
from bot.store.sqlite import WAL_ENDINGS, make_private, move_into_place

EXIT_BAD_SETTINGS = 2
NAME, NAMED, DAY = "atelier-%Y%m%d-%H%M%S.sqlite3", r"atelier-\d{8}-\d{6}\.sqlite3", 16
"""What `rotate` calls a backup, by the time in UTC; a pattern of these names, which sort by time;
and how many of their characters name the day.
"""
KEEP, DAYS = 24, 30
HEADER = b"SQLite format 3\0"
WAL_BYTE, NO_WAL = 18, 1
"""Which byte of an SQLite file says whether it has a write-ahead log, and the byte in a backup."""


class BackupError(Exception):
    """A backup or restore cannot be done; the text is one sentence for the operator."""


def make(database: Path, copy: Path) -> str:
    """Copies the database, also while the bot writes it; returns a sentence about the copy.

    Only its owner may read the copy. An earlier backup of that name is replaced once the new one is
    complete; any other file is not.
    """
    if not database.is_file():
        raise BackupError(f"There is no database {database}.")
    if copy.resolve() == database.resolve():
        raise BackupError("A backup needs another name than the database.")
    if os.path.lexists(copy) and not _is_backup(copy):
        raise BackupError(
            f"{copy} exists and is no backup of Atelier; choose another name, or remove it first."
        )
    handle, name = tempfile.mkstemp(".partial", f"{copy.name}.", copy.parent)
    os.close(handle)
    partial = Path(name)
    try:
        _copy(database, partial)
        contents = _checked(partial)
        move_into_place(partial, copy)
    finally:
        partial.unlink(missing_ok=True)
    return f"{copy} holds {contents}."


def rotate(
    database: Path, folder: Path, also: Path | None, keep: int, days: int, now: float
) -> list[str]:
    """Makes a backup in a folder, and a verified copy of it in a second one. In each, the newest
    `keep` backups stay, and the newest one of each of the last `days` days that have any. Returns
    sentences about that.
    """
    for each in filter(None, (folder, also)):
        if not each.is_dir():  # perhaps a disk that is not mounted
            raise BackupError(f"There is no folder {each}.")
    copy = folder / time.strftime(NAME, time.gmtime(now))
    told = [make(database, copy), _remove_old(folder, keep, days)]
    if also:
        if also.samefile(folder):
            raise BackupError("The second place is the first one.")
        told += [_copy_verified(copy, also / copy.name), _remove_old(also, keep, days)]
    return [*filter(None, told)]


def _copy_verified(copy: Path, second: Path) -> str:
    """Copies a backup, and reads it again before it gets its name."""
    partial = second.with_name(f"{second.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        make_private(partial)
        shutil.copyfile(copy, partial)
        if not filecmp.cmp(copy, partial, shallow=False):
            raise BackupError(f"{second} was not written as it should be.")
        contents = _checked(partial)
        move_into_place(partial, second)
    finally:
        partial.unlink(missing_ok=True)
    return f"{second} holds {contents}."


def _remove_old(folder: Path, keep: int, days: int) -> str:
    names = sorted((f.name for f in folder.iterdir() if re.fullmatch(NAMED, f.name)), reverse=True)
    newest_of_day = {name[:DAY]: name for name in reversed(names)}
    stay = {*names[:keep], *[*reversed(newest_of_day.values())][:days]}
    old = [name for name in names if name not in stay]
    for name in old:
        (folder / name).unlink()
    return f"{len(old)} older backups are removed from {folder}." if old else ""


def restore(copy: Path, database: Path, now: float) -> str:
    """Replaces the database by a copy and keeps the old one; returns a sentence about that."""
    contents = _checked(copy)
    if database.exists() and copy.samefile(database):
        raise BackupError("The copy is the database itself.")
    if database.exists():
        _refuse_if_open(database)
    partial = database.with_name(f"{database.name}.restoring")
    partial.unlink(missing_ok=True)
    try:
        _copy(copy, partial)
        asyncio.run(_migrate(partial))
        with closing(sqlite3.connect(partial, isolation_level=None)) as db:
            db.execute("BEGIN")
            for statement in statements(now, "lower(hex(randomblob(12)))"):
                db.execute(statement)
            db.execute(
                "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'tables'", (SKIPPED_IDS,)
            )
            db.execute("COMMIT")
        kept = _keep_old(database, now)
        move_into_place(partial, database)
    finally:
        partial.unlink(missing_ok=True)
    return f"{database} holds {contents} again.{kept}"


def move(file: Path, address: str) -> str:
    """Copies a file to the empty PostgreSQL at an address; returns a sentence about that. The file
    stays as it is.
    """
    contents = _checked(file)
    _refuse_if_open(file)
    asyncio.run(_migrate(address))
    # Imported here because it needs asyncpg, which is optional.
    from bot.store.transfer import TransferError, transfer

    with tempfile.TemporaryDirectory(prefix="atelier-") as folder:
        partial = Path(folder) / file.name
        _copy(file, partial)
        asyncio.run(_migrate(partial))
        try:
            asyncio.run(transfer(partial, address))
        except TransferError as error:
            raise BackupError(str(error)) from error
    return f"The database of DATABASE_URL holds {contents}. {file} stays as it was."


def _copy(source: Path, target: Path) -> None:
    """Copies a database as it is at one moment; others may write it meanwhile."""
    make_private(target)
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


def _is_backup(file: Path) -> bool:
    """Whether a file looks like an earlier backup: a database of Atelier that no bot has used."""
    try:
        with file.open("rb") as opened:
            header = opened.read(WAL_BYTE + 1)
        if not header.startswith(HEADER) or header[WAL_BYTE] != NO_WAL:
            return False
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
            db.execute("SELECT table_id, seq FROM moves LIMIT 1")
    except (OSError, IndexError, sqlite3.Error):
        return False
    return True


def _checked(copy: Path) -> str:
    """What a copy holds; raises BackupError if it is damaged or from a newer release."""
    if not copy.is_file():
        raise BackupError(f"There is no file {copy}.")
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as db:
            [(found,)] = db.execute("PRAGMA integrity_check(1)").fetchall()
            [(version,)] = db.execute("PRAGMA user_version").fetchall()
            if found != "ok":
                raise BackupError(f"{copy} is damaged: {found}.")
            refuse_foreign(version, scripts())
            [(tables,)] = db.execute("SELECT COUNT(*) FROM tables").fetchall()
            [(lines,)] = db.execute("SELECT COUNT(*) FROM moves").fetchall()
    except NotOpened as error:
        raise BackupError(f"{copy} is of no use here: {error}.") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's words may cite the file
        raise BackupError(f"{copy} is no backup of Atelier: {error}.") from error
    return f"{tables} tables and {lines} lines of their logs"


def _refuse_if_open(database: Path) -> None:
    """Raises BackupError if a bot has the database open; else merges its WAL into the file."""
    try:
        with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{database} is in use ({error}); end the bot first.") from error
    except sqlite3.DatabaseError:
        return  # a damaged database may be replaced


def _keep_old(database: Path, now: float) -> str:
    """Copies the old database to another name, and returns a sentence about that."""
    if not database.exists():
        return ""
    when = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    aside = f"{database.name}.before-{when}"
    for end in WAL_ENDINGS:
        # SQLite would read these as part of the restored file.
        beside = database.with_name(f"{database.name}{end}")
        if beside.exists():
            beside.replace(database.with_name(f"{aside}{end}"))
    make_private(database)
    shutil.copy2(database, database.with_name(aside))
    return f" What was there before is kept as {aside}."


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("at least 1 must stay")
    return int(text)


async def _migrate(database: Path | str) -> None:
    store = await Store.open(database)
    await store.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot.backup", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("make", "copy the database to this file"),
        ("restore", "put this copy in place of the database"),
        ("move", "write what this file holds to the PostgreSQL of DATABASE_URL"),
    ):
        commands.add_parser(name, help=about).add_argument("file", type=Path)
    rotates = commands.add_parser("rotate", help="make a backup here and remove older ones")
    rotates.add_argument("folder", type=Path)
    rotates.add_argument("--also", type=Path, help="a second folder, for a verified copy")
    rotates.add_argument("--keep", type=_positive, default=KEEP, help="how many of the newest stay")
    rotates.add_argument("--days", type=_positive, default=DAYS, help="of how many days one stays")
    chosen = parser.parse_args(arguments)
    try:
        database = read_settings().database
        match chosen.command, database:
            case "move", str():
                print(move(chosen.file, database))
            case "move", _:
                raise BackupError("DATABASE_URL names a file; it must name the PostgreSQL.")
            case _, str():
                raise BackupError("This is for SQLite; PostgreSQL has pg_dump and pg_restore.")
            case "make", _:
                print(make(database, chosen.file))
            case "rotate", _:
                places = chosen.folder, chosen.also
                print(*rotate(database, *places, chosen.keep, chosen.days, time.time()), sep="\n")
            case _:
                print(restore(chosen.file, database, time.time()))
    except (SettingsError, BackupError) as error:
        print(error, file=sys.stderr)
        return EXIT_BAD_SETTINGS
    except (NotOpened, sqlite3.Error, OSError) as error:
        print(f"That could not be done: {error}.", file=sys.stderr)
        return 1
    return 0
