"""Brick & Mortar: every store, with what the source text's clarifications say of it."""

from __future__ import annotations

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.cards import CARD, HIGHEST, LOWEST
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import (
    advertisement,
    asked,
    building,
    debt,
    heap,
    inventory,
    investment,
    legal,
    money,
    numbers,
    order,
    play,
    player,
    points,
    position,
    refused,
    sale,
    stores,
    supply,
    utilities,
)

PLENTY = "F20 C20 E20 J20 A20"


def figure(card: str, word: str, name: str) -> int:
    """A number on a card: of the modifier with this word, the figure of this name."""
    return next(m[name] for m in CARD[card].modifiers if m.word == word)


# --- What a store holds ---------------------------------------------------------------------------


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


@pytest.mark.parametrize(("card", "kind", "held"), [*LIQUIDATORS, ("jewelry_liquidator", "J", 3)])
def test_liquidators_give_points_for_what_closing_discards(card: str, kind: str, held: int) -> None:
    each = figure(card, "points_on_close_discard", "points")
    g = play(building(stores=[f"{card} {kind}{held - 1}/1"]), "A pass", f"A close {card}")
    assert points(g)[0] == 10 + held * each
    assert stores(g) == "" and card in g.gone
    g = play(building(stores=[card]), "A pass", f"A close {card}")
    assert points(g)[0] == 10


@pytest.mark.parametrize(("card", "kind", "held"), [*LIQUIDATORS, ("jewelry_liquidator", "J", 3)])
def test_liquidators_give_nothing_for_what_expires(card: str, kind: str, held: int) -> None:
    g = inventory(stores=[f"{card} {kind}0/{held}"])
    assert (points(g)[0], stores(g)) == (10, card)


def test_the_jewelry_liquidator_gives_two_points_for_each() -> None:
    assert figure("jewelry_liquidator", "points_on_close_discard", "points") == 2


PEDDLERS = [("art_peddler", "A"), ("electronics_peddler", "E"), ("jewelry_peddler", "J")]


@pytest.mark.parametrize(("card", "_"), PEDDLERS)
def test_peddlers_are_cheaper_for_each_open_store_and_never_below_nothing(
    card: str, _: str
) -> None:
    off = figure(card, "purchase_discount", "amount")
    g = play(building(stores=["starting_1, starting_2"], hands=[card]), f"A buy {card}")
    assert money(g)[0] == 15 - (CARD[card].cost - 2 * off)
    row = [card, "jeweler", "bakery", "freezer"]
    g = play(building(stores=["starting_1"], row=row), f"A auction {card}")
    assert min(numbers(g, "A", "bid")) == CARD[card].cost, "bids ignore the discount"
    g = play(g, f"A bid {CARD[card].cost}", "B drop", "A pay")
    assert money(g)[0] == 15 - (CARD[card].cost - off)
    own = ["starting_1, starting_2, starting_3, starting_4"]
    g = play(building(stores=own, hands=[card]), f"A buy {card}")
    assert money(g)[0] == 15 - max(0, CARD[card].cost - 4 * off)


@pytest.mark.parametrize(("card", "kind"), PEDDLERS)
def test_peddlers_sell_dearer_and_close_once_they_sold(card: str, kind: str) -> None:
    more = figure(card, "sale_price_delta", "amount")
    g = sale(boxes=f"{kind}2", stores=[f"starting_1, {card} {kind}2, corner_grocery"])
    g = play(g, f"A sell 1 {card} shelf 1 to demand", "A done")
    highest = HIGHEST[CARD[card].modifiers[1].kinds[0]]
    assert money(g)[0] == 15 + highest + more
    assert (stores(g), g.gone[-1]) == ("starting_1, corner_grocery", card)
    g = play(sale(boxes=f"{kind}2", stores=[f"{card} {kind}2"]), "A done")
    assert stores(g) == f"{card} {kind}2", "nothing was sold"


