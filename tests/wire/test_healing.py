"""Refusals whose end no event tells."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.outbox.retries import MAX_UNARCHIVED
from tests.wire.channel import types
from tests.wire.home import Home, home
from tests.wire.standin import FaultStrike, until
from tests.wire.standin.things import SILENT

SHUT = FaultStrike("", 403, {"code": 50013, "message": "Missing Permissions"})


@pytest_asyncio.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Home]:
    """A bot that soon tries again what Discord refused."""
    async with home(tmp_path) as made:
        await made.launch(module="tests.wire.hasty")
        await until(lambda: made.discord.connected, "the bot connects")
        yield made
        assert made.broken == "", made.broken


@pytest.mark.sampled
@pytest.mark.parametrize("thread", [False, True], ids=["channel", "thread"])
async def test_a_table_whose_channel_is_open_again_is_shown_without_an_event(
    bot: Home, thread: bool
):
    """A thread is closed to the bot and open again with its parent; no event names the thread."""
    discord = bot.discord
    if thread:
        discord.channel = discord.add_thread("aside", discord.channel).id
    await bot.begin()
    await bot.shown()
    discord.refuse("POST|PATCH", rf"/channels/{discord.channel}/messages.*", *[SHUT] * 1000)
    await bot.answered(await types(bot))
    refused = [(method, status) for method, _, status in discord.log if status == 403]
    await until(
        lambda: sum(status == 403 for _, _, status in discord.log) > len(refused) + 1,
        "it is tried again",
    )
    discord.troubles.clear()
    await bot.shown()
    assert bot.output.count("the table cannot be shown in its channel") == 1


async def test_where_a_bot_deletes_every_message_a_question_rings_once(bot: Home):
    await bot.begin()
    await bot.shown()
    discord = bot.discord
    discord.swept.add(discord.channel)
    before = len(discord.sends)
    await bot.answered(await types(bot))
    await until(lambda: "a message is edited no more" in bot.output, "it is deleted")
    await bot.everything_shown()
    assert [bool(each.get("flags", 0) & SILENT) for each in discord.sends[before:]] == [False, True]


async def test_a_bot_that_archives_the_thread_is_not_fought(bot: Home):
    discord = bot.discord
    thread = discord.add_thread("aside", discord.channel)
    discord.channel = thread.id
    await bot.begin()
    await bot.shown()
    for _ in range(MAX_UNARCHIVED):
        discord.archive(thread.id)
        await until(lambda: not thread.archived, "it is unarchived")
    discord.archive(thread.id)
    await until(lambda: "stays archived" in bot.output, "it gives up")
    assert thread.archived
