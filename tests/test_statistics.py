"""What /stats and /leaderboard tell of many games, and from what."""

import csv
import io
from typing import Any

import pytest

from bot.standings.ratings import course, fresh, ratings
from bot.standings.results import store_results
from bot.standings.statistics import (
    MIN_ANSWERS,
    MIN_SPEED_GAMES,
    answer_time_s,
    best,
    by_players,
    by_seat,
    closest,
    meetings,
    year_of,
)
from bot.store import CLOCK, COMPUTER, FORCED, MoveRow, ResultRow
from bot.table import Table, Tables, seating
from bot.table.clock import DAY_S, Clock
from tests.sim_server import SimServer, alt_texts, reply_text, text
from tests.tables import game_of

ADA, BEN, CLEO = 101, 102, 103


def game(table: int, *places: tuple[int | str, int, int], **more: Any) -> list[ResultRow]:
    """The results of a game: users or levels of computer players, their ranks and points."""
    known: dict[str, Any] = {"game": "wigs", "guild": 1, "resigned": 0, "made": float(table)} | more
    return [
        ResultRow(
            table_id=table,
            seat=seat,
            user=who if isinstance(who, int) else None,
            level="" if isinstance(who, int) else who,
            score=score,
            rank=rank,
            seats=len(places),
            **known,
        )
        for seat, (who, rank, score) in enumerate(places)
    ]


# --- The facts ------------------------------------------------------------------------------------


def test_meetings_count_who_was_placed_before_whom():
    games = [
        game(1, (ADA, 1, 30), (BEN, 2, 20), (CLEO, 3, 10)),
        game(2, (BEN, 1, 30), (ADA, 2, 20)),
        game(3, (ADA, 1, 20), (BEN, 1, 20)),
        game(4, (ADA, 1, 20), ("steady", 2, 10)),
    ]
    met = [(each.user, each.games, each.ahead, each.behind) for each in meetings(games, ADA)]
    assert met == [(BEN, 3, 1, 1), (CLEO, 1, 1, 0)]


def test_a_seat_that_was_handed_over_meets_nobody():
    handed = game(1, (ADA, 1, 30), (BEN, 2, 20))
    handed[1].level = "strong"
    assert meetings([handed], ADA) == meetings([handed], BEN) == []


def test_places_and_points_by_seat_and_by_players():
    rows = [
        game(1, (ADA, 1, 30), (BEN, 2, 20))[0],
        game(2, (BEN, 1, 30), (ADA, 2, 20))[1],
        game(3, (ADA, 3, 10), (BEN, 1, 20), (CLEO, 2, 15))[0],
    ]
    seats = {key: (each.games, each.place, each.points) for key, each in by_seat(rows).items()}
    assert seats == {0: (2, 2.0, 20.0), 1: (1, 2.0, 20.0)}
    players = {key: (each.games, each.place) for key, each in by_players(rows).items()}
    assert players == {2: (2, 1.5), 3: (1, 3.0)}


def test_the_best_game_is_the_best_place_with_most_points():
    rows = [
        game(n, (ADA, rank, score))[0] for n, rank, score in ((1, 2, 99), (2, 1, 30), (3, 1, 40))
    ]
    assert best(rows) is rows[2]
    assert best([]) is None


def test_the_closest_game_has_the_smallest_lead_and_a_shared_win_is_none():
    far = game(1, (ADA, 1, 30), (BEN, 2, 20))
    near = game(2, (ADA, 1, 30), (BEN, 2, 29), (CLEO, 3, 1))
    shared = game(3, (ADA, 1, 30), (BEN, 1, 30))
    assert closest([far, near, shared]) is near
    assert closest([shared]) is None


def test_a_year_tells_games_people_rivals_and_the_fastest():
    rows: list[ResultRow] = []
    for n in range(1, 1 + MIN_SPEED_GAMES):
        rows += game(n, (ADA, 1, 30), (BEN, 2, 20 + n), answer_s=60.0 * n)
    rows += game(9, (CLEO, 1, 30), (ADA, 2, 1), game="rokoko", answer_s=1.0)
    for row in rows:
        row.answer_s = row.answer_s if row.user in (ADA, CLEO) else 1e6
    year = year_of(rows)
    assert year.games == {"wigs": 3, "rokoko": 1}
    assert year.players == [(ADA, 4), (BEN, 3), (CLEO, 1)] and year.winners[0] == (ADA, 3)
    assert year.rivals == (ADA, BEN, 3)
    assert year.closest is not None and year.closest[0].table_id == 3
    assert year.fastest == (ADA, 90.0)  # Cleo is faster, but has played a single game


