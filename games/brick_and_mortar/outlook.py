"""Brick & Mortar: what is worked out for whoever looks at a game; no rules, no secrets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.brick_and_mortar.cards import DATA, HIGHEST, HIGHEST_SUPPLY_BID, KINDS, LOWEST
from games.brick_and_mortar.effects import points_per_stocked
from games.brick_and_mortar.money import fewest_tokens, tokens_for, utility_bill
from games.brick_and_mortar.points import sheet
from games.brick_and_mortar.shown import in_sight
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import (
    SURPLUS,
    Place,
    asking_price,
    best_places,
    cheapest_first,
    cost,
    everything,
    fit,
    held,
    payable,
    private_boxes,
    rooms,
    sale_points,
    sale_price,
    sellable,
    stockers,
)
from games.kernel import Phrase, listed, phrase

# --- Supply --------------------------------------------------------------------------------------


def bid_outlook(g: Brick, p: Player, kind: str, price: int) -> str:
    """What as many crates as possible would cost at this price, and how they could be paid."""
    count = min(rooms(p, kind), g.market[kind])
    cart = cheapest_first(p, kind, price, count)
    bill = cost(p, kind, price, cart)
    if bill <= p.money:
        left = p.money - bill
        return phrase("Up to {n} for ${bill}, leaves ${left}", n=count, bill=bill, left=left)
    carts = [cheapest_first(p, kind, price, n) for n in range(count + 1)]
    cash = max(n for n, each in enumerate(carts) if cost(p, kind, price, each) <= p.money)
    most = max(n for n, each in enumerate(carts) if payable(p, kind, price, each))
    tokens = fewest_tokens(p, cost(p, kind, price, carts[most]))
    return phrase(
        "{n} cost ${bill}; your ${money} buys {cash}, or {most} with"
        " {tokens:Debt Token|Debt Tokens}",
        n=count,
        bill=bill,
        money=p.money,
        cash=cash,
        most=most,
        tokens=tokens,
    )


def stock_outlook(g: Brick, p: Player, store: str, count: int, card: str) -> str:
    """What the purchase costs so far, how it could be paid and the points it brings."""
    return purchase_outlook(g, p, g.cart | {card: count})


def purchase_outlook(g: Brick, p: Player, cart: dict[str, int]) -> str:
    """What crates for these stores cost together, and the points they bring."""
    bill = cost(p, g.kind, asking_price(g, p.seat), cart)
    if bill <= p.money:
        paid = phrase("${bill} in all, leaves ${left}", bill=bill, left=p.money - bill)
    elif payable(p, g.kind, asking_price(g, p.seat), cart):
        tokens = fewest_tokens(p, bill)
        paid = phrase("${bill} in all, with {n:Debt Token|Debt Tokens}", bill=bill, n=tokens)
    else:
        paid = phrase("${bill} in all: more is needed for the discount", bill=bill)
    points = sum(points_per_stocked(card, g.kind, n) for card, n in cart.items())
    if not points:
        return paid
    return listed([paid, phrase("{n:point|points}", n=points)], "semicolons")


def everything_outlook(g: Brick, p: Player, store: str) -> str:
    """What filling all stores costs, and the points it brings."""
    return purchase_outlook(g, p, everything(g, p))


def pay_outlook(g: Brick, p: Player, tokens: int = 0, card: str = "") -> str:
    """The money and the tokens there are then."""
    bill = cost(p, g.kind, asking_price(g, p.seat), g.cart)
    tokens = tokens or fewest_tokens(p, bill)
    left = p.money + DATA["debt"]["money"] * tokens - bill
    debt = p.debt + tokens
    if not debt:
        return phrase("Leaves ${left}", left=left)
    return phrase("Leaves ${left} and {n:Debt Token|Debt Tokens}", left=left, n=debt)


# --- Sale ----------------------------------------------------------------------------------------


def offer_outlook(g: Brick, p: Player, kind: str, count: int, price: int) -> str:
    """What the offer brings if all is placed, and what at worst, when rivals fill shared boxes."""
    rivals = sum(sellable(g, q, kind) for q in g.players if q.seat != p.seat)
    worst = min(count, fit(g, p, kind, max(0, g.boxes[kind] - rivals)).most)
    best = brings(g, kind, price, best_places(g, p, kind, price, count))
    if worst == count:
        return phrase("All {n} find a box: {best}", n=count, best=best)
    least = brings(g, kind, price, best_places(g, p, kind, price, worst))
    return phrase(
        "All placed: {best}; at worst {worst} placed: {least}, {lost} lost",
        best=best,
        worst=worst,
        least=least,
        lost=count - worst,
    )


def brings(g: Brick, kind: str, price: int, sold: Iterable[Place]) -> Phrase:
    """Money and points for crates sold from these places at this price."""
    return earned(*proceeds(g, kind, price, sold))


def earned(money: int, points: int) -> Phrase:
    """Money and points in words: "$7 and 2 points"."""
    if not points:
        return phrase("${money}", money=money)
    return phrase("${money} and {points:point|points}", money=money, points=points)


def proceeds(g: Brick, kind: str, price: int, sold: Iterable[Place]) -> tuple[int, int]:
    """Money and points at once for crates sold from these places at this price."""
    money, lots = 0, dict[str, list[tuple[int, int]]]()
    for card, shelf, n in sold:
        money += n * sale_price(card, kind, price, g.competition)
        lots.setdefault(card, []).append((shelf, n))
    return money, sum(sale_points(card, kind, each) for card, each in lots.items())


def sell_outlook(g: Brick, p: Player, count: int, card: str, shelf: int, box: str) -> str:
    """What the crates bring, and what is left to sell."""
    left = (g.to_place if g.to_place > 0 else sellable(g, p, g.kind)) - count
    if box == SURPLUS:
        return phrase("Lost; {left} left", left=left)
    before = [(d.store, d.shelf, d.count) for d in g.deals if d.seat == p.seat and d.box != SURPLUS]
    price = selling_price(g, p.seat)
    money, points = proceeds(g, g.kind, price, [*before, (card, shelf, count)])
    earlier_money, earlier_points = proceeds(g, g.kind, price, before)
    brought = earned(money - earlier_money, points - earlier_points)
    return phrase("{brought}; {left} left to sell", brought=brought, left=left) if left else brought


def sell_all_outlook(g: Brick, p: Player) -> str:
    """What all crates bring together."""
    price = selling_price(g, p.seat)
    return brings(g, g.kind, price, best_places(g, p, g.kind, price, sellable(g, p, g.kind)))


def selling_price(g: Brick, seat: int) -> int:
    """What a crate of the kind at hand sells for: the own offer, or else the highest price."""
    return next((bid.price for bid in g.bids if bid.seat == seat), HIGHEST[g.kind])


# --- What a view shows beside the state ----------------------------------------------------------


@game.derived
def arithmetic(g: Brick, seat: int | None) -> dict[str, Any]:
    """Public sums for everybody, and what depends on money for its owner alone."""
    return {
        "cards": in_sight(g, seat),
        "lowest": LOWEST,
        "highest": HIGHEST,
        "highest_bid": HIGHEST_SUPPLY_BID,
        "point_prices": DATA["investment"]["prices"],
        "point_sale": DATA["investment"]["sale"],
        "bills": [utility_bill(p) for p in g.players],
        "trade": {kind: trade_in(g, kind) for kind in KINDS},
        "own": {} if seat is None else own_sums(g.players[seat]),
        "sheets": [final_sheet(p) for p in g.players] if g.scores is not None else [],
    }


def trade_in(g: Brick, kind: str) -> dict[str, Any]:
    """What everybody holds and can hold of a kind, and what of it can be sold."""
    return {
        "held": [sum(held(store, kind) for store in p.stores) for p in g.players],
        "room": [rooms(p, kind) for p in g.players],
        "sellable": [sellable(g, p, kind) for p in g.players],
        "own_boxes": [sum(n for _, n in private_boxes(p, kind)) for p in g.players],
        "stockers": stockers(g, kind),
    }


def own_sums(p: Player) -> dict[str, int]:
    """What the owner of the money can count on, whatever happens."""
    return {
        "after_bill": max(0, p.money - utility_bill(p)),
        "tokens_for_bill": tokens_for(max(0, utility_bill(p) - p.money)),
    }


def final_sheet(p: Player) -> dict[str, int]:
    """The lines of the final score; those that are subtracted are positive."""
    lines = sheet(p)
    return lines | {"empty": -lines["empty"], "debt": -lines["debt"]}


# --- How the players stand -----------------------------------------------------------------------

PRICES: list[int] = DATA["investment"]["prices"]
MONEY, MONEY_LATE = 0.3, 0.23
"""Points that a dollar came to in the end, measured over games of sensible moves: with more than
two months to come, and with one or two."""
STOCK, STOCK_LAST = 0.11, 0.05
"""The same for a dollar of stock at the highest price, and in the last month before its sale."""
SOLD = ("inventory", "utilities", "investment")
"""The phases in which what was not sold in the last month is worth nothing any more."""


@game.evaluation
def standing(g: Brick) -> list[float]:
    """The score that each player may expect: the sheet, and what money and stock may become."""
    if g.scores is not None:
        return [float(score) for score in g.scores]
    left = 0 if g.goal_taken else g.last_month - g.month
    return [
        sheet(p)["total"] + money_worth(g, p, left) + stock_worth(g, p, left) for p in g.players
    ]


def money_worth(g: Brick, p: Player, left: int) -> float:
    """The points for a player's money, with so many months to come after this one."""
    money = p.money - (0 if g.phase == "investment" else utility_bill(p))
    if left:
        return money * (MONEY if left > 2 else MONEY_LATE)
    return max(n for n, price in enumerate(PRICES) if price <= max(0, money)) + money / 100


def stock_worth(g: Brick, p: Player, left: int) -> float:
    """The points for what is in a player's stores, with so many months to come after this one."""
    rate = STOCK if left else 0 if g.phase in SOLD else STOCK_LAST
    return rate * sum(
        HIGHEST[kind] * held(store, kind) for store in p.stores for kind in store.items
    )
