"""Brick & Mortar: worked examples, of the source text and of the rulings.

Their numbers are those of the list in brick_and_mortar_scenarios.md.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD
from tests.games.brick_and_mortar import (
    advertisement,
    asked,
    building,
    choice,
    debt,
    figure,
    heap,
    inventory,
    investment,
    last_scoring,
    legal,
    money,
    numbers,
    order,
    play,
    player,
    points,
    position,
    refused,
    stores,
    supply,
    told,
    utilities,
)

rule = pytest.mark.rule


def test_every_example_is_in_the_list_and_tested() -> None:
    here = Path(__file__).parent
    listed = (here / "brick_and_mortar_scenarios.md").read_text(encoding="utf-8")
    paths = here.glob("test_brick_and_mortar*_scenarios.py")
    tests = "".join(path.read_text(encoding="utf-8") for path in paths)
    numbers = re.findall(r"^\| (S\d\d) ", listed, re.MULTILINE)
    assert numbers == sorted({*re.findall(r'"""(S\d\d)', tests)})


# --- What the source text works out ---------------------------------------------------------------


@rule("5.8")
def test_discounts_stack() -> None:
    """S02."""
    own = ["estate_seller, jewelry_collector, large_loading_dock", "mall_gallery"]
    g = supply(market="J7", stores=own, money=[30, 30])
    g = play(g, "A bid 9", "B bid 7", "A stock 3 estate_seller", "A stock 3 jewelry_collector")
    assert money(g)[0] == 30 - 3 * (9 - 4 - 3) - 3 * (9 - 3)
    assert heap(g.market) == "J1"


@rule("13.2")
def test_closing_the_jewelry_liquidator() -> None:
    """S04."""
    own = ["jeweler", "starting_1, jewelry_liquidator J3, clothing_wholesaler"]
    g = building(stores=own, hands=["", "fulfillment_center_a"])
    g = play(g, "A pass", "B pay otherwise", "B buy fulfillment_center_a")
    g = play(g, "B close jewelry_liquidator")
    assert (points(g), order(g)) == ([10, 10 + 3 * 2], "BA")
    g = play(g, "B open")
    assert stores(g, "B") == "starting_1, clothing_wholesaler, fulfillment_center_a"


@rule("5.3")
def test_no_competition_for_food() -> None:
    """S05."""
    g = supply(market="F6", stores=["food_distributor F3", "exporter"])
    assert asked(g) == "A"
    g = play(g, "A stock 1 food_distributor", "B stock 4 exporter")
    assert (money(g), heap(g.market)) == ([15 - 1, 15 - 4], "F1")


@rule("5.3")
def test_only_one_player_can_stock() -> None:
    """S06."""
    g = supply(market="C1", stores=["food_distributor", "exporter C2"])
    assert asked(g) == "B"
    g = play(g, "B stock 1 exporter")
    assert (money(g), heap(g.market)) == ([15, 15 - 2], "")


@rule("5.5")
def test_competition_for_jewelry() -> None:
    """S07."""
    g = supply(market="J2", stores=["estate_seller J2", "jewelry_liquidator J1"])
    assert asked(g) == "AB"
    g = play(g, "A bid 9", "B bid 7", "A stock 1 estate_seller")
    g = play(g, "B stock 1 jewelry_liquidator")
    assert (money(g), heap(g.market)) == ([15 - (9 - 4), 15 - 7], "")


@rule("5.1")
def test_supply_cards_fill_the_market() -> None:
    """S08."""
    g = position("supply_phase", supply=["m22", "m43", "m51"])
    assert heap(g.market) == "F5 C3 E3 J2 A2"
    assert (g.supply, sorted(g.market_discards)) == ([], ["m22", "m43", "m51"])


@rule("8.1")
def test_the_utility_bill() -> None:
    """S13."""
    g = utilities(stores=["starting_1, duty_free, designer_boutique"])
    assert money(g)[0] == 15 - (0 + 3 + 2) - (0 + 1 + 2)


@rule("5.9")
def test_debt_while_stocking() -> None:
    """S14."""
    own = ["food_distributor, clothing_importer", "corner_grocery"]
    g = supply(market="F5 C5", stores=own, money=[6, 15])
    g = play(g, "A bid 2", "B bid 1")
    otherwise = play(g, "A pay otherwise", "A stock 4 food_distributor")
    assert refused(otherwise, "A pay tokens 2 food_distributor")
    g = play(g, "A stock 4 food_distributor")
    assert (money(g)[0], debt(g)[0]) == (0, 1)
    g = play(g, "B done")
    assert numbers(g, "A", "stock") == [0, 1], "one item of another type may be on debt again"


