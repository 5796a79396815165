"""A review that a killed bot has started: the next one finishes it in the same message."""

import signal
import sqlite3
from contextlib import closing

import pytest

from bot.players.review import Decision, stored_decisions
from bot.store import ALL_TENTHS, ReviewRow, Store
from bot.table import Tables
from tests.sim_server import sensible_moves
from tests.wire.home import Home
from tests.wire.standin import EPHEMERAL, text, until

pytestmark = pytest.mark.sampled(one_in=2)

QUICK = {"THINKING_SECONDS": "0.01"}


async def end_of_game(bot: Home) -> None:
    """Plays the game to its end while the bot is stopped."""
    store = await Store.open(bot.database)
    table = await Tables(store, lambda table: None).get(1)
    for seat, move in sensible_moves(table):
        await table.submit(seat, move, f"away:{table.seq}")
    await store.close()


def found(bot: Home) -> tuple[int, dict[int, Decision]]:
    """How many tenths of the review are done, and its decisions by their lines."""
    with closing(sqlite3.connect(bot.database)) as db:
        rows = db.execute("SELECT * FROM reviews").fetchall()
    row = ReviewRow(*rows[0]) if rows else None
    return (row.tenths, {each.line: each for each in stored_decisions(row)}) if row else (0, {})


async def test_a_review_goes_on_after_a_kill_in_the_message_that_showed_it(bot: Home):
    await bot.begin()
    await bot.end()
    await end_of_game(bot)
    await bot.launch(**QUICK)
    await until(lambda: bot.discord.connected, "the bot connects")
    asked = await bot.answered(await bot.press("Ada", "Review"))
    assert asked.response is not None and asked.response["flags"] & EPHEMERAL
    assert "%" in text(asked.response) and "How close" not in text(asked.response)
    await until(lambda: found(bot)[1], "something is stored", 120)
    await bot.end(signal.SIGKILL)
    tenths, before = found(bot)
    assert tenths < ALL_TENTHS, "the bot was killed in the middle"
    await bot.launch(**QUICK)
    await until(lambda: "How close" in text(asked.response), "the message shows it", 240)
    tenths, after = found(bot)
    assert tenths == ALL_TENTHS and before.keys() < after.keys()
    assert all(after[line] == each for line, each in before.items() if after[line].looks == 1)
    assert len(bot.discord.messages()) == 1, "nobody else sees it"
