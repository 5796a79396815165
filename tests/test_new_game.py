"""`python -m games new`: a game that passes every generic test at once, whatever its name."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import discover, skeleton
from games.__main__ import main
from tests.sampling import SEED
from tests.test_kernel_guide import EXAMPLE, IMPORTS

ROOT = Path(__file__).parent.parent
NAME = "a_very_long_name_of_a_new_game"
"""As long as a name may be, and the first of all games."""
KIND = skeleton.KINDS[int(os.environ[SEED]) % len(skeleton.KINDS)]
"""What the new game is like: another kind every day."""
VERY_SMALL = "high_cards"
LEFT_OUT = shutil.ignore_patterns(".*", "*.png", "*.webp", "*.gif")
"""What is compiled goes along: nothing is compiled anew in each process."""
SMALL = {
    "games/{}/__init__.py": '"""High Cards."""\n\nfrom games.high_cards.rules import game\n',
    "games/{}/rules.py": f'"""High Cards."""\n{IMPORTS}{EXAMPLE}',
    "games/{}/RULES.md": """# High Cards

Lay cards; high ones are points.

## 1. All

**1.1 Cards.** Lay a card in turn. Their sum is your score.
""",
    "games/{}/lesson.toml": """questions = 1
after = "That is all."

[lay]
text = "Lay a card. High ones are points."
rules = ["1.1"]
""",
    "renderers/{}.py": '''"""Pictures of High Cards."""

from PIL import Image

from games.words import _
from renderers.canvas import write
from renderers.seats import names_of



def draw(view):
    """Return the words as a picture."""
    image = Image.new("RGB", (1200, 600), "#F1E6CD")
    for row, line in enumerate(describe(view).splitlines()):
        write(image, (40, 80 + 60 * row), line, "sans", 32, "#33261D")
    return image


def describe(view):
    """Return what lies there and who has what."""
    lines = [f"{view['title']}: " + _("{n} in the deck", n=view["deck"]) + f" {view['laid']}"]
    for who, name in enumerate(names_of(view)):
        asked, score = who in view["asked"], (view["scores"] or [0] * 9)[who]
        move = _("to move") if asked else ""
        lines.append(f"{name} {score} {view['players'][who]['hand']} {move}")
    return "\\n".join(line.strip() for line in lines)
''',
    "tests/games/test_{}.py": '''"""High Cards."""

import pytest

from games.high_cards.rules import game


def pieces(g):
    """All cards."""
    return sorted(sum((p.hand for p in g.players), g.deck + g.laid))


@pytest.mark.rule("1.1")
def test_there_are_thirty_cards():
    assert pieces(game.new(2, 1)) == [*range(1, 31)]
''',
}
"""The files of a very small game: the example of the guide, told in bare words."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which a new game was begun."""
    root = tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(ROOT, root, ignore=LEFT_OUT)
    made = python(root, "-m", "games", "new", NAME, "--like", KIND)
    assert made.returncode == 0, made.stderr
    assert f"games/{NAME}/rules.py\n" in made.stdout
    return root


@pytest.fixture(scope="module")
def small(copy: Path) -> None:
    """A very small game in that copy, beside the other: the example of the guide, with a bare
    picture.
    """
    name = VERY_SMALL
    assert python(copy, "-m", "games", "new", name).returncode == 0
    for file in (copy / "games" / name).glob("*.*"):
        file.unlink()
    for path, text in SMALL.items():
        (copy / path.format(name)).write_text(text, encoding="utf-8")
    shutil.rmtree(copy / "tests" / "playthroughs" / name)
    program = f"""
from pathlib import Path
from games.skeleton import playthroughs
playthroughs("games.{name}", Path("tests/playthroughs/{name}"))
"""
    assert python(copy, "-c", program).returncode == 0


