"""games/README.md: its example plays, and the names and limits in it are those of the code."""

import ast
import dataclasses
import importlib.util
import inspect
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from atelier_testing import every, presses
from bot.pages import menus
from bot.pages.names import TOKENS
from bot.pages.page import MAX_OPTIONS
from docs import reference
from games import MAX_SEATS, discover, kernel
from games._kernel.choice import PASSES
from games._kernel.unseen import PRIVATE
from games.kernel import Choice, Game
from renderers import for_game
from renderers.seats import SEATS
from tests import test_every_game, test_every_picture

GUIDE = (Path(__file__).parent.parent / "games" / "README.md").read_text(encoding="utf-8")
[EXAMPLE] = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
PROSE = GUIDE.replace(EXAMPLE, "")
IMPORTS = """
from dataclasses import dataclass, field
from typing import Any
from games.kernel import EVERYBODY, Game, State, hidden
"""


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """The game of the guide."""
    file = tmp_path / "example.py"
    file.write_text(IMPORTS + EXAMPLE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("example", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "example", module)
    spec.loader.exec_module(module)
    return module.game


def names(pattern: str) -> set[str]:
    """What the first group of a pattern finds in the prose."""
    found = set(re.findall(pattern, PROSE, re.DOTALL))
    assert found, pattern
    return found


def test_the_example_is_a_whole_game(example: Game[Any]) -> None:
    for seats in example.seats:
        g = example.new(seats, 1)
        assert example.verbs["lay"].sentence == "Lay a card of your hand."
        end = example.playout(g, random.Random(1))
        assert end.scores and sum(end.scores) == sum(end.laid)
        assert example.load(example.dump(end), 1) == end
        assert example.view(g, 1)["players"][0]["hand_seen"] == []


def test_what_rules_are_written_with_exists(example: Game[Any]) -> None:
    state, game = example.new(2, 1), set(dir(Game))
    assert {name for name in names(r"`g\.(\w+)`") if not hasattr(state, name)} == set()
    assert names(r"`@game\.(\w+)") <= game
    assert {*re.findall(r"@game\.(\w+)", EXAMPLE)} <= game
    assert names(r"`@?lay\.(\w+)") <= set(dir(Choice))
    hints = {*inspect.signature(Game.choice).parameters, *inspect.signature(Choice.does).parameters}
    told = {"always", "secret", "may_pass", "menu", "they", "you"}
    assert told <= hints
    assert names(r"\b(phrase|known|hidden|do_nothing|Dials)\b") <= {*kernel.__all__}


def test_the_keys_of_a_view_are_all_there_are(example: Game[Any]) -> None:
    [told] = names(r"and these keys:\s(.*?)Of a hidden")
    keys = set(re.findall(r"`(\w+)`", told))
    g = example.new(2, 1)
    fields = {each.name for each in dataclasses.fields(g)} - PRIVATE
    sometimes = {"places", "teams", "ahead", "plan", "last_round", "names", "alarms", "forecast"}
    assert keys - sometimes | fields | {"deck_seen"} == example.view(g, 0).keys()
    [left_out] = names(r"all of the state but (.*?), and")
    assert set(re.findall(r"`(\w+)`", left_out)) == PRIVATE


def test_the_words_with_a_meaning_have_it(example: Game[Any]) -> None:
    assert names(r"a move\s+`(\w+)` \(else") | names(r"\(else `(\w+)`\)") == {*PASSES}
    lay = example.choices["lay"]
    assert lay.passing == ""
    for word in reversed(PASSES):
        lay.does(word)(lambda g, p: None)
        assert lay.passing == word
    [all_of_them] = names(r"A choice with a move `(.*?)`")
    lay.does(all_of_them)(lambda g, p: None)
    assert lay.passing == ""


def test_the_limits_are_those_of_the_tests_and_of_discord() -> None:
    limits = dict(re.findall(r"^\| (.+?) \| (\d+) \|$", PROSE, re.MULTILINE))
    assert {what: int(most) for what, most in limits.items()} == {
        "players": MAX_SEATS,
        "moves of a question": test_every_game.MOST_MOVES,
        "characters of a label": test_every_game.LONGEST_LABEL,
        "characters of a verb's sentence": test_every_game.LONGEST_DESCRIPTION,
        "verbs of a game": test_every_game.MOST_COMMANDS,
        "numbers of a dial that are offered at once": MAX_OPTIONS,
        "buttons of a menu, before it becomes selects": menus.MAX_BUTTONS,
        "presses for any move": presses.MOST,
        "presses for nine in ten moves": presses.OFTEN,
        "bytes of a picture": test_every_picture.MOST_BYTES,
        "characters of `describe`": test_every_picture.LONGEST_DESCRIPTION,
    }
    assert presses.SHARE == 90 and len(SEATS) == len(TOKENS) == MAX_SEATS


def test_what_pictures_are_drawn_with_exists() -> None:
    for name, listed in re.findall(
        r"`renderers/(\w+)\.py` has (.*?)[;.](?:\s|$)", PROSE, re.DOTALL
    ):
        module = importlib.import_module(f"renderers.{name}")
        wanted = re.findall(r"`(\w+)`", listed)
        assert wanted and [each for each in wanted if not hasattr(module, each)] == [], name
    [optional] = names(r"It may have (.*?)\. ")
    known = {name for game in discover() for name in dir(for_game(game))}
    assert set(re.findall(r"`(\w+)", optional)) <= known


def test_what_a_test_module_exports_is_what_every_one_has() -> None:
    [exported] = names(r"exports `(\w+)\(g\)`")
    for game in discover().values():
        assert callable(getattr(test_every_game.module_of(game), exported))


def test_the_reference_is_what_the_code_says() -> None:
    page = reference.FILE.read_text(encoding="utf-8")
    assert page == reference.reference(), "python -m docs.reference writes it anew"
    words = " ".join(page.split())
    for name in kernel.__all__:
        each = getattr(kernel, name)
        if inspect.isfunction(each):
            [shown] = re.findall(rf"\*\*`({name}\(.*?)`\*\*", words)
            [function] = ast.parse(f"def {shown}: ...").body
            args = [arg.arg for arg in ast.walk(function) if isinstance(arg, ast.arg)]
            assert sorted(args) == sorted(inspect.signature(each).parameters), name
        else:
            assert re.search(rf"(?:### |\*\*`){name}\b", page), name
    tests = [name for name in vars(every) if name.startswith("test_")]
    assert tests and all(reference.sentence(name) in words for name in tests)
