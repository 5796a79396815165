"""Games with a planted blunder: a move that is clearly the worst in a long trial."""

import math
import random
import statistics
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from bot.players.levels.strong import Results, Trial, difference, values
from bot.players.review import Decision, look, next_look
from bot.players.thought_timer import ThoughtTimer

MIDDLE = (0.15, 0.85)
"""The part of a game in which a blunder is planted."""
FEWEST_MOVES, MOST_MOVES = 3, 12
"""Candidates of a question at which one is planted."""
LEAST = 0.15
"""By how much a blunder is worse than the move of the player at least, by values from 0 to 1."""
LEAST_CHANCE = 0.1
"""By how much it is less likely to win."""
Choose = Callable[[Any, int], str]


class Position(NamedTuple):
    g: Any
    seat: int
    move: str


def played(game: Any, g: Any, choose: Choose) -> list[Position]:
    """The positions from a state to the end of the game, as these players move."""
    found: list[Position] = []
    while g.scores is None:
        seat = g.asked[0]
        found.append(Position(g, seat, choose(g, seat)))
        g = game.play(*found[-1])
    return found


def with_blunder(
    game: Any, seed: int, choose: Choose, tries: int, rounds: int
) -> tuple[list[Position], int] | None:
    """A game with the worst blunder of so many positions in it, and where it is; or None."""
    rng = random.Random(seed)
    whole = played(game, game.new(game.seats[0], seed), choose)
    first, last = (round(share * len(whole)) for share in MIDDLE)
    places = [
        place
        for place in range(first, last)
        if FEWEST_MOVES <= len(game.candidate_moves(*whole[place][:2])) <= MOST_MOVES
    ]
    found = [
        (*_worst(game, whole[place], rounds, rng), place)
        for place in rng.sample(places, min(tries, len(places)))
    ]
    gap, move, place = max(found, default=(0.0, "", 0))
    if gap < LEAST:
        return None
    g, seat, _move = whole[place]
    after = played(game, game.play(g, seat, move), choose)
    return [*whole[:place], Position(g, seat, move), *after], place


def _worst(game: Any, at: Position, rounds: int, rng: random.Random) -> tuple[float, str]:
    """The worst move of a position, and by how much; 0 where that hardly costs a victory."""
    trial, results = Trial(game, at.g, at.seat, ThoughtTimer(math.inf), rng), Results()
    moves = [*dict.fromkeys([at.move, *game.candidate_moves(at.g, at.seat)])]
    for _ in range(rounds):
        trial.play_round(moves, results, math.inf)
    judged = values(results)
    worst = min(judged, key=lambda move: statistics.fmean(judged[move]))
    ahead, error = difference(judged[at.move], judged[worst])
    lost = [one.won or 0.0 for one in results[at.move]], [one.won or 0.0 for one in results[worst]]
    costs = difference(*lost)[0] >= LEAST_CHANCE
    return ahead - 2 * error if costs else 0.0, worst


def reviewed(
    game: Any, positions: list[Position], thought_s: float
) -> tuple[list[Decision], float]:
    """The decisions of a game as a review finds them, and the seconds of work that it took; the
    line of a decision is its place. A thought of the steady player takes `thought_s`.
    """
    found = {
        line: Decision(line, at.seat, at.move)
        for line, at in enumerate(positions)
        if {*game.candidate_moves(at.g, at.seat)} - {at.move}
    }
    spent = 0.0
    while coming := next_look([*found.values()], spent, thought_s):
        decision, seconds = coming
        data = zlib.compress(game.dump(positions[decision.line].g), 1)
        found[decision.line], took = look(game.name, data, decision, seconds)
        spent += took
    return [*found.values()], spent