@pytest.mark.parametrize(("card", "kind"), PEDDLERS)
def test_peddlers_stay_if_everything_was_surplus(card: str, kind: str) -> None:
    rival = {"A": "mall_gallery", "E": "electronics_importer", "J": "mall_gallery"}[kind]
    g = sale(boxes=f"{kind}1", stores=[f"{card} {kind}1", f"{rival} {kind}2"])
    g = play(g, "A offer 1 at 9", "B offer 1 at 3")
    assert (stores(g), money(g)) == (card, [15, 15 + 3])


# --- Advertisement --------------------------------------------------------------------------------

FIVE = ["m01 m02 m03 m04 m05", "m11 m12 m13 m14 m15"]


def with_agency() -> Brick:
    """A has an Advertisement Agency and three cards left; all have played."""
    g = advertisement(stores=["advertisement_agency"], cards=FIVE)
    g = play(g, "A play m01 supply m02 demand", "B play m11 demand m12 demand")
    assert asked(g) == "A"
    return g


def test_the_advertisement_agency_sees_the_demand_before_adding_to_it() -> None:
    g = play(with_agency(), "A look demand")
    assert game.view(g, 0)["demand_seen"] == ["m02", "m11", "m12"]
    assert game.view(g, 1)["demand_seen"] == ["m11", "m12"]
    assert game.view(g, None)["demand_seen"] == []
    assert {*legal(g)} == {"pass", "add m03", "add m04", "add m05"}
    g = play(g, "A add m03")
    assert sorted(g.demand) == ["m02", "m03", "m11", "m12"] and g.supply == ["m01"]
    assert game.view(g, 1)["demand_seen"] == ["m11", "m12"]
    assert len(player(g, "A").cards) == 5


def test_the_advertisement_agency_sees_the_supply_before_adding_to_it() -> None:
    g = with_agency()
    assert g.supply == ["m01"], "it lies open by then"
    g = play(g, "A look supply", "A add m05")
    assert sorted(g.supply) == ["m01", "m05"] and len(g.demand) == 3
    assert stores(play(with_agency(), "A pass")) == "advertisement_agency"
    g = play(with_agency(), "A look demand", "A pass")
    assert len(g.demand) == 3 and {"m03", "m04", "m05"} < {*player(g, "A").cards}


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


@pytest.mark.parametrize(("card", "kind"), FACTORIES)
def test_factories_supply_from_the_general_supply(card: str, kind: str) -> None:
    most, each = (figure(card, "supply_market", name) for name in ("max", "money_each"))
    g = supply(stores=[card], supply=["m83"])
    assert numbers(g, "A", "supply") == [*range(most + 1)]
    assert heap(g.market) == "", "before the Supply Cards"
    g = play(g, f"A supply {most}")
    assert (g.market[kind], g.market["art"], money(g)[0]) == (most, 2, 15 + most * each)


def test_factories_act_in_turn_order() -> None:
    g = supply(stores=["small_canning_factory", "large_textile_mill"], order="BA")
    assert asked(g) == "B"
    assert asked(play(g, "B supply 0")) == "A"


@pytest.mark.parametrize(("room", "taken"), [("", 2), (" F1", 2), (" F2", 1)])
def test_private_catering_takes_two_food_from_the_general_supply(room: str, taken: int) -> None:
    g = supply(market="F1", stores=[f"private_catering{room}"])
    assert numbers(g, "A", "take") == [*range(taken + 1)]
    g = play(g, f"A take {taken} private_catering")
    assert (heap(g.market), money(g)[0]) == ("F1", 15)


def test_private_catering_takes_its_food_before_the_market_is_stocked() -> None:
    g = supply(market="F3", stores=["private_catering", "corner_grocery F2"])
    g = play(g, "A take 2 private_catering")
    assert asked(g) == "A" and numbers(g, "A", "stock") == [0, 1], "room 1 + 2 is no competition"


