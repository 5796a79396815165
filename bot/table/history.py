"""The history of a table: the lines of its log that still count, and the state after each of them.

The store keeps the states of every twentieth older question; those in between are played again from
there. Players who look back see only what they could see then.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.store import MoveRow
from bot.store.moves import StoredState
from bot.store.rows import decompressed
from bot.table.errors import Refused
from bot.table.lines import kept_lines, label_of, question_changes, told_by
from bot.table.table import Table
from bot.texts.languages import _, reader
from games.kernel import Game, State, chance_after_rewind
from games.words import news_text, translate_into

UNPLAYABLE = (ValueError, LookupError, TypeError, AttributeError, RuntimeError)
"""What rules raise when they replay a game of another version; an illegal move is a ValueError."""


@dataclass(slots=True)
class History:
    """The log of a table, and the steps through it that a reader can take."""

    rows: list[MoveRow]
    """The whole log."""
    lines: list[MoveRow]
    """The lines that still count."""
    steps: list[int]
    """Indexes in `lines`, rising; the first is the start of the game."""

    def line(self, step: int) -> MoveRow:
        return self.lines[self.steps[step]]


async def read_history(table: Table, seat: int | None) -> History:
    """The history of a table as a seat (None: a watcher) can step through it; Refused before the
    game starts.
    """
    rows = await table.store.moves.of(table.id)
    if not rows:
        raise Refused(_("The game has not started yet: there is nothing to look back on."))
    lines = await table.kept_lines()
    return History(rows, lines, steps(lines, seat))


def steps(lines: Sequence[MoveRow], seat: int | None) -> list[int]:
    """The indexes of the lines that a seat can go to: the start, those that opened a new question,
    and its own.

    A secret answer or a premove of another seat is no step, because its time is secret as well.
    """
    public = {0, *question_changes(lines)}
    return [i for i, line in enumerate(lines) if i in public or line.seat == seat]


async def state_at(table: Table, history: History, step: int) -> State:
    """The state after a step; raises Refused if today's rules cannot play it again."""
    kept = await table.store.moves.with_state(table.id)
    end = history.line(step).seq
    first = _replay_start(history.rows, kept, end)
    rows = history.rows[first : end + 1]
    states = await table.store.moves.states(table.id, first, first)
    return await asyncio.to_thread(_last_of, table.game, table.seed, rows, states)


async def stored_states(table: Table) -> Mapping[int, StoredState]:
    """All states of a table that are stored, for `replay_states`."""
    return await table.store.moves.states(table.id, 0, table.seq)


def replay_states(
    game: Game[Any], seed: int, rows: Sequence[MoveRow], kept: Mapping[int, StoredState]
) -> Iterator[tuple[int, State]]:
    """Yields the number of each line of a log and the state after it, in a game with this seed.
    `kept` must have the state of the first line.

    It is slow, so call it in a thread. Raises Refused if today's rules cannot play the game again.
    """
    returns = {row.back_to for row in rows}
    after: dict[int, Any] = {}
    g: Any = None
    for row in rows:
        try:
            if row.seq in kept:
                data, version = kept[row.seq]
                g = game.load(decompressed(data), version)
            elif row.back_to is not None:
                g = _gone_back(game, seed, rows, row, after[row.back_to])
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


def _gone_back(game: Game[Any], seed: int, rows: Sequence[MoveRow], row: MoveRow, g: Any) -> Any:
    """The state after going back to `g`: with new chance, or with the unnoticed moves of others."""
    if row.kind == "rewind":
        return replace(g, rng=chance_after_rewind(seed, int(row.move or "")))
    for line in kept_lines([each for each in rows if each.seq <= row.seq]):
        if line.seq > (row.back_to or 0):
            g = game.play(g, line.seat or 0, line.move or "")
    return g


def _replay_start(rows: Sequence[MoveRow], kept: set[int], end: int) -> int:
    """The last line with a stored state from which the lines up to `end` can be played again: none
    of them goes back to a line before it.
    """
    first = end
    while True:
        first = max((seq for seq in kept if seq <= first), default=0)
        back = [row.back_to for row in rows[first + 1 : end + 1] if row.back_to is not None]
        if min(back, default=first) >= first:
            return first
        first = min(back)


def _last_of(
    game: Game[Any], seed: int, rows: Sequence[MoveRow], kept: Mapping[int, StoredState]
) -> State:
    *_before, (_seq, last) = replay_states(game, seed, rows, kept)
    return last


def news_of_line(line: MoveRow, seat: int | None, names: Sequence[str]) -> list[str]:
    """The news of a line for a seat (None: a watcher), after the label of its own move, in the
    language of the reader.
    """
    lexicon, own = reader(), list[str]()
    if line.seat == seat and line.label:
        own.append(_("You: {move:text}", move=translate_into(label_of(line), lexicon, names)))
    return own + [
        news_text(template, values, names, lexicon)
        for template, values, to in told_by(line)
        if to is None or to == seat
    ]
