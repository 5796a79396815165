"""Brick & Mortar: the worked examples of the sale; see test_brick_and_mortar_scenarios.py."""

from __future__ import annotations

import pytest

from tests.games.brick_and_mortar import (
    asked,
    debt,
    figure,
    heap,
    legal,
    money,
    numbers,
    order,
    play,
    points,
    refused,
    sale,
    stores,
)

rule = pytest.mark.rule


@rule("6.10")
def test_store_modifiers_on_sale() -> None:
    """S01."""
    own = ["designer_boutique C1, clothing_exporter C4", "clothing_wholesaler C3"]
    g = sale(boxes="C6", stores=own, money=[0, 0])
    g = play(g, "A offer 5 at 6", "B offer 3 at 7")
    assert (money(g), points(g)) == ([(6 + 6) + 4 * 6, 7], [12, 10])
    assert stores(g, "B") == "clothing_wholesaler"


@rule("13.15")
def test_a_fulfillment_center_is_private_demand() -> None:
    """S03."""
    own = ["food_wholesaler F5, corner_grocery F1, fulfillment_center_a", "food_bank F1"]
    g = sale(boxes="F3", stores=own, money=[0, 0])
    g = play(g, "A offer 6 at 4", "B offer 1 at 5")
    assert (money(g), stores(g, "B")) == ([6 * 4, 0], "food_bank")


@rule("6.1")
def test_demand_cards_make_boxes() -> None:
    """S09."""
    g = sale(demand=["m16", "m69", "m40"], stores=["corner_grocery F1"])
    assert heap(g.boxes) == heap(g.all_boxes) == "F5 C4 J2 A2"
    assert (g.demand, g.shown_demand) == ([], ["m16", "m40", "m69"])


@rule("6.3")
def test_a_monopoly_sale() -> None:
    """S10."""
    g = sale(boxes="F2", stores=["estate_seller", "exporter F3"], money=[0, 0])
    assert asked(g) == "B"
    g = play(g, "B sell 2 exporter shelf 1 to demand")
    assert (money(g), points(g), stores(g, "B")) == ([0, 2 * 6], [10, 10], "exporter F1")


@rule("6.3")
def test_equal_demand_is_no_competition() -> None:
    """S11."""
    g = sale(boxes="C5", stores=["designer_boutique C3", "exporter C2"], money=[0, 0])
    assert asked(g) == "A"
    g = play(g, "A sell 3 designer_boutique shelf 1 to demand")
    g = play(g, "B sell 2 exporter shelf 1 to demand")
    assert money(g) == [3 * (8 + 6), 2 * 8]


@rule("6.10")
def test_competition_for_demand_and_surplus() -> None:
    """S12."""
    g = sale(boxes="C5", stores=["designer_boutique C3", "exporter C4"], money=[0, 0])
    g = play(g, "A offer 2 at 8", "B offer 4 at 3")
    assert (money(g), points(g), order(g)) == ([8 + 6, 4 * 3], [10, 11], "BA")
    assert stores(g) == "designer_boutique C1"


@rule("13.20")
def test_farmers_market() -> None:
    """S16."""
    own = ["food_bank", "department_store F2 C1 E1 J1, farmers_market"]
    g = sale(boxes="F2 C1 E1 J1", stores=own)
    for crates in ("2", "1", "1", "1"):
        assert (points(g), order(g)) == ([10, 10], "AB")
        g = play(g, f"B sell {crates} department_store shelf 1 to demand")
    assert (points(g), order(g)) == ([10, 13], "BA")


@rule("6.5")
def test_tied_sale_bids() -> None:
    """S18."""
    own = ["food_distributor F2", "corner_grocery F2", "food_bank F2"]
    g = sale(seats=3, boxes="F3", stores=own, money=[0, 0, 0])
    g = play(g, "A offer 2 at 3", "B offer 2 at 3", "C offer 2 at 3")
    while g.asked:
        g = play(g, f"{asked(g)} {legal(g, asked(g))[-1]}")
    assert money(g) == [0, 3, 6]


@rule("13.1")
def test_the_peddler_closes_only_after_a_real_sale() -> None:
    """S28."""
    own = ["art_peddler A2", "mall_gallery A2"]
    g = sale(boxes="A1", stores=own, money=[0, 0])
    assert refused(g, "A offer 2 at 15")
    g = play(g, "A offer 1 at 15", "B offer 1 at 10")
    assert (money(g), stores(g)) == ([0, 10], "art_peddler A1")
    g = play(sale(boxes="A2", stores=own, money=[0, 0]), "A offer 1 at 15", "B offer 1 at 10")
    assert (money(g), stores(g)) == (
        [15 + figure("art_peddler", "sale_price_delta", "amount"), 10],
        "",
    )


@rule("13.11")
def test_freezer_and_bakery() -> None:
    """S30."""
    own = ["freezer F3, corner_grocery F1", "bakery F4"]
    g = sale(boxes="F6", stores=own, money=[0, 0])
    g = play(g, "A offer 4 at 2", "B offer 4 at 3")
    assert (money(g)[0], points(g)[0]) == (2, 10 + 3)
    assert (money(g)[1], points(g)[1], stores(g, "B")) == (2 * (3 - 2), 11, "bakery")


@rule("13.18")
@pytest.mark.parametrize(("boxes", "earned"), [("C5", [4 * (2 + 3), 5]), ("C4", [4 * 2, 0])])
def test_designer_knockoffs(boxes: str, earned: list[int]) -> None:
    """S31."""
    own = ["designer_knockoffs C4", "clothing_exporter C3"]
    g = sale(boxes=boxes, stores=own, money=[0, 0])
    g = play(g, "A offer 4 at 2", "B offer 3 at 5")
    assert money(g) == earned


