"""Figures: how they are measured, and printed beside their targets."""

import os
import statistics
import time
import timeit
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

CALLS, REPEATS = 20, 5
TARGETS: dict[str, dict[str, float]] = {
    "wigs": {"moves": 30_000, "play": 25, "dump": 10, "load": 25, "board": 25},
    "royal_threadcount": {"moves": 20_000, "board": 30, "own screen": 20},
    "brick_and_mortar": {"moves": 5_000, "board": 40, "own screen": 40},
    "rokoko": {"moves": 8_000, "board": 40},
    "pret_a_porter": {"moves": 5_000, "board": 40},
}
"""The targets of every game: moves a second, microseconds, milliseconds."""
VICTORIES = {("steady", "quick"): 85, ("strong", "steady"): 65}
"""The target share of two-player games, in per cent, that a level wins against another."""
VICTORIES_OVER_SCRIPTS = 80
"""The same for the steady level against a script of a title."""


class Figure(NamedTuple):
    """A figure as it is saved, with its benchmark, and its game if it has one."""

    benchmark: str
    what: str
    value: float
    unit: str


printed: list[Figure] = []
_benchmark = [""]


def begin(benchmark: str, game: str = "") -> None:
    _benchmark[0] = f"{benchmark} {game}".strip()


def keep(what: str, value: float, unit: str) -> None:
    """Has a figure saved that is printed otherwise."""
    printed.append(Figure(_benchmark[0], what.strip(), value, unit))


def figure(what: str, value: float, unit: str, most: float | None = None, **more: Any) -> None:
    """Prints a figure with its target: `most`, or `least` if more is better; `note` follows it."""
    keep(what, value, unit)
    least = more.get("least")
    target = met = ""
    if most is not None:
        target, met = f"<= {most:,g} {unit}", "met" if value <= most else "MISSED"
    elif least is not None:
        target, met = f">= {least:,g} {unit}", "met" if value >= least else "MISSED"
    shown = f"{value:,.0f}" if value >= 1000 else f"{value:,.2f}"
    print(f"  {what:<46}{shown:>10} {unit:<8}{target:<18}{met:<7}{more.get('note', '')}".rstrip())


def percentile(values: Iterable[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def each_takes(run: Callable[[Any], Any], things: list[Any]) -> float:
    """The microseconds of one call: the median of best times; processor time, without gc."""
    best: list[float] = []
    for thing in things:
        timed = timeit.Timer(lambda thing=thing: run(thing), timer=time.process_time)
        taken = timed.repeat(REPEATS, CALLS)
        best.append(min(taken) / CALLS)
    return statistics.median(best) * 1e6


def times(
    run: Callable[[Any], Any],
    things: Iterable[Any],
    clock: Callable[[], float] = time.process_time,
) -> list[float]:
    """The milliseconds of each call, in processor time or by another clock."""
    taken: list[float] = []
    for thing in things:
        began = clock()
        run(thing)
        taken.append((clock() - began) * 1e3)
    return taken


def children(pid: int) -> list[int]:
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def worked_s(pid: int) -> float:
    """Seconds of processor time that a process has taken so far."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def held_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    [line] = [each for each in status.splitlines() if each.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024
