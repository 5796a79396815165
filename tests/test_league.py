"""Leagues: sign-up, rounds, standings, seasons; nobody stalls a round, nothing happens twice."""

import json
import logging
import sys
import time
from collections.abc import Callable
from copy import copy
from typing import Any

import discord
import pytest

from bot.outbox import leagues
from bot.standings.season import Season, read_season
from bot.store import ResultRow
from bot.table import ChannelBusy, Damaged
from games import discover
from games.kernel import Game
from tests.sim_server import SimServer, alt_texts, buttons, ephemeral_text, sensible_moves, text

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")
"""Ada manages the server."""


@pytest.fixture
def sim(sim_server_of: Callable[..., SimServer]) -> SimServer:
    """A server with five people in it, the first of whom manages it."""
    made = sim_server_of(*PEOPLE[1:])
    made.people = {"Ada": made.add("Ada", manage_guild=True), **made.people}
    return made


async def new(sim: SimServer, name: str = "Ada", **more: Any) -> Any:
    """Opens a league of small games; returns what the organiser reads."""
    options = {"game": "wigs", "title": "Winter", "seats": 2, "rounds": 2} | more
    return await sim.command(name, "league new", **options)


def league(sim: SimServer) -> Any:
    return next(each for each in sim.posts() if any("league-" in i for i in pressable(each)))


def pressable(message: Any) -> list[str]:
    """The custom_ids of a message's buttons."""
    return [*buttons(message).values()]


async def signed_up(sim: SimServer, *names: str, **more: Any) -> None:
    """A league for which these people have signed up."""
    await new(sim, **more)
    for name in names:
        await sim.press(name, "Join", league(sim))


async def started(sim: SimServer, *names: str, **more: Any) -> None:
    """A league of these people in its first round."""
    await signed_up(sim, *names, **more)
    await sim.press("Ada", "Start", league(sim))


def rows(sim: SimServer) -> list[tuple[int, int, int]]:
    """The tables of all rounds: season, round, and the number of the table."""
    return sim.sql("SELECT season, round, table_id FROM league_tables ORDER BY 1, 2, number")


def running(sim: SimServer) -> list[int]:
    """The tables that are played."""
    return [n for (n,) in sim.sql("SELECT id FROM tables WHERE status = 'running' ORDER BY id")]


async def finish(sim: SimServer, *numbers: int) -> None:
    """Plays tables to their end, of which only the last moves are shown."""
    for number in numbers or running(sim):
        table = await sim.table(number)
        *unseen, last = sensible_moves(table)
        shows, table.on_change = table.on_change, lambda table: None
        for seat, move in unseen:
            await table.submit(seat, move, f"skipped:{table.seq}")
        table.on_change = shows
        await sim.behind(table.submit(*last, "last"))


async def season_of(sim: SimServer, number: int | None = None) -> Season:
    """The season of the only league, or an earlier one."""
    row = await sim.bot.store.leagues.get(1)
    assert row is not None
    return await read_season(sim.bot.store, row, number)


def met(season: Season) -> list[set[str]]:
    """Who sits at each table of the newest round."""
    return [
        {season.members[who].name for who in each.members.values()}
        for each in season.tables
        if each.row.round == season.league.round
    ]


def points(season: Season) -> dict[str, int]:
    return {
        season.members[each.member].name: int(each.points)
        for division in season.divisions
        for each in division
    }


