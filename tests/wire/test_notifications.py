"""Notifications by direct message: each arrives once, whatever happens to bot and message."""

import signal
import sqlite3
import time
from contextlib import closing
from typing import Any

import pytest

from bot.store import PingRow, Store
from tests.wire.home import Home
from tests.wire.standin import LOST, labels, text, until
from tests.wire.standin.messages import NONCE_KNOWN_S

pytestmark = pytest.mark.sampled(one_in=2)

SECRET = "rokoko"
"""A game whose first question goes to everybody."""
NAMES = ("Ada", "Ben", "Cleo")


async def ended_before_it_hears_of_its_calls(bot: Home) -> dict[str, dict[str, Any]]:
    """Kills the bot after notifications arrived without their receipts; returns them by name."""
    await bot.begin(*NAMES[1:], game=SECRET)
    channels = {name: bot.discord.dm_of(bot.people[name]).id for name in NAMES}
    await until(lambda: all(map(bot.discord.messages, channels.values())), "all are asked")
    await bot.shown()
    await bot.end()
    store = await Store.open(bot.database)
    for name, channel in channels.items():
        await store.pings.save(PingRow(int(bot.people[name]["id"]), 0, "now", "dm"))
        bot.discord.refuse("POST", f"/channels/{channel}/messages", LOST)
    await store.close()
    call_now(bot)
    await bot.start()
    await until(lambda: all(len(calls(bot, name)) == 1 for name in NAMES), "the calls arrive")
    await bot.end(signal.SIGKILL)
    return {name: calls(bot, name)[0] for name in NAMES}


def calls(bot: Home, name: str) -> list[dict[str, Any]]:
    sent = bot.discord.messages(bot.discord.dms[bot.people[name]["id"]])
    return [each for each in sent if "Waiting for you" in text(each) + str(labels(each))]


def call_now(bot: Home) -> None:
    """Makes the notifications of all people who are asked due now."""
    with closing(sqlite3.connect(bot.database)) as db, db:
        db.execute("UPDATE turns SET call = ?", (time.time() - 1,))


def is_called(bot: Home) -> bool:
    """Whether no notification is due any more."""
    with closing(sqlite3.connect(bot.database)) as db:
        return db.execute("SELECT * FROM turns WHERE call IS NOT NULL").fetchall() == []


@pytest.mark.parametrize("befalls", ["it is deleted", "its nonce is forgotten"])
async def test_a_call_whose_receipt_is_lost_is_sent_once_and_a_reminder_is_another_call(
    bot: Home, befalls: str
):
    """Ada's notification is fine, something happens to Ben's, and Cleo gets a reminder."""
    sent = await ended_before_it_hears_of_its_calls(bot)
    bot.discord.delete_message(sent["Cleo"])
    if befalls == "it is deleted":
        bot.discord.delete_message(sent["Ben"])
    else:
        bot.discord.passed_s += 2 * NONCE_KNOWN_S
    with closing(sqlite3.connect(bot.database)) as db, db:
        cleo = bot.people["Cleo"]["id"]
        db.execute('UPDATE turns SET stage = stage + 1 WHERE "user" = ?', (cleo,))
    call_now(bot)
    await bot.start()
    await until(lambda: is_called(bot), "the calls count as made")
    assert calls(bot, "Ada") == [sent["Ada"]]
    assert calls(bot, "Ben") == ([] if befalls == "it is deleted" else [sent["Ben"]])
    assert len(calls(bot, "Cleo")) == 1
