"""Direct messages: when the bot may open a channel for them, and when it may write to somebody.

Discord limits how fast a bot may open channels of direct messages. So there is a pause between two,
and their numbers are stored. After Discord refuses a direct message for now, the next one waits,
longer each time. If that was because of the bot and not of the user, the wait is shortened as soon
as Discord accepts a message to anybody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import discord

from bot.operations.breaker import Held
from bot.operations.discord_errors import TEMPORARY_403, UNKNOWN_CHANNEL, is_dm_closed
from bot.outbox.layout import send_arguments
from bot.pages.page import Page
from bot.store import PersonRow, Store
from bot.table import Refused
from bot.texts.languages import _

log = logging.getLogger(__name__)
OPENING_LAPSES_S = 60.0
"""A scheduled opening that was not used lapses after this time."""
WAIT_FACTOR, MAX_WAIT_FACTOR = 4.0, 360.0
"""Each refusal in a row multiplies the wait, up to so many times the first one."""
LONG_WAIT_SHARE = 0.5
"""After a longer wait than this share of the first one, somebody is notified in the channel."""
MAX_WAIT_S = 5.0
"""How long a command waits for a channel that may not be opened yet."""
UNREACHABLE = (discord.Forbidden, discord.NotFound, Held)
"""How Discord refuses a direct message."""
EVERY_NEW_CHANNEL = 0
"""Stands for all users whose channel is not open yet."""


class Postponed(Exception):
    """A direct message can only be sent later."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"a direct message waits for {wait_s:.0f} s")
        self.wait_s = wait_s


@dataclass
class Hold:
    """A wait after a refusal."""

    until: float
    """Its end, of `time.monotonic`."""
    wait_s: float
    """How long it was at first."""
    is_for_bot: bool
    """Whether Discord refused the bot, and not this user."""
    is_held: bool = False
    """Whether the request was held back."""


NO_HOLD = Hold(0.0, 0.0, False)


