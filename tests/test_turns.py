"""Whose thought comes next: tables take turns, and nobody's thoughts take another's time."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.operations.workers import WorkerPool
from bot.players.pool import Thinkers
from bot.players.turns import Turns
from games import discover

ROUND_S = 5.0
STRONG_S, STEADY_S = 5.0, 0.4


async def settle() -> None:
    """Lets all tasks do what they can."""
    for _ in range(10):
        await asyncio.sleep(0)


class Room:
    """Tables whose computer players think; a thought ends when the test says so."""

    def __init__(self) -> None:
        self.turns, self.served = Turns(ROUND_S), list[tuple[int, float]]()
        self.thoughts: list[asyncio.Task[None]] = []
        self._end = asyncio.Event()

    async def think(self, table: int, seconds: float, times: int = 1) -> None:
        """A table wants so many thoughts, one after another."""
        self.thoughts.append(asyncio.create_task(self._think(table, seconds, times)))
        await settle()

    async def _think(self, table: int, seconds: float, times: int) -> None:
        for _ in range(times):
            async with self.turns.turn(table, seconds) as granted:
                self.served.append((table, granted))
                await self._end.wait()
                self._end.clear()

    async def end(self, thoughts: int = 1) -> None:
        for _ in range(thoughts):
            self._end.set()
            await settle()

    @property
    def order(self) -> Sequence[int]:
        """The tables in the order in which they were served."""
        return [table for table, _seconds in self.served]


async def test_tables_that_want_the_same_take_turns_however_much_one_asks_for():
    room = Room()
    for table in (1, 1, 1, 2, 3):
        await room.think(table, STRONG_S)
    await room.end(4)
    assert room.order == [1, 2, 3, 1, 1]


async def test_a_short_thought_comes_before_the_next_long_one_of_tables_that_had_a_turn():
    room = Room()
    for table in (1, 2, 3):
        await room.think(table, STRONG_S, times=9)
    await room.end(3)
    await room.think(4, STEADY_S, times=3)
    await room.end(5)
    first = room.order.index(4)
    assert first <= 5, "at most one that waited as long comes before it"
    assert room.order[first : first + 4].count(4) >= 2, (
        "a few short ones weigh less than a long one"
    )


async def test_where_many_wait_each_gets_its_share_and_who_wants_less_keeps_it():
    room = Room()
    await room.think(1, STRONG_S)
    assert room.served == [(1, STRONG_S)], "alone it has all that it wants"
    for table in (2, 3, 4, 5):
        await room.think(table, STEADY_S if table == 5 else STRONG_S)
    await room.end(4)
    granted = dict(room.served[1:])
    assert granted[5] == STEADY_S and min(granted.values()) == STEADY_S
    assert granted[2] == ROUND_S / 4


async def test_who_gives_up_holds_up_nobody():
    room = Room()
    for table in (1, 2, 3):
        await room.think(table, STRONG_S)
    waiting, running = room.thoughts[1], room.thoughts[0]
    waiting.cancel()
    running.cancel()
    await settle()
    assert room.order == [1, 3]
    await room.end()
    await room.think(4, STRONG_S)
    assert room.order == [1, 3, 4]
    room.thoughts[-1].cancel()
    await settle()


async def test_tables_without_people_think_last_and_hold_up_nobody(monkeypatch: pytest.MonkeyPatch):
    thinkers, end, order = Thinkers(STEADY_S), asyncio.Event(), list[str]()
    game = next(iter(discover().values()))
    g = game.new(game.seats[0], 1)

    async def run(workers: WorkerPool, *_work: Any) -> str:
        order.append("low" if workers is thinkers._low_priority else "usual")
        await end.wait()
        return ""

    monkeypatch.setattr(WorkerPool, "run", run)
    monkeypatch.setattr("bot.players.pool.POLL_S", 0)
    seat = g.asked[0]
    alone = [
        asyncio.create_task(thinkers.choose(game, g, seat, "strong", table, False))
        for table in (1, 2, 3)
    ]
    await settle()
    assert order == ["low"]
    waited_for = asyncio.create_task(thinkers.choose(game, g, seat, "steady", 4))
    await settle()
    assert order == ["low", "usual"], "it has a process of its own, and waits for nobody"
    assert (thinkers.waiting, thinkers.unattended) == (1, 3)
    for each in (*alone, waited_for):
        each.cancel()
    await asyncio.gather(*alone, waited_for, return_exceptions=True)
    assert (thinkers.waiting, thinkers.unattended) == (0, 0)
