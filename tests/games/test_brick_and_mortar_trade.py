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
from tests.games.brick_and_mortar import (
    FIVE,
    LETTERS,
    asked,
    choice,
    debt,
    heap,
    legal,
    money,
    numbers,
    order,
    play,
    points,
    position,
    refused,
    sale,
    stores,
    supply,
    told,
)

rule = pytest.mark.rule


# --- 5. Supply ------------------------------------------------------------------------------------


@rule("5.1", "5.10")
def test_supply_cards_add_to_what_is_left_in_the_market() -> None:
    g = position("supply_phase", supply=["m01", "m83"], market="F1 E2")
    assert heap(g.market) == "F5 C2 E2 J1 A2"
    assert (g.supply, sorted(g.market_discards)) == ([], ["m01", "m83"])


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


@rule("5.3")
def test_without_competition_players_stock_in_turn_order() -> None:
    g = supply(market="F9", stores=["bakery", "corner_grocery"], order="BA")
    assert asked(g) == "B"
    assert asked(play(g, "B done")) == "A"


@rule("5.4")
def test_bids_go_from_the_least_price_to_the_end_of_the_dial() -> None:
    g = supply(market="J3", stores=["jeweler", "mall_gallery", "bakery"], seats=3, money=[0])
    assert asked(g) == "AB" and game.view(g, None)["question"]["secret"], (
        "A is asked without a dollar"
    )
    assert numbers(g, "A", "bid") == numbers(g, "B", "bid") == [*range(7, 21)]


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


@rule("5.5", "14.10")
def test_the_order_of_stocking_stays_if_the_turn_order_changes() -> None:
    own = ["bakery", "clothing_importer", "clothing_exporter"]
    g = supply(seats=3, market="C6", stores=own, money=[0, 30, 30], order="BCA")
    g = play(g, "B bid 3", "C bid 3")
    assert asked(g) == "C"
    g = play(g, "C stock 1 clothing_exporter", "B stock 5 clothing_importer")
    assert order(g) == "BCA" and points(g) == [10, 13, 10]


@rule("5.6")
def test_stores_are_stocked_from_the_left_with_any_number() -> None:
    g = supply(market="F3", stores=["corner_grocery F2, bakery F1"])
    assert {*legal(g)} >= {f"stock {n} corner_grocery" for n in range(3)} | {"done"}
    assert refused(g, "A stock 1 bakery", "A stock 3 corner_grocery")
    g = play(g, "A stock 1 corner_grocery")
    assert {*legal(g)} >= {f"stock {n} bakery" for n in (1, 2)} | {"done"}
    g = play(g, "A stock 2 bakery")
    assert (stores(g), heap(g.market)) == ("corner_grocery F3, bakery F3", "")


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


@rule("5.6")
def test_a_bid_does_not_bind_to_buy() -> None:
    g = play(supply(market="J1", stores=["jeweler", "mall_gallery"]), "A bid 20", "B bid 7")
    g = play(g, "A done", "B stock 0 mall_gallery")
    assert (money(g), heap(g.market)) == ([15, 15], "J1")


@rule("5.7")
def test_nobody_gets_a_second_turn_for_what_is_left() -> None:
    g = play(supply(market="J3", stores=["jeweler", "mall_gallery"]), "A bid 9", "B bid 8")
    g = play(g, "A done", "B stock 1 mall_gallery")
    assert (asked(g), heap(g.market)) == ("", "J2")


@rule("5.2", "5.7")
def test_nobody_is_asked_once_the_market_is_empty() -> None:
    g = play(supply(market="J1", stores=["jeweler", "mall_gallery"]), "A bid 9", "B bid 7")
    g = play(g, "A stock 1 jeweler")
    assert (asked(g), money(g)) == ("", [15 - 9, 15])


@rule("5.8")
def test_the_bid_decides_the_order_whatever_is_paid() -> None:
    g = supply(market="J1", stores=["estate_seller", "jeweler"])
    g = play(g, "A bid 8", "B bid 9")
    assert asked(g) == "B" and g.competition
    g = play(g, "B done", "A stock 1 estate_seller")
    assert money(g)[0] == 15 - (8 - 4)
    assert not g.competition, "it ends with the phase"


@rule("5.9", "12.2")
def test_tokens_are_taken_for_a_crate_that_is_bought() -> None:
    g = supply(market="J9", stores=["jeweler, estate_seller"], money=[0])
    g = play(g, "A stock 0 jeweler")
    assert numbers(g, "A", "stock") == [0, 1], "$6 is more than two tokens bring"


