"""What a seat does from a move to the end of the game on average, where points are bought: what it
earns and spends, and what points it gets for it.
"""

from __future__ import annotations

import itertools
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from bot.players.courses import Course, Sides, differing_resources, unit_of
from bot.players.evidence import MUCH, names, sure_mean
from bot.players.reasons import SEATS, Average, News, Reason
from games.words import Phrase, phrase

TOLD, UNTOLD = 0.5, 0.25
"""Of all that differs, the first share is told at least; of the points gained, all but the second.
"""
SPENT = 2 / 3
"""This share of what is told to be earned is told to be spent, and the other way round."""
MAX_ROWS = 8
ALWAYS, RARELY = 0.9, 0.5
"""What comes only once in a game is told with the number of games if it comes in a smaller share of
them; it comes rarely if that is below the second.
"""
MAX_AMOUNTS = 5
"""How many amounts in the news of a step may be what a seat gets or pays in it."""
Path = tuple[str, ...]
"""Where a number is in the values of news, and in those of phrases in them."""


class Kind(NamedTuple):
    """News of a seat that are the same but for their numbers."""

    template: str
    things: tuple[tuple[str, str], ...]


class Sums:
    """What the news of a kind come to in a game."""

    def __init__(self) -> None:
        self.money = self.points = 0.0
        self.numbers = defaultdict[Path, float](float)
        self.news = list[News]()


class Row(NamedTuple):
    """The sums of a kind in all games after each move."""

    kind: Kind | None
    """None is what no news tell of."""
    sides: tuple[list[Sums], list[Sums]]


def averages(reason: Reason, sides: Sides, about: str) -> list[Average] | None:
    """What differs most, what earns money first; [] if that does not make the gain, or has nothing
    to do with the moves, of which `about` is all that is said; None if points are not bought with
    money.
    """
    first, second = ([_sums(it, reason.seat) for it in side] for side in sides)
    rows = [
        Row(kind, ([it.get(kind, Sums()) for it in first], [it.get(kind, Sums()) for it in second]))
        for kind in dict.fromkeys(kind for it in [*first, *second] for kind in it)
    ]
    price = _price(rows)
    if not price:
        return None
    groups = defaultdict[Any, list[Row]](list)
    for row in rows:
        groups[row.kind and (row.kind.things or row.kind.template)].append(row)
    told = _chosen(reason, [*groups.values()], price, about, _leave_other_money(sides))
    told.sort(key=lambda it: (round(_more(it, "points")), -_more(it, "money")))
    found = list[Average]()
    for row in (row for group in told for row in group):
        then, otherwise = (_told(side, reason.seat) for side in row.sides)
        found.append(Average(then, otherwise, round(_more([row], "points"))))
    return [
        it for it in found if it.then != it.otherwise and (it.then.values or it.otherwise.values)
    ]


def _chosen(
    reason: Reason, groups: list[list[Row]], price: float, about: str, is_linked: bool
) -> list[list[Row]]:
    """The largest groups of rows about the same things that make the gain and what is paid for it,
    those that the moves name first.
    """
    every = sum(_size(it, price) for it in groups)
    sure = [it for it in groups if it[0].kind and _is_sure(it)]
    named = [it for it in sure if _is_named(it[0], about)]
    sure.sort(key=lambda it: (it not in named, -_size(it, price)))
    for n in range(1, len(sure) + 1):
        told = sure[:n]
        points, money = ([_more(it, of) for it in told] for of in ("points", "money"))
        earned, spent = (sum(max(0, sign * it) for it in money) for sign in (1, -1))
        if sum(map(len, told)) > MAX_ROWS or reason.own < MUCH * reason.lead:
            break
        if (
            (is_linked or named)
            and sum(_size(it, price) for it in told) >= TOLD * every
            and sum(points) >= MUCH * reason.own
            and abs(reason.own - sum(points)) <= max(1, UNTOLD * reason.own)
            and sum(map(abs, points)) <= 2 * sum(points)
            and min(earned, spent) >= SPENT * max(earned, spent)
        ):
            return told
    return []


def _leave_other_money(sides: Sides) -> bool:
    return any(not thing[1] for thing in differing_resources(sides[0][0], sides[1][0]))


def _is_named(row: Row, text: str) -> bool:
    things = row.kind.things if row.kind else ()
    return any(names(text.lower(), thing.lower()) for _name, thing in things)


def _is_sure(rows: list[Row]) -> bool:
    return any(sure_mean(_differences(rows, of)) for of in ("money", "points"))


def _differences(rows: list[Row], of: str) -> list[float]:
    """How much more of it there is in each game after the better move."""
    first, second = (
        [sum(getattr(it, of) for it in game) for game in zip(*side, strict=True)]
        for side in zip(*(row.sides for row in rows), strict=True)
    )
    return [a - b for a, b in zip(first, second, strict=True)]


def _more(rows: list[Row], of: str) -> float:
    return statistics.fmean(_differences(rows, of))


def _size(rows: list[Row], price: float) -> float:
    """How much differs, in points."""
    return abs(_more(rows, "money")) / price + abs(_more(rows, "points"))


