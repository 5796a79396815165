"""Lines of a table's log: which of them stand once moves were taken back."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.store import MoveRow
from games.words import unpacked


def kept_lines(rows: Sequence[MoveRow]) -> list[MoveRow]:
    """The lines of a log that stand; a rewind stands itself, for the new chance that it brought."""
    returns = {row.back_to for row in rows}
    after: dict[int, list[MoveRow]] = {}
    stand: list[MoveRow] = []
    for row in rows:
        if row.back_to is None:
            stand.append(row)
        elif row.kind == "rewind":
            stand = [*after[row.back_to], row]
        else:
            before, dropped = after[row.back_to], json.loads(row.dropped)
            since = _done_by_others(stand, before, row.seat)
            stand = [*before, *(line for line in since if line.seq not in dropped)]
        if row.seq in returns:
            after[row.seq] = list(stand)
    return stand


def question_changes(lines: Sequence[MoveRow]) -> list[int]:
    """The places of the standing lines after which another question was open."""
    found: list[int] = []
    question = None
    for i, line in enumerate(lines):
        if line.unnoticed:
            continue  # it may have stayed from a question that was taken back
        if question not in (None, line.question):
            found.append(i)
        question = line.question
    return found


def _done_by_others(
    stand: Sequence[MoveRow], before: Sequence[MoveRow], seat: int | None
) -> list[MoveRow]:
    """What other seats have done since these lines. It was done unnoticed, or this seat could not
    return to them, and so it stays when the seat returns.
    """
    seqs = {line.seq for line in before}
    return [line for line in stand if line.seq not in seqs and line.seat != seat]


def unnoticed_since(rows: Sequence[MoveRow], to: int, seat: int | None) -> list[MoveRow]:
    """What other seats have done unnoticed since the line to which a seat returns."""
    earlier = kept_lines([row for row in rows if row.seq <= to])
    return _done_by_others(kept_lines(rows), earlier, seat)


def label_of(row: MoveRow) -> str:
    """What the move of a line was called, as a phrase where it was stored as one."""
    label = row.label or ""
    return unpacked(json.loads(label)) if label[:1] in ("{", '"') else label
