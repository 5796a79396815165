"""What runs before what, while everybody shares one event loop and a few processes that draw.

Each piece of work waits for one of a few slots. What has waited longest goes first, but for
background work the time counts only from a while after it came. So interactions run before
background work that comes at the same time, and background work is never put off for ever:

1. Acknowledging an interaction never waits here.
2. An interaction that is acknowledged is due at once (`enter`).
3. Background work is due half a second later (`background`): reading a table that is to be shown,
   making a board or a private page for it, waking a computer player.
4. Pictures have slots of their own, as many as processes draw. One for the reply to an interaction
   is due at once, any other one six seconds later: a person waits no longer for a picture.

Background work takes at most half of the slots, so that a round of the event loop stays short.
Nobody holds a slot while they wait for Discord or for a picture, nor for longer than a second.
Drawing and thinking run in other processes.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

SLOTS_FILE, SLOTS_SERVER = 2, 16
"""How many run at the same time: where the database is a file, and where it is a server, which
answers each question after a while.
"""
BACKGROUND_DELAY_S = 0.5
"""By how much later than an interaction background work is due."""
BACKGROUND_PICTURE_DELAY_S = 6.0
"""By how much later than one for a reply any other picture is due."""
MAX_HOLD_S = 1.0
"""After so long a slot is free for others, even if its work still goes on."""

Release = Callable[..., None]


class Slots:
    """A few slots, given out in the order in which work is due."""

    def __init__(self, slots: int) -> None:
        """Takes how many slots there are."""
        self._free = slots
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = itertools.count()

    async def take(self, delay_s: float = 0.0) -> None:
        """Waits for a slot for work that is due after so many seconds."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        heapq.heappush(self._waiting, (loop.time() + delay_s, next(self._count), turn))
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had its turn just before
                self.put_back()
            raise

    def put_back(self) -> None:
        """Gives a slot back."""
        self._free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free and self._waiting:
            _due, _n, turn = heapq.heappop(self._waiting)
            if not turn.cancelled():
                self._free -= 1
                turn.set_result(None)


class WorkQueue:
    """Gives interactions and background work their slots."""

    def __init__(self, slots: int = SLOTS_FILE) -> None:
        """Takes how many slots there are."""
        self._slots = Slots(slots)
        self._behind = asyncio.Semaphore(max(1, slots // 2))
        self._present: set[asyncio.Task[Any]] = set()

    @property
    def present(self) -> int:
        """How many interactions run or wait for a slot."""
        return len(self._present)

    async def enter(self) -> Release:
        """Waits for a slot for the interaction of this task; what gives it back, which happens at
        the end of the task at the latest.
        """
        task = asyncio.current_task()
        assert task is not None
        self._present.add(task)
        task.add_done_callback(self._present.discard)
        release = await self._take()
        task.add_done_callback(release)
        return release

    @asynccontextmanager
    async def background(self) -> AsyncGenerator[None]:
        """Within it background work has a slot; never wait for Discord there."""
        came = asyncio.get_running_loop().time()
        async with self._behind:
            waited_s = asyncio.get_running_loop().time() - came
            release = await self._take(BACKGROUND_DELAY_S - waited_s)
            try:
                yield
            finally:
                release()

    async def finish(self, seconds: float) -> None:
        """Waits so long for the interactions that are present, then cancels them."""
        if present := self._present - {asyncio.current_task()}:
            _done, left = await asyncio.wait(present, timeout=seconds)
            for task in left:
                task.cancel()

    async def _take(self, delay_s: float = 0.0) -> Release:
        await self._slots.take(delay_s)
        return _once(self._slots.put_back)


def _once(put_back: Callable[[], None]) -> Release:
    """What gives a slot back the first time it is called, and by itself after a while."""

    def release(_task: object = None) -> None:
        if not timer.cancelled():
            timer.cancel()
            put_back()

    timer = asyncio.get_running_loop().call_later(MAX_HOLD_S, release)
    return release


class BackgroundJob:
    """Work that is done once more whenever it is asked for, never twice at the same time."""

    def __init__(self, run: Callable[[], Awaitable[None]]) -> None:
        """Takes the work, which goes through all that is to be done."""
        self._run = run
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self.is_wanted = False
        """Whether it is to be done again after the current run."""

    def start(self) -> None:
        """Does the work soon; once more, where it is being done."""
        self.is_wanted = True
        if not self.is_running and not self._is_closed:
            self._task = asyncio.create_task(self._work())

    @property
    def is_running(self) -> bool:
        """Whether it is being done."""
        return self._task is not None and not self._task.done()

    async def close(self) -> None:
        """Stops it, for good."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self.is_wanted:
            self.is_wanted = False
            await self._run()
