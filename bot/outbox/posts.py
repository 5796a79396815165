"""Posts: the messages that show tables, each found again by a nonce that is stored before it is
sent.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord

from bot.operations.discord_errors import (
    CANNOT_EDIT,
    FILES_REFUSED,
    MISSING_PERMISSIONS,
    TOKEN_EXPIRED,
    UNKNOWN_MESSAGE,
    is_refused,
)
from bot.outbox.layout import edit_arguments, send_arguments
from bot.outbox.wanted import BOARD, NO_QUESTION, TOKEN_S, Wanted
from bot.pages.page import Page, page
from bot.pictures.pictures import digest
from bot.store import PostRow
from bot.store.posts import PostRepository

log = logging.getLogger(__name__)
SCROLLED = 5
"""NewerRelease messages below a board that make it count as scrolled away."""
FRESH_S = 60.0
"""After this time a board may have scrolled away."""
ATTEMPTS = 3
"""How often a message is sent at once where the one before turns out to be gone."""
CLOCKS_DIFFER_S = 60.0
"""By so much the clock of Discord may be behind ours."""
SEARCHED = 100
"""Messages of a channel among which one that was sent before is looked for."""
HISTORY_NEEDED = (discord.Forbidden, discord.NotFound)


@dataclass(slots=True)
class Ephemeral:
    """A message that one person sees, and that only the token of its interaction can change."""

    webhook: discord.Webhook
    number: int

    async def edit(self, **arguments: Any) -> object:
        """Edits it."""
        return await self.webhook.edit_message(self.number, **arguments)

    async def delete(self) -> None:
        """Deletes it."""
        await self.webhook.delete_message(self.number)


Standing = discord.PartialMessage | Ephemeral
"""A message that stands in Discord."""


class Posts:
    """Makes the messages of tables show pages, and stores which message stands at which place.

    A new message is sent under a nonce that is stored before. Where the bot does not hear whether
    the message arrived, it looks for the message in the channel and else sends it again under the
    same nonce: for some minutes Discord then answers with the message that is there.
    """

    def __init__(self, client: discord.Client, rows: PostRepository) -> None:
        """Works with this client, and with the stored posts of tables or of leagues."""
        self._client, self._rows = client, rows
        self.now: Callable[[], float] = lambda: discord.utils.utcnow().timestamp()
        """Returns the time in seconds since 1970."""
        self.new_nonce: Callable[[], str] = partial(secrets.token_hex, 12)
        """Returns a nonce that was never used: 24 hexadecimal digits."""
        self._unverified: set[tuple[int, str]] = set()
        """Tables and places whose message may show something else than is stored."""

    async def mark_unverified(self, table_id: int) -> None:
        """Notes that the messages of a table may show something else than is stored: another
        process may have edited them and ended before it stored that.
        """
        self._unverified |= {(table_id, place) for place in await self._rows.of(table_id)}

    async def of(self, table_id: int) -> dict[str, PostRow]:
        """Returns the posts of a table by place, those included whose first message is being
        sent.
        """
        posts = await self._rows.of(table_id)
        for post in posts.values():
            if not (post.shown or post.next):
                post.next, post.made = _nonce_of_last_release(post), self.now()
            if (table_id, post.place) in self._unverified:
                post.shown = ""
        return posts

    async def show(self, post: PostRow, wanted: Wanted) -> discord.HTTPException | None:
        """Makes the message of a place show what is wanted there. Returns why Discord takes no
        files there, so that the message says in words what they show, or None.
        """
        try:
            await self._show(post, wanted, wanted.page)
        except discord.HTTPException as error:
            if error.code not in FILES_REFUSED or not wanted.page.files:
                raise
            lacks = error.code == MISSING_PERMISSIONS
            in_words = wanted.page.without_files(lacks_permission=lacks)
            await self._show(post, wanted, in_words)
            return error
        return None

    async def _show(self, post: PostRow, wanted: Wanted, page: Page) -> None:
        with self._verifying(post):
            if (post.shown, post.question, post.next) == (page.digest, wanted.question, ""):
                return
            if post.token:
                await self._show_by_token(post, wanted, page)
                return
            where = self._client.get_partial_messageable(post.channel)
            calls = wanted.calls and post.question != wanted.question
            if post.next or calls or not await self._shows(where, post, page):
                page.silent |= bool(post.message) and not calls
                await self._replace(where, post, page)
            post.shown, post.question = page.digest, wanted.question
            await self._rows.save(post)

    async def _show_by_token(self, post: PostRow, wanted: Wanted, page: Page) -> None:
        """Edits an ephemeral message; forgets it where Discord does not take that any more."""
        if await _edited(self._standing(post), page):
            post.shown, post.question = page.digest, wanted.question
            await self._rows.save(post)
        else:
            await self._rows.remove(post.table_id, post.place)

    def _standing(self, post: PostRow) -> Standing:
        """Returns the message of a place, by which it is edited or deleted."""
        if not post.token:
            where = self._client.get_partial_messageable(post.channel)
            return where.get_partial_message(post.message)
        assert self._client.application_id is not None  # known since the bot has logged in
        application = self._client.application_id
        webhook = discord.Webhook.partial(application, post.token, client=self._client)
        return Ephemeral(webhook, post.message)

    async def replace_panel(self, post: PostRow) -> None:
        """Stores which message is somebody's panel; the one before is deleted where another one has
        taken its place.
        """
        before = (await self._rows.of(post.table_id)).get(post.place)
        await self._rows.save(post)
        if before is not None and before.message != post.message:
            await self._delete_by_token(before)

    async def _delete_by_token(self, post: PostRow) -> None:
        """Deletes an ephemeral message, if its token can still do that."""
        if self.now() - post.made <= TOKEN_S:
            with _in_vain():
                await self._standing(post).delete()

    async def send_once(self, channel: int, nonce: str, since: float, page: Page) -> None:
        """Sends a message that shows no table, unless it was sent under this nonce before; `since`
        is a time in seconds since 1970 before which it was not. One that is gone was sent.
        """
        where = self._client.get_partial_messageable(channel)
        sent = PostRow(0, "", channel, 0, "", NO_QUESTION, since, nonce)
        try:
            await self._sent_before(where, sent, page)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    async def take_down(self, post: PostRow) -> None:
        """Deletes the message of a place, and the one that was being sent there."""
        if post.token:
            await self._delete_by_token(post)
            await self._rows.remove(post.table_id, post.place)
            return
        where = self._client.get_partial_messageable(post.channel)
        if post.next:
            placeholder = page("…")
            placeholder.silent = True
            with _in_vain():
                await (await self._sent_before(where, post, placeholder)).delete()
        if post.message:
            with _in_vain():
                await self._standing(post).delete()
        await self._rows.remove(post.table_id, post.place)

    @contextmanager
    def _verifying(self, post: PostRow) -> Generator[None]:
        """Marks a message as unverified while work on it goes on, and where that fails."""
        key = (post.table_id, post.place)
        self._unverified.add(key)
        yield
        self._unverified.discard(key)

    async def _shows(self, where: discord.PartialMessageable, post: PostRow, page: Page) -> bool:
        """Returns whether a message shows a page, after an edit if need be; else it is to be
        replaced.
        """
        if post.shown == page.digest:
            return True
        if not post.message or await self._scrolled(where, post):
            return False
        return await _edited(self._standing(post), page)

    async def _replace(self, where: discord.PartialMessageable, post: PostRow, page: Page) -> None:
        """Sends the next message of a place and deletes the one before."""
        for _attempt in range(ATTEMPTS):
            again = bool(post.next)
            if not again:
                post.next, post.made = self.new_nonce(), self.now()
                await self._rows.save(post)
            try:
                send = self._sent_before if again else _send
                message = await send(where, post, page)
            except discord.HTTPException as error:
                if error.code == UNKNOWN_MESSAGE:  # somebody has deleted what this nonce was for
                    post.next = ""
                    continue
                if is_refused(error) and not (again and post.message):
                    post.next = ""  # nothing was sent
                    if not post.message:
                        await self._rows.remove(post.table_id, post.place)
                raise
            stands = not again or await _edited(where.get_partial_message(message.id), page)
            if post.message not in (0, message.id):
                with _in_vain():
                    await self._standing(post).delete()
            post.message, post.made, post.next = message.id, self.now(), ""
            if stands:
                return
        raise OSError("every message that was found is gone or cannot be edited")

    async def _sent_before(
        self, where: discord.PartialMessageable, post: PostRow, page: Page
    ) -> discord.Message:
        """Returns the message that was sent under the nonce of a post; it is sent now if it never
        arrived.
        """
        since = datetime.fromtimestamp(post.made - CLOCKS_DIFFER_S, UTC)
        try:
            async for message in where.history(limit=SEARCHED, after=since):
                if any(getattr(part, "id", None) == _mark(post) for part in message.components):
                    return message
        except HISTORY_NEEDED as error:
            log.info("a message that may stand already is not looked for: %s", error)
        return await _send(where, post, page)

    async def _scrolled(self, where: discord.PartialMessageable, post: PostRow) -> bool:
        """Returns whether enough was written below a board that it is out of sight."""
        if post.place != BOARD or self.now() - post.made < FRESH_S:
            return False
        try:
            after = discord.Object(post.message)
            return len([m async for m in where.history(limit=SCROLLED, after=after)]) >= SCROLLED
        except HISTORY_NEEDED:
            return False


async def _send(where: discord.PartialMessageable, post: PostRow, page: Page) -> discord.Message:
    """Sends a page under the nonce of a post; the message can be found by its mark."""
    return await where.send(**await send_arguments(page, first_id=_mark(post)), nonce=post.next)


def _mark(post: PostRow) -> int:
    """Returns the id of the first component in the message that is sent under a post's nonce.
    Discord numbers components from 1 on where they have no id; this one is larger.
    """
    return int(post.next[:7], 16) | 1 << 28


def _nonce_of_last_release(post: PostRow) -> str:
    """Returns the nonce under which release 0.1.0 was sending the next message of a post."""
    number = [post.message, post.made == 0] if post.message else [0, post.made]
    return digest([post.table_id, post.place, *number])


async def _edited(message: Standing, page: Page) -> bool:
    """Makes a message show a page; returns False where it cannot be edited any more: it is gone,
    was edited too often since it is an hour old, or its token has expired.
    """
    try:
        await message.edit(**await edit_arguments(page))
    except (discord.HTTPException, discord.RateLimited) as error:
        if (
            isinstance(error, discord.HTTPException)
            and error.code not in CANNOT_EDIT | TOKEN_EXPIRED
        ):
            raise
        log.info("a message is edited no more: %s", error)
        return False
    return True


@contextmanager
def _in_vain() -> Generator[None]:
    """Lets work fail because a message or its channel is gone, or because it is refused."""
    try:
        yield
    except discord.HTTPException as error:
        forbidden = isinstance(error, discord.Forbidden)
        if not forbidden and not is_refused(error) and error.code not in TOKEN_EXPIRED:
            raise
        log.info("left as it is: %s", error)
