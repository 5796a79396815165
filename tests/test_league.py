"""Leagues: sign-up, rounds, standings, seasons; nobody stalls a round, nothing happens twice."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.outbox import leagues
from bot.standings.season import Season, read_season
from bot.store import ResultRow
from bot.table import ChannelBusy, Damaged
from tests.salon import Salon, alt_texts, buttons, ephemeral_text, sensible_moves, text

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")
"""Ada manages the server."""


@pytest.fixture
def salon(salon_of: Callable[..., Salon]) -> Salon:
    """A server with five people in it, the first of whom manages it."""
    made = salon_of(*PEOPLE[1:])
    role = made.guild.create_role("Organiser", permissions=discord.Permissions(manage_guild=True))
    ada = made.guild.add_member(made.env.create_user("ada", global_name="Ada"), roles=[role])
    made.people = {"Ada": ada, **made.people}
    return made


async def new(salon: Salon, name: str = "Ada", **more: Any) -> Any:
    """Opens a league of small games; returns what the organiser reads."""
    options = {"game": "wigs", "title": "Winter", "seats": 2, "rounds": 2} | more
    return await salon.command(name, "league new", **options)


def league(salon: Salon) -> Any:
    """The message of the league."""
    return next(each for each in salon.posts() if any("league-" in i for i in pressable(each)))


def pressable(message: Any) -> list[str]:
    """The custom_ids of a message's buttons."""
    return [*buttons(message).values()]


async def signed_up(salon: Salon, *names: str, **more: Any) -> None:
    """A league for which these people have signed up."""
    await new(salon, **more)
    for name in names:
        await salon.press(name, "Join", league(salon))


async def started(salon: Salon, *names: str, **more: Any) -> None:
    """A league of these people in its first round."""
    await signed_up(salon, *names, **more)
    await salon.press("Ada", "Start", league(salon))


def rows(salon: Salon) -> list[tuple[int, int, int]]:
    """The tables of all rounds: season, round, and the number of the table."""
    return salon.sql("SELECT season, round, table_id FROM league_tables ORDER BY 1, 2, number")


def running(salon: Salon) -> list[int]:
    """The tables that are played."""
    return [n for (n,) in salon.sql("SELECT id FROM tables WHERE status = 'running' ORDER BY id")]


async def finish(salon: Salon, *numbers: int) -> None:
    """Plays tables to their end, of which only the last moves are shown."""
    for number in numbers or running(salon):
        table = await salon.table(number)
        *unseen, last = sensible_moves(table)
        shows, table.on_change = table.on_change, lambda table: None
        for seat, move in unseen:
            await table.submit(seat, move, f"skipped:{table.seq}")
        table.on_change = shows
        with salon.env._bot_scope():
            await table.submit(*last, "last")
        await salon.env.settle()


async def season_of(salon: Salon, number: int | None = None) -> Season:
    """The season of the only league, or an earlier one."""
    row = await salon.bot.store.leagues.get(1)
    assert row is not None
    return await read_season(salon.bot.store, row, number)


def met(season: Season) -> list[set[str]]:
    """Who sits at each table of the newest round."""
    return [
        {season.members[who].name for who in each.members.values()}
        for each in season.tables
        if each.row.round == season.league.round
    ]


def points(season: Season) -> dict[str, int]:
    """The points of everybody, by name."""
    return {
        season.members[each.member].name: int(each.points)
        for division in season.divisions
        for each in division
    }


async def later(salon: Salon, days: float) -> None:
    """So many days pass, and the bot looks at its leagues."""
    salon.bot.leagues.now = lambda: time.time() + days * leagues.DAY_S
    await look(salon)


async def look(salon: Salon) -> None:
    """The bot looks at its leagues."""
    with salon.env._bot_scope():
        salon.bot.leagues.wake()
    await salon.env.settle()


# --- Two seasons ----------------------------------------------------------------------------------


