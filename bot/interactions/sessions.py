"""Begins sessions at Discord's gateway no faster than Discord allows.

A bot that begins a thousand in a day gets a new token, and its host has to find out why it is
gone. A bot that ends soon after each start, and is started again each time, would come to that
within hours. So what begins too often waits longer each time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Final

import discord
from discord.http import HTTPClient

from bot.operations.discord_errors import REQUEST_ERRORS
from bot.store import OutOfService, Store

log = logging.getLogger(__name__)
SOON_S: Final = 120.0
"""A session that ends sooner is followed by another try: 720 of them fit into a day."""
FREE_TRIES: Final = 3
"""So many tries in a row do not wait, such as those of a host who changes settings."""
MAX_WAIT_S: Final = 600.0
RESERVE: Final = 20
"""How many sessions a day are left for shards that lose theirs, beside one for each shard."""


class Sessions:
    """The sessions that this process begins."""

    def __init__(self, http: HTTPClient, store: Store, first_wait_s: float) -> None:
        """Takes the first wait between two tries, which doubles with each further one."""
        self._http, self._store, self._first_wait_s = http, store, first_wait_s

    async def before_start(self, shards: Iterable[int] | None) -> None:
        """Waits until the process may begin the sessions of its shards; None: of all."""
        advised = await self._wait_for_allowance()
        for shard in shards or range(advised):
            await self._wait(shard)

    async def before_identify(self, shard: int) -> None:
        """Waits until a shard may begin a session, and notes that it does."""
        try:
            begun, tries = await self._wait(shard)
            now = time.time()
            soon = abs(now - begun) < SOON_S + self._pause(tries)
            await self._store.sessions.save(shard, now, tries + 1 if soon else 0)
        except OutOfService as error:
            log.info("it is not noted that a session begins: %s", error.remedy)

    async def _wait_for_allowance(self) -> int:
        """Waits as long as Discord allows too few sessions; returns how many shards it advises."""
        while True:
            try:
                advised, _url, limit = await self._http.get_bot_gateway()
                left, reset_s = limit["remaining"], limit["reset_after"] / 1000
            except (*REQUEST_ERRORS, discord.GatewayNotFound, LookupError, TypeError) as error:
                log.info("it is not known how many sessions Discord allows: %s", error)
                return 1
            if left >= min(RESERVE + advised, limit["total"] // 2):
                return advised
            log.warning(
                "Discord allows %s more sessions within %.0f s, and would reset the token of a bot"
                " that begins more; the bot waits for that time before it connects",
                left,
                reset_s,
            )
            await asyncio.sleep(reset_s + 1)

    async def _wait(self, shard: int) -> tuple[float, int]:
        """Waits after tries that ended soon; returns the latest one, as the store has it."""
        begun, tries = await self._store.sessions.latest(shard)
        pause = self._pause(tries)
        left_s = min(pause, begun + pause - time.time())
        if left_s > 0:
            log.warning(
                "shard %s has begun %s sessions that ended soon; it waits %.0f s for the next one",
                shard,
                tries,
                left_s,
            )
            await asyncio.sleep(left_s)
        return begun, tries

    def _pause(self, tries: int) -> float:
        """The seconds from one session to the next."""
        if tries < FREE_TRIES:
            return 0.0
        return min(MAX_WAIT_S, self._first_wait_s * 2.0 ** min(tries - FREE_TRIES, 20))
