"""Kills the bot's process at random instants, while people play every game at once; nothing may be
lost or happen twice, and the next process must go on.
"""

from __future__ import annotations

import asyncio
import copy
import random
import signal
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from bot.store import Store
from tests.wire import ledger
from tests.wire.home import Home, home
from tests.wire.standin import Interaction, StandIn, labels, parts, until
from tests.wire.standin.things import ACKNOWLEDGE_S

UP = {"playing": 60, "showing": 25, "thinking": 15}
"""What a running bot does when it is killed, and how many times in a hundred."""
DOWN = {"starting": 90, "migrating": 10}
"""What a starting bot does when it is killed, and how many times in a hundred."""
KILL_AGAIN_SHARE = 0.4
"""The share of starts that are killed again."""
TIMEOUT_S = 60.0
"""No wait is longer, however busy the machine is."""
MAX_PANELS = 30
"""How many panels of a room are remembered, to be pressed after a kill."""
NAMES = ("Ada", "Ben")


@dataclass
class Tally:
    """The result of a run."""

    kills: Counter[str] = field(default_factory=Counter)
    repaired: list[float] = field(default_factory=list)
    """The seconds from each start until everything was shown."""
    connected: list[float] = field(default_factory=list)
    """The seconds from each start until the bot was connected."""
    moves: int = 0
    """How many moves of people were confirmed."""
    lines: int = 0
    """Lines of all logs."""
    games: int = 0
    """Games played to their end."""
    pressed: int = 0
    """How many buttons from before a kill were pressed after it."""

    def __iadd__(self, other: Tally) -> Self:
        self.kills += other.kills
        self.repaired += other.repaired
        self.connected += other.connected
        self.moves += other.moves
        self.lines += other.lines
        self.games += other.games
        self.pressed += other.pressed
        return self


ANSWERED_BY_THE_BOARD = "Half an hour together?"


@dataclass
class Room:
    """A channel where people play one table after another."""

    home: Home
    channel: str
    title: str
    computers: int
    rng: random.Random
    proofs: dict[int, ledger.Proof] = field(default_factory=dict)
    tries: dict[str, tuple[Interaction, str, str]] = field(default_factory=dict)
    """Every interaction that tried a move, with its person and its move."""
    kept: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Panels with their people."""

    @property
    def discord(self) -> StandIn:
        """The stand-in, set to this channel."""
        self.home.discord.channel = self.channel
        return self.home.discord

    def table(self) -> ledger.Standing | None:
        """The newest table as the database has it."""
        with ledger.reading(self.home.database) as db:
            return ledger.newest(db, self.channel)

    # --- what people do --------------------------------------------------------------------------

    async def gather(self) -> None:
        """Opens a table and has everybody join, until its game runs."""
        await self.open()
        while (table := self.table()) is None or table.status == "lobby":
            await self.sit_down(table)
        await until(lambda: self.message("My hand", "Move"), "the board stands there", TIMEOUT_S)

    async def open(self) -> None:
        ada, seats = self.home.people["Ada"], 2 + self.computers
        await answered(self.discord.command(ada, "game new", game=self.title, seats=seats))

    async def sit_down(self, table: ledger.Standing | None) -> None:
        """Ada seats computer players, Ben joins, or Ada starts the game once all have joined."""
        people = table.people if table is not None else []
        name, label = ("Ada", "Start") if len(people) == 2 + self.computers else ("Ben", "Join")
        if sum(bool(person["level"]) for person in people) < self.computers:
            name, label = "Ada", "Add computer player"
        if lobby := self.message(label):
            await answered(self.discord.press(self.home.people[name], lobby, label))
        await asyncio.sleep(0.05)

    def message(self, *wanted: str) -> dict[str, Any] | None:
        """The newest message of the channel with these buttons."""
        found = [m for m in self.discord.messages() if {*wanted} <= {*labels(m)}]
        return found[-1] if found else None

    async def play(self) -> None:
        """People play one game after another, until they are stopped."""
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
        """Somebody answers: by command, on their panel, or by DM."""
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
        board = self.message("Move")
        if board is None:
            return None
        opened = await answered(self.discord.press(self.home.people[name], board, "Move"))
        if opened.response is None or not opened.confirmed:
            return None
        self.keep(name, opened.response)
        return opened.response

    def private(self, name: str, table: int) -> dict[str, Any] | None:
        """The direct message with which somebody can move at this table."""
        channel = self.home.discord.dms.get(self.home.people[name]["id"])
        there = self.home.discord.messages(channel) if channel else []
        return next((m for m in reversed(there) if moves_on(m, table)), None)

    def keep(self, name: str, message: dict[str, Any]) -> None:
        """Remembers a panel, if it has anything to press."""
        if unique(message):
            self.kept = [*self.kept[1 - MAX_PANELS :], (name, copy.deepcopy(message))]

    async def press(self, name: str, message: dict[str, Any]) -> bool:
        """Somebody presses a move on a panel; returns whether it had one."""
        open_here = moves_on(message)
        if not open_here:
            return False
        label, move = self.rng.choice(list(open_here.items()))
        pressed = self.discord.press(self.home.people[name], message, label)
        self.tries[pressed.id] = pressed, name, move
        await answered(pressed)
        return True

    async def press_something_old(self) -> int:
        """Somebody presses old buttons and is answered; returns how many buttons."""
        board = self.message("My hand", "Log")
        chosen = self.rng.sample(self.kept, min(1, len(self.kept)))
        chosen += [(self.rng.choice(NAMES), board)] if board else []
        for name, message in chosen:
            label = self.rng.choice(sorted({*unique(message)} - {ANSWERED_BY_THE_BOARD}))
            move = moves_on(message).get(label)
            standing = copy.deepcopy(message)  # the answer changes the message
            pressed = self.discord.press(self.home.people[name], standing, label)
            if move is not None:
                self.tries[pressed.id] = pressed, name, move
            told = f"{label} is answered at {self.title}"
            await until(lambda press=pressed: press.confirmed or press.followups, told, TIMEOUT_S)
            assert pressed.acknowledged is not None and pressed.acknowledged < ACKNOWLEDGE_S
        return len(chosen)

    # --- what must be true -----------------------------------------------------------------------

    def check(self) -> None:
        """Raises AssertionError where a confirmed move is not in the log, the log has a move that
        nobody made, or it does not lead to the stored state.
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
                _pressed, name, move = self.tries[token]
                again = move == ledger.REDO  # the log has the move that is made again
                assert (name, line[1] if again else move) == line, f"{token} is there as {line}"
        for token, (interaction, _, move) in self.tries.items():
            assert token in made or not claimed(interaction), f"{move!r}, {token}, is lost"

    def shows_newest(self, db: sqlite3.Connection) -> bool:
        """Whether the channel has the board, and it shows the newest state."""
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
    """The moves, premoves and undos that the controls of a message make, by label; only those of
    `table`, if it is given.
    """
    found: dict[str, str] = {}
    for part in parts(message):
        action, _, rest = part.get("custom_id", "").partition(":")
        number, _, rest = rest.partition(":")
        if table not in (None, int(number or 0)):
            continue
        question, _, move = rest.partition(":")
        premove = f"ahead {question} " if question[:1].isalpha() else ""
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
    """An interaction, once it is answered or the bot was killed."""
    with suppress(AssertionError):
        await until(lambda: interaction.confirmed or interaction.followups, "an answer", 5)
    return interaction