async def test_a_league_of_two_seasons(salon: Salon):
    said = ephemeral_text(await new(salon, division=2, days=30))
    assert "The league Winter is open" in said and "Signed up: 0 people" in text(league(salon))
    for name in PEOPLE[:4]:
        said = ephemeral_text(await salon.press(name, "Join", league(salon)))
        assert said == "You are signed up for Winter, season 1."
    assert "1 person moves up from each division" in text(league(salon))
    calls = len(salon.pinged())
    await salon.press("Ada", "Start", league(salon))
    assert rows(salon) == [(1, 1, 1), (1, 1, 2)] and len(salon.room.threads) == 2
    assert met(await season_of(salon)) == [{"Ada", "Ben"}, {"Cleo", "Dora"}]
    assert all(not called for called in salon.pinged()[calls:]), "the channel calls nobody"
    for thread in salon.room.threads:
        table = await salon.bot.tables.in_channel(thread.id)
        asked = {table.people[seat].name for seat in table.waiting_people()}
        assert salon.pinged(channel=thread) == [asked], "its own board calls once"
        assert (table.row.pace, table.row.late) == ("daily", "seat")
        assert f"<#{thread.id}>" in text(league(salon))
    assert "▲" not in text(league(salon)) and not alt_texts(league(salon))
    await finish(salon)
    assert [row[:2] for row in rows(salon)] == [(1, 1), (1, 1), (1, 2), (1, 2)]
    shown = text(league(salon))
    assert "Round 2 of 2" in shown and "▲" in shown and "▼" in shown
    assert "moves up" in alt_texts(league(salon))[0] and "Ada" in alt_texts(league(salon))[0]
    await finish(salon)
    assert "The season is over" in text(league(salon)) and running(salon) == []
    over = await season_of(salon)
    assert sum(points(over).values()) == 4 * 100
    told = ephemeral_text(await salon.press("Dora", "Standings", league(salon)))
    assert "Points of a game: 100 for beating everybody" in told and "final" not in told
    await salon.press("Ada", "Next season", league(salon))
    assert "Signed up: 4 people" in text(league(salon)) and "season 2" in text(league(salon))
    told = ephemeral_text(await salon.command("Ben", "league standings"))
    assert "Winter: season 1" in told, "before a season, the last one is shown"
    await salon.press("Emil", "Join", league(salon))
    await salon.press("Ada", "Start", league(salon))
    second = await season_of(salon)
    names = [[second.members[each.member].name for each in one] for one in second.divisions]
    best, last = over.divisions
    up, down = over.members[last[0].member].name, over.members[best[1].member].name
    assert up in names[0] and down in names[1] and names[-1][-1] == "Emil"
    assert {name for division in names for name in division} == {*PEOPLE}


async def test_a_round_opens_once_whatever_restarts_in_the_language_of_the_server(salon: Salon):
    await signed_up(salon, "Ada", "Ben", "Cleo")
    await salon.command("Ada", "server language", language="de")
    await salon.command("Ada", "league start")
    assert "Runde 1 von 2 läuft" in text(league(salon))
    before, messages = rows(salon), len(salon.posts())
    assert len(before) == 1 and met(await season_of(salon)) == [{"Ada", "Ben", "Cleo"}]
    await salon.restart()
    await look(salon)
    assert rows(salon) == before and len(salon.posts()) == messages
    await finish(salon)
    assert len(rows(salon)) == 2 and len(salon.room.threads) == 2
    assert "Siege" in alt_texts(league(salon))[0]


async def test_divisions_are_made_by_rating_and_then_as_people_signed_up(salon: Salon):
    await signed_up(salon, "Ada", "Ben", "Cleo", "Dora", division=2)
    dora, cleo = (salon.people[name].id for name in ("Dora", "Cleo"))
    game = {"game": "wigs", "guild": salon.guild.id, "level": "", "resigned": 0, "seats": 2}
    won = ResultRow(table_id=99, seat=0, user=dora, score=9, rank=1, made=1.0, **game)
    lost = ResultRow(table_id=99, seat=1, user=cleo, score=8, rank=2, made=1.0, **game)
    await salon.bot.store.results.add([won, lost])
    await salon.press("Ada", "Start", league(salon))
    season = await season_of(salon)
    names = [[season.members[each.member].name for each in one] for one in season.divisions]
    assert names == [["Dora", "Ada"], ["Ben", "Cleo"]]


