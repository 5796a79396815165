"""A room of the store: some of its methods, over the one connection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.store.service import Guarded


class Room:
    """What all rooms share."""

    def __init__(self, connection: Guarded) -> None:
        """Takes an open connection."""
        self._db = connection

    async def _all(self, sql: str, values: Iterable[Any] = ()) -> list[Any]:
        return list(await self._db.execute_fetchall(sql, values))
