"""Brick & Mortar: what buying and selling may bring, and the bids and offers that follow.

It rests on what everybody sees and on the player's own cards and money, never on those of others.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.brick_and_mortar.components import CARD, HIGHEST, LOWEST
from games.brick_and_mortar.computer.estimates import boxes_to_come, crate_value
from games.brick_and_mortar.effects import (
    points_instead,
    points_per_sold,
    sale_price_delta,
    supply_price_delta,
)
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import (
    MONEY_PER_POINT,
    cheapest_first,
    cost,
    held,
    most_placed,
    private_boxes,
    room,
    rooms,
    sellable,
    sellers,
    stockers,
)

SCARCE, BOXES_FOR_ALL = 0.25, 0.85
"""The share of the highest price that crates bring where there is hardly a box for them, and where
there are almost enough."""
NEXT_MONTH_SHARE = 0.4
"""The share of the highest price that a crate is worth which keeps for another month."""
USUAL_OFFER = 0.8
"""The share of the highest price that sellers usually ask, times that of crates with a box."""
USUAL_CHANCE, USUAL_SHARE = 0.7, 1 / 3
"""The chance of a sale that buyers usually count on, and the share of the profit that they bid."""
MANY_CRATES = 12
"""Crates of which all stores that count them make points without a remainder."""
ASTRAY = {-2: 0.15, -1: 0.2, 0: 0.3, 1: 0.2, 2: 0.15}
"""By how much a rival's price may differ from the usual one, and how likely that is."""
FARTHEST = max(ASTRAY)


class Holding(NamedTuple):
    """What a player can do with a kind of goods, and what the others have."""

    kind: str
    crates: int
    space: int
    extra: float
    """What a crate brings and saves on top of its price, on average over the stores that take it.
    """
    keeps: float
    """The share of the stores for it in which a crate keeps for another month."""
    own_boxes: int
    others_crates: int
    others_space: int


def holding(g: Brick, p: Player, kind: str) -> Holding:
    crates = size = others_crates = others_size = 0
    extra = keeps = 0.0
    for q in g.players:
        for store in q.stores:
            capacity = CARD[store.card].capacity.get(kind, 0)
            if not capacity:
                continue
            if q is p:
                crates, size = crates + held(store, kind), size + capacity
                extra += capacity * extra_revenue(store.card, kind)
                keeps += capacity * (CARD[store.card].shelves > 1)
            else:
                others_crates += held(store, kind)
                others_size += capacity
    own_boxes = sum(n for _, n in private_boxes(p, kind))
    shares = extra / max(1, size), keeps / max(1, size)
    return Holding(
        kind, crates, size - crates, *shares, own_boxes, others_crates, others_size - others_crates
    )


@lru_cache(maxsize=1024)
def extra_revenue(card: str, kind: str) -> float:
    """What a crate sold from this store brings beside its price, points counted as money."""
    if points := points_instead(card, kind):
        return MONEY_PER_POINT * points - USUAL_OFFER * HIGHEST[kind]
    points = points_per_sold(card, kind, MANY_CRATES) / MANY_CRATES
    return sale_price_delta(card, kind) + MONEY_PER_POINT * points


def revenue(own: Holding, crates: float, others: float, boxes: float) -> float:
    """What a player's crates bring, given the number of the others' crates and of boxes."""
    highest = HIGHEST[own.kind]
    rest = max(0.0, crates - own.own_boxes)
    if rest + others <= boxes or not others:
        sold, price = min(rest, boxes), float(highest)
    else:
        share = boxes / (rest + others)
        sold, price = rest * share, (SCARCE + (BOXES_FOR_ALL - SCARCE) * share) * highest
    later = (rest - sold) * own.keeps * NEXT_MONTH_SHARE * highest
    return (crates - rest) * (highest + own.extra) + sold * (price + own.extra) + later


# --- Stocking ------------------------------------------------------------------------------------


def worth_of_stock(g: Brick, p: Player, kind: str, most: int) -> list[float]:
    """What a player's crates of a kind may bring, by number: none, one, two, and so on."""
    own, boxes = holding(g, p, kind), boxes_to_come(g, p, kind)
    worth = [revenue(own, own.crates + n, own.others_crates, boxes) for n in range(most + 1)]
    return [each - worth[0] for each in worth]