# --- Who comes and goes ---------------------------------------------------------------------------


async def test_sign_up_and_its_refusals(salon: Salon, monkeypatch: pytest.MonkeyPatch):
    none = "This server has no league"
    for command in ("join", "leave", "standings", "double", "start", "season", "end"):
        assert none in ephemeral_text(await salon.command("Ada", f"league {command}"))
    await new(salon)
    assert "No season has begun" in ephemeral_text(await salon.command("Ben", "league standings"))
    assert "You are not signed up" in ephemeral_text(await salon.command("Ben", "league leave"))
    assert "You are not signed up" in ephemeral_text(await salon.command("Ben", "league double"))
    await salon.press("Ben", "Join", league(salon))
    assert "signed up already" in ephemeral_text(await salon.command("Ben", "league join"))
    needs = "You need a permission for that: Manage Server."
    for command in ("start", "season", "end"):
        assert needs in ephemeral_text(await salon.command("Ben", f"league {command}"))
    assert needs in ephemeral_text(await salon.press("Ben", "Start", league(salon)))
    few = ephemeral_text(await salon.press("Ada", "Start", league(salon)))
    assert few == "A season needs at least 2 people."
    not_over = ephemeral_text(await salon.command("Ada", "league season"))
    assert "can be opened when this one is over" in not_over
    monkeypatch.setattr(sys.modules["cogs.league"], "MAX_MEMBERS", 1)
    full = ephemeral_text(await salon.press("Cleo", "Join", league(salon)))
    assert full == "This league is full: it has 1 member."
    assert (
        ephemeral_text(await salon.press("Ben", "Leave", league(salon))) == "You have left Winter."
    )
    assert salon.sql("SELECT * FROM league_members") == []
    await salon.press("Cleo", "Join", league(salon))
    monkeypatch.undo()
    await salon.press("Ben", "Join", league(salon))
    start = league(salon)
    old = buttons(start)["Start"]
    await salon.press("Ada", "Start", start)
    again = await salon.press_old("Ada", league(salon), old)
    assert "has started already" in ephemeral_text(again) and len(rows(salon)) == 1
    late = ephemeral_text(await salon.press("Dora", "Join", league(salon)))
    assert late == "You are signed up for Winter, from season 2 on."
    assert met(await season_of(salon)) == [{"Ben", "Cleo"}]


async def test_a_member_who_leaves_is_replaced_and_not_seated_again(salon: Salon):
    await started(salon, "Ada", "Ben", "Cleo", "Dora")
    asked = (await salon.press("Ben", "Leave", league(salon))).response
    assert "games that you have not finished count 0 points" in text(asked)
    await salon.press("Ben", "Leave the league", asked)
    season = await season_of(salon)
    table = await salon.table(season.tables[0].row.table_id)
    assert table.people[table.names.index("Ben")].vacant and table.row.status == "running"
    refused = ephemeral_text(await salon.press("Ben", "Join", league(salon)))
    assert "You have left this season" in refused and "has left" in text(league(salon))
    await finish(salon)
    season = await season_of(salon)
    assert {"Ben"} not in met(season) and sum(map(len, met(season))) == 3
    assert points(season)["Ben"] == 0 and len(points(season)) == 4


async def test_a_member_who_gives_up_a_seat_leaves_the_season(salon: Salon):
    await started(salon, "Ada", "Ben", "Cleo", "Dora")
    thread = salon.room.threads[0]
    leaving = await salon.command("Ben", "game leave", thread)
    await salon.press("Ben", "Leave the game", leaving.response)
    await look(salon)
    [member] = [each for each in (await season_of(salon)).members.values() if each.name == "Ben"]
    assert member.state == "left" and "has left" in text(league(salon))
    await finish(salon)
    assert all("Ben" not in each for each in met(await season_of(salon)))


async def test_a_member_who_left_the_server_is_not_seated(salon: Salon):
    await signed_up(salon, "Ada", "Ben", "Cleo")
    del salon.env.backend.guilds[salon.guild.id].members[salon.people["Ben"].id]
    await salon.press("Ada", "Start", league(salon))
    assert met(await season_of(salon)) == [{"Ada", "Cleo"}]
    assert salon.sql("SELECT state FROM league_members ORDER BY id")[1] == ("left",)


