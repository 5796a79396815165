"""Why a move is better than another one: what it brings everybody, and what comes mostly after it.

A reason is evidence that a reader can check: how much more the seat and its best rival have at the
end and of what, what each move changes at once, and the events that bring points after one of them
alone, each with the number of games in which it comes.
"""

from __future__ import annotations

import math
import random
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.players.courses import PAIRS, REST, Change, Course, Part, Sides, numbers, play_out
from bot.players.reasons import OFTENER, SEATS, Event, News, Reason, Share
from games.kernel import Game
from games.words import Phrase, phrase, unpack

MOSTLY = 0.55
"""What happens in so many games is usual."""
SURE_ERRORS = 2.0
"""An amount counts if it is larger by so many standard errors."""
LARGE, MUCH = 0.2, 0.5
"""What is told is at least this share of the gain; a cause without events is this share of it."""
MAX_PARTS, MAX_EVENTS = 3, 3

Key = tuple[Any, ...]
"""The same for news that differ in their numbers alone."""


def explain(
    game: Game[Any],
    g: Any,
    seat: int,
    better: str,
    other: str,
    rng: random.Random,
    pairs: int = PAIRS,
) -> Reason:
    """Why `better` is better than `other` for a seat that is asked."""
    labels = str(game.label(g, seat, better)), str(game.label(g, seat, other))
    return reason_of(seat, play_out(game, g, seat, better, other, rng, pairs), labels)


def reason_of(seat: int, sides: Sides, labels: tuple[str, str] = ("", "")) -> Reason:
    """What these games tell, after moves that are called so."""
    games = len(sides[0])
    own = _differences(sides, lambda it: it.final[seat])
    rival = _differences(sides, lambda it: max(_rivals(it, seat).values(), default=0))
    rivals = [_rival(it, seat) for side in sides for it in side]
    most = statistics.mode(rivals)
    reason = Reason(seat, games, round(statistics.fmean(own)), round(statistics.fmean(rival)))
    reason.rival_seat = most if rivals.count(most) > games else None
    gained = sure_mean([a - b for a, b in zip(own, rival, strict=True)])
    if gained > 0:
        _add_parts(reason, sides, gained)
        _add_end(reason, sides)
        _add_events(reason, sides, gained, labels)
    return reason


def _differences(sides: Sides, value: Callable[[Course], float]) -> list[float]:
    return [value(a) - value(b) for a, b in zip(*sides, strict=True)]


def _rivals(it: Course, seat: int) -> dict[int, float]:
    """The points at the end of the seats of other teams."""
    return {s: n for s, n in enumerate(it.final) if it.teams[s] != it.teams[seat]}


def _rival(it: Course, seat: int) -> int | None:
    """The best of them; None if all play together."""
    rivals = _rivals(it, seat)
    return max(rivals, key=rivals.__getitem__, default=None)


def sure_mean(values: Sequence[float]) -> float:
    """The mean, or 0 where it may be 0."""
    mean = statistics.fmean(values)
    error = statistics.stdev(values) / len(values) ** 0.5
    return mean if abs(mean) > SURE_ERRORS * error else 0.0


# --- Parts ----------------------------------------------------------------------------------------


def _add_parts(reason: Reason, sides: Sides, gained: float) -> None:
    """What the seat has more or less of at the end, and what each move changes of it at once."""

    def parts(changes: Iterable[Change]) -> dict[Part, float]:
        found = defaultdict[Part, float](float)
        for each in changes:
            found[each.part] += each.n if each.who == reason.seat else 0
        return found

    ended = [[parts(it.changes()) for it in side] for side in sides]
    names = dict.fromkeys(part for side in ended for each in side for part in each if part != REST)
    more = {
        part: sure_mean([a[part] - b[part] for a, b in zip(*ended, strict=True)]) for part in names
    }
    large = {part: n for part, n in more.items() if abs(n) >= max(1, LARGE * gained)}
    reason.parts = _shares(large)

    at_once = [parts(c for it in side for c in it.steps[0].changes) for side in sides]
    first, second = ({part: n / reason.games for part, n in each.items()} for each in at_once)
    reason.at_once = _shares(first), _shares(second)
    told = str([news for it in sides[0] for news in it.steps[0].news])
    named = [
        n for part, n in large.items() if part[1] and all(str(of) in told for _, of in part[1])
    ]
    all_more = more | {REST: sure_mean([a[REST] - b[REST] for a, b in zip(*ended, strict=True)])}
    at_once_more = {part: first.get(part, 0) - second.get(part, 0) for part in all_more}
    kept = [min(n, max(0, all_more[part])) for part, n in at_once_more.items()]
    direct = max(sum(kept), sum(named))
    reason.is_direct = min(direct, reason.own) >= max(1, MUCH * gained)


