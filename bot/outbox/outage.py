"""Outages: from the first write of the database that fails to the next one that succeeds.

A person who acts meanwhile gets a sentence, and nothing changes. This module tells the others:
the host in the log, the tables that are hindered by a note in their channel, each once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import discord

from bot.outbox.languages import language_of
from bot.outbox.layout import send_arguments
from bot.pages.page import Button, Row, page
from bot.pictures.pictures import digest
from bot.store import OutOfService, Store
from bot.table import Table
from bot.texts.languages import _, speaking

log = logging.getLogger(__name__)
FIRST_PAUSE_S, MAX_PAUSE_S = 2.0, 60.0
"""Between two tries at first, and at most where one outage soon follows another."""
SOON_S = 60.0


class Outage:
    """Tells of outages, tries whether one is over, and has everything go on."""

    def __init__(
        self, client: discord.Client, store: Store, go_on: Callable[[], Awaitable[None]]
    ) -> None:
        """Takes what it works with; `go_on` takes up what was left undone."""
        self._client, self._store, self._go_on = client, store, go_on
        self._notes: dict[int, asyncio.Task[discord.Message]] = {}
        self._watch: asyncio.Task[None] | None = None
        self._began, self._ended, self._pause_s = 0.0, 0.0, FIRST_PAUSE_S

    def begin(self, error: OutOfService) -> None:
        """Tells the host, and tries from now on whether it is over."""
        log.error("the database cannot be used: %s", error.remedy)
        self._began = time.time()
        self._watch = asyncio.create_task(
            self._until_it_works(), name=f"outage since {self._began:.0f}"
        )

    def notify_table(self, table: Table) -> None:
        """Tells the channel of a table that nothing counts there now, once."""
        if self._watch is not None and table.id not in self._notes:
            self._notes[table.id] = asyncio.create_task(
                self._say(table), name=f"note of the outage at table {table.id}"
            )

    async def close(self) -> None:
        """Stops, and takes down what says that the bot will say more."""
        if self._watch is not None:
            self._watch.cancel()
        await self._take_down()

    async def _until_it_works(self) -> None:
        again = self._began - self._ended < SOON_S
        self._pause_s = min(2 * self._pause_s, MAX_PAUSE_S) if again else FIRST_PAUSE_S
        while not await self._store.is_writable():
            await asyncio.sleep(self._pause_s)
        self._ended, self._watch = time.time(), None
        log.warning("the database can be used again after %.0f s", self._ended - self._began)
        await self._take_down()
        await self._go_on()

    async def _say(self, table: Table) -> discord.Message:
        with speaking(await language_of(self._store, table.row)):
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

    async def _take_down(self) -> None:
        notes, self._notes = list(self._notes.values()), {}
        for note in await asyncio.gather(*notes, return_exceptions=True):
            try:
                if isinstance(note, BaseException):
                    raise note
                await note.delete()
            except discord.HTTPException as error:
                log.info("a note of an outage is left as it is: %s", error)
