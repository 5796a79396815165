"""Brick & Mortar: what is asked on request alone, or said for good, takes no line of play."""

from dataclasses import replace

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import *

OTHERWISE = "pay otherwise"
"""The move of those who want to be asked."""


def comes_to(g: Brick) -> Brick:
    """A position without what was asked on the way to it."""
    own = [replace(p, says_how=False, keeps_cards=False) for p in g.players]
    answers = dict.fromkeys(g.answers, "")
    said = {"says_payment": False, "answers": answers, "news": [], "rng": 0}
    return replace(g, players=own, **said)


# --- Nothing is lost ------------------------------------------------------------------------------


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
def test_crates_said_with_the_bid_are_bought_in_turn() -> None:
    g = supply(**JEWELRY, money=[40, 40])
    said = play(g, "A bid 9 3", "B bid 8 0")
    asked_later = play(g, "A bid 9 0", "B bid 8 0", "A stock all 3")
    assert comes_to(said) == comes_to(asked_later)


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
    g = play(g, "A bid 9 2", "B bid 1 2")
    assert (heap(g.market), g.kind, choice(g), g.premoves) == ("C6", "clothing", "stock", {})
    assert "No food is left for B." in told(g, "B")
    g = play(g, "A done")
    assert (asked(g), choice(g)) == ("B", "stock"), "nothing is bought without a question"


@rule("5.6")
def test_the_numbers_that_can_be_said_in_advance_are_told_apart() -> None:
    g = play(supply(**JEWELRY, money=[40, 40], seats=2), "A bid 8 0", "B bid 9 0")
    question = game.question(g, 0, "stocking jewelry")
    assert question.label("stock all 1") == "As many as possible, up to 1"
    assert question.label("stock all 2") == "As many as possible, up to 2"


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
    said = "factory large textile mill"
    assert any(said in line and "is cancelled" in line for line in told(g, "A"))
    assert play(g, "A forget exchanging cards", "A forget selling").premoves == {}
    forgotten = play(g, "A forget exchanging cards")
    assert "exchanging cards" not in game.premoves(forgotten, 0)


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