def _shares(parts: dict[Part, float]) -> list[Share]:
    """The largest ones, rounded."""
    largest = sorted(parts, key=lambda part: -abs(parts[part]))[:MAX_PARTS]
    shares = [(part, round(parts[part])) for part in largest]
    return [Share(n, _amount(*part, abs(n))) for part, n in shares if n]


def _amount(template: str, values: tuple[tuple[str, Any], ...], n: int) -> Any:
    return unpack({"say": template, "of": {**dict(values), "n": n}}) if template else None


def _add_end(reason: Reason, sides: Sides) -> None:
    soon, late = (sum(not it.turns for it in side) / reason.games for side in sides)
    if abs(soon - late) >= OFTENER and max(soon, late) >= MOSTLY:
        reason.ends = soon > late


# --- Events ---------------------------------------------------------------------------------------


class Told(NamedTuple):
    turn: int
    """The turn of the seat in which they come."""
    news: News
    during: News | None
    """The heading of the part of the game in which they come, if it is a later one."""
    hindrance: str | None = None
    """What kept the seat from what they tell of in the game after the other move."""

    @property
    def phrase(self) -> Phrase:
        """The news, and in which later part of the game they come."""
        told = phrase(self.news[0], **self.news[1])
        if self.during is None:
            return told
        return phrase("{told} ({when})", told=told, when=phrase(self.during[0], **self.during[1]))


@dataclass(slots=True)
class Seen:
    """News of one key in all games after both moves, when they come for the same time in a game."""

    told: tuple[dict[int, Told], dict[int, Told]] = field(default_factory=lambda: ({}, {}))
    """By game, after the better move and after the other."""
    own: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    """By game, how much more they bring the seat after the better move."""
    rival: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    """The same for its best rival."""

    @property
    def turn(self) -> int:
        """The usual turn."""
        return statistics.median_low(each.turn for told in self.told for each in told.values())

    @property
    def typical(self) -> tuple[Told | None, Told | None]:
        then, otherwise = (_middle([*each.values()]) for each in self.told)
        return then, otherwise

    def event(self, is_at_once: bool = False) -> Event:
        """Whether they come, or whether they come before the seat's next turn."""
        n, m = (sum(not is_at_once or not it.turn for it in each.values()) for each in self.told)
        then, otherwise = self.typical
        return Event(then and then.phrase, n, otherwise and otherwise.phrase, m)


class Cause(NamedTuple):
    """An event, and how much more it and what belongs to it bring in all."""

    event: Event
    key: Key
    turn: int
    own: float
    rival: float

    @property
    def gain(self) -> float:
        return self.own - self.rival

    @property
    def about(self) -> Any:
        """What it names, or else its kind."""
        return tuple(value for _name, value in self.key[1]) or self.key[0]


