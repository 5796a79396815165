"""The outbox: makes what stands in Discord what should stand there.

Whatever people should see follows from the store. The outbox names the tables of which something is
still to be shown, and showing one is comparing what stands at each place with what is wanted there.
So updates coalesce, a repeat does no harm, and after a crash the rest is simply done.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import discord

from bot.operations.discord_errors import FAILED, is_closed, is_shut
from bot.operations.work import WorkQueue
from bot.outbox.languages import language_of
from bot.outbox.layout import send_arguments
from bot.outbox.posts import Posts
from bot.outbox.table_workers import TableWorkers
from bot.outbox.wanted import (
    NO_QUESTION,
    WATCHER,
    Context,
    Places,
    Wanted,
    for_players,
    for_unreadable,
    for_watchers,
)
from bot.pages import reminders
from bot.pages.page import Page
from bot.pictures.pictures import Pictures, digest
from bot.store import Claim, PostRow, Store
from bot.table import Newer, Refused, Table, Tables
from bot.texts.languages import speaking

log = logging.getLogger(__name__)
MAX_AT_ONCE = 32
"""Tables that are shown at the same time to players, and to watchers: their pictures take memory
until Discord has them.
"""
MAX_SHOWING_S = 300.0
"""After this time, showing a table once is given up and begun again."""
ANSWER_S, LOOK_S = 5.0, 0.1
"""How long somebody who begins to watch waits for their message, and between two looks for it."""
AUDIENCES = (Claim.SHOW, Claim.SHOW_WATCHERS)


class Outbox:
    """Shows tables to their players, and then to those who watch: a watcher delays no player."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        pictures: Pictures,
        queue: WorkQueue,
        pause: float,
    ) -> None:
        """Takes what it works with; `pause` is the shortest time between two updates of a table,
        in seconds.
        """
        self._client, self._store, self._tables, self._pictures = client, store, tables, pictures
        self._posts = Posts(client, store)
        self._queue, self._pause = queue, pause
        self.note: Callable[[Table], Awaitable[None]] = _note_nothing
        """Brings the turns of a table up to date before it is shown."""
        self.shown: Callable[[int, float], None] = lambda table_id, began: None
        """Is told of a table that its players now see, and when showing it began."""
        self.refused: dict[int, int] = {}
        """The tables whose channel Discord last refused to this process, with their servers."""
        self._players = TableWorkers(self._show_to_players)
        self._watchers = TableWorkers(self._show_to_watchers)
        self._slots = {each: asyncio.Semaphore(MAX_AT_ONCE) for each in AUDIENCES}
        self._seen_by_players: dict[int, int] = {}
        """By table, the ticket of what its players see already and its watchers do not."""
        self._dms: dict[int, int] = {}
        self._looked_at: set[int] = set()

    def kick(self, table_id: int) -> None:
        """Has a table be shown soon."""
        self._players.kick(table_id)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """What is showing tables now."""
        return [*self._players.tasks.values(), *self._watchers.tasks.values()]

    async def repair(self) -> None:
        """Shows every table that is in the outbox."""
        await self._resume({*await self._store.outbox.waiting()})

    async def take_over(self) -> None:
        """Shows the tables that were in the outbox at the last look already: another process, or
        this one, has left them unfinished.
        """
        before, self._looked_at = self._looked_at, {*await self._store.outbox.waiting()}
        await self._resume(before & self._looked_at)

    async def _resume(self, table_ids: set[int]) -> None:
        at_work = self._players.tasks.keys() | self._watchers.tasks.keys()
        for table_id in sorted(table_ids - at_work):
            await self._posts.mark_unverified(table_id)
            self._seen_by_players.pop(table_id, None)
            self.kick(table_id)

    async def close(self) -> None:
        """Stops. What is not shown stays in the outbox."""
        await self._players.close()
        await self._watchers.close()

    # --- one table -------------------------------------------------------------------------------

    async def _show_to_players(self, table_id: int) -> None:
        """Shows a table to its players as long as there is something new, then to its watchers."""
        while True:
            ticket = await self._store.outbox.ticket(table_id)
            if ticket is None or ticket == self._seen_by_players.get(table_id):
                return
            began = time.monotonic()
            if not await self._reconcile_alone(Claim.SHOW, table_id, for_players):
                return  # the process that shows it also sees what came meanwhile
            self.shown(table_id, began)
            self._seen_by_players[table_id] = ticket
            if await self._is_watched(table_id):
                self._watchers.kick(table_id)
            else:
                await self._finish(table_id)
            row = await self._store.tables.get(table_id)
            if self._pause and row is not None and row.status == "running":
                await asyncio.sleep(self._pause)

    async def _show_to_watchers(self, table_id: int) -> None:
        """Shows a table to its watchers, as its players see it already."""
        if await self._reconcile_alone(Claim.SHOW_WATCHERS, table_id, for_watchers):
            await self._finish(table_id)

    async def _finish(self, table_id: int) -> None:
        """Takes a table out of the outbox, unless something new came meanwhile."""
        await self._store.outbox.done(table_id, self._seen_by_players.pop(table_id, 0))

    async def _is_watched(self, table_id: int) -> bool:
        """Returns whether somebody watches a table, or a message for them stands or is sent."""
        posts = await self._store.posts.of(table_id)
        return any(map(_is_for_watcher, posts)) or bool(await self._store.watchers.of(table_id))

    async def _reconcile_alone(
        self, claim: Claim, table_id: int, wanted: Callable[[Context], Awaitable[Places]]
    ) -> bool:
        """Makes Discord show what is wanted, unless another process does; returns whether it is
        done. A channel that is shut, or a bug, is not tried again.
        """
        async with self._slots[claim], self._store.claim(claim, table_id) as mine:
            if not mine:
                return False
            try:
                async with asyncio.timeout(MAX_SHOWING_S):
                    await self._tables.at_rest(table_id)
                    await self._reconcile(table_id, wanted)
                if wanted is for_players:
                    self.refused.pop(table_id, None)
            except discord.HTTPException as error:
                if not is_shut(error):
                    raise
                row = await self._store.tables.get(table_id)
                if row is not None and row.guild is not None:
                    self.refused[table_id] = row.guild
                log.warning("the table cannot be shown in its channel: %s", error)
            except (*FAILED, OSError, Newer):
                raise
            except Exception:
                log.exception("the table could not be shown")
        return True

    # --- what is wanted and what stands ----------------------------------------------------------

    async def _reconcile(
        self, table_id: int, wanted: Callable[[Context], Awaitable[Places]]
    ) -> None:
        """Makes Discord show what is wanted at each place of a table, and nothing else."""
        watching = wanted is for_watchers
        every = await self._posts.of(table_id)
        posts = {place: row for place, row in every.items() if watching == _is_for_watcher(place)}
        async with self._queue.background():
            places = await self._wanted(table_id, posts, wanted)
        for place in posts.keys() - places.keys():
            await self._posts.take_down(posts[place])
        for place, each in places.items():
            post = posts.get(place)
            if each is not None and not await self._show(table_id, place, post, each):
                return await self._reconcile(table_id, wanted)
        return None

    async def _wanted(
        self,
        table_id: int,
        posts: dict[str, PostRow],
        wanted: Callable[[Context], Awaitable[Places]],
    ) -> Places:
        """Returns what should stand at each place of a table."""
        try:
            table = await self._tables.get(table_id)
        except Newer:
            raise
        except Refused:
            row = await self._store.tables.get(table_id)
            return for_unreadable(row, posts) if wanted is for_players else dict.fromkeys(posts)
        await self.note(table)
        language = await language_of(self._client, self._store, table.row.guild)
        return await wanted(Context(table, posts, self._pictures, language, self._posts.now()))

    async def _show(self, table_id: int, place: str, post: PostRow | None, wanted: Wanted) -> bool:
        """Makes a place show what is wanted there. Returns False where the direct messages of its
        user are closed, which is noted and changes what is wanted.
        """
        try:
            if post is None:
                channel = wanted.channel or await self._dm(wanted.user)
                post = PostRow(table_id, place, channel, 0, "", NO_QUESTION, 0.0)
            await self._posts.show(post, wanted)
        except discord.HTTPException as error:
            if not wanted.user or not (is_closed(error) or is_shut(error)):
                raise
            log.info("the direct messages of somebody are closed: %s", error)
            if _is_for_watcher(place):
                await self._store.watchers.remove(table_id, wanted.user)
                return False
            await self._store.people.save_dms(wanted.user, "closed")
            if wanted.question == NO_QUESTION:  # what stands there stays as it is
                await self._store.posts.drop(table_id, place)
            return False
        if wanted.then is not None:
            await wanted.then()
        return True

    async def _dm(self, user: int) -> int:
        """Returns the channel of a user's direct messages."""
        if user not in self._dms:
            self._dms[user] = (await self._client.create_dm(discord.Object(user))).id
        return self._dms[user]

    # --- from elsewhere --------------------------------------------------------------------------

    async def note_shown(self, table_id: int, user: int, message: int, page: Page) -> None:
        """Notes that an interaction made the private panel of a user show a page."""
        await self._store.posts.note_shown(table_id, str(user), message, page.digest, page.question)

    async def watch(self, table_id: int, user: int) -> str | None:
        """Has a user watch a table; returns a link to their message, or to their direct messages
        where it takes long to arrive, or None where those are closed.
        """
        place = f"{WATCHER}{user}"
        post = (await self._store.posts.of(table_id)).get(place)
        if post is not None and post.message:  # an earlier one stays as it is
            await self._store.posts.drop(table_id, place)
        await self._store.outbox.add(table_id)
        await self._store.watchers.add(table_id, user, 0)
        self.kick(table_id)
        end = time.monotonic() + ANSWER_S
        while time.monotonic() < end:
            watches = user in await self._store.watchers.of(table_id)
            post = (await self._store.posts.of(table_id)).get(place)
            if post is not None and post.message:
                return f"https://discord.com/channels/@me/{post.channel}/{post.message}"
            if not watches:
                return None
            await asyncio.sleep(LOOK_S)
        return f"https://discord.com/channels/@me/{await self._dm(user)}"

    async def unwatch(self, table_id: int, user: int) -> PostRow | None:
        """Has a user watch a table no more; returns the message that stands there and is left to
        the caller. One that was only being sent is deleted.
        """
        await self._store.watchers.remove(table_id, user)
        post = (await self._store.posts.of(table_id)).get(f"{WATCHER}{user}")
        if post is not None and post.message:
            await self._store.posts.drop(table_id, post.place)
            return post
        await self._store.outbox.add(table_id)
        self.kick(table_id)
        return None

    async def call(self, user: int) -> None:
        """Sends a person all that waits for them; closed direct messages are noted."""
        person = await self._store.people.get(user)
        turns = [turn for turn in await self._store.turns.of_user(user) if turn.call is not None]
        if not turns or person.dms == "closed":
            return
        with speaking(person.reads):
            page = await reminders.waiting(self._store, self._tables, user)
        try:
            where = self._client.get_partial_messageable(await self._dm(user))
            # Killed before it is noted, it is sent again under the same nonce, which is once.
            nonce = digest([user, [(turn.table_id, turn.question) for turn in turns]])
            await where.send(**await send_arguments(page), nonce=nonce)
        except discord.HTTPException as error:
            if not is_closed(error):
                raise
            await self._store.people.save_dms(user, "closed")


def _is_for_watcher(place: str) -> bool:
    """Returns whether a place is that of somebody who watches."""
    return place.startswith(WATCHER)


async def _note_nothing(table: Table) -> None:
    """Notes no turns, where no clock runs."""
