"""Royal Threadcount tested as play: every rule of RULES.md, every oracle, what always holds.

Players are A, B, C, D and E and take their turns in this order. A board is the list of its cubes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

from games.kernel import IllegalMove, State, Step, winners
from games.royal_threadcount import board, scoring
from games.royal_threadcount.state import (
    COLOURS,
    DATA,
    DYE_COST,
    GARMENTS,
    HUES,
    LINES,
    PATTERNS,
    PRICE,
    SILK_COST,
    Player,
    Threadcount,
    Turn,
    game,
)
from games.words import tell

LETTERS = "ABCDE"
SHORT = {"R": "red", "Y": "yellow", "B": "blue"}
FACES = ("red", "yellow", "blue", "white")
STOP = ("place", 1)
"""A question to B, so that a position stands still after A's turn."""
GAMES_OF_TWO = 60
"""Games in which a good player shows that he is one."""
rule = pytest.mark.rule


# --- Positions and play --------------------------------------------------------------------------


def position(
    *steps: str | Step,
    seats: int = 2,
    cubes: Sequence[int] = (),
    silk: Sequence[int] = (),
    dye: Sequence[str] = (),
    outfits: Sequence[str] = (),
    slots: Sequence[str] = ("uroko", "kikko", "asanoha"),
    deck: Sequence[str] = (),
    dice: str = "",
    draws: Sequence[str] = (),
    turn: int = 1,
    favourites: Sequence[str] = ("red", "violet", "green", "blue", "yellow"),
    pattern: str = "karakusa",
    chance: int | None = None,
    **fields: Any,
) -> Threadcount:
    """A small position in which these steps come next; without any, A's turn, then B is asked.

    Dye reads "R2 B1", an outfit "red karakusa, violet -, spare kikko", a slot has its offer last.
    Dice ("red 3 5 8") come first, then `draws` from the deck, in this order.
    """
    g = Threadcount(seats=seats, rng=0)
    g.players = [Player(seat, favourite=[favourites[seat]]) for seat in range(seats)]
    for p, n in zip(g.players, silk, strict=False):
        p.silk = n
    for p, text in zip(g.players, dye, strict=False):
        p.dye.update({SHORT[each[0]]: int(each[1:]) for each in text.split()})
    for p, text in zip(g.players, outfits, strict=False):
        dress(p, text)
    g.cubes, g.slots = list(cubes), [pile.split() for pile in slots]
    g.deck = list(deck) if deck else list(draws)
    g.piles = {hue["id"]: hue["copies"] for hue in DATA["dye"]}
    g.undealt = [colour for colour in COLOURS if colour not in favourites[:seats]]
    g.favourite_pattern, g.unpicked = [pattern], [each for each in PATTERNS if each != pattern]
    g.order, g.rolls = list(range(seats)), [9 - seat for seat in range(seats)]
    for name, value in fields.items():
        setattr(g, name, value)
    g.rng = rng_that_gives(dice, tuple(g.deck), tuple(draws)) if chance is None else chance
    g.now = Turn(0, turn)
    g.then(*(steps or [("sow", 0), ("spend", 0), ("end_turn", 0), STOP]))
    return game._advance(g)


def dress(p: Player, text: str) -> None:
    """Gives a player the cards of an outfit like "red karakusa, - kikko, spare violet uroko"."""
    garments = [part.split() for part in text.split(", ") if part]
    if garments and garments[-1][0] == "spare":
        for card in garments.pop()[1:]:
            (p.spare_hues if card in HUES else p.spare_patterns).append(card)
    for i, (hue, pattern) in enumerate(garments):
        p.hues[i], p.patterns[i] = hue.strip("-"), pattern.strip("-")


@cache
def rng_that_gives(dice: str, deck: tuple[str, ...], draws: tuple[str, ...]) -> int:
    """A state of chance in which these dice are rolled, then these patterns drawn."""
    wanted = [FACES.index(dice.split()[0]), *map(int, dice.split()[1:])] if dice else []
    seed = 0
    while True:
        chance, pile = State(seats=0, rng=seed), list(deck)
        rolled = all(chance.below(10 if i else 4) == n for i, n in enumerate(wanted))
        if rolled and [chance.draw(pile) for _ in draws] == list(draws):
            return seed
        seed += 1


def play(g: Threadcount, *moves: str) -> Threadcount:
    """The state after moves like "A sow 5"."""
    for move in moves:
        who, text = move.split(" ", 1)
        g = game.play(g, LETTERS.index(who), text)
    return g


def legal(g: Threadcount, who: str = "A") -> list[str]:
    """The moves open to a player."""
    return game.legal(g, LETTERS.index(who))


def asked(g: Threadcount) -> str:
    """Who has to move, and what about."""
    return f"{''.join(LETTERS[seat] for seat in g.asked)} {g.agenda[-1][0] if g.asked else ''}"


def spaces(g: Threadcount, verb: str = "sow") -> list[int]:
    """The spaces that a move of A with this verb may name."""
    return [int(move.split(" ")[1]) for move in legal(g) if move.startswith(f"{verb} ")]


def told(g: Threadcount, who: str = "") -> list[str]:
    """The news of the last move as a player, or else a spectator, reads them."""
    view = game.view(g, LETTERS.index(who) if who else None)
    return [tell(text, values, LETTERS) for text, values in view["news"]]


