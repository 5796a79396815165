"""A cache for the parts of pictures. All of them share one limit of memory. At the limit, the cache
drops those that save the least time for their size and were not used lately (GreedyDual-Size).
"""

import heapq
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper
from itertools import count
from threading import Lock
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image

from games.words import reader

P = ParamSpec("P")
T = TypeVar("T")

LIMIT_BYTES = 240 * 2**20
"""The memory of all cached drawings."""
ENTRY_BYTES = 500
"""The memory of an entry beside its drawings."""
BYTES_PER_PIXEL = {"1": 1, "L": 1, "P": 1, "LA": 4, "RGB": 4, "RGBA": 4}


class CacheInfo(NamedTuple):
    """How often the result of a function was in the cache, and how often not."""

    hits: int
    misses: int


Key = tuple[Any, ...]


@dataclass(slots=True)
class _Entry:
    result: Any
    size: int
    saved: float
    """Seconds of drawing that it saves for each byte."""
    worth: float = 0.0
    """The entry that is worth least is dropped first."""


class Cache:
    """The cached results of all functions, by function, language and arguments."""

    def __init__(self) -> None:
        self._entries: dict[Key, _Entry] = {}
        self.held = 0
        self._queue: list[tuple[float, int, Key]] = []
        """The entries, by their worth when they were added or last looked at."""
        self._numbers = count()
        self._dropped_worth = 0.0
        """The worth of the entry that was dropped last; using an entry makes it worth more than
        this.
        """

    def get(self, key: Key) -> _Entry | None:
        entry = self._entries.get(key)
        if entry is not None:
            entry.worth = self._dropped_worth + entry.saved
        return entry

    def add(self, key: Key, result: object, seconds: float) -> None:
        if key in self._entries:  # another thread has drawn it meanwhile
            return
        size = ENTRY_BYTES + _bytes(result)
        saved = seconds / size
        entry = self._entries[key] = _Entry(result, size, saved, self._dropped_worth + saved)
        self.held += size
        heapq.heappush(self._queue, (entry.worth, next(self._numbers), key))
        while self.held > LIMIT_BYTES:
            self._drop_least()

    def clear(self) -> None:
        self._entries.clear()
        self._queue.clear()
        self.held = 0

    def _drop_least(self) -> None:
        worth, number, key = heapq.heappop(self._queue)
        entry = self._entries[key]
        if entry.worth > worth:  # it was used since
            heapq.heappush(self._queue, (entry.worth, number, key))
        else:
            self._dropped_worth = worth
            self.held -= self._entries.pop(key).size


drawings = Cache()
_lock = Lock()


class Cached(Generic[P, T]):
    """A function whose results are cached by its arguments, and by the reader's language if they
    have words.
    """

    def __init__(self, draw: Callable[P, T], has_words: bool) -> None:
        """Its results are shared: nobody may change them."""
        self._draw, self._has_words = draw, has_words
        self._hits = self._misses = 0
        update_wrapper(self, draw)

    def __call__(self, *args: P.args, **values: P.kwargs) -> T:
        language = reader().language if self._has_words else ""
        key = (self._draw, language, args, *values.items())
        with _lock:
            entry = drawings.get(key)
        if entry is not None:
            self._hits += 1
            return entry.result
        self._misses += 1
        began = time.perf_counter()
        result = self._draw(*args, **values)
        with _lock:
            drawings.add(key, result, time.perf_counter() - began)
        return result

    def cache_info(self) -> CacheInfo:
        return CacheInfo(self._hits, self._misses)


def cached(draw: Callable[P, T]) -> Cached[P, T]:
    return Cached(draw, has_words=False)


def cached_per_language(draw: Callable[P, T]) -> Cached[P, T]:
    """Caches the drawings of a function that writes words with `_`."""
    return Cached(draw, has_words=True)


def clear() -> None:
    with _lock:
        drawings.clear()


def held_bytes() -> int:
    return drawings.held


def _bytes(result: object) -> int:
    if isinstance(result, Image.Image):
        return result.width * result.height * BYTES_PER_PIXEL.get(result.mode, 4)
    if isinstance(result, tuple | list):
        parts: list[object] = [*result]  # pyright: ignore[reportUnknownArgumentType]
        return sum(map(_bytes, parts))
    return 0
