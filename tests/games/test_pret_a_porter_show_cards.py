"""Prêt-à-Porter: what cards do at the show, at the awards and at the sale."""

from __future__ import annotations

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.components import DESIGNS
from games.pret_a_porter.making import powers_of
from games.pret_a_porter.projection import tokens_with
from games.pret_a_porter.state import Player, Runway
from tests.games.pret_a_porter import *

THREE = "D31 D33 D38 green red2 yellow2 black"
"""Three Rock designs without bonus, with all their materials; none is a dress but D31."""
FOUR = f"{THREE} D35 blue"
"""One more of them; its red is missing."""


# --- At the show ---------------------------------------------------------------------------------


@rule("8.9", "8.3")
@pytest.mark.parametrize(
    ("card", "gain"),
    [
        ("C01", "PR2"), ("C01b", "PR1"), ("C02", "T2"), ("C02b", "T1"), ("C03", "Q4"),
        ("C03b", "Q2"), ("C14", "PR1"), ("C14b", "$3"), ("LC03", "PR2"), ("LC04", "Q5"),
        ("B02b", "PR1"), ("B04", "Q3"), ("B04b", "Q5"), ("B05", "PR2"), ("B05b", "PR3"),
        ("B06", "T2"), ("B06b", "T3"), ("B15", "PR1 T1"), ("B15b", "PR2 T1"), ("B17b", "Q1"),
        ("LB03", "PR4"), ("LB04", "Q8"), ("LB05", "T4"), ("E01", "Q2"), ("E01b", "Q4"),
        ("E02", "PR1"), ("E02b", "PR2"), ("E03", "T1"), ("E03b", "T2"), ("E09b", "PR1"),
        ("E18", "PR1"), ("E18b", "PR2"), ("E19", "T1"), ("E19b", "T1"), ("LE01", "T1"),
        ("LE02", "T4"), ("LE03", "PR4"), ("LE04", "Q7"),
    ],
)  # fmt: skip
def test_gifts_at_the_show(card: str, gain: str) -> None:
    p, wanted = showing(card).players[0], company(0, gain)
    assert (p.tokens, p.cash) == (wanted.tokens, wanted.cash)


@rule("8.8")
@pytest.mark.parametrize(
    ("card", "trend"),
    [("", 0), ("C10", 1), ("C10b", 1), ("E10", 1), ("E10b", 3), ("LC09", 3), ("C10b E10", 2)],
)
def test_cards_that_add_types(card: str, trend: int) -> None:
    """D31 is a dress, D33 trousers, D38 a skirt; the tile says jacket."""
    g = showing(f"jacket {card} D31 D33 D38 green red2 yellow2 black")
    p = play(g, "A show D31+D33+D38").players[0]
    assert p.tokens["T"] == trend


@rule("8.8")
@pytest.mark.parametrize(("card", "trend"), [("C10", 2), ("C10b", 1)])
def test_an_added_type_counts_for_several_designs(card: str, trend: int) -> None:
    g = showing(f"jacket {card} D38 D37 D31 yellow red3 black green", month=3)
    p = play(g, "A show D37+D38").players[0]
    assert p.tokens["T"] == trend + 1, "D37 has a bonus of its own"


@rule("8.8")
@pytest.mark.parametrize(
    ("cards", "trend"), [("C10b LC09", 7), ("E10b C10", 6), ("E10 C10b", 2), ("C10 LC09", 7)]
)
def test_added_types_bring_the_most_in_total(cards: str, trend: int) -> None:
    """Shown are three dresses, two shirts, a skirt and a pair of trousers; the tile says jacket."""
    shown = ["D01", "D11", "D21", "D05", "D15", "D07", "D44"]
    assert not any(DESIGNS[design].bonus for design in shown)
    runway = Runway(0, shown=shown)
    text = f"jacket {cards} {' '.join(shown)}"
    g = position(("present", 0), companies=[text, ""], runway=runway, month=3)
    assert g.players[0].tokens["T"] == trend
    assert tokens_with(company(0, text), shown)["T"] == trend, "and so it is foreseen"


@rule("8.5")
@pytest.mark.parametrize(
    ("card", "waived"),
    [("B08", 1), ("B08b", 2), ("E13", 1), ("E13b", 2), ("C22", 2), ("C22b", 1)],
)
def test_cards_that_waive_materials(card: str, waived: int) -> None:
    assert powers_of(company(0, card)).waive == waived
    g = showing(f"{card} D31 D33 D38 green yellow black red")
    assert ("show D31+D33+D38" in legal(g)) == (waived >= 2), "two units are missing"


