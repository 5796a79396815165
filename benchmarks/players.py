"""Computer players against each other, and against the scripts of a title: who wins how often.

A script is a cheap greedy policy. Those of a title are in `tests/games/TITLE_scripts.py`: `SCRIPTS`
maps a name to a function of a state and a seat, which returns a legal move.
"""

import importlib
import importlib.util
import math
import os
import random
import statistics
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from types import ModuleType
from typing import Any

from benchmarks.figures import VICTORIES, VICTORIES_OVER_SCRIPTS, figure
from bot.operations.config import Settings
from bot.players import thought_timer
from bot.players.levels import levels, time_factor
from games import discover
from games.kernel import victory_shares

PROGRESS_GAMES = 20
"""After every this many games the figure so far is printed."""


Script = Callable[[Any, int], str]


def scripts(name: str) -> dict[str, Script]:
    return getattr(scripts_of(name), "SCRIPTS", {})


def scripts_of(name: str) -> ModuleType | None:
    module = f"tests.games.{name}_scripts"
    return importlib.import_module(module) if importlib.util.find_spec(module) else None


def contest(
    name: str, seed: int, pair: tuple[str, str], seconds: tuple[float, float]
) -> tuple[float, int, int]:
    """Plays a game of two players, each a level, a script, or the "default" or "expert" moves of
    the rules; seats swap with the seed. Returns the victory share of the first and the points of
    both.

    Only processor time counts, so that a busy machine does not change the figure.
    """
    thought_timer.MAX_SLOWDOWN = math.inf
    game, rng = discover()[name], random.Random(seed)
    scripted = {"default": game.default, "expert": game.expert} | scripts(name)
    seats = game.fewest_seats
    own = seed % seats
    g = game.new(seats, seed // seats)
    while g.scores is None:
        seat = g.asked[0]
        which = 0 if seat == own else 1
        if script := scripted.get(pair[which]):
            move = script(g, seat)
        else:
            choose, _ = levels()[pair[which]]
            move = choose(game, g, seat, seconds[which], rng)
        g = game.play(g, seat, move)
    return victory_shares(g)[own], g.scores[own], g.scores[1 - own]


def run(name: str, chosen: Namespace) -> None:
    """Prints the share of games that the stronger level wins; shared victories count partly."""
    pairs = [*VICTORIES, *(("steady", script) for script in scripts(name))]
    if chosen.level:
        pairs = [(chosen.level, chosen.against)]
    for pair in pairs:
        measure(name, pair, chosen)


def measure(name: str, pair: tuple[str, str], chosen: Namespace) -> None:
    """Prints the victories of the first of two players, with a 95 % interval, and points."""
    level, against = pair
    longer = chosen.times or time_factor(level)
    opponent = 0.0 if against in scripts(name) else time_factor(against)
    seconds = chosen.seconds * longer, chosen.seconds * opponent
    usual = Settings.model_fields["thinking_seconds"].default
    print(
        f"{name}: {level} against {against}, {chosen.games} games of two, seats swapped;"
        f" {seconds[0]:g} s and {seconds[1]:g} s of work a thought"
        f" (at a table {usual * time_factor(level):g} s and {usual * opponent:g} s)",
        flush=True,
    )
    won: list[float] = []
    points: list[tuple[int, int]] = []
    with ProcessPoolExecutor(chosen.processes) as pool:
        seeds = range(chosen.first, chosen.first + chosen.games)
        each = [pool.submit(contest, name, seed, pair, seconds) for seed in seeds]
        for result in each:
            share, *both = result.result()
            won.append(share)
            points.append((both[0], both[1]))
            if len(won) % PROGRESS_GAMES == 0 and len(won) < chosen.games:
                print(f"    {sum(won):g} of {len(won)}", file=sys.stderr, flush=True)
    low, high = interval(sum(won), len(won))
    own, others = (statistics.fmean(each) for each in zip(*points, strict=True))
    note = f"{low:.0f} to {high:.0f}; {own:.1f} and {others:.1f} points"
    least = VICTORIES_OVER_SCRIPTS if against in scripts(name) else VICTORIES.get(pair)
    share = 100 * sum(won) / len(won)
    figure(f"victories of {level} over {against}", share, "%", least=least, note=note)


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share, in per cent."""
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    off = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return tuple(100 * bound / (1 + z * z / games) for bound in (middle - off, middle + off))


def options(parser: ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=20, help="how many are played")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument("--level", choices=list(levels()), help="the level that is to win")
    parser.add_argument("--against", default="quick", help="a level or a script: over whom")
    parser.add_argument(
        "--seconds", type=float, default=0.01, help="seconds of work of a steady thought"
    )
    parser.add_argument(
        "--times", type=float, help="how many times as long the level thinks, if not as usual"
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), help="games that are played at once"
    )
