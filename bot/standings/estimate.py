"""How many days a game will take: as many as finished games like it took, else as many as the facts
of its title say.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

from bot.table import Table
from bot.table.pace import DAY_S, DAYS, HOUR_S, Pace, stored_pace
from games.kernel import Game

ENOUGH_GAMES, NEWEST_GAMES = 5, 50
"""So many finished games are needed, and at most so many count."""
HANDOVERS_A_MINUTE = 0.3
"""How often a game passes to somebody who is not there, for each seat and minute at one sitting."""
HANDOVER_S = 4.5 * HOUR_S
"""How long it then waits, if an answer has a day or more."""
WAITED_SHARE = 1 / 4
"""The share of a shorter time for an answer that people use."""


@dataclass(frozen=True, slots=True)
class Estimate:
    days: float
    people: int
    games: int = 0
    """From how many finished games it is; 0 if it is from the facts of the title."""


async def estimate(table: Table) -> Estimate | None:
    """What to expect once all seats of a lobby are taken; None if one person plays alone."""
    people = table.row.seats - sum(bool(person.level) for person in table.people)
    if people < 2:
        return None
    lengths_s = await table.store.results.lengths_s(
        table.row.game, table.row.pace, people, NEWEST_GAMES
    )
    if len(lengths_s) < ENOUGH_GAMES:
        return Estimate(usual_days(table.game, stored_pace(table.row.pace), people), people)
    return Estimate(median(lengths_s) / DAY_S, people, len(lengths_s))


def usual_days(game: Game[Any], pace: Pace, people: int) -> float:
    """The days that the facts of a title say."""
    wait_s = min(HANDOVER_S, (pace.answer_s or DAY_S) * WAITED_SHARE)
    share_of_days = 1 - len(pace.off) / len(DAYS)
    return game.minutes * HANDOVERS_A_MINUTE * people * wait_s / DAY_S / share_of_days
