"""Tables: one game each, from lobby to score. Nothing else writes a game; `Tables` caches some.

The store is the truth: a table in memory is a copy, and is read again after a write has failed. The
lock of a table is held while a move is checked, played and committed, never during a request to
Discord.
"""

from bot.store import CLOCK
from bot.table.errors import ChannelBusy, Damaged, NewerRelease, NoNewGames, Refused, Stale
from bot.table.lines import label_of
from bot.table.new_table import NewTable
from bot.table.settings import checked_options
from bot.table.table import (
    STAND_IN_LEVEL,
    Person,
    Receipt,
    Table,
    format_names,
    not_started_text,
)
from bot.table.tables import Tables, why_set_aside

__all__ = [
    "CLOCK",
    "STAND_IN_LEVEL",
    "ChannelBusy",
    "Damaged",
    "NewTable",
    "NewerRelease",
    "NoNewGames",
    "Person",
    "Receipt",
    "Refused",
    "Stale",
    "Table",
    "Tables",
    "checked_options",
    "format_names",
    "label_of",
    "not_started_text",
    "why_set_aside",
]
