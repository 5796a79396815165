"""Faults: what goes wrong on the wire and on Discord, drawn with a seeded generator.

A class of faults has occasions (a request, an edit, a delivery, a second), and strikes at a share
of them. By default nothing strikes.
"""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.wire.standin.things import CLOUDFLARE, FLAGGED, LOST, NOT_WRITTEN, TOO_FAST

LIMITED, EVERYWHERE, LONG = "429", "429, global", "429 for two minutes"
BEFORE, AFTER, RECEIPT = "5xx before the effect", "5xx after the effect", "receipt lost"
UNKNOWN, EXPIRED, OLD = "10062 on acknowledging", "50027 on editing by token", "30046 on an edit"
LATE, TWICE = "delivered late", "delivered twice"
DROPPED, MOVED, INVALID = "connection dropped", "asked to reconnect", "session invalid"
CLOSED, DELETED, REMOVED = "direct messages closed", "channel deleted", "bot removed and back"
GONE, ARCHIVED = "message deleted by somebody", "thread archived"
LOCKED, GUILD_LATE = "thread locked for a while", "guild available late"
NONCE_FORGOTTEN, NONCE_GONE = "nonce forgotten", "10008 on a nonce"
OPENED_TOO_FAST, BOT_FLAGGED = "40003 on opening direct messages", "20026 on a direct message"
HELD_BACK, UPLOADS = "403 of Cloudflare", "400001 on a message with files"
OCCASIONS = {
    LIMITED: "request",
    EVERYWHERE: "request by the bot's token",
    LONG: "request by the bot's token",
    HELD_BACK: "request by the bot's token",
    OPENED_TOO_FAST: "opening of direct messages",
    BOT_FLAGGED: "direct message",
    UPLOADS: "message or edit with files",
    NONCE_FORGOTTEN: "message sent again",
    NONCE_GONE: "message sent again",
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
    LOCKED: "move in a thread",
    GUILD_LATE: "guild of a new session",
}
"""The occasion of each class of faults."""
HOLDS = {
    "": {HELD_BACK: CLOUDFLARE},
    "open_dm": {HELD_BACK: CLOUDFLARE, OPENED_TOO_FAST: TOO_FAST},
    "send_dm": {HELD_BACK: CLOUDFLARE, BOT_FLAGGED: FLAGGED},
}
"""By fault, the kind of request that is held back for some time, and the error code."""
BY_TOKEN = {"acknowledge", "answer", "follow_up", "edit_by_token", "delete_by_token"}
"""Requests that use the token of an interaction."""


@dataclass(frozen=True)
class FaultStrike:
    """A fault that strikes a request: its response, and whether the request has its effect."""

    fault: str
    status: int
    body: dict[str, Any]
    after: bool = False


class Faults:
    """Which faults strike, and how often they did."""

    def __init__(self, seed: int = 0, **rates: float) -> None:
        """Starts without faults, except for `rates` by the name of a class."""
        self.rng = random.Random(seed)
        self.rates: dict[str, float] = dict(rates)
        self.struck: Counter[str] = Counter()
        self.chances: Counter[str] = Counter()

    def begin(self, rate: float, *only: str) -> None:
        """Has these classes, by default all, strike at this share of their occasions."""
        self.rates = dict.fromkeys(only or OCCASIONS, rate)

    def end(self) -> None:
        self.rates = {}

    def strikes(self, fault: str) -> bool:
        """Draws whether a class strikes at this occasion."""
        if fault not in self.rates:
            return False
        self.chances[fault] += 1
        hit = self.rng.random() < self.rates[fault]
        self.struck[fault] += hit
        return hit

    def of_request(self, kind: str, files: bool = False) -> FaultStrike | None:
        """The first fault that strikes a request of this kind, with files or without."""
        by_token = kind in BY_TOKEN
        if self.strikes(LIMITED):
            return FaultStrike(LIMITED, 429, self._limit(0.5))
        if not by_token and self.strikes(EVERYWHERE):
            return FaultStrike(EVERYWHERE, 429, {**self._limit(0.1), "global": True})
        if not by_token and self.strikes(LONG):
            return FaultStrike(LONG, 429, {**self._limit(0.0), "retry_after": 120.0})
        for fault, code in HOLDS.get(kind, HOLDS[""] if not by_token else {}).items():
            if self.strikes(fault):
                return FaultStrike(fault, 403, {"code": code, "message": NOT_WRITTEN[code]})
        if files and kind in ("send", "send_dm", "edit") and self.strikes(UPLOADS):
            said = "Access to file uploads has been limited for this user"
            return FaultStrike(UPLOADS, 400, {"code": 400001, "message": said})
        if kind == "acknowledge" and self.strikes(UNKNOWN):
            return FaultStrike(UNKNOWN, 404, {"code": 10062, "message": "Unknown interaction"})
        if by_token and kind != "acknowledge" and self.strikes(EXPIRED):
            return FaultStrike(EXPIRED, 401, {"code": 50027, "message": "Invalid Webhook Token"})
        if kind == "edit" and self.strikes(OLD):
            return FaultStrike(
                OLD, 429, {**self._limit(0.02), "code": 30046, "message": "Too many edits"}
            )
        if self.strikes(BEFORE):
            return FaultStrike(BEFORE, self.rng.choice((500, 502, 503)), {"message": "trouble"})
        if self.strikes(AFTER):
            return FaultStrike(
                AFTER, self.rng.choice((500, 502, 503)), {"message": "trouble"}, after=True
            )
        if self.strikes(RECEIPT):
            return FaultStrike(RECEIPT, LOST, {}, after=True)
        return None

    def _limit(self, most: float) -> dict[str, Any]:
        """The body of a 429."""
        wait = round(self.rng.uniform(0.01, most), 3)
        return {"message": "You are being rate limited.", "retry_after": wait, "global": False}

    def lateness(self) -> float:
        """After how many seconds a guild becomes available."""
        return self.rng.uniform(0.2, 3.0)

    def delays(self) -> list[float]:
        """After how many seconds an interaction is delivered, once or twice."""
        first = self.rng.uniform(1.0, 4.0) if self.strikes(LATE) else 0.0
        again = [first + self.rng.uniform(0.0, 0.5)] if self.strikes(TWICE) else []
        return [first, *again]