def test_the_food_bank_may_be_stocked_for_money_too() -> None:
    g = supply(market="F4", stores=["food_bank", "corner_grocery"])
    g = play(g, "A bid 3", "B bid 1", "A stock 1 food_bank", "A pay", "B done")
    g = play(g, "A take 3 food_bank")
    assert (stores(g), money(g)[0]) == ("food_bank F4", 15 - 3)


def test_the_food_bank_is_not_asked_without_food_or_room() -> None:
    assert asked(supply(market="", stores=["food_bank"])) == ""
    assert asked(supply(market="F3", stores=["food_bank F4"])) == ""


DISCOUNTED = [
    ("clothing_wholesaler", "clothing", 1),
    ("food_wholesaler", "food", 1),
    ("electronics_wholesaler", "electronics", 2),
    ("estate_seller", "jewelry", 4),
    ("duty_free", "electronics", 3),
    ("duty_free", "jewelry", 3),
    ("duty_free", "art", 3),
    ("factory_thirds", "clothing", 3),
    ("factory_thirds", "electronics", 3),
]


@pytest.mark.parametrize(("card", "kind", "off"), DISCOUNTED)
def test_some_stores_buy_cheaper_but_never_below_nothing(card: str, kind: str, off: int) -> None:
    assert figure(card, "supply_price_delta", "amount") == -off
    cost = max(0, LOWEST[kind] - off)
    g = supply(market=f"{kind[0].upper()}1", stores=[card])
    g = play(g, f"A stock 1 {card}")
    g = play(g, "A pay") if cost else g
    assert (money(g)[0], debt(g)[0]) == (15 - cost, 0)


def test_a_discount_is_for_its_own_store_only() -> None:
    g = supply(market="J2", stores=["estate_seller, jeweler"], money=[20])
    g = play(g, "A stock 1 estate_seller", "A stock 1 jeweler", "A pay")
    assert money(g)[0] == 20 - (7 - 4) - 7


@pytest.mark.parametrize(("bought", "cost"), [(2, 2 * 2), (3, 3 * 1)])
def test_the_small_loading_dock_counts_one_type_over_all_stores(bought: int, cost: int) -> None:
    own = ["clothing_importer C4, starting_1, small_loading_dock"]
    g = play(supply(market="C9", stores=own), "A stock 1 clothing_importer")
    g = play(g, f"A stock {bought - 1} starting_1", "A pay")
    assert money(g)[0] == 15 - cost


def test_loading_docks_stack_with_each_other_and_with_a_store() -> None:
    own = ["electronics_wholesaler, small_loading_dock, large_loading_dock"]
    g = play(supply(market="E9", stores=own), "A stock 5 electronics_wholesaler")
    assert money(g)[0] == 15, "4 - 2 - 1 - 3 is below nothing"
    own = ["mall_gallery, jewelry_collector, small_loading_dock, large_loading_dock"]
    g = supply(market="J9", stores=own, money=[30])
    g = play(g, "A stock 3 mall_gallery", "A stock 2 jewelry_collector", "A pay")
    assert money(g)[0] == 30 - 5 * (7 - 1 - 3)


def test_free_crates_do_not_count_for_a_loading_dock() -> None:
    g = supply(market="F9", stores=["private_catering, corner_grocery F2, small_loading_dock"])
    g = play(g, "A take 2 private_catering", "A stock 0 private_catering")
    g = play(g, "A stock 2 corner_grocery", "A pay")
    assert money(g)[0] == 15 - 2 * 1


@pytest.mark.parametrize("card", ["clothing_importer", "electronics_importer"])
def test_importers_need_five_in_one_phase(card: str) -> None:
    kind = next(iter(CARD[card].capacity))
    gained = figure(card, "points_per_stocked", "points")
    assert figure(card, "points_per_stocked", "need") == 5
    start = {"market": f"{kind[0].upper()}9", "stores": [card], "money": [40]}
    for bought, expected in ((5, 10 + gained), (4, 10)):
        g = play(supply(**start), f"A stock {bought} {card}", "A pay")
        assert points(g)[0] == expected


