"""Beginners are warned of what goes wrong, in every game."""

import os

import pytest

from games import discover
from tests.beginners import BEGINNERS, Seen, mishaps_of, play
from tests.sampling import LONG, SEED

GAMES, IN_THE_LONG_RUN = 2, 10


@pytest.mark.parametrize("beginner", BEGINNERS)
@pytest.mark.parametrize("name", [name for name in discover() if mishaps_of(name)])
def test_nothing_goes_wrong_for_a_beginner_without_a_warning(name: str, beginner: str) -> None:
    seen, first = Seen(), int(os.environ[SEED])
    games = IN_THE_LONG_RUN if os.environ.get(LONG) == "1" else GAMES
    for seed in range(first, first + games):
        play(discover()[name], seed, BEGINNERS[beginner], seen)
    assert not seen.unwarned
