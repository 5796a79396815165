"""Leaks that are planted in the bot: each day the search has to find others."""

import random

import pytest

from tests.attacks.planted import PLANTED, RUNS, is_found

A_DAY = 3
"""Planted leaks that one run of the tests looks for."""


async def found_at_last(name: str) -> bool:
    """Whether some run finds a planted leak; it ends with that one."""
    for run in range(RUNS):
        if await is_found(PLANTED[name], run):
            return True
    return False


@pytest.mark.sampled(one_in=3)
async def test_leaks_that_are_planted_in_the_bot_are_found(seed: int):
    for name in random.Random(seed).sample(sorted(PLANTED), A_DAY):
        assert await found_at_last(name), name
