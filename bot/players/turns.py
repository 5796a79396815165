"""Which table's computer player thinks next, and for how long, where several of them wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class _Place:
    """A thought that waits for its turn."""

    table: int
    wanted_s: float
    start: float
    """How much time its table had used, so that the one with the least is next."""
    granted: asyncio.Future[float]


class Turns:
    """Lets one thought run at a time. Time is shared by table (start-time fair queueing): who
    thinks briefly does not wait for the long thoughts of all others, and no table comes twice
    before another that waits for equally long thoughts.
    """

    def __init__(self, round_s: float) -> None:
        """In `round_s` seconds all tables that wait have had a turn."""
        self._round_s = round_s
        self._waiting: list[_Place] = []
        self._is_busy = False
        self._now = 0.0
        self._ends: dict[int, float] = {}
        """By table, how much time it has used."""

    @asynccontextmanager
    async def turn(self, table: int, wanted_s: float) -> AsyncGenerator[float]:
        """Waits for a table's turn; then the thought may take the seconds that this yields, which
        are fewer than it wanted only where others wait.
        """
        start = max(self._now, self._ends.get(table, 0.0))
        place = _Place(table, wanted_s, start, asyncio.get_running_loop().create_future())
        self._waiting.append(place)
        self._serve_next()
        try:
            yield await place.granted
        finally:
            if place in self._waiting:
                self._waiting.remove(place)
            else:
                self._is_busy = False
                self._serve_next()

    def _serve_next(self) -> None:
        waiting = [each for each in self._waiting if not each.granted.done()]  # some are cancelled
        if self._is_busy or not waiting:
            return
        place = min(waiting, key=lambda each: each.start)
        fair_s = self._round_s / len({each.table for each in waiting})
        seconds = min(place.wanted_s, fair_s)
        self._waiting.remove(place)
        self._is_busy, self._now = True, place.start
        self._ends[place.table] = place.start + seconds
        self._ends = {table: end for table, end in self._ends.items() if end > self._now}
        place.granted.set_result(seconds)
