"""Posts: the messages that show tables. A nonce, stored before a message is sent, finds it
again.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord

from bot.operations.breaker import Held
from bot.operations.discord_errors import (
    CANNOT_EDIT,
    FILES_REFUSED,
    MISSING_PERMISSIONS,
    TOKEN_EXPIRED,
    UNKNOWN_MESSAGE,
    is_refused,
)
from bot.outbox.latest_messages import LatestMessages
from bot.outbox.layout import notification_arguments, send_arguments
from bot.outbox.uploads import Uploads
from bot.outbox.wanted import BOARD, NO_QUESTION, TOKEN_VALID_S, Wanted
from bot.pages.page import Button, Page, page
from bot.store import PostRow
from bot.store.posts import PostRepository
from bot.texts.languages import _, using_language

log = logging.getLogger(__name__)
SCROLLED_MESSAGES = 5
"""With so many newer messages below it, a board counts as scrolled away."""
FRESH_S = 60.0
"""A board younger than this is not checked for that."""
MAX_ATTEMPTS = 3
"""How often a message is sent at once if the one before turns out to be deleted."""
MAX_CLOCK_SKEW_S = 60.0
"""Discord's clock may be behind ours by this much."""
MAX_SEARCHED = 100
"""Messages of a channel that are searched for one that was sent before."""
HISTORY_NEEDED = (discord.Forbidden, discord.NotFound)


@dataclass(slots=True)
class MessageByToken:
    """A message that is edited or deleted with the token of the last press on it, which does not
    count against the bot's rate limit. An ephemeral message cannot be changed otherwise.
    """

    webhook: discord.Webhook
    number: int

    @property
    def id(self) -> int:
        return self.number

    async def edit(self, **arguments: Any) -> discord.WebhookMessage:
        return await self.webhook.edit_message(self.number, **arguments)

    async def delete(self) -> None:
        await self.webhook.delete_message(self.number)


StandingMessage = discord.PartialMessage | MessageByToken
"""A message in Discord."""


