"""Brick & Mortar: what every store does, and what the source text's clarifications say of it.

What happens in Sale is tested in test_brick_and_mortar_sale.py.
"""

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD, LOWEST
from tests.games.brick_and_mortar import *

PLENTY = "F20 C20 E20 J20 A20"


# --- What a store holds ---------------------------------------------------------------------------


@rule("1.6")
@pytest.mark.parametrize("card", [card for card in CARD if CARD[card].capacity])
def test_a_store_is_stocked_up_to_its_capacity_on_the_top_shelf(card: str) -> None:
    g = supply(market=PLENTY, stores=[card], money=[500])
    while asked(g):
        offered = numbers(g, "A", "stock")
        if offered:
            held = sum(player(g, "A").stores[0].items[g.kind])
            assert offered == [*range(CARD[card].capacity[g.kind] - held + 1)]
            g = play(g, f"A stock {offered[-1]} {card}")
        else:
            g = play(g, f"A {game.default(g, 0)}")
    items = player(g, "A").stores[0].items
    assert {kind: shelves[0] for kind, shelves in items.items()} == CARD[card].capacity
    assert all(len(shelves) == CARD[card].shelves for shelves in items.values())


# --- Building -------------------------------------------------------------------------------------

LIQUIDATORS = [("art_liquidator", "A", 2), ("electronics_liquidator", "E", 4)]


@rule("3.10", "13.2")
@pytest.mark.parametrize(("card", "kind", "held"), [*LIQUIDATORS, ("jewelry_liquidator", "J", 3)])
def test_liquidators_give_points_for_what_closing_discards(card: str, kind: str, held: int) -> None:
    each = figure(card, "points_on_close_discard", "points")
    g = play(building(stores=[f"{card} {kind}{held - 1}/1"]), "A close", f"A close {card}")
    assert points(g)[0] == 10 + held * each
    assert stores(g) == "" and card in g.gone
    g = play(building(stores=[card]), "A close", f"A close {card}")
    assert points(g)[0] == 10


PEDDLERS = [("art_peddler", "A"), ("electronics_peddler", "E"), ("jewelry_peddler", "J")]


@rule("13.1")
@pytest.mark.parametrize(("card", "_"), PEDDLERS)
def test_peddlers_are_cheaper_for_each_open_store_and_never_below_nothing(
    card: str, _: str
) -> None:
    off = figure(card, "purchase_discount", "amount")
    g = play(building(stores=["starting_1, starting_2"], hands=[card]), f"A buy {card}")
    assert money(g)[0] == 15 - (CARD[card].cost - 2 * off)
    row = [card, "jeweler", "bakery", "freezer"]
    g = building(stores=["starting_1"], row=row)
    g = play(g, "A pay otherwise", f"A auction {card}")
    assert min(numbers(g, "A", "bid")) == CARD[card].cost, "bids ignore the discount"
    g = play(g, f"A bid {CARD[card].cost}", "B drop", "A pay")
    assert money(g)[0] == 15 - (CARD[card].cost - off)
    own = ["starting_1, starting_2, starting_3, starting_4"]
    g = play(building(stores=own, hands=[card]), f"A buy {card}")
    assert money(g)[0] == 15 - max(0, CARD[card].cost - 4 * off)


# --- Advertisement --------------------------------------------------------------------------------


@rule("13.25")
def test_the_market_research_firm_draws_two_and_discards_two_before_all_else() -> None:
    g = advertisement(stores=["market_research_firm"], cards=FIVE)
    hand = player(g, "A").cards
    assert (asked(g), len(hand)) == ("A", 7)
    g = play(g, f"A discard m01 {hand[5]}")
    assert len(player(g, "A").cards) == 5 and sorted(g.put_away) == sorted([hand[5], "m01"])
    assert asked(g) == "AB", "now all play"
    assert game.view(g, 1)["put_away"] == 2 and game.view(g, 1)["put_away_seen"] == []


# --- Supply ---------------------------------------------------------------------------------------

FACTORIES = [
    ("small_canning_factory", "food"),
    ("large_canning_factory", "food"),
    ("small_textile_mill", "clothing"),
    ("large_textile_mill", "clothing"),
]


@rule("13.8")
@pytest.mark.parametrize(("card", "kind"), FACTORIES)
def test_factories_supply_from_the_general_supply(card: str, kind: str) -> None:
    most, each = (figure(card, "supply_market", name) for name in ("max", "money_each"))
    g = supply(stores=[card], supply=["m83"])
    assert numbers(g, "A", "supply") == [*range(most + 1)]
    assert heap(g.market) == "", "before the Supply Cards"
    assert game.label(g, 0, f"supply {most}").endswith(f"and collect ${most * each}")
    assert f"collect ${each} for each" in CARD[card].modifiers[0].text
    g = play(g, f"A supply {most}")
    assert (g.market[kind], g.market["art"], money(g)[0]) == (most, 2, 15 + most * each)


DISCOUNTED = [
    ("clothing_wholesaler", "clothing"),
    ("food_wholesaler", "food"),
    ("electronics_wholesaler", "electronics"),
    ("estate_seller", "jewelry"),
    ("duty_free", "electronics"),
    ("duty_free", "jewelry"),
    ("duty_free", "art"),
    ("factory_thirds", "clothing"),
    ("factory_thirds", "electronics"),
]


@rule("13.6", "1.7")
@pytest.mark.parametrize(("card", "kind"), DISCOUNTED)
def test_some_stores_buy_cheaper_but_never_below_nothing(card: str, kind: str) -> None:
    off = -figure(card, "supply_price_delta", "amount")
    cost = max(0, LOWEST[kind] - off)
    g = supply(market=f"{kind[0].upper()}1", stores=[card])
    g = play(g, f"A stock 1 {card}")
    assert off > 0 and (money(g)[0], debt(g)[0]) == (15 - cost, 0)


@rule("13.3")
@pytest.mark.parametrize("card", ["clothing_importer", "electronics_importer"])
def test_importers_need_five_in_one_phase(card: str) -> None:
    kind = next(iter(CARD[card].capacity))
    gained = figure(card, "points_per_stocked", "points")
    assert figure(card, "points_per_stocked", "need") == 5
    start = {"market": f"{kind[0].upper()}9", "stores": [card], "money": [40]}
    for bought, expected in ((5, 10 + gained), (4, 10)):
        g = play(supply(**start), f"A stock {bought} {card}")
        assert points(g)[0] == expected


STUDIOS = [("art_studio", "A", "mall_gallery"), ("jewelry_crafter", "J", "jeweler")]


@rule("13.9")
@pytest.mark.parametrize(("card", "kind", "rival"), STUDIOS)
def test_studios_supply_or_take_points_when_their_type_is_stocked(
    card: str, kind: str, rival: str
) -> None:
    g = supply(market=f"{kind}1", stores=[f"{card} {kind}2", rival])
    assert asked(g) == "B"
    g, once = play(g, f"B stock 1 {rival}"), ("market", "points")
    assert (asked(g), {*legal(g)}) == ("A", {*once, *(f"{each} always" for each in once), "pass"})
    assert heap(play(g, "A market").market) == f"{kind}1"
    assert points(play(g, "A points")) == [11, 10]
    g = play(g, "A pass")
    assert (heap(g.market), points(g)) == ("", [10, 10])
