"""Prêt-à-Porter: worked examples of the show, the awards and the sales."""

from __future__ import annotations

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.company import (
    total_upkeep,
)
from games.pret_a_porter.components import TOKENS
from games.pret_a_porter.judging import prestige as prizes
from games.pret_a_porter.judging import strength
from games.pret_a_porter.state import House
from tests.games.pret_a_porter import (
    LETTERS,
    asked,
    at_rest,
    exhibition,
    have,
    legal,
    play,
    position,
    prestige,
    settled,
    showing,
)

rule = pytest.mark.rule


# --- The show ------------------------------------------------------------------------------------


@rule("8.1")
@pytest.mark.parametrize(("seats", "points"), [(2, [5, 2]), (3, [10, 4, 0]), (4, [15, 6, 0, 0])])
def test_prestige_becomes_points(seats: int, points: list[int]) -> None:
    companies = ["prestige5", "prestige2", "", ""][:seats]
    g = position("exchange_prestige", companies=companies, month=6)
    assert [p.vp for p in g.players] == points
    assert prestige(g) == [0] * seats


ROCK = "D31 D33 D38 D12 green yellow red black"


@rule("8.2", "8.3")
def test_a_part_of_a_style_can_be_shown() -> None:
    g = showing(ROCK)
    assert asked(g) == "A collection", "Rock is the only style"
    wanted = ["show D31", "show D33", "show D31+D33", "show D38", "show none"]
    assert sorted(legal(g)) == sorted(wanted)


@rule("8.5")
def test_a_waiver_makes_more_possible() -> None:
    g = play(showing(f"{ROCK} B08"), "A style Rock")
    assert {"show D31+D38", "show D33+D38"} <= set(legal(g))
    assert "show D31+D33+D38" not in legal(g)
    g = play(g, "A show D31+D38")
    assert at_rest(g) and have(g.players[0]) == "black1"


@rule("8.5")
def test_a_spare_unit_stands_for_another_colour() -> None:
    g = play(showing(f"{ROCK} B17"), "A style Rock", "A show D33+D38")
    assert at_rest(g) and have(g.players[0]) == ""


@rule("8.4", "8.8", "8.9", "15.3")
@pytest.mark.parametrize(
    ("kind", "side", "trend", "pr"),
    [("trousers", "", 2, 0), ("dress", "", 3, 0), ("dress", "b", 3, 1)],
)
def test_a_changed_design_keeps_type_and_bonus(kind: str, side: str, trend: int, pr: int) -> None:
    g = showing(f"E09{side} {kind} D31 D33 D12 green red2 yellow black white")
    g = play(g, "A style Rock", "A change D12", "A show D12+D31+D33")
    p = g.players[0]
    assert p.shown == 3
    assert (p.tokens["T"], p.tokens["PR"]) == (trend, pr)


@rule("8.8")
def test_a_design_gives_trend_for_types_once() -> None:
    g = showing("skirt D31 D33 D37 E10 C10 green red2 yellow black2")
    p = play(g, "A show D31+D33+D37").players[0]
    assert p.tokens["T"] == 4


@rule("8.3", "9.3", "10.3", "15.7")
def test_a_show_of_nothing() -> None:
    g = exhibition("E02b Q3 D01", "")
    assert asked(g).endswith("place"), "nothing can be made, so nothing is asked"
    awarded = {award.category: award.prestige[0] for award in g.awards}
    assert awarded == {"Q": 4, "PR": 3, "X2": 0, "T": 0}
    p = g.players[0]
    assert [p.tokens[name] for name in TOKENS] == [0, 0, 0] and p.takings == 0


# --- Awards --------------------------------------------------------------------------------------


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


def judged(month: int, shows: str, *counts: str, **facts: object) -> House:
    """A position after the awards of a quarter; counts read "Q5 PR1 T2 shown3"."""
    quarter = month // 3
    tiles = [[], [], [], []]
    tiles[quarter - 1] = shows.split()
    return position("judge", companies=counts, month=month, shows=tiles, **facts)


@rule("9.1", "9.6", "9.2")
@pytest.mark.parametrize(
    ("month", "shows", "counts", "expected"),
    [
        (6, "S2 S6", ["Q5 PR1 T2 shown3", "Q4 PR1 shown3"], [11, 1]),
        (
            3,
            "S1",
            ["Q6 PR2 shown3", "Q6 T1 shown2", "Q3 PR1 T4 shown3"],
            [6, 2, 3],
        ),
        (
            9,
            "S3 S4 S5",
            ["PR3 shown4 T5", "PR2 shown4 T5", "PR2 shown2 T5", "PR1 shown3 T1"],
            [11, 4, 0, 0],
        ),
        (
            12,
            "S7 S8 S9 S10",
            ["Q8 PR2 shown3 T4", "Q6 PR3 shown3 T1", "Q6 shown3", "Q2 PR3 shown2 T2"],
            [14, 4, 0, 8],
        ),
    ],
)
def test_whole_quarters(month: int, shows: str, counts: list[str], expected: list[int]) -> None:
    assert prestige(judged(month, shows, *counts)) == expected


@rule("13.3")
def test_with_one_line_in_the_last_quarter() -> None:
    counts = ["Q8 PR2 shown3 T4", "Q6 PR3 shown3 T1", "Q6 shown3", "Q2 PR3 shown2 T2"]
    g = judged(12, "S7 S8 S9 S10", *counts, last_lines=1)
    assert prestige(g) == [8, 2, 0, 4]


@rule("9.8")
def test_an_awards_campaign_counts_lines_won_alone() -> None:
    # Berlin looks at quality, PR, designs and trend; the designs are equal.
    g = judged(3, "S1", "LC02 Q2 PR2 shown2", "Q1 shown2")
    assert [award.first for award in g.awards] == [0, 0, -1, -1]
    assert g.players[0].prestige == 4 + 3 + 2


# --- Sales and repayment -------------------------------------------------------------------------


@rule("10.1", "10.2", "10.3")
def test_a_sale() -> None:
    g = showing("prestige5 B01 D31 D33 D38 Q4 T1 green red2 yellow2 black", month=6)
    g = play(g, "A show D31+D33+D38")
    g.agenda.append(("sales_turn", 0))
    g = game._stack.advance(g)
    p = g.players[0]
    assert p.cash == 15 + 40 + 6 and p.prestige == 5
    assert [p.tokens[name] for name in TOKENS] == [0, 0, 0]
    assert g.discards["design"] == ["D31", "D33", "D38"] and have(p) == "" and not p.set_aside


@rule("11.2", "11.3")
@pytest.mark.parametrize(
    ("company_", "left", "loans", "next_upkeep"),
    [
        ("$60 credit3 loan1", 12, 1, 5),
        ("$66 credit3 loan1", 0, 0, 3),
        ("$10 credit2 loan1", 9, 3, 9),
        ("$20 E16b credit3", 10, 1, 6),
        ("$48 credit3 loan1", 0, 1, 5),
        ("$47 credit3 loan1", 17, 2, 7),
    ],
)
def test_repayment(company_: str, left: int, loans: int, next_upkeep: int) -> None:
    p = settled(company_).players[0]
    assert (p.cash, p.loans, p.credits, total_upkeep(p)) == (left, loans, 0, next_upkeep)


@rule("11.2", "11.3")
def test_a_loan_of_an_exhibition_is_not_repaid_in_it() -> None:
    g = settled("$0 loan1")
    p = g.players[0]
    assert p.loans == 2, "28 and 5 of upkeep take two new ones"
    later = settled(f"${p.cash + 60} loan2", month=9).players[0]
    assert later.loans == 0
