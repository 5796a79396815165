"""Honours: what they are made of, who sees them, and that they stay true."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
import simcord

from bot.standings.honours import MIN_GAMES_IN_TIME, Honours, honours
from bot.standings.results import store_results
from bot.store import ResultRow, Store
from bot.store.migrations import scripts
from bot.table import CLOCK, Person, Table, Tables, lobby, seating
from bot.table.clock import DAY_S, Clock
from games import discover
from tests.databases import empty
from tests.sim_server import SimServer, reply_text, without_bugs

ADA, BEN = 101, 102
WON, LOST = 1, 2


def played(table: int, rank: int = LOST, game: str = "wigs", **more: Any) -> ResultRow:
    """Ada's result of a game of two."""
    known: dict[str, Any] = {"guild": 1, "user": ADA, "level": "", "score": 20, "resigned": 0}
    known |= {"seat": 0, "seats": 2, "made": float(table)} | more
    return ResultRow(table_id=table, game=game, rank=rank, **known)


# --- The facts ------------------------------------------------------------------------------------


def test_somebody_who_has_finished_no_game_has_no_honours():
    assert honours([], set()) == Honours(None, [], None, 0)


def test_the_first_win_and_each_game_that_was_won_count():
    rows = [
        played(1),
        played(2, WON, "rokoko"),
        played(3, WON),
        played(4, WON, "rokoko"),
        played(5, game="royal_threadcount"),
    ]
    found = honours(rows, set())
    assert found.first_win is rows[1] and found.won == ["rokoko", "wigs"]


def test_a_game_against_a_strong_computer_player_counts_won_or_lost():
    rows = [played(1, WON), played(2), played(3, WON)]
    assert honours(rows, {2, 3}).against_strong is rows[1]


def test_ten_games_in_time_count_and_need_not_be_in_a_row():
    rows = [played(table, in_time=table % 2) for table in range(1, 2 * MIN_GAMES_IN_TIME)]
    assert honours(rows[:-1], set()).in_time == 0
    assert honours(rows, set()).in_time == MIN_GAMES_IN_TIME


def test_a_game_that_was_left_early_gives_none():
    rows = [played(table, WON, resigned=1, in_time=1) for table in range(1, 1 + MIN_GAMES_IN_TIME)]
    assert honours(rows, {1}) == Honours(None, [], None, 0)


def test_a_game_that_was_handed_over_gives_none():
    rows = [played(table, WON, level="strong") for table in range(1, 3)]
    assert honours(rows, {1}) == Honours(None, [], None, 0)


# --- Whether time ran out -------------------------------------------------------------------------


@pytest_asyncio.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    """Tables on a store of their own."""
    store = await Store.open(empty(tmp_path / "atelier.sqlite3"))
    yield Tables(store, lambda table: None)
    await store.close()


async def begin(tables: Tables, **more: Any) -> tuple[Table, Clock]:
    """A running game of Ada and Ben, with a day for an answer, and a clock that shows now."""

    async def nothing(_id: int) -> None:
        pass

    async def answer(table: Table, seat: int) -> None:
        move = table.game.default(table.state, seat)
        await table.submit(seat, move, f"{CLOCK}{table.seq}")

    table = await tables.open(
        discover()["wigs"],
        guild=1,
        channel=1,
        host=Person("Ada", user=ADA),
        seats=2,
        options={},
        **({"pace": "daily"} | more),
    )
    await lobby.join(table, BEN, "Ben")
    await lobby.start(table, ADA)
    clock = Clock(tables.store, tables, show=nothing, answer=answer, notify=nothing)
    await clock.update_turns(table)
    return table, clock


async def pass_time(clock: Clock, seconds: float) -> None:
    """So much time passes, and the clock looks."""
    now = clock.now() + seconds
    clock.now = lambda: now
    await clock.sweep()


async def in_time(table: Table) -> dict[int | None, int]:
    """Plays the game to its end; for each user whether their time never ran out."""
    while table.state.scores is None:
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"t{table.seq}")
    await store_results(table.store)
    return {row.user: row.in_time for row in await table.store.results.of_server(1, "wigs")}


