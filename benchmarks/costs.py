"""What an operator pays: processor time and memory of the bot's processes, and disk for each game.

The bot runs as in production, in its own processes, with a stand-in for Discord. Processor time is
measured, because other programs on the machine change it little.
"""

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from benchmarks.crowd import Crowd, at_tables
from benchmarks.figures import children, figure, held_mb, worked_s
from bot.players.levels import levels
from bot.store import Store
from bot.table import NewTable, Person, Tables, lobby
from games import discover
from tests.stored import fill

STARTS, CHUNKS = 5, 5
"""How often the bot is started, and into how many parts the moves are divided; medians count."""
REST_S = 10.0
"""How long the bot is idle before its memory is read."""
THOUGHT_S = 0.02
"""How long computer players think in the games that are stored: enough for sensible games."""


def run(chosen: argparse.Namespace) -> None:
    for part in [chosen.part] if chosen.part else PARTS:
        asyncio.run(PARTS[part](chosen))


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--part", choices=list(PARTS), help="only this part of the costs")
    for name, number, what in (
        ("--moves", 20, "moves at each table"),
        ("--games", 4, "finished games of each title"),
    ):
        parser.add_argument(name, type=int, default=number, help=f"{what} (default {number})")


def titles(chosen: argparse.Namespace) -> list[str]:
    return [chosen.game] if chosen.game else [*discover()]


def tables_of(name: str) -> list[int]:
    """The numbers of a title's tables in a filled database, one for each number of players."""
    kinds = [game.name for game in discover().values() for _ in game.seats]
    return [number for number, kind in enumerate(kinds, 1) if kind == name]


def every_table() -> int:
    """How many tables there are with one of each title and number of players."""
    return sum(len(game.seats) for game in discover().values())


# --- Processes ------------------------------------------------------------------------------------


def work_of(pid: int) -> tuple[float, float]:
    """Seconds of processor time so far: of the bot, and of the processes it has started."""
    return worked_s(pid), sum(map(worked_s, children(pid)))


def tell_memory(pid: int, when: str) -> None:
    """Prints the memory of each process; shared memory counts in each."""
    parts = [held_mb(each) for each in (pid, *children(pid))]
    each = " + ".join(f"{part:.0f}" for part in parts)
    figure(f"memory {when}", sum(parts), "MB", note=f"bot and its processes: {each}")


# --- What is measured -----------------------------------------------------------------------------


async def start(chosen: argparse.Namespace) -> None:
    """Prints how long a start takes, and the bot's memory before anything is played."""
    print(f"costs: a start with {every_table()} running tables, median of {STARTS}")
    clock, work = list[float](), list[float]()
    with tempfile.TemporaryDirectory(prefix="atelier-costs-") as name:
        await fill(Path(name) / "atelier.sqlite3", every_table(), moves=0)
        for number in range(STARTS):
            async with at_tables(Path(name), every_table()) as crowd:
                clock.append(crowd.connected_s)
                work.append(worked_s(crowd.pid))
                if number == STARTS - 1:
                    await rest(crowd.pid)
    figure("start until connected, by the clock", statistics.median(clock), "s")
    figure("start until connected, processor time", statistics.median(work), "s")


async def rest(pid: int) -> None:
    """Prints memory and processor time of a bot that nobody uses."""
    await asyncio.sleep(REST_S)
    before = sum(work_of(pid))
    figure("start until all is at rest, processor time", before, "s")
    await asyncio.sleep(REST_S)
    figure("processor time at rest", (sum(work_of(pid)) - before) / REST_S * 1e3, "ms/s")
    tell_memory(pid, "at rest")


async def moves(chosen: argparse.Namespace) -> None:
    """Prints the processor time of a move from the press to the board, and memory meanwhile."""
    print("costs: a move by a person, from the press to the panel and the board")
    with tempfile.TemporaryDirectory(prefix="atelier-costs-") as name:
        await fill(Path(name) / "atelier.sqlite3", every_table(), moves=0)
        async with at_tables(Path(name), every_table()) as crowd:
            for title in titles(chosen):
                await a_title(crowd, title, chosen.moves)
            await asyncio.sleep(REST_S)
            tell_memory(crowd.pid, "after all of them")