@rule("5.6", "13.7")
def test_a_discount_needs_room_for_all_its_crates() -> None:
    g = supply(market="C9", stores=["exporter C2, starting_1, large_loading_dock"], money=[0])
    assert numbers(g, "A", "stock") == [0, 1], "four find room, five are cheaper"
    g = supply(market="C9", stores=["exporter C1, starting_1, large_loading_dock"], money=[0])
    assert numbers(g, "A", "stock") == [0, 1, 3], "with two for the other store these are five"


@rule("12.2")
def test_one_is_asked_for_the_only_number_too_for_it_depends_on_money() -> None:
    g = supply(market="C9", stores=["exporter, starting_1 C1, large_loading_dock"], money=[0])
    g = play(g, "A pay otherwise", "A stock 4 exporter")
    assert (asked(g), legal(g)) == ("A", ["stock 1 starting_1"])


@rule("5.9", "12.2")
def test_tokens_pay_for_one_crate_even_if_the_money_is_enough() -> None:
    g = supply(market="E9", stores=["gadget_shop"])
    assert (money(play(g, "A stock 2 gadget_shop"))[0], g.says_payment) == (7, False)
    g = play(g, "A pay otherwise", "A stock 2 gadget_shop")
    assert {*legal(g)} == {"pay", "pay tokens 1 gadget_shop", "pay tokens 2 gadget_shop"}
    assert (money(play(g, "A pay"))[0], debt(play(g, "A pay"))[0]) == (7, 0)
    g = play(g, "A pay tokens 2 gadget_shop")
    assert (money(g)[0], debt(g)[0]) == (11, 2)


@rule("5.6")
def test_stocking_all_takes_what_the_money_buys_the_cheapest_stores_first() -> None:
    g = supply(market="J4", stores=["jeweler, estate_seller"], money=[9])
    g = play(g, "A stock all 3")
    assert (stores(g), money(g)[0]) == ("jeweler, estate_seller J3", 0)


@rule("5.9")
def test_who_says_how_to_pay_says_so_for_one_kind() -> None:
    g = supply(market="F1 C1", stores=["exporter"])
    g = play(g, "A pay otherwise", "A stock 1 exporter", "A pay tokens 1 exporter")
    assert (g.kind, debt(g)[0]) == ("clothing", 1)
    assert asked(play(g, "A stock 1 exporter")) == "", "paid at once"


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
    waiting = [supply(market=f"F{crates}", stores=own, money=[cash])]
    while waiting:
        g = waiting.pop()
        if asked(g) == "A":
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


@rule("5.11", "14.11")
def test_modifiers_for_any_kind_come_before_those_for_one_kind() -> None:
    own = ["jewelry_crafter J2, consignment_store", ""]
    g = supply(market="J1", stores=own)
    assert numbers(play(g, "A done"), "A", "take") == [0, 1]
    assert "points" in legal(play(g, "A done", "A take 0 consignment_store"))


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


@rule("6.2", "14.10")
def test_only_who_has_a_crate_and_a_box_is_asked() -> None:
    g = sale(boxes="F2", stores=["jeweler J1", "bakery F1"])
    assert asked(g) == "B"
    assert asked(sale(boxes="F0", stores=["bakery F4", "corner_grocery F4"])) == ""
    own = ["corner_grocery F2, fulfillment_center_a", "bakery F2, fulfillment_center_hybrid"]
    assert choice(sale(boxes="F0", stores=own)) == "sale_bid", "two private sellers, no box"


@rule("6.2", "14.11")
def test_modifiers_act_after_a_kind_that_nobody_can_sell() -> None:
    g = sale(boxes="C0", stores=["thrift_store, exporter C2"])
    assert legal(g, start="move")[0] == "move 2 clothing exporter shelf 1 to thrift_store"


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


@rule("6.3")
def test_boxes_enough_for_all_ask_for_no_offers() -> None:
    own = ["bakery F2", "corner_grocery F2"]
    assert (choice(sale(boxes="F4", stores=own)), asked(sale(boxes="F4", stores=own))) == (
        "sell",
        "A",
    )
    assert choice(sale(boxes="F3", stores=own)) == "sale_bid"


@rule("6.4")
def test_an_offer_is_a_number_and_a_price() -> None:
    g = sale(boxes="F2", stores=["bakery F4", "corner_grocery F1"])
    offers = {f"offer {n} at {price}" for n in (1, 2) for price in range(7)}
    assert {*legal(g)} == offers | {"offer 0"} and game.view(g, None)["question"]["secret"]
    assert max(numbers(g, "B", "offer")) == 1, "no more than there is"
    assert refused(g, "A offer 3 at 1", "A offer 1 at 7", "A offer 1")


