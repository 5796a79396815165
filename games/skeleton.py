"""Writes a small working game from the templates in `_skeleton`, to start from."""

from __future__ import annotations

import importlib
import importlib.util
import keyword
import re
import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from games import MAX_NAME_CHARS, NAME, own_names, record
from games.kernel import KERNEL
from games.version import VERSION

TEMPLATES = Path(__file__).with_name("_skeleton")
KINDS = ("simultaneous", "cards", "map")
"""The kinds of games that there are templates of, each in a folder; the first is written unless
another one is wished.
"""
ELSEWHERE = {
    "renderer.py": ("renderers/{name}.py", "{module}/pictures.py"),
    "test.py": ("tests/games/test_{name}.py", "tests/games/test_{name}.py"),
}
"""Where the files go that are not beside the rules, in this project and in a package."""
MODULE = "atelier_{}"
"""The module of a package, so that a game may be called as any other Python package is."""
IMPORTS = re.compile(r"(?m)(?:^from .+ import .+\n)+")
"""Consecutive lines of imports."""
PLAYTHROUGHS = 4
"""Records for each number of seats."""


def write(name: str, root: Path, kind: str = KINDS[0]) -> list[Path]:
    """Writes the files of a game of a kind into a project and returns their paths; ValueError if
    the name cannot be used.
    """
    check(name)
    files = in_project(kind, name)
    for path in (f"games/{name}", f"games/{name}.py", *files.values()):
        if (root / path).exists():
            raise ValueError(f"{path} exists already; choose another name.")
    if uses := next(files_with_word(name, root), None):
        path = uses.relative_to(root)
        raise ValueError(f"{path} uses the word “{name}”; choose another name.")
    return _write(files, name, f"games.{name}", root, kernel="")


def write_package(name: str, folder: Path, project: Path, kind: str = KINDS[0]) -> list[Path]:
    """Writes a package with a game of a kind into a new folder and returns the paths of its files;
    ValueError if the name or the folder cannot be used, or the Atelier in `project` has such a
    game or command.
    """
    check(name)
    module = MODULE.format(name)
    if name in own_names():
        raise ValueError(f"games/{name} exists already; choose another name.")
    if importlib.util.find_spec(module):
        raise ValueError(f"There is a Python package named “{module}”; choose another name.")
    if uses := next(commands_named(name, project), None):
        path = uses.relative_to(project)
        raise ValueError(f"{path} has a command “{name}”; choose another name.")
    if folder.exists():
        raise ValueError(f"{folder} exists already; choose another folder.")
    sys.path.insert(0, str(folder))  # so that its playthroughs can be written
    names = f'KERNEL = {KERNEL}\n"""The kernel of Atelier for which this game is written."""\n\n'
    words = {"dashed": distribution(name), "version": VERSION, "kernel": names}
    files = in_package(kind, name, module)
    return _write(files, name, module, folder, year=f"{datetime.now(UTC):%Y}", **words)


def check(name: str) -> None:
    """Raises ValueError if no game can have this name."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ValueError(f"“{name}” is no name for a Python package: use words_like_this2.")
    if len(name) > MAX_NAME_CHARS:
        raise ValueError(f"A name has at most {MAX_NAME_CHARS} characters.")


def distribution(name: str) -> str:
    """The name of the installable package of a game."""
    return MODULE.format(name).replace("_", "-")


def templates(folder: str) -> list[str]:
    """The paths of the files that are written from the templates in a folder."""
    found = sorted((TEMPLATES / folder).rglob("*.tmpl"))
    return [path.relative_to(TEMPLATES / folder).as_posix()[: -len(".tmpl")] for path in found]


def in_project(kind: str, name: str) -> dict[str, str]:
    """The path of each template's file in this project."""
    beside = f"games/{name}/"
    files = {each: ELSEWHERE.get(each, (beside + each,))[0] for each in templates(kind)}
    return {f"{kind}/{each}": path.format(name=name) for each, path in files.items()}


def in_package(kind: str, name: str, module: str) -> dict[str, str]:
    """The path of each template's file in a package."""
    files = {each: ELSEWHERE.get(each, (f"{module}/{each}",))[-1] for each in templates(kind)}
    own = {f"{kind}/{each}": path.format(name=name, module=module) for each, path in files.items()}
    return own | {f"package/{each}": each.replace("dot-", ".") for each in templates("package")}


def _write(
    files: dict[str, str], name: str, package: str, folder: Path, **words: str
) -> list[Path]:
    """Fills the templates and records playthroughs; returns the paths of all files."""
    words |= {"name": name, "package": package, "title": name.replace("_", " ").title()}
    for template, path in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(filled(template, **words), encoding="utf-8")
    written = [folder / path for path in files.values()]
    return [*written, *playthroughs(package, folder / "tests" / "playthroughs" / name)]


def filled(template: str, **words: str) -> str:
    """The text of a template with these words in it. Its imports are sorted, because the place of
    the game's own imports depends on its name.
    """
    text = (TEMPLATES / f"{template}.tmpl").read_text(encoding="utf-8")
    text = string.Template(text).substitute(words)
    return IMPORTS.sub(lambda block: "".join(sorted(block[0].splitlines(keepends=True))), text)


def files_with_word(name: str, root: Path) -> Iterator[Path]:
    """The files of a project, but a game's own, that have its name as a word."""
    own = [root / "games" / name, root / "renderers" / name, root / "renderers" / f"{name}.py"]
    for place in ("bot", "cogs", "games", "renderers"):
        for path in sorted((root / place).rglob("*.py")):
            if any(map(path.is_relative_to, own)):
                continue
            if re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")):
                yield path


def commands_named(name: str, root: Path) -> Iterator[Path]:
    """The files of a project that have a command of this name, as a game has one."""
    for path in sorted((root / "cogs").rglob("*.py")):
        if re.search(rf"async def {name}\(|name=\"{name}\"", path.read_text(encoding="utf-8")):
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
