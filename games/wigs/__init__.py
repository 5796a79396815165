"""Powdered Wigs."""

from games.wigs import foresight, outlook, refusals
from games.wigs.cards import game

__all__ = ["foresight", "game", "outlook", "refusals"]
