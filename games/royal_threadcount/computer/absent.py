"""Royal Threadcount: what an absent player does: cheap, sensible, and from what they can see."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from games.royal_threadcount.board import expected_silk
from games.royal_threadcount.components import (
    DYES,
    GARMENT_POINTS,
    GARMENTS,
    MATCHES,
    PRICE,
    SILK_COST,
    SPACES,
    TURNS,
)
from games.royal_threadcount.rules import dye, market, sow, wardrobe, zero
from games.royal_threadcount.scoring import owned_patterns, pattern_points
from games.royal_threadcount.state import NOTHING, Player, Threadcount, turn_of
from games.royal_threadcount.terms import (
    buyable_hues,
    buyable_patterns,
    newly_covered_hues,
    silk_at_best,
)

OWN_COLOUR_TURNS = 4
"""In this many first turns absent players buy dye cards only of their own colour."""
KEPT_SILK = 5
"""Silk that is not spent on new offers."""


@sow.default
def sow_what_pays(g: Threadcount, p: Player) -> str:
    """The cube that brings most on average, if that is more than it costs; else the roll."""
    best, most = "roll", expected_silk(tuple(g.cubes), g.idle_doubles) + bool(g.cubes)
    *moves, _ = sow.options(g, p)
    for move in moves:
        cubes = tuple(sorted([*g.cubes, *sow.words(move)]))
        if expected_silk(cubes, g.idle_doubles) > most:
            best, most = move, expected_silk(cubes, g.idle_doubles)
    return best


@dye.default
def useful_dye(g: Threadcount, p: Player) -> str:
    """The first dye that is enough for another dye card, else the scarcest."""
    useful = [each for each in DYES if newly_covered_hues(g, p, each)]
    return f"dye {useful[0] if useful else min(DYES, key=p.dye.__getitem__)}"


@zero.default
def best_zero(g: Threadcount, p: Player) -> str:
    """The number that brings most silk now; of equal ones the lowest."""
    return f"zero {max(SPACES, key=lambda space: silk_at_best(g, turn_of(g), space))}"


@market.default
def best_market_move(g: Threadcount, p: Player) -> str:
    """A pattern that adds more than its price, a dye that is lacking, new offers, or the end."""
    last = turn_of(g).number == TURNS
    gains = {
        slot: pattern_gain(g, p, pattern) - (0 if last else PRICE[pattern])
        for slot, pattern in buyable_patterns(g, p)
    }
    slot = max(gains, key=gains.__getitem__, default=0)
    if slot and gains[slot] > 0:
        return f"pattern {slot}"
    own = p.favourite[0]
    hues = [*buyable_hues(g, p)]
    if hues and NOTHING in p.hues:
        hue = max(hues, key=lambda hue: (own in MATCHES[hue], -SILK_COST[hue]))
        if own in MATCHES[hue] or turn_of(g).number > OWN_COLOUR_TURNS:
            return f"buy {hue}"
    if g.deck and p.silk > KEPT_SILK and not is_one_set(owned_patterns(p)):
        return "refresh"
    return "done"


def pattern_gain(g: Threadcount, p: Player, pattern: str) -> int:
    """What a pattern adds to a player's best outfit; what is arranged by hand stays."""
    if p.by_hand and NOTHING not in p.patterns:
        return 0
    have = owned_patterns(p)
    return outfit_value(tuple(sorted([*have, pattern])), g.scoring) - outfit_value(
        tuple(sorted(have)), g.scoring
    )


@lru_cache(4096)
def outfit_value(patterns: tuple[str, ...], model: str) -> int:
    """The points of the best outfit of these patterns, at most one for each garment."""
    used = min(len(GARMENTS), len(patterns))
    best = max(pattern_points(each, "", model) for each in combinations(patterns, used))
    return best + GARMENT_POINTS * used


def is_one_set(patterns: list[str]) -> bool:
    """Whether all garments can have the same pattern."""
    return any(patterns.count(each) >= len(GARMENTS) for each in patterns)


@wardrobe.default
def keep_outfit(g: Threadcount, p: Player) -> str:
    return "back"
