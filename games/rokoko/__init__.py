"""Rokoko."""

from games.rokoko import computer, lookup, moves, outlook, premoves, rules, view
from games.rokoko.state import game

__all__ = ["computer", "game", "lookup", "moves", "outlook", "premoves", "rules", "view"]
