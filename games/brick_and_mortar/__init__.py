"""Brick & Mortar."""

from games.brick_and_mortar import (
    computer,
    lookup,
    moves,
    outlook,
    premoves,
    rules,
    view,
)
from games.brick_and_mortar.state import game

__all__ = [
    "computer",
    "game",
    "lookup",
    "moves",
    "outlook",
    "premoves",
    "rules",
    "view",
]
