"""Tables whose people all stay away, over days of simulated time: how long they stand still."""

import asyncio
import time
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figures import figure
from bot.store import Store, TurnRow
from bot.table import Tables
from bot.table.clock import DAY_S, HOUR_S, Clock
from tests.absent import SWEEP_S, longest_standstill

TABLES, DAYS, TURNS = 1_000, 10, 10_000
"""How many tables are played for how many days, and how many turns a sweep looks at."""


def run(_chosen: Namespace) -> None:
    with TemporaryDirectory() as folder:
        found = asyncio.run(longest_standstill(Path(folder), TABLES, DAYS))
        figure(f"moves at {TABLES:,} tables whose people stay away", found.moves, "")
        most = (DAY_S + SWEEP_S) / HOUR_S
        figure("longest wait beyond its deadline", found.over_pace / HOUR_S, "h", most)
    with TemporaryDirectory() as folder:
        figure(f"a sweep over {TURNS:,} tables", asyncio.run(sweep(Path(folder), TURNS)), "ms", 100)


async def sweep(folder: Path, tables: int) -> float:
    """The milliseconds of a sweep over this many turns, of which three are due."""
    store = await Store.open(folder / "turns.sqlite3")
    now = 1.77e9
    await store.turns.save(
        TurnRow(n, 0, n, 1, now, now + DAY_S, now + (n > 3) * HOUR_S) for n in range(1, tables + 1)
    )

    async def nothing(*_args: Any) -> None:
        pass

    clock = Clock(
        store,
        Tables(store, lambda table: None),
        show=nothing,
        answer=nothing,
        notify=nothing,
        now=lambda: now,
    )
    begun = time.perf_counter()
    await clock.sweep()
    taken = 1000 * (time.perf_counter() - begun)
    await store.close()
    return taken
