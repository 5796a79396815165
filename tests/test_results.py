"""Results, ratings and what /stats and /leaderboard tell of them."""

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.standings.estimate import Estimate, estimate, usual_days
from bot.standings.ratings import Rating, Ratings, ratings
from bot.standings.results import store_results
from bot.store import ResultRow
from bot.table import NewTable, Person, Table, Tables, lobby, moderation, seating, undo, votes
from bot.table.names import Named
from bot.table.pace import DAY_S, NO_LIMIT
from games import discover

ADA, BEN, CLEO = 101, 102, 103


def played(table: int, *ranks: int, users: list[Any] | None = None) -> list[ResultRow]:
    """The rows of a game with these places; a text among the users is a computer's level."""
    rows: list[ResultRow] = []
    for seat, (rank, who) in enumerate(zip(ranks, users or [ADA, BEN, CLEO], strict=False)):
        user, level = (None, who) if isinstance(who, str) else (who, "")
        rows.append(
            ResultRow(
                table_id=table,
                seat=seat,
                game="wigs",
                guild=1,
                user=user,
                level=level,
                score=30 - rank,
                rank=rank,
                resigned=0,
                seats=len(ranks),
                made=float(table),
            )
        )
    return rows


async def running(tables: Tables, *people: Person, channel: int = 1, seed: int = 7) -> Table:
    """A started game of these people."""
    host, *others = people
    game = discover()["wigs"]
    table = await tables.open(
        NewTable(game, guild=1, channel=channel, people=[host], seats=len(people))
    )
    table.row.seed = str(seed)
    for other in others:
        if other.user:
            await lobby.join(table, other.user, other.name)
        else:
            await lobby.add_computer(table, host.user or 0, other.level)
    await lobby.start(table, host.user or 0)
    return table


async def finish(table: Table) -> Table:
    """Plays the game to its end, by the defaults of all seats."""
    while table.state.scores is None:
        seat = table.state.asked[0]
        move = table.game.default(table.state, seat)
        await table.submit(seat, move, f"t{table.seq}")
    return table


def people(*names: str) -> list[Person]:
    """Ada, Ben and Cleo by these names, or computer players of these levels."""
    users = {"Ada": ADA, "Ben": BEN, "Cleo": CLEO}
    return [
        Person(name, user=users[name]) if name in users else Person(name, level=name)
        for name in names
    ]


# --- Results --------------------------------------------------------------------------------------


async def test_every_seat_of_a_finished_game_gets_one_result(tables: Tables):
    table = await finish(await running(tables, *people("Ada", "Ben", "quick")))
    await store_results(tables.store)
    rows = await tables.store.results.of_server(1, "wigs")
    assert [row.user for row in rows] == [ADA, BEN, None]
    assert [row.level for row in rows] == ["", "", "quick"]
    assert not any(row.handed_over for row in rows)
    assert [row.score for row in rows] == table.state.scores
    winners = [row.seat for row in rows if row.rank == 1]
    assert winners == table.game.view(table.state, None)["winners"]
    assert all(row.seats == 3 and row.made == table.last.made for row in rows)


async def test_results_are_made_once_and_made_up_for_where_they_are_missing(tables: Tables):
    table = await finish(await running(tables, *people("Ada", "Ben")))
    assert await tables.store.results.without_results() == [table.id]
    for _ in range(3):
        await store_results(tables.store)
    rows = await tables.store.results.of_server(1, "wigs")
    assert len(rows) == 2 and await tables.store.results.without_results() == []
    await tables.store.results.add([replace(row, score=0, user=None) for row in rows])
    assert await tables.store.results.of_server(1, "wigs") == rows


