"""Powdered Wigs."""

from games.wigs import foresight
from games.wigs.cards import game

__all__ = ["foresight", "game"]
