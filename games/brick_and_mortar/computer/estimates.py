"""Brick & Mortar: what a player may expect to sell, for computer players.

It rests on what everybody sees and on the player's own cards, never on those of others.
"""

from __future__ import annotations

from games.brick_and_mortar.components import CARD, HIGHEST, KINDS, LOWEST, MARKET, total
from games.brick_and_mortar.effects import points_instead, sale_price_delta
from games.brick_and_mortar.state import Brick, Player
from games.brick_and_mortar.trade import MONEY_PER_POINT, rooms
from games.kernel import known

MEAN: dict[str, float] = {kind: n / len(MARKET) for kind, n in total(MARKET).items()}
"""The crates of a kind on a Market Card, on an average."""
EASY_SALE_SHARE = 0.9
"""The share of the highest price that crates bring where there are boxes for all."""
NEXT_MONTH_SHARE = 0.4
"""The share of it that a crate is worth which keeps for another month."""


def boxes_to_come(g: Brick, p: Player, kind: str) -> float:
    """The boxes of known Demand Cards, and a mean for the others."""
    if g.phase == "sale":
        return g.boxes[kind]
    mine = known(g, p.seat, g, "demand")
    return total(mine)[kind] + (len(g.demand) - len(mine)) * MEAN[kind]


def crate_value(card: str, kind: str, chance: float) -> float:
    """In money; `chance` is that of a sale."""
    if points := points_instead(card, kind):
        return chance * MONEY_PER_POINT * points
    more, highest = sale_price_delta(card, kind), HIGHEST[kind]
    now = (EASY_SALE_SHARE if chance == 1 else 0.3 + 0.5 * chance) * highest + more
    later = NEXT_MONTH_SHARE * highest + more if CARD[card].shelves > 1 else 0
    return chance * now + (1 - chance) * later


def working_capital(p: Player) -> int:
    """About the money that fills half of a player's stores at low prices."""
    return sum((LOWEST[kind] + 1) * rooms(p, kind) for kind in KINDS) // 2
