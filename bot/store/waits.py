"""Stores since when something at a table waits for its people."""

from __future__ import annotations

from bot.store.repository import Repository
from bot.store.rows import WaitKind


class WaitRepository(Repository):
    """Waits of tables, at most one of each kind."""

    async def of(self, table_id: int) -> dict[WaitKind, float]:
        """When each of them began."""
        rows = await self._fetch("SELECT what, made FROM waits WHERE table_id = ?", (table_id,))
        return dict(rows)

    async def begin(self, table_id: int, what: WaitKind, now: float) -> None:
        """Restarts a wait that has begun."""
        columns = {"table_id": table_id, "what": what, "made": now}
        await self._upsert("waits", "table_id, what", columns)

    async def turn_into(self, table_id: int, before: WaitKind, after: WaitKind, now: float) -> bool:
        """Has a wait become another one, which begins now; returns whether there was one."""
        changed = await self._db.execute(
            "UPDATE waits SET what = ?, made = ? WHERE table_id = ? AND what = ?",
            (after, now, table_id, before),
        )
        return bool(changed)

    async def end(self, table_id: int, *kinds: WaitKind) -> None:
        for what in kinds:
            await self._db.execute(
                "DELETE FROM waits WHERE table_id = ? AND what = ?", (table_id, what)
            )
