"""The levels of computer players. They know no game, only `legal`, `play`, `guess`, `default`,
`expert` and `worth`.

Each module here is a level: `choose(game, g, seat, seconds, rng)` returns a legal move, `ABOUT`
describes the level to people, and `TIME_FACTOR`, if it is not 1, says how many times as long as the
steady player it thinks. A new level is a new file.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from games.kernel import Game

Chooser = Callable[[Game[Any], Any, int, float, random.Random], str]


@cache
def levels() -> dict[str, tuple[Chooser, str]]:
    """Every level by name: its `choose`, and a description."""
    found: dict[str, tuple[Chooser, str]] = {}
    for module in pkgutil.iter_modules(__path__):
        level = importlib.import_module(f"{__name__}.{module.name}")
        found[module.name] = (level.choose, level.ABOUT)
    return found


def time_factor(level: str) -> float:
    """A level thinks this many times as long as the steady player."""
    return getattr(importlib.import_module(f"{__name__}.{level}"), "TIME_FACTOR", 1.0)
