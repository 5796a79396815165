"""The settings of users."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from bot.store.database import Database
from bot.store.repository import Repository, marks
from bot.store.rows import PERSON, Dms, PersonRow

REMEMBERED = 10_000
"""People whose settings are kept at hand."""
A_WHILE = 600.0
"""Seconds after which they are read again: another process may have written them."""


class PeopleRepository(Repository):
    """Reads and stores the settings of users."""

    def __init__(self, database: Database) -> None:
        """Takes an open database."""
        super().__init__(database)
        self._remembered: OrderedDict[int, tuple[float, PersonRow]] = OrderedDict()
        self._forgotten = 0

    async def remembered(self, user: int) -> PersonRow:
        """What a person has settled, as this process knows it: for what must be said at once, and
        may be some minutes old where another process wrote.
        """
        since, row = self._remembered.get(user, (0.0, None))
        if row is None or time.monotonic() - since > A_WHILE:
            before = self._forgotten
            row = await self.get(user)
            if self._forgotten == before:  # else it may be what was there before a change
                self._remembered[user] = time.monotonic(), row
            if len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return row

    def forget(self, user: int) -> None:
        """Forgets the cached settings of a user, because they were changed."""
        self._remembered.pop(user, None)
        self._forgotten += 1

    async def get(self, user: int) -> PersonRow:
        """The settings of a user, with defaults for what they have not set."""
        return (await self.of([user])).get(user) or PersonRow(user)

    async def of(self, users: Iterable[int]) -> dict[int, PersonRow]:
        """The settings of these users; those without settings are left out."""
        wanted = list(users)
        if not wanted:
            return {}
        rows = await self._all(
            f'SELECT {PERSON} FROM people WHERE "user" IN ({marks(len(wanted))})', wanted
        )
        return {row[0]: PersonRow(*row) for row in rows}

    async def save(self, user: int, **columns: Any) -> None:
        """Stores settings of a user: fields of `PersonRow`, by name."""
        await self._put("people", '"user"', {"user": user, **columns})
        self.forget(user)

    async def dms(self, users: Iterable[int]) -> dict[int, Dms]:
        """Whether these users want direct messages; those without settings are left out."""
        return {user: row.dms for user, row in (await self.of(users)).items()}

    async def save_dms(self, user: int, dms: Dms) -> None:
        """Stores whether a user gets direct messages from the bot."""
        await self.save(user, dms=dms)
