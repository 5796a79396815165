"""Rokoko."""

from games.rokoko import habits, labels, outlook, premoves, refusals, rules
from games.rokoko.state import game

__all__ = ["game", "habits", "labels", "outlook", "premoves", "refusals", "rules"]
