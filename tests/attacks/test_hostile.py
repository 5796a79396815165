"""Hostile values, a part of them, on the paths by which people's texts come in."""

import pytest

from bot.interactions.controls import HANDLERS
from tests.attacks._typed import World
from tests.hostile import KINDS_OF_NUMBERS, hostile_numbers, hostile_texts
from tests.sim_server import SimServer

PEOPLE = ("Ada", "Ben")
OTHERS = [*hostile_numbers(), *hostile_texts()]


@pytest.mark.sampled
@pytest.mark.parametrize("part", range(2))
async def test_every_option_takes_no_number_but_in_digits(sim: SimServer, part: int):
    world = await World.of(sim, KINDS_OF_NUMBERS, OTHERS)
    places = world.options()
    assert len(places) > 150
    assert await world.type_commands(places[part::2]) > 75 * 6


@pytest.mark.sampled(one_in=2)
async def test_forms_and_controls_take_hostile_values(sim: SimServer):
    world = await World.of(sim, KINDS_OF_NUMBERS, OTHERS)
    await world.fill_forms()
    await world.press_controls([*HANDLERS])