@rule("8.5")
@pytest.mark.parametrize("colour", ["yellow", "green", "red"])
def test_waiving_that_was_begun_goes_on_whatever_was_waived(colour: str) -> None:
    """D31 takes green and red, D33 yellow and red; two white units stand for what is missing."""
    runway = Runway(0, style="Rock", shown=["D31", "D33"], waived=[colour])
    steps = (("do_without", 0), ("make_up", 0), ("present", 0))
    g = position(*steps, companies=["B08b B17 D31 D33 white2", ""], runway=runway, month=3)
    assert at_rest(g) and g.players[0].shown == 2


@rule("8.5")
@pytest.mark.parametrize(("card", "wild"), [("B17", 2), ("B17b", 4)])
def test_a_dye_house_makes_units_wild(card: str, wild: int) -> None:
    assert powers_of(company(0, card)).wild == wild
    g = play(showing(f"{card} D31 green white blue"), "A show D31")
    assert legal(g) == ["dye white", "dye blue"]
    assert have(play(g, "A dye blue").players[0]) == "white1"


@rule("8.5")
@pytest.mark.parametrize(("card", "times"), [("E24", 1), ("E24b", 3)])
def test_a_night_tailor_makes_up_for_missing_units_for_money(card: str, times: int) -> None:
    assert powers_of(company(0, f"{card} $20")).patch == times
    assert powers_of(company(0, f"{card} $5")).patch == 1
    g = play(showing(f"{card} D31 green $20"), "A show D31")
    assert cash(g)[0] == 17, "there is no other way, so nothing is asked"
    assert at_rest(showing(f"{card} D31 green $2"))


# --- At the awards -------------------------------------------------------------------------------


def awarded(text: str, rival: str = "", month: int = 3) -> Player:
    """A after the awards of Berlin (quality, PR, designs, trend)."""
    shows = [["S1"], [], [], []] if month == 3 else [[], [], [], ["S7"]]
    g = position("judge", companies=[text, rival], month=month, shows=shows)
    return g.players[0]


@rule("9.8")
@pytest.mark.parametrize(
    ("card", "shown", "more"),
    [
        ("C21", 3, 1), ("C21", 2, 0), ("C21b", 4, 1), ("C21b", 3, 0),
        ("B19", 3, 1), ("B19", 2, 0), ("B19b", 4, 2), ("B19b", 3, 0),
        ("E23", 3, 1), ("E23", 2, 0), ("E23b", 4, 2), ("E23b", 3, 0),
    ],
)  # fmt: skip
def test_prestige_for_large_collections(card: str, shown: int, more: int) -> None:
    plain = awarded(f"shown{shown}").prestige
    assert awarded(f"{card} shown{shown}").prestige == plain + more


# --- At the sale ---------------------------------------------------------------------------------


def takings(cards: str, designs: int) -> int:
    """What the sale of so many Rock designs brings with these cards, their prices aside."""
    shown = ["D31", "D33", "D38", "D35"][:designs]
    g = position(companies=[f"{cards} shown{designs}", ""], month=3)
    g.players[0].collection = shown
    g.agenda.append(("sales_turn", 0))
    prices = sum(DESIGNS[design].price for design in shown)
    return game._stack.advance(g).players[0].cash - prices


@rule("10.2")
@pytest.mark.parametrize(
    ("card", "designs", "brings"),
    [
        ("C09", 3, 6), ("C09b", 3, 3), ("C17", 3, 12), ("C17", 2, 0), ("C17b", 3, 8),
        ("C17b", 2, 0), ("B01", 3, 6), ("B01b", 3, 9), ("B02", 3, 9), ("B02b", 3, 12),
        ("B21", 2, 5), ("B21", 1, 0), ("B21b", 3, 8), ("B21b", 2, 0), ("LB01", 3, 18),
        ("LC01", 3, 15), ("E07", 3, 9), ("E07b", 3, 15), ("LE06", 3, 15),
    ],
)  # fmt: skip
def test_money_at_the_sale(card: str, designs: int, brings: int) -> None:
    assert takings(card, designs) == brings
