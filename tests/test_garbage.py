"""Garbage: what refers to itself in a circle is searched for when nobody waits, and little is."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import discord
import pytest
import simcord
from discord import ui

from bot.operations import garbage
from tests.salon import Salon
from tests.wire.standin import until

IN_CIRCLES = (discord.InteractionResponse, ui.Item, ui.LayoutView)


@pytest.fixture
def salon(simcord_env: simcord.Env) -> Salon:
    """A server with two players."""
    return Salon.of(simcord_env, "Ada", "Ben")


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is done about garbage, every hundredth of a second; afterwards all is as it was."""
    before, done = gc.get_threshold(), list[str]()
    monkeypatch.setattr(garbage, "A_WHILE", 0.01)
    monkeypatch.setattr("gc.freeze", lambda: done.append("freeze"))
    monkeypatch.setattr("gc.unfreeze", lambda: done.append("unfreeze"))
    monkeypatch.setattr("gc.collect", lambda: done.append("collect"))
    yield done
    gc.set_threshold(*before)


async def test_what_is_new_is_searched_soon_when_nobody_waits_and_what_is_in_use_is_left_out(
    searches: list[str], monkeypatch: pytest.MonkeyPatch
):
    quiet, due = False, garbage.FEW
    monkeypatch.setattr("gc.get_count", lambda: (0, 0, due))
    collecting = asyncio.create_task(garbage.collect(lambda: quiet))
    await asyncio.sleep(0.05)
    assert searches == [] and gc.get_threshold()[2] == garbage.NEVER
    quiet = True
    await until(lambda: len(searches) >= 4, "it is searched again and again")
    due = 0
    await asyncio.sleep(0.05)
    del searches[:]
    await asyncio.sleep(0.05)
    collecting.cancel()
    assert searches == []


async def test_what_is_new_is_searched_before_it_is_much_whoever_waits(
    searches: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gc.get_count", lambda: (0, 0, garbage.MANY))
    collecting = asyncio.create_task(garbage.collect(lambda: False))
    await until(lambda: len(searches) >= 4, "it is searched")
    collecting.cancel()
    assert searches[:4] == ["collect", "freeze"] * 2


async def test_what_is_in_use_is_searched_too_but_seldom_and_after_a_calm_while(
    searches: list[str], monkeypatch: pytest.MonkeyPatch
):
    looks, calm = 0, False

    def is_quiet() -> bool:
        nonlocal looks
        looks += 1
        return calm or looks % 3 > 0

    monkeypatch.setattr("gc.get_count", lambda: (0, 0, 0))
    monkeypatch.setattr(garbage, "SELDOM", 0.03)
    monkeypatch.setattr(garbage, "CALM", 0.03)
    collecting = asyncio.create_task(garbage.collect(is_quiet))
    await until(lambda: looks >= 9, "somebody waits at every third look")
    assert searches == []
    calm = True
    await until(lambda: len(searches) >= 3, "everything is searched")
    collecting.cancel()
    assert searches[:3] == ["unfreeze", "collect", "freeze"]


async def test_what_is_in_use_is_searched_in_the_end_where_it_is_never_calm(
    searches: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gc.get_count", lambda: (0, 0, 0))
    monkeypatch.setattr(garbage, "LATEST", 0.05)
    collecting = asyncio.create_task(garbage.collect(lambda: True))
    await until(lambda: len(searches) >= 3, "everything is searched")
    collecting.cancel()
    assert searches[:3] == ["unfreeze", "collect", "freeze"]


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
async def test_neither_answers_nor_controls_need_a_search(salon: Salon, way: str):
    await salon.gather(computers=0, seats=2)
    name, left = (await salon.asked())[0], list[object]()
    for _ in range(2):
        gc.collect()
        if way == "press":
            await salon.press(name, "Move")
        else:
            await salon.command(name, "hand")
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        left += [each for each in gc.garbage if isinstance(each, IN_CIRCLES)]
        gc.garbage.clear()
    assert left == []
