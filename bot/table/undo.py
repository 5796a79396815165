"""Taking back: a person's own last move at once, anything further with fresh chance by a vote."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Sequence
from typing import Any

from bot.store import UNSEEN, MoveRow
from bot.table.base import Refused, TableBase
from bot.texts.languages import _, reader
from games.kernel import Game, IllegalMove, Phrase, State, phrase
from games.words import tell, unpacked

CHANCE = "chance"
"""Begins what stands in place of a move where the table took moves back: the new chance."""
REDO, WITHOUT = "redo", "without"
"""Stand there where a move was made after all, or where some lines of others are lost because they
are not open in the earlier state.
"""
TARGETS = 25
"""Moves that a table can vote to take back, at most."""


class Back(TableBase):
    """Undo and redo: lines that return to the state after an earlier one; nothing is deleted."""

    async def undo(self, user: int, token: str) -> str:
        """Takes back a person's own last move; the label of that move. Refused once something was
        revealed.
        """
        async with self.lock:
            if await self.store.moves.of_token(self.id, token) is not None:
                return ""
            self.must_run()
            seat = self.own_seat(user)
            taken, before = await self._own_last_move(seat)
            g = self.open_line(before)
            label = self.game.label(g, seat, taken.move or "")
            g, lost = await self._carry(g, before, seat)
            unseen = await self.is_unnoticed(taken)
            await self.append(
                g,
                kind="undo",
                seat=seat,
                move=_way_back(unseen, "", lost),
                label=label,
                token=token,
                question=before.question,
                back_to=before.seq,
                news=self._dropped(g, taken_back(), seat),
            )
            return label

    async def redo(self, user: int, token: str) -> str:
        """Plays what a person just took back after all; the label of that move."""
        async with self.lock:
            if await self.store.moves.of_token(self.id, token) is not None:
                return ""
            self.must_run()
            seat = self.own_seat(user)
            undone, again = await self._own_undone(seat)
            g = self.open_line(again)
            g, lost = await self._carry(g, again, seat)
            await self.append(
                g,
                kind="undo",
                seat=seat,
                move=_way_back(is_unseen(undone), REDO, lost),
                label=label_of(undone),
                token=token,
                question=again.question,
                back_to=again.seq,
                news=self._dropped(g, taken_back(), seat),
            )
            return str(label_of(undone))

    async def _carry(self, g: State, since: MoveRow, seat: int) -> tuple[State, str]:
        """An earlier state with what others have done unnoticed since then, and the numbers of
        those lines that are not open in it.
        """
        lost: list[str] = []
        for line in carried(await self.store.moves.of(self.id), since.seq, seat):
            try:
                g = self.game.play(g, line.seat or 0, line.move or "")
            except IllegalMove:
                lost.append(str(line.seq))
        return g, " ".join(lost)

    def _dropped(self, g: State, reason: Phrase, but: int | None = None) -> list[Any]:
        """News for each seat (but one) of which something set in advance is not in a state to which
        somebody returns.
        """
        now = self.state.ahead
        lost = [seat for seat, own in now.items() if own.items() - g.ahead.get(seat, {}).items()]
        return [[reason.template, {}, seat] for seat in lost if seat != but]

    async def can_undo(self, seat: int) -> bool:
        """Whether the seat's own last move may be taken back now."""
        return await self._open(self._own_last_move, seat)

    async def can_redo(self, seat: int) -> bool:
        """Whether what the seat took back may be played after all."""
        return await self._open(self._own_undone, seat)

    async def _open(self, find: Any, seat: int) -> bool:
        if self.row.status != "running" or self.row.paused:
            return False
        try:
            await find(seat)
        except Refused:
            return False
        return True

    async def _own_undone(self, seat: int) -> tuple[MoveRow, MoveRow]:
        """The line with which the seat just took its move back, and the line that stood then."""
        top = self.last
        while top is not None and top.seat != seat and await self.is_unnoticed(top):
            top = await self.store.moves.get(self.id, top.seq - 1)
        if top is None or not took_back(top) or top.seat != seat:
            raise Refused(_("You have taken nothing back that could be played again."))
        again = await self._own_line(await self.store.moves.get(self.id, top.seq - 1), seat)
        if again is None or again.state is None:
            raise Refused(_("That move lies too far back to be played again."))
        return top, again

    async def _own_last_move(self, seat: int) -> tuple[MoveRow, MoveRow]:
        """The line of the move that may be taken back, and the line before it."""
        top = await self._own_line(self.last, seat)
        if top is None or top.kind != "move" or top.seat != seat:
            raise Refused(
                _("You can take back only your own last move, before anybody else moved.")
            )
        before = await self.effective(await self.store.moves.get(self.id, top.seq - 1))
        if before is None or before.state is None or top.state is None:
            raise Refused(_("That move lies too far back to be taken back."))
        try:
            now = self.state if top is self.last else self.open_line(top)
            same = self.open_line(before).rng == now.rng
        except ValueError as error:
            raise Refused(_("The position before that move can no longer be read.")) from error
        if not same:
            raise Refused(
                _("Your move brought something unknown to light, so only a vote takes it back.")
            )
        return top, before

    async def _own_line(self, row: MoveRow | None, seat: int) -> MoveRow | None:
        """The line that stands with this one, as far as a seat can notice: its own, or the last
        that others cannot hide.
        """
        row = await self.effective(row)
        while row is not None and row.seat != seat and await self.is_unnoticed(row):
            row = await self.effective(await self.store.moves.get(self.id, row.seq - 1))
        return row

    # --- further back, by a vote -----------------------------------------------------------------

    async def targets(self) -> list[tuple[int, str]]:
        """The latest moves that the table can vote to take back, newest first: the question that
        each brought, and what was told of it to all. What brought none is done unnoticed.
        """
        found: list[tuple[int, str]] = []
        lines = await self.standing()
        for i in reversed(brought(lines, self.game)):
            if len(found) == TARGETS:
                break
            if lines[i].kind == "move" and await self._kept(lines[i - 1]):
                found.append((lines[i].question, self.told_of(lines[i])))
        return found

    async def _kept(self, line: MoveRow) -> bool:
        """Whether the state after a line is still there."""
        row = await self.effective(await self.store.moves.get(self.id, line.seq))
        return row is not None and row.state is not None

    def told_of(self, line: MoveRow) -> str:
        """What everybody was told of a move: no label, since that may hold a secret."""
        for template, values, to in json.loads(line.news):
            if to is None:
                return tell(template, unpacked(values), self.names, reader()).rstrip(".")
        return _("a move of {name:text}", name=self.names[line.seat or 0])

    async def rewind(self, question: int, token: str) -> None:
        """Returns to the state before the line that brought a question, with fresh chance from
        there on; the caller holds the lock. Refused where that line does not stand.
        """
        lines = await self.standing()
        at = next((i for i, each in enumerate(lines) if each.question == question and i), None)
        before = None if at is None else await self.store.moves.get(self.id, lines[at - 1].seq)
        before = await self.effective(before)
        if at is None or before is None or before.state is None:
            raise Refused(_("That move does not stand any more, or lies too far back."))
        g = self.open_line(before)
        g.rng = secrets.randbits(64)
        reason = phrase("What you set in advance is dropped: the table took moves back.")
        await self.append(
            g,
            kind="undo",
            seat=None,
            move=f"{CHANCE} {g.rng}",
            label=self._told_plainly(lines[at]),
            token=token,
            question=self.newest + 1,
            back_to=before.seq,
            news=self._dropped(g, reason),
        )

    def _told_plainly(self, line: MoveRow) -> Phrase:
        for template, values, to in json.loads(line.news):
            if to is None:
                return phrase(template, **unpacked(values))
        return phrase("a move of {who:seat}", who=line.seat or 0)

    # --- the lines that stand --------------------------------------------------------------------

    def is_ahead(self, row: MoveRow) -> bool:
        """Whether a line only set something in advance: others know nothing of it."""
        return row.kind == "move" and self.game.is_ahead(row.move or "")

    async def is_unnoticed(self, row: MoveRow) -> bool:
        """Whether others cannot tell that a line was written: it set something in advance, changed
        a secret answer, or took that back.
        """
        if row.kind != "move" or self.is_ahead(row):
            return row.kind == "move" or is_unseen(row)
        before = await self.effective(await self.store.moves.get(self.id, row.seq - 1))
        if before is None or before.state is None or before.question != row.question:
            return False
        with contextlib.suppress(ValueError):  # nobody returns to a damaged line
            return row.seat in self.open_line(before).answers
        return False

    async def effective(self, row: MoveRow | None) -> MoveRow | None:
        """The line whose state stands after this line: itself, or where an undo returned to.

        A return with fresh chance stands for itself.
        """
        while row is not None and row.kind == "undo" and not has_chance(row):
            row = await self.store.moves.get(self.id, row.back_to or 0)
        return row

    async def standing(self) -> list[MoveRow]:
        """The lines that stand, oldest first and without states: what was taken back is left out,
        a return by vote stays for the chance that it brought.
        """
        return standing(await self.store.moves.of(self.id))


def taken_back() -> Phrase:
    """What is told to somebody who loses what he set in advance by another's way back."""
    return phrase(
        "What you set in advance is dropped: somebody took a move back, and it is not open there."
    )


def standing(rows: Sequence[MoveRow]) -> list[MoveRow]:
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


def brought(lines: Sequence[MoveRow], game: Game[Any]) -> list[int]:
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


def carried(rows: Sequence[MoveRow], to: int, seat: int | None) -> list[MoveRow]:
    """What others than a seat have done unnoticed since a line to which it returns."""
    earlier = standing([row for row in rows if row.seq <= to])
    return _done_by_others(standing(rows), earlier, seat)


def _way_back(unseen: bool, redo: str, lost: str) -> str | None:
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
