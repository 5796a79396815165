"""Cooldowns: how often a person can do within some minutes what others see."""

from __future__ import annotations

import time
from dataclasses import dataclass

from discord.app_commands import Cooldown

from bot.table import Refused
from bot.texts.languages import _


@dataclass(frozen=True, eq=False)
class Limit:
    """How many times a person can do something in some minutes."""

    times: int
    minutes: int


NEW, THREAD, TUTORIAL = Limit(20, 10), Limit(1, 10), Limit(5, 10)
"""Opening a table, or a thread for one, or a lesson."""
GIVE, INVITE = Limit(10, 10), Limit(10, 10)
"""Offering a seat; inviting somebody to a table."""
MAX_KEPT = 10_000
"""Cooldowns that are kept before those that are over are forgotten."""


class Cooldowns:
    """What people did lately. It is forgotten when the bot restarts."""

    def __init__(self, *, counts: bool = True) -> None:
        """Starts with nothing; people may do everything at once where it does not count."""
        self._counts = counts
        self._kept: dict[tuple[Limit, int], Cooldown] = {}

    def use(self, limit: Limit, user: int) -> None:
        """Counts that a person does something; Refused where they did it too often."""
        if not self._counts:
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
        """Takes back what was counted last of something that failed."""
        self._kept.pop((limit, user), None)
