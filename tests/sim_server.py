"""A server in SimCord with people in it: what they see, press and type."""

import json
import logging
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

import pytest
import simcord
from discord import Permissions
from discord.app_commands import TransformerError
from simcord.backend.serializers import message_payload
from simcord.components import walk_components
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from bot.app import Atelier
from bot.pages.lobby import settings_of
from bot.pages.plans import rehearsal
from bot.store import OutOfService
from bot.table import STAND_IN_LEVEL, Damaged, NewTable, Refused, Table, checked_options
from bot.table.computers import with_computers
from bot.table.pace import parse_pace
from bot.table.settings import TableSetting
from games import discover

ROW, BUTTON, SELECT, INPUT, TEXT, GALLERY, LABEL, RADIO = 1, 2, 3, 4, 10, 12, 18, 21
PRESSED, SENT = 3, 5
"""The types of interactions with a button or a select, and with a form."""
DIAL, FORM, PICKS = "pick-dial:", "dials:", "pick-picks:"
"""How custom_ids begin: of a dial, of the button for a form of dials, of a select of several."""
MOVES = ("move:", "pick-move:", PICKS, "into:")
"""How the custom_ids of components begin that make a move."""
T = TypeVar("T")
MANY = 2000
"""Moves after which a test gives up waiting for something to happen."""


def parts(message: Any) -> list[dict[str, Any]]:
    """Every component of a message or a response, nested ones too."""
    own = [each if isinstance(each, dict) else each.to_dict() for each in message.components]
    return list(walk_components(own))


def text(message: Any) -> str:
    said = "\n".join(part["content"] for part in parts(message) if part["type"] == TEXT)
    return f"{message.content}\n{said}".strip()


def buttons(message: Any, disabled: bool = False) -> dict[str, str]:
    """The labels of a message's buttons that can be pressed (or cannot), with their custom_ids."""
    return {
        part["label"]: part["custom_id"]
        for part in parts(message)
        if part["type"] == BUTTON and bool(part.get("disabled")) == disabled
    }


def options(message: Any) -> dict[str, tuple[str, str]]:
    """The labels of all options in a message's selects, with custom_id and value."""
    return {
        option["label"]: (part["custom_id"], option["value"])
        for part in parts(message)
        if part["type"] == SELECT
        for option in part["options"]
    }


def fields(opened: Any) -> list[dict[str, Any]]:
    """The labelled fields of a form that was opened."""
    return [part for part in opened.modal["components"] if part["type"] == LABEL]


def shown_in(opened: Any) -> dict[str, Any]:
    """What stands in the fields of a form that was opened, by their custom_ids."""
    shown: dict[str, Any] = {}
    for each in (label["component"] for label in fields(opened)):
        picked = [option["value"] for option in each.get("options", ()) if option.get("default")]
        one = next(iter(picked), None) if each["type"] == RADIO else picked
        shown[each["custom_id"]] = one if "options" in each else each.get("value", "")
    return shown


async def fill(actor: Any, opened: Any, **given: Any) -> Any:
    """Somebody sends a form that was opened, with these answers and else as it was shown."""
    return await actor.submit_modal(opened, shown_in(opened) | given)


def alt_texts(message: Any) -> list[str]:
    galleries = [part for part in parts(message) if part["type"] == GALLERY]
    return [item.get("description") or "" for part in galleries for item in part["items"]]


def controls(message: Any) -> list[str]:
    """The custom_ids of a message that answer the question of a turn."""
    ids = [(part.get("custom_id") or "").split(":") for part in parts(message)]
    return [":".join(i) for i in ids if f"{i[0]}:" in MOVES and i[2:] and i[2][:1].isdigit()]


def asks(message: Any, question: int) -> bool:
    return any(custom_id.split(":")[2] == str(question) for custom_id in controls(message))


def reply_text(result: Any) -> str:
    """The text of a reply: of the message that was edited, if any, and of those that follow."""
    return "\n".join(map(text, filter(None, [result.response, *result.followups])))


