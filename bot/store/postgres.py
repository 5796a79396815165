"""PostgreSQL: several processes share one database.

What only one process may do is guarded by an advisory lock, a claim. The server releases it when
its connection ends, so a killed process keeps none.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from typing import Any, Literal

from bot.store.database import (
    Claim,
    Conflict,
    Connection,
    Database,
    Dialect,
    NotOpened,
    OutOfService,
    WriteGuard,
)
from bot.store.migrations import must_be_known, scripts

try:
    import asyncpg as package  # pyright: ignore[reportMissingTypeStubs]
except ImportError as error:
    raise NotOpened(
        "it names a PostgreSQL server, and for that the package asyncpg must be installed"
    ) from error

asyncpg: Any = package
MAX_CONNECTIONS = 8
"""Of one process, beside the connection that holds its claims."""
STATEMENT_TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 10.0
SETTINGS = {
    "application_name": "atelier",
    # An acknowledged move survives a power cut, also if the server has another default.
    "synchronous_commit": "on",
    # A machine that loses its network loses its claims after a minute.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
CONNECTION_ERRORS = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.ObjectNotInPrerequisiteStateError,
)
"""What asyncpg raises if a connection is lost, or none can be made."""
DIALECT = Dialect(
    voted="EXISTS (SELECT 1 FROM jsonb_path_query(as_json(votes), '$.**') AS agreed"
    " WHERE agreed = to_jsonb(?::bigint))",
    named="EXISTS (SELECT 1 FROM jsonb_path_query(as_json(people), '$[*]') AS seat"
    " WHERE seat->>'user' IS NULL"
    " AND seat->>'name' IN (SELECT jsonb_array_elements_text(?::jsonb)))",
    personal="SELECT c.relname, a.attnotnull FROM pg_class AS c"
    " JOIN pg_attribute AS a ON a.attrelid = c.oid"
    " WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace"
    " AND a.attname = 'user' AND NOT a.attisdropped ORDER BY c.relname",
    locked=" FOR NO KEY UPDATE",
)


class PostgresConnection(Connection):
    """One connection to a server, or a pool of them."""

    dialect = DIALECT

    def __init__(self, connection: Any) -> None:
        """Takes what runs statements."""
        self._connection = connection

    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query."""
        with _named():
            return await self._connection.fetch(numbered(sql), *values)

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Runs a statement; how many rows it wrote."""
        with _named():
            done: str = await self._connection.execute(numbered(sql), *values)
        count = done.rpartition(" ")[2]
        return int(count) if count.isdecimal() else 0

    async def insert(self, sql: str, values: Sequence[Any] = ()) -> int:
        """The id of the row that a statement inserts."""
        with _named():
            return await self._connection.fetchval(f"{numbered(sql)} RETURNING id", *values)


class PostgresDatabase(PostgresConnection, Database):
    """A database on a server; other processes may use it too."""

    shared = True

    def __init__(self, pool: Any, claims: Claims) -> None:
        """Takes an open pool of connections, and the claims of this process."""
        super().__init__(pool)
        self._pool, self._claims = pool, claims
        self.guard = WriteGuard(retry_always=True)

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Runs a statement; how many rows it wrote."""
        with self.guard.writing():
            return await super().execute(sql, values)

    async def insert(self, sql: str, values: Sequence[Any] = ()) -> int:
        """The id of the row that a statement inserts."""
        with self.guard.writing():
            return await super().insert(sql, values)

    async def probe_write(self) -> None:
        """Writes something and deletes it; raises OutOfService if that fails."""
        await super().execute("INSERT INTO trials VALUES (''::bytea)")
        await super().execute("DELETE FROM trials")

    def transaction(self) -> AbstractAsyncContextManager[Connection]:
        """Reads what is committed; rows read with `Dialect.locked` are locked until it ends."""
        return self._apart("read_committed")

    def snapshot(self) -> AbstractAsyncContextManager[Connection]:
        """Reads the database as it was at the first query."""
        return self._apart("repeatable_read")

    @asynccontextmanager
    async def _apart(
        self, isolation: Literal["read_committed", "repeatable_read"]
    ) -> AsyncGenerator[Connection]:
        with _named():
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation=isolation),
            ):
                yield PostgresConnection(connection)

    def claim(self, what: Claim, number: int) -> AbstractAsyncContextManager[bool]:
        """Tries to take a lock; yields False if another process or task has it."""
        return self._claims.claim(key(what, number))

    async def close(self) -> None:
        """Closes all connections."""
        await self._claims.close()
        await self._pool.close()


