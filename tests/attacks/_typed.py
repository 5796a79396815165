"""Hostile values in every option of every command, every field of every form, and every control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

from simcord.interactions import build_options, command_leaves, nest_options, walk_to_subcommand

from bot.interactions.controls import FORM_PREFIX, HANDLERS, PICK_PREFIX
from bot.operations.markdown import clean_line
from bot.pages.page import MAX_CUSTOM_ID, MAX_OPTION_LABEL
from bot.pages.questions import fits_form
from games import discover
from games.kernel import Dials
from games.reading import whole_number
from tests.fuzzed import rows_of
from tests.sim_server import SimServer, fields, reply_text, shown_in

Place = tuple[str, Sequence[dict[str, Any]], str]
"""A command, its options as Discord knows them, and the name of the one that gets hostile values.
"""
SHOWN = ("posts", "league_posts", "outbox", "sessions", "heartbeats", "trials", "registrations")
"""What the store says of messages, processes and connections."""
LONGEST = 6000
"""Characters of a text that Discord sends."""
COMPARED = 20
"""By so many of its first characters a text is found where it was stored."""
COMMAND = 2
"""The type of an interaction with a command."""
TEXT, WHOLE, TRUTH, USER = 3, 4, 5, 6
"""Types of the options of a command."""
MOVES = 100
"""Moves of a game that are played to come to a question."""
AT_ONCE = 10
"""Actions whose presses are sent at once."""


@dataclass
class World:
    """A server with a running game of each title and a lobby.

    Each place gets all `values`, and of `others` the one that is next.
    """

    sim: SimServer
    values: Sequence[str]
    others: Iterator[str]
    rooms: dict[str, Any] = field(default_factory=dict)
    """The channels with a running game, by its title."""

    @classmethod
    async def of(cls, sim: SimServer, values: Sequence[str], others: Sequence[str] = ()) -> World:
        world = cls(sim, values, cycle(others))
        for name, game in discover().items():
            room = sim.guild.create_text_channel(name)
            computers = max(0, game.seats[0] - 2)
            await sim.start("Ada", "Ben", game=name, computers=computers, room=room)
            world.rooms[name] = room
        await sim.open(seats=3)
        return world

    async def ask_for_numbers(self) -> None:
        """Plays the games on until one asks Ada for numbers that stand in a form."""
        for room in self.rooms.values():
            table = await self.sim.bot.tables.in_channel(room.id)
            for n in range(MOVES):
                seat = table.names.index("Ada")
                question = table.game.question(table.state, seat)
                menu = question.menu if question else None
                if isinstance(menu, Dials) and fits_form(menu):
                    await self.sim.env.settle()
                    return
                if not table.state.asked:
                    break
                asked = table.state.asked[0]
                with self.sim.env._bot_scope():
                    move = table.game.default(table.state, asked)
                    await table.submit(asked, move, f"played:{n}")
        raise AssertionError("no game asks for numbers")

    def some(self, longest: int = LONGEST) -> list[str]:
        """The values for the next place, with at most so many characters."""
        return [value[:longest] for value in (*self.values, *islice(self.others, 1))]

    # --- commands --------------------------------------------------------------------------------

    def options(self) -> list[Place]:
        """Every option of a command that takes any text."""
        user, channel = self.sim.people["Ada"].id, self.sim.room.id
        known = self.sim.env.backend.visible_commands(user_id=user, channel_id=channel)
        return [
            (" ".join(path), leaf.get("options", ()), option["name"])
            for path, leaf in (each for one in known for each in command_leaves(one))
            for option in leaf.get("options", ())
            if option["type"] == TEXT and not option.get("choices")
        ]

    async def type_commands(self, places: Sequence[Place]) -> int:
        """Types hostile values into options, also where no game runs; returns how many commands."""
        count, first = 0, next(iter(self.rooms.values()))
        empty = self.sim.guild.create_text_channel("empty")
        for command, options, hostile in places:
            room = self.rooms.get(command.split(" ")[0])
            chosen = await self.usual(command, options, hostile, room or first)
            for where in [room] if room else [first, empty]:
                values = [value for value in self.some() if value.strip()]  # else it is not given
                before = rows_of(self.sim.file)
                typed = [{**chosen, hostile: value} for value in values]
                name = await self.asked(where)
                answers = await self.type_at_once(name, command, where, typed)
                for answer in answers:
                    self.check_answer(answer, f"/{command} {hostile}:")
                self.check_rows(before, values, f"/{command} {hostile}:")
                count += len(values)
        return count

    async def type_at_once(
        self, name: str, command: str, room: Any, options: Sequence[dict[str, Any]]
    ) -> list[Any]:
        """Somebody types a command with each of these options, before any of them is answered."""
        backend, actor = self.sim.env.backend, self.sim.people[name]
        root = backend.find_command(command.split(" ")[0], self.sim.guild.id, type=1)
        assert root is not None, command
        leaf, path = walk_to_subcommand(root, command.split(" ")[1:])
        results: list[Any] = []
        for each in options:
            built, resolved = build_options(actor, command, leaf, each, channel_id=room.id)
            data = {key: root[key] for key in ("id", "name", "type")}
            data |= {"options": nest_options(root, path, built), "resolved": resolved}
            results.append(self.sim.interaction(COMMAND, name, room.id, data))
        await self.sim.env.settle()
        self.sim.accept_refusals()
        return results

    async def asked(self, room: Any) -> str:
        """Somebody whom the game of a channel waits for; Ada if there is none."""
        if room not in self.rooms.values():
            return "Ada"
        table = await self.sim.bot.tables.in_channel(room.id)
        return next((table.people[seat].name for seat in table.waiting_people()), "Ada")

    async def usual(
        self, command: str, options: Sequence[dict[str, Any]], hostile: str, room: Any
    ) -> dict[str, Any]:
        """What somebody would choose for the other options that are needed."""
        chosen: dict[str, Any] = {}
        ada, ben = self.sim.people["Ada"], self.sim.people["Ben"]
        for option in options:
            name = option["name"]
            if name == hostile or not option.get("required"):
                continue
            offered = option.get("choices", [])
            if option.get("autocomplete"):
                offered = await ada.autocomplete(room, command, name, "", **chosen)
            usual = {TEXT: "1", WHOLE: option.get("min_value", 1), TRUTH: False, USER: ben}
            chosen[name] = offered[0]["value"] if offered else usual[option["type"]]
        return chosen

    def check_answer(self, answer: Any, what: str) -> None:
        assert answer.acknowledged and (reply_text(answer).strip() or answer.modal), what

    def check_rows(self, before: dict[str, list[Any]], typed: Sequence[str], what: str) -> None:
        """Fails if a changed row holds a typed text as anything but this text."""
        cleaned = [clean_line(each)[:COMPARED] for each in typed]
        for name, rows in rows_of(self.sim.file).items():
            if name in SHOWN:
                continue
            assert len(rows) >= len(before[name]), f"{what} removes rows of {name}"
            for row in rows:
                kept = [cell[:COMPARED] for cell in row if isinstance(cell, str)]
                if row not in before[name] and not {*kept} & {*cleaned}:
                    raise AssertionError(f"{what} changes {name}: {row}")

    # --- forms -----------------------------------------------------------------------------------

    async def fill_forms(self) -> str:
        """Opens every form and sends it with hostile values in each of its fields."""
        found, sent, tried = set[str](), 0, 0
        await self.ask_for_numbers()
        for action in [name for name, each in HANDLERS.items() if each.opens_form]:
            board, custom_id = await self.form(action)
            opened = await self.sim.press_old("Ada", board, custom_id)
            found.add(opened.modal["custom_id"].partition(":")[0])
            for each in (label["component"] for label in fields(opened)):
                tried += 1
                for value in self.some(each.get("max_length", LONGEST)):
                    before = rows_of(self.sim.file)
                    ticked = shown_in(opened)[each["custom_id"]]
                    picked = [*ticked, value] if isinstance(ticked, list) else value
                    answer = await self.sim.forge("Ada", opened, **{each["custom_id"]: picked})
                    sent += 1
                    given = f"{action} {each['custom_id']}: {value}"
                    self.check_answer(answer, given)
                    if value.strip() and whole_number(value.strip()) is None:  # else it may count
                        self.check_rows(before, [value], given)
        assert found == {name for name in HANDLERS if name.startswith(FORM_PREFIX)}
        return f"{sent} forms with hostile values in {tried} fields"

    async def form(self, action: str) -> tuple[Any, str]:
        """A message with a control, and its custom_id, that opens a form."""
        for room in (self.sim.room, *self.rooms.values()):
            table = await self.sim.bot.tables.in_channel(room.id)
            for rest in ("", f"{table.question if table.g else 0}"):
                custom_id = f"{action}:{table.id}:{rest}"
                if (await self.sim.press_old("Ada", self.sim.board(room), custom_id)).modal:
                    return self.sim.board(room), custom_id
        raise AssertionError(f"{action} opens no form")

    # --- controls --------------------------------------------------------------------------------

    async def press_controls(self, actions: Sequence[str]) -> int:
        """Presses controls with hostile values; without a table they change nothing. How often."""
        kept, pressed = self.kept(), 0
        for each in chunks(actions):
            nowhere = [(f"{action}:{value}:", "") for action in each for value in self.some()]
            pressed += await self.press(nowhere)
        assert self.kept() == kept, "a control without a table has changed something"
        for each in chunks(actions):
            if not self.sim.posts():  # a control has closed the lobby
                await self.sim.open(seats=3)
            number = (await self.sim.table()).id
            pressed += await self.press(
                [
                    (f"{action}:{number}:{value}", value[:MAX_OPTION_LABEL])
                    for action in each
                    for value in self.some()
                ]
            )
        return pressed

    def kept(self) -> dict[str, list[Any]]:
        """What is stored of tables and people."""
        return {name: rows for name, rows in rows_of(self.sim.file).items() if name not in SHOWN}

    async def press(self, presses: Sequence[tuple[str, str]]) -> int:
        """Presses controls of the board with these ids and picks at once; returns how many."""
        board = self.sim.board()
        answers: dict[str, Any] = {}
        for custom_id, value in presses:
            custom_id = custom_id[:MAX_CUSTOM_ID]
            picked = [value] if custom_id.startswith(PICK_PREFIX) else None
            answers[custom_id] = self.sim.send("Ada", board, custom_id, picked)
        await self.sim.env.settle()
        for custom_id, answer in answers.items():
            assert answer.acknowledged, f"nobody answers {custom_id!r}"
        return len(presses)


def chunks(actions: Sequence[str]) -> Iterator[Sequence[str]]:
    return (actions[start : start + AT_ONCE] for start in range(0, len(actions), AT_ONCE))
