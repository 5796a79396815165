"""Stores what the operator of the bot says and decides for all servers."""

from __future__ import annotations

from bot.store.database import repeated
from bot.store.notes import add_everywhere
from bot.store.repository import Repository


class OperatorRepository(Repository):
    async def draft(self, words: str) -> int:
        """Stores what `announce` will say, a packed phrase, and returns its number."""
        return await self._db.insert("INSERT INTO announcements (words) VALUES (?)", (words,))

    @repeated
    async def announce(self, number: int, now: float) -> list[int] | None:
        """Says a draft at every open table and returns these, all or nothing; None if the draft
        was said before.
        """
        async with self._db.transaction() as db:
            if not await db.execute(
                "UPDATE announcements SET sent = ? WHERE id = ? AND sent IS NULL", (now, number)
            ):
                return None
            [(words,)] = await db.fetch("SELECT words FROM announcements WHERE id = ?", (number,))
            return await add_everywhere(db, "status IN ('lobby', 'running')", (), words, now)

    async def closed_since(self) -> float | None:
        """Since when no new game may be opened; None while they may."""
        return await self._value("SELECT made FROM closures")

    @repeated
    async def close(self, now: float) -> None:
        """Lets nobody open a new game until `reopen`, in no process."""
        async with self._db.transaction() as db:
            await db.execute("DELETE FROM closures")
            await db.execute("INSERT INTO closures (made) VALUES (?)", (now,))

    async def reopen(self) -> None:
        await self._db.execute("DELETE FROM closures")
