"""Garbage collection: Python's own, which leaves out what the start has loaded."""

from __future__ import annotations

import gc

NEW_OBJECTS = 2_000
"""How many new objects there are before Python searches them. An interaction makes about a hundred
that last until it is answered, so most are gone before a search.
"""


def freeze_what_is_loaded() -> None:
    """Has no search look at what is in use by now: modules, commands, the parts of games. So the
    event loop never stops for long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
