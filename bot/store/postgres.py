"""PostgreSQL: several processes share one database.

A claim, which only one process may hold, is an advisory lock. The server releases it when the
connection ends, so a killed process holds none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from typing import Any, Literal

from bot.store.database import (
    BrokenOff,
    Claim,
    Conflict,
    Connection,
    Database,
    Dialect,
    NotOpened,
    OutOfService,
    WriteGuard,
    repeated,
)
from bot.store.migrations import refuse_foreign, scripts
from bot.store.set_back import RESTORED, SKIPPED_IDS, statements

try:
    import asyncpg as package  # pyright: ignore[reportMissingTypeStubs]
except ImportError as error:
    raise NotOpened(
        "it names a PostgreSQL server, and for that the package asyncpg must be installed"
    ) from error

asyncpg: Any = package
MAX_CONNECTIONS = 8
"""Of one process, not counting the connection that holds its claims."""
STATEMENT_TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 10.0
SETTINGS = {
    "application_name": "atelier",
    # An acknowledged move survives a power cut, whatever the server's default is.
    "synchronous_commit": "on",
    # A process whose machine loses its network loses its claims after a minute.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
HERE = """
    (SELECT system_identifier FROM pg_control_system())
    || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
    || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""The server, its timeline and the database, as SQL."""
FIRST = "(SELECT MIN(number) FROM migrations)"
IS_HERE = f"SELECT place = {HERE} || ' ' || xmin FROM migrations WHERE number = {FIRST}"
"""Query: whether the row was written here; NULL if it does not say where."""
NOTE_PLACE = f"""
    UPDATE migrations SET place = {HERE} || ' ' || txid_current() % 4294967296
    WHERE number = {FIRST}
"""
LOCK = "SELECT pg_advisory_xact_lock($1)"
CONNECTION_ERRORS = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.ObjectNotInPrerequisiteStateError,
)
"""What asyncpg raises if a connection is lost or cannot be made."""
REMEDIES = {
    "25006": "it takes no writes; let DATABASE_URL name the server that does",
    "42501": "its user may not use it; give this user the right",
    "53100": "its disk is full; make room",
    "53200": "its server has too little memory; give it more",
    "53300": "its server has no connection left; allow more, or end other programs",
    "53": "its server has too little of something; look at its log and its limits",
    "58": "its disk fails; look at its health, its free space and its limits",
    "XX001": "it is damaged; stop the bot and restore a backup",
    "XX002": "an index of it is damaged; stop the bot and run REINDEX",
}
"""What the operator can do, by the code of the error (SQLSTATE) or the class of it."""
DIALECT = Dialect(
    has_voted="EXISTS (SELECT 1 FROM jsonb_path_query(as_json(votes), '$.**') AS agreed"
    " WHERE agreed = to_jsonb(?::bigint))",
    user_tables="SELECT c.relname, a.attnotnull FROM pg_class AS c"
    " JOIN pg_attribute AS a ON a.attrelid = c.oid"
    " WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace"
    " AND a.attname = 'user' AND NOT a.attisdropped ORDER BY c.relname",
    for_update=" FOR NO KEY UPDATE",
)


class PostgresConnection(Connection):
    """One connection to a server, or a pool of them."""

    dialect = DIALECT

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with _convert_errors():
            return await self._connection.fetch(numbered(sql), *values)

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        with _convert_errors():
            done: str = await self._connection.execute(numbered(sql), *values)
        count = done.rpartition(" ")[2]
        return int(count) if count.isdecimal() else 0

    async def insert(self, sql: str, values: Sequence[Any] = ()) -> int:
        with _convert_errors():
            return await self._connection.fetchval(f"{numbered(sql)} RETURNING id", *values)


class PostgresDatabase(PostgresConnection, Database):
    """A database on a server; other processes may use it too."""

    shared = True

    def __init__(self, pool: Any, claims: Claims) -> None:
        super().__init__(pool)
        self._pool, self._claims = pool, claims
        self.guard = WriteGuard(retry_always=True)

    @repeated
    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        with self.guard.writing():
            return await super().execute(sql, values)

    @repeated
    async def insert(self, sql: str, values: Sequence[Any] = ()) -> int:
        with self.guard.writing():
            return await super().insert(sql, values)

    async def probe_write(self) -> None:
        """Writes something and deletes it; raises OutOfService if that fails. It connects anew,
        because the address may lead to another server by now.
        """
        await self._pool.expire_connections()
        await super().execute("INSERT INTO trials VALUES (''::bytea)")
        await super().execute("DELETE FROM trials")

    async def check_lineage(self, connection: Any) -> None:
        """Finds out on a new connection whether the database was set back to an earlier state.

        A row names the server, its timeline, the database and the transaction that wrote the row. A
        copy of the row is elsewhere or was written by another transaction, and each failover begins
        a new timeline.
        """
        with _convert_errors():
            if not await connection.fetchval("SELECT pg_is_in_recovery()"):
                found = await connection.fetchval(IS_HERE)
                if found is not True:
                    async with connection.transaction():
                        await connection.execute(LOCK, MIGRATING)
                        if await connection.fetchval(IS_HERE) is False:
                            await _set_back(connection)
                        await connection.execute(NOTE_PLACE)
            restored_at: float = await connection.fetchval(RESTORED)
        if restored_at > self.restored_at:
            self.restored_at = restored_at
            self.on_set_back()

    def _begin(self) -> AbstractAsyncContextManager[Connection]:
        """Reads what is committed; `Dialect.for_update` locks the rows that it reads."""
        return self._separate_connection("read_committed")

    def snapshot(self) -> AbstractAsyncContextManager[Connection]:
        """Reads the database as it was at the first query."""
        return self._separate_connection("repeatable_read")

    @asynccontextmanager
    async def _separate_connection(
        self, isolation: Literal["read_committed", "repeatable_read"]
    ) -> AsyncGenerator[Connection]:
        with _convert_errors():
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation=isolation),
            ):
                yield PostgresConnection(connection)

    def claim(self, what: Claim, number: int) -> AbstractAsyncContextManager[bool]:
        return self._claims.claim(lock_id(what, number))

    async def close(self) -> None:
        await self._claims.close()
        await self._pool.close()


class Claims:
    """The advisory locks of this process, on one connection that is reopened if it is lost."""

    def __init__(self, address: str) -> None:
        """Connects with the first claim."""
        self._address = address
        self._connection: Any = None
        self._lock = asyncio.Lock()
        self._held: set[int] = set()

    @asynccontextmanager
    async def claim(self, number: int) -> AsyncGenerator[bool]:
        """Tries to take this lock; yields whether it has it."""
        if number in self._held:
            yield False
            return
        self._held.add(number)
        try:
            is_mine: bool = await self._query("SELECT pg_try_advisory_lock($1)", number)
            try:
                yield is_mine
            finally:
                if is_mine:
                    await self._release(number)
        finally:
            self._held.discard(number)

    async def _release(self, number: int) -> None:
        with suppress(OutOfService):
            await self._query("SELECT pg_advisory_unlock($1)", number)

    async def _query(self, sql: str, number: int) -> Any:
        async with self._lock:
            try:
                with _convert_errors():
                    if self._connection is None or self._connection.is_closed():
                        self._connection = await _connect(self._address)
                    return await self._connection.fetchval(sql, number)
            except OutOfService:
                await self.close()  # the server releases the locks of a closed connection
                raise

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


def lock_id(what: Claim, number: int) -> int:
    return what << 56 | number


MIGRATING = lock_id(Claim.MIGRATE, 0)


@lru_cache(maxsize=1024)
def numbered(sql: str) -> str:
    """A statement with $1, $2 and so on, as PostgreSQL wants it, in place of each `?`."""
    first, *others = sql.split("?")
    return first + "".join(f"${n}{part}" for n, part in enumerate(others, 1))


@contextmanager
def _convert_errors() -> Generator[None]:
    """Turns errors of asyncpg into those of the store."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise Conflict from error
    except (OutOfService, asyncpg.DataError):
        raise
    except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError) as error:
        raise BrokenOff("its transactions wait for each other; look at its load") from error
    except CONNECTION_ERRORS as error:
        raise OutOfService(
            "its server cannot be reached; look at it and at DATABASE_URL"
        ) from error
    except asyncpg.PostgresError as error:
        code: str = error.sqlstate or ""
        remedy = REMEDIES.get(code) or REMEDIES.get(code[:2])
        if remedy is None:
            raise
        raise OutOfService(f"{remedy} (code {code})") from error


