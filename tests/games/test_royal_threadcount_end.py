"""Royal Threadcount: scoring, what everybody knows, moves, good play, and what always holds."""

import random
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest

from games.kernel import winners
from games.royal_threadcount import board, scoring
from games.royal_threadcount.components import (
    COLOURS,
    DATA,
    GARMENTS,
    HUES,
    PATTERNS,
    PRICE,
    SILK_COST,
    SPACES,
)
from games.royal_threadcount.computer import prospects
from games.royal_threadcount.state import game
from renderers.royal_threadcount.reading import results
from tests.games.royal_threadcount import *

# --- 10. Scoring ---------------------------------------------------------------------------------


@rule("10.5", "10.6", "13.1")
@pytest.mark.parametrize(
    ("pattern", "plain", "as_favourite", "other", "other_as_favourite"),
    [
        ("asanoha", "3 9 15 21", "5 13 21 29", "3 11 19 27", "8 21 34 47"),
        ("uroko", "5 10 15 20", "7 14 21 28", "4 12 20 28", "9 22 35 48"),
        ("ichimatsu", "4 12 20 28", "6 16 26 36", "4 12 20 28", "9 22 35 48"),
        ("kikko", "5 15 25 35", "7 19 31 43", "5 13 21 29", "10 23 36 49"),
        ("seigaiha", "5 15 25 35", "7 19 31 43", "5 13 21 29", "10 23 36 49"),
        ("karakusa", "6 18 30 42", "8 22 36 50", "6 14 22 30", "11 24 37 50"),
    ],
)
def test_patterns_of_a_kind_count_as_the_scoring_cards_list(
    pattern: str, plain: str, as_favourite: str, other: str, other_as_favourite: str
) -> None:
    for n in range(1, 5):
        i = n - 1
        cards = [pattern] * n
        assert scoring.pattern_points(cards, "", "M-A") == ints(plain)[i]
        assert scoring.pattern_points(cards, pattern, "M-A") == ints(as_favourite)[i]
        assert scoring.pattern_points(cards, "", "M-B") == ints(other)[i]
        assert scoring.pattern_points(cards, pattern, "M-B") == ints(other_as_favourite)[i]


@rule("10.4", "10.6")
def test_the_printed_maxima_are_the_maxima() -> None:
    limited = [hue for hue in HUES for _ in range(DATA["dye"][HUES.index(hue)]["copies"])]
    for n in (2, 3, 4, 5):
        best = 0
        for colours in combinations(COLOURS, n):
            for hues in set(combinations(limited, 4)) | set(combinations(limited, 3)):
                if sum(3 if "-" in hue else 2 for hue in hues) <= 10:
                    best = max(best, scoring.dye_points(hues, colours))
        assert best == 12
    fours = combinations([pattern for pattern in PATTERNS for _ in range(4)], 4)
    worth = [scoring.pattern_points(four, each, "M-A") for four in set(fours) for each in PATTERNS]
    assert max(worth) == 50


@rule("12.2")
def test_before_the_end_a_sheet_counts_what_its_reader_knows() -> None:
    facts: dict[str, Any] = {"favourites": ["red", "violet"], "pattern": "uroko", "deck": ["kikko"]}
    g = shopping(silk=[5], outfits=["red-violet uroko"], dye=["R2 B1"], **facts)
    assert [game.view(g, seat)["sheets"][0]["dye_points"] for seat in (None, 0, 1)] == [0, 2, 2]
    assert game.view(g, 0)["sheets"][0]["pattern_points"] == 5
    before = game.view(g, 0)["previews"]
    assert before["pattern 2"] == {
        "silk": 0,
        "dye": {"red": 2, "yellow": 0, "blue": 1},
        "points": 0,
    }
    assert before["buy red"]["dye"] == {"red": 0, "yellow": 0, "blue": 1}
    assert game.view(g, 1)["previews"] == game.view(g, None)["previews"] == {}


# --- 11. Ties ------------------------------------------------------------------------------------