@rule("6.5")
def test_the_lowest_price_sells_first_and_equal_ones_in_reverse_order() -> None:
    own = ["corner_grocery F2", "food_distributor F2", "food_bank F2", "starting_1 F2"]
    g = sale(seats=4, boxes="F5", stores=own, order="CADB", money=[0, 0, 0, 0])
    g = play(g, "A offer 1 at 3", "B offer 2 at 4", "C offer 1 at 3", "D offer 2 at 2")
    assert money(g) == [3, 4, 3, 4] and stores(g, "B") == "food_distributor"
    g = sale(seats=4, boxes="F3", stores=own, order="CADB", money=[0, 0, 0, 0])
    g = play(g, "A offer 2 at 3", "B offer 0", "C offer 2 at 3", "D offer 0")
    assert money(g) == [6, 0, 3, 0]


@rule("6.6", "6.7")
def test_crates_beyond_the_offer_stay_and_the_seller_chooses_which_are_sold() -> None:
    own = ["corner_grocery F1/1, food_bank F2", "bakery F4"]
    g = play(sale(boxes="F4", stores=own, money=[0, 0]), "A offer 2 at 1", "B offer 0")
    assert asked(g) == "A" and "done" not in legal(g)
    g = play(g, "A sell 1 corner_grocery shelf 2 to demand", "A sell 1 food_bank shelf 1 to demand")
    assert (money(g)[0], stores(g)) == (2, "corner_grocery F1, food_bank F1")


@rule("6.7")
def test_the_seller_chooses_what_becomes_surplus() -> None:
    own = ["corner_grocery F1/1, food_bank F2", "exporter F4"]
    g = sale(boxes="F4", stores=own, money=[0, 0])
    g = play(g, "A offer 2 at 3", "B offer 3 at 1")
    assert refused(g, "A sell 1 food_bank shelf 1 to surplus"), "while a box is open"
    g = play(g, "A sell 1 food_bank shelf 1 to demand")
    assert {*legal(g)} == {
        "sell 1 corner_grocery shelf 1 to surplus",
        "sell 1 corner_grocery shelf 2 to surplus",
        "sell 1 food_bank shelf 1 to surplus",
    }
    g = play(g, "A sell 1 corner_grocery shelf 2 to surplus")
    assert (money(g)[0], stores(g)) == (3, "corner_grocery F1, food_bank F1")
    g = play(sale(boxes="F4", stores=own, money=[0, 0]), "A offer 3 at 3", "B offer 3 at 1")
    g = play(g, "A sell 1 corner_grocery shelf 1 to demand")
    assert {*legal(g, start="sell")} == {
        "sell 1 corner_grocery shelf 2 to surplus",
        "sell 1 food_bank shelf 1 to surplus",
        "sell 2 food_bank shelf 1 to surplus",
    }


@rule("6.8")
def test_an_offer_without_a_choice_is_placed_at_once() -> None:
    g = sale(boxes="F2", stores=["bakery F2", "corner_grocery F2"], money=[0, 0])
    g = play(g, "A offer 2 at 3", "B offer 2 at 4")
    assert (asked(g), stores(g), stores(g, "B")) == ("", "bakery", "corner_grocery")


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


@rule("6.9", "13.16")
def test_selling_all_finds_the_boxes_of_both_kinds() -> None:
    g = sale(boxes="J1 A1", stores=["art_purveyor A1, mall_gallery A1"], money=[0])
    assert money(play(g, "A sell all"))[0] == 2 * HIGHEST["art"]


@rule("6.9", "13.15", "13.16")
def test_the_box_of_a_sale_is_asked_only_if_it_matters_which_one_is_left() -> None:
    own = "jeweler J2, fulfillment_center_c"
    always, center = {"sell all", "sell all always", "done"}, "to fulfillment_center_c"
    g = sale(boxes="J2", stores=[own])
    assert {*legal(g)} == always | {f"sell 1 jeweler shelf 1 {center}"}
    g = sale(boxes="J2", stores=[f"{own}, art_purveyor A1"])
    assert {*legal(g)} == always | {
        f"sell 1 jeweler shelf 1 {center}",
        "sell 1 jeweler shelf 1 to demand",
        "sell 2 jeweler shelf 1 to demand",
    }


@rule("6.10")
def test_a_seller_is_paid_before_the_next_one_sells() -> None:
    own = ["corner_grocery F1, food_bank F1", "exporter F4"]
    g = sale(boxes="F5", stores=own, money=[0, 0])
    g = play(g, "A offer 1 at 6", "B offer 4 at 2")
    assert asked(g) == "A", "A chooses the store"
    assert (money(g)[1], points(g)[1], order(g)) == (8, 11, "BA")


@rule("6.11")
def test_after_sale_all_boxes_are_cleared() -> None:
    g = play(sale(boxes="F3", stores=["bakery F2"]), "A done")
    assert (heap(g.boxes), heap(g.all_boxes), g.shown_demand, g.demand) == ("", "", [], [])
    assert g.market_discards == ["m16"] and stores(g) == "bakery F2"


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
