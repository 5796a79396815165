"""The files that messages have already, so that an edit need not upload them again."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, Protocol
from urllib.parse import urlsplit

import discord

from bot.operations.discord_errors import INVALID_BODY
from bot.outbox.layout import edit_arguments
from bot.pages.page import Page

log = logging.getLogger(__name__)
MAX_MESSAGES = 10_000
"""Of how many messages the files are known, the latest ones."""


class Message(Protocol):
    """A message as Discord answers with it."""

    id: int
    components: list[Any]


class Uploads:
    """The numbers of the attachments of messages, by file name; files of one name are equal."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, dict[str, int]] = OrderedDict()

    def note(self, message: Message) -> None:
        """Notes the files of a message that was sent or edited. Its `attachments` would not do:
        Discord leaves out those that components show.
        """
        self._known[message.id] = dict(_files_of(message.components))
        if len(self._known) > MAX_MESSAGES:
            self._known.popitem(last=False)

    async def edit(self, number: int, page: Page, change: Callable[..., Awaitable[Message]]) -> int:
        """Has `change` edit the message of a number (0 for a new one) so that it shows a page. What
        it has already is not uploaded again, unless Discord no longer knows it. Returns the number
        of the message.
        """
        kept = self._known.pop(number, {})
        try:
            message = await change(**await edit_arguments(page, kept))
        except discord.HTTPException as error:
            if error.code != INVALID_BODY or not kept:
                raise
            log.info("files are uploaded again: %s", error)
            message = await change(**await edit_arguments(page))
        self.note(message)
        return message.id


def _files_of(components: list[Any]) -> Iterator[tuple[str, int]]:
    """The name and the number of each file that components show."""
    for part in components:
        yield from _files_of(getattr(part, "children", []))
        shown = [getattr(item, "media", None) for item in (part, *getattr(part, "items", ()))]
        shown += [getattr(getattr(part, "accessory", None), "media", None)]
        for media in filter(None, shown):
            if media.attachment_id is not None:
                url: str = media.url
                yield PurePosixPath(urlsplit(url).path).name, media.attachment_id
