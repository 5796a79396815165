"""Rate limits: one for all requests of a bot, and a bucket for each kind of request and channel."""

import math
import time
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

AS_DISCORD = {
    "send": (5, 5.0),
    "edit": (5, 5.0),
    "delete": (5, 1.0),
    "history": (5, 5.0),
    "open_dm": (5, 5.0),
    "make_thread": (5, 10.0),
    "make_thread_of": (5, 10.0),
}
"""How many requests Discord allows, and in how many seconds, as observed."""
GENEROUS = (50, 1.0)
"""The limit of all other requests; it is never reached."""

OF_BOT = (50, 1.0)
"""How many requests a bot has in how many seconds, but for responses to interactions."""
EVERYTHING = "everything", "everywhere"
"""In place of a kind of request and its channel."""
ON_ITS_WAY_S = 1.0
"""A request that comes so much too early may have been on its way."""


@dataclass
class Limits:
    of_bot: tuple[int, float] = OF_BOT
    counted: int = 0
    """How many requests were allowed."""
    refused: int = 0
    """How many requests exceeded the limit of the bot."""
    known: dict[str, tuple[int, float]] = field(default_factory=dict)
    exceeded: list[str] = field(default_factory=list)
    """The buckets whose limit the bot has exceeded."""
    demanded: dict[tuple[str, str], float] = field(default_factory=dict)
    """Until when the bot was told to wait, by kind and channel ("" for none), or EVERYTHING."""
    early: int = 0
    """How many requests came long before that."""
    _used: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)
    _allowed: deque[float] = field(default_factory=deque)
    """When the requests were allowed that still count for the bot."""

    def take_of_bot(self) -> float:
        """The seconds to wait if the bot has made too many requests; 0 if this one is allowed."""
        limit, seconds = self.of_bot
        now = time.monotonic()
        while self._allowed and self._allowed[0] <= now - seconds:
            self._allowed.popleft()
        if len(self._allowed) < limit:
            self._allowed.append(now)
            self.counted += 1
            return 0.0
        self.refused += 1
        return math.ceil((self._allowed[0] + seconds - now) * 1000) / 1000

    def demand(self, kind: str, major: str, wait_s: float, everywhere: bool) -> None:
        """Notes that the bot was told to wait."""
        key = EVERYTHING if everywhere else (kind, major)
        self.demanded[key] = max(self.demanded.get(key, 0.0), time.monotonic() + wait_s)

    def note_early(self, kind: str, major: str) -> None:
        """Counts a request that should have waited."""
        until = max(self.demanded.get(each, 0.0) for each in ((kind, major), EVERYTHING))
        self.early += time.monotonic() < until - ON_ITS_WAY_S

    def demanded_of(self, majors: Collection[str]) -> float:
        """Until when the bot was told to wait in one of these channels, or everywhere."""
        found = [u for key, u in self.demanded.items() if key == EVERYTHING or key[1] in majors]
        return max(found, default=0.0)

    def take(self, kind: str, major: str) -> tuple[dict[str, str], float]:
        """The headers of the response, and the seconds to wait if the bucket is empty."""
        limit, seconds = self.known.get(kind, GENEROUS)
        now = time.monotonic()
        used, reset = self._used.get((kind, major), (0, 0.0))
        if now >= reset:
            used, reset = 0, now + seconds
        wait = 0.0
        if used < limit:
            used += 1
        else:
            wait = math.ceil((reset - now) * 1000) / 1000
            self.exceeded.append(f"{kind} {major}")
        self._used[kind, major] = used, reset
        left = reset - now
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(limit - used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"bucket-of-{kind}",
        }
        return headers, wait
