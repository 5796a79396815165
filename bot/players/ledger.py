"""What brings the points in one typical pair of games, one after the other, until most of the gain
is there: a sum that a reader can check.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, cast

from bot.players.courses import REST, Amounts, Course, Part, Sides
from bot.players.evidence import MUCH, amount_of, key_of, said, shares, sure_mean
from bot.players.reasons import Entry, News, Reason, Share
from games.words import phrase

MAX_ENTRIES, MAX_BOTH = 5, 8
"""How many entries are told after a move, and of both together, at most."""
NEAR, PAIR_NEAR = 0.25, 0.5
"""How far all pairs on average, and one pair, may be from the gain, as shares of it."""
MAX_SOURCES = 2
"""How much of what brings no points is told after a move, at most."""
UNUSUAL, LINE_COST = 0.75, 0.25
"""A pair is not told if more than this share of what differs is unlike the average. Of the others,
the one nearest to it is told with the fewest lines: the second number is the cost of each.
"""
LINKED = 0.6
"""Lines are told if this share of the points that come later is linked with the moves, and what is
linked makes this share of the gain.
"""


class Line(NamedTuple):
    """How much of a part of a seat's points came at a moment; 0 of what leads to points."""

    part: Part
    n: float
    news: News | None
    """What tells of it."""
    at: tuple[int, int]
    """The step, and the place of the news in it."""
    during: News | None
    """The heading of the part of the game, if it is a later one."""
    late: int
    """How many such headings have come."""
    moved: Amounts
    """What the step changed of what the seat has to spend."""
    barred: str
    """Why the rulebook forbade it in the game after the other move."""
    lacked: Amounts
    """How much the seat had too little for it there."""
    is_named: bool
    """It is about a thing that one of the moves names or moves."""

    @property
    def linked(self) -> bool:
        """Whether a move does it or makes it possible, or it is about a thing of theirs."""
        return bool(not self.at[0] or self.barred or self.lacked or self.is_named)

    def is_left(self, has: Amounts) -> bool:
        """Whether it brings points for goods that the seat has left at the end of the other game,
        where nothing else kept it from that.
        """
        spent = [it for it, n in self.moved.items() if n < 0 and it[1]]
        wanting = self.lacked if self.lacked or self.barred else spent
        return bool(self.n > 0 and self.at[0] and any(has.get(it) for it in wanting if it[1]))

    @property
    def about(self) -> Any:
        return self.part if self.part != REST else self.news and key_of(self.news)

    @property
    def same(self) -> Any:
        """Lines cancel out that agree in this; what a move brings at once, only with that."""
        named = self.part if self.part != REST else self.news and said(self.news)
        return named, self.n, self.at[0] == 0


Pair = tuple[list[Line], list[Line]]
"""What differs after the better move and after the other."""


