"""A table is one game from lobby to score, and the only writer of it; `Tables` keeps a bounded
number of them at hand.

The store is the truth: what a table holds in memory is a copy, thrown away when a write fails. The
lock of a table covers legality, play and commit, never a request to Discord.
"""

from bot.store import CLOCK
from bot.table.errors import Busy, Damaged, Newer, Refused, Stale
from bot.table.lines import label_of
from bot.table.lobby import checked_options
from bot.table.table import STAND_IN, Person, Receipt, Sentence, Table, joined, not_started
from bot.table.tables import Tables

__all__ = [
    "CLOCK",
    "STAND_IN",
    "Busy",
    "Damaged",
    "Newer",
    "Person",
    "Receipt",
    "Refused",
    "Sentence",
    "Stale",
    "Table",
    "Tables",
    "checked_options",
    "joined",
    "label_of",
    "not_started",
]
