"""Prêt-à-Porter."""

from games.pret_a_porter import computer, lookup, moves, premoves, rules, view
from games.pret_a_porter.state import game

__all__ = [
    "computer",
    "game",
    "lookup",
    "moves",
    "premoves",
    "rules",
    "view",
]
