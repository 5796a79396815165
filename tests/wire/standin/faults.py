"""Faults: what goes wrong on the wire and on Discord, drawn with a seeded generator.

A class of faults has occasions (a request, an edit, a delivery, a second), and strikes at a share
of them. Nothing strikes unless a test says so.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.wire.standin.things import LOST

LIMITED, EVERYWHERE = "429", "429, global"
BEFORE, AFTER, RECEIPT = "5xx before the effect", "5xx after the effect", "receipt lost"
UNKNOWN, EXPIRED, OLD = "10062 on acknowledging", "50027 on editing by token", "30046 on an edit"
LATE, TWICE = "delivered late", "delivered twice"
DROPPED, MOVED, INVALID = "connection dropped", "asked to reconnect", "session invalid"
CLOSED, DELETED, REMOVED = "direct messages closed", "channel deleted", "bot removed and back"
GONE, ARCHIVED = "message deleted by somebody", "thread archived"
OCCASIONS = {
    LIMITED: "request",
    EVERYWHERE: "request by the bot's token",
    BEFORE: "request",
    AFTER: "request",
    RECEIPT: "request",
    UNKNOWN: "acknowledgement",
    EXPIRED: "answer by token",
    OLD: "edit of a message",
    LATE: "interaction",
    TWICE: "interaction",
    DROPPED: "second",
    MOVED: "second",
    INVALID: "resumed session",
    REMOVED: "second",
    CLOSED: "person who sits down",
    DELETED: "table",
    GONE: "move",
    ARCHIVED: "move in a thread",
}
"""At what each class can strike."""
BY_TOKEN = {"acknowledge", "answer", "follow_up"}
"""Requests that an interaction's own token permits."""


@dataclass(frozen=True)
class Blow:
    """A fault that strikes a request: what is answered, and whether it is carried out first."""

    fault: str
    status: int
    body: dict[str, Any]
    after: bool = False


class Faults:
    """Which faults strike, and how often they did."""

    def __init__(self, seed: int = 0, **rates: float) -> None:
        """Starts with none; `rates` are shares by the name of a class."""
        self.rng = random.Random(seed)
        self.rates: dict[str, float] = dict(rates)
        self.struck: Counter[str] = Counter()
        self.chances: Counter[str] = Counter()

    def begin(self, rate: float, *only: str) -> None:
        """From now on these classes, or all, strike at this share of their occasions."""
        self.rates = dict.fromkeys(only or OCCASIONS, rate)

    def end(self) -> None:
        """From now on nothing strikes."""
        self.rates = {}

    def strikes(self, fault: str) -> bool:
        """Whether a class strikes at this occasion."""
        if fault not in self.rates:
            return False
        self.chances[fault] += 1
        hit = self.rng.random() < self.rates[fault]
        self.struck[fault] += hit
        return hit

    def of_request(self, kind: str) -> Blow | None:
        """What strikes a request of this kind; the first that does."""
        by_token = kind in BY_TOKEN
        if self.strikes(LIMITED):
            return Blow(LIMITED, 429, self._limit(0.5))
        if not by_token and self.strikes(EVERYWHERE):
            return Blow(EVERYWHERE, 429, {**self._limit(0.1), "global": True})
        if kind == "acknowledge" and self.strikes(UNKNOWN):
            return Blow(UNKNOWN, 404, {"code": 10062, "message": "Unknown interaction"})
        if by_token and kind != "acknowledge" and self.strikes(EXPIRED):
            return Blow(EXPIRED, 401, {"code": 50027, "message": "Invalid Webhook Token"})
        if kind == "edit" and self.strikes(OLD):
            return Blow(OLD, 429, {**self._limit(0.02), "code": 30046, "message": "Too many edits"})
        if self.strikes(BEFORE):
            return Blow(BEFORE, self.rng.choice((500, 502, 503)), {"message": "trouble"})
        if self.strikes(AFTER):
            return Blow(AFTER, self.rng.choice((500, 502, 503)), {"message": "trouble"}, after=True)
        if self.strikes(RECEIPT):
            return Blow(RECEIPT, LOST, {}, after=True)
        return None

    def _limit(self, most: float) -> dict[str, Any]:
        """The body of a 429."""
        wait = round(self.rng.uniform(0.01, most), 3)
        return {"message": "You are being rate limited.", "retry_after": wait, "global": False}

    def delays(self) -> list[float]:
        """The seconds after which an interaction is delivered: none, or late, and again."""
        first = self.rng.uniform(1.0, 4.0) if self.strikes(LATE) else 0.0
        again = [first + self.rng.uniform(0.0, 0.5)] if self.strikes(TWICE) else []
        return [first, *again]
