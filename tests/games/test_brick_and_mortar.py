"""Brick & Mortar: the chapters of RULES.md but for the draft, stocking, selling and the stores.

These, the cards, the worked examples and the secrets have files of their own beside this one.
"""

from __future__ import annotations

import json

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import (
    CARD,
    MARKET,
)
from games.brick_and_mortar.state import Brick
from games.kernel import Dials
from tests.games.brick_and_mortar import *

__all__ = ["pieces"]
# --- 3. Building ----------------------------------------------------------------------------------


@rule("3.1")
def test_in_january_everybody_takes_a_full_starting_store() -> None:
    g = drafted(2)
    first, second = order(g)
    g = play(g, f"{first} take starting_3", f"{second} take starting_1")
    assert (stores(g, first), stores(g, second)) == ("starting_3 F3 C1", "starting_1 F2 C2")
    assert {*g.gone} == {"starting_2", "starting_4"}
    assert choice(g) == "play", "no store actions, no new row"


@rule("3.2")
def test_everybody_has_one_store_action_in_turn_order() -> None:
    g = building(seats=3, order="CAB", hands=["bakery", "jeweler", "freezer"])
    assert asked(g) == "C"
    g = play(g, "C buy freezer")
    assert asked(g) == "A" and legal(g, "C") == []
    g = play(g, "A pass")
    assert asked(g) == "B"
    g = play(g, "B buy jeweler")
    assert asked(g) == "" and [stores(g, who) for who in "ABC"] == ["", "jeweler", "freezer"]


@rule("3.4")
def test_a_public_store_is_opened_at_its_cost_or_more() -> None:
    g = building()
    assert {f"auction {card}" for card in ROW} == {*legal(g, start="auction")}
    assert refused(g, f"A auction {ON_DECK}", "A auction jeweler")
    cost = CARD["mall_gallery"].cost
    opened = play(g, "A auction mall_gallery")
    assert (asked(opened), numbers(opened, "B", "bid")) == ("B", [*range(cost + 1, 100)])
    g = play(g, "A pay otherwise", "A auction mall_gallery")
    assert isinstance(game.question(g, 0).menu, Dials), "the bid is a dial"
    assert numbers(g, "A", "bid") == [*range(cost, 100)]
    assert play(g, f"A bid {cost}").auction == opened.auction


@rule("3.5")
def test_who_has_bought_or_passed_does_not_bid() -> None:
    g = building(seats=4, hands=["bakery", "jeweler"])
    g = play(g, "A pass", "B buy jeweler", "C auction gadget_shop")
    assert asked(g) == "D"
    assert numbers(g, "D", "bid") == [*range(7, 100)]
    g = play(g, "D bid 8")
    assert (asked(g), numbers(g, "C", "bid")[0]) == ("C", 9)
    g = play(g, "C drop")
    assert (asked(g), stores(g, "D"), money(g)[3]) == ("C", "gadget_shop", 15 - 8)


@rule("3.5")
def test_bidding_goes_round_until_one_is_left() -> None:
    g = play(building(seats=4, order="BDCA"), "B auction gadget_shop")
    seen = ""
    for move in ("bid 7", "drop", "bid 8", "bid 9", "drop", "bid 12", "drop"):
        seen += asked(g)
        g = play(g, f"{asked(g)} {move}")
    assert (seen, asked(g), stores(g)) == ("DCABDAB", "B", "gadget_shop")
    assert money(g)[0] == 15 - 12


@rule("3.8")
def test_the_row_closes_up_at_once() -> None:
    g = play(building(), "A auction corner_grocery", "B drop")
    assert g.row == [*[card for card in ROW if card != "corner_grocery"], ON_DECK]
    assert g.on_deck and g.on_deck not in (ON_DECK, *ROW)


@rule("3.10")
def test_any_number_of_stores_may_be_closed_and_the_others_move_left() -> None:
    own = ["jeweler J3, corner_grocery F1, gadget_shop E2, food_bank"]
    g = building(stores=own, row=["bakery", "bank", "bazaar", "freezer"])
    g = play(g, "A close", "A close corner_grocery")
    assert stores(g) == "jeweler J3, gadget_shop E2, food_bank"
    g = play(g, "A close jeweler", "A close gadget_shop", "A close food_bank")
    assert (asked(g), stores(g), heap(g.market)) == ("B", "", "")
    assert {"jeweler", "corner_grocery", "gadget_shop", "food_bank"} <= {*g.gone}