def python(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What Python did with these words in a folder."""
    return subprocess.run(
        [sys.executable, "-B", *words], cwd=root, capture_output=True, text=True, timeout=900
    )


def generic_tests() -> list[str]:
    """The test modules that go over all games."""
    found = sorted([*ROOT.glob("tests/test_*.py"), *ROOT.glob("tests/games/test_*.py")])
    goes_over_all = re.compile(r"discover\(\)|atelier_testing")
    return [str(path.relative_to(ROOT)) for path in found if goes_over_all.search(path.read_text())]


def test_the_house_runs_every_test_that_a_package_runs() -> None:
    of_packages = (ROOT / "atelier_testing" / "every.py").read_text()
    wanted = re.findall(r"^from (atelier_testing\.\w+) import \*$", of_packages, re.MULTILINE)
    house = "\n".join((ROOT / each).read_text() for each in generic_tests())
    missing = [
        each for each in wanted if not re.search(rf"^from {each} import ", house, re.MULTILINE)
    ]
    assert len(wanted) > 10 and not missing


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize("name", [NAME, VERY_SMALL])
def test_a_new_game_passes_every_generic_test_and_none_asks_it_to_be_large(
    copy: Path, small: None, name: str
) -> None:
    modules = [each for each in generic_tests() if each != "tests/test_new_game.py"]
    assert len(modules) > 20
    modules.append(f"tests/games/test_{name}.py")
    wanted = f"{name} and not postgresql"
    done = python(copy, "-m", "pytest", "-rs", "-p", "no:cacheprovider", "-k", wanted, *modules)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    skipped = re.findall("^SKIPPED.*", done.stdout, re.MULTILINE)
    assert all("test_research.py" in each for each in skipped), "they need packages of an extra"
    assert " passed" in done.stdout


@pytest.mark.sampled(one_in=4)
def test_a_new_game_is_clean(copy: Path) -> None:
    files = [f"games/{NAME}", f"renderers/{NAME}.py", f"tests/games/test_{NAME}.py"]
    for check in (["check"], ["format", "--check"]):
        done = python(copy, "-m", "ruff", *check, "--no-cache", *files)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", ["games.a_game", "games.zebra", "faro", "zebra"])
def test_imports_of_a_new_game_are_in_order_whatever_its_name(package: str) -> None:
    for template in [each for kind in skeleton.KINDS for each in skeleton.in_project(kind, "x")]:
        text = skeleton.filled(template, package=package, name="x", title="X", kernel="")
        modules = re.findall(r"(?m)^from ((?:games|faro|zebra)\S*) import", text)
        assert modules == sorted(modules), template


@pytest.mark.sampled(one_in=4)
def test_a_new_game_can_be_listed_played_and_drawn(copy: Path) -> None:
    assert f"\n{NAME} " in "\n" + python(copy, "-m", "games", "list").stdout
    program = f"""
from games import discover, skeleton
from renderers import palettes, {NAME} as pictures
view = discover()["{NAME}"].view(discover()["{NAME}"].new(4, 1), 1)
print(palettes.png(pictures.draw(view))[1:4], pictures.describe(view))
"""
    done = python(copy, "-c", program)
    assert done.stdout.startswith("b'PNG' A Very Long Name Of A New Game"), done.stderr


SOME = next(iter(discover()))


@pytest.mark.parametrize(
    "name", [SOME, "kernel", "canvas", "Upper", "class", "a-b", "_x", "a_", "a__b", "x" * 31]
)
def test_a_name_that_does_not_do_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name]) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1 and err.endswith(".\n")
    assert not (ROOT / "games" / name / "rules.py").exists() or name == SOME


def test_a_name_that_is_a_word_of_the_project_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Commands have the names of games, and no file but a game's own names it."""
    assert main(["new", "move"]) == 2
    _, err = capsys.readouterr()
    assert err.endswith(".py uses the word “move”; choose another name.\n")
    assert not (ROOT / "games" / "move").exists()


def test_a_game_is_not_begun_twice(copy: Path) -> None:
    before = {path: path.read_bytes() for path in copy.rglob(f"*{NAME}*") if path.is_file()}
    again = python(copy, "-m", "games", "new", NAME)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == f"games/{NAME} exists already; choose another name.\n"
    assert all(path.read_bytes() == text for path, text in before.items())
