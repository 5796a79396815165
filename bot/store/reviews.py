"""Reviews of finished games, as far as they are made."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import ALL_TENTHS, REVIEW, ReviewRow


class ReviewRepository(Repository):
    """The reviews of all tables. A change of how much is done puts the table into the outbox."""

    async def get(self, table_id: int) -> ReviewRow | None:
        """The review of a table; None where nobody has asked for one."""
        rows = await self._all(f"SELECT {REVIEW} FROM reviews WHERE table_id = ?", (table_id,))
        return ReviewRow(*rows[0]) if rows else None

    async def save(self, row: ReviewRow) -> None:
        """Stores a review, new or changed; whether it is shared stays as it is."""
        columns = asdict(row)
        del columns["shared"]
        await self._put("reviews", "table_id", columns)

    async def share(self, table_id: int) -> None:
        """Stores that a review is shown in the channel of its table."""
        await self._db.execute("UPDATE reviews SET shared = 1 WHERE table_id = ?", (table_id,))

    async def drop(self, table_id: int) -> None:
        """Forgets the review of a table."""
        await self._db.execute("DELETE FROM reviews WHERE table_id = ?", (table_id,))

    async def to_do(self, version: int) -> list[int]:
        """The tables whose review by this version of the reviewer is not done, the one that was
        asked for first at the front.
        """
        rows = await self._search(
            "SELECT table_id FROM reviews WHERE tenths < ? AND version = ? ORDER BY made, table_id",
            (ALL_TENTHS, version),
        )
        return [row[0] for row in rows]
