"""How long a thought lasts."""

from __future__ import annotations

import time

LONGEST = 8.0
"""Seconds after which every thought ends, however busy the machine is."""
SLOWEST = 1.6
"""How many times as long as its work a thought may last, where the machine is busy."""


class Clock:
    """The time of one thought: work of the processor, so that a busy machine weakens nobody."""

    def __init__(self, seconds: float, slowest: float | None = None) -> None:
        """Starts with so many seconds of work to do; they last `slowest` times as long at most."""
        self._slowest = slowest or SLOWEST
        self._seconds = max(seconds, 1e-9)
        self._work, self._began = time.thread_time(), time.perf_counter()

    def spent(self) -> float:
        """The share of the time that is spent: 1 or more where the thought is over."""
        worked = time.thread_time() - self._work
        lasted = time.perf_counter() - self._began
        return max(worked, lasted / self._slowest) / self._seconds
