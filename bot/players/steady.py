"""The steady player: Monte-Carlo over guesses of what it cannot see.

Each round of thought deals everything unseen afresh, tries the moves that look best so far (UCB1),
and plays on to the end with a mixture of sensible and random moves. It sees only what its seat
sees: `guess` guarantees that.
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
SENSIBLE = 0.5
"""The share of moves in thought that are the game's sensible default."""


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """The legal move with the best average result within so many seconds."""
    moves = game.serious(g, seat)
    if len(moves) == 1:
        return moves[0]
    until = time.perf_counter() + seconds
    tries = [0] * len(moves)
    sums = [0.0] * len(moves)
    done = 0
    while done < len(moves) or time.perf_counter() < until:
        i = done if done < len(moves) else _most_promising(tries, sums, done)
        sums[i] += _try(game, g, seat, moves[i], rng)
        tries[i] += 1
        done += 1
    return moves[max(range(len(moves)), key=lambda i: (tries[i], sums[i]))]


def _most_promising(tries: list[int], sums: list[float], done: int) -> int:
    """The move to try next: a good average, or too few tries to know (UCB1)."""
    bonus = EXPLORE * math.sqrt(math.log(done))
    return max(range(len(tries)), key=lambda i: sums[i] / tries[i] + bonus / math.sqrt(tries[i]))


def _try(game: Game[Any], g: Any, seat: int, move: str, rng: random.Random) -> float:
    """How a game ends that begins with this move, from 0 (last) to 1 (won clearly)."""
    g = game.play(game.guess(g, seat, rng), seat, move)
    g = game.playout(g, rng, LONGEST, SENSIBLE)
    return 0.5 if g.scores is None else _worth(g, g.scores, seat)


def _worth(g: State, scores: list[int], seat: int) -> float:
    """A result between 0 and 1: mostly whether the seat wins, a little by how much."""
    lead = scores[seat] - max(score for s, score in enumerate(scores) if s != seat)
    spread = max(abs(score) for score in scores) or 1
    best = winners(g)
    won = 1 / len(best) if seat in best else 0.0
    return 0.8 * won + 0.1 * (1 + max(-1.0, min(1.0, lead / spread)))
