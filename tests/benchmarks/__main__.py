"""Runs benchmarks: `python -m tests.benchmarks [name...]`, all of them where none is named."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable

from bot.players import levels
from games import discover
from tests.benchmarks import absent, house, kernel, load, memory, pictures, players, presses, reach

ALL: dict[str, Callable[[argparse.Namespace], None]] = {
    "games": lambda chosen: each_game(kernel.run, chosen),
    "store": lambda chosen: each_game(house.run_store, chosen),
    "stall": lambda chosen: each_game(house.run_stall, chosen),
    "pictures": lambda chosen: each_game(pictures.run, chosen),
    "presses": lambda chosen: each_game(presses.run, chosen),
    "memory": lambda chosen: each_game(memory.run, chosen),
    "reach": lambda chosen: each_game(reach.run, chosen),
    "load": load.run,
    "absent": lambda chosen: absent.run(),
    "offline": lambda chosen: house.run_offline(),
    "players": lambda chosen: each_game(lambda name: players.run(name, chosen), chosen),
}


def each_game(run: Callable[[str], None], chosen: argparse.Namespace) -> None:
    """Runs a benchmark for every game, or for the one that was asked for."""
    for name in [chosen.game] if chosen.game else discover():
        run(name)


def main() -> None:
    """Reads the command line and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(ALL))
    parser.add_argument("--game", choices=list(discover()), help="only this game")
    parser.add_argument("--games", type=int, default=20, help="games that players play")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument("--level", choices=list(levels()), help="the level that is to win")
    parser.add_argument("--against", choices=list(levels()), default="quick", help="and over whom")
    parser.add_argument(
        "--seconds", type=float, help="seconds of work of a steady thought, or of the load"
    )
    parser.add_argument(
        "--times", type=float, help="how many times as long the level thinks, if not as usual"
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), help="games that are played at once"
    )
    load.options(parser)
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.names if name not in ALL]:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(ALL)}")
    busy = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"{os.cpu_count()} cores, load {busy}, Python {platform.python_version()}")
    for name in chosen.names or ALL:
        ALL[name](chosen)


if __name__ == "__main__":
    main()
