"""Events of games that were played out of which the game itself says how much they bring, and what
leads to them from a move.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.players.courses import Course, Sides
from bot.players.evidence import (
    MOSTLY,
    MUCH,
    Cause,
    Key,
    Seen,
    key_of,
    names,
    said,
    seen_in,
    sure_mean,
    who,
)
from bot.players.reasons import Event, News, Reason
from games.kernel import WORTH
from games.words import listed, phrase

MAX_EVENTS = 5
"""How many are told that bring something."""
LARGE = 0.1
"""Each of them makes at least this share of the gain."""
PART = 0.25
"""The one that is told makes at least this share of what all of its kind bring."""
UNTOLD = 0.35
"""At most this share of what the mover gains may come from what is not told."""
Link = list[Cause]
"""What leads to an event and is told with it."""


class Deeds:
    """What comes of a move in the same part of the game, when the seat answers a question that
    names what this move alone tells of, such as the place where it put a piece.
    """

    def __init__(self, seat: int, side: list[Course], other: list[Course]) -> None:
        known = [said(it) for it in _first_news(seat, other)]
        self.first = [it for it in _first_news(seat, side) if said(it) not in known]
        things = [thing for news in self.first for _name, thing in key_of(news)[1]]
        found, asked = defaultdict[str, list[News]](list), 0
        for it in side:
            answered = {
                i
                for i, move in enumerate(it.moves, 1)
                if move.during is None and any(names(move.prompt, each) for each in things)
            }
            asked += bool(answered)
            steps = (each for each in it.steps[1:] if each.is_own and each.moves in answered)
            news = {each[0]: each for step in steps for each in _own(seat, step.news)}
            for template, each in news.items():
                found[template].append(each)
        usual = MOSTLY * len(side)
        self.is_asked = asked >= usual
        self.found = {template: news for template, news in found.items() if len(news) >= usual}
        worth = [each[1].get(WORTH, 0) for news in self.found.values() for each in news]
        self.brings = sum(worth) / len(side)

    @property
    def told(self) -> list[News]:
        """The most frequent ones."""
        most = [Counter(map(said, news)).most_common(1)[0][0] for news in self.found.values()]
        every = {said(each): each for news in self.found.values() for each in news}
        return [every[text] for text in most]


def _own(seat: int, news: list[News]) -> list[News]:
    return [each for each in news if each[1].get("who") == seat]


def _first_news(seat: int, side: list[Course]) -> list[News]:
    """What the seat's move itself mostly tells."""
    news = [each for it in side for each in _own(seat, it.steps[0].news)]
    count = Counter(map(said, news))
    every = {said(each): each for each in news}
    return [each for text, each in every.items() if count[text] >= MOSTLY * len(side)]


def _naming(texts: list[tuple[str, Link]], key: Key) -> list[tuple[str, Link]]:
    """What news of a key name that one of these texts names, each with what belongs to the text."""
    return [(it, link) for text, link in texts for _name, it in key[1] if names(text, it)]


