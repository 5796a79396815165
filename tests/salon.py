"""A server with people in it, seen as they see it: what stands there, and what they press."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import simcord
from simcord.actors import _component_interaction
from simcord.components import walk_components

from bot.app import Atelier
from bot.table import Table

TEXT, BUTTON, SELECT = 10, 2, 3


def parts(message: Any) -> list[dict[str, Any]]:
    """Every component of a message or a response, nested ones too."""
    own = [each if isinstance(each, dict) else each.to_dict() for each in message.components]
    return list(walk_components(own))


def text(message: Any) -> str:
    """All that a message says."""
    said = "\n".join(part["content"] for part in parts(message) if part["type"] == TEXT)
    return f"{message.content}\n{said}".strip()


def buttons(message: Any, disabled: bool = False) -> dict[str, str]:
    """The labels of a message's buttons with their custom_ids; `disabled` ones are left out, or alone."""
    return {
        part["label"]: part["custom_id"]
        for part in parts(message)
        if part["type"] == BUTTON and bool(part.get("disabled")) == disabled
    }


def options(message: Any) -> dict[str, tuple[str, str]]:
    """The labels of all options in a message's selects, with the select's custom_id and the value."""
    return {
        option["label"]: (part["custom_id"], option["value"])
        for part in parts(message)
        if part["type"] == SELECT
        for option in part["options"]
    }


@dataclass
class Salon:
    """A server with one channel and some people in it."""

    env: simcord.Env
    guild: Any
    room: Any
    people: dict[str, Any]

    @classmethod
    def of(cls, env: simcord.Env, *names: str) -> Salon:
        """A salon with these people."""
        guild = env.create_guild("Salon")
        room = guild.create_text_channel("game-room")
        people = {
            name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names
        }
        return cls(env, guild, room, people)

    @property
    def bot(self) -> Atelier:
        """The bot of this salon."""
        return self.env.bot

    def posts(self, room: Any = None) -> list[Any]:
        """What everybody sees in a channel, oldest first."""
        seen = (room or self.room).history(viewer=next(iter(self.people.values())))
        return [message for message in seen if not message.flags.ephemeral]

    def board(self, room: Any = None) -> Any:
        """The newest message that everybody sees."""
        return self.posts(room)[-1]

    def dms(self, name: str) -> list[Any]:
        """The messages in a person's DM with the bot."""
        user = self.people[name].user
        return user.dm_channel.history(viewer=user)

    async def open(self, *, game: str = "wigs", seats: int = 3, **more: Any) -> Any:
        """A lobby of the first person."""
        host = next(iter(self.people.values()))
        return await host.slash(self.room, "game new", game=game, seats=seats, **more)

    async def press(self, name: str, label: str, message: Any = None) -> Any:
        """Somebody presses a button of the board, or of another message."""
        return await self.people[name].click(message or self.board(), label=label)

    async def press_dm(self, name: str, label: str) -> Any:
        """Somebody presses a button of the newest message in the DM."""
        return await self.people[name].user.click(self.dms(name)[-1], label=label)

    async def press_old(self, name: str, message: Any, custom_id: str) -> Any:
        """Somebody presses a button that stands no more, as a slow phone would."""
        actor = self.people[name]
        stored = self.env.backend.get_message(message.channel.id, message.id)
        return await _component_interaction(
            actor, stored, {"custom_id": custom_id, "component_type": BUTTON}
        )

    async def gather(self, computers: int = 1, seats: int = 3, **more: Any) -> None:
        """A game with everybody in the salon and computer players, started."""
        host, *others = self.people
        await self.open(seats=seats, computers=computers, **more)
        for name in others:
            await self.press(name, "Join")
        await self.press(host, "Start")

    async def table(self) -> Table:
        """The table of the channel."""
        return await self.bot.tables.in_channel(self.room.id)

    async def asked(self) -> Iterator[str]:
        """The people whom the table waits for."""
        table = await self.table()
        return (table.people[seat].name for seat in table.waiting_people())
