"""Royal Threadcount: the worked examples; their table is royal_threadcount.scenarios.md."""

import pytest

from games.royal_threadcount.state import game
from tests.games.royal_threadcount import KIT
from tests.games.scenarios import Example, examples


@examples("royal_threadcount")
def test_an_example(example: Example) -> None:
    example.check(KIT)


@pytest.mark.rule("13.1", "13.2")
def test_a_game_has_the_options_that_were_chosen() -> None:
    assert game.new(2, 1, {"doubles": "idle"}).idle_doubles
    assert not game.new(2, 1).idle_doubles
    assert game.new(2, 1, {"scoring": "M-B"}).scoring == "M-B"
    assert game.new(2, 1).scoring == "M-A"