async def test_a_lobby_expects_as_many_days_as_games_like_it_took(tables: Tables):
    lobby = await tables.open(
        NewTable(discover()["wigs"], guild=2, channel=99, people=people("Ada"), seats=2)
    )
    for channel, days in enumerate((9, 30, 10, 12, 11), 1):
        assert await estimate(lobby) == Estimate(usual_days(lobby.game, NO_LIMIT, 2), 2)
        table = await finish(await running(tables, *people("Ada", "Ben"), channel=channel))
        begun = (await tables.store.moves.of(table.id))[0].made
        rows = played(table.id, 1, 2, users=[None, BEN])  # one had their data deleted
        await tables.store.results.add([replace(each, made=begun + days * DAY_S) for each in rows])
    assert await estimate(lobby) == Estimate(pytest.approx(11), 2, games=5)
    for other in ({"pace": "1d"}, {"seats": 3}):
        lobby.row = replace(lobby.row, **other)
        assert (await estimate(lobby) or Estimate(0, 0, 1)).games == 0
    lobby.people += people("quick", "steady")
    assert await estimate(lobby) is None


async def test_a_running_or_abandoned_game_has_no_results(tables: Tables):
    await running(tables, *people("Ada", "Ben"))
    given_up = await running(tables, *people("Ada", "Ben"), channel=2)
    await votes.vote_to_abandon(given_up, ADA)
    await votes.vote_to_abandon(given_up, BEN)
    assert given_up.row.status == "abandoned"
    await store_results(tables.store)
    assert await tables.store.results.of_server(1, "wigs") == []


async def test_those_who_left_are_placed_behind_all_who_stayed(tables: Tables):
    table = await running(tables, *people("Ada", "Ben", "Cleo"))
    await seating.leave(table, BEN)
    await finish(table)
    await store_results(tables.store)
    rows = await tables.store.results.of_server(1, "wigs")
    assert [(row.user, row.level, row.resigned) for row in rows] == [
        (ADA, "", 0),
        (BEN, "", 1),
        (CLEO, "", 0),
    ]
    assert rows[1].rank == 3 and {rows[0].rank, rows[2].rank} <= {1, 2}


async def test_a_player_who_leaves_and_comes_back_has_not_left(tables: Tables):
    table = await running(tables, *people("Ada", "Ben", "Cleo"))
    before = table.row.people
    await seating.leave(table, BEN)
    assert await tables.store.results.departures(table.id) == {1: BEN}
    await tables.store.tables.save(replace(table.row, people=before), table.row)
    assert await tables.store.results.departures(table.id) == {}


async def test_a_lobby_can_be_left_without_a_trace(tables: Tables):
    table = await tables.open(
        NewTable(discover()["wigs"], guild=1, channel=1, people=people("Ada"), seats=2)
    )
    await lobby.join(table, BEN, "Ben")
    await seating.leave(table, BEN)
    assert await tables.store.results.departures(table.id) == {}


async def test_a_result_that_cannot_be_read_keeps_no_other_from_being_made(tables: Tables):
    broken = await finish(await running(tables, *people("Ada", "Ben")))
    whole = await finish(await running(tables, *people("Ada", "Ben"), channel=2))
    await tables.store._db.execute(
        "UPDATE moves SET state = x'00' WHERE table_id = ?", (broken.id,)
    )
    await store_results(tables.store)
    assert {row.table_id for row in await tables.store.results.of_server(1, "wigs")} == {whole.id}


# --- Ratings --------------------------------------------------------------------------------------


def test_winners_rise_and_losers_fall():
    rated = ratings(played(1, 1, 2, 3))
    assert rated[ADA].mu > rated[BEN].mu > rated[CLEO].mu
    assert rated[ADA].mu > 25 > rated[CLEO].mu
    assert all(each.sigma < 25 / 3 and each.games == 1 for each in rated.values())


def test_more_wins_rate_higher_and_more_games_are_more_certain():
    rows = [row for table in range(1, 9) for row in played(table, 1, 2)]
    steps = [ratings(rows[: 2 * n])[ADA] for n in range(1, 9)]
    assert all(later.low > earlier.low for earlier, later in pairwise(steps))
    assert all(later.sigma < earlier.sigma for earlier, later in pairwise(steps))


def test_equal_places_rate_alike():
    rated = ratings(played(1, 1, 1, 3))
    assert rated[ADA] == rated[BEN]
    assert rated[ADA].mu > rated[CLEO].mu
    drawn = ratings(played(1, 1, 1))
    assert drawn[ADA].mu == pytest.approx(25) and drawn[ADA] == drawn[BEN]


