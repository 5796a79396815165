"""Load: many tables in one process of the bot, with a light stand-in for Discord."""

import argparse
import asyncio
import gc
import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.crowd import PICKS, Control, Crowd, Panel
from benchmarks.figures import figure, percentile
from bot.store import Store
from bot.table import Table, Tables, undo
from tests.stored import fill, lengthen
from tests.wire.standin import until

ROOT = Path(__file__).parent.parent
ECHO, BOT = "benchmarks.echo", "bot"
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
"""How many of a hundred interactions are of each kind: opening one's panel, a move on it, a letter
typed into /move, looking at hand and log, pressing an old button, /turns, and /move.
"""
ABOVE_ECHO, READY, MEMORY, REQUESTS, FLAT = 100, 3, 300, 1.5, 1.25
"""The targets: milliseconds more than the echo, seconds of a start, megabytes, requests per move
under the bot's limit, and the largest cost of a move as a multiple of the smallest.
"""
WARM, ECHOED = 3.0, 20.0
"""How many seconds are not counted at first, and how long the echo is measured at most."""
BY_TOKEN = ("acknowledge", "answer", "follow up", "edit a panel", "delete a panel")
"""Requests by the token of an interaction, which Discord's limit for a bot does not count."""
STORED, SIZES, LINES = 10_000, (10, 1_000, 100_000), (1, 100, 1_000)
CHANNELS = 1_000
"""How many channels the bot gets when it logs in."""
SAMPLE = 60
"""The median of this many moves counts."""
PAUSE = 2.0
"""How many seconds people look at the board before the next move."""


@dataclass
class BotProcess:
    """A process of the bot, or of the echo, with its people."""

    crowd: Crowd
    database: Path
    process: asyncio.subprocess.Process
    started: float

    def work(self) -> float:
        """The processor time of the process so far, in seconds."""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().split()[13:15]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes that the process holds now."""
        return held(self.process.pid)

    def beside(self) -> float:
        """Megabytes that the processes hold which it has started."""
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return sum(held(int(child)) for child in task.read_text().split())


def held(pid: int) -> float:
    """Megabytes that a process holds now."""
    status = Path(f"/proc/{pid}/status").read_text()
    [line] = [each for each in status.splitlines() if each.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


@asynccontextmanager
async def running_bot(module: str, folder: Path, tables: int) -> AsyncIterator[BotProcess]:
    """A running process of this module over the database of a folder, connected."""
    crowd, database = Crowd(min(tables, CHANNELS)), folder / "atelier.sqlite3"
    await crowd.start()
    environment = dict(os.environ) | crowd.environment
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a host compiles once, not with each start
    environment |= {"PYTHONPATH": str(ROOT), "DATABASE_URL": f"sqlite:///{database}"}
    started = time.perf_counter()
    with (folder / f"{module}.log").open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, cwd=folder, env=environment, stdout=output, stderr=output
        )
    try:
        await asyncio.wait_for(crowd.ready.wait(), 60)
        yield BotProcess(crowd, database, process, started)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), 60)
        await crowd.close()


class People:
    """People who act at random at the tables of a bot."""

    def __init__(self, process: BotProcess, seed: int = 1) -> None:
        """Takes the bot's process; who is asked is read from its database."""
        self.crowd, self.rng = process.crowd, random.Random(seed)
        self._db = sqlite3.connect(process.database, isolation_level=None)
        self._passed: list[tuple[int, int, Control, Panel]] = []

    def close(self) -> None:
        self._db.close()

    def act(self) -> None:
        """One person does something."""
        [kind] = self.rng.choices(list(MIX), MIX.values())
        table = self.rng.randrange(1, self.crowd.tables + 1)
        seat = self.asked(table)
        match kind:
            case "move" | "typed":
                self._move(kind, table, seat)
            case "stale" if self._passed:
                table, seat, control, own = self.rng.choice(self._passed)
                self.crowd.press("stale", table, seat, control, own)
            case "letter":
                self.crowd.command("letter", table, seat, "move", move=self.rng.choice("abest"))
            case "games":
                self.crowd.command("games", table, seat, "turns")
            case "hand" | "log":
                self.crowd.press(kind, table, seat, (f"{kind}:{table}:", ""))
            case _:
                self.crowd.press("panel", table, seat, (f"panel:{table}:", ""))

    def running(self, table: int) -> bool:
        sql = "SELECT 1 FROM tables WHERE id = ? AND status = 'running'"
        return self._db.execute(sql, (table,)).fetchone() is not None

    def let_pass(self, table: int, seconds: int) -> None:
        """Makes the messages of a table older, as if time had passed."""
        self._db.execute("UPDATE posts SET made = made - ? WHERE table_id = ?", (seconds, table))

    def asked(self, table: int) -> int:
        """Somebody who is asked at a table."""
        return self.rng.choice(self._asked(table) or [0])

    def is_asked(self, table: int, seat: int) -> bool:
        return seat in self._asked(table)

    def _asked(self, table: int) -> list[int]:
        sql = "SELECT seat FROM turns WHERE table_id = ?"
        return [seat for (seat,) in self._db.execute(sql, (table,))]

    def _move(self, kind: str, table: int, seat: int) -> None:
        """Somebody makes a move on their open panel, or by command; if no panel is open, somebody
        opens theirs.
        """
        open_panels = [place for place, panel in self.crowd.panels.items() if panel.moves]
        if not open_panels:
            self.crowd.press("panel", table, seat, (f"panel:{table}:", ""))
            return
        table, seat = self.rng.choice(open_panels)
        own = self.crowd.panels[table, seat]
        control = self.rng.choice(own.moves)
        own.moves = []
        self._passed = [*self._passed[-99:], (table, seat, control, own)]
        if kind == "move" or control[0].startswith(PICKS):
            self.crowd.press("move", table, seat, control, own)
        else:
            self.crowd.command("typed", table, seat, "move", move=words(control))


