"""The steady player: Monte-Carlo over guesses of what it cannot see.

Each round of thought deals everything unseen afresh, tries every move that is still in question
against the same deal and the same chance, and plays on mostly as a good player would, where the
game knows one, or else by sensible moves: to the end, or where the game can tell how its seats
stand, for a while. Now and then the worse half of the moves is dropped. The usual move stays unless
another one is clearly better. It sees only what its seat sees: `guess` guarantees that.
"""

from __future__ import annotations

import math
import random
import statistics
from typing import Any

from bot.players.candidates import candidates, needed
from bot.players.clock import Clock
from games.kernel import Game, State, winners

ABOUT = "thinks for a moment by playing the game out many times"
LONGEST = 400
"""Moves after which a game played out in thought is broken off."""
A_WHILE = 40
"""The same where the game can tell how its seats stand."""
SENSIBLE = 0.9
"""The share of moves in thought that are those of a good player, where the game knows one, or else
the sensible default.
"""
CLEAR_LEAD = 8.0
"""Points of a lead that is as good as won three times out of four."""
FEWEST_ROUNDS = 4
"""Rounds for which the time should last: of long lists only a part is tried."""


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """The legal move that does best within so many seconds; the only candidate at once, even
    where the default is a rarely useful move. A good player's move is always a candidate.
    """
    worth_a_thought = game.candidate_moves(g, seat)
    if len(worth_a_thought) == 1 and not game.has_expert(g):
        return worth_a_thought[0]
    usual, *others = candidates(game, g, seat, rng, game.expert(g, seat))
    clock = Clock(seconds)
    gains: dict[str, list[float]] = {move: [] for move in others}
    rounds = 0
    while gains:
        tried = _round(game, g, seat, usual, list(gains), rng, clock)
        for move, gain in tried.items():
            gains[move].append(gain)
        spent = clock.spent()
        if spent >= 1:
            break
        rounds += 1
        if rounds == 1:
            gains = _as_many_as_there_is_time_for(gains, spent)
        elif rounds & (rounds - 1) == 0:
            gains = _better_half(gains)
    return _best(usual, gains, *needed(game, g))


def _round(
    game: Game[Any],
    g: Any,
    seat: int,
    usual: str,
    others: list[str],
    rng: random.Random,
    clock: Clock,
) -> dict[str, float]:
    """By how much each of the other moves does better than the usual one, in the same deal."""
    deal, seed = game.guess(g, seat, rng), rng.getrandbits(64)
    standard = _try(game, deal, seat, usual, random.Random(seed))
    gains: dict[str, float] = {}
    for move in others:
        if gains and clock.spent() >= 1:
            break
        gains[move] = _try(game, deal, seat, move, random.Random(seed)) - standard
    return gains


def _as_many_as_there_is_time_for(
    gains: dict[str, list[float]], spent: float
) -> dict[str, list[float]]:
    """The moves that did best in the first round, so many that some rounds more fit."""
    fitting = max(2, int(len(gains) / FEWEST_ROUNDS / max(spent, 1e-9)))
    return dict(sorted(gains.items(), key=lambda item: -sum(item[1]))[:fitting])


def _better_half(gains: dict[str, list[float]]) -> dict[str, list[float]]:
    """The half of the moves with the better averages, and at least one."""
    ranked = sorted(gains.items(), key=lambda item: -statistics.fmean(item[1]))
    return dict(ranked[: max(1, (len(ranked) + 1) // 2)])


def _best(usual: str, gains: dict[str, list[float]], errors: float, rounds: int) -> str:
    """The move that is better than the usual one by most and by so many standard errors; or the
    usual one, also after fewer rounds.
    """
    best, most = usual, 0.0
    for move, values in gains.items():
        if len(values) < rounds:
            continue
        error = statistics.stdev(values) / math.sqrt(len(values))
        clearly = statistics.fmean(values) - errors * error
        if clearly > most:
            best, most = move, clearly
    return best


def _try(game: Game[Any], deal: Any, seat: int, move: str, rng: random.Random) -> float:
    """How a game ends that begins with this move, from 0 (last) to 1 (won clearly)."""
    knows = game.worth(deal) is not None
    g = game.play(deal, seat, move)
    g = game.playout(g, rng, A_WHILE if knows else LONGEST, SENSIBLE, game.expert)
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
