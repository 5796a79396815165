"""The project whose games are tested: the one in whose folder pytest was started."""

from __future__ import annotations

import importlib
import os
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from games import GROUP

if TYPE_CHECKING:  # who makes mistakes in a project imports it in other processes
    from games.kernel import Game

HERE = Path.cwd()
ROOT = next((each for each in (HERE, *HERE.parents) if (each / "pyproject.toml").is_file()), HERE)


def own_games() -> list[Game[Any]]:
    """The games of the project: those that it names as entry points, or else all that come with
    Atelier. Raises LookupError, with a sentence, where one of them cannot be tested.
    """
    from games import discover, installed, unusable

    named = entry_points_of(ROOT / "pyproject.toml")
    if not named:
        return [game for name, game in discover().items() if name not in installed()]
    for name in named:
        if name in unusable():
            raise LookupError(unusable()[name])
        if name not in discover():
            raise LookupError(f"The game “{name}” is not installed; `uv run` installs it.")
    return [discover()[name] for name in named]


def entry_points_of(pyproject: Path) -> dict[str, str]:
    """The games that a pyproject.toml offers: name, and module with object."""
    if not pyproject.is_file():
        raise LookupError("Start it in the folder of the project whose games it shall test.")
    project = tomllib.loads(pyproject.read_text(encoding="utf-8")).get("project", {})
    return project.get("entry-points", {}).get(GROUP, {})


def module_of(game: Game[Any]) -> ModuleType:
    """The module with the tests of a game, or the first of them."""
    return importlib.import_module(f"tests.games.test_{game.name}")


def pieces_of(game: Game[Any], g: Any) -> Any:
    """The components of a game wherever they are, as its tests list them."""
    return module_of(game).pieces(g)


def seed_of_day() -> int:
    """What tests are dealt from that look at something else every day; TEST_SEED repeats a day."""
    return int(os.environ.get("TEST_SEED") or f"{datetime.now(UTC):%Y%m%d}")
