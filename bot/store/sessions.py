"""Stores when the shards began their sessions at Discord's gateway."""

from __future__ import annotations

from bot.store.repository import Repository


class SessionRepository(Repository):
    """A row for each shard."""

    async def latest(self, shard: int) -> tuple[float, int]:
        """When a shard last began a session, and how many in a row had ended soon before it."""
        row = await self._one("SELECT begun, tries FROM sessions WHERE shard = ?", (shard,))
        return tuple(row) if row else (0.0, 0)

    async def save(self, shard: int, begun: float, tries: int) -> None:
        columns = {"shard": shard, "begun": begun, "tries": tries}
        await self._upsert("sessions", "shard", columns)