STUDIOS = [("art_studio", "A", "mall_gallery"), ("jewelry_crafter", "J", "jeweler")]


@pytest.mark.parametrize(("card", "kind", "rival"), STUDIOS)
def test_studios_supply_or_take_points_when_their_type_is_stocked(
    card: str, kind: str, rival: str
) -> None:
    g = supply(market=f"{kind}1", stores=[f"{card} {kind}2", rival])
    assert asked(g) == "B"
    g = play(g, f"B stock 1 {rival}", "B pay")
    assert (asked(g), {*legal(g)}) == ("A", {"market", "points", "pass"})
    assert heap(play(g, "A market").market) == f"{kind}1"
    assert points(play(g, "A points")) == [11, 10]
    g = play(g, "A pass")
    assert (heap(g.market), points(g)) == ("", [10, 10])


def test_the_jewelry_of_the_crafter_is_for_next_month() -> None:
    g = supply(market="", stores=["jewelry_crafter", "jeweler"])
    g = play(g, "A market")
    assert (heap(g.market), asked(g)) == ("J1", "")


def test_the_consignment_store_takes_right_after_each_type() -> None:
    g = supply(market="C1 E1 J1", stores=["consignment_store", "art_gallery"])
    for _, kind in (("C", "clothing"), ("E", "electronics"), ("J", "jewelry")):
        assert g.kind == kind
        g = play(g, "A done")
        assert numbers(g, "A", "take") == [0, 1]
        g = play(g, f"A take {0 if kind == 'jewelry' else 1} consignment_store")
    assert (asked(g), heap(g.market), money(g)[0]) == ("", "J1", 15), "no jewelry after art"
    assert stores(g) == "consignment_store C1 E1"


# --- Sale -----------------------------------------------------------------------------------------

DELTAS = [
    ("designer_boutique", "clothing", 6),
    ("consignment_store", "clothing", -3),
    ("consignment_store", "electronics", -3),
    ("consignment_store", "jewelry", -3),
    ("bakery", "food", -2),
    ("factory_thirds", "clothing", -1),
    ("factory_thirds", "electronics", -1),
    ("pawn_shop", "electronics", -2),
    ("pawn_shop", "jewelry", -2),
    ("art_gallery", "art", 3),
    ("convenience_store", "food", 1),
    ("convenience_store", "electronics", 1),
    ("auction_house", "jewelry", 5),
    ("auction_house", "art", 5),
    ("outlet_store", "clothing", 0),
    ("designer_knockoffs", "clothing", 0),
    ("knockoff_electronics", "electronics", 0),
]


@pytest.mark.parametrize(("card", "kind", "more"), DELTAS)
def test_what_a_store_earns_more_or_less_as_the_only_seller(
    card: str, kind: str, more: int
) -> None:
    letter = kind[0].upper()
    g = sale(boxes=f"{letter}2", stores=[f"{card} {letter}1"], money=[0])
    g = play(g, f"A sell 1 {card} shelf 1 to demand")
    assert money(g)[0] == HIGHEST[kind] + more


@pytest.mark.parametrize("card", ["bakery", "pawn_shop", "factory_thirds", "consignment_store"])
def test_nothing_sells_for_less_than_nothing(card: str) -> None:
    kind = next(iter(CARD[card].capacity))
    letter = kind[0].upper()
    rival = {"F": "exporter", "C": "exporter", "E": "gadget_shop"}[letter]
    g = sale(boxes=f"{letter}2", stores=[f"{card} {letter}1", f"{rival} {letter}3"], money=[5, 5])
    g = play(g, "A offer 1 at 0", "B offer 0")
    assert (stores(g), money(g)) == (card, [5, 5])


def test_the_bakery_gives_a_point_for_two() -> None:
    for sold, gained in ((1, 0), (2, 1), (3, 1), (4, 2)):
        g = sale(boxes="F5", stores=["bakery F4"])
        g = play(g, f"A sell {sold} bakery shelf 1 to demand", *["A done"] * (sold < 4))
        assert points(g)[0] == 10 + gained * figure("bakery", "points_per_sold", "points")