def words(control: Control) -> str:
    """The move of a control, as people type it."""
    custom_id, value = control
    return value.partition(":")[2] if value else custom_id.split(":", 3)[3]


async def drive(act: Callable[[], None], rate: float, seconds: float) -> None:
    """Calls `act` at this rate, without waiting for the answers."""
    began, done = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < seconds:
        while done < now * rate:
            act()
            done += 1
        await asyncio.sleep(0.002)


# --- Acknowledgements -----------------------------------------------------------------------------


async def crowded(module: str, folder: Path, chosen: argparse.Namespace) -> list[float]:
    """The milliseconds until each interaction was acknowledged, at the chosen rate."""
    seconds = min(chosen.seconds, ECHOED) if module == ECHO else chosen.seconds
    async with running_bot(module, folder, chosen.tables) as it:
        people = People(it)
        await drive(people.act, chosen.rate, WARM)
        it.crowd.begin()
        before, began = it.work(), time.perf_counter()
        while (left := began + seconds - time.perf_counter()) > 0:
            await drive(people.act, chosen.rate, min(left, 10))
            print(f"    {module}: {len(it.crowd.waits)} acknowledged, {left:.0f} s were left")
        people.close()
        await until(lambda: not it.crowd.waiting, "all are acknowledged", 60)
        work = (it.work() - before) / len(it.crowd.waits) * 1e3
        print(f"    {module}: {work:.1f} ms of work for an interaction, {it.memory():.0f} MB")
        if module == BOT:
            tell_kinds(it.crowd)
        return [taken * 1e3 for _kind, taken in it.crowd.waits]


def tell_kinds(crowd: Crowd) -> None:
    """Prints how long each kind of interaction waited to be acknowledged and answered."""
    for kind in MIX:
        shares: list[str] = []
        for times in (crowd.waits, crowd.answers):
            taken = [seconds * 1e3 for what, seconds in times if what == kind] or [0.0]
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
            async with running_bot(BOT, Path(name), chosen.stored) as it:
                figure(f"{what}: connected", time.perf_counter() - it.started, "s", READY)
                panel = await opened(it.crowd, 1, 0)
                [wait] = [taken for _kind, taken in it.crowd.waits]
                figure("  the first press is acknowledged after", wait * 1e3, "ms")
                [shown] = [taken for _kind, taken in it.crowd.answers]
                figure("  its panel is shown after", shown * 1e3, "ms")
                assert panel.components
                figure("  memory of the bot", it.memory(), "MB", MEMORY)
                figure("  memory of the process that draws", it.beside(), "MB")


async def opened(crowd: Crowd, table: int, seat: int) -> Panel:
    return await pressed(crowd, "panel", table, seat, (f"panel:{table}:", ""))


async def pressed(crowd: Crowd, kind: str, table: int, seat: int, control: Control) -> Panel:
    """Somebody's panel after a press."""
    before = crowd.panels.get((table, seat))
    crowd.press(kind, table, seat, control, before if kind == "move" else None)
    await until(lambda: crowd.panels.get((table, seat)) is not before, "it is answered", 60)
    return crowd.panels[table, seat]


