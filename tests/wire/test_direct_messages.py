"""Direct messages that Discord refuses for now, and the limit on opening DM channels."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.wire.home import Home, home
from tests.wire.standin import (
    CLOUDFLARE,
    FLAGGED,
    NO_SHARED_SERVER,
    OPENED_WITHIN_S,
    TOO_FAST,
    FaultStrike,
    labels,
    until,
)

pytestmark = pytest.mark.sampled(one_in=3)

SECRET = "rokoko"
"""A game whose first question is secret, and goes to everybody."""


def dms(bot: Home, name: str) -> list[dict[str, Any]]:
    number = bot.discord.dms.get(bot.people[name]["id"])
    return bot.discord.messages(number) if number else []


def setting(bot: Home, name: str) -> str:
    """The stored DM setting of somebody."""
    with closing(sqlite3.connect(bot.database)) as db:
        user = bot.people[name]["id"]
        found = db.execute('SELECT dms FROM people WHERE "user" = ?', (user,)).fetchone()
    return found[0] if found else "wanted"


def called(bot: Home) -> set[str]:
    """Everybody whom a board has pinged in the channel."""
    here = [each for each in bot.discord.sends if each["channel_id"] == bot.discord.channel]
    return {
        name
        for name, person in bot.people.items()
        for sent in here
        if int(person["id"]) in sent["allowed_mentions"].get("users", ())
        and f"<@{person['id']}>" in json.dumps(sent)
    }


@pytest.mark.parametrize("code", [TOO_FAST, FLAGGED])
async def test_somebody_whose_channel_is_not_opened_is_asked_at_the_table(bot: Home, code: int):
    await asks_at_the_table(bot, {"Ben": code})
    assert setting(bot, "Ben") == "wanted"


async def test_people_in_whose_channels_nothing_is_taken_are_asked_at_the_table(bot: Home):
    bot.people["Dora"] = bot.discord.person("Dora")
    codes = {"Ben": TOO_FAST, "Cleo": CLOUDFLARE, "Dora": NO_SHARED_SERVER}
    for name in codes:
        bot.discord.dm_of(bot.people[name])
    await asks_at_the_table(bot, codes)
    settings = [setting(bot, name) for name in codes]
    assert settings == ["wanted", "wanted", "closed"]


async def asks_at_the_table(bot: Home, codes: dict[str, int]) -> None:
    """Starts a game with people to whom Discord lets the bot not write; it tries once each."""
    for name, code in codes.items():
        bot.discord.not_written[bot.people[name]["id"]] = code
    await bot.begin(*codes, game=SECRET)
    await until(lambda: {*codes} <= called(bot), "they are called in the channel")
    await until(lambda: dms(bot, "Ada"), "Ada has a direct message")
    await until(lambda: "Move" in labels(bot.discord.messages()[-1]), "the board is shown")
    assert called(bot) == {*codes}
    refused = [path for _method, path, status in bot.discord.log if status == 403]
    assert len(refused) == len(codes)


async def test_channels_of_direct_messages_are_opened_slowly_and_kept(bot: Home):
    bot.people["Dora"] = bot.discord.person("Dora")
    await bot.begin("Ben", "Cleo", "Dora", game=SECRET)
    names = ("Ada", "Ben", "Cleo", "Dora")
    await until(lambda: all(dms(bot, name) for name in names), "all have a direct message")
    opened = bot.discord.opened
    assert len(opened) == 4 and opened[3] - opened[0] > OPENED_WITHIN_S
    assert not any(status == 403 for _method, _path, status in bot.discord.log)
    assert called(bot) == set()
    await bot.end()
    await bot.start()
    bot.discord.channel = bot.discord.add_channel("another room")
    await bot.begin("Ben", "Cleo", "Dora", game=SECRET)
    await until(lambda: all(len(dms(bot, name)) == 2 for name in names), "all have another")
    assert len(bot.discord.opened) == 4


async def test_the_second_of_two_is_written_to_although_the_channel_is_shut(bot: Home):
    await bot.open(game=SECRET)
    await bot.press("Ben", "Join")
    await until(lambda: bot.standing("Start"), "two sit there")
    shut = FaultStrike("", 403, {"code": 50001, "message": "Missing Access"})
    here = rf"/channels/{bot.discord.channel}/messages.*"
    bot.discord.refuse("POST|PATCH", here, *[shut] * 50)
    await bot.press("Ada", "Start")
    await until(lambda: dms(bot, "Ada") and dms(bot, "Ben"), "both have a direct message")


async def test_processes_share_the_pause_between_first_direct_messages(tmp_path: Path):
    async with home(tmp_path) as bot:
        discord, bot.dm_seconds = bot.discord, 0.3
        while int(discord.guild) >> 22 & 1:  # a guild of the shard that this process has
            discord.guild = discord.add_guild("Another guild")
            discord.channel = discord.add_channel("lounge", discord.guild)
        await bot.launch(SHARD_COUNT="2", SHARD_IDS="0")
        await until(lambda: discord.connected, "the bot connects")
        await bot.begin(game=SECRET)
        await until(lambda: len(discord.opened) == 2, "both have a direct message")
        first, second = discord.opened
        assert second - first > 0.9 * bot.dm_seconds * 2
        assert bot.broken == "", bot.broken
