"""The pages as readers ask for them: found by their token, and made once for all who read them."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import astuple, dataclass, field
from typing import Any

from bot.operations.logs import log_table
from bot.operations.work import WorkQueue
from bot.pictures.pictures import Pictures
from bot.store import Store
from bot.table import Refused, Table, Tables
from bot.texts.languages import speaking
from bot.web.content import NOW, Content, content, failed

KEPT = 128
"""Pages that are kept."""
MAX_MADE = 2
"""Pages that are made at a time, so that the messages of players do not wait for many of them."""
REMAKE_S = 10.0
"""After so long the page of a running game is made again although nobody has moved: deadlines and
notes may be others.
"""


@dataclass(slots=True)
class Kept:
    """A page that is kept, and how its table stood when it was made."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    content: Content | None = None
    stood: Any = None
    made: float = 0.0
    looked: float = float("-inf")
    """When it was last compared with its table, in seconds of the monotonic clock."""


class Pages:
    """The pages of all tables, by token, language and step."""

    def __init__(self, store: Store, tables: Tables, pictures: Pictures, work: WorkQueue) -> None:
        """Takes what pages are made from, and the queue in which that waits."""
        self._store, self._tables = store, tables
        self._pictures, self._work = pictures, work
        self._making = asyncio.Semaphore(MAX_MADE)
        self._kept: OrderedDict[tuple[str, str, str], Kept] = OrderedDict()

    async def table(self, token: str) -> Table | None:
        """The table whose page has this token; None if there is none. Refused if the table cannot
        be read.
        """
        number = await self._store.pages.table_of(token)
        return None if number is None else await self._tables.get(number)

    async def get(
        self, token: str, language: str, place: str = NOW, *, old_s: float = 0.0
    ) -> Content | None:
        """What the page with this token says in a language, now or at a step; None if there is no
        such page. It may be so many seconds old.
        """
        key = token, language, place
        if key not in self._kept and await self._store.pages.table_of(token) is None:
            return None
        kept = self._kept.setdefault(key, Kept())
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        async with kept.lock:
            if time.monotonic() - kept.looked >= old_s:
                await self._look(kept, *key)
            return kept.content

    async def _look(self, kept: Kept, token: str, language: str, place: str) -> None:
        """Makes a page if it is not as its table is now."""
        number = await self._store.pages.table_of(token)
        if number is None:
            kept.content = None
            return
        looked = time.monotonic()
        with log_table(number), speaking(language):
            try:
                table = await self._tables.get(number)
                stood = await self._standing(table)
                old = table.row.status == "running" and looked - kept.made >= REMAKE_S
                if kept.content is None or old or stood != kept.stood:
                    kept.content = await self._made(table, language, f"{token}/{language}", place)
                    kept.stood, kept.made = stood, looked
            except Refused as error:
                kept.content, kept.stood = failed(number, str(error)), None
        kept.looked = looked

    async def _standing(self, table: Table) -> Any:
        """What tells that everybody can see something new. Not the last line of the log: how long
        an answer takes must not tell what others do unnoticed.
        """
        view = None if table.g is None else (table.question, table.view(None))
        row = await self._store.reviews.get(table.id) if table.row.status == "over" else None
        return view, astuple(table.row), row and (row.tenths, row.shared, row.made)

    async def _made(self, table: Table, language: str, folder: str, place: str) -> Content:
        step = None if place == NOW else int(place)
        async with self._making, self._work.background():
            with speaking(language, table.game.name):
                return await content(table, self._pictures, folder, step)
