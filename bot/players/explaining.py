"""Why a move is better than another one: what it brings everybody, and what comes mostly after it.

A reason is evidence that a reader can check: how much more the seat and its best rival have at the
end and of what, what each move changes at once, and the events that bring points after one of them
alone, each with the number of games in which it comes.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from bot.players.courses import PAIRS, REST, Change, Course, Part, Sides, numbers, play_out
from bot.players.evidence import (
    MOSTLY,
    MUCH,
    Cause,
    Key,
    Seen,
    Told,
    key_of,
    middle,
    seen_in,
    sure_mean,
    who,
)
from bot.players.reasons import OFTENER, Event, News, Reason, Share
from bot.players.weighing import UNTOLD, Weighed
from games.kernel import Game
from games.words import Phrase, unpack

LARGE = 0.2
"""What is told is at least this share of the gain."""
MAX_PARTS, MAX_EVENTS = 3, 3


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
    hints = str(game.consequence(g, seat, better)), str(game.consequence(g, seat, other))
    return reason_of(seat, play_out(game, g, seat, better, other, rng, pairs), labels, hints)


def reason_of(
    seat: int,
    sides: Sides,
    labels: tuple[str, str] = ("", ""),
    hints: tuple[str, str] = ("", ""),
) -> Reason:
    """What these games tell, after moves that are called so and of which so much is said."""
    games = len(sides[0])
    own = _differences(sides, lambda it: it.final[seat])
    rival = _differences(sides, lambda it: max(it.rivals(seat).values(), default=0))
    rivals = [it.best_rival(seat) for side in sides for it in side]
    most = statistics.mode(rivals)
    reason = Reason(seat, games, round(statistics.fmean(own)), round(statistics.fmean(rival)))
    reason.rival_seat = most if rivals.count(most) > games else None
    gained = sure_mean([a - b for a, b in zip(own, rival, strict=True)])
    if gained > 0:
        _add_parts(reason, sides, gained)
        if any(it.is_weighed for it in chain(*sides)):
            reason.events = Weighed(reason, sides, labels, hints).events()
            untold = abs(reason.own - reason.own_told)
            reason.is_direct = reason.is_direct and untold <= UNTOLD * reason.own
        else:
            _add_end(reason, sides)
            _add_events(reason, sides, gained, labels)
    return reason


def _differences(sides: Sides, value: Callable[[Course], float]) -> list[float]:
    return [value(a) - value(b) for a, b in zip(*sides, strict=True)]


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


def _add_events(reason: Reason, sides: Sides, gained: float, labels: tuple[str, str]) -> None:
    """What a reader sees to come of the move, and amounts that differ after it, if they make most
    of the gain.
    """
    evidence = _Evidence(reason, sides, labels)
    least = max(1, LARGE * gained)

    def rank(it: Cause) -> tuple[Any, ...]:
        is_own, more = who(it.key) == reason.seat, abs(it.event.oftener(reason.games))
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
        self.seen = seen_in(reason.seat, sides)
        first = [news for it in sides[0] for news in it.steps[0].news]
        self.known = {key_of(news) for news in first} | {
            key_of(news) for it in sides[1] for news in it.steps[0].news
        }
        self.wanted = {key_of(news)[:2] for news in first}
        moves = [it.moves[0] for it in sides[0] if it.moves]
        self.comes_back = sum(it.is_open for it in moves) > MUCH * self.games
        self.gone = _usual([it.barred for it in moves if it.barred])

    def causes(self) -> Iterator[Cause]:
        """Events after one of the moves of which a reader sees what they have to do with it."""
        for (key, n), each in self.seen.items():
            if n or key in self.known:
                continue
            if who(key) == self.seat:
                yield from self._own(key, each)
            elif key[:2] in self.wanted and not self.comes_back:
                event = each.event(is_at_once=True)
                event.barred = self.gone
                if event.oftener(self.games) < 0:
                    yield self.cause(event, 0, key)

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
            then = middle([it for it in kept if it.hindrance == event.barred])
            event.then = then and then.phrase
        if instead and (others or event.barred):
            event.instead = self.seen[instead[0], 0].event().otherwise
        if others or event.barred or not each.turn or (then and self._is_named(then.news)):
            yield self.cause(event, each.turn, key, *others)

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
            if who(key) != self.seat or not is_usual or not then or not otherwise:
                continue
            larger = sum(numbers(then.news).values()) - sum(numbers(otherwise.news).values())
            kept = sum(it.hindrance is not None for it in each.told[0].values())
            is_linked = first.get(key) == n or kept >= MUCH * event.n_then
            is_linked = is_linked and then.during == otherwise.during
            if is_linked and larger >= more / 2 and more > most.get(key, (0.0,))[0]:
                most[key] = more, event, each.turn
        for key, (_more, event, turn) in most.items():
            yield self.cause(event, turn, key)

    def cause(self, event: Event, turn: int, key: Key, *others: Key) -> Cause:
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