def _price(rows: list[Row]) -> float:
    """What a point costs on average where points are bought for themselves; 0 if they are not."""
    kinds = (row.sides for row in rows if row.kind and not row.kind.things)
    bought = [it for sides in kinds for side in sides for it in side if it.points > 0 > it.money]
    points = sum(it.points for it in bought)
    return -sum(it.money for it in bought) / points if points else 0.0


def _sums(course: Course, seat: int) -> dict[Kind | None, Sums]:
    found = defaultdict[Kind | None, Sums](Sums)
    for n, step in enumerate(course.steps):
        own = [it for it in step.news if it[1].get("who", seat) == seat and [*_numbers(*it, seat)]]
        money, points = defaultdict[int, float](float), defaultdict[int, float](float)
        for change in step.changes:
            if change.who == seat:
                points[own.index(change.news) if change.news in own else -1] += change.n
        for thing, delta in course.moved(n).items():
            if delta and not thing[1]:
                for at, amount in _made_of(delta, unit_of(thing[0], "n"), own, seat):
                    money[at] += amount
        payers = [at for at in points if at >= 0 and not money[at]]
        if payers:
            money[payers[0]] += money.pop(-1, 0)
        for at in {**money, **points}:
            it = found[_kind(own[at]) if at >= 0 else None]
            it.money += money[at]
            it.points += points[at]
            for path, _unit, number in _numbers(*own[at], seat) if at >= 0 else ():
                it.numbers[path] += number
            it.news += own[at : at + 1] if at >= 0 else []
    return found


def _made_of(
    delta: float, unit: str, own: Sequence[News], seat: int
) -> Iterator[tuple[int, float]]:
    """Which amounts in these news make up what has changed, by the place of the news; -1 is the
    rest.
    """
    amounts = [
        (at, number)
        for at, news in enumerate(own)
        for _path, its_unit, number in _numbers(*news, seat)
        if its_unit == unit and number
    ][-MAX_AMOUNTS:]

    def rest(signs: tuple[int, ...]) -> float:
        return delta - sum(sign * n for sign, (_at, n) in zip(signs, amounts, strict=True))

    every = itertools.product((0, 1, -1), repeat=len(amounts))  # the last amounts first
    best = min(every, key=lambda signs: abs(rest(signs)))
    yield from ((at, sign * n) for sign, (at, n) in zip(best, amounts, strict=True) if sign)
    if rest(best):
        yield -1, rest(best)


def _kind(news: News) -> Kind:
    things = {
        name: str(value)
        for name, value in news[1].items()
        if isinstance(value, str) and not (isinstance(value, Phrase) and _has_number(value.values))
    }
    return Kind(news[0], (*things.items(),))


def _has_number(values: Mapping[str, Any]) -> bool:
    return any(isinstance(value, int | float) for value in values.values())


def _numbers(
    template: str, values: Mapping[str, Any], seat: int, path: Path = ()
) -> Iterator[tuple[Path, str, float]]:
    """The numbers in news for a seat, with their units."""
    for name, value in values.items():
        if isinstance(value, Phrase):
            yield from _numbers(value.template, value.values, seat, (*path, name))
        elif isinstance(value, list):
            for each in _of_seat(cast("list[Any]", value), seat):
                yield from _numbers(each.template, each.values, seat, (*path, name))
        elif isinstance(value, int | float) and name not in SEATS:
            yield (*path, name), unit_of(template, name), value


def _of_seat(values: list[Any], seat: int) -> list[Phrase]:
    return [it for it in values if isinstance(it, Phrase) and it.values.get("who") == seat]


def _told(games: list[Sums], seat: int) -> Phrase:
    """News with the average of all games, or of those with such news if no game has two of them."""
    having = [it for it in games if it.news]
    if not having:
        return phrase("Never.")
    once = all(len(it.news) == 1 for it in having)
    mean = defaultdict[Path, float](float)
    for it in having:
        for path, number in it.numbers.items():
            mean[path] += number / len(having if once else games)
    samples = [news for each in having for news in each.news]
    samples.sort(key=lambda it: -len([*_numbers(*it, seat)]))
    known = [it for it in samples if all(round(mean[path]) for path, *_ in _numbers(*it, seat))]
    if not known or (once and len(having) < RARELY * len(games)):
        return phrase("Rarely.")
    told = _filled(*known[0], mean, seat)
    if once and len(having) < ALWAYS * len(games):
        return phrase(
            "{told} (in {n} of {games} games)", told=told, n=len(having), games=len(games)
        )
    return told


def _filled(
    template: str, values: Mapping[str, Any], mean: Mapping[Path, float], seat: int, path: Path = ()
) -> Phrase:
    """A text with these numbers instead of its own."""
    found = dict[str, Any]()
    for name, value in values.items():
        at = (*path, name)
        if isinstance(value, Phrase):
            value = _filled(value.template, value.values, mean, seat, at)
        elif isinstance(value, list):
            own = _of_seat(cast("list[Any]", value), seat)
            value = [_filled(it.template, it.values, mean, seat, at) for it in own]
        elif isinstance(value, int | float) and name not in SEATS:
            value = round(mean[at])
        found[name] = value
    return phrase(template, **found)
