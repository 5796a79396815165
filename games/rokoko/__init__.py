"""Rokoko."""

from games.rokoko import computer, lookup, moves, premoves, rules, view
from games.rokoko.state import game

__all__ = ["computer", "game", "lookup", "moves", "premoves", "rules", "view"]
