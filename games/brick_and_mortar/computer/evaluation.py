"""Brick & Mortar: how a position is judged, in points of the final score."""

from __future__ import annotations

from games.brick_and_mortar.components import HIGHEST
from games.brick_and_mortar.money import utility_bill
from games.brick_and_mortar.points import sheet
from games.brick_and_mortar.rules.month_end import PRICES
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import held

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
