"""Runs benchmarks: `python -m benchmarks [name [options]]`; without a name, all of them."""

import argparse
import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import (
    absent,
    baselines,
    beginners,
    chaos,
    compare,
    costs,
    days,
    faults,
    figures,
    fuzz,
    kernel,
    kill,
    leaks,
    load,
    memory,
    pictures,
    players,
    presses,
    reach,
    review,
    without_discord,
)
from games import discover

OF_A_GAME: dict[str, Callable[[str], None]] = {
    "games": kernel.run,
    "store": without_discord.run_store,
    "stall": without_discord.run_stall,
    "pictures": pictures.run,
    "presses": presses.run,
    "memory": memory.run,
    "reach": reach.run,
}
OF_A_GAME_WITH_OPTIONS = {
    "beginners": beginners,
    "days": days,
    "players": players,
    "review": review,
}
OTHERS = {
    "absent": absent,
    "baselines": baselines,
    "costs": costs,
    "load": load,
    "faults": faults,
    "chaos": chaos,
    "kill": kill,
    "leaks": leaks,
    "fuzz": fuzz,
}
MODULES = {**OF_A_GAME_WITH_OPTIONS, **OTHERS}
ALL = [*OF_A_GAME, "offline", *MODULES]


def run(name: str, chosen: argparse.Namespace) -> None:
    figures.begin(name)
    if name == "offline":
        without_discord.run_offline()
    elif name in OTHERS:
        OTHERS[name].run(chosen)
    else:
        for game in [chosen.game] if chosen.game else discover():
            figures.begin(name, game)
            if name in OF_A_GAME:
                OF_A_GAME[name](game)
            else:
                OF_A_GAME_WITH_OPTIONS[name].run(game, chosen)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    named = parser.add_subparsers(dest="name", metavar="name", help=", ".join([*ALL, "compare"]))
    parsers = {name: named.add_parser(name) for name in ALL}
    for name, each in parsers.items():
        each.add_argument("--game", choices=list(discover()), help="only this game")
        each.add_argument("--save", type=Path, help="a table (CSV) to write the figures to")
        if hasattr(MODULES.get(name), "options"):
            MODULES[name].options(each)
    compare.options(named.add_parser("compare", help="two saved tables side by side"))
    chosen = parser.parse_args(arguments)
    if chosen.name == "compare":
        compare.run(chosen)
        return
    busy = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"{os.cpu_count()} cores, load {busy}, Python {platform.python_version()}")
    for name in [chosen.name] if chosen.name else ALL:
        run(name, chosen if chosen.name else parsers[name].parse_args([]))
    if chosen.name and chosen.save:
        compare.save(figures.printed, chosen.save)


if __name__ == "__main__":
    main()
