"""Brick & Mortar: what every store does in Sale, with the source text's clarifications."""

from __future__ import annotations

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD, HIGHEST
from games.brick_and_mortar.state import Brick
from games.brick_and_mortar.trade import held
from tests.games.brick_and_mortar import *

# --- Prices ---------------------------------------------------------------------------------------

CHANGED = [
    ("designer_boutique", "clothing"),
    ("consignment_store", "clothing"),
    ("consignment_store", "electronics"),
    ("consignment_store", "jewelry"),
    ("bakery", "food"),
    ("factory_thirds", "clothing"),
    ("factory_thirds", "electronics"),
    ("pawn_shop", "electronics"),
    ("pawn_shop", "jewelry"),
    ("art_gallery", "art"),
    ("convenience_store", "food"),
    ("convenience_store", "electronics"),
    ("auction_house", "jewelry"),
    ("auction_house", "art"),
]
UNCHANGED = [
    ("outlet_store", "clothing"),
    ("designer_knockoffs", "clothing"),
    ("knockoff_electronics", "electronics"),
]


@rule("13.17")
@pytest.mark.parametrize(("card", "kind"), CHANGED + UNCHANGED)
def test_what_a_store_earns_more_or_less_as_the_only_seller(card: str, kind: str) -> None:
    more = figure(card, "sale_price_delta", "amount") if (card, kind) in CHANGED else 0
    letter = kind[0].upper()
    g = sale(boxes=f"{letter}2", stores=[f"{card} {letter}1"], money=[0])
    g = play(g, f"A sell 1 {card} shelf 1 to demand")
    assert money(g)[0] == HIGHEST[kind] + more


EXPORTERS = [
    ("exporter", "F"),
    ("exporter", "C"),
    ("clothing_exporter", "C"),
    ("electronics_exporter", "E"),
]


@rule("13.4")
@pytest.mark.parametrize(("card", "kind"), EXPORTERS)
def test_exporters_give_points_for_each_full_lot_sold_from_them(card: str, kind: str) -> None:
    per, gained = (figure(card, "points_per_sold", name) for name in ("per", "points"))
    other = {"F": "corner_grocery", "C": "clothing_importer", "E": "gadget_shop"}[kind]
    g = sale(boxes=f"{kind}6", stores=[f"{card} {kind}{per}, {other} {kind}2"])
    g = play(g, f"A sell {per} {card} shelf 1 to demand", "A done")
    assert points(g)[0] == 10 + gained
    g = sale(boxes=f"{kind}6", stores=[f"{card} {kind}{per - 1}, {other} {kind}2"])
    g = play(g, f"A sell {per - 1} {card} shelf 1 to demand", f"A sell 2 {other} shelf 1 to demand")
    assert points(g)[0] == 10


DISTRIBUTORS = [
    ("food_distributor", "F", 4),
    ("clothing_distributor", "C", 5),
    ("electronics_distributor", "E", 4),
]


@rule("13.5")
@pytest.mark.parametrize(("card", "kind", "sold"), DISTRIBUTORS)
def test_distributors_give_points_for_up_to_half_of_what_is_sold(
    card: str, kind: str, sold: int
) -> None:
    each = figure(card, "optional_points_instead", "points")
    highest = HIGHEST[next(iter(CARD[card].capacity))]
    for count, choices in ((sold, [0, 1, 2]), (3, [0, 1]), (1, [])):
        g = sale(boxes=f"{kind}6", stores=[f"{card} {kind}{count}"], money=[0])
        g = play(g, f"A sell {count} {card} shelf 1 to demand")
        assert numbers(g, "A", "points") == choices
        for n in choices:
            after = play(g, f"A points {n}")
            assert (money(after)[0], points(after)[0]) == ((count - n) * highest, 10 + n * each)


@rule("13.16")
def test_the_art_purveyor_alone_uses_jewelry_boxes_that_are_left() -> None:
    g = sale(boxes="J2 A0", stores=["art_purveyor A3, mall_gallery A1 J1"])
    g = play(g, "A sell 1 mall_gallery shelf 1 to demand")
    assert g.kind == "art" and g.boxes["jewelry"] == 1
    assert {*legal(g)} == {"done", "sell 1 art_purveyor shelf 1 to jewelry"}
    assert refused(g, "A sell 1 mall_gallery shelf 1 to jewelry")
    g = play(g, "A sell 1 art_purveyor shelf 1 to jewelry")
    assert money(g)[0] == 15 + HIGHEST["jewelry"] + HIGHEST["art"]


