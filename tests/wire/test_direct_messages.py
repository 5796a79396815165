"""Direct messages that Discord refuses for now, and the limit on opening DM channels."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.wire.home import Home
from tests.wire.standin import (
    CLOUDFLARE,
    FLAGGED,
    NO_SHARED_SERVER,
    OPENED_WITHIN_S,
    TOO_FAST,
    FaultStrike,
    Interaction,
    labels,
    parts,
    text,
    until,
)

SECRET = "rokoko"
"""A game whose first question is secret, and goes to everybody."""
DRAFT = "brick_and_mortar"
"""A game that begins with several such questions, which are answered by buttons."""


def dms(bot: Home, name: str) -> list[dict[str, Any]]:
    """The messages in somebody's DM channel."""
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
        if int(person["id"]) in sent["allowed_mentions"]["users"]
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
    assert called(bot) == {*codes} and "Move" in labels(bot.discord.messages()[-1])
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


async def test_a_channel_of_direct_messages_that_is_gone_is_opened_again(bot: Home):
    await bot.begin(game=SECRET)
    await until(lambda: dms(bot, "Ada") and dms(bot, "Ben"), "both have a direct message")
    bot.discord.forget_dm(bot.people["Ben"])
    bot.discord.channel = bot.discord.add_channel("another room")
    await bot.begin(game=SECRET)
    await until(lambda: dms(bot, "Ben"), "Ben has a direct message again")
    assert setting(bot, "Ben") == "wanted" and len(bot.discord.opened) == 3
    assert "table 2" in text(dms(bot, "Ben")[-1]).lower()


async def test_the_second_of_two_is_written_to_although_the_channel_is_shut(bot: Home):
    await bot.open(game=SECRET)
    await bot.press("Ben", "Join")
    await until(lambda: bot.standing("Start"), "two sit there")
    shut = FaultStrike("", 403, {"code": 50001, "message": "Missing Access"})
    here = rf"/channels/{bot.discord.channel}/messages.*"
    bot.discord.refuse("POST|PATCH", here, *[shut] * 50)
    await bot.press("Ada", "Start")
    await until(lambda: dms(bot, "Ada") and dms(bot, "Ben"), "both have a direct message")


# --- By the token of a press, which does not count against the bot's limit ------------------------


async def picks(bot: Home, name: str) -> Interaction:
    """Somebody makes the first move that their direct message offers."""
    [message] = dms(bot, name)
    [first, *_] = [part for part in parts(message) if part.get("custom_id", "").startswith("move:")]
    return await bot.answered(bot.discord.use(bot.people[name], message, first))


def changes(bot: Home, number: str) -> list[tuple[str, str, int]]:
    """How a message was edited and deleted: method, "webhooks" or "channels", and status."""
    return [
        (method, path.removeprefix("/api/v10/").partition("/")[0], status)
        for method, path, status in bot.discord.log
        if method in ("PATCH", "DELETE") and number in path
    ]


@pytest.mark.parametrize("expires", [False, True])
async def test_a_pressed_message_is_replaced_by_token_and_if_it_has_expired_by_the_bot(
    bot: Home, expires: bool
):
    await bot.begin(game=DRAFT)
    await until(lambda: dms(bot, "Ada") and dms(bot, "Ben"), "both are asked")
    [asked] = dms(bot, "Ada")
    picked = await picks(bot, "Ada")
    await bot.shown()
    picked.lives = 0 if expires else picked.lives
    await picks(bot, "Ben")
    await until(
        lambda: [each["id"] != asked["id"] for each in dms(bot, "Ada")] == [True],
        "Ada is asked again in a new message, and the one before is gone",
    )
    deleted = [each for each in changes(bot, asked["id"]) if each[0] == "DELETE"]
    by_token = ("DELETE", "webhooks", 401 if expires else 204)
    assert deleted == [by_token, ("DELETE", "channels", 204)][: 1 + expires]


async def test_a_pressed_message_is_edited_by_token_when_the_game_asks_nothing_more(bot: Home):
    await bot.begin(game=DRAFT)
    await until(lambda: dms(bot, "Ada") and dms(bot, "Ben"), "both are asked")
    pressed: dict[str, str] = {}
    while (table := await bot.table()).view(None)["secret"]:
        name = table.people[table.g.asked[0]].name
        pressed[name] = dms(bot, name)[0]["id"]
        await picks(bot, name)
        await bot.shown()
    [first] = {"Ada", "Ben"} - {name}
    await until(lambda: "move:" not in str(dms(bot, first)), "nothing is asked any more")
    assert [each[1:] for each in changes(bot, pressed[first])] == [("webhooks", 200)]


async def test_the_outbox_shows_a_move_in_direct_messages_when_the_reply_fails(bot: Home):
    await bot.begin(game=DRAFT)
    await until(lambda: dms(bot, "Ada") and dms(bot, "Ben"), "both are asked")
    [asked] = dms(bot, "Ada")
    expired = FaultStrike("", 401, {"code": 50027, "message": "Invalid Webhook Token"})
    bot.discord.refuse("PATCH|POST", "/webhooks/.*", *[expired] * 2)
    [first, *_] = [part for part in parts(asked) if part.get("custom_id", "").startswith("move:")]
    bot.discord.use(bot.people["Ada"], asked, first)
    await until(lambda: "undo:" in str(dms(bot, "Ada")), "the direct message shows the move")
    assert [each["id"] for each in dms(bot, "Ada")] == [asked["id"]]
