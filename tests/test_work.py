"""The work queue: interactions run before background work, and nothing waits for ever."""

import asyncio
from typing import Any

import pytest
import simcord

from bot.operations import work
from bot.operations.work import WorkQueue
from bot.pictures.drawing import Drawn
from tests.sim_server import SimServer
from tests.wire.standin import until

ROUNDS = 50
"""After this many rounds of the event loop every task that can run has run."""


async def rounds() -> None:
    """Runs every task that does not sleep."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


class Crowd:
    """Interactions and background work that run until they are told to end."""

    def __init__(self, queue: WorkQueue) -> None:
        self.queue = queue
        self.begun: list[int] = []
        self.ended: list[int] = []
        self._ends: dict[int, asyncio.Event] = {}

    def come(self, name: int) -> asyncio.Task[None]:
        self._ends[name] = asyncio.Event()
        return asyncio.create_task(self._interaction(name))

    def come_in_background(self, name: int) -> asyncio.Task[None]:
        self._ends[name] = asyncio.Event()
        return asyncio.create_task(self._background(name))

    def end(self, name: int) -> None:
        self._ends[name].set()

    async def _interaction(self, name: int) -> None:
        await self.queue.enter()
        await self._run(name)

    async def _background(self, name: int) -> None:
        async with self.queue.background():
            await self._run(name)

    async def _run(self, name: int) -> None:
        self.begun.append(name)
        await self._ends[name].wait()
        self.ended.append(name)


async def test_so_many_run_at_once_and_the_others_wait_in_their_order():
    crowd = Crowd(WorkQueue(2))
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


async def test_interactions_run_before_background_work_that_came_earlier():
    crowd = Crowd(WorkQueue(1))
    tasks = [crowd.come(0), crowd.come_in_background(1), crowd.come_in_background(2), crowd.come(3)]
    await rounds()
    assert crowd.begun == [0]
    for n in range(4):
        crowd.end(n)
    await asyncio.gather(*tasks)
    assert crowd.begun == [0, 3, 1, 2]


async def test_background_work_that_has_waited_runs_before_later_interactions(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(work, "BACKGROUND_DELAY_S", 0.01)
    crowd = Crowd(WorkQueue(1))
    tasks = [crowd.come(0), crowd.come_in_background(1)]
    await rounds()
    await asyncio.sleep(0.02)
    tasks.append(crowd.come(2))
    for n in range(3):
        crowd.end(n)
    await asyncio.gather(*tasks)
    assert crowd.begun == [0, 1, 2]


async def test_background_work_runs_at_once_where_a_slot_is_free_and_is_no_interaction():
    crowd = Crowd(WorkQueue(1))
    task = crowd.come_in_background(0)
    await rounds()
    assert crowd.begun == [0] and crowd.queue.interactions == 0
    crowd.end(0)
    await task


@pytest.mark.parametrize("at_its_turn", [False, True])
async def test_cancelled_work_that_waits_takes_no_slot(at_its_turn: bool):
    crowd = Crowd(WorkQueue(1))
    tasks = [crowd.come(0), crowd.come(1), crowd.come_in_background(2)]
    await rounds()
    if at_its_turn:
        tasks[0].add_done_callback(lambda _task: tasks[1].cancel())
        crowd.end(0)
    else:
        tasks[1].cancel()
        await rounds()
        crowd.end(0)
    await rounds()
    assert crowd.begun == [0, 2] and tasks[1].cancelled()
    crowd.end(2)
    await tasks[2]


async def test_cancelled_work_leaves_its_slot_to_the_next():
    crowd = Crowd(WorkQueue(1))
    first, second = crowd.come(0), crowd.come(1)
    await rounds()
    first.cancel()
    await rounds()
    assert crowd.begun == [0, 1] and not second.done()
    crowd.end(1)
    await second


async def test_a_slot_that_is_released_twice_is_given_back_once():
    queue = WorkQueue(1)

    async def releases_twice() -> None:
        release = await queue.enter()
        release()
        release()

    await asyncio.gather(*(releases_twice() for _ in range(3)))
    crowd = Crowd(queue)
    tasks = [crowd.come(n) for n in range(2)]
    await rounds()
    assert crowd.begun == [0]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_slow_work_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.operations.work.MAX_HOLD_S", 0.01)
    crowd = Crowd(WorkQueue(1))
    tasks = [crowd.come(n) for n in range(3)]
    while len(crowd.begun) < 3:
        await asyncio.sleep(0.01)
    assert crowd.ended == []
    for n in range(3):
        crowd.end(n)
    await asyncio.gather(*tasks)


async def test_interactions_are_finished_before_the_bot_stops():
    crowd = Crowd(WorkQueue(1))
    tasks = [crowd.come(n) for n in range(3)]
    await rounds()
    assert crowd.queue.interactions == 3
    ending = asyncio.create_task(crowd.queue.finish(60))
    for n in range(2):
        await rounds()
        assert not ending.done()
        crowd.end(n)
    crowd.end(2)
    await ending
    assert crowd.ended == [0, 1, 2] and crowd.queue.interactions == 0
    assert all(task.done() for task in tasks)


async def test_interactions_that_take_too_long_are_cancelled_when_the_bot_stops():
    crowd = Crowd(WorkQueue(1))
    tasks = [crowd.come(n) for n in range(2)]
    await rounds()
    await crowd.queue.finish(0.01)
    await asyncio.gather(*tasks, return_exceptions=True)
    assert all(task.cancelled() for task in tasks) and crowd.queue.interactions == 0


async def test_nobody_holds_a_slot_while_their_picture_is_drawn(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
):
    sim = SimServer.of(simcord_env, "Ada", "Ben")
    await sim.gather(computers=0, seats=2)
    bot, table = sim.bot, await sim.table()
    drawn, go, view = asyncio.Event(), asyncio.Event(), bot.pictures.view

    async def when_told(*which: Any, **how: Any) -> Drawn:
        drawn.set()
        await go.wait()
        return await view(*which, **how)

    monkeypatch.setattr("bot.operations.work.MAX_HOLD_S", 60)
    monkeypatch.setattr(bot, "work", WorkQueue(1))
    monkeypatch.setattr(bot.pictures, "view", when_told)
    hand, log = (
        sim.send(name, sim.board(), custom_id)
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
    """The components of a response; None where there is none yet."""
    return result.response.components if result.response else None
