"""The moves that a thought compares, and what it takes to leave the usual one."""

from __future__ import annotations

import random
from typing import Any

from games.kernel import Game

CLEARLY, SURELY = 1.0, 2.0
"""Standard errors of the difference by which a move has to be better than the usual one; the second
where that is a good player's.
"""
SOME_ROUNDS, MANY_ROUNDS = 2, 16
"""Rounds that it takes to leave the usual move; the second where that is a good player's: in fewer
it is chance that seems better.
"""


def candidates(game: Game[Any], g: Any, seat: int, rng: random.Random, usual: str) -> list[str]:
    """The moves worth a thought: the usual one first, even if it is rarely useful, then the others
    in the order of chance.
    """
    others = [move for move in game.candidate_moves(g, seat) if move != usual]
    rng.shuffle(others)
    return [usual, *others]


def needed(game: Game[Any], g: Any) -> tuple[float, int]:
    """The standard errors and the rounds that it takes to leave the usual move."""
    return (SURELY, MANY_ROUNDS) if game.has_expert(g) else (CLEARLY, SOME_ROUNDS)
