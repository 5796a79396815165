"""Royal Threadcount: scoring, what everybody knows, moves, good play, and what always holds."""

from __future__ import annotations

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
from games.royal_threadcount.state import Threadcount, game
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


@rule("10.1", "12.2")
def test_the_secrets_come_out_at_the_end() -> None:
    g = scored(["red uroko", "violet uroko"], pattern="kikko")
    assert (g.empress_colours, g.empress_pattern) == (["red", "violet"], "kikko")
    seen = game.view(g, None)
    assert seen["players"][1]["favourite_seen"] == ["violet"]
    assert seen["sheets"][0]["dye_points"] == seen["sheets"][1]["dye_points"] == 2
    assert seen["colours_known"] == ["red", "violet"]


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


@rule("10.7")
def test_the_highest_total_wins() -> None:
    g = scored(["red uroko", "violet uroko, violet kikko"])
    assert winners(g) == game.view(g, None)["winners"] == [1]
    assert game.view(g, None)["tie_steps"] == []


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


# --- 12. What everybody knows --------------------------------------------------------------------


@rule("12.1")
def test_board_dice_markets_and_cards_are_open() -> None:
    g = shopping(silk=[3, 2], dye=["R2"], outfits=["red uroko"], cubes=[1, 2], deck=["kikko"])
    view = game.view(g, None)
    assert (view["cubes"], view["slots"], view["deck"]) == ([1, 2], g.slots, 1)
    assert view["players"][0]["dye"] == {"red": 2, "yellow": 0, "blue": 0}
    assert view["players"][0]["hues"][0] == "red"
    assert [each["payable"] for each in view["offers"]] == [False, False, True]
    assert [each["hue"] for each in view["dyes"] if each["payable"]] == ["red"]
    assert (view["now"]["seat"], view["now"]["number"], view["weeks"]) == (0, 1, 10)


# --- 14. Moves -----------------------------------------------------------------------------------


@rule("14.1")
def test_a_turn_in_words() -> None:
    g = position(cubes=[2, 5], silk=[1], dice="red 3 5 0", dye=["R1 B1"], deck=["kikko"] * 9)
    g = play(g, "A sow 4", "A zero 8")
    assert g.now.silk > 2
    g = play(g, "A buy violet", "A refresh", "A done")
    assert asked(g) == "B place"
    for move in ("sow x", "pattern 9", "arrange", "place 5"):
        assert refusal(position(silk=[1]), f"A {move}")


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


@rule("14.3")
def test_an_absent_player_sows_and_takes_what_pays() -> None:
    assert default(rolling(4, 0, 1, seats=3)) == "place 2"
    assert default(position(silk=[3])) == "sow 5"
    assert default(position(cubes=[1, 6, 8], silk=[1])) == "sow 5"  # 1.6 silk more on average
    assert default(position(cubes=[2, 3, 5, 9], silk=[3])) == "roll"
    assert default(position(cubes=[2, 3, 5, 9], dice="white 3 5 8", dye=["Y1"])) == "dye red"
    assert default(position(cubes=[2, 3, 5, 9], dice="white 3 5 8", dye=["R2 Y2"])) == "dye blue"
    full = position(cubes=[2, 3, 5, 9], dice="white 3 5 8", dye=["R4 Y3 B4"])
    assert default(full) == "dye yellow"
    g = position(cubes=[2, 5], dice="red 0 1 4")
    assert default(g) == "zero 3"


@rule("14.4")
def test_an_absent_player_buys_what_adds_more_than_it_costs() -> None:
    purse: dict[str, Any] = {"silk": [7], "dye": ["R2 B1"], "deck": ["kikko"]}
    assert default(shopping(outfits=["- kikko"], **purse)) == "pattern 2"
    full = "red kikko, red kikko, blue kikko, - kikko"
    assert default(shopping(outfits=[full], **purse)) == "buy red"
    violet = shopping(outfits=[full], favourites=["violet", "red"], **purse)
    assert default(violet) == "buy violet"
    green = {"outfits": [full], "favourites": ["green", "red"], "slots": ["asanoha"], **purse}
    assert default(shopping(turn=4, **green)) == "done"
    assert default(shopping(turn=5, **green)) == "buy red"
    done = "red kikko, red kikko, blue kikko, blue kikko"
    g = shopping(outfits=[done], **purse)
    assert default(g) == "done"
    assert default(play(g, "A arrange")) == "back"


@rule("14.4")
def test_an_absent_player_spends_what_is_left_on_new_patterns_and_in_the_end_on_any() -> None:
    mixed = "red kikko, red karakusa, blue uroko, blue asanoha"
    offer: dict[str, Any] = {"outfits": [mixed], "slots": ["uroko"], "deck": ["kikko"]}
    assert default(shopping(silk=[6], **offer | {"slots": ["kikko"]})) == "pattern 1"
    assert default(shopping(silk=[6], **offer)) == "refresh"
    assert default(shopping(silk=[5], **offer)) == "done"
    assert default(shopping(silk=[5], turn=10, **offer)) == "pattern 1"
    by_hand = shopping(silk=[5], turn=10, **offer)
    by_hand.players[0].by_hand = True
    assert default(by_hand) == "done"


