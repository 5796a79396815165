"""Stores reviews of finished games, done or in progress."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import ALL_TENTHS, REVIEW, ReviewRow


class ReviewRepository(Repository):
    """The reviews of all tables. A trigger puts a table into the outbox as its review goes on."""

    async def get(self, table_id: int) -> ReviewRow | None:
        row = await self._one(f"SELECT {REVIEW} FROM reviews WHERE table_id = ?", (table_id,))
        return ReviewRow(*row) if row else None

    async def save(self, row: ReviewRow) -> None:
        """Does not change whether the review is shared."""
        columns = asdict(row)
        del columns["shared"]
        await self._upsert("reviews", "table_id", columns)

    async def share(self, table_id: int) -> None:
        """Stores that a review is shown in the channel of its table."""
        await self._db.execute("UPDATE reviews SET shared = 1 WHERE table_id = ?", (table_id,))

    async def remove(self, table_id: int) -> None:
        await self._db.execute("DELETE FROM reviews WHERE table_id = ?", (table_id,))

    async def to_do(self, version: int) -> list[int]:
        """The tables whose review by this version of the reviewer is not done, in the order in
        which people asked for them.
        """
        return await self._values(
            "SELECT table_id FROM reviews WHERE tenths < ? AND version = ? ORDER BY made, table_id",
            (ALL_TENTHS, version),
        )
