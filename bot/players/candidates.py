"""The moves that a computer player compares, and the margin that replaces the usual one."""

from __future__ import annotations

import random
from typing import Any

from games.kernel import Game

MARGIN_ERRORS, EXPERT_MARGIN_ERRORS = 1.0, 2.0
"""By how many standard errors a move must be better than the usual one: in general, and where the
usual one is the game's `expert` move.
"""
MIN_ROUNDS, EXPERT_MIN_ROUNDS = 2, 16
"""How many rounds must have been played out before a move may replace the usual one; in fewer it
may seem better by chance.
"""


def candidates(game: Game[Any], g: Any, seat: int, rng: random.Random, usual: str) -> list[str]:
    """The moves worth comparing: the usual one first, even if it is rarely useful, then the others
    in random order.
    """
    others = [move for move in game.candidate_moves(g, seat) if move != usual]
    rng.shuffle(others)
    return [usual, *others]


def margin_needed(game: Game[Any], g: Any) -> tuple[float, int]:
    """The standard errors and the rounds by which a move must beat the usual one."""
    return (
        (EXPERT_MARGIN_ERRORS, EXPERT_MIN_ROUNDS)
        if game.has_expert(g)
        else (MARGIN_ERRORS, MIN_ROUNDS)
    )
