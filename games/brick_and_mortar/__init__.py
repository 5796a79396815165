"""Brick & Mortar."""

from games.brick_and_mortar import (
    computer,
    labels,
    lookup,
    premoves,
    receipts,
    refusals,
    rules,
    view,
)
from games.brick_and_mortar.state import game

__all__ = [
    "computer",
    "game",
    "labels",
    "lookup",
    "premoves",
    "receipts",
    "refusals",
    "rules",
    "view",
]
