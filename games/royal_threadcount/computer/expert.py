"""Royal Threadcount: what a good player does: plans the whole outfit, from what they can see."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, groupby

from games.royal_threadcount.board import expected_silk, outcome
from games.royal_threadcount.components import (
    COLOURS,
    DATA,
    DYE_COST,
    GARMENTS,
    MATCHES,
    PATTERNS,
    PRICE,
    SILK_COST,
    SPACES,
    TURNS,
)
from games.royal_threadcount.computer.absent import gain, sow_what_pays, useful_dye
from games.royal_threadcount.rules import dye, market, sow, zero
from games.royal_threadcount.scoring import owned_hues, owned_patterns, pattern_points
from games.royal_threadcount.state import NOTHING, Player, Threadcount, turn_of
from games.royal_threadcount.terms import numbers, payable_hues, zeros_to_name

COPIES: dict[str, int] = {pattern["id"]: pattern["copies"] for pattern in DATA["pattern"]}
INCOME = 3.2
"""Silk that a plan counts on for each turn to come: more than comes, for bold plans do better."""
DYE_SILK = 1.3
"""Silk for a dye card, on average."""
SEARCH = 6.0
"""Silk for turning up a pattern that is not on offer, divided by the cards of it that are left, and
the more of it the more are wanted.
"""
SHORT = 1.4
"""Points that a plan loses for each silk that it may lack."""
SPENT = 0.4
"""Points that silk is worth which a plan does not need."""
LEFT_TO_OTHERS = 0.6
"""The part of the next player's silk that counts against what a zero brings, in a game of two."""
MOST_KINDS = 2
"""Patterns that a plan adds to."""
FREELY = 3
"""Patterns owned from which on a plan may leave one out."""
DYE_SILK_WORTH = 1.0
"""Points that a silk is worth which is spent on a dye card."""
HINT = 3.0
"""How much likelier a colour is another's favourite for each dye that they bought with it."""
PATIENT, SPARE = 1.2, 0.5
"""Turns that may still bring a dye of the own colour, for each garment without one, and more."""
OUT_OF_REACH = 1000.0
"""Silk for more cards of a pattern than are left."""
REMEMBERED = 50_000

Counts = tuple[int, ...]


def ways(size: int) -> list[list[tuple[int, int]]]:
    """Every choice of so many cards among few patterns: pairs of pattern and number."""
    kinds = range(len(PATTERNS))
    return [
        [(kind, len(list(alike))) for kind, alike in groupby(cards)]
        for cards in combinations_with_replacement(kinds, size)
        if len(set(cards)) <= MOST_KINDS
    ]


WAYS = [ways(size) for size in range(len(GARMENTS) + 1)]


sow.expert(sow_what_pays)


@zero.expert
def zero_for_oneself(g: Threadcount, p: Player) -> str:
    """The number that brings most silk and leaves least to the next player."""
    return f"zero {max(SPACES, key=lambda space: silk_ahead(g, space))}"


def silk_ahead(g: Threadcount, *named: int) -> float:
    """The silk that a roll brings, with these numbers named for zeros, before the next player's."""
    turn = turn_of(g)
    if len(named) < zeros_to_name(turn):
        return max(silk_ahead(g, *named, space) for space in SPACES)
    it = outcome(tuple(g.cubes), tuple(sorted((*numbers(turn), *named))), g.idle_doubles)
    if turn.number == TURNS and turn.seat == g.order[-1]:
        return it.silk
    part = LEFT_TO_OTHERS / (g.seats - 1)
    return it.silk - part * expected_silk(it.after, g.idle_doubles)


@dye.expert
def dye_for_own_colour(g: Threadcount, p: Player) -> str:
    """What the dye card of the own colour lacks, while a garment lacks a dye."""
    if NOTHING not in p.hues:
        return useful_dye(g, p)
    cost = DYE_COST[p.favourite[0]]
    return f"dye {min(cost, key=lambda each: (p.dye[each] >= cost[each], p.dye[each]))}"


@market.expert
def tailor(g: Threadcount, p: Player) -> str:
    """Cheap dyes, then the patterns of the best outfit that there is time and silk for: the best
    on offer, or silk is saved for it.
    """
    left = TURNS - turn_of(g).number
    hue = hue_to_buy(g, p, left)
    if not left:
        return last_purchase(g, p, hue)
    if hue and SILK_COST[hue] == min(SILK_COST.values()):
        return f"buy {hue}"
    wanted = planned(g, p, left)
    slots = {slot: pile[-1] for slot, pile in enumerate(g.slots, 1) if pile and pile[-1] in wanted}
    owned = owned_patterns(p)
    best = max(slots, key=lambda slot: (owned.count(slots[slot]), PRICE[slots[slot]]), default=0)
    if best and PRICE[slots[best]] <= p.silk:
        return f"pattern {best}"
    if hue:
        return f"buy {hue}"
    if g.deck and wanted and not slots and p.silk >= min(PRICE[each] for each in wanted):
        return "refresh"
    return "done"


