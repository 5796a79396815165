"""Brick & Mortar: what always holds, and that what players are told of their moves comes true."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import CARD
from games.brick_and_mortar.state import PHASES, Brick
from tests.games.brick_and_mortar import *


def random_game(seats: int, seed: int) -> Iterator[tuple[Brick, Brick]]:
    """Each state of a game of random and of sensible moves, with the one before it."""
    chance = random.Random(seed)
    g = game.new(seats, seed)
    while g.scores is None:
        seat = chance.choice(g.asked)
        sensible = chance.random() < 0.6
        move = game.default(g, seat) if sensible else chance.choice(game.legal(g, seat))
        before, g = g, game.play(g, seat, move)
        yield before, g


@rule("1.6", "3.11", "10.1", "11.1", "14.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_always_holds(seats: int) -> None:
    for before, g in random_game(seats, seats):
        standing = [g.players[seat].points for seat in g.order]
        assert standing == sorted(standing, reverse=True), "turn order follows the points"
        assert min(*g.market.values(), *g.boxes.values(), *money(g)) >= 0
        assert g.goal_taken or all(p.points < g.goal for p in g.players)
        assert g.month == before.month or not before.goal_taken
        assert sorted(g.order) == [*range(seats)]
        for p in g.players:
            assert len(p.stores) <= 4 and len(p.cards) <= 7
            for each in p.stores:
                assert all(
                    sum(shelves) <= CARD[each.card].capacity[kind] and min(shelves) >= 0
                    for kind, shelves in each.items.items()
                )


@rule("3.2", "4.1", "9.1")
def test_a_month_has_its_seven_phases_in_order() -> None:
    seen = dict[int, list[str]]()
    for _, g in random_game(2, 5):
        phases = seen.setdefault(g.month, [])
        if g.phase and g.phase not in phases:
            phases.append(g.phase)
    del seen[0]  # the draft
    for phases in seen.values():
        assert phases == [phase for phase in PHASES if phase in phases]
        assert {"advertisement", "investment"} <= {*phases}


BUYERS = {"market": "E9 A1", "stores": ["gadget_shop, electronics_wholesaler, duty_free"]}
PURCHASES: list[tuple[Any, dict[str, Any], list[str]]] = [
    (building, {"hands": ["bakery exporter art_peddler"], "stores": ["starting_1"]}, []),
    (building, {"money": [3]}, ["A pay otherwise", "A auction gadget_shop", "A bid 9", "B drop"]),
    (supply, {**BUYERS, "money": [60]}, ["A pay otherwise", "A stock 1 gadget_shop"]),
    (supply, {**BUYERS, "money": [9]}, ["A pay otherwise", "A stock 1 gadget_shop"]),
    (investment, {"money": [99], "seats": 4, "points": [10, 12, 12, 10], "order": "BCAD"}, []),
]


@pytest.mark.parametrize(("phase", "facts", "moves"), PURCHASES)
def test_the_money_that_a_move_is_said_to_leave_is_left(
    phase: Any, facts: dict[str, Any], moves: list[str]
) -> None:
    g = phase(**facts)
    while asked(g) and asked(g) != "A":
        g = play(g, f"{asked(g)} pass")
    g, told = play(g, *moves), 0
    for move in legal(g):
        leaves = re.search(r"(?:[Ll]eaves|You keep) \$(-?\d+)", game.consequence(g, 0, move))
        after = play(g, f"A {move}")
        if leaves and choice(after) == "stock":
            after = play(after, "A done")
        if leaves and choice(after) == "pay_stock":
            after = play(after, "A pay")
        if leaves:
            told += 1
            assert money(after)[0] == int(leaves[1]), move
    assert told >= 1


@pytest.mark.parametrize("start", ["BCAD", "CBDA", "BCDA"])
def test_the_place_in_turn_order_is_the_one_that_comes(start: str) -> None:
    g = investment(seats=4, points=[10, 13, 13, 10], money=[60], order=start)
    while asked(g) != "A":
        g = play(g, f"{asked(g)} pass")
    for move in legal(g):
        said = re.search(r"(\d+) points, place (\d)", game.consequence(g, 0, move))
        after = play(g, f"A {move}")
        if said:
            assert (points(after)[0], order(after).index("A") + 1) == (int(said[1]), int(said[2]))


def test_the_worst_that_an_offer_can_bring_is_told() -> None:
    own = ["corner_grocery F4, fulfillment_center_hybrid", "food_bank F2"]
    g = sale(boxes="F3", stores=own, money=[0, 0])
    text = game.consequence(g, 0, "offer 4 at 2")
    told = [int(n) for n in re.findall(r"\$(\d+)", text)]
    last = play(g, "A offer 4 at 2", "B offer 2 at 1")
    first = play(g, "A offer 4 at 2", "B offer 2 at 3")
    assert sorted(told) == sorted([money(last)[0], money(first)[0]]) == [4, 8]
