"""Chaos: parts of Discord do not work for a while, each in its own way, while games are played.

A storm (`storm.py`) strikes single requests by chance; here every request or event of a part goes
wrong until it is mended. What people read meanwhile, and how many requests there were, is counted.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tests.wire.home import Home
from tests.wire.standin import Interaction
from tests.wire.standin import broken as how
from tests.wire.standin.broken import Broken
from tests.wire.standin.things import ACKNOWLEDGE_S
from tests.wire.storm import Storm

ROUTES = ("acknowledge", "answer", "follow_up|edit_by_token|delete_by_token", "send", "edit")
ROUTES += ("delete|history", "open_dm", "make_thread.*|join_thread|edit_channel|get_.*")
"""Kinds of requests that go wrong together."""
BODIES = ("files", "content", "components")
EVENTS = ("INTERACTION_CREATE", "(GUILD|CHANNEL|THREAD|READY|RESUMED).*")
ANSWERED_BY_BOARD = ("join", "start")
"""Presses that show on the board alone."""
READ_S = 10.0
"""A person who acts reads something within this time."""
SHORTEST_S, LONGEST_S = 1.0, 8.0
"""How long a part is broken where parts break by chance."""
BEFORE_S = 3.0
"""How long everything works first."""


def classes() -> list[Broken]:
    """Each route, body and kind of event, with each way in which it can go wrong."""
    found = [Broken(each, route=route) for route in ROUTES for each in how.OF_REQUESTS]
    found += [Broken(each, body=body) for body in BODIES for each in how.OF_REQUESTS]
    return found + [Broken(each, event=event) for event in EVENTS for each in how.OF_EVENTS]


@dataclass
class Rates:
    """The requests of some time."""

    seconds: float
    requests: int
    counted: int
    """How many of them count for Discord's limit of the bot, and were not refused by it."""


@dataclass
class Outcome:
    struck: Counter[str] = field(default_factory=Counter)
    """How many requests or events went wrong, by class."""
    acted: int = 0
    in_3_s: int = 0
    """How many interactions had something to read in time, of those that `acted`."""
    in_10_s: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    """What had nothing to read, though no request for it went wrong."""
    requests: list[Rates] = field(default_factory=list)
    """The requests before parts are broken, and while they are."""
    invalid: int = 0


class Chaos(Storm):
    """Breaks parts while tables are played: one after the other, or several at once by chance."""

    def __init__(
        self, home: Home, tables: int, seed: int, at_once: int = 1, limit_s: float = 90.0
    ) -> None:
        """Takes how many parts are broken at once, and the time for which limits hold."""
        super().__init__(home, tables, 0.0, seed)
        self.at_once, self.chance = at_once, random.Random(seed + 2)
        self.outcome = Outcome()
        self.classes = [replace(each, limit_s=limit_s) for each in classes()]
        self.chance.shuffle(self.classes)
        self._is_over = False

    async def strike(self) -> None:
        """Breaks one part after the other in each of so many places at once."""
        await self.measured(asyncio.sleep(BEFORE_S))
        await self.measured(asyncio.gather(*map(self._break_parts, range(self.at_once))))
        self._is_over = True

    async def measured(self, work: Awaitable[Any]) -> Rates:
        """Counts the requests while something is awaited."""
        discord, began = self.home.discord, time.monotonic()
        requests, counted = discord.requests, discord.limits.counted
        try:
            await work
        finally:
            seconds = max(time.monotonic() - began, 0.1)
            made = discord.requests - requests, discord.limits.counted - counted
            self.outcome.requests.append(rates := Rates(seconds, *made))
        return rates

    async def _break_parts(self, n: int) -> None:
        for part in self._parts(n):
            self.home.discord.broken.append(part)
            if part.event and self.at_once == 1:
                self.home.discord.hang_up()  # what the next session begins with is an event, too
            await self._while_broken(part)
            self._mend(part)

    def _parts(self, n: int) -> Iterator[Broken]:
        """All classes; with several parts at once each is about a channel, a guild or all."""
        if self.at_once == 1:
            yield from (replace(part) for part in self.classes)
            return
        while True:
            for part in self.classes[n :: self.at_once]:
                seating = self.chance.choice(self.seatings)
                where = self.chance.choice(("channel", "guild", "", ""))
                channel = seating.place.id if where == "channel" else ""
                guild = seating.place.guild or "" if where == "guild" else ""
                yield replace(part, channel=channel, guild=guild)

    async def _while_broken(self, part: Broken) -> None:
        if self.at_once > 1:
            await asyncio.sleep(self.chance.uniform(SHORTEST_S, LONGEST_S))
            return
        until = self.report.interactions + self.most // len(self.classes)
        while self.report.interactions < until and not part.struck:
            await asyncio.sleep(0.01)

    @property
    def goes_on(self) -> bool:
        """Whether parts are still broken: until all interactions are made, or each was met."""
        return super().goes_on if self.at_once > 1 else not self._is_over

    def _mend(self, part: Broken) -> None:
        self.home.discord.broken.remove(part)
        self.outcome.struck[about(part)] += part.struck

    def end_faults(self) -> None:
        super().end_faults()
        for part in [*self.home.discord.broken]:
            self._mend(part)
        self.outcome.invalid = self.home.discord.invalid

    def judged(self, interaction: Interaction) -> None:
        """Counts whether somebody could read something in time."""
        data = interaction.payload["data"]
        action = str(data.get("custom_id", data.get("name"))).partition(":")[0]
        if interaction.faults or action in ANSWERED_BY_BOARD:
            return
        self.outcome.acted += 1
        answered = interaction.answered
        self.outcome.in_3_s += answered is not None and answered <= ACKNOWLEDGE_S
        self.outcome.in_10_s += answered is not None and answered <= READ_S
        if answered is None or answered > READ_S:
            ack = interaction.acknowledged
            when = "never" if ack is None else f"after {ack:.0f} s"
            self.outcome.unread[f"{action}, acknowledged {when}"] += 1


def about(part: Broken) -> str:
    return f"{part.route or part.event or 'with ' + part.body}: {part.how}"