# --- 4. Advertisement -----------------------------------------------------------------------------


def on_to(g: Brick, question: str) -> Brick:
    """The game once this is asked, before which everybody passes or plays as an absent player."""
    while choice(g) != question:
        seat = g.asked[0]
        g = game.play(g, seat, "pass" if "pass" in game.legal(g, seat) else game.default(g, seat))
    return g


NEXT_MONTH = {"cards": FIVE, "row": [*ROW], "on_deck": ON_DECK}


@rule("3.2", "4.3")
@pytest.mark.parametrize("exchange", ["redraw all", "pass"])
def test_what_may_be_done_once_a_month_may_be_done_again_in_the_next(exchange: str) -> None:
    g = position(
        "advertisement_phase", "start_month", stores=["bank, bakery, bazaar"], **NEXT_MONTH
    )
    g = on_to(play(g, f"A {exchange}"), "store_action")
    assert (g.month, asked(g)) == (3, "A")
    assert "redraw all" in legal(on_to(g, "redraw"))


@rule("13.3")
def test_an_importer_does_not_count_what_it_bought_last_month() -> None:
    own = ["clothing_importer"]
    g = position("supply_phase", "start_month", stores=own, market="C5", **NEXT_MONTH)
    g = on_to(play(g, "A stock 3 clothing_importer"), "stock")
    g = play(g, "A stock 2 clothing_importer")
    assert (g.month, points(g)[0]) == (3, 10)


@rule("13.5", "13.20")
def test_sales_of_last_month_bring_no_points() -> None:
    own = ["food_distributor F1/1, flea_market"]
    g = position("sale_phase", "start_month", stores=own, boxes="F3", **NEXT_MONTH)
    g = play(g, "A sell 1 food_distributor shelf 2 to demand", "A done")
    g = on_to(g, "play")
    g = on_to(play(g, "A play m04 demand m05 demand", "B play m11 demand m12 demand"), "sell")
    assert (g.month, g.kind) == (3, "food")
    g = play(g, "A sell 1 food_distributor shelf 1 to demand")
    assert choice(g) != "take_points" and points(on_to(g, "invest"))[0] == 10


@rule("4.1")
def test_everybody_plays_two_cards_in_any_mix() -> None:
    g = advertisement(cards=FIVE)
    assert asked(g) == "AB" and game.view(g, None)["question"]["secret"]
    assert len(legal(g)) == 10 * 4
    for mix in ("supply m02 supply", "supply m02 demand", "demand m02 supply", "demand m02 demand"):
        assert f"play m01 {mix}" in legal(g)
    assert refused(g, "A play m01 supply", "A play m01 supply m01 demand", "A pass")


@rule("4.2")
def test_nobody_is_told_who_played_what() -> None:
    g = advertisement(cards=FIVE)
    g = play(g, "A play m01 supply m02 demand", "B play m11 supply m12 demand")
    other = advertisement(cards=FIVE)
    other = play(other, "A play m01 demand m02 supply", "B play m11 demand m12 supply")
    for pile in (g.supply, other.supply):
        assert pile == sorted(pile) and len(pile) == 2
    assert game.view(g, None)["demand"] == 2
    assert [game.view(g, seat)["demand_seen"] for seat in (None, 0, 1)] == [[], ["m02"], ["m12"]]
    assert not [line for line in told(g) if "A " in line or "B " in line]


@rule("4.2")
def test_which_seat_played_a_card_shows_nowhere() -> None:
    views: list[str] = []
    for cards in (FIVE, FIVE[::-1]):
        first, second = cards[0].split()[0], cards[1].split()[0]
        g = advertisement(cards=cards, rng=5)
        one, two = cards[0].split()[1], cards[1].split()[1]
        g = play(g, f"A play {first} supply {one} demand", f"B play {second} supply {two} demand")
        views.append(json.dumps(game.view(g, None)))
    assert views[0] == views[1]