class Claims:
    """The advisory locks of this process, on one connection that is reopened if it is lost."""

    def __init__(self, address: str) -> None:
        """Takes the address of the server; connects with the first claim."""
        self._address = address
        self._connection: Any = None
        self._one_at_a_time = asyncio.Lock()
        self._held: set[int] = set()

    @asynccontextmanager
    async def claim(self, number: int) -> AsyncGenerator[bool]:
        """Tries to take this lock; yields whether it has it."""
        if number in self._held:
            yield False
            return
        self._held.add(number)
        try:
            had: bool = await self._ask("SELECT pg_try_advisory_lock($1)", number)
            try:
                yield had
            finally:
                if had:
                    await self._release(number)
        finally:
            self._held.discard(number)

    async def _release(self, number: int) -> None:
        with suppress(OutOfService):
            await self._ask("SELECT pg_advisory_unlock($1)", number)

    async def _ask(self, sql: str, number: int) -> Any:
        async with self._one_at_a_time:
            try:
                with _named():
                    if self._connection is None or self._connection.is_closed():
                        self._connection = await _connect(self._address)
                    return await self._connection.fetchval(sql, number)
            except OutOfService:
                await self.close()  # with its connection the server takes every lock back
                raise

    async def close(self) -> None:
        """Releases all locks."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


def key(what: Claim, number: int) -> int:
    """The number of the advisory lock for a claim."""
    return what << 56 | number


@lru_cache(maxsize=1024)
def numbered(sql: str) -> str:
    """A statement with $1, $2 and so on, as PostgreSQL wants it, for each `?`."""
    first, *others = sql.split("?")
    return first + "".join(f"${n}{part}" for n, part in enumerate(others, 1))


@contextmanager
def _named() -> Generator[None]:
    """Turns the errors of asyncpg into those of the store."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise Conflict from error
    except (OutOfService, asyncpg.DataError):
        raise
    except CONNECTION_ERRORS as error:
        raise OutOfService(
            "its server cannot be reached; look at it and at DATABASE_URL"
        ) from error


# --- Opening --------------------------------------------------------------------------------------


async def open_server(address: str) -> PostgresDatabase:
    """Opens the database at an address, and creates or migrates it; raises NotOpened if that
    fails.
    """
    try:
        pool = await asyncpg.create_pool(
            address,
            min_size=1,
            max_size=MAX_CONNECTIONS,
            command_timeout=STATEMENT_TIMEOUT_S,
            timeout=CONNECT_TIMEOUT_S,
            server_settings=SETTINGS,
            reset=_nothing,
        )
        try:
            async with pool.acquire() as connection:
                await _migrate(connection)
        except BaseException:
            await pool.close()
            raise
    except (*CONNECTION_ERRORS, asyncpg.PostgresError, ValueError) as error:
        raise NotOpened(_reason(error)) from None
    return PostgresDatabase(pool, Claims(address))


async def _connect(address: str) -> Any:
    return await asyncpg.connect(
        address,
        timeout=CONNECT_TIMEOUT_S,
        command_timeout=STATEMENT_TIMEOUT_S,
        server_settings=SETTINGS,
    )


async def _nothing(_connection: Any) -> None:
    """Resets nothing: no statement of the store changes the settings of a connection."""


def _reason(error: BaseException) -> str:
    """Why a database could not be opened, without a word of its address."""
    if isinstance(error, TimeoutError):
        return "the server does not answer"
    if isinstance(error, ValueError):
        return "the address cannot be read; a password is written with %2F for /, and so on"
    if isinstance(error, asyncpg.PostgresError):
        return f"the server refuses: {error}"
    return f"the server cannot be reached: {getattr(error, 'strerror', None) or error}"


async def _migrate(connection: Any) -> None:
    """Runs all migrations that the database has not had in one transaction; another process that
    starts at the same time waits.
    """
    known = scripts("postgresql")
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", key(Claim.MIGRATE, 0))
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)"
        )
        seen = await connection.fetchval("SELECT COALESCE(MAX(number), 0) FROM migrations")
        must_be_known(seen, known)
        for number, script in known:
            if number > seen:
                await connection.execute(script)
                await connection.execute("INSERT INTO migrations VALUES ($1)", number)