def test_a_game_with_one_person_rates_nobody():
    assert ratings(played(1, 1, 2, 3, users=[ADA, "steady", "quick"])) == {}


def test_computer_players_are_opponents_with_a_rating_for_each_level():
    rows = [row for n in range(1, 6) for row in played(n, 1, 2, 3, 4, users=[ADA, "x", BEN, "x"])]
    rated = ratings(rows)
    assert set(rated) == {ADA, BEN, "x"}
    assert rated["x"].games == 5 and rated[ADA].mu > rated["x"].mu


def test_a_player_whose_data_was_deleted_is_an_unknown_opponent():
    rows = played(1, 1, 2) + played(2, 1, 2)
    gone = [replace(row, user=None) if row.user == BEN else row for row in rows]
    rated = ratings(gone)
    assert ADA in rated and BEN not in rated
    assert rated[ADA].games == 2 and rated[ADA].mu > 25


def test_ratings_do_not_depend_on_the_order_of_the_seats():
    one = ratings(played(1, 2, 1, 3))
    other = ratings(played(1, 1, 3, 2, users=[BEN, CLEO, ADA]))
    assert {who: round(each.mu, 9) for who, each in one.items()} == {
        who: round(each.mu, 9) for who, each in other.items()
    }


def test_the_better_player_is_found_out():
    chance, rows = random.Random(3), []
    for table in range(120):
        first = chance.random() < 0.75
        rows += played(table, 1 if first else 2, 2 if first else 1)
    rated = ratings(rows)
    assert rated[ADA].low > rated[BEN].mu


async def test_ratings_are_kept_until_there_is_a_new_result(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
):
    counted: list[int] = []

    def counting(rows: list[ResultRow]) -> dict[Any, Rating]:
        counted.append(len(rows))
        return ratings(rows)

    monkeypatch.setattr("bot.standings.ratings.ratings", counting)
    kept = Ratings(tables.store)
    await finish(await running(tables, *people("Ada", "Ben")))
    await store_results(tables.store)
    await kept.of(1, "wigs")
    await kept.of(1, "wigs")
    assert counted == [2]
    await finish(await running(tables, *people("Ada", "Ben"), channel=2))
    await store_results(tables.store)
    await kept.of(1, "wigs")
    assert counted == [2, 4]


# --- Whose a seat is ------------------------------------------------------------------------------


async def play(table: Table, *tokens: str, to: int | None = None) -> Table:
    """Plays on by defaults, up to a question or the end; tokens of moves begin so, by seat."""
    while table.state.scores is None and (to is None or table.question < to):
        seat = table.state.asked[0]
        move = table.game.default(table.state, seat)
        begins = tokens[seat] if seat < len(tokens) else ""
        end = f":{begins.split('/')[1]}" if "/" in begins else ""
        await table.submit(seat, move, f"{begins.split('/')[0]}{table.seq}:{seat}{end}")
    return table


async def rows_of(tables: Tables) -> list[ResultRow]:
    """The results of the only table."""
    await store_results(tables.store)
    return await tables.store.results.of_server(1, "wigs")


async def test_a_seat_that_a_computer_player_held_at_the_end_is_not_its_persons(tables: Tables):
    table = await running(tables, *people("Ada", "Ben", "Cleo"))
    await play(table, to=30)
    await seating.hand_over(table, ADA, "strong")
    await play(table, "computer:/strong")
    rows = await rows_of(tables)
    assert [(row.user, row.level) for row in rows] == [(ADA, "strong"), (BEN, ""), (CLEO, "")]
    assert [row.handed_over for row in rows] == [True, False, False]
    rated = ratings(rows)
    assert {*rated} == {"strong", BEN, CLEO}


@pytest.mark.parametrize(("until", "handed"), [(8, False), (-1, True)])
async def test_a_seat_is_its_persons_if_they_decided_half_and_are_back(
    tables: Tables, until: int, handed: bool
):
    table = await running(tables, *people("Ada", "Ben"))
    await seating.hand_over(table, ADA, "quick")
    last = (await finish(await running(tables, *people("Ada", "Ben"), channel=2))).question
    await play(table, "computer:/quick", to=until if until > 0 else last - 1)
    await seating.reclaim(table, ADA)
    await play(table)
    await store_results(tables.store)
    rows = await tables.store.results.of_server(1, "wigs")
    [own] = [row for row in rows if (row.table_id, row.user) == (table.id, ADA)]
    assert (own.level, own.handed_over) == (("quick", True) if handed else ("", False))


