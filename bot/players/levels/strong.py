"""The strong player: like the steady one, with more time and a finer measure.

Each round deals everything unseen anew and plays every candidate out from the same deal with the
same chance in each turn, nearly always by `expert` moves, or by `default` where the game has no
`expert`. So only the candidate differs. Games are played to the end where there is time. Each
halving of the candidates gets the same time; those that are clearly behind leave earlier. A result
counts by who won and by the lead, compared with what is usual in the position. The player sees only
what its seat sees: `guess` guarantees that.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.players.candidates import candidates, margin_needed
from bot.players.thought_timer import ThoughtTimer
from games.kernel import Game, lead, victory_shares

ABOUT = "thinks for some seconds, longest about close decisions"
TIME_FACTOR = 20.0
MAX_PLAYOUT_MOVES, SHORT_PLAYOUT_MOVES = 600, 40
"""A playout stops after this many moves; the second number holds where there is no time for more
and the game has a `worth`.
"""
ENOUGH_ROUNDS = 24
"""If there is no time for this many rounds to the end, playouts stop earlier."""
VICTORY_SHARE = 0.4
"""The share of the victory in the value of a result; the rest is the lead."""
GOOD_MOVES_SHARE = 0.95
"""The share of moves in a playout that are `expert` moves, or else `default`; the rest are random.
"""
MIN_ROUNDS = 4
"""The time should last for this many rounds, so only a part of a long list is tried twice."""
FIRST_ROUND_SHARE = 0.6
"""After this share of the time the first round tries no further moves."""
SURE_ROUNDS = 8
"""After every this many rounds, candidates that are behind leave."""
BEHIND_ERRORS, DECIDED_ERRORS = 2.5, 3.5
"""A candidate leaves that is behind by so many standard errors; the comparison ends where the last
two differ by so many.
"""


class Result(NamedTuple):
    lead: float
    """The lead of the team in points over the best other team."""
    won: float | None
    """The seat's share in the victory; None where the playout stopped before the end."""
    shares: tuple[float, ...] = ()
    """The share of every seat in the victory; empty where the playout stopped before the end."""


Results = dict[str, list[Result]]
Values = dict[str, list[float]]


class Trial:
    """Plays out the moves that answer one question, each round from a new deal."""

    def __init__(
        self, game: Game[Any], g: Any, seat: int, timer: ThoughtTimer, rng: random.Random
    ) -> None:
        self._game, self._g, self._seat, self._rng = game, g, seat, rng
        self._max_moves = MAX_PLAYOUT_MOVES
        self.timer = timer

    def choose_playout_length(self, moves: list[str]) -> None:
        """Plays out one game to measure its time, and chooses how long playouts may be."""
        before = self.timer.spent()
        deal = self._game.guess(self._g, self._seat, self._rng)
        self._play(deal, moves[0], 0)
        each = self.timer.spent() - before
        if each * ENOUGH_ROUNDS * len(moves) > 1 and self._game.evaluation_of(deal) is not None:
            self._max_moves = SHORT_PLAYOUT_MOVES

    def play_round(self, moves: list[str], results: Results, until: float = 1.0) -> None:
        """Plays each move out once from the same deal, until this share of the time is spent."""
        deal = self._game.guess(self._g, self._seat, self._rng)
        seed = self._rng.getrandbits(64)
        for i, move in enumerate(moves):
            if i and self.timer.spent() >= until:
                break
            results.setdefault(move, []).append(self._play(deal, move, seed))

    def _play(self, deal: Any, move: str, seed: int) -> Result:
        game, seat = self._game, self._seat
        g = game.play(deal, seat, move)
        g = game.playout(
            g, random.Random(seed), self._max_moves, GOOD_MOVES_SHARE, game.expert, seat
        )
        standing = g.scores or self._game.evaluation_of(g)
        if standing is None:
            return Result(0.0, None)
        ahead = lead(g, standing, self._seat)
        if g.scores is None:
            return Result(ahead, None)
        shares = tuple(victory_shares(g))
        return Result(ahead, shares[self._seat], shares)


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """As in `steady.choose`."""
    moves = candidates(game, g, seat, rng, game.expert(g, seat))
    if len(moves) == 1:
        return moves[0]
    results = compare(moves, Trial(game, g, seat, ThoughtTimer(seconds), rng))
    return best(values(results), *margin_needed(game, g))