# --- The cost of a move ---------------------------------------------------------------------------


async def flat(chosen: argparse.Namespace) -> None:
    """Prints the cost of a move with more and more tables, and in longer and longer games. All
    sizes are measured in turn, because the load of the machine changes.
    """
    print("load: the cost of a move")
    sizes = [size for size in SIZES if size <= chosen.largest]
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        folders = {size: Path(name) / str(size) for size in sizes}
        for size, folder in folders.items():
            folder.mkdir()
            await fill(folder / "atelier.sqlite3", size, moves=1)
        tell_costs("among {:,} tables", await submitting(folders))
        for size, folder in folders.items():
            async with running_bot(BOT, folder, size) as it:
                shown = await showing(it, min(size, CHANNELS))
                figure(f"press to shown among {size:,} tables", shown, "ms")
    tell_costs("at line {:,}", await aging(LINES))


def tell_costs(where: str, costs: dict[int, float]) -> None:
    """Prints the cost of a move at each size, and the largest divided by the smallest."""
    for number, taken in costs.items():
        figure(f"submit to commit {where.format(number)}", taken, "ms")
    figure("the greatest by the least", max(costs.values()) / min(costs.values()), "x", FLAT)


async def submitting(folders: dict[int, Path]) -> dict[int, float]:
    """The median milliseconds from submit to commit, over tables of all titles, with the tables of
    each of these folders.
    """
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


async def showing(it: BotProcess, tables: int) -> float:
    """The median milliseconds from a press on a panel to the next panel."""
    people, taken = People(it), list[float]()
    for n in range(SAMPLE // 2):
        table = 1 + n % tables
        seat = people.asked(table)
        panel = await opened(it.crowd, table, seat)
        if panel.moves:
            began = time.perf_counter()
            await pressed(it.crowd, "move", table, seat, panel.moves[0])
            taken.append((time.perf_counter() - began) * 1e3)
    people.close()
    return statistics.median(taken)


async def aging(lines: tuple[int, ...]) -> dict[int, float]:
    """The median milliseconds from submit to commit in logs of these lengths, made long by taking
    moves back and making them again.
    """
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
    """Prints how many requests the bot makes per move while some tables are played: by people who
    are all there, and by people who come back after an hour.
    """
    for pause_s in (0, 3600):
        await requests_of(chosen, pause_s)


async def requests_of(chosen: argparse.Namespace, pause_s: int) -> None:
    """Prints how many requests the bot makes per move, with a pause before each turn."""
    print(f"load: requests, at tables of all titles, a pause of {pause_s} s before each turn")
    with tempfile.TemporaryDirectory(prefix="atelier-load-") as name:
        await fill(Path(name) / "atelier.sqlite3", chosen.played, moves=1)
        async with running_bot(BOT, Path(name), chosen.played) as it:
            people = People(it)
            it.crowd.begin()
            tables = range(1, chosen.played + 1)
            played = (play(it.crowd, people, n, chosen.moves, pause_s) for n in tables)
            moves = sum(await asyncio.gather(*played))
            await asyncio.sleep(PAUSE)
            people.close()
    for kind, count in it.crowd.requests.most_common():
        print(f"    {kind:<24}{count / moves:>6.2f} a move")
    by_token = sum(it.crowd.requests[kind] for kind in BY_TOKEN)
    figure("requests for a move", it.crowd.requests.total() / moves, "")
    counted = (it.crowd.requests.total() - by_token) / moves
    figure("  of them under the bot's limit", counted, "", REQUESTS)
    figure("refused, because they came too fast", it.crowd.refused, "", 0)


async def play(crowd: Crowd, people: People, table: int, moves: int, pause_s: int = 0) -> int:
    """Has people make moves at a table on their panels, with a pause before each turn; returns how
    many.
    """
    made = 0
    while made < moves:
        people.let_pass(table, pause_s)
        seat = people.asked(table)
        panel = crowd.panels.get((table, seat)) or await opened(crowd, table, seat)
        if not panel.moves:
            await asyncio.sleep(PAUSE)  # the bot updates a panel in the channel by itself
            if not crowd.panels[table, seat].moves and people.is_asked(table, seat):
                panel = await opened(crowd, table, seat)
        while panel.moves and made < moves:
            panel = await pressed(crowd, "move", table, seat, people.rng.choice(panel.moves))
            made += 1
            await asyncio.sleep(PAUSE)
            if not people.is_asked(table, seat):
                break  # all who are asked have chosen already
        if not people.running(table):
            break
    return made


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
