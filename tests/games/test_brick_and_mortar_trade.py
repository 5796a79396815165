"""Brick & Mortar: chapters 5 and 6 of RULES.md, stocking and selling."""

from itertools import product

import pytest

from games.brick_and_mortar import game
from games.brick_and_mortar.components import HIGHEST, KINDS, LOWEST
from games.brick_and_mortar.state import Brick
from tests.games.brick_and_mortar import *


@rule("5.3")
@pytest.mark.parametrize(("kind", "least"), list(zip(KINDS, (1, 2, 4, 7, 10), strict=True)))
def test_without_competition_a_crate_costs_the_least_price(kind: str, least: int) -> None:
    assert LOWEST[kind] == least
    card = {"F": "bakery", "C": "exporter", "E": "gadget_shop", "J": "jeweler", "A": "art_gallery"}
    sign = kind[0].upper()
    g = play(supply(market=f"{sign}1", stores=[card[sign]]), f"A stock 1 {card[sign]}")
    assert money(g)[0] == 15 - least


def purchases(g: Brick) -> set[tuple[str, int, int]]:
    """All that A can come to by stocking this kind: stores, money, debt."""
    if asked(g) != "A":
        return {(stores(g), money(g)[0], debt(g)[0])}
    return {each for move in legal(g) for each in purchases(play(g, f"A {move}"))}


@pytest.mark.sampled(one_in=4)
@rule("5.6", "5.9", "13.7")
@pytest.mark.parametrize(("crates", "cash"), [*product(range(1, 8), range(4))])
def test_what_can_be_stocked_can_be_paid_in_the_end(crates: int, cash: int) -> None:
    """A discount for five crates counts only if there are five."""
    own = ["farmers_market, freezer, bakery, large_loading_dock"]
    waiting, seen = [supply(market=f"F{crates}", stores=own, money=[cash])], set[bytes]()
    while waiting:
        g = waiting.pop()
        g.news = []
        if asked(g) == "A" and game.dump(g) not in seen:
            seen.add(game.dump(g))
            assert legal(g)
            waiting += [play(g, f"A {move}") for move in legal(g)]


@rule("5.6", "5.9", "12.2")
@pytest.mark.parametrize("cash", [0, 1, 4, 6, 30])
def test_every_purchase_and_every_way_to_pay_is_open(cash: int) -> None:
    """Any crates of three, for stores that pay $4 and $7 each, and tokens for one of them."""
    g = supply(market="J3", stores=["estate_seller, jeweler J2", "mall_gallery J2"], money=[cash])
    g = play(g, "A bid 8", "B bid 7")
    expected: set[tuple[str, int, int]] = set()
    for one, two in product(range(4), range(2)):
        bill, dearest = 4 * one + 8 * two, 8 if two else 4 if one else 0
        for tokens in range(-(-dearest // 2) + 1):
            left = cash + 2 * tokens - bill
            if one + two <= 3 and left >= 0:
                sellers = f"estate_seller{f' J{one}' * bool(one)}"
                expected.add((f"{sellers}, jeweler J{2 + two}", left, tokens))
    assert purchases(g) == expected


@rule("6.3")
@pytest.mark.parametrize(("kind", "most"), list(zip(KINDS, (6, 8, 12, 16, 20), strict=True)))
def test_without_competition_crates_sell_at_the_highest_price(kind: str, most: int) -> None:
    assert HIGHEST[kind] == most
    card = {"F": "corner_grocery", "C": "clothing_importer", "E": "gadget_shop", "J": "jeweler"}
    sign = kind[0].upper()
    card = {**card, "A": "mall_gallery"}[sign]
    g = sale(boxes=f"{sign}2", stores=[f"{card} {sign}1"])
    g = play(g, f"A sell 1 {card} shelf 1 to demand")
    assert money(g)[0] == 15 + most


def best(g: Brick) -> int:
    """The most money that A may have in the end by selling all that finds a box, kind by kind."""
    moves = [move for move in legal(g) if move != "done"]
    return max((best(play(g, f"A {move}")) for move in moves), default=money(g)[0])


@rule("6.9")
@pytest.mark.parametrize("boxes", ["J2 A0", "J2 A1", "J3 A0"])
def test_selling_all_brings_as_much_as_the_best_line_by_hand(boxes: str) -> None:
    own = "jeweler J0/1/1, fulfillment_center_hybrid, art_purveyor A3"
    g = sale(boxes=boxes, stores=[own], money=[0])
    assert best(play(g, "A sell all")) == best(g)
