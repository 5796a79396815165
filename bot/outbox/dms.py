"""Direct messages: their channels, which are opened slowly, and who must be left in peace for now.

Discord holds back a bot that opens the channels of direct messages too fast. So there is a pause
between two, and their numbers are stored. Where Discord refuses a direct message for now, the next
one waits, longer each time.
"""

from __future__ import annotations

import logging
import time

import discord

from bot.operations.discord_errors import TEMPORARY_403, UNKNOWN_CHANNEL
from bot.store import PersonRow, Store

log = logging.getLogger(__name__)
TURN_LAPSES_S = 60.0
"""After this time, somebody whose channel was not opened in their turn needs another turn."""
GROWTH, MAX_WAITS = 4.0, 360.0
"""How the wait grows with each refusal until a message is sent, and to how many first waits."""
LONG_WAIT = 0.5
"""Somebody who can be written to within this share of a first wait is not called elsewhere."""
OPENING = 0
"""Instead of a user: everybody whose channel is to be opened."""


class Postponed(Exception):
    """A direct message is to be sent later."""

    def __init__(self, wait_s: float) -> None:
        """Takes the seconds until then."""
        super().__init__(f"a direct message waits for {wait_s:.0f} s")
        self.wait_s = wait_s


class DirectMessages:
    """Knows the channels of direct messages, and from when on each person may be written to."""

    def __init__(
        self, client: discord.Client, store: Store, pause_s: float, first_wait_s: float
    ) -> None:
        """Works with this client and this store; takes the seconds from the opening of one channel
        to the next, and the seconds for which the next message waits after a first refusal.
        """
        self._client, self._store = client, store
        self._pause_s, self._first_wait_s = pause_s, first_wait_s
        self._next_turn = 0.0
        """When the next channel may be opened; all times are of the monotonic clock."""
        self._turns: dict[int, float] = {}
        """When a user's channel may be opened."""
        self._held: dict[int, tuple[float, float]] = {}
        """After a refusal, by user or for OPENING: until when to wait, and how long that is."""

    def wait_s(self, person: PersonRow) -> float:
        """Returns the seconds until somebody may be written to; 0 where that is now."""
        turn = 0.0 if person.dm_channel else self._turns.get(person.user, self._next_turn)
        held_until, _wait_s = self._held.get(person.user, (0.0, 0.0))
        return max(turn, held_until, now := time.monotonic()) - now

    def waits_long(self, person: PersonRow) -> bool:
        """Returns whether somebody should be called elsewhere, because a message would be late."""
        return self.wait_s(person) > LONG_WAIT * self._first_wait_s

    async def channel(self, user: int, known: int = 0) -> int:
        """Returns the channel of a user's direct messages, opened if need be; `known` is the one
        where a message stands. Postponed where the user may not be written to yet.
        """
        person = await self._store.people.get(user)
        person.dm_channel = known or person.dm_channel
        if not person.dm_channel:
            self._take_turn(user)
        if wait_s := self.wait_s(person):
            raise Postponed(wait_s)
        if not person.dm_channel:
            del self._turns[user]
            opened = await self._client.http.start_private_message(user)
            self._held.pop(OPENING, None)
            person.dm_channel = int(opened["id"])
            await self._store.people.save(user, dm_channel=person.dm_channel)
        return person.dm_channel

    def _take_turn(self, user: int) -> None:
        """Gives a user the next turn, unless they have one."""
        now = time.monotonic()
        self._turns = {who: at for who, at in self._turns.items() if now - at < TURN_LAPSES_S}
        if user not in self._turns:
            self._turns[user] = max(now, self._next_turn)
            self._next_turn = self._turns[user] + self._pause_s

    def note_sent(self, user: int) -> None:
        """Notes that Discord lets the bot write to a user again."""
        self._held.pop(user, None)

    async def note_refusal(self, user: int, error: discord.HTTPException) -> None:
        """Notes that Discord did not let the bot write to a user for now. A channel that it does
        not know is forgotten, and opened again at once the first time.
        """
        person, now = await self._store.people.get(user), time.monotonic()
        opening = not person.dm_channel and error.code in TEMPORARY_403
        key = OPENING if opening else user
        wait_s = self._first_wait_s
        if key in self._held:
            _held_until, last_wait_s = self._held[key]
            wait_s = min(max(wait_s, last_wait_s * GROWTH), wait_s * MAX_WAITS)
        elif error.code == UNKNOWN_CHANNEL:
            wait_s = 0.0
        if error.code == UNKNOWN_CHANNEL:
            await self._store.people.save(user, dm_channel=0)
        self._held[key] = now + wait_s, wait_s
        if opening:
            self._next_turn = now + wait_s
            self._turns.clear()
        log.warning("a direct message was refused, the next waits for %.1f s: %s", wait_s, error)