class Ledger:
    """What differs in all pairs of games of what brings the seat points."""

    def __init__(self, reason: Reason, sides: Sides) -> None:
        self._seat, self._own = reason.seat, reason.own
        self._sides = sides
        self._lines = list[Pair]()
        for pair in zip(*sides, strict=True):
            named = {*_things([values for it in pair for _text, values in it.steps[0].news])}
            named |= _goods(pair[0].moved(0)) | _goods(pair[1].moved(0))
            first, second = (
                [*_lines(it, other, reason.seat, named)]
                for it, other in (pair, (pair[1], Course()))  # nothing is wanting after the second
            )
            self._lines.append((first, second))
        self._last = max((it.late for it in chain(*chain(*self._lines))), default=-1)
        every = [_more(_differing(pair, self._last)) for pair in self._lines]
        abouts = {about for it in every for about in it}
        self._usual = {about: sure_mean([it.get(about, 0) for it in every]) for about in abouts}
        """What each thing brings more after the better move, on average."""

    def tell(self, reason: Reason) -> None:
        """The entries of a typical pair, up to the first part of the game by whose end most pairs
        have the gain; none if no pair is simple enough.
        """
        is_known = not reason.parts or abs(reason.own_elsewhere) < MUCH * reason.own
        if is_known and reason.own >= MUCH * reason.lead:
            any(self._tell(reason, late) for late in range(1 + self._last))

    def _tell(self, reason: Reason, late: int) -> bool:
        """The entries of the most usual pair up to a part of the game, if they can be told."""
        pairs = [_differing(pair, late) for pair in self._lines]
        gains = [_gain(pair) for pair in pairs]
        near = [n for n, gain in enumerate(gains) if self._is_near(gain, PAIR_NEAR)]
        if not near or not self._is_near(statistics.fmean(gains), NEAR):
            return False
        more = [_more(pair) for pair in pairs]
        lines = [sum(line.n != 0 for side in pair for line in side) for pair in pairs]
        number = min(near, key=lambda n: self._off(more[n]) + LINE_COST * lines[n])
        pair = pairs[number]
        later = [line for side in pair for line in side if line.at[0]]
        linked = sum(abs(line.n) for line in later if line.linked)
        net = _gain([it for it in side if it.linked] for side in pair)
        if linked < LINKED * sum(abs(line.n) for line in later) or net < LINKED * self._own:
            return False
        sources = _sources(pair, self._at_once(number))
        if sources is None:
            return False
        first, second = (
            _told([line for line in side if line.n or line in known])
            for side, known in zip(pair, sources, strict=True)
        )
        if len(first) + len(second) > MAX_BOTH:
            return False
        rest = [each.n for each in (*first, *second) if not each.told]
        if (
            not any(line.n for side in pair for line in side)
            or [it.told for it in first] == [it.told for it in second]
            or max(map(abs, rest), default=0) > max(1, NEAR * self._own)
            or self._off(more[number]) > UNUSUAL * sum(map(abs, more[number].values()))
        ):
            return False
        if any(it.is_left(self._sides[1][number].steps[-1].has) for it in pair[0]):
            return False
        reason.entries = first, second
        return True

    def _off(self, more: Mapping[Any, float]) -> float:
        """How far this is from what is usual."""
        return sum(
            abs(more.get(about, 0) - self._usual.get(about, 0)) for about in {**more, **self._usual}
        )

    def _at_once(self, n: int) -> Amounts:
        """How much more the better move itself leaves the seat to spend in a pair of games."""
        first, second = (side[n].steps[0].has for side in self._sides)
        return {it: first.get(it, 0) - second.get(it, 0) for it in first | second}

    def _is_near(self, gain: float, share: float) -> bool:
        return abs(gain - self._own) <= max(1, share * self._own)


def _lines(it: Course, other: Course, seat: int, named: set[str | Part]) -> Iterator[Line]:
    """What brings the seat points in a game, not in the other one, and what else it does; the moves
    that are compared have `named` these things.
    """
    headings = [str(None)]

    def late(during: News | None) -> int:
        if str(during) not in headings:
            headings.append(str(during))
        return headings.index(str(during))

    done = {
        (said(news), str(step.part(n))) for step in other.steps for n, news in enumerate(step.news)
    }
    for i, step in enumerate(it.steps):
        moved, barred = it.moved(i), it.hindrance(step) or ""
        lacked = it.shortage(step, other)
        goods = _goods(moved) if step.is_own else set[Part]()
        sources = [each.news for each in step.changes]

        found = [
            (REST, 0.0, n)
            for n, news in enumerate(step.news if i else ())
            if news[1].get("who") == seat and key_of(news)[1] and news not in sources
        ]
        found += [
            (each.part, each.n, step.place(each.news)) for each in step.changes if each.who == seat
        ]
        for part, amount, n in found:
            news = step.news[n] if n >= 0 else None
            during = step.part(n)
            is_kept = news is None or (said(news), str(during)) not in done
            yield Line(
                part,
                amount,
                news,
                (i, n),
                during,
                late(during),
                moved,
                barred if is_kept else "",
                lacked if is_kept else {},
                not named.isdisjoint([*goods, *_things(news and news[1])]),
            )


def _goods(moved: Amounts) -> set[Part]:
    """What has changed, but for mere money."""
    return {part for part, n in moved.items() if n and part[1]}


