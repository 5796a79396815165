"""Tables with web pages and their readers, without Discord."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from typing import Any

import aiohttp

from atelier_testing.project import own_games
from bot.operations.work import WorkQueue
from bot.pictures.pictures import Pictures
from bot.pictures.replays import Replays
from bot.store import Store
from bot.table import NewTable, Person, Table, Tables, lobby
from bot.web.pages import Pages
from bot.web.server import Server
from tests.databases import Address

NAMES = ("Ada <b>", "_Ben_b **best**_")
GAME = min(own_games(), key=lambda game: game.weight)


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Site:
    """A store, the web server on it, and a client."""

    store: Store
    tables: Tables
    server: Server
    client: aiohttp.ClientSession
    port: int
    steps: Any = field(default_factory=count)

    async def lobby(self, seed: int = 3, **more: Any) -> Table:
        people = [Person(NAMES[0], user=1)]
        place = {"guild": 5, "channel": 7 + next(self.steps), "seats": 2}
        table = await self.tables.open(NewTable(GAME, people=people, seed=seed, **(place | more)))
        await lobby.join(table, 2, NAMES[1])
        return table

    async def game(self, **more: Any) -> tuple[Table, str]:
        """A running game of two people, and the address of its page."""
        table = await self.lobby(**more)
        await lobby.start(table, 1)
        return table, await self.link(table)

    async def link(self, table: Table) -> str:
        """Opens the page of a table; returns its address."""
        return f"/t/{await self.store.pages.open(table.id)}"

    async def move(self, table: Table, moves: int = 1) -> None:
        for _ in range(moves):
            seat = table.state.asked[0]
            await self.submit(table, seat, table.game.default(table.state, seat))

    async def submit(self, table: Table, seat: int, move: str) -> None:
        await table.submit(seat, move, f"test:{next(self.steps)}")

    async def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """The response to a request, whatever its status."""
        async with self.client.request(method, path, headers=headers) as answer:
            return Answer(answer.status, answer.headers, await answer.read())

    async def read(self, path: str, **headers: str) -> str:
        answer = await self.get(path, **headers)
        assert answer.status == 200, (path, answer.status)
        return answer.body.decode()


def part(page: str, name: str) -> str:
    """An element of the main part of a page, as HTML; "" if there is none of this name."""
    found = re.search(rf'<(\w+) id="{name}"[^>]*>.*(?=\n)', page)
    return found[0] if found else ""


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


def pictures(page: str) -> list[tuple[str, str]]:
    """The pictures of a page: addresses below /t/, and their alternative texts."""
    found = re.findall(r'<img src="([^"]+)" alt="([^"]*)"', page)
    return [(f"/t/{source}", unescape(alt)) for source, alt in found]


def digest(page: str) -> str:
    found = re.search(r'data-digest="(\w+)"', page)
    assert found is not None
    return found[1]


async def event(stream: aiohttp.ClientResponse) -> str:
    """The next event of a stream, as one line; "" at its end, and ":" for a heartbeat."""
    lines: list[str] = []
    while line := (await stream.content.readline()).decode().strip():
        lines.append(line)
    return " | ".join(line for line in lines if line != "event: message")


async def change(stream: aiohttp.ClientResponse) -> str:
    """The next event of a stream, without heartbeats."""
    while (line := await event(stream)) == ":":
        pass
    return line


@asynccontextmanager
async def site(address: Address) -> AsyncIterator[Site]:
    store = await Store.open(address)
    tables = Tables(store, lambda table: None)
    server = Server(Pages(store, tables, Pictures(), WorkQueue()), Replays())
    try:
        await server.serve("127.0.0.1", 0)
        port = server.port
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
            yield Site(store, tables, server, client, port)
    finally:
        await server.close()
        await store.close()
