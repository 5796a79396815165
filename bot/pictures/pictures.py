"""Pictures for messages, drawn from views and cards in other processes; the latest are cached."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import orjson
from PIL import Image

from bot.operations.work import BACKGROUND_PICTURE_DELAY_S, Slots
from bot.operations.workers import WorkerPool
from bot.texts.languages import current_language, translate, using_language
from games import discover, installed, remove_game
from games.kernel import Card
from renderers import cards, chart, for_game, palettes, standings

Result = TypeVar("Result")
CACHE_BYTES = 32 * 2**20
"""How many bytes of pictures are cached."""
CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS
MAX_WORKER_MB = 512
"""A worker that holds more memory is replaced: its caches of all games can become large."""
MAX_THREADS = 4
"""How many pictures are drawn at a time where threads draw and not processes."""
NICENESS = 5
"""The niceness of the processes that draw."""


class Drawn(NamedTuple):
    """A picture as PNG, and its alt text of at most 1,000 characters."""

    png: bytes
    words: str


class Pictures:
    """Draws views and cards. A picture is drawn once, however many want it at the same time."""

    def __init__(self, processes: int = 0) -> None:
        """Takes how many processes draw; with 0, threads of this process draw."""
        self._kept: OrderedDict[str, Drawn] = OrderedDict()
        self._size = 0
        self._drawing: dict[str, asyncio.Task[Drawn]] = {}
        self._workers = WorkerPool(_prepare_worker, processes, MAX_WORKER_MB) if processes else None
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
        return await self._drawn(key or picture_key(view), language, urgent, draw_view, view)

    async def card(
        self, game: str, card: Card, *, language: str = "", urgent: bool = False
    ) -> Drawn:
        """The picture of a game's card."""
        key = picture_key([game, card], language)
        return await self._drawn(key, language, urgent, _card, game, card)

    async def chart(
        self, points: dict[str, Any], *, language: str = "", urgent: bool = False
    ) -> Drawn:
        """The chart of a game's points over time."""
        key = picture_key(points, language)
        return await self._drawn(key, language, urgent, _chart, points)

    async def standings(
        self, table: dict[str, Any], *, language: str = "", urgent: bool = False
    ) -> Drawn:
        """The standings of a league."""
        key = picture_key(table, language)
        return await self._drawn(key, language, urgent, _standings, table)

    async def prepare(self) -> None:
        """Starts the processes that draw, and loads all renderers, so that nobody waits for it
        later.
        """
        if self._workers is not None:
            self._workers.start()
        await asyncio.to_thread(_load)

    async def warm(self, game: str) -> None:
        """Draws in advance what all pictures of a game share."""
        await self._run(warm, game)

    def close(self) -> None:
        """Ends the processes that draw."""
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
                self._start(key, run_in_language, language or current_language(), run, *args)
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


def _prepare_worker() -> None:
    """Lowers the priority of this process, so that the event loop runs first, and loads all
    renderers.
    """
    with suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(NICENESS)
    _load()


def remove_undrawable_games() -> None:
    """Leaves out the installed games whose pictures cannot be loaded."""
    for name in installed():
        try:
            for_game(name)
        except Exception as error:  # noqa: BLE001  (a package may raise anything)
            remove_game(name, error)


def _load() -> None:
    for name in discover():
        for_game(name)


def warm(*games: str) -> None:
    """Draws what all pictures of these games share, by default of all games, so that the first
    board does not wait for it.
    """
    for name in games or discover():
        for_game(name).warm()


def draw_view(view: dict[str, Any]) -> Drawn:
    """The picture of a view with its alt text. Takes a while: not for the event loop."""
    return Drawn(draw(view), describe(view))


def draw(view: dict[str, Any]) -> bytes:
    """The picture of a view as PNG. Takes a while: not for the event loop."""
    return palettes.png(draw_image(view))


def draw_image(view: dict[str, Any]) -> Image.Image:
    """The picture of a view. Takes a while: not for the event loop."""
    with using_language(current_language(), view["game"]):
        return for_game(view["game"]).draw(view)


def describe(view: dict[str, Any]) -> str:
    """The alt text of a view's picture, at most 1,000 characters."""
    with using_language(current_language(), view["game"]):
        text = for_game(view["game"]).describe(view)
        return _shortened(f"{translate(view.get('last_round', ''))} {text}".strip())


def draw_chart(points: dict[str, Any]) -> bytes:
    """The chart of a game's points over time as PNG."""
    with using_language(current_language(), points["game"]):
        return palettes.png(chart.draw(points))


def describe_chart(points: dict[str, Any]) -> str:
    """A game's points over time in words, at most 1,000 characters."""
    with using_language(current_language(), points["game"]):
        return _shortened(chart.describe(points))


def describe_standings(table: dict[str, Any]) -> str:
    """The standings of a league in words, at most 1,000 characters."""
    return _shortened(standings.describe(table))


def describe_fully(view: dict[str, Any]) -> str:
    """Everything that the pictures of a view show, as text of any length, in sections with
    headings.
    """
    pictures = for_game(view["game"])
    with using_language(current_language(), view["game"]):
        text = getattr(pictures, "tell", pictures.describe)(view)
        first, *more = text.split("\n\n")
        last = translate(view.get("last_round", ""))
        return "\n\n".join([f"{first}\n{last}".strip(), *more])


def draw_card(game: str, card: Card) -> bytes:
    """The picture of a card as PNG, drawn by its game, or else by the renderer for all games."""
    with using_language(current_language(), game):
        return palettes.png(getattr(for_game(game), "draw_card", cards.draw_card)(card))


def describe_card(card: Card) -> str:
    """A card in words, at most 1,000 characters."""
    return _shortened(cards.describe_card(card))


def _card(game: str, card: Card) -> Drawn:
    return Drawn(draw_card(game, card), describe_card(card))


def _chart(points: dict[str, Any]) -> Drawn:
    return Drawn(draw_chart(points), describe_chart(points))


def _standings(table: dict[str, Any]) -> Drawn:
    return Drawn(palettes.png(standings.draw(table)), describe_standings(table))


def _shortened(text: str) -> str:
    return text if len(text) <= 1000 else text[:999] + "…"


def run_in_language(language: str, run: Callable[..., Result], *args: Any) -> Result:
    """Calls `run` with these arguments while a language is the current one."""
    with using_language(language):
        return run(*args)


def picture_key(thing: Any, language: str = "") -> str:
    """A short name for the picture of JSON data in a language, by default the current one."""
    return digest([thing, language or current_language()])


def digest(thing: Any) -> str:
    """A short hash of JSON data."""
    return hashlib.sha256(orjson.dumps(thing, option=CANONICAL)).hexdigest()[:24]
