"""Brick & Mortar: the chapters of RULES.md but for the draft, stocking, selling and the stores.

These, the cards, the worked examples and the secrets have files of their own beside this one.
"""

import json

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD, MARKET
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


@rule("4.5")
def test_hands_are_filled_up_to_five_from_the_discards_if_need_be() -> None:
    used = [card for card in MARKET if card not in " ".join(FIVE).split()]
    g = advertisement(cards=FIVE, market_discards=used[:-2], put_away=used[-2:])
    assert g.market_deck == []
    g = play(g, "A play m01 supply m02 demand", "B play m11 supply m12 demand")
    assert [len(p.cards) for p in g.players] == [5, 5]
    assert g.market_discards == g.put_away == [] and len(g.market_deck) == len(used) - 4


# --- 9. Investment --------------------------------------------------------------------------------


@rule("9.2", "14.7")
def test_points_get_dearer_the_more_are_bought_at_once() -> None:
    prices = [3, 6, 10, 14, 18, 23, 28, 34, 40, 47]
    g = investment(money=[60])
    assert [60 - money(play(g, f"A buy {n}"))[0] for n in range(1, 11)] == prices
    assert refused(g, "A buy 11")
    assert numbers(investment(money=[17]), "A", "buy") == [1, 2, 3, 4], "and no Debt Tokens"
