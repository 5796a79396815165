"""Royal Threadcount tested as play: every rule of RULES.md, what always holds.

Players are A, B, C, D and E and take their turns in this order. A board is the list of its
cubes. Worked examples are rows of royal_threadcount.scenarios.md.
"""

import random
from collections import Counter
from itertools import combinations, permutations, product

import pytest

from games.royal_threadcount import board
from games.royal_threadcount.components import COLOURS, GARMENTS, HUES, LINES, PATTERNS, PRICE
from games.royal_threadcount.state import game
from tests.games.royal_threadcount import *

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


# --- 4. Sowing silk ------------------------------------------------------------------------------


@rule("4.3")
def test_a_sown_cube_never_completes_a_line() -> None:
    for cubes in line_free_boards():
        for space in set(range(1, 10)) - set(cubes):
            completes = any(set(line) <= {*cubes, space} for line in LINES)
            assert (space in board.sowable(cubes)) == (not completes)
            assert (board.line_completed(cubes, space) is not None) == completes


# --- 5. Rolling the dice -------------------------------------------------------------------------


def line_free_boards() -> list[tuple[int, ...]]:
    """All boards without a line."""
    every = (cubes for n in range(10) for cubes in combinations(range(1, 10), n))
    return [cubes for cubes in every if not any({*line} <= {*cubes} for line in LINES)]


@pytest.mark.sampled(one_in=3)
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


def test_of_who_is_asked_alone_all_read_what_they_do() -> None:
    assert all(choice.they for choice in game.choices.values())


@rule("5.3")
@pytest.mark.parametrize(("dice", "named"), [("red 0 1 4", ()), ("red 0 0 4", ("A zero 1",))])
def test_each_zero_shows_what_will_come_of_it(dice: str, named: Sequence[str]) -> None:
    g = play(position(cubes=[2, 5], dice=dice), *named)
    for space in range(1, 10):
        will = game.view(g, 0)["zero_outcomes"][str(space)]
        done = play(g, f"A zero {space}")
        assert (will["after"], will["silk"]) == (done.cubes, done.now.silk)
