"""What a seat buys and sells from a move to the end of the game on average, where goods are paid
for with points.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from itertools import chain

from bot.players.courses import Amounts, Change, Course, Part, Sides, numbers
from bot.players.evidence import MUCH
from bot.players.reasons import Reason, Trade, Trades

UNTOLD = 0.25
"""Of the points gained, all but this share is told."""


def trades(reason: Reason, sides: Sides) -> list[Trades] | None:
    """What the seat buys, sells and has left of the goods that the two moves buy or sell.

    [] if that does not make the gain, if not each of these goods brings more after the better move,
    or if the moves only sell, and the better one earns no more at once. None if nothing is bought
    with points, as where there is money.
    """
    if any(not good[1] for it in chain(*sides) for good in it.moved(0)):
        return None
    games = [[_traded(it, reason.seat) for it in side] for side in sides]
    if not any(it.paid for game in chain(*games) for it in game.values()):
        return None
    moves = [[*_changes(side[0], reason.seat)] for side in sides]
    goods = dict.fromkeys(good for each in chain(*moves) if (good := _good(*each)))
    told = list[Trades]()
    for good in goods:
        then, otherwise = (_mean([it.get(good, Trade()) for it in side]) for side in games)
        is_less = otherwise.sold < then.sold
        barred = _hindrance(sides[0], reason.seat, good) if is_less else ""
        told.append(Trades(_name(good), then, otherwise, barred))
    first, second = (sum(change.n for change, _moved in each) for each in moves)
    is_bought = any(change.n < 0 for change, _moved in chain(*moves))
    gain = sum(it.gain for it in told)
    is_cause = (
        reason.own >= MUCH * reason.lead
        and abs(reason.own - gain) <= max(MUCH, UNTOLD * reason.own)
        and all(it.gain >= MUCH for it in told)
        and (is_bought or first > second)
    )
    return told if is_cause else []


def _traded(course: Course, seat: int) -> dict[Part, Trade]:
    found = defaultdict[Part, Trade](Trade)
    for good, n in course.steps[-1].has.items():
        found[good].left = n
    for n in range(len(course.steps)):
        for change, moved in _changes(course, seat, n):
            good = _good(change, moved)
            if good and change.n > 0:
                found[good].sold += _count(change)
                found[good].earned += change.n
            elif good:
                found[good].bought += _count(change)
                found[good].paid -= change.n
    return found


def _hindrance(side: Sequence[Course], seat: int, good: Part) -> str:
    """What the rulebook mostly says against such sales in the games after the other move."""
    found = Counter[str]()
    for it in side:
        sales = (
            step
            for n, step in enumerate(it.steps)
            for change, moved in _changes(it, seat, n)
            if change.n > 0 and _good(change, moved) == good
        )
        found.update({why: 1 for step in sales if (why := it.hindrance(step))})
    [(why, n)] = found.most_common(1) or [("", 0)]
    return why if n >= MUCH * len(side) else ""


def _changes(course: Course, seat: int, n: int = 0) -> Iterator[tuple[Change, Amounts]]:
    """How the points of a seat change in a step, and what it gets and gives in it."""
    moved = course.moved(n)
    return ((it, moved) for it in course.steps[n].changes if it.who == seat)


def _good(change: Change, moved: Amounts) -> Part | None:
    """What points were paid for or earned with: the one good that went the other way, or is told
    of.
    """
    goods = [good for good, n in moved.items() if n * change.n < 0]
    if len(goods) != 1 and change.news:
        told = " ".join(map(str, change.news[1].values()))
        goods = [good for good in moved if _name(good) in told]
    return next(iter(goods), None)


def _name(good: Part) -> str:
    return str(good[1][0][1])


def _count(change: Change) -> float:
    """How many they were: the other number in the news."""
    counts = [*numbers(change.news).values()] if change.news else []
    if abs(change.n) in counts:
        counts.remove(abs(change.n))
    return counts[0] if counts else 1


def _mean(games: Sequence[Trade]) -> Trade:
    """The averages, with one decimal."""
    found = (round(statistics.fmean(each), 1) for each in zip(*map(astuple, games), strict=True))
    it = Trade(*found)
    it.paid, it.earned = it.paid if it.bought else 0, it.earned if it.sold else 0
    return it
