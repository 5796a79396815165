"""Rokoko."""

from games.rokoko import foresight, habits, outlook, refusals, rules
from games.rokoko.state import game

__all__ = ["foresight", "game", "habits", "outlook", "refusals", "rules"]
