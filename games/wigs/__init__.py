"""Powdered Wigs."""

from games.wigs import computer, labels, lookup, premoves, receipts, refusals, rules, view
from games.wigs.state import game

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
