"""Kills: the bot's process is ended without a word at random instants, while people play every game
at once; nothing is lost, nothing happens twice, and the next one takes up where it stood.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import logging
import multiprocessing
import random
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from bot.pages.menus import PREMOVE_SIGN
from bot.store import Store
from tests.benchmarks.figures import figure, percentile
from tests.wire import ledger
from tests.wire.home import Home, home
from tests.wire.standin import Interaction, StandIn, labels, parts, until
from tests.wire.standin.things import ACKNOWLEDGE_S

UP = {"playing": 60, "showing": 25, "thinking": 15}
"""When a bot that runs is killed, and how often of a hundred times."""
DOWN = {"starting": 90, "migrating": 10}
"""When one that is started again is killed, before it is."""
KILL_AGAIN_SHARE = 0.4
"""The share of starts that end in another kill."""
REPAIR_S = 10.0
"""Seconds after a start within which everything is shown."""
TIMEOUT_S = 60.0
"""Seconds after which nothing is waited for any longer, however busy the machine is."""
MAX_PANELS = 30
"""Panels of a room that are remembered, to be pressed after a kill."""
NAMES = ("Ada", "Ben")


@dataclass
class Tally:
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    repaired: list[float] = field(default_factory=list)
    """Seconds from a start until everything stands there as it should."""
    connected: list[float] = field(default_factory=list)
    """Seconds from a start until the bot is connected."""
    moves: int = 0
    """Moves of people that were confirmed."""
    lines: int = 0
    """Lines of all logs."""
    games: int = 0
    """Games played to their end."""
    pressed: int = 0
    """Buttons from before a kill that were pressed after it."""

    def __iadd__(self, other: Tally) -> Self:
        """Adds what came of another run."""
        self.kills += other.kills
        self.repaired += other.repaired
        self.connected += other.connected
        self.moves += other.moves
        self.lines += other.lines
        self.games += other.games
        self.pressed += other.pressed
        return self


@dataclass
class Room:
    """A channel where people play one table after the other."""

    home: Home
    channel: str
    title: str
    computers: int
    rng: random.Random
    proofs: dict[int, ledger.Proof] = field(default_factory=dict)
    tries: dict[str, tuple[Interaction, str, str]] = field(default_factory=dict)
    """Every interaction that was to be a move, with whose it is and what it says."""
    kept: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Panels, and whose they are."""

    @property
    def discord(self) -> StandIn:
        """The stand-in, where this channel is the one that people are in."""
        self.home.discord.channel = self.channel
        return self.home.discord

    def table(self) -> ledger.Standing | None:
        """The newest table as the database has it."""
        with ledger.reading(self.home.database) as db:
            return ledger.newest(db, self.channel)

    # --- what people do --------------------------------------------------------------------------

    async def gather(self) -> None:
        """A table is opened, and everybody sits down until its game runs."""
        await self.open()
        while (table := self.table()) is None or table.status == "lobby":
            await self.sit_down(table)
        await until(lambda: self.message("My hand", "Move"), "the board stands there", TIMEOUT_S)

    async def open(self) -> None:
        """Ada opens a table."""
        options = {"game": self.title, "seats": 2 + self.computers, "pace": "none"}
        if self.computers:
            options |= {"computers": self.computers, "level": "quick"}
        ada = self.home.people["Ada"]
        await answered(self.discord.command(ada, "game new", **options))

    async def sit_down(self, table: ledger.Standing | None) -> None:
        """Ben joins a lobby, or Ada starts its game once both sit there."""
        all_there = table is not None and len(table.people) == 2 + self.computers
        name, label = ("Ada", "Start") if all_there else ("Ben", "Join")
        if lobby := self.message(label):
            await answered(self.discord.press(self.home.people[name], lobby, label))
        await asyncio.sleep(0.05)

    def message(self, *wanted: str) -> dict[str, Any] | None:
        """The newest message of the channel with these buttons."""
        found = [m for m in self.discord.messages() if {*wanted} <= {*labels(m)}]
        return found[-1] if found else None

    async def play(self) -> None:
        """People move, one game after the other, until they are stopped."""
        while True:
            table = self.table()
            if table is None or table.status == "over":
                await self.open()
            elif table.status == "lobby":
                await self.sit_down(table)
            elif not (asked := seats_of_people(table)):
                await asyncio.sleep(0.01)
            else:
                await self.move(table, self.rng.choice(asked))

    async def move(self, table: ledger.Standing, seat: int) -> None:
        """Somebody answers: by command, on a panel of their own, or in a private message."""
        name = table.people[seat]["name"]
        way = self.rng.choice(("command", "panel", "panel", "message"))
        message = None
        if way == "panel":
            message = await self.panel(name)
        elif way == "message":
            message = self.private(name, table.id)
        if message is None or not await self.press(name, message):
            move = self.rng.choice(table.game.legal(table.state, seat))
            typed = self.discord.command(self.home.people[name], "move", move=move)
            self.tries[typed.id] = typed, name, move
            await answered(typed)

    async def panel(self, name: str) -> dict[str, Any] | None:
        """The own panel of somebody, as it stands when it opens."""
        board = self.message("Move")
        if board is None:
            return None
        opened = await answered(self.discord.press(self.home.people[name], board, "Move"))
        if opened.response is None or not opened.confirmed:
            return None
        self.keep(name, opened.response)
        return opened.response

    def private(self, name: str, table: int) -> dict[str, Any] | None:
        """What stands in the private messages of somebody and makes moves at this table."""
        channel = self.home.discord.dms.get(self.home.people[name]["id"])
        there = self.home.discord.messages(channel) if channel else []
        return next((m for m in reversed(there) if moves_on(m, table)), None)

    def keep(self, name: str, message: dict[str, Any]) -> None:
        """Remembers a panel as it stands, if there is anything to press."""
        if unique(message):
            self.kept = [*self.kept[1 - MAX_PANELS :], (name, copy.deepcopy(message))]

    async def press(self, name: str, message: dict[str, Any]) -> bool:
        """Somebody presses a move on a panel; whether there was one."""
        open_here = moves_on(message)
        if not open_here:
            return False
        label, move = self.rng.choice(list(open_here.items()))
        pressed = self.discord.press(self.home.people[name], message, label)
        self.tries[pressed.id] = pressed, name, move
        await answered(pressed)
        return True

    async def press_something_old(self) -> int:
        """Somebody presses what stood there before, and is answered; how many buttons that were."""
        board = self.message("My hand", "Log")
        chosen = self.rng.sample(self.kept, min(1, len(self.kept)))
        chosen += [(self.rng.choice(NAMES), board)] if board else []
        for name, message in chosen:
            label = self.rng.choice(sorted(unique(message)))
            move = moves_on(message).get(label)
            standing = copy.deepcopy(message)  # the answer changes it, and it is kept as it stood
            pressed = self.discord.press(self.home.people[name], standing, label)
            if move is not None:
                self.tries[pressed.id] = pressed, name, move
            told = f"{label} is answered at {self.title}"
            await until(lambda press=pressed: press.confirmed or press.followups, told, TIMEOUT_S)
            assert pressed.acknowledged is not None and pressed.acknowledged < ACKNOWLEDGE_S
        return len(chosen)

    # --- what must be true -----------------------------------------------------------------------

    def check(self) -> None:
        """AssertionError where a confirmed move is not in the log, one is there that nobody made,
        or the log does not lead to the stored state.
        """
        with ledger.reading(self.home.database) as db:
            table = ledger.newest(db, self.channel)
            if table is not None and table.last is not None and table.id not in self.proofs:
                self.proofs[table.id] = ledger.Proof(table)
            for proof in [*self.proofs.values()][-2:]:
                proof.follow(db)
        made: dict[str, tuple[str, str | None]] = {}
        for proof in self.proofs.values():
            made |= proof.tokens
        for token, line in made.items():
            if token.isdecimal():  # the others are those of computer players and votes
                assert self.tries[token][1:] == line, f"{token} is there as {line}"
        for token, (interaction, _, move) in self.tries.items():
            assert token in made or not claimed(interaction), f"{move!r}, {token}, is lost"

    def shows_newest(self, db: sqlite3.Connection) -> bool:
        """Whether the board stands in the channel and shows the newest state."""
        table = ledger.newest(db, self.channel)
        if table is None or table.last is None:
            return True
        board = self.home.discord.channels[self.channel].get(ledger.board(db, table.id))
        return board is not None and table.picture in [
            each["filename"] for each in board["attachments"]
        ]


