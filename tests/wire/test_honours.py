"""Honours on the wire: a timeout is remembered although the bot is killed."""

from __future__ import annotations

import signal
import sqlite3
import time
from contextlib import closing

from bot.standings.results import store_results
from bot.store import Store
from bot.table import Tables
from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import text, until


async def test_that_time_ran_out_is_kept_although_the_bot_is_killed(bot: Home):
    await bot.begin()
    await bot.end(signal.SIGKILL)
    with closing(sqlite3.connect(bot.database)) as db, db:
        db.execute("UPDATE turns SET due = ?, next = ?", (time.time(), time.time()))
        [(slow,)] = db.execute('SELECT "user" FROM turns')
    await bot.start()
    with ledger.reading(bot.database) as db:
        late = "SELECT table_id, user FROM timeouts"
        await until(lambda: db.execute(late).fetchall() == [(1, slow)], "time is up")
        await until(lambda: bot.noted("Time is up for"), "the computer player answers")
    await bot.end(signal.SIGKILL)
    store = await Store.open(bot.database)
    table = await Tables(store, lambda table: None).get(1)
    while table.state.scores is None:
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"t{table.seq}")
    await store_results(store)
    rows = await store.results.of_server(table.row.guild, "wigs")
    assert {row.user: row.in_time for row in rows} == {
        person.user: int(person.user != slow) for person in table.people
    }
    await store.close()
    await bot.start()
    winner = next(
        person
        for person in bot.people.values()
        if any(row.user == int(person["id"]) and row.rank == 1 for row in rows)
    )
    shown = await bot.answered(bot.discord.command(winner, "server honours", shown=True))
    assert "Honours in /stats:** on" in text(shown.response)
    shown = await bot.answered(bot.discord.command(winner, "stats"))
    assert "First win: Powdered Wigs" in text(shown.response)
