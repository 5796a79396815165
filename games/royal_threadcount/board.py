"""Royal Threadcount: what dice do to the three by three board of cubes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from games.royal_threadcount.components import LINES, SILK_DICE, SPACES

LINES_OF = {space: [set(line) for line in LINES if space in line] for space in SPACES}
LINE_SETS = [(line, frozenset(line)) for line in LINES]
CACHE_SIZE = 20_000
ROLLS = Counter(tuple(sorted(roll)) for roll in product(range(10), repeat=SILK_DICE))
"""Every roll of the dice, 0 included, with the number of ways to roll it."""


class Outcome(NamedTuple):
    """What three numbers do to a board."""

    after: tuple[int, ...]
    filled: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    refilled: tuple[int, ...]
    cleared: tuple[int, ...]
    """Full spaces that were rolled and emptied, not those of lines."""
    silk: int


def line_completed(cubes: Collection[int], space: int) -> tuple[int, ...] | None:
    """The line that a cube on this empty space would complete."""
    there = {*cubes, space}
    return next((line for line, spaces in LINE_SETS if space in spaces and spaces <= there), None)


@cache
def sowable(cubes: tuple[int, ...]) -> list[int]:
    """The empty spaces where a cube completes no line."""
    there = set(cubes)
    return [
        space
        for space in SPACES
        if space not in there and not any(len(line - there) == 1 for line in LINES_OF[space])
    ]


@lru_cache(CACHE_SIZE)
def outcome(
    cubes: tuple[int, ...], numbers: tuple[int, ...], idle_doubles: bool = False
) -> Outcome:
    """What these numbers do: fill, clear lines, refill, clear; their order does not matter."""
    board = {*cubes, *numbers}
    lines = tuple([line for line, spaces in LINE_SETS if spaces <= board])
    lifted = {space for line in lines for space in line}
    filled: list[int] = []
    refilled: list[int] = []
    cleared: list[int] = []
    for space in sorted(set(numbers)):
        # The first die on an empty space fills it; every other die finds it full.
        fills = space not in cubes
        full = (1 if idle_doubles else numbers.count(space)) - fills
        if fills:
            filled.append(space)
        if full and space in lifted:
            refilled.append(space)
            full -= 1
        # Refilling uses up one die; another one clears the space again.
        if full:
            cleared.append(space)
    after = sorted((board - lifted).union(refilled).difference(cleared))
    silk = len(lifted) + len(cleared)
    return Outcome(tuple(after), tuple(filled), lines, tuple(refilled), tuple(cleared), silk)


@lru_cache(CACHE_SIZE)
def most_silk(cubes: tuple[int, ...], numbers: tuple[int, ...], zeros: int, idle: bool) -> int:
    """The most silk that these numbers bring with so many zeros still to name."""
    if not zeros:
        return outcome(cubes, numbers, idle).silk
    return max(
        most_silk(cubes, tuple(sorted((*numbers, space))), zeros - 1, idle) for space in SPACES
    )


@cache
def expected_silk(cubes: tuple[int, ...], idle: bool) -> float:
    """The silk that a roll on this board brings on average."""
    return _expected_silk(canonical_board(cubes), idle)


@cache
def _expected_silk(cubes: tuple[int, ...], idle: bool) -> float:
    total = 0
    for numbers, chances in ROLLS.items():
        named = tuple(filter(None, numbers))
        total += chances * most_silk(cubes, named, len(numbers) - len(named), idle)
    return total / ROLLS.total()


def canonical_board(cubes: tuple[int, ...]) -> tuple[int, ...]:
    """The smallest of the eight boards that this one becomes by rotation and reflection."""
    first = cubes
    for _ in range(4):
        cubes = tuple(sorted([3 * ((space - 1) % 3) + 3 - (space - 1) // 3 for space in cubes]))
        mirrored = tuple(sorted([3 * ((space - 1) // 3) + 3 - (space - 1) % 3 for space in cubes]))
        first = min(first, cubes, mirrored)
    return first