@rule("11.3", "11.4", "15.7")
@pytest.mark.parametrize(
    ("first", "second", "best"),
    [(9, 10, [0]), (7, 9, [0]), (9, 7, [1]), (0, 9, [1]), (7, 7, [0, 1]), (10, 0, [0, 1])],
)
def test_being_done_earliest_and_before_the_last_turn_wins_a_tie(
    first: int, second: int, best: list[int]
) -> None:
    worn = "red uroko, red uroko, blue kikko, blue kikko"
    g = position(("sow", 0), outfits=[worn, worn], silk=[1], turn=10)
    g.players[0].finished, g.players[1].finished = first, second
    g.agenda = [("present_outfits",)]
    assert winners(game._stack.advance(g)) == best


@rule("11.4")
def test_a_player_behind_in_one_comparison_drops_out() -> None:
    # Each has 28 for garments and patterns; tertiaries 2, 2, 1; favourite cards 0, 1, 3.
    facts: dict[str, Any] = {"favourites": ["green", "blue", "yellow"], "pattern": "uroko"}
    g = position(("sow", 0), seats=3, silk=[1], turn=10, **facts)
    dress(g.players[0], "red-violet kikko, red-violet kikko, red kikko, red kikko")
    dress(g.players[1], "red-violet uroko, red-violet kikko, red kikko, red kikko")
    dress(g.players[2], "red-violet uroko, red uroko, red uroko, red kikko")
    g.scores, g.empress_pattern = [40, 40, 40], "uroko"
    g.tie_breaks = scoring.tie_breaks(g)
    assert winners(g) == [1]
    steps = scoring.tie_steps(g)
    assert [step["left"] for step in steps] == [[0, 1], [1]]


def test_a_tie_behind_the_first_is_broken_in_the_picture_too() -> None:
    g = game.playout(game.new(3, 1), random.Random(1))
    g.scores, g.tie_breaks = [9, 5, 5], [0, 1, 2]
    view = game.view(g, None)
    assert [(it.seat, it.place) for it in results(view)] == [(0, 1), (2, 2), (1, 3)]


# --- 14. Moves -----------------------------------------------------------------------------------


@rule("14.2")
def test_what_can_be_taken_back() -> None:
    g = position(cubes=[2, 5], silk=[3], dice="white 0 5 8", dye=["R1 B1"], deck=["kikko"] * 9)
    after = play(g, "A sow 4")
    assert after.rng == g.rng
    rolled = play(after, "A roll")
    assert rolled.rng != g.rng
    bought = play(rolled, "A dye red", "A zero 8", "A buy violet", "A arrange")
    assert bought.rng == rolled.rng
    assert play(bought, "A back", "A refresh").rng != rolled.rng
    g = position(("spend", 0), "present_outfits", outfits=["red uroko"], turn=10)
    assert play(g, "A done").rng != g.rng


# --- A good player -------------------------------------------------------------------------------


def turned_and_mirrored(cubes: Sequence[int]) -> list[tuple[int, ...]]:
    """The eight boards that look like this one from somewhere."""
    grid, found = [[1, 2, 3], [4, 5, 6], [7, 8, 9]], list[tuple[int, ...]]()
    for _ in range(4):
        grid = [list(row) for row in zip(*reversed(grid), strict=True)]
        for rows in (grid, [row[::-1] for row in grid]):
            spaces = [space for row in rows for space in row]
            found.append(tuple(sorted(spaces[cube - 1] for cube in cubes)))
    return found


@pytest.mark.parametrize("cubes", [[2], [1, 2], [1, 6], [2, 3, 7], [1, 2, 6, 8]])
def test_boards_that_are_turned_or_mirrored_are_the_same_to_a_good_player(cubes: list[int]) -> None:
    images = turned_and_mirrored(cubes)
    assert {board.canonical_board(image) for image in images} == {min(images)}
    assert len({board.expected_silk(image, False) for image in images}) == 1


def test_the_silk_to_expect_is_the_mean_of_all_rolls() -> None:
    silk = 0
    for dice in product(range(10), repeat=3):
        named = product(*[SPACES if die == 0 else [die] for die in dice])
        silk += max(board.outcome((1, 5), numbers).silk for numbers in named)
    assert board.expected_silk((1, 5), False) == silk / 1000


