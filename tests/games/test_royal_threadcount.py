"""Royal Threadcount tested as play: every rule of RULES.md, every oracle, what always holds.

Players are A, B, C, D and E and take their turns in this order. A board is the list of its
cubes. Examples with a number are listed in royal_threadcount_scenarios.md.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from games.royal_threadcount import board
from games.royal_threadcount.components import COLOURS, GARMENTS, HUES, LINES, PATTERNS, PRICE
from games.royal_threadcount.state import game
from tests.games.royal_threadcount import (
    LETTERS,
    asked,
    dyes,
    ints,
    label,
    legal,
    pieces,
    play,
    position,
    refusal,
    rolling,
    spaces,
    to_the_end,
    told,
)

rule = pytest.mark.rule


# --- 1. The table --------------------------------------------------------------------------------


@rule("1.1", "15.1")
def test_the_lines_are_rows_columns_and_diagonals() -> None:
    assert [sorted(line) for line in LINES] == [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
        [1, 4, 7],
        [2, 5, 8],
        [3, 6, 9],
        [1, 5, 9],
        [3, 5, 7],
    ]


@rule("1.2", "1.6", "12.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_begins_with_empty_garments_and_nothing_else(seats: int) -> None:
    games = (game.new(seats, seed) for seed in range(100))
    g = next(g for g in games if asked(g).endswith("place"))
    view = game.view(g, None)
    assert GARMENTS == ["kimono", "hakama", "obi", "sensu"]
    for p in view["players"]:
        assert (p["silk"], set(p["dye"].values())) == (0, {0})
        assert p["hues"] == p["patterns"] == [""] * 4
        assert p["spare_hues"] == p["spare_patterns"] == []


@pytest.mark.parametrize("seats", [1, 6])
def test_the_game_is_for_two_to_five(seats: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 5 players"):
        game.new(seats, 1)


@rule("1.3")
def test_there_are_thirty_dye_cards() -> None:
    g = game.new(2, 1)
    assert g.piles == {hue: 2 if "-" in hue else 3 for hue in HUES}
    assert sum(g.piles.values()) == 30


@rule("1.4")
def test_there_are_four_cards_of_each_pattern_and_three_are_on_offer() -> None:
    g = game.new(2, 1)
    assert PRICE == {
        "asanoha": 3,
        "uroko": 4,
        "ichimatsu": 4,
        "kikko": 5,
        "seigaiha": 5,
        "karakusa": 6,
    }
    assert [len(pile) for pile in g.slots] == [1, 1, 1]
    assert len(g.deck) == 21
    assert {n for card, n in pieces(g).items() if card.startswith("pattern")} == {4}


@rule("1.5", "12.2")
def test_everybody_knows_one_favourite_colour_and_nobody_the_pattern() -> None:
    g = game.new(3, 4)
    for p in g.players:
        colour = p.favourite[0]
        assert colour in COLOURS
        view = game.view(g, p.seat)
        assert view["players"][p.seat]["favourite"] == [colour]
        others = [each for each in view["players"] if each["seat"] != p.seat]
        assert all(each["favourite"] == 1 for each in others)
        assert (view["undealt"], view["favourite_pattern"], view["unpicked"]) == (3, 1, 5)
        mine = f"Your secret colour is {colour}:"
        # The order of the turns comes with the same news.
        assert [line for line in told(g, LETTERS[p.seat]) if line.startswith("Your")] == [
            f"{mine} at the end every dye that contains it scores 2, whoever wears it."
        ]
    assert not [line for line in told(g) if "Empress" in line]
    assert len({p.favourite[0] for p in g.players}) == 3


@rule("12.2")
def test_a_guess_of_the_others_knows_neither_colour_nor_pattern() -> None:
    g, chance = game.new(3, 4), random.Random(1)
    guesses = [game.guess(g, 0, chance) for _ in range(200)]
    assert {guess.players[0].favourite[0] for guess in guesses} == set(g.players[0].favourite)
    rest = {*COLOURS} - {*g.players[0].favourite}
    assert {guess.players[1].favourite[0] for guess in guesses} == rest
    assert {guess.favourite_pattern[0] for guess in guesses} == set(PATTERNS)


@rule("1.5", "12.2", "15.1")
@pytest.mark.parametrize("seats", [2, 5])
def test_undealt_colours_are_never_shown(seats: int) -> None:
    for seed in range(3):
        g = to_the_end(game.new(seats, seed), seed)
        for seat in (None, *range(seats)):
            view = game.view(g, seat)
            assert view["undealt"] == 6 - seats
            assert view["undealt_seen"] == view["unpicked_seen"] == []
            assert view["empress_colours"] == [p.favourite[0] for p in g.players]


# --- 2. Who begins -------------------------------------------------------------------------------


@rule("2.1", "2.2", "2.3")
def test_the_highest_roll_goes_first_and_every_number_gets_a_cube() -> None:
    g = rolling(2, 3, 5, 9, seats=4)
    assert (g.rolls, g.order, g.cubes) == ([2, 3, 5, 9], [3, 0, 1, 2], [2, 3, 5, 9])
    g = rolling(2, 9, 5, seats=3)
    assert g.order == [1, 2, 0]


@rule("2.1", "15.2")
def test_only_those_who_are_equal_roll_again() -> None:
    g = rolling(4, 4, 8, 3, 8, 1, 5, seats=3)
    # A and B roll again: 3 and 8; B now equals C: these two roll 1 and 5.
    assert (g.rolls, g.cubes, g.order) == ([3, 1, 5], [1, 3, 5], [2, 0, 1])


@rule("2.1", "2.3")
@pytest.mark.scenario("T15")
def test_the_zero_counts_ten_and_its_owner_places_a_cube() -> None:
    g = rolling(7, 7, 0, 4, 6, seats=3)
    assert (g.rolls, g.order, g.cubes) == ([4, 6, 10], [2, 0, 1], [4, 6])
    assert asked(g) == "C place"
    assert legal(g, "C") == [f"place {space}" for space in (1, 2, 3, 5, 7, 8, 9)]
    assert game.question(g, g.asked[0]).menu[1] == ["place 4", "place 5", "place 6"]
    assert refusal(g, "C place 4") == "After “place” you can say 1, 2, 3, 5, 7, 8, 9."
    assert label(g, "C place 5") == "Cube on 5"
    assert play(g, "C place 9").cubes == [4, 6, 9]


@rule("2.4", "15.2")
def test_a_line_of_first_cubes_stays_until_the_first_roll() -> None:
    assert rolling(1, 2, 3, seats=3).cubes == [1, 2, 3]
    g = play(rolling(4, 0, 6, seats=3), "B place 5")
    assert g.cubes == [4, 5, 6]
    g = position(cubes=[1, 2, 3], dice="red 7 8 8")
    assert (g.cubes, g.players[0].silk) == ([7], 4)


# --- 3. The turn ---------------------------------------------------------------------------------


@rule("3.1", "3.2", "15.2")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_everybody_has_ten_turns_and_player_1_moves_the_calendar(seats: int) -> None:
    g, rolled = game.new(seats, 6), []
    while True:
        rolled += [values["who"] for text, values, _ in g.news if "{face}" in text]
        assert g.weeks == 11 - max(rolled.count(g.order[0]), 1)
        if g.scores is not None:
            break
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    assert rolled == g.order * 10
    assert g.weeks == 1


@rule("3.2")
def test_the_calendar_waits_for_the_roll_of_player_1() -> None:
    g = position(cubes=[], turn=2, weeks=10, silk=[1], dice="red 1 2 3")
    assert g.weeks == 10
    assert play(g, "A roll").weeks == 9


@rule("3.3")
def test_the_dice_roll_by_themselves_where_nothing_can_be_sown() -> None:
    g = position(cubes=[1, 5], dice="red 3 5 8")
    assert g.now.dice == [3, 5, 8]


# --- 4. Sowing silk ------------------------------------------------------------------------------


@rule("4.1", "4.3")
@pytest.mark.scenario("T1", "T2", "Q3")
def test_silk_is_sown_where_it_completes_no_line() -> None:
    g = position(cubes=[1, 5], silk=[3])
    assert spaces(g) == [2, 3, 4, 6, 7, 8]
    assert legal(g)[-1] == "roll"
    assert label(g, "A sow 2") == "Sow 2 (leaves 2 silk)"
    why = "A cube on 9 would complete the line 1-5-9 before the roll."
    assert refusal(g, "A sow 9") == why
    g = play(g, "A sow 2")
    assert (g.cubes, g.players[0].silk, g.now.sown) == ([1, 2, 5], 2, [2])
    assert spaces(g) == [4, 6, 7]
    assert told(g) == ["A sows silk on 2."]
    assert told(g, "A") == ["You sowed silk on 2."]


@rule("4.1")
def test_silk_is_sown_before_the_roll_only_and_only_if_there_is_any() -> None:
    g = position(cubes=[1, 5], silk=[1], dice="red 3 3 2")
    g = play(g, "A sow 6")
    assert g.now.resolved, "no silk is left, so the dice are rolled"
    assert spaces(g) == []


@rule("4.2")
def test_full_spaces_are_closed() -> None:
    g = position(cubes=[1, 5], silk=[3])
    assert refusal(g, "A sow 5") == "After “sow” you can say 2, 3, 4, 6, 7, 8."
    assert [move for row in game.question(g, g.asked[0]).menu for move in row] == [
        f"sow {space}" for space in range(1, 10)
    ]


@rule("4.3")
@pytest.mark.scenario("T3")
def test_a_board_where_nothing_can_be_sown() -> None:
    g = position(cubes=[1, 3, 7, 9], silk=[5], dice="red 1 1 2")
    assert board.sowable((1, 3, 7, 9)) == []
    assert g.now.dice, "so the dice are rolled"


@rule("4.3")
def test_a_sown_cube_never_completes_a_line() -> None:
    for cubes in line_free_boards():
        for space in set(range(1, 10)) - set(cubes):
            completes = any(set(line) <= {*cubes, space} for line in LINES)
            assert (space in board.sowable(cubes)) == (not completes)
            assert (board.line_completed(cubes, space) is not None) == completes


@rule("4.4", "15.3")
@pytest.mark.scenario("T4", "Q1")
def test_the_first_cube_on_an_empty_board_is_free() -> None:
    g = position(dice="blue 1 5 2")
    assert legal(g) == [*[f"sow {space}" for space in range(1, 10)], "roll"]
    assert label(g, "A sow 5") == "Sow 5 (free)"
    sown = play(g, "A sow 5")
    assert sown.now.before == [5], "no second one is free, so the dice are rolled"
    assert sown.players[0].silk == 1
    assert play(g, "A roll").now.before == []
    g = play(position(silk=[1]), "A sow 5")
    assert (g.cubes, g.players[0].silk) == ([5], 1)
    assert play(g, "A sow 1").players[0].silk < 7
    assert refusal(position(cubes=[1, 2], silk=[2]), "A sow 3").startswith("A cube on 3 would")


# --- 5. Rolling the dice -------------------------------------------------------------------------


def line_free_boards() -> list[tuple[int, ...]]:
    """All boards without a line."""
    every = (cubes for n in range(10) for cubes in combinations(range(1, 10), n))
    return [cubes for cubes in every if not any({*line} <= {*cubes} for line in LINES)]


B_ORACLES = {
    "B1": ("2 3 5 9", "3 5 8", "5 9", 4),
    "B2": ("", "5 5 8", "8", 1),
    "B3": ("5", "5 5 8", "8", 1),
    "B4": ("", "5 5 5", "", 1),
    "B5": ("2 5", "8 8 8", "", 4),
    "B6": ("2 5", "8 8 1", "1 8", 3),
    "B7": ("1 2", "3 1 2", "1 2", 3),
    "B8": ("2 4 6 8", "5 1 9", "", 7),
    "B9": ("1 9", "5 3 7", "", 5),
    "B10": ("1 2 4 6 8 9", "3 5 7", "", 9),
    "B11": ("5", "5 1 2", "1 2", 1),
    "B12": ("4 5", "6 9 9", "", 4),
    "B13": ("2 4 5", "6 8 5", "5", 5),
    "B14": ("2 5", "8 1 4", "1 4", 3),
    "B15": ("2 5", "3 1 4", "4 5", 3),
    "B16": ("1 2 3", "4 5 6", "", 6),
    "B17": ("1 2 3", "1 2 3", "1 2 3", 3),
}
"""Board, numbers, board after it, silk."""


@rule("5.4", "5.5", "5.6", "5.7", "5.8", "5.9")
@pytest.mark.parametrize("name", B_ORACLES)
def test_B_what_a_roll_does_to_a_board(name: str) -> None:
    before, numbers, after, silk = B_ORACLES[name]
    g = position(cubes=ints(before), dice=f"red {numbers}")
    if not before:
        g = play(g, "A roll")
    # Nothing can be bought in between, or the market waits with the silk just won.
    assert (tuple(g.cubes), g.now.silk, g.players[0].silk) == (ints(after), silk, silk)


@rule("5.4", "5.5", "5.6", "5.7", "5.8")
@pytest.mark.scenario("B1")
def test_the_sample_turn_step_by_step() -> None:
    assert rolling(2, 3, 5, 9, seats=4).cubes == [2, 3, 5, 9]
    it = board.outcome((2, 3, 5, 9), (3, 5, 8))
    assert it.filled == (8,)
    assert it.lines == ((2, 5, 8),)
    assert it.refilled == (5,)
    assert it.cleared == (3,)
    assert it.after == (5, 9)
    assert it.silk == 4
    g = position(cubes=[2, 3, 5, 9], dice="red 3 5 8")
    assert told(g) == [
        "A rolls red and 3 5 8.",
        "A clears 2-5-8.",
        "A gets 4 silk and a red dye.",
    ]
    assert (g.now.filled, g.now.refilled, g.now.cleared) == ([8], [5], [3])
    assert g.now.lines == [(2, 5, 8)]
    assert (g.players[0].silk, dyes(g)) == (4, "R1")


@rule("5.5")
def test_lines_are_looked_for_before_full_spaces_clear() -> None:
    it = board.outcome((1, 2), (3, 1, 9))
    assert (it.silk, it.after) == (3, (1, 9))


@rule("5.6")
def test_a_number_that_filled_its_space_does_not_refill_it() -> None:
    it = board.outcome((2, 5), (8, 1, 1))
    assert (it.refilled, it.after) == ((), ())
    assert it.cleared == (1,)


@rule("5.10")
def test_at_most_nine_silk_no_line_left_and_the_order_of_dice_does_not_matter() -> None:
    boards = line_free_boards()
    assert len(boards) == 230
    most = 0
    for cubes in boards:
        for numbers in product(range(1, 10), repeat=3):
            if list(numbers) != sorted(numbers):
                continue
            it = board.outcome(cubes, numbers)
            most = max(most, it.silk)
            assert not any({*line} <= {*it.after} for line in LINES)
            assert len(cubes) + len(it.filled) + len(it.refilled) == len(it.after) + it.silk
            assert all(board.outcome(cubes, other) == it for other in set(permutations(numbers)))
    assert most == 9


def test_a_board_with_a_line_pays_at_most_ten() -> None:
    every = [cubes for n in range(10) for cubes in combinations(range(1, 10), n)]
    rolls = [n for n in product(range(1, 10), repeat=3) if list(n) == sorted(n)]
    assert max(board.outcome(cubes, roll).silk for cubes in every for roll in rolls) == 10


@rule("5.9", "15.3")
def test_doubles_pay() -> None:
    g = play(position(dice="red 5 5 8"), "A roll")
    assert (g.cubes, g.now.silk, g.now.filled, g.now.cleared) == ([8], 1, [5, 8], [5])


@rule("13.2")
@pytest.mark.parametrize(("name", "silk"), [("B2", 0), ("B4", 0), ("B5", 3), ("B6", 3), ("B12", 3)])
def test_idle_doubles_do_not(name: str, silk: int) -> None:
    before, numbers, _, _ = B_ORACLES[name]
    assert board.outcome(ints(before), ints(numbers), idle_doubles=True).silk == silk
    g = position(cubes=ints(before), dice=f"red {numbers}", idle_doubles=True)
    assert (play(g, "A roll") if not before else g).now.silk == silk
    assert game.new(2, 1, {"doubles": "idle"}).idle_doubles
    assert not game.new(2, 1).idle_doubles


@rule("5.1", "5.2")
@pytest.mark.scenario("Q5")
def test_the_colour_rolled_is_a_dye_without_a_question() -> None:
    g = position(cubes=[2, 3, 5, 9], dice="blue 3 5 8", deck=["kikko"])
    assert (g.now.face, g.now.dye, g.now.dice, dyes(g)) == ("blue", "blue", [3, 5, 8], "B1")
    assert asked(g) == "A market"


@rule("5.2")
@pytest.mark.scenario("T13")
def test_white_is_red_yellow_or_blue() -> None:
    g = position(cubes=[2, 3, 5, 9], dice="white 3 5 8", dye=["R1 Y1 B3"])
    assert legal(g) == ["dye red", "dye yellow", "dye blue"]
    assert refusal(g, "A dye green") == "After “dye” you can say red, yellow, blue."
    red = "Red: then 2 red, 1 yellow, 3 blue; affordable: red, red-orange +1"
    assert label(g, "A dye red") == red
    assert label(g, "A dye blue") == "Blue: you then have 1 red, 1 yellow, 4 blue"
    alone = position(cubes=[1], dice="white 3 5 8")
    assert label(alone, "A dye red") == "Red: you then have 1 red"
    will = game.view(g, None)["outcome"]
    assert (will["silk"], will["after"]) == (4, [5, 9]), "what the dice will do is shown"
    g = play(g, "A dye blue")
    assert (dyes(g), g.now.silk) == ("R1 Y1 B4", 4)


@rule("5.2")
def test_everybody_gets_ten_dyes_in_a_game() -> None:
    g, gained = game.new(3, 8), Counter[int]()
    seen: set[tuple[int, int]] = set()
    while g.scores is None:
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
        for turn in filter(None, (g.previous, g.now)):
            if turn.dye and (turn.seat, turn.number) not in seen:
                seen.add((turn.seat, turn.number))
                gained[turn.seat] += 1
    assert gained == {0: 10, 1: 10, 2: 10}


@rule("5.3")
@pytest.mark.scenario("Q4")
def test_white_first_then_each_zero() -> None:
    g = position(cubes=[2, 5], dice="white 0 0 4")
    assert asked(g) == "A dye"
    g = play(g, "A dye red")
    assert legal(g) == [f"zero {space}" for space in range(1, 10)]
    assert label(g, "A zero 8") == "0 as 8: up to 5 silk"
    g = play(g, "A zero 8")
    assert legal(g) == [f"zero {space}" for space in range(1, 10)]
    assert not g.now.resolved
    g = play(g, "A zero 8")
    assert (g.now.zeros, g.now.resolved) == ([8, 8], True)
    assert (g.cubes, g.now.silk) == ([4, 8], 3)


@rule("5.3")
@pytest.mark.parametrize(("zero", "after", "silk"), [(8, [1, 4], 3), (3, [4, 5], 3)])
@pytest.mark.scenario("B14", "B15")
def test_a_zero_counts_as_any_number(zero: int, after: list[int], silk: int) -> None:
    g = position(cubes=[2, 5], dice="red 0 1 4")
    g = play(g, f"A zero {zero}")
    assert (g.cubes, g.now.silk) == (after, silk)


@rule("5.3")
def test_each_zero_shows_what_would_come_of_it() -> None:
    g = position(cubes=[2, 5], dice="red 0 1 4")
    assert label(g, "A zero 8") == "0 as 8: 3 silk (fills 1 4 8, lines clear 3)"
    assert label(g, "A zero 5") == "0 as 5: 1 silk (fills 1 4, clears 5)"
    assert label(g, "A zero 1") == "0 as 1: 1 silk (fills 1 4, clears 1)"
    assert game.view(g, None)["zero_outcomes"]["8"]["after"] == [1, 4]
    for space in range(1, 10):
        will = game.view(g, 0)["zero_outcomes"][str(space)]
        done = play(g, f"A zero {space}")
        assert (will["after"], will["silk"]) == (done.cubes, done.now.silk)


# --- The list of examples ------------------------------------------------------------------------


def test_every_example_is_in_the_list_and_tested() -> None:
    here = Path(__file__).parent
    listed = here.joinpath("royal_threadcount_scenarios.md").read_text(encoding="utf-8")
    tests = "".join(path.read_text("utf-8") for path in here.glob("test_royal_threadcount*.py"))
    numbers = re.findall(r"^\| ([BTQS]\d+) ", listed, re.MULTILINE)
    marked = " ".join(re.findall(r"@pytest.mark.scenario\((.*)\)", tests))
    named = {*re.findall(r'"(\w+)"', marked), *re.findall(r'"([BQS]\d+)":', tests)}
    assert sorted(numbers) == sorted(named)