EXPORTERS = [
    ("exporter", "F", 3, 1),
    ("exporter", "C", 3, 1),
    ("clothing_exporter", "C", 4, 2),
    ("electronics_exporter", "E", 3, 2),
]


@pytest.mark.parametrize(("card", "kind", "per", "gained"), EXPORTERS)
def test_exporters_give_points_for_each_full_lot_sold_from_them(
    card: str, kind: str, per: int, gained: int
) -> None:
    other = {"F": "corner_grocery", "C": "clothing_importer", "E": "gadget_shop"}[kind]
    g = sale(boxes=f"{kind}6", stores=[f"{card} {kind}{per}, {other} {kind}2"])
    g = play(g, f"A sell {per} {card} shelf 1 to demand", "A done")
    assert points(g)[0] == 10 + gained
    g = sale(boxes=f"{kind}6", stores=[f"{card} {kind}{per - 1}, {other} {kind}2"])
    g = play(g, f"A sell {per - 1} {card} shelf 1 to demand", f"A sell 2 {other} shelf 1 to demand")
    assert points(g)[0] == 10


def test_an_exporter_counts_over_its_shelves_but_not_over_its_types() -> None:
    g = sale(boxes="F6 C6", stores=["exporter F2/1 C2"])
    g = play(g, "A sell 2 exporter shelf 1 to demand", "A sell 1 exporter shelf 2 to demand")
    assert points(g)[0] == 11
    g = play(g, "A sell 2 exporter shelf 1 to demand")
    assert points(g)[0] == 11


DISTRIBUTORS = [
    ("food_distributor", "F", 4),
    ("clothing_distributor", "C", 5),
    ("electronics_distributor", "E", 4),
]


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


def test_the_antique_store_gives_points_for_the_bottom_shelf_and_money_too() -> None:
    each = figure("antique_store", "points_bottom_shelf_sold", "points")
    start = {"boxes": "A2", "stores": ["antique_store A1/0/1"], "money": [0]}
    g = play(sale(**start), "A sell 1 antique_store shelf 3 to demand", "A done")
    assert (money(g)[0], points(g)[0], stores(g)) == (20, 10 + each, "antique_store A1")
    g = play(sale(**start), "A sell 1 antique_store shelf 1 to demand", "A done")
    assert (money(g)[0], points(g)[0]) == (20, 10)


def test_the_art_purveyor_alone_uses_jewelry_boxes_that_are_left() -> None:
    g = sale(boxes="J2 A0", stores=["art_purveyor A3, mall_gallery A1 J1"])
    g = play(g, "A sell 1 mall_gallery shelf 1 to demand")
    assert g.kind == "art" and g.boxes["jewelry"] == 1
    assert {*legal(g)} == {"done", "sell 1 art_purveyor shelf 1 to jewelry"}
    assert refused(g, "A sell 1 mall_gallery shelf 1 to jewelry")
    g = play(g, "A sell 1 art_purveyor shelf 1 to jewelry")
    assert money(g)[0] == 15 + HIGHEST["jewelry"] + HIGHEST["art"]


KNOCKOFFS = [
    ("designer_knockoffs", "C", "clothing_importer", 3),
    ("knockoff_electronics", "E", "gadget_shop", 4),
]


@pytest.mark.parametrize(("card", "kind", "rival", "more"), KNOCKOFFS)
def test_knockoffs_sell_dearer_if_another_player_sells_the_type_even_later(
    card: str, kind: str, rival: str, more: int
) -> None:
    g = sale(boxes=f"{kind}4", stores=[f"{card} {kind}2", f"{rival} {kind}2"], money=[0, 0])
    highest = HIGHEST[next(iter(CARD[card].capacity))]
    g = play(g, f"A sell 2 {card} shelf 1 to demand")
    assert money(g)[0] == 2 * highest
    assert money(play(g, "B done"))[0] == 2 * highest
    g = play(g, f"B sell 1 {rival} shelf 1 to demand", "B done")
    assert money(g) == [2 * (highest + more), highest]