def test_what_an_offer_would_bring_begins_with_the_dearest_crates() -> None:
    own = ["mall_gallery A1, art_gallery A1", "art_studio A1"]
    g = sale(boxes="A1", stores=own)
    more = figure("art_gallery", "sale_price_delta", "amount")
    assert more > 0
    assert game.consequence(g, 0, "offer 1 at 9") == f"At best ${9 + more}, at worst $0"


@rule("13.11")
def test_the_warehouse_takes_over_what_it_may_hold_before_food_is_sold() -> None:
    own = ["warehouse C1, department_store F2 C2 E1"]
    g = sale(boxes="F2 C3 E2", stores=own)
    moves = [move for move in legal(g) if move != "done"]
    assert moves == [
        "move 1 clothing department_store shelf 1 to warehouse",
        "move 1 electronics department_store shelf 1 to warehouse",
    ]
    g = play(g, f"A {moves[0]}", "A done")
    assert stores(g) == "warehouse C2, department_store F2 C1 E1"


@rule("13.20")
@pytest.mark.parametrize("card", ["flea_market", "bazaar", "farmers_market"])
def test_markets_give_points_for_types_sold_from_any_store(card: str) -> None:
    least, gained = (figure(card, "points_by_types_sold", name) for name in ("at_least", "points"))
    own = [f"{card}, department_store F1 C1 E1 J1"]
    for sold in (least - 1, least):
        g = sale(boxes="F2 C2 E2 J2", stores=own)
        while asked(g):
            done = len(player(g, "A").kinds_sold) == sold
            g = play(g, "A done" if done else "A sell 1 department_store shelf 1 to demand")
        assert points(g)[0] == 10 + (gained if sold == least else 0)


# --- Fulfillment Centers --------------------------------------------------------------------------


@rule("13.15")
@pytest.mark.parametrize(
    ("card", "other"),
    [
        ("fulfillment_center_a", "exporter F4 C4"),
        ("fulfillment_center_b", "thrift_store C3 E2"),
        ("fulfillment_center_c", "mall_gallery J3 A2"),
        ("fulfillment_center_hybrid", "department_store F2 C2 E2 J1"),
    ],
)
def test_fulfillment_centers_have_boxes_of_their_own(card: str, other: str) -> None:
    g = sale(stores=[f"{card}, {other}"])
    sold: dict[str, int] = {}
    while asked(g):
        kind, had = g.kind, held(player(g, "A").stores[1], g.kind)
        g = play(g, f"A {legal(g, start='sell')[0]}")
        sold[kind] = had - held(player(g, "A").stores[1], kind)
    assert sold == {kind: n for kind, n in CARD[card].boxes.items() if kind in sold}
    assert len(sold) == len({*CARD[card].boxes} & {*CARD[other.split()[0]].capacity})


@rule("13.15")
def test_private_boxes_count_for_the_quantity_but_not_for_competition() -> None:
    own = ["food_wholesaler F5, fulfillment_center_a, fulfillment_center_hybrid", "bakery F2"]
    g = sale(boxes="F3", stores=own)
    assert asked(g) == "AB", "7 boxes for 7 crates, but 4 are private"
    assert max(numbers(g, "A", "offer")) == 5
    assert max(numbers(g, "B", "offer")) == 2
    assert max(numbers(sale(boxes="F2", stores=own), "A", "offer")) == 5
    g = sale(boxes="F0", stores=["food_wholesaler F5, fulfillment_center_hybrid"])
    assert numbers(g, "A", "sell") == [1]


@rule("13.15")
def test_private_boxes_are_empty_again_next_month() -> None:
    own = ["corner_grocery F1/1, fulfillment_center_hybrid"]
    g = position("sale_phase", "start_month", stores=own, hands=["bank"], month=2)
    g = play(g, "A sell 1 corner_grocery shelf 1 to fulfillment_center_hybrid")
    assert g.month == 3
    assert all(not each.filled for each in player(g, "A").stores)


