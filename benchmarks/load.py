"""Load: many tables in one process of the bot."""

import argparse
import asyncio
import gc
import math
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.crowd import BOT, MIX, PAUSE, Crowd, answered, at_tables, drive
from benchmarks.figures import children, figure, held_mb, percentile, worked_s
from bot.store import Store
from bot.table import Table, Tables, undo
from tests.stored import fill, lengthen
from tests.wire.standin import BY_TOKEN
from tests.wire.standin.things import ACKNOWLEDGE_S

ECHO = "benchmarks.echo"
ABOVE_ECHO, READY, MEMORY, REQUESTS, FLAT = 100, 3, 300, 1.5, 1.25
"""The targets: milliseconds more than the echo, seconds of a start, megabytes, requests per move
under the bot's limit, and the largest cost of a move as a multiple of the smallest.
"""
WARM, ECHOED = 3.0, 20.0
"""How many seconds are not counted at first, and how long the echo is measured at most."""
STORED, SIZES, LINES = 10_000, (10, 1_000, 100_000), (1, 100, 1_000)
SAMPLE = 60
"""The median of this many moves counts."""


# --- Acknowledgements -----------------------------------------------------------------------------


async def crowded(module: str, folder: Path, chosen: argparse.Namespace) -> list[float]:
    """The milliseconds until each interaction was acknowledged, at the chosen rate."""
    seconds = min(chosen.seconds, ECHOED) if module == ECHO else chosen.seconds
    async with at_tables(folder, chosen.tables, module) as crowd:
        await drive(crowd.act, chosen.rate, WARM)
        crowd.acts.clear()
        before = worked_s(crowd.pid)
        await drive(crowd.act, chosen.rate, seconds)
        work = (worked_s(crowd.pid) - before) / len(crowd.acts) * 1e3
        await asyncio.sleep(ACKNOWLEDGE_S)
        memory = held_mb(crowd.pid)
        print(f"    {module}: {work:.1f} ms of work for an interaction, {memory:.0f} MB")
        if module == BOT:
            tell_kinds(crowd)
        return [in_ms(it.acknowledged) for _kind, it in crowd.acts]


def in_ms(seconds: float | None) -> float:
    """The milliseconds until something happened; infinitely many if it never did."""
    return math.inf if seconds is None else seconds * 1e3


def tell_kinds(crowd: Crowd) -> None:
    for kind in MIX:
        those = [it for what, it in crowd.acts if what == kind]
        shares: list[str] = []
        for times in ([it.acknowledged for it in those], [it.answered for it in those]):
            taken = [in_ms(each) for each in times] or [0.0]
            shares.append(f"{percentile(taken, 0.5):>8,.0f} {percentile(taken, 0.99):>8,.0f}")
        print(f"    {kind:<8} acknowledged {shares[0]}, answered {shares[1]} ms (p50, p99)")


async def rate(chosen: argparse.Namespace) -> None:
    """Prints how much later than a bare echo the bot acknowledges."""
    print(f"load: {chosen.tables} running tables, {chosen.rate:g} interactions a second")
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        await fill(Path(name) / "atelier.sqlite3", chosen.tables)
        echo = await crowded(ECHO, Path(name), chosen)
        bot = await crowded(BOT, Path(name), chosen)
    for what, taken in (("a bare echo", echo), ("the bot", bot)):
        figure(f"{what} acknowledges, p50", percentile(taken, 0.5), "ms")
        figure(f"{what} acknowledges, p99", percentile(taken, 0.99), "ms")
    above = percentile(bot, 0.99) - percentile(echo, 0.99)
    figure("the bot above the echo, p99", above, "ms", ABOVE_ECHO)


# --- A start --------------------------------------------------------------------------------------


async def start(chosen: argparse.Namespace) -> None:
    """Prints how soon a bot with many tables answers, and its memory."""
    print(f"load: a start with {chosen.stored:,} running tables")
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        await fill(Path(name) / "atelier.sqlite3", chosen.stored)
        for what in ("the first start", "a later start"):
            async with at_tables(Path(name), chosen.stored) as crowd:
                figure(f"{what}: connected", crowd.connected_s, "s", READY)
                pressed = crowd.press("panel", 1, 0)
                figure("  its panel is shown after", await answered(pressed) * 1e3, "ms")
                acknowledged = in_ms(pressed.acknowledged)
                figure("  the first press is acknowledged after", acknowledged, "ms")
                figure("  memory of the bot", held_mb(crowd.pid), "MB", MEMORY)
                beside = sum(map(held_mb, children(crowd.pid)))
                figure("  memory of the process that draws", beside, "MB")


# --- The cost of a move ---------------------------------------------------------------------------


async def flat(chosen: argparse.Namespace) -> None:
    """Prints the cost of a move among more tables and in longer games, each size in turn."""
    print("load: the cost of a move")
    sizes = [size for size in SIZES if size <= chosen.largest]
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        folders = {size: Path(name) / str(size) for size in sizes}
        for size, folder in folders.items():
            folder.mkdir()
            await fill(folder / "atelier.sqlite3", size, moves=1)
        tell_costs("among {:,} tables", await submitting(folders))
        for size, folder in folders.items():
            async with at_tables(folder, size) as crowd:
                shown = await showing(crowd)
                figure(f"press to shown among {size:,} tables", shown, "ms")
    tell_costs("at line {:,}", await aging(LINES))


