"""The strong player: what the steady one does, with more patience and a finer measure.

Each round deals everything unseen afresh and plays every candidate on from the same deal with the
same chance in each turn, nearly always as a good player would, where the game knows one, or else by
sensible moves: all follow the usual plan from there, so that what differs is the move. Games are
played to the end where there is time for it. Each halving of the candidates has the same time;
those that are clearly behind leave earlier. A result counts by who won and, within what is usual in
this position, by how much. It sees only what its seat sees: `guess` guarantees that.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.players.candidates import candidates, needed
from bot.players.clock import Clock
from games.kernel import Game, winners

ABOUT = "thinks for some seconds, longest about close decisions"
PATIENCE = 20.0
LONGEST, A_WHILE = 600, 40
"""Moves after which a game played out in thought is broken off; the second where there is no time
for more and the game can tell how its seats stand.
"""
ENOUGH_ROUNDS = 24
"""Rounds to the end that there must be time for, or games are broken off earlier."""
VICTORY = 0.4
"""The part of a result that is the victory; the rest is the lead."""
SENSIBLE = 0.95
"""The share of moves in thought that are those of a good player, or else the sensible default."""
FEWEST_ROUNDS = 4
"""Rounds for which the time should last: of long lists only a part is tried twice."""
FIRST_ROUND = 0.6
"""The share of the time after which the first round tries no further moves."""
SURE_ROUNDS = 8
"""Rounds after which, again and again, candidates that are behind leave."""
BEHIND, DECIDED = 2.5, 3.5
"""Standard errors of the difference by which a candidate leaves, and by which the last two are told
apart for good.
"""


class Result(NamedTuple):
    """What a game played out brought."""

    lead: float
    """Points before the best other seat."""
    won: float | None
    """The share in the victory; None where the game was broken off."""
    shares: tuple[float, ...] = ()
    """The share of every seat in the victory; none where the game was broken off."""


Results = dict[str, list[Result]]
Values = dict[str, list[float]]


class Trial:
    """A question that is thought about: plays moves from afresh dealt positions."""

    def __init__(
        self, game: Game[Any], g: Any, seat: int, clock: Clock, rng: random.Random
    ) -> None:
        """Takes the question, the time and the chance of the thought."""
        self._game, self._g, self._seat, self._rng = game, g, seat, rng
        self._most = LONGEST
        self.clock = clock

    def look_ahead(self, moves: list[str]) -> None:
        """Settles how far games are played, by the time that one takes to its end."""
        before = self.clock.spent()
        deal = self._game.guess(self._g, self._seat, self._rng)
        self._play(deal, moves[0], 0)
        each = self.clock.spent() - before
        if each * ENOUGH_ROUNDS * len(moves) > 1 and self._game.worth(deal) is not None:
            self._most = A_WHILE

    def play_round(self, moves: list[str], results: Results, until: float = 1.0) -> None:
        """Plays each move once from the same deal, while this share of the time is not spent."""
        deal = self._game.guess(self._g, self._seat, self._rng)
        seed = self._rng.getrandbits(64)
        for i, move in enumerate(moves):
            if i and self.clock.spent() >= until:
                break
            results.setdefault(move, []).append(self._play(deal, move, seed))

    def _play(self, deal: Any, move: str, seed: int) -> Result:
        game, seat = self._game, self._seat
        g = game.play(deal, seat, move)
        g = game.playout(g, random.Random(seed), self._most, SENSIBLE, game.expert, seat)
        standing = g.scores or self._game.worth(g)
        if standing is None:
            return Result(0.0, None)
        others = [value for seat, value in enumerate(standing) if seat != self._seat]
        lead = standing[self._seat] - max(others)
        if g.scores is None:
            return Result(lead, None)
        best = winners(g)
        shares = tuple(1 / len(best) if each in best else 0.0 for each in range(g.seats))
        return Result(lead, shares[self._seat], shares)


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """The legal move that does best within so many seconds."""
    moves = candidates(game, g, seat, rng, game.expert(g, seat))
    if len(moves) == 1:
        return moves[0]
    results = compared(moves, Trial(game, g, seat, Clock(seconds), rng))
    return best(values(results), *needed(game, g))


def compared(moves: list[str], trial: Trial, stay: int = 1) -> Results:
    """The results of the candidates that were left last, in the rounds that all of these have
    played. So many of the first moves stay to the end; the very first is the usual one.
    """
    results: Results = {}
    trial.look_ahead(moves)
    trial.play_round(moves, results, FIRST_ROUND)
    staying = [move for move in moves[:stay] if move in results]
    candidates = _as_many_as_there_is_time_for(staying, results, trial.clock.spent())
    halvings = len(candidates).bit_length() - 1
    halved = 0
    while trial.clock.spent() < 1 and len(candidates) > 1:
        trial.play_round(candidates, results)
        rounds = len(results[moves[0]])
        if trial.clock.spent() * halvings >= halved + 1:
            halved += 1
            candidates = _better_half(staying, values(in_common(results, candidates)))
        elif rounds % SURE_ROUNDS == 0:
            judged = values(in_common(results, candidates))
            candidates = _still_in_question(staying, judged)
            if len(candidates) == 2 and _decided(judged, candidates, rounds):
                break
    return in_common(results, candidates)


def _as_many_as_there_is_time_for(
    staying: Sequence[str], results: Results, spent: float
) -> list[str]:
    """The moves that stay and those that did best in the first round, so that some rounds more
    fit.
    """
    others = [move for move in results if move not in staying]
    fitting = max(2, int(len(others) / FEWEST_ROUNDS / max(spent, 1e-9)))
    others.sort(key=lambda move: -results[move][0].lead)
    return [*staying, *others[:fitting]]


def in_common(results: Results, moves: Sequence[str]) -> Results:
    """The results of these moves in the rounds that all of them have played."""
    rounds = min(len(results[move]) for move in moves)
    return {move: results[move][:rounds] for move in moves}


def values(results: Results) -> Values:
    """Results as values from 0 to 1.

    A lead is measured by what is usual in this position and by how far leads differ there.
    """
    leads = [result.lead for each in results.values() for result in each]
    usual, spread = statistics.fmean(leads), statistics.pstdev(leads) or 1.0

    def value(result: Result) -> float:
        ahead = 0.5 + 0.5 * math.tanh(0.6 * (result.lead - usual) / spread)
        return ahead if result.won is None else VICTORY * result.won + (1 - VICTORY) * ahead

    return {move: [value(result) for result in each] for move, each in results.items()}


def _better_half(staying: Sequence[str], judged: Values) -> list[str]:
    """The moves that stay and the half of the others with the better averages, one at least."""
    others = [move for move in judged if move not in staying]
    others.sort(key=lambda move: -statistics.fmean(judged[move]))
    return [*staying, *others[: max(1, (len(others) + 1) // 2)]]


def _still_in_question(staying: Sequence[str], judged: Values) -> list[str]:
    """The candidates that are not clearly behind the best one, and the moves that stay."""
    first = max(judged, key=lambda move: statistics.fmean(judged[move]))

    def may_stay(move: str) -> bool:
        ahead, error = difference(judged[first], judged[move])
        return ahead <= BEHIND * error

    return [*staying, *(move for move in judged if move not in staying and may_stay(move))]


def _decided(judged: Values, candidates: list[str], rounds: int) -> bool:
    """Whether it is beyond doubt which of two candidates is better, or that neither is."""
    ahead, error = difference(*(judged[move] for move in candidates))
    return rounds >= 2 * SURE_ROUNDS and abs(ahead) >= DECIDED * error


def best(judged: Values, errors: float, rounds: int) -> str:
    """The move that is better than the usual one, the first, by most and by so many standard
    errors; or the usual one, also after fewer rounds.
    """
    usual, *others = judged
    found, most = usual, 0.0
    for move in others if len(judged[usual]) >= rounds else ():
        ahead, error = difference(judged[move], judged[usual])
        if ahead - errors * error > most:
            found, most = move, ahead - errors * error
    return found


def difference(values: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """By how much the first are better than the second on average, and its standard error."""
    each = [value - other for value, other in zip(values, others, strict=True)]
    return statistics.fmean(each), statistics.stdev(each) / math.sqrt(len(each))
