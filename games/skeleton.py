"""Writes a small working game from the templates in `_skeleton`, to start from."""

from __future__ import annotations

import importlib
import importlib.util
import keyword
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from games import MAX_NAME_CHARS, NAME, record

MODULES = ("__init__", "components", "state", "rules", "moves", "view", "lookup", "computer")
"""The Python files of a game; README.md explains them."""
OF_GAME = {f"{module}.tmpl": f"{module}.py" for module in MODULES} | {
    "cards.tmpl": "cards.toml",
    "lesson.tmpl": "lesson.toml",
    "RULES.tmpl": "RULES.md",
}
IN_PROJECT = {template: f"games/{{}}/{file}" for template, file in OF_GAME.items()} | {
    "renderer.tmpl": "renderers/{}.py",
    "test.tmpl": "tests/games/test_{}.py",
}
IN_PACKAGE = {template: f"{{}}/{file}" for template, file in OF_GAME.items()} | {
    "pyproject.tmpl": "pyproject.toml",
    "README.tmpl": "README.md",
    "renderer.tmpl": "{}/pictures.py",
    "test.tmpl": "tests/games/test_{}.py",
    "every.tmpl": "tests/test_every_game.py",
}
"""The path of each template's file; {} is the name of the game."""
IMPORTS = re.compile(r"(?m)(?:^from .+ import .+\n)+")
"""Consecutive lines of imports."""
PLAYTHROUGHS = 4
"""Records for each number of seats."""


def write(name: str, root: Path) -> list[Path]:
    """Writes the files of a game into a project and returns their paths; ValueError if the name
    cannot be used.
    """
    check(name, root)
    return _write(IN_PROJECT, name, f"games.{name}", root)


def write_package(name: str, folder: Path, project: Path) -> list[Path]:
    """Writes a package with a game into a new folder and returns the paths of its files; ValueError
    if the name or the folder cannot be used. It is tested with the Atelier in `project`.
    """
    check(name, project)
    if importlib.util.find_spec(name):
        raise ValueError(f"There is a Python package named “{name}”; choose another name.")
    if folder.exists():
        raise ValueError(f"{folder} exists already; choose another folder.")
    sys.path.insert(0, str(folder))  # so that its playthroughs can be written
    words = {"dashed": distribution(name), "atelier": project.as_posix()}
    return _write(IN_PACKAGE, name, name, folder, **words)


def check(name: str, project: Path) -> None:
    """Raises ValueError if a project cannot have a game of this name."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ValueError(f"“{name}” is no name for a Python package: use words_like_this2.")
    if len(name) > MAX_NAME_CHARS:
        raise ValueError(f"A name has at most {MAX_NAME_CHARS} characters.")
    for path in (f"games/{name}", f"games/{name}.py", *_paths(IN_PROJECT, name)):
        if (project / path).exists():
            raise ValueError(f"{path} exists already; choose another name.")
    if uses := next(files_with_word(name, project), None):
        path = uses.relative_to(project)
        raise ValueError(f"{path} uses the word “{name}”; choose another name.")


def distribution(name: str) -> str:
    """The name of the installable package of a game."""
    return f"atelier-{name.replace('_', '-')}"


def _paths(layout: dict[str, str], name: str) -> list[str]:
    return [path.format(name) for path in layout.values()]


def _write(
    layout: dict[str, str], name: str, package: str, folder: Path, **words: str
) -> list[Path]:
    """Fills the templates and records playthroughs; returns the paths of all files."""
    words |= {"name": name, "package": package, "title": name.replace("_", " ").title()}
    paths = [folder / path for path in _paths(layout, name)]
    for template, path in zip(layout, paths, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(template, **words), encoding="utf-8")
    return [*paths, *playthroughs(package, folder / "tests" / "playthroughs" / name)]


def filled(template: str, **words: str) -> str:
    """The text of a template with these words in it. Its imports are sorted, because the place of
    the game's own imports depends on its name.
    """
    text = Path(__file__).with_name("_skeleton").joinpath(template).read_text(encoding="utf-8")
    text = string.Template(text).substitute(words)
    return IMPORTS.sub(lambda block: "".join(sorted(block[0].splitlines(keepends=True))), text)


def files_with_word(name: str, root: Path) -> Iterator[Path]:
    own = [root / "games" / name, root / "renderers" / name, root / "renderers" / f"{name}.py"]
    for place in ("bot", "cogs", "games", "renderers"):
        for path in sorted((root / place).rglob("*.py")):
            if any(map(path.is_relative_to, own)):
                continue
            if re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")):
                yield path


def playthroughs(package: str, folder: Path) -> list[Path]:
    """Writes records of the game of a package into a folder and returns their paths."""
    importlib.invalidate_caches()
    game = importlib.import_module(package).game
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for seats in game.seats:
        for seed in range(1, PLAYTHROUGHS + 1):
            g = game.new(seats, seed)
            text = record.write(game, seats, seed, None, record.random_moves(game, g, seed))
            paths.append(folder / f"{seats}-{seed}.txt")
            paths[-1].write_text(text, encoding="utf-8")
    return paths
