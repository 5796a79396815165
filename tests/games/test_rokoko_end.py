"""Rokoko: income and scoring, what everybody knows, and what always holds."""

import random
import re
from collections import Counter

import pytest

from bot.texts.rulebook import rulebook
from games.kernel import winners
from games.rokoko import scoring
from games.rokoko.components import BOARDS, DATA, DRESSES, HALLS, SIDES
from games.rokoko.halls import majority
from games.rokoko.moves import bonus_listed
from games.rokoko.rules.setup import BASE
from games.rokoko.state import Rokoko, board_of, game
from renderers.rokoko import describe
from renderers.rokoko.sheet import results
from tests.games.rokoko import *

# --- 11. The final scoring -----------------------------------------------------------------------


@rule("11.3")
def test_what_the_places_of_each_hall_are_worth() -> None:
    values = {seats: [hall.majority for hall in BOARDS[seats].halls] for seats in (2, 4)}
    assert values == {
        2: [(8, 4), (7, 3), (6, 3), (5, 2), (5, 2)],
        4: [(9, 5), (8, 4), (7, 4), (6, 3), (6, 3)],
    }


def test_a_majority_never_gives_more_than_its_values() -> None:
    chance = random.Random(3)
    for _ in range(300):
        strength = [chance.randrange(4) for _ in range(chance.randint(2, 5))]
        breaker = chance.choice([None, *[s for s, n in enumerate(strength) if n]])
        points = majority((7, 4), strength, breaker)
        assert sum(points) <= 11
        assert all(n or not point for n, point in zip(strength, points, strict=True))
        ranked = sorted(zip(strength, points, strict=True))
        assert [point for _, point in ranked if point] == sorted(p for _, p in ranked if p)


@rule("11.9")
def test_what_each_number_of_statues_is_worth() -> None:
    assert DATA["statues"]["prestige"] == [0, 2, 5, 9, 13, 17, 21, 25, 29]


def end_of_k61() -> Rokoko:
    """The table of the full final scoring."""
    return position(
        "score",
        number=7,
        favor=1,
        owns={
            "P1": {"discard": "B1 B2 B3 B4 B5 E28", "livre": 27, "prestige": 4, "all_halls": 5}
            | {"supply": ""},
            "P2": {"discard": "B1 B3 B4 E24 E25", "supply": "", "livre": 9, "prestige": 6},
            "P3": {"discard": "B1 B2 B5 E11 E23 E27", "supply": "", "livre": 41, "prestige": 3},
        },
        rents={
            "P1": "H1M D09 H2a D15 H3c D01 H4a D26 H5c D32",
            "P2": "H1a D02 H1b D30 H2b D12 H2c D13 H3a D36",
            "P3": "H2d D22 H3M D18 H4b D24 H4c D07",
        },
        funds={
            "P1": "MUS5 ST1 ST2 FU2 FW1",
            "P2": "MUS1 ST3 ST4 ST5 FW2 FW3",
            "P3": "MUS4 FL1 FU1",
        },
    )


@rule("11.1", "11.2", "11.3", "11.6", "11.7", "11.8", "11.9", "11.10", "14.6")
def test_a_full_final_scoring() -> None:
    g = end_of_k61()
    expected = {
        "tokens": [4, 6, 3],
        "favor": [0, 3, 0],
        "cards": [8, 10, 8],
        "majorities": [13, 16, 12],
        "dresses": [14, 13, 11],
        "terrace": [4, 7, 0],
        "decorations": [5, 10, 6],
        "statues": [5, 9, 0],
        "all_halls": [5, 0, 0],
        "money": [2, 0, 4],
    }
    assert {part: scores(g, part) for part in scoring.STEPS} == expected
    assert list(expected) == list(scoring.STEPS)
    assert g.scores == [60, 74, 44] and winners(g) == [1]
    points = [hall["points"] for hall in shown(g)["halls"]]
    assert points == [[4, 8, 0], [1, 7, 1], [1, 1, 6], [2, 0, 5], [5, 0, 0]]


