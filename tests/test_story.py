"""How a finished game went: by how much, the round that decided it, the best single move."""

from typing import Any

import pytest

from bot.pictures.drawing import draw_view
from bot.store import MoveRow
from bot.store.rows import NEWS, to_json
from bot.table.history import History
from bot.table.story import (
    Course,
    best_move,
    course_of,
    deciding_round,
    leaders,
    rounds_of,
    with_course,
)
from games import discover
from games.kernel import HEADING, KIND
from tests.sim_server import SimServer, text

PEOPLE = ("Ada", "Ben")
END = {"places": [1, 2], "scores": [10, 2], "teams": [0, 1]}
"""What the view of a finished game says."""
SAYS = "{who:seat buys} it."


def line(seq: int, seat: int | None, *news: tuple[str, dict[str, Any], int | None]) -> MoveRow:
    """A move of a seat, or the start, with its news."""
    kind = "start" if seat is None else "move"
    return MoveRow(1, seq, kind, seat, "x", None, seq, None, 1, None, to_json([*news]), 0.0)


def heading(n: int) -> tuple[str, dict[str, Any], int | None]:
    return "Round {n}", {"n": n, KIND: HEADING}, None


def buys(seat: int) -> tuple[str, dict[str, Any], int | None]:
    return SAYS, {"who": seat}, None


def course(points: list[list[int]], *lines: MoveRow) -> Course:
    rows = [*lines]
    views = {seq: {"at": seq} for seq in range(len(points))}
    return Course(History(rows, rows, []), dict(enumerate(points)), views)


def a_game() -> Course:
    """Three rounds; the winner gains 1, 6 and -1 on the second, the last count brings 2."""
    return course(
        [[0, 0], [1, 0], [1, 0], [8, 1], [8, 1], [8, 2], [10, 2]],
        line(0, None, heading(1)),
        line(1, 0, buys(0)),
        line(2, 1, heading(2)),
        line(3, 0, buys(0)),
        line(4, 1, heading(3)),
        line(5, 1, buys(1)),
        line(6, 0, buys(0)),
    )


def test_the_round_in_which_the_winner_gained_most_decided_the_game():
    found = deciding_round(a_game(), 0, 1)
    assert found is not None
    assert (found.round.heading[1]["n"], found.number, found.gained) == (2, 1, 6)


def test_a_round_ends_where_the_next_begins_and_the_last_one_before_the_last_count():
    found = [(each.start, each.shown, each.end) for each in rounds_of(a_game().history)]
    assert found == [(0, 1, 2), (2, 3, 4), (4, 5, 5)]


def test_no_round_decided_a_game_that_the_last_count_decided():
    played = a_game()
    played.points[6] = [30, 2]
    assert deciding_round(played, 0, 1) is None


def test_a_game_without_rounds_has_none_that_decided_it():
    assert deciding_round(course([[0, 0], [3, 0]], line(0, None), line(1, 0)), 0, 1) is None


def test_the_best_move_neither_ends_a_round_nor_tells_what_only_its_seat_knows():
    played = a_game()
    found = best_move(played)
    assert found is not None and (found.seat, found.gain) == (0, 7) and found.told[0] == SAYS
    rows = played.history.lines
    rows[3].news = to_json([buys(0), heading(3)])
    assert (found := best_move(played)) and found.gain == 1
    rows[1].news = to_json([(SAYS, {"who": 0}, 0)])
    assert (found := best_move(played)) and (found.seat, found.gain) == (1, 1)


def test_there_are_leaders_if_one_seat_alone_has_won():
    def led(places: list[int], scores: list[int], teams: list[int]) -> tuple[int, int] | None:
        return leaders({"places": places, "scores": scores, "teams": teams})

    assert led([2, 1, 3], [5, 9, 1], [0, 1, 2]) == (1, 0)
    assert led([1, 1, 3], [9, 9, 1], [0, 1, 2]) is None
    assert led([1, 1, 2], [9, 9, 1], [0, 0, 2]) == (0, 2)
    assert led([1], [9], [0]) is None


def test_a_story_has_the_points_and_the_view_of_each_round_and_the_last_count():
    assert with_course({"title": "x"}, None) == {"title": "x"}
    told = with_course(END, a_game())["story"]
    assert [each["start"] for each in told["rounds"]] == [[0, 0], [1, 0], [8, 1]]
    assert [each["points"] for each in told["rounds"]] == [[1, 0], [8, 1], [10, 2]]
    assert [each["view"]["at"] for each in told["rounds"]] == [1, 3, 5]
    assert told["decided"] == {"round": 1, "gained": 6, "seats": (0, 1)}


def test_stored_news_keep_what_they_are():
    assert NEWS.read(line(0, None, heading(1)).news)[0][1][KIND] == HEADING


@pytest.mark.sampled
@pytest.mark.parametrize("game", list(discover()))
async def test_the_end_of_a_game_tells_how_it_went(sim: SimServer, game: str):
    await sim.gather_near(game, 2)
    table = await sim.play_until(lambda table: table.row.status == "over")
    said, scores = text(sim.board()), table.state.scores or []
    assert "seed" not in said.lower() and "seal" not in said.lower()
    if len(table.view(None)["winners"]) == 1:
        second, first = sorted(scores)[-2:]
        assert f"Won by {first - second}: " in said or "tie-break" in said
    counts = table.game.points_of(table.game.new(table.row.seats, 1)) is not None
    course = await course_of(table)
    best = best_move(course) if course else None  # a game may pay all at the ends of its rounds
    assert ("Best single move: " in said) == (best is not None)
    view = with_course(table.view(None), course)
    assert ("story" in view) == counts
    if counts:
        rounds = view["story"]["rounds"]
        assert not rounds or rounds[-1]["points"] == scores  # a game may have no rounds
        seen = [each["view"] for each in rounds]
        assert all(each["viewer"] is None and each["scores"] is None for each in seen)
    assert draw_view(view).png
