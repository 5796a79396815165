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
from typing import Any, NamedTuple

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
SURE_ROUNDS, SURE_ERRORS = 8, 2.0
"""Rounds that it takes to say how much better a move is, and the standard errors by which that is
told too low.
"""


class Thought(NamedTuple):
    """What came of a thought."""

    move: str
    other: str = ""
    """The move that comes closest: the usual one, or the best other one; "" if there is none."""
    points: float | None = None
    """By how many points of the final score the move is surely better, by an estimate; None where
    that is not sure.
    """


class Gain(NamedTuple):
    """By how much a move did better than the usual one, in the same deal."""

    value: float
    """From -1 to 1, by how games end."""
    points: float
    """Points of the final score, by which the seat leads more."""


Gains = dict[str, list[Gain]]


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """The legal move that does best within so many seconds; the only candidate at once, even
    where the default is a rarely useful move. A good player's move is always a candidate.
    """
    return think_over(game, g, seat, seconds, rng).move


def think_over(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> Thought:
    """The move that `choose` returns, and how it compares with another one."""
    worth_a_thought = game.candidate_moves(g, seat)
    if len(worth_a_thought) == 1 and not game.has_expert(g):
        return Thought(worth_a_thought[0])
    usual, *others = candidates(game, g, seat, rng, game.expert(g, seat))
    clock = Clock(seconds)
    gains: Gains = {move: [] for move in others}
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
    best = _best(usual, gains, *needed(game, g))
    if best != usual:
        return Thought(best, usual, _surely([gain.points for gain in gains[best]]))
    tried_often = {move: each for move, each in gains.items() if len(each) >= SURE_ROUNDS}
    if not tried_often:
        return Thought(best, next(iter(gains), ""))
    other = max(tried_often, key=lambda move: _average(tried_often[move]))
    return Thought(best, other, _surely([-gain.points for gain in tried_often[other]]))


def _surely(points: list[float]) -> float | None:
    """The points that a move is better by in nearly all likelihood; None where it may be worse."""
    if len(points) < SURE_ROUNDS:
        return None
    error = statistics.stdev(points) / math.sqrt(len(points))
    surely = statistics.fmean(points) - SURE_ERRORS * error
    return surely if surely > 0 else None


def _average(gains: list[Gain]) -> float:
    return statistics.fmean(gain.value for gain in gains)


def _round(
    game: Game[Any],
    g: Any,
    seat: int,
    usual: str,
    others: list[str],
    rng: random.Random,
    clock: Clock,
) -> dict[str, Gain]:
    """By how much each of the other moves does better than the usual one, in the same deal."""
    deal, seed = game.guess(g, seat, rng), rng.getrandbits(64)
    standard = _try(game, deal, seat, usual, random.Random(seed))
    gains: dict[str, Gain] = {}
    for move in others:
        if gains and clock.spent() >= 1:
            break
        result = _try(game, deal, seat, move, random.Random(seed))
        gains[move] = Gain(result[0] - standard[0], result[1] - standard[1])
    return gains


def _as_many_as_there_is_time_for(gains: Gains, spent: float) -> Gains:
    """The moves that did best in the first round, so many that some rounds more fit."""
    fitting = max(2, int(len(gains) / FEWEST_ROUNDS / max(spent, 1e-9)))
    ranked = sorted(gains.items(), key=lambda item: -sum(gain.value for gain in item[1]))
    return dict(ranked[:fitting])


def _better_half(gains: Gains) -> Gains:
    """The half of the moves with the better averages, and at least one."""
    ranked = sorted(gains.items(), key=lambda item: -_average(item[1]))
    return dict(ranked[: max(1, (len(ranked) + 1) // 2)])


def _best(usual: str, gains: Gains, errors: float, rounds: int) -> str:
    """The move that is better than the usual one by most and by so many standard errors; or the
    usual one, also after fewer rounds.
    """
    best, most = usual, 0.0
    for move, each in gains.items():
        if len(each) < rounds:
            continue
        values = [gain.value for gain in each]
        error = statistics.stdev(values) / math.sqrt(len(values))
        clearly = statistics.fmean(values) - errors * error
        if clearly > most:
            best, most = move, clearly
    return best


def _try(
    game: Game[Any], deal: Any, seat: int, move: str, rng: random.Random
) -> tuple[float, float]:
    """How a game ends that begins with this move, from 0 (last) to 1 (won clearly), and by how many
    points the seat leads then.
    """
    knows = game.worth(deal) is not None
    g = game.play(deal, seat, move)
    g = game.playout(g, rng, A_WHILE if knows else LONGEST, SENSIBLE, game.expert)
    values = g.scores or game.worth(g)
    if values is None:
        return 0.5, 0.0
    lead = values[seat] - max(value for s, value in enumerate(values) if s != seat)
    if g.scores is not None:
        return _worth(g, g.scores, seat), lead
    return 0.5 + 0.5 * math.tanh(0.55 * lead / CLEAR_LEAD), lead


def _worth(g: State, scores: list[int], seat: int) -> float:
    """A result between 0 and 1: mostly whether the seat wins, a little by how much."""
    lead = scores[seat] - max(score for s, score in enumerate(scores) if s != seat)
    spread = max(abs(score) for score in scores) or 1
    best = winners(g)
    won = 1 / len(best) if seat in best else 0.0
    return 0.8 * won + 0.1 * (1 + max(-1.0, min(1.0, lead / spread)))
