"""Prêt-à-Porter: what cards do at the show, at the awards and at the sale."""

import pytest

from games.pret_a_porter import game
from games.pret_a_porter.components import DESIGNS
from games.pret_a_porter.making import powers_of
from games.pret_a_porter.projection import tokens_with
from games.pret_a_porter.state import Runway
from tests.games.pret_a_porter import *


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
