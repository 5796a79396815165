"""Taking back: a person's own last move at once, anything further with fresh chance by a vote."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from bot.store import MoveRow
from bot.table.errors import Refused
from bot.table.lines import (
    CHANCE,
    REDO,
    has_chance,
    is_unseen,
    label_of,
    question_changes,
    took_back,
    unnoticed_since,
    way_back,
)
from bot.table.table import Table
from bot.texts.languages import _, reader
from games.kernel import IllegalMove, Phrase, State, phrase
from games.words import tell, unpacked

TARGETS = 25
"""Moves that a table can vote to take back, at most."""


async def undo(table: Table, user: int, token: str) -> str:
    """Takes back a person's own last move; the label of that move. Refused once something was
    revealed.
    """
    async with table.lock:
        if await table.store.moves.of_token(table.id, token) is not None:
            return ""
        table.must_run()
        seat = table.own_seat(user)
        taken, before = await _own_last_move(table, seat)
        g = table.open_line(before)
        label = table.game.label(g, seat, taken.move or "")
        g, lost = await _carry(table, g, before, seat)
        unseen = await is_unnoticed(table, taken)
        await table.append(
            g,
            kind="undo",
            seat=seat,
            move=way_back(unseen, "", lost),
            label=label,
            token=token,
            question=before.question,
            back_to=before.seq,
            news=_dropped(table, g, taken_back(), seat),
        )
        return label


async def redo(table: Table, user: int, token: str) -> str:
    """Plays what a person just took back after all; the label of that move."""
    async with table.lock:
        if await table.store.moves.of_token(table.id, token) is not None:
            return ""
        table.must_run()
        seat = table.own_seat(user)
        undone, again = await _own_undone(table, seat)
        g = table.open_line(again)
        g, lost = await _carry(table, g, again, seat)
        await table.append(
            g,
            kind="undo",
            seat=seat,
            move=way_back(is_unseen(undone), REDO, lost),
            label=label_of(undone),
            token=token,
            question=again.question,
            back_to=again.seq,
            news=_dropped(table, g, taken_back(), seat),
        )
        return str(label_of(undone))


async def _carry(table: Table, g: State, since: MoveRow, seat: int) -> tuple[State, str]:
    """An earlier state with what others have done unnoticed since then, and the numbers of
    those lines that are not open in it.
    """
    lost: list[str] = []
    for line in unnoticed_since(await table.store.moves.of(table.id), since.seq, seat):
        try:
            g = table.game.play(g, line.seat or 0, line.move or "")
        except IllegalMove:
            lost.append(str(line.seq))
    return g, " ".join(lost)


def _dropped(table: Table, g: State, reason: Phrase, but: int | None = None) -> list[Any]:
    """News for each seat (but one) of which something set in advance is not in a state to which
    somebody returns.
    """
    now = table.state.ahead
    lost = [seat for seat, own in now.items() if own.items() - g.ahead.get(seat, {}).items()]
    return [[reason.template, {}, seat] for seat in lost if seat != but]


async def can_undo(table: Table, seat: int) -> bool:
    """Whether the seat's own last move may be taken back now."""
    return await _open(table, _own_last_move, seat)


async def can_redo(table: Table, seat: int) -> bool:
    """Whether what the seat took back may be played after all."""
    return await _open(table, _own_undone, seat)


async def _open(table: Table, find: Callable[[Table, int], Awaitable[object]], seat: int) -> bool:
    if table.row.status != "running" or table.row.paused:
        return False
    try:
        await find(table, seat)
    except Refused:
        return False
    return True


async def _own_undone(table: Table, seat: int) -> tuple[MoveRow, MoveRow]:
    """The line with which the seat just took its move back, and the line that stood then."""
    top = table.last
    while top is not None and top.seat != seat and await is_unnoticed(table, top):
        top = await table.store.moves.get(table.id, top.seq - 1)
    if top is None or not took_back(top) or top.seat != seat:
        raise Refused(_("You have taken nothing back that could be played again."))
    again = await _own_line(table, await table.store.moves.get(table.id, top.seq - 1), seat)
    if again is None or again.state is None:
        raise Refused(_("That move lies too far back to be played again."))
    return top, again