class Weighed:
    """Events of which the game itself says how much they bring, and what leads to them."""

    def __init__(
        self, reason: Reason, sides: Sides, labels: tuple[str, str], hints: tuple[str, str]
    ) -> None:
        """The better move comes first, the `hints` say what each would bring."""
        self._seat, self._rival, self._games = reason.seat, reason.rival_seat, reason.games
        seat = reason.seat
        self._deeds = Deeds(seat, *sides), Deeds(seat, *sides[::-1])
        told = {it for each in self._deeds for it in each.found}
        self._seen = [
            (key, each)
            for (key, _at), each in seen_in(seat, sides).items()
            if key[0] not in told or who(key) != seat
        ]
        self._means = [
            self._leading(i, label, "" if deeds.is_asked else hint, deeds)
            for i, (deeds, label, hint) in enumerate(zip(self._deeds, labels, hints, strict=True))
        ]

    def _leading(self, at: int, label: str, hint: str, deeds: Deeds) -> list[tuple[str, Link]]:
        """What a move says and does, and what the seat has or does after it alone of the things in
        that, each with what of it is to be told.
        """
        found = [(text, Link()) for text in (label, hint, *map(said, deeds.told))]
        for news in deeds.first:
            text = phrase(news[0], **news[1])
            event = Event(*((None, 0, text, self._games) if at else (text, self._games, None, 0)))
            event.is_weighed = True
            found.append((text, [Cause(event, key_of(news), 0, 0, 0)]))
        move = [*found]
        for key, each in self._seen:
            event = each.event()
            if who(key) == self._seat and event.oftener(self._games) * (1 - 2 * at) > 0:
                for _thing, link in _naming(move, key)[:1]:
                    event.is_weighed = True
                    cause = Cause(event, key, each.turn, *self._amounts(each))
                    found.append((str(event.otherwise if at else event.then), [*link, cause]))
        return found

    def events(self, reason: Reason) -> list[Event]:
        """What makes most of the gain beside what the moves bring at once: what they lead to, then
        the clearest event of each kind, with what leads to it, in their order; [] if that does not
        make most of it.
        """
        if any(it.is_asked and not it.found for it in self._deeds):  # nobody believes that
            return []
        deeds = self._event_of_deeds()
        least = max(1, LARGE * reason.lead)
        shown = dict[Any, Cause]()
        for cause, link in sorted(self._kinds(), key=lambda it: -abs(it[0].gain)):
            more = {(it.key, it.turn): it for it in [*link, cause]}
            if abs(cause.gain) >= least and len({*shown, *more}) <= MAX_EVENTS:
                shown = more | shown
        late = [it.event for it in sorted(shown.values(), key=lambda it: (it.turn, not it.key[1]))]
        reason.events = [*([deeds] if deeds.then or deeds.otherwise else []), *late]
        total, told = reason.own, reason.own_told
        if total < MUCH * reason.lead:
            total, told = reason.lead, told - reason.rival_told
        return reason.events if abs(total - told) <= UNTOLD * total else []

    def _event_of_deeds(self) -> Event:
        then, otherwise = (
            listed([phrase(text, **values) for text, values in it.told], "words")
            if it.told
            else None
            for it in self._deeds
        )
        brings = round(self._deeds[0].brings - self._deeds[1].brings)
        return Event(then, 0, otherwise, 0, is_weighed=True, own=brings)

    def _kinds(self) -> Iterator[tuple[Cause, Link]]:
        """The clearest event of each kind that has to do with the move, with what leads to it and
        what all of its kind bring.
        """
        causes, groups = [*self._causes()], defaultdict[Any, list[tuple[Cause, Link]]](list)
        found = [(it, *link) for it in causes if (link := self._link(it)) is not None]
        known = [it for it, _thing, _link in found]
        for it in causes:
            if it not in known and (link := self._shown_with(it, known)):
                found.append((it, *link))
        for it, thing, link in found:
            groups[it.key[0], who(it.key), thing].append((it, link))
        of, kinds = dict[int, Cause](), list[tuple[Cause, Link]]()
        for (template, seat, thing), each in groups.items():
            same = [
                seen
                for key, seen in self._seen
                if (key[0], who(key)) == (template, seat) and thing in ("", *dict(key[1]).values())
            ]
            own, rival = self._amounts(*same)
            clearest, link = max(each, key=lambda it: it[0].gain * (own - rival))
            if clearest.gain * (own - rival) < PART * (own - rival) ** 2:
                continue
            event = replace(clearest.event, own=own, rival=rival)
            event.is_sum = (own, rival) != (clearest.own, clearest.rival)
            kind = clearest._replace(event=event, own=own, rival=rival)
            of |= {id(it): kind for it, _link in each}
            kinds.append((kind, link))
        links = {id(kind): link for kind, link in kinds}
        for kind, link in kinds:
            near = [of.get(id(it), it) for it in link]
            yield kind, [*(first for it in near for first in links.get(id(it), ())), *near]

    def _link(self, cause: Cause) -> tuple[str, Link] | None:
        """The thing that an event names, "" if it names none, and what leads to it from the move
        that it speaks for; None if nothing does.
        """
        if not cause.key[1]:
            return ("", []) if self._is_near(cause) else None
        for thing, link in _naming(self._means[cause.gain < 0], cause.key):
            if all(it.turn <= cause.turn and it.key != cause.key for it in link):
                return thing, link
        return None

    def _shown_with(self, it: Cause, known: list[Cause]) -> tuple[str, Link] | None:
        """The same for what names nothing and comes with something of its seat that names a thing,
        or the other way round for a thing that is told of what names none.
        """
        for other in known:
            if other.turn == it.turn and who(it.key) == who(other.key):
                if not it.key[1]:
                    return "", [other]
                for _name, thing in it.key[1] if not other.key[1] else ():
                    if names(str(other.event.then), thing):
                        return thing, [other]
        return None

    def _is_near(self, cause: Cause) -> bool:
        """Whether what the move leads to may bring it: it is the seat's own among the first of its
        kind, and is of another number.
        """
        same = {it.turn: it for key, it in self._seen if key == cause.key}
        n, m = (it and it.news[1].get("n") for it in same[cause.turn].typical)
        is_first = who(cause.key) == self._seat and cause.turn <= min(same) + 1
        return is_first and (n is None or n != m)

    def _causes(self) -> Iterator[Cause]:
        """What differs clearly."""
        for key, each in self._seen:
            own, rival = self._amounts(each)
            gain = sure_mean([each.own[i] - each.rival[i] for i in range(self._games)])
            is_known = who(key) in (self._seat, self._rival)
            if each.is_weighed and is_known and round(gain) and self._is_clear(key, each, gain):
                yield Cause(each.event(own, rival), key, each.turn, own, rival)

    def _amounts(self, *found: Seen) -> tuple[int, int]:
        """How much more these bring the seat and its rival after the better move, rounded."""
        own = sum(n for each in found for n in each.own.values())
        rival = sum(n for each in found for n in each.rival.values())
        return round(own / self._games), round(rival / self._games)

    def _is_clear(self, key: Key, each: Seen, gain: float) -> bool:
        """Whether it comes after one of the moves more often, or mostly brings another amount."""
        sign = 1 if who(key) == self._seat else -1
        event, (then, otherwise) = each.event(), each.typical
        worth = [sign * it.news[1][WORTH] if it else 0 for it in (then, otherwise)]
        if often := event.oftener(self._games):
            return often * (worth[0] or worth[1]) * gain > 0
        is_usual = min(event.n_then, event.n_otherwise) >= MOSTLY * self._games
        more = worth[0] - worth[1]
        return (
            bool(is_usual and then and otherwise) and more * gain > 0 and abs(more) >= abs(gain) / 2
        )
