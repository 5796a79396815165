"""Brick & Mortar: chapters 5 and 6 of RULES.md, stocking and selling."""

from __future__ import annotations

from itertools import product

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import (
    HIGHEST,
    KINDS,
    LOWEST,
)
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import *

# --- 5. Supply ------------------------------------------------------------------------------------


@rule("5.2")
def test_kinds_are_stocked_one_after_the_other() -> None:
    own = ["department_store, art_gallery", "bazaar"]
    g, seen = supply(market="F9 C9 E9 J0 A9", stores=own), []
    while asked(g):
        seen.append((g.kind, asked(g)))
        g = play(g, f"{asked(g)} done")
    assert seen == [
        ("food", "A"),
        ("food", "B"),
        ("clothing", "A"),
        ("clothing", "B"),
        ("electronics", "A"),
        ("art", "A"),
    ]


@rule("5.3")
@pytest.mark.parametrize(("kind", "least"), list(zip(KINDS, (1, 2, 4, 7, 10), strict=True)))
def test_without_competition_a_crate_costs_the_least_price(kind: str, least: int) -> None:
    assert LOWEST[kind] == least
    card = {"F": "bakery", "C": "exporter", "E": "gadget_shop", "J": "jeweler", "A": "art_gallery"}
    sign = kind[0].upper()
    g = play(supply(market=f"{sign}1", stores=[card[sign]]), f"A stock 1 {card[sign]}")
    assert money(g)[0] == 15 - least


@rule("5.5")
def test_the_highest_bid_stocks_first_and_equal_ones_in_reverse_order() -> None:
    own = ["bakery", "corner_grocery", "food_bank", "food_distributor"]
    g = supply(seats=4, market="F9", stores=own, order="CADB")
    g = play(g, "A bid 3", "B bid 2", "C bid 3", "D bid 5")
    assert "".join(LETTERS[bid.seat] for bid in g.bids) == "DACB"
    seen = ""
    while choice(g) == "stock":
        seen += asked(g)
        g = play(g, f"{asked(g)} done")
    assert seen == "DACB"


def offered_at_once(g: Brick) -> list[str]:
    """The moves that fill all stores at once."""
    return [move for move in legal(g) if move.startswith("stock all")]


@rule("5.6")
def test_filling_all_stores_says_how_many_for_the_money_is_hidden() -> None:
    own = ["corner_grocery F2, gadget_shop, bakery F1"]
    for money_of_a, most in ((5, 5), (4, 4), (1, 1)):
        position = supply(market="F9", stores=own, money=[money_of_a])
        assert offered_at_once(position) == [f"stock all {most}"]
        assert refused(position, f"A stock all {most - 1}", "A stock all")


@rule("5.6")
def test_all_stores_may_be_filled_at_once_if_the_money_is_there() -> None:
    own = ["corner_grocery F2, gadget_shop, bakery F1"]
    g = play(supply(market="F9", stores=own, money=[5]), "A stock all 5")
    assert (stores(g), money(g)[0], asked(g)) == (
        "corner_grocery F4, gadget_shop, bakery F4",
        0,
        "",
    )
    g = play(supply(market="F9", stores=own, money=[4]), "A stock all 4")
    assert (stores(g), money(g)[0]) == ("corner_grocery F4, gadget_shop, bakery F3", 0)
    assert not offered_at_once(supply(market="F9", stores=own, money=[0]))
    g = play(supply(market="F9", stores=own), "A stock 0 corner_grocery")
    assert not offered_at_once(g), "only in the beginning"


@rule("5.6")
def test_filling_all_stores_is_offered_where_no_number_does_the_same() -> None:
    assert not offered_at_once(supply(market="F9", stores=["bakery"])), "one store has room"
    two = ["corner_grocery F2, bakery F1"]
    assert not offered_at_once(supply(market="F2", stores=two)), "the first can take all there is"
    assert offered_at_once(supply(market="F3", stores=two)) == ["stock all 3"]
    assert offered_at_once(supply(market="F9", stores=two, money=[2])) == ["stock all 2"], (
        "with two for the first, the second is asked about"
    )
    dear_first = ["jeweler, estate_seller"]
    assert offered_at_once(supply(market="J1", stores=dear_first)) == ["stock all 1"]


