"""A bot whose gateway is cut, or whose process is gone, while the clock goes on."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.databases import ask
from tests.wire.home import Home, Process, home
from tests.wire.standin import text, until
from tests.wire.test_two import Pair, running

pytestmark = pytest.mark.sampled(one_in=3)

HOUR_S = 3600
AWAY = "I was away for 5 hours; all deadlines moved."


def put_forward(bot: Home, hours: float) -> None:
    """Puts the clock of the bot's machine forward."""
    new = bot.folder / "skew.new"
    new.write_text(str(hours * HOUR_S))
    new.replace(bot.folder / "skew")  # the bot reads it at any moment


class SkewedPair(Pair):
    """Two processes on a machine whose clock can be put forward."""

    async def _start(self, shard: int) -> Process:
        return await self.launch(**skewable(self), **self.settings(shard))


def skewable(bot: Home) -> dict[str, str]:
    """What makes the clock of a bot one that `put_forward` changes."""
    return {"module": "tests.wire.skewed", "SKEW_FILE": str(bot.folder / "skew")}


@pytest_asyncio.fixture
async def skewed(tmp_path: Path) -> AsyncIterator[Home]:
    """A running bot whose clock can be put forward."""
    async with home(tmp_path) as made:
        await made.launch(**skewable(made))
        await until(lambda: made.discord.connected, "the bot connects")
        yield made
        assert made.broken == "", made.broken


async def fast_game(bot: Home) -> None:
    """A game of Ada and Ben with an hour for an answer."""
    await bot.open("Pace: fast")
    await bot.press("Ben", "Join")
    await until(lambda: bot.noted("Ben"), "Ben sits there")
    await bot.press("Ada", "Start")
    await until(lambda: bot.standing("My hand", "Move"), "the board stands there")
    while await ask(bot.database, "SELECT * FROM outbox"):
        await asyncio.sleep(0.05)


async def turns(bot: Home) -> list[Any]:
    """Who is asked, and until when."""
    return await ask(bot.database, "SELECT seat, due FROM turns")


async def test_a_bot_without_its_gateway_takes_nobodys_turn(skewed: Home):
    bot = skewed
    await fast_game(bot)
    [(seat, due)] = await turns(bot)
    bot.discord.gateway_is_cut = True
    bot.discord.hang_up()
    await until(lambda: "Attempting a reconnect" in bot.output, "the bot notices", 20)
    put_forward(bot, 5)
    await asyncio.sleep(1.5)  # several sweeps
    assert bot.moves() == [] and await turns(bot) == [(seat, due)]
    bot.discord.gateway_is_cut = False
    await until(lambda: bot.noted(AWAY), "the table is told", 30)
    [(same, later)] = await turns(bot)
    assert same == seat and abs(later - due - 5 * HOUR_S) < 60
    assert bot.moves() == [] and await ask(bot.database, "SELECT * FROM timeouts") == []
    put_forward(bot, 5.04)
    await asyncio.sleep(0.5)
    put_forward(bot, 5.07)
    await asyncio.sleep(0.5)
    assert sum(text(each).count(AWAY) for each in bot.discord.messages()) == 1


async def test_a_process_without_which_nobody_could_press_takes_nobodys_turn(
    tmp_path: Path, postgres: str
):
    async with running(SkewedPair, tmp_path, postgres) as two:
        await fast_game(two)
        [(seat, due)] = await turns(two)
        await two.kill(1)
        put_forward(two, 5)
        await asyncio.sleep(1.5)  # several sweeps of the other process
        assert await two.log() == [] and await turns(two) == [(seat, due)]
        two.shards[1] = await two._start(1)
        await until(lambda: two.noted(AWAY), "the table is told", 30)
        [(same, later)] = await turns(two)
        assert same == seat and abs(later - due - 5 * HOUR_S) < 60
        assert await two.log() == [] and await ask(two.database, "SELECT * FROM timeouts") == []
