"""Computer players: they know no game, only `legal`, `play`, `guess`, `default`, `expert`
and `worth`.

Each module here is a level: its `choose(game, g, seat, seconds, rng)` returns a legal move, its
`ABOUT` says to people what it does, and its `PATIENCE`, if it has one, how many times as long as
others it thinks. A new level is a new file.
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
    """Every level by its name: how it chooses, and a sentence about it."""
    found: dict[str, tuple[Chooser, str]] = {}
    for module in pkgutil.iter_modules(__path__):
        level = importlib.import_module(f"{__name__}.{module.name}")
        found[module.name] = (level.choose, level.ABOUT)
    return found


def patience(level: str) -> float:
    """How many times as long as the steady player a level thinks."""
    return getattr(importlib.import_module(f"{__name__}.{level}"), "PATIENCE", 1.0)