def refusal(g: Threadcount, move: str) -> str:
    """Why a move is refused, up to the list of what is open."""
    with pytest.raises(IllegalMove) as refused:
        play(g, move)
    reason, found, _ = str(refused.value).partition(" You can: ")
    assert found
    return reason


def label(g: Threadcount, move: str) -> str:
    """What a legal move is called."""
    who, text = move.split(" ", 1)
    assert text in legal(g, who)
    return game.label(g, LETTERS.index(who), text)


def default(g: Threadcount) -> str:
    """What an absent player does, which has to be legal."""
    move = game.default(g, g.asked[0])
    assert move in game.legal(g, g.asked[0])
    return move


def outfit(g: Threadcount, seat: int = 0) -> str:
    """An outfit in the notation of `position`."""
    p = g.players[seat]
    worn = [f"{hue or '-'} {cloth or '-'}" for hue, cloth in zip(p.hues, p.patterns, strict=True)]
    while worn and worn[-1] == "- -":
        worn.pop()
    spare = [*p.spare_hues, *p.spare_patterns]
    return ", ".join([*worn, f"spare {' '.join(spare)}"] if spare else worn)


def dyes(g: Threadcount, seat: int = 0) -> str:
    """A player's dyes in the notation of `position`."""
    return " ".join(f"{k[0].upper()}{n}" for k, n in g.players[seat].dye.items() if n)


def shopping(**facts: Any) -> Threadcount:
    """A position in which A is in the market, or would be if anything could be done there."""
    return position(("spend", 0), ("end_turn", 0), STOP, **facts)


def to_the_end(g: Threadcount, seed: int = 0) -> Threadcount:
    """The state after random moves, arrangements and all, to the end."""
    chance = random.Random(seed)
    while g.scores is None:
        g = game.play(g, g.asked[0], chance.choice(game.legal(g, g.asked[0])))
    return g


def scored(outfits: Sequence[str], pattern: str = "asanoha", **facts: Any) -> Threadcount:
    """The end of a game with these outfits."""
    facts = {"seats": max(2, len(outfits)), "turn": 10, **facts}
    return position("present_outfits", outfits=outfits, pattern=pattern, **facts)


def pieces(g: Threadcount) -> Counter[str]:
    """All cards of a game, wherever they are."""
    cards = [f"pattern {card}" for card in g.deck]
    cards += [f"pattern {card}" for pile in g.slots for card in pile]
    cards += [f"hue {hue}" for hue, n in g.piles.items() for _ in range(n)]
    cards += [f"colour {colour}" for colour in g.undealt]
    cards += [f"favourite {card}" for card in (*g.favourite_pattern, *g.unpicked)]
    for p in g.players:
        cards += [f"pattern {card}" for card in scoring.owned_patterns(p)]
        cards += [f"hue {hue}" for hue in scoring.owned_hues(p)]
        cards += [f"colour {colour}" for colour in p.favourite]
    return Counter(cards)


# --- 1. The table --------------------------------------------------------------------------------


