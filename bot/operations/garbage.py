"""Garbage: what refers to itself in a circle is found by a search through all that lives, and
meanwhile everything stands still; so circles are ended where they are known, and the search is made
when nobody waits, before there is much to search.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import discord

YOUNG, MIDDLE, NEVER = 2_000, 5, 1_000_000
"""After so many new objects the newest are searched, after so many times the newer ones, and the
old ones not by themselves.
"""
A_WHILE, SELDOM, LATEST = 5.0, 600.0, 6 * 3600.0
"""Seconds between two looks whether a search is due, and between two thorough ones: at least, and
where it never gets calm.
"""
CALM = 60.0
"""Seconds through which nobody waits at any look before a thorough search, which takes seconds
where there is much.
"""
FEW, MANY = 2, 20
"""Searches of the newer objects after which the old ones are due where nobody waits, and at the
latest, so that a search never takes long.
"""


async def collect(is_quiet: Callable[[], bool]) -> None:
    """Searches through what is new every now and then, when it is quiet if that can be; without an
    end.
    """
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    since = calm = 0.0
    while True:
        await asyncio.sleep(A_WHILE)
        quiet = is_quiet()
        since += A_WHILE
        calm = calm + A_WHILE if quiet else 0.0
        *_, due = gc.get_count()
        if (since >= SELDOM and calm >= CALM) or (since >= LATEST and quiet):
            gc.unfreeze()
            since = 0.0
        elif due < (FEW if quiet else MANY):
            continue
        gc.collect()
        gc.freeze()  # what is in use now is left out until the next thorough search


def let_go_at_the_end(interaction: discord.Interaction[Any]) -> None:
    """Ends that an interaction and its answers refer to each other, once its task is done: with
    them goes all that Discord has sent, the message and its controls.
    """
    task = asyncio.current_task()
    if task is not None:
        task.add_done_callback(lambda _task: _let_go(interaction))


def _let_go(interaction: discord.Interaction[Any]) -> None:
    # The library has no word for it; whoever asks for an answer again gets a new one.
    interaction._original_response = None  # pyright: ignore[reportPrivateUsage]
    with suppress(AttributeError):
        del interaction._cs_response  # pyright: ignore[reportPrivateUsage]
