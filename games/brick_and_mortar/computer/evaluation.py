"""Brick & Mortar: how a position is judged, in points of the final score."""

from __future__ import annotations

from games.brick_and_mortar.components import HIGHEST
from games.brick_and_mortar.computer.stores import income, months_to_come
from games.brick_and_mortar.money import utility_bill
from games.brick_and_mortar.points import sheet
from games.brick_and_mortar.rules.month_end import PRICES
from games.brick_and_mortar.state import Brick, Player, game
from games.brick_and_mortar.trade import held

MONEY, MONEY_A_MONTH = 0.06, 0.045
"""Points that a dollar comes to in the end, and more for each month after this one; like the others
measured over games of good players.
"""
STOCK, STOCK_A_MONTH = 0.03, 0.035
"""The same for a dollar of stock at the highest price."""
EARNED = 0.8
"""The weight of a point that stores are expected to earn."""
MAX_MONTHS = 6
"""More months than this make no difference."""
SOLD = ("inventory", "utilities", "investment")
"""The phases in which what was not sold in the last month is worth nothing any more."""


@game.evaluation
def expected_scores(g: Brick) -> list[float]:
    """Each player's score sheet, and what their money, stock and stores will bring."""
    if g.scores is not None:
        return [float(score) for score in g.scores]
    left = 0 if g.goal_taken else min(MAX_MONTHS, months_to_come(g) - 1)
    return [
        sheet(p)["total"]
        + money_worth(g, p, left)
        + stock_worth(g, p, left)
        + future_income(p, left)
        for p in g.players
    ]


def money_worth(g: Brick, p: Player, left: int) -> float:
    """In points; `left` months come after this one."""
    money = p.money - (0 if g.phase == "investment" else utility_bill(p))
    if left:
        return money * (MONEY + MONEY_A_MONTH * left)
    return max(n for n, price in enumerate(PRICES) if price <= max(0, money)) + money / 100


def stock_worth(g: Brick, p: Player, left: int) -> float:
    """In points; `left` months come after this one."""
    if not left and g.phase in SOLD:
        return 0.0
    return (STOCK + STOCK_A_MONTH * left) * sum(
        HIGHEST[kind] * held(store, kind) for store in p.stores for kind in store.items
    )


def future_income(p: Player, left: int) -> float:
    return EARNED * sum(income(store.card, left) for store in p.stores)
