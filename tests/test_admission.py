"""Whoever is acknowledged waits his turn, and holds up nobody for longer than he works."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import simcord

from bot.operations.admission import Admission
from tests.salon import Salon, button_row
from tests.wire.standin import until

TURNS = 50
"""Rounds of the event loop after which everything that could go on has gone on."""


async def rounds() -> None:
    """Lets everything go on that waits for no time."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


class Crowd:
    """People who are acknowledged, and work until they are told to end."""

    def __init__(self, admission: Admission) -> None:
        self.admission = admission
        self.begun: list[int] = []
        self.ended: list[int] = []
        self._ends: dict[int, asyncio.Event] = {}

    def come(self, name: int) -> asyncio.Task[None]:
        """Somebody comes."""
        self._ends[name] = asyncio.Event()
        return asyncio.create_task(self._work(name))

    def end(self, name: int) -> None:
        """Somebody ends his work."""
        self._ends[name].set()

    async def _work(self, name: int) -> None:
        await self.admission.enter()
        self.begun.append(name)
        await self._ends[name].wait()
        self.ended.append(name)


async def test_so_many_are_worked_at_at_once_and_the_others_wait_in_their_order():
    crowd = Crowd(Admission(2))
    tasks = [crowd.come(n) for n in range(5)]
    await rounds()
    assert crowd.begun == [0, 1]
    crowd.end(1)
    await rounds()
    assert crowd.begun == [0, 1, 2]
    for n in range(5):
        crowd.end(n)
    await asyncio.gather(*tasks)
    assert crowd.begun == [0, 1, 2, 3, 4]


async def test_who_fails_or_goes_away_leaves_his_place_to_the_next():
    crowd = Crowd(Admission(1))
    first, second = crowd.come(0), crowd.come(1)
    await rounds()
    first.cancel()
    await rounds()
    assert crowd.begun == [0, 1] and not second.done()
    crowd.end(1)
    await second


async def test_who_steps_aside_gives_his_one_place_back_once():
    admission = Admission(1)

    async def steps_aside_twice() -> None:
        free = await admission.enter()
        free()
        free()

    await asyncio.gather(*(steps_aside_twice() for _ in range(3)))
    crowd = Crowd(admission)
    tasks = [crowd.come(n) for n in range(2)]
    await rounds()
    assert crowd.begun == [0]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_who_takes_long_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.operations.admission.LONGEST", 0.01)
    crowd = Crowd(Admission(1))
    tasks = [crowd.come(n) for n in range(3)]
    while len(crowd.begun) < 3:
        await asyncio.sleep(0.01)
    assert crowd.ended == []
    for n in range(3):
        crowd.end(n)
    await asyncio.gather(*tasks)


async def test_what_is_worked_at_is_finished_before_the_bot_stops():
    crowd = Crowd(Admission(1))
    tasks = [crowd.come(n) for n in range(3)]
    await rounds()
    assert crowd.admission.present == 3
    ending = asyncio.create_task(crowd.admission.finish(60))
    for n in range(2):
        await rounds()
        assert not ending.done()
        crowd.end(n)
    crowd.end(2)
    await ending
    assert crowd.ended == [0, 1, 2] and crowd.admission.present == 0
    assert all(task.done() for task in tasks)


async def test_what_takes_too_long_is_ended_when_the_bot_stops():
    crowd = Crowd(Admission(1))
    tasks = [crowd.come(n) for n in range(2)]
    await rounds()
    await crowd.admission.finish(0.01)
    await asyncio.gather(*tasks, return_exceptions=True)
    assert all(task.cancelled() for task in tasks) and crowd.admission.present == 0


async def test_nobody_holds_a_place_while_his_picture_is_drawn(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
):
    salon = Salon.of(simcord_env, "Ada", "Ben")
    await salon.gather(computers=0, seats=2)
    bot, table = salon.bot, await salon.table()
    drawn, go, png = asyncio.Event(), asyncio.Event(), bot.pictures.png

    async def when_told(*which: Any) -> bytes:
        drawn.set()
        await go.wait()
        return await png(*which)

    monkeypatch.setattr("bot.operations.admission.LONGEST", 60)
    monkeypatch.setattr(bot, "admission", Admission(1))
    monkeypatch.setattr(bot.pictures, "png", when_told)
    hand, log = (
        salon.send(name, salon.board(), button_row(custom_id), custom_id=custom_id)
        for name, custom_id in (("Ada", f"hand:{table.id}:"), ("Ben", f"log:{table.id}:"))
    )
    try:
        await until(lambda: said(log), "the log is shown")
        assert drawn.is_set() and not said(hand)
    finally:
        go.set()
        await simcord_env.settle()
    assert said(hand)


def said(result: Any) -> Any:
    """The components of an answer; None where there is none yet."""
    return result.response.components if result.response else None
