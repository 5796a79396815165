"""The settings of servers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.store.repository import Repository
from bot.store.rows import NUMBERS

MANAGERS = "managers"
"""Only those who manage the server may open tables."""


@dataclass(slots=True)
class ServerRow:
    """The settings of a server; `channels` is JSON."""

    guild: int
    channels: str = "[]"
    openers: str = ""
    """"" for everybody, MANAGERS, or the number of a role."""
    language: str = ""
    """A code, or "" for that of the server."""
    locale: str = ""
    """The code of the server's language in Discord; "" where Discord never told it."""

    @property
    def channel_ids(self) -> list[int]:
        """The ids of the channels and categories where games may run; empty for everywhere."""
        try:
            return NUMBERS.read(self.channels)
        except (ValueError, TypeError):  # it is damaged
            return []


class ServerRepository(Repository):
    async def get(self, guild: int) -> ServerRow:
        """With defaults for what the server has not set."""
        row = await self._one(
            "SELECT guild, channels, openers, language, locale FROM servers WHERE guild = ?",
            (guild,),
        )
        return ServerRow(*row) if row else ServerRow(guild)

    async def save(self, guild: int, **columns: Any) -> None:
        """`columns` are fields of `ServerRow`."""
        await self._upsert("servers", "guild", {"guild": guild, **columns})
