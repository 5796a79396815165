"""Servers and what they have settled."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bot.store.repository import Repository

MANAGERS = "managers"
"""Only those who manage the server may open tables."""


@dataclass(slots=True)
class ServerRow:
    """What a server has settled; `channels` is JSON."""

    guild: int
    channels: str = "[]"
    openers: str = ""
    """"" for everybody, MANAGERS, or the number of a role."""
    language: str = ""
    """A code, or "" for that of the server."""

    @property
    def places(self) -> list[int]:
        """The channels and categories where games may run; none where they may run anywhere."""
        return json.loads(self.channels)


class ServerRepository(Repository):
    """What servers have settled for themselves."""

    async def get(self, guild: int) -> ServerRow:
        """What a server has settled; what it has not is as for every server."""
        rows = await self._all(
            "SELECT guild, channels, openers, language FROM servers WHERE guild = ?", (guild,)
        )
        return ServerRow(*rows[0]) if rows else ServerRow(guild)

    async def save(self, guild: int, **columns: Any) -> None:
        """Stores what a server settles: fields of `ServerRow`, by name."""
        await self._put("servers", "guild", {"guild": guild, **columns})
