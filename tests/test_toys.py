"""Each word of the kernel in a toy title, which keeps what every game must keep."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from atelier_testing.leaks import search
from bot.pages.news import lines_of
from bot.table.news import Sentence
from games.kernel import Game
from games.words import news_text
from tests import toys

NAMES = sorted(path.stem for path in toys.HERE.glob("[!_]*.py"))
PAIRS = 30
LEAST = 100
"""Tests of every game, at least."""


@pytest.mark.sampled(one_in=21)
@pytest.mark.parametrize("name", NAMES)
def test_a_toy_keeps_what_every_game_must_keep(name: str, tmp_path: Path) -> None:
    toys.write_project(tmp_path, name)
    done = toys.run(tmp_path, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > LEAST


@pytest.mark.sampled
@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_told_what_they_cannot_know_of_a_toy(name: str, seed: int) -> None:
    found = search(toys.game_of(name), PAIRS, seed, pictured=0)
    assert not found.leaks, f"with TEST_SEED={seed}"
    assert found.pairs >= PAIRS and found.differing and found.continued


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
    path = f"tests.toys.{name}"
    monkeypatch.setitem(sys.modules, path, sys)  # so that another test imports it anew
    del sys.modules[path]
    game = toys.game_of(name)
    tell(game)
    assert search(game, PAIRS, 1, pictured=0).leaks


def test_news_of_answers_at_the_same_time_keep_the_order_in_which_things_happen() -> None:
    """Those of a seat are not put together: the last of these is told after what led to it."""
    game = toys.game_of("crowd")
    g = game.new(6, 1)
    for seat, card in zip((5, 0, 3, 1, 4, 2), (8, 8, 2, 7, 1, 1), strict=True):
        g = game.play(g, seat, f"lay {card}")
    told = [Sentence(1, news_text(*news[:2], [*"ABCDEF"]), None, news[1]["who"]) for news in g.news]
    assert lines_of(told, game.name) == [
        "· A lays the 8.",
        "· B lays the 7.",
        "· C lays the 1.",
        "· D lays the 2.",
        "· E lays the 1.",
        "· F lays the 8.",
        "· B gets 7.",
    ]