@pytest.mark.parametrize("model", ["M-A", "M-B"])
def test_silk_cards_and_turns_to_come_are_worth_something_to_a_good_player(model: str) -> None:
    pair, single, nothing = (prospects.best_set(("kikko",) * n, model) for n in reversed(range(3)))
    for left in (1, 5):
        worth = prospects.worth_after_turn(left, model)
        assert worth[7][pair] > worth[3][pair] > worth[3][single] > worth[3][nothing]
        assert prospects.worth_after_turn(left + 1, model)[3][pair] > worth[3][pair]
    at_the_end = prospects.worth_after_turn(0, model)
    assert at_the_end[0][pair] == at_the_end[7][pair] == prospects.set_points(pair, model)


def test_a_good_player_is_better_than_an_absent_one() -> None:
    won = [duel(seed) for seed in range(GAMES_OF_TWO)]
    assert sum(won) >= 0.6 * GAMES_OF_TWO


def duel(seed: int) -> bool:
    """Whether a good player wins alone against an absent one; seats swap with the seed."""
    own, g = seed % 2, game.new(2, seed // 2)
    while g.scores is None:
        seat = g.asked[0]
        move = game.expert(g, seat) if seat == own else game.default(g, seat)
        g = game.play(g, seat, move)
    return winners(g) == [own]


# --- What always holds ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_a_game_at_random_the_limits_hold(seats: int) -> None:
    chance = random.Random(seats)
    g = game.new(seats, seats, {"dye_cap": "4"})
    cards = pieces(g)
    while g.scores is None:
        g = game.play(g, g.asked[0], chance.choice(game.legal(g, g.asked[0])))
        assert pieces(g) == cards
        assert g.cubes == sorted(set(g.cubes)) and set(g.cubes) <= set(range(1, 10))
        for p in g.players:
            assert p.silk >= 0 and min(p.dye.values()) >= 0
            if g.now and p.seat != g.now.seat:
                assert p.silk <= 7 and max(p.dye.values()) <= 4
        assert all(score <= 70 for score in g.scores or [])


def test_the_words_of_the_cards_are_those_of_the_moves() -> None:
    assert PATTERNS == ["asanoha", "uroko", "ichimatsu", "kikko", "seigaiha", "karakusa"]
    assert set(COLOURS) == {"red", "orange", "yellow", "green", "blue", "violet"}
    kanji = {each["id"]: each["kanji"] for each in DATA["pattern"]}
    assert kanji["asanoha"] == "麻の葉"
    assert len(DATA["calendar"]["weeks"]) == 10


def test_the_cards_to_look_up_are_those_of_a_game_with_their_prices() -> None:
    cards, all_cards = game.lookup, pieces(game.new(3, seed=1))
    assert [*cards] == [*HUES, *PATTERNS, *(f"favourite-{each}" for each in COLOURS), *GARMENTS]
    for kind, names, price in (("hue", HUES, SILK_COST), ("pattern", PATTERNS, PRICE)):
        for name in names:
            facts = cards[name]["facts"]
            assert facts["In the game"] == all_cards[f"{kind} {name}"]
            assert facts["Silk"] == price[name]
    assert cards["red-violet"]["facts"]["Dye"] == "2 red, 1 blue"
    assert cards["ichimatsu"]["facts"]["Points for 1 to 4"] == "4, 12, 20, 28"
    assert cards["favourite-green"]["facts"]["Carried by"] == "yellow-green, green, blue-green"


# --- In advance ----------------------------------------------------------------------------------


@rule("14.5")
def test_the_beginning_of_a_turn_is_set_in_advance() -> None:
    g = game.new(2, seed=3)
    if asked(g).endswith("place"):
        g = game.play(g, g.asked[0], "place 1")
    first, other = g.order
    g.players[other].silk = 2
    g = game.play(g, other, "ahead sowing roll")
    for seat in (first, None):
        assert not game.view(g, seat)["ahead"]
    while g.asked == [first]:
        g = game.play(g, first, game.default(g, first))
    assert g.now and g.now.seat == other and g.now.dice, "nobody asked whether to sow"
