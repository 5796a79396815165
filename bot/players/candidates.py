"""The moves that a thought compares."""

from __future__ import annotations

import random
from typing import Any

from games.kernel import Game


def candidates(game: Game[Any], g: Any, seat: int, rng: random.Random) -> list[str]:
    """The moves worth a thought, the usual one first and the others in the order of chance; a
    single one is all there is.
    """
    moves = game.serious(g, seat)
    if len(moves) == 1:
        return moves
    usual = game.default(g, seat)
    others = [move for move in moves if move != usual]
    rng.shuffle(others)
    return [usual, *others]