async def later(sim: SimServer, days: float) -> None:
    """So many days pass, and the bot looks at its leagues."""
    sim.bot.leagues.now = lambda: time.time() + days * leagues.DAY_S
    await look(sim)


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says to the host of leagues."""
    said = [each for each in caplog.records if each.name == leagues.__name__]
    return [each.getMessage() for each in said if each.levelno == logging.WARNING]


async def look(sim: SimServer) -> None:
    with sim.env._bot_scope():
        sim.bot.leagues.wake()
    await sim.env.settle()


# --- Two seasons ----------------------------------------------------------------------------------


async def test_a_league_of_two_seasons(sim: SimServer):
    said = ephemeral_text(await new(sim, division=2, days=30))
    assert "The league Winter is open" in said and "Signed up: 0 people" in text(league(sim))
    for name in PEOPLE[:4]:
        said = ephemeral_text(await sim.press(name, "Join", league(sim)))
        assert said == "You are signed up for Winter, season 1."
    assert "1 person moves up from each division" in text(league(sim))
    calls = len(sim.pinged())
    await sim.press("Ada", "Start", league(sim))
    assert rows(sim) == [(1, 1, 1), (1, 1, 2)] and len(sim.room.threads) == 2
    assert met(await season_of(sim)) == [{"Ada", "Ben"}, {"Cleo", "Dora"}]
    assert all(not called for called in sim.pinged()[calls:]), "the channel calls nobody"
    for thread in sim.room.threads:
        table = await sim.bot.tables.in_channel(thread.id)
        asked = {table.people[seat].name for seat in table.waiting_people()}
        assert sim.pinged(channel=thread) == [asked], "its own board calls once"
        assert (table.row.pace, table.row.late) == ("1d", "seat")
        assert f"<#{thread.id}>" in text(league(sim))
    assert "▲" not in text(league(sim)) and not alt_texts(league(sim))
    await finish(sim)
    assert [row[:2] for row in rows(sim)] == [(1, 1), (1, 1), (1, 2), (1, 2)]
    shown = text(league(sim))
    assert "Round 2 of 2" in shown and "▲" in shown and "▼" in shown
    assert "moves up" in alt_texts(league(sim))[0] and "Ada" in alt_texts(league(sim))[0]
    await finish(sim)
    assert "The season is over" in text(league(sim)) and running(sim) == []
    over = await season_of(sim)
    assert sum(points(over).values()) == 4 * 100
    told = ephemeral_text(await sim.press("Dora", "Standings", league(sim)))
    assert "Points of a game: 100 for beating everybody" in told and "final" not in told
    await sim.press("Ada", "Next season", league(sim))
    assert "Signed up: 4 people" in text(league(sim)) and "season 2" in text(league(sim))
    told = ephemeral_text(await sim.command("Ben", "league standings"))
    assert "Winter: season 1" in told, "before a season, the last one is shown"
    await sim.press("Emil", "Join", league(sim))
    await sim.press("Ada", "Start", league(sim))
    second = await season_of(sim)
    names = [[second.members[each.member].name for each in one] for one in second.divisions]
    best, last = over.divisions
    up, down = over.members[last[0].member].name, over.members[best[1].member].name
    assert up in names[0] and down in names[1] and names[-1][-1] == "Emil"
    assert {name for division in names for name in division} == {*PEOPLE}


async def test_a_round_opens_once_whatever_restarts_in_the_language_of_the_server(sim: SimServer):
    await signed_up(sim, "Ada", "Ben", "Cleo")
    await sim.command("Ada", "server language", language="de")
    await sim.command("Ada", "league start")
    assert "Runde 1 von 2 läuft" in text(league(sim))
    before, messages = rows(sim), len(sim.posts())
    assert len(before) == 1 and met(await season_of(sim)) == [{"Ada", "Ben", "Cleo"}]
    await sim.restart()
    await look(sim)
    assert rows(sim) == before and len(sim.posts()) == messages
    await finish(sim)
    assert len(rows(sim)) == 2 and len(sim.room.threads) == 2
    assert "Siege" in alt_texts(league(sim))[0]


async def test_a_league_reads_as_discord_says_of_its_server_if_nobody_has_chosen(sim: SimServer):
    await signed_up(sim, "Ada", "Ben")
    with sim.env._bot_scope():
        await sim.bot.store.servers.save(sim.guild.id, locale="de")
    await sim.command("Ada", "league start")
    assert "Runde 1 von 2 läuft" in text(league(sim))


async def test_divisions_are_made_by_rating_and_then_as_people_signed_up(sim: SimServer):
    await signed_up(sim, "Ada", "Ben", "Cleo", "Dora", division=2)
    dora, cleo = (sim.people[name].id for name in ("Dora", "Cleo"))
    game = {"game": "wigs", "guild": sim.guild.id, "level": "", "resigned": 0, "seats": 2}
    won = ResultRow(table_id=99, seat=0, user=dora, score=9, rank=1, made=1.0, **game)
    lost = ResultRow(table_id=99, seat=1, user=cleo, score=8, rank=2, made=1.0, **game)
    await sim.bot.store.results.add([won, lost])
    await sim.press("Ada", "Start", league(sim))
    season = await season_of(sim)
    names = [[season.members[each.member].name for each in one] for one in season.divisions]
    assert names == [["Dora", "Ada"], ["Ben", "Cleo"]]


async def test_a_seat_that_was_handed_over_gets_no_points_and_the_others_keep_theirs(
    sim: SimServer,
):
    await started(sim, "Ada", "Ben", "Cleo", "Dora")
    rooms = {thread.id: thread for thread in sim.room.threads}
    [number] = [n for n in running(sim) if "Ada" in (await sim.table(n)).names]
    table = await sim.table(number)
    await sim.command("Ada", "game handover", room=rooms[table.row.channel])
    await finish(sim, number)
    season = await season_of(sim)
    [results] = [each.results for each in season.tables if each.results]
    own, other = sorted(results, key=lambda row: row.user != sim.people["Ada"].id)
    assert own.handed_over and points(season)["Ada"] == 0
    [rival] = {*table.names} - {"Ada"}
    assert points(season)[rival] == (100 if other.rank < own.rank else 0)
    assert ("(handed over)" in text(league(sim))) == (own.rank == 1)


# --- Who comes and goes ---------------------------------------------------------------------------


async def test_sign_up_and_its_refusals(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    none = "This server has no league"
    for command in ("join", "leave", "standings", "double", "start", "season", "end"):
        assert none in ephemeral_text(await sim.command("Ada", f"league {command}"))
    await new(sim)
    assert "No season has begun" in ephemeral_text(await sim.command("Ben", "league standings"))
    assert "You are not signed up" in ephemeral_text(await sim.command("Ben", "league leave"))
    assert "You are not signed up" in ephemeral_text(await sim.command("Ben", "league double"))
    await sim.press("Ben", "Join", league(sim))
    assert "signed up already" in ephemeral_text(await sim.command("Ben", "league join"))
    needs = "You need a permission for that: Manage Server."
    for command in ("start", "season", "end"):
        assert needs in ephemeral_text(await sim.command("Ben", f"league {command}"))
    assert needs in ephemeral_text(await sim.press("Ben", "Start", league(sim)))
    few = ephemeral_text(await sim.press("Ada", "Start", league(sim)))
    assert few == "A season needs at least 2 people."
    not_over = ephemeral_text(await sim.command("Ada", "league season"))
    assert "can be opened when this one is over" in not_over
    monkeypatch.setattr(sys.modules["cogs.league"], "MAX_MEMBERS", 1)
    full = ephemeral_text(await sim.press("Cleo", "Join", league(sim)))
    assert full == "This league is full: it has 1 member."
    assert ephemeral_text(await sim.press("Ben", "Leave", league(sim))) == "You have left Winter."
    assert sim.sql("SELECT * FROM league_members") == []
    await sim.press("Cleo", "Join", league(sim))
    monkeypatch.undo()
    await sim.press("Ben", "Join", league(sim))
    start = league(sim)
    old = buttons(start)["Start"]
    await sim.press("Ada", "Start", start)
    again = await sim.press_old("Ada", league(sim), old)
    assert "has started already" in ephemeral_text(again) and len(rows(sim)) == 1
    late = ephemeral_text(await sim.press("Dora", "Join", league(sim)))
    assert late == "You are signed up for Winter, from season 2 on."
    assert met(await season_of(sim)) == [{"Ben", "Cleo"}]


async def test_a_member_who_leaves_is_replaced_and_not_seated_again(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora")
    asked = (await sim.press("Ben", "Leave", league(sim))).response
    assert "Your finished games keep their points" in text(asked)
    assert "these games count 0 points for you" in text(asked)
    await sim.press("Ben", "Leave the league", asked)
    season = await season_of(sim)
    table = await sim.table(season.tables[0].row.table_id)
    assert table.people[table.names.index("Ben")].vacant and table.row.status == "running"
    refused = ephemeral_text(await sim.press("Ben", "Join", league(sim)))
    assert "You have left this season" in refused and "has left" in text(league(sim))
    await finish(sim)
    season = await season_of(sim)
    assert {"Ben"} not in met(season) and sum(map(len, met(season))) == 3
    asked = (await sim.command("Cleo", "league leave")).response
    await sim.press("Cleo", "Leave the league", asked)  # whose first table has ended
    tables = [await sim.table(number) for number in running(sim)]
    assert [p.vacant for table in tables for p in table.people if p.name == "Cleo"] == [True]
    assert points(season)["Ben"] == 0 and len(points(season)) == 4
    said = ephemeral_text(await sim.press("Ada", "Standings", league(sim)))
    assert "People who leave keep the points of their finished games" in said


async def test_who_leaves_before_their_table_is_opened_is_replaced_there(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leagues, "MAX_OPEN_OF_SERVER", 0)
    await started(sim, "Ada", "Ben")
    asked = (await sim.press("Ben", "Leave", league(sim))).response
    await sim.press("Ben", "Leave the league", asked)
    [member] = [each for each in (await season_of(sim)).members.values() if each.name == "Ben"]
    assert member.state == "left" and not running(sim)
    monkeypatch.undo()
    await later(sim, 1)
    table = await sim.table(*running(sim))
    assert [bool(person.level) for person in table.people if person.name != "Ada"] == [True]


async def test_a_member_who_gives_up_a_seat_leaves_the_season(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora")
    thread = sim.room.threads[0]
    leaving = await sim.command("Ben", "game leave", thread)
    await sim.press("Ben", "Leave the game", leaving.response)
    await look(sim)
    [member] = [each for each in (await season_of(sim)).members.values() if each.name == "Ben"]
    assert member.state == "left" and "has left" in text(league(sim))
    await finish(sim)
    assert all("Ben" not in each for each in met(await season_of(sim)))


async def test_a_member_who_left_the_server_is_not_seated(sim: SimServer):
    await signed_up(sim, "Ada", "Ben", "Cleo")
    del sim.env.backend.guilds[sim.guild.id].members[sim.people["Ben"].id]
    await sim.press("Ada", "Start", league(sim))
    assert met(await season_of(sim)) == [{"Ada", "Cleo"}]
    assert sim.sql("SELECT state FROM league_members ORDER BY id")[1] == ("left",)


async def test_a_season_ends_where_nobody_is_left_to_play_with(sim: SimServer):
    await started(sim, "Ada", "Ben")
    asked = (await sim.command("Ben", "league leave")).response
    await sim.press("Ben", "Leave the league", asked)
    await finish(sim)
    assert "The season is over" in text(league(sim))


async def test_data_of_a_member_are_given_out_and_deleted(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora")
    await finish(sim)
    user, before = sim.people["Ben"].id, points(await season_of(sim))
    about = await sim.bot.store.privacy.export(user)
    assert [each["name"] for each in about["league_members"]] == ["Ben"]
    asked = await sim.command("Ben", "mydata delete")
    assert "You leave your leagues" in text(asked.response)
    await sim.press("Ben", "Delete everything", asked.response)
    await look(sim)
    for name in ("leagues", "league_members", "league_tables", "league_seats", "league_posts"):
        assert str(user) not in str(sim.sql(f"SELECT * FROM {name}"))
        assert "Ben" not in str(sim.sql(f"SELECT * FROM {name}"))
    for message in sim.posts():
        assert str(user) not in text(message) and "Ben" not in str(alt_texts(message))
    after = points(await season_of(sim))
    assert after == {**{k: n for k, n in before.items() if k != "Ben"}, "": before["Ben"]}


# --- Rounds ---------------------------------------------------------------------------------------


async def test_after_its_time_the_next_round_opens_without_those_who_still_play(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora", days=3)
    assert "or <t:" in text(league(sim))
    await finish(sim, 1)
    await later(sim, 2)
    assert len(rows(sim)) == 2, "nobody waits less than was said"
    await later(sim, 4)
    season = await season_of(sim)
    assert met(season) == [{"Ada", "Ben"}], "they alone are free, though they have met"
    out = text(league(sim)).partition("Sitting out: ")[2].splitlines()[0]
    assert out == f"<@{sim.people['Cleo'].id}> and <@{sim.people['Dora'].id}>"
    assert points(season)["Cleo"] == points(season)["Dora"] == 50
    await finish(sim, 3)
    assert "The season is over" not in text(league(sim)), "the last tables are waited for"
    await finish(sim, 2)
    assert "The season is over" in text(league(sim))


async def test_a_member_who_wants_it_plays_two_rounds_at_once(sim: SimServer):
    await started(sim, "Ada", "Ben", "Cleo", "Dora", days=3, rounds=3)
    assert "at once: on" in ephemeral_text(
        await sim.press("Cleo", "Two rounds at once", league(sim))
    )
    for _ in range(2):
        said = ephemeral_text(await sim.command("Dora", "league double"))
    assert "at once: off" in said and "get 50 points" in said
    await finish(sim, 1)
    await later(sim, 4)
    season = await season_of(sim)
    assert met(season) == [{"Ada", "Ben", "Cleo"}]
    await later(sim, 8)
    assert len(rows(sim)) == 3, "three rounds at once are too many, and nobody else is free"


async def test_a_table_without_a_result_counts_half(sim: SimServer):
    await started(sim, "Ada", "Ben", rounds=1)
    thread = sim.room.threads[0]
    for name in ("Ada", "Ben"):
        asked = await sim.command(name, "game abandon", thread)
        if buttons(asked.response):
            await sim.people[name].click(asked.response, custom_id=pressable(asked.response)[0])
    assert points(await season_of(sim)) == {"Ada": 50, "Ben": 50}
    assert "The season is over" in text(league(sim))


async def test_computer_players_fill_only_tables_for_which_too_few_are_left(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leagues, "discover", lambda: {"wigs": wigs_for(range(3, 5))})
    await signed_up(sim, "Ada", "Ben", seats=3)
    sim.sql("UPDATE leagues SET seed = '2'")  # with it nobody draws the last seat
    await sim.press("Ada", "Start", league(sim))
    table = await sim.table(1)
    assert [bool(each.level) for each in table.people] == [False, False, True]
    assert "and 1 computer player" in text(league(sim))


async def test_in_a_game_for_two_everybody_of_three_sits_out_once(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leagues, "discover", lambda: {"wigs": wigs_for(range(2, 3))})
    await started(sim, "Ada", "Ben", "Cleo", rounds=3)
    seen = met(await season_of(sim))
    for _ in range(2):
        await finish(sim)
        seen += met(await season_of(sim))
    assert sorted(map(sorted, seen)) == [["Ada", "Ben"], ["Ada", "Cleo"], ["Ben", "Cleo"]]
    [division] = (await season_of(sim)).divisions
    assert [each.rounds for each in division] == [3 - (each.games < 2) for each in division]
    assert "Sitting out: <@" in text(league(sim))


def wigs_for(seats: range) -> Game[Any]:
    """A game that takes so many players."""
    game = copy(discover()["wigs"])
    game.seats = seats
    return game


# --- What Discord refuses -------------------------------------------------------------------------


REFUSALS = (
    (400, 200000, "AutoMod of this server blocks its words"),
    (400, 160006, "as many active threads as Discord allows"),
    (403, 50013, "Create Public Threads"),
    (400, 160005, "cannot write in this channel any more"),
    (400, 50035, "because Discord refuses it"),
)


async def test_a_thread_that_discord_refuses_is_named_and_tried_again(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    await signed_up(sim, "Ada", "Ben")
    http, refused = sim.bot.http, list[int]()
    allowed = http.start_thread_with_message
    for n, (status, code, why) in enumerate(REFUSALS):

        def refuse(*_args: Any, _status: int = status, _code: int = code, **_more: Any) -> Any:
            refused.append(_code)
            response: Any = type("Answer", (), {"status": _status, "reason": ""})()
            kind = discord.Forbidden if _status == 403 else discord.HTTPException
            raise kind(response, {"code": _code, "message": "no"})

        http.start_thread_with_message = refuse
        if n == 0:
            await sim.press("Ada", "Start", league(sim))
        else:
            await later(sim, n)
        assert refused.pop() == code and "⚠ I cannot open the next table" in text(league(sim))
        assert why in text(league(sim)) and rows(sim) == [(1, 1, 0)]
        assert f"error code: {code}" in warned(caplog).pop()
    http.start_thread_with_message = allowed
    await sim.tell("guild_channel_update", None, sim.bot.get_channel(sim.room.id))
    assert rows(sim) == [(1, 1, 1)] and "⚠" not in text(league(sim))
    above = [each for each in sim.posts() if text(each).startswith("**Winter, round 1")]
    assert len(above) == 1, "the message above the thread stands once"


async def test_a_message_that_somebody_deletes_is_posted_anew(sim: SimServer):
    await started(sim, "Ada", "Ben")
    gone = league(sim).id
    sim.env.backend.delete_message(sim.room.id, gone)
    await finish(sim)
    assert league(sim).id != gone and "Round 2" in text(league(sim))


async def test_a_table_that_cannot_be_opened_yet_waits(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(leagues, "MAX_OPEN_OF_SERVER", 0)
    await started(sim, "Ada", "Ben")
    assert "the most a server can have" in text(league(sim)) and rows(sim) == [(1, 1, 0)]
    monkeypatch.undo()
    await sim.bot.store.operator.close(0.0)
    await later(sim, 0.5)
    assert "about to be upgraded" in text(league(sim)) and rows(sim) == [(1, 1, 0)]
    await sim.bot.store.operator.reopen()
    for n, (error, why) in enumerate(
        (
            (ChannelBusy("taken"), "somebody has opened another game in its thread"),
            (Damaged("no game"), "the game “wigs” is not available here any more"),
        ),
        1,
    ):

        async def fail(*_args: Any, _error: Exception = error) -> Any:
            raise _error

        monkeypatch.setattr(sim.bot.tables, "start_league_table", fail)
        await later(sim, n)
        assert why in text(league(sim)) and rows(sim) == [(1, 1, 0)]
        assert str(error) in warned(caplog).pop()
    monkeypatch.undo()
    await later(sim, 4)
    assert rows(sim) == [(1, 1, 1)] and "⚠" not in text(league(sim))
    above = [each for each in sim.posts() if text(each).startswith("**Winter, round 1")]
    assert len(above) == 1, "the message above the thread stands once"


# --- Opening and ending ---------------------------------------------------------------------------


async def test_refusals_of_a_new_league(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    async def why(name: str = "Ada", **more: Any) -> str:
        return ephemeral_text(await new(sim, name, **more))

    assert "You need a permission for that: Manage Server." in await why("Ben")
    assert "Powdered Wigs is for 2 to 4 players, not 9" in await why(seats=9)
    assert "There is no game" in await why(game="chess")
    assert "at least as many people as a table has seats: 4" in await why(seats=4, division=3)
    assert "has no option" in await why(options="x=1")
    assert "one of: `20`, `25`" in await why(options="end_gold=21")
    assert "“accents” must be" in await why(options="accents=perhaps")
    assert "name=value" in await why(options="end_gold")
    assert "needs a name that people can read" in await why(title="\u200b")
    await why()
    assert "has a league of that name already" in await why()
    monkeypatch.setattr(sys.modules["cogs.league"], "MAX_LEAGUES", 1)
    assert "This server has 1 league, which is the most" in await why(title="Summer")
    monkeypatch.undo()
    await sim.command("Ada", "league start")
    voice = sim.guild.create_voice_channel("voice")
    options = {"game": "wigs", "title": "Third", "seats": 2}
    said = ephemeral_text(await sim.command("Ada", "league new", voice, **options))
    assert "A league needs a text channel" in said
    refused = discord.PermissionOverwrite(create_public_threads=False)
    flat = sim.guild.create_text_channel("flat", overwrites={sim.bot.user: refused})
    said = ephemeral_text(await sim.command("Ada", "league new", flat, **options))
    assert "I lack: Create Public Threads" in said
    assert sim.sql("SELECT name FROM leagues") == [("Winter",)]


async def test_of_several_leagues_one_is_chosen_by_name(sim: SimServer):
    hall = sim.guild.create_text_channel("hall")
    await new(sim)
    options = {"game": "royal_threadcount", "title": "Summer", "seats": 3}
    await sim.command("Ada", "league new", hall, **options)
    lobby = sim.guild.create_text_channel("lobby")
    several = ephemeral_text(await sim.command("Ben", "league join", lobby))
    assert "has several leagues: choose one with" in several
    assert "for Winter" in ephemeral_text(await sim.command("Ben", "league join"))
    offered = await sim.people["Ben"].autocomplete(lobby, "league join", "league", "sum")
    assert [(each["name"], each["value"]) for each in offered] == [("Summer", "2")]
    assert "for Summer" in ephemeral_text(
        await sim.command("Ben", "league join", lobby, league="2")
    )
    named = await sim.command("Cleo", "league join", lobby, league="summer")
    assert "for Summer" in ephemeral_text(named)
    wrong = ephemeral_text(await sim.command("Ben", "league join", lobby, league="Autumn"))
    assert wrong == "There is no such league here. There is: Winter and Summer."


async def test_a_league_ends_and_its_tables_go_on(sim: SimServer):
    await started(sim, "Ada", "Ben")
    shown = league(sim)
    old = buttons(shown)
    asked = (await sim.command("Ada", "league end")).response
    stranger = await sim.press_old("Ben", asked, buttons(asked)["End the league"])
    assert "You need a permission" in ephemeral_text(stranger)
    await sim.press("Ada", "End the league", asked)
    ended = next(each for each in sim.posts() if each.id == shown.id)
    assert "This league has ended." in text(ended) and buttons(ended) == {}
    for label in ("Join", "Leave", "Standings"):
        pressed = await sim.press_old("Cleo", ended, old[label])
        assert "This league has ended." in ephemeral_text(pressed)
    await finish(sim)
    assert len(rows(sim)) == 1
    assert "You need a permission" not in ephemeral_text(await new(sim)), "its name is free again"
    unknown = ephemeral_text(await sim.press_old("Cleo", ended, "league-join:99:"))
    assert "This button is out of date" in unknown


async def test_two_who_start_at_once_do_it_once_also_after_a_restored_backup(sim: SimServer):
    await signed_up(sim, "Ada", "Ben")
    sim.bot.restored_at = time.time() + 1e9  # as if the message were from before
    button = buttons(league(sim))["Start"]
    await sim.at_once(("Ada", league(sim), button), ("Ada", league(sim), button))
    assert len(rows(sim)) == 1
    people = json.loads(sim.sql("SELECT people FROM tables")[0][0])
    assert {each["name"] for each in people} == {"Ada", "Ben"}
