"""The outbox: makes what stands in Discord what should stand there.

Whatever people should see follows from the store. The outbox names the tables of which something is
still to be shown, and showing one is comparing what stands at each place with what is wanted there.
So updates coalesce, a repeat does no harm, and after a crash the rest is simply done.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress

import discord

from bot.operations.discord_errors import (
    REQUEST_ERRORS,
    UNKNOWN_CHANNEL,
    is_dm_closed,
    is_refused,
    is_unwritable,
    log_error,
)
from bot.operations.work import WorkQueue
from bot.outbox.dms import DirectMessages, Postponed
from bot.outbox.languages import language_of
from bot.outbox.layout import send_arguments
from bot.outbox.posts import Posts
from bot.outbox.table_workers import TableWorkers
from bot.outbox.wanted import (
    BOARD,
    NO_QUESTION,
    PANEL,
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
from bot.table import NewerRelease, Refused, Table, Tables, lobby
from bot.texts.languages import _, speaking

log = logging.getLogger(__name__)
MAX_AT_ONCE = 32
"""Tables that are shown at the same time to players, and to watchers: their pictures take memory
until Discord has them.
"""
MAX_SHOWING_S = 300.0
"""After this time, showing a table once is given up and begun again."""
ANSWER_S, LOOK_S = 5.0, 0.1
"""How long somebody waits for the first message of a table, and between two looks for it."""
AUDIENCES = (Claim.SHOW, Claim.SHOW_WATCHERS)
UNREACHABLE = (discord.Forbidden, discord.NotFound)


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
        dm_pause_s: float,
        dm_retry_s: float,
        present_s: float,
    ) -> None:
        """Takes what it works with; `pause` is the shortest time between two updates of a table,
        `dm_pause_s` that between two people to whom the bot writes for the first time,
        `dm_retry_s` how long a direct message waits after a first refusal, and `present_s` how long
        after a press somebody is not notified in the channel, in seconds.
        """
        self._client, self._store, self._tables, self._pictures = client, store, tables, pictures
        self._posts = Posts(client, store.posts)
        self._dms = DirectMessages(client, store, dm_pause_s, dm_retry_s)
        self._queue, self._pause, self._present_s = queue, pause, present_s
        self.note: Callable[[Table], Awaitable[None]] = _note_nothing
        """Brings the turns of a table up to date before it is shown."""
        self.shown: Callable[[int, float], None] = lambda table_id, began: None
        """Is told of a table that its players now see, and when showing it began."""
        self.refused: dict[int, tuple[int, int]] = {}
        """The tables of which Discord last refused something to this process, with their servers (0
        where they have none) and channels.
        """
        self._players = TableWorkers(self._show_to_players)
        self._watchers = TableWorkers(self._show_to_watchers)
        self._slots = {each: asyncio.Semaphore(MAX_AT_ONCE) for each in AUDIENCES}
        self._seen_by_players: dict[int, int] = {}
        """By table, the ticket of what its players see already and its watchers do not."""
        self._refusals: dict[int, discord.HTTPException | None] = {}
        """The tables whose openers wait for the first board, and why Discord refused it."""
        self._looked_at: set[int] = set()
        self._replied_to = Counter[tuple[int, int]]()
        """Tables and users to whom the reply to an interaction is about to show them."""

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
            wait_s = await self._reconcile_alone(Claim.SHOW, table_id, for_players)
            if wait_s is None:
                return  # the process that shows it also sees what came meanwhile
            self.shown(table_id, began)
            if not wait_s:
                self._seen_by_players[table_id] = ticket
            if await self._is_watched(table_id):
                self._watchers.kick(table_id)
            elif not wait_s:
                await self._finish(table_id)
            if wait_s:
                raise Postponed(wait_s)
            row = await self._store.tables.get(table_id)
            if self._pause and row is not None and row.status == "running":
                await asyncio.sleep(self._pause)

    async def _show_to_watchers(self, table_id: int) -> None:
        """Shows a table to its watchers, as its players see it already."""
        wait_s = await self._reconcile_alone(Claim.SHOW_WATCHERS, table_id, for_watchers)
        if wait_s:
            raise Postponed(wait_s)
        if wait_s is not None:
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
    ) -> float | None:
        """Makes Discord show what is wanted, unless another process does, which returns None.
        Returns the seconds until the rest may be sent, or 0. After a bug it is not tried again
        before the table changes.
        """
        async with self._slots[claim], self._store.claim(claim, table_id) as mine:
            if not mine:
                return None
            try:
                async with asyncio.timeout(MAX_SHOWING_S):
                    await self._tables.wait_for_commit(table_id)
                    return await self._reconcile(table_id, wanted)
            except (*REQUEST_ERRORS, OSError, NewerRelease):
                raise
            except Exception:
                log.exception("the table could not be shown")
        return 0.0

    async def _note_refused(self, table_id: int, error: discord.HTTPException) -> None:
        """Notes that Discord refuses something of a table; the log says so once."""
        if table_id not in self.refused and is_unwritable(error):
            log.warning("the table cannot be shown in its channel: %s", error)
        elif table_id not in self.refused:
            log.error("Discord refuses a message of the table: %s", error)
        row = await self._store.tables.get(table_id)
        self.refused[table_id] = (row.guild or 0, row.channel) if row else (0, 0)

    async def _give_up_unseen(self, table_id: int, error: discord.HTTPException) -> None:
        """Closes a lobby whose first board Discord refuses: nobody could join it, and it would keep
        its channel busy.
        """
        if BOARD in await self._store.posts.of(table_id):
            return
        with suppress(Refused):  # it is not a lobby
            await lobby.close(await self._tables.get(table_id))
            if table_id in self._refusals:
                self._refusals[table_id] = error

    # --- what is wanted and what stands ----------------------------------------------------------

    async def _reconcile(
        self, table_id: int, wanted: Callable[[Context], Awaitable[Places]]
    ) -> float:
        """Makes Discord show what is wanted at each place of a table, and nothing else. Returns
        the seconds until what must wait may be sent, or 0. What Discord refuses is
        not tried again before the table changes, or what is permitted there.
        """
        watching = wanted is for_watchers
        every = await self._posts.of(table_id)
        posts = {place: row for place, row in every.items() if watching == _is_for_watcher(place)}
        async with self._queue.background():
            places = await self._wanted(table_id, posts, wanted)
        for place in posts.keys() - places.keys():
            await self._posts.take_down(posts[place])
        waits_s: list[float] = []
        refusals: list[discord.HTTPException] = []
        for place, each in places.items():
            if each is None:
                continue
            if each.look_again_s > 0:
                waits_s.append(each.look_again_s)
            try:
                if not await self._show(table_id, place, posts.get(place), each, refusals):
                    return await self._reconcile(table_id, wanted)
            except Postponed as later:
                waits_s.append(later.wait_s)
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
                refusals.append(error)
                if is_unwritable(error):  # as is the channel for all that follows
                    break
        for error in refusals:
            await self._note_refused(table_id, error)
            await self._give_up_unseen(table_id, error)
        if not refusals and not watching:
            self.refused.pop(table_id, None)
        return min(waits_s, default=0.0)

    async def _wanted(
        self,
        table_id: int,
        posts: dict[str, PostRow],
        wanted: Callable[[Context], Awaitable[Places]],
    ) -> Places:
        """Returns what should stand at each place of a table."""
        try:
            table = await self._tables.get(table_id)
        except NewerRelease:
            raise
        except Refused:
            row = await self._store.tables.get(table_id)
            return for_unreadable(row, posts) if wanted is for_players else dict.fromkeys(posts)
        await self.note(table)
        language = await language_of(self._store, table.row)
        return await wanted(
            Context(
                table,
                posts,
                self._pictures,
                language,
                now=self._posts.now(),
                waits_long=self._dms.waits_long,
                present_s=self._present_s,
                replied_to={user for of, user in self._replied_to if of == table_id},
            )
        )

    async def _show(
        self,
        table_id: int,
        place: str,
        post: PostRow | None,
        wanted: Wanted,
        refusals: list[discord.HTTPException],
    ) -> bool:
        """Makes a place show what is wanted there, and adds why it does so without files. Returns
        False where its user cannot be written to, which is noted and changes what is wanted.
        """
        if wanted.admits and not (post and post.message):
            await self._client.http.add_user_to_thread(*wanted.admits)
        try:
            channel = wanted.channel
            if wanted.user:
                channel = await self._dms.channel(wanted.user, post.channel if post else 0)
            post = post or PostRow(table_id, place, channel, 0, "", NO_QUESTION, 0.0)
            before = post.message
            refusal = await self._posts.show(post, wanted)
        except discord.HTTPException as error:
            if not wanted.user or not (is_dm_closed(error) or isinstance(error, UNREACHABLE)):
                raise
            await self._note_unreachable(table_id, place, wanted, error)
            return False
        refusals += [refusal] if refusal else []
        if wanted.user and post.message != before:
            self._dms.note_sent(wanted.user)
        if wanted.then is not None:
            await wanted.then()
        return True

    async def _note_unreachable(
        self, table_id: int, place: str, wanted: Wanted, error: discord.HTTPException
    ) -> None:
        """Notes that a user cannot be written to, for good or for now."""
        watches, closed = _is_for_watcher(place), is_dm_closed(error)
        if not closed:
            await self._dms.note_refusal(wanted.user, error)
        elif watches:
            await self._store.watchers.remove(table_id, wanted.user)
        else:
            log.info("the direct messages of somebody are closed: %s", error)
            await self._store.people.save_dms(wanted.user, "closed")
        gone = error.code == UNKNOWN_CHANNEL
        if gone or (closed and not watches and wanted.question == NO_QUESTION):
            await self._store.posts.remove(table_id, place)  # what stands there stays as it is
        if place == str(wanted.user):
            await self._call_at_table(table_id, wanted.user)

    async def _call_at_table(self, table_id: int, user: int) -> None:
        """Has the next board call a user who cannot be written to, though it called others."""
        person = await self._store.people.get(user)
        if person.dms == "closed" or self._dms.waits_long(person):
            await self._store.posts.clear_question(table_id, BOARD)

    # --- from elsewhere --------------------------------------------------------------------------

    @contextmanager
    def replying(self, table_id: int, user: int) -> Generator[None]:
        """Within it the reply to an interaction shows a user their panel, so nothing else does."""
        self._replied_to[table_id, user] += 1
        try:
            yield
        finally:
            self._replied_to -= Counter([(table_id, user)])

    async def note_panel(
        self,
        table_id: int,
        user: int,
        message: int,
        token: str,
        page: Page,
        question: int,
        kind: str = PANEL,
    ) -> None:
        """Notes that the reply to an interaction is the panel of a user now (or their REVIEW), and
        what it asks; deletes the panel that they had before, if that is another message. Where the
        reply edited the panel in their direct messages, it stays that one.
        """
        private = (await self._store.posts.of(table_id)).get(str(user))
        if private is not None and private.message == message:
            shown = (page.digest, page.question)
            await self._store.posts.save_shown(table_id, str(user), message, *shown)
            return
        now = self._posts.now()
        place = f"{kind}{user}"
        post = PostRow(table_id, place, 0, message, page.digest, question, now, token=token)
        try:
            await self._posts.replace_panel(post)
        except REQUEST_ERRORS as error:
            log_error(log, "an earlier panel cannot be deleted", error)

    async def take_down(self, post: PostRow) -> None:
        """Deletes the message of a place, as far as Discord lets it be deleted."""
        with suppress(*REQUEST_ERRORS):
            await self._posts.take_down(post)

    async def first_board(self, table_id: int) -> bool:
        """Waits until the first board of a table stands; returns False where that takes long.
        Raises what Discord answered where it refuses the board: the table is closed then.
        """
        self._refusals[table_id] = None
        try:
            await self._players.finish(table_id, ANSWER_S)
        finally:
            refusal = self._refusals.pop(table_id)
        if refusal is not None:
            raise refusal
        post = (await self._store.posts.of(table_id)).get(BOARD)
        return post is not None and post.message != 0

    async def watch(self, table_id: int, user: int) -> str | None:
        """Has a user watch a table; returns a link to their message, or to their direct messages
        where it takes long to arrive, or None where those are closed.
        """
        place = f"{WATCHER}{user}"
        post = (await self._store.posts.of(table_id)).get(place)
        if post is not None and post.message:  # an earlier one stays as it is
            await self._store.posts.remove(table_id, place)
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
        return "https://discord.com/channels/@me"

    async def unwatch(self, table_id: int, user: int) -> PostRow | None:
        """Has a user watch a table no more; returns the message that stands there and is left to
        the caller. One that was only being sent is deleted.
        """
        await self._store.watchers.remove(table_id, user)
        post = (await self._store.posts.of(table_id)).get(f"{WATCHER}{user}")
        if post is not None and post.message:
            await self._store.posts.remove(table_id, post.place)
            return post
        await self._store.outbox.add(table_id)
        self.kick(table_id)
        return None

    async def dm_channel(self, user: int) -> int:
        """Returns the channel of the direct messages of a user who waits for one; Refused, with a
        sentence, where the user cannot be written to.
        """
        wait_s = 0.0
        while wait_s < ANSWER_S:
            await asyncio.sleep(wait_s)
            try:
                async with self._asked_for(user):
                    return await self._dms.channel(user)
            except Postponed as later:
                wait_s = later.wait_s
        raise not_now()

    async def send_dm(self, user: int, channel: int, page: Page) -> str:
        """Sends a page to a user who waits for it; returns a link to the message. Refused, with a
        sentence, where the user cannot be written to.
        """
        async with self._asked_for(user):
            where = self._client.get_partial_messageable(channel)
            message = await where.send(**await send_arguments(page))
        self._dms.note_sent(user)
        return message.jump_url

    @asynccontextmanager
    async def _asked_for(self, user: int) -> AsyncGenerator[None]:
        """Makes a sentence of Discord's refusal to let the bot write to a user."""
        try:
            yield
        except UNREACHABLE as error:
            if is_dm_closed(error):
                raise closed_dms() from None
            await self._dms.note_refusal(user, error)
            raise not_now() from None

    async def notify(self, user: int) -> float:
        """Sends a person all that waits for them; where they cannot be written to, that is noted,
        and the tables call them. Returns the seconds after which to try again, or 0.
        """
        person = await self._store.people.get(user)
        turns = [turn for turn in await self._store.turns.of_user(user) if turn.call is not None]
        if not turns or person.dms == "closed":
            return 0.0
        with speaking(person.reading_language):
            page = await reminders.waiting(self._store, self._tables, user)
        # Where it is not heard of, or not noted, it is sent once all the same.
        nonce = digest([user, [(turn.table_id, turn.since, turn.stage) for turn in turns]])
        try:
            channel = await self._dms.channel(user)
            await self._posts.send_once(channel, nonce, max(turn.since for turn in turns), page)
            self._dms.note_sent(user)
        except Postponed as later:
            return later.wait_s
        except discord.HTTPException as error:
            if is_dm_closed(error):
                await self._store.people.save_dms(user, "closed")
            elif isinstance(error, UNREACHABLE):
                await self._dms.note_refusal(user, error)
            else:
                raise
            for table_id in {turn.table_id for turn in turns}:
                await self._call_at_table(table_id, user)
                await self._store.outbox.add(table_id)
                self.kick(table_id)
            return await self.notify(user)
        return 0.0


def closed_dms() -> Refused:
    """Returns what somebody reads whose direct messages are closed."""
    return Refused(
        _("I cannot write to you. Allow direct messages in this server's privacy settings.")
    )


def not_now() -> Refused:
    """Returns what somebody reads to whom the bot may not write for now."""
    return Refused(_("Discord does not let me write to you just now. Try again in some minutes."))


def _is_for_watcher(place: str) -> bool:
    """Returns whether a place is that of somebody who watches."""
    return place.startswith(WATCHER)


async def _note_nothing(table: Table) -> None:
    """Notes no turns, where no clock runs."""
