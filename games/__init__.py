"""Finds the games: the sub-packages that have a `game`, and the entry points of `atelier.games` in
installed packages.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:  # a process that draws needs only the words of games
    from importlib.metadata import EntryPoint

    from games.kernel import Game

GROUP = "atelier.games"
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""The form of a game's name, which is also its folder and its slash command."""
_KERNEL = re.compile(r"^KERNEL = (\d{1,9})\s*$", re.MULTILINE)
"""How a package names the kernel that it is written for."""
MAX_NAME_CHARS = 30
MAX_SEATS = 8
"""The seats that pictures and words can tell apart."""


class Unusable(Exception):
    """An installed game that cannot be played; its text is a sentence that says why."""


@dataclass(slots=True)
class _Found:
    """The games, the entry points of the installed ones, and the games that cannot be played."""

    games: dict[str, Game[Any]] = field(default_factory=dict[str, "Game[Any]"])
    installed: dict[str, EntryPoint] = field(default_factory=dict[str, "EntryPoint"])
    unusable: dict[str, Unusable] = field(default_factory=dict[str, Unusable])


def discover() -> dict[str, Game[Any]]:
    return _found().games


def own_names() -> list[str]:
    """The names of the games of this project, which this does not load."""
    return [
        module.name
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg and not module.name.startswith("_")
    ]


def installed() -> list[str]:
    """The names of the games from installed packages."""
    return [*_found().installed] if _entries() else []


def unusable() -> dict[str, Unusable]:
    """Why an installed game cannot be played, by its name."""
    return _found().unusable


def folder(name: str) -> Traversable:
    """The folder with the files of a game; it does not exist if the game does not."""
    own = files(__name__).joinpath(name)
    if own.is_dir() or name not in installed():
        return own
    return _folder_of(_found().installed[name])


def opened(name: str, data: bytes, version: int = 0) -> tuple[Game[Any], Any]:
    """A game with the figures with which a stored state began, and this state, by default one of
    today's version; ValueError if it cannot be read.
    """
    game = discover()[name]
    g = game.load(data, version or game.version)
    return game.of(g), g


def remove_game(name: str, error: Exception) -> None:
    """Removes an installed game from this process because of an error; raises the error if the
    game is one of this project.
    """
    found = _found()
    if name not in found.installed:
        raise error
    found.unusable[name] = _why(found.installed.pop(name), error)
    del found.games[name]


@cache
def _entries() -> list[EntryPoint]:
    """The entry points of games in installed packages."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=_name_and_package)


@cache
def _found() -> _Found:
    found = _Found()
    for name in own_names():
        package = importlib.import_module(f"games.{name}")
        if hasattr(package, "game"):
            found.games[name] = package.game
            package.game.in_edition(1)  # all editions are imported now and not at the table
    for entry in _entries():
        try:
            found.games[entry.name] = _loaded(entry, found.games)
            found.installed[entry.name] = entry
        except Exception as error:  # noqa: BLE001  (a package may raise anything)
            found.unusable.setdefault(entry.name, _why(entry, error))
    return found


def _loaded(entry: EntryPoint, others: dict[str, Game[Any]]) -> Game[Any]:
    """The game of an entry point; ValueError, or any error of its package."""
    from games.kernel import Game
    from games.lesson import read_lesson

    if not NAME.fullmatch(entry.name) or len(entry.name) > MAX_NAME_CHARS:
        raise ValueError("a name is words_like_this2 of at most 30 characters")
    if entry.name in others:
        raise ValueError("there is another game of this name")
    _check_kernel(entry)
    game: Any = entry.load()
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is no Game")
    if not game.seats or min(game.seats) < 1 or max(game.seats) > MAX_SEATS:
        raise ValueError(f"a game is for 1 to {MAX_SEATS} players, and seats={game.seats}")
    place = _folder_of(entry)
    if not place.joinpath("RULES.md").is_file():
        raise FileNotFoundError("its package has no RULES.md beside it")
    place.joinpath("RULES.md").read_text(encoding="utf-8")
    read_lesson(place)
    game.name, game.module = entry.name, entry.module
    game.in_edition(1)  # an error in an earlier edition is one of the package
    return cast("Game[Any]", game)


def _check_kernel(entry: EntryPoint) -> None:
    """Raises ValueError if a package is written for another kernel. Nothing of it is imported:
    what is missing there would be another error.
    """
    from games.kernel import KERNEL

    package = entry.module.partition(".")[0]
    loader: Any = getattr(importlib.util.find_spec(package), "loader", None)
    if loader is None:
        return  # it cannot be imported, which is told better by trying
    named = _KERNEL.search(loader.get_source(package) or "")
    if named is None:
        raise ValueError(f"it names no kernel; write KERNEL = {KERNEL} into its __init__.py")
    if (number := int(named[1])) != KERNEL:
        newer = "Atelier" if number > KERNEL else "package"
        raise ValueError(
            f"it is written for kernel {number}, and this Atelier has {KERNEL}; install a newer"
            f" {newer}"
        )


def _folder_of(entry: EntryPoint) -> Traversable:
    """The folder of an entry point; ValueError if its module is not in a package."""
    spec = importlib.util.find_spec(entry.module)
    if spec is None or not spec.parent:
        raise ValueError(f"{entry.module} is in no folder of its own")
    return files(spec.parent)


def _why(entry: EntryPoint, error: Exception) -> Unusable:
    reason = next(iter(str(error).splitlines()), "").rstrip(".")
    return Unusable(
        f"The game “{entry.name}” of the package {_package(entry)} cannot be played:"
        f" {type(error).__name__}{f' ({reason})' if reason else ''}."
    )


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module


def _name_and_package(entry: EntryPoint) -> tuple[str, str]:
    return entry.name, _package(entry)
