"""Outages of the database: from the first write that fails to the next one that succeeds.

People who act meanwhile are told, and nothing changes. This module tells the others: the operator
in the log, and each table whose commit failed by a note in its channel.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import discord

from bot.operations.discord_errors import REQUEST_ERRORS
from bot.outbox.layout import send_arguments
from bot.pages.page import Button, Row, page
from bot.pictures.pictures import digest
from bot.store import OutOfService, Store
from bot.table import Table
from bot.texts.languages import _, using_language

log = logging.getLogger(__name__)
FIRST_PAUSE_S, MAX_PAUSE_S = 2.0, 60.0
"""Pauses between two tries: at first, and at most."""
SOON_AGAIN_S = 60.0
"""After an outage that follows another one within this time, the pause doubles."""


class Outage:
    """Reports outages, checks whether one is over, and then has everything resume."""

    def __init__(
        self, client: discord.Client, store: Store, resume: Callable[[], Awaitable[None]]
    ) -> None:
        """Takes the parts of the bot that it needs; `resume` does what could not be done."""
        self._client, self._store, self._resume = client, store, resume
        self._notes: dict[int, asyncio.Task[discord.Message]] = {}
        self._checker: asyncio.Task[None] | None = None
        self._began, self._ended, self._pause_s = 0.0, 0.0, FIRST_PAUSE_S

    def begin(self, error: OutOfService) -> None:
        """Logs an outage, and checks from now on whether it is over."""
        log.error("the database cannot be used: %s", error.remedy)
        self._began = time.time()
        self._checker = asyncio.create_task(
            self._wait_until_writable(), name=f"outage since {self._began:.0f}"
        )

    def notify_table(self, table: Table) -> None:
        """Tells the channel of a table, once, that no move counts now."""
        if self._checker is not None and table.id not in self._notes:
            self._notes[table.id] = asyncio.create_task(
                self._send_note(table), name=f"note of the outage at table {table.id}"
            )

    async def close(self) -> None:
        """Stops, and deletes the notes, because nobody will update them."""
        if self._checker is not None:
            self._checker.cancel()
        await self._delete_notes()

    async def _wait_until_writable(self) -> None:
        again = self._began - self._ended < SOON_AGAIN_S
        self._pause_s = min(2 * self._pause_s, MAX_PAUSE_S) if again else FIRST_PAUSE_S
        while not await self._store.is_writable():
            await asyncio.sleep(self._pause_s)
        self._ended, self._checker = time.time(), None
        log.warning("the database can be used again after %.0f s", self._ended - self._began)
        await self._delete_notes()
        await self._resume()

    async def _send_note(self, table: Table) -> discord.Message:
        with using_language(await self._store.language_of(table.row)):
            note = page(
                _(
                    "**No move counts at the moment,** because I cannot save anything."
                    " Everything played so far is safe. I will delete this message once saving"
                    " works again."
                ),
                Row(Button("again", table.id, label=_("Does it work again?"))),
            )
        where = self._client.get_partial_messageable(table.row.channel)
        nonce = digest(f"outage since {self._began} at table {table.id}")
        return await where.send(**await send_arguments(note), nonce=nonce)

    async def _delete_notes(self) -> None:
        notes, self._notes = list(self._notes.values()), {}
        for note in await asyncio.gather(*notes, return_exceptions=True):
            try:
                if isinstance(note, BaseException):
                    raise note
                await note.delete()
            except REQUEST_ERRORS as error:
                log.info("a note of an outage is left as it is: %s", error)
