"""Rokoko."""

from games.rokoko import outlook, rules
from games.rokoko.state import game

__all__ = ["game", "outlook", "rules"]
