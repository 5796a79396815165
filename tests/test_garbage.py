"""Garbage collection: what is in use is not searched, and controls need no search."""

import gc
from collections.abc import Iterator

import pytest
from discord import ui

from bot.operations import garbage
from tests.sim_server import SimServer

PEOPLE = ("Ada", "Ben")
IN_CIRCLES = (ui.Item, ui.LayoutView)


def test_what_the_start_has_loaded_is_never_searched_again():
    threshold, loaded = gc.get_threshold(), [object()]
    try:
        assert any(each is loaded for each in gc.get_objects())
        garbage.freeze_loaded_objects()
        assert not any(each is loaded for each in gc.get_objects())
        assert gc.get_threshold()[0] == garbage.GC_THRESHOLD
    finally:
        gc.set_threshold(*threshold)


@pytest.fixture
def unsearched() -> Iterator[None]:
    """Nothing is searched but by the test; afterwards all is as it was, whatever becomes of it."""
    gc.disable()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.usefixtures("unsearched")
@pytest.mark.parametrize("way", ["press", "command"])
async def test_controls_need_no_search(sim: SimServer, way: str):
    await sim.gather(computers=0, seats=2)
    name, left = (await sim.asked())[0], list[object]()
    for _ in range(2):
        gc.collect()
        if way == "press":
            await sim.press(name, "Move")
        else:
            await sim.command(name, "hand")
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        left += [each for each in gc.garbage if isinstance(each, IN_CIRCLES)]
        gc.garbage.clear()
    assert left == []
