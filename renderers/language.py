"""Drawings with words in them are kept for each language by itself."""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

from games.words import reader

P = ParamSpec("P")
T = TypeVar("T")


class CachedPerLanguage(Generic[P, T]):
    """A function with its latest results, by its arguments and the language of the reader."""

    def __init__(self, draw: Callable[P, T], maxsize: int) -> None:
        """Take a function whose result has words that it chooses itself, made with `_`."""

        def kept(_language: str, /, *args: Any, **values: Any) -> T:
            return draw(*args, **values)

        self._kept = lru_cache(maxsize)(kept)
        self.cache_info, self.cache_clear = self._kept.cache_info, self._kept.cache_clear
        update_wrapper(self, draw)

    def __call__(self, *args: P.args, **values: P.kwargs) -> T:
        """Return what the function returns in the language of the reader."""
        return self._kept(reader().language, *args, **values)


def cached_per_language(maxsize: int) -> Callable[[Callable[P, T]], CachedPerLanguage[P, T]]:
    """Keep so many results of a function, of all languages together; else as `lru_cache` does."""
    return lambda draw: CachedPerLanguage(draw, maxsize)
