"""The workbench: `python -m games draw`, and the page of `play --browser` that follows the code."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.workbench.positions import Wanted, position
from games import discover
from games.__main__ import main

ROOT = Path(__file__).parents[1]
NAME, GAME = next(iter(discover().items()))
every_name = pytest.mark.parametrize("name", discover())


def draw(*words: str) -> int:
    return main(["draw", *words])


@pytest.mark.sampled
@every_name
def test_a_position_is_drawn_for_everybody_or_a_seat_in_a_language(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    board, own = tmp_path / "board.png", tmp_path / "own.png"
    moves = ("--seed", "7", "--moves", "9")
    assert draw(name, str(board), *moves) == 0
    words = capsys.readouterr().out
    assert draw(name, str(own), *moves, "--seat", "1", "--language", "de") == 0
    assert capsys.readouterr().out != words
    assert Image.open(board).tobytes() != Image.open(own).tobytes()


def test_what_cannot_be_drawn_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert draw(NAME, str(tmp_path), "--moves", "2") == 2
    assert "cannot be written" in capsys.readouterr().err
    assert draw(NAME, str(tmp_path / "a.png"), "--seat", "99") == 2
    assert "There is no seat 99" in capsys.readouterr().err
    assert draw(NAME, str(tmp_path / "a.png"), "--language", "xx") == 2
    assert "en, de, es, fr, ja" in capsys.readouterr().err


def wanted(name: str = NAME, **facts: Any) -> dict[str, Any]:
    """What the page shows of a table."""
    seats = discover()[name].fewest_seats
    return position(Wanted(**{"name": name, "seats": seats, "seed": 3} | facts))


@pytest.mark.sampled
@every_name
def test_a_position_shows_state_view_guess_and_agenda_and_goes_on_by_chance(name: str):
    shown = wanted(name, more=3, seat=0)
    assert shown["at"] == len(shown["moves"]) == 3
    assert shown["picture"] and shown["words"] and shown["questions"]
    assert shown["state"].keys() == shown["guess"].keys() != shown["view"].keys()
    assert shown["agenda"] == shown["state"]["agenda"][::-1]
    assert shown["moves"] == wanted(name, more=3, seat=0)["moves"]
    earlier = wanted(name, moves=shown["moves"], at=2, seat=0)
    assert (earlier["at"], len(earlier["moves"])) == (2, 3)
    assert earlier["state"] == wanted(name, moves=shown["moves"][:2])["state"]
    over = wanted(name, moves=shown["moves"], more=5_000)
    assert over["scores"] and not over["questions"] and over["moves"][:3] == shown["moves"]


def test_nobody_in_particular_has_no_guess_and_reads_no_private_news():
    shown = wanted(more=3)
    assert shown["guess"] is None and shown["view"]["viewer"] is None


def test_moves_that_the_rules_refuse_now_are_dropped_with_a_sentence():
    moves = wanted(more=4)["moves"]
    shown = wanted(moves=[*moves[:2], (moves[2][0], "nonsense"), moves[3]])
    assert shown["moves"] == moves[:2]
    assert "Move 3, 'nonsense', is not legal: " in shown["refusal"]


# --- The page ------------------------------------------------------------------------------------


class Page:
    """The page of a workbench with the code in a folder, and what is asked of it."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address

    def get(self, path: str, data: Any = None, **headers: str) -> str:
        body = None if data is None else json.dumps(data).encode()
        asked = urllib.request.Request(self.address + path, body, headers)
        with urllib.request.urlopen(asked) as answer:
            return answer.read().decode()

    def position(self, **facts: Any) -> Any:
        return json.loads(self.get("position", {"seats": GAME.seats[0], "seed": 1} | facts))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("project")
    for top in ("bot", "games", "renderers"):
        shutil.copytree(ROOT / top, folder / top, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    command = [sys.executable, "-m", "games", "play", NAME, "--browser"]
    own = {**os.environ, "BROWSER": "true", "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(command, cwd=folder, env=own, stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout
        address = re.search(r"http://\S+", ran.stdout.readline())
        assert address
        yield Page(folder, address[0])
        ran.terminate()


@pytest.mark.sampled(one_in=3)
def test_the_page_opens_with_the_table_that_was_asked_for(page: Page):
    text = page.get("")
    first = re.search(r'id="first">(.*?)</script>', text)
    assert first
    table = json.loads(first[1])
    assert (table["title"], table["seats"]) == (GAME.title, GAME.seats[0])
    assert table["sizes"] == [*GAME.seats] and "ja" in table["languages"]


@pytest.mark.sampled
@pytest.mark.parametrize("headers", [{"Origin": "http://elsewhere"}, {"Host": "elsewhere:8780"}])
def test_no_other_page_reads_a_position(page: Page, headers: dict[str, str]):
    with pytest.raises(urllib.error.HTTPError, match="403"):
        page.get("position", {"seats": 2, "seed": 1}, **headers)


@pytest.mark.sampled(one_in=3)
def test_a_saved_file_counts_from_the_next_look_also_after_an_error(page: Page):
    before, stamp = page.position(more=2), page.get("stamp")
    assert before["picture"]
    file = page.folder / "renderers" / NAME / "__init__.py"
    code = file.read_text()
    file.write_text(code + "\n1 / 0\n")
    assert page.get("stamp") != stamp
    assert "ZeroDivisionError" in json.dumps(page.position(more=2))
    file.write_text(code + "\n\ndef describe(view):\n    return 'In other words.'\n")
    after = page.position(more=2)
    assert "In other words." in after["words"]
    assert (after["moves"], after["state"]) == (before["moves"], before["state"])
