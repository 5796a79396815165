"""Events that discord.py cannot read: each is counted, its kind is logged once, and all others go
on. Without this, one of them would end the bot.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from discord import InteractionType, gateway, shard
from discord.http import HTTPClient, Route

from bot.operations.discord_errors import REQUEST_ERRORS
from bot.texts.languages import _, language_of_locale, use_language

log = logging.getLogger(__name__)
INTERACTION: Final = "INTERACTION_CREATE"
GARBLED: Final = "garbled"
"""The kind of an event whose kind cannot be read either."""
MESSAGE, CHOICES = 4, 8
"""The types of the responses to an interaction."""
EPHEMERAL = 1 << 6
READ_ERRORS = (LookupError, TypeError, ValueError, AttributeError)
"""What reading the frame of an event raises; other errors there mean that the connection ends."""


def unreadable() -> str:
    """What somebody reads whose interaction cannot be read."""
    return _("I cannot read what Discord has sent me, so nothing was done.")


class UnreadableEvents:
    """Deals with the events that a client cannot read."""

    def __init__(self, http: HTTPClient, count: Callable[[str], None]) -> None:
        """Takes the client's requests, and what counts an event by its kind."""
        self._http, self._count = http, count
        self._known: set[str] = set()
        self._answers: set[asyncio.Task[None]] = set()

    def guard(self, parsers: dict[str, Callable[[Any], None]]) -> None:
        """Guards the parsers of discord.py, by kind of event."""
        for kind, parse in parsers.items():
            parsers[kind] = partial(self._parse, kind, parse)

    def _parse(self, kind: str, parse: Callable[[Any], None], data: Any) -> None:
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001  (whatever it is, the next event is read)
            self.note(kind, error)
            if kind == INTERACTION and isinstance(data, dict):
                self.answer(data)  # pyright: ignore[reportUnknownArgumentType]

    def note(self, kind: str, error: Exception) -> None:
        """Counts an event, and logs the first one of its kind."""
        self._count(kind)
        if kind not in self._known:
            self._known.add(kind)
            log.error("an event %s cannot be read; further ones are counted", kind, exc_info=error)

    def answer(self, interaction: dict[str, Any]) -> None:
        """Tells the person who acted, if the interaction has enough left for that."""
        task = asyncio.create_task(self._answer(interaction))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answer(self, interaction: dict[str, Any]) -> None:
        try:
            use_language(language_of_locale(interaction.get("locale")))
            data: dict[str, Any] = {"content": unreadable(), "flags": EPHEMERAL}
            kind = MESSAGE
            if interaction.get("type") == InteractionType.autocomplete.value:
                kind, data = CHOICES, {"choices": ()}
            route = Route(
                "POST",
                "/interactions/{number}/{token}/callback",
                number=interaction["id"],
                token=interaction["token"],
            )
            await self._http.request(route, json={"type": kind, "data": data})
        except (*READ_ERRORS, *REQUEST_ERRORS) as error:
            log.info("nor can it be answered: %s", error)


class Socket(gateway.DiscordWebSocket):
    """A connection to the gateway that goes on after a frame that it cannot read."""

    async def received_message(self, msg: Any, /) -> None:
        """Handles a frame, or dispatches `unreadable_frame` with the error."""
        try:
            await super().received_message(msg)
        except READ_ERRORS as error:
            self._dispatch("unreadable_frame", error)


def guard_frames() -> None:
    """Has discord.py read frames with `Socket`."""
    shard.DiscordWebSocket = Socket  # pyright: ignore[reportPrivateImportUsage]
