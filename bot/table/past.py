"""The past of a table: the lines of its log that stand, and the state after each of them.

Of older questions only every twentieth has its states kept. The others are played again from
there. Players who look back see what they could see then: a view of the state as it was, and no
more lines than they could notice.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.store import MoveRow
from bot.store.moves import StoredState
from bot.table import Refused, Table, label_of
from bot.table.lines import question_changes, unnoticed_since
from bot.texts.languages import _, reader
from games.kernel import Game, State
from games.words import said, tell, unpacked

UNPLAYABLE = (ValueError, LookupError, TypeError, AttributeError, RuntimeError)
"""What the rules may raise where a game was played with other ones; an illegal move is one."""


@dataclass(slots=True)
class Past:
    """A log, the lines of it that stand, and those of them that a reader can go to."""

    rows: list[MoveRow]
    lines: list[MoveRow]
    steps: list[int]
    """Places in `lines`, in rising order; the start is the first."""

    def line(self, step: int) -> MoveRow:
        """The line of a step."""
        return self.lines[self.steps[step]]


async def past(table: Table, seat: int | None) -> Past:
    """The past of a table as a seat (None: a spectator) can step through it; Refused before the
    game starts.
    """
    rows = await table.store.moves.of(table.id)
    if not rows:
        raise Refused(_("The game has not started yet: there is nothing to look back on."))
    lines = await table.kept_lines()
    return Past(rows, lines, steps(lines, seat))


def steps(lines: Sequence[MoveRow], seat: int | None) -> list[int]:
    """The places of the lines that a seat can go to: the start, those after which another question
    stood, and its own.

    What others chose in secret, or set in advance, is no step: when they did so is theirs to know.
    """
    noticed = {0, *question_changes(lines)}
    return [i for i, line in enumerate(lines) if i in noticed or line.seat == seat]


async def state_at(table: Table, found: Past, step: int) -> State:
    """The state after a step; raises Refused if it cannot be played again any more."""
    kept = await table.store.moves.with_state(table.id)
    end = found.line(step).seq
    first = _nearest(found.rows, kept, end)
    rows = found.rows[first : end + 1]
    states = await table.store.moves.states(table.id, first, first)
    return await asyncio.to_thread(_last_of, table.game, rows, states)


async def all_states(table: Table) -> Mapping[int, StoredState]:
    """All states that are kept of a table's past, for `walk`."""
    return await table.store.moves.states(table.id, 0, table.seq)


def walk(
    game: Game[Any], rows: Sequence[MoveRow], kept: Mapping[int, StoredState]
) -> Iterator[tuple[int, State]]:
    """The state after each line of a log, with its number; the state of the first is kept.

    It is slow, so call it in a thread. Raises Refused if the game cannot be played again.
    """
    returns = {row.back_to for row in rows}
    after: dict[int, Any] = {}
    g: Any = None
    for row in rows:
        try:
            if row.seq in kept:
                data, version = kept[row.seq]
                g = game.load(zlib.decompress(data), version)
            elif row.back_to is not None:
                g = _returned(game, rows, row, after[row.back_to])
            else:
                g = game.play(g, row.seat or 0, row.move or "")
        except (*UNPLAYABLE, zlib.error) as error:
            raise Refused(
                _(
                    "This position cannot be shown any more: it was played with another release of"
                    " the rules."
                )
            ) from error
        if row.seq in returns:
            after[row.seq] = g
        yield row.seq, g


def _returned(game: Game[Any], rows: Sequence[MoveRow], row: MoveRow, g: Any) -> Any:
    """The state after a return: with new chance, or with what others did unnoticed since."""
    if row.kind == "rewind":
        return replace(g, rng=int(row.move or ""))
    dropped = json.loads(row.dropped)
    earlier = [each for each in rows if each.seq < row.seq]
    for line in unnoticed_since(earlier, row.back_to or 0, row.seat):
        if line.seq not in dropped:
            g = game.play(g, line.seat or 0, line.move or "")
    return g


def _nearest(rows: Sequence[MoveRow], kept: set[int], end: int) -> int:
    """The last line with a state from which all up to `end` can be played again: no line in
    between returns to one before it.
    """
    first = end
    while True:
        first = max((seq for seq in kept if seq <= first), default=0)
        back = [row.back_to for row in rows[first + 1 : end + 1] if row.back_to is not None]
        if min(back, default=first) >= first:
            return first
        first = min(back)


def _last_of(game: Game[Any], rows: Sequence[MoveRow], kept: Mapping[int, StoredState]) -> State:
    *_before, (_seq, last) = walk(game, rows, kept)
    return last


def told_at(line: MoveRow, seat: int | None, names: Sequence[str]) -> list[str]:
    """What a seat (None: a spectator) was told of a line, and what its own move was called, in the
    language of the reader.
    """
    lexicon, own = reader(), list[str]()
    if line.seat == seat and line.label:
        own.append(_("You: {move:text}", move=said(label_of(line), lexicon, names)))
    return own + [
        tell(template, unpacked(values), names, lexicon)
        for template, values, to in json.loads(line.news)
        if to is None or to == seat
    ]
