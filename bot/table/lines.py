"""Lines of a table's log: which of them stand, and what those say that return to an earlier one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bot.store import UNSEEN, MoveRow
from games.kernel import Game
from games.words import unpacked

CHANCE = "chance"
"""Begins what stands in place of a move where the table took moves back: the new chance."""
REDO, WITHOUT = "redo", "without"
"""Stand there where a move was made after all, or where some lines of others are lost because they
are not open in the earlier state.
"""


def kept_lines(rows: Sequence[MoveRow]) -> list[MoveRow]:
    """The lines of a log that stand; a return by vote stays for the chance that it brought."""
    returns = {row.back_to for row in rows if row.kind == "undo"}
    after: dict[int, list[MoveRow]] = {}
    stand: list[MoveRow] = []
    for row in rows:
        if row.kind != "undo":
            stand.append(row)
        else:
            before, lost = after[row.back_to or 0], (row.move or "").split()
            since = [] if has_chance(row) else _done_by_others(stand, before, row.seat)
            stay = [line for line in since if str(line.seq) not in lost]
            stand = [*before, *([row] if has_chance(row) else stay)]
        if row.seq in returns:
            after[row.seq] = list(stand)
    return stand


def question_changes(lines: Sequence[MoveRow], game: Game[Any]) -> list[int]:
    """The places of the standing lines after which another question stood; other lines are for
    their seats alone to know.
    """
    found: list[int] = []
    question = None
    for i, line in enumerate(lines):
        if line.kind == "move" and game.is_ahead(line.move or ""):
            continue  # it may have stayed from a question that was taken back
        if question not in (None, line.question):
            found.append(i)
        question = line.question
    return found


def _done_by_others(
    stand: Sequence[MoveRow], before: Sequence[MoveRow], seat: int | None
) -> list[MoveRow]:
    """What others did since these lines, which nobody noticed: it stays when somebody takes his
    move back.
    """
    seqs = {line.seq for line in before}
    return [line for line in stand if line.seq not in seqs and line.seat != seat]


def unnoticed_since(rows: Sequence[MoveRow], to: int, seat: int | None) -> list[MoveRow]:
    """What others than a seat have done unnoticed since a line to which it returns."""
    earlier = kept_lines([row for row in rows if row.seq <= to])
    return _done_by_others(kept_lines(rows), earlier, seat)


def way_back(unseen: bool, redo: str, lost: str) -> str | None:
    """What stands in place of a move where somebody returned; None where there is no more to say
    than that he took it back.
    """
    words = [UNSEEN if unseen else "", redo, f"{WITHOUT} {lost}" if lost else ""]
    return " ".join(word for word in words if word) or None


def took_back(row: MoveRow) -> bool:
    """Whether somebody took his own last move back with a line."""
    return row.kind == "undo" and not has_chance(row) and not is_redo(row)


def has_chance(row: MoveRow) -> bool:
    """Whether a line returned to an earlier one with fresh chance."""
    return row.kind == "undo" and (row.move or "").startswith(CHANCE)


def is_redo(row: MoveRow) -> bool:
    """Whether somebody made after all with a line what he had taken back."""
    return row.kind == "undo" and REDO in (row.move or "").split()


def is_unseen(row: MoveRow) -> bool:
    """Whether only its seat knows of a return."""
    return row.kind == "undo" and (row.move or "").startswith(UNSEEN)


def label_of(row: MoveRow) -> str:
    """What the move of a line was called, as a phrase where it was stored as one."""
    label = row.label or ""
    return unpacked(json.loads(label)) if label[:1] in ("{", '"') else label