@rule("1.1")
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
        mine = f"Your Empress colour is {colour}:"
        # The order of the turns comes with the same news.
        assert [line for line in told(g, LETTERS[p.seat]) if line.startswith("Your")] == [
            f"{mine} every dye that carries it scores 2, for anybody."
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


@rule("1.5", "12.2")
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


def rolling(*rolls: int, seats: int) -> Threadcount:
    """The state after the roll for the order with these dice, re-rolls included."""
    dice = iter(rolls)
    with pytest.MonkeyPatch.context() as loaded:
        loaded.setattr(State, "below", lambda g, n: next(dice))
        g = position("roll_for_order", seats=seats)
    assert not list(dice), "these dice are not rolled any more"
    return g


@rule("2.1", "2.2", "2.3")
def test_the_highest_roll_goes_first_and_every_number_gets_a_cube() -> None:
    g = rolling(2, 3, 5, 9, seats=4)
    assert (g.rolls, g.order, g.cubes) == ([2, 3, 5, 9], [3, 0, 1, 2], [2, 3, 5, 9])
    g = rolling(2, 9, 5, seats=3)
    assert g.order == [1, 2, 0]


@rule("2.1")
def test_only_those_who_are_equal_roll_again() -> None:
    g = rolling(4, 4, 8, 3, 8, 1, 5, seats=3)
    # A and B roll again: 3 and 8; B now equals C: these two roll 1 and 5.
    assert (g.rolls, g.cubes, g.order) == ([3, 1, 5], [1, 3, 5], [2, 0, 1])


@rule("2.1", "2.3")
def test_T15_the_zero_counts_ten_and_its_owner_places_a_cube() -> None:
    g = rolling(7, 7, 0, 4, 6, seats=3)
    assert (g.rolls, g.order, g.cubes) == ([4, 6, 10], [2, 0, 1], [4, 6])
    assert asked(g) == "C place"
    assert legal(g, "C") == [f"place {space}" for space in (1, 2, 3, 5, 7, 8, 9)]
    assert game.view(g, None)["grid"][1] == ["place 4", "place 5", "place 6"]
    why = "Space 4 is full; a cube goes only onto an empty space."
    assert refusal(g, "C place 4") == why
    assert label(g, "C place 5") == "Cube on 5"
    assert play(g, "C place 9").cubes == [4, 6, 9]


@rule("2.4")
def test_a_line_of_first_cubes_stays_until_the_first_roll() -> None:
    assert rolling(1, 2, 3, seats=3).cubes == [1, 2, 3]
    g = play(rolling(4, 0, 6, seats=3), "B place 5")
    assert g.cubes == [4, 5, 6]
    g = position(cubes=[1, 2, 3], dice="red 7 8 8")
    assert (g.cubes, g.players[0].silk) == ([7], 4)


# --- 3. The turn ---------------------------------------------------------------------------------


@rule("3.1", "3.2")
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
def test_T1_T2_Q3_silk_is_sown_where_it_completes_no_line() -> None:
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


@rule("4.1")
def test_silk_is_sown_before_the_roll_only_and_only_if_there_is_any() -> None:
    g = position(cubes=[1, 5], silk=[1], dice="red 3 3 2")
    g = play(g, "A sow 6")
    assert g.now.resolved, "no silk is left, so the dice are rolled"
    assert spaces(g) == []


@rule("4.2")
def test_full_spaces_are_closed() -> None:
    g = position(cubes=[1, 5], silk=[3])
    assert refusal(g, "A sow 5") == "Space 5 is full; a cube goes only onto an empty space."
    assert [move for row in game.view(g, None)["grid"] for move in row] == [
        f"sow {space}" for space in range(1, 10)
    ]


@rule("4.3")
def test_T3_a_board_where_nothing_can_be_sown() -> None:
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


@rule("4.4")
def test_T4_Q1_the_first_cube_on_an_empty_board_is_free() -> None:
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


def ints(text: str) -> tuple[int, ...]:
    """The numbers of a text."""
    return tuple(map(int, text.split()))


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
def test_B1_the_sample_turn_step_by_step() -> None:
    assert rolling(2, 3, 5, 9, seats=4).cubes == [2, 3, 5, 9]
    it = board.resolve((2, 3, 5, 9), (3, 5, 8))
    assert it.filled == (8,)
    assert it.lines == ((2, 5, 8),)
    assert it.refilled == (5,)
    assert it.cleared == (3,)
    assert it.after == (5, 9)
    assert it.silk == 4
    g = position(cubes=[2, 3, 5, 9], dice="red 3 5 8")
    assert told(g) == [
        "A rolls red and 3 5 8.",
        "The line 2-5-8 clears.",
        "A gets 4 silk and a red dye.",
    ]
    assert (g.now.filled, g.now.refilled, g.now.cleared) == ([8], [5], [3])
    assert g.now.lines == [(2, 5, 8)]
    assert (g.players[0].silk, dyes(g)) == (4, "R1")


@rule("5.5")
def test_lines_are_looked_for_before_full_spaces_clear() -> None:
    it = board.resolve((1, 2), (3, 1, 9))
    assert (it.silk, it.after) == (3, (1, 9))


@rule("5.6")
def test_a_number_that_filled_its_space_does_not_refill_it() -> None:
    it = board.resolve((2, 5), (8, 1, 1))
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
            it = board.resolve(cubes, numbers)
            most = max(most, it.silk)
            assert not any({*line} <= {*it.after} for line in LINES)
            assert len(cubes) + len(it.filled) + len(it.refilled) == len(it.after) + it.silk
            assert all(board.resolve(cubes, other) == it for other in set(permutations(numbers)))
    assert most == 9


def test_a_board_with_a_line_pays_at_most_ten() -> None:
    every = [cubes for n in range(10) for cubes in combinations(range(1, 10), n)]
    rolls = [n for n in product(range(1, 10), repeat=3) if list(n) == sorted(n)]
    assert max(board.resolve(cubes, roll).silk for cubes in every for roll in rolls) == 10


@rule("5.9")
def test_doubles_pay() -> None:
    g = play(position(dice="red 5 5 8"), "A roll")
    assert (g.cubes, g.now.silk, g.now.filled, g.now.cleared) == ([8], 1, [5, 8], [5])


@rule("13.2")
@pytest.mark.parametrize(("name", "silk"), [("B2", 0), ("B4", 0), ("B5", 3), ("B6", 3), ("B12", 3)])
def test_idle_doubles_do_not(name: str, silk: int) -> None:
    before, numbers, _, _ = B_ORACLES[name]
    assert board.resolve(ints(before), ints(numbers), idle_doubles=True).silk == silk
    g = position(cubes=ints(before), dice=f"red {numbers}", idle_doubles=True)
    assert (play(g, "A roll") if not before else g).now.silk == silk
    assert game.new(2, 1, {"doubles": "idle"}).idle_doubles
    assert not game.new(2, 1).idle_doubles


@rule("5.1", "5.2")
def test_Q5_the_colour_rolled_is_a_dye_without_a_question() -> None:
    g = position(cubes=[2, 3, 5, 9], dice="blue 3 5 8", deck=["kikko"])
    assert (g.now.face, g.now.dye, g.now.dice, dyes(g)) == ("blue", "blue", [3, 5, 8], "B1")
    assert asked(g) == "A market"


@rule("5.2")
def test_T13_white_is_red_yellow_or_blue() -> None:
    g = position(cubes=[2, 3, 5, 9], dice="white 3 5 8", dye=["R1 Y1 B3"])
    assert legal(g) == ["dye red", "dye yellow", "dye blue"]
    why = "White is red, yellow or blue; other colours are made of these."
    assert refusal(g, "A dye green") == why
    assert label(g, "A dye red") == "Red: then 2 red, 1 yellow, 3 blue; opens red, red-orange +1"
    assert label(g, "A dye blue") == "Blue: then 1 red, 1 yellow, 4 blue"
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
def test_Q4_white_first_then_each_zero() -> None:
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
def test_B14_B15_a_zero_counts_as_any_number(zero: int, after: list[int], silk: int) -> None:
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


# --- 6. The dye market ---------------------------------------------------------------------------


@rule("6.1")
def test_the_market_lists_what_can_be_paid_and_what_it_leaves() -> None:
    g = shopping(silk=[4], dye=["R2 B1"], deck=["kikko"])
    assert legal(g) == [
        "buy red",
        "buy violet",
        "buy red-violet",
        "pattern 1",
        "pattern 3",
        "refresh",
        "done",
    ]
    assert label(g, "A buy red-violet") == (
        "Red-violet: 2 red + 1 blue + 3 silk (leaves 0/0/0 dye, 1 silk)"
    )
    assert label(g, "A pattern 1") == "Uroko from slot 1: 4 silk (leaves 0 silk)"
    assert label(g, "A refresh") == "New patterns: 1 silk (leaves 3 silk)"
    g = play(g, "A buy violet", "A pattern 3")
    assert outfit(g) == "violet asanoha"
    assert refusal(shopping(silk=[4], deck=["kikko"]), "A roll").startswith("“roll” is not")


@rule("6.1")
def test_there_is_no_market_before_the_roll() -> None:
    g = position(silk=[7], dye=["R4"])
    assert asked(g) == "A sow"
    assert not [move for move in legal(g) if move.startswith(("buy", "pattern", "refresh"))]


@rule("6.2", "6.3", "6.4")
@pytest.mark.parametrize("hue", HUES)
def test_what_a_dye_card_costs(hue: str) -> None:
    first, _, second = hue.partition("-")
    mixed = {"orange": "red yellow", "green": "yellow blue", "violet": "red blue"}
    if second:
        parts = mixed[second].split()
        other = next(part for part in parts if part != first)
        cost, silk = {first: 2, other: 1}, 3
    elif hue in mixed:
        cost, silk = dict.fromkeys(mixed[hue].split(), 1), 1
    else:
        cost, silk = {hue: 2}, 1
    assert (DYE_COST[hue], SILK_COST[hue]) == (cost, silk)
    exactly = " ".join(f"{each[0].upper()}{n}" for each, n in cost.items())
    g = shopping(silk=[silk], dye=[exactly], deck=["kikko"])
    assert f"buy {hue}" in legal(g)
    g = play(g, f"A buy {hue}")
    assert (g.players[0].silk, dyes(g), outfit(g)) == (0, "", f"{hue} -")
    short = shopping(silk=[silk - 1, 0], dye=[exactly], deck=["kikko"], slots=["", "", ""])
    assert not short.asked or f"buy {hue}" not in game.legal(short, short.asked[0])


@rule("6.4")
def test_T5_T7_red_violet() -> None:
    g = play(shopping(silk=[4], dye=["R2 B1"]), "A buy red-violet")
    assert (dyes(g), g.players[0].silk, outfit(g)) == ("", 1, "red-violet -")
    g = shopping(silk=[2], dye=["R2 B1"])
    have = "you have 2 red, 0 yellow, 1 blue and 2 silk."
    cost = "Red-violet costs 2 red + 1 blue dye and 3 silk"
    assert refusal(g, "A buy red-violet") == f"{cost}; {have}"


@rule("6.3")
def test_T6_orange() -> None:
    g = play(shopping(silk=[1], dye=["R1 Y1"]), "A buy orange")
    assert (dyes(g), g.players[0].silk, outfit(g)) == ("", 0, "orange -")
    assert g.piles["orange"] == 2


@rule("6.5")
def test_a_pile_sold_out_sells_nothing() -> None:
    piles = {**{hue: 2 for hue in HUES}, "red": 0}
    g = shopping(silk=[4], dye=["R2"], piles=piles)
    assert "buy red" not in legal(g)
    assert refusal(g, "A buy red") == "No red dye card is left."


@rule("6.5")
def test_nobody_owns_more_than_five_basic_or_three_tertiary_cards() -> None:
    for seed in range(12):
        for p in to_the_end(game.new(2, seed), seed).players:
            tertiary = sum("-" in hue for hue in scoring.owned_hues(p))
            basic = len(scoring.owned_hues(p)) - tertiary
            assert tertiary <= 3 and basic <= 5 and 3 * tertiary + 2 * basic <= 10


# --- 7. The silk market --------------------------------------------------------------------------


@rule("7.1")
def test_a_pattern_costs_its_price() -> None:
    g = shopping(silk=[7], deck=["karakusa"])
    why = "Kikko costs 5 silk; you have 4."
    assert refusal(shopping(silk=[4]), "A pattern 2") == why
    g = play(g, "A pattern 2")
    assert (g.players[0].silk, outfit(g), g.slots[1]) == (2, "- kikko", [])
    assert refusal(g, "A pattern 2") == "Slot 2 is sold out."
    full = "- uroko, - uroko, - uroko, - kikko, spare asanoha"
    assert "pattern 1" in legal(shopping(silk=[7], outfits=[full]))


@rule("7.2", "7.3")
def test_T8_new_patterns_lie_on_top() -> None:
    g = shopping(silk=[3], draws=["karakusa", "uroko", "seigaiha"])
    g = play(g, "A refresh")
    assert g.players[0].silk == 2
    assert g.slots == [["uroko", "karakusa"], ["kikko", "uroko"], ["asanoha", "seigaiha"]]
    assert game.view(g, None)["offers"][0]["beneath"] == ["uroko"]


@rule("7.2")
def test_T14_an_empty_deck_gives_no_new_patterns_and_a_short_one_fills_from_the_first_slot() -> (
    None
):
    g = shopping(silk=[3])
    assert refusal(g, "A refresh") == "The pattern deck is used up."
    g = play(shopping(silk=[3], draws=["karakusa", "uroko"]), "A refresh")
    assert g.slots == [["uroko", "karakusa"], ["kikko", "uroko"], ["asanoha"]]


@rule("7.3")
def test_T9_what_lies_beneath_is_on_offer_again() -> None:
    g = shopping(silk=[6], slots=["uroko karakusa", "", "kikko"], dye=["R2"])
    g = play(g, "A pattern 1")
    assert (g.players[0].silk, g.slots) == (0, [["uroko"], [], ["kikko"]])


@rule("7.4")
def test_T10_T11_three_new_patterns_are_free_when_all_are_sold() -> None:
    five = ["kikko", "kikko", "uroko", "asanoha", "karakusa"]
    g = play(shopping(silk=[3], slots=["", "", "asanoha"], deck=five), "A pattern 3")
    assert (g.players[0].silk, [len(pile) for pile in g.slots], len(g.deck)) == (0, [1, 1, 1], 2)
    g = shopping(silk=[3], slots=["", "", "asanoha"], deck=["kikko", "uroko"])
    g = play(g, "A pattern 3")
    assert ([len(pile) for pile in g.slots], g.deck) == ([1, 1, 0], [])
    g = play(shopping(silk=[3], slots=["", "", "asanoha"]), "A pattern 3")
    assert g.slots == [[], [], []]


@rule("7.4")
def test_a_sale_that_brings_new_patterns_cannot_be_taken_back_and_others_can() -> None:
    g = shopping(silk=[3], slots=["", "", "asanoha"], deck=["kikko", "uroko"])
    assert play(g, "A pattern 3").rng != g.rng
    g = shopping(silk=[3, 1], slots=["uroko", "", "asanoha"], deck=["kikko", "uroko"])
    assert play(g, "A pattern 3").rng == g.rng


# --- 8. The garments -----------------------------------------------------------------------------


@rule("8.1")
def test_a_card_goes_into_the_first_garment_that_lacks_one() -> None:
    worn = "red -, - kikko, blue uroko"
    g = shopping(silk=[7], dye=["Y2"], outfits=[worn], deck=["kikko"])
    assert outfit(play(g, "A buy yellow")) == "red -, yellow kikko, blue uroko"
    assert outfit(play(g, "A pattern 3")) == "red asanoha, - kikko, blue uroko"


@rule("8.1")
def test_a_further_card_is_spare_unless_it_is_worth_more() -> None:
    full = "red kikko, red uroko, blue uroko, green karakusa"
    g = shopping(silk=[5], slots=["asanoha", "kikko", "uroko"], outfits=[full], dye=["Y2"])
    # Two Uroko and one Kikko: 10 + 5 + 6; a second Kikko in the place of an Uroko: 15 + 5 + 6.
    assert outfit(play(g, "A pattern 2")) == (
        "red kikko, red kikko, blue uroko, green karakusa, spare uroko"
    )
    # Three Uroko are 15: with the Karakusa for the Kikko it is the same.
    assert outfit(play(g, "A pattern 1")).endswith("spare asanoha")
    assert outfit(play(g, "A buy yellow")).endswith("spare yellow")
    g = shopping(silk=[7], outfits=[full], dye=["R2 B1"])
    assert outfit(play(g, "A buy red-violet")).endswith("red-violet karakusa, spare green")


@rule("8.2")
def test_arranging_is_open_to_whoever_owns_a_card() -> None:
    g = shopping(silk=[1], outfits=["red uroko"], deck=["kikko"])
    assert legal(g) == ["refresh", "arrange", "done"]
    assert label(g, "A arrange") == "Rearrange your garments (8 of 8 changes left)"
    assert refusal(g, "A arrange obi red uroko").startswith("Say “arrange” first")
    g = play(g, "A arrange")
    assert len(legal(g)) == 4 * 3 + 1
    assert label(g, "A arrange obi none uroko") == "Obi: no dye, Uroko"
    assert refusal(g, "A arrange obi green uroko") == "You own no Green."
    assert refusal(g, "A arrange kimono red uroko").startswith("Name a garment")
    back = play(g, "A back")
    assert (outfit(back), asked(back)) == ("red uroko", "A market")
    assert not back.players[0].by_hand


@rule("8.2")
def test_eight_changes_a_turn() -> None:
    g = shopping(silk=[1], outfits=["red uroko"], deck=["kikko"])
    for garment in ["hakama", "kimono"] * 4:
        g = play(g, "A arrange", f"A arrange {garment} red uroko")
    assert legal(g) == ["refresh", "done"]


ARRANGED = {
    "Q8": ("red uroko", "arrange hakama red uroko", "- -, red uroko"),
    "Q9": ("red uroko, - -, blue kikko", "arrange kimono blue uroko", "blue uroko, - -, red kikko"),
    "Q10": (
        "red -, red -, blue -, green -, spare violet",
        "arrange sensu violet none",
        "red -, red -, blue -, violet -, spare green",
    ),
    "the sensu gives first": (
        "- -, red -, blue -, red -",
        "arrange kimono red none",
        "red -, red -, blue -",
    ),
    "none makes spare": ("red uroko", "arrange kimono none uroko", "- uroko, spare red"),
    "a spare card first": (
        "red uroko, blue kikko, spare red",
        "arrange hakama red kikko",
        "red uroko, red kikko, spare blue",
    ),
}


@rule("8.3")
@pytest.mark.parametrize("name", ARRANGED)
def test_what_a_change_does(name: str) -> None:
    before, move, after = ARRANGED[name]
    g = shopping(silk=[1], outfits=[before], deck=["kikko"])
    g = play(g, "A arrange", f"A {move}")
    assert outfit(g) == after
    assert g.players[0].by_hand
    assert told(g)[0].startswith("A arranges: ")


@rule("8.2")
def test_four_changes_reach_every_outfit() -> None:
    hues, patterns = ["red", "red", "blue", "violet", "green"], ["uroko", "kikko"]
    chance = random.Random(2)
    for _ in range(60):
        p, wanted = Player(0), Player(0)
        for who in (p, wanted):
            for owned, cards, spare in (
                ([*hues], who.hues, who.spare_hues),
                ([*patterns], who.patterns, who.spare_patterns),
            ):
                chance.shuffle(owned)
                for i in chance.sample(range(4), chance.randint(0, min(4, len(owned)))):
                    cards[i] = owned.pop()
                spare += owned
        g = shopping(silk=[1], deck=["kikko"])
        g.players[0].hues, g.players[0].patterns = p.hues, p.patterns
        g.players[0].spare_hues, g.players[0].spare_patterns = p.spare_hues, p.spare_patterns
        for i, garment in enumerate(GARMENTS):
            move = f"{garment} {wanted.hues[i] or 'none'} {wanted.patterns[i] or 'none'}"
            if (g.players[0].hues[i], g.players[0].patterns[i]) != (
                wanted.hues[i],
                wanted.patterns[i],
            ):
                g = play(g, "A arrange", f"A arrange {move}")
        assert (g.players[0].hues, g.players[0].patterns) == (wanted.hues, wanted.patterns)


@rule("8.4")
def test_after_arranging_by_hand_no_card_is_exchanged() -> None:
    full = "red kikko, red uroko, blue uroko, green karakusa"
    g = shopping(silk=[7], slots=["asanoha", "kikko", "uroko"], outfits=[full])
    g = play(g, "A arrange", "A arrange kimono red uroko", "A pattern 2")
    assert outfit(g).endswith("spare kikko")
    assert outfit(play(g, "A done")).endswith("spare kikko")
    g = shopping(silk=[8], outfits=["red kikko, blue uroko"], deck=["kikko"], dye=["R1"])
    g = play(g, "A arrange", "A arrange sensu blue none")
    assert label(g, "A done") == "Done, 1 silk over the limit lost (1 more could be complete)"
    assert outfit(play(g, "A pattern 3")) == "red kikko, - uroko, - asanoha, blue -"


@rule("8.5")
def test_the_outfit_may_be_changed_until_the_own_tenth_turn_ends() -> None:
    g = shopping(outfits=["red uroko"], turn=10)
    assert legal(g) == ["arrange", "done"]
    g = play(g, "A done")
    assert legal(g) == [] and g.asked == [1]


# --- 9. The end of a turn ------------------------------------------------------------------------


@rule("9.1")
def test_T12_at_most_seven_silk_is_kept() -> None:
    g = shopping(silk=[9], deck=["kikko"])
    assert label(g, "A done") == "Done, 2 silk over the limit lost"
    g = play(g, "A done")
    assert g.players[0].silk == 7
    assert told(g)[0] == "A loses 2 silk over the limit."
    assert label(shopping(silk=[7]), "A done") == "Done"


@rule("9.2", "13.3")
def test_at_most_four_dyes_of_a_colour_are_kept() -> None:
    g = shopping(silk=[9], dye=["R5 Y4"], deck=["kikko"])
    assert label(g, "A done") == "Done, 2 silk and 1 red dye over the limit lost"
    assert dyes(play(g, "A done")) == "R4 Y4"
    g = shopping(silk=[1], dye=["R5 Y4"], deck=["kikko"], dye_cap=None)
    assert dyes(play(g, "A done")) == "R5 Y4"
    assert game.new(2, 1, {"dye_cap": "none"}).dye_cap is None
    assert game.new(2, 1).dye_cap == 4


@rule("9.3")
def test_Q6_the_market_closes_by_itself_but_not_in_the_last_turn() -> None:
    facts: dict[str, Any] = {"dye": ["R1"], "outfits": ["red uroko"], "silk": [0, 3]}
    g = shopping(turn=6, **facts)
    assert asked(g) == "B place"
    g = shopping(turn=10, **facts)
    assert legal(g) == ["arrange", "done"]
    g = shopping(turn=10, silk=[0, 3])
    assert asked(g) == "B place"


@rule("9.3")
def test_a_spare_card_or_an_incomplete_garment_keeps_the_market_open() -> None:
    spare = "red -, red -, blue -, green -, spare violet"
    assert asked(shopping(outfits=[spare], turn=6)) == "A market"
    assert asked(shopping(outfits=["red -, - uroko"], turn=6)) == "A market"
    assert asked(shopping(outfits=["red uroko, blue -"], turn=6, silk=[0, 3])) == "B place"


@rule("6.1", "9.3")
def test_Q7_with_silk_and_nothing_else_there_is_the_refresh() -> None:
    assert legal(shopping(silk=[1], deck=["kikko", "uroko", "asanoha"])) == ["refresh", "done"]


@rule("9.4")
def test_done_is_whoever_owns_four_dyes_and_four_patterns() -> None:
    full = "red kikko, red uroko, blue uroko, green -, spare kikko"
    g = shopping(silk=[1], outfits=[full], turn=7, deck=["kikko"])
    g = play(g, "A done")
    assert g.players[0].finished == 7
    assert "A has dyes and patterns for all four garments." in told(g)
    g = shopping(silk=[1], outfits=["red kikko, red -"], turn=7, deck=["kikko"])
    assert play(g, "A done").players[0].finished == 0


# --- 10. Scoring ---------------------------------------------------------------------------------

S_ORACLES = {
    "S1": (
        "red-violet karakusa, red-violet karakusa, red karakusa, violet karakusa",
        "red violet",
        "karakusa",
        (8, 12, 50),
        50,
    ),
    "S2": (
        "red uroko, red uroko, orange uroko, orange uroko",
        "blue green",
        "uroko",
        (8, 0, 28),
        48,
    ),
    "S3": (
        "blue uroko, blue uroko, yellow kikko, yellow kikko",
        "red orange",
        "asanoha",
        (8, 0, 25),
        25,
    ),
    "S4": (
        "red-violet ichimatsu, blue-violet ichimatsu, red kikko, blue kikko",
        "red blue violet",
        "seigaiha",
        (8, 12, 27),
        25,
    ),
    "S5": ("green uroko, green uroko, orange asanoha", "green yellow", "uroko", (6, 4, 17), 25),
    "S6": (
        "yellow-green seigaiha, yellow-orange seigaiha, blue-green seigaiha",
        "yellow green orange blue",
        "seigaiha",
        (6, 12, 31),
        36,
    ),
    "S7": (
        "red asanoha, violet uroko, orange ichimatsu, green kikko",
        "red violet orange green blue",
        "ichimatsu",
        (8, 8, 19),
        21,
    ),
    "S8": ("blue kikko", "red yellow", "asanoha", (2, 0, 5), 5),
    "S9": ("red -, blue -, green -", "red blue", "asanoha", (0, 0, 0), 0),
    "S13": (
        "green asanoha, green asanoha, red asanoha, red asanoha",
        "red green",
        "uroko",
        (8, 8, 21),
        27,
    ),
    "S16": ("red karakusa, violet -, spare karakusa", "red violet", "karakusa", (2, 2, 8), 11),
}
"""Outfit, Empress colours, favourite pattern, points for garments, dyes and patterns; in M-B."""


@rule("10.1", "10.2", "10.3", "10.4", "10.5", "10.6")
@pytest.mark.parametrize("name", S_ORACLES)
def test_S_what_an_outfit_is_worth(name: str) -> None:
    worn, colours, favourite, points, _ = S_ORACLES[name]
    facts: dict[str, Any] = {"favourites": colours.split(), "pattern": favourite}
    g = scored([worn], seats=len(colours.split()), **facts)
    sheet = game.view(g, None)["sheets"][0]
    assert (sheet["garment"], sheet["dye"], sheet["pattern"]) == points
    assert g.scores is not None and g.scores[0] == sheet["total"] == sum(points)


@rule("13.1")
@pytest.mark.parametrize("name", S_ORACLES)
def test_S_what_patterns_are_worth_in_the_other_model(name: str) -> None:
    worn, colours, favourite, (garments, dye, _), other = S_ORACLES[name]
    facts: dict[str, Any] = {"favourites": colours.split(), "pattern": favourite}
    g = scored([worn], seats=len(colours.split()), scoring="M-B", **facts)
    assert g.scores is not None and g.scores[0] == garments + dye + other
    assert game.new(2, 1, {"scoring": "M-B"}).scoring == "M-B"
    assert game.new(2, 1).scoring == "M-A"


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
def test_S10_the_tables(
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
    assert seen["sheets"][0]["dye"] == seen["sheets"][1]["dye"] == 2
    assert seen["colours_known"] == ["red", "violet"]


@rule("12.2")
def test_before_the_end_a_sheet_counts_what_its_reader_knows() -> None:
    facts: dict[str, Any] = {"favourites": ["red", "violet"], "pattern": "uroko", "deck": ["kikko"]}
    g = shopping(silk=[5], outfits=["red-violet uroko"], dye=["R2 B1"], **facts)
    assert [game.view(g, seat)["sheets"][0]["dye"] for seat in (None, 0, 1)] == [0, 2, 2]
    assert game.view(g, 0)["sheets"][0]["pattern"] == 5
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


@rule("11.1")
def test_S11_more_tertiary_colours_win_a_tie() -> None:
    facts: dict[str, Any] = {"favourites": ["green", "yellow"]}
    g = scored(["red uroko, red-violet uroko", "red-orange uroko, red-violet uroko"], **facts)
    assert g.scores == [14, 14]
    assert winners(g) == [1]
    assert g.tie_breaks == [0, 1]
    assert game.view(g, None)["tie_steps"][0]["values"] == {"0": 1, "1": 2}
    same = ["red-violet uroko, red-violet uroko", "red-orange uroko, red-violet uroko"]
    assert winners(scored(same, **facts)) == [0, 1], "cards count, not different hues"


@rule("11.2")
def test_more_of_the_favourite_pattern_win_a_tie() -> None:
    # Asanoha as favourite 3 + 2 = 5, as is a Kikko.
    g = scored(["red asanoha", "red kikko"], favourites=["green", "yellow"])
    assert g.scores == [7, 7]
    assert winners(g) == [0]


@rule("11.2")
def test_S12_the_dearer_patterns_win_a_tie() -> None:
    facts: dict[str, Any] = {"favourites": ["green", "yellow"], "pattern": "karakusa"}
    g = scored(["red uroko", "red kikko"], **facts)
    assert g.scores == [7, 7]
    assert winners(g) == [1]
    assert [step["why"].split(":")[0] for step in game.view(g, None)["tie_steps"]] == [
        "colour quality",
        "pattern selection",
        "pattern selection",
    ]


@rule("11.3", "11.4")
def test_S15_being_done_before_the_last_turn_wins_a_tie() -> None:
    worn = "red uroko, red uroko, blue kikko, blue kikko"
    for first, second, best in ((9, 10, [0]), (7, 9, [0, 1]), (0, 9, [1]), (10, 0, [0, 1])):
        g = position(("sow", 0), outfits=[worn, worn], silk=[1], turn=10)
        g.players[0].finished, g.players[1].finished = first, second
        g.agenda = [("present_outfits",)]
        assert winners(game._advance(g)) == best


@rule("11.4")
def test_S14_whoever_is_behind_in_one_comparison_drops_out() -> None:
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


@rule("11.4")
def test_a_tie_behind_the_first_changes_no_score() -> None:
    worn = ["red uroko", "red-violet uroko", "red uroko, red uroko"]
    g = scored(worn, favourites=["green", "blue", "yellow"])
    assert g.scores == [7, 7, 14]
    assert winners(g) == [2]


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


@rule("3.1", "14.1")
def test_a_turn_without_sowing_or_buying_is_two_presses() -> None:
    g = position(cubes=[2, 5], silk=[1, 0], dice="red 3 5 8", deck=["kikko"])
    assert asked(play(g, "A roll", "A done")) == "B place"


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


def test_a_good_player_collects_dye_for_his_own_colour() -> None:
    white: dict[str, Any] = {"cubes": [2, 3, 5, 9], "dice": "white 3 5 8", "dye": ["R1 Y1"]}
    assert expert(position(favourites=["violet", "red"], **white)) == "dye blue"
    assert expert(position(favourites=["red", "blue"], **white)) == "dye red"
    done = "red kikko, red kikko, blue kikko, blue kikko"
    g = position(favourites=["violet", "red"], outfits=[done], **white)
    assert expert(g) == default(g) == "dye red"


def test_a_good_player_waits_for_his_own_colour_while_there_is_time() -> None:
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
    after = {n: board.resolve(g.cubes, (n, 5, 8)) for n in (2, 9)}
    assert after[2].silk == after[9].silk == 3
    left = {n: board.expected_silk(after[n].after, False) for n in after}
    assert left[9] < left[2]
    last = position(cubes=[1, 5, 6], dice="red 0 5 8", turn=10)
    assert expert(last) == "zero 9", "B has a turn to come"
    last.order = [1, 0]
    assert expert(last) == "zero 2", "nobody comes after A"


def test_a_good_player_collects_alike_patterns() -> None:
    offer: dict[str, Any] = {"slots": ["kikko", "uroko", "seigaiha"], "silk": [6]}
    assert expert(shopping(outfits=["- kikko"], **offer)) == "pattern 1"
    assert expert(shopping(outfits=["- seigaiha"], **offer)) == "pattern 3"


def test_a_good_player_saves_silk_for_the_best_of_his_plan() -> None:
    owned = "red karakusa, red karakusa"
    offer: dict[str, Any] = {"outfits": [owned], "slots": ["karakusa", "uroko"]}
    assert expert(shopping(silk=[5], **offer)) == "done" != default(shopping(silk=[5], **offer))
    assert expert(shopping(silk=[6], **offer)) == "pattern 1"
    assert expert(shopping(silk=[5], turn=10, **offer)) == "pattern 2"


def test_a_good_player_looks_for_what_he_lacks() -> None:
    owned, deck = "red karakusa, red karakusa", ["karakusa", "karakusa", "uroko"]
    offer: dict[str, Any] = {"outfits": [owned], "slots": ["asanoha"], "deck": deck}
    assert expert(shopping(silk=[7], **offer)) == "refresh"
    assert expert(shopping(silk=[1], **offer)) == "done"


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
    g = game.new(seats, seats)
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
    assert "done" in game.ahead(g, 0)["market"] and "passing" not in game.ahead(g, 0)
    bought = play(g, "A ahead market buy red", "A roll")
    assert bought.players[0].hues[0] == "red" and asked(bought) == "A market"
    assert asked(play(g, "A ahead market done", "A roll")) == "B place"
