"""Pictures for messages: drawn from views and cards in another process, the latest kept; the event
loop never waits for one.
"""

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
from bot.texts.languages import speaking, spoken, spoken_now
from games import discover, installed, leave_out
from games.kernel import Card
from renderers import canvas, cards, chart, for_game, standings

Result = TypeVar("Result")
KEPT = 32 * 2**20
"""Bytes of pictures that are kept."""
CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS
MAX_WORKER_MB = 512
"""A worker that draws and holds more is replaced: it keeps what pictures share, and with all games
that is much.
"""
THREADS = 4
"""How many pictures are drawn at a time where no processes draw."""
BEHIND = 5
"""By how much the processes that draw stand behind all others."""


class Drawn(NamedTuple):
    """A picture: as PNG, and what it shows in words, at most 1,000 characters."""

    png: bytes
    words: str


class Pictures:
    """Draws views and cards; the same one is drawn once, however many want it at the same time."""

    def __init__(self, processes: int = 0) -> None:
        """Takes how many processes draw; where there are none, threads of this one do."""
        self._kept: OrderedDict[str, Drawn] = OrderedDict()
        self._size = 0
        self._drawing: dict[str, asyncio.Task[Drawn]] = {}
        self._workers = WorkerPool(_step_back, processes, MAX_WORKER_MB) if processes else None
        self._slots = Slots(processes or THREADS)
        self.drawn = self.shared = self.left_out = 0
        """How often a picture was drawn, how often one was kept or being drawn already, and how
        often nobody waited for one any more before it was drawn.
        """

    async def view(
        self, view: dict[str, Any], key: str = "", *, language: str = "", urgent: bool = False
    ) -> Drawn:
        """The picture of a view; its `key` is for those who know it already. Words in a
        picture of any kind are in a language, which is by default the one spoken now; an urgent
        picture is drawn before those that are not.
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
        """Starts the processes that draw, and loads what describes pictures, so that nobody waits
        for it later.
        """
        if self._workers is not None:
            self._workers.start()
        await asyncio.to_thread(_load)

    async def warm(self, game: str) -> None:
        """Draws ahead what all pictures of a game share."""
        await self._run(warm, game)

    def close(self) -> None:
        """Ends the processes that draw."""
        if self._workers is not None:
            self._workers.close()

    async def _drawn(
        self, key: str, language: str, urgent: bool, run: Callable[..., Drawn], *args: Any
    ) -> Drawn:
        if not self._is_at_hand(key):
            try:
                await self._slots.take(0 if urgent else BACKGROUND_PICTURE_DELAY_S)
            except asyncio.CancelledError:
                self.left_out += 1
                raise
            if self._is_at_hand(key):
                self._slots.put_back()
            else:
                self._begin(key, in_language, language or spoken_now(), run, *args)
                return await asyncio.shield(self._drawing[key])
        self.shared += 1
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        return await asyncio.shield(self._drawing[key])

    def _is_at_hand(self, key: str) -> bool:
        return key in self._kept or key in self._drawing

    def _begin(self, key: str, run: Callable[..., Drawn], *args: Any) -> None:
        """Draws a picture in a slot, which is given back at the end."""

        def end(_task: object) -> None:
            del self._drawing[key]
            self._slots.put_back()

        self._drawing[key] = asyncio.create_task(self._draw(key, run, *args))
        self._drawing[key].add_done_callback(end)

    async def _draw(self, key: str, run: Callable[..., Drawn], *args: Any) -> Drawn:
        drawn = self._kept[key] = await self._run(run, *args)
        self.drawn += 1
        self._size += len(drawn.png)
        while self._size > KEPT and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1].png)
        return drawn

    async def _run(self, run: Callable[..., Any], *args: Any) -> Any:
        if self._workers is not None:
            with suppress(BrokenProcessPool):
                return await self._workers.run(run, *args)
        return await asyncio.to_thread(run, *args)


def _step_back() -> None:
    """Loads what draws, in a process that stands behind the event loop where time is short."""
    with suppress(AttributeError, OSError):  # where there is no such thing
        os.nice(BEHIND)
    _load()


def check() -> None:
    """Leaves out the installed games whose pictures cannot be loaded."""
    for name in installed():
        try:
            for_game(name)
        except Exception as error:  # noqa: BLE001  (a package may raise anything)
            leave_out(name, error)


def _load() -> None:
    for name in discover():
        for_game(name)


def warm(*games: str) -> None:
    """Draws what all pictures of these games share, or of every game where none is named, so that
    the first board does not wait for it.
    """
    for name in games or discover():
        for_game(name).warm()


def draw_view(view: dict[str, Any]) -> Drawn:
    """The picture of a view, described; takes a while, so not on the event loop."""
    return Drawn(draw(view), describe(view))


def draw(view: dict[str, Any]) -> bytes:
    """The picture of a view as PNG; takes a while, so not on the event loop."""
    return canvas.png(draw_image(view))


def draw_image(view: dict[str, Any]) -> Image.Image:
    """The picture of a view; takes a while, so not on the event loop."""
    with speaking(spoken_now(), view["game"]):
        return for_game(view["game"]).draw(view)


def describe(view: dict[str, Any]) -> str:
    """The picture of a view in words, at most 1,000 characters."""
    with speaking(spoken_now(), view["game"]):
        told = for_game(view["game"]).describe(view)
        return _short(f"{spoken(view.get('last_round', ''))} {told}".strip())


def draw_chart(points: dict[str, Any]) -> bytes:
    """The chart of a game's points over time as PNG."""
    with speaking(spoken_now(), points["game"]):
        return canvas.png(chart.draw(points))


