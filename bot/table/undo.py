"""Undo: players take back their own last move; anything further back needs a vote (rewind)."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

from bot.store import MoveRow
from bot.store.rows import NEWS, NUMBERS
from bot.table.errors import Refused
from bot.table.lines import label_of, question_changes
from bot.table.table import Table
from bot.texts.languages import _, reader
from games.kernel import IllegalMove, Phrase, State, chance_after_rewind, phrase
from games.words import translate_into, unpack

MAX_TARGETS = 25
"""Moves that a vote to take back offers."""
GUESSES = 3
"""Positions that look the same to a player; `is_final` tries a move in each."""


async def undo(table: Table, user: int, token: str) -> str:
    """Takes back a player's own last move and returns its label; raises Refused if it revealed
    something. What others have done unnoticed since stays, where it is still legal.
    """
    async with table.lock:
        if await table.store.moves.of_token(table.id, token) is not None:
            return ""
        table.must_run()
        seat = table.own_seat(user)
        line, to = await _own_last_move(table, seat)
        g, undone = table.state_after(to), [line.seq]
        for each in await table.kept_lines():
            if each.seq > to.seq and each.seq != line.seq:
                try:
                    g = table.game.play(g, each.seat or 0, each.move or "")
                except IllegalMove:
                    undone.append(each.seq)
        reason = phrase(
            "Your answers for later are cancelled: somebody took a move back, and they are not"
            " possible there."
        )
        await table.append(
            g,
            kind="undo",
            seat=seat,
            move=line.move,
            label=label_of(line),
            token=token,
            question=to.question,
            back_to=to.seq,
            unnoticed=line.unnoticed,
            undone=undone,
            news=_news_of_dropped(table, g, reason, seat),
        )
        return str(label_of(line))


async def redo(table: Table, user: int, token: str) -> str:
    """Plays again what a player just took back; returns its label."""
    if await table.store.moves.of_token(table.id, token) is not None:
        return ""
    line = await _own_undo(table, table.own_seat(user))
    return (await table.submit(line.seat or 0, line.move or "", token, table.question)).label


def _news_of_dropped(
    table: Table, g: State, reason: Phrase, but: int | None = None
) -> list[list[Any]]:
    """News with this reason for each seat, except `but`, that has a premove or a plan which this
    state lacks.
    """
    now = table.state
    lost = {s for s, own in now.premoves.items() if own.items() - g.premoves.get(s, {}).items()}
    lost |= {seat for seat, plan in now.plans.items() if plan != g.plans.get(seat)}
    return [[reason.template, {}, seat] for seat in sorted(lost) if seat != but]


async def can_undo(table: Table, seat: int) -> bool:
    return await _is_open(table, _own_last_move, seat)


async def can_redo(table: Table, seat: int) -> bool:
    return await _is_open(table, _own_undo, seat)


async def _is_open(
    table: Table, find: Callable[[Table, int], Awaitable[object]], seat: int
) -> bool:
    if table.row.status != "running" or table.row.paused:
        return False
    try:
        await find(table, seat)
    except Refused:
        return False
    return True


def is_final(table: Table, seat: int, move: str) -> bool:
    """Whether a player could probably not take this move back alone: it reveals something, or ends
    the game. It is tried in positions that look the same to the player, so the answer gives no
    secret away; for that it is sometimes wrong.
    """
    game = table.game
    known = game.hide_unknown(table.state, seat)
    for n in range(GUESSES):
        g = game.guess(known, seat, random.Random(f"{n} {move}"))
        try:
            after = game.play(g, seat, move)
        except IllegalMove:
            continue
        if after.rng != g.rng or after.scores is not None:
            return True
    return False


async def _own_undo(table: Table, seat: int) -> MoveRow:
    """The undo that a seat just made."""
    top = table.last
    while top is not None and top.seat != seat and top.unnoticed:
        top = await table.store.moves.get(table.id, top.seq - 1)
    if top is None or top.kind != "undo" or top.seat != seat:
        raise Refused(_("You have no move to redo."))
    return top


async def _own_last_move(table: Table, seat: int) -> tuple[MoveRow, MoveRow]:
    """The move that a seat can take back, and the line whose state that returns to."""
    top = table.last
    while top is not None and (top.kind == "undo" or (top.unnoticed and top.seat != seat)):
        seq = top.seq - 1 if top.back_to is None else top.back_to
        top = await table.store.moves.get(table.id, seq)
    if top is None or top.kind != "move" or top.seat != seat:
        raise Refused(_("You can take back only your own last move, before anybody else moved."))
    before = await _before(table, top)
    if before is None or top.state is None:
        raise Refused(_("That move is too far back to take back."))
    try:
        now = table.state if top is table.last else table.state_after(top)
        same = table.state_after(before).rng == now.rng
    except ValueError as error:
        raise Refused(_("The position before that move can no longer be read.")) from error
    if not same:
        raise Refused(_("Your move revealed something, so taking it back needs a vote."))
    return top, before


async def _before(table: Table, line: MoveRow) -> MoveRow | None:
    """The line before another one; None if the store no longer has its state."""
    row = await table.store.moves.get(table.id, line.seq - 1)
    return row if row is not None and row.state is not None else None


async def undone_by(table: Table, own: MoveRow) -> MoveRow | None:
    """The line that took back the last line of a seat; None if it still counts."""
    rows = await table.store.moves.undoing(table.id, own.seq)
    return next((row for row in rows if own.seq in NUMBERS.read(row.undone)), None)


# --- rewind, by a vote -----------------------------------------------------------------------


async def rewind_targets(table: Table) -> list[tuple[int, str]]:
    """The latest moves that a vote can take back, newest first: the question that each opened, and
    its public label. A move that opened no question was unnoticed.
    """
    found: list[tuple[int, str]] = []
    lines = await table.kept_lines()
    for i in reversed(question_changes(lines)):
        if len(found) == MAX_TARGETS:
            break
        if lines[i].kind == "move" and await _before(table, lines[i]):
            found.append((lines[i].question, public_label(table, lines[i])))
    return found


def public_label(table: Table, line: MoveRow) -> str:
    """What everybody reads of a move: its news, since its own label may hold a secret."""
    return translate_into(_public_news(line), reader(), table.names).rstrip(".")


def _public_news(line: MoveRow) -> Phrase:
    for template, values, to in NEWS.read(line.news):
        if to is None:
            return phrase(template, **unpack(values))
    return phrase("a move of {who:seat}", who=line.seat or 0)


async def rewind(table: Table, question: int, token: str) -> None:
    """Goes back to the state before the move that opened a question, with new chance; the caller
    holds the lock. Raises Refused if that move was taken back already. The new chance follows from
    the seed and the number of this line of the log.
    """
    lines = await table.kept_lines()
    line = next((each for each in lines if each.question == question and each.seq), None)
    before = await _before(table, line) if line else None
    if line is None or before is None:
        raise Refused(_("That move was taken back already, or is too far back."))
    g = table.state_after(before)
    entry = table.seq + 1
    g.rng = chance_after_rewind(table.seed, entry)
    reason = phrase("Your answers for later are cancelled: the table took moves back.")
    await table.append(
        g,
        kind="rewind",
        move=str(entry),
        label=_public_news(line),
        token=token,
        question=table.newest_question + 1,
        back_to=before.seq,
        undone=[*range(line.seq, entry)],
        news=_news_of_dropped(table, g, reason),
    )
