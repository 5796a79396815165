"""Brick & Mortar: labels and consequences of Inventory and Investment."""

from __future__ import annotations

from games.brick_and_mortar.rules.month_end import PRICES, SALE, invest, return_items
from games.brick_and_mortar.state import Brick, Player
from games.kernel import phrase


def label_points(g: Brick, p: Player, purchases: int, count: int) -> str:
    """The points and the price."""
    return phrase("Buy {n:point|points} for ${price}", n=count, price=PRICES[count])


def consequence_points(g: Brick, p: Player, purchases: int, count: int) -> str:
    """Money, points and place after a purchase."""
    return consequence_standing(g, p, p.money - PRICES[count], p.points + count)


def consequence_standing(g: Brick, p: Player, money: int, points: int) -> str:
    """Money and points as they would be, and the place in turn order that comes with them."""
    others = [other.points for other in g.players if other is not p]
    ahead = sum(n >= points if points > p.points else n > points for n in others)
    return phrase(
        "You keep ${money}, {points:point|points}, place {place} in turn order",
        money=money,
        points=points,
        place=ahead + 1,
    )


return_items.labels({"return {count:d} {kind}": "Return {count} {kind}, gain {count:point|points}"})
invest.labels(
    {
        "buy {count:d}": label_points,
        "sell {count:d}": lambda g, p, purchases, count: phrase(
            "Sell {n:point|points} for ${price}", n=count, price=SALE * count
        ),
        "pass": "Neither buy nor sell points",
    }
)
invest.consequences(
    {
        "buy {count:d}": consequence_points,
        "sell {count:d}": lambda g, p, purchases, count: consequence_standing(
            g, p, p.money + SALE * count, p.points - count
        ),
    }
)