@pytest.mark.parametrize(("begins", "handed"), [("forced:", False), ("clock:", True)])
async def test_the_only_answer_is_a_persons_and_what_the_clock_answers_is_not(
    tables: Tables, begins: str, handed: bool
):
    table = await play(await running(tables, *people("Ada", "Ben")), begins)
    rows = await rows_of(tables)
    assert table.row.status == "over" and rows[0].handed_over == handed
    assert not rows[1].handed_over and rows[1].user == BEN


async def test_somebody_who_took_a_seat_has_it_from_then_on(tables: Tables):
    early, late = [
        await running(tables, *people("Ada", "Ben"), channel=channel) for channel in (1, 2)
    ]
    last = (await finish(await running(tables, *people("Ada", "Ben"), channel=3))).question
    for table, question in ((early, 4), (late, last - 2)):
        await play(table, to=question)
        await seating.offer(table, table.people[0].user or 0, 0, CLEO, "Cleo")
        await seating.accept(table, 0, CLEO, "Cleo")
        await play(table)
    rows = {row.table_id: row for row in await rows_of(tables) if row.user == CLEO}
    assert not rows[early.id].handed_over and rows[late.id].handed_over


async def test_somebody_who_left_and_is_back_has_all_their_moves(tables: Tables):
    table = await running(tables, *people("Ada", "Ben"))
    last = (await finish(await running(tables, *people("Ada", "Ben"), channel=2))).question
    await play(table, to=last - 2)
    await seating.leave(table, BEN)
    await seating.take(table, BEN, "Ben", 1)
    await play(table)
    assert not any(row.handed_over for row in await rows_of(tables))


@pytest.mark.parametrize("back", [False, True])
async def test_nobody_has_the_moves_of_another_person_on_their_seat(tables: Tables, back: bool):
    """Cleo plays for Ada, near the end or nearly to it, and one of them comes back."""
    table = await running(tables, *people("Ada", "Ben"))
    last = (await finish(await running(tables, *people("Ada", "Ben"), channel=2))).question
    await play(table, to=1 if back else last - 3)
    await seating.offer(table, ADA, 0, CLEO, "Cleo")
    await seating.accept(table, 0, CLEO, "Cleo")
    await play(table, to=last - 2)
    if back:
        await seating.offer(table, CLEO, 0, ADA, "Ada")
        await seating.accept(table, 0, ADA, "Ada")
    else:
        await moderation.replace(table, Named(1, "Mod"), 0, "quick")
        await seating.claim(table, CLEO, "Cleo")
    await play(table)
    rows = await rows_of(tables)
    assert [row.handed_over for row in rows if row.table_id == table.id] == [True, False]


async def test_moves_that_were_taken_back_are_nobodys(tables: Tables):
    """A little more than half of the answers are the clock's, until a vote takes some back."""
    found: list[bool] = []
    last = (await finish(await running(tables, *people("Ada", "Ben")))).question
    for channel, takes_back in ((2, False), (3, True)):
        table = await running(tables, *people("Ada", "Ben"), channel=channel)
        await play(table, "clock:", to=last // 2 + 4)
        if takes_back:
            question, _told = (await undo.rewind_targets(table))[-1]
            for user in (ADA, BEN):
                await votes.propose_undo(table, user, question)
        await play(table)
        rows = [row for row in await rows_of(tables) if row.table_id == table.id]
        found.append(rows[0].handed_over)
    assert found == [True, False]


def test_who_handed_over_wins_nothing_and_the_others_meet_a_computer_player():
    rows = played(1, 1, 2, 3)
    rows[0].level = "strong"
    assert {*ratings(rows)} == {"strong", BEN, CLEO}
    assert ratings(rows[:2]) == {}  # against a computer player alone
