"""Python's garbage collector: it skips what was loaded at the start."""

from __future__ import annotations

import gc

GC_THRESHOLD = 2_000
"""A collection starts after this many new objects. An interaction makes about a hundred that live
until it is answered, so most are gone before that.
"""


def freeze_loaded_objects() -> None:
    """Takes what is loaded by now out of all collections: modules, commands, games. So a collection
    never stops the event loop for long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
