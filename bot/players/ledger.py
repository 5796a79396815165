"""What brings the points in one typical pair of games, one after the other, until most of the gain
is there: a sum that a reader can check.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from bot.players.courses import REST, Amounts, Course, Part, Sides, differing_resources
from bot.players.evidence import MUCH, amount_of, key_of, said, shares
from bot.players.reasons import Entry, News, Reason, Share
from games.words import phrase

MAX_ENTRIES, MAX_BOTH, MAX_SAME = 5, 8, 2
"""How many entries are told after a move, of both together, and of what is the same, at most."""
NEAR = 0.25
"""What differs from the gain by at most this share of it is near it."""
STEADY, MAX_DEEDS = 0.75, 2
"""What brings no points is told if it comes in this share of the games, and so many after a move.
"""
ACCOUNTED = 0.6
"""What is missing after the other move is told if this share of it comes from what is told and
linked with the moves.
"""
UNUSUAL, LINE_COST = 0.7, 0.25
"""A pair is not told if more of what differs is unusual. Of the others, the most usual one is told
with the fewest lines: the second number is the cost of each.
"""
LINKED, FEW = 0.6, 4
"""Lines are told if this share of the points that come later is linked with the moves; so few are
told anyway in games that do not say what a player has to spend, where links cannot be seen.
"""


class Means(NamedTuple):
    """What a step changed of what the seat has to spend, and what the seat had less of in the game
    after the other move.
    """

    moved: Amounts
    barred: str
    """Why the rulebook forbade the step in that game."""
    less: Amounts
    """How much less the seat had there, if that is much of what it spends."""
    lacked: Amounts
    """How much it had too little there."""

    @property
    def are_wanting(self) -> bool:
        return bool(self.barred or self.less or self.lacked)


class Line(NamedTuple):
    """How much of a part of a seat's points came at a moment; 0 of what leads to points."""

    who: int
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
    means: Means
    is_named: bool
    """It is about a thing that one of the moves names or moves."""

    @property
    def linked(self) -> bool:
        """Whether a move does it or makes it possible, or it is about a thing of theirs."""
        return not self.at[0] or self.means.are_wanting or self.is_named

    @property
    def about(self) -> Any:
        return self.who, self.part if self.part != REST else self.news and key_of(self.news)

    @property
    def same(self) -> Any:
        """Lines cancel out that agree in this; what a move brings at once, only with that."""
        named = self.part if self.part != REST else self.news and said(self.news)
        return self.who, named, self.n, self.at[0] == 0


Pair = tuple[list[Line], list[Line]]
"""What differs after the better move and after the other."""