class Posts:
    """Makes messages show pages, and stores which message is at which place of a table or league.

    The nonce of a new message is stored first. If the bot does not hear whether the message
    arrived, it looks for it in the channel; else it sends it again under the same nonce, for which
    Discord returns the existing message during some minutes.
    """

    def __init__(self, client: discord.Client, rows: PostRepository) -> None:
        """Takes the client, and the stored posts of tables or of leagues."""
        self._client, self._rows = client, rows
        self.now: Callable[[], float] = lambda: discord.utils.utcnow().timestamp()
        """The time in seconds since 1970."""
        self.new_nonce: Callable[[], str] = partial(secrets.token_hex, 12)
        """A new nonce of 24 hexadecimal digits."""
        self.latest_messages = LatestMessages()
        """The latest message of each channel where somebody has just done something."""
        self.uploads = Uploads()
        """The files of the messages."""
        self._unverified: set[tuple[int, str]] = set()
        """Tables and places whose message may differ from what is stored of it."""

    async def mark_unverified(self, table_id: int) -> None:
        """Notes that the messages of a table may differ from what is stored: another process may
        have edited them and ended before it stored that.
        """
        self._unverified |= {(table_id, place) for place in await self._rows.of(table_id)}

    async def of(self, table_id: int) -> dict[str, PostRow]:
        """The posts of a table by place, including those whose first message is being sent."""
        posts = await self._rows.of(table_id)
        for post in posts.values():
            if (table_id, post.place) in self._unverified:
                post.shown = ""
        return posts

    async def show(self, post: PostRow, wanted: Wanted) -> discord.HTTPException | None:
        """Makes the message of a place show what is wanted there. If Discord takes no files there,
        the message describes them in words, and this returns the error of Discord; else None.
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
        with self._unverified_until_done(post):
            if (post.shown, post.question, post.next) == (page.digest, wanted.question, ""):
                return
            if not post.channel:
                await self._show_ephemeral(post, wanted, page)
                return
            where = self._client.get_partial_messageable(post.channel)
            if post.next:
                await self._adopt_sent(where, post)
            notifies = wanted.notifies and post.question != wanted.question
            if post.next or notifies or not await self._update_in_place(where, post, page):
                if post.message and not notifies and not post.next:
                    page = replace(page, notification="")
                await self._replace(where, post, page, wanted.question)
            post.shown, post.question = page.digest, wanted.question
            await self._rows.save(post)

    async def _show_ephemeral(self, post: PostRow, wanted: Wanted, page: Page) -> None:
        """Edits an ephemeral message; forgets it if Discord no longer allows that."""
        if await self._edit(post, page):
            post.shown, post.question = page.digest, wanted.question
            await self._rows.save(post)
        else:
            await self._rows.remove(post.table_id, post.place)

    async def _edit(self, post: PostRow, page: Page) -> bool:
        """Edits the message of a post to show a page; returns False if it can no longer be
        edited.
        """
        for message in self._messages_of(post):
            if await self._try_edit(message, page):
                return True
        return False

    async def _try_edit(self, message: StandingMessage, page: Page) -> bool:
        """Edits a message to show a page; returns False if it can no longer be edited: it was
        deleted, is an hour old and was edited too often, or its token has expired.
        """
        try:
            await self.uploads.edit(message.id, page, message.edit)
        except Held:  # the message can be edited later
            raise
        except (discord.HTTPException, discord.RateLimited) as error:
            if (
                isinstance(error, discord.HTTPException)
                and error.code not in CANNOT_EDIT | TOKEN_EXPIRED
            ):
                raise
            log.info("a message is edited no more: %s", error)
            return False
        return True

    async def _delete(self, post: PostRow) -> None:
        """Deletes the message of a post, if Discord allows it."""
        for message in self._messages_of(post):
            with _ignoring_gone():
                await message.delete()
                return

    def _messages_of(self, post: PostRow) -> Generator[StandingMessage]:
        """Yields the message of a post to edit or delete it: by the token of the last press on it
        while that is valid, and then as the bot, which cannot change an ephemeral message.
        """
        if post.token and self._is_token_valid(post):
            assert self._client.application_id is not None  # known since the bot has logged in
            application = self._client.application_id
            webhook = discord.Webhook.partial(application, post.token, client=self._client)
            yield MessageByToken(webhook, post.message)
        if post.channel:
            where = self._client.get_partial_messageable(post.channel)
            yield where.get_partial_message(post.message)

    def _is_token_valid(self, post: PostRow) -> bool:
        return self.now() - post.made <= TOKEN_VALID_S

    async def replace_panel(self, post: PostRow) -> None:
        """Stores which message is somebody's panel, and deletes the one before if that is
        another.
        """
        before = (await self._rows.of(post.table_id)).get(post.place)
        await self._rows.save(post)
        if before is not None and before.message != post.message:
            await self._delete(before)

    async def send_once(self, channel: int, nonce: str, since: float, page: Page) -> None:
        """Sends a message that is not a post, unless it was sent under this nonce after `since`, in
        seconds since 1970. A message that was deleted counts as sent.
        """
        where = self._client.get_partial_messageable(channel)
        sent = PostRow(0, "", channel, 0, "", NO_QUESTION, since, nonce)
        try:
            message = await self._find_or_send(where, sent, page)
            if page.notification:
                await self._try_edit(where.get_partial_message(message.id), page)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise

    async def take_down(self, post: PostRow) -> None:
        """Deletes the message of a place, and one that is being sent there."""
        if post.next:
            where = self._client.get_partial_messageable(post.channel)
            with _ignoring_gone():
                await (await self._find_or_send(where, post, page("…"))).delete()
        if post.message:
            await self._delete(post)
        await self._rows.remove(post.table_id, post.place)

    @contextmanager
    def _unverified_until_done(self, post: PostRow) -> Generator[None]:
        """Marks a message as unverified until the work on it has succeeded."""
        key = (post.table_id, post.place)
        self._unverified.add(key)
        yield
        self._unverified.discard(key)

    async def _update_in_place(
        self, where: discord.PartialMessageable, post: PostRow, page: Page
    ) -> bool:
        """Edits a message, if it must, to show a page; returns False if a new message is needed."""
        if post.shown == page.digest:
            return True
        if not post.message or await self._scrolled(where, post):
            return False
        return await self._edit(post, page)

    async def _replace(
        self, where: discord.PartialMessageable, post: PostRow, page: Page, question: int
    ) -> None:
        """Sends a new message for a place, and deletes the one before. A message that notifies
        people of a question is stored before it is edited to show the page, so it does that once.
        """
        for file in page.files if page.notification else ():
            await file.read()
        asked_before = post.question
        for _attempt in range(MAX_ATTEMPTS):
            again = bool(post.next)
            if not again:
                if not self._is_token_valid(post):
                    post.token = ""
                post.next, post.made = self.new_nonce(), self.now()
                post.question = question
                await self._rows.save(post)
            try:
                message = await _send(where, post, page)
            except discord.HTTPException as error:
                if error.code == UNKNOWN_MESSAGE:  # somebody deleted the message with this nonce
                    post.next = ""
                    continue
                if is_refused(error) and not (again and post.message):
                    post.next, post.question = "", asked_before  # nothing was sent
                    if not post.message:
                        await self._rows.remove(post.table_id, post.place)
                raise
            await self._stand(post, message)
            if not again and not page.notification:
                return
            await self._rows.save(post)
            if await self._try_edit(where.get_partial_message(message.id), page):
                return
            page = replace(page, notification="")
        raise OSError("every message that was sent is gone or cannot be edited")

    async def _adopt_sent(self, where: discord.PartialMessageable, post: PostRow) -> None:
        """Looks for the message that may have been sent under the nonce of a post. If it is there,
        it takes the place of the one before.
        """
        if message := await self._find(where, post):
            await self._stand(post, message)
            await self._rows.save(post)

    async def _stand(self, post: PostRow, message: discord.Message) -> None:
        """Makes a message the one of a post, and deletes the one before. It shows nothing yet."""
        if post.message not in (0, message.id):
            await self._delete(post)
        self.uploads.note(message)
        post.message, post.made, post.next, post.token = message.id, self.now(), "", ""
        post.shown = ""

    async def _find(
        self, where: discord.PartialMessageable, post: PostRow
    ) -> discord.Message | None:
        """The message that was sent under the nonce of a post; None if it is not found."""
        since = datetime.fromtimestamp(post.made - MAX_CLOCK_SKEW_S, UTC)
        try:
            async for message in where.history(limit=MAX_SEARCHED, after=since):
                if _was_sent_as(message, post):
                    return message
        except HISTORY_NEEDED as error:
            log.info("cannot look for a message that may have been sent: %s", error)
        return None

    async def _find_or_send(
        self, where: discord.PartialMessageable, post: PostRow, page: Page
    ) -> discord.Message:
        """The message that was sent under the nonce of a post; it is sent if it is not found."""
        return await self._find(where, post) or await _send(where, post, page)

    async def _scrolled(self, where: discord.PartialMessageable, post: PostRow) -> bool:
        if post.place != BOARD or self.now() - post.made < FRESH_S:
            return False
        if self.latest_messages.is_latest(post.channel, post.message):
            return False
        try:
            after = discord.Object(post.message)
            return (
                len([m async for m in where.history(limit=SCROLLED_MESSAGES, after=after)])
                >= SCROLLED_MESSAGES
            )
        except HISTORY_NEEDED:
            return False


async def _send(where: discord.PartialMessageable, post: PostRow, page: Page) -> discord.Message:
    """Sends a page, or the message that notifies people of it, under the nonce of a post."""
    if page.notification:
        with using_language(page.language):
            arguments = notification_arguments(page, _open_button(post))
    else:
        arguments = await send_arguments(page, first_id=_first_id(post))
    return await where.send(**arguments, nonce=post.next)


def _was_sent_as(message: discord.Message, post: PostRow) -> bool:
    """Whether a message was sent under the nonce of a post: the id of its first component says so,
    or its button if it has content, since Discord keeps no ids there.
    """
    wanted = _open_button(post).custom_id
    return any(
        getattr(part, "id", None) == _first_id(post)
        or any(getattr(each, "custom_id", "") == wanted for each in getattr(part, "children", ()))
        for part in message.components
    )


def _open_button(post: PostRow) -> Button:
    """The button of a message that notifies people and shows no page yet."""
    return Button("open", post.table_id, post.next, label=_("Waiting for you"), style="primary")


def _first_id(post: PostRow) -> int:
    """An id, made from the nonce of a post, for the first component of its message. Discord numbers
    components without an id from 1 on; this one is larger.
    """
    return int(f"1{post.next[:7]}", 16)


@contextmanager
def _ignoring_gone() -> Generator[None]:
    """Ignores that a message or its channel is gone, or that Discord refuses the work."""
    try:
        yield
    except discord.HTTPException as error:
        forbidden = isinstance(error, discord.Forbidden)
        if not forbidden and not is_refused(error) and error.code not in TOKEN_EXPIRED:
            raise
        log.info("left as it is: %s", error)
