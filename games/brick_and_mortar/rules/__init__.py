"""Brick & Mortar: the rulebook, a chapter a module, and the month that ties them together."""

from __future__ import annotations

from games.brick_and_mortar.components import MONTHS
from games.brick_and_mortar.rules import (
    advertisement,
    building,
    month_end,
    sale,
    sale_modifiers,
    scoring,
    setup,
    supply,
)
from games.brick_and_mortar.state import Brick, game

__all__ = [
    "advertisement",
    "building",
    "game",
    "month_end",
    "sale",
    "sale_modifiers",
    "scoring",
    "setup",
    "supply",
]


@game.step
def start_month(g: Brick) -> None:
    """Opens a month of seven phases ("Gameplay")."""
    g.month += 1
    g.say("{month} begins.", month=MONTHS[g.month - 1])
    for p in g.players:
        p.bought, p.acted, p.redrawn, p.looked, p.kinds_sold = "", False, 0, "", []
        for store in p.stores:
            store.stocked, store.sold, store.filled = {}, {}, {}
    g.then(
        "building_phase",
        "advertisement_phase",
        "supply_phase",
        "sale_phase",
        "inventory_phase",
        "utilities_phase",
        "investment_phase",
        "end_month",
    )