@rule("5.9")
def test_two_debt_items_of_one_type_are_refused() -> None:
    """S15."""
    g = supply(market="F5", stores=["food_distributor", "corner_grocery"], money=[4, 15])
    g = play(g, "A bid 2", "B bid 1")
    assert refused(g, "A stock 4 food_distributor")
    assert numbers(g, "A", "stock") == [0, 1, 2, 3]


@rule("5.5")
def test_tied_supply_bids() -> None:
    """S17."""
    g = supply(seats=3, market="F2", stores=["food_distributor", "corner_grocery", "food_bank"])
    g = play(g, "A bid 5", "B bid 5", "C bid 4")
    assert asked(g) == "B"
    g = play(g, "B done")
    assert asked(g) == "A"
    g = play(g, "A done")
    assert asked(g) == "C"


@rule("11.1")
def test_passing_versus_tying_upward() -> None:
    """S19."""
    g = investment(seats=3, points=[12, 11, 10])
    g = play(g, "A pass", "B pass", "C buy 2")
    assert order(g) == "ACB"
    g = investment(seats=3, points=[12, 11, 12], order="ACB")
    g = play(g, "A pass", "C buy 1", "B pass")
    assert order(g) == "CAB"


@rule("9.3")
def test_selling_points() -> None:
    """S20."""
    g = investment(seats=3, points=[14, 12, 10])
    g = play(g, "A sell 2")
    assert (order(g), money(g)[0]) == ("ABC", 15 + 6)
    g = investment(seats=3, points=[12, 12, 10], money=[21])
    g = play(g, "A sell 1")
    assert (order(g), money(g)[0]) == ("BAC", 24)


@rule("9.2")
def test_buying_points() -> None:
    """S21."""
    g = investment(points=[10, 13], money=[20], order="BA")
    g = play(g, "B pass", "A buy 4")
    assert (money(g)[0], points(g), order(g)) == (20 - (3 + 3 + 4 + 4), [14, 13], "AB")


@rule("13.23")
def test_bank() -> None:
    """S22."""
    g = investment(stores=["bank"], money=[50])
    assert refused(g, "A buy 6")
    g = play(g, "A buy 5", "A buy 5")
    assert (money(g)[0], points(g)[0], asked(g)) == (50 - 18 - 18, 20, "B")
    g = play(investment(money=[50]), "A buy 10")
    assert (money(g)[0], points(g)[0]) == (50 - 47, 20)


@rule("5.3", "14.10")
def test_supply_equality() -> None:
    """S23."""
    own = ["food_distributor", "corner_grocery F3"]
    assert asked(supply(market="F5", stores=own)) == "A", "nobody bids"
    assert asked(supply(market="F4", stores=own)) == "AB"


@rule("8.2", "14.12")
@pytest.mark.parametrize(("cash", "tokens", "left"), [(2, 3, 0), (1, 4, 1)])
def test_forced_debt_at_utilities(cash: int, tokens: int, left: int) -> None:
    """S24."""
    g = utilities(stores=["starting_1, duty_free, designer_boutique"], money=[cash])
    assert (money(g)[0], debt(g)[0], asked(g)) == (left, tokens, "")


@rule("3.6")
def test_an_auction_lost_by_the_starter() -> None:
    """S25."""
    g = building(seats=3, hands=["bakery", "jeweler", "freezer"])
    g = play(g, "A auction gadget_shop", "B pay otherwise", "B bid 7", "C drop", "A drop")
    g = play(g, "B pay")
    assert money(g) == [15, 15 - 7, 15]
    assert g.row == ["corner_grocery", "art_gallery", "mall_gallery", "souvenir_stand"]
    assert g.on_deck not in ("", "souvenir_stand")
    assert refused(g, "B pass") and player(g, "B").bought == "gadget_shop"
    g = play(g, "B open")
    assert asked(g) == "A"
    assert {"pass", "buy bakery", "auction art_gallery"} <= {*legal(g)}
    g = play(g, "A auction art_gallery")
    assert asked(g) == "C"


@rule("12.3")
def test_a_winning_bid_beyond_means() -> None:
    """S26."""
    g = building(hands=["bakery", "jeweler"], money=[3, 15])
    g = play(g, "A pay otherwise", "A auction gadget_shop", "A bid 8", "B drop")
    assert refused(g, "A pay tokens 2", "A pay tokens 5")
    forced, more = play(g, "A pay"), play(g, "A pay tokens 4")
    assert [(money(after)[0], debt(after)[0]) for after in (forced, more)] == [(1, 3), (3, 4)]


