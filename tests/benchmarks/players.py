"""Computer players against each other: how often the stronger one wins."""

from __future__ import annotations

import math
import os
import random
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor

from bot.operations.config import Settings
from bot.players import clock
from bot.players.levels import levels, patience
from games import discover
from games.kernel import winners
from tests.benchmarks.figures import VICTORIES, figure

OFTEN = 20
"""Games after which the figure so far is told."""


def contest(name: str, seed: int, pair: tuple[str, str], seconds: tuple[float, float]) -> float:
    """What a game brings the first level, 1 for a victory; seats swap with the seed.

    Time is work of the processor alone here, so that a busy machine does not change the figure.
    """
    clock.SLOWEST = math.inf
    game, rng = discover()[name], random.Random(seed)
    seats = max(2, game.seats[0])
    own = seed % seats
    g = game.new(seats, seed // seats)
    while g.scores is None:
        seat = g.asked[0]
        which = 0 if seat == own else 1
        choose, _ = levels()[pair[which]]
        g = game.play(g, seat, choose(game, g, seat, seconds[which], rng))
    best = winners(g)
    return (own in best) / len(best)


def run(name: str, chosen: Namespace) -> None:
    """Prints the share of games that the stronger level wins; shared victories count in part."""
    pairs = [(chosen.level, chosen.against)] if chosen.level else list(VICTORIES)
    for pair in pairs:
        measure(name, pair, chosen)


def measure(name: str, pair: tuple[str, str], chosen: Namespace) -> None:
    """Prints the share of victories of the first of two levels, with its 95 % interval."""
    level, against = pair
    longer = chosen.times or patience(level)
    seconds = chosen.seconds * longer, chosen.seconds * patience(against)
    usual = Settings.model_fields["thinking_seconds"].default
    print(
        f"{name}: {level} against {against}, {chosen.games} games of two, seats swapped;"
        f" {seconds[0]:g} s and {seconds[1]:g} s of work a thought"
        f" (at a table {usual * patience(level):g} s and {usual * patience(against):g} s)",
        flush=True,
    )
    won: list[float] = []
    with ProcessPoolExecutor(chosen.processes) as pool:
        seeds = range(chosen.first, chosen.first + chosen.games)
        each = [pool.submit(contest, name, seed, pair, seconds) for seed in seeds]
        for result in each:
            won.append(result.result())
            if len(won) % OFTEN == 0 and len(won) < chosen.games:
                print(f"    {sum(won):g} of {len(won)}", file=sys.stderr, flush=True)
    low, high = interval(sum(won), len(won))
    note = f"{low:.0f} to {high:.0f}"
    share = 100 * sum(won) / len(won)
    figure(f"victories of {level} over {against}", share, "%", least=VICTORIES.get(pair), note=note)


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share, in per cent."""
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    off = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return tuple(100 * bound / (1 + z * z / games) for bound in (middle - off, middle + off))


def options(parser: ArgumentParser) -> None:
    """Adds what can be chosen."""
    parser.add_argument("--games", type=int, default=20, help="how many are played")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument("--level", choices=list(levels()), help="the level that is to win")
    parser.add_argument("--against", choices=list(levels()), default="quick", help="and over whom")
    parser.add_argument(
        "--seconds", type=float, default=0.01, help="seconds of work of a steady thought"
    )
    parser.add_argument(
        "--times", type=float, help="how many times as long the level thinks, if not as usual"
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), help="games that are played at once"
    )
