"""Royal Threadcount."""

from games.royal_threadcount import (
    computer,
    labels,
    lookup,
    premoves,
    receipts,
    refusals,
    rules,
    view,
)
from games.royal_threadcount.state import game

__all__ = [
    "computer",
    "game",
    "labels",
    "lookup",
    "premoves",
    "receipts",
    "refusals",
    "rules",
    "view",
]
