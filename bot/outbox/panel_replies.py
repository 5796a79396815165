"""Replies to interactions that are about to show a panel, which the outbox then leaves alone."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

MAX_REPLY_S = 1.0
"""A reply that takes longer does not hold up the other messages of its table."""


@dataclass(eq=False)
class PanelReply:
    """A reply to an interaction that is about to show a user's panel of a table."""

    table_id: int
    user: int
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether it has shown the panel, or failed."""


class PanelReplies:
    """The replies that are on their way."""

    def __init__(self) -> None:
        self._replies: set[PanelReply] = set()

    @contextmanager
    def active(self, table_id: int, user: int) -> Generator[None]:
        """While this is active, a reply shows the panel, so the outbox does not."""
        reply = PanelReply(table_id, user)
        self._replies.add(reply)
        try:
            yield
        finally:
            self._replies.remove(reply)
            reply.ended.set()

    def of(self, table_id: int) -> list[PanelReply]:
        """The replies that are about to show panels of a table."""
        return [each for each in self._replies if each.table_id == table_id]


async def have_ended(replies: Collection[PanelReply]) -> bool:
    """Waits until replies have ended, for MAX_REPLY_S at most; returns whether they have."""
    with suppress(TimeoutError):
        async with asyncio.timeout(MAX_REPLY_S):
            for each in replies:
                await each.ended.wait()
    return all(each.ended.is_set() for each in replies)
