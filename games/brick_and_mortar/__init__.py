"""Brick & Mortar."""

from games.brick_and_mortar import foresight, labels
from games.brick_and_mortar.rules import game

__all__ = ["foresight", "game", "labels"]