def hue_to_buy(g: Threadcount, p: Player, left: int) -> str:
    """A dye card of the own colour; any, where there is no time to wait for one; or ""."""
    missing = p.hues.count(NOTHING)
    hues = [hue for hue in payable_hues(p) if g.piles[hue]]
    if not missing or not hues:
        return ""
    own = p.favourite[0]
    liked = likings(g, p)

    def use(hue: str) -> tuple[float, int, int]:
        points = DATA["points"]["dye"] * sum(liked[colour] for colour in MATCHES[hue])
        wasted = sum(n for each, n in DYE_COST[hue].items() if each in DYE_COST[own])
        return (
            points - DYE_SILK_WORTH * SILK_COST[hue],
            -wasted,
            max(p.dye[each] for each in DYE_COST[hue]),
        )

    best = max(hues, key=use)
    return best if own in MATCHES[best] or left <= PATIENT * missing + SPARE else ""


def likings(g: Threadcount, p: Player) -> dict[str, float]:
    """How likely each colour is one of the Empress, by what others have bought."""
    own = p.favourite[0]
    liked = dict.fromkeys(COLOURS, 0.0) | {own: 1.0}
    for other in g.players:
        bought = [colour for hue in owned_hues(other) for colour in MATCHES[hue]]
        hints = {each: 1 + HINT * bought.count(each) for each in COLOURS if each != own}
        if other.seat != p.seat:
            for each, hint in hints.items():
                liked[each] += hint / sum(hints.values())
    return liked


def last_purchase(g: Threadcount, p: Player, hue: str) -> str:
    """What adds most to the outfit when nothing can be bought later."""
    slots = [slot for slot, pile in enumerate(g.slots, 1) if pile and PRICE[pile[-1]] <= p.silk]
    gains = {f"pattern {slot}": gain(g, p, g.slots[slot - 1][-1]) for slot in slots}
    best = max(gains, key=gains.__getitem__, default="")
    few_dyes = p.hues.count(NOTHING) > p.patterns.count(NOTHING)
    if hue and (few_dyes or not best):
        return f"buy {hue}"
    if best and gains[best] > 0:
        return best
    if hue:
        return f"buy {hue}"
    return "refresh" if g.deck and p.silk > min(PRICE.values()) else "done"


def planned(g: Threadcount, p: Player, left: int) -> list[str]:
    """The patterns that the best outfit lacks which a player may hope for."""
    owned, taken = Counter(owned_patterns(p)), Counter[str]()
    for each in g.players:
        taken.update(owned_patterns(each))
    offers = [pile[-1] for pile in g.slots if pile]
    silk = p.silk + INCOME * left - DYE_SILK * p.hues.count(NOTHING)
    wanted = plan(
        tuple([min(owned[each], len(GARMENTS)) for each in PATTERNS]),
        tuple([offers.count(each) for each in PATTERNS]),
        tuple([COPIES[each] - taken[each] for each in PATTERNS]),
        round(silk),
        g.scoring,
    )
    return [PATTERNS[kind] for kind in wanted]


@lru_cache(REMEMBERED)
def plan(owned: Counts, offered: Counts, free: Counts, silk: int, model: str) -> list[int]:
    """The kinds of patterns to add to those owned, so that the outfit is worth most.

    What is owned may be left out; `free` are the cards that nobody has.
    """
    best, most = [], 0.0
    costs = [costs_of(PRICE[each], offered[i], free[i]) for i, each in enumerate(PATTERNS)]
    for kept in kept_of(owned, model):
        gains = [gains_of(each, kept[i], model) for i, each in enumerate(PATTERNS)]
        base = worth_of_all(kept, model)
        for way in WAYS[len(GARMENTS) - sum(kept)]:
            price, value = 0.0, base
            for kind, n in way:
                price += costs[kind][n]
                value += gains[kind][n]
            value -= SPENT * price
            if price > silk:
                value -= SHORT * (price - silk)
            if value > most:
                best, most = [kind for kind, _ in way], value
    return best


@lru_cache(REMEMBERED)
def kept_of(owned: Counts, model: str) -> list[Counts]:
    """The cards owned, at most as many as there are garments; and without each single one."""
    while sum(owned) > len(GARMENTS):
        owned = max(without_one(owned), key=lambda kept: worth_of_all(kept, model))
    return [owned, *without_one(owned)] if sum(owned) >= FREELY else [owned]


def without_one(owned: Counts) -> list[Counts]:
    """These cards without one of them, for each kind."""
    return [(*owned[:i], n - 1, *owned[i + 1 :]) for i, n in enumerate(owned) if n]


def worth_of_all(kept: Counts, model: str) -> int:
    """The points of so many cards of each pattern."""
    return sum(worth_of(each, n, model) for each, n in zip(PATTERNS, kept, strict=True))


@lru_cache
def worth_of(pattern: str, n: int, model: str) -> int:
    """The points of so many cards of a pattern."""
    return pattern_points([pattern] * n, "", model)


@lru_cache
def gains_of(pattern: str, owned: int, model: str) -> list[int]:
    """What no, one, two... more cards of a pattern add."""
    most = len(GARMENTS)
    before = worth_of(pattern, owned, model)
    return [worth_of(pattern, min(most, owned + n), model) - before for n in range(most + 1)]


@lru_cache(REMEMBERED)
def costs_of(price: int, offered: int, free: int) -> list[float]:
    """The silk for no, one, two... cards of a pattern, with what it takes to turn them up."""
    costs: list[float] = []
    for n in range(len(GARMENTS) + 1):
        hidden = max(0, n - offered)
        search = SEARCH * hidden * (hidden + 1) / 2 / max(1, free - offered)
        costs.append(n * price + search if n <= free else OUT_OF_REACH)
    return costs
