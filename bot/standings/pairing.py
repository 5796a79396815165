"""Seats the people of a league at the tables of a round: pure functions of their arguments."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

Met = Mapping[tuple[int, int], int]
"""How often two people have sat at one table, by their numbers, the lower one first."""
APART_COST: Final = 10**14
"""The cost of two people who do not want to meet: more than all who meet again in a round."""
MEET_AGAIN_COST: Final = 10**7
"""The cost of two people who meet again in a season: more than all distances in the order."""
MET_BEFORE_COST: Final = 9
"""The cost of two people who met in an earlier season: as much as three places between them."""
MIN_RESTARTS: Final = 24
RESTARTED_PEOPLE: Final = 1200
"""While people would meet again, the search starts again from random seatings: of so many people in
all, so more often for few people, whom it seats sooner, and at least so often.
"""


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who has met whom: in this season, and in earlier ones; and who does not want to meet."""

    now: Met
    before: Met
    apart: Collection[tuple[int, int]] = ()
    """Keys as in `Met`."""

    def cost(self, one: int, other: int) -> int:
        """The cost of seating two people together."""
        key = pair(one, other)
        again = MEET_AGAIN_COST * self.now.get(key, 0) ** 2
        return APART_COST * (key in self.apart) + again + MET_BEFORE_COST * self.before.get(key, 0)


def pair(one: int, other: int) -> tuple[int, int]:
    """The key of two people in `Met`."""
    return (one, other) if one < other else (other, one)


def table_sizes(people: int, wanted: int, allowed: range) -> list[int]:
    """How many people sit at each table, the larger tables first; people who are left over sit out.
    As few people as possible sit out; then as few computer players as possible are needed; then
    the tables are as near as possible to the wanted size.
    """
    for seated in range(people, 1, -1):
        plans = [_even_sizes(seated, count) for count in range(1, seated // 2 + 1)]
        fitting = [sizes for sizes in plans if sizes[0] <= allowed[-1]]
        if fitting:
            return min(fitting, key=lambda sizes: _size_cost(sizes, wanted, allowed))
    return []


def _even_sizes(people: int, count: int) -> list[int]:
    size, larger = divmod(people, count)
    return [size + 1] * larger + [size] * (count - larger)


def _size_cost(sizes: Sequence[int], wanted: int, allowed: range) -> tuple[int, int, int]:
    computers = sum(max(0, allowed[0] - size) for size in sizes)
    return computers, sum(abs(size - wanted) for size in sizes), len(sizes)


def choose_byes(order: Sequence[int], count: int, byes: Mapping[int, int]) -> list[int]:
    """The `count` people who sit out: those who have sat out least, and of these the last ones in
    the order.
    """
    places = {who: place for place, who in enumerate(order)}
    ranked = sorted(order, key=lambda who: (byes.get(who, 0), -places[who]))
    return ranked[:count]


def assign_tables(
    order: Sequence[int], sizes: Sequence[int], meetings: Meetings, seed: str
) -> list[list[int]]:
    """Seats people at tables of these sizes: as few as possible sit with somebody whom they do not
    want to meet or meet again, and people who are near each other in the order sit together. Takes
    a while for many people.

    The search exchanges people between two tables as long as that lowers the cost. The matching
    algorithms of chess know only pairs; tables of three to five need a search.
    """
    rng, best = random.Random(seed), _search(order, sizes, list(order), meetings)
    for _try in range(max(MIN_RESTARTS, RESTARTED_PEOPLE // max(1, len(order)))):
        if best[0] < MEET_AGAIN_COST:
            break
        shuffled = rng.sample(order, len(order))
        best = min(best, _search(order, sizes, shuffled, meetings))
    return best[1]


def _search(
    order: Sequence[int], sizes: Sequence[int], first: Sequence[int], meetings: Meetings
) -> tuple[int, list[list[int]]]:
    """The cost and the tables of a seating that no exchange of two people improves."""
    place = {who: n for n, who in enumerate(order)}
    cost = {
        key: meetings.cost(*key) + (place[key[0]] - place[key[1]]) ** 2
        for key in (pair(*two) for two in combinations(order, 2))
    }
    left = iter(first)
    found = [[next(left) for _seat in range(size)] for size in sizes]

    def at(table: Sequence[int], who: int, instead_of: int) -> int:
        return sum(cost[pair(who, other)] for other in table if other not in (who, instead_of))

    helps = True
    while helps:
        helps = False
        for one, other in combinations(found, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    a, b = one[i], other[j]
                    now = at(one, a, a) + at(other, b, b)
                    if at(one, b, a) + at(other, a, b) < now:
                        one[i], other[j], helps = b, a, True
    total = sum(cost[pair(*two)] for table in found for two in combinations(table, 2))
    found = [sorted(table, key=place.__getitem__) for table in found]
    return total, sorted(found, key=lambda table: place[table[0]])
