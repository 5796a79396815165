"""Brick & Mortar: what nobody may learn, and that nobody is asked without need."""

import json
import random
from typing import Any

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import *

OPEN = ["points", "debt", "stores", "bought", "acted", "redrawn", "kinds_sold"]
POOR_AND_RICH = [0, 1, 15, 99]


def seen(g: Brick, seat: int | None = None) -> str:
    """All that a seat, or else a spectator, is shown."""
    return json.dumps(game.view(g, seat), sort_keys=True)


def seen_by_others(g: Brick) -> list[str]:
    """All that anybody but A is shown."""
    return [seen(g), *[seen(g, seat) for seat in range(1, g.seats)]]


# --- Money ----------------------------------------------------------------------------------------


@rule("14.1")
def test_money_is_shown_to_its_owner_alone() -> None:
    g = building(seats=3, money=[1, 2, 3])
    for seat in (None, 0, 1, 2):
        shown = [p["money"] for p in game.view(g, seat)["players"]]
        assert shown == [n if seat == i else None for i, n in enumerate([1, 2, 3])]


@rule("14.2")
def test_what_lies_on_the_table_is_open_to_all() -> None:
    own = ["jeweler J0/1", "bakery F2"]
    g = building(stores=own, market="F3", debt=[0, 2], cards=FIVE, market_discards=["m50"])
    g.store_discards.append(g.store_deck.pop())
    view = game.view(g, None)
    assert view["players"][0]["stores"][0]["items"] == {"jewelry": [0, 1, 0]}
    assert [p["debt"] for p in view["players"]] == [0, 2]
    assert [p["cards"] for p in view["players"]] == [5, 5]
    assert (view["market"]["food"], view["row"], view["market_discards"]) == (3, ROW, ["m50"])
    assert view["on_deck"] == g.on_deck and view["store_discards"] == g.store_discards
    assert {*OPEN} <= {*view["players"][1]}


QUESTIONS: list[tuple[str, Any, dict[str, Any], list[str]]] = [
    ("store_action", building, {"hands": ["bakery jeweler"]}, []),
    ("opening_bid", building, {}, ["A pay otherwise", "A auction gadget_shop"]),
    ("raise_bid", building, {"order": "BA"}, ["B auction gadget_shop"]),
    (
        "pay_auction",
        building,
        {},
        ["A pay otherwise", "A auction gadget_shop", "A bid 6", "B drop"],
    ),
    ("stock", supply, {"market": "A1", "stores": ["art_gallery"]}, []),
    ("supply_bid", supply, {"market": "A1", "stores": ["art_gallery", "art_studio"]}, []),
    (
        "stock",
        supply,
        {"market": "A1", "stores": ["art_gallery", "art_studio"]},
        ["A bid 20", "B bid 10"],
    ),
    ("invest", investment, {}, []),
    ("invest", investment, {"points": [0, 10], "order": "BA"}, ["B pass"]),
]


@rule("14.1", "9.4", "5.4")
@pytest.mark.parametrize(("name", "phase", "facts", "moves"), QUESTIONS)
def test_questions_are_the_same_for_rich_and_poor(
    name: str, phase: Any, facts: dict[str, Any], moves: list[str]
) -> None:
    shown: list[list[str]] = []
    for cash in POOR_AND_RICH:
        g = play(phase(**facts, money=[cash]), *moves)
        assert (choice(g), "A" in asked(g)) == (name, True)
        shown.append(seen_by_others(g))
    assert all(each == shown[0] for each in shown)


@rule("14.1")
@pytest.mark.parametrize("wish", [[], ["A pay otherwise"]])
def test_a_payment_is_asked_for_or_not_whatever_the_money_is(wish: list[str]) -> None:
    shown: list[list[str]] = []
    for cash in (4, 5, 9, 99):
        g = supply(market="E1", stores=["gadget_shop"], money=[cash])
        g = play(g, *wish, "A stock 1 gadget_shop")
        assert (choice(g) == "pay_stock") == bool(wish)
        shown.append(seen_by_others(g))
    assert all(each == shown[0] for each in shown)


@pytest.mark.sampled
@rule("14.1")
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_neither_views_nor_news_ever_depend_on_money(seats: int, seed: int) -> None:
    """The same moves with more money: everybody else sees the same, word for word."""
    chance = random.Random(seed)
    g = game.new(seats, seed, {"first_game": True})
    g.players[0].money, rich = 400, game.load(game.dump(g), game.version)
    rich.players[0].money = 450
    for _ in range(150):
        if g.scores is not None:
            break
        seat = chance.choice(g.asked)
        there = [move for move in legal(g, LETTERS[seat]) if "tokens" not in move]
        move = chance.choice([move for move in there if move in game.legal(rich, seat)])
        g, rich = game.play(g, seat, move), game.play(rich, seat, move)
        if g.players[0].debt:
            break
        assert seen_by_others(g) == seen_by_others(rich)
        assert rich.players[0].money == g.players[0].money + 50
    assert g.month > 1


