"""A new game from the templates in `_skeleton`: a small one that works, to be rewritten."""

from __future__ import annotations

import importlib
import keyword
import re
import string
from pathlib import Path

from games import record

TEMPLATES = {
    "init.tmpl": "games/{}/__init__.py",
    "rules.tmpl": "games/{}/rules.py",
    "cards.tmpl": "games/{}/cards.toml",
    "RULES.tmpl": "games/{}/RULES.md",
    "renderer.tmpl": "renderers/{}.py",
    "test.tmpl": "tests/games/test_{}.py",
}
PLAYTHROUGHS = 4
"""Records for each number of seats."""
LONGEST_NAME = 30


def write(name: str, root: Path) -> list[Path]:
    """Writes the files of a game and returns their paths; ValueError where the name does not do."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise ValueError(f"“{name}” is no name for a folder of Python: use a-z, 0-9 and _.")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"A name has at most {LONGEST_NAME} characters.")
    paths = {template: root / path.format(name) for template, path in TEMPLATES.items()}
    taken = [root / "games" / name, root / "games" / f"{name}.py", *paths.values()]
    for path in taken:
        if path.exists():
            raise ValueError(f"{path.relative_to(root)} exists already; choose another name.")
    title = name.replace("_", " ").title()
    for template, path in paths.items():
        text = Path(__file__).with_name("_skeleton").joinpath(template).read_text(encoding="utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        filled = string.Template(text).substitute(name=name, title=title)
        path.write_text(filled, encoding="utf-8")
    return [*paths.values(), *_playthroughs(name, root / "tests" / "playthroughs" / name)]


def _playthroughs(name: str, folder: Path) -> list[Path]:
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
