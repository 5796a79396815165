"""Pictures for messages: drawn from views in threads, the latest kept; the event loop never waits
for one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from typing import Any

from renderers import canvas, for_game

KEPT = 64


class Pictures:
    """Draws views; the same view is drawn once."""

    def __init__(self) -> None:
        """Starts with nothing kept."""
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def png(self, view: dict[str, Any]) -> bytes:
        """The picture of a view as PNG."""
        key = digest(view)
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(draw, view)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]


def draw(view: dict[str, Any]) -> bytes:
    """The picture of a view as PNG; takes a while, so not on the event loop."""
    return canvas.png(for_game(view["game"]).draw(view))


def describe(view: dict[str, Any]) -> str:
    """The picture of a view in words, at most 1,000 characters."""
    text: str = for_game(view["game"]).describe(view)
    return text if len(text) <= 1000 else text[:999] + "…"


def digest(thing: Any) -> str:
    """A short name for plain data; the same data has the same name."""
    return hashlib.sha256(json.dumps(thing, sort_keys=True).encode()).hexdigest()[:24]
