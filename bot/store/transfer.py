"""Transfer: what a file of SQLite holds goes to an empty PostgreSQL, all of it or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg as package  # pyright: ignore[reportMissingTypeStubs]

asyncpg: Any = package  # it has no types

LEFT_OUT = {"trials", "sqlite_sequence"}
"""Tables of a file of which nothing is to be kept."""
FIRST = "tables"
"""What the rows of others refer to."""


class Refusal(Exception):
    """The server does not take it; its text is one sentence for the host, and nothing changed."""


async def transfer(file: Path, address: str) -> None:
    """Writes all rows of a file to a server, both of which are up to date; Refusal where that is
    not empty, or fails.

    Nothing that follows from a row is made anew there: what follows is in the file as well.
    """
    try:
        server = await asyncpg.connect(address)
        try:
            with closing(sqlite3.connect(file)) as db:
                async with server.transaction():
                    for name in _names(db):
                        await _copy(db, server, name)
                    await _count_on(db, server)
        finally:
            await server.close()
    except asyncpg.PostgresError as error:
        raise Refusal(f"The server does not take it: {error}.") from error


def _names(db: sqlite3.Connection) -> list[str]:
    """The tables of a file, that first to which the others refer."""
    rows = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return sorted({name for (name,) in rows} - LEFT_OUT, key=lambda name: (name != FIRST, name))


async def _copy(db: sqlite3.Connection, server: Any, name: str) -> None:
    """Copies the rows of one table without what its triggers would add."""
    if await server.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"):
        raise Refusal("The database of DATABASE_URL is not empty.")
    rows = db.execute(f"SELECT * FROM {name}")
    columns = [each[0] for each in rows.description]
    await server.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
    await server.copy_records_to_table(name, records=rows, columns=columns)
    await server.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")


async def _count_on(db: sqlite3.Connection, server: Any) -> None:
    """Has the server give the numbers that follow those of the file."""
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
