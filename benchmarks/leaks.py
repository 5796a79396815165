"""Leaks: compares very many pairs of states and tables that a viewer must not tell apart."""

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from atelier_testing.leaks import Found, search
from benchmarks.figures import figure
from games import discover
from tests.twins import at_tables

PICTURED = 0.06
"""The share of the pairs of states whose pictures are compared too."""
AT_TABLES = 0.02
"""The share of all pairs that are compared as tables, with everything that is sent there."""
A_JOB, A_SITTING = 400, 20
"""How many pairs of states, and of tables, a process compares before it reports."""

Job = tuple[str, bool, int, int]
"""A title, whether tables are compared, how many pairs, and the seed."""


def run(chosen: argparse.Namespace) -> None:
    """Prints how many pairs of each title were compared, and where they differed."""
    names = [chosen.game] if chosen.game else list(discover())
    began = time.monotonic()
    found = {name: [Found(), Found()] for name in names}
    with ProcessPoolExecutor(chosen.processes) as pool:
        work = {pool.submit(looked, job): job for job in jobs(names, chosen.pairs, chosen.seed)}
        for done, each in enumerate(as_completed(work), 1):
            name, at_table, *_size = work[each]
            if each.exception():  # told at once, not after all the others
                pool.shutdown(cancel_futures=True)
            found[name][at_table] += each.result()
            if done % max(1, len(work) // 50) == 0 or done == len(work):
                told(done, len(work), time.monotonic() - began, found)
    for name in names:
        report(name, *found[name])


def jobs(names: list[str], pairs: int, seed: int) -> Iterator[Job]:
    """Splits the work into jobs, all titles in turn, so that every minute covers all of them."""
    sitting = -(-round(pairs * AT_TABLES / len(names)) // A_SITTING)
    states = -(-round(pairs * (1 - AT_TABLES) / len(names)) // A_JOB)
    for n in range(max(states, sitting)):
        for name in names:
            if n < states:
                yield name, False, A_JOB, seed * 100_000 + n
            if n < sitting:
                yield name, True, A_SITTING, seed * 100_000 + n


def looked(job: Job) -> Found:
    name, at_table, pairs, seed = job
    if at_table:
        return at_tables(name, pairs, seed)
    return search(discover()[name], pairs, seed, PICTURED)


def told(done: int, of: int, seconds: float, found: dict[str, list[Found]]) -> None:
    all_ = sum((each for both in found.values() for each in both), Found())
    said = f"{all_.pairs:,} pairs, {sum(all_.leaks.values())} leaks, {seconds:,.0f} s"
    print(
        f"  {done} of {of} pieces: {said}, about {seconds / done * (of - done):,.0f} s left",
        flush=True,
    )


def report(name: str, states: Found, tables: Found) -> None:
    both = states + tables
    print(f"{name}: {both.pairs:,} pairs that a viewer cannot tell apart")
    figure("pairs of states", states.pairs, "pairs")
    figure("of these, more than the chance to come differs", states.differing, "pairs")
    figure("continued with the same move", states.continued, "pairs")
    figure("pairs that chance made different", states.dealt, "pairs")
    figure("of these pairs, drawn and compared", states.pictures, "pairs")
    figure("pairs at tables, all sent and answered", tables.pairs, "pairs")
    figure("leaks", sum(both.leaks.values()), "leaks", 0)
    for leak, times in both.leaks.most_common(20):
        print(f"    {times} x {leak}")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pairs", type=int, default=5_000, help="how many are compared")
    parser.add_argument("--seed", type=int, default=1, help="what they are dealt from")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), help="pairs that are compared at once"
    )
