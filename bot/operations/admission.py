"""Admission: whoever presses or types something is acknowledged at once and then waits his turn, so
that the event loop soon comes round to those who press next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

NEAR, FAR = 2, 16
"""Interactions that are worked at, at the same time: where the database is a file at hand, and
where each question to it has a way to go.
"""
LONGEST = 1.0
"""Seconds after which one that is still worked at keeps nobody waiting any longer: it waits itself,
for the database or for Discord.
"""


class Admission:
    """Lets those who are acknowledged go on in the order in which they came."""

    def __init__(self, at_once: int = NEAR) -> None:
        """Takes how many are worked at, at the same time."""
        self._places = asyncio.Semaphore(at_once)
        self._present: set[asyncio.Task[Any]] = set()

    @property
    def present(self) -> int:
        """How many are worked at or wait their turn."""
        return len(self._present)

    async def enter(self) -> Callable[[], None]:
        """Waits for a place; returns what leaves it, which is done when the task ends at the
        latest.
        """
        task = asyncio.current_task()
        assert task is not None
        self._present.add(task)
        task.add_done_callback(self._present.discard)
        await self._places.acquire()
        place = _Place(self._places.release)
        task.add_done_callback(place.free)
        return place.free

    async def finish(self, seconds: float) -> None:
        """Waits so long for what is worked at, then ends it."""
        if present := self._present - {asyncio.current_task()}:
            _done, left = await asyncio.wait(present, timeout=seconds)
            for task in left:
                task.cancel()


class _Place:
    """A place that is given back once."""

    def __init__(self, release: Callable[[], None]) -> None:
        self._release: Callable[[], None] | None = release
        self._end = asyncio.get_running_loop().call_later(LONGEST, self.free)

    def free(self, _task: object = None) -> None:
        """Gives it back, if that is not done yet."""
        if self._release is not None:
            self._release()
            self._release = None
            self._end.cancel()
