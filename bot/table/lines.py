"""Lines of a table's log: which of them still count after moves were taken back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import MoveRow
from bot.store.rows import NUMBERS, phrase_of


def kept_lines(rows: Sequence[MoveRow]) -> list[MoveRow]:
    """The lines of a log that still count. A rewind is one of them, because it renewed chance."""
    returns = {row.back_to for row in rows}
    after: dict[int, list[MoveRow]] = {}
    stand: list[MoveRow] = []
    for row in rows:
        if row.back_to is None:
            stand.append(row)
        elif row.kind == "rewind":
            stand = [*after[row.back_to], row]
        else:
            before, dropped = after[row.back_to], NUMBERS.read(row.dropped)
            since = _done_by_others(stand, before, row.seat)
            stand = [*before, *(line for line in since if line.seq not in dropped)]
        if row.seq in returns:
            after[row.seq] = list(stand)
    return stand


def question_changes(lines: Sequence[MoveRow]) -> list[int]:
    """The indexes of those kept lines after which a new question was open."""
    found: list[int] = []
    question = None
    for i, line in enumerate(lines):
        if line.unnoticed:
            continue  # it may belong to a question that was taken back
        if question not in (None, line.question):
            found.append(i)
        question = line.question
    return found


def _done_by_others(
    stand: Sequence[MoveRow], before: Sequence[MoveRow], seat: int | None
) -> list[MoveRow]:
    """The lines of other seats since `before`. They were unnoticed, else this seat could not have
    gone back so far, and they stay when it does.
    """
    seqs = {line.seq for line in before}
    return [line for line in stand if line.seq not in seqs and line.seat != seat]


def unnoticed_since(rows: Sequence[MoveRow], to: int, seat: int | None) -> list[MoveRow]:
    """The unnoticed lines of other seats since the line `to` to which a seat goes back."""
    earlier = kept_lines([row for row in rows if row.seq <= to])
    return _done_by_others(kept_lines(rows), earlier, seat)


def label_of(row: MoveRow) -> str:
    """The label of the move of a line, as a phrase if it was stored as one."""
    label = row.label or ""
    return phrase_of(label) if label[:1] in ("{", '"') else label
