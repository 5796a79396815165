"""The bot as a process of its own, on a Discord of loopback: what no simulation inside it shows."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest_asyncio

from bot.pictures import digest
from bot.store import Store
from bot.table import Table, Tables
from tests.wire.standin import EPHEMERAL, LOST, Interaction, StandIn, labels, text, until

ROOT = Path(__file__).parent.parent.parent
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.not-a-real.token"
DEFERRED = (5, 6)


@dataclass
class Home:
    """Where a bot lives: its folder, its Discord, and the process that runs at the moment."""

    folder: Path
    discord: StandIn
    process: asyncio.subprocess.Process | None = None
    people: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.folder / "atelier.sqlite3"

    @property
    def output(self) -> str:
        """What all processes so far have printed and logged."""
        return (self.folder / "output").read_text()

    async def launch(self, **more: str) -> asyncio.subprocess.Process:
        """Starts the bot's process."""
        ours = ("DISCORD_", "SHARD_", "DATABASE_", "THINKING_", "BOARD_", "DRAWING_", "LOG_")
        ours += ("METRICS_",)
        env = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        env |= {
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "DISCORD_API_URL": self.discord.api,
            "DISCORD_GATEWAY_URL": self.discord.gateway,
            "THINKING_SECONDS": "0.05",
            "BOARD_SECONDS": "0",
            "DRAWING_PROCESSES": "0",
            "SHARD_COUNT": "1",
            **more,
        }
        assert env["DATABASE_URL"].startswith("sqlite:////")
        with (self.folder / "output").open("ab") as output:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=self.folder, env=env, stdout=output, stderr=output
            )
        return self.process

    async def start(self) -> None:
        """Starts the bot and waits until it is connected."""
        await self.launch()
        await until(lambda: self.discord.connected, "the bot connects", 30)

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends the process; its exit status."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        status = await asyncio.wait_for(self.process.wait(), 20)
        if how == signal.SIGKILL:
            self.discord.hang_up()
        return status

    # --- what people do --------------------------------------------------------------------------

    async def answered(self, interaction: Interaction) -> Interaction:
        """An interaction once the bot has said what came of it."""
        await until(lambda: interaction.acknowledged is not None, "it is acknowledged", 5)
        assert interaction.acknowledged is not None and interaction.acknowledged < 3
        await until(lambda: interaction.confirmed or interaction.followups, "it is answered")
        return interaction

    async def open(self, *, computers: int = 0, seats: int = 2) -> dict[str, Any]:
        """Ada opens a table; its lobby."""
        typed = self.discord.command(
            self.people["Ada"], "game new", game="wigs", seats=seats, computers=computers
        )
        await self.answered(typed)
        assert "is open" in text(typed.response)
        return await until(lambda: self.standing("Leave", "Rules"), "a lobby stands there")

    def standing(self, *wanted: str) -> dict[str, Any] | None:
        """The newest message of the channel, if it has these buttons."""
        messages = self.discord.messages()
        there = bool(messages) and {*wanted} <= {*labels(messages[-1])}
        return messages[-1] if there else None

    async def press(self, name: str, label: str) -> Interaction:
        """Somebody presses a button of the board or the lobby, and it is acknowledged."""
        message = await until(lambda: self.standing(label), f"{label} can be pressed")
        pressed = self.discord.press(self.people[name], message, label)
        await until(lambda: pressed.acknowledged is not None, f"{label} is acknowledged", 5)
        return pressed

    async def begin(self) -> None:
        """A running game of Ada and Ben."""
        await self.open()
        await self.press("Ben", "Join")
        await until(lambda: self.standing("Start"), "two sit there")
        await self.press("Ada", "Start")
        await until(lambda: self.standing("My hand", "Move"), "the board stands there")

    async def panel(self, name: str) -> dict[str, Any]:
        """The own panel of somebody, which nobody else sees."""
        opened = await self.answered(await self.press(name, "Move"))
        assert opened.response is not None and opened.response["flags"] & EPHEMERAL
        return opened.response

    def act(self, name: str, move: str, label: str, panel: Any) -> Interaction:
        """Somebody makes a move: on his panel, or by the command where he has none open."""
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
        """The only table as it stands in the database."""
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
                name = f"{table.game.name}-{digest(table.view(None))}.png"
                if name in [each["filename"] for each in message["attachments"]]:
                    return message
            await asyncio.sleep(0.05)
        raise AssertionError("the board never shows the newest state")


@asynccontextmanager
async def home(folder: Path) -> AsyncIterator[Home]:
    """A bot's home with a Discord to itself; nothing of it is left behind."""
    discord = StandIn(TOKEN)
    await discord.start()
    made = Home(folder, discord)
    made.people = {name: discord.person(name) for name in ("Ada", "Ben", "Cleo")}
    try:
        yield made
    finally:
        if made.process is not None and made.process.returncode is None:
            with suppress(ProcessLookupError):
                made.process.kill()
            await made.process.wait()
        await discord.close()


