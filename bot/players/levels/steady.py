"""The steady player: Monte Carlo over guesses of what it cannot see.

Each round deals everything unseen anew and tries every remaining move against the same deal and the
same chance. It plays each game out mostly by `expert` moves, or by `default` where the game has no
`expert`: to the end, or for some moves where the game has a `worth`. In between, the worse half of
the moves is dropped. The usual move wins unless another one is clearly better. The player sees only
what its seat sees: `guess` guarantees that.
"""

from __future__ import annotations

import math
import random
import statistics
from typing import Any, NamedTuple

from bot.players.candidates import candidates, margin_needed
from bot.players.reasons import Reason
from bot.players.thought_timer import ThoughtTimer
from games.kernel import Game, State, lead, victory_shares

ABOUT = "thinks for a moment by playing the game out many times"
MAX_PLAYOUT_MOVES = 400
"""A playout stops after this many moves."""
SHORT_PLAYOUT_MOVES = 40
"""The same where the game has a `worth`."""
GOOD_MOVES_SHARE = 0.9
"""The share of moves in a playout that are `expert` moves, or else `default`; the rest are random.
"""
CLEAR_LEAD_POINTS = 8.0
"""A lead of this many points counts as three wins out of four."""
MIN_ROUNDS = 4
"""The time should last for this many rounds, so only a part of a long list of moves is tried."""
SURE_ROUNDS, SURE_ERRORS = 8, 2.0
"""A statement of how much better a move is needs this many rounds, and is reduced by this many
standard errors.
"""


class Thought(NamedTuple):
    move: str
    other: str = ""
    """The second best move: the usual one, or the best other one; "" if there is none."""
    points: float | None = None
    """A low estimate of how many points of lead `move` gains over `other`; None where it may gain
    none.
    """
    reason: Reason | None = None
    """Why `move` is better than `other`, if somebody asks for it and `points` is known."""


class Gain(NamedTuple):
    """How much better a move did than the usual one, in the same deal."""

    value: float
    """The difference of the results, from -1 to 1."""
    points: float
    """The difference of the seat's leads, in points of the final score."""


Gains = dict[str, list[Gain]]


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """The legal move that does best within `seconds`. An only candidate is returned at once, even
    where `default` is a rarely useful move. The `expert` move is always a candidate.
    """
    return think_over(game, g, seat, seconds, rng).move


def think_over(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> Thought:
    """The move that `choose` returns, and how it compares with another one."""
    worth_a_thought = game.candidate_moves(g, seat)
    if len(worth_a_thought) == 1 and not game.has_expert(g):
        return Thought(worth_a_thought[0])
    usual, *others = candidates(game, g, seat, rng, game.expert(g, seat))
    timer = ThoughtTimer(seconds)
    gains: Gains = {move: [] for move in others}
    rounds = 0
    while gains:
        tried = _round(game, g, seat, usual, list(gains), rng, timer)
        for move, gain in tried.items():
            gains[move].append(gain)
        spent = timer.spent()
        if spent >= 1:
            break
        rounds += 1
        if rounds == 1:
            gains = _as_many_as_fit(gains, spent)
        elif rounds & (rounds - 1) == 0:
            gains = _better_half(gains)
    best = _best(usual, gains, *margin_needed(game, g))
    if best != usual:
        return Thought(best, usual, _sure_points([gain.points for gain in gains[best]]))
    tried_often = {move: each for move, each in gains.items() if len(each) >= SURE_ROUNDS}
    if not tried_often:
        return Thought(best, next(iter(gains), ""))
    other = max(tried_often, key=lambda move: _average(tried_often[move]))
    return Thought(best, other, _sure_points([-gain.points for gain in tried_often[other]]))


def _sure_points(points: list[float]) -> float | None:
    """A low estimate of the points that a move gains; None where it may gain none."""
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
    timer: ThoughtTimer,
) -> dict[str, Gain]:
    """How much better each of the other moves does than the usual one, in the same deal."""
    deal, seed = game.guess(g, seat, rng), rng.getrandbits(64)
    standard = _play_out(game, deal, seat, usual, random.Random(seed))
    gains: dict[str, Gain] = {}
    for move in others:
        if gains and timer.spent() >= 1:
            break
        result = _play_out(game, deal, seat, move, random.Random(seed))
        gains[move] = Gain(result[0] - standard[0], result[1] - standard[1])
    return gains


def _as_many_as_fit(gains: Gains, spent: float) -> Gains:
    """The best moves of the first round, as many as there is time for in `MIN_ROUNDS`."""
    fitting = max(2, int(len(gains) / MIN_ROUNDS / max(spent, 1e-9)))
    ranked = sorted(gains.items(), key=lambda item: -sum(gain.value for gain in item[1]))
    return dict(ranked[:fitting])


def _better_half(gains: Gains) -> Gains:
    """The half of the moves with the better averages, at least one."""
    ranked = sorted(gains.items(), key=lambda item: -_average(item[1]))
    return dict(ranked[: max(1, (len(ranked) + 1) // 2)])


def _best(usual: str, gains: Gains, errors: float, rounds: int) -> str:
    """The move that beats the usual one most and by this many standard errors; the usual one where
    none does, or where there were fewer rounds than this.
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


def _play_out(
    game: Game[Any], deal: Any, seat: int, move: str, rng: random.Random
) -> tuple[float, float]:
    """The value of a game that is played out after this move, from 0 (lost) to 1 (won clearly), and
    the seat's lead in points.
    """
    knows = game.evaluation_of(deal) is not None
    g = game.play(deal, seat, move)
    g = game.playout(
        g, rng, SHORT_PLAYOUT_MOVES if knows else MAX_PLAYOUT_MOVES, GOOD_MOVES_SHARE, game.expert
    )
    values = g.scores or game.evaluation_of(g)
    if values is None:
        return 0.5, 0.0
    ahead = lead(g, values, seat)
    if g.scores is not None:
        return _result_value(g, g.scores, seat), ahead
    return 0.5 + 0.5 * math.tanh(0.55 * ahead / CLEAR_LEAD_POINTS), ahead


def _result_value(g: State, scores: list[int], seat: int) -> float:
    """A value from 0 to 1: mostly whether the seat wins, and a little by how much."""
    most = max(abs(score) for score in scores) + CLEAR_LEAD_POINTS  # more is better without rivals
    ahead = max(-1.0, min(1.0, lead(g, scores, seat) / most))
    return 0.8 * victory_shares(g)[seat] + 0.1 * (1 + ahead)
