"""Load: many tables in one process of the bot, on a light Discord of loopback."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.crowd import Control, Crowd
from tests.benchmarks.figures import figure, percentile
from tests.benchmarks.stored import fill

ROOT = Path(__file__).parent.parent.parent
ECHO, BOT = "tests.benchmarks.echo", "bot"
MIX = {
    "panel": 30,
    "move": 25,
    "letter": 20,
    "hand": 8,
    "log": 5,
    "stale": 5,
    "games": 5,
    "typed": 2,
}
"""Of a hundred things that people do, how many are of each kind: opening the own panel, a move on
it, a letter typed into /move, looking at the hand and the log, pressing what has passed, /games,
and /move.
"""
ABOVE_ECHO, READY, MEMORY, REQUESTS = 100, 3, 300, 3
"""Milliseconds, seconds, megabytes, and requests a move."""
WARM = 3.0
"""Seconds of the same before anything counts."""


@dataclass
class House:
    """A process of the bot, or of the echo, with its people."""

    crowd: Crowd
    database: Path
    process: asyncio.subprocess.Process
    started: float

    def work(self) -> float:
        """Seconds that its threads have worked so far."""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().split()[13:15]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes that the process holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        [line] = [each for each in status.splitlines() if each.startswith("VmRSS:")]
        return int(line.split()[1]) / 1024


@asynccontextmanager
async def house(module: str, folder: Path, tables: int) -> AsyncIterator[House]:
    """A running process of this module over the database of a folder, connected."""
    crowd, database = Crowd(tables), folder / "atelier.sqlite3"
    await crowd.start()
    environment = os.environ | crowd.environment
    environment |= {"PYTHONPATH": str(ROOT), "DATABASE_URL": f"sqlite:///{database}"}
    started = time.perf_counter()
    with (folder / f"{module}.log").open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, cwd=folder, env=environment, stdout=output, stderr=output
        )
    try:
        await asyncio.wait_for(crowd.ready.wait(), 20)
        yield House(crowd, database, process, started)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), 60)
        await crowd.close()


class People:
    """What people do at the tables of a house, at random."""

    def __init__(self, house: House, seed: int = 1) -> None:
        """Takes the house; who is asked is read from its database."""
        self.crowd, self.rng = house.crowd, random.Random(seed)
        self._db = sqlite3.connect(house.database, isolation_level=None)
        self._passed: list[tuple[int, int, Control]] = []

    def close(self) -> None:
        """Reads no more."""
        self._db.close()

    def act(self) -> None:
        """One of them does something."""
        [kind] = self.rng.choices(list(MIX), MIX.values())
        table = self.rng.randrange(1, self.crowd.tables + 1)
        seat = self._asked(table)
        match kind:
            case "move" | "typed":
                self._move(kind, table, seat)
            case "stale" if self._passed:
                table, seat, control = self.rng.choice(self._passed)
                self.crowd.press("stale", table, seat, control, panel=True)
            case "letter":
                self.crowd.command("letter", table, seat, "move", move=self.rng.choice("abest"))
            case "games":
                self.crowd.command("games", table, seat, "games")
            case "hand" | "log":
                self.crowd.press(kind, table, seat, (f"{kind}:{table}:", ""), panel=False)
            case _:
                self.crowd.press("panel", table, seat, (f"panel:{table}:", ""), panel=False)

    def _asked(self, table: int) -> int:
        """Somebody who is asked at a table."""
        rows = self._db.execute("SELECT seat FROM turns WHERE table_id = ?", (table,)).fetchall()
        return self.rng.choice(rows)[0] if rows else 0

    def _move(self, kind: str, table: int, seat: int) -> None:
        """Somebody who has his panel before him makes a move there, or by command; else somebody
        opens his.
        """
        open_panels = [place for place, panel in self.crowd.panels.items() if panel.moves]
        if not open_panels:
            self.crowd.press("panel", table, seat, (f"panel:{table}:", ""), panel=False)
            return
        table, seat = self.rng.choice(open_panels)
        control = self.rng.choice(self.crowd.panels[table, seat].moves)
        self.crowd.panels[table, seat].moves = []
        self._passed = [*self._passed[-99:], (table, seat, control)]
        if kind == "move":
            self.crowd.press("move", table, seat, control, panel=True)
        else:
            self.crowd.command("typed", table, seat, "move", move=words(control))


def words(control: Control) -> str:
    """The move of a control, as it is typed."""
    custom_id, value = control
    return value.partition(":")[2] if value else custom_id.split(":", 3)[3]


async def drive(act: Callable[[], None], rate: float, seconds: float) -> None:
    """Has people act so many times a second, whatever becomes of it."""
    began, done = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < seconds:
        while done < now * rate:
            act()
            done += 1
        await asyncio.sleep(0.002)


async def crowded(module: str, folder: Path, chosen: argparse.Namespace) -> list[float]:
    """Milliseconds until each interaction was acknowledged, while so many come each second."""
    async with house(module, folder, chosen.tables) as it:
        people = People(it)
        await drive(people.act, chosen.rate, WARM)
        it.crowd.waits.clear()
        it.crowd.answers.clear()
        it.crowd.requests.clear()
        before = it.work()
        seconds = chosen.seconds if module == BOT else min(chosen.seconds, 20)
        for left in range(int(seconds), 0, -10):
            await drive(people.act, chosen.rate, min(left, 10))
            print(
                f"    {module}: {len(it.crowd.waits)} acknowledged, {left - min(left, 10)} s left",
                flush=True,
            )
        people.close()
        await asyncio.sleep(1)
        if module == BOT:
            tell(it, chosen)
        work = (it.work() - before) / len(it.crowd.waits) * 1e3
        print(f"    {module}: {work:.1f} ms of work for an interaction")
        return [taken * 1e3 for _kind, taken in it.crowd.waits]


def tell(it: House, chosen: argparse.Namespace) -> None:
    """Prints what the bot did beside acknowledging."""
    for kind in MIX:
        waits = [taken * 1e3 for what, taken in it.crowd.waits if what == kind]
        shown = [taken * 1e3 for what, taken in it.crowd.answers if what == kind]
        if waits:
            print(
                f"    {kind:<8}{len(waits):>6} acknowledged p50 {percentile(waits, 0.5):>8.1f} p99 {percentile(waits, 0.99):>8.1f} ms; {len(shown):>6} answered"
                + (
                    f" p50 {percentile(shown, 0.5):>8.0f} p99 {percentile(shown, 0.99):>8.0f} ms"
                    if shown
                    else ""
                )
            )
    print(
        f"    requests {dict(it.crowd.requests)}, refused {it.crowd.refused}, {it.memory():.0f} MB"
    )


async def run_rate(chosen: argparse.Namespace) -> None:
    """Prints how much later the bot acknowledges than a bare echo does."""
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        folder = Path(name)
        await fill(folder / "atelier.sqlite3", chosen.tables)
        print(f"load: {chosen.tables} running tables, {chosen.rate:g} interactions a second")
        echo = await crowded(ECHO, folder, chosen)
        bot = await crowded(BOT, folder, chosen)
        print((folder / "bot.log").read_text()[-3000:])
        for what, taken in (("a bare echo", echo), ("the bot", bot)):
            figure(f"{what} acknowledges, p50", percentile(taken, 0.5), "ms")
            figure(f"{what} acknowledges, p99", percentile(taken, 0.99), "ms")
        above = percentile(bot, 0.99) - percentile(echo, 0.99)
        figure("the bot above the echo, p99", above, "ms", ABOVE_ECHO)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    asyncio.run(run_rate(parser.parse_args()))