def test_an_auction_house_sells_dearer_only_if_nobody_else_sells_the_type() -> None:
    g = sale(boxes="J4", stores=["auction_house J2", "jeweler J1"], money=[0, 0])
    g = play(g, "A sell 2 auction_house shelf 1 to demand")
    assert money(play(g, "B done"))[0] == 2 * (16 + 5)
    assert money(play(g, "B sell 1 jeweler shelf 1 to demand")) == [2 * 16, 16]


def test_an_outlet_store_sells_dearer_where_there_is_competition() -> None:
    g = sale(boxes="C2", stores=["outlet_store C2", "clothing_importer C1"], money=[0, 0])
    g = play(g, "A offer 2 at 5", "B offer 0")
    assert money(g)[0] == 2 * (5 + figure("outlet_store", "sale_price_delta", "amount"))


def test_electronics_surplus_sells_only_while_the_market_has_electronics() -> None:
    own = ["electronics_surplus E2, gadget_shop E1"]
    g = sale(boxes="E3", stores=own, money=[0])
    assert legal(g, start="sell 1") == ["sell 1 gadget_shop shelf 1 to demand"]
    g = sale(boxes="E3", stores=own, money=[0], market="E1")
    g = play(g, "A sell 2 electronics_surplus shelf 1 to demand", "A done")
    assert money(g)[0] == 2 * (12 + figure("electronics_surplus", "sale_price_delta", "amount"))
    assert asked(sale(boxes="E3", stores=["electronics_surplus E2"])) == ""


def test_a_blocked_electronics_surplus_makes_no_competition() -> None:
    g = sale(boxes="E1", stores=["electronics_surplus E2", "gadget_shop E1"])
    assert asked(g) == "B" and legal(g, "B", "offer") == []


def test_the_freezer_earns_points_whatever_the_bid() -> None:
    own = ["freezer F2, corner_grocery F1", "food_bank F3"]
    g = sale(boxes="F3", stores=own, money=[0, 0])
    g = play(g, "A done", "A offer 3 at 0", "B offer 0")
    assert (money(g), points(g)) == ([0, 0], [12, 10])


def test_the_freezer_takes_food_over_before_the_sale_of_food() -> None:
    g = sale(boxes="F9", stores=["freezer F1, corner_grocery F1/3"])
    assert refused(g, "A move 3 food corner_grocery shelf 2 to freezer")
    g = play(g, "A move 2 food corner_grocery shelf 2 to freezer")
    assert stores(g) == "freezer F3, corner_grocery F1/1"
    g = play(g, "A sell 3 freezer shelf 1 to demand", "A done")
    assert (money(g)[0], points(g)[0]) == (15, 13)


def test_the_warehouse_earns_points_for_three_types() -> None:
    g = sale(boxes="C2 E2 J2", stores=["warehouse C1 E1 J1"])
    for n in (1, 2, 3):
        g = play(g, "A sell 1 warehouse shelf 1 to demand")
        assert (money(g)[0], points(g)[0]) == (15, 10 + sum(range(n + 1)))


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


def test_who_is_ahead_decides_first_about_transfers() -> None:
    own = ["freezer, corner_grocery F1", "warehouse, gadget_shop E1"]
    assert asked(sale(boxes="F2 E2", stores=own, order="BA")) == "B"
    assert asked(sale(boxes="F2 E2", stores=own, order="AB")) == "A"


def test_the_thrift_store_takes_over_after_each_type_and_its_crates_age() -> None:
    own = ["thrift_store, exporter C0/2, gadget_shop E0/2"]
    g = position("sale_phase", "inventory_phase", stores=own, demand=["m16"])
    assert g.kind == "clothing"
    g = play(g, "A done", "A move 2 clothing exporter shelf 2 to thrift_store")
    assert stores(g) == "thrift_store C2, exporter, gadget_shop E0/2"
    g = play(g, "A move 1 electronics gadget_shop shelf 2 to thrift_store", "A done")
    assert stores(g) == "thrift_store C0/2 E0/1, exporter, gadget_shop"


