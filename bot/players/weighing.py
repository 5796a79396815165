"""Events of games that were played out of which the game itself says how much they bring, and what
leads to them from a move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.players.courses import Sides
from bot.players.evidence import (
    MOSTLY,
    MUCH,
    Cause,
    Key,
    Seen,
    Told,
    key_of,
    middle,
    names,
    said,
    sure_mean,
    who,
)
from bot.players.reasons import OFTENER, Event
from games.kernel import WORTH

MAX_EVENTS, MAX_OF_GROUP = 4, 2
"""How many are told in all, and of one kind."""


class Weighed:
    """Events of which the game itself says how much they bring, and what leads to them."""

    def __init__(
        self,
        seat: int,
        games: int,
        sides: Sides,
        seen: Mapping[tuple[Key, Any], Seen],
        label: str,
        hints: tuple[str, str],
    ) -> None:
        """The better move has a `label`; the `hints` say what each move would bring."""
        self._seat, self._games, self._seen = seat, games, seen
        self._weighed = {at: each for at, each in seen.items() if each.is_weighed}
        first, others = (
            [news for it in side for news in it.steps[0].news if news[1].get("who") == seat]
            for side in sides
        )
        often = {said(it): it for it in first if first.count(it) >= MOSTLY * games}
        self._first = {text: it for text, it in often.items() if it not in others}
        """What the better move alone mostly does at once."""
        self._label, (self._hint, self._other_hint) = label, hints

    def events(self, least: float, gained: float) -> list[Event]:
        """Those that make most of the gain, and each at least so much, after what leads to them; []
        if they do not.
        """
        groups, links = defaultdict[Key, list[Cause]](list), dict[Key, list[Cause]]()
        for each in self._causes():
            name, link = self._link(each)
            if link is not None:
                group = each.key[0], name
                groups[group].append(each)
                links[group] = link
        gains = {it: self._gain(*it) if it[1] else groups[it][0].gain for it in groups}
        shown, explained = dict[Key, Cause](), 0.0
        for group in sorted(groups, key=lambda it: -gains[it]):
            best = sorted(groups[group], key=lambda it: -it.gain)[:MAX_OF_GROUP]
            more = {it.key: it for it in [*links[group], *best]}
            if gains[group] >= least and len({*shown, *more}) <= MAX_EVENTS:
                shown |= more
                explained += gains[group]
        if explained < MUCH * gained:
            return []
        return [each.event for each in sorted(shown.values(), key=lambda it: it.turn)]

    def _gain(self, template: str, name: str) -> float:
        """What all weighed events of a template bring that name this."""
        named = (
            each
            for (key, _at), each in self._weighed.items()
            if key[0] == template and name in dict(key[1]).values()
        )
        return self._more([*named])

    def _more(self, found: Sequence[Seen]) -> float:
        """How much more these surely bring after the better move."""
        return sure_mean([sum(it.own[i] - it.rival[i] for it in found) for i in range(self._games)])

    def _causes(self) -> Iterator[Cause]:
        """The first clear difference of each kind."""
        found = dict[Key, Cause]()
        for (key, _at), each in sorted(self._weighed.items(), key=lambda it: it[1].turn):
            more = 0.0 if key in found else self._more([each])
            if more >= 1 and self._is_clear(key, each, more):
                found[key] = Cause(each.event(), key, each.turn, more, 0)
        return iter(found.values())

    def _is_clear(self, key: Key, each: Seen, more: float) -> bool:
        """Whether it comes after one of the moves more often, or mostly brings more after the
        better.
        """
        sign = 1 if who(key) == self._seat else -1
        event, (then, otherwise) = each.event(), each.typical
        worth = [sign * it.news[1][WORTH] if it else 0 for it in (then, otherwise)]
        if often := event.oftener(self._games):
            return often * (worth[0] or worth[1]) > 0
        is_usual = min(event.n_then, event.n_otherwise) >= MOSTLY * self._games
        if not (is_usual and then and otherwise and worth[0] - worth[1] >= more / 2):
            return False
        n = then.news[1].get("n")
        return n is None or n != otherwise.news[1]["n"]

    # What leads to them

    def _link(self, cause: Cause) -> tuple[str, list[Cause] | None]:
        """The thing that an event names and what leads to it from the move; [] if that needs no
        word, None if nothing does.
        """
        things = [value for _name, value in cause.key[1]]
        for name in things:
            if names(self._label, name):
                return name, []
            for text, news in self._first.items():
                if names(text, name):
                    event = Event(Told(0, news, None).phrase, self._games, None, 0)
                    return name, [Cause(event, key_of(news), 0, 0, 0)]
        for each in self._means(cause.turn):
            for name in things:
                if names(str(each.event.then), name):
                    return name, [each]
        for name in things:
            is_hinted = not cause.turn or not names(self._other_hint, name)
            if is_hinted and names(self._hint, name):
                return name, []
        if things:
            return "", None
        is_near = not cause.turn or (who(cause.key) == self._seat and self._is_first(cause))
        return "", [] if is_near else self._shown_with(cause)

    def _means(self, turn: int) -> list[Cause]:
        """What the seat has or does up to a turn after the better move alone, and the move names;
        the clearest first.
        """
        found = list[Cause]()
        for (key, _at), each in self._seen.items():
            if who(key) == self._seat and not each.is_weighed and each.turn <= turn:
                event = each.event()
                if event.oftener(self._games) > 0 and any(
                    self._is_said(thing) for _name, thing in key[1]
                ):
                    found.append(Cause(event, key, each.turn, 0, 0))
        return sorted(found, key=lambda it: (it.event.n_otherwise - it.event.n_then, it.turn))

    def _is_said(self, name: str) -> bool:
        """Whether the better move says or does at once something with a name."""
        return any(names(text, name) for text in (self._label, self._hint, *self._first))

    def _is_first(self, cause: Cause) -> bool:
        """Whether it comes in the part of the game in which the first of its kind come."""
        first = min(
            each.turn for (key, _at), each in self._weighed.items() if key[0] == cause.key[0]
        )
        return cause.turn <= first + 1

    def _shown_with(self, cause: Cause) -> list[Cause] | None:
        """What of the better move comes in the turn of an event, such as a thing it takes."""
        things = [thing for news in self._first.values() for _name, thing in key_of(news)[1]]
        for thing in things:
            found = [dict[int, Told](), dict[int, Told]()]
            for (key, _at), each in self._seen.items():
                if who(key) == self._seat and not each.is_weighed:
                    for told, to in zip(each.told, found, strict=True):
                        fitting = {i: it for i, it in told.items() if it.turn <= cause.turn}
                        to |= {i: it for i, it in fitting.items() if names(said(it.news), thing)}
            n, m = map(len, found)
            if n - m >= OFTENER * self._games and (typical := middle([*found[0].values()])):
                event = Event(typical.phrase, n, None, m)
                return [Cause(event, (thing, (), (self._seat,)), typical.turn, 0, 0)]
        return None