def tell_costs(where: str, costs: dict[int, float]) -> None:
    """Prints the cost of a move at each size, and the largest divided by the smallest."""
    for number, taken in costs.items():
        figure(f"submit to commit {where.format(number)}", taken, "ms")
    figure("the greatest by the least", max(costs.values()) / min(costs.values()), "x", FLAT)


async def submitting(folders: dict[int, Path]) -> dict[int, float]:
    """The median milliseconds from submit to commit, at tables of all titles in each folder."""
    stores = {size: await Store.open(at / "atelier.sqlite3") for size, at in folders.items()}
    houses = {size: Tables(store, lambda table: None) for size, store in stores.items()}
    taken: dict[int, list[float]] = {size: [] for size in folders}
    for n in range(SAMPLE):
        for size, tables in houses.items():
            table = await tables.get(1 + n % size)
            if table.row.status == "running":
                taken[size].append(await a_move(table))
    for store in stores.values():
        await store.close()
    return {size: statistics.median(each) for size, each in taken.items()}


async def a_move(table: Table) -> float:
    """The milliseconds of a default move."""
    seat = table.state.asked[0]
    move = table.game.default(table.state, seat)
    began = time.perf_counter()
    await table.submit(seat, move, f"measured {table.seq}")
    return (time.perf_counter() - began) * 1e3


async def showing(crowd: Crowd) -> float:
    """The median milliseconds from a press on a panel to the next panel."""
    taken: list[float] = []
    for n in range(SAMPLE // 2):
        table = 1 + n % crowd.tables
        for seat in crowd.asked(table)[:1]:
            await answered(crowd.press("panel", table, seat))
            if message := crowd.asks(table, seat):
                taken.append(await answered(crowd.move(table, seat, message)) * 1e3)
    return statistics.median(taken)


async def aging(lines: tuple[int, ...]) -> dict[int, float]:
    """The median milliseconds from submit to commit in logs made so long by taking back."""
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        logs: dict[int, Table] = {}
        for line in lines:
            file = Path(name) / f"{line}.sqlite3"
            await fill(file, 1, moves=0)
            logs[line] = await Tables(await Store.open(file), lambda table: None).get(1)
            await lengthen(logs[line], line - 1)
        taken: dict[int, list[float]] = {line: [] for line in lines}
        for _ in range(SAMPLE):
            for line, table in logs.items():
                taken[line].append(await back_and_forth(table))
        for table in logs.values():
            await table.store.close()
    return {line: statistics.median(each) for line, each in taken.items()}


async def back_and_forth(table: Table) -> float:
    """The milliseconds of a move, which is then taken back."""
    taken = await a_move(table)
    await undo.rewind(table, table.question, f"back {table.seq}")
    return taken


# --- Requests -------------------------------------------------------------------------------------


async def requests(chosen: argparse.Namespace) -> None:
    """Prints the requests for a move, by people who are all there or back after an hour."""
    for pause_s in (0, 3600):
        await requests_of(chosen, pause_s)


async def requests_of(chosen: argparse.Namespace, pause_s: int) -> None:
    """Prints how many requests the bot makes per move, with a pause before each turn."""
    print(f"load: requests, at tables of all titles, a pause of {pause_s} s before each turn")
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        await fill(Path(name) / "atelier.sqlite3", chosen.played, moves=1)
        async with at_tables(Path(name), chosen.played) as crowd:
            before = Counter(crowd.discord.kinds)
            tables = range(1, chosen.played + 1)
            played = (crowd.play(n, chosen.moves, pause_s) for n in tables)
            moves = sum(await asyncio.gather(*played))
            await asyncio.sleep(PAUSE)
            made, refused = Counter(crowd.discord.kinds) - before, crowd.refused
    for kind, count in made.most_common():
        print(f"    {kind:<24}{count / moves:>6.2f} a move")
    counted = sum(count for kind, count in made.items() if kind not in BY_TOKEN) / moves
    figure("requests for a move", made.total() / moves, "")
    figure("  of them under the bot's limit", counted, "", REQUESTS)
    figure("refused, because they came too fast", refused, "", 0)


PARTS = {"rate": rate, "start": start, "flat": flat, "requests": requests}


def run(chosen: argparse.Namespace) -> None:
    gc.disable()  # a collection here would look like a slow bot
    for part in [chosen.part] if chosen.part else PARTS:
        asyncio.run(PARTS[part](chosen))


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--part", choices=list(PARTS), help="only this part of the load")
    parser.add_argument("--tables", type=int, default=1_000, help="tables that are crowded")
    parser.add_argument("--seconds", type=float, default=60, help="seconds that the load lasts")
    parser.add_argument("--rate", type=float, default=200, help="interactions a second")
    parser.add_argument("--stored", type=int, default=STORED, help="tables with which it starts")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="tables among which a move")
    parser.add_argument("--played", type=int, default=32, help="tables whose requests count")
    parser.add_argument("--moves", type=int, default=10, help="moves at each of them")
