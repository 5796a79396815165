"""Errors of SQLite about its file and disk, as one exception that tells the operator what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from bot.store.database import OutOfService

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
"""What the operator can do, by SQLite's error code."""


@contextmanager
def convert_errors() -> Generator[None]:
    """Turns an SQLite error that the operator must fix into OutOfService."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        remedy = REMEDIES.get((getattr(error, "sqlite_errorcode", None) or 0) & 0xFF)
        if remedy is None:
            raise
        raise OutOfService(f"{remedy} ({error})") from error
