"""Reviews of strong games: whether planted blunders are turning points, and how many else."""

import math
import os
import random
import statistics
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor

from benchmarks.figures import figure
from bot.operations.config import Settings
from bot.players import review, thought_timer
from bot.players.levels import strong
from bot.players.review import turning_points
from games import discover
from tests.blunders import Choose, played, reviewed, with_blunder

FOUND = 90
"""The target share of planted blunders among the turning points, in per cent."""
MOST_TURNING_POINTS = 1.0
"""The target average of turning points in a game between strong players."""
THOUGHT_S = Settings.model_fields["thinking_seconds"].default
"""How long the steady player thinks at a table, on which a review's time depends."""
TRIES, ROUNDS = 12, 100
"""In how many positions a blunder is looked for, and in how many rounds their moves are tried."""


def players(name: str, seed: int, seconds: float) -> Choose:
    """Strong players who think so many seconds of processor time, whatever else is running."""
    thought_timer.MAX_SLOWDOWN = review.MAX_SLOWDOWN = math.inf
    game, rng = discover()[name], random.Random(seed)
    return lambda g, seat: strong.choose(game, g, seat, seconds, rng)


def planted(name: str, seed: int, seconds: float) -> tuple[bool, float] | None:
    """Whether a review finds its planted blunder, and in what time; None where none was bad."""
    game = discover()[name]
    made = with_blunder(game, seed, players(name, seed, seconds), TRIES, ROUNDS)
    if made is None:
        return None
    positions, place = made
    found, spent = reviewed(game, positions, THOUGHT_S)
    return place in [each.line for each in turning_points(found)], spent


def clean(name: str, seed: int, seconds: float) -> tuple[int, float]:
    """How many turning points a review finds in a clean game, and its processor time."""
    game = discover()[name]
    start = game.new(game.seats[0], seed)
    positions = played(game, start, players(name, seed, seconds))
    found, spent = reviewed(game, positions, THOUGHT_S)
    return len(turning_points(found)), spent


def run(name: str, chosen: Namespace) -> None:
    seeds = range(chosen.first, chosen.first + chosen.games)
    with ProcessPoolExecutor(chosen.processes) as pool:
        bad = [pool.submit(planted, name, seed, chosen.seconds) for seed in seeds]
        good = [pool.submit(clean, name, seed, chosen.seconds) for seed in seeds]
        found = [result for each in bad if (result := each.result())]
        print(f"    {len(found)} blunders were planted", file=sys.stderr, flush=True)
        turns = [each.result() for each in good]
    if found:
        share = 100 * statistics.fmean(hit for hit, _spent in found)
        note = f"of {len(found)} in games of {discover()[name].seats[0]}"
        figure("blunders found among turning points", share, "%", least=FOUND, note=note)
    number = statistics.fmean(n for n, _spent in turns)
    most, note = MOST_TURNING_POINTS, f"in {len(turns)} games without a blunder"
    figure("turning points between strong players", number, "a game", most=most, note=note)
    work = max(spent for _result, spent in [*found, *turns])
    figure("work of the longest review", work, "s", most=130)


def options(parser: ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=2, help="how many of each kind are reviewed")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument(
        "--seconds",
        type=float,
        default=THOUGHT_S * strong.TIME_FACTOR,
        help="seconds of work of a player's thought; by default as long as at a table",
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), help="games that are reviewed at once"
    )