def claimed(interaction: Interaction) -> bool:
    """Whether somebody read that their move was made."""
    said = " ".join(interaction.said).lower()
    refused = interaction.followups or "nothing changed" in said or "was not made" in said
    return interaction.confirmed and not refused and "confirm: **" not in said


# --- Killing --------------------------------------------------------------------------------------


@dataclass
class Killing:
    """A run of kills over some rooms of one bot."""

    home: Home
    rooms: list[Room]
    rng: random.Random
    tally: Tally = field(default_factory=Tally)

    async def kill(self, kills: int) -> None:
        """Kills the bot while it runs, then maybe while it starts, and checks what is left; at most
        `kills` times.
        """
        await self.kill_while_they_play(self.drawn(UP))
        while kills > self.tally.kills.total() and self.rng.random() < KILL_AGAIN_SHARE:
            if self.drawn(DOWN) == "starting":
                await self.home.launch()
                usual = statistics.median_high(self.tally.connected)
                await asyncio.sleep(self.rng.uniform(0, usual))
                await self.end()
            else:
                await self.kill_while_migrating()
        await self.start()

    def drawn(self, stages: dict[str, int]) -> str:
        """Draws one of these stages, and counts it."""
        [stage] = self.rng.choices([*stages], [*stages.values()])
        self.tally.kills[stage] += 1
        return stage

    async def kill_while_they_play(self, stage: str) -> None:
        """Kills the bot while people play, at this stage."""
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
        return sum(claimed(each) for room in self.rooms for each, *_ in room.tries.values())

    def somebody_thinks(self) -> bool:
        """Whether a computer player is asked."""
        found = [room.table() for room in self.rooms if room.computers]
        running = [table for table in found if table is not None and table.status == "running"]
        return any(len(seats_of_people(table)) < len(table.state.asked) for table in running)

    async def kill_while_migrating(self) -> None:
        """Kills a bot that is creating its database; the next one must be able to use it."""
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
        """Kills the bot, and checks that nothing confirmed is lost."""
        await self.home.end(signal.SIGKILL)
        for room in self.rooms:
            room.check()

    async def start(self) -> None:
        """Starts the bot, checks that everything is shown, and presses old buttons."""
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
        """Raises AssertionError where the store and the stand-in have different messages."""
        await until(self.all_is_shown, "everything is shown", TIMEOUT_S)
        # A computer player may move at any moment, so this looks until everything is quiet.
        with suppress(AssertionError):
            await until(lambda: not self.strangers(), "no message is strange", 20)
        strangers = self.strangers()
        assert strangers == [], strangers

    def strangers(self) -> list[Any]:
        """The messages that only the stand-in or only the store has."""
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
    """Runs this many kills of one bot with a table of each title; returns the result. A fork starts
    faster than the bot's command.
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
    return bot.discord.add_channel("lounge")
