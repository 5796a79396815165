"""Stores who does not want to meet whom, and who is banned from the tables of a server."""

from __future__ import annotations

from collections.abc import Collection

from bot.store.repository import Repository, placeholders


class PeaceRepository(Repository):
    """Block lists of people, and bans of servers."""

    async def block(self, user: int, other: int, now: float) -> None:
        columns = {"user": user, "blocked": other, "made": now}
        await self._upsert("blocks", '"user", blocked', columns)

    async def unblock(self, user: int, other: int) -> bool:
        """Whether somebody was on the list."""
        gone = 'DELETE FROM blocks WHERE "user" = ? AND blocked = ?'
        return bool(await self._db.execute(gone, (user, other)))

    async def blocked_by(self, user: int) -> list[int]:
        """The oldest entry first."""
        rows = await self._fetch(
            'SELECT blocked FROM blocks WHERE "user" = ? ORDER BY made, blocked', (user,)
        )
        return [user for (user,) in rows]

    async def apart(self, users: Collection[int]) -> list[tuple[int, int]]:
        """The pairs of these people of whom the first has blocked the second."""
        among = placeholders(len(users))
        rows = await self._fetch(
            f'SELECT "user", blocked FROM blocks WHERE "user" IN ({among})'
            f" AND blocked IN ({among}) ORDER BY 1, 2",
            [*users, *users],
        )
        return [(user, blocked) for user, blocked in rows]

    async def ban(self, guild: int, user: int, now: float) -> None:
        columns = {"guild": guild, "banned": user, "made": now}
        await self._upsert("bans", "guild, banned", columns)

    async def unban(self, guild: int, user: int) -> bool:
        """Whether there was a ban."""
        gone = "DELETE FROM bans WHERE guild = ? AND banned = ?"
        return bool(await self._db.execute(gone, (guild, user)))

    async def banned(self, guild: int | None) -> list[int]:
        """Who is banned from the tables of a server, the oldest ban first; nobody outside of
        servers.
        """
        rows = await self._fetch(
            "SELECT banned FROM bans WHERE guild = ? ORDER BY made, banned", (guild,)
        )
        return [user for (user,) in rows]
