"""Copies an SQLite file to an empty PostgreSQL database, all or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg as package  # pyright: ignore[reportMissingTypeStubs]

asyncpg: Any = package  # it has no types

NOT_COPIED = {"trials", "sqlite_sequence"}
COPIED_FIRST = ("tables", "leagues")
"""The rows of other tables refer to these."""


class TransferError(Exception):
    """The transfer failed and nothing changed; the text is one sentence for the operator."""


async def transfer(file: Path, address: str) -> None:
    """Copies all rows of a file to a server; both must be migrated already. Raises TransferError if
    the server's database is not empty, or if the copy fails.
    """
    try:
        server = await asyncpg.connect(address)
        try:
            with closing(sqlite3.connect(file)) as db:
                async with server.transaction():
                    for name in _names(db):
                        await _copy(db, server, name)
                    await _set_sequences(db, server)
        finally:
            await server.close()
    except asyncpg.PostgresError as error:
        raise TransferError(f"The server does not take it: {error}.") from error


def _names(db: sqlite3.Connection) -> list[str]:
    """In the order in which they are copied."""
    rows = db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_litestream%'"
        " ESCAPE '\\'"
    )
    return sorted(
        {name for (name,) in rows} - NOT_COPIED, key=lambda name: (name not in COPIED_FIRST, name)
    )


async def _copy(db: sqlite3.Connection, server: Any, name: str) -> None:
    """Copies the rows of one table. Its triggers are off: what they would add is in the file."""
    if await server.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"):
        raise TransferError("The database of DATABASE_URL is not empty.")
    rows = db.execute(f"SELECT * FROM {name}")
    columns = [each[0] for each in rows.description]
    await server.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
    await server.copy_records_to_table(name, records=rows, columns=columns)
    await server.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")


async def _set_sequences(db: sqlite3.Connection, server: Any) -> None:
    """Sets the sequences of the server, so that new ids continue those of the file."""
    given = dict(db.execute("SELECT name, seq FROM sqlite_sequence"))
    counted = await server.fetch(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE is_identity = 'YES' AND table_schema = current_schema()"
    )
    for name, column in counted:
        highest = f"(SELECT COALESCE(MAX({column}), 0) FROM {name})"
        await server.execute(
            f"SELECT setval(pg_get_serial_sequence('{name}', '{column}'),"
            f" GREATEST({highest}, {given.get(name, 0)}, 0) + 1, false)"
        )
