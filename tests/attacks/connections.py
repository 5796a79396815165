"""Connections to both ports that are held open, more of them than the bot has descriptors."""

import asyncio
import resource
from contextlib import suppress
from functools import partial
from pathlib import Path

import aiohttp
import yarl

from tests.wire.home import Home, home
from tests.wire.standin import until
from tests.wire.standin.things import ACKNOWLEDGE_S
from tests.wire.test_watched import free_port

WAYS = {
    "idle (half a head)": b"GET / HTTP/1.1\r\nHost:",
    "kept (a whole request, then nothing)": b"GET /page.css HTTP/1.1\r\nHost: x\r\n\r\n",
}
PRESSES = (("Ada", "My hand"), ("Ben", "My hand"), ("Ada", "Move"))
MAX_LOG_LINES = 5
AGAIN_S = 1.0
"""How long a stranger waits before a connection that was closed is opened again."""


async def attack(folder: Path) -> list[str]:
    """1,200 connections of each kind, where the bot has 1,024 descriptors."""
    return await hold(folder, 1200, 1024)


async def hold(folder: Path, count: int, descriptors: int) -> list[str]:
    """Holds so many connections of each kind on a bot with so many descriptors."""
    _raise_own_limit()
    web, metrics = free_port(), free_port()
    ports = {"WEB_PORT": str(web), "METRICS_PORT": str(metrics), "WEB_URL": f"http://x:{web}/"}
    async with home(folder) as bot:
        limit = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (descriptors // 2, descriptors))
        await bot.launch(first=limit, **ports)
        await until(lambda: bot.discord.connected, "the bot connects", 60)
        await bot.begin()
        return [
            await _hold(bot, name, data, count, f"http://127.0.0.1:{port}{path}")
            for name, data in WAYS.items()
            for port, path in ((web, "/page.css"), (metrics, "/metrics"))
        ]


async def _hold(bot: Home, name: str, data: bytes, count: int, address: str) -> str:
    port = yarl.URL(address).port
    assert port is not None
    lines, opened = bot.output.count("\n"), [0]
    held = [asyncio.create_task(_again_and_again(port, data, opened)) for _ in range(count)]
    await until(lambda: opened[0] >= count, "all connections were opened", 60)
    took: list[float] = []
    for person, label in PRESSES:
        pressed = await bot.press(person, label)
        assert pressed.acknowledged is not None
        took.append(pressed.acknowledged)
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        status = answer.status
    assert bot.process is not None
    descriptors = len([*Path(f"/proc/{bot.process.pid}/fd").iterdir()])
    for each in held:
        each.cancel()
    await asyncio.gather(*held, return_exceptions=True)
    lines = bot.output.count("\n") - lines
    assert max(took) < ACKNOWLEDGE_S, f"a press was acknowledged after {max(took):.1f} s"
    assert status == 200, f"a reader got {status}"
    assert lines <= MAX_LOG_LINES, f"{lines} lines were logged"
    return (
        f"{count} connections {name} to {address}, opened {opened[0]} times: {len(took)} presses"
        f" acknowledged within {max(took):.2f} s, a reader got {status}, {descriptors} descriptors"
        f" in use, {lines} lines logged"
    )


async def _again_and_again(port: int, data: bytes, opened: list[int]) -> None:
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(data)
                opened[0] += 1
                while await reader.read(10_000):
                    pass
            finally:
                writer.transport.abort()
        await asyncio.sleep(AGAIN_S)


def _raise_own_limit() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
