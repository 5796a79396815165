"""Cooldowns: limits how often a person can do what others see."""

from __future__ import annotations

import time
from dataclasses import dataclass

from discord.app_commands import Cooldown

from bot.table import Refused
from bot.texts.languages import _


@dataclass(frozen=True, eq=False)
class Limit:
    """How often a person can do something within some minutes."""

    times: int
    minutes: int


NEW_TABLE, NEW_THREAD, TUTORIAL = Limit(20, 10), Limit(1, 10), Limit(5, 10)
"""Opening a table, or a thread for one, or a lesson."""
GIVE, INVITE = Limit(10, 10), Limit(10, 10)
"""Offering a seat; inviting somebody to a table."""
MAX_KEPT = 10_000
"""When there are so many cooldowns, those that are over are forgotten."""


class Cooldowns:
    """Counts what people do, in memory."""

    def __init__(self, *, enabled: bool = True) -> None:
        """Starts empty; without `enabled` nothing is limited."""
        self._enabled = enabled
        self._kept: dict[tuple[Limit, int], Cooldown] = {}

    def use(self, limit: Limit, user: int) -> None:
        """Counts an action of a person; raises Refused if there were too many."""
        if not self._enabled:
            return
        if len(self._kept) >= MAX_KEPT:
            self._kept = {
                k: each for k, each in self._kept.items() if each.get_tokens() < each.rate
            }
        new = Cooldown(limit.times, limit.minutes * 60.0)
        wait_s = self._kept.setdefault((limit, user), new).update_rate_limit()
        if wait_s is not None:
            raise Refused(
                _(
                    "At most {times:time|times} in {n:minute|minutes}. Try again {when:text}.",
                    times=limit.times,
                    n=limit.minutes,
                    when=f"<t:{int(time.time() + wait_s) + 1}:R>",
                )
            )

    def forget(self, limit: Limit, user: int) -> None:
        """Forgets the count of a person, after an action that failed."""
        self._kept.pop((limit, user), None)
