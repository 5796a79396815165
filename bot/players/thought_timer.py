"""How long a computer player thinks."""

from __future__ import annotations

import time

MAX_THOUGHT_S = 8.0
"""Every thought ends after this time, however busy the machine is."""
MAX_SLOWDOWN = 1.6
"""A thought may last this many times its processor time on a busy machine."""


class ThoughtTimer:
    """Measures one thought by processor time, so that a busy machine makes no player weaker."""

    def __init__(self, seconds: float, slowest: float | None = None) -> None:
        """Starts a thought of `seconds` of processor time, lasting at most `slowest` times that."""
        self._slowest = slowest or MAX_SLOWDOWN
        self._seconds = max(seconds, 1e-9)
        self._work, self._began = time.thread_time(), time.perf_counter()

    def spent(self) -> float:
        """The share of the time that is spent; at 1 or more the thought is over."""
        worked = time.thread_time() - self._work
        lasted = time.perf_counter() - self._began
        return max(worked, lasted / self._slowest) / self._seconds
