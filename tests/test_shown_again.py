"""What cannot be shown, for a setting or a bug, stops nobody and is shown once it can be."""

import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import fields
from pathlib import Path

import pytest

from bot.outbox import table_workers
from bot.store import Claim, PersonRow, PingRow
from tests.sim_server import SimServer, buttons, reply_text, text

SETTINGS = {each.name for each in fields(PersonRow)}

UNREADABLE = {
    "zone": ("Gone/City", "../Berlin", "Europe", "/etc/localtime", "\0"),
    "quiet": ("at night", "22-7", "25:00-07:00", "07:00-07:00", "22:00-07:00\n", "22:00"),
    "dms": ("sometimes",),
    "confirm": ("perhaps",),
    "how": ("by pigeon",),
    "place": ("pub",),
    "away": ("soon", float("inf")),
    "told": ("yesterday",),
    "dm_channel": ("there",),
    "invitable": ("yes",),
    "forced": ("yes",),
    "minutes": ("few", float("inf")),
    "early": ("maybe",),
}
"""Values that no release stores, by setting."""


async def lobby_of_two(sim: SimServer) -> int:
    """A lobby in which all sit; returns Ben's number."""
    await sim.open(seats=2, pace="daily")
    await sim.press("Ben", "Join")
    return sim.people["Ben"].id


def store_unreadable(file: Path, user: int, name: str, value: object) -> None:
    """Stores a setting of a user behind the bot's back, whatever it is."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        if name in SETTINGS:
            db.execute("INSERT OR IGNORE INTO people (user) VALUES (?)", (user,))
            db.execute(f"UPDATE people SET {name} = ?", (value,))
        else:
            db.execute(
                "INSERT OR IGNORE INTO pings VALUES (?, 0, 'now', 'channel', 60, 0)", (user,)
            )
            db.execute(f"UPDATE pings SET {name} = ?", (value,))


def test_every_setting_is_tried():
    assert UNREADABLE.keys() | {"user"} == SETTINGS - {"language", "locale"} | {
        each.name for each in fields(PingRow)
    } - {"table_id"}


@pytest.mark.parametrize("name", UNREADABLE)
async def test_a_setting_that_cannot_be_read_has_its_default(
    sim: SimServer, caplog: pytest.LogCaptureFixture, name: str
):
    user, store = sim.people["Ben"].id, sim.bot.store
    for value in UNREADABLE[name]:
        store_unreadable(sim.file, user, name, value)
        with sim.env._bot_scope():
            person = await store.people.get(user)
            [ping] = [*await store.pings.of_user(user), PingRow(user)][:1]
            assert name in SETTINGS or (await store.pings.of([user], 5))[user] == ping
        assert (person, ping) == (PersonRow(user), PingRow(user)), value
        shown = reply_text(await sim.command("Ben", "settings show"))
        assert "Your settings" in shown and "all tables" in shown
    said = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert len([line for line in said if f"the setting “{name}”" in line]) == 1


async def test_a_zone_that_the_host_does_not_know_stops_no_table(sim: SimServer):
    ben = await lobby_of_two(sim)
    with sim.env._bot_scope():
        await sim.bot.store.people.save(ben, zone="Gone/City", quiet="22:00-07:00")
    await sim.press("Ada", "Start")
    assert "Move" in buttons(sim.board())
    assert sim.sql("SELECT zone FROM people WHERE zone = 'Gone/City'")  # it may be known again


async def test_a_table_that_a_bug_has_hidden_is_shown_when_it_can_be(
    sim: SimServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    """A damaged line stands for the bug."""
    monkeypatch.setattr(table_workers, "FIRST_WAIT_S", 1000.0)  # so that SimCord waits for no try
    await lobby_of_two(sim)
    spoil = "UPDATE moves SET news = 'spoilt'"
    sim.sql(f"CREATE TRIGGER spoil AFTER INSERT ON moves BEGIN {spoil}; END")
    await sim.press("Ada", "Start")
    with sim.env._bot_scope():
        sim.bot.outbox.kick(1)  # it is tried again in vain
    await sim.env.settle()
    said = [each.getMessage() for each in caplog.records if each.levelno == logging.ERROR]
    assert said == ["the table could not be shown"]
    caplog.clear()
    assert "Move" not in buttons(sim.board())
    assert sim.sql("SELECT * FROM outbox") and sim.sql("SELECT due FROM turns WHERE due > 0")
    sim.sql("DROP TRIGGER spoil")
    sim.sql("UPDATE moves SET news = '[]'")
    await sim.restart()
    assert "Move" in buttons(sim.board()) and not sim.sql("SELECT * FROM outbox")


async def test_a_game_has_a_pause_between_updates_and_a_lobby_none(sim: SimServer):
    pause_s = sim.bot.outbox._pause_s = 1000.0  # SimCord waits for what is soon
    await sim.open(seats=2)
    await sim.press("Ben", "Join")
    assert "Ben" in text(sim.board())
    await sim.press("Ada", "Start")
    for _ in range(2):
        shown = text(sim.board())
        [name] = await sim.asked()
        await sim.command(name, "move", move=await sim.default(name))
        assert text(sim.board()) == shown
        await sim.env.advance_time(pause_s)
        assert text(sim.board()) != shown


async def test_a_table_that_another_process_shows_is_left_to_it(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    store = sim.bot.store

    @asynccontextmanager
    async def claim(what: Claim, _number: int = 0) -> AsyncGenerator[bool]:
        yield what is not Claim.SHOW

    await sim.gather_two()
    [name] = await sim.asked()
    with monkeypatch.context() as patched:
        patched.setattr(store, "claim", claim)
        await sim.command(name, "move", move=await sim.default(name))
    assert await store.outbox.ticket(1) is not None, "it may end before it has shown the table"
    await sim.behind(sim.bot.outbox.resume_all())
    assert await store.outbox.ticket(1) is None