@rule("11.11", "14.6")
def test_ties_for_the_victory() -> None:
    def end(dresses: dict[str, int]) -> Rokoko:
        spaces, tiles = iter(BOARDS[3].spaces), iter(DRESSES)
        rents = {
            who: " ".join(f"{next(spaces)} {next(tiles)}" for _ in range(n))
            for who, n in dresses.items()
        }
        g = position(rents=rents)
        for p, livre in zip(g.players, (14, 14, 9), strict=True):
            p.livre = livre
        for p, score in zip(g.players, scores(g, "total"), strict=True):
            p.prestige = 61 - score
        g.then("score")
        return game._stack.advance(g)

    g = end({"P1": 6, "P2": 7, "P3": 9})
    assert g.scores == [61, 61, 61] and winners(g) == [1]
    assert g.tie_breaks == [1, 2, 0], "so many players are behind"
    steps = shown(g)["tie_steps"]
    assert [(step["why"], step["left"]) for step in steps] == [
        ("Livre", [0, 1]),
        ("rented dresses", [1]),
    ]
    assert winners(end({"P1": 7, "P2": 7, "P3": 9})) == [0, 1]


@rule("11.11")
@pytest.mark.parametrize("first", [(1, 2), (0, 2), (0, 1), (0, 1, 2), (2,)])
def test_whoever_is_equal_in_everything_shares_the_victory(first: tuple[int, ...]) -> None:
    g = position()
    for p in g.players:
        p.livre = 14 if p.seat in first else 9
    for p, score in zip(g.players, scores(g, "total"), strict=True):
        p.prestige = 61 - score
    g.then("score")
    g = game._stack.advance(g)
    assert g.scores == [61, 61, 61] and winners(g) == [*first]
    view = shown(g)
    assert view["tie_steps"][-1]["left"] == [*first]
    assert [it.seat[0] for it in results(view) if it.place == 1] == [*first]
    assert [line[7:8] for line in describe(view).splitlines() if line.startswith("Player")][
        : len(first)
    ] == [str(seat + 1) for seat in first]


def test_a_tie_behind_the_first_is_broken_in_the_picture_too() -> None:
    g = game.playout(game.new(3, 1), random.Random(1))
    g.scores, g.tie_breaks = [9, 5, 5], [0, 1, 2]
    view = game.view(g, None)
    assert [it.place for it in results(view)] == [1, 3, 2]
    assert re.findall(r"^Player \d", describe(view), re.MULTILINE) == [
        "Player 1",
        "Player 3",
        "Player 2",
    ]


# --- 12. What everybody knows --------------------------------------------------------------------


@rule("12.1")
def test_what_lies_open() -> None:
    for g in played_through(3, 3)[::7]:
        view = shown(g)
        assert view["tables"] == shown(g, "P1")["tables"]
        assert view["score_sheets"] == shown(g, "P2")["score_sheets"]
        for p, player_ in zip(g.players, view["players"], strict=True):
            assert player_["tiles"] == p.tiles and player_["discard"] == p.discard
            assert view["tables"][p.seat]["face_down"] == sorted(p.hand + p.supply)


@rule("12.2")
def test_hand_and_supply_are_told_apart_by_their_owner_only() -> None:
    g = play(position("take_hands", "begin_turns"), *[f"{w} choose B1 B2 B3" for w in SEATS[:3]])
    assert shown(g, "P1")["players"][0]["hand"] == ["B1", "B2", "B3"]
    assert shown(g, "P2")["players"][0]["hand"] == 3
    chance, hands = random.Random(1), set[str]()
    for _ in range(60):
        guess = game.guess(g, 1, chance)
        assert sorted(player(guess).hand + player(guess).supply) == BASE
        assert shown(guess, "P2") == shown(g, "P2")
        hands.add(" ".join(sorted(player(guess).hand)))
    assert len(hands) == 10


@rule("12.2")
def test_cards_taken_without_a_choice_are_known() -> None:
    g = play(selection("B2 B4", "B1 B3 B5 E03"), "P1 choose E03", "P2 choose B1 B2 B3")
    assert shown(g, "P2")["players"][0]["hand_seen"] == ["B2", "B4"]
    for number in range(20):
        guess = game.guess(g, 1, random.Random(number))
        assert {"B2", "B4"} < set(player(guess).hand)


# --- What the rules say of the board -------------------------------------------------------------


