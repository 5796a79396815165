"""Powdered Wigs."""

from games.wigs import foresight, labels, outlook, refusals
from games.wigs.cards import game

__all__ = ["foresight", "game", "labels", "outlook", "refusals"]
