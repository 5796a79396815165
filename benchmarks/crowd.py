"""A crowd at the stored tables of a bot, with the Discord of `tests.wire` around it."""

import asyncio
import random
import sqlite3
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from bot.operations.config import Settings
from tests.stored import GUILD, MESSAGES, PRIVATE, SEATS, channel_of, dm_of, user_of
from tests.wire.home import Home, home
from tests.wire.standin import AS_DISCORD, BUTTON, Interaction, Place, labels, parts, until
from tests.wire.standin.things import COMPONENTS, DM, ROW, Guild

BOT = "bot"
OF_A_HOST = {
    name.upper(): str(each.default)
    for name, each in Settings.model_fields.items()
    if name.endswith("_seconds")
} | {"DRAWING_PROCESSES": "", "PYTHONDONTWRITEBYTECODE": ""}  # a host compiles once
"""What tests set otherwise, as a host leaves it."""
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
BUTTONS = {"panel": "Move", "hand": "My hand", "log": "Log"}
"""The labels of what is pressed on a board."""
PICKS = "pick-picks:"
CHANNELS = 1_000
"""How many channels the bot gets when it logs in."""
PAUSE = 2.0
"""How many seconds people look at the board before the next move."""

Control = tuple[dict[str, Any], list[str] | None]
"""A button or a select, and what is picked in it (None for a button)."""


@asynccontextmanager
async def at_tables(folder: Path, tables: int, module: str = BOT) -> AsyncIterator["Crowd"]:
    """A crowd with a running bot, or what another module runs, over the database of a folder."""
    async with home(folder, forks=False) as made:
        crowd, began = Crowd(made, min(tables, CHANNELS)), time.perf_counter()
        await made.launch(module=module, **OF_A_HOST)
        await until(lambda: made.discord.connected, "it connects", 60)
        crowd.connected_s = time.perf_counter() - began
        yield crowd
        crowd.db.close()
        await made.end()


