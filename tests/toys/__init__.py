"""Toy titles, each for one word of the kernel, as packages that are installed.

A module here is all rules of a toy and `pieces(g)`; what every package has besides is written when
a test wants it.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from games.kernel import Game

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RULES = """# {title}

{about}

## 1. All

**1.1 Play.** {about}
"""
HINT = '[{choice}]\ntext = "Choose as you like."\nrules = ["1.1"]\n'
PICTURES = '''"""Pictures of a toy: all that its viewer sees, in figures."""

import re

from PIL import Image

from renderers.canvas import write
from renderers.seats import names_of

OWN = {"players", "seats", "viewer", "question", "answer", "ahead", "places", "teams", "winners"}


def draw(view):
    """Return the names, and figures beside them."""
    rows = facts(view)
    image = Image.new("RGB", (1600, 240 + 80 * len(rows)), "#F1E6CD")
    for row, (name, said) in enumerate(rows):
        write(image, (40, 80 + 80 * row), name, "sans", 32, "#33261D", room=800)
        write(image, (900, 80 + 80 * row), said, "sans", 32, "#33261D", room=660)
    return image


def describe(view):
    """Return the names, each with figures."""
    return "\\n".join(" ".join(filter(None, row)) for row in facts(view))


def facts(view):
    """Return what is written in each row: a name and figures."""
    lists = {name: it for name, it in view.items() if name not in OWN and name not in KERNEL}
    all_see = [*lists.values(), view["asked"], view["answered"], view["scores"] or []]
    rows = [(view["title"], figures(all_see))]
    for who, name in enumerate(names_of(view)):
        own = [it for key, it in view["players"][who].items() if key != "seat"]
        place = view["places"][who] if view["scores"] else []
        mine = [view["answer"]] if who == view["viewer"] else []
        rows.append((name, figures([*own, place, who in view["winners"], mine])))
    return rows


KERNEL = {
    "game", "title", "names", "news", "asked", "answered", "scores", "names", "alarms", "forecast",
}


def figures(things):
    """Return things without letters."""
    return re.sub("[A-Za-z_ ']", "", str(things).replace("None", "?").replace("True", "!"))
'''
TEST = '''"""The rules of a toy."""

import pytest

from {name}.rules import game, pieces


@pytest.mark.rule("1.1")
def test_nothing_is_lost():
    assert pieces(game.new(game.seats[0], 1)) == pieces(game.new(game.seats[0], 2))
'''
PROJECT = """[project]
name = "toys"
version = "1"

[project.entry-points."atelier.games"]
{games}

[tool.pytest.ini_options]
pythonpath = ["."]
testpaths = ["tests"]
addopts = "-q --strict-markers --import-mode=importlib"
markers = ["rule(*numbers): the numbered rules of RULES.md that this test carries"]
"""


def game_of(name: str) -> Game[Any]:
    """A toy, as its module here makes it."""
    return importlib.import_module(f"tests.toys.{name}").game


def files_of(name: str, package: str = "") -> dict[str, str]:
    """The files of the package of a toy, which is called like it unless it has another name."""
    game = game_of(name)
    hints = "\n".join(HINT.format(choice=choice) for choice in game.choices)
    return {
        "__init__.py": f"from {package or name}.rules import game\n\nKERNEL = 1\n",
        "rules.py": (HERE / f"{name}.py").read_text(encoding="utf-8"),
        "RULES.md": RULES.format(title=game.title, about=game.about),
        "lesson.toml": f'questions = 1\nafter = "That is all."\n\n{hints}',
        "pictures.py": PICTURES,
    }


def write_project(folder: Path, *names: str) -> None:
    """Writes packages of these toys, installed where the folder is on Python's path."""
    for name in names:
        for path, text in files_of(name).items():
            write(folder / name / path, text)
        write(folder / "tests" / "games" / f"test_{name}.py", TEST.format(name=name))
    write(folder / "tests" / "test_every_game.py", "from atelier_testing.every import *\n")
    points = "\n".join(f'{name} = "{name}:game"' for name in names)
    write(folder / "pyproject.toml", PROJECT.format(games=points))
    info = folder / "toys-1.dist-info"
    write(info / "METADATA", "Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    games = "\n".join(f"{name} = {name}:game" for name in names)
    renderers = "\n".join(f"{name} = {name}.pictures" for name in names)
    listed = f"[atelier.games]\n{games}\n\n[atelier.renderers]\n{renderers}\n"
    write(info / "entry_points.txt", listed)
    program = "import sys; from pathlib import Path; from games.skeleton import playthroughs\n"
    program += "for name in sys.argv[1:]:\n"
    program += "    playthroughs(name, Path('tests/playthroughs') / name)\n"
    run(folder, "-c", program, *names)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What Python did with these words in a project of toys."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-B", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=900,
    )