class Ledger:
    """What differs in all pairs of games, of the seat, and of its rival if that loses much."""

    def __init__(self, reason: Reason, sides: Sides) -> None:
        self._gains = {reason.seat: reason.own}
        if reason.rival_seat is not None and -reason.rival > NEAR * reason.lead:
            self._gains[reason.rival_seat] = reason.rival
        self._seat, self._lead = reason.seat, reason.lead
        self._allowed = max(1, NEAR * self._lead)
        self._sides = sides
        self._counts_resources = any(step.has for it in sides[0] for step in it.steps)
        self._lines = list[Pair]()
        for pair in zip(*sides, strict=True):
            named = {*_things([values for it in pair for _text, values in it.steps[0].news])}
            named |= _goods(pair[0].moved(0)) | _goods(pair[1].moved(0))
            first, second = (
                [*_lines(it, other, reason.seat, self._gains, named)]
                for it, other in (pair, (pair[1], Course()))  # nothing is wanting after the second
            )
            self._lines.append((first, second))

    def tell(self, reason: Reason) -> None:
        """The entries of a typical pair, up to the first part of the game by whose end most pairs
        have the gain; none if no pair is simple enough.
        """
        if self._ahead(self._gains) >= MUCH * self._lead:
            every = (line.late for pair in self._lines for line in (*pair[0], *pair[1]))
            any(self._tell(reason, late) for late in range(1 + max(every, default=-1)))

    def _tell(self, reason: Reason, late: int) -> bool:
        """The entries of the most usual pair up to a part of the game, if they can be told."""
        pairs = [_differing(pair, late) for pair in self._lines]
        gains = [{who: _gain(pair, who) for who in self._gains} for pair in pairs]
        means = {who: statistics.fmean(each[who] for each in gains) for who in self._gains}
        near = [n for n, each in enumerate(gains) if self._is_near(each)]
        if not near or not self._is_near(means):
            return False
        often = [Counter(it for pair in pairs for it in {line.about for line in pair[at]})
                 for at in (0, 1)]  # fmt: skip

        def seldom(line: Line, at: int) -> float:
            return 1 - often[at][line.about] / len(pairs)

        def cost(pair: Pair) -> float:
            lines = ((line, at) for at in (0, 1) for line in pair[at] if line.n)
            return sum(LINE_COST + seldom(line, at) for line, at in lines)

        number = min(near, key=lambda n: cost(pairs[n]))
        pair = pairs[number]
        sizes = [(abs(line.n), seldom(line, at)) for at in (0, 1) for line in pair[at]]
        most = sum(n for n, _share in sizes)
        later = [line for side in pair for line in side if line.at[0]]
        linked = sum(abs(line.n) for line in later if line.linked)
        most_told = FEW if not self._counts_resources else 0
        is_linked = linked >= LINKED * sum(abs(line.n) for line in later)
        if not is_linked and sum(n > 0 for n, _share in sizes) > most_told:
            return False
        sources = _sources(pair, self._at_once(number))
        if sources is None:
            return False
        if not any(line.n and line.means.less for line in pair[0]):
            for at in (0, 1):
                usual = [it for it in pair[at] if not it.n and seldom(it, at) <= 1 - STEADY]
                sources[at].extend(usual[:MAX_DEEDS])
        first, second = (
            _told([line for line in side if line.n or line in known])
            for side, known in zip(pair, sources, strict=True)
        )
        if len(first) + len(second) > MAX_BOTH:
            return False
        rest = [each.n for each in (*first, *second) if not each.told]
        if (
            not any(line.n and line.who == self._seat for side in pair for line in side)
            or [it.told for it in first] == [it.told for it in second]
            or max(map(abs, rest), default=0) > self._allowed
            or sum(n * share for n, share in sizes) > UNUSUAL * most
        ):
            return False
        reason.entries = first, second
        reason.left_over = self._left_over(number)
        if not any(line.n and line.at[0] for side in pair for line in side):
            reason.same = self._same(number)
        return True

    def _at_once(self, n: int) -> Amounts:
        """How much more the better move itself leaves the seat to spend in a pair of games."""
        first, second = (side[n].steps[0].has for side in self._sides)
        return {it: first.get(it, 0) - second.get(it, 0) for it in first | second}

    def _same(self, n: int) -> list[Entry]:
        """What later brings the seat the same in both games of a pair, by goods of the moves."""
        first, second = self._lines[n]
        both = {line.same for line in second}
        later = [it for it in first if it.n and it.at[0] and it.is_named and it.same in both]
        return _told([it for it in later if it.who == self._seat][:MAX_SAME])

    def _left_over(self, n: int) -> tuple[list[Share], list[Share]]:
        """What is left at the end of a pair of games of what the moves change differently."""
        pair = [side[n] for side in self._sides]
        goods = [thing for thing in differing_resources(*pair) if thing[1]]
        first, second = ({it: each.steps[-1].has.get(it, 0) for it in goods} for each in pair)
        return (shares(first), shares(second)) if first != second else ([], [])

    def _is_near(self, gains: Mapping[int, float]) -> bool:
        ahead = self._ahead(gains) - self._ahead(self._gains)
        off = [gains[who] - wanted for who, wanted in self._gains.items()]
        return max(map(abs, [ahead, *off])) <= self._allowed

    def _ahead(self, gains: Mapping[int, float]) -> float:
        return sum(n if who == self._seat else -n for who, n in gains.items())


