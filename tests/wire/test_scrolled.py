"""A board that has scrolled away, and how the bot learns of it."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.wire.channel import messages_of, newest, types
from tests.wire.home import Home
from tests.wire.standin import labels, until


async def until_ada_is_asked(bot: Home) -> None:
    """Waits until the computer player has nothing to do and everything is shown."""
    await until(lambda: newest(bot).state.asked == [0], "the computer player has moved")
    await bot.everything_shown()


async def move_later(bot: Home) -> list[str]:
    """Ada moves two minutes later; the methods of the bot's requests about messages."""
    with closing(sqlite3.connect(bot.database)) as db, db:
        db.execute("UPDATE posts SET made = made - 120 WHERE place = 'board'")
    before = len(bot.discord.log)
    await bot.answered(await types(bot))
    await until_ada_is_asked(bot)
    there = messages_of(bot)
    return [how for how, path, _ in bot.discord.log[before:] if there in path]


def board(bot: Home) -> dict[str, Any]:
    [found] = [each for each in bot.discord.messages() if "My hand" in labels(each)]
    return found


def talk(bot: Home, times: int) -> None:
    place = bot.discord.places[bot.discord.channel]
    for _ in range(times):
        place.add(bot.discord.message(place.id, {"content": "small talk"}, {}))


@pytest.mark.sampled(one_in=3)
async def test_the_bot_looks_for_a_board_only_where_somebody_has_written_since(bot: Home):
    await bot.open(computers=1)
    await bot.press("Ada", "Start")
    await bot.shown()
    await until_ada_is_asked(bot)
    first = board(bot)["id"]
    assert {*await move_later(bot)} == {"PATCH"}
    talk(bot, 4)
    assert "GET" in await move_later(bot)
    assert board(bot)["id"] == first
    talk(bot, 1)
    assert {"GET", "POST", "DELETE"} <= {*await move_later(bot)}
    assert board(bot)["id"] != first
