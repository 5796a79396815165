"""Brick & Mortar: what every store does in Sale, with the source text's clarifications."""

import pytest

from games.brick_and_mortar.components import CARD, HIGHEST
from games.brick_and_mortar.trade import held
from tests.games.brick_and_mortar import *

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
def test_private_boxes_are_empty_again_next_month() -> None:
    own = ["corner_grocery F1/1, fulfillment_center_hybrid"]
    g = position("sale_phase", "start_month", stores=own, hands=["bank"], month=2)
    g = play(g, "A sell 1 corner_grocery shelf 1 to fulfillment_center_hybrid")
    assert g.month == 3
    assert all(not each.filled for each in player(g, "A").stores)


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