def seats_of_people(table: ledger.Standing) -> list[int]:
    """The seats that are asked and belong to people."""
    return [seat for seat in table.state.asked if table.people[seat]["user"] is not None]


def unique(message: dict[str, Any]) -> set[str]:
    """The labels of a message that only one control has."""
    return {label for label, n in Counter(labels(message)).items() if n == 1}


def moves_on(message: dict[str, Any], table: int | None = None) -> dict[str, str]:
    """The moves that the controls of a message make, now or in advance, or take back, by label; at
    one table, if it is named.
    """
    found: dict[str, str] = {}
    for part in parts(message):
        action, _, rest = part.get("custom_id", "").partition(":")
        number, _, rest = rest.partition(":")
        if table not in (None, int(number or 0)):
            continue
        question, _, move = rest.partition(":")
        premove = f"ahead {question[1:]} " if question.startswith(PREMOVE_SIGN) else ""
        if "label" in part and not part.get("disabled"):
            if action in (ledger.UNDO, ledger.REDO):
                found[part["label"]] = action
            elif action == "forget":
                found[part["label"]] = f"forget {rest}"
            elif action == "move":
                found[part["label"]] = f"{premove}{move}"
        elif action == "pick-move":
            values = [(o["label"], o["value"]) for o in part["options"]]
            found |= {label: f"{premove}{v[5:]}" for label, v in values if v.startswith("move:")}
    single = unique(message)
    return {label: move for label, move in found.items() if label in single}


