"""When people answered, as everybody at the table has seen it.

Only answers count that are known to be given by hand (`MoveRow.by_hand`): the times of others are
those of the bot, or would tell that the bot gave them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.store import MoveRow
from bot.table.lines import kept_lines
from bot.table.pace import MINUTE_S
from bot.table.table import Person, Table

VISIT_S = 10 * MINUTE_S
"""Answers count as one visit until so long before the newest line of the log."""
MIN_ANSWERS = 3
NEWEST_LINES = 40


@dataclass(frozen=True, slots=True)
class Visit:
    """A person who has answered several times just now."""

    answers: int
    minutes: int
    last: float


async def visits(table: Table) -> dict[int, Visit]:
    """Who answers often while the table goes on, by seat. It follows from the log alone, so a board
    that is made again later says the same.
    """
    if sum(not person.computer for person in table.people) < 2:
        return {}
    rows = await table.store.moves.of(table.id, NEWEST_LINES)
    return visits_in([row for row in rows if row.seq <= table.seq], table.people)


def by_hand(rows: Sequence[MoveRow], people: Sequence[Person]) -> list[tuple[int, MoveRow]]:
    """The answers in a log that still count and are known to be given by hand, by those who have
    the seats now, with these seats.
    """
    lines = [(line.seat, line) for line in kept_lines(rows) if line.by_hand]
    return [(n, line) for n, line in lines if n is not None and line.seq >= people[n].since]


def visits_in(rows: Sequence[MoveRow], people: Sequence[Person]) -> dict[int, Visit]:
    """The visits at the end of a log, by seat."""
    times: dict[int, list[float]] = {}
    for seat, line in by_hand(rows, people):
        if rows[-1].made - line.made <= VISIT_S:
            times.setdefault(seat, []).append(line.made)
    return {
        seat: Visit(len(made), max(1, round((made[-1] - made[0]) / MINUTE_S)), made[-1])
        for seat, made in times.items()
        if len(made) >= MIN_ANSWERS
    }
