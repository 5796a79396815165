"""Powdered Wigs."""

from games.wigs import computer, lookup, moves, premoves, rules, view
from games.wigs.state import game

__all__ = ["computer", "game", "lookup", "moves", "premoves", "rules", "view"]
