"""Rate limits: a bucket for each kind of request and channel, as Discord counts them."""

from __future__ import annotations

import math
import time
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


@dataclass
class Limits:
    """The buckets of a bot."""

    known: dict[str, tuple[int, float]] = field(default_factory=dict)
    exceeded: list[str] = field(default_factory=list)
    """The buckets whose limit the bot has exceeded."""
    _used: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)

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