# --- Opening --------------------------------------------------------------------------------------


async def open_server(address: str) -> PostgresDatabase:
    """Opens the database at an address, and creates or migrates it; raises NotOpened if that
    fails.
    """
    databases: list[PostgresDatabase] = []

    async def check(connection: Any) -> None:
        for database in databases:
            await database.check_lineage(connection)

    try:
        pool = await asyncpg.create_pool(
            address,
            min_size=1,
            max_size=MAX_CONNECTIONS,
            command_timeout=STATEMENT_TIMEOUT_S,
            timeout=CONNECT_TIMEOUT_S,
            server_settings=SETTINGS,
            reset=_no_reset,
            init=check,
        )
        try:
            async with pool.acquire() as connection:
                await _migrate(connection)
                databases.append(PostgresDatabase(pool, Claims(address)))
                await check(connection)
        except BaseException:
            await pool.close()
            raise
    except (*CONNECTION_ERRORS, asyncpg.PostgresError, ValueError) as error:
        raise NotOpened(_reason(error)) from None
    return databases[0]


async def _connect(address: str) -> Any:
    return await asyncpg.connect(
        address,
        timeout=CONNECT_TIMEOUT_S,
        command_timeout=STATEMENT_TIMEOUT_S,
        server_settings=SETTINGS,
    )


async def _no_reset(_connection: Any) -> None:
    """Replaces asyncpg's reset: no statement of the store changes a connection's settings."""


def _reason(error: BaseException) -> str:
    """Why a database could not be opened; quotes nothing of its address."""
    if isinstance(error, TimeoutError):
        return "the server does not answer"
    if isinstance(error, ValueError):
        return "the address cannot be read; a password is written with %2F for /, and so on"
    if isinstance(error, asyncpg.PostgresError):
        return f"the server refuses: {error}"
    return f"the server cannot be reached: {getattr(error, 'strerror', None) or error}"


async def _set_back(connection: Any) -> None:
    for statement in statements(time.time(), "substr(md5(random()::text || place), 1, 24)"):
        await connection.execute(statement)
    sequence = "pg_get_serial_sequence('tables', 'id')"
    await connection.execute(f"SELECT setval({sequence}, nextval({sequence}) + {SKIPPED_IDS})")


async def _migrate(connection: Any) -> None:
    """Runs the migrations that are missing in one transaction; another process that starts at the
    same time waits.
    """
    known = scripts("postgresql")
    async with connection.transaction():
        await connection.execute(LOCK, MIGRATING)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, place TEXT)"
        )
        seen = await connection.fetchval("SELECT COALESCE(MAX(number), 0) FROM migrations")
        refuse_foreign(seen, known)
        for number, script in known:
            if number > seen:
                await connection.execute(script)
                await connection.execute("INSERT INTO migrations (number) VALUES ($1)", number)
