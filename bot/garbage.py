"""Garbage: what refers to itself in a circle is found by a search through all that lives, and
meanwhile everything stands still; so the search is made when nobody waits.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

YOUNG, MIDDLE, NEVER = 2_000, 5, 1_000_000
"""After so many new objects the newest are searched, after so many times the newer ones, and the
old ones not by themselves.
"""
A_WHILE, AT_MOST = 20.0, 600.0
"""Seconds between two looks whether nobody waits, and between two searches at most."""


async def collect(is_quiet: Callable[[], bool]) -> None:
    """Searches through all that lives every now and then when it is quiet; without an end."""
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    since = 0.0
    loaded = False
    while True:
        await asyncio.sleep(A_WHILE)
        since += A_WHILE
        if is_quiet() or since >= AT_MOST:
            gc.collect()
            since = 0.0
            if not loaded:
                gc.freeze()  # what is loaded stays, and is searched no more
                loaded = True
