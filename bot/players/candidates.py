"""The moves that a thought compares."""

from __future__ import annotations

import random
from typing import Any

from games.kernel import Game


def candidates(game: Game[Any], g: Any, seat: int, rng: random.Random, usual: str) -> list[str]:
    """The moves worth a thought: the usual one first, even if it is rarely useful, then the others
    in the order of chance.
    """
    others = [move for move in game.candidate_moves(g, seat) if move != usual]
    rng.shuffle(others)
    return [usual, *others]