def describe_chart(points: dict[str, Any]) -> str:
    """A game's points over time in words, at most 1,000 characters."""
    with speaking(spoken_now(), points["game"]):
        return _short(chart.describe(points))


def describe_standings(table: dict[str, Any]) -> str:
    """The standings of a league in words, at most 1,000 characters."""
    return _short(standings.describe(table))


def tell(view: dict[str, Any]) -> str:
    """All that the pictures of a view show, in sections with headings; of any length."""
    pictures = for_game(view["game"])
    with speaking(spoken_now(), view["game"]):
        told = getattr(pictures, "tell", pictures.describe)(view)
        first, *more = told.split("\n\n")
        last = spoken(view.get("last_round", ""))
        return "\n\n".join([f"{first}\n{last}".strip(), *more])


def draw_card(game: str, card: Card) -> bytes:
    """The picture of a card as PNG, by the game's own hand or as a card of any game."""
    with speaking(spoken_now(), game):
        return canvas.png(getattr(for_game(game), "draw_card", cards.draw_card)(card))


def describe_card(card: Card) -> str:
    """A card in words, at most 1,000 characters."""
    return _short(cards.describe_card(card))


def _card(game: str, card: Card) -> Drawn:
    return Drawn(draw_card(game, card), describe_card(card))


def _chart(points: dict[str, Any]) -> Drawn:
    return Drawn(draw_chart(points), describe_chart(points))


def _standings(table: dict[str, Any]) -> Drawn:
    return Drawn(canvas.png(standings.draw(table)), describe_standings(table))


def _short(text: str) -> str:
    return text if len(text) <= 1000 else text[:999] + "…"


def in_language(language: str, run: Callable[..., Result], *args: Any) -> Result:
    """What `run` returns for these while everything is said in a language."""
    with speaking(language):
        return run(*args)


def picture_key(thing: Any, language: str = "") -> str:
    """A short name for the picture of plain data in a language, by default the one spoken now."""
    return digest([thing, language or spoken_now()])


def digest(thing: Any) -> str:
    """A short name for plain data; the same data has the same name."""
    return hashlib.sha256(orjson.dumps(thing, option=CANONICAL)).hexdigest()[:24]
