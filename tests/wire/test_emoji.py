"""The emoji of the application over HTTP: uploads that fail, two processes, emoji that are gone."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.wire.home import Home, emoji_names, home
from tests.wire.standin import LOST, FaultStrike, parts, until
from tests.wire.standin.broken import HANGS, Broken
from tests.wire.standin.emoji import MAX_EMOJI

pytestmark = pytest.mark.sampled(one_in=3)

EMOJI = r"/applications/\d+/emojis"
DONE = " uploaded, "
"""What the log says at the end of all uploads."""
MISSING_ACCESS = {"code": 50001, "message": "Missing Access"}
MANY = 60
"""Fewer emoji than all titles have."""


@pytest_asyncio.fixture
async def stopped(tmp_path: Path) -> AsyncIterator[Home]:
    """A bot that has not started yet; at the end its output must have no errors."""
    async with home(tmp_path) as made:
        yield made
        assert made.discord.unknown == []
        assert made.broken == "", made.broken


def names(bot: Home) -> set[str]:
    return {each["name"] for each in bot.discord.emoji.values()}


def uploads(bot: Home) -> int:
    """How many requests have uploaded emoji, with success or not."""
    return len([each for each in bot.discord.log if each[0] == "POST" and "/emojis" in each[1]])


def shown(message: Any) -> list[str]:
    """The ids of the emoji on the buttons and options of a message."""
    found = [each for part in parts(message) for each in (part, *part.get("options", ()))]
    return [each["emoji"]["id"] for each in found if each.get("emoji")]


async def asked(bot: Home) -> str:
    """The name of a player who is asked."""
    table = await bot.table()
    return table.names[table.waiting_people()[0]]


async def all_there(bot: Home) -> None:
    await until(lambda: names(bot) >= emoji_names(), "all emoji are there")
    await until(lambda: DONE in bot.output, "the bot has finished")


async def test_refused_lost_and_failed_uploads_are_tried_again_or_left(stopped: Home):
    bot = stopped
    bot.discord.refuse("POST", EMOJI, 500, LOST, (429, 0.2), 503, 400)
    bot.discord.refuse("GET", EMOJI, 502)
    await bot.start()
    await until(lambda: DONE in bot.output, "the bot has finished", 60)
    assert len(emoji_names() - names(bot)) <= 1, "a refused one is left to the next start"
    assert len(names(bot)) == len(bot.discord.emoji)


async def test_a_bot_that_may_not_upload_has_words_alone(stopped: Home):
    bot = stopped
    bot.discord.refuse("POST", EMOJI, FaultStrike("planned", 403, MISSING_ACCESS))
    await bot.start()
    await until(lambda: DONE in bot.output, "the bot has given up")
    assert uploads(bot) == 1 and not bot.discord.emoji
    await bot.begin()
    panel = await bot.panel(await asked(bot))
    assert "Take" in str(panel) and not shown(panel)


async def test_uploads_that_hang_delay_neither_the_start_nor_a_game(stopped: Home):
    bot = stopped
    hanging = Broken(HANGS, route="(create|list)_emoji")
    bot.discord.broken.append(hanging)
    await bot.start()
    await bot.begin()
    panel = await bot.panel(await asked(bot))
    assert "Take" in str(panel) and not shown(panel)
    bot.discord.broken.remove(hanging)


async def test_foreign_emoji_stay_and_a_full_application_is_no_error(stopped: Home):
    bot = stopped
    kept = {bot.discord.add_emoji(f"foreign_{n}")["name"] for n in range(MAX_EMOJI - MANY)}
    old = bot.discord.add_emoji("wig_scholar_000000")
    await bot.start()
    await until(lambda: DONE in bot.output, "the bot has finished", 60)
    assert kept <= names(bot) and old["name"] not in names(bot)
    assert len(names(bot) & emoji_names()) == MANY - 1
    assert uploads(bot) == MANY, "once Discord takes no more, no other one is tried"


async def test_an_emoji_that_somebody_has_deleted_costs_no_message(stopped: Home):
    bot = stopped
    await bot.start()
    await all_there(bot)
    await bot.begin()
    bot.discord.emoji.clear()
    panel = await bot.panel(await asked(bot))
    assert not shown(panel) and "Take" in str(panel)


async def test_two_processes_at_once_upload_each_emoji_once(stopped: Home, tmp_path: Path):
    (tmp_path / "other").mkdir()
    async with home(tmp_path / "other") as other:
        other.discord, stays = stopped.discord, other.discord
        await stopped.launch()
        await other.launch()
        for each in (stopped, other):
            await until(lambda each=each: DONE in each.output, "both have finished", 60)
        assert sorted(each["name"] for each in stopped.discord.emoji.values()) == sorted(
            emoji_names()
        )
        await other.end()
        other.discord = stays
