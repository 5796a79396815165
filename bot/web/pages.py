"""The cache of web pages: found by their token, and made once for all who read them."""

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
from bot.table.together import together
from bot.texts.languages import using_language
from bot.web.content import NOW, Content, content, error_content

MAX_CACHED = 128
"""How many pages are cached."""
MAX_MADE = 2
"""How many pages are made at a time, so that players' messages need not wait for many of them."""
REMAKE_S = 10.0
"""After this time the page of a running game is made again even if nobody has moved, because
deadlines and notes may have changed.
"""


@dataclass(slots=True)
class CachedPage:
    """A cached page, and the state of its table when it was made."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    content: Content | None = None
    state_key: Any = None
    made: float = 0.0
    checked: float = float("-inf")
    """When the page was last compared with its table, by the monotonic clock."""


class Pages:
    """The pages of all tables, by token, language and step."""

    def __init__(self, store: Store, tables: Tables, pictures: Pictures, work: WorkQueue) -> None:
        self._store, self._tables = store, tables
        self._pictures, self._work = pictures, work
        self._making = asyncio.Semaphore(MAX_MADE)
        self._cache: OrderedDict[tuple[str, str, str], CachedPage] = OrderedDict()

    async def table(self, token: str) -> Table | None:
        """The table whose page has this token; None if there is none. Raises Refused if the table
        cannot be read.
        """
        number = await self._store.pages.table_of(token)
        return None if number is None else await self._tables.get(number)

    async def get(
        self, token: str, language: str, place: str = NOW, *, old_s: float = 0.0
    ) -> Content | None:
        """The page with this token in a language, now or at a step; None if there is none. It may
        be `old_s` out of date.
        """
        key = token, language, place
        if key not in self._cache and await self._store.pages.table_of(token) is None:
            return None
        page = self._cache.setdefault(key, CachedPage())
        self._cache.move_to_end(key)
        while len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
        async with page.lock:
            if time.monotonic() - page.checked >= old_s:
                await self._refresh(page, *key)
            return page.content

    async def _refresh(self, page: CachedPage, token: str, language: str, place: str) -> None:
        """Makes a page again if its table has changed."""
        number = await self._store.pages.table_of(token)
        if number is None:
            page.content = None
            return
        checked = time.monotonic()
        with log_table(number), using_language(language):
            try:
                table = await self._tables.get(number)
                state_key = await self._state_key(table)
                old = table.row.status == "running" and checked - page.made >= REMAKE_S
                if page.content is None or old or state_key != page.state_key:
                    page.content = await self._make(table, language, f"{token}/{language}", place)
                    page.state_key, page.made = state_key, checked
            except Refused as error:
                page.content, page.state_key = error_content(number, str(error)), None
        page.checked = checked

    async def _state_key(self, table: Table) -> Any:
        """A value that changes when everybody can see something new. The last line of the log would
        not do: then the time of a response would show what others do unnoticed.
        """
        view = None if table.g is None else (table.question, table.view(None))
        row = await self._store.reviews.get(table.id) if table.row.status == "over" else None
        shown = row and (row.tenths, row.shared, row.made)
        return view, astuple(table.row), await together(table), shown

    async def _make(self, table: Table, language: str, folder: str, place: str) -> Content:
        step = None if place == NOW else int(place)
        async with self._making, self._work.background():
            with using_language(language, table.game.name):
                return await content(table, self._pictures, folder, step)
