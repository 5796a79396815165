"""Rokoko."""

from games.rokoko import habits, outlook, rules
from games.rokoko.state import game

__all__ = ["game", "habits", "outlook", "rules"]