def best_purchase(g: Brick, p: Player, kind: str, price: int) -> dict[str, int]:
    """The crates of a kind, by store, that may bring most beyond their price; as many as the money
    reaches for.
    """
    most = min(g.market[kind], rooms(p, kind))
    worth = worth_of_stock(g, p, kind, most)
    bills = {n: cost(p, kind, price, cheapest_first(p, kind, n)) for n in range(most + 1)}
    payable = [n for n, bill in bills.items() if bill <= p.money]
    best = max(payable, key=lambda n: worth[n] - bills[n])
    return cheapest_first(p, kind, best)


def best_bid(g: Brick, p: Player, kind: str, highest: int) -> int:
    """The bid that may bring most if all others bid as usual."""
    there, least = g.market[kind], LOWEST[kind]
    worth = worth_of_stock(g, p, kind, min(rooms(p, kind), there))
    rivals = [
        (
            usual_bid(g.players[seat], kind),
            rooms(g.players[seat], kind),
            is_later_in_order(g, p, seat),
        )
        for seat in stockers(g, kind)
        if seat != p.seat
    ]
    saved = average_discount(p, kind)
    enough = max(usual for usual, _, _ in rivals) + FARTHEST + 1

    def gain(bid: int) -> float:
        first = [(1 - chance_to_undercut(usual, bid, not tied), n) for usual, n, tied in rivals]
        price = max(0.0, bid - saved)
        payable = int(p.money / price) if price else len(worth)
        profit = [worth[n] - n * price for n in range(min(len(worth) - 1, payable) + 1)]
        return sum(
            chance * max(profit[: max(0, there - gone) + 1])
            for chance, gone in rival_crates_first(first)
        )

    return max(range(least, max(least, min(enough, highest)) + 1), key=gain)


def usual_bid(p: Player, kind: str) -> int:
    stores = [store.card for store in p.stores if room(store, kind)]
    value = max(crate_value(store, kind, USUAL_CHANCE) for store in stores)
    return LOWEST[kind] + max(0, int((value - LOWEST[kind]) * USUAL_SHARE))


def average_discount(p: Player, kind: str) -> float:
    """The discount on a crate, on average over the room for it."""
    space = rooms(p, kind)
    less = sum(room(store, kind) * supply_price_delta(store.card, kind) for store in p.stores)
    return -less / space if space else 0.0


# --- Selling -------------------------------------------------------------------------------------


def best_offer(g: Brick, p: Player, kind: str) -> tuple[int, int]:
    """Number of crates and price: those that may bring most if all others ask as usual."""
    own, boxes, highest = holding(g, p, kind), g.boxes[kind], HIGHEST[kind]
    crates, most = sellable(g, p, kind), most_placed(g, p, kind)
    rivals = [
        (sellable(g, g.players[seat], kind), is_later_in_order(g, p, seat))
        for seat in sellers(g, kind)
        if seat != p.seat
    ]
    share = min(1.0, boxes / (crates + sum(n for n, _ in rivals)))
    usual = round(USUAL_OFFER * share * highest)
    later = own.keeps * NEXT_MONTH_SHARE * highest
    own_boxes, best, choice = most - min(most, boxes), -1.0, (most, usual)
    near = range(max(0, usual - FARTHEST - 1), min(highest, usual + FARTHEST + 1))
    for price in (*near, highest):
        first = rival_crates_first(
            [(chance_to_undercut(usual, price, tied), n) for n, tied in rivals]
        )
        for count in range(1, most + 1):
            sold = sum(
                chance * min(count, own_boxes + max(0, boxes - gone)) for chance, gone in first
            )
            gain = sold * max(0.0, price + own.extra) + (crates - count) * later
            if gain > best:
                best, choice = gain, (count, price)
    return choice


# --- Rivals --------------------------------------------------------------------------------------


def is_later_in_order(g: Brick, p: Player, seat: int) -> bool:
    """Whether this seat is further behind in turn order, and so goes first of equal prices."""
    return g.order.index(seat) > g.order.index(p.seat)


def chance_to_undercut(usual: int, price: int, tied: bool) -> float:
    """The chance that a rival names less than a price; with `tied`, less or the same."""
    return sum(
        chance
        for off, chance in ASTRAY.items()
        if usual + off < price or (tied and usual + off == price)
    )


def rival_crates_first(rivals: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """The number of rivals' crates that go before one's own, each with its chance. A rival is the
    chance to go first, and the number of crates, or the room for them.
    """
    found = [(1.0, 0)]
    for chance, n in rivals:
        first = [(p * chance, gone + n) for p, gone in found if chance]
        found = first + [(p * (1 - chance), gone) for p, gone in found if chance < 1]
    return found