# --- A good player -------------------------------------------------------------------------------


def expert(g: Threadcount) -> str:
    """What a good player does, which has to be legal."""
    move = game.expert(g, g.asked[0])
    assert move in game.legal(g, g.asked[0])
    return move


def test_a_good_player_collects_dye_for_their_own_colour() -> None:
    white: dict[str, Any] = {"cubes": [2, 3, 5, 9], "dice": "white 3 5 8", "dye": ["R1 Y1"]}
    assert expert(position(favourites=["violet", "red"], **white)) == "dye blue"
    assert expert(position(favourites=["red", "blue"], **white)) == "dye red"
    done = "red kikko, red kikko, blue kikko, blue kikko"
    g = position(favourites=["violet", "red"], outfits=[done], **white)
    assert expert(g) == default(g) == "dye red"


def test_a_good_player_waits_for_their_own_colour_while_there_is_time() -> None:
    purse: dict[str, Any] = {"silk": [2], "dye": ["R2 Y2 B1"], "favourites": ["green", "red"]}
    assert expert(shopping(**purse)) == "buy green"
    purse["dye"] = ["R2"]
    assert expert(shopping(turn=4, **purse)) == "done"
    assert expert(shopping(turn=9, **purse)) == "buy red"


def test_a_good_player_takes_the_colour_that_another_seems_to_have() -> None:
    purse: dict[str, Any] = {"silk": [1], "dye": ["R2 B2"], "favourites": ["yellow", "red"]}
    assert expert(shopping(turn=10, outfits=["", "blue -"], **purse)) == "buy blue"
    assert expert(shopping(turn=10, outfits=["", "red -"], **purse)) == "buy red"


def test_a_good_player_leaves_little_on_the_board() -> None:
    g = position(cubes=[1, 5, 6], dice="red 0 5 8")
    assert (default(g), expert(g)) == ("zero 2", "zero 9")
    after = {n: board.outcome(tuple(g.cubes), (n, 5, 8)) for n in (2, 9)}
    assert after[2].silk == after[9].silk == 3
    left = {n: board.expected_silk(after[n].after, False) for n in after}
    assert left[9] < left[2]
    last = position(cubes=[1, 5, 6], dice="red 0 5 8", turn=10)
    assert expert(last) == "zero 9", "B has a turn to come"
    last.order = [1, 0]
    assert expert(last) == "zero 2", "nobody comes after A"


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


def test_a_good_player_collects_alike_patterns() -> None:
    offer: dict[str, Any] = {"slots": ["kikko", "uroko", "seigaiha"], "silk": [6], "turn": 5}
    assert expert(shopping(outfits=["- kikko"], **offer)) == "pattern 1"
    assert expert(shopping(outfits=["- seigaiha"], **offer)) == "pattern 3"


def test_a_good_player_saves_silk_for_the_best_of_their_plan() -> None:
    owned = "red karakusa, red karakusa"
    offer: dict[str, Any] = {"outfits": [owned], "slots": ["karakusa", "uroko"]}
    assert expert(shopping(silk=[5], **offer)) == "done" != default(shopping(silk=[5], **offer))
    assert expert(shopping(silk=[6], **offer)) == "pattern 1"
    assert expert(shopping(silk=[5], turn=10, **offer)) == "pattern 2"


def test_a_good_player_looks_for_what_they_lack() -> None:
    owned, deck = "red karakusa, red karakusa", ["karakusa", "karakusa", "uroko"]
    offer: dict[str, Any] = {"outfits": [owned], "slots": ["asanoha"], "deck": deck}
    assert expert(shopping(silk=[7], **offer)) == "refresh"
    assert expert(shopping(silk=[1], **offer)) == "done"


def test_a_good_player_tries_luck_in_the_last_turn_while_it_could_still_help() -> None:
    owned = "red kikko, red kikko, blue kikko, blue asanoha"
    offer: dict[str, Any] = {"outfits": [owned], "slots": ["asanoha"], "deck": ["kikko", "uroko"]}
    assert expert(shopping(silk=[6], turn=10, **offer)) == "refresh"
    assert expert(shopping(silk=[3], turn=10, **offer)) == "done"


def test_new_offers_are_worth_a_thought_in_the_last_turn_since_silk_is_worth_nothing_more() -> None:
    offer: dict[str, Any] = {"outfits": ["red kikko"], "deck": ["kikko", "uroko"], "silk": [1]}
    assert game.candidate_moves(shopping(turn=10, **offer), 0) == ["refresh", "done"]
    assert game.candidate_moves(shopping(turn=9, **offer), 0) == ["done"]


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


@rule("14.5")
def test_what_is_bought_first_is_set_in_advance() -> None:
    g = position(silk=[9, 9], dye=["R3", ""], dice="red 3 5 8", cubes=[3, 5])
    assert "done" in game.premoves(g, 0)["market"] and "passing" not in game.premoves(g, 0)
    bought = play(g, "A ahead market buy red", "A roll")
    assert bought.players[0].hues[0] == "red" and asked(bought) == "A market"
    assert asked(play(g, "A ahead market done", "A roll")) == "B place"
