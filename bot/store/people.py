"""People and what they have settled."""

from __future__ import annotations

from collections.abc import Iterable

from bot.store.room import Room
from bot.store.rows import Dms


class PeopleRoom(Room):
    """What people have settled for themselves."""

    async def dms(self, users: Iterable[int]) -> dict[int, Dms]:
        """Which of these people have settled something about private messages, and what."""
        wanted = list(users)
        rows = await self._all(
            f"SELECT user, dms FROM people WHERE user IN ({', '.join('?' * len(wanted))})", wanted
        )
        return {row[0]: row[1] for row in rows}

    async def settle_dms(self, user: int, dms: Dms) -> None:
        """Stores whether a person has private messages from the bot."""
        await self._db.execute(
            "INSERT INTO people (user, dms) VALUES (?, ?)"
            " ON CONFLICT (user) DO UPDATE SET dms = excluded.dms",
            (user, dms),
        )
