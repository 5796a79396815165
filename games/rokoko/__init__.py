"""Rokoko."""

from games.rokoko import foresight, habits, labels, outlook, refusals, rules
from games.rokoko.state import game

__all__ = ["foresight", "game", "habits", "labels", "outlook", "refusals", "rules"]