def test_the_owner_reads_what_a_move_would_leave() -> None:
    g = building(hands=["bakery"], money=[9])
    assert f"${9 - CARD['bakery'].cost}" in game.consequence(g, 0, "buy bakery")


# --- Cards ----------------------------------------------------------------------------------------


@rule("2.3", "4.1")
def test_hands_are_secret() -> None:
    g = advertisement(cards=FIVE, hands=["bakery jeweler", "freezer"])
    view = game.view(g, 1)
    assert (view["players"][0]["cards"], view["players"][0]["hand"]) == (5, 2)
    assert view["players"][1]["hand"] == ["freezer"]
    shown = seen(g, 1)
    assert not any(f'"{card}"' in shown for card in ("bakery", "jeweler", *FIVE[0].split()))


@rule("4.2")
def test_face_down_cards_belong_to_nobody() -> None:
    g = advertisement(cards=FIVE, stores=["jeweler", "bakery"])
    g = play(g, "A play m01 demand m02 demand", "B play m11 supply m12 supply")
    other = advertisement(cards=FIVE, stores=["jeweler", "bakery"])
    other = play(other, "A play m03 demand m04 demand", "B play m11 supply m12 supply")
    assert game.view(g, 1)["demand"] == 2 and game.view(g, 1)["demand_seen"] == []
    for seat in (None, 1):
        one, two = game.view(g, seat), game.view(other, seat)
        differing = {name for name in one if one[name] != two[name]}
        assert differing <= {"players", "cards"}, "only what B drew itself"


@rule("4.2")
def test_demand_is_turned_over_in_no_order() -> None:
    g = sale(demand=["m69", "m16", "m40"], stores=["jeweler J1"])
    assert g.shown_demand == ["m16", "m40", "m69"]
    assert "demand" not in {key.split("/")[2] for key in g.seen}


@rule("4.3", "14.9")
def test_an_exchange_shows_a_number_only() -> None:
    own = ["starting_1, starting_2, starting_3", ""]
    shown: list[list[str]] = []
    for card in ("m01", "m02"):
        g = play(advertisement(stores=own, cards=FIVE), f"A redraw {card}")
        shown.append([seen(g), *told(g), *told(g, "B")])
    assert shown[0] == shown[1]
    assert not any("crate" in line or "food" in line for line in shown[0][1:])


@rule("13.25")
def test_the_research_of_a_market_research_firm_is_secret() -> None:
    g = advertisement(stores=["market_research_firm"], cards=FIVE)
    assert game.view(g, None)["question"]["secret"]
    one, two = play(g, "A discard m01 m02"), play(g, "A discard m03 m04")
    assert seen(one) == seen(two) and seen(one, 1) == seen(two, 1)


@rule("13.24")
def test_the_agency_shows_the_pile_it_names_and_no_card() -> None:
    g = advertisement(stores=["advertisement_agency"], cards=FIVE)
    g = play(g, "A play m01 supply m02 demand", "B play m11 supply m12 demand", "A look demand")
    assert game.view(g, 1)["players"][0]["looked"] == "demand"
    one, two = play(g, "A add m03"), play(g, "A add m04")
    assert told(one, "B") == told(two, "B") and game.view(one, 1)["demand_seen"] == ["m12"]


# --- Sealed answers -------------------------------------------------------------------------------


@rule("5.4", "6.4")
@pytest.mark.parametrize(
    ("g", "one", "two"),
    [
        (supply(market="J1", stores=["jeweler", "mall_gallery"]), "bid 7", "bid 20"),
        (sale(boxes="J1", stores=["jeweler J2", "mall_gallery J2"]), "offer 0", "offer 1 at 9"),
        (advertisement(cards=FIVE), "play m01 supply m02 supply", "play m04 demand m05 demand"),
    ],
)
def test_a_sealed_answer_shows_only_that_it_was_given(g: Brick, one: str, two: str) -> None:
    first, second = play(g, f"A {one}"), play(g, f"A {two}")
    assert game.view(first, 1)["answered"] == [0]
    assert seen_by_others(first) == seen_by_others(second)
    assert play(first, f"A {two}") == second, "and can be changed"


