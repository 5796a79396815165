"""Each word of the kernel in a toy title, which keeps what every game must keep."""

import re
from pathlib import Path
from typing import Any

import pytest

from atelier_testing.leaks import search
from games.kernel import Game
from tests import toys

NAMES = sorted(path.stem for path in toys.HERE.glob("[!_]*.py"))
PAIRS = 30
LEAST = 100
"""Tests of every game, at least."""


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("name", NAMES)
def test_a_toy_keeps_what_every_game_must_keep(name: str, tmp_path: Path) -> None:
    toys.write_project(tmp_path, name)
    done = toys.run(tmp_path, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > LEAST


@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_told_what_they_cannot_know_of_a_toy(name: str, seed: int) -> None:
    found = search(toys.game_of(name), PAIRS, seed, pictured=0)
    assert not found.leaks, f"with TEST_SEED={seed}"
    assert found.pairs >= PAIRS


def own_card(game: Game[Any]) -> None:
    """Says the card that its owner does not see."""
    form = game.choices["act"].read("play 1")[2]
    form.says(lambda g, p, place: f"Play the {p.hand[place - 1]}")


def number_of_letters(game: Game[Any]) -> None:
    """Says who has letters."""

    @game.points
    def of_letters(g: Any) -> list[int]:
        return [len(p.letters) for p in g.players]


@pytest.mark.parametrize(("name", "tell"), [("blind", own_card), ("letters", number_of_letters)])
def test_a_toy_that_tells_is_found(name: str, tell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(__import__("sys").modules, f"tests.toys.{name}", raising=False)
    game = toys.game_of(name)
    tell(game)
    assert search(game, PAIRS, 1, pictured=0).leaks