@rule("13.1")
def test_the_peddler_discount_comes_after_the_auction() -> None:
    """S27."""
    cost, off = CARD["art_peddler"].cost, figure("art_peddler", "purchase_discount", "amount")
    row = ["art_peddler", "jeweler", "freezer", "bakery"]
    for slots in (3, 4):
        own = [", ".join(f"starting_{n + 1}" for n in range(slots)), ""]
        g = play(building(stores=own, row=row), "A pay otherwise", "A auction art_peddler")
        assert refused(g, f"A bid {cost - 1}")
        g = play(g, f"A bid {cost}", "B drop")
        due = max(0, cost - slots * off)
        assert (choice(g) == "pay_auction") == (due > 0), "what costs nothing is not asked"
        g = play(g, "A pay") if due else g
        assert money(g)[0] == 15 - due


@rule("13.14")
def test_inventory_and_the_pawn_shop() -> None:
    """S29."""
    g = inventory(stores=["pawn_shop E2, jeweler J1/1/1"])
    assert g.phase == "inventory"
    g = play(g, "A return 2 electronics")
    assert (points(g)[0], heap(g.market), stores(g)) == (12, "E2", "pawn_shop, jeweler J0/1/1")


@rule("13.3")
@pytest.mark.parametrize(("held", "bought", "times"), [("", 5, 1), (" C1", 4, 0)])
def test_clothing_importer(held: str, bought: int, times: int) -> None:
    """S36."""
    g = supply(market="C9", stores=[f"clothing_importer{held}"])
    g = play(g, f"A stock {bought} clothing_importer")
    gained = times * figure("clothing_importer", "points_per_stocked", "points")
    assert (stores(g), points(g)[0]) == ("clothing_importer C5", 10 + gained)


@rule("13.7")
def test_the_cost_floor() -> None:
    """S37."""
    g = supply(market="F9", stores=["corner_grocery, small_loading_dock"])
    g = play(g, "A stock 4 corner_grocery")
    assert (money(g)[0], stores(g), asked(g)) == (15, "corner_grocery F4, small_loading_dock", "")


@rule("10.3")
def test_final_scoring_and_tie() -> None:
    """S38."""
    own = [
        "mall_gallery, designer_boutique, gadget_shop",
        "starting_1, exporter, farmers_market, food_bank",
    ]
    g = last_scoring(stores=own, points=[30, 31], debt=[1, 2], order="BA")
    assert g.scores == [30 + 3 + 2 + 1 - 1 - 1, 31 + 0 + 1 + 3 + 1 - 2]
    assert (game.view(g, None)["winners"], order(g)) == ([1], "BA")


@rule("10.1")
def test_the_end_trigger_sticks() -> None:
    """S39."""
    g = position(
        "sale_phase",
        "investment_phase",
        "end_month",
        stores=["exporter F3", "jeweler"],
        points=[44, 10],
        boxes="F3",
    )
    g = play(g, "A sell 3 exporter shelf 1 to demand", "A sell 3", "B pass")
    assert g.scores is not None
    assert points(g)[0] == 42


@rule("13.22")
def test_jewelry_collector() -> None:
    """S40."""
    g = utilities(stores=["starting_1, jewelry_collector"])
    assert (money(g)[0], points(g)[0], stores(g)) == (15 - 2 - 1, 10, "starting_1")
    assert not [line for line in told(g) if "gains" in line]
    g = utilities(stores=["starting_1, jewelry_collector J0/1/1"])
    assert (money(g)[0], points(g)[0]) == (15 - 3, 12)
    assert stores(g) == "starting_1, jewelry_collector J0/1/1"


@rule("3.12")
def test_the_public_row_unsold() -> None:
    """S41a."""
    row = ["gadget_shop", "corner_grocery", "art_gallery", "mall_gallery"]
    g = play(building(row=row, stores=["jeweler"]), "A pass", "B pass")
    assert g.row[0] == "souvenir_stand" and len(g.row) == 4 and g.on_deck
    assert g.store_discards == row and g.on_deck not in [*row, *g.row]


@rule("3.12")
def test_the_public_row_sold() -> None:
    """S41b."""
    g = building(row=["gadget_shop", "corner_grocery", "art_gallery", "mall_gallery"])
    g = play(g, "A pay otherwise", "A auction corner_grocery", "A bid 5", "B drop", "A pay")
    upper = g.on_deck
    assert g.row == ["gadget_shop", "art_gallery", "mall_gallery", "souvenir_stand"]
    g = play(g, "A scrap", "B pass")
    assert g.row == ["art_gallery", "mall_gallery", "souvenir_stand", upper]
    assert g.store_discards == ["gadget_shop"] and g.on_deck not in ["", upper]


