"""News of games that were played out after two moves: what is the same in them, in how many games
it comes after each move, and how much it brings.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.players.courses import Change, Sides, numbers
from bot.players.reasons import SEATS, Event, News
from games.kernel import KIND, WORTH
from games.words import Phrase, phrase

MOSTLY = 0.55
"""What happens in so many games is usual."""
MUCH = 0.5
"""A cause is this share of the gain."""
SURE_ERRORS = 2.0
"""An amount counts if it is larger by so many standard errors."""
Key = tuple[Any, ...]
"""The same for news that differ in their numbers alone."""


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
        then, otherwise = (middle([*each.values()]) for each in self.told)
        return then, otherwise

    def event(self, *, is_at_once: bool = False) -> Event:
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


def seen_in(seat: int, sides: Sides) -> dict[tuple[Key, int], Seen]:
    """All news after the moves, by key and by how often they came before in their game."""
    seen = defaultdict[tuple[Key, int], Seen](Seen)
    for at, side in enumerate(sides):
        for i, it in enumerate(side):
            before, rival = Counter[Key](), it.best_rival(seat)
            for step in it.steps[1:]:
                keys = {key_of(news): news for news in step.news}
                first = next((key for key in keys if who(key) == seat), None)
                for key, news in keys.items():
                    hindrance = it.hindrance(step) if key == first else None
                    told = Told(step.turn, news, step.during, hindrance)
                    seen[key, before[key]].told[at][i] = told
                for each in step.changes:
                    if each.news and _is_gain(each):
                        found = seen[key_of(each.news), before[key_of(each.news)]]
                        if each.who in (seat, rival):
                            brought = found.own if each.who == seat else found.rival
                            brought[i] += -each.n if at else each.n
                before.update([*keys])
    return seen


def _is_gain(each: Change) -> bool:
    """Whether it is no price that a seat pays."""
    return each.n > 0 or (each.news is not None and each.news[1]["who"] != each.who)


def middle(told: Sequence[Told]) -> Told | None:
    """The middle one by its numbers."""
    order = sorted(told, key=lambda each: sum(numbers(each.news).values()))
    return order[len(order) // 2] if order else None


CODE = re.compile(r"\{(\w+):text\}")
"""What a template names by its code."""


def key_of(news: News) -> Key:
    """What news are and name, by codes if they have any, then whom."""
    template, values = news
    others = numbers(news).keys() | {*SEATS, WORTH, KIND}
    things = {name: str(value) for name, value in values.items() if name not in others}
    if WORTH in values:
        things = {name: re.sub(r"\d+", "", thing).strip() for name, thing in things.items()}
    codes = {name: things[name] for name in CODE.findall(template) if name in things}
    return template, (*(codes or things).items(),), tuple(values.get(name) for name in SEATS)


def who(key: Key) -> int | None:
    return key[2][0]


def said(news: News) -> str:
    return str(phrase(news[0], **news[1]))


def names(text: str, name: str) -> bool:
    """Whether a text has a name as whole words."""
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def sure_mean(values: Sequence[float]) -> float:
    """The mean, or 0 where it may be 0."""
    mean = statistics.fmean(values)
    error = statistics.stdev(values) / len(values) ** 0.5
    return mean if abs(mean) > SURE_ERRORS * error else 0.0
