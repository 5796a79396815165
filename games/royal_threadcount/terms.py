"""Royal Threadcount: terms of the rulebook, as functions and as words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from games.kernel import Phrase, phrase
from games.royal_threadcount.board import Outcome, most_silk, outcome
from games.royal_threadcount.components import (
    DYE_COST,
    DYES,
    GARMENTS,
    HUES,
    NAME,
    PRICE,
    SILK_COST,
    SILK_KEPT,
)
from games.royal_threadcount.scoring import complete, owned_hues, owned_patterns
from games.royal_threadcount.state import Player, Threadcount, Turn, game

MAX_SILK_COST = max(SILK_COST.values())


def newly_covered_hues(g: Threadcount, p: Player, dye: str) -> list[str]:
    """The dye cards for which one more of this dye is enough, whatever silk they cost."""

    def covers(hue: str, more: int) -> bool:
        return all(p.dye[d] + more * (d == dye) >= n for d, n in DYE_COST[hue].items())

    return [hue for hue in HUES if g.piles[hue] and covers(hue, 1) and not covers(hue, 0)]


def completable(p: Player) -> int:
    """How many more garments a player could complete by arranging."""
    best = min(len(GARMENTS), len(owned_hues(p)), len(owned_patterns(p)))
    return best - len(complete(p))


def spares(p: Player) -> int:
    """How many cards a player has that lie in no garment."""
    return len(p.spare_hues) + len(p.spare_patterns)


def surplus_silk(p: Player) -> int:
    """The silk that a player loses if the turn ends now."""
    return max(0, p.silk - SILK_KEPT)


def surplus_dye(g: Threadcount, p: Player) -> dict[str, int]:
    """The dye that a player loses if the turn ends now."""
    if g.dye_cap is None:
        return {}
    return {each: n - g.dye_cap for each, n in p.dye.items() if n > g.dye_cap}


@game.resources
def silk_and_dyes(g: Threadcount, p: Player) -> list[Phrase]:
    return [phrase("{n} silk", n=p.silk), *amounts({it: n for it, n in p.dye.items() if n})]


def amounts(dye: dict[str, int]) -> list[Phrase]:
    return [phrase("{n} {dye}", n=n, dye=each) for each, n in dye.items()]


def cost_in_dye(hue: str) -> Phrase:
    """The dye that a card costs: "2 red + 1 yellow"; no card takes more than two colours."""
    first, *second = amounts(DYE_COST[hue])
    return phrase("{first} + {second}", first=first, second=second[0]) if second else first


def named_with_counts(patterns: list[str]) -> list[str]:
    """Each pattern once, with its number if there are several."""
    counts = Counter(patterns).items()
    return [
        phrase("{n} × {pattern}", n=n, pattern=NAME[p]) if n > 1 else NAME[p] for p, n in counts
    ]


def numbers(turn: Turn) -> tuple[int, ...]:
    """The numbers that are known of a roll: those on the dice, and what zeros were named."""
    return tuple(sorted([*filter(None, turn.dice), *turn.zeros]))


def zeros_to_name(turn: Turn) -> int:
    """How many zeros of a roll have no number yet."""
    return turn.dice.count(0) - len(turn.zeros)


def silk_at_best(g: Threadcount, turn: Turn, named: int) -> int:
    """The most silk a roll can bring if its next zero counts as this number."""
    rolled = tuple(sorted((*numbers(turn), named)))
    return most_silk(tuple(g.cubes), rolled, zeros_to_name(turn) - 1, g.idle_doubles)


def buyable_hues(g: Threadcount, p: Player) -> Iterator[str]:
    """The dye cards that are left and that a player has the dye and the silk for."""
    # More silk makes no difference, so a cap lets the cache find more.
    for hue in _affordable_hues(min(p.silk, MAX_SILK_COST), *p.dye.values()):
        if g.piles[hue]:
            yield hue


def buyable_patterns(g: Threadcount, p: Player) -> Iterator[tuple[int, str]]:
    """The slots and patterns on offer that a player has the silk for."""
    for slot, pile in enumerate(g.slots, 1):
        if pile and PRICE[pile[-1]] <= p.silk:
            yield slot, pile[-1]


@lru_cache
def _affordable_hues(silk: int, *dye: int) -> list[str]:
    """The dye cards that this much silk and red, yellow and blue dye can pay for."""
    have: dict[str, int] = dict(zip(DYES, dye, strict=True))
    return [
        hue
        for hue in HUES
        if silk >= SILK_COST[hue] and all(have[d] >= n for d, n in DYE_COST[hue].items())
    ]


def outcome_of_roll(g: Threadcount, turn: Turn, *zeros: int) -> Outcome:
    """What the dice do, if zeros that have no number yet count as these."""
    return outcome(tuple(g.cubes), tuple(sorted((*numbers(turn), *zeros))), g.idle_doubles)
