"""Looking back on a finished game: its course, a page of its history, its replay."""

import asyncio
import time

from benchmarks.figures import figure
from benchmarks.without_discord import started, tables
from bot.pictures.replays import MAX_BYTES, MAX_FRAMES, Replays
from bot.table import Table
from bot.table.history import read_history, state_at
from bot.table.story import course_of


def run(name: str) -> None:
    asyncio.run(measure(name))


async def measure(name: str) -> None:
    """Plays a game by default moves, and looks back on it."""
    async with tables() as opened:
        table = await started(opened, name, 1, computers=False)
        while table.state.scores is None:
            seat = table.state.asked[0]
            move = table.game.default(table.state, seat)
            await table.submit(seat, move, f"{table.seq}")
        print(f"{name}: a game of {len(table.people)} seats and {table.seq} lines")
        await look_back(table)


async def look_back(table: Table) -> None:
    began = time.perf_counter()
    await course_of(table)
    figure("points over time", (time.perf_counter() - began) * 1e3, "ms")
    found, taken = await read_history(table, None), list[float]()
    for step in range(0, len(found.steps), max(1, len(found.steps) // 20)):
        began = time.perf_counter()
        await state_at(table, await read_history(table, None), step)
        taken.append((time.perf_counter() - began) * 1e3)
    figure("a state of the past, worst of 20", max(taken), "ms", 300)
    began = time.perf_counter()
    made = await Replays().gif(table)
    figure(f"replay of {MAX_FRAMES} pictures", time.perf_counter() - began, "s")
    figure("size of the replay", len(made) / 1e6, "MB", MAX_BYTES / 1e6)
