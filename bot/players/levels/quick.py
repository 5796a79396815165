"""The quick player: any legal move, at random."""

from __future__ import annotations

import random
from typing import Any

from games.kernel import Game

ABOUT = "plays at once and at random"


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """A legal move of the seat; all are equally likely."""
    return rng.choice(game.legal(g, seat))
