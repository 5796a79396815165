"""Bringing a database up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import aiosqlite


async def migrate(connection: aiosqlite.Connection) -> None:
    """Runs every numbered file of `migrations/` that the database has not seen, each in whole."""
    scripts = _scripts()
    if await _version(connection) > newest():
        raise sqlite3.DatabaseError("the database was written by a newer release of Atelier")
    for number, script in scripts:
        if number <= await _version(connection):
            continue
        await connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process that started at the same time may have been first.
            if number > await _version(connection):
                for statement in _statements(script.read_text(encoding="utf-8")):
                    await connection.execute(statement)
                await connection.execute(f"PRAGMA user_version = {number}")
            await connection.execute("COMMIT")
        except BaseException:
            await connection.execute("ROLLBACK")
            raise


def newest() -> int:
    """The number of the last file of `migrations/`."""
    return _scripts()[-1][0]


def _scripts() -> list[tuple[int, Traversable]]:
    return sorted(
        (int(each.name.split("_")[0]), each)
        for each in files("bot").joinpath("migrations").iterdir()
        if each.name.endswith(".sql")
    )


async def _version(connection: aiosqlite.Connection) -> int:
    [(version,)] = await connection.execute_fetchall("PRAGMA user_version")
    return version


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one at a time; a trigger is one with all that is in it."""
    statement = ""
    for part in script.split(";")[:-1]:
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement + script.split(";")[-1]
