"""Runs benchmarks: `python -m tests.benchmarks [name [options]]`; all where none is named."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable

from games import discover
from tests.benchmarks import (
    absent,
    costs,
    faults,
    fuzz,
    house,
    kernel,
    kill,
    leaks,
    load,
    memory,
    pictures,
    players,
    presses,
    reach,
)
from tests.benchmarks.peers import comparison

Run = Callable[[argparse.Namespace], None]


def each_game(run: Callable[[str], None]) -> Run:
    """A benchmark of one game, run for every game or for the one that is asked for."""

    def run_each(chosen: argparse.Namespace) -> None:
        for name in games_of(chosen):
            run(name)

    return run_each


def games_of(chosen: argparse.Namespace) -> list[str]:
    """Every game, or the one that was asked for."""
    return [chosen.game] if chosen.game else [*discover()]


ALL: dict[str, Run] = {
    "games": each_game(kernel.run),
    "store": each_game(house.run_store),
    "stall": each_game(house.run_stall),
    "pictures": each_game(pictures.run),
    "presses": each_game(presses.run),
    "memory": each_game(memory.run),
    "reach": each_game(reach.run),
    "absent": lambda chosen: absent.run(),
    "offline": lambda chosen: house.run_offline(),
    "costs": costs.run,
    "load": load.run,
    "faults": faults.run,
    "kill": lambda chosen: kill.run(chosen.kills, chosen.processes, chosen.seed, games_of(chosen)),
    "leaks": leaks.run,
    "fuzz": lambda chosen: fuzz.run(chosen.examples, chosen.seed),
    "peers": comparison.run,
    "players": lambda chosen: [players.run(name, chosen) for name in games_of(chosen)] and None,
}
OPTIONS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "costs": costs.options,
    "load": load.options,
    "faults": faults.options,
    "kill": kill.options,
    "leaks": leaks.options,
    "fuzz": fuzz.options,
    "peers": comparison.options,
    "players": players.options,
}
"""What can be chosen beside the game; the sizes are small where nothing is chosen."""


def main() -> None:
    """Reads the command line and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    named = parser.add_subparsers(dest="name", metavar="name", help=", ".join(ALL))
    parsers = {name: named.add_parser(name) for name in ALL}
    for name, each in parsers.items():
        each.add_argument("--game", choices=list(discover()), help="only this game")
        if name in OPTIONS:
            OPTIONS[name](each)
    chosen = parser.parse_args()
    busy = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"{os.cpu_count()} cores, load {busy}, Python {platform.python_version()}")
    for name in [chosen.name] if chosen.name else ALL:
        ALL[name](chosen if chosen.name else parsers[name].parse_args([]))


if __name__ == "__main__":
    main()