def test_the_course_of_a_rating_ends_at_the_rating():
    rows = [*game(1, (ADA, 1, 3), (BEN, 2, 2)), *game(2, (BEN, 1, 3), (CLEO, 2, 2))]
    rows += [*game(3, (ADA, 2, 2), (BEN, 1, 3)), *game(4, (ADA, 1, 2), ("steady", 2, 1))]
    found = course(rows, ADA)
    assert list(found) == [1, 3]  # a game against computer players alone is not rated
    assert found[1] > found[3] == ratings(rows)[ADA].low and found[1] > fresh().low


# --- How fast somebody answers --------------------------------------------------------------------


def line(seq: int, seat: int | None, made: float, token: str = "7", **more: Any) -> MoveRow:
    known: dict[str, Any] = {"kind": "move", "move": "x", "question": seq, "back_to": None}
    known |= {"version": 1, "state": None, "news": "[]"} | more
    return MoveRow(table_id=1, seq=seq, seat=seat, token=token, made=made, **known)


def test_the_time_of_an_answer_is_from_the_question_to_it():
    lines = [line(0, None, 0.0, kind="start")]
    asked: list[list[int]] = [[0]]
    moment = 0.0
    for n, wait in enumerate((10.0, 20.0, 600.0)):
        lines += [line(2 * n + 1, 0, moment + wait), line(2 * n + 2, 1, moment + wait + 5)]
        asked += [[1], [0]]
        moment += wait + 5
    assert answer_time_s(lines, asked, 0) == 20.0
    assert answer_time_s(lines, asked, 1) == 5.0


@pytest.mark.parametrize("token", [f"{CLOCK}1", f"{COMPUTER}1:0:quick", f"{FORCED}1"])
def test_answers_that_were_given_for_somebody_do_not_count(token: str):
    lines = [line(n, 0, 10.0 * n, token) for n in range(9)]
    assert answer_time_s(lines, [[0]] * 9, 0) is None


def test_few_answers_and_those_in_advance_say_nothing():
    few = [line(n, 0, 10.0 * n) for n in range(MIN_ANSWERS)]
    assert answer_time_s(few, [[0]] * len(few), 0) is None
    ahead = [line(n, 0, 10.0 * n, unnoticed=1) for n in range(9)]
    assert answer_time_s(ahead, [[0]] * 9, 0) is None


# --- Whether time ran out -------------------------------------------------------------------------


async def begin(tables: Tables, **more: Any) -> tuple[Table, Clock]:
    """A running game of Ada and Ben, with a day for an answer, and a clock that shows now."""

    async def nothing(_id: int) -> None:
        pass

    async def answer(table: Table, seat: int) -> None:
        move = table.game.default(table.state, seat)
        await table.submit(seat, move, f"{CLOCK}{table.seq}")

    table = await game_of(tables, **{"pace": "daily"} | more)
    clock = Clock(tables.store, tables, show=nothing, answer=answer, notify=nothing)
    await clock.update_turns(table)
    return table, clock


async def pass_time(clock: Clock, seconds: float) -> None:
    """So much time passes, and the clock looks."""
    now = clock.now() + seconds
    clock.now = lambda: now
    await clock.sweep()


async def results(table: Table) -> dict[int | None, ResultRow]:
    """Plays the game to its end; the results by user."""
    while table.state.scores is None:
        seat = table.state.asked[0]
        await table.submit(seat, table.game.default(table.state, seat), f"t{table.seq}")
    await store_results(table.store)
    return {row.user: row for row in await table.store.results.of_server(1, "wigs")}


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
    found = await results(table)
    assert (found[slow].in_time, found[other].in_time) == (0, 1)


async def test_a_game_without_a_time_limit_is_not_in_time_and_has_a_speed(tables: Tables):
    table, clock = await begin(tables, pace="none")
    await pass_time(clock, 100 * DAY_S)
    found = await results(table)
    assert found[ADA].in_time == found[BEN].in_time == 0
    assert all((row.answer_s or 0) > 0 for row in found.values())


async def test_neither_somebody_who_left_nor_a_computer_player_was_in_time(tables: Tables):
    table, _clock = await begin(tables)
    await seating.leave(table, BEN)
    found = await results(table)
    assert (found[ADA].in_time, found[BEN].in_time) == (1, 0)


# --- What people see ------------------------------------------------------------------------------


async def store(sim: SimServer, *games: list[ResultRow]) -> None:
    """Stores the results of games of Ada, Ben and Cleo in this server."""
    people = {
        number: sim.people[name].id for number, name in ((ADA, "Ada"), (BEN, "Ben"), (CLEO, "Cleo"))
    }
    for rows in games:
        sim.sql(
            "INSERT INTO tables (id, game, guild, channel, status, host, seats, people, options,"
            " seed, salt, version, made)"
            " VALUES (?, ?, 1, ?, 'abandoned', 1, 2, '[]', '{}', '1', '', 1, 0)",
            *(rows[0].table_id, rows[0].game, rows[0].table_id),
        )
        for row in rows:
            row.guild, row.user = sim.guild.id, people.get(row.user or 0)
        await sim.bot.store.results.add(rows)


