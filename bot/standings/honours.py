"""Honours: plain facts about the games that somebody has finished, read from their results."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store import ResultRow

STRONG: Final = "strong"
"""The level of the computer player against which a game is an honour."""
LEAST_IN_TIME: Final = 10
"""From so many games on it is an honour that time never ran out. They need not follow one another.
"""


@dataclass(slots=True, frozen=True)
class Honours:
    """What somebody has reached; what they have not reached is None, or empty, or 0."""

    first_win: ResultRow | None
    won: list[str]
    """The names of the games that they have won, in the order of their first wins."""
    against_strong: ResultRow | None
    """Their first game against a strong computer player, won or lost."""
    in_time: int
    """The games with a time limit in which their time never ran out; 0 below `LEAST_IN_TIME`."""


def honours(rows: Sequence[ResultRow], against_strong: Container[int]) -> Honours:
    """The honours that follow from somebody's results, which are oldest first; `against_strong` has
    the tables where a strong computer player sat. A game that they left early gives none.
    """
    finished = [row for row in rows if not row.resigned]
    wins = [row for row in finished if row.rank == 1]
    in_time = sum(row.in_time for row in finished)
    return Honours(
        first_win=next(iter(wins), None),
        won=list(dict.fromkeys(row.game for row in wins)),
        against_strong=next((row for row in finished if row.table_id in against_strong), None),
        in_time=in_time if in_time >= LEAST_IN_TIME else 0,
    )