def purchases(g: Brick) -> set[tuple[str, int, int]]:
    """All that A can come to by stocking this kind: stores, money, debt."""
    if asked(g) != "A":
        return {(stores(g), money(g)[0], debt(g)[0])}
    return {each for move in legal(g) for each in purchases(play(g, f"A {move}"))}


@rule("5.6", "5.9", "13.7")
@pytest.mark.parametrize(("crates", "cash"), [*product(range(1, 8), range(4))])
def test_what_can_be_stocked_can_be_paid_in_the_end(crates: int, cash: int) -> None:
    """A discount for five crates counts only if there are five."""
    own = ["farmers_market, freezer, bakery, large_loading_dock"]
    waiting, seen = [supply(market=f"F{crates}", stores=own, money=[cash])], set[bytes]()
    while waiting:
        g = waiting.pop()
        g.news = []
        if asked(g) == "A" and game.dump(g) not in seen:
            seen.add(game.dump(g))
            assert legal(g)
            waiting += [play(g, f"A {move}") for move in legal(g)]


@rule("5.6", "5.9", "12.2")
@pytest.mark.parametrize("cash", [0, 1, 4, 6, 30])
def test_every_purchase_and_every_way_to_pay_is_open(cash: int) -> None:
    """Any crates of three, for stores that pay $4 and $7 each, and tokens for one of them."""
    g = supply(market="J3", stores=["estate_seller, jeweler J2", "mall_gallery J2"], money=[cash])
    g = play(g, "A bid 8", "B bid 7")
    expected: set[tuple[str, int, int]] = set()
    for one, two in product(range(4), range(2)):
        bill, dearest = 4 * one + 8 * two, 8 if two else 4 if one else 0
        for tokens in range(-(-dearest // 2) + 1):
            left = cash + 2 * tokens - bill
            if one + two <= 3 and left >= 0:
                sellers = f"estate_seller{f' J{one}' * bool(one)}"
                expected.add((f"{sellers}, jeweler J{2 + two}", left, tokens))
    assert purchases(g) == expected


@rule("5.12")
def test_a_bid_set_in_advance_is_used_when_bids_are_asked_for() -> None:
    own = ["jeweler", "mall_gallery"]
    g = position("advertisement_phase", "supply_phase", stores=own, cards=FIVE, market="J2")
    g = play(g, "A ahead supply jewelry bid 9 0", "B ahead supply jewelry bid 8 2")
    assert game.view(g, 0)["ahead"] == {"supply jewelry": "bid 9 0"}
    assert refused(g, "A ahead supply jewelry bid 9 4"), "the store holds three"
    g = play(g, "B forget supply jewelry")
    assert game.view(g, 1)["ahead"] == {}
    g = play(g, "A play m01 demand m02 demand", "B play m11 demand m12 demand")
    assert (asked(g), choice(g)) == ("B", "supply_bid")
    g = play(g, "B bid 10")
    assert [(bid.seat, bid.price) for bid in g.bids] == [(1, 10), (0, 9)]
    assert game.view(g, 0)["ahead"] == {}


# --- 6. Sale --------------------------------------------------------------------------------------


@rule("6.1")
def test_demand_cards_are_boxes_and_kinds_are_sold_in_order() -> None:
    g = sale(demand=["m26", "m69"], stores=["department_store F2 C1 J1, art_gallery A1"])
    assert heap(g.boxes) == "F3 C1 J2 A2" and g.shown_demand == ["m26", "m69"]
    seen = []
    while asked(g):
        seen.append(g.kind)
        g = play(g, "A done")
    assert seen == ["food", "clothing", "jewelry", "art"]


@rule("6.3")
@pytest.mark.parametrize(("kind", "most"), list(zip(KINDS, (6, 8, 12, 16, 20), strict=True)))
def test_without_competition_crates_sell_at_the_highest_price(kind: str, most: int) -> None:
    assert HIGHEST[kind] == most
    card = {"F": "corner_grocery", "C": "clothing_importer", "E": "gadget_shop", "J": "jeweler"}
    sign = kind[0].upper()
    card = {**card, "A": "mall_gallery"}[sign]
    g = sale(boxes=f"{sign}2", stores=[f"{card} {sign}1"])
    g = play(g, f"A sell 1 {card} shelf 1 to demand")
    assert money(g)[0] == 15 + most


@rule("6.4")
def test_an_offer_is_a_number_and_a_price() -> None:
    g = sale(boxes="F2", stores=["bakery F4", "corner_grocery F1"])
    offers = {f"offer {n} at {price}" for n in (1, 2) for price in range(7)}
    assert {*legal(g)} == offers | {"offer 0"} and game.view(g, None)["question"]["secret"]
    assert max(numbers(g, "B", "offer")) == 1, "no more than there is"
    assert refused(g, "A offer 3 at 1", "A offer 1 at 7", "A offer 1")


@rule("6.7", "6.8")
@pytest.mark.parametrize(("boxes", "asks"), [("F3", "A"), ("F2", "")])
def test_which_crate_is_lost_is_asked_only_if_one_is_sold(boxes: str, asks: str) -> None:
    own = ["corner_grocery F1, exporter F1", "food_bank F2"]
    g = sale(boxes=boxes, stores=own, money=[0, 0])
    g = play(g, "A offer 2 at 5", "B offer 2 at 1")
    assert (asked(g), money(g)[1]) == (asks, 2)
    g = play(g, "A sell 1 exporter shelf 1 to demand") if asks else g
    assert (money(g)[0], stores(g)) == (5 * len(asks), "corner_grocery, exporter")


@rule("6.9")
def test_without_competition_nothing_has_to_be_sold() -> None:
    g = sale(boxes="F4", stores=["corner_grocery F1/2"])
    assert {"done", "sell all"} < {*legal(g)}
    assert money(play(g, "A done"))[0] == 15
    assert money(play(g, "A sell 1 corner_grocery shelf 2 to demand", "A done"))[0] == 15 + 6
    assert money(play(g, "A sell all"))[0] == 15 + 3 * 6
    g = sale(boxes="F2", stores=["corner_grocery F1/2"])
    assert "sell all" not in legal(g) and max(numbers(g, "A", "sell")) == 2


def best(g: Brick) -> int:
    """The most money that A may have in the end by selling all that finds a box, kind by kind."""
    moves = [move for move in legal(g) if move != "done"]
    return max((best(play(g, f"A {move}")) for move in moves), default=money(g)[0])


@rule("6.9")
@pytest.mark.parametrize("boxes", ["J2 A0", "J2 A1", "J3 A0"])
def test_selling_all_brings_as_much_as_the_best_line_by_hand(boxes: str) -> None:
    own = "jeweler J0/1/1, fulfillment_center_hybrid, art_purveyor A3"
    g = sale(boxes=boxes, stores=[own], money=[0])
    assert best(play(g, "A sell all")) == best(g)


@rule("6.12")
def test_an_offer_set_in_advance_is_used_only_if_it_is_allowed() -> None:
    own = ["bakery F4", "corner_grocery F2"]
    g = position("advertisement_phase", "sale_phase", stores=own, cards=["m16 m17", "m46 m47"])
    g = play(g, "A ahead sale food offer 4 at 2", "B ahead sale food offer 2 at 3")
    assert game.view(g, None)["ahead"] == {}
    g = play(g, "A play m16 demand m17 supply", "B play m46 supply m47 supply")
    assert (asked(g), choice(g)) == ("A", "sale_bid"), "3 boxes: 4 cannot be offered"
    assert told(g, "A")
    g = play(g, "A offer 3 at 2")
    assert stores(g) == "bakery F1"
