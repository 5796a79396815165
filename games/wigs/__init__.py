"""Powdered Wigs."""

from games.wigs.rules import game

__all__ = ["game"]
