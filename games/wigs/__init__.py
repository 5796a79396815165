"""Powdered Wigs."""

from games.wigs import labels, outlook, premoves, refusals
from games.wigs.cards import game

__all__ = ["game", "labels", "outlook", "premoves", "refusals"]
