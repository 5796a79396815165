"""Lines of a table's log: which of them still count after moves were taken back, and what they
tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bot.store import MoveRow
from bot.store.rows import NEWS, NUMBERS, phrase_of
from games.words import unpack

Told = tuple[str, dict[str, Any], int | None]
"""News of a line: a template, its values, and the seat that it is for (None: all)."""


def kept_lines(rows: Sequence[MoveRow]) -> list[MoveRow]:
    """The lines of a log that still count. A rewind is one of them, because it renewed chance."""
    undone = {seq for row in rows if row.back_to is not None for seq in NUMBERS.read(row.undone)}
    return [row for row in rows if row.kind != "undo" and row.seq not in undone]


def question_changes(lines: Sequence[MoveRow]) -> list[int]:
    """The indexes of those kept lines after which a new question was open."""
    # An unnoticed line may belong to a question that was taken back.
    noticed = [(i, line.question) for i, line in enumerate(lines) if not line.unnoticed]
    return [i for (_, before), (i, now) in pairwise(noticed) if now != before]


def label_of(row: MoveRow) -> str:
    """The label of the move of a line, as a phrase if it was stored as one."""
    label = row.label or ""
    return phrase_of(label) if label[:1] in ("{", '"') else label


def told_by(row: MoveRow) -> list[Told]:
    return [(template, unpack(values), to) for template, values, to in NEWS.read(row.news)]