def compare(moves: list[str], trial: Trial, stay: int = 1) -> Results:
    """The results of the candidates that are left at the end, in the rounds that all of them have
    played. The first `stay` moves are never dropped; the very first is the usual one.
    """
    results: Results = {}
    trial.choose_playout_length(moves)
    trial.play_round(moves, results, FIRST_ROUND_SHARE)
    staying = [move for move in moves[:stay] if move in results]
    candidates = _as_many_as_fit(staying, results, trial.timer.spent())
    halvings = len(candidates).bit_length() - 1
    halved = 0
    while trial.timer.spent() < 1 and len(candidates) > 1:
        trial.play_round(candidates, results)
        rounds = len(results[moves[0]])
        if trial.timer.spent() * halvings >= halved + 1:
            halved += 1
            candidates = _better_half(staying, values(in_common(results, candidates)))
        elif rounds % SURE_ROUNDS == 0:
            judged = values(in_common(results, candidates))
            candidates = _still_in_question(staying, judged)
            if len(candidates) == 2 and _decided(judged, candidates, rounds):
                break
    return in_common(results, candidates)


def _as_many_as_fit(staying: Sequence[str], results: Results, spent: float) -> list[str]:
    """The moves that stay and the best ones of the first round, as many as there is time for in
    `MIN_ROUNDS`.
    """
    others = [move for move in results if move not in staying]
    fitting = max(2, int(len(others) / MIN_ROUNDS / max(spent, 1e-9)))
    others.sort(key=lambda move: -results[move][0].lead)
    return [*staying, *others[:fitting]]


def in_common(results: Results, moves: Sequence[str]) -> Results:
    """The results of these moves in the rounds that all of them were played in."""
    rounds = min(len(results[move]) for move in moves)
    return {move: results[move][:rounds] for move in moves}


def values(results: Results) -> Values:
    """Results as values from 0 to 1; a lead counts relative to the mean and spread of all leads."""
    leads = [result.lead for each in results.values() for result in each]
    usual, spread = statistics.fmean(leads), statistics.pstdev(leads) or 1.0

    def value(result: Result) -> float:
        ahead = 0.5 + 0.5 * math.tanh(0.6 * (result.lead - usual) / spread)
        return (
            ahead
            if result.won is None
            else VICTORY_SHARE * result.won + (1 - VICTORY_SHARE) * ahead
        )

    return {move: [value(result) for result in each] for move, each in results.items()}


def _better_half(staying: Sequence[str], judged: Values) -> list[str]:
    """The moves that stay, and the half of the others with the better averages, at least one."""
    others = [move for move in judged if move not in staying]
    others.sort(key=lambda move: -statistics.fmean(judged[move]))
    return [*staying, *others[: max(1, (len(others) + 1) // 2)]]


def _still_in_question(staying: Sequence[str], judged: Values) -> list[str]:
    """The candidates that are not clearly behind the best one, and the moves that stay."""
    first = max(judged, key=lambda move: statistics.fmean(judged[move]))

    def may_stay(move: str) -> bool:
        ahead, error = difference(judged[first], judged[move])
        return ahead <= BEHIND_ERRORS * error

    return [*staying, *(move for move in judged if move not in staying and may_stay(move))]


def _decided(judged: Values, candidates: list[str], rounds: int) -> bool:
    """Whether it is certain which of two candidates is better, or the two are equal."""
    ahead, error = difference(*(judged[move] for move in candidates))
    return rounds >= 2 * SURE_ROUNDS and abs(ahead) >= DECIDED_ERRORS * error


def best(judged: Values, errors: float, rounds: int) -> str:
    """The move that beats the usual one (the first) most and by this many standard errors; the
    usual one where none does, or where there were fewer rounds than this.
    """
    usual, *others = judged
    found, most = usual, 0.0
    for move in others if len(judged[usual]) >= rounds else ():
        ahead, error = difference(judged[move], judged[usual])
        if ahead - errors * error > most:
            found, most = move, ahead - errors * error
    return found


def difference(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The mean difference of two series of values, and its standard error."""
    each = [value - other for value, other in zip(values, others, strict=True)]
    return statistics.fmean(each), statistics.stdev(each) / math.sqrt(len(each))
