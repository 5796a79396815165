"""Posts: the messages that show a table, one at each place; each is left alone, edited or posted
anew, and none stands twice though its receipt is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import closing, contextmanager
from typing import Any

import discord

from bot.pages import Page
from bot.pictures import digest
from bot.store import PostRow, Store
from bot.wire import NOT_EDITED, is_closed, is_shut

log = logging.getLogger(__name__)
BOARD, VOTE, CALL, EARLY = "board", "vote", "call:", "early:"
"""Places of messages: the board, a vote, a reminder and a heads-up for a user; a user's number is
the place of his private panel.
"""
UNKNOWN = "?"
"""Instead of a digest: nobody knows what a message shows."""
HOUR = 3600.0
SCROLLED = 5
"""Newer messages below a board that make it count as scrolled away."""
FRESH = 60.0
"""Seconds after which a board may have scrolled away."""
TIMES = 3
"""How often another message is sent at once for one that was found and cannot be changed."""
HISTORY_NEEDED = (discord.Forbidden, discord.NotFound)


class Posts:
    """Puts pages at the places of tables, and notes what stands there.

    Before a message is sent, it is noted that it may stand: as the first one of its place, or as
    the successor of another. Sent again under the same nonce it is found, by whoever goes on.
    """

    def __init__(self, client: discord.Client, store: Store) -> None:
        """Takes what it works with."""
        self._client, self._store = client, store
        self.now: Callable[[], float] = lambda: discord.utils.utcnow().timestamp()
        """Says what time it is, in seconds."""
        self._doubted: set[int] = set()
        self._begun: dict[tuple[int, str], PostRow] = {}
        self._unsaved: dict[tuple[int, str], PostRow] = {}

    def doubt(self, table_id: int) -> None:
        """From now on a message of a table may show something else than is noted: whoever was
        changing it was ended in the middle, or heard nothing.
        """
        self._doubted.add(table_id)

    def trust(self, table_id: int) -> None:
        """What is noted of a table's messages is so."""
        self._doubted.discard(table_id)

    async def of(self, table_id: int) -> dict[str, PostRow]:
        """The messages of a table by their places."""
        noted = await self._store.posts(table_id, begun=True)
        noted |= {place: row for (at, place), row in self._unsaved.items() if at == table_id}
        for place, row in noted.items():
            if not row.message:
                self._begun[table_id, place] = row
            elif row.shown and table_id in self._doubted:
                row.shown = UNKNOWN
        return {place: row for place, row in noted.items() if row.message}

    async def put(
        self,
        table_id: int,
        channel: int,
        place: str,
        posts: dict[str, PostRow],
        page: Page,
        question: int,
        *,
        anew: bool = False,
    ) -> None:
        """Makes the message of a place this page, and closes it: the message is left alone, edited,
        or posted anew and the old one removed.
        """
        with closing(page):
            post = posts.get(place)
            now = self.now()
            where = self._client.get_partial_messageable(channel)
            if (
                post is not None
                and post.shown == page.digest
                and not (anew and post.question != question)
            ):
                if post.question != question:
                    post.question = question
                    await self._save(post)
                return
            if (
                post is not None
                and not anew
                and post.shown
                and now - post.made < HOUR
                and not await self._scrolled(where, place, post)
                and await _edited(where, post.message, page)
            ):
                post.shown, post.question = page.digest, question
                await self._save(post)
                return
            before = post or self._begun.get((table_id, place))
            tried = before is not None and not before.shown
            if not tried:
                before = post or PostRow(table_id, place, channel, 0, "", question, now)
                await self._note(before)
            assert before is not None
            page.silent = page.silent or (post is not None and tried and not anew)
            message = await self._send(where, page, before, tried)
            self._begun.pop((table_id, place), None)
            posts[place] = PostRow(table_id, place, channel, message.id, page.digest, question, now)
            await self._save(posts[place])

    async def _note(self, before: PostRow) -> None:
        """Notes that a message is about to be sent: the first of its place, or a successor."""
        before.shown = ""
        if before.message:
            self._begun.pop((before.table_id, before.place), None)
            await self._save(before)
        else:
            await self._store.save_post(before)
            self._begun[before.table_id, before.place] = before

    async def take_down(self, table_id: int, place: str, posts: dict[str, PostRow]) -> None:
        """Removes the message of a place, if there is one."""
        post = posts.pop(place, None)
        if post is not None:
            if not post.shown:
                await self._clear(post)
            where = self._client.get_partial_messageable(post.channel)
            await _quietly(where.get_partial_message(post.message).delete)
            await self.forget(table_id, place)

    async def clear_begun(self, table_id: int) -> None:
        """Removes what was begun at places of a table where nothing is to stand after all."""
        for row in [row for (at, _place), row in self._begun.items() if at == table_id]:
            await self._clear(row)
            await self.forget(table_id, row.place)

    async def _clear(self, before: PostRow) -> None:
        """Removes what may have been sent in place of a message, or as the first one."""
        # Sent again it is found; if it never arrived, nobody is told of this one.
        where = self._client.get_partial_messageable(before.channel)
        with _in_vain():
            message = await where.send("…", nonce=_nonce(before), silent=True)
            await message.delete()

    async def forget(self, table_id: int, place: str) -> None:
        """Notes that no message stands at a place any more."""
        self._unsaved.pop((table_id, place), None)
        self._begun.pop((table_id, place), None)
        await self._store.drop_post(table_id, place)

    async def _save(self, post: PostRow) -> None:
        """Notes which message stands at a place; at hand it is noted at once, so that none is
        posted a second time while the store cannot be written.
        """
        self._unsaved[post.table_id, post.place] = post
        await self._store.save_post(post)
        self._unsaved.pop((post.table_id, post.place), None)

    async def _send(
        self, where: discord.PartialMessageable, page: Page, before: PostRow, tried: bool
    ) -> discord.Message:
        """The message of a page, sent once; those before it are removed.

        Discord takes a repeated nonce for the same message and answers with the first one. So where
        an earlier try may have arrived, the message is brought up to date afterwards; and where
        that one is gone, another is its successor.
        """
        passed = list[int]()
        for _time in range(TIMES):
            try:
                message = await where.send(**await page.sent(), nonce=_nonce(before))
            except discord.HTTPException as error:
                if not before.message and (is_shut(error) or is_closed(error)):
                    await self.forget(before.table_id, before.place)
                raise
            passed.append(before.message)
            stands = not tried or await _edited(where, message.id, page)
            for number in {*passed} - {0, message.id}:
                await _quietly(where.get_partial_message(number).delete)
            if stands:
                return message
            before.message = message.id
            await self._note(before)
        raise OSError("whatever is found of a message is gone")

    async def _scrolled(self, where: discord.PartialMessageable, place: str, post: PostRow) -> bool:
        """Whether enough was written below a board that it is out of sight."""
        if place != BOARD or self.now() - post.made < FRESH:
            return False
        try:
            newer = [
                m async for m in where.history(limit=SCROLLED, after=discord.Object(post.message))
            ]
        except HISTORY_NEEDED:
            return False
        return len(newer) >= SCROLLED


def _nonce(before: PostRow) -> str:
    """What marks the message that takes the place of another, or that is the first one there; the
    same after a restart.

    A message that was restored from a backup has no time: its successor is another one.
    """
    which = (before.message, before.made == 0) if before.message else (0, before.made)
    return digest([before.table_id, before.place, *which])


async def _edited(where: discord.PartialMessageable, message: int, page: Page) -> bool:
    """Makes a message this page; false where another has to take its place."""
    try:
        await where.get_partial_message(message).edit(**await page.edited())
    except discord.HTTPException as error:
        if error.code not in NOT_EDITED:
            raise
        log.info("a message is posted anew: %s", error)
        return False
    return True


async def _quietly(work: Callable[[], Awaitable[Any]]) -> None:
    """Does what can be in vain, such as removing a message that is gone."""
    with _in_vain():
        await work()


@contextmanager
def _in_vain() -> Generator[None]:
    """Within it something can be in vain, because a message or its channel is gone."""
    try:
        yield
    except discord.HTTPException as error:
        if not is_shut(error):
            raise
        log.info("left as it is: %s", error)
