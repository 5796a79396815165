"""Prêt-à-Porter."""

from games.pret_a_porter import computer, labels, lookup, premoves, receipts, refusals, rules, view
from games.pret_a_porter.state import game

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