async def answered(interaction: Interaction) -> Interaction:
    """An interaction once it is answered, or once nobody is there to answer it any more."""
    with suppress(AssertionError):
        await until(lambda: interaction.confirmed or interaction.followups, "an answer", 5)
    return interaction


def claimed(interaction: Interaction) -> bool:
    """Whether somebody was told that their move counts."""
    said = " ".join(interaction.said).lower()
    refused = interaction.followups or "nothing changed" in said or "was not made" in said
    return interaction.confirmed and not refused


# --- Killing --------------------------------------------------------------------------------------


@dataclass
class Killing:
    """A run of kills over some rooms of one bot."""

    home: Home
    rooms: list[Room]
    rng: random.Random
    tally: Tally = field(default_factory=Tally)

    async def kill(self, kills: int) -> None:
        """Ends the bot while it runs, then maybe while it starts, and sees what is left; at most so
        many kills.
        """
        await self.kill_while_they_play(self.drawn(UP))
        while kills > self.tally.kills.total() and self.rng.random() < KILL_AGAIN_SHARE:
            if self.drawn(DOWN) == "starting":
                await self.home.launch()
                await asyncio.sleep(self.rng.uniform(0, percentile(self.tally.connected, 0.5)))
                await self.end()
            else:
                await self.kill_while_migrating()
        await self.start()

    def drawn(self, stages: dict[str, int]) -> str:
        """One of these stages, which is counted."""
        [stage] = self.rng.choices([*stages], [*stages.values()])
        self.tally.kills[stage] += 1
        return stage

    async def kill_while_they_play(self, stage: str) -> None:
        """Ends the bot while people play, and a message is on its way or somebody thinks."""
        players = [asyncio.create_task(room.play()) for room in self.rooms]
        wanted = self.confirmed() + self.rng.randint(1, 2 * len(self.rooms))
        with suppress(AssertionError):
            await until(lambda: self.confirmed() >= wanted, "people move", TIMEOUT_S)
            await asyncio.sleep(self.rng.uniform(0, 0.2))
            if stage == "showing":
                seen = len(self.home.discord.sends)
                await until(lambda: len(self.home.discord.sends) > seen, "something is shown", 2)
            elif stage == "thinking":
                await until(self.somebody_thinks, "somebody thinks", 2)
                await asyncio.sleep(self.rng.uniform(0, 0.05))
        await self.end()
        for player in players:
            player.cancel()
        for outcome in await asyncio.gather(*players, return_exceptions=True):
            if not isinstance(outcome, asyncio.CancelledError | AssertionError):
                raise outcome

    def confirmed(self) -> int:
        """How many moves people were told count."""
        return sum(claimed(each) for room in self.rooms for each, *_ in room.tries.values())

    def somebody_thinks(self) -> bool:
        """Whether a computer player is asked."""
        found = [room.table() for room in self.rooms if room.computers]
        running = [table for table in found if table is not None and table.status == "running"]
        return any(len(seats_of_people(table)) < len(table.state.asked) for table in running)

    async def kill_while_migrating(self) -> None:
        """Ends a bot that is about to make its first database; the next one can use it."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "new.sqlite3"
            await self.home.launch(DATABASE_URL=f"sqlite:///{file}")
            await until(file.exists, "the database is begun", TIMEOUT_S)
            await asyncio.sleep(self.rng.uniform(0, 0.05))
            await self.end()
            store = await Store.open(file)
            assert await store.outbox.waiting() == []
            await store.close()

    async def end(self) -> None:
        """Kills the bot; nothing of what it had confirmed is lost."""
        await self.home.end(signal.SIGKILL)
        for room in self.rooms:
            room.check()

    async def start(self) -> None:
        """Starts the bot; all that was not shown is shown, and what stood there can be pressed."""
        began = time.monotonic()
        await self.home.start()
        self.tally.connected.append(time.monotonic() - began)
        await until(self.all_is_shown, "everything is shown", TIMEOUT_S)
        self.tally.repaired.append(time.monotonic() - began)
        for room in self.rooms:
            room.check()
            self.tally.pressed += await room.press_something_old()

    def all_is_shown(self) -> bool:
        """Whether the outbox is empty and each channel shows the newest state."""
        with ledger.reading(self.home.database) as db:
            return not ledger.unshown(db) and all(room.shows_newest(db) for room in self.rooms)

    async def check_messages(self) -> None:
        """AssertionError where a message stands somewhere that the store does not know, or one does
        not stand where the store has it.
        """
        await until(self.all_is_shown, "everything is shown", TIMEOUT_S)
        # A computer player may move at any moment, so it is looked at until all is quiet.
        with suppress(AssertionError):
            await until(lambda: not self.strangers(), "no message is strange", 20)
        strangers = self.strangers()
        assert strangers == [], strangers

    def strangers(self) -> list[Any]:
        """The messages that stand somewhere unknown to the store, or of which it alone knows."""
        found: list[Any] = []
        with ledger.reading(self.home.database) as db:
            for channel, there in self.home.discord.channels.items():
                known = ledger.posted(db, channel)
                found += [there.get(number, number) for number in set(there) ^ known]
        return found


async def killing(
    folder: Path,
    kills: int,
    seed: int,
    titles: Sequence[str],
    told: Callable[[Tally], None] = lambda tally: None,
    forks: bool = False,
) -> Tally:
    """What came of so many kills of one bot, where each title is played at a table; a fork starts
    sooner than the bot's command.
    """
    rng = random.Random(seed)
    async with home(folder, forks) as bot:
        bot.people = {name: bot.people[name] for name in NAMES}
        rooms = [Room(bot, opened(bot), t, int(n == 0), rng) for n, t in enumerate(titles)]
        run = Killing(bot, rooms, rng)
        await run.start()
        await asyncio.gather(*(room.gather() for room in rooms))
        while (n := run.tally.kills.total()) < kills:
            await run.kill(kills)
            if n // 10 < run.tally.kills.total() // 10:
                await run.check_messages()
            told(run.tally)
        await run.check_messages()
        assert bot.discord.unknown == []
        assert bot.broken == "", bot.broken
    run.tally.moves = run.confirmed()
    proofs = [proof for room in rooms for proof in room.proofs.values()]
    run.tally.lines = sum(proof.seq + 1 for proof in proofs)
    run.tally.games = sum(proof.g is not None and proof.g.scores is not None for proof in proofs)
    return run.tally


def opened(bot: Home) -> str:
    """A new channel."""
    return bot.discord.add_channel("salon")


# --- The benchmark --------------------------------------------------------------------------------


def options(parser: argparse.ArgumentParser) -> None:
    """What the command line can say about it."""
    parser.add_argument("--kills", type=int, default=20, help="how often the bot is killed")
    parser.add_argument("--processes", type=int, default=2, help="bots that run at once")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn at random")


def run(kills: int, processes: int, seed: int, games: Sequence[str]) -> None:
    """Kills bots at random instants and prints what came of it; `processes` bots at once."""
    print(f"kills: {kills} over {', '.join(games)}, seed {seed}")
    began, shares = time.monotonic(), [kills * n // processes for n in range(processes + 1)]
    work = [(b - a, seed + n, list(games)) for n, (a, b) in enumerate(pairwise(shares))]
    tally = Tally()
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for each in pool.map(_kill, *zip(*work, strict=True)):
            tally += each
    for stage in UP | DOWN:
        figure(f"killed while {stage}", tally.kills[stage], "times")
    figure("moves confirmed, all in the log once", tally.moves, "moves")
    figure("lines of logs, played again to the stored state", tally.lines, "lines")
    figure("games played to their end", tally.games, "games")
    figure("old buttons pressed, all answered in time", tally.pressed, "presses")
    figure("start to connected, p50", percentile(tally.connected, 0.5), "s")
    for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
        figure(f"start to all shown, {name}", percentile(tally.repaired, share), "s", REPAIR_S)
    figure("a kill takes", (time.monotonic() - began) / kills, "s")


def _kill(kills: int, seed: int, games: list[str]) -> Tally:
    """A run of its own, in a process of its own."""

    def told(tally: Tally) -> None:
        n = tally.kills.total()
        if n % 25 == 0 or n == kills:
            worst = max(tally.repaired)
            print(f"    bot {seed}: {n} of {kills} kills, slowest repair {worst:.1f} s", flush=True)

    # Requests that end in the middle are what this is about.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(killing(Path(folder), kills, seed, games, told=told))
