"""The settings of users."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from bot.store.database import Database
from bot.store.repository import Repository, placeholders
from bot.store.rows import PERSON, Dms, PersonRow
from bot.store.settings import SettingsReader

MAX_CACHED = 10_000
"""How many people's settings are cached."""
CACHE_S = 600.0
"""After this time cached settings are read again: another process may have changed them."""


class PeopleRepository(Repository):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._cache: OrderedDict[int, tuple[float, PersonRow]] = OrderedDict()
        self._uncached_count = 0
        self._reader = SettingsReader(PersonRow)

    async def cached(self, user: int) -> PersonRow:
        """The settings of a user from the cache, for replies that cannot wait. They may be
        `CACHE_S` old where another process changed them.
        """
        since, row = self._cache.get(user, (0.0, None))
        if row is None or time.monotonic() - since > CACHE_S:
            before = self._uncached_count
            row = await self.get(user)
            if self._uncached_count == before:  # else it may have changed while it was read
                self._cache[user] = time.monotonic(), row
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        return row

    def uncache(self, user: int) -> None:
        self._cache.pop(user, None)
        self._uncached_count += 1

    async def get(self, user: int) -> PersonRow:
        """With defaults for what the user has not set."""
        return (await self.of([user]))[user]

    async def of(self, users: Iterable[int]) -> dict[int, PersonRow]:
        """With defaults for what they have not set."""
        wanted = list(users)
        if not wanted:
            return {}
        rows = await self._fetch(
            f'SELECT {PERSON} FROM people WHERE "user" IN ({placeholders(len(wanted))})', wanted
        )
        found = {user: PersonRow(user) for user in wanted}
        return found | {row[0]: self._reader.read(row) for row in rows}

    async def save(self, user: int, **columns: Any) -> None:
        """`columns` are fields of `PersonRow`."""
        await self._upsert("people", '"user"', {"user": user, **columns})
        self.uncache(user)

    async def save_dms(self, user: int, dms: Dms) -> None:
        await self.save(user, dms=dms)