@rule("4.3")
def test_the_third_slot_exchanges_one_card_or_all_once_a_month() -> None:
    three = ["starting_1, starting_2, starting_3", "starting_4"]
    g = advertisement(stores=three, cards=FIVE)
    assert (asked(g), choice(g)) == ("A", "redraw")
    g = play(g, "A redraw m02")
    assert g.put_away == ["m02"] and len(player(g, "A").cards) == 5
    assert game.view(g, 1)["put_away_seen"] == []
    assert [line for line in told(g) if "1 card" in line]
    g = play(g, f"A {legal(g)[0]}", f"B {legal(g, 'B')[0]}")
    assert asked(g) == "", "no second exchange"


@rule("4.3")
def test_cards_may_be_exchanged_after_playing_too() -> None:
    three = ["starting_1, starting_2, starting_3", "starting_4"]
    g = play(
        advertisement(stores=three, cards=FIVE), "A redraw later", "A play m01 supply m02 supply"
    )
    g = play(g, "B play m11 supply m12 supply", "A redraw all")
    assert (player(g, "A").redrawn, sorted(g.put_away)) == (3, ["m03", "m04", "m05"])
    assert len(player(g, "A").cards) == 5


@rule("4.3")
def test_one_question_settles_the_exchange_unless_it_is_put_off() -> None:
    three = ["starting_1, starting_2, starting_3", ""]
    g = advertisement(stores=three, cards=FIVE)
    assert "decide after playing" in game.view(g, 0)["question"]["prompt"]
    for first, asked_again in (("pass", False), ("redraw m01", False), ("redraw later", True)):
        after = play(g, f"A {first}")
        after = play(after, f"A {legal(after)[0]}", "B play m11 supply m12 supply")
        assert (choice(after) == "redraw") == asked_again
    assert "decide after playing" not in game.view(after, 0)["question"]["prompt"], (
        "it is the last chance"
    )
    passing = {"pass", "pass always"}
    assert {*legal(after)} == {*passing, "redraw all", *(f"redraw m0{n}" for n in (3, 4, 5))}
    g = advertisement(stores=three, cards=["m01 m02 m03 m04", "m11 m12 m13 m14"])
    g = play(g, "A redraw later", "A play m01 supply m02 supply", "B play m11 supply m12 supply")
    assert {*legal(g)} == {*passing, "redraw all", "redraw m03", "redraw m04"}


@rule("4.4", "14.9")
def test_the_fourth_slot_allows_a_third_card() -> None:
    four = ["starting_1, starting_2, starting_3, starting_4", ""]
    g = play(advertisement(stores=four, cards=FIVE), "A pass")
    assert {"play m01 supply m02 demand", "play m01 supply m02 demand m03 demand"} < {*legal(g)}
    assert len(legal(g)) == 10 * 4 + 10 * 8
    assert len(legal(g, "B")) == 10 * 4


@rule("4.5")
def test_hands_are_filled_up_to_five_from_the_discards_if_need_be() -> None:
    used = [card for card in MARKET if card not in " ".join(FIVE).split()]
    g = advertisement(cards=FIVE, market_discards=used[:-2], put_away=used[-2:])
    assert g.market_deck == []
    g = play(g, "A play m01 supply m02 demand", "B play m11 supply m12 demand")
    assert [len(p.cards) for p in g.players] == [5, 5]
    assert g.market_discards == g.put_away == [] and len(g.market_deck) == len(used) - 4


# --- 7. Inventory and 8. Utilities ----------------------------------------------------------------


@rule("8.2", "12.3")
@pytest.mark.parametrize(("cash", "left", "tokens"), [(3, 0, 0), (2, 1, 1), (1, 0, 1), (0, 1, 2)])
def test_utilities_take_as_few_tokens_as_needed(cash: int, left: int, tokens: int) -> None:
    g = utilities(stores=["starting_1, starting_2, starting_3"], money=[cash])
    assert (money(g)[0], debt(g)[0], points(g)[0]) == (left, tokens, 10)
    assert len([line for line in told(g) if "Debt Token" in line]) == (1 if tokens else 0)


# --- 9. Investment --------------------------------------------------------------------------------


