"""Rokoko."""

from games.rokoko import habits, outlook, refusals, rules
from games.rokoko.state import game

__all__ = ["game", "habits", "outlook", "refusals", "rules"]
