"""Baselines for programs that learn: what each level and the moves of the rules reach against one.

It prints a table for docs/research.md. Only processor time counts for thoughts, so that a busy
machine does not change it much; it does change with the processor.
"""

import statistics
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor

from benchmarks.figures import begin, keep
from benchmarks.players import contest
from bot.players.levels import levels, time_factor
from games import discover

PLAYERS = ["quick", "default", "expert", "steady", "strong"]
""""quick" makes any legal move; default and expert are a game's, for absent and good players."""


def run(chosen: Namespace) -> None:
    """Prints a row for each game: victories in per cent and mean points of each player."""
    print(f"| against {chosen.opponent} | " + " | ".join(PLAYERS) + " |")
    print("|---" * (1 + len(PLAYERS)) + "|")
    for name in [chosen.game] if chosen.game else discover():
        begin("baselines", name)
        print(f"| {name} |", end="", flush=True)
        for player in PLAYERS:
            won, points = baseline(name, player, chosen)
            keep(f"victories of {player} over {chosen.opponent}", won, "%")
            keep(f"points of {player} against {chosen.opponent}", points, "points")
            print(f" {won:.0f} %, {points:.0f} |", end="", flush=True)
        print()


def baseline(name: str, player: str, chosen: Namespace) -> tuple[float, float]:
    """The victories of a player in per cent, and its mean points."""
    pair = player, chosen.opponent
    seconds = [chosen.seconds * time_factor(each) if each in levels() else 0.0 for each in pair]
    with ProcessPoolExecutor(chosen.processes) as pool:
        seeds = range(chosen.first, chosen.first + chosen.games)
        played = [pool.submit(contest, name, seed, pair, tuple(seconds)) for seed in seeds]
        shares, points, _ = zip(*(each.result() for each in played), strict=True)
    return 100 * statistics.fmean(shares), statistics.fmean(points)


def options(parser: ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=10, help="how many each plays; seats swap")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument("--opponent", choices=list(levels()), default="steady")
    parser.add_argument("--seconds", type=float, default=0.002, help="of work of a steady thought")
    parser.add_argument("--processes", type=int, default=2, help="games that are played at once")