async def test_a_season_ends_where_nobody_is_left_to_play_with(salon: Salon):
    await started(salon, "Ada", "Ben")
    asked = (await salon.command("Ben", "league leave")).response
    await salon.press("Ben", "Leave the league", asked)
    await finish(salon)
    assert "The season is over" in text(league(salon))


async def test_data_of_a_member_are_given_out_and_deleted(salon: Salon):
    await started(salon, "Ada", "Ben", "Cleo", "Dora")
    await finish(salon)
    user, before = salon.people["Ben"].id, points(await season_of(salon))
    about = await salon.bot.store.privacy.export(user)
    assert [each["name"] for each in about["league_members"]] == ["Ben"]
    asked = await salon.command("Ben", "mydata delete")
    assert "You leave your leagues" in text(asked.response)
    await salon.press("Ben", "Delete everything", asked.response)
    await look(salon)
    for name in ("leagues", "league_members", "league_tables", "league_seats", "league_posts"):
        assert str(user) not in str(salon.sql(f"SELECT * FROM {name}"))
        assert "Ben" not in str(salon.sql(f"SELECT * FROM {name}"))
    for message in salon.posts():
        assert str(user) not in text(message) and "Ben" not in str(alt_texts(message))
    after = points(await season_of(salon))
    assert after == {**{k: n for k, n in before.items() if k != "Ben"}, "": before["Ben"]}


# --- Rounds ---------------------------------------------------------------------------------------


async def test_after_its_time_the_next_round_opens_without_those_who_still_play(salon: Salon):
    await started(salon, "Ada", "Ben", "Cleo", "Dora", days=3)
    assert "or <t:" in text(league(salon))
    await finish(salon, 1)
    await later(salon, 2)
    assert len(rows(salon)) == 2, "nobody waits less than was said"
    await later(salon, 4)
    season = await season_of(salon)
    assert met(season) == [{"Ada", "Ben"}], "they alone are free, though they have met"
    out = text(league(salon)).partition("Sitting out: ")[2].splitlines()[0]
    assert out == f"<@{salon.people['Cleo'].id}> and <@{salon.people['Dora'].id}>"
    assert points(season)["Cleo"] == points(season)["Dora"] == 50
    await finish(salon, 3)
    assert "The season is over" not in text(league(salon)), "the last tables are waited for"
    await finish(salon, 2)
    assert "The season is over" in text(league(salon))


async def test_a_member_who_wants_it_plays_two_rounds_at_once(salon: Salon):
    await started(salon, "Ada", "Ben", "Cleo", "Dora", days=3, rounds=3)
    assert "at once: on" in ephemeral_text(
        await salon.press("Cleo", "Two rounds at once", league(salon))
    )
    for _ in range(2):
        said = ephemeral_text(await salon.command("Dora", "league double"))
    assert "at once: off" in said and "get 50 points" in said
    await finish(salon, 1)
    await later(salon, 4)
    season = await season_of(salon)
    assert met(season) == [{"Ada", "Ben", "Cleo"}]
    await later(salon, 8)
    assert len(rows(salon)) == 3, "three rounds at once are too many, and nobody else is free"


async def test_a_table_without_a_result_counts_half(salon: Salon):
    await started(salon, "Ada", "Ben", rounds=1)
    thread = salon.room.threads[0]
    for name in ("Ada", "Ben"):
        asked = await salon.command(name, "game abandon", thread)
        if buttons(asked.response):
            await salon.people[name].click(asked.response, custom_id=pressable(asked.response)[0])
    assert points(await season_of(salon)) == {"Ada": 50, "Ben": 50}
    assert "The season is over" in text(league(salon))


async def test_computer_players_fill_only_tables_for_which_too_few_are_left(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leagues, "discover", lambda: {"wigs": Takes(range(3, 5))})
    await started(salon, "Ada", "Ben", seats=3)
    table = await salon.table(1)
    assert len(table.people) == 3 and sum(bool(each.level) for each in table.people) == 1
    assert "and 1 computer player" in text(league(salon))