async def test_stats_of_a_game_have_the_rating_as_a_picture_and_its_numbers(sim: SimServer):
    await store(
        sim,
        game(1, (ADA, 1, 30), (BEN, 2, 29), answer_s=5400.0, in_time=1),
        game(2, (BEN, 1, 40), (ADA, 2, 20), answer_s=7300.0),
        game(3, (ADA, 1, 35), (BEN, 2, 20), (CLEO, 3, 10)),
    )
    shown = (await sim.command("Ada", "stats", game="wigs")).response
    said = text(shown)
    assert "2 players: 2 games, average place 1.5, 25 points on average" in said
    assert "seat 2: 1 game, average place 2.0" in said
    assert "Best game: table 3, place 1 with 35 points" in said
    assert "Closest game: table 1, won by 1 point" in said
    assert "Usually answers within 106 minutes" in said
    assert "Always answered in time in 1 game with a time limit" in said
    met = "3 games, placed before them in 2 and behind them in 1"
    assert f"<@{sim.people['Ben'].id}>: {met}" in said
    [words] = alt_texts(shown)
    assert words.startswith("Powdered Wigs: rating over time. Ada: 0.0 at the start")
    plain = (await sim.command("Ada", "stats")).response
    assert "Best game" not in text(plain) and alt_texts(plain) == []


async def test_stats_against_somebody_have_only_games_with_them(sim: SimServer):
    await store(sim, game(1, (ADA, 1, 30), (BEN, 2, 29)), game(2, (CLEO, 1, 40), (ADA, 2, 20)))
    said = reply_text(await sim.command("Ada", "stats", against=sim.people["Ben"]))
    assert "Ada against Ben" in said and "table 1" in said and "table 2" not in said
    assert f"<@{sim.people['Cleo'].id}>" not in said
    none = reply_text(await sim.command("Ben", "stats", against=sim.people["Cleo"]))
    assert "No game has been played" in none
    same = reply_text(await sim.command("Ben", "stats", against=sim.people["Ben"]))
    assert "choose two different people" in same


async def test_two_people_of_one_name_have_a_line_each(sim: SimServer):
    sim.people["Ben"] = sim.guild.add_member(sim.env.create_user("adele", global_name="Ada"))
    await store(sim, game(1, (ADA, 1, 30), (BEN, 2, 29)))
    other = sim.people["Ben"]
    shown = (await sim.command("Ada", "stats", game="wigs", against=other)).response
    assert alt_texts(shown)[0].count("at the start") == 2


async def test_a_year_of_a_server_has_its_own_games_alone(sim: SimServer):
    new_year = 1767225600.0  # 2026-01-01, UTC
    before = game(1, (ADA, 1, 30), (BEN, 2, 29), made=new_year - 1)
    inside = game(2, (CLEO, 1, 40), (ADA, 2, 20), made=new_year)
    again = game(3, (ADA, 1, 40), (CLEO, 2, 20), game="rokoko", made=new_year + 9)
    await store(sim, before, inside, again)
    said = reply_text(await sim.command("Ben", "leaderboard", year=2026))
    ada, ben, cleo = (f"<@{sim.people[name].id}>" for name in ("Ada", "Ben", "Cleo"))
    assert "2026 in this server" in said and ben not in said
    assert "Played to the end: Powdered Wigs (1) and Rokoko (1)" in said
    rivals = {f"Met most often: {one} and {other}" for one, other in ((ada, cleo), (cleo, ada))}
    assert any(each in said for each in rivals)
    assert "No game was played" in reply_text(await sim.command("Ben", "leaderboard", year=2024))


async def test_an_export_has_the_own_results_as_a_table(sim: SimServer):
    await store(sim, game(1, (ADA, 1, 30), (BEN, 2, 29), answer_s=5400.0, in_time=1))
    answer = await sim.command("Ada", "mydata export")
    [_all, table] = answer.response.attachments
    assert table.filename.endswith(".csv")
    [row] = csv.DictReader(io.StringIO((await table.read()).decode()))
    assert row["ended"] == "1970-01-01T00:00:01+00:00" and row["game"] == "wigs"
    assert (row["seat"], row["place"], row["points"]) == ("1", "1", "30")
    assert row["median_answer_seconds"] == "5400" and float(row["rating_after"]) > 0
    assert "Ben" not in str(row) and str(sim.people["Ben"].id) not in str(row)
