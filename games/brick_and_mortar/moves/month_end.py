"""Brick & Mortar, chapters 7 to 10: what is said of Inventory and Investment."""

from __future__ import annotations

from functools import partial

from games.brick_and_mortar.rules.month_end import (
    MOST_POINTS,
    PRICES,
    SALE,
    buy_points,
    invest_nothing,
    purchase_limits,
    return_to_market,
    sell_points,
)
from games.brick_and_mortar.state import Brick, Player
from games.kernel import Said, phrase


@return_to_market.says
def returning(g: Brick, p: Player, card: str, kind: str, count: int, same_kind: str) -> str:
    if not count:
        return phrase("Return none")
    return phrase("Return {n} {kind}, gain {n:point|points}", n=count, kind=kind)


# --- Investment ----------------------------------------------------------------------------------


@buy_points.says
def buying(g: Brick, p: Player, purchases: int, count: int) -> Said:
    price = PRICES[count]
    label = phrase("Buy {n:point|points} for ${price}", n=count, price=price)
    return Said(label, partial(standing_with, g, p, p.money - price, p.points + count))


@buy_points.refuses
def cannot_buy(g: Brick, p: Player, purchases: int, count: int) -> str | None:
    most = purchase_limits(p)[1]
    if not 0 < count <= MOST_POINTS:
        return None
    if count > most:
        return phrase("With the Bank you buy at most {n:point|points} at a time.", n=most)
    return phrase(
        "{n:point costs|points cost} ${price}, and Debt Tokens do not buy points.",
        n=count,
        price=PRICES[count],
    )


@sell_points.says
def selling(g: Brick, p: Player, purchases: int, count: int) -> Said:
    price = SALE * count
    label = phrase("Sell {n:point|points} for ${price}", n=count, price=price)
    return Said(label, partial(standing_with, g, p, p.money + price, p.points - count))


def standing_with(g: Brick, p: Player, money: int, points: int) -> str:
    """Money and points as they would be, and the place in turn order that comes with them."""
    others = [other.points for other in g.players if other is not p]
    ahead = sum(n >= points if points > p.points else n > points for n in others)
    return phrase(
        "You keep ${money}, {points:point|points}, place {place} in turn order",
        money=money,
        points=points,
        place=ahead + 1,
    )


@sell_points.refuses
def cannot_sell(g: Brick, p: Player, purchases: int, count: int) -> str | None:
    if not purchases:
        return None
    return phrase("You have bought points this month, so you cannot sell any.")


@invest_nothing.says
def investing_nothing(g: Brick, p: Player, purchases: int) -> str:
    return phrase("Buy no more points") if purchases else phrase("Neither buy nor sell points")
