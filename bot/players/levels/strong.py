"""The strong player: what the steady one does, with more patience and a finer measure.

Each round deals everything unseen afresh and plays every candidate on from the same deal with the
same chance, nearly always as a good player would, where the game knows one, or else by sensible
moves: all follow the usual plan from there, so that what differs is the move. Games are played to
the end where there is time for it. Each halving of the candidates has the same time; those that are
clearly behind leave earlier. A result counts by who won and, within what is usual in this position,
by how much. It sees only what its seat sees: `guess` guarantees that.
"""

from __future__ import annotations

import math
import random
import statistics
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


Results = dict[str, list[Result]]


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
        g = self._game.play(deal, self._seat, move)
        g = self._game.playout(g, random.Random(seed), self._most, SENSIBLE, self._game.expert)
        standing = g.scores or self._game.worth(g)
        if standing is None:
            return Result(0.0, None)
        others = [value for seat, value in enumerate(standing) if seat != self._seat]
        lead = standing[self._seat] - max(others)
        if g.scores is None:
            return Result(lead, None)
        best = winners(g)
        return Result(lead, 1 / len(best) if self._seat in best else 0.0)


def choose(game: Game[Any], g: Any, seat: int, seconds: float, rng: random.Random) -> str:
    """The legal move that does best within so many seconds."""
    moves = candidates(game, g, seat, rng, game.expert(g, seat))
    if len(moves) == 1:
        return moves[0]
    values = _compared(moves, Trial(game, g, seat, Clock(seconds), rng))
    return _best(values, *needed(game, g))


def _compared(moves: list[str], trial: Trial) -> dict[str, list[float]]:
    """The values of the candidates that were left last, the usual move (the first) among them."""
    results: Results = {}
    trial.look_ahead(moves)
    trial.play_round(moves, results, FIRST_ROUND)
    candidates = _as_many_as_there_is_time_for(results, trial.clock.spent())
    halvings = len(candidates).bit_length() - 1
    halved = 0
    while trial.clock.spent() < 1 and len(candidates) > 1:
        trial.play_round(candidates, results)
        rounds = len(results[moves[0]])
        if trial.clock.spent() * halvings >= halved + 1:
            halved += 1
            candidates = _better_half(moves[0], _values(results, candidates))
        elif rounds % SURE_ROUNDS == 0:
            values = _values(results, candidates)
            candidates = _still_in_question(moves[0], values)
            if len(candidates) == 2 and _decided(values, candidates, rounds):
                break
    return _values(results, candidates)


def _as_many_as_there_is_time_for(results: Results, spent: float) -> list[str]:
    """The usual move and those that did best in the first round, so that some rounds more fit."""
    usual, *others = results
    fitting = max(2, int(len(others) / FEWEST_ROUNDS / max(spent, 1e-9)))
    others.sort(key=lambda move: -results[move][0].lead)
    return [usual, *others[:fitting]]


def _values(results: Results, moves: list[str]) -> dict[str, list[float]]:
    """The results of these moves in the rounds that all have played, from 0 to 1.

    A lead is measured by what is usual in this position and by how far leads differ there.
    """
    rounds = min(len(results[move]) for move in moves)
    played = {move: results[move][:rounds] for move in moves}
    leads = [result.lead for each in played.values() for result in each]
    usual, spread = statistics.fmean(leads), statistics.pstdev(leads) or 1.0

    def value(result: Result) -> float:
        ahead = 0.5 + 0.5 * math.tanh(0.6 * (result.lead - usual) / spread)
        return ahead if result.won is None else VICTORY * result.won + (1 - VICTORY) * ahead

    return {move: [value(result) for result in each] for move, each in played.items()}


def _better_half(usual: str, values: dict[str, list[float]]) -> list[str]:
    """The usual move and the half of the others with the better averages, one at least."""
    others = [move for move in values if move != usual]
    others.sort(key=lambda move: -statistics.fmean(values[move]))
    return [usual, *others[: max(1, (len(others) + 1) // 2)]]


def _still_in_question(usual: str, values: dict[str, list[float]]) -> list[str]:
    """The candidates that are not clearly behind the best one, and the usual move."""
    best = max(values, key=lambda move: statistics.fmean(values[move]))

    def stays(move: str) -> bool:
        ahead, error = _difference(values[best], values[move])
        return ahead <= BEHIND * error

    return [usual, *(move for move in values if move != usual and stays(move))]


def _decided(values: dict[str, list[float]], candidates: list[str], rounds: int) -> bool:
    """Whether it is beyond doubt which of two candidates is better, or that neither is."""
    ahead, error = _difference(*(values[move] for move in candidates))
    return rounds >= 2 * SURE_ROUNDS and abs(ahead) >= DECIDED * error


def _best(values: dict[str, list[float]], errors: float, rounds: int) -> str:
    """The move that is better than the usual one, the first, by most and by so many standard
    errors; or the usual one, also after fewer rounds.
    """
    usual, *others = values
    best, most = usual, 0.0
    for move in others if len(values[usual]) >= rounds else ():
        ahead, error = _difference(values[move], values[usual])
        if ahead - errors * error > most:
            best, most = move, ahead - errors * error
    return best


def _difference(values: list[float], others: list[float]) -> tuple[float, float]:
    """By how much the first are better than the second on average, and its standard error."""
    each = [value - other for value, other in zip(values, others, strict=True)]
    return statistics.fmean(each), statistics.stdev(each) / math.sqrt(len(each))