async def a_title(crowd: Crowd, title: str, moves: int) -> None:
    """Prints what moves of a title cost while all its tables are played at once."""
    chunk, bot, drawing = max(1, moves // CHUNKS), list[float](), list[float]()
    for number in range(CHUNKS + 1):
        before = work_of(crowd.pid)
        played = (crowd.play(table, chunk) for table in tables_of(title))
        made = sum(await asyncio.gather(*played))
        await asyncio.sleep(2)  # until the last board is shown
        after = work_of(crowd.pid)
        if number and made:  # not the first part, whose pictures load what all of them share
            bot.append((after[0] - before[0]) / made * 1e3)
            drawing.append((after[1] - before[1]) / made * 1e3)
    total = statistics.median(map(sum, zip(bot, drawing, strict=True)))
    note = f"bot {statistics.median(bot):.0f}, drawing {statistics.median(drawing):.0f}"
    figure(title, total, "ms", note=note)
    tell_memory(crowd.pid, f"after {title}")


async def thinking(chosen: argparse.Namespace) -> None:
    """Prints the bot's memory while computer players play beside people."""
    print("costs: memory where a computer player sits at every table")
    with tempfile.TemporaryDirectory(prefix="atelier-costs-") as name:
        await fill(Path(name) / "atelier.sqlite3", every_table(), moves=0, computers=1)
        async with at_tables(Path(name), every_table()) as crowd:
            for title in titles(chosen):
                await asyncio.gather(*(crowd.play(n, 3) for n in tables_of(title)))
            await asyncio.sleep(REST_S)
            tell_memory(crowd.pid, "with a process that thinks")


async def disk(chosen: argparse.Namespace) -> None:
    """Prints how much the file grows with each finished game."""
    print(f"costs: disk for a finished game among computer players, {chosen.games} of each")
    for title in titles(chosen):
        game, grown, lines = discover()[title], list[float](), list[int]()
        with tempfile.TemporaryDirectory(prefix="atelier-costs-") as name:
            file = Path(name) / "atelier.sqlite3"
            store = await Store.open(file)
            for number, seats in enumerate(each_size(game.seats, chosen.games)):
                before = size_kb(file)
                lines.append(await finish(Tables(store, lambda table: None), title, seats, number))
                grown.append(size_kb(file) - before)
            await store.close()
        note = f"{min(grown):,.0f} to {max(grown):,.0f} KB, {statistics.median(lines):.0f} moves"
        figure(title, statistics.median(grown), "KB", note=note)


def each_size(seats: range, games: int) -> Iterator[int]:
    """Yields `games` numbers of players, each about as often."""
    return (seats[number % len(seats)] for number in range(games))


async def finish(tables: Tables, title: str, seats: int, number: int) -> int:
    """Plays a game to its end with steady computer players; returns the length of its log."""
    choose, rng = levels()["steady"][0], random.Random(number)
    host = Person("Ada", user=1)
    table = await tables.open(
        NewTable(discover()[title], guild=1, channel=number + 1, people=[host], seats=seats)
    )
    for _ in range(seats - 1):
        await lobby.add_computer(table, 1, "steady")
    await lobby.start(table, 1)
    while table.row.status == "running":
        seat = table.state.asked[0]
        move = await asyncio.to_thread(choose, table.game, table.state, seat, THOUGHT_S, rng)
        await table.submit(seat, move, f"stored {table.seq}")
    return table.seq


def size_kb(file: Path) -> float:
    with closing(sqlite3.connect(file)) as db:
        pages, free, each = (
            db.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("page_count", "freelist_count", "page_size")
        )
    return (pages - free) * each / 1024


PARTS = {"start": start, "moves": moves, "thinking": thinking, "disk": disk}
