"""Compares two tables of figures, to see what a change made slower or larger.

python -m benchmarks pictures --save before.csv
python -m benchmarks pictures --save after.csv
python -m benchmarks compare before.csv after.csv
"""

import csv
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

from benchmarks.figures import Figure

TOLERANCE = 1.1
"""A figure that got worse by less than this factor is taken as unchanged."""
LESS_IS_BETTER = {"us", "ms", "s", "h", "ms/s", "bytes", "KB", "MB"}
MORE_IS_BETTER = {"moves/s", "%"}


def save(figures: Iterable[Figure], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(Figure._fields)
        table.writerows(figures)


def read(path: Path) -> dict[tuple[str, str], Figure]:
    """Returns the figures of a table by benchmark and name; of equal names the last."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [
            Figure(row["benchmark"], row["what"], float(row["value"]), row["unit"])
            for row in csv.DictReader(file)
        ]
    return {(row.benchmark, row.what): row for row in rows}


def verdict(old: Figure, new: Figure) -> str:
    """Returns "worse", "better", or "" where both are alike or the unit has no better direction."""
    if old.unit in LESS_IS_BETTER:
        first, second = old.value, new.value
    elif old.unit in MORE_IS_BETTER:
        first, second = new.value, old.value
    else:
        return ""
    if second > first * TOLERANCE:
        return "worse"
    return "better" if first > second * TOLERANCE else ""


def run(chosen: Namespace) -> None:
    """Prints both tables, and what got worse; SystemExit with 1 if anything did."""
    old, new = read(chosen.old), read(chosen.new)
    worse = 0
    for key, before in old.items():
        if (after := new.get(key)) is None:
            continue
        change = f"{100 * (after.value / before.value - 1):+.0f} %" if before.value else ""
        said = verdict(before, after)
        worse += said == "worse"
        where = f"{before.benchmark}: {before.what}"
        both = f"{before.value:>10,.2f}{after.value:>10,.2f} {before.unit}"
        print(f"{where:<72}{both:<30}{change:>8}  {said}".rstrip())
    for title, keys in (
        ("only before", old.keys() - new.keys()),
        ("only now", new.keys() - old.keys()),
    ):
        for benchmark, what in sorted(keys):
            print(f"{title}: {benchmark}: {what}")
    print(f"{worse} got worse by more than {100 * (TOLERANCE - 1):.0f} %")
    raise SystemExit(worse > 0)


def options(parser: ArgumentParser) -> None:
    parser.add_argument("old", type=Path, help="the table before the change")
    parser.add_argument("new", type=Path, help="the table after it")
