"""Writes databases full of running tables in seconds: a few games, copied under other ids."""

import json
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

from bot.outbox.wanted import NO_QUESTION
from bot.store import Store, TableRow, TurnRow
from bot.store.rows import MOVE, POST, TABLE, TURN
from bot.table import NewTable, Person, Table, Tables, lobby, undo
from games import discover
from games.kernel import Game
from tests.databases import scratch

GUILD = 50 << 40
CHANNELS, MESSAGES, USERS, PRIVATE = 100 << 50, 101 << 50, 102 << 50, 10 << 50
"""The first ids of channels, messages, people and DM channels."""
SEATS = 8
"""More seats than any table has: users are numbered by table and seat."""
LEVEL = "quick"
MAX_PER_SWEEP = 5000
"""How many tables are written in one transaction."""


@dataclass(frozen=True)
class Pattern:
    """The rows of a game, for copies."""

    table: TableRow
    moves: list[tuple[Any, ...]]
    turns: list[TurnRow]


def channel_of(table: int) -> int:
    return CHANNELS + table


def user_of(table: int, seat: int) -> int:
    return USERS + table * SEATS + seat


def dm_of(user: int) -> int:
    return user + (1 << 50)


async def fill(path: Path, count: int, moves: int = 3, computers: int = 0) -> None:
    """Writes `count` running tables of all titles and numbers of players, each `moves` old and with
    nothing left to show. Computer players have the last `computers` seats of each.
    """
    with scratch() as folder:
        store = await Store.open(Path(folder) / "patterns.sqlite3")
        kinds = [(game, seats) for game in discover().values() for seats in game.seats]
        patterns = [await _pattern(store, *kind, moves, computers) for kind in kinds[:count]]
        await store.close()
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        for first in range(1, count + 1, MAX_PER_SWEEP):
            batch = range(first, min(first + MAX_PER_SWEEP, count + 1))
            _copy(db, [(n, patterns[n % len(patterns)]) for n in batch])


async def _pattern(
    store: Store, game: Game[Any], seats: int, moves: int, computers: int
) -> Pattern:
    """The rows of a game after some moves by people."""
    tables = Tables(store, lambda table: None)
    channel = len(await store.tables.open())
    host = Person("Player 1", user=1)
    table = await tables.open(
        NewTable(game, guild=GUILD, channel=channel, people=[host], seats=seats)
    )
    for seat in range(1, seats - computers):
        await lobby.join(table, seat + 1, f"Player {seat + 1}")
    for _ in range(seats - len(table.people)):
        await lobby.add_computer(table, 1, LEVEL)
    await lobby.start(table, 1)
    await advance(table, moves)
    lines = [await store.moves.get(table.id, seq) for seq in range(table.seq + 1)]
    return Pattern(table.row, [astuple(line) for line in lines if line], _turns(table))


async def advance(table: Table, moves: int, seed: int = 1) -> None:
    """Makes random moves for the seats that are asked, while the game goes on."""
    rng = random.Random(seed)
    for _ in range(moves):
        if table.row.status != "running":
            return
        seat = rng.choice(table.state.asked)
        move = rng.choice(table.game.legal(table.state, seat))
        await table.submit(seat, move, f"stored {table.seq}")


async def lengthen(table: Table, lines: int) -> None:
    """Makes moves and takes them back until the log has `lines` lines."""
    while table.seq < lines:
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"stored {table.seq}")
        await undo.rewind(table, table.question, f"back {table.seq}")


def _turns(table: Table) -> list[TurnRow]:
    """The turns of the people who are asked, without deadlines."""
    now = time.time()
    return [
        TurnRow(table.id, seat, 0, table.question, now, None, None)
        for seat in table.waiting_people()
    ]


def _copy(db: sqlite3.Connection, wanted: list[tuple[int, Pattern]]) -> None:
    """Writes copies of patterns under these ids in one transaction, with nothing left to show."""
    db.execute("BEGIN")
    _insert(db, "tables", TABLE, (_table(n, each.table) for n, each in wanted))
    _insert(db, "moves", MOVE, ((n, *move[1:]) for n, each in wanted for move in each.moves))
    _insert(db, "turns", TURN, (_turn(n, turn) for n, each in wanted for turn in each.turns))
    _insert(db, "posts", POST, (post for n, each in wanted for post in _posts(n, each)))
    db.execute("DELETE FROM outbox")
    db.execute("COMMIT")


def _insert(db: sqlite3.Connection, name: str, columns: str, rows: Iterator[Any]) -> None:
    marks = ", ".join("?" * len(columns.split(", ")))
    db.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", rows)


def _table(number: int, row: TableRow) -> tuple[Any, ...]:
    people = [
        person | {"user": user_of(number, seat) if person["user"] else None}
        for seat, person in enumerate(json.loads(row.people))
    ]
    own = {
        "id": number,
        "channel": channel_of(number),
        "host": user_of(number, 0),
        "people": json.dumps(people),
    }
    return tuple(own.get(each.name, getattr(row, each.name)) for each in fields(TableRow))


def _turn(number: int, turn: TurnRow) -> tuple[Any, ...]:
    return astuple(replace(turn, table_id=number, user=user_of(number, turn.seat)))


def _posts(number: int, pattern: Pattern) -> Iterator[tuple[Any, ...]]:
    """The posts of a table: its board and a DM for each person, sent just now."""
    question, now = pattern.turns[0].question if pattern.turns else 0, time.time()
    message = MESSAGES + number
    yield number, "board", channel_of(number), message, "not compared", question, now, "", ""
    for seat in range(pattern.table.seats):
        user = user_of(number, seat)
        yield (
            number,
            str(user),
            dm_of(user),
            user + PRIVATE,
            "not compared",
            NO_QUESTION,
            now,
            "",
            "",
        )
