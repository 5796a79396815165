"""Tables of one process on a store in a file, or on PostgreSQL, without Discord."""

import itertools
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.store import MoveRow, Store
from bot.table import NewTable, Person, Table, Tables, lobby
from bot.table.settings import OptionSetting, options_of, value_label
from games import discover
from tests.databases import Address, empty

ADA, BEN, CLEO, DORA = 101, 102, 103, 104
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}
GAMES = sorted(discover())
SEED = 0xC0FFEE5EEDBA5E01
"""A number that does not occur anywhere by chance."""
MANY = 3000
"""Moves after which a test gives up waiting for a game."""


@pytest_asyncio.fixture
async def store(address: Address) -> AsyncIterator[Store]:
    """An empty store: in a file, and on a server."""
    opened = await Store.open(address)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    store = await Store.open(empty(tmp_path / "atelier.sqlite3"))
    yield Tables(store, lambda table: None)
    await store.close()


async def choose_option(table: Table, user: int, name: str, value: Any) -> None:
    """Somebody chooses an option of the game, also one that it does not have."""
    setting = options_of(table.game).get(name, OptionSetting(name, {}))
    await lobby.choose(table, user, (setting, value_label(value)))


async def lobby_of(
    tables: Tables, name: str = "wigs", *people: int, seats: int = 0, **more: Any
) -> Table:
    """A table of these people, or of Ada and Ben."""
    game = discover()[name]
    host, *others = people or (ADA, BEN)
    seats = seats or max(len(people) or 2, game.seats[0])
    seated = {"people": [Person(NAMES[host], user=host)], "seats": seats}
    table = await tables.open(NewTable(game, **{"guild": 1, "channel": 1} | seated | more))
    for user in others:
        await lobby.join(table, user, NAMES[user])
    return table


async def game_of(tables: Tables, name: str = "wigs", *people: int, **more: Any) -> Table:
    """A running game of these people; computer players sit where more are needed."""
    table = await lobby_of(tables, name, *people, **more)
    while len(table.people) < table.row.seats:
        await lobby.add_computer(table, table.row.host)
    await lobby.start(table, table.row.host)
    return table


@dataclass
class Harness:
    """The tables of one process, and the changes that it was notified of."""

    address: Address
    store: Store
    tables: Tables
    changed: list[int] = field(default_factory=list)
    channels: Any = field(default_factory=lambda: itertools.count(1))
    tokens: Any = field(default_factory=lambda: itertools.count(1))

    async def lobby(self, name: str = "wigs", *people: int, **more: Any) -> Table:
        """A table of these people in a channel of its own."""
        return await lobby_of(self.tables, name, *people, channel=next(self.channels), **more)

    async def game(self, name: str = "wigs", *people: int, **more: Any) -> Table:
        """A running game in a channel of its own."""
        return await game_of(self.tables, name, *people, channel=next(self.channels), **more)

    async def move(self, table: Table, seat: int, move: str) -> Any:
        return await table.submit(seat, move, f"interaction {next(self.tokens)}")

    async def play_until(
        self, table: Table, there: Callable[[Table], bool], rng: random.Random | None = None
    ) -> Table:
        """The table after sensible (or random) moves up to where something holds."""
        for _ in range(MANY):
            if there(table):
                return table
            seat = table.state.asked[0]
            legal = table.game.legal(table.state, seat)
            default = table.game.default(table.state, seat)
            await self.move(table, seat, rng.choice(legal) if rng else default)
        raise AssertionError("it never comes to that")

    async def log(self, table: Table) -> list[MoveRow]:
        return await self.store.moves.of(table.id)


@asynccontextmanager
async def process(address: Address) -> AsyncIterator[Harness]:
    """A harness as a process would have it: a connection and tables of its own."""
    store = await Store.open(address)
    changed: list[int] = []
    try:
        yield Harness(
            address, store, Tables(store, lambda table: changed.append(table.id)), changed
        )
    finally:
        await store.close()


@pytest_asyncio.fixture
async def harness(address: Address, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harness]:
    """A harness with an empty store. Every game has the same seed, so that tests repeat."""
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)
    async with process(address) as opened:
        yield opened


def position(table: Table) -> bytes:
    return table.game.dump(table.state)


def a_move(table: Table) -> tuple[int, str]:
    """A sensible move of somebody who is asked."""
    seat = table.state.asked[0]
    return seat, table.game.default(table.state, seat)


def secretly_asked(table: Table) -> bool:
    return len(table.state.asked) > 1


async def secret_question(harness: Harness, *people: int) -> Table:
    return await harness.play_until(await harness.game("wigs", *people), secretly_asked)