@rule("4.3")
def test_advertisement_counts() -> None:
    """S42."""
    four = ["starting_1, starting_2, starting_3, starting_4", ""]
    hands = ["m01 m02 m03 m04 m05", "m11 m12 m13 m14 m15"]
    g = advertisement(stores=four, cards=hands)
    assert {*legal(g)} == {
        "pass",
        "pass always",
        "redraw all",
        "redraw later",
        *(f"redraw m0{n}" for n in range(1, 6)),
    }
    g = play(g, "A redraw all")
    first, second, third, *_ = sorted(player(g, "A").cards)
    assert not {first, second, third} & {*hands[0].split()}
    g = play(g, f"A play {first} supply {second} supply {third} demand")
    g = play(g, "B play m11 supply m12 demand")
    assert (len(player(g, "A").cards), player(g, "A").redrawn, asked(g)) == (5, 5, "")
    g = advertisement(stores=["starting_1, starting_2, starting_3", ""], cards=hands)
    g = play(g, "A redraw later")
    assert refused(g, "A play m01 supply m02 supply m03 supply")
    g = play(g, "A play m01 supply m02 supply", "B play m11 supply m12 demand")
    left = {"redraw all", "redraw m03", "redraw m04", "redraw m05"}
    assert {*legal(g)} == {"pass", "pass always", *left}


@rule("1.5")
def test_preset_hands_for_two() -> None:
    """S43."""
    g = game.new(2, 1, {"first_game": True})
    one, two = (g.players[seat] for seat in g.order)
    assert sorted(one.hand) == ["estate_seller", "food_distributor", "large_canning_factory"]
    assert sorted(two.hand) == ["art_purveyor", "consignment_store", "food_bank"]
    assert [each.card for p in (one, two) for each in p.stores] == ["starting_3", "starting_4"]
    assert sorted(one.cards) == ["m01", "m08", "m22", "m26", "m62"]
    assert sorted(two.cards) == ["m05", "m30", "m51", "m81", "m83"]


@rule("12.2")
@pytest.mark.parametrize(("cash", "least", "left"), [(3, 1, [0, 2, 4]), (15, 0, [10, 12, 14, 16])])
def test_optional_debt_for_a_store(cash: int, least: int, left: list[int]) -> None:
    """S47."""
    g = building(hands=["bakery"], money=[cash])
    more = [f"A buy bakery tokens {n}" for n in range(least + 1, 4)]
    ways = [play(g, move) for move in ("A buy bakery", *more)]
    assert [money(after)[0] for after in ways] == left
    assert [debt(after)[0] for after in ways] == [*range(least, 4)]
    assert refused(g, "A buy bakery tokens 4", "A buy bakery tokens 0")


@rule("5.9")
def test_change_from_a_debt_item_is_money() -> None:
    """S48."""
    g = supply(market="F3", stores=["food_distributor F1", "corner_grocery"], money=[2, 15])
    g = play(g, "A bid 3", "B bid 1")
    assert numbers(g, "A", "stock") == [0, 1, 2]
    g = play(g, "A pay otherwise", "A stock 2 food_distributor")
    g = play(g, "A pay tokens 2 food_distributor")
    assert (money(g)[0], debt(g)[0]) == (0, 2)


@rule("13.7")
@pytest.mark.parametrize(("bought", "cost"), [(4, 8), (5, 0)])
def test_the_loading_dock_threshold(bought: int, cost: int) -> None:
    """S49."""
    own = ["corner_grocery, starting_1, large_loading_dock", "food_bank"]
    g = play(supply(market="F5", stores=own), "A bid 2", "B bid 1")
    g = play(g, "A stock 4 corner_grocery", f"A stock {bought - 4} starting_1")
    assert (money(g)[0], points(g)[0]) == (15 - cost, 10)


@rule("13.7")
def test_crates_of_another_type_do_not_count_for_the_loading_dock() -> None:
    """S49."""
    g = supply(market="F4 C9", stores=["starting_3, corner_grocery F3, large_loading_dock"])
    g = play(g, "A stock 3 starting_3", "A stock 1 corner_grocery")
    g = play(g, "A stock 1 starting_3")
    assert money(g)[0] == 15 - 4 * 1 - 1 * 2


@rule("13.10")
@pytest.mark.parametrize("taken", [0, 1, 2, 3])
def test_the_food_bank_second_chance(taken: int) -> None:
    """S50."""
    g = supply(market="F3", stores=["food_bank, corner_grocery"])
    g = play(g, "A done")
    assert {*legal(g)} == {f"take {n} food_bank" for n in range(4)}
    g = play(g, f"A take {taken} food_bank")
    assert (money(g)[0], player(g, "A").stores[0].items["food"][0]) == (15, taken)
    assert g.market["food"] == 3 - taken
