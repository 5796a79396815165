"""Calls by direct message: each arrives once, whatever befalls the bot and the message."""

from __future__ import annotations

import signal
import sqlite3
import time
from contextlib import closing
from typing import Any

import pytest

from bot.store import PingRow, Store
from tests.wire.home import Home
from tests.wire.standin import LOST, text, until
from tests.wire.standin.messages import NONCE_KNOWN_S


async def ended_before_it_hears_of_a_call(bot: Home) -> tuple[str, dict[str, Any]]:
    """Kills the bot after a call has arrived of which it never heard; its channel, and the call."""
    await bot.begin()
    await bot.shown()
    await bot.end()
    table = await bot.table()
    person = bot.people[table.names[table.state.asked[0]]]
    store = await Store.open(bot.database)
    await store.pings.save(PingRow(int(person["id"]), 0, "now", "dm"))
    await store.close()
    channel = bot.discord.dm_of(person).id
    call_now(bot)
    bot.discord.refuse("POST", f"/channels/{channel}/messages", LOST)
    await bot.start()
    [call] = await until(lambda: bot.discord.messages(channel), "the call arrives")
    await bot.end(signal.SIGKILL)
    assert "Waiting for you" in text(call)
    return channel, call


def call_now(bot: Home) -> None:
    """The persons who are asked are to be called now."""
    with closing(sqlite3.connect(bot.database)) as db, db:
        db.execute("UPDATE turns SET call = ?", (time.time() - 1,))


def is_called(bot: Home) -> bool:
    """Whether nobody is to be called any more."""
    with closing(sqlite3.connect(bot.database)) as db:
        return db.execute("SELECT * FROM turns WHERE call IS NOT NULL").fetchall() == []


@pytest.mark.parametrize("befalls", ["nothing", "its nonce is forgotten", "it is deleted"])
async def test_a_call_whose_receipt_is_lost_is_sent_once(bot: Home, befalls: str):
    channel, call = await ended_before_it_hears_of_a_call(bot)
    if befalls == "its nonce is forgotten":
        bot.discord.passed_s += 2 * NONCE_KNOWN_S
    if befalls == "it is deleted":
        bot.discord.delete_message(call)
    call_now(bot)
    await bot.start()
    await until(lambda: is_called(bot), "the call counts as made")
    left = [each["id"] for each in bot.discord.messages(channel)]
    assert left == ([] if befalls == "it is deleted" else [call["id"]])


async def test_a_reminder_for_the_same_question_is_another_call(bot: Home):
    channel, call = await ended_before_it_hears_of_a_call(bot)
    bot.discord.delete_message(call)
    with closing(sqlite3.connect(bot.database)) as db, db:
        db.execute("UPDATE turns SET stage = stage + 1")
    call_now(bot)
    await bot.start()
    await until(lambda: is_called(bot), "the call counts as made")
    assert len(bot.discord.messages(channel)) == 1
