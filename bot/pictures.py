"""Pictures for messages: drawn from views and cards in threads, the latest kept; the event loop
never waits for one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from PIL import Image

from games.kernel import Card
from renderers import canvas, cards, course, for_game

KEPT = 64


class Pictures:
    """Draws views and cards; the same one is drawn once."""

    def __init__(self) -> None:
        """Starts with nothing kept."""
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def png(self, view: dict[str, Any]) -> bytes:
        """The picture of a view as PNG."""
        return await self._drawn(digest(view), draw, view)

    async def card(self, game: str, card: Card) -> bytes:
        """The picture of a game's card as PNG."""
        return await self._drawn(digest([game, card]), draw_card, game, card)

    async def course(self, points: dict[str, Any]) -> bytes:
        """The chart of a game's points over time as PNG."""
        return await self._drawn(digest(points), draw_course, points)

    async def _drawn(self, key: str, run: Callable[..., bytes], *args: Any) -> bytes:
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(run, *args)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]


def draw(view: dict[str, Any]) -> bytes:
    """The picture of a view as PNG; takes a while, so not on the event loop."""
    return canvas.png(draw_image(view))


def draw_image(view: dict[str, Any]) -> Image.Image:
    """The picture of a view; takes a while, so not on the event loop."""
    return for_game(view["game"]).draw(view)


def describe(view: dict[str, Any]) -> str:
    """The picture of a view in words, at most 1,000 characters."""
    return _short(for_game(view["game"]).describe(view))


def draw_course(points: dict[str, Any]) -> bytes:
    """The chart of a game's points over time as PNG."""
    return canvas.png(course.draw(points))


def describe_course(points: dict[str, Any]) -> str:
    """A game's points over time in words, at most 1,000 characters."""
    return _short(course.describe(points))


def tell(view: dict[str, Any]) -> str:
    """All that the pictures of a view show, in sections with headings; of any length."""
    pictures = for_game(view["game"])
    return getattr(pictures, "tell", pictures.describe)(view)


def draw_card(game: str, card: Card) -> bytes:
    """The picture of a card as PNG, by the game's own hand or as a card of any game."""
    return canvas.png(getattr(for_game(game), "draw_card", cards.draw_card)(card))


def describe_card(card: Card) -> str:
    """A card in words, at most 1,000 characters."""
    return _short(cards.describe_card(card))


def _short(text: str) -> str:
    return text if len(text) <= 1000 else text[:999] + "…"


def digest(thing: Any) -> str:
    """A short name for plain data; the same data has the same name."""
    return hashlib.sha256(json.dumps(thing, sort_keys=True).encode()).hexdigest()[:24]
