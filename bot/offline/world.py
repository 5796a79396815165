"""A simulated Discord that runs in real time."""

# SimCord has no public interface for several pages or a running clock, so its version is pinned.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import discord
from simcord import Env
from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord.backend import Backend
from simcord.backend.models import Interaction

from bot.offline import emoji, saved

ANSWER_TIMEOUT_S = 15.0
"""How long the bot may take to acknowledge an interaction: more than Discord's 3 s, because it
shares this machine with a browser and with computer players.
"""
LINGER_S = 0.3
"""How long a press waits for what follows its response."""
MAX_PRIVATE_ANSWERS = 3
"""How many ephemeral messages a channel keeps per person."""


class WallClock(Clock):
    """Real time; the clock of SimCord's tests stands still until it is advanced."""

    def __init__(self) -> None:
        """Has no state."""

    @property
    def elapsed(self) -> float:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Seconds on the machine's own monotonic clock."""
        return real_monotonic()

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Does nothing: real time cannot be advanced."""


class World(Env):
    """A SimCord world that runs in real time and never waits until the bot has nothing to do."""

    def __init__(self, bot: discord.Client, port: int, folder: Path | None = None) -> None:
        """`port` is that of the front page; `folder` keeps the world, if it is given. Raises
        SettingsError where the folder cannot be read.
        """
        shards = 1 if isinstance(bot, discord.AutoShardedClient) and not bot.shard_count else None
        super().__init__(bot, check_errors=False, shard_count=shards)
        self.backend = Backend(clock=WallClock())
        self.backend.bot_user.name = "Atelier"
        emoji.install()
        if folder is not None:
            saved.load(self.backend, folder)
        self.port = port
        self.ports = count(port + 1)
        self.operation_lock = asyncio.Lock()  # SimCord allows one operation at a time
        self._interaction: Interaction | None = None
        self._register_dispatch_observer(self._remember)

    def _remember(self, interaction: Interaction) -> None:
        self._interaction = interaction
        interaction.initial_response_deadline = self.backend.iso_after(ANSWER_TIMEOUT_S)

    def errors_since(self, cursor: int) -> tuple[BaseException, ...]:
        """No errors: as in Discord, a press has failed only if the bot did not acknowledge it.

        SimCord would call the outcome of a press "uncertain" if any task of the bot ended with an
        error meanwhile, even with a refusal that the person has read.
        """
        return ()

    def _record_error(self, error: BaseException) -> None:
        """Keeps nothing: the bot logs its errors itself, and this world runs for hours."""

    def _schedule_timer(
        self,
        record: Any,
        callback: Any,
        args: Any,
        schedule_context: contextvars.Context | None,
    ) -> None:
        """Has the event loop fire the bot's timers; in tests they wait for `advance_time`."""

        def fire() -> None:
            if record in self._work.callbacks and not record.handle.cancelled():
                record.handle._run()

        assert self._runtime is not None
        self._runtime.call_at(record.when, fire, context=contextvars.Context())

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109  (as SimCord calls it)
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Returns soon after a press is answered, whatever the bot is still doing."""
        interaction, self._interaction = self._interaction, None
        deadline = real_monotonic() + ANSWER_TIMEOUT_S
        while interaction is not None and not interaction.responded and real_monotonic() < deadline:
            await asyncio.sleep(0.01)
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(timeout=LINGER_S, idle=0.02, dispatch=dispatch)

    def news(self) -> set[int] | None:
        """The channels with new or changed messages since the last call; None if nothing happened.

        This empties SimCord's record of all events, so that it does not grow.
        """
        happened = self.backend.transcript[:]
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        if not happened:
            return None
        return {
            int(data["channel_id"])
            for kind, event, data in happened
            if kind == "GATEWAY" and event.startswith("MESSAGE_")
        }

    def dismiss_old_answers(self, channel: int) -> None:
        """Deletes all but each person's latest ephemeral messages in a channel. In Discord people
        dismiss them; here they would push the board out of the page.
        """
        messages = self.backend.messages.get(channel, {})
        answers: dict[str, list[int]] = {}
        for number in sorted(messages):
            message = messages[number]
            if message.is_ephemeral:
                person = (message.interaction_metadata or {}).get("user", {}).get("id", "")
                answers.setdefault(person, []).append(number)
        for own in answers.values():
            for number in own[:-MAX_PRIVATE_ANSWERS]:
                del messages[number]

    def forget_pictures(self) -> None:
        """Drops pictures that no message shows any more, since every move draws a new board."""
        shown = {
            attachment["url"]
            for messages in self.backend.messages.values()
            for message in messages.values()
            for attachment in message.attachments
        }
        blobs = self.backend.cdn._blobs
        for url in [url for url in blobs if "/attachments/" in url and url not in shown]:
            del blobs[url]

    async def close(self) -> None:
        """Ends the bot and then the world around it, even while a computer player thinks."""
        await self.bot.close()
        with contextlib.suppress(TimeoutError):
            await self.shutdown()
