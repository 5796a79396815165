"""Brick & Mortar."""

from games.brick_and_mortar import labels, premoves
from games.brick_and_mortar.rules import game

__all__ = ["game", "labels", "premoves"]
