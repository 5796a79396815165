"""Points, places and divisions of a league: pure functions of the results of its tables."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

MAX_POINTS: Final = 100
"""The points of a member who has beaten everybody at their table."""
BYE_POINTS: Final = Fraction(50)
"""The points for a round that a member sits out, and for a table that ended without a result."""
LARGE_DIVISION: Final = 8
"""Between divisions of at least this many people, two move up and two down; else one."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The result of one seat of a finished table."""

    member: int | None
    """None for a computer player."""
    rank: int
    score: int
    finished: bool = True
    """Whether the member finished the game, and nobody else for them."""
    team: int = -1
    """Whom they play with: those with the same number; -1 for nobody."""


@dataclass(slots=True)
class Standing:
    """A member's line in the standings of a division."""

    member: int
    place: int = 1
    """1 for the first; ties share a place."""
    points: Fraction = Fraction(0)
    wins: int = 0
    games: int = 0
    rounds: int = 0
    """How many rounds counted: games, byes, and tables without a result."""
    opponents: Fraction = Fraction(0)
    """The average points of the members whom they met, as if each had played all rounds so far:
    those that somebody missed count as byes, so that nobody suffers because a person whom they met
    has left.
    """
    score: Fraction = Fraction(0)
    """Their average score in per cent of the average score at their tables."""

    @property
    def key(self) -> tuple[Fraction, int, Fraction, Fraction]:
        """What decides places, larger first; ties are broken from left to right."""
        return self.points, self.wins, self.opponents, self.score


@dataclass(slots=True)
class _Totals:
    """What a member's standing is computed from."""

    standing: Standing
    met: list[int] = field(default_factory=list[int])
    scores: list[Fraction] = field(default_factory=list[Fraction])


def points(table: Sequence[Seat], seat: Seat) -> Fraction:
    """The points of a seat: the share of its opponents at the table whom it has beaten, in per
    cent. A tie counts half. Without opponents it is all or nothing. 0 where the member did not
    finish the game.
    """
    if not seat.finished:
        return Fraction(0)
    others = opponents(table, seat)
    if not others:
        return Fraction(MAX_POINTS if seat.rank == 1 else 0)
    beaten = sum(other.rank > seat.rank for other in others)
    equal = sum(other.rank == seat.rank for other in others)
    return Fraction(MAX_POINTS * (2 * beaten + equal), 2 * len(others))


def opponents(table: Sequence[Seat], seat: Seat) -> list[Seat]:
    """Everybody else at a table but those who play with a seat."""
    return [
        other for other in table if other is not seat and (seat.team < 0 or other.team != seat.team)
    ]


def standings(
    members: Iterable[int], tables: Iterable[Sequence[Seat]], byes: Mapping[int, int]
) -> list[Standing]:
    """The standings of these members of a division after finished tables, the first place first;
    `byes` says how many rounds each of them has sat out, or played without a result.
    """
    sums = {member: _Totals(Standing(member)) for member in members}
    for table in tables:
        average = Fraction(sum(seat.score for seat in table), len(table))
        for seat in table:
            if seat.member not in sums:
                continue
            each = sums[seat.member]
            each.standing.points += points(table, seat)
            each.standing.wins += seat.finished and seat.rank == 1
            each.standing.games += 1
            met = [other.member for other in opponents(table, seat)]
            each.met += [member for member in met if member is not None]
            if average > 0:
                own = seat.score if seat.finished else 0
                each.scores.append(100 * Fraction(own) / average)
    for member, each in sums.items():
        rounds_out = byes.get(member, 0)
        each.standing.points += BYE_POINTS * rounds_out
        each.standing.rounds = each.standing.games + rounds_out
    most = max((each.standing.rounds for each in sums.values()), default=0)
    strength = {
        member: each.standing.points + BYE_POINTS * (most - each.standing.rounds)
        for member, each in sums.items()
    }
    for each in sums.values():
        each.standing.opponents = _mean([strength[met] for met in each.met if met in strength])
        each.standing.score = _mean(each.scores)
    return _with_places([each.standing for each in sums.values()])


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _with_places(found: list[Standing]) -> list[Standing]:
    """Sorts standings and sets their places; ties keep their order."""
    found = sorted(found, key=lambda each: each.key, reverse=True)
    for n, each in enumerate(found):
        equal = n > 0 and found[n - 1].key == each.key
        each.place = found[n - 1].place if equal else n + 1
    return found


# --- Divisions ------------------------------------------------------------------------------------


def division_sizes(people: int, size: int) -> list[int]:
    """How many people each division has, the highest division first. All but the lowest have the
    wanted size, and the lowest has at least half of it and less than one and a half times as many.
    With size 0 there is one division.
    """
    if not size:
        return [people]
    count = max(1, (people + size // 2) // size)
    return [*[size] * (count - 1), people - size * (count - 1)]


def split_into_divisions(people: Sequence[int], size: int) -> list[list[int]]:
    """Splits people into divisions, in the order in which they are given."""
    left = iter(people)
    return [[next(left) for _ in range(each)] for each in division_sizes(len(people), size)]


def moving_count(upper: int, lower: int) -> int:
    """How many people move between two divisions of these sizes, in each direction."""
    fewer = min(upper, lower)
    return min(2 if fewer >= LARGE_DIVISION else 1, fewer // 2)


def promote_and_relegate(divisions: Sequence[Sequence[int]]) -> list[int]:
    """Moves people up and down between divisions, each given from the first place to the last.
    Returns all of them in the order for `split_into_divisions`.
    """
    order = [[*division] for division in divisions]
    bounds = [
        moving_count(len(upper), len(lower)) for upper, lower in itertools.pairwise(divisions)
    ]
    result = list[list[int]]()
    for n, division in enumerate(order):
        up = bounds[n - 1] if n else 0
        down = bounds[n] if n < len(bounds) else 0
        stay = division[up : len(division) - down]
        came_down = order[n - 1][-bounds[n - 1] :] if up else []
        came_up = order[n + 1][:down] if down else []
        result.append([*came_down, *stay, *came_up])
    return [who for division in result for who in division]
