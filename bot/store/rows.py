"""What the store keeps, as plain rows."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Literal

Status = Literal["lobby", "running", "over", "abandoned", "broken"]
Dms = Literal["wanted", "unwanted", "closed"]


class Taken(Exception):
    """The row is there already: a move of this number, or an open table in this channel."""


@dataclass(slots=True)
class TableRow:
    """A table as it is stored; `people` and `options` are JSON."""

    id: int
    game: str
    guild: int | None
    channel: int
    status: Status
    host: int
    seats: int
    people: str
    options: str
    votes: str
    seed: str
    salt: str
    version: int
    made: float


@dataclass(slots=True)
class MoveRow:
    """A line of a table's log; `state` is dumped and compressed.

    A start opens a game, an end is the move that closes it, an undo returns to an earlier state.
    With a start or an end the status of the table changes in the same transaction.
    """

    table_id: int
    seq: int
    kind: Literal["start", "move", "end", "undo"]
    seat: int | None
    move: str | None
    token: str | None
    question: int
    """The number of the line with which the open question arose."""
    back_to: int | None
    """For an undo, the line whose state stands again."""
    version: int
    state: bytes | None
    news: str
    made: float
    label: str | None = None
    """What the move was called for people."""


@dataclass(slots=True)
class PostRow:
    """A message that shows a table."""

    table_id: int
    place: str
    channel: int
    message: int
    shown: str
    question: int
    made: float


TABLE = ", ".join(each.name for each in fields(TableRow))
MOVE = ", ".join(each.name for each in fields(MoveRow))
POST = ", ".join(each.name for each in fields(PostRow))


def plain(value: Any) -> str:
    """Compact JSON for a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
