"""Rokoko."""

from games.rokoko import computer, labels, lookup, premoves, receipts, refusals, rules, view
from games.rokoko.state import game

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
