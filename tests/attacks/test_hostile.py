"""Hostile values, a part of them, on the paths by which people's texts come in."""

import pytest

from bot.interactions.controls import HANDLERS
from tests.attacks._typed import World
from tests.hostile import KINDS_OF_NUMBERS, hostile_numbers, hostile_texts
from tests.sim_server import SimServer

PEOPLE = ("Ada", "Ben")
OTHERS = [*hostile_numbers(), *hostile_texts()]


SHARES = pytest.mark.parametrize("share", range(4))
"""Quarters of the places, of which a day has one at most."""


@pytest.mark.sampled(one_in=8)
@SHARES
async def test_every_option_takes_no_number_but_in_digits(sim: SimServer, share: int):
    world = await World.of(sim, KINDS_OF_NUMBERS, OTHERS)
    places = world.options()
    assert len(places) > 150
    assert await world.type_commands(places[share::4]) > 37 * 6


@pytest.mark.sampled(one_in=4)
async def test_forms_take_hostile_values(sim: SimServer):
    await (await World.of(sim, KINDS_OF_NUMBERS, OTHERS)).fill_forms()


@pytest.mark.sampled
@SHARES
async def test_controls_take_hostile_values(sim: SimServer, share: int):
    world = await World.of(sim, KINDS_OF_NUMBERS, OTHERS)
    await world.press_controls([*HANDLERS][share::4])
