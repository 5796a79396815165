"""A bot that runs as a separate process, with its folder, its stand-in for Discord, its people."""

import asyncio
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bot.pictures import symbols
from bot.pictures.pictures import picture_key
from bot.store import Store
from bot.table import Table, Tables
from tests import forked
from tests.wire import ledger
from tests.wire.standin import EPHEMERAL, Interaction, StandIn, labels, parts, text, until
from tests.wire.standin.things import BOXES

ROOT = Path(__file__).parent.parent.parent
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.not-a-real.token"

Process = asyncio.subprocess.Process | forked.Process
CITED_CHARACTERS = 6000
"""How many characters of the output a failing test shows."""


@dataclass
class Home:
    """A bot's folder, its stand-in for Discord, and the process that runs at the moment."""

    folder: Path
    discord: StandIn
    forks: bool = forked.POSSIBLE
    """Whether bots are forked from a process that has loaded their modules, which is faster."""
    process: Process | None = None
    dm_seconds: float = 3.0
    """The bot's pause between two DM channels that it opens."""
    dm_retry_seconds: float = 60.0
    """How long the bot waits after Discord holds back a first direct message."""
    people: dict[str, dict[str, Any]] = field(default_factory=dict)
    expected_errors: list[str] = field(default_factory=list)
    """Patterns of log lines that a test expects."""
    outputs: list[Path] = field(default_factory=list)
    """A file for each process: what a killed one leaves behind still writes."""
    killed_bytes: dict[Path, int] = field(default_factory=dict)
    """How much was in the file of a process when it was killed."""
    database: Any = field(init=False)
    """The file of the database, or the address of a server."""

    def __post_init__(self) -> None:
        self.database = self.folder / "atelier.sqlite3"

    @property
    def output(self) -> str:
        """The output of all processes so far."""
        return "".join(each.read_text() for each in self.outputs)

    @property
    def broken(self) -> str:
        """The output from the first error on, or "", without what a killed process left."""
        texts = [each.read_bytes()[: self.killed_bytes.get(each)] for each in self.outputs]
        output = b"".join(texts).decode()
        for pattern in self.expected_errors:
            output = re.sub(pattern, "", output)
        found = re.search(r".*( ERROR |Traceback).*", output)
        return output[found.start() :][:CITED_CHARACTERS] if found else ""

    async def launch(
        self, first: Callable[[], None] | None = None, module: str = "bot", **more: str
    ) -> Process:
        """Starts the bot, or another module, with more settings; `first` prevents a fork."""
        ours = ("DISCORD_", "SHARD_", "DATABASE_", "THINKING_", "BOARD_", "DRAWING_", "LOG_")
        ours += ("METRICS_", "DM_", "RESTART_", "PRESENT_", "WEB_")
        env = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        env |= {
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "DISCORD_API_URL": self.discord.api,
            "DISCORD_GATEWAY_URL": self.discord.gateway,
            "THINKING_SECONDS": "0.05",
            "BOARD_SECONDS": "0",
            "PRESENT_SECONDS": "0",
            "DM_SECONDS": str(self.dm_seconds),
            "DM_RETRY_SECONDS": str(self.dm_retry_seconds),
            "RESTART_SECONDS": "0",
            "DRAWING_PROCESSES": "0",
            "SHARD_COUNT": "1",
            **more,
        }
        assert env["DATABASE_URL"].startswith(("sqlite:////", "postgresql://"))
        self.outputs.append(self.folder / f"output-{len(self.outputs) + 1}")
        with self.outputs[-1].open("wb") as output:
            if self.forks and first is None:
                files = [output.fileno(), output.fileno()]
                self.process = forked.start(module, cwd=self.folder, env=env, files=files)
            else:
                self.process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", module),
                    cwd=self.folder,
                    env=env,
                    stdout=output,
                    stderr=output,
                    preexec_fn=first,
                )
        return self.process

    async def start(self, *, again: bool = False) -> None:
        """Starts the bot until it is connected; `again` if its emoji are there already."""
        for name in emoji_names() if again else ():
            self.discord.add_emoji(name)
        await self.launch()
        await until(lambda: self.discord.connected, "the bot connects")

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        if how == signal.SIGKILL:
            self.killed_bytes[self.outputs[-1]] = self.outputs[-1].stat().st_size
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        status = await asyncio.wait_for(self.process.wait(), 20)
        if how == signal.SIGKILL:
            self.discord.hang_up()
        return status

    def hasten_dms(self) -> None:
        """Shortens the bot's pauses around direct messages, which the stand-in does not need."""
        self.dm_seconds, self.dm_retry_seconds = 0.02, 0.4
        self.discord.opened_within_s = 0.0

    # --- what people do --------------------------------------------------------------------------

    async def answered(self, interaction: Interaction) -> Interaction:
        await until(lambda: interaction.acknowledged is not None, "it is acknowledged", 5)
        assert interaction.acknowledged is not None and interaction.acknowledged < 3
        await until(lambda: interaction.confirmed or interaction.followups, "it is answered")
        return interaction

    async def open(
        self, *settings: str, computers: int = 0, seats: int = 2, game: str = "wigs"
    ) -> dict[str, Any]:
        """The lobby of a table that Ada opens, seated as listed, with these settings."""
        typed = self.discord.command(self.people["Ada"], "game new", game=game, seats=seats)
        await self.answered(typed)
        assert "is open" in text(typed.response)
        lobby = await until(lambda: self.standing("Leave", "Rules"), "a lobby stands there")
        await self.set_up(lobby, "Seats: as listed", *settings, computers=computers)
        return await until(lambda: self.standing("Leave", "Rules"), "a lobby stands there")

    async def set_up(self, lobby: dict[str, Any], *settings: str, computers: int = 0) -> None:
        """Ada seats computer players, and picks settings by their labels."""
        ada = self.people["Ada"]
        for _ in range(computers):
            added = self.discord.press(ada, lobby, "Add computer player")
            await until(lambda added=added: added.acknowledged is not None, "it is acknowledged", 5)
        opened = await self.answered(self.discord.press(ada, lobby, "Options"))
        given: dict[str, list[str]] = {}
        for part in parts(opened.form):
            for option in part.get("options", ()):
                stays = part["type"] == BOXES and option.get("default")
                if option["label"] in settings or stays:
                    given.setdefault(part["custom_id"], []).append(option["value"])
        await self.answered(self.discord.submit(opened, **given))

    def standing(self, *wanted: str) -> dict[str, Any] | None:
        """The newest message of the channel, if it has these buttons."""
        messages = self.discord.messages()
        there = bool(messages) and {*wanted} <= {*labels(messages[-1])}
        return messages[-1] if there else None

    def noted(self, words: str) -> bool:
        return any(words in text(each) for each in self.discord.messages())

    async def press(self, name: str, label: str) -> Interaction:
        """Somebody presses a button of the board or the lobby, and it is acknowledged."""
        message = await until(lambda: self.standing(label), f"{label} can be pressed")
        pressed = self.discord.press(self.people[name], message, label)
        await until(lambda: pressed.acknowledged is not None, f"{label} is acknowledged", 5)
        return pressed

    async def begin(self, *others: str, game: str = "wigs") -> None:
        """Starts a game of Ada and Ben, or of Ada and others."""
        others = others or ("Ben",)
        await self.open(seats=1 + len(others), game=game)
        for name in others:
            await self.press(name, "Join")
            await until(lambda name=name: self.noted(name), f"{name} sits there")
        await until(lambda: self.standing("Start"), "all sit there")
        await self.press("Ada", "Start")
        await until(lambda: self.standing("My hand", "Move"), "the board stands there")

    async def abandon(self, name: str) -> Interaction:
        """Somebody ends the game early by command, and confirms."""
        typed = self.discord.command(self.people[name], "game abandon")
        question = (await self.answered(typed)).response
        assert question is not None
        return self.discord.press(self.people[name], question, labels(question)[0])

    async def panel(self, name: str) -> dict[str, Any]:
        """The ephemeral panel of somebody."""
        opened = await self.answered(await self.press(name, "Move"))
        assert opened.response is not None and opened.response["flags"] & EPHEMERAL
        return opened.response

    def act(self, name: str, move: str, label: str, panel: Any) -> Interaction:
        """Somebody makes a move: on their panel, or by command if none is open."""
        if panel is None:
            return self.discord.command(self.people[name], "move", move=move)
        return self.discord.press(self.people[name], panel, label)

    def moves(self) -> list[tuple[int, str, str]]:
        """The moves in the database: seat, move, token."""
        with closing(sqlite3.connect(self.database)) as db:
            return db.execute(
                "SELECT seat, move, token FROM moves WHERE kind IN ('move', 'end') ORDER BY seq"
            ).fetchall()

    async def table(self) -> Table:
        """The only table in the database."""
        store = await Store.open(self.database)
        try:
            return await Tables(store, lambda table: None).get(1)
        finally:
            await store.close()

    async def shown(self) -> dict[str, Any]:
        """The board once it shows the newest state."""
        for _ in range(400):
            table = await self.table()
            message = self.standing("My hand")
            if message and table.g is not None:
                name = f"{table.game.name}-{picture_key(table.view(None))}.png"
                if name in [each["filename"] for each in message["attachments"]]:
                    return message
            await asyncio.sleep(0.05)
        raise AssertionError("the board never shows the newest state")

    async def everything_shown(self) -> None:
        with ledger.reading(self.database) as db:
            await until(lambda: not ledger.unshown(db), "nothing is left to be shown")

    async def until_people_are_asked(self) -> Table:
        """The table once the computer player has moved and a person is asked."""
        for _ in range(400):
            table = await self.table()
            if table.waiting_people() and not table.waiting_computers():
                await self.shown()
                return table
            await asyncio.sleep(0.05)
        raise AssertionError("the computer player never moves")

    async def thinkers(self) -> list[int]:
        """The process ids in which computer players think, once one of them has thought."""
        assert self.process is not None
        while not (found := children(self.process)):
            table = await self.until_people_are_asked()
            seat = table.waiting_people()[0]
            move = table.game.default(table.state, seat)
            name = table.names[seat]
            await self.answered(self.discord.command(self.people[name], "move", move=move))
        return found


@asynccontextmanager
async def home(folder: Path, forks: bool = forked.POSSIBLE) -> AsyncIterator[Home]:
    """A bot's home with its own stand-in; everything is removed at the end."""
    discord = StandIn(TOKEN)
    await discord.start()
    made = Home(folder, discord, forks)
    made.people = {name: discord.person(name) for name in ("Ada", "Ben", "Cleo")}
    try:
        yield made
    finally:
        if made.process is not None and made.process.returncode is None:
            with suppress(ProcessLookupError):
                made.process.kill()
            await made.process.wait()
        await discord.close()


@cache
def emoji_names() -> frozenset[str]:
    """The names of all emoji, as the bot uploads them."""
    drawn = [each for group in symbols.groups() for each in symbols.draw(group)]
    return frozenset(f"{each.name}_{each.digest}" for each in drawn)


def children(process: Process) -> list[int]:
    return [
        int(each)
        for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ]


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