@rule("13.15")
def test_blocking_with_a_fulfillment_center() -> None:
    """S32."""
    own = ["gadget_shop E2, fulfillment_center_hybrid", "electronics_importer E2"]
    g = sale(boxes="E1", stores=own, money=[0, 0])
    g = play(g, "A offer 2 at 5", "B offer 1 at 6")
    assert (money(g), stores(g)) == ([2 * 5, 0], "gadget_shop, fulfillment_center_hybrid")
    assert stores(g, "B") == "electronics_importer E1"


@rule("13.16")
@pytest.mark.parametrize(("boxes", "most"), [("J1 A1", 2), ("J3 A2", 3)])
def test_the_quantity_of_the_art_purveyor(boxes: str, most: int) -> None:
    """S33."""
    g = sale(boxes=boxes, stores=["art_purveyor A3", "art_gallery A2"])
    assert numbers(g, "A", "offer") == [*range(most + 1)]


@rule("13.4")
def test_the_exporter_point_is_immediate() -> None:
    """S34."""
    g = sale(boxes="F9 C9", stores=["clothing_importer C1", "exporter F4 C1"], money=[0, 0])
    g = play(g, "B sell 3 exporter shelf 1 to demand", "B done")
    assert (money(g), points(g), order(g), asked(g)) == ([0, 3 * 6], [10, 11], "BA", "B")


@rule("13.5")
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_the_food_distributor_choice(taken: int) -> None:
    """S35."""
    g = sale(boxes="F5", stores=["food_distributor F4", "corner_grocery F4"], money=[0, 0])
    g = play(g, "A offer 4 at 3", "B offer 0")
    assert numbers(g, "A", "points") == [0, 1, 2]
    g = play(g, f"A points {taken}")
    assert (money(g)[0], points(g)[0]) == ((4 - taken) * 3, 10 + taken)


@rule("13.13")
def test_resale_shop() -> None:
    """S44."""
    own = ["resale_shop", "gadget_shop E2", "electronics_importer E2"]
    g = sale(seats=3, boxes="E2", stores=own, money=[20, 0, 0])
    g = play(g, "B offer 2 at 5", "C offer 2 at 6")
    assert asked(g) == "A"
    g = play(g, "A buy electronics 3")
    g = play(g, "A done")
    assert (money(g), debt(g)) == ([20 - 4, 2 * 5, 4], [0, 0, 0])
    assert [stores(g, who) for who in "ABC"] == [
        "resale_shop E1",
        "gadget_shop",
        "electronics_importer",
    ]


@rule("6.6")
def test_the_art_purveyor_must_place_as_many_as_possible() -> None:
    """S45."""
    own = ["art_purveyor A1, mall_gallery A1", "art_gallery A1"]
    g = sale(boxes="J1 A1", stores=own, money=[0, 0])
    g = play(g, "A offer 2 at 10", "B offer 1 at 12")
    assert (asked(g), money(g), stores(g, "B")) == ("", [20, 0], "art_gallery"), "no choice"


@rule("6.6", "13.16")
def test_the_art_purveyor_leaves_the_only_art_box_to_others() -> None:
    """S45, with one more crate of art that stays in its store, so that A is asked."""
    own = ["art_purveyor A1, mall_gallery A2", "art_gallery A1"]
    g = sale(boxes="J1 A1", stores=own, money=[0, 0])
    g = play(g, "A offer 2 at 10", "B offer 1 at 12")
    assert {*legal(g)} == {
        "sell 1 art_purveyor shelf 1 to jewelry",
        "sell 1 mall_gallery shelf 1 to demand",
    }
    assert refused(g, "A sell 1 art_purveyor shelf 1 to demand")
    g = play(g, "A sell 1 mall_gallery shelf 1 to demand")
    assert (money(g), stores(g)) == ([20, 0], "art_purveyor, mall_gallery A1")


@rule("6.6", "13.16")
def test_with_boxes_enough_the_art_purveyor_may_use_either() -> None:
    """S45, with one more box of art."""
    g = sale(boxes="J1 A2", stores=["art_purveyor A1, mall_gallery A1", "art_gallery A2"])
    g = play(g, "A offer 2 at 10", "B offer 2 at 12")
    assert {*legal(g)} == {
        "sell 1 art_purveyor shelf 1 to jewelry",
        "sell 1 art_purveyor shelf 1 to demand",
        "sell 1 mall_gallery shelf 1 to demand",
    }


@rule("6.2")
def test_no_demand_box_and_one_private_seller() -> None:
    """S46."""
    own = ["corner_grocery F2, fulfillment_center_a", "food_distributor F3"]
    g = sale(boxes="F0", stores=own, money=[0, 0])
    assert asked(g) == "A"
    g = play(g, "A sell 2 corner_grocery shelf 1 to fulfillment_center_a")
    assert (money(g), stores(g, "B"), asked(g)) == ([2 * 6, 0], "food_distributor F3", "")


@rule("13.16")
def test_the_art_purveyor_and_normal_boxes_combined() -> None:
    """S51."""
    own = ["art_purveyor A3", "mall_gallery A2"]
    g = sale(boxes="A2 J2", stores=own, money=[0, 0])
    g = play(g, "A offer 3 at 14", "B offer 2 at 12")
    assert (money(g), stores(g)) == ([2 * 14, 2 * 12], "art_purveyor")
