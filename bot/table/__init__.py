"""A table is one game from lobby to score, and the only writer of it; `Tables` keeps a bounded
number of them at hand.

The store is the truth: what a table holds in memory is a copy, thrown away when a write fails. The
lock of a table covers legality, play and commit, never a request to Discord.
"""

from bot.store import CLOCK
from bot.table.base import (
    STAND_IN,
    Busy,
    Newer,
    Person,
    Receipt,
    Refused,
    Stale,
    joined,
    not_started,
)
from bot.table.lobby import checked_options
from bot.table.table import Table
from bot.table.tables import Tables
from bot.table.undo import label_of

__all__ = [
    "CLOCK",
    "STAND_IN",
    "Busy",
    "Newer",
    "Person",
    "Receipt",
    "Refused",
    "Stale",
    "Table",
    "Tables",
    "checked_options",
    "joined",
    "label_of",
    "not_started",
]
