"""Whether people can reach the bot, so that only time in which they could answer counts.

They can while the process runs, the gateway of their shard answers, and the database takes writes.
A heartbeat in the store, each minute, says so. Without one for minutes, nobody could act: the next
one moves what has a deadline by that time first, whatever the reason was: a crash, a lost
connection, a full disk, a machine asleep, a clock that was set.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection

from bot.store import PersonRow, Shard, Store, to_json
from games.words import Phrase, pack, phrase

log = logging.getLogger(__name__)
MINUTE_S, HOUR_S, DAY_S = 60.0, 3600.0, 86400.0
ONE_SHARD = (Shard(0, 1),)


class Reach:
    """Keeps the heartbeats of this process."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        shards: Callable[[], Collection[Shard]],
        put_off: Callable[[float, PersonRow, str], float],
        kick: Callable[[int], None],
    ) -> None:
        """Takes `shards`, which returns those whose gateway answers this process; `put_off`, which
        takes a deadline at a pace out of quiet hours and days off; and `kick`, which starts to
        show a table.
        """
        self._store, self._now, self._shards = store, now, shards
        self._put_off, self._kick = put_off, kick

    async def beat(self) -> list[Shard]:
        """Notes a heartbeat for each shard that people can reach now, and returns these shards."""
        shards = sorted(self._shards(), key=lambda shard: shard.number)
        for shard in shards:
            await self._beat(shard)
        return shards

    async def may_act(self, guild: int | None) -> bool:
        """Whether people of a server can reach the bot now. What has a deadline there has moved
        when this returns, so read it afterwards.
        """
        shard = next((each for each in self._shards() if each.has(guild)), None)
        if shard is not None:
            await self._beat(shard)
        return shard is not None

    async def _beat(self, shard: Shard) -> None:
        now = self._now()
        seen = await self._store.heartbeats.beat(shard, now)
        if seen is None:
            return
        words = to_json(pack(_told(now - seen)))
        moved = await self._store.heartbeats.end_gap(shard, seen, now, words, self._put_off)
        log.warning(
            "shard %s was out of reach for %.0f s; the deadlines of %s tables moved",
            shard.number,
            now - seen,
            len(moved),
        )
        for table_id in moved:
            self._kick(table_id)


def _told(gap_s: float) -> Phrase:
    """What a table is told of a gap; it is negative after the clock of the machine was set back."""
    if gap_s < 0:
        return phrase("My clock was wrong by {time}; all deadlines moved.", time=_length(-gap_s))
    return phrase("I was away for {time}; all deadlines moved.", time=_length(gap_s))


def _length(seconds: float) -> Phrase:
    if seconds < 2 * HOUR_S:
        return phrase("{n:minute|minutes}", n=round(seconds / MINUTE_S))
    if seconds < 2 * DAY_S:
        return phrase("{n:hour|hours}", n=round(seconds / HOUR_S))
    return phrase("{n:day|days}", n=round(seconds / DAY_S))
