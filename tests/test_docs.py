"""What the papers say is true: the README's transcript, its commands, the names they mention."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from games import discover

ROOT = Path(__file__).parent.parent
PAPERS = [
    *("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/hosting.md"),
    *("docs/hosting/one-machine.md", "docs/hosting/container.md", "docs/hosting/platform.md"),
    *("docs/hosting/several-machines.md", "docs/hosting/watching.md"),
]


def test_the_transcript_in_the_readme_is_what_happens() -> None:
    outcome = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert outcome.attempted >= 8
    assert outcome.failed == 0


def test_every_make_target_that_a_paper_names_exists() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for paper in PAPERS:
        named = set(re.findall(r"`?make (play|test|run|bench|\w+)`", (ROOT / paper).read_text()))
        assert named <= targets, paper
    assert {"play", "test", "run"} <= targets


@pytest.mark.parametrize("paper", PAPERS)
def test_links_lead_to_files(paper: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / paper).read_text()):
        assert (ROOT / paper).parent.joinpath(target).exists(), target


def test_every_module_of_the_bot_is_on_the_map() -> None:
    drawn = (ROOT / "ARCHITECTURE.md").read_text()
    modules = {path.name for path in (ROOT / "bot").glob("*.py")} - {"__init__.py", "__main__.py"}
    assert {name for name in modules if name not in drawn} == set()


def test_no_file_outside_its_own_places_names_a_game() -> None:
    for name in discover():
        for place in ("bot", "cogs", "games", "renderers"):
            for path in (ROOT / place).rglob("*.py"):
                own = [ROOT / "games" / name, ROOT / "renderers" / name]
                if path.stem != name and not any(map(path.is_relative_to, own)):
                    assert not re.search(rf"\b{name}\b", path.read_text()), path


def test_no_file_names_an_address_of_a_package_registry() -> None:
    for path in [*ROOT.glob("requirements*.txt"), ROOT / "pyproject.toml", ROOT / "Makefile"]:
        assert "://" not in path.read_text(), path
