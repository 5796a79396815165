"""Kills the bot's process at random instants, while people play every game at once."""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

from benchmarks.figures import figure, percentile
from games import discover
from tests.wire.kill import DOWN, UP, Tally, killing

REPAIR_S = 10.0
"""Everything must be shown within this time after a start."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=20, help="how often the bot is killed")
    parser.add_argument("--processes", type=int, default=2, help="bots that run at once")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn at random")


def run(chosen: argparse.Namespace) -> None:
    kills, processes, seed = chosen.kills, chosen.processes, chosen.seed
    games = [chosen.game] if chosen.game else [*discover()]
    print(f"kills: {kills} over {', '.join(games)}, seed {seed}")
    began, shares = time.monotonic(), [kills * n // processes for n in range(processes + 1)]
    work = [(b - a, seed + n, list(games)) for n, (a, b) in enumerate(pairwise(shares))]
    tally = Tally()
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for each in pool.map(_kill, *zip(*work, strict=True)):
            tally += each
    for stage in UP | DOWN:
        figure(f"killed while {stage}", tally.kills[stage], "times")
    figure("moves confirmed, all in the log once", tally.moves, "moves")
    figure("lines of logs, played again to the stored state", tally.lines, "lines")
    figure("games played to their end", tally.games, "games")
    figure("old controls used, all answered", tally.pressed, "presses")
    figure("start to connected, p50", percentile(tally.connected, 0.5), "s")
    for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
        figure(f"start to all shown, {name}", percentile(tally.repaired, share), "s", REPAIR_S)
    figure("a kill takes", (time.monotonic() - began) / kills, "s")


def _kill(kills: int, seed: int, games: list[str]) -> Tally:
    """Does one run in its own process."""

    def told(tally: Tally) -> None:
        n = tally.kills.total()
        if n % 25 == 0 or n == kills:
            worst = max(tally.repaired)
            print(f"    bot {seed}: {n} of {kills} kills, slowest repair {worst:.1f} s", flush=True)

    # Requests that break off are expected here.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(killing(Path(folder), kills, seed, games, told=told))
