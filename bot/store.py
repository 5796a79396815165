"""The store: tables, moves, messages and people in SQLite. It is the truth; memory only keeps
copies of it.

One INSERT carries a move and the state after it, and a trigger puts the table into the outbox in
the same transaction, so what was acknowledged survives a power cut and what must be shown is not
forgotten.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import aiosqlite

Status = Literal["lobby", "running", "over", "abandoned", "broken"]
Dms = Literal["wanted", "unwanted", "closed"]
KEPT_STATES = 200
"""States of the latest moves that are kept; of older ones every twentieth."""


class Taken(Exception):
    """The row is there already: a move of this number, or an open table in this channel."""


@dataclass(slots=True)
class TableRow:
    """A table as it is stored; `people` and `options` are JSON."""

    id: int
    game: str
    guild: int | None
    channel: int
    status: Status
    host: int
    seats: int
    people: str
    options: str
    votes: str
    seed: str
    salt: str
    version: int
    made: float


@dataclass(slots=True)
class MoveRow:
    """A line of a table's log; `state` is dumped and compressed.

    A start opens a game, an end is the move that closes it, an undo returns to an earlier state.
    With a start or an end the status of the table changes in the same transaction.
    """

    table_id: int
    seq: int
    kind: Literal["start", "move", "end", "undo"]
    seat: int | None
    move: str | None
    token: str | None
    question: int
    """The number of the line with which the open question arose."""
    back_to: int | None
    """For an undo, the line whose state stands again."""
    version: int
    state: bytes | None
    news: str
    made: float
    label: str | None = None
    """What the move was called for people."""


@dataclass(slots=True)
class PostRow:
    """A message that shows a table."""

    table_id: int
    place: str
    channel: int
    message: int
    shown: str
    question: int
    made: float


TABLE = ", ".join(each.name for each in fields(TableRow))
MOVE = ", ".join(each.name for each in fields(MoveRow))
POST = ", ".join(each.name for each in fields(PostRow))


class Store:
    """The database of a bot, open from `open` to `close`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """Takes an open connection; use `open`."""
        self._db = connection

    @classmethod
    async def open(cls, path: Path) -> Store:
        """The store in this file, made or brought up to date; sqlite3.Error where it cannot be."""
        # Tried first, because a failed connect of aiosqlite leaves a thread behind.
        await asyncio.to_thread(_try, path)
        connection = await aiosqlite.connect(path, isolation_level=None)
        try:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000"):
                await connection.execute_fetchall(f"PRAGMA {pragma}")
            await _migrate(connection)
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Closes the database; nothing is pending, since every write was committed."""
        await self._db.close()

    # --- tables ----------------------------------------------------------------------------------

    async def add_table(self, row: TableRow) -> int:
        """The number of the new table; Taken where the channel has an open one. `row.id` is
        ignored.
        """
        names = [each.name for each in fields(TableRow)[1:]]
        values = [getattr(row, name) for name in names]
        try:
            cursor = await self._db.execute(
                f"INSERT INTO tables ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
                values,
            )
        except sqlite3.IntegrityError as error:
            raise Taken from error
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def table(self, table_id: int) -> TableRow | None:
        """A table by its number."""
        rows = await self._all(f"SELECT {TABLE} FROM tables WHERE id = ?", (table_id,))
        return TableRow(*rows[0]) if rows else None

    async def save_table(self, row: TableRow, before: TableRow) -> None:
        """Stores what may change of a table.

        Taken where the table is no longer as `before` says, or would be the second open one of its
        channel.
        """
        try:
            cursor = await self._db.execute(
                "UPDATE tables SET status = ?, host = ?, seats = ?, people = ?, options = ?,"
                " votes = ?, version = ? WHERE id = ? AND status = ? AND people = ?"
                " AND options = ? AND votes = ?",
                (
                    *(row.status, row.host, row.seats, row.people, row.options),
                    *(row.votes, row.version, row.id),
                    *(before.status, before.people, before.options, before.votes),
                ),
            )
        except sqlite3.IntegrityError as error:
            raise Taken from error
        if cursor.rowcount == 0:
            raise Taken

    async def open_table_in(self, channel: int) -> TableRow | None:
        """The table of a channel that is being gathered or played."""
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE channel = ? AND status IN ('lobby', 'running')",
            (channel,),
        )
        return TableRow(*rows[0]) if rows else None

    async def last_table_in(self, channel: int) -> TableRow | None:
        """The newest table of a channel, whatever became of it."""
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE channel = ? ORDER BY id DESC LIMIT 1", (channel,)
        )
        return TableRow(*rows[0]) if rows else None

    async def open_tables(
        self, guild: int | None = None, user: int | None = None
    ) -> list[TableRow]:
        """Tables that are being gathered or played, oldest first: of a server, of a person, or
        all.
        """
        wanted, values = ["status IN ('lobby', 'running')"], list[Any]()
        if guild is not None:
            wanted.append("guild = ?")
            values.append(guild)
        if user is not None:
            wanted.append(
                "EXISTS (SELECT 1 FROM json_each(people) WHERE json_extract(value, '$.user') = ?)"
            )
            values.append(user)
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE {' AND '.join(wanted)} ORDER BY id", values
        )
        return [TableRow(*row) for row in rows]

    # --- moves -----------------------------------------------------------------------------------

    async def add_move(self, row: MoveRow) -> None:
        """Commits a line of the log; Taken where this number, or this interaction, is there
        already.
        """
        values = astuple(row)
        try:
            await self._db.execute(
                f"INSERT INTO moves ({MOVE}) VALUES ({', '.join('?' * len(values))})", values
            )
        except sqlite3.IntegrityError as error:
            raise Taken from error
        if row.seq % 20 == 0:
            await self._db.execute(
                "UPDATE moves SET state = NULL WHERE table_id = ? AND seq < ? AND seq % 20 != 0"
                " AND state IS NOT NULL",
                (row.table_id, row.seq - KEPT_STATES),
            )

    async def last_move(self, table_id: int) -> MoveRow | None:
        """The newest line of a table's log."""
        rows = await self._all(
            f"SELECT {MOVE} FROM moves WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table_id,)
        )
        return MoveRow(*rows[0]) if rows else None

    async def move(self, table_id: int, seq: int) -> MoveRow | None:
        """One line of a table's log."""
        rows = await self._all(
            f"SELECT {MOVE} FROM moves WHERE table_id = ? AND seq = ?", (table_id, seq)
        )
        return MoveRow(*rows[0]) if rows else None

    async def move_of_token(self, table_id: int, token: str) -> MoveRow | None:
        """The line that an interaction wrote."""
        rows = await self._all(
            f"SELECT {MOVE} FROM moves WHERE table_id = ? AND token = ?", (table_id, token)
        )
        return MoveRow(*rows[0]) if rows else None

    async def moves(self, table_id: int, newest: int = 1_000_000) -> list[MoveRow]:
        """The log of a table, oldest first, at most so many of its newest lines; without states."""
        columns = MOVE.replace("state", "NULL")
        rows = await self._all(
            f"SELECT {columns} FROM moves WHERE table_id = ? ORDER BY seq DESC LIMIT ?",
            (table_id, newest),
        )
        return [MoveRow(*row) for row in reversed(rows)]

    # --- what is to be shown ---------------------------------------------------------------------

    async def to_show(self) -> list[int]:
        """The tables in the outbox."""
        return [row[0] for row in await self._all("SELECT table_id FROM outbox ORDER BY table_id")]

    async def ticket(self, table_id: int) -> int | None:
        """What `shown` must name; None where nothing is to be shown."""
        rows = await self._all("SELECT ticket FROM outbox WHERE table_id = ?", (table_id,))
        return rows[0][0] if rows else None

    async def show(self, table_id: int) -> None:
        """Puts a table into the outbox."""
        await self._db.execute(
            "INSERT INTO outbox (table_id, ticket) VALUES (?, 1)"
            " ON CONFLICT (table_id) DO UPDATE SET ticket = ticket + 1",
            (table_id,),
        )

    async def shown(self, table_id: int, ticket: int) -> None:
        """Takes a table out of the outbox, unless something came after this ticket."""
        await self._db.execute(
            "DELETE FROM outbox WHERE table_id = ? AND ticket = ?", (table_id, ticket)
        )

    async def posts(self, table_id: int) -> dict[str, PostRow]:
        """The messages that show a table, by place."""
        rows = await self._all(f"SELECT {POST} FROM posts WHERE table_id = ?", (table_id,))
        return {row[1]: PostRow(*row) for row in rows}

    async def save_post(self, row: PostRow) -> None:
        """Stores which message shows a table at a place."""
        values = astuple(row)
        await self._db.execute(
            f"INSERT OR REPLACE INTO posts ({POST}) VALUES ({', '.join('?' * len(values))})", values
        )

    async def drop_post(self, table_id: int, place: str) -> None:
        """Forgets the message of a place."""
        await self._db.execute(
            "DELETE FROM posts WHERE table_id = ? AND place = ?", (table_id, place)
        )

    # --- people ----------------------------------------------------------------------------------

    async def dms(self, users: Iterable[int]) -> dict[int, Dms]:
        """Which of these people have settled something about private messages, and what."""
        wanted = list(users)
        rows = await self._all(
            f"SELECT user, dms FROM people WHERE user IN ({', '.join('?' * len(wanted))})", wanted
        )
        return {row[0]: row[1] for row in rows}

    async def settle_dms(self, user: int, dms: Dms) -> None:
        """Stores whether a person has private messages from the bot."""
        await self._db.execute(
            "INSERT INTO people (user, dms) VALUES (?, ?)"
            " ON CONFLICT (user) DO UPDATE SET dms = excluded.dms",
            (user, dms),
        )

    async def _all(self, sql: str, values: Iterable[Any] = ()) -> list[Any]:
        return list(await self._db.execute_fetchall(sql, values))


def _try(path: Path) -> None:
    sqlite3.connect(path).close()


async def _migrate(connection: aiosqlite.Connection) -> None:
    """Runs every numbered file of `migrations/` that the database has not seen, each in whole."""
    scripts = sorted(
        (int(each.name.split("_")[0]), each)
        for each in files("bot").joinpath("migrations").iterdir()
        if each.name.endswith(".sql")
    )
    if await _version(connection) > scripts[-1][0]:
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


def plain(value: Any) -> str:
    """Compact JSON for a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