@pytest.mark.parametrize("late", ["wait", "once", "seat"])
async def test_only_those_whose_time_ran_out_were_not_in_time(tables: Tables, late: Any):
    table, clock = await begin(tables, late=late)
    [seat] = table.waiting_people()
    slow, other = (table.people[each].user for each in (seat, 1 - seat))
    await pass_time(clock, 0.9 * DAY_S)
    assert await table.store.turns.timeouts(table.id) == set()
    for _ in range(3):
        await pass_time(clock, 0.2 * DAY_S)
    assert await table.store.turns.timeouts(table.id) == {slow}
    await seating.reclaim(table, slow or 0)
    assert await in_time(table) == {slow: 0, other: 1}


async def test_a_game_without_a_time_limit_does_not_count(tables: Tables):
    table, clock = await begin(tables, pace="none")
    await pass_time(clock, 100 * DAY_S)
    assert await in_time(table) == {ADA: 0, BEN: 0}


async def test_neither_somebody_who_left_nor_a_computer_player_was_in_time(tables: Tables):
    table, _clock = await begin(tables)
    await seating.leave(table, BEN)
    assert await in_time(table) == {ADA: 1, BEN: 0}


@pytest.mark.parametrize(
    ("pace", "late", "token", "note", "counts"),
    [
        ("daily", "once", "17", "Ada is away.", 1),
        ("daily", "once", f"{CLOCK}3", "", 0),
        ("daily", "seat", "17", "Time is up for {name:text}: …", 0),
        ("daily", "wait", "17", "", 0),
        ("none", "once", "17", "", 0),
    ],
)
def test_of_earlier_games_it_is_known_where_a_computer_player_answered_for_the_late(
    tmp_path: Path, pace: str, late: str, token: str, note: str, counts: int
):
    [here] = [number for number, script in scripts() if "ADD COLUMN in_time" in script]
    with closing(sqlite3.connect(tmp_path / "old.sqlite3")) as db:
        for number, script in scripts():
            if number < here:
                db.executescript(script)
        db.execute(
            "INSERT INTO tables (id, game, guild, channel, status, host, seats, people, options,"
            " seed, salt, version, made, pace, late) VALUES (1, 'wigs', 1, 1, 'over', 1, 2, '[]',"
            " '{}', '1', '', 1, 0, ?, ?)",
            (pace, late),
        )
        db.execute(
            "INSERT INTO moves (table_id, seq, kind, seat, token, question, version, news, made)"
            " VALUES (1, 0, 'move', 0, ?, 0, 1, '[]', 0)",
            (token,),
        )
        db.execute("INSERT INTO notes (table_id, seq, words, made) VALUES (1, 0, ?, 0)", (note,))
        result = "INSERT INTO results VALUES (1, ?, 'wigs', 1, ?, ?, 9, 1, 0, 2, 0)"
        db.executemany(result, [(0, ADA, ""), (1, None, "quick")])
        db.executescript(dict(scripts())[here])
        found = db.execute("SELECT seat, in_time FROM results ORDER BY seat").fetchall()
    assert found == [(0, counts), (1, 0)]


# --- Who sees them --------------------------------------------------------------------------------


@pytest.fixture
def sim(simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture) -> Iterator[SimServer]:
    """A server with two people and one who manages it."""
    with without_bugs(caplog):
        sim = SimServer.of(simcord_env, "Ada", "Ben")
        role = sim.guild.create_role(
            "Moderator", permissions=discord.Permissions(manage_guild=True)
        )
        user = simcord_env.create_user("cleo", global_name="Cleo")
        sim.people["Cleo"] = sim.guild.add_member(user, roles=[role])
        yield sim


async def store(sim: SimServer, *rows: ResultRow) -> None:
    """Stores results of Ada, each with that of a strong computer player."""
    for row in rows:
        sim.sql(
            "INSERT INTO tables (id, game, guild, channel, status, host, seats, people, options,"
            " seed, salt, version, made) VALUES (?, ?, 1, ?, 'abandoned', 1, 2, '[]', '{}', '1',"
            " '', 1, 0)",
            *(row.table_id, row.game, row.table_id),
        )
        own = replace(row, user=sim.people["Ada"].id, guild=row.guild and sim.guild.id)
        other = replace(own, seat=1, user=None, level="strong", in_time=0, rank=3 - row.rank)
        await sim.bot.store.results.add([own, other])