@rule("5.12", "6.12")
def test_dials_set_in_advance_are_seen_by_their_owner_alone() -> None:
    g = building(stores=["jeweler J1", "auction_house J1"], market="J1")
    for move in ("ahead supply jewelry bid 9 2", "ahead sale jewelry offer 1 at 9"):
        after = play(g, f"A {move}")
        assert len(game.view(after, 0)["ahead"]) == 1
        assert seen_by_others(after) == seen_by_others(g)


@rule("5.12")
def test_a_bid_in_advance_may_be_for_as_many_crates_as_the_stores_hold() -> None:
    g = building(stores=["jeweler J1", "auction_house"], market="J1")
    holds = CARD["jeweler"].capacity["jewelry"]
    in_advance = game.premoves(g, 0)["supply jewelry"]
    assert f"bid 9 {holds}" in in_advance and f"bid 9 {holds + 1}" not in in_advance


# --- Few questions --------------------------------------------------------------------------------


QUIET = ("done", "pass", "offer 0")


def questions(g: Brick) -> list[str]:
    """Who is asked what until the planned steps are done, if all do as little as they can."""
    found: list[str] = []
    while g.asked:
        found.append(f"{asked(g)} {choice(g)}")
        for seat in list(g.asked):
            quiet = [move for move in QUIET if move in game.legal(g, seat)]
            g = game.play(g, seat, quiet[0] if quiet else game.default(g, seat))
    return found


@rule("5.2", "5.3")
@pytest.mark.parametrize(
    ("market", "own", "expected"),
    [
        ("", ["bakery", "jeweler"], []),
        ("F9 J9", ["bakery F4", "jeweler J3"], []),
        ("C9 E9 A9", ["bakery", "jeweler"], []),
        ("F4", ["bakery", "jeweler"], ["A stock"]),
        ("F4", ["bakery F3", "corner_grocery F4"], ["A stock"]),
    ],
)
def test_supply_asks_nobody_without_need(market: str, own: list[str], expected: list[str]) -> None:
    assert questions(supply(market=market, stores=own)) == expected


@rule("6.2", "6.3", "6.8")
@pytest.mark.parametrize(
    ("boxes", "own", "expected"),
    [
        ("F4", ["bakery", "jeweler"], []),
        ("F0", ["bakery F4", "corner_grocery F4"], []),
        ("F4", ["bakery F2", "jeweler J3"], ["A sell"]),
        ("F4", ["bakery F2", "corner_grocery F2"], ["A sell", "B sell"]),
        ("F3", ["bakery F2", "corner_grocery F2"], ["AB sale_bid"]),
    ],
)
def test_sale_asks_nobody_without_need(boxes: str, own: list[str], expected: list[str]) -> None:
    facts = {"boxes": boxes, "stores": own}
    assert questions(sale(**facts)) == expected


def test_inventory_and_utilities_ask_nobody() -> None:
    own = ["bakery F3, jeweler J1/1/1", "pawn_shop, solar_roof, jewelry_collector"]
    assert questions(inventory(stores=own)) == []
    assert questions(utilities(stores=own, money=[0, 0])) == []


def test_who_has_no_store_cannot_close_one() -> None:
    g = building(stores=["", "bakery"])
    assert "close" not in legal(g)
    g = play(g, "A pass")
    assert choice(play(g, "B close")) == "manage"


def test_modifiers_without_a_possible_use_ask_nobody() -> None:
    own = [
        "freezer, warehouse, thrift_store, resale_shop",
        "food_bank F4, consignment_store C1 E1 J1, private_catering F3, pawn_shop",
    ]
    g = position("supply_phase", "sale_phase", "inventory_phase", stores=own, market="A9")
    assert [line for line in questions(g) if not line.endswith(("stock", "sell"))] == []


def test_a_quiet_month_asks_everybody_three_things() -> None:
    own = ["bank, solar_roof", "small_loading_dock"]
    g = position("start_month", stores=own, cards=FIVE, row=[*ROW], on_deck="freezer")
    g.agenda = [step for step in g.agenda if step[0] != "end_month"]
    assert questions(g) == [
        "A store_action",
        "B store_action",
        "AB play",
        "A invest",
        "B invest",
    ]


@rule("14.1")
def test_a_computer_player_guesses_the_money_of_others_to_six_dollars() -> None:
    g = building(money=[15, 20])
    guesses = [game.guess(g, 0, random.Random(n)).players for n in range(200)]
    assert {players[0].money for players in guesses} == {15}
    assert {players[1].money for players in guesses} == {*range(14, 27)}
