"""Royal Threadcount: what somebody absent does: cheap, sensible, and from what he can see."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from games.royal_threadcount.board import expected_silk
from games.royal_threadcount.outlook import payable_hues
from games.royal_threadcount.rules import market, sow
from games.royal_threadcount.scoring import owned_patterns, pattern_points
from games.royal_threadcount.state import (
    DATA,
    GARMENTS,
    MATCHES,
    NOTHING,
    PRICE,
    SILK_COST,
    TURNS,
    Player,
    Threadcount,
    turn_of,
)

CHOOSY = 4
"""In so many first turns only dye cards of the own colour are bought."""
KEPT = 5
"""Silk that is not spent on new offers."""


@sow.default
def sow_what_pays(g: Threadcount, p: Player) -> str:
    """The cube that brings most on average, where that is more than it costs; else the roll."""
    best, most = "roll", expected_silk(tuple(g.cubes), g.idle_doubles) + bool(g.cubes)
    for move in sow.options(g, p):
        if move != "roll":
            cubes = tuple(sorted([*g.cubes, int(move.split(" ")[1])]))
            if expected_silk(cubes, g.idle_doubles) > most:
                best, most = move, expected_silk(cubes, g.idle_doubles)
    return best


@market.default
def shop(g: Threadcount, p: Player) -> str:
    """A pattern that adds more than its price, a dye he lacks, new offers, or the end."""
    last = turn_of(g).number == TURNS
    gains = {
        slot: gain(g, p, pile[-1]) - (0 if last else PRICE[pile[-1]])
        for slot, pile in enumerate(g.slots, 1)
        if pile and PRICE[pile[-1]] <= p.silk
    }
    slot = max(gains, key=gains.__getitem__, default=0)
    if slot and gains[slot] > 0:
        return f"pattern {slot}"
    own = p.favourite[0]
    hues = [hue for hue in payable_hues(p) if g.piles[hue]]
    if hues and NOTHING in p.hues:
        hue = max(hues, key=lambda hue: (own in MATCHES[hue], -SILK_COST[hue]))
        if own in MATCHES[hue] or turn_of(g).number > CHOOSY:
            return f"buy {hue}"
    if g.deck and p.silk > KEPT and not is_one_set(owned_patterns(p)):
        return "refresh"
    return "done"


def gain(g: Threadcount, p: Player, pattern: str) -> int:
    """What a pattern adds to the best outfit of a player; what is arranged by hand stays."""
    if p.by_hand and NOTHING not in p.patterns:
        return 0
    have = owned_patterns(p)
    return outfit_value(tuple(sorted([*have, pattern])), g.scoring) - outfit_value(
        tuple(sorted(have)), g.scoring
    )


@lru_cache(4096)
def outfit_value(patterns: tuple[str, ...], model: str) -> int:
    """The points for as many of these patterns as there are garments, those worth most, and for
    these garments.
    """
    used = min(len(GARMENTS), len(patterns))
    best = max(pattern_points(each, "", model) for each in combinations(patterns, used))
    return best + DATA["points"]["garment"] * used


def is_one_set(patterns: list[str]) -> bool:
    """Whether all garments can have the same pattern."""
    return any(patterns.count(each) >= len(GARMENTS) for each in patterns)
