"""Brick & Mortar: the rulebook from top to bottom, a chapter a module; figures are in cards.toml.

setup.py           1 and 2: the set-up, the draft, and the phases of a month
building.py        3: opening and closing stores
advertisement.py   4: playing Market Cards
supply.py          5: filling the market, and stocking from it
sale.py            6: selling
sale_modifiers.py  6: stores that move items or buy surplus around a sale
month_end.py       7 to 10: Inventory, Utilities, Investment, and the end of a month
scoring.py         10: the final score
"""

from __future__ import annotations

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

__all__ = [
    "advertisement",
    "building",
    "month_end",
    "sale",
    "sale_modifiers",
    "scoring",
    "setup",
    "supply",
]