@rule("9.2", "14.7")
def test_points_get_dearer_the_more_are_bought_at_once() -> None:
    prices = [3, 6, 10, 14, 18, 23, 28, 34, 40, 47]
    g = investment(money=[60])
    assert [60 - money(play(g, f"A buy {n}"))[0] for n in range(1, 11)] == prices
    assert refused(g, "A buy 11")
    assert numbers(investment(money=[17]), "A", "buy") == [1, 2, 3, 4], "and no Debt Tokens"


# --- 10. Month end and scoring --------------------------------------------------------------------


@rule("10.1")
def test_reaching_the_goal_makes_this_month_the_last() -> None:
    g = play(investment(points=[44, 10], money=[10]), "A buy 1")
    assert g.goal_taken
    says = "reaches 45 points: this month is the last."
    assert [line for line in told(g) if "reaches" in line] == [f"A {says}"]
    g = play(investment(points=[46, 44], money=[10, 10], goal_taken=True), "A pass", "B buy 1")
    assert [line for line in told(g) if "reaches" in line] == [], "it is told once"
    g = position("investment_phase", "end_month", points=[44, 10], money=[10])
    assert play(g, "A buy 3", "B pass").scores is not None
    g = position("investment_phase", "end_month", points=[43, 10], money=[10], month=9)
    g = play(g, "A buy 1", "B pass")
    assert g.scores is None and g.month == 10


@rule("10.2")
def test_the_game_ends_with_the_last_month() -> None:
    assert position("end_month", month=10).scores is not None
    assert position("end_month", month=9).scores is None
    assert position("end_month", month=9, last_month=9, seats=4).scores is not None


@rule("10.3")
@pytest.mark.parametrize(
    ("own", "stores_and_slots"),
    [
        ("", -5 - 3 - 2 - 1),
        ("starting_1", -3 - 2 - 1),
        ("bank, mall_gallery", 3 + 3 - 2 - 1),
        ("bank, mall_gallery, exporter", 3 + 3 + 1 - 1),
        ("bank, mall_gallery, exporter, starting_1", 3 + 3 + 1),
    ],
)
def test_the_final_score(own: str, stores_and_slots: int) -> None:
    g = last_scoring(stores=[own], points=[3, 10], debt=[2])
    assert g.scores is not None
    assert g.scores[0] == 3 + stores_and_slots - 2


# --- 11. Turn order and 12. Debt Tokens -----------------------------------------------------------


@rule("11.1")
@pytest.mark.parametrize(("lost", "after"), [(1, "ABC"), (2, "ABC"), (3, "BAC"), (5, "BCA")])
def test_a_player_who_loses_points_falls_behind(lost: int, after: str) -> None:
    g = play(investment(seats=3, points=[14, 12, 10]), f"A sell {lost}")
    assert order(g) == after


@rule("12.1")
def test_tokens_are_no_points() -> None:
    g = utilities(stores=["starting_1, starting_2, starting_3"], money=[0, 0])
    assert (order(g), points(g), debt(g)) == ("AB", [10, 10], [2, 0])
    assert not [verb for verb in game.verbs if verb in ("repay", "borrow")]


@rule("12.2")
def test_a_purchase_takes_tokens_up_to_half_its_price_rounded_up() -> None:
    g = building(hands=["jeweler bakery"], money=[40])
    assert legal(g, start="buy bakery") == [
        "buy bakery",
        *[f"buy bakery tokens {n}" for n in (1, 2, 3)],
    ]
    g = play(g, "A buy bakery tokens 3")
    assert (money(g)[0], debt(g)[0]) == (40 + 6 - 5, 3)


# --- 14. Where the rulebook is silent -------------------------------------------------------------


@rule("14.5")
def test_starting_stores_are_ordinary_stores_later() -> None:
    g = play(supply(market="F9", stores=["starting_3 F1"]), "A stock 2 starting_3")
    assert stores(g) == "starting_3 F3"
    g = play(building(stores=["starting_3 F3"]), "A close", "A close starting_3")
    assert "starting_3" in g.gone


@rule("14.6", "3.2")
def test_a_player_without_hand_or_money_has_a_store_action_all_the_same() -> None:
    g = building(money=[0])
    assert (asked(g), choice(g)) == ("A", "store_action")
    assert {*legal(g)} == {"pay otherwise", "pass", *[f"auction {card}" for card in ROW]}
    g = building(row=[], on_deck="")
    assert (asked(g), legal(g)) == ("A", ["pass"])
