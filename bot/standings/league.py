"""Points, places and divisions of a league: pure functions of the results of its tables."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

WON: Final = 100
"""Points for having beaten everybody at a table."""
BYE: Final = Fraction(50)
"""Points for a round that somebody sits out, and for a table that ended without a result."""
LARGE: Final = 8
"""From so many people on, two move up and down between divisions."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What came of a seat of a finished table."""

    member: int | None
    """None for a computer player."""
    rank: int
    score: int
    finished: bool = True
    """Whether the member of the league finished the game, and nobody else for them."""


@dataclass(slots=True)
class Standing:
    """Where somebody stands in a division."""

    member: int
    place: int = 1
    """1 for the first; equal places are shared."""
    points: Fraction = Fraction(0)
    wins: int = 0
    games: int = 0
    rounds: int = 0
    """Rounds that counted: games, byes, and tables without a result."""
    opponents: Fraction = Fraction(0)
    """The points of those whom they met, on average."""
    score: Fraction = Fraction(0)
    """Their score as a share of what players of their tables scored on average, in per cent."""

    @property
    def key(self) -> tuple[Fraction, int, Fraction, Fraction]:
        """What places are decided by, the largest first."""
        return self.points, self.wins, self.opponents, self.score


@dataclass(slots=True)
class _Sum:
    """What is added up for a member."""

    standing: Standing
    met: list[int] = field(default_factory=list[int])
    scores: list[Fraction] = field(default_factory=list[Fraction])


def points(table: Sequence[Seat], seat: Seat) -> Fraction:
    """Returns the points of a seat: the share of the others at the table whom it has beaten, of
    whom an equal place counts half; 0 where the member did not finish the game.
    """
    if not seat.finished:
        return Fraction(0)
    others = [other for other in table if other is not seat]
    beaten = sum(other.rank > seat.rank for other in others)
    equal = sum(other.rank == seat.rank for other in others)
    return Fraction(WON * (2 * beaten + equal), 2 * len(others))


def standings(
    members: Iterable[int], tables: Iterable[Sequence[Seat]], byes: Mapping[int, int]
) -> list[Standing]:
    """Returns where these members of a division stand, the first ones first, after finished tables;
    `byes` says how many rounds each of them has sat out, or played without a result.
    """
    sums = {member: _Sum(Standing(member)) for member in members}
    for table in tables:
        average = Fraction(sum(seat.score for seat in table), len(table))
        met = [seat.member for seat in table if seat.member is not None]
        for seat in table:
            if seat.member not in sums:
                continue
            each = sums[seat.member]
            each.standing.points += points(table, seat)
            each.standing.wins += seat.finished and seat.rank == 1
            each.standing.games += 1
            each.met += [other for other in met if other != seat.member]
            if average > 0:
                own = seat.score if seat.finished else 0
                each.scores.append(100 * Fraction(own) / average)
    for member, each in sums.items():
        rounds_out = byes.get(member, 0)
        each.standing.points += BYE * rounds_out
        each.standing.rounds = each.standing.games + rounds_out
    for each in sums.values():
        known = [sums[other].standing.points for other in each.met if other in sums]
        each.standing.opponents = _mean(known)
        each.standing.score = _mean(each.scores)
    return _placed([each.standing for each in sums.values()])


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _placed(found: list[Standing]) -> list[Standing]:
    """Returns standings from the first place on; who comes first among equals is as it was."""
    found = sorted(found, key=lambda each: each.key, reverse=True)
    for n, each in enumerate(found):
        equal = n > 0 and found[n - 1].key == each.key
        each.place = found[n - 1].place if equal else n + 1
    return found


# --- Divisions ------------------------------------------------------------------------------------


def division_sizes(people: int, size: int) -> list[int]:
    """Returns how many people each division has, the highest one first: all but the lowest have the
    wanted size (0: there is one division), and the lowest is neither half as large nor half as
    large again.
    """
    if not size:
        return [people]
    count = max(1, (people + size // 2) // size)
    return [*[size] * (count - 1), people - size * (count - 1)]


def divided(people: Sequence[int], size: int) -> list[list[int]]:
    """Returns people in divisions, in the order in which they are given."""
    left = iter(people)
    return [[next(left) for _ in range(each)] for each in division_sizes(len(people), size)]


def movers(upper: int, lower: int) -> int:
    """Returns how many move between two divisions of these sizes, in each direction."""
    fewer = min(upper, lower)
    return min(2 if fewer >= LARGE else 1, fewer // 2)


def moved(divisions: Sequence[Sequence[int]]) -> list[int]:
    """Returns the people of all divisions, each from the first place to the last, in the order in
    which they are divided for the next season.
    """
    order = [[*division] for division in divisions]
    bounds = [movers(len(upper), len(lower)) for upper, lower in itertools.pairwise(divisions)]
    result = list[list[int]]()
    for n, division in enumerate(order):
        up = bounds[n - 1] if n else 0
        down = bounds[n] if n < len(bounds) else 0
        stay = division[up : len(division) - down]
        came_down = order[n - 1][-bounds[n - 1] :] if up else []
        came_up = order[n + 1][:down] if down else []
        result.append([*came_down, *stay, *came_up])
    return [who for division in result for who in division]
