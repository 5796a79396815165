"""Honours: facts about the games that a player has finished, from their results."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store import ResultRow

STRONG_LEVEL: Final = "strong"
"""A game against a computer player of this level is an honour."""
MIN_GAMES_IN_TIME: Final = 10
"""After this many games it is an honour that time never ran out. They need not be in a row."""


@dataclass(slots=True, frozen=True)
class Honours:
    """A player's honours; one that they do not have is None, empty or 0."""

    first_win: ResultRow | None
    won: list[str]
    """The names of the games that they have won, by their first wins."""
    against_strong: ResultRow | None
    """Their first game against a strong computer player, won or lost."""
    in_time: int
    """How many games with a time limit they played in time; 0 below `MIN_GAMES_IN_TIME`."""


def honours(rows: Sequence[ResultRow], against_strong: Container[int]) -> Honours:
    """The honours from a player's results, which are oldest first; `against_strong` holds the
    tables where a strong computer player sat. A game that they left early or handed over gives
    none.
    """
    finished = [row for row in rows if not row.resigned and not row.handed_over]
    wins = [row for row in finished if row.rank == 1]
    in_time = sum(row.in_time for row in finished)
    return Honours(
        first_win=next(iter(wins), None),
        won=list(dict.fromkeys(row.game for row in wins)),
        against_strong=next((row for row in finished if row.table_id in against_strong), None),
        in_time=in_time if in_time >= MIN_GAMES_IN_TIME else 0,
    )