def test_the_thrift_store_takes_only_the_type_just_sold() -> None:
    g = sale(demand=["m16"], stores=["thrift_store, department_store C1 E1"])
    g = play(g, "A done")
    assert legal(g, start="move") == ["move 1 clothing department_store shelf 1 to thrift_store"]


def test_the_thrift_store_rescues_what_a_closing_peddler_holds() -> None:
    g = sale(boxes="E2", stores=["electronics_peddler E2, thrift_store"])
    g = play(g, "A sell 1 electronics_peddler shelf 1 to demand", "A done")
    g = play(g, "A move 1 electronics electronics_peddler shelf 1 to thrift_store")
    assert stores(g) == "thrift_store E1"


MARKETS = [("flea_market", 2, 1), ("bazaar", 3, 2), ("farmers_market", 4, 3)]


@pytest.mark.parametrize(("card", "least", "gained"), MARKETS)
def test_markets_give_points_for_types_sold_from_any_store(
    card: str, least: int, gained: int
) -> None:
    assert figure(card, "points_by_types_sold", "at_least") == least
    assert figure(card, "points_by_types_sold", "points") == gained
    own = [f"{card}, department_store F1 C1 E1 J1"]
    for sold in (least - 1, least):
        g = sale(boxes="F2 C2 E2 J2", stores=own)
        while asked(g):
            done = len(player(g, "A").kinds_sold) == sold
            g = play(g, "A done" if done else "A sell 1 department_store shelf 1 to demand")
        assert points(g)[0] == 10 + (gained if sold == least else 0)


def test_markets_add_up() -> None:
    own = ["flea_market, bazaar, farmers_market, department_store F1 C1 E1 J1"]
    g = sale(boxes="F2 C2 E2 J2", stores=own)
    for _ in range(4):
        assert points(g)[0] == 10, "after Sale"
        g = play(g, "A sell 1 department_store shelf 1 to demand")
    assert points(g)[0] == 10 + 1 + 2 + 3


# --- Fulfillment Centers --------------------------------------------------------------------------


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
        *_, most = numbers(g, "A", "sell")
        sold[g.kind] = most
        g = play(g, f"A sell {most} {other.split()[0]} shelf 1 to {card}")
        g = play(g, "A done") if asked(g) and legal(g) == ["done"] else g
    assert sold == {kind: n for kind, n in CARD[card].boxes.items() if kind in sold}
    assert len(sold) == len({*CARD[card].boxes} & {*CARD[other.split()[0]].capacity})


def test_a_fulfillment_center_holds_nothing() -> None:
    g = supply(market=PLENTY, stores=["fulfillment_center_hybrid"])
    assert asked(g) == ""


def test_demand_boxes_may_be_used_first_to_block_others() -> None:
    own = ["corner_grocery F2, fulfillment_center_a", "bakery F1"]
    g = sale(boxes="F2", stores=own, money=[0, 0])
    g = play(g, "A offer 2 at 1", "B offer 1 at 2", "A sell 2 corner_grocery shelf 1 to demand")
    assert (money(g), stores(g, "B")) == ([2, 0], "bakery")


def test_private_boxes_count_for_the_quantity_but_not_for_competition() -> None:
    own = ["food_wholesaler F5, fulfillment_center_a, fulfillment_center_hybrid", "bakery F2"]
    g = sale(boxes="F3", stores=own)
    assert asked(g) == "AB", "7 boxes for 7 crates, but 4 are private"
    assert max(numbers(g, "A", "offer")) == 5
    assert max(numbers(g, "B", "offer")) == 2
    assert max(numbers(sale(boxes="F2", stores=own), "A", "offer")) == 5
    g = sale(boxes="F0", stores=["food_wholesaler F5, fulfillment_center_hybrid"])
    assert numbers(g, "A", "sell") == [1]


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


