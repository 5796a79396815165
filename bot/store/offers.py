"""Stores which seats are offered to whom."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import OFFER, OfferRow


class OfferRepository(Repository):
    """Open offers. Triggers delete an offer when another person takes the seat, and a player's own
    offer with their next move.
    """

    async def of(self, table_id: int) -> dict[int, OfferRow]:
        """By seat."""
        rows = await self._fetch(
            f"SELECT {OFFER} FROM offers WHERE table_id = ? ORDER BY seat", (table_id,)
        )
        return {row[1]: OfferRow(*row) for row in rows}

    async def to_user(self, user: int) -> list[OfferRow]:
        """The offers to a user in running games, oldest first."""
        rows = await self._fetch(
            f'SELECT {OFFER} FROM offers WHERE "user" = ?'
            " AND table_id IN (SELECT id FROM tables WHERE status = 'running')"
            " ORDER BY made, table_id",
            (user,),
        )
        return [OfferRow(*row) for row in rows]

    async def save(self, row: OfferRow) -> None:
        """Replaces an earlier offer of its seat."""
        await self._upsert("offers", "table_id, seat", asdict(row))

    async def remove(self, table_id: int, seat: int) -> None:
        await self._db.execute(
            "DELETE FROM offers WHERE table_id = ? AND seat = ?", (table_id, seat)
        )
