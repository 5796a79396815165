"""What the papers say is true: the README's transcript, its commands, the names they mention."""

import doctest
import importlib
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from discord import app_commands
from PIL import Image

from atelier_testing.texts import WHOLE
from bot.__main__ import EXIT_BAD_SETTINGS
from bot.app import Atelier
from docs.pictures import BADGES, badge, facts
from games import discover
from games.skeleton import files_with_word
from tests.conftest import settings
from tests.upgrades import rules

ROOT = Path(__file__).parent.parent
PAPERS = [
    *(path.name for path in sorted(ROOT.glob("*.md"))),
    "games/README.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
]
"""All papers: those in the root folder, the guide to the kernel, and all under docs."""
PICTURE = re.compile(r'!\[([^]]*)\]\(([^)]+)\)|<img src="([^"]+)"[^>]* alt="([^"]*)"')
MAX_BYTES = 1_500_000
"""How large a picture of a paper may be, so that it appears soon."""


def test_the_transcript_in_the_readme_is_what_happens() -> None:
    outcome = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert outcome.attempted >= 8
    assert outcome.failed == 0


def test_every_make_target_that_a_paper_names_exists() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for paper in PAPERS:
        text = (ROOT / paper).read_text()
        named = set(re.findall(r"(?:`|^    )make (\w+)", text, re.MULTILINE))
        assert named <= targets, paper
    assert {"play", "test", "run"} <= targets


@pytest.mark.parametrize("paper", PAPERS)
def test_every_module_that_a_paper_starts_exists(paper: str) -> None:
    for name in re.findall(r"python3? -m ([\w.]+)", (ROOT / paper).read_text()):
        assert find_spec(name), name


@pytest.mark.parametrize("paper", PAPERS)
def test_every_command_of_atelier_py_that_a_paper_names_exists(paper: str) -> None:
    named = set(re.findall(r"atelier\.py (\w+)", (ROOT / paper).read_text()))
    known = (ROOT / "atelier.py").read_text() if named else ""
    assert {name for name in named if f'"{name}": (' not in known} == set()


async def test_every_slash_command_that_a_paper_names_exists(tmp_path: Path) -> None:
    bot = Atelier(settings(tmp_path))
    for path in (ROOT / "cogs").glob("[!_]*.py"):
        # Not `load_extension`, which would put another module in its place for all later tests.
        await importlib.import_module(f"cogs.{path.stem}").setup(bot)
    groups = [each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Group)]
    known = {each.qualified_name for each in bot.tree.walk_commands()}
    for paper in PAPERS:
        if paper.startswith("docs/hosting"):
            continue  # what begins with a slash there is an address or a folder
        for words in re.findall(r"`/(\w[\w ]*)`", (ROOT / paper).read_text()):
            first = words.split()[0]
            is_group = any(group.name == first for group in groups)
            named = " ".join(words.split()[:2]) if is_group else first
            assert named in known, f"{paper}: /{words}"


@pytest.mark.parametrize("paper", PAPERS)
def test_pictures_exist_and_say_what_they_show(paper: str) -> None:
    text = (ROOT / paper).read_text()
    found = PICTURE.findall(text)
    assert len(found) == text.count("![") + text.count("<img")
    for alt, target, source, other_alt in found:
        path = (ROOT / paper).parent / (target or source)
        assert path.stat().st_size < MAX_BYTES
        assert (alt or other_alt).strip(), path
        assert path.suffix == ".svg" or Image.open(path).width >= 640


def test_the_picture_of_a_turn_is_a_film() -> None:
    with Image.open(ROOT / "docs" / "turn.webp") as film:
        assert 4 <= film.n_frames <= 8  # pyright: ignore[reportAttributeAccessIssue]


def test_badges_and_readme_say_what_the_code_says() -> None:
    readme = (ROOT / "README.md").read_text()
    told = {"python": "Python", "license": "license", "languages": "languages:", "games": "games:"}
    for name, value in facts().items():
        path = BADGES / f"{name}.svg"
        assert path.read_text() == badge(name, value), "python -m docs.pictures --badges"
        assert f"![{told[name]} {value}](docs/badges/{name}.svg)" in readme
    assert f"Python {facts()['python']} on Linux" in readme
    assert len(WHOLE) == 5 and "English, German, French, Spanish and Japanese" in readme


def test_the_readme_says_of_every_released_game_what_its_lobby_says() -> None:
    readme = (ROOT / "README.md").read_text()
    assert rules.released()
    for name in rules.released():
        game = discover()[name]
        sitting = f"{game.minutes} minutes"
        assert f"**{game.title}**, {game.sizes}, {sitting}, weight {game.weight} of 5." in readme
        assert f"docs/{name}.png" in readme and f"games/{name}/RULES.md" in readme


@pytest.mark.parametrize("paper", PAPERS)
def test_links_lead_to_files(paper: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / paper).read_text()):
        assert (ROOT / paper).parent.joinpath(target).exists(), target


def test_every_module_of_the_bot_is_on_the_map() -> None:
    drawn = (ROOT / "ARCHITECTURE.md").read_text()
    modules = {path.name for path in (ROOT / "bot").glob("*.py")} - {"__init__.py", "__main__.py"}
    assert {name for name in modules if name not in drawn} == set()


def test_the_unit_for_systemd_does_not_restart_what_cannot_start() -> None:
    unit = (ROOT / "docs" / "hosting" / "one-machine.md").read_text()
    assert f"    RestartPreventExitStatus={EXIT_BAD_SETTINGS}\n" in unit


def test_no_file_outside_its_own_places_names_a_game() -> None:
    for name in discover():
        assert [*files_with_word(name, ROOT)] == []


def test_no_file_names_an_address_of_a_package_registry() -> None:
    for path in [*ROOT.glob("requirements*.txt"), ROOT / "pyproject.toml", ROOT / "Makefile"]:
        assert "://" not in path.read_text(), path
