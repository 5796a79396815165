"""Why a move is better than another one: what it brings everybody, and what comes mostly after it.

A reason is evidence that a reader can check: how much more the seat and its best rival have at the
end and of what, what each move changes at once, and the events that bring points after one of them
alone, each with the number of games in which it comes.
"""

from __future__ import annotations

import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.players.courses import PAIRS, REST, Change, Course, Part, Sides, numbers, play_out
from bot.players.reasons import OFTENER, SEATS, Event, News, Reason, Share
from games.kernel import Game
from games.words import unpack

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
    label = str(game.label(g, seat, better))
    return reason_of(seat, play_out(game, g, seat, better, other, rng, pairs), label)


def reason_of(seat: int, sides: Sides, label: str = "") -> Reason:
    """What these games tell, after a better move that is called so."""
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
        _add_events(reason, sides, gained, label)
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
    direct = max(sum(first.values()) - sum(second.values()), sum(named))
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


@dataclass(slots=True)
class Seen:
    """News of one key in all games after both moves, when they come for the same time in a game."""

    told: tuple[dict[int, Told], dict[int, Told]] = field(default_factory=lambda: ({}, {}))
    """After each move, by the number of the game."""
    brought: defaultdict[int, float] = field(default_factory=lambda: defaultdict[int, float](float))
    """By how much more of the lead they bring after the better move, by the number of the game."""

    def event(self, is_at_once: bool = False) -> Event:
        counts = [sum(not is_at_once or not it.turn for it in each.values()) for each in self.told]
        then, otherwise = (_typical([*each.values()]) for each in self.told)
        return Event(
            then and then.news,
            counts[0],
            otherwise and otherwise.news,
            counts[1],
            is_at_once,
            then and then.during,
            otherwise and otherwise.during,
        )


def _add_events(reason: Reason, sides: Sides, gained: float, label: str) -> None:
    """Who makes the better move if it is left, and what brings most of the gain."""
    seen, seat = _seen(reason.seat, sides), reason.seat
    known = {_key(news) for side in sides for it in side for news in it.steps[0].news}
    wanted = {_key(news)[:2] for it in sides[0] for news in it.steps[0].news}

    def add(key: Key, event: Event | None) -> None:
        if event and key not in known:
            known.add(key)
            reason.events.append(event)

    for (key, n), each in seen.items():
        event = each.event(is_at_once=True)
        if key[:2] in wanted and not n and event.who != seat and event.oftener(reason.games) < 0:
            add(key, event)
    del reason.events[1:]
    taken, told = len(reason.events), 0.0
    brought = {
        at: sure_mean([each.brought[i] for i in range(reason.games)]) for at, each in seen.items()
    }
    for (key, n), more in sorted(brought.items(), key=lambda each: -each[1]):
        if _repeats(key, seen[key, n], label):
            continue
        if more >= max(1, LARGE * gained) and len(reason.events) < MAX_EVENTS:
            before = len(reason.events)
            add(key, _event(reason, seen[key, n].event(), n, more))
            told += more if len(reason.events) > before else 0
    if told < MUCH * gained:
        reason.events = reason.events[:taken] if reason.is_direct else []
    elif not any(each.oftener(reason.games) for each in reason.events):
        named = ((key, each) for (key, n), each in seen.items() if key[1] and not n)
        events = (each.event() for key, each in named if key not in known)
        links = [each for each in events if each.who == seat and each.oftener(reason.games) > 0]
        reason.events[:0] = sorted(links, key=lambda each: -each.oftener(reason.games))[:1]


def _repeats(key: Key, seen: Seen, label: str) -> bool:
    """Whether news say no more than the label of the better move, such as that a store which it
    buys is open.
    """
    _template, things, _seats = key
    says_more = any(numbers(it.news) for told in seen.told for it in told.values())
    return bool(things) and not says_more and all(value in label for _name, value in things)


def _event(reason: Reason, event: Event, n: int, brought: float) -> Event | None:
    """What differs: in how many games it comes, or else the seat's own amounts, typically by half
    of what they bring.
    """
    if not n and event.oftener(reason.games):
        return event
    if min(event.n_then, event.n_otherwise) < MOSTLY * reason.games or event.who != reason.seat:
        return None
    assert event.then and event.otherwise
    then, otherwise = (sum(numbers(each).values()) for each in (event.then, event.otherwise))
    return event if then - otherwise >= brought / 2 else None


def _seen(seat: int, sides: Sides) -> dict[tuple[Key, int], Seen]:
    """All news after the moves, by key and by how often they came before in their game."""
    seen = defaultdict[tuple[Key, int], Seen](Seen)
    for at, side in enumerate(sides):
        for i, it in enumerate(side):
            before, signs = Counter[Key](), {_rival(it, seat): -1, seat: 1}
            for step in it.steps[1:]:
                keys = {_key(news): news for news in step.news}
                for key, news in keys.items():
                    seen[key, before[key]].told[at][i] = Told(step.turn, news, step.during)
                for each in step.changes:
                    if each.news and _is_gain(each):
                        key = _key(each.news)
                        gain = signs.get(each.who, 0) * each.n
                        seen[key, before[key]].brought[i] += -gain if at else gain
                before.update({*keys})
    return seen


def _is_gain(each: Change) -> bool:
    """Whether it is no price that a seat pays."""
    return each.n > 0 or (each.news is not None and each.news[1]["who"] != each.who)


def _typical(told: Sequence[Told]) -> Told | None:
    """The middle one by its numbers."""
    order = sorted(told, key=lambda each: sum(numbers(each.news).values()))
    return order[len(order) // 2] if order else None


def _key(news: News) -> Key:
    """What news are and name, then whom."""
    template, values = news
    things = {name: str(value) for name, value in values.items() if name not in numbers(news)}
    seats = tuple((name, things.pop(name, None)) for name in SEATS)
    return template, (*things.items(),), seats