# --- The Resale Shop ------------------------------------------------------------------------------


def with_surplus(kind: str, **facts: object) -> Brick:
    """B and C have a surplus crate of a kind each, A may buy with the Resale Shop."""
    letter = kind[0].upper()
    own = {
        "E": ["gadget_shop E1", "electronics_importer E1", "electronics_exporter E1"],
        "J": ["jeweler J1", "mall_gallery J1", "estate_seller J1"],
        "A": ["art_gallery A1", "mall_gallery A1", "art_studio A1"],
    }[letter]
    demand = {"E": "E1", "J": "J1", "A": "A1"}[letter]
    g = sale(seats=4, boxes=demand, stores=["resale_shop", *own], **facts)
    return play(g, "B offer 1 at 9", "C offer 1 at 8", "D offer 1 at 7")


@rule("13.13")
@pytest.mark.parametrize(("kind", "price"), [("electronics", 4), ("jewelry", 7), ("art", 10)])
def test_the_resale_shop_pays_opponents_for_their_surplus(kind: str, price: int) -> None:
    g = with_surplus(kind)
    assert asked(g) == "A"
    assert {f"buy {kind} 2", f"buy {kind} 3", "done"} <= {*legal(g)}
    g = play(g, f"A buy {kind} 3", *["A done"] * (kind == "electronics"))
    assert (money(g)[0], money(g)[2]) == (15 - price, 15 + price)
    assert stores(g) == f"resale_shop {kind[0].upper()}1"


@rule("13.13", "12.2")
def test_at_the_resale_shop_tokens_may_be_taken_although_the_money_is_enough() -> None:
    g = with_surplus("art")
    assert legal(g, start="buy art 2 ") == [f"buy art 2 tokens {n}" for n in range(1, 6)]


@rule("13.13")
def test_the_resale_shop_buys_no_more_than_it_has_room_for() -> None:
    g = play(with_surplus("electronics"), "A buy electronics 2", "A buy electronics 3")
    assert (money(g), stores(g)) == ([7, 19, 19, 22], "resale_shop E2")
    g = play(with_surplus("art"), "A buy art 2")
    assert asked(g) == ""


@rule("13.13", "12.2")
def test_debt_tokens_pay_at_the_resale_shop() -> None:
    g = with_surplus("art", money=[1, 15, 15, 15])
    assert {"buy art 2", "buy art 2 tokens 5"} <= {*legal(g)}
    assert refused(g, "A buy art 2 tokens 4", "A buy art 2 tokens 6")
    g = play(g, "A buy art 2")
    assert (money(g)[:2], debt(g)[0]) == ([1, 25], 5)


@rule("14.3")
@pytest.mark.parametrize("first", ["resale_shop E2, thrift_store", "thrift_store, resale_shop E2"])
def test_a_thrift_store_makes_room_for_a_resale_shop(first: str) -> None:
    own = [first, "gadget_shop E1", "electronics_importer E1"]
    g = sale(seats=3, boxes="E1", stores=own)
    g = play(g, "A offer 0", "B offer 1 at 9", "C offer 1 at 8")
    g = play(g, "A move 2 electronics resale_shop shelf 1 to thrift_store")
    g = play(g, "A buy electronics 2")
    g = play(g, *["A done"] * (asked(g) == "A"))
    assert sorted(stores(g).split(", ")) == ["resale_shop E1", "thrift_store E2"]


@rule("14.3")
def test_a_resale_shop_is_asked_once_though_a_thrift_store_makes_room_after_it() -> None:
    own = ["thrift_store, resale_shop E1"]
    own += ["gadget_shop E1", "electronics_importer E1", "electronics_exporter E1"]
    g = sale(seats=4, boxes="E1", stores=own)
    g = play(g, "A offer 0", "B offer 1 at 9", "C offer 1 at 8", "D offer 1 at 7")
    g = play(g, "A done", "A buy electronics 2")
    g = play(g, "A move 1 electronics resale_shop shelf 1 to thrift_store")
    g = play(g, *["A done"] * (choice(g) == "move_in"))
    assert (asked(g), stores(g)) == ("", "thrift_store E1, resale_shop E1")