@pytest_asyncio.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Home]:
    """A running bot that is connected; at the end nothing was strange."""
    async with home(tmp_path) as made:
        await made.start()
        yield made
        assert made.discord.unknown == []
        assert "Traceback" not in made.output and " ERROR " not in made.output
        assert TOKEN not in made.output
        for sent in made.discord.sends:
            assert sent["nonce"] and sent["enforce_nonce"] is True


def children(process: asyncio.subprocess.Process) -> list[int]:
    """The processes that a process has started and that run."""
    return [
        int(each)
        for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ]


def runs(pid: int) -> bool:
    """Whether a process is still at work."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


# --- A game ---------------------------------------------------------------------------------------


async def test_a_table_is_opened_gathered_and_played_and_the_bot_ends_when_told(bot: Home):
    discord = bot.discord
    assert {"game", "move", "hand", "rules"} <= {each["name"] for each in discord.commands}
    assert "Ada" in text(await bot.open(seats=3))
    await bot.press("Ben", "Join")
    await until(lambda: "Ben" in text(discord.messages()[-1]), "Ben sits there")
    await bot.press("Ben", "Add computer player")
    await until(lambda: "Start" in labels(discord.messages()[-1]), "three sit there")
    await bot.press("Ada", "Start")
    await until(lambda: bot.standing("My hand", "Move"), "the board stands there")
    table = await until_people_are_asked(bot)
    name = table.names[table.state.asked[0]]
    panel = await bot.panel(name)
    seat = table.state.asked[0]
    move = table.game.legal(table.state, seat)[0]
    pressed = discord.press(bot.people[name], panel, table.game.label(table.state, seat, move))
    await bot.answered(pressed)
    assert text(pressed.response).count("✓") == 1
    assert (seat, move, pressed.id) in bot.moves()
    made = len([each for each in bot.moves() if each[0] == seat])
    discord.deliver_again(pressed)
    typed = discord.command(bot.people[name], "move", move="take 99")
    await bot.answered(typed)
    assert "✓" not in text(typed.followups[0] if typed.followups else typed.response)
    assert len([each for each in bot.moves() if each[0] == seat]) == made
    await bot.shown()
    await until(lambda: len(discord.messages()) == 1, "one board stands there")
    for interaction in discord.interactions.values():
        assert interaction.acknowledged is not None and interaction.acknowledged < 3
    thinking = await thinkers(bot)
    assert await bot.end() == 0
    await until(lambda: not any(map(runs, thinking)), "the thinking process ends as well")


async def thinkers(bot: Home) -> list[int]:
    """The processes in which computer players think, once one of them had to."""
    assert bot.process is not None
    while not (found := children(bot.process)):
        table = await until_people_are_asked(bot)
        seat = table.waiting_people()[0]
        move = table.game.default(table.state, seat)
        await bot.answered(bot.discord.command(bot.people[table.names[seat]], "move", move=move))
    return found


async def until_people_are_asked(bot: Home) -> Table:
    """The table once the computer player has moved and a person is asked."""
    for _ in range(400):
        table = await bot.table()
        if table.waiting_people() and not table.waiting_computers():
            await bot.shown()
            return table
        await asyncio.sleep(0.05)
    raise AssertionError("the computer player never moves")


async def test_whatever_discord_refuses_for_a_moment_is_shown_in_the_end(bot: Home):
    messages = r"/channels/\d+/messages(/\d+)?"
    bot.discord.refuse("POST", messages, 500)
    await bot.open()
    bot.discord.refuse("POST|PATCH", messages, 502)
    await bot.press("Ben", "Join")
    await until(lambda: bot.standing("Start"), "the lobby is brought up to date")
    bot.discord.refuse("POST|PATCH", messages, (429, 0.3), 503)
    await bot.press("Ada", "Start")
    await bot.shown()
    assert [trouble.answers for trouble in bot.discord.troubles] == [[], [], []]
    refused = [status for _, path, status in bot.discord.log if status >= 400]
    assert sorted(refused) == [429, 500, 502, 503]
    assert len(bot.discord.messages()) == 1


async def test_a_message_whose_receipt_got_lost_is_not_posted_a_second_time(bot: Home):
    bot.discord.refuse("POST", r"/channels/\d+/messages", LOST)
    await bot.open()
    await bot.press("Ben", "Join")
    await until(lambda: bot.standing("Start"), "the lobby is brought up to date", 15)
    assert [(status, path) for _, path, status in bot.discord.log if status == LOST]
    assert len(bot.discord.sends) == 2 and len(bot.discord.messages()) == 1


# --- The connection -------------------------------------------------------------------------------


async def test_a_connection_that_breaks_is_taken_up_again_and_no_press_is_lost(bot: Home):
    discord = bot.discord
    await bot.begin()
    table = await bot.table()
    seat = table.state.asked[0]
    name = table.names[seat]
    panel = await bot.panel(name)
    move, other = table.game.legal(table.state, seat)[:2]
    discord.hang_up()
    pressed = discord.press(bot.people[name], panel, table.game.label(table.state, seat, move))
    discord.deliver_again(pressed)
    late = discord.press(bot.people[name], panel, table.game.label(table.state, seat, other))
    await until(lambda: discord.resumed == 1, "the session is resumed", 10)
    await bot.answered(pressed)
    await bot.answered(late)
    assert bot.moves() == [(seat, move, pressed.id)]
    assert "✓" not in text(late.response) or late.response is pressed.response
    await bot.shown()
    await discord.reconnect()
    await until(lambda: discord.resumed == 2 and discord.connected, "it is resumed again", 10)
    await bot.shown()
    assert discord.identified == 1


# --- Killed ---------------------------------------------------------------------------------------


async def test_a_bot_killed_at_any_moment_loses_no_move_and_makes_none_twice(bot: Home):
    rng = random.Random(8)
    pressed: list[tuple[Interaction, int, str]] = []
    await bot.begin()
    for n in range(8):
        table = await bot.table()
        seat = table.state.asked[0]
        name = table.names[seat]
        move = rng.choice(table.game.legal(table.state, seat))
        label = table.game.label(table.state, seat, move)
        panel = await bot.panel(name) if n % 2 else None

        act = partial(bot.act, name, move, label, panel)
        pressed.append((act(), seat, move))
        await asyncio.sleep(rng.choice([0.0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1]))
        await bot.end(signal.SIGKILL)
        await bot.start()
        assert_nothing_is_lost(bot, pressed)
        if pressed[-1][0].id not in [token for *_, token in bot.moves()]:
            pressed.append((act(), seat, move))
            await bot.answered(pressed[-1][0])
            assert pressed[-1][0].id in [token for *_, token in bot.moves()]
        await bot.shown()
    assert_nothing_is_lost(bot, pressed)
    table = await bot.table()
    made = [(seat, move) for seat, move, _ in bot.moves()]
    assert len(made) == table.seq == 8
    await until(lambda: len(bot.discord.messages()) == 1, "one board stands there")
    assert table.state == table.game.replay(2, int(table.row.seed), made, table.options)


async def test_buttons_from_before_a_kill_work_and_those_that_are_old_change_nothing(bot: Home):
    await bot.begin()
    table = await bot.table()
    seat = table.state.asked[0]
    name = table.names[seat]
    label, other = (
        table.game.label(table.state, seat, move)
        for move in table.game.legal(table.state, seat)[:2]
    )
    panel, same = await bot.panel(name), await bot.panel(name)
    await bot.end(signal.SIGKILL)
    await bot.start()
    press = await bot.answered(bot.discord.press(bot.people[name], panel, label))
    assert "✓" in text(press.response) and [press.id] == [token for *_, token in bot.moves()]
    late = await bot.answered(bot.discord.press(bot.people[name], same, other))
    assert "asked earlier" in text(late.response) and len(bot.moves()) == 1
    await bot.shown()


def assert_nothing_is_lost(bot: Home, pressed: list[tuple[Interaction, int, str]]) -> None:
    """Every confirmed move is there, none is there twice, none was made by nobody."""
    moves = bot.moves()
    tokens = [token for *_, token in moves]
    assert len(set(tokens)) == len(tokens)
    known = {press.id: (seat, move) for press, seat, move in pressed}
    for seat, move, token in moves:
        assert known[token] == (seat, move)
    for press, _, _ in pressed:
        assert press.id in tokens or not press.confirmed


async def test_a_killed_bot_leaves_no_process_behind(bot: Home):
    await bot.open(computers=1)
    await bot.press("Ada", "Start")
    await until(lambda: bot.standing("My hand", "Move"), "the board stands there")
    thinking = await thinkers(bot)
    await bot.end(signal.SIGKILL)
    try:
        await until(lambda: not any(map(runs, thinking)), "the thinking process ends as well", 5)
    finally:
        for pid in filter(runs, thinking):
            os.kill(pid, signal.SIGKILL)


# --- Starting and ending --------------------------------------------------------------------------


async def test_a_token_that_discord_does_not_know_ends_the_bot_with_one_sentence(tmp_path: Path):
    async with home(tmp_path) as made:
        wrong = "MTk4NjIyNDgzNDcxOTI1MjQ4.somebody-elses.token"
        process = await made.launch(DISCORD_TOKEN=wrong)
        assert await asyncio.wait_for(process.wait(), 30) == 2
        assert (
            made.output == "DISCORD_TOKEN is not usable: Discord does not know this token.\n"
            or (one_sentence(made.output).startswith("DISCORD_TOKEN is not usable"))
        )
        assert wrong not in made.output and TOKEN not in made.output
        assert made.discord.unknown == [] and not made.discord.connected


async def test_a_bot_without_a_network_ends_with_one_sentence(tmp_path: Path):
    async with home(tmp_path) as made:
        process = await made.launch(DISCORD_API_URL="http://127.0.0.1:9/api/v10")
        assert await asyncio.wait_for(process.wait(), 30) == 1
        assert one_sentence(made.output).startswith("Discord cannot be reached")


def one_sentence(output: str) -> str:
    """The last line of the output; nothing else in it looks like a crash."""
    assert "Traceback" not in output
    *others, last = output.strip().splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\d .* (INFO|WARNING) ", each) for each in others)
    assert last.endswith(".")
    return last
