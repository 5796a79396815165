"""Brick & Mortar: what computer players do, in small positions and over whole games."""

from __future__ import annotations

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD
from games.brick_and_mortar.computer.stores import MEASURED
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import *
from tests.games.brick_and_mortar_scripts import SCRIPTS

FULL = "starting_1, freezer, warehouse, electronics_surplus"
"""Four stores of which some have proved bad."""


def usual(g: Brick, seat: int = 0) -> str:
    """What an absent player does."""
    return game.default(g, seat)


def good(g: Brick, seat: int = 0) -> str:
    return game.expert(g, seat)


def test_every_store_has_been_measured() -> None:
    assert {*MEASURED} == {*CARD}


# --- Stores ---------------------------------------------------------------------------------------


def test_a_good_player_puts_up_a_public_store_that_is_better_than_those_in_hand() -> None:
    row = ["bazaar", "corner_grocery", "art_gallery", "mall_gallery"]
    worse = building(row=row, hands=["warehouse"], stores=["starting_1"], money=[40])
    equal = building(row=row, hands=["duty_free"], stores=["starting_1"], money=[40])
    assert good(worse) == "auction bazaar"
    assert good(equal) == "buy duty_free"
    assert not usual(worse).startswith("auction"), "an absent player starts no auction"


def test_a_good_player_replaces_the_worst_store() -> None:
    row = ["bazaar", "corner_grocery", "art_gallery", "mall_gallery"]
    g = building(row=row, stores=[FULL, "starting_2"], money=[60], month=3)
    assert usual(g) == "pass"
    g = play(g, f"A {good(g)}", "B drop")
    assert choice(g) == "manage" and usual(g) == "close electronics_surplus"
    assert usual(play(g, f"A {usual(g)}")) == "open"


def test_a_good_player_raises_for_a_store_until_it_is_too_dear() -> None:
    row = ["bazaar", "corner_grocery", "art_gallery", "mall_gallery"]
    g = building(row=row, stores=["starting_1", "starting_2"], money=[90, 90])
    g = play(g, "A auction bazaar")
    assert asked(g) == "B" and good(g, 1) == "bid 13" and usual(g, 1) == "drop"
    assert good(play(g, "B bid 80")) == "drop"


def test_a_good_player_bids_no_more_than_the_money_that_is_there() -> None:
    row = ["bazaar", "corner_grocery", "art_gallery", "mall_gallery"]
    g = building(row=row, stores=["starting_1", "starting_2"], money=[90, 16])
    g = play(g, "A auction bazaar")
    assert good(g, 1) == "drop", "$5 are kept for stock"


# --- Buying and selling ---------------------------------------------------------------------------


def test_crates_are_played_as_supply_where_there_is_room_and_boxes_where_there_are_crates() -> None:
    cards = ["m37 m38 m13 m14 m15", "m01 m02 m03 m04 m05"]
    empty = advertisement(stores=["electronics_wholesaler", ""], cards=cards)
    full = advertisement(stores=["electronics_wholesaler E5", ""], cards=cards)
    assert usual(empty) == "play m37 supply m38 demand"
    assert usual(full) == "play m37 demand m38 demand"


def test_three_cards_are_played_where_that_is_allowed() -> None:
    cards = ["m37 m38 m13 m14 m15", "m01 m02 m03 m04 m05"]
    four = "electronics_wholesaler, bakery, jeweler, art_gallery"
    g = play(advertisement(stores=[four, ""], cards=cards), "A pass")
    assert choice(g) == "play" and usual(g).count(" m") == 3


def test_nothing_is_bought_that_will_not_sell() -> None:
    shut = supply(market="F4", stores=["bakery", ""], boxes="F0", phase="supply")
    wide = supply(market="F4", stores=["bakery", ""], boxes="F8")
    assert usual(shut) == "done"
    assert usual(wide) == "stock 4 bakery"


def test_the_fewer_boxes_there_are_the_cheaper_is_an_offer() -> None:
    stores = ["electronics_wholesaler E5", "electronics_importer E5"]
    prices = [
        int(usual(sale(boxes=boxes, stores=stores)).split()[-1]) for boxes in ("E2", "E5", "E9")
    ]
    assert prices[0] < prices[1] < prices[2]


# --- Investment -----------------------------------------------------------------------------------


def test_some_money_stays_for_stock_until_the_last_month() -> None:
    facts = {"stores": ["bakery, jeweler"], "money": [47]}
    assert usual(investment(**facts, month=10)) == "buy 10"
    assert usual(investment(**facts, month=5)) in ("buy 1", "buy 2", "buy 3", "buy 4", "pass")


# --- Whole games ----------------------------------------------------------------------------------


def final(players: list[str], seed: int) -> Brick:
    """The end of a game of these players: scripts, or "usual" and "good" ones."""
    policies = SCRIPTS | {"usual": game.default, "good": game.expert}
    g = game.new(len(players), seed)
    while g.scores is None:
        seat = g.asked[0]
        g = game.play(g, seat, policies[players[seat]](g, seat))
    return g


@pytest.mark.parametrize("script", SCRIPTS)
def test_good_players_beat_every_script(script: str) -> None:
    ends = [final(["good", script], seed).scores or [] for seed in range(5)]
    assert sum(own > other for own, other in ends) >= 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_most_games_of_good_players_reach_the_goal_before_the_final_month(seats: int) -> None:
    ends = [final(["good"] * seats, seed) for seed in range(10)]
    assert sum(g.goal_taken and g.month < g.last_month for g in ends) >= 6