def _things(values: Any) -> Iterator[str]:
    """The names of things in the values of a line of news; numbers, as seats are, are none."""
    if isinstance(values, Mapping):
        values = [each for key, each in cast("Mapping[str, Any]", values).items() if key != "is"]
    if isinstance(values, list | tuple):
        for value in cast("Sequence[Any]", values):
            yield from _things(value)
    elif isinstance(values, str):
        yield values


def _differing(pair: Pair, late: int) -> Pair:
    """What comes up to a part of the game after one move alone, of parts that differ in all or that
    a move itself brings.
    """
    early = [[line for line in side if line.late <= late] for side in pair]
    at_once = {line.part for side in early for line in side if not line.at[0]}
    first, second = (Counter(line.same for line in side) for side in early)
    more = defaultdict[Part, float](float)
    for sign, side in zip((1, -1), early, strict=True):
        for line in side:
            more[line.part] += sign * line.n

    def left(lines: list[Line], other: Counter[Any]) -> list[Line]:
        found, both = list[Line](), Counter(other)
        for line in lines:
            if both[line.same] > 0:
                both[line.same] -= 1
            elif more[line.part] or not line.n or line.part in at_once:
                found.append(line)
        return found

    return left(early[0], second), left(early[1], first)


def _sources(pair: Pair, at_once: Amounts) -> Pair | None:
    """What else is told after each move, because what is lacked after the other one comes from
    there; None if some of it comes from what has nothing to do with the moves. `at_once` is how
    much more the better move itself leaves.
    """
    wanting = dict[Part, Line]()
    for line in pair[0]:
        for thing in line.lacked if line.n else ():
            wanting.setdefault(thing, line)
    sources: Pair = [], []
    for thing, line in wanting.items():
        lacked, known = line.lacked[thing], at_once.get(thing, 0)
        before = [it for it in pair[0] if it.at < line.at]
        meanwhile = [it for it in pair[1] if it.late <= line.late]
        for sign, side, chosen in ((1, before, sources[0]), (-1, meanwhile, sources[1])):
            side = [it for it in side if it.at[0] and it.linked]
            more = {it.at[0]: sign * it.moved.get(thing, 0) for it in side}
            told = {it.at[0] for it in side if it.n or it in chosen}
            known += sum(more.get(step, 0) for step in told)
            for it in sorted(side, key=lambda it, more=more: -more.get(it.at[0], 0)):
                gain = more.get(it.at[0], 0)
                is_new = it.at[0] not in told and len(chosen) < MAX_SOURCES
                if is_new and gain > 0 and known < lacked:
                    chosen.append(it)
                    told.add(it.at[0])
                    known += gain
        if known < lacked:
            return None
    return sources


def _more(pair: Pair) -> dict[Any, float]:
    found = defaultdict[Any, float](float)
    for sign, side in zip((1, -1), pair, strict=True):
        for line in side:
            found[line.about] += sign * line.n
    return found


def _gain(pair: Iterable[list[Line]]) -> float:
    better, other = (sum(line.n for line in side) for side in pair)
    return better - other


def _told(lines: list[Line]) -> list[Entry]:
    """The largest of what is told together, in order, and the rest."""
    news = defaultdict[Any, list[Line]](list)
    for line in lines:
        news[line.at if line.news else None].append(line)
    named = sorted(
        (each for each in news if each), key=lambda it: -abs(sum(line.n for line in news[it]))
    )
    is_short = sum(any(line.n for line in each) for each in news.values()) <= MAX_ENTRIES
    most = named if is_short else named[: MAX_ENTRIES - 1]
    found = [_entry(news[each]) for each in news if each in most]
    rest = round(sum(line.n for each in news if each not in most for line in news[each]))
    return [*found, Entry(None, [Share(rest)])] if rest else found


def _entry(lines: list[Line]) -> Entry:
    first = lines[0]
    assert first.news
    told = phrase(first.news[0], **first.news[1])
    if first.during:
        when = phrase(first.during[0], **first.during[1])
        told = phrase("{told} ({when})", told=told, when=when)
    lacks = [Share(round(n), amount_of(*part, round(n))) for part, n in first.lacked.items()]
    brings = shares({it.part: it.n for it in lines})
    return Entry(told, brings, first.barred, lacks)