def _lines(
    it: Course, other: Course, seat: int, seats: Iterable[int], named: set[str | Part]
) -> Iterator[Line]:
    """What brings these seats points in a game, not in the other one, and what else the seat does;
    the moves that are compared have `named` these things.
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
        means = Means(it.moved(i), it.hindrance(step) or "", *it.shortage(step, other))
        goods = _goods(means.moved) if step.is_own else set[Part]()
        sources = [each.news for each in step.changes]

        found = [
            (seat, REST, 0.0, n)
            for n, news in enumerate(step.news if i else ())
            if news[1].get("who") == seat and key_of(news)[1] and news not in sources
        ]
        found += [
            (each.who, each.part, each.n, step.place(each.news))
            for each in step.changes
            if each.who in seats
        ]
        for who, part, amount, n in found:
            news = step.news[n] if n >= 0 else None
            during = step.part(n)
            is_kept = news is None or (said(news), str(during)) not in done
            yield Line(
                who,
                part,
                amount,
                news,
                (i, n),
                during,
                late(during),
                means if is_kept else Means(means.moved, "", {}, {}),
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
    """What comes up to a part of the game after one move alone, of parts that differ in all."""
    early = [[line for line in side if line.late <= late] for side in pair]
    first, second = (Counter(line.same for line in side) for side in early)
    more = defaultdict[tuple[int, Part], float](float)
    for sign, side in zip((1, -1), early, strict=True):
        for line in side:
            more[line.who, line.part] += sign * line.n

    def left(lines: list[Line], other: Counter[Any]) -> list[Line]:
        found, both = list[Line](), Counter(other)
        for line in lines:
            if both[line.same] > 0:
                both[line.same] -= 1
            elif more[line.who, line.part] or not line.n:
                found.append(line)
        return found

    return left(early[0], second), left(early[1], first)


def _sources(pair: Pair, at_once: Amounts) -> Pair | None:
    """What else is told after each move, because that of which there is less after the other one
    comes from there; None if much of it comes from what has nothing to do with the moves. `at_once`
    is how much more the better move itself leaves.
    """
    wanting = dict[Part, Line]()
    for line in pair[0]:
        for thing in line.means.less if line.n else ():
            wanting.setdefault(thing, line)
    sources: Pair = [], []
    for thing, line in wanting.items():
        less, known = line.means.less[thing], at_once.get(thing, 0)
        before = [it for it in pair[0] if it.at < line.at]
        meanwhile = [it for it in pair[1] if it.late <= line.late]
        for sign, side, chosen in ((1, before, sources[0]), (-1, meanwhile, sources[1])):
            side = [it for it in side if it.at[0] and it.linked]
            more = {it.at[0]: sign * it.means.moved.get(thing, 0) for it in side}
            told = {it.at[0] for it in side if it.n or it in chosen}
            known += sum(more.get(step, 0) for step in told)
            for it in sorted(side, key=lambda it, more=more: -more.get(it.at[0], 0)):
                gain = more.get(it.at[0], 0)
                if it.at[0] not in told and gain > 0 and known < less and len(chosen) < MAX_DEEDS:
                    chosen.append(it)
                    told.add(it.at[0])
                    known += gain
        if known < ACCOUNTED * less:
            return None
    return sources


def _gain(pair: Pair, who: int) -> float:
    better, other = (sum(line.n for line in side if line.who == who) for side in pair)
    return better - other


def _told(lines: list[Line]) -> list[Entry]:
    """The largest of what is told together, in order, and the rest."""
    news = defaultdict[Any, list[Line]](list)
    for line in lines:
        news[line.who, line.at if line.news else None].append(line)
    named = sorted(
        (each for each in news if each[1]), key=lambda it: -abs(sum(line.n for line in news[it]))
    )
    deeds = sum(not any(line.n for line in each) for each in news.values())
    is_short = len(news) - deeds <= MAX_ENTRIES
    most = named if is_short else named[: MAX_ENTRIES - 1]
    found = [_entry(news[each]) for each in news if each in most]
    rest = defaultdict[int, float](float)
    for each in news:
        if each not in most:
            rest[each[0]] += sum(line.n for line in news[each])
    return found + [Entry(who, None, [Share(round(n))]) for who, n in rest.items() if round(n)]


def _entry(lines: list[Line]) -> Entry:
    first = lines[0]
    assert first.news
    told = phrase(first.news[0], **first.news[1])
    if first.during:
        when = phrase(first.during[0], **first.during[1])
        told = phrase("{told} ({when})", told=told, when=when)
    means = first.means
    lacks = [
        Share(round(n), amount_of(*part, round(n)))
        for part, n in (means.lacked or (means.less if first.n else {})).items()
    ]
    brings = shares({it.part: it.n for it in lines})
    return Entry(first.who, told, brings, means.barred, lacks, bool(means.lacked))
