"""Prêt-à-Porter: the worked examples of pret_a_porter.scenarios.md, and longer ones."""

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.company import total_upkeep
from games.pret_a_porter.components import DESIGNS
from games.pret_a_porter.judging import prestige as prizes
from games.pret_a_porter.judging import strength
from games.pret_a_porter.state import House, deck
from tests.games.pret_a_porter import KIT, LETTERS, acting, legal, play, position
from tests.games.scenarios import Example, examples

rule = pytest.mark.rule


@examples("pret_a_porter")
def test_an_example(example: Example) -> None:
    example.check(KIT)


@rule("1.1", "1.2", "1.3", "1.4")
def test_three_companies_are_set_up() -> None:
    g = game.new(3, seed=3)
    for p in g.players:
        assert (p.cash, p.vp, total_upkeep(p), len(p.designs)) == (40, 0, 3, 2)
        assert len({DESIGNS[design].style for design in p.designs}) == 1
        assert any(DESIGNS[design].type == p.type for design in p.designs)
    assert (len(g.rows["design"]), len(g.design_deck)) == (4, 40)
    for kind in ("contract", "building", "employee"):
        assert len(g.rows[kind]) == 3
        assert len(deck(g, kind)) + bool(g.tops[kind]) == 15
        assert len(getattr(g, f"last_{kind}")) == 6


def first_players(g: House) -> str:
    """Who goes first in each of the twelve months."""
    found: dict[int, str] = {}
    while g.scores is None:
        found[g.round] = LETTERS[g.order[0]]
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    return " ".join(found.values())


def cheapest(g: House) -> str:
    """A move that changes as little as it can."""
    moves = legal(g)
    return next((move for move in ("pass", "show none") if move in moves), moves[0])


def starting_with(seats: int, first: str) -> House:
    """A new game in which this player goes first."""
    games = (game.new(seats, seed) for seed in range(100))
    return next(g for g in games if LETTERS[g.order[0]] == first)


@rule("1.7", "2.4")
@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (4, "C", "C D D A B B C D D A B B"),
        (3, "A", "A B B C A A B C C A B B"),
        (2, "A", "A B B A B B A B B A B B"),
    ],
)
def test_the_marker_moves_in_working_months_only(seats: int, first: str, order: str) -> None:
    assert first_players(starting_with(seats, first)) == order


@rule("2.7", "3.1", "15.1")
def test_the_last_quarter_replaces_the_company_cards() -> None:
    g = game.new(2, seed=5)
    while g.round < 10:
        g = game.play(g, g.asked[0], cheapest(g))
    for kind in ("contract", "building", "employee"):
        assert all(card.startswith("L") for card in g.rows[kind])
        assert len(deck(g, kind)) + bool(g.tops[kind]) == 3
        assert g.discards[kind] == []
    assert len(g.removed) == 54
    g = position(("growth_turn", 0), companies=["E02 $9", ""], month=10)
    assert play(g, "A fire E02").removed == ["E02"]


@rule("2.6")
def test_a_deck_that_runs_out_is_made_of_its_discard_pile() -> None:
    g = acting(
        2,
        "E12b",
        month=7,
        rows="C01",
        decks="C02 C03 C04",
        discards="C05 C06",
        steps=(("resolve", 2), "clean_up", "next_round"),
    )
    g = play(g, "A take C01", "A take deck")
    assert list(g.players[0].cards) == ["E12", "C01", "C02"]
    assert g.round == 8 and {"C03", "C04"} < set(g.rows["contract"])
    assert set(g.rows["contract"]) - {"C03", "C04"} < {"C05", "C06"}


def won(counts: list[int], line: int, ties: str = "") -> list[int]:
    """The prestige of a line; `ties` are the players whose ties cards win."""
    return prizes([strength(n, LETTERS[seat] in ties) for seat, n in enumerate(counts)], line)


@rule("9.2", "9.3", "9.4", "9.5")
@pytest.mark.parametrize(
    ("counts", "line", "expected"),
    [
        ([3, 3], 1, [1, 1]),
        ([3, 3], 2, [0, 0]),
        ([3, 0], 1, [4, 0]),
        ([0, 0], 1, [0, 0]),
        ([5, 3, 3], 1, [4, 0, 0]),
        ([2, 2, 2], 1, [0, 0, 0]),
        ([2, 0, 2], 1, [2, 0, 2]),
        ([2, 0, 1], 1, [4, 0, 2]),
        ([5, 5, 5, 4], 1, [0, 0, 0, 0]),
        ([6, 2, 2, 2], 1, [4, 0, 0, 0]),
        ([5, 5, 3, 1], 1, [2, 2, 0, 0]),
        ([0, 0, 3, 3], 1, [0, 0, 2, 2]),
    ],
)
def test_ties(counts: list[int], line: int, expected: list[int]) -> None:
    assert won(counts, line) == expected


@rule("9.7")
@pytest.mark.parametrize(
    ("counts", "ties", "expected"),
    [([3, 3, 1], "B", [2, 4, 0]), ([3, 3, 1], "AB", [2, 2, 0]), ([0, 2, 2], "A", [0, 2, 2])],
)
def test_cards_that_win_ties(counts: list[int], ties: str, expected: list[int]) -> None:
    assert won(counts, 1, ties) == expected