class Crowd:
    """People who act at random at the tables of a bot, each table in a channel of its own."""

    connected_s = 0.0
    """How long the start took."""

    def __init__(self, home: Home, tables: int, seed: int = 1) -> None:
        """Takes how many tables there are, numbered from 1."""
        self.home, self.discord, self.tables = home, home.discord, tables
        self.rng = random.Random(seed)
        self.acts: list[tuple[str, Interaction]] = []
        self.db = sqlite3.connect(home.database, isolation_level=None)
        self._opened: defaultdict[tuple[int, int], list[Interaction]] = defaultdict(list)
        """What everybody opened their panels with."""
        self._passed: list[tuple[int, int, dict[str, Any], Control]] = []
        self.discord.limits.known = AS_DISCORD
        self.discord.commands = [{"id": "1", "name": "move"}, {"id": "2", "name": "turns"}]
        guild = Guild(str(GUILD), "The tables")
        self.discord.guilds[guild.id] = guild
        for n in range(1, tables + 1):
            buttons = [
                {"type": BUTTON, "style": 2, "label": label, "custom_id": f"{action}:{n}:"}
                for action, label in BUTTONS.items()
            ]
            row = {"type": ROW, "components": buttons}
            self._stand(Place(str(channel_of(n)), f"t{n}", guild.id), MESSAGES + n, row)
            for seat in range(SEATS):
                user = user_of(n, seat)
                self.discord.dms[str(user)] = str(dm_of(user))
                person = self._person(n, seat)
                self._stand(Place(str(dm_of(user)), "", None, DM, person=person), user + PRIVATE)

    def _stand(self, place: Place, number: int, *components: Any) -> None:
        """Adds a channel with a message that the bot has sent before."""
        body = {"flags": COMPONENTS, "components": components}
        place.add(self.discord.message(place.id, body, {}, str(number)))
        self.discord.places[place.id] = place

    def _person(self, table: int, seat: int) -> dict[str, Any]:
        return self.discord.person("P", str(user_of(table, seat)))

    @property
    def pid(self) -> int:
        assert self.home.process is not None
        return self.home.process.pid

    @property
    def refused(self) -> int:
        return self.discord.limits.refused + len(self.discord.limits.exceeded)

    # --- what is stored --------------------------------------------------------------------------

    def is_running(self, table: int) -> bool:
        sql = "SELECT 1 FROM tables WHERE id = ? AND status = 'running'"
        return self.db.execute(sql, (table,)).fetchone() is not None

    def asked(self, table: int) -> list[int]:
        sql = "SELECT seat FROM turns WHERE table_id = ?"
        return [seat for (seat,) in self.db.execute(sql, (table,))]

    def let_pass(self, table: int, seconds: int) -> None:
        """Makes the messages of a table older, as if time had passed."""
        self.db.execute("UPDATE posts SET made = made - ? WHERE table_id = ?", (seconds, table))

    # --- what people do --------------------------------------------------------------------------

    def act(self) -> None:
        [kind] = self.rng.choices(list(MIX), MIX.values())
        table = self.rng.randrange(1, self.tables + 1)
        seat = self.rng.choice(self.asked(table) or [0])
        if kind in ("move", "typed") and self._opened:
            table, seat = self.rng.choice([*self._opened])
        where, person = str(channel_of(table)), self._person(table, seat)
        match kind:
            case "move" | "typed" if message := self.asks(table, seat):
                self.move(table, seat, message, kind)
            case "stale" if self._passed:
                table, seat, message, control = self.rng.choice(self._passed)
                used = self.discord.use(self._person(table, seat), message, *control)
                self.acts.append((kind, used))
            case "letter":
                letter = self.rng.choice("abest")
                typed = self.discord.complete(person, "move", "move", where=where, move=letter)
                self.acts.append((kind, typed))
            case "games":
                self.acts.append((kind, self.discord.command(person, "turns", where=where)))
            case _:
                with suppress(LookupError):
                    self.press(kind if kind in BUTTONS else "panel", table, seat)

    def press(self, kind: str, table: int, seat: int) -> Interaction:
        """Somebody presses a button of the board; LookupError while it is sent anew."""
        there = self.discord.messages(str(channel_of(table)))
        board = [each for each in there if BUTTONS[kind] in labels(each)][-1]
        pressed = self.discord.press(self._person(table, seat), board, BUTTONS[kind])
        self.acts.append((kind, pressed))
        if kind == "panel":
            self._opened[table, seat].append(pressed)
        return pressed

    def asks(self, table: int, seat: int) -> dict[str, Any] | None:
        """The message on which somebody can move: their panel, or a direct message."""
        found = self.discord.messages(str(dm_of(user_of(table, seat))))
        panels = [
            it.response
            for it in self._opened.get((table, seat), ())
            if it.response and it.confirmed
        ]
        found += [each for each in panels[-1:] if each["id"] not in self.discord.deleted]
        return next((each for each in reversed(found) if controls(each)), None)

    def move(
        self, table: int, seat: int, message: dict[str, Any], kind: str = "move"
    ) -> Interaction:
        """Somebody makes a move: on this message, or by command."""
        person, control = self._person(table, seat), self.rng.choice(controls(message))
        part, values = control
        self._passed = [*self._passed[-99:], (table, seat, dict(message), control)]
        if kind == "move" or part["custom_id"].startswith(PICKS):
            made = self.discord.use(person, message, part, values)
        else:
            words = values[0].partition(":")[2] if values else part["custom_id"].split(":", 3)[3]
            where = str(channel_of(table))
            made = self.discord.command(person, "move", where=where, move=words)
            self._opened[table, seat].append(made)
        self.acts.append((kind, made))
        return made

    async def play(self, table: int, moves: int, pause_s: int = 0) -> int:
        """Has people move at a table, with a pause before each turn; returns how many moves."""
        made, seat = 0, -1
        while made < moves and self.is_running(table):
            await asyncio.sleep(PAUSE)  # meanwhile the bot updates panels by itself
            asked = self.asked(table)
            if asked and seat not in asked:
                self.let_pass(table, pause_s)
                seat = self.rng.choice(asked)
            if asked and not self.asks(table, seat):
                press = partial(self.press, "panel", table, seat)
                await answered(await until(press, "a board stands there"))
            if asked and (message := self.asks(table, seat)):
                await answered(self.move(table, seat, message))
                made += 1
        return made


def controls(message: Any) -> list[Control]:
    """The controls of a message that make a move."""
    found: list[Control] = []
    for part in parts(message):
        custom_id = part.get("custom_id") or ""
        values = [option["value"] for option in part.get("options", ())]
        if custom_id.startswith("move:") and not part.get("disabled"):
            found.append((part, None))
        if custom_id.startswith("pick-move:"):
            found += [(part, [value]) for value in values if value.startswith("move:")]
        if custom_id.startswith(PICKS):
            each = {value.split(" ")[0]: value for value in values}
            found.append((part, [*each.values()][: part["min_values"]]))
    return found


async def answered(interaction: Interaction) -> float:
    """The seconds until somebody could read an answer."""
    await until(lambda: interaction.answered is not None, "it is answered", 60)
    return interaction.answered or 0.0


async def drive(act: Callable[[], object], rate: float, seconds: float) -> None:
    """Calls `act` at this rate, without waiting for the answers."""
    began, done = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < seconds:
        while done < now * rate:
            act()
            done += 1
        await asyncio.sleep(0.002)
