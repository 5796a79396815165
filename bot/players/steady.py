"""The steady player: Monte-Carlo over guesses of what it cannot see.

Each round of thought deals everything unseen afresh, tries the moves that look best so far (UCB1),
and plays on with a mixture of sensible and random moves: to the end, or where the game can tell how
its seats stand, for a while. It sees only what its seat sees: `guess` guarantees that.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from games.kernel import Game, State, winners

ABOUT = "thinks for a moment by playing the game out many times"
EXPLORE = 0.7
LONGEST = 400
"""Moves after which a game played out in thought is broken off."""
A_WHILE = 40
"""The same where the game can tell how its seats stand."""
CLEAR_LEAD = 8.0
"""Points of a lead that is as good as won three times out of four."""
SENSIBLE = 0.5
"""The share of moves in thought that are the game's sensible default."""


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """The legal move with the best average result within so many seconds."""
    moves = game.serious(g, seat)
    if len(moves) == 1:
        return moves[0]
    rng.shuffle(moves)
    usual = game.default(g, seat)
    moves.sort(key=lambda move: move != usual)
    until = time.perf_counter() + seconds
    tries: list[int] = []
    sums: list[float] = []
    while not tries or time.perf_counter() < until:
        i = len(tries) if len(tries) < len(moves) else _most_promising(tries, sums)
        if i == len(tries):
            tries.append(0)
            sums.append(0.0)
        sums[i] += _try(game, g, seat, moves[i], rng)
        tries[i] += 1
    if len(tries) < len(moves):
        return moves[max(range(len(tries)), key=lambda i: sums[i])]
    return moves[max(range(len(tries)), key=lambda i: (tries[i], sums[i]))]


def _most_promising(tries: list[int], sums: list[float]) -> int:
    """The move to try next: a good average, or too few tries to know (UCB1)."""
    bonus = EXPLORE * math.sqrt(math.log(sum(tries)))
    return max(range(len(tries)), key=lambda i: sums[i] / tries[i] + bonus / math.sqrt(tries[i]))


def _try(game: Game[Any], g: Any, seat: int, move: str, rng: random.Random) -> float:
    """How a game ends that begins with this move, from 0 (last) to 1 (won clearly)."""
    g = game.play(game.guess(g, seat, rng), seat, move)
    knows = game.worth(g) is not None
    g = game.playout(g, rng, A_WHILE if knows else LONGEST, SENSIBLE)
    if g.scores is not None:
        return _worth(g, g.scores, seat)
    return _standing(game.worth(g), seat)


def _standing(values: list[float] | None, seat: int) -> float:
    """How good a position looks that is not decided, between 0 and 1."""
    if values is None:
        return 0.5
    lead = values[seat] - max(value for s, value in enumerate(values) if s != seat)
    return 0.5 + 0.5 * math.tanh(0.55 * lead / CLEAR_LEAD)


def _worth(g: State, scores: list[int], seat: int) -> float:
    """A result between 0 and 1: mostly whether the seat wins, a little by how much."""
    lead = scores[seat] - max(score for s, score in enumerate(scores) if s != seat)
    spread = max(abs(score) for score in scores) or 1
    best = winners(g)
    won = 1 / len(best) if seat in best else 0.0
    return 0.8 * won + 0.1 * (1 + max(-1.0, min(1.0, lead / spread)))
