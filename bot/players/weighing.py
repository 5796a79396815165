"""What comes of two moves where the game itself says how much that brings: the news of one typical
pair of games, as far as most pairs differ so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from bot.players.courses import Course, Sides
from bot.players.evidence import MOSTLY, MUCH, key_of, names, said, sure_mean
from bot.players.reasons import Event, News, Reason
from games.kernel import KIND, WORTH
from games.words import Phrase, listed, phrase

MAX_EVENTS, MAX_NEWS = 5, 3
"""How many events are told that bring something, and how many news of each."""
LARGE = 0.1
"""Each of them makes at least this share of the gain."""
STEADY = 0.75
"""News differ steadily that bring more in this share of the pairs of games."""
UNTOLD = 0.25
"""At most this share of what is gained may come from what is not told."""


class Kind(NamedTuple):
    """News of a seat that are the same but for their numbers, in one part of the game."""

    who: int
    part: str | None
    """None is the part in which the move is made."""
    template: str
    things: tuple[tuple[str, str], ...] = ()


class Told(NamedTuple):
    news: News
    at: tuple[int, int]
    """When it comes: the step, and its place in it."""
    part: News | None

    @property
    def worth(self) -> float:
        """What it brings beyond the move itself. In a later part only housekeeping costs anything:
        other costs are for a choice there.
        """
        values = self.news[1]
        n = values.get(WORTH, 0) if self.at[0] else 0
        return n if self.part is None or KIND in values else max(0, n)

    @property
    def said(self) -> str:
        return said(self.news)


Both = Sequence[Sequence[Told]]
"""After the better move and after the other."""


class Weighed:
    """What differs steadily in pairs of games, and the pair that is nearest to the usual."""

    def __init__(
        self, reason: Reason, sides: Sides, labels: tuple[str, str], hints: tuple[str, str]
    ) -> None:
        """The better move comes first, the `hints` say what each would bring."""
        self._reason = reason
        self._deed = Kind(reason.seat, None, "")
        """What a move says, and what its seat does when it is asked about the things in that."""
        self._told = [
            [self._told_in(it, label) for it in side]
            for side, label in zip(sides, labels, strict=True)
        ]
        pairs = [*zip(self._told[0], self._told[1], strict=True)]
        more = {
            kind: [_more(*(it.get(kind, ()) for it in pair)) for pair in pairs]
            for kind in dict.fromkeys(chain(*self._told[0], *self._told[1]))
        }
        self._gains = {kind: gain for kind, worth in more.items() if (gain := _steady_mean(worth))}
        distances = [
            sum(abs(more[kind][i] - gain) for kind, gain in self._gains.items())
            for i in range(reason.games)
        ]
        self._pair = pairs[distances.index(min(distances))]
        asked = [sum(map(bool, map(_answers, side))) for side in sides]
        self._is_asked = [n >= MOSTLY * reason.games for n in asked]
        over = [sum(map(_is_over, side)) for side in sides]
        self._is_over = max(over) >= MOSTLY * reason.games
        """Whether a move itself mostly ends a part of the game."""
        known = [hint for hint, n in zip(hints, self._is_asked, strict=True) if not n]
        self._said = " ".join([*labels, *known])

    def _told_in(self, course: Course, label: str) -> dict[Kind, list[Told]]:
        """What a course tells of the seat and its rival beside the label of the move."""
        seats = [it for it in (self._reason.seat, self._reason.rival_seat) if it is not None]
        answers = _answers(course)
        found = defaultdict[Kind, list[Told]](list)
        for i, step in enumerate(course.steps):
            for n, news in enumerate(step.news):
                who, part = news[1].get("who", -1), step.part(n)
                if who in seats and (i or not _is_in(label, news)):
                    is_deed = not i or (step.is_own and step.moves in answers)
                    kind = Kind(who, part and said(part), *key_of(news)[:2])
                    kind = self._deed if is_deed and kind[:2] == self._deed[:2] else kind
                    found[kind].append(Told(news, (i, n), part))
        return found

    def events(self) -> list[Event]:
        """What the moves lead to, then what brings most beside; [] if that does not make most of
        the gain, or nothing comes of one of the moves.
        """
        reason = self._reason
        deeds = [
            [it for it in told if it.at[0] or not is_asked]
            for is_asked, told in zip(self._is_asked, self._usual(self._deed), strict=True)
        ]
        is_idle = any(it and not told for it, told in zip(self._is_asked, deeds, strict=True))
        if is_idle or self._is_over:
            return []
        events = [self._event(deeds, self._gains.get(self._deed, 0))]
        self._say(*deeds)
        for both in self._consequences():
            events.append(self._event(both))
            self._say(*both)
        large = self._large()
        sizes = sorted((abs(it.own - it.rival) for it in large), reverse=True)[:MAX_EVENTS]
        events += [it for it in large if abs(it.own - it.rival) >= sizes[-1]]
        events.append(self._event(self._same()))
        reason.events = [it for it in events if it.then or it.otherwise]
        if abs(reason.rival - reason.rival_told) > UNTOLD * abs(reason.rival_told):
            reason.events = [it for it in reason.events if not it.rival]
        total, untold = reason.own, abs(reason.own - reason.own_told)
        if total < MUCH * reason.lead:
            total, untold = reason.lead, untold + abs(reason.rival - reason.rival_told)
        return reason.events if untold <= UNTOLD * total else []

    def _say(self, *told: Sequence[Told]) -> None:
        self._said = " ".join([self._said, *(it.said for it in chain(*told))])

    def _consequences(self) -> list[Both]:
        """What brings nothing itself, and names a thing of the moves: in the same part of the game
        anything, later what cards and the like do.
        """
        found = defaultdict[tuple[Any, ...], tuple[list[Told], ...]](lambda: ([], []))
        for kind in dict.fromkeys(chain(*self._pair)):
            for out, told in zip(found[kind[:2]], self._usual(kind), strict=True):
                out += [
                    it
                    for it in told
                    if kind != self._deed
                    and not it.news[1].get(WORTH, kind.part)
                    and any(names(self._said, each) for each in _names(it.news))
                ]
        return [*found.values()]

    def _large(self) -> list[Event]:
        """What brings the seat or its rival much and has to do with what is told: the seat's first,
        each in its order.
        """
        groups = defaultdict[tuple[int, str], list[Kind]](list)
        for kind in self._known():
            groups[kind.who, kind.template].append(kind)
        found = [it for kinds in groups.values() if (it := self._group(kinds))]
        return [event for _order, event in sorted(found, key=lambda it: it[0])]

    def _known(self) -> list[Kind]:
        """What differs steadily and has to do with what is told: the seat's first other number of
        what names nothing, what names a thing that is told, and what comes with either.
        """
        seat, kinds = self._reason.seat, [kind for kind in self._gains if kind != self._deed]
        more = [kind for kind in kinds if kind.who == seat and self._is_more(kind)]
        for kind in more:
            self._say(*self._differing(kind))
        named = [
            kind for kind in kinds if any(names(self._said, thing) for _name, thing in kind.things)
        ]
        near = {kind[:2] for kind in more}
        if more:
            near.add(self._deed[:2])
        nearly = near | {kind[:2] for kind in named}
        return [
            kind
            for kind in kinds
            if kind in [*named, *more]
            or kind[:2] in (near if kind.things else nearly)
            or (kind.who == seat and not kind.things and "{n:" not in kind.template)
        ]

    def _is_more(self, kind: Kind) -> bool:
        """Whether news name nothing, and are the first of their template with another number
        `n`.
        """
        like = [
            (told[0].at, str(it.part))
            for it, told in chain(*(game.items() for game in self._pair))
            if (it.who, it.template) == (kind.who, kind.template)
        ]
        n, m = (sum(it.news[1].get("n", 0) for it in told) for told in self._differing(kind))
        return not kind.things and n != m and min(like)[1] == str(kind.part)

    def _group(self, kinds: list[Kind]) -> tuple[Any, Event] | None:
        """An event of kinds of a seat and a template, of the part in which they bring most, and
        what it is sorted by; None if that is little or the middle pair is not typical in it.
        """
        parts, sizes = defaultdict[str | None, float](float), defaultdict[str | None, float](float)
        for kind in kinds:
            parts[kind.part] += self._gains[kind]
            sizes[kind.part] += abs(self._gains[kind])
        part = max(sizes, key=lambda it: sizes[it])
        shown = [kind for kind in kinds if kind.part == part]
        both = [[*chain(*it)] for it in zip(*map(self._differing, shown), strict=True)]
        is_typical = abs(_more(*both) - parts[part]) <= MUCH * sizes[part]
        is_own, total = shown[0].who == self._reason.seat, sum(parts.values())
        size = sum(sizes.values()) if is_own else abs(total)
        if size < max(1, LARGE * self._reason.lead) or not is_typical or not any(both):
            return None
        most = [sorted(it, key=lambda each: -abs(each.worth))[:MAX_NEWS] for it in both]
        event = self._event([sorted(it, key=lambda each: each.at) for it in most], total)
        event.then = event.then or self._instead(shown[0], 0)
        event.otherwise = event.otherwise or self._instead(shown[0], 1)
        event.is_sum = len(parts) > 1 or sum(map(len, most)) < sum(map(len, both))
        return (not is_own, max(it.at for it in chain(*both))), event

    def _instead(self, kind: Kind, at: int) -> Phrase | None:
        """What of a template the middle pair has in a part after this move alone; None if that is
        told before.
        """
        others = self._pair[1 - at]
        found = [it for it in self._pair[at] if it[:3] == kind[:3] and it not in others]
        told = [it for each in found for it in self._pair[at][each] if it.said not in self._said]
        if not found:
            return phrase("Nothing of the kind instead.")
        return _text(told[:MAX_NEWS])

    def _same(self) -> Both:
        """What brings the seat most, if it does so after both moves alike."""
        seat = self._reason.seat
        own = [it for kind, told in self._pair[0].items() if kind.who == seat for it in told]
        most = sorted((it for it in own if it.worth > 0), key=lambda it: -it.worth)
        known = {it.said for told in self._pair[1].values() for it in told}
        differing = {kind.template for kind in self._gains if kind.who == seat}
        like = [it for it in most if it.news[0] == most[0].news[0] not in differing]
        same = [it for it in like if it.said in known][:1]
        return same, same

    def _usual(self, kind: Kind) -> Both:
        """What of the middle pair comes like that mostly after one move alone."""
        return [
            [
                it
                for it in told
                if self._often(kind, at, it.news[0]) and not self._often(kind, 1 - at, it.said)
            ]
            for at, told in enumerate(self._differing(kind))
        ]

    def _often(self, kind: Kind, at: int, text: str) -> bool:
        """Whether news of this template or text, of the same seat and part, come mostly after a
        move.
        """
        games = [
            [it for kind_, told in game.items() if kind_[:2] == kind[:2] for it in told]
            for game in self._told[at]
        ]
        n = sum(any(text in (it.said, it.news[0]) for it in game) for game in games)
        return n >= MOSTLY * self._reason.games

    def _differing(self, kind: Kind) -> Both:
        """What the middle pair tells after one move alone."""
        better, other = (game.get(kind, []) for game in self._pair)
        return [
            [it for it in told if it.said not in [each.said for each in others]]
            for told, others in ((better, other), (other, better))
        ]

    def _event(self, both: Both, gain: float = 0) -> Event:
        event = Event(_text(both[0]), 0, _text(both[1]), 0, is_weighed=True)
        is_own = all(it.news[1]["who"] == self._reason.seat for it in chain(*both))
        setattr(event, "own" if is_own else "rival", round(gain))
        return event


def _steady_mean(worth: Sequence[float]) -> float:
    """The mean if it is sure and most have its sign, else 0."""
    mean = sure_mean(worth)
    return mean if sum(n * mean > 0 for n in worth) >= STEADY * len(worth) else 0.0


def _more(better: Sequence[Told], other: Sequence[Told]) -> float:
    """How much more news bring."""
    return sum(it.worth for it in better) - sum(it.worth for it in other)


def _names(news: News) -> list[str]:
    """What news name, without amounts."""
    return [it for it in news[1].values() if isinstance(it, str) and not isinstance(it, Phrase)]


def _is_in(label: str, news: News) -> bool:
    """Whether the label of a move says the same, or what it brings at once."""
    things = " ".join(thing for _name, thing in key_of(news)[1])
    return bool(news[1].get(WORTH)) or any(names(label, it) for it in re.findall(r"[\w-]+", things))


def _is_over(course: Course) -> bool:
    """Whether the first move brings several things, as where it ends a part of the game."""
    return sum(news[1].get(WORTH, 0) > 0 for news in course.steps[0].news) > 1


def _answers(course: Course) -> set[int]:
    """Which moves of the seat answer a question that names what the first one tells of."""
    things = [it for news in course.steps[0].news for it in _names(news)]
    moves = enumerate(course.moves, 1)
    return {i for i, move in moves if any(names(move.prompt, it) for it in things)}


def _text(told: Sequence[Told]) -> Phrase | None:
    if not told:
        return None
    text, part = listed([phrase(it.news[0], **it.news[1]) for it in told], "words"), told[0].part
    if part is None:
        return text
    return phrase("{told} ({when})", told=text, when=phrase(part[0], **part[1]))
