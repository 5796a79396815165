"""Royal Threadcount: what silk and patterns are worth, by the number of turns to come.

It is worked out backwards from the last turn. In this model a market shows random cards one after
another, the player buys each one or not, whichever is worth more in the end, and there are no other
players.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement

from games.royal_threadcount.components import (
    COPIES,
    GARMENTS,
    PATTERNS,
    PRICE,
    REFRESH,
    SILK_KEPT,
    SLOTS,
)
from games.royal_threadcount.scoring import pattern_points

INCOME = (0.18, 0.19, 0.19, 0.2, 0.12, 0.08, 0.03, 0.01)
"""How likely a turn brings no, one, two... silk for patterns, about as in games of good players:
what the roll brought, less what was sown before it and what dye cards cost.
"""
GARMENT_WORTH = 3.2
"""Points of a complete garment with an average dye, beside its pattern."""
NEW_CARDS_PER_TURN = 1
"""Cards that the market of a turn to come shows for the first time."""
STAYS_CHANCE = 0.8
"""How likely what is on offer is still there in the next turn."""
MAX_SILK = SILK_KEPT + len(INCOME) - 1
CACHE_SIZE = 50_000

Piles = tuple[tuple[str, ...], ...]
"""The patterns in each slot, the one on offer last."""


def pattern_counts(patterns: tuple[str, ...]) -> tuple[int, ...]:
    return tuple([patterns.count(each) for each in PATTERNS])


SETS = [
    kinds
    for size in range(len(GARMENTS) + 1)
    for kinds in combinations_with_replacement(PATTERNS, size)
]
"""Every set of patterns that the garments can hold; `set_id` is its index here."""
SET_IDS = {pattern_counts(patterns): set_id for set_id, patterns in enumerate(SETS)}


@cache
def set_points(set_id: int, model: str) -> float:
    """The points of a set, and of the garments that it completes."""
    return pattern_points(SETS[set_id], "", model) + GARMENT_WORTH * len(SETS[set_id])


@lru_cache(CACHE_SIZE)
def best_set(patterns: tuple[str, ...], model: str) -> int:
    """The best set of these patterns; it drops the least useful pattern until they fit."""
    while len(patterns) > len(GARMENTS):
        fewer = [(*patterns[:i], *patterns[i + 1 :]) for i in range(len(patterns))]
        patterns = max(fewer, key=lambda each: pattern_points(each, "", model))
    return SET_IDS[pattern_counts(patterns)]


@cache
def sets_with_one_more(set_id: int, model: str) -> dict[str, int]:
    """The sets that one more card makes of a set, by the pattern of the card."""
    return {
        pattern: best_set((*SETS[set_id], pattern), model)
        for pattern, copies in COPIES.items()
        if SETS[set_id].count(pattern) < copies
    }


@cache
def likely_cards(set_id: int, silk: int, model: str) -> list[tuple[float, int, int]]:
    """The new cards that would better a set and can be paid: the chance of each, the silk left, and
    the set.
    """
    left = {each: COPIES[each] - SETS[set_id].count(each) for each in PATTERNS}
    more = sets_with_one_more(set_id, model).items()
    total = sum(left.values())
    return [
        (left[each] / total, silk - PRICE[each], better_set)
        for each, better_set in more
        if better_set != set_id and PRICE[each] <= silk
    ]


@cache
def worth_of_market(left: int, model: str) -> list[list[list[float]]]:
    """What the market of a turn is worth with so many turns to come: `worth[seen][silk][set_id]`,
    where `seen` is how many of its cards were seen.
    """
    worth: list[list[list[float]]] = [[] for _ in range(SLOTS + 1)]
    for silk in range(MAX_SILK + 1):
        by_set = worth_after_turn(left, model)[min(silk, SILK_KEPT)]
        if silk >= REFRESH:
            by_set = list(map(max, by_set, worth[0][silk - REFRESH]))
        worth[SLOTS].append(by_set)
        for seen in reversed(range(SLOTS)):
            by_set = list(by_set)
            for set_id, skipped in enumerate(by_set):
                for chance, silk_left, better_set in likely_cards(set_id, silk, model):
                    gain = worth[seen + 1][silk_left][better_set] - skipped
                    if gain > 0:
                        by_set[set_id] += chance * gain
            worth[seen].append(by_set)
    return worth


@cache
def worth_after_turn(left: int, model: str) -> list[list[float]]:
    """The value of a turn's end with so many turns to come: `worth[silk][set_id]`."""
    sets = range(len(SETS))
    if not left:
        return [[set_points(set_id, model) for set_id in sets]] * (SILK_KEPT + 1)
    next_market = worth_of_market(left - 1, model)[SLOTS - NEW_CARDS_PER_TURN]
    return [
        [
            sum(chance * next_market[silk + n][set_id] for n, chance in enumerate(INCOME))
            for set_id in sets
        ]
        for silk in range(SILK_KEPT + 1)
    ]


@lru_cache(CACHE_SIZE)
def worth_of_saving(left: int, silk: int, set_id: int, offers: frozenset[str], model: str) -> float:
    """The value of buying nothing more this turn, while these patterns are on offer."""
    silk = min(silk, SILK_KEPT)
    if not left:
        return set_points(set_id, model)
    worth, more = worth_of_market(left - 1, model), sets_with_one_more(set_id, model)
    value = 0.0
    for n, chance in enumerate(INCOME):
        have = silk + n
        wanted = [
            worth[SLOTS][have - PRICE[each]][more[each]]
            for each in offers
            if each in more and PRICE[each] <= have
        ]
        if_it_stays = max([worth[SLOTS][have][set_id], *wanted])
        if_it_goes = worth[SLOTS - NEW_CARDS_PER_TURN][have][set_id]
        value += chance * (STAYS_CHANCE * if_it_stays + (1 - STAYS_CHANCE) * if_it_goes)
    return value


@lru_cache(CACHE_SIZE)
def worth_of_moves(left: int, silk: int, set_id: int, piles: Piles, model: str) -> dict[str, float]:
    """The value of each move of the market that is about patterns."""
    silk = min(silk, MAX_SILK)
    more = sets_with_one_more(set_id, model)
    offers = {f"pattern {slot}": pile[-1] for slot, pile in enumerate(piles, 1) if pile}
    if not offers:
        return {"done": worth_of_market(left, model)[0][silk][set_id]}
    worth = {"done": worth_of_saving(left, silk, set_id, frozenset(offers.values()), model)}
    if silk >= REFRESH:
        worth["refresh"] = worth_of_market(left, model)[0][silk - REFRESH][set_id]
    for move, pattern in offers.items():
        if pattern in more and PRICE[pattern] <= silk:
            rest = tuple([p[:-1] if move == f"pattern {s}" else p for s, p in enumerate(piles, 1)])
            then = worth_of_moves(left, silk - PRICE[pattern], more[pattern], rest, model)
            worth[move] = max(then.values())
    return worth
