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
OTHERS: dict[str, Callable[[argparse.Namespace], None]] = {
    "absent": lambda chosen: absent.run(),
    "baselines": baselines.run,
    "beginners": lambda chosen: run_with_options("beginners", beginners.run, chosen),
    "offline": lambda chosen: without_discord.run_offline(),
    "costs": costs.run,
    "load": load.run,
    "days": lambda chosen: run_with_options("days", days.run, chosen),
    "faults": faults.run,
    "chaos": chaos.run,
    "kill": lambda chosen: kill.run(chosen.kills, chosen.processes, chosen.seed, games_of(chosen)),
    "leaks": leaks.run,
    "fuzz": lambda chosen: fuzz.run(chosen.examples, chosen.seed),
    "players": lambda chosen: run_with_options("players", players.run, chosen),
    "review": lambda chosen: run_with_options("review", review.run, chosen),
}
ALL = [*OF_A_GAME, *OTHERS]
OPTIONS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "baselines": baselines.options,
    "beginners": beginners.options,
    "costs": costs.options,
    "load": load.options,
    "days": days.options,
    "faults": faults.options,
    "chaos": chaos.options,
    "kill": kill.options,
    "leaks": leaks.options,
    "fuzz": fuzz.options,
    "players": players.options,
    "review": review.options,
}
"""The options of each benchmark beside the game; the default sizes are small."""


def games_of(chosen: argparse.Namespace) -> list[str]:
    return [chosen.game] if chosen.game else [*discover()]


def run_with_options(
    name: str, run: Callable[[str, argparse.Namespace], None], chosen: argparse.Namespace
) -> None:
    """Runs a benchmark of each game that has options of its own."""
    for game in games_of(chosen):
        figures.begin(name, game)
        run(game, chosen)


def run(name: str, chosen: argparse.Namespace) -> None:
    figures.begin(name)
    if name in OTHERS:
        OTHERS[name](chosen)
        return
    for game in games_of(chosen):
        figures.begin(name, game)
        OF_A_GAME[name](game)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    named = parser.add_subparsers(dest="name", metavar="name", help=", ".join([*ALL, "compare"]))
    parsers = {name: named.add_parser(name) for name in ALL}
    for name, each in parsers.items():
        each.add_argument("--game", choices=list(discover()), help="only this game")
        each.add_argument("--save", type=Path, help="a table (CSV) to write the figures to")
        if name in OPTIONS:
            OPTIONS[name](each)
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
