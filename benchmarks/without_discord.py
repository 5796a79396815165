"""Tables, store, event loop and offline start: the bot without Discord."""

import asyncio
import importlib.util
import itertools
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.figures import figure, percentile, times
from bot.pictures.drawing import warm
from bot.pictures.pictures import Pictures
from bot.pictures.samples import views as sample_views
from bot.players.pool import Thinkers
from bot.store import Store
from bot.table import NewTable, Person, Table, Tables, lobby
from games import discover

ROOT = Path(__file__).parent.parent
MOVES, DRAWN, STARTS = 400, 60, 3
"""How many moves are stored, how many are drawn, and how often the offline page is opened."""
TICK_S = 0.001
INSERT = "INSERT INTO moves (state) VALUES (?)"


@asynccontextmanager
async def tables() -> AsyncIterator[Tables]:
    """Tables on a store in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="atelier-bench-") as folder:
        store = await Store.open(Path(folder) / "atelier.sqlite3")
        try:
            yield Tables(store, lambda table: None)
        finally:
            await store.close()


async def started(opened: Tables, name: str, channel: int, computers: bool) -> Table:
    """Starts a game of the host with computer players, or with other people."""
    game = discover()[name]
    seats = max(min(3, game.seats[-1]), game.seats[0])
    host = [Person("Ada", user=1)]
    table = await opened.open(NewTable(game, guild=1, channel=channel, people=host, seats=seats))
    for user in range(2, seats + 1):
        if computers:
            await lobby.add_computer(table, 1, "steady")
        else:
            await lobby.join(table, user, f"Guest {user}")
    await lobby.start(table, 1)
    return table


@contextmanager
def bare() -> Iterator[sqlite3.Connection]:
    """A bare database with one table, written through to the disk, for comparison."""
    with (
        tempfile.TemporaryDirectory(prefix="atelier-bench-") as folder,
        closing(sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)) as db,
    ):
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE moves (seq INTEGER PRIMARY KEY, state BLOB)")
        yield db


async def submits(name: str) -> tuple[list[float], list[float]]:
    """The milliseconds of many moves from submit to commit, and of a bare INSERT after each."""
    rng, taken, inserts = random.Random(1), list[float](), list[float]()
    with bare() as db:
        async with tables() as opened:
            for channel in itertools.count(1):
                table = await started(opened, name, channel, computers=False)
                while table.row.status == "running":
                    seat = rng.choice(table.state.asked)
                    move = rng.choice(table.game.legal(table.state, seat))
                    began = time.perf_counter()
                    await table.submit(seat, move, f"token {len(taken)}")
                    taken.append((time.perf_counter() - began) * 1e3)
                    state = table.last and table.last.state
                    inserts += times(partial(db.execute, INSERT), [(state,)], time.perf_counter)
                    if len(taken) == MOVES:
                        return taken, inserts
    raise AssertionError


def run_store(name: str) -> None:
    taken, inserts = asyncio.run(submits(name))
    median, least = statistics.median(taken), statistics.median(inserts)
    print(f"{name}: {len(taken)} moves through a table, synchronous FULL")
    figure("submit to commit, median", median, "ms", 1.5, note=f"{median / least:.1f} x bare")
    figure("submit to commit, p99", percentile(taken, 0.99), "ms")
    figure("a bare INSERT of the same state, median", least, "ms")
    figure("a bare INSERT of the same state, p99", percentile(inserts, 0.99), "ms")


async def tick(gaps: list[float]) -> None:
    """Wakes each millisecond, and records by how many milliseconds it is late."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK_S)
        gaps.append((time.perf_counter() - began - TICK_S) * 1e3)


async def measured(work: Any) -> list[float]:
    """How late the ticks are while `work` runs."""
    gaps: list[float] = []
    ticking = asyncio.create_task(tick(gaps))
    try:
        await work
    finally:
        ticking.cancel()
    return gaps


async def play_and_draw(name: str, moves: int, thinkers: Thinkers) -> None:
    """Plays a game of a person against computer players, and draws all its pictures."""
    pictures, made = Pictures(), 0
    async with tables() as opened:
        for channel in itertools.count(1):
            table = await started(opened, name, channel, computers=True)
            while table.row.status == "running":
                seat = table.state.asked[0]
                level = table.people[seat].level
                if level:
                    move = await thinkers.choose(table.game, table.state, seat, level)
                else:
                    move = table.game.default(table.state, seat)
                await table.submit(seat, move, f"token {channel} {table.seq}", table.question)
                views = [table.view(None), *(table.view(s) for s in table.waiting_people())]
                await asyncio.gather(*(pictures.view(view) for view in views))
                made += 1
                if made >= moves:
                    return


async def stalls(name: str) -> tuple[list[float], list[float]]:
    """How late the ticks are when nothing happens, and during a game."""
    thinkers = Thinkers(0.05)
    await asyncio.to_thread(warm, sample_views(name))
    try:
        await play_and_draw(name, 3, thinkers)
        idle = await measured(asyncio.sleep(1.0))
        return idle, await measured(play_and_draw(name, DRAWN, thinkers))
    finally:
        thinkers.close()


def run_stall(name: str) -> None:
    idle, busy = asyncio.run(stalls(name))
    print(f"{name}: lateness of a tick each millisecond, {len(busy)} ticks")
    for what, gaps, most in (("idle", idle, None), ("a game with pictures", busy, 20)):
        figure(f"{what}, p50", percentile(gaps, 0.5), "ms")
        figure(f"{what}, p99", percentile(gaps, 0.99), "ms", most)
        figure(f"{what}, max", max(gaps), "ms")


def run_offline() -> None:
    """Prints how long it takes until the offline page is open."""
    print("offline: from the command to the address")
    if importlib.util.find_spec("bot.offline") is None:
        print("  there is no bot.offline here")
        return
    taken: list[float] = []
    for _ in range(STARTS):
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "bot.offline", "--port", "0"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        if any("http://" in line for line in process.stdout):
            taken.append(time.perf_counter() - began)
        process.send_signal(signal.SIGINT)
        process.wait(20)
    if taken:
        figure(f"the page is open, median of {STARTS}", statistics.median(taken), "s", 3)
    else:
        print("  it never printed an address")