KINDS = {
    "Musicians": "MUS",
    "Statues": "ST",
    "Fountain, upper row": "FU",
    "Fountain, lower row": "FL",
    "Fireworks": "FW",
}
"""Decorations as RULES call them, by the letters of their spaces."""


def on_side(side: str, letters: str, what: str) -> list[int]:
    """The prices, say, of a kind of decoration on a side of the board."""
    found = SIDES[side].decorations
    return [getattr(it, what) for id, it in found.items() if id.startswith(letters)]


def numbers_on_sides(text: str) -> dict[str, list[int]]:
    """The numbers that a sentence like "8, 6 on side A; 9, 7, 4 on side B" gives for each side."""
    parts = (part.partition(" on ") for part in text.split("; "))
    named = {where: [*map(int, ns.split(", "))] for ns, _, where in parts}
    return {
        s: named[f"side {s}"] if "both sides" not in named else named["both sides"] for s in SIDES
    }


@rule("6.12", "11.8")
@pytest.mark.parametrize(("number", "what"), [("6.12", "cost"), ("11.8", "prestige")])
def test_rules_list_prices_and_prestige_of_decorations(number: str, what: str) -> None:
    text = rulebook("rokoko").rules[number].text
    listed = [part.partition(": ") for part in text.removesuffix(".").split(". ")]
    for name, _, numbers in listed:
        for side in SIDES if name in KINDS else ():
            found = numbers_on_sides(numbers)[side]
            assert found == on_side(side, KINDS[name], what), name
    assert {name for name, *_ in listed} >= (
        {*KINDS} if what == "cost" else {"Musicians", "Fireworks"}
    )
    if what == "prestige":
        assert "fountain's upper row 1, of its lower row 2" in text
        assert {*on_side("A", "FU", what), *on_side("B", "FU", what)} == {1}
        assert {*on_side("A", "FL", what), *on_side("B", "FL", what)} == {2}


@rule("10.2")
def test_rules_list_the_income_of_the_fountain() -> None:
    assert (on_side("A", "FU", "income"), on_side("B", "FU", "income")) == ([3, 2], [3, 2, 1])
    text = rulebook("rokoko").rules["10.2"].text
    assert "3 Livre on FU1, 2 on FU2, 1 on FU3 of side B" in text


@rule("7.6", "7.7", "14.1")
def test_rules_list_the_bonuses_of_guest_spaces() -> None:
    def bonus(side: str, hall: int, space: int) -> str:
        it = SIDES[side].halls[hall].spaces[space]
        return str(bonus_listed(it)).replace("resource ", "")

    text = rulebook("rokoko").rules["7.6"].text
    for hall in HALLS:
        where = f"hall {hall + 1}" if hall else "the King's hall"
        for side in SIDES:
            assert f"{bonus(side, hall, 1)} and {bonus(side, hall, 2)} in {where}" in text
            assert all(not it.bonus for it in SIDES[side].halls[hall].spaces[4:])
        assert not SIDES["A"].halls[hall].spaces[3].bonus
        assert not SIDES["A"].halls[hall].spaces[0].bonus
    third = [bonus("B", hall, 3) for hall in HALLS]
    assert f"in the same order, {', '.join(third[:-1])} and {third[-1]}." in text


# --- What always holds ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", game.seats)
def test_nothing_goes_below_zero_and_nothing_is_in_two_places(seats: int) -> None:
    for g in played_through(seats, 7):
        for p in g.players:
            assert min(p.livre, p.yarn, p.lace, p.prestige) >= 0
            assert len(p.hand) <= 3
        found = pieces(g)
        assert all(found[card] == seats for card in BASE)
        assert all(n == 1 for card, n in found.items() if card not in BASE)
        assert len(found) == 33 + 42 + 48
        assert set(g.rented) == {place for place in g.markers if place.startswith("H")}


@pytest.mark.parametrize("seats", game.seats)
def test_nobody_has_two_spaces_in_a_row_of_the_fountain(seats: int) -> None:
    g = played_through(seats, 8)[-1]
    on_board = board_of(g).decorations
    rows = [(seat, on_board[m].row) for m, seat in g.markers.items() if m in on_board]
    assert all(n == 1 for (_, line), n in Counter(rows).items() if line)
