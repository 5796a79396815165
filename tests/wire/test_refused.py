"""Messages that Discord refuses for good: logged once, and not sent again and again."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.channel import types, whose_turn
from tests.wire.home import Home, home
from tests.wire.standin import FaultStrike, labels, until

pytestmark = pytest.mark.sampled(one_in=3)

MESSAGES = r"/channels/\d+/messages(/\d+)?"
INVALID = {"code": 50035, "message": "Invalid Form Body"}
TOO_LARGE = {"code": 40005, "message": "Request entity too large"}
REFUSED, SHUT = "Discord refuses a message of the table", "the table cannot be shown in its channel"
"""Log lines about a message, and about a whole channel."""
TWO_RETRIES_S = 2.5
"""In this time the bot repeats a request twice that failed for a passing reason."""


@pytest_asyncio.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Home]:
    """A bot with a running game; errors in its log are allowed."""
    async with home(tmp_path) as made:
        await made.start()
        yield made
        assert "Traceback" not in made.output and made.discord.unknown == []


async def move(bot: Home, *, in_private: bool = False) -> None:
    person, _move = whose_turn(bot)
    where = bot.discord.dm_of(person).id if in_private else ""
    await bot.answered(await types(bot, where))


def refused(bot: Home) -> int:
    """How often Discord has refused a message to the channel."""
    return sum(
        method in ("POST", "PATCH") and bot.discord.channel in path and status >= 400
        for method, path, status in bot.discord.log
    )


async def is_left_alone(bot: Home, said: str = REFUSED) -> None:
    """Checks that the bot does not repeat what was refused, and has logged it once."""
    await until(lambda: said in bot.output, "the host is told")
    await bot.everything_shown()
    before = refused(bot)
    await asyncio.sleep(TWO_RETRIES_S)
    assert refused(bot) == before and bot.output.count(said) == 1


@pytest.mark.parametrize("code", [400001, 40005])
async def test_a_board_whose_picture_is_not_taken_is_told_in_words(bot: Home, code: int):
    await bot.begin()
    before = await bot.shown()
    bot.discord.limits_uploads = code == 400001
    if code == 40005:
        bot.discord.refuse("PATCH", MESSAGES, FaultStrike("", 413, TOO_LARGE))
    await move(bot)
    await until(lambda: bot.noted("Discord takes no pictures"), "the board is told in words")
    await until(lambda: len(bot.discord.messages()) == 1, "the board before is gone")
    [board] = bot.discord.messages()
    assert not board["attachments"] and board["id"] != before["id"]
    await is_left_alone(bot)
    bot.discord.limits_uploads = False
    await move(bot)
    await bot.shown()
    await until(lambda: not bot.noted("Discord takes no pictures"), "its picture is back")
    assert bot.output.count(" ERROR ") == 1


async def test_a_board_that_is_not_valid_waits_for_the_next_move(bot: Home):
    await bot.begin()
    await bot.shown()
    bot.discord.refuse("POST|PATCH", MESSAGES, *[FaultStrike("", 400, INVALID)] * 50)
    await move(bot)
    await is_left_alone(bot)
    bot.discord.troubles.clear()
    await move(bot)
    await bot.shown()


async def begun_in_thread(bot: Home) -> str:
    """Starts a game in a thread; returns the id of the thread."""
    thread = bot.discord.add_thread("aside", bot.discord.channel)
    bot.discord.channel = thread.id
    await bot.begin()
    await bot.shown()
    return thread.id


async def test_a_thread_that_is_locked_is_left_alone_until_it_is_open_again(bot: Home):
    thread = await begun_in_thread(bot)
    bot.discord.lock(thread)
    await move(bot, in_private=True)
    await is_left_alone(bot, SHUT)
    bot.discord.lock(thread, locked=False)
    await bot.shown()


async def test_a_game_that_is_given_up_while_its_thread_is_locked_looks_so_afterwards(bot: Home):
    thread = await begun_in_thread(bot)
    bot.discord.archive(thread, locked=True)
    await until(lambda: "the table's thread is locked" in bot.output, "it is left archived")
    for name in ("Ada", "Ben"):
        person = bot.people[name]
        home = bot.discord.dm_of(person).id
        typed = await bot.answered(bot.discord.command(person, "game leave", where=home))
        assert typed.response is not None
        pressed = bot.discord.press(person, typed.response, labels(typed.response)[0])
        await bot.answered(pressed)
    assert (await bot.table()).row.status == "abandoned"
    await until(lambda: SHUT in bot.output, "Discord refuses the last board")
    bot.discord.unarchive(thread)
    await until(lambda: not bot.standing("Move"), "the board shows that the game is over")
