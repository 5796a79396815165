"""The work queue: what runs first on the one event loop and in the few processes that draw.

Each piece of work has a due time and waits for a slot; the earliest due time goes first.
Interactions are due at once and background work a little later. So interactions run before
background work that comes at the same time, and background work always runs in the end:

1. Acknowledging an interaction never waits here.
2. An interaction that is acknowledged is due at once (`enter`).
3. Background work is due half a second later (`background`): reading a table that must be shown,
   making its board or a private page, waking a computer player.
4. Pictures have their own slots, one for each process that draws. A picture for the reply to an
   interaction is due at once, any other one six seconds later.

Background work takes at most half of the slots, so that a round of the event loop stays short. No
work holds a slot while it waits for Discord or for a picture, or for longer than a second. Drawing
and thinking run in other processes.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

SLOTS_FILE, SLOTS_SERVER = 2, 16
"""How many pieces of work run at the same time: with SQLite, and with PostgreSQL, where each query
waits for a server.
"""
BACKGROUND_DELAY_S = 0.5
"""How much later than an interaction background work is due."""
BACKGROUND_PICTURE_DELAY_S = 6.0
"""How much later than a picture for a reply any other picture is due."""
MAX_HOLD_S = 1.0
"""After this time a slot is free again, even if its work is not done."""

Release = Callable[..., None]


class Slots:
    """A few slots, handed out in the order in which work is due."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = itertools.count()

    async def take(self, delay_s: float = 0.0) -> None:
        """Waits for a slot, for work that is due in `delay_s`."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        heapq.heappush(self._waiting, (loop.time() + delay_s, next(self._count), turn))
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given a slot just before
                self.put_back()
            raise

    def put_back(self) -> None:
        self._free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free and self._waiting:
            _due, _n, turn = heapq.heappop(self._waiting)
            if not turn.cancelled():
                self._free -= 1
                turn.set_result(None)


class WorkQueue:
    """Hands out the slots for interactions and background work."""

    def __init__(self, slots: int = SLOTS_FILE) -> None:
        self._slots = Slots(slots)
        self._background_slots = asyncio.Semaphore(max(1, slots // 2))
        self._interactions: set[asyncio.Task[Any]] = set()

    @property
    def interactions(self) -> int:
        """How many interactions run or wait for a slot now."""
        return len(self._interactions)

    async def enter(self) -> Release:
        """Waits for a slot for the interaction of this task, and returns a function that gives it
        back. The end of the task gives it back too.
        """
        task = asyncio.current_task()
        assert task is not None
        self._interactions.add(task)
        task.add_done_callback(self._interactions.discard)
        release = await self._take()
        task.add_done_callback(release)
        return release

    @asynccontextmanager
    async def background(self) -> AsyncGenerator[None]:
        """Within it, background work has a slot; do not wait for Discord there."""
        came = asyncio.get_running_loop().time()
        async with self._background_slots:
            waited_s = asyncio.get_running_loop().time() - came
            release = await self._take(BACKGROUND_DELAY_S - waited_s)
            try:
                yield
            finally:
                release()

    async def finish(self, seconds: float) -> None:
        """Waits `seconds` for the current interactions, then cancels them."""
        if present := self._interactions - {asyncio.current_task()}:
            _done, left = await asyncio.wait(present, timeout=seconds)
            for task in left:
                task.cancel()

    async def _take(self, delay_s: float = 0.0) -> Release:
        await self._slots.take(delay_s)
        return _release_once(self._slots.put_back)


def _release_once(put_back: Callable[[], None]) -> Release:
    """A function that gives a slot back on its first call; `MAX_HOLD_S` later it calls itself."""

    def release(_task: object = None) -> None:
        if not timer.cancelled():
            timer.cancel()
            put_back()

    timer = asyncio.get_running_loop().call_later(MAX_HOLD_S, release)
    return release


class BackgroundJob:
    """A job that runs again each time it is asked for, but never twice at the same time."""

    def __init__(self, run: Callable[[], Awaitable[None]]) -> None:
        """`run` does all that is due."""
        self._run = run
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self.is_wanted = False
        """Whether it must run again after the current run."""

    def start(self) -> None:
        """Starts a run, or has it run again where it is running."""
        self.is_wanted = True
        if not self.is_running and not self._is_closed:
            self._task = asyncio.create_task(self._work())

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def close(self) -> None:
        """Stops the job for good."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self.is_wanted:
            self.is_wanted = False
            await self._run()
