"""Brick & Mortar: what computer players do."""

from games.brick_and_mortar.computer import absent, evaluation, expert, rarely_useful

__all__ = ["absent", "evaluation", "expert", "rarely_useful"]
