"""Pictures for messages, drawn from views and cards in other processes; the latest are cached."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

import orjson

from bot.operations.work import BACKGROUND_PICTURE_DELAY_S, Slots
from bot.operations.workers import WorkerPool
from bot.pictures import drawing, samples, symbols
from bot.pictures.drawing import Drawn
from bot.texts.languages import current_language
from games.kernel import Card

CACHE_BYTES = 32 * 2**20
"""How many bytes of pictures are cached."""
CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS
MAX_WORKER_MB = 512
"""A worker that holds more memory is replaced: its caches of all games can become large."""
MAX_THREADS = 4
"""How many pictures are drawn at a time where threads draw and not processes."""


class Pictures:
    """Draws views and cards. A picture is drawn once, however many want it at the same time."""

    def __init__(self, processes: int = 0) -> None:
        """With 0 processes, threads of this process draw."""
        self._kept: OrderedDict[str, Drawn] = OrderedDict()
        self._size = 0
        self._drawing: dict[str, asyncio.Task[Drawn]] = {}
        self._workers = (
            WorkerPool(drawing.prepare_process, processes, MAX_WORKER_MB) if processes else None
        )
        self._slots = Slots(processes or MAX_THREADS)
        self.drawn = self.shared = self.left_out = 0
        """How often a picture was drawn, how often it was cached or being drawn already, and how
        often a request was cancelled before it was drawn.
        """

    async def view(
        self, view: dict[str, Any], key: str = "", *, language: str = "", urgent: bool = False
    ) -> Drawn:
        """The picture of a view; `key` is its `picture_key`, if the caller knows it already. The
        words in a picture are in `language`, by default the current one. An urgent picture is
        drawn before those that are not.
        """
        return await self._drawn(
            key or picture_key(view, language), language, urgent, drawing.draw_view, view
        )

    async def marked(
        self,
        view: dict[str, Any],
        moves: tuple[str, str],
        key: str,
        *,
        language: str = "",
        urgent: bool = False,
    ) -> Drawn:
        """The picture of a view, with the pieces of a better and another move marked."""
        return await self._drawn(key, language, urgent, drawing.marked_with_words, view, *moves)

    async def card(
        self, game: str, card: Card, *, language: str = "", urgent: bool = False
    ) -> Drawn:
        key = picture_key([game, card], language)
        return await self._drawn(key, language, urgent, drawing.card_with_words, game, card)

    async def chart(
        self, points: dict[str, Any], *, language: str = "", urgent: bool = False
    ) -> Drawn:
        key = picture_key(points, language)
        return await self._drawn(key, language, urgent, drawing.chart_with_words, points)

    async def standings(
        self, table: dict[str, Any], *, language: str = "", urgent: bool = False
    ) -> Drawn:
        key = picture_key(table, language)
        return await self._drawn(key, language, urgent, drawing.standings_with_words, table)

    async def symbols(self, group: str) -> list[symbols.Drawn]:
        """The symbols of a game, or of seats, drawn after all that people wait for."""
        await self._slots.take(BACKGROUND_PICTURE_DELAY_S)
        try:
            return await self._run(symbols.draw, group)
        finally:
            self._slots.put_back()

    async def prepare(self) -> None:
        """Starts the processes that draw, and loads all renderers, so that nobody waits for it
        later.
        """
        if self._workers is not None:
            self._workers.start()
        await asyncio.to_thread(drawing.load_renderers)

    async def warm(self, game: str) -> None:
        """Draws sample positions of a game, so that its first picture is quick."""
        views = await asyncio.to_thread(samples.views, game)
        await self._run(drawing.run_in_language, current_language(), drawing.warm, views)

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()

    async def _drawn(
        self, key: str, language: str, urgent: bool, run: Callable[..., Drawn], *args: Any
    ) -> Drawn:
        if not self._is_cached(key):
            try:
                await self._slots.take(0 if urgent else BACKGROUND_PICTURE_DELAY_S)
            except asyncio.CancelledError:
                self.left_out += 1
                raise
            if self._is_cached(key):
                self._slots.put_back()
            else:
                self._start(
                    key, drawing.run_in_language, language or current_language(), run, *args
                )
                return await asyncio.shield(self._drawing[key])
        self.shared += 1
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        return await asyncio.shield(self._drawing[key])

    def _is_cached(self, key: str) -> bool:
        return key in self._kept or key in self._drawing

    def _start(self, key: str, run: Callable[..., Drawn], *args: Any) -> None:
        """Starts to draw a picture in a slot, which is given back at the end."""

        def end(_task: object) -> None:
            del self._drawing[key]
            self._slots.put_back()

        self._drawing[key] = asyncio.create_task(self._draw(key, run, *args))
        self._drawing[key].add_done_callback(end)

    async def _draw(self, key: str, run: Callable[..., Drawn], *args: Any) -> Drawn:
        drawn = self._kept[key] = await self._run(run, *args)
        self.drawn += 1
        self._size += len(drawn.png)
        while self._size > CACHE_BYTES and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1].png)
        return drawn

    async def _run(self, run: Callable[..., Any], *args: Any) -> Any:
        if self._workers is not None:
            with suppress(BrokenProcessPool):
                return await self._workers.run(run, *args)
        return await asyncio.to_thread(run, *args)


def picture_key(thing: Any, language: str = "") -> str:
    """A short name for the picture of JSON data in a language, by default the current one."""
    return digest([thing, language or current_language()])


def digest(thing: Any) -> str:
    """A short hash of JSON data."""
    return hashlib.sha256(orjson.dumps(thing, option=CANONICAL)).hexdigest()[:24]
