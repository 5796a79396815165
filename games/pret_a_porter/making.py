"""Prêt-à-Porter: which designs can be made together from a stock of materials.

Stocks and needs are numbers of units by colour, in the order of COLOURS.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.pret_a_porter.company import (
    price_of,
    waive_material,
    wild_material,
    wild_missing_material,
)
from games.pret_a_porter.components import COLOURS, DESIGNS
from games.pret_a_porter.state import Player

Units = tuple[int, ...]
Ending = tuple[Units, int]
"""What is left of a stock once a collection is made, and how many missing units were paid for."""
NO_UNITS: Units = (0,) * len(COLOURS)
COLOUR_INDEX = {colour: i for i, colour in enumerate(COLOURS)}
NEEDS = {
    each.id: tuple(COLOUR_INDEX[colour] for colour in each.materials) for each in DESIGNS.values()
}
CACHE_SIZE = 20_000


class Powers(NamedTuple):
    """Which missing materials cards make up for."""

    waive: int
    """Designs that need one material only."""
    wild: int
    """Units that may stand for another colour."""
    patch: int
    """Missing units that can be paid for."""


def powers_of(p: Player, spent: int = 0) -> Powers:
    """What a player's cards allow to be missing, with so much of the cash spent before."""
    patches = wild_missing_material(p)
    if patches:
        patches = min(patches, (p.cash - spent) // price_of(p, "wild_missing_material"))
    return Powers(waive_material(p), wild_material(p), patches)


def stock_of(p: Player) -> Units:
    return tuple(p.material.values())


def needs(designs: Iterable[str]) -> Units:
    units = [0] * len(COLOURS)
    for design in designs:
        for place in NEEDS[design]:
            units[place] += 1
    return tuple(units)


def missing(need: Units, stock: Units) -> int:
    """The number of units that are needed and not there."""
    return sum(n - have for n, have in zip(need, stock, strict=True) if n > have)


def spare(need: Units, stock: Units) -> Units:
    """The number of units that are there and not needed."""
    return tuple([max(0, have - n) for n, have in zip(need, stock, strict=True)])


def subtract(need: Units, freed: Units) -> Units:
    """What is still needed when this much is waived."""
    return tuple([n - free for n, free in zip(need, freed, strict=True)])


def covered(need: Units, stock: Units, powers: Powers) -> bool:
    """Whether wild units and payment make up for what is missing."""
    lacking = missing(need, stock)
    return lacking <= powers.patch + min(powers.wild, sum(spare(need, stock)))


@lru_cache(CACHE_SIZE)
def waivers(designs: tuple[str, ...], count: int) -> frozenset[Units]:
    """The materials that this many designs can do without, one each."""
    reached: list[set[Units]] = [{NO_UNITS}, *(set[Units]() for _ in range(count))]
    for design in designs:
        for n in range(count, 0, -1):
            for freed in reached[n - 1]:
                reached[n].update(one_more(freed, place) for place in NEEDS[design])
    return frozenset(reached[count])


def one_more(units: Units, place: int) -> Units:
    return (*units[:place], units[place] + 1, *units[place + 1 :])


@lru_cache(CACHE_SIZE)
def makeable(designs: tuple[str, ...], stock: Units, powers: Powers) -> bool:
    """Whether these designs can be made together (source text, Show phase)."""
    need = needs(designs)
    lacking = missing(need, stock)
    if not lacking:
        return True
    waive = min(powers.waive, len(designs))
    if lacking > waive + powers.wild + powers.patch:
        return False
    return any(covered(subtract(need, freed), stock, powers) for freed in waivers(designs, waive))


@lru_cache(CACHE_SIZE)
def collections(
    designs: tuple[str, ...], stock: Units, powers: Powers, taken: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], ...]:
    """Every collection of these designs that can be made beside those taken, the empty one too.

    Whatever is part of a collection that can be made can be made too, so they grow one by one.
    """
    found: list[tuple[str, ...]] = [()]
    for design in designs:
        found += [
            (*some, design) for some in found if makeable((*taken, *some, design), stock, powers)
        ]
    return tuple(found)


@lru_cache(CACHE_SIZE)
def good_waivers(
    designs: tuple[str, ...], stock: Units, powers: Powers, waived: Units
) -> frozenset[Units]:
    """The ways to waive as much as cards allow that begin with these units, in order of colours.

    To waive less is never better: whatever is waived is kept. A way is left out if another one has
    all its endings: then there is nothing to choose.
    """
    need, found = needs(designs), dict[frozenset[Ending], Units]()
    last = max((i for i, n in enumerate(waived) if n), default=0)
    endings = {
        way: possible_endings(subtract(need, way), stock, powers)
        for way in waivers(designs, min(powers.waive, len(designs)))
        if way[:last] == waived[:last] and way[last] >= waived[last]
    }
    for way in sorted(endings, key=lambda way: (-len(endings[way]), way)):
        own = endings[way]
        if own and own not in found and not any(own < other for other in found):
            found[own] = way
    return frozenset(found.values())


def possible_endings(need: Units, stock: Units, powers: Powers) -> frozenset[Ending]:
    """All ways in which wild units and payment can make up for what is missing."""
    lacking, free = missing(need, stock), spare(need, stock)
    found: set[Ending] = set()
    for patched in range(max(0, lacking - powers.wild), min(powers.patch, lacking) + 1):
        kept = {free}
        for _ in range(lacking - patched):
            kept = {one_less(units, i) for units in kept for i, n in enumerate(units) if n}
        found.update((units, patched) for units in kept)
    return frozenset(found)


def one_less(units: Units, place: int) -> Units:
    return (*units[:place], units[place] - 1, *units[place + 1 :])


def lacks(p: Player, colour: str) -> bool:
    """Whether all of a player's designs have a use for more units of a colour."""
    wanted = sum(COLOUR_INDEX[colour] in NEEDS[design] for design in p.designs)
    return wanted > p.material[colour]