async def test_in_a_game_for_two_everybody_of_three_sits_out_once(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leagues, "discover", lambda: {"wigs": Takes(range(2, 3))})
    await started(salon, "Ada", "Ben", "Cleo", rounds=3)
    seen = met(await season_of(salon))
    for _ in range(2):
        await finish(salon)
        seen += met(await season_of(salon))
    assert sorted(map(sorted, seen)) == [["Ada", "Ben"], ["Ada", "Cleo"], ["Ben", "Cleo"]]
    [division] = (await season_of(salon)).divisions
    assert [each.rounds for each in division] == [3 - (each.games < 2) for each in division]
    assert "Sitting out: <@" in text(league(salon))


class Takes:
    """A game for so many players."""

    def __init__(self, seats: range) -> None:
        """Takes the numbers of players."""
        self.seats = seats


# --- What Discord refuses -------------------------------------------------------------------------


REFUSALS = (
    (400, 160006, "as many active threads as Discord allows"),
    (403, 50013, "Create Public Threads"),
    (400, 160005, "cannot write in this channel any more"),
    (400, 50035, "because Discord refuses it"),
)


async def test_a_thread_that_discord_refuses_is_named_and_tried_again(salon: Salon):
    await signed_up(salon, "Ada", "Ben")
    http, refused = salon.bot.http, list[int]()
    allowed = http.start_thread_with_message
    for n, (status, code, why) in enumerate(REFUSALS):

        def refuse(*_args: Any, _status: int = status, _code: int = code, **_more: Any) -> Any:
            refused.append(_code)
            response: Any = type("Answer", (), {"status": _status, "reason": ""})()
            kind = discord.Forbidden if _status == 403 else discord.HTTPException
            raise kind(response, {"code": _code, "message": "no"})

        http.start_thread_with_message = refuse
        if n == 0:
            await salon.press("Ada", "Start", league(salon))
        else:
            await later(salon, n)
        assert refused.pop() == code and "⚠ I cannot open the next table" in text(league(salon))
        assert why in text(league(salon)) and rows(salon) == [(1, 1, 0)]
    http.start_thread_with_message = allowed
    with salon.env._bot_scope():
        await salon.bot.on_guild_channel_update(None, salon.bot.get_channel(salon.room.id))
    await salon.env.settle()
    assert rows(salon) == [(1, 1, 1)] and "⚠" not in text(league(salon))
    above = [each for each in salon.posts() if text(each).startswith("**Winter, round 1")]
    assert len(above) == 1, "the message above the thread stands once"


async def test_a_message_that_somebody_deletes_is_posted_anew(salon: Salon):
    await started(salon, "Ada", "Ben")
    gone = league(salon).id
    salon.env.backend.delete_message(salon.room.id, gone)
    await finish(salon)
    assert league(salon).id != gone and "Round 2" in text(league(salon))


async def test_a_table_that_cannot_be_opened_yet_waits(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leagues, "MAX_OPEN_OF_SERVER", 0)
    await started(salon, "Ada", "Ben")
    assert "the most a server can have" in text(league(salon)) and rows(salon) == [(1, 1, 0)]
    monkeypatch.undo()
    for n, (error, why) in enumerate(
        (
            (ChannelBusy("taken"), "somebody has opened another game in its thread"),
            (Damaged("no game"), "the game “wigs” is not available here any more"),
        ),
        1,
    ):

        async def fail(*_args: Any, _error: Exception = error) -> Any:
            raise _error

        monkeypatch.setattr(salon.bot.tables, "start_league_table", fail)
        await later(salon, n)
        assert why in text(league(salon)) and rows(salon) == [(1, 1, 0)]
    monkeypatch.undo()
    await later(salon, 4)
    assert rows(salon) == [(1, 1, 1)] and "⚠" not in text(league(salon))
    above = [each for each in salon.posts() if text(each).startswith("**Winter, round 1")]
    assert len(above) == 1, "the message above the thread stands once"


# --- Opening and ending ---------------------------------------------------------------------------