@pytest.mark.parametrize(("kind", "price"), [("electronics", 4), ("jewelry", 7), ("art", 10)])
def test_the_resale_shop_pays_opponents_for_their_surplus(kind: str, price: int) -> None:
    g = with_surplus(kind)
    assert asked(g) == "A"
    assert {f"buy {kind} 2", f"buy {kind} 3", "done"} <= {*legal(g)}
    g = play(g, f"A buy {kind} 3", *["A done"] * (kind == "electronics"))
    assert (money(g)[0], money(g)[2]) == (15 - price, 15 + price)
    assert stores(g) == f"resale_shop {kind[0].upper()}1"


def test_the_resale_shop_buys_no_more_than_it_has_room_for() -> None:
    g = play(with_surplus("electronics"), "A buy electronics 2", "A buy electronics 3")
    assert (money(g), stores(g)) == ([7, 19, 19, 22], "resale_shop E2")
    g = play(with_surplus("art"), "A buy art 2")
    assert asked(g) == ""


def test_debt_tokens_pay_at_the_resale_shop() -> None:
    g = with_surplus("art", money=[1, 15, 15, 15])
    assert {"buy art 2", "buy art 2 tokens 5"} <= {*legal(g)}
    assert refused(g, "A buy art 2 tokens 4", "A buy art 2 tokens 6")
    g = play(g, "A buy art 2")
    assert (money(g)[:2], debt(g)[0]) == ([1, 25], 5)


def test_the_resale_shop_buys_neither_own_surplus_nor_what_was_not_offered() -> None:
    own = ["resale_shop E2", "gadget_shop E1"]
    g = sale(boxes="E1", stores=own, money=[0, 0])
    g = play(g, "A offer 1 at 9", "B offer 1 at 5")
    assert (asked(g), stores(g)) == ("", "resale_shop E1")


# --- The months end -------------------------------------------------------------------------------


def test_the_pawn_shop_returns_only_what_falls_off_its_shelf() -> None:
    g = inventory(stores=["pawn_shop E2 J1, gadget_shop E0/1"])
    assert legal(g) == ["return 2 electronics", "return 1 electronics", "return 0 electronics"]
    g = play(g, "A return 1 electronics", "A return 0 jewelry")
    assert (heap(g.market), points(g)[0], stores(g)) == ("E1", 11, "pawn_shop, gadget_shop")
    assert asked(inventory(stores=["pawn_shop"])) == ""


def test_pawn_shops_are_asked_in_turn_order_with_their_points_at_once() -> None:
    g = inventory(stores=["jeweler", "pawn_shop E1"])
    assert order(play(g, "B return 1 electronics")) == "BA"


@pytest.mark.parametrize(("items", "gained"), [("J3", 3), ("J1/1", 2), ("J0/0/1", 1)])
def test_the_jewelry_collector_gives_points_for_what_it_holds(items: str, gained: int) -> None:
    g = utilities(stores=[f"jewelry_collector {items}"])
    assert points(g)[0] == 10 + gained * figure("jewelry_collector", "points_per_held", "points")


def test_the_solar_roof_collects_after_utilities() -> None:
    g = utilities(stores=["solar_roof, designer_boutique"], money=[0])
    assert debt(g)[0] == 2, "the bill of $3 comes first"
    assert money(g)[0] == 1 + figure("solar_roof", "gain_money", "amount")


def test_the_bank_splits_the_ten_points_of_a_month() -> None:
    g = investment(stores=["bank"], money=[100], points=[10, 12])
    assert numbers(g, "A", "buy") == [1, 2, 3, 4, 5]
    g = play(g, "A buy 3")
    assert (asked(g), order(g), legal(g, start="sell")) == ("A", "AB", [])
    assert numbers(g, "A", "buy") == [1, 2, 3, 4, 5]
    assert asked(play(g, "A pass")) == "B"
    assert asked(play(investment(stores=["bank"]), "A sell 2")) == "B"