def ephemeral_text(result: Any) -> str:
    answers = filter(None, [result.response, *result.followups])
    return "\n".join(text(each) for each in answers if each.ephemeral)


async def all_of(message: Any) -> dict[str, Any]:
    """Everything about a message that its reader can see or find in its data."""
    return {
        "content": message.content,
        "components": parts(message),
        "files": [(each.filename, each.description) for each in message.attachments],
        "pictures": [await each.read() for each in message.attachments],
        "edited": str(message.edited_at),
    }


@contextmanager
def without_bugs(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails if an error is logged inside of it: a bug that gets a polite reply is still a bug."""
    yield
    bugs = [
        record.getMessage() + (f": {record.exc_info[1]!r}" if record.exc_info else "")
        for record in caplog.get_records("call")
        if record.levelno >= logging.ERROR
    ]
    assert not bugs, bugs


@dataclass
class SimServer:
    """A server with one channel and some people in it."""

    env: simcord.Env
    guild: Any
    room: Any
    people: dict[str, Any]
    started: list[Atelier] | None = None
    """The list of the fixture `started`, which closes the bots of restarts."""
    panels: dict[str, Any] = field(default_factory=dict)
    """The panels that people have opened at the table."""

    @classmethod
    def of(cls, env: simcord.Env, *names: str, started: list[Atelier] | None = None) -> Self:
        """A server with these people; it can restart its bot if `started` is given."""
        guild = env.create_guild("SimServer")
        made = cls(env, guild, guild.create_text_channel("game-room"), {}, started)
        for name in names:
            made.add(name)
        return made

    def add(self, name: str, shown: str = "", **permissions: bool) -> Any:
        """Somebody comes to the server, with a role that has these permissions."""
        allowed = Permissions(**permissions)
        roles = [self.guild.create_role(name, permissions=allowed)] if permissions else []
        user = self.env.create_user(name.lower(), global_name=shown or name)
        self.people[name] = self.guild.add_member(user, roles=roles)
        return self.people[name]

    @property
    def bot(self) -> Atelier:
        return self.env.bot

    def named(self, user: int) -> str:
        return next(name for name, actor in self.people.items() if actor.id == user)

    # --- what they see ---------------------------------------------------------------------------

    def posts(self, room: Any = None) -> list[Any]:
        """What everybody sees in a channel, oldest first."""
        seen = (room or self.room).history(viewer=next(iter(self.people.values())))
        return [message for message in seen if not message.flags.ephemeral]

    def board(self, room: Any = None) -> Any:
        """The newest message that everybody sees."""
        return self.posts(room)[-1]

    def dms(self, name: str) -> list[Any]:
        user = self.people[name].user
        return user.dm_channel.history(viewer=user)

    def requests(self, method: str, channel: Any = None) -> list[Any]:
        """What the bot sent to a channel: new messages (POST) or edits (PATCH), oldest first."""
        path = re.compile(rf"/channels/{(channel or self.room).id}/messages(/\d+)?")
        return [
            each.json
            for each in self.env.http_requests
            if each.method == method and path.fullmatch(each.path) and each.json is not None
        ]

    def pinged(self, method: str = "POST", channel: Any = None) -> list[set[str]]:
        """The people whom each new message (or edit) of a channel mentioned, oldest first."""
        calls: list[set[str]] = []
        for sent in self.requests(method, channel):
            allowed = sent["allowed_mentions"]
            assert not allowed.get("parse"), allowed
            users = {int(user) for user in allowed.get("users", [])}
            calls.append({self.named(user) for user in users if f"<@{user}>" in json.dumps(sent)})
        return calls

    # --- what they do ----------------------------------------------------------------------------

    async def command(self, name: str, command: str, room: Any = None, **options: Any) -> Any:
        result = await self.people[name].slash(room or self.room, command, **options)
        self.accept_refusals()
        return result

    async def command_dm(self, name: str, command: str, **options: Any) -> Any:
        result = await self.people[name].user.slash(command, **options)
        self.accept_refusals()
        return result

    def accept_refusals(self) -> None:
        """Ignores refusals, which SimCord counts as errors of a command, but no other errors."""
        for error in self.env.errors:
            refusals = Refused | Damaged | OutOfService | TransformerError
            if not isinstance(getattr(error, "original", error), refusals):
                raise error

    async def press(self, name: str, label: str, message: Any = None) -> Any:
        """Somebody presses a button of the board, or of another message."""
        return await self.people[name].click(message or self.board(), label=label)

    async def verify(self, name: str) -> Any:
        """The proof of the game on the board, behind its log."""
        log = (await self.press(name, "Log")).response
        return (await self.press(name, "Verify", log)).response

    async def press_dm(self, name: str, label: str) -> Any:
        """Somebody presses a button of the newest message in the DM."""
        return await self.people[name].user.click(self.dms(name)[-1], label=label)

    async def press_old(self, name: str, message: Any, custom_id: str, *values: str) -> Any:
        """Somebody uses a control that is gone, as on a slow phone: a button, or a select."""
        result = self.send(name, message, custom_id, values or None)
        await self.env.settle()
        return result

    async def pick_option(self, name: str, label: str, room: Any = None) -> Any:
        """The host chooses this value in the options of the lobby, or in a select beside them."""
        table = await self.bot.tables.in_channel((room or self.room).id)
        new = NewTable.of(table)
        for setting in settings_of(table):
            for value in setting.offered(new):
                if label in setting.titled(value):
                    opened = await self.press(name, "Options", self.board(room))
                    return await self._choose(name, opened, setting, value)
        shown = (await self.press(name, "Pace and seats", self.board(room))).response
        custom_id, value = next(each for said, each in options(shown).items() if label in said)
        return await self.people[name].select(shown, [value], custom_id=custom_id)

    async def _choose(self, name: str, opened: Any, setting: TableSetting, value: str) -> Any:
        for each in (label["component"] for label in fields(opened)):
            if each["custom_id"] == setting.key:
                return await fill(self.people[name], opened, **{setting.key: value})
            if setting.key in [option["value"] for option in each.get("options", ())]:
                others = {*shown_in(opened)[each["custom_id"]]} - {setting.key}
                ticked = [*others, *([setting.key] if value == setting.other else [])]
                return await fill(self.people[name], opened, **{each["custom_id"]: ticked})
        raise AssertionError(f"{setting.key} is not in the form")

    async def at_once(self, *presses: tuple[str, Any, str]) -> list[Any]:
        """Several people press buttons before the bot has answered any of them."""
        results = [self.send(*press) for press in presses]
        await self.env.settle()
        return results

    def send(
        self, name: str, message: Any, custom_id: str, values: Sequence[str] | None = None
    ) -> InteractionResult:
        """Somebody uses a control. One that stands there no more is seen as it stood before."""
        control: dict[str, Any] = {"type": BUTTON, "style": 2, "label": "…"}
        data: dict[str, Any] = {"custom_id": custom_id}
        if values is not None:
            offered = [{"label": "…", "value": value} for value in values]
            control = {"type": SELECT, "options": offered}
            data["values"] = [*values]
        control |= {"custom_id": custom_id, "id": 901}
        data["component_type"] = control["type"]
        channel, backend = channel_of(message), self.env.backend
        seen = dict(message_payload(backend, backend.get_message(channel, message.id)))
        if json.dumps(custom_id) not in json.dumps(seen["components"]):
            row = {"type": ROW, "id": 900, "components": [control]}
            seen["components"] = [*seen["components"], row]
        return self.interaction(PRESSED, name, channel, data, seen)

    async def forge(self, name: str, opened: Any, **given: str | list[str]) -> Any:
        """Somebody sends a form, perhaps a second time, with answers that it may not offer."""
        sent = shown_in(opened) | given
        labels: list[dict[str, Any]] = []
        for each in (label["component"] for label in fields(opened)):
            answer = sent[each["custom_id"]]
            values = [answer] if isinstance(answer, str) else answer
            one = {"value": answer} if each["type"] in (INPUT, RADIO) else {"values": values}
            told = {key: each[key] for key in ("type", "id", "custom_id")} | one
            labels.append({"type": LABEL, "id": 900, "component": told})
        opener = opened._interaction
        data = {"custom_id": opened.modal["custom_id"], "components": labels}
        number = opener.source_message_id
        message = self.env.backend.get_message(opener.channel_id, number) if number else None
        seen = message and dict(message_payload(self.env.backend, message))
        result = self.interaction(SENT, name, opener.channel_id, data, seen)
        await self.env.settle()
        return result

    def interaction(
        self, kind: int, name: str, channel: int, data: Any, message: Any = None
    ) -> InteractionResult:
        """Discord tells the bot what somebody did in a channel, or with a message of it."""
        backend, user = self.env.backend, self.people[name].id
        record, payload = base_payload(
            backend,
            type=kind,
            channel_id=channel,
            guild_id=None if backend.dm_channels.get(user) == channel else self.guild.id,
            user_id=user,
            data=data,
        )
        if message:
            payload["message"] = message
            record.source_message_id = int(message["id"])
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)

    async def deliver_again(self) -> None:
        """Discord delivers the latest interaction a second time."""
        sent = self.env.backend.transcript
        *_, payload = [given for _, event, given in sent if event == "INTERACTION_CREATE"]
        self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()

    async def make(self, name: str, move: str, message: Any) -> Any:
        """Somebody makes a move with the components of a message, in the channel or in the DM."""
        actor = self.people[name]
        private = self.env.backend.dm_channels.get(actor.id) == channel_of(message)
        actor = actor.user if private else actor
        several = [part for part in parts(message) if part.get("custom_id", "").startswith(PICKS)]
        forms = [i for i in buttons(message).values() if i.startswith(FORM)]
        way = self._way_to(move, message)
        if way is None and forms:
            opened = await actor.click(message, custom_id=forms[0])
            numbers = re.findall(r"\d+", move)
            given = {i: numbers[int(i)] for i in shown_in(opened)}
            lists = {i: [given[i]] for i, it in shown_in(opened).items() if isinstance(it, list)}
            return await fill(actor, opened, **given | lists)
        if way is None and several:
            table = await self.table(int(several[0]["custom_id"].split(":")[1]))
            question = rehearsal(table, table.names.index(name)).question
            picked, custom_id = question.menu.of(move), several[0]["custom_id"]
            result = await actor.select(message, picked, custom_id=custom_id)
            if several[0]["min_values"] == several[0]["max_values"]:
                return result
        else:
            custom_id, value, made = way or self._turned_to(move, message)
            if value:
                result = await actor.select(message, [value], custom_id=custom_id)
            else:
                result = await actor.click(message, custom_id=custom_id)
            if made == move:
                return result
        return await self.make(name, move, self.dms(name)[-1] if private else result.response)

    async def make_where_asked(self, name: str, move: str) -> bool:
        """A move in their DM, if asked there, else on a panel with this question; if in the DM."""
        question = (await self.table()).question
        private = self.dms(name)
        if private and asks(private[-1], question):
            await self.make(name, move, private[-1])
            return True
        shown = self.panels[name].response if name in self.panels else None
        if shown is None or not asks(shown, question):  # another one may have taken its place
            self.panels[name] = await self.press(name, "Move")
        await self.make(name, move, self.panels[name].response)
        return False

    def _way_to(self, move: str, message: Any) -> tuple[str, str, str] | None:
        """The next component on the way to a move, its value in a select, and what it makes."""
        kinds = ("move:", "into:")
        pressed = [each for each in buttons(message).values() if each.startswith(kinds)]
        ways = [(each, "", each.split(":", 3)[3]) for each in pressed]
        ways += [(i, v, v[5:]) for i, v in options(message).values() if v.startswith(kinds)]
        fitting = [way for way in ways if way[2] and f"{move} ".startswith(f"{way[2]} ")]
        return max(fitting, key=lambda way: len(way[2]), default=None)

    def _turned_to(self, move: str, message: Any) -> tuple[str, str, str]:
        """The select of the first dial that is not set yet, and the nearest of its numbers."""
        for part in parts(message):
            if part.get("custom_id", "").startswith(DIAL):
                *_, dial, draft = part["custom_id"].split(":")
                wanted, shown = (re.findall(r"\d+", words)[int(dial)] for words in (move, draft))
                if wanted != shown:
                    values = [option["value"] for option in part["options"]]
                    nearest = min(values, key=lambda value: abs(int(value) - int(wanted)))
                    return part["custom_id"], nearest, ""
        raise AssertionError(f"{move!r} is not among {buttons(message)} and {options(message)}")

    # --- how a game comes about ------------------------------------------------------------------

    async def open(
        self,
        *,
        host: str = "",
        room: Any = None,
        game: str = "wigs",
        seats: int = 3,
        private: bool = False,
        computers: int = 0,
        level: str = STAND_IN_LEVEL,
        options: dict[str, Any] | None = None,
        pace: str = "none",
        order: str = "listed",
        hints: bool = False,
    ) -> Any:
        """A lobby of the first person, or of another, with all this set in one commit."""
        typed = {"game": game, "seats": seats} | ({"private": True} if private else {})
        before = {row.id for row in await self.bot.store.tables.open(guild=self.guild.id)}
        answer = await self.command(host or next(iter(self.people)), "game new", room, **typed)
        rows = await self.bot.store.tables.open(guild=self.guild.id)
        for table in [await self.table(row.id) for row in rows if row.id not in before]:
            with self.env._bot_scope():  # so that SimCord waits for what follows from it
                async with table.lock:
                    await table.save(
                        people=with_computers([*table.people], [level] * computers),
                        options=checked_options(table.game, table.options | (options or {})),
                        pace=str(parse_pace(pace)),
                        seating=order,
                        hints=int(hints),
                    )
            await self.env.settle()
        return answer

    async def gather_near(self, game: str, seats: int) -> None:
        """A game with as nearly so many seats as it can have, started, with computer players."""
        seats = min(discover()[game].seats, key=lambda n: abs(n - seats))
        await self.gather(game=game, seats=seats, computers=seats - len(self.people))

    async def start(self, *names: str, computers: int = 0, room: Any = None, **more: Any) -> Table:
        """A game of these people, the host first, and computer players, started."""
        more = {"seats": len(names) + computers} | more
        await self.open(host=names[0], room=room, computers=computers, **more)
        for name in names[1:]:
            await self.press(name, "Join", self.board(room))
        await self.press(names[0], "Start", self.board(room))
        return await self.bot.tables.in_channel((room or self.room).id)

    async def gather(self, computers: int = 1, seats: int = 3, **more: Any) -> None:
        """A game with everybody on the server and computer players, started."""
        await self.start(*self.people, computers=computers, seats=seats, **more)

    async def gather_two(
        self, *, computers: int = 0, until: Callable[[Table], bool] | str = "", **more: Any
    ) -> Table:
        """A game of the first two people and computer players, started, or played until this."""
        table = await self.start(*[*self.people][:2], computers=computers, **more)
        return await self.play_until(until) if until else table

    async def abandon(self, name: str, room: Any = None) -> Any:
        question = (await self.command(name, "game abandon", room)).response
        return await self.press(name, next(iter(buttons(question))), question)

    async def table(self, number: int | None = None) -> Table:
        """The table of the channel, or the one of this number."""
        tables = self.bot.tables
        return await (tables.get(number) if number else tables.in_channel(self.room.id))

    async def asked(self) -> list[str]:
        table = await self.table()
        return [table.people[seat].name for seat in table.waiting_people()]

    async def default(self, name: str) -> str:
        """A sensible move of this person."""
        table = await self.table()
        return table.game.default(table.state, table.names.index(name))

    async def play_until(
        self,
        reached: Callable[[Table], bool] | str,
        choose: Callable[[Table, int], str] | None = None,
        slowly: bool = False,
    ) -> Table:
        """Plays sensible (or these) moves until this is asked, and shows that; `slowly`, each."""
        table = await self.table()
        arrived = (
            reached if callable(reached) else lambda t: t.view(None)["question"]["name"] == reached
        )
        for _ in range(MANY):
            if arrived(table) or not table.waiting_people():
                await self.env.settle()
                if arrived(table):  # still so when the computer players have moved as well
                    return table
                if not table.waiting_people():
                    break
            seat = table.waiting_people()[0]
            move = choose(table, seat) if choose else table.game.default(table.state, seat)
            shows, table.on_change = table.on_change, lambda table: None
            await table.submit(seat, move, f"test:{table.seq}:{seat}")
            table.on_change = shows
            if slowly or arrived(table) or not table.waiting_people():
                with self.env._bot_scope():  # so that SimCord waits for what follows from it
                    shows(table)
            if slowly:
                await self.env.settle()
        raise AssertionError("this is never asked")

    async def skip_the_middle(self, ahead: int) -> None:
        """Makes default moves until about so many are left; only the last of them is shown."""
        table = await self.table()
        moves = sensible_moves(table)
        if len(moves) <= ahead:
            return
        *unseen, last = moves[: len(moves) - ahead]
        shows, table.on_change = table.on_change, lambda table: None
        for seat, move in unseen:
            await table.submit(seat, move, f"skipped:{table.seq}")
        table.on_change = shows
        await self.behind(table.submit(*last, f"skipped:{table.seq}"))

    async def finish(self) -> Table:
        """A game of the first two people that is over; of its boards only the last was shown."""
        await self.gather_two()
        return await self.play_out()

    async def play_out(self) -> Table:
        """Plays the game of the channel to its end; of its boards only the last is shown."""
        await self.skip_the_middle(ahead=0)
        table = await self.table()
        assert table.row.status == "over"
        return table

    async def behind(self, work: Awaitable[T]) -> T:
        """What the bot does unasked; SimCord waits for what follows from it."""
        with self.env._bot_scope():
            done = await work
        await self.env.settle()
        return done

    async def tell(self, event: str, *args: Any) -> None:
        with self.env._bot_scope():
            self.bot.dispatch(event, *args)
        await self.env.settle()

    # --- the disk --------------------------------------------------------------------------------

    @property
    def file(self) -> Path:
        return self.bot.settings.database

    def sql(self, statement: str, *values: Any) -> list[Any]:
        """Reads or changes the bot's database behind its back."""
        with closing(sqlite3.connect(self.file, isolation_level=None)) as other:
            return other.execute(statement, values).fetchall()

    async def restart(self) -> None:
        assert self.started is not None, "the fixture `started` closes the bot that is begun here"
        old = self.bot
        self.started.append(type(old)(old.settings))
        await self.env.restart_bot(self.started[-1])
        await old.close()
        await self.env.settle()


def sensible_moves(table: Table) -> list[tuple[int, str]]:
    """The moves to the end of the game, if everybody at the table always makes the default."""
    game, g = table.game, table.state
    moves: list[tuple[int, str]] = []
    while g.scores is None and len(moves) < MANY:
        moves.append((g.asked[0], game.default(g, g.asked[0])))
        g = game.play(g, *moves[-1])
    assert g.scores is not None, "sensible moves never end this game"
    return moves


def channel_of(message: Any) -> int:
    return getattr(message, "channel_id", None) or message.channel.id