def _add_events(reason: Reason, sides: Sides, gained: float, labels: tuple[str, str]) -> None:
    """What a reader sees to come of the move, and amounts that differ after it, if they make most
    of the gain.
    """
    evidence = _Evidence(reason, sides, labels)
    least = max(1, LARGE * gained)

    def rank(it: Cause) -> tuple[Any, ...]:
        is_own, more = _who(it.key) == reason.seat, abs(it.event.oftener(reason.games))
        return -it.gain if it.gain >= least else 0, not is_own, -more, it.turn

    first = dict[Any, Cause]()
    for each in sorted(evidence.causes(), key=lambda it: it.turn):
        known = first.setdefault(each.about, each)
        if each.gain > known.gain:
            first[each.about] = known._replace(own=each.own, rival=each.rival)
    found = sorted(first.values(), key=rank)
    large = [each for each in found if each.gain >= least]
    shown = large[: MAX_EVENTS - 1] or found[: 0 if reason.is_direct else 1]
    amounts = evidence.amounts(min((each.turn for each in shown), default=math.inf))
    large = [each for each in amounts if each.gain >= least]
    shown += sorted(large, key=rank)[: MAX_EVENTS - len(shown)]
    own = min(reason.own, sum(each.own for each in shown))
    rival = max(reason.rival, sum(each.rival for each in shown))
    if reason.is_direct or max(own, 0) - min(rival, 0) >= MUCH * gained:
        reason.events = [each.event for each in sorted(shown, key=lambda it: it.turn)]


class _Evidence:
    """What differs in the games."""

    def __init__(self, reason: Reason, sides: Sides, labels: tuple[str, str]) -> None:
        self.seat, self.games, self.labels = reason.seat, reason.games, labels
        self.seen = _seen(reason.seat, sides)
        first = [news for it in sides[0] for news in it.steps[0].news]
        self.known = {_key(news) for news in first} | {
            _key(news) for it in sides[1] for news in it.steps[0].news
        }
        self.wanted = {_key(news)[:2] for news in first}
        moves = [it.moves[0] for it in sides[0] if it.moves]
        self.comes_back = sum(it.is_open for it in moves) > MUCH * self.games
        self.gone = _usual([it.barred for it in moves if it.barred])

    def causes(self) -> Iterator[Cause]:
        """Events after one of the moves of which a reader sees what they have to do with it."""
        for (key, n), each in self.seen.items():
            if n or key in self.known:
                continue
            if _who(key) == self.seat:
                yield from self._own(key, each)
            elif key[:2] in self.wanted and not self.comes_back:
                event = each.event(is_at_once=True)
                event.barred = self.gone
                if event.oftener(self.games) < 0:
                    yield self._cause(event, 0, key)

    def _own(self, key: Key, each: Seen) -> Iterator[Cause]:
        """What the seat does after the better move alone, and after the other one may not or leaves
        to somebody else; what comes in the same turn, or of what the better move alone names.
        """
        event, [then, _otherwise], told = each.event(), each.typical, each.told[0].values()
        if event.oftener(self.games) <= 0:
            return
        kept = [it for it in told if it.hindrance is not None]
        others = self._others(key) if len(kept) >= MUCH * event.n_then else []
        instead = others or self._other_things(key, then)
        reasons = [it.hindrance for it in kept if it.hindrance]
        if len(reasons) >= MUCH * event.n_then:
            event.barred = _usual(reasons)
            then = _middle([it for it in kept if it.hindrance == event.barred])
            event.then = then and then.phrase
        if instead and (others or event.barred):
            event.instead = self.seen[instead[0], 0].event().otherwise
        if others or event.barred or not each.turn or (then and self._is_named(then.news)):
            yield self._cause(event, each.turn, key, *others)

    def _others(self, key: Key) -> list[Key]:
        """The same of other seats, mostly after the other move."""
        return self._otherwise(it for it, _n in self.seen if it[:2] == key[:2])

    def _other_things(self, key: Key, then: Told | None) -> list[Key]:
        """The same of the seat with other things in the same part of the game, mostly after the
        other move.
        """
        like = (key[0], key[2])
        found = self._otherwise(it for it, _n in self.seen if (it[0], it[2]) == like)
        during = {it: each and each.during for it in found for each in self.seen[it, 0].typical[1:]}
        return [it for it in found if then and during[it] == then.during]

    def _otherwise(self, keys: Iterable[Key]) -> list[Key]:
        """Those of these keys whose first news come mostly after the other move, the most frequent
        first.
        """
        same = {it: None for it in keys if (it, 0) in self.seen}
        events = {it: self.seen[it, 0].event() for it in same}
        found = [it for it, each in events.items() if each.oftener(self.games) < 0]
        return sorted(found, key=lambda it: -events[it].n_otherwise)

    def _is_named(self, news: News) -> bool:
        """Whether they tell how much something brings which only the better move's label names."""
        better, other = self.labels
        things = [str(it) for it in news[1].values()] if numbers(news) else []
        return any(len(it) > 2 and it in better and it not in other for it in things)

    def amounts(self, since: float) -> Iterator[Cause]:
        """The seat's own amounts that differ: the first of each from this turn on, since the reader
        does not see what a later one has to do with the move, and those that the seat cannot reach
        after the other move.
        """
        most: dict[Key, tuple[float, Event, int]] = {}
        first = dict[Key, int]()
        for (key, n), each in self.seen.items():
            if each.turn >= since:
                first[key] = min(n, first.get(key, n))
        for (key, n), each in self.seen.items():
            event, more = each.event(), sure_mean([each.own[i] for i in range(self.games)])
            is_usual = min(event.n_then, event.n_otherwise) >= MOSTLY * self.games
            then, otherwise = each.typical
            if _who(key) != self.seat or not is_usual or not then or not otherwise:
                continue
            larger = sum(numbers(then.news).values()) - sum(numbers(otherwise.news).values())
            kept = sum(it.hindrance is not None for it in each.told[0].values())
            is_linked = first.get(key) == n or kept >= MUCH * event.n_then
            is_linked = is_linked and then.during == otherwise.during
            if is_linked and larger >= more / 2 and more > most.get(key, (0.0,))[0]:
                most[key] = more, event, each.turn
        for key, (_more, event, turn) in most.items():
            yield self._cause(event, turn, key)

    def _cause(self, event: Event, turn: int, key: Key, *others: Key) -> Cause:
        found = [each for (it, _n), each in self.seen.items() if it in (key, *others)]
        own, rival = (
            sure_mean([sum(each[i] for each in brought) for i in range(self.games)])
            for brought in ([each.own for each in found], [each.rival for each in found])
        )
        return Cause(event, key, turn, own, rival)


