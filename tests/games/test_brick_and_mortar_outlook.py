"""Brick & Mortar: what players are warned of, and what their panel tells of what comes next."""

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import *

FOUR = "bakery, duty_free, exporter, jeweler"


def alarms(g: Brick) -> dict[str, str]:
    """The alarms of the first player."""
    return game.view(g, 0).get("alarms", {})


def alarm(g: Brick, move: str) -> str:
    """What the first player would regret about a move."""
    question = game.question(g, 0)
    assert question is not None
    return question.alarm(move)


POSITIONS = [
    (
        advertisement(cards=FIVE, stores=["exporter, jeweler", ""], money=[0]),
        "debt",
        "2 Debt Tokens",
    ),
    (advertisement(cards=FIVE, stores=["bakery F2", ""], money=[90]), "expired", "2 food"),
    (building(stores=["bakery"], money=[90]), "", ""),
    (advertisement(cards=FIVE, stores=["", "bakery"], money=[90]), "no_store", "no store"),
    (building(stores=["bakery"], month=10, money=[90]), "empty_slots", "6 points"),
    (investment(stores=["bakery"], month=10, money=[3]), "unspent", "buy points"),
    (investment(stores=["bakery"], month=10, money=[2]), "", ""),
    (investment(stores=["bakery"], month=9, money=[90]), "", ""),
]


@pytest.mark.parametrize(("g", "name", "words"), POSITIONS)
def test_a_danger_is_told_while_it_is_near(g: Brick, name: str, words: str) -> None:
    told = alarms(g)
    assert [*told] == ([name] if name else [])
    assert words in told.get(name, "")


def test_crates_on_the_last_shelf_are_told_until_their_kind_is_sold() -> None:
    own = ["bakery F2, art_gallery A0/0/1", ""]
    assert "2 food, 1 art" in alarms(sale(boxes="F2 A1", stores=own, money=[90]))["expired"]
    g = play(sale(boxes="F2 A1", stores=own, money=[90]), "A done")
    assert "expire" not in alarms(g) and "1 art" in alarms(g)["expired"]


def test_a_store_that_closes_by_itself_is_told_before() -> None:
    g = sale(boxes="J1", stores=["jewelry_peddler J1", ""], money=[90])
    assert "Jewelry Peddler closes once it has sold jewelry" in alarms(g)["closing"]
    empty = advertisement(cards=FIVE, stores=["jewelry_collector", ""], money=[90])
    assert "closes after this month's bill if it holds no jewelry" in alarms(empty)["closing"]


def test_a_store_without_a_slot_is_told_before_it_is_bought_and_after() -> None:
    g = building(stores=[FOUR, ""], hands=["art_studio"], money=[90])
    assert "close a store" in alarm(g, "buy art_studio")
    g = play(g, "A buy art_studio")
    assert "close a store" in alarms(g)["unopened"] and "lost" in alarm(g, "scrap")


@pytest.mark.parametrize(
    ("g", "move", "words"),
    [
        (building(hands=["bakery"], money=[3]), "buy bakery", "1 point at the end"),
        (building(hands=["bakery"], money=[5]), "buy bakery", ""),
        (building(money=[0]), "auction corner_grocery", "3 points at the end"),
        (supply(market="F1", stores=["exporter"], money=[9]), "stock 1 exporter", ""),
        (supply(market="F1", stores=["exporter"], money=[2]), "stock 1 exporter", "bill of $"),
        (supply(market="J1", stores=["jeweler"], money=[5]), "stock 1 jeweler", "1 point at"),
        (sale(boxes="F2", stores=["exporter F2", "bakery F2"]), "offer 1 at 1", "1 crate may"),
        (sale(boxes="F3", stores=["exporter F2", "bakery F2"]), "offer 1 at 1", ""),
        (position(("manage", 0), stores=["bakery"]), "close bakery", "no store"),
    ],
)
def test_a_move_that_one_would_regret_says_so(g: Brick, move: str, words: str) -> None:
    told = alarm(g, move)
    assert words in told and bool(told) == bool(words)


@pytest.mark.parametrize(
    ("g", "words"),
    [
        (game.new(2, 1), "Starting Store"),
        (building(stores=["exporter F2"]), "2 crates to sell, room for 6; bill $2, cash $15"),
        (
            advertisement(cards=FIVE, stores=["exporter F2"]),
            "Supply and Sale: 2 crates to sell, room for 6 more",
        ),
        (supply(market="F1", stores=["exporter C2"]), "2 crates, and know of boxes for 0"),
        (sale(boxes="F2", stores=["exporter F1"]), "Utilities and Investment: bill $2"),
        (investment(hands=["bakery jeweler"]), "cheapest store in your hand costs $5"),
        (investment(), "Next month's bill is $0"),
        (investment(month=10), "game ends"),
    ],
)
def test_a_panel_tells_what_comes_next(g: Brick, words: str) -> None:
    assert words in game.view(g, 0)["forecast"]


@pytest.mark.parametrize(("pile", "boxes"), [("demand", 4), ("supply", 0)])
def test_of_demand_cards_face_down_only_the_own_ones_are_told(pile: str, boxes: int) -> None:
    own = ["exporter F4", "corner_grocery F4"]
    g = position("advertisement_phase", "supply_phase", stores=own, cards=FIVE, market="C1")
    g = play(g, f"A play m01 {pile} m02 {pile}", "B play m11 demand m12 demand")
    assert g.phase == "supply" and f"boxes for {boxes}" in game.view(g, 0)["forecast"]