async def test_refusals_of_a_new_league(salon: Salon, monkeypatch: pytest.MonkeyPatch):
    async def why(name: str = "Ada", **more: Any) -> str:
        return ephemeral_text(await new(salon, name, **more))

    assert "You need a permission for that: Manage Server." in await why("Ben")
    assert "Powdered Wigs is for 2 to 4 players, not 9" in await why(seats=9)
    assert "There is no game" in await why(game="chess")
    assert "at least as many people as a table has seats: 4" in await why(seats=4, division=3)
    assert "has no option" in await why(options="x=1")
    assert "needs a name that people can read" in await why(title="\u200b")
    await why()
    assert "has a league of that name already" in await why()
    monkeypatch.setattr(sys.modules["cogs.league"], "MAX_LEAGUES", 1)
    assert "This server has 1 league, which is the most" in await why(title="Summer")
    monkeypatch.undo()
    await salon.command("Ada", "league start")
    voice = salon.guild.create_voice_channel("voice")
    options = {"game": "wigs", "title": "Third", "seats": 2}
    said = ephemeral_text(await salon.command("Ada", "league new", voice, **options))
    assert "A league needs a text channel" in said
    refused = discord.PermissionOverwrite(create_public_threads=False)
    flat = salon.guild.create_text_channel("flat", overwrites={salon.bot.user: refused})
    said = ephemeral_text(await salon.command("Ada", "league new", flat, **options))
    assert "I lack: Create Public Threads" in said
    assert salon.sql("SELECT name FROM leagues") == [("Winter",)]


async def test_of_several_leagues_one_is_chosen_by_name(salon: Salon):
    hall = salon.guild.create_text_channel("hall")
    await new(salon)
    options = {"game": "royal_threadcount", "title": "Summer", "seats": 3}
    await salon.command("Ada", "league new", hall, **options)
    lobby = salon.guild.create_text_channel("lobby")
    several = ephemeral_text(await salon.command("Ben", "league join", lobby))
    assert "has several leagues: choose one with" in several
    assert "for Winter" in ephemeral_text(await salon.command("Ben", "league join"))
    offered = await salon.people["Ben"].autocomplete(lobby, "league join", "league", "sum")
    assert [(each["name"], each["value"]) for each in offered] == [("Summer", "2")]
    assert "for Summer" in ephemeral_text(
        await salon.command("Ben", "league join", lobby, league="2")
    )
    named = await salon.command("Cleo", "league join", lobby, league="summer")
    assert "for Summer" in ephemeral_text(named)
    wrong = ephemeral_text(await salon.command("Ben", "league join", lobby, league="Autumn"))
    assert wrong == "There is no such league here. There is: Winter and Summer."


async def test_a_league_ends_and_its_tables_go_on(salon: Salon):
    await started(salon, "Ada", "Ben")
    shown = league(salon)
    old = buttons(shown)
    asked = (await salon.command("Ada", "league end")).response
    stranger = await salon.press_old("Ben", asked, buttons(asked)["End the league"])
    assert "You need a permission" in ephemeral_text(stranger)
    await salon.press("Ada", "End the league", asked)
    ended = next(each for each in salon.posts() if each.id == shown.id)
    assert "This league has ended." in text(ended) and buttons(ended) == {}
    for label in ("Join", "Leave", "Standings"):
        pressed = await salon.press_old("Cleo", ended, old[label])
        assert "This league has ended." in ephemeral_text(pressed)
    await finish(salon)
    assert len(rows(salon)) == 1
    assert "You need a permission" not in ephemeral_text(await new(salon)), "its name is free again"
    unknown = ephemeral_text(await salon.press_old("Cleo", ended, "league-join:99:"))
    assert "This button is out of date" in unknown


async def test_two_who_start_at_once_do_it_once_also_after_a_restored_backup(salon: Salon):
    await signed_up(salon, "Ada", "Ben")
    salon.bot.restored_at = time.time() + 1e9  # as if the message were from before
    button = buttons(league(salon))["Start"]
    await salon.at_once(("Ada", league(salon), button), ("Ada", league(salon), button))
    assert len(rows(salon)) == 1
    people = json.loads(salon.sql("SELECT people FROM tables")[0][0])
    assert {each["name"] for each in people} == {"Ada", "Ben"}