def _usual(reasons: list[str]) -> str:
    """The most frequent one of the most frequent kind; "" if there is none."""
    kinds = Counter(map(_kind, reasons))
    return max(reasons, key=lambda it: (kinds[_kind(it)], reasons.count(it)), default="")


def _kind(said: str) -> str:
    return said.template if isinstance(said, Phrase) else said


def _seen(seat: int, sides: Sides) -> dict[tuple[Key, int], Seen]:
    """All news after the moves, by key and by how often they came before in their game."""
    seen = defaultdict[tuple[Key, int], Seen](Seen)
    for at, side in enumerate(sides):
        for i, it in enumerate(side):
            before, rival = Counter[Key](), _rival(it, seat)
            for step in it.steps[1:]:
                keys = {_key(news): news for news in step.news}
                first = next((key for key in keys if _who(key) == seat), None)
                for key, news in keys.items():
                    hindrance = it.hindrance(step) if key == first else None
                    told = Told(step.turn, news, step.during, hindrance)
                    seen[key, before[key]].told[at][i] = told
                for each in step.changes:
                    if each.news and _is_gain(each):
                        found = seen[_key(each.news), before[_key(each.news)]]
                        if each.who in (seat, rival):
                            brought = found.own if each.who == seat else found.rival
                            brought[i] += -each.n if at else each.n
                before.update({*keys})
    return seen


def _is_gain(each: Change) -> bool:
    """Whether it is no price that a seat pays."""
    return each.n > 0 or (each.news is not None and each.news[1]["who"] != each.who)


def _middle(told: Sequence[Told]) -> Told | None:
    """The middle one by its numbers."""
    order = sorted(told, key=lambda each: sum(numbers(each.news).values()))
    return order[len(order) // 2] if order else None


CODE = re.compile(r"\{(\w+):text\}")
"""What a template names by its code."""


def _key(news: News) -> Key:
    """What news are and name, by codes if they have any, then whom."""
    template, values = news
    others = numbers(news).keys() | {*SEATS}
    things = {name: str(value) for name, value in values.items() if name not in others}
    codes = {name: things[name] for name in CODE.findall(template) if name in things}
    return template, (*(codes or things).items(),), tuple(values.get(name) for name in SEATS)


def _who(key: Key) -> int | None:
    return key[2][0]