async def show_honours(sim: SimServer) -> None:
    """The server shows honours from now on."""
    assert "Honours in /stats:** on" in reply_text(
        await sim.command("Cleo", "server honours", shown=True)
    )


async def test_a_server_shows_honours_once_it_wants_to(sim: SimServer):
    await store(sim, played(1, WON), *(played(n, in_time=1) for n in range(2, 12)))
    assert "Honours" not in reply_text(await sim.command("Ada", "stats"))
    assert "Honours in /stats:** off" in reply_text(await sim.command("Cleo", "server show"))
    await show_honours(sim)
    said = reply_text(await sim.command("Ben", "stats", player=sim.people["Ada"]))
    assert "First win: Powdered Wigs, <t:1:d>" in said
    assert f"won at least once (1 of {len(discover())}): Powdered Wigs" in said
    assert "against a strong computer player: Powdered Wigs, <t:1:d>" in said
    assert "Always answered in time in 10 games" in said
    assert "Honours" not in reply_text(await sim.command("Ada", "stats", game="wigs"))
    await sim.command("Cleo", "server honours", shown=False)
    assert "Honours" not in reply_text(await sim.command("Ada", "stats"))


async def test_what_is_not_reached_is_not_named(sim: SimServer):
    await store(sim, played(1))
    await show_honours(sim)
    said = reply_text(await sim.command("Ada", "stats"))
    assert "strong computer player" in said and "win:" not in said and "in time" not in said
    sim.sql("UPDATE results SET level = 'steady' WHERE level = 'strong'")
    assert "Honours" not in reply_text(await sim.command("Ada", "stats"))


async def test_somebody_who_hides_their_honours_still_sees_them(sim: SimServer):
    await store(sim, played(1, WON))
    await show_honours(sim)
    said = reply_text(await sim.command("Ada", "settings honours", shown=False))
    assert "Honours: hidden from others" in said
    shown = reply_text(await sim.command("Ben", "stats", player=sim.people["Ada"]))
    assert "Games of Ada" in shown and "First win" not in shown
    assert "First win" in reply_text(await sim.command("Ada", "stats"))
    assert "Honours" not in reply_text(await sim.command("Ada", "settings honours", shown=True))
    shown = reply_text(await sim.command("Ben", "stats", player=sim.people["Ada"]))
    assert "First win" in shown


async def test_a_server_tells_of_its_own_games_and_a_dm_of_all(sim: SimServer):
    await store(sim, played(1, WON, "rokoko", guild=None), played(2, WON))
    assert "First win: Rokoko, <t:1:d>" in reply_text(await sim.command_dm("Ada", "stats"))
    await show_honours(sim)
    said = reply_text(await sim.command("Ada", "stats"))
    assert "First win: Powdered Wigs, <t:2:d>" in said and "Rokoko" not in said


async def test_honours_outlive_the_data_of_others_and_go_with_ones_own(sim: SimServer):
    await store(sim, played(1, WON, in_time=1))
    ada, ben = (sim.people[name].id for name in ("Ada", "Ben"))
    sim.sql("UPDATE results SET user = ?, level = '' WHERE seat = 1", ben)
    await sim.bot.store.turns.add_timeout(1, ben)
    privacy = sim.bot.store.privacy
    found = await privacy.export(ben)
    assert found["timeouts"] == [{"table_id": 1, "user": str(ben)}]
    await privacy.erase(ben, "steady")
    assert sim.sql("SELECT * FROM timeouts") == []
    assert "First win" in reply_text(await sim.command_dm("Ada", "stats"))
    assert (await privacy.export(ada))["results"][0]["in_time"] == 1
    await privacy.erase(ada, "steady")
    assert "No game" in reply_text(await sim.command_dm("Ada", "stats"))