async def _own_last_move(table: Table, seat: int) -> tuple[MoveRow, MoveRow]:
    """The line of the move that may be taken back, and the line before it."""
    top = await _own_line(table, table.last, seat)
    if top is None or top.kind != "move" or top.seat != seat:
        raise Refused(_("You can take back only your own last move, before anybody else moved."))
    before = await resolve_undo(table, await table.store.moves.get(table.id, top.seq - 1))
    if before is None or before.state is None or top.state is None:
        raise Refused(_("That move lies too far back to be taken back."))
    try:
        now = table.state if top is table.last else table.open_line(top)
        same = table.open_line(before).rng == now.rng
    except ValueError as error:
        raise Refused(_("The position before that move can no longer be read.")) from error
    if not same:
        raise Refused(
            _("Your move brought something unknown to light, so only a vote takes it back.")
        )
    return top, before


async def _own_line(table: Table, row: MoveRow | None, seat: int) -> MoveRow | None:
    """The line that stands with this one, as far as a seat can notice: its own, or the last
    that others cannot hide.
    """
    row = await resolve_undo(table, row)
    while row is not None and row.seat != seat and await is_unnoticed(table, row):
        row = await resolve_undo(table, await table.store.moves.get(table.id, row.seq - 1))
    return row


# --- further back, by a vote -----------------------------------------------------------------


async def targets(table: Table) -> list[tuple[int, str]]:
    """The latest moves that the table can vote to take back, newest first: the question that
    each brought, and what was told of it to all. What brought none is done unnoticed.
    """
    found: list[tuple[int, str]] = []
    lines = await table.kept_lines()
    for i in reversed(question_changes(lines, table.game)):
        if len(found) == TARGETS:
            break
        if lines[i].kind == "move" and await _kept(table, lines[i - 1]):
            found.append((lines[i].question, told_of(table, lines[i])))
    return found


async def _kept(table: Table, line: MoveRow) -> bool:
    """Whether the state after a line is still there."""
    row = await resolve_undo(table, await table.store.moves.get(table.id, line.seq))
    return row is not None and row.state is not None


def told_of(table: Table, line: MoveRow) -> str:
    """What everybody was told of a move: no label, since that may hold a secret."""
    for template, values, to in json.loads(line.news):
        if to is None:
            return tell(template, unpacked(values), table.names, reader()).rstrip(".")
    return _("a move of {name:text}", name=table.names[line.seat or 0])


async def rewind(table: Table, question: int, token: str) -> None:
    """Returns to the state before the line that brought a question, with fresh chance from
    there on; the caller holds the lock. Refused where that line does not stand.
    """
    lines = await table.kept_lines()
    at = next((i for i, each in enumerate(lines) if each.question == question and i), None)
    before = None if at is None else await table.store.moves.get(table.id, lines[at - 1].seq)
    before = await resolve_undo(table, before)
    if at is None or before is None or before.state is None:
        raise Refused(_("That move does not stand any more, or lies too far back."))
    g = table.open_line(before)
    g.rng = secrets.randbits(64)
    reason = phrase("What you set in advance is dropped: the table took moves back.")
    await table.append(
        g,
        kind="undo",
        seat=None,
        move=f"{CHANCE} {g.rng}",
        label=_told_plainly(table, lines[at]),
        token=token,
        question=table.newest + 1,
        back_to=before.seq,
        news=_dropped(table, g, reason),
    )


def _told_plainly(table: Table, line: MoveRow) -> Phrase:
    for template, values, to in json.loads(line.news):
        if to is None:
            return phrase(template, **unpacked(values))
    return phrase("a move of {who:seat}", who=line.seat or 0)


# --- the lines that stand --------------------------------------------------------------------


def is_ahead(table: Table, row: MoveRow) -> bool:
    """Whether a line only set something in advance: others know nothing of it."""
    return row.kind == "move" and table.game.is_ahead(row.move or "")


async def is_unnoticed(table: Table, row: MoveRow) -> bool:
    """Whether others cannot tell that a line was written: it set something in advance, changed
    a secret answer, or took that back.
    """
    if row.kind != "move" or is_ahead(table, row):
        return row.kind == "move" or is_unseen(row)
    before = await resolve_undo(table, await table.store.moves.get(table.id, row.seq - 1))
    if before is None or before.state is None or before.question != row.question:
        return False
    with contextlib.suppress(ValueError):  # nobody returns to a damaged line
        return row.seat in table.open_line(before).answers
    return False


async def resolve_undo(table: Table, row: MoveRow | None) -> MoveRow | None:
    """The line whose state stands after this line: itself, or where an undo returned to.

    A return with fresh chance stands for itself.
    """
    while row is not None and row.kind == "undo" and not has_chance(row):
        row = await table.store.moves.get(table.id, row.back_to or 0)
    return row


def taken_back() -> Phrase:
    """What is told to somebody who loses what he set in advance by another's way back."""
    return phrase(
        "What you set in advance is dropped: somebody took a move back, and it is not open there."
    )
