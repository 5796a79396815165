"""Brick & Mortar: what is asked only on request, and what is said in one answer or for good; no
line of play is lost by it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.state import Brick
from games.brick_and_mortar.trade import everything
from tests.games.brick_and_mortar import (
    FIVE,
    advertisement,
    asked,
    building,
    choice,
    debt,
    heap,
    legal,
    money,
    play,
    player,
    points,
    position,
    refused,
    sale,
    stores,
    supply,
    told,
)
from tests.games.brick_and_mortar_scripts import brief

rule = pytest.mark.rule
OTHERWISE = "pay otherwise"
"""The move of those who want to be asked."""


def every_stop(seats: int, seed: int) -> Brick:
    """A new game that asks everything, as in version 1."""
    return replace(game.new(seats, seed), every_stop=True)


def comes_to(g: Brick) -> Brick:
    """A position without what was asked on the way to it."""
    own = [replace(p, says_how=False, keeps_cards=False) for p in g.players]
    answers = dict.fromkeys(g.answers, "")
    said = {"every_stop": False, "says_payment": False, "answers": answers, "news": [], "rng": 0}
    return replace(g, players=own, **said)


def stops(g: Brick, play: Callable[[Brick, int], str]) -> int:
    """How often somebody is asked until the end of a game."""
    n = 0
    while g.scores is None:
        g, n = game.play(g, g.asked[0], play(g, g.asked[0])), n + 1
    return n


# --- Nothing is lost ------------------------------------------------------------------------------


def same_with_wishes(g: Brick, question: str, move: str) -> list[str]:
    """The moves of today that come to a move of version 1, where everything is to be asked."""
    p = g.players[g.asked[0]]
    ask = [OTHERWISE] if OTHERWISE in game.legal(g, p.seat) else []
    match question, move.split():
        case "store_action", ["pass"]:
            return ["close" if p.stores else "pass"]
        case "store_action" | "raise_bid", _:
            return [*ask, move]
        case "supply_bid", _:
            return [f"{move} 0"]
        case "stock", ["stock", "all"]:
            same = ("stock all", f"stock {sum(everything(g, p).values())} ")
            return [each for each in game.legal(g, p.seat) if each.startswith(same)][:1]
        case "stock", _:
            return [*ask, move]
        case "redraw", ["pass"] if "redraw later" in game.legal(g, p.seat):
            return ["redraw later"]
        case _:
            return [move]


@pytest.mark.parametrize("seed", range(6))
def test_every_line_of_version_1_can_still_be_played(seed: int) -> None:
    """Two games go alike, one with the stops of version 1, one in which all want to be asked."""
    rng = random.Random(seed)
    g, old = game.new(2 + seed % 3, seed), every_stop(2 + seed % 3, seed)
    seen: set[str] = set()
    while old.scores is None:
        seat, question = old.asked[0], old.agenda[-1][0]
        assert (g.agenda[-1], g.asked) == (old.agenda[-1], old.asked)
        wishes = ("always", OTHERWISE)
        moves = [move for move in game.legal(old, seat) if not move.endswith(wishes)]
        move = rng.choice(moves) if rng.random() < 0.7 else game.default(old, seat)
        for each in same_with_wishes(g, question, move):
            g = game.play(g, seat, each)
        old = game.play(old, seat, move)
        assert comes_to(g) == comes_to(old), (question, move)
        seen.add(question)
    assert g.scores == old.scores
    assert {"manage", "pay_stock", "redraw"} <= seen


SHORT = [
    (building(hands=["bakery"], stores=["jeweler"]), ["A buy bakery"], ["A buy bakery", "A open"]),
    (
        building(hands=["bakery"], stores=["jeweler"]),
        ["A buy bakery tokens 2"],
        ["A buy bakery tokens 2", "A open"],
    ),
    (
        building(stores=["jeweler"], money=[3]),
        ["A auction gadget_shop", "B drop"],
        ["A auction gadget_shop", "A bid 6", "B drop", "A pay", "A open"],
    ),
    (
        building(order="BA"),
        ["B auction gadget_shop", "A bid 9", "B drop"],
        ["B auction gadget_shop", "A pay otherwise", "A bid 9", "B drop", "A pay", "A open"],
    ),
]
"""Positions, a short way on, and the same with all that may be asked."""


@rule("3.3", "3.4", "3.6", "3.9")
@pytest.mark.parametrize(("g", "short", "long"), SHORT)
def test_a_purchase_comes_to_the_same_without_the_questions(
    g: Brick, short: list[str], long: list[str]
) -> None:
    wish = [f"A {OTHERWISE}"] if asked(g) == "A" else []
    assert comes_to(play(g, *short)) == comes_to(play(g, *wish, *long))


@rule("3.9", "3.11")
def test_who_has_no_free_slot_is_asked_without_a_wish() -> None:
    full = ["starting_1, starting_2, starting_3, starting_4"]
    for moves in (["A buy jeweler"], ["A auction gadget_shop", "B drop"]):
        g = play(building(stores=full, hands=["jeweler"]), *moves)
        assert choice(g) == "manage" and "open" not in legal(g)


@rule("3.9")
def test_the_wish_to_be_asked_is_for_a_month_and_costs_nothing() -> None:
    month = ("store_action", 0), "start_month"
    g = position(*month, hands=["bakery"], stores=["jeweler"], phase="building", row=["bank"])
    wished = play(g, f"A {OTHERWISE}")
    assert {*legal(g)} - {*legal(wished)} == {OTHERWISE} and wished.rng == g.rng
    again = play(wished, "A pass")
    assert (choice(again), player(again, "A").says_how) == ("store_action", False)
    assert choice(play(again, "A buy bakery")) != "manage"
    assert OTHERWISE not in legal(building(row=[], on_deck="")), "there is nothing to buy"


# --- The number with the bid ----------------------------------------------------------------------

JEWELRY = {"market": "J3", "stores": ["jeweler, estate_seller", "mall_gallery"], "order": "BA"}


@rule("5.4", "5.6")
@pytest.mark.parametrize(("count", "later"), [(5, "stock all 3"), (3, "stock all 3")])
def test_crates_said_with_the_bid_are_bought_in_turn(count: int, later: str) -> None:
    g = supply(**JEWELRY, money=[40, 40])
    said = play(g, f"A bid 9 {count}", "B bid 8 0")
    asked_later = play(g, "A bid 9 0", "B bid 8 0", f"A {later}")
    assert comes_to(said) == comes_to(asked_later)


@rule("5.4", "5.6")
def test_no_more_is_bought_than_was_said_is_left_and_can_be_paid() -> None:
    few = play(supply(**JEWELRY, money=[40, 40]), "A bid 9 1", "B bid 8 2")
    assert (heap(few.market), money(few)) == ("", [40 - (9 - 4), 40 - 2 * 8])
    poor = play(supply(**JEWELRY, money=[9, 0]), "A bid 9 3", "B bid 8 2")
    assert heap(poor.market) == "J2" and debt(poor) == [0, 0], "no token is taken unasked"
    late = position("supply_phase", ("invest", 1, 0), **JEWELRY, money=[90, 90])
    late = play(late, "A bid 9 3", "B bid 8 2")
    assert asked(late) == "B" and late.premoves == {}, "nothing is left"
    assert any("is cancelled" in line for line in told(late, "B"))
    own = "clothing_wholesaler, clothing_importer, large_loading_dock"
    dock = supply(market="C6", stores=[own, "clothing_distributor"], money=[11, 0])
    assert heap(play(dock, "A bid 5 5", "B bid 3 0").market) == "C1"
    assert heap(play(dock, "A bid 5 4", "B bid 3 0").market) == "C4", (
        "four are too few for the dock"
    )


@rule("5.4", "14.1")
def test_nobody_else_learns_the_number_before_it_is_bought() -> None:
    three = {"market": "J3", "stores": ["jeweler", "mall_gallery", "estate_seller"], "seats": 3}
    bids = ["B bid 9 0", "C bid 7 0"]
    g = supply(**three, money=[90, 90, 90])
    one, two = play(g, "A bid 8 1", *bids), play(g, "A bid 8 2", *bids)
    assert asked(one) == asked(two) == "B"
    for seat in (1, 2, None):
        assert game.view(one, seat) == game.view(two, seat)
    assert game.view(one, 0)["ahead"] == {"stocking jewelry": "stock all 1"}
    changed = play(one, "A ahead stocking jewelry stock all 2", "B done")
    assert heap(changed.market) == "J1"
    forgotten = play(one, "A forget stocking jewelry", "B done")
    assert (asked(forgotten), choice(forgotten)) == ("A", "stock")


@rule("5.6")
def test_a_number_said_for_one_kind_is_not_bought_of_another() -> None:
    both = ["bazaar", "exporter"]  # these sell food and clothing
    g = position("supply_phase", ("invest", 1, 0), market="F2 C6", stores=both, money=[30, 30])
    g = play(g, "A bid 9 2", "B bid 1 3")
    assert (heap(g.market), g.kind, choice(g), g.premoves) == ("C6", "clothing", "stock", {})
    assert any("stocking food" in line and "is cancelled" in line for line in told(g, "B"))
    g = play(g, "A done")
    assert (asked(g), choice(g)) == ("B", "stock"), "nothing is bought without a question"


@rule("5.6")
def test_the_numbers_that_can_be_said_in_advance_are_told_apart() -> None:
    g = play(supply(**JEWELRY, money=[40, 40], seats=2), "A bid 8 0", "B bid 9 0")
    labels = game.premove_labels(g, 0, "stocking jewelry")
    assert labels["stock all 1"] == "As many as possible, up to 1"
    assert labels["stock all 2"] == "As many as possible, up to 2"


def test_a_number_said_under_version_2_is_dropped_with_a_word() -> None:
    three = {"market": "J3", "stores": ["jeweler", "mall_gallery", "estate_seller"], "seats": 3}
    g = play(supply(**three, money=[90, 90, 90]), "A bid 8 1", "B bid 9 0", "C bid 7 0")
    data = json.loads(game.dump(g))
    data["ahead"] = {"0": {"stocking": "stock all 1"}}
    data["agenda"] = [step[:3] if step[0] == "stock" else step for step in data["agenda"]]
    old = game.load(json.dumps(data).encode(), 2)
    assert old.agenda == g.agenda and not old.every_stop
    after = play(old, "B done")
    assert (asked(after), choice(after)) == ("A", "stock") and after.premoves == {}
    assert told(after, "A")[-1] == (
        "Your answer for stocking, stock all 1, is cancelled: it is no longer possible."
    )


# --- Once and for all -----------------------------------------------------------------------------


@rule("6.9")
def test_all_is_sold_in_every_sale_until_that_is_forgotten() -> None:
    own = ["bakery F2, jeweler J1/1", "exporter F1"]
    g = sale(boxes="F9 C9 J1", stores=own)
    assert asked(g) == "A" and legal(g)[:2] == ["sell all", "sell all always"]
    once, always = play(g, "A sell all"), play(g, "A sell all always")
    assert replace(always, premoves={}) == once and always.premoves == {0: {"selling": "sell all"}}
    g = play(always, "B sell all")
    assert (asked(g), g.kind) == ("A", "jewelry"), "two crates and one box: that is a choice"
    assert legal(g)[0] != "sell all" and g.premoves == {0: {"selling": "sell all"}}


@rule("6.12")
def test_selling_all_is_set_and_forgotten_in_advance() -> None:
    own = ["bakery F2, clothing_wholesaler C1", "exporter F1"]
    g = position(("store_action", 0), "sale_phase", stores=own, demand=["m26", "m69"])
    g = play(g, "A ahead selling sell all")
    for seat in (1, None):
        assert game.view(g, seat) == game.view(play(g, "A forget selling"), seat)
    sold = play(g, "A pass")
    assert asked(sold) == "B" and stores(play(sold, "B done")) == "bakery, clothing_wholesaler"
    assert asked(play(g, "A forget selling", "A pass")) == "A"


@rule("4.3")
def test_cards_are_kept_in_every_month_until_that_is_forgotten() -> None:
    three = ["jeweler, exporter, freezer", ""]
    g = play(advertisement(stores=three, cards=FIVE), "A pass always")
    assert choice(g) == "play" and g.premoves == {0: {"exchanging cards": "pass"}}
    g = position(("invest", 0, 0), "advertisement_phase", stores=three, cards=FIVE)
    g = play(g, "A ahead exchanging cards pass")
    assert choice(play(g, "A pass")) == "play"
    assert choice(play(g, "A forget exchanging cards", "A pass")) == "redraw"


@rule("4.6", "6.12")
def test_what_is_set_for_all_months_stays_while_stores_close_and_open() -> None:
    own = ["large_textile_mill, jeweler, bakery", ""]
    g = building(seats=2, stores=own, hands=["bank"], month=3)
    g = play(
        g,
        "A ahead exchanging cards pass",
        "A ahead selling sell all",
        "A ahead factory large_textile_mill supply 1",
    )
    always, factory = (
        {"exchanging cards": "pass", "selling": "sell all"},
        "factory large_textile_mill",
    )
    g = play(g, "A pay otherwise", "A buy bank", "A close jeweler")
    assert g.premoves == {0: {**always, factory: "supply 1"}}, "the third slot is empty"
    assert play(g, "A open").premoves == g.premoves
    g = play(g, "A close bakery", "A close large_textile_mill")
    assert stores(g) == "" and g.premoves == {0: always}, "a closed factory never comes back"
    assert any(factory in line and "is cancelled" in line for line in told(g, "A"))
    assert play(g, "A forget exchanging cards", "A forget selling").premoves == {}
    forgotten = play(g, "A forget exchanging cards")
    assert "exchanging cards" not in game.premoves(forgotten, 0)


@rule("3.9")
def test_whoever_wins_an_auction_may_close_a_store_first() -> None:
    g = building(stores=["jeweler", "bakery"], hands=["bank"], money=[40, 40])
    g = play(g, "A auction gadget_shop")
    said = "If I win, ask me how to pay and what to close or open"
    assert asked(g) == "B" and game.label(g, 1, OTHERWISE) == said
    g = play(g, "B pay otherwise", "B bid 20", "A drop", "B pay", "B close bakery", "B open")
    assert stores(g, "B") == "gadget_shop"


@rule("13.8", "13.9")
def test_factories_and_workshops_do_the_same_in_every_month() -> None:
    own = ["large_textile_mill, art_studio"]
    twice = "supply_phase", "supply_phase"
    g = play(position(*twice, stores=own), "A supply 4 always", "A points always")
    assert (asked(g), money(g)[0], points(g)[0], heap(g.market)) == ("", 31, 12, "C8")
    g = play(position(*twice, stores=own), "A supply 1", "A market always")
    assert (asked(g), choice(g)) == ("A", "produce") and refused(g, "A supply 2 always")
    g = play(g, "A forget workshop art_studio", "A supply 0", "A done")
    assert choice(g) == "craft"


# --- Version 1, and how much it is ----------------------------------------------------------------


def of_version_1(g: Brick) -> Brick:
    """The position as version 1 stored it, opened today."""
    data = json.loads(game.dump(g))
    del data["every_stop"], data["says_payment"]
    for p in data["players"]:
        del p["keeps_cards"], p["says_how"]
    return game.load(json.dumps(data).encode(), 1)


def test_a_game_of_version_1_goes_on_with_the_stops_it_had() -> None:
    g = of_version_1(building(stores=["jeweler", "bakery"], hands=["bank"]))
    assert choice(play(g, "A pass")) == choice(play(g, "A buy bank")) == "manage"
    g = play(g, "A auction gadget_shop", "A bid 7", "B drop")
    assert choice(g) == "pay_auction" and choice(play(g, "A pay")) == "manage"
    g = of_version_1(supply(market="F1", stores=["bakery"], money=[9]))
    assert legal(play(g, "A stock 1 bakery")) == ["pay", "pay tokens 1 bakery"]
    assert choice(play(g, "A stock all")) == ""
    g = of_version_1(supply(**JEWELRY))
    assert legal(g) == [f"bid {n}" for n in range(7, 21)]
    assert choice(game.play(game.play(g, 0, "bid 9"), 1, "bid 8")) == "stock"
    three = ["jeweler, bakery, bazaar", ""]
    g = play(of_version_1(advertisement(stores=three, cards=FIVE)), "A pass")
    g = play(g, "A play m01 supply m02 supply", "B play m11 supply m12 supply")
    assert choice(g) == "redraw", "after playing, too"


def test_what_was_set_under_version_1_is_dropped_with_a_word_where_it_is_gone() -> None:
    three = ["jeweler, bakery, bazaar", ""]
    g = position(("store_action", 1), ("invest", 0, 0), stores=three, phase="building")
    g.premoves = {0: {"exchange before playing": "pass", "supply jewelry": "bid 9"}}
    g = play(of_version_1(g), "B pass")
    assert g.premoves == {0: {"supply jewelry": "bid 9"}}
    assert "exchange before playing" in str(game.view(g, 0)["news"])


def test_brief_play_stops_less_than_two_thirds_as_often_as_in_version_1() -> None:
    now = sum(stops(game.new(seats, 5), brief) for seats in game.seats)
    then = sum(stops(every_stop(seats, 5), game.default) for seats in game.seats)
    assert now <= then * 2 / 3