class DirectMessages:
    """Opens the channels of direct messages, and knows when the bot may write to whom."""

    def __init__(
        self, client: discord.Client, store: Store, pause_s: float, first_wait_s: float
    ) -> None:
        """Takes the seconds between the openings of two channels, and the seconds for which the
        next message waits after a first refusal.
        """
        self._client, self._store = client, store
        self._pause_s, self._first_wait_s = pause_s, first_wait_s
        self._next_opening = 0.0
        """When the next channel may be opened; all times are of `time.monotonic`."""
        self._opening_times: dict[int, float] = {}
        """When the channel of each user may be opened."""
        self._holds: dict[int, Hold] = {}
        """The waits after refusals, by user or EVERY_NEW_CHANNEL."""
        self.on_recovered: Callable[[], None] = lambda: None
        """Called when waits were shortened because Discord accepted a message."""

    def wait_s(self, person: PersonRow) -> float:
        """The seconds until the bot may write to somebody; 0 for now."""
        opening = (
            0.0 if person.dm_channel else self._opening_times.get(person.user, self._next_opening)
        )
        held_until = self._holds.get(person.user, NO_HOLD).until
        return max(opening, held_until, now := time.monotonic()) - now

    def waits_long(self, person: PersonRow) -> bool:
        """Whether a direct message would come so late that the channel must notify somebody."""
        return self.wait_s(person) > LONG_WAIT_SHARE * self._first_wait_s

    async def channel(self, user: int, known: int = 0) -> int:
        """The channel of a user's direct messages, opened if it must be; `known` is a channel that
        has a message already. Raises Postponed if the bot may not write there yet.
        """
        person = await self._store.people.get(user)
        person.dm_channel = known or person.dm_channel
        if not person.dm_channel:
            self._schedule_opening(user)
        if wait_s := self.wait_s(person):
            raise Postponed(wait_s)
        if not person.dm_channel:
            del self._opening_times[user]
            opened = await self._client.http.start_private_message(user)
            self._holds.pop(EVERY_NEW_CHANNEL, None)
            person.dm_channel = int(opened["id"])
            await self._store.people.save(user, dm_channel=person.dm_channel)
        return person.dm_channel

    def _schedule_opening(self, user: int) -> None:
        """Gives a user the next time for an opening, unless they have one."""
        now = time.monotonic()
        self._opening_times = {
            who: at for who, at in self._opening_times.items() if now - at < OPENING_LAPSES_S
        }
        if user not in self._opening_times:
            self._opening_times[user] = max(now, self._next_opening)
            self._next_opening = self._opening_times[user] + self._pause_s

    def mark_sent(self, user: int) -> None:
        """Notes that a message to a user was sent, so that the next one need not wait, and others
        that Discord refused to the bot wait no longer than after a first refusal.
        """
        self._holds.pop(user, None)
        until = time.monotonic() + self._first_wait_s
        longer = [each for each in self._holds.values() if each.is_for_bot and each.until > until]
        for hold in longer:
            hold.until = until
        if longer:
            self.on_recovered()

    def end_held(self) -> None:
        """Ends the waits because a request was held back; if it still is, that costs nothing."""
        if self._holds.get(EVERY_NEW_CHANNEL, NO_HOLD).is_held:
            self._next_opening = 0.0
        self._holds = {key: hold for key, hold in self._holds.items() if not hold.is_held}
        self.on_recovered()

    async def mark_refused(self, user: int, error: discord.HTTPException | Held) -> None:
        """Notes that Discord refused a message to a user for now. A channel that it does not know
        is forgotten; the first time, it is opened again at once.
        """
        person, now = await self._store.people.get(user), time.monotonic()
        held = isinstance(error, Held)
        code = None if held else error.code
        opening = not person.dm_channel and (held or code in TEMPORARY_403)
        key = EVERY_NEW_CHANNEL if opening else user
        wait_s = self._first_wait_s
        if held:
            wait_s = error.retry_after
        elif key in self._holds:
            longer_s = self._holds[key].wait_s * WAIT_FACTOR
            wait_s = min(max(wait_s, longer_s), wait_s * MAX_WAIT_FACTOR)
        elif code == UNKNOWN_CHANNEL:
            wait_s = 0.0
        if code == UNKNOWN_CHANNEL:
            await self._store.people.save(user, dm_channel=0)
        is_for_bot = not opening and code in TEMPORARY_403
        self._holds[key] = Hold(now + wait_s, wait_s, is_for_bot, held)
        if opening:
            self._next_opening = now + wait_s
            self._opening_times.clear()
        log.warning("a direct message was refused, the next waits for %.1f s: %s", wait_s, error)

    # --- for commands -----------------------------------------------------------------------------

    async def open(self, user: int) -> int:
        """The channel of a user's direct messages, for a command that needs it now; raises Refused
        if the bot cannot write to them.
        """
        wait_s = 0.0
        while wait_s < MAX_WAIT_S:
            await asyncio.sleep(wait_s)
            try:
                async with self._refusing_unreachable(user):
                    return await self.channel(user)
            except Postponed as later:
                wait_s = later.wait_s
        raise dms_held_back()

    async def send(self, user: int, channel: int, page: Page) -> discord.Message:
        """Sends a page as a direct message, for a command that needs it now. Raises Refused if the
        bot cannot write to the user.
        """
        async with self._refusing_unreachable(user):
            where = self._client.get_partial_messageable(channel)
            message = await where.send(**await send_arguments(page))
        self.mark_sent(user)
        return message

    @asynccontextmanager
    async def _refusing_unreachable(self, user: int) -> AsyncGenerator[None]:
        """Raises Refused with a sentence if Discord does not let the bot write to a user."""
        try:
            yield
        except UNREACHABLE as error:
            if is_dm_closed(error):
                raise closed_dms() from None
            await self.mark_refused(user, error)
            raise dms_held_back() from None


def closed_dms() -> Refused:
    """The refusal for somebody whose direct messages are closed."""
    return Refused(
        _("I cannot write to you. Allow direct messages in this server's privacy settings.")
    )


def dms_held_back() -> Refused:
    """The refusal for somebody to whom the bot may not write for now."""
    return Refused(_("Discord does not let me write to you just now. Try again in some minutes."))
