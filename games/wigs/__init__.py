"""Powdered Wigs."""

from games.wigs.cards import game

__all__ = ["game"]
