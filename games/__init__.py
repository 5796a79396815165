"""The games: each sub-package that has a `game` is one, and nothing else lists them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from games.kernel import Game


@cache
def discover() -> dict[str, Game[Any]]:
    """Every game by its name, which is its folder's."""
    found: dict[str, Game[Any]] = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.ispkg:
            continue
        package = importlib.import_module(f"games.{module.name}")
        if hasattr(package, "game"):
            found[module.name] = package.game
    return found
