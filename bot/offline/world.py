"""A simulated Discord that runs in real time."""

# SimCord has no public door for a second page or a running clock, so its version is pinned.
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

from bot.offline import kept

ANSWER_WITHIN = 15.0
"""Seconds that a bot has for its first answer to a press: more than Discord's three, because here
it shares its machine with a browser and with computer players.
"""
LINGER = 0.3
"""Seconds that a press waits for what follows its answer."""
ANSWERS_KEPT = 3
"""In a channel, of those that only one person can see."""


class WallClock(Clock):
    """The real time, where a test's clock stands still until it is told to move."""

    def __init__(self) -> None:
        """Needs nothing to start from."""

    @property
    def elapsed(self) -> float:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Seconds on the machine's own monotonic clock."""
        return real_monotonic()

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Does nothing: nobody can push this clock."""


class World(Env):
    """A SimCord world that runs in real time and never waits for the bot to fall silent."""

    def __init__(self, bot: discord.Client, port: int, folder: Path | None = None) -> None:
        """Takes the bot that lives in it, the port of its front page, and the folder that keeps
        what it knew, if one does; SettingsError where that cannot be read.
        """
        shards = 1 if isinstance(bot, discord.AutoShardedClient) and not bot.shard_count else None
        super().__init__(bot, check_errors=False, shard_count=shards)
        self.backend = Backend(clock=WallClock())
        self.backend.bot_user.name = "Atelier"
        if folder is not None:
            kept.load(self.backend, folder)
        self.port = port
        self.ports = count(port + 1)
        self.turn = asyncio.Lock()  # SimCord allows one operation at a time
        self._question: Interaction | None = None
        self._register_dispatch_observer(self._remember)

    def _remember(self, interaction: Interaction) -> None:
        self._question = interaction
        interaction.initial_response_deadline = self.backend.iso_after(ANSWER_WITHIN)

    def errors_since(self, cursor: int) -> tuple[BaseException, ...]:
        """No errors: a press has failed only where the bot did not acknowledge it, as in Discord.

        SimCord would call a press failed, its outcome "uncertain", when any task of the bot ends
        with an error meanwhile, even with a refusal that the bot has put into words.
        """
        return ()

    def _record_error(self, error: BaseException) -> None:
        """Notes nothing: the bot logs its errors itself, and this world runs for hours."""

    def _schedule_timer(
        self,
        record: Any,
        callback: Any,
        args: Any,
        schedule_context: contextvars.Context | None,
    ) -> None:
        """Lets the event loop fire all the bot's timers; a test would wait for `advance_time`."""

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
        question, self._question = self._question, None
        patience = real_monotonic() + ANSWER_WITHIN
        while question is not None and not question.responded and real_monotonic() < patience:
            await asyncio.sleep(0.01)
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(timeout=LINGER, idle=0.02, dispatch=dispatch)

    def news(self) -> set[int] | None:
        """The channels with new or changed messages since the last call; None for no event at all.

        The record that SimCord keeps of everything is read and emptied, so it does not grow.
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
        """Removes a channel's private answers but the last ones of each person, who would dismiss
        them one by one: a page shows the last messages, and answers would push the board away.
        """
        messages = self.backend.messages.get(channel, {})
        answers: dict[str, list[int]] = {}
        for number in sorted(messages):
            message = messages[number]
            if message.is_ephemeral:
                person = (message.interaction_metadata or {}).get("user", {}).get("id", "")
                answers.setdefault(person, []).append(number)
        for own in answers.values():
            for number in own[:-ANSWERS_KEPT]:
                del messages[number]

    def forget_pictures(self) -> None:
        """Drops the pictures that no message shows any more: every move draws a new board."""
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
