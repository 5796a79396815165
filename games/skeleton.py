"""A new game from the templates in `_skeleton`: a small one that works, to be rewritten."""

from __future__ import annotations

import importlib
import keyword
import re
import string
from collections.abc import Iterator
from pathlib import Path

from games import record

TEMPLATES = {
    "init.tmpl": "games/{}/__init__.py",
    "rules.tmpl": "games/{}/rules.py",
    "cards.tmpl": "games/{}/cards.toml",
    "lesson.tmpl": "games/{}/lesson.toml",
    "RULES.tmpl": "games/{}/RULES.md",
    "renderer.tmpl": "renderers/{}.py",
    "test.tmpl": "tests/games/test_{}.py",
}
PLAYTHROUGHS = 4
"""Records for each number of seats."""
LONGEST_NAME = 30


def write(name: str, root: Path) -> list[Path]:
    """Writes the files of a game and returns their paths; ValueError where the name does not do."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise ValueError(f"“{name}” is no name for a Python package: use words_like_this2.")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"A name has at most {LONGEST_NAME} characters.")
    paths = {template: root / path.format(name) for template, path in TEMPLATES.items()}
    taken = [root / "games" / name, root / "games" / f"{name}.py", *paths.values()]
    for path in taken:
        if path.exists():
            raise ValueError(f"{path.relative_to(root)} exists already; choose another name.")
    if uses := next(files_with_word(name, root), None):
        raise ValueError(f"{uses.relative_to(root)} uses the word “{name}”; choose another name.")
    title = name.replace("_", " ").title()
    for template, path in paths.items():
        text = Path(__file__).with_name("_skeleton").joinpath(template).read_text(encoding="utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        filled = string.Template(text).substitute(name=name, title=title)
        path.write_text(filled, encoding="utf-8")
    return [*paths.values(), *playthroughs(name, root / "tests" / "playthroughs" / name)]


def files_with_word(name: str, root: Path) -> Iterator[Path]:
    """The Python files of the project, outside a game's own, in which its name is a word."""
    own = [root / "games" / name, root / "renderers" / name, root / "renderers" / f"{name}.py"]
    for place in ("bot", "cogs", "games", "renderers"):
        for path in sorted((root / place).rglob("*.py")):
            if any(map(path.is_relative_to, own)):
                continue
            if re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")):
                yield path


def playthroughs(name: str, folder: Path) -> list[Path]:
    """Writes records of a game into a folder and returns their paths."""
    importlib.invalidate_caches()
    game = importlib.import_module(f"games.{name}").game
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for seats in game.seats:
        for seed in range(1, PLAYTHROUGHS + 1):
            g = game.new(seats, seed)
            text = record.write(game, seats, seed, None, record.random_moves(game, g, seed))
            paths.append(folder / f"{seats}-{seed}.txt")
            paths[-1].write_text(text, encoding="utf-8")
    return paths
