"""Figures: how they are taken and how they are printed beside their targets."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import Any

REPEATS = 15


def figure(what: str, value: float, unit: str, most: float | None = None, **more: Any) -> None:
    """Prints a figure with its target; `least` is a target from below, `note` stands behind."""
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


def each_takes(run: Callable[[Any], Any], things: list[Any], repeats: int = REPEATS) -> float:
    """Microseconds of the processor that one call takes: the median over repeats of the mean."""
    taken: list[float] = []
    for _ in range(repeats):
        began = time.process_time()
        for thing in things:
            run(thing)
        taken.append((time.process_time() - began) / len(things) * 1e6)
    return statistics.median(taken)


def times(run: Callable[[Any], Any], things: Iterable[Any]) -> list[float]:
    """Milliseconds of each call."""
    taken: list[float] = []
    for thing in things:
        began = time.perf_counter()
        run(thing)
        taken.append((time.perf_counter() - began) * 1e3)
    return taken
