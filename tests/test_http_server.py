"""The HTTP server of both ports: how much of it a stranger can hold, and for how long."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web

from bot.operations import http_server
from bot.operations.descriptors import descriptor_limit
from bot.operations.http_server import HttpServer

MOST = 5
HEAD = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"
Stranger = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Small:
    """A server of a small application, and the connections of strangers."""

    def __init__(self) -> None:
        """Offers a text, one that is written once the test says so, and a large file."""
        app = web.Application()
        app.router.add_get("/text", self._text)
        app.router.add_get("/later", self._later)
        app.router.add_get("/large", self._large)
        self.server = HttpServer(app, MOST)
        self.now = asyncio.Event()
        self.asked = asyncio.Semaphore(0)

    async def _text(self, _: web.Request) -> web.Response:
        return web.Response(text="here")

    async def _later(self, _: web.Request) -> web.Response:
        self.asked.release()
        await self.now.wait()
        return web.Response(text="here")

    async def _large(self, _: web.Request) -> web.Response:
        return web.Response(body=b"x" * 30_000_000)

    async def send(self, data: bytes) -> Stranger:
        """A new connection that sends something."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port, limit=1000)
        writer.write(data)
        return reader, writer

    async def get(self, path: bytes) -> bytes:
        """The whole response to somebody who sends a request and says that it is the last."""
        reader, writer = await self.send(
            HEAD.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") % path
        )
        answer = await closed(reader)
        writer.close()
        return answer


async def closed(reader: asyncio.StreamReader) -> bytes:
    """What comes until the connection is closed."""
    got = b""
    try:
        async with asyncio.timeout(20):
            while more := await reader.read(100_000):
                got += more
    except ConnectionError:
        pass
    return got


@pytest_asyncio.fixture
async def small() -> AsyncIterator[Small]:
    made = Small()
    await made.server.start("127.0.0.1", 0)
    yield made
    made.now.set()
    await made.server.close()


@pytest.mark.parametrize("data", [b"", b"GET /", HEAD % b"text"], ids=["silent", "half", "kept"])
async def test_idle_connections_give_way_to_a_reader(small: Small, data: bytes):
    idle = [await small.send(data) for _ in range(3 * MOST)]
    assert b"200 OK" in await small.get(b"text")
    for reader, _writer in idle[: 2 * MOST]:
        await closed(reader)
    for _reader, writer in idle:
        writer.close()


async def test_a_connection_that_is_read_from_stays_when_idle_ones_give_way(small: Small):
    reader, writer = await small.send(HEAD % b"later")
    await small.asked.acquire()
    idle = [await small.send(b"G") for _ in range(3 * MOST)]
    await closed(idle[0][0])
    small.now.set()
    assert b"200 OK" in await reader.readline()
    for _reader, each in [(reader, writer), *idle]:
        each.close()


async def test_a_connection_beyond_those_that_are_busy_is_refused_and_closed(small: Small):
    busy = [await small.send(HEAD % b"later") for _ in range(MOST)]
    for _ in busy:
        await small.asked.acquire()
    answer = await small.get(b"text")
    assert answer.startswith(b"HTTP/1.1 503 ") and b"Connection: close" in answer
    small.now.set()
    for reader, writer in busy:
        assert b"200 OK" in await reader.readline()
        writer.close()


@pytest.mark.parametrize("data", [b"", b"GET /", HEAD % b"text"], ids=["silent", "half", "kept"])
async def test_an_idle_connection_is_closed_after_some_time(
    monkeypatch: pytest.MonkeyPatch, data: bytes
):
    monkeypatch.setattr(http_server, "IDLE_S", 0.05)
    made = Small()
    await made.server.start("127.0.0.1", 0)
    reader, writer = await made.send(data)
    assert (b"200 OK" in await closed(reader)) == (data == HEAD % b"text")
    writer.close()
    await made.server.close()


async def test_a_head_that_comes_slowly_has_no_longer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http_server, "IDLE_S", 0.2)
    made = Small()
    await made.server.start("127.0.0.1", 0)
    reader, writer = await made.send(b"GET /text HTTP/1.1\r\n")

    async def trickle() -> None:
        while not writer.is_closing():
            writer.write(b"x")
            await asyncio.sleep(0.01)

    slow = asyncio.create_task(trickle())
    assert await closed(reader) == b""
    slow.cancel()
    writer.close()
    await made.server.close()


async def test_a_refusal_closes_the_connection(small: Small):
    reader, writer = await small.send(HEAD % b"elsewhere")
    answer = await closed(reader)
    assert answer.startswith(b"HTTP/1.1 404 ") and b"Connection: close" in answer
    writer.close()


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"GET /text HTTP/1.1\r\n", b"A: " + b"x" * 2000 + b"\r\n"),
        (b"POST /text HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", b"x" * 4000),
    ],
    ids=["head", "body"],
)
async def test_what_a_connection_sends_is_bounded(small: Small, first: bytes, more: bytes):
    reader, writer = await small.send(first)
    sent = 0
    try:
        while sent < 100 * http_server.MAX_RECEIVED and not reader.at_eof():
            writer.write(more)
            sent += len(more)
            await writer.drain()
            await asyncio.sleep(0)
    except ConnectionError:
        pass
    assert b"200 OK" not in await closed(reader)
    writer.close()


async def test_requests_that_are_sent_ahead_are_each_answered(small: Small):
    reader, writer = await small.send(HEAD % b"later")
    await small.asked.acquire()
    writer.write(HEAD % b"text" * 100)
    writer.write(HEAD.replace(b"x", b"x\r\nConnection: close") % b"text")
    small.now.set()
    assert (await closed(reader)).count(b"200 OK") == 102
    writer.close()


@pytest.mark.parametrize("limit", ["WRITE_S", "LIFE_S"])
async def test_a_reader_who_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch, limit: str):
    monkeypatch.setattr(http_server, limit, 0.2)
    made = Small()
    await made.server.start("127.0.0.1", 0)
    reader, writer = await made.send(HEAD % b"large")
    while not made.server._busy:
        await asyncio.sleep(0.01)
    while made.server._busy or made.server._idle:
        await asyncio.sleep(0.01)
    assert len(await closed(reader)) < 30_000_000
    writer.close()
    await made.server.close()


async def test_a_server_has_at_most_a_part_of_all_descriptors():
    server = HttpServer(web.Application(), 10**9)
    await server.start("127.0.0.1", 0)
    assert server._most == descriptor_limit() // http_server.MAX_SHARE
    await server.close()
