"""The outbox: brings the messages in Discord up to date with the store.

The outbox of the store lists the tables that have changed. To show one, the bot works out which
message is wanted at each place, compares that with the message there, and sends, edits or deletes.
So several changes take one update, a repeat does no harm, and a crash loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

import discord

from bot.operations.breaker import Held
from bot.operations.discord_errors import (
    AUTOMOD,
    CHANNEL_GONE,
    LEFT_SERVER,
    REQUEST_ERRORS,
    THREAD_FULL,
    UNKNOWN_CHANNEL,
    is_dm_closed,
    is_refused,
    is_unwritable,
    log_error,
)
from bot.operations.logs import describe_error
from bot.operations.work import WorkQueue
from bot.outbox.automod import Form, Forms
from bot.outbox.dms import UNREACHABLE, DirectMessages, Postponed
from bot.outbox.panel_replies import MAX_REPLY_S, PanelReplies, have_ended
from bot.outbox.posts import Posts
from bot.outbox.refusals import Refusal
from bot.outbox.table_workers import TableWorkers
from bot.outbox.wanted import (
    BOARD,
    NO_QUESTION,
    OFFER,
    PANEL,
    WATCHABLE,
    WATCHER,
    Places,
    Snapshot,
    Wanted,
    for_players,
    for_unreadable,
    for_watchers,
)
from bot.pages import notifications
from bot.pages.page import Page
from bot.pictures.pictures import Pictures, digest
from bot.store import Claim, PostRow, Store
from bot.table import NewerRelease, Refused, Table, Tables, gone, invitations, lobby
from bot.texts.languages import using_language

log = logging.getLogger(__name__)
MAX_AT_ONCE = 32
"""Tables that are shown at the same time, to players and to watchers each: pictures take memory
until they are sent.
"""
MAX_SHOWING_S = 300.0
"""Showing a table is cancelled after this time, and tried again."""
MAX_WAIT_S, POLL_S = 5.0, 0.1
"""How long a command waits for a message that it has asked for, and how often it looks."""
AUDIENCES = (Claim.SHOW, Claim.SHOW_WATCHERS)


class Outbox:
    """Shows tables to their players first, and then to their watchers."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        pictures: Pictures,
        queue: WorkQueue,
        pause_s: float,
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
        self.dms = DirectMessages(client, store, dm_pause_s, dm_retry_s)
        """Opens channels of direct messages, and writes to people there."""
        self.latest_messages = self._posts.latest_messages
        self.uploads = self._posts.uploads
        self._queue, self._pause_s, self._present_s = queue, pause_s, present_s
        self.update_turns: Callable[[Table], Awaitable[None]] = _update_no_turns
        """Brings the turns of a table up to date before it is shown."""
        self.on_shown: Callable[[int, float], None] = lambda table_id, began: None
        """Called when the players of a table see it, with the time when showing it began."""
        self.refused: dict[int, Refusal] = {}
        """Tables of which Discord refused a message last time."""
        self._players = TableWorkers(self._show_to_players)
        self._watchers = TableWorkers(self._show_to_watchers)
        self.dms.on_recovered = lambda: self._retry(Postponed)
        self._slots = {each: asyncio.Semaphore(MAX_AT_ONCE) for each in AUDIENCES}
        self._seen_by_players: dict[int, int] = {}
        """By table, the ticket of the state that its players see and its watchers do not yet."""
        self._refusals: dict[int, discord.HTTPException | None] = {}
        """Tables with somebody waiting for the first board, and why Discord refused it."""
        self._last_waiting: set[int] = set()
        self._forms = Forms(Form.BARE, lambda: self._posts.now())
        self.panel_replies = PanelReplies()

    def kick(self, table_id: int) -> None:
        """Starts to show a table, or shows it once more."""
        self._players.kick(table_id)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        return [*self._players.tasks.values(), *self._watchers.tasks.values()]

    async def resume_all(self) -> None:
        """Shows every table that is in the outbox."""
        await self._resume({*await self._store.outbox.waiting()})

    async def resume_unfinished(self) -> None:
        """Shows the tables that were in the outbox at the last look already: some process has left
        them unfinished. Shows refused tables again when it is time for that.
        """
        before, self._last_waiting = self._last_waiting, {*await self._store.outbox.waiting()}
        await self._resume(before & self._last_waiting)
        for table_id in [each for each, it in self.refused.items() if it.is_due()]:
            await self._store.outbox.add(table_id)
            self.kick(table_id)

    async def _resume(self, table_ids: set[int]) -> None:
        at_work = self._players.tasks.keys() | self._watchers.tasks.keys()
        for table_id in sorted(table_ids - at_work):
            await self._posts.mark_unverified(table_id)
            self._seen_by_players.pop(table_id, None)
            self.kick(table_id)

    def retry_all(self) -> None:
        """Shows at once what could not be shown, because Discord accepts requests again."""
        self._retry(Held, OSError)
        self.dms.end_held()

    def _retry(self, *reasons: type[Exception]) -> None:
        for workers in (self._players, self._watchers):
            workers.retry(*reasons)

    @property
    def failing(self) -> dict[int, str]:
        """The tables that are tried again because of an error, with what it was."""
        return self._watchers.failing | self._players.failing

    async def close(self) -> None:
        """Stops. Tables that are not shown yet stay in the outbox."""
        await self._players.close()
        await self._watchers.close()

    # --- one table -------------------------------------------------------------------------------

    async def _show_to_players(self, table_id: int) -> None:
        """Shows a table to its players until nothing is new, and each time to its watchers."""
        while True:
            ticket = await self._store.outbox.ticket(table_id)
            if ticket is None or ticket == self._seen_by_players.get(table_id):
                return
            began = time.monotonic()
            wait_s = await self._reconcile_claimed(Claim.SHOW, table_id, for_players)
            if wait_s is None:
                return  # another process shows it, and what is new as well
            self.on_shown(table_id, began)
            if not wait_s:
                self._seen_by_players[table_id] = ticket
            if await self._is_watched(table_id):
                self._watchers.kick(table_id)
            elif not wait_s:
                await self._finish(table_id)
            if wait_s:
                raise Postponed(wait_s)
            row = await self._store.tables.get(table_id)
            if self._pause_s and row is not None and row.status == "running":
                await asyncio.sleep(self._pause_s)

    async def _show_to_watchers(self, table_id: int) -> None:
        wait_s = await self._reconcile_claimed(Claim.SHOW_WATCHERS, table_id, for_watchers)
        if wait_s:
            raise Postponed(wait_s)
        if wait_s is not None:
            await self._finish(table_id)

    async def _finish(self, table_id: int) -> None:
        """Removes a table from the outbox, unless it has changed meanwhile."""
        await self._store.outbox.done(table_id, self._seen_by_players.pop(table_id, 0))

    async def _is_watched(self, table_id: int) -> bool:
        """Whether a table has watchers, or messages for them."""
        posts = await self._store.posts.of(table_id)
        return any(map(_is_for_watcher, posts)) or bool(await self._store.watchers.of(table_id))

    async def _reconcile_claimed(
        self, claim: Claim, table_id: int, wanted: Callable[[Snapshot], Awaitable[Places]]
    ) -> float | None:
        """Does `_reconcile` unless another process is doing it, which returns None. Returns the
        seconds until postponed messages may be sent, or 0. Turns are stored before the players
        see the table; a bug there is raised after it is shown.
        """
        async with self._slots[claim], self._store.claim(claim, table_id) as mine:
            if not mine:
                return None
            async with asyncio.timeout(MAX_SHOWING_S):
                await self._tables.wait_for_commit(table_id)
                failure = await self._try_turns(table_id) if claim is Claim.SHOW else None
                wait_s = await self._reconcile(table_id, wanted)
                if failure:
                    raise failure
                return wait_s

    async def _try_turns(self, table_id: int) -> Exception | None:
        """Brings the turns of a table up to date; returns why that failed, if it did."""
        try:
            with suppress(Refused):  # the table cannot be read
                await self.update_turns(await self._tables.get(table_id))
        except Exception as error:  # noqa: BLE001  (the caller raises it)
            return error
        return None

    async def _mark_refused(self, table_id: int, error: discord.HTTPException) -> None:
        """Marks a table as refused by Discord; the log says so once."""
        if table_id in self.refused:
            return
        if is_unwritable(error):
            log.warning("the table cannot be shown in its channel: %s", error)
        elif error.code in AUTOMOD:
            log.warning("AutoMod blocks a message of the table, in few words as well: %s", error)
        else:
            log.error("Discord refuses a message of the table: %s", error)
        if row := await self._store.tables.get(table_id):
            refusal = Refusal(row.guild or 0, row.channel, describe_error(error))
            self.refused[table_id] = refusal

    def _is_boardless(self, table_id: int) -> bool:
        """Whether Discord refused the board of a table last time."""
        return table_id in self.refused and self.refused[table_id].is_of_board

    async def _note_gone(self, table_id: int, error: discord.HTTPException) -> None:
        """Stores since when the channel of an open table is gone, if it is; its board then counts
        as shown only when Discord has taken it again.
        """
        row = await self._store.tables.get(table_id)
        if error.code not in CHANNEL_GONE or row is None or row.status not in WATCHABLE:
            return
        guild = self._client.get_guild(row.guild or 0)
        if guild is not None and guild.unavailable:
            return
        await self._store.posts.clear_shown(table_id, BOARD)
        if (await self._store.waits.of(table_id)).keys().isdisjoint(gone.KINDS):
            await self._store.waits.begin(table_id, "gone", time.time())

    async def _close_unseen_lobby(self, table_id: int, error: discord.HTTPException) -> None:
        """Closes a lobby whose first board Discord refuses: nobody could join, but its channel
        would have an open table.
        """
        if BOARD in await self._store.posts.of(table_id):
            return
        with suppress(Refused):  # it is not a lobby
            await lobby.close(await self._tables.get(table_id))
            if table_id in self._refusals:
                self._refusals[table_id] = error

    # --- what is wanted and what is there --------------------------------------------------------

    async def _reconcile(
        self,
        table_id: int,
        wanted: Callable[[Snapshot], Awaitable[Places]],
        only: Collection[str] = (),
    ) -> float:
        """Makes the messages of a table what is wanted, and deletes all others. Returns the seconds
        until postponed messages may be sent, or 0. What Discord refuses is tried again later. A
        panel in direct messages that a reply is about to show is left alone until then. With
        `only`, no other places change.
        """
        watching = wanted is for_watchers
        every = await self._posts.of(table_id)
        posts = {place: row for place, row in every.items() if watching == _is_for_watcher(place)}
        replies = self.panel_replies.of(table_id)
        replied_to = {each.user for each in replies}
        async with self._queue.background():
            places = await self._wanted(table_id, posts, replied_to, wanted)
        failures: list[Exception] = []
        unwanted = () if only else posts.keys() - places.keys()
        for place in unwanted:
            try:
                await self._posts.take_down(posts[place])
            except REQUEST_ERRORS as error:
                failures.append(error)
        was_boardless = self._is_boardless(table_id)
        waits_s: list[float] = []
        refusals: list[discord.HTTPException] = []
        board_refused = False
        for place, each in places.items():
            if each is None or (only and place not in only):
                continue
            if each.look_again_s > 0:
                waits_s.append(each.look_again_s)
            try:
                if not await self._show(table_id, place, posts.get(place), each, refusals):
                    return await self._reconcile(table_id, wanted, only)
            except Postponed as later:
                waits_s.append(later.wait_s)
            except REQUEST_ERRORS as error:
                if not isinstance(error, discord.HTTPException) or not is_refused(error):
                    failures.append(error)
                    continue
                if error.code in AUTOMOD and self._forms.make_poorer(table_id):
                    return await self._reconcile(table_id, wanted, only)
                refusals.append(error)
                if place == BOARD:
                    board_refused = True
                    await self._note_gone(table_id, error)
                if is_unwritable(error):  # then it also refuses the rest
                    break
        for error in refusals:
            await self._mark_refused(table_id, error)
            await self._close_unseen_lobby(table_id, error)
        if board_refused and table_id in self.refused:
            self.refused[table_id].is_of_board = True
        if self._is_boardless(table_id) and not was_boardless:
            return await self._reconcile(table_id, wanted, only)  # now it asks in private
        if failures:  # the other places are shown all the same
            raise failures[0]
        if not refusals and not watching and not only:
            self.refused.pop(table_id, None)
        if replied := {str(each.user) for each in replies} & posts.keys():
            ended = await have_ended(replies)
            replied |= {f"{PANEL}{user}" for user in replied}
            waits_s.append(
                await self._reconcile(table_id, wanted, replied) if ended else MAX_REPLY_S
            )
        return min(filter(None, waits_s), default=0.0)

    async def _wanted(
        self,
        table_id: int,
        posts: dict[str, PostRow],
        replied_to: set[int],
        wanted: Callable[[Snapshot], Awaitable[Places]],
    ) -> Places:
        try:
            table = await self._tables.get(table_id)
        except NewerRelease:
            raise
        except Refused:
            row = await self._store.tables.get(table_id)
            return for_unreadable(row, posts) if wanted is for_players else dict.fromkeys(posts)
        language = await self._store.language_of(table.row)
        return await wanted(
            Snapshot(
                table,
                posts,
                self._pictures,
                language,
                now=self._posts.now(),
                waits_long=self.dms.waits_long,
                present_s=self._present_s,
                form=self._forms.of(table_id),
                is_boardless=self._is_boardless(table_id),
                replied_to=replied_to,
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
        """Makes a place show what is wanted there; if it must do so without files, adds the reason
        to `refusals`. Returns False if the bot cannot write to the user: then something else is
        wanted.
        """
        if wanted.adds_to_thread and not (post and post.message):
            try:
                await self._client.http.add_user_to_thread(*wanted.adds_to_thread)
            except discord.HTTPException as error:
                if error.code not in {*LEFT_SERVER, THREAD_FULL}:
                    raise
                log.info("somebody cannot be added to a thread: %s", error)
                await self._turn_away(table_id, place, wanted.adds_to_thread[1])
                return True
        try:
            channel = wanted.channel
            if wanted.user:
                channel = await self.dms.channel(wanted.user, post.channel if post else 0)
            post = post or PostRow(table_id, place, channel, 0, "", NO_QUESTION, 0.0)
            before = post.message
            refusal = await self._posts.show(post, wanted)
        except (discord.HTTPException, Held) as error:
            if not wanted.user or not (is_dm_closed(error) or isinstance(error, UNREACHABLE)):
                raise
            await self._mark_unreachable(table_id, place, wanted, error)
            return False
        refusals += [refusal] if refusal else []
        if place == BOARD and table_id in self.refused:
            self.refused[table_id].is_of_board = False
        if wanted.user and post.message != before:
            self.dms.mark_sent(wanted.user)
        if wanted.on_shown is not None:
            await wanted.on_shown()
        return True

    async def _turn_away(self, table_id: int, place: str, user: int) -> None:
        """Ends the invitation or the offer of a user whom Discord does not add to the thread."""
        with suppress(Refused):  # the table cannot be read, or they have just sat down
            table = await self._tables.get(table_id)
            if not place.startswith(OFFER):
                await invitations.turn_away(table, user)
                return
            await table.say(
                "The seat cannot be offered: Discord does not add that person to this thread. It is"
                " full, or they are not on this server."
            )
            await self._store.offers.remove(table_id, int(place.removeprefix(OFFER)))

    async def _mark_unreachable(
        self, table_id: int, place: str, wanted: Wanted, error: discord.HTTPException | Held
    ) -> None:
        """Notes that the bot cannot write to a user, for good or for now."""
        watches, closed = _is_for_watcher(place), is_dm_closed(error)
        if not closed:
            await self.dms.mark_refused(wanted.user, error)
        elif watches:
            await self._store.watchers.remove(table_id, wanted.user)
        else:
            log.info("the direct messages of somebody are closed: %s", error)
            await self._store.people.save_dms(wanted.user, "closed")
        lost = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
        if lost or (closed and not watches and wanted.question == NO_QUESTION):
            await self._store.posts.remove(table_id, place)  # the message there stays as it is
        if place == str(wanted.user):
            await self._notify_at_table(table_id, wanted.user)

    async def _notify_at_table(self, table_id: int, user: int) -> None:
        """Has the next board notify a user to whom the bot cannot write, as a new message."""
        person = await self._store.people.get(user)
        if person.dms == "closed" or self.dms.waits_long(person):
            await self._store.posts.clear_question(table_id, BOARD)

    # --- for other modules -----------------------------------------------------------------------

    async def save_panel(
        self,
        table_id: int,
        user: int,
        message: int,
        token: str,
        page: Page,
        question: int,
        kind: str = PANEL,
    ) -> None:
        """Stores that the reply to an interaction is now the panel of a user (or their REVIEW), and
        which question it asks. Deletes the panel that they had before, if that is another message.
        A panel in direct messages that the reply has edited stays what it is.
        """
        private = (await self._store.posts.of(table_id)).get(str(user))
        now = self._posts.now()
        place = f"{kind}{user}"
        post = PostRow(table_id, place, 0, message, page.digest, question, now, token=token)
        if private is not None and private.message == message:
            post.place, post.question = str(user), page.question
            await self._store.posts.save_reply(post)
            return
        try:
            await self._posts.replace_panel(post)
        except REQUEST_ERRORS as error:
            log_error(log, "an earlier panel cannot be deleted", error)

    async def take_down(self, post: PostRow) -> None:
        """Deletes the message of a place, if Discord allows it."""
        with suppress(*REQUEST_ERRORS):
            await self._posts.take_down(post)

    async def look_for_channel(self, table_id: int) -> None:
        """Edits the board of a table although nothing has changed: Discord's answer says whether
        its channel is gone.
        """
        await self._store.posts.clear_shown(table_id, BOARD)
        await self._store.outbox.add(table_id)
        self.kick(table_id)

    async def wait_for_board(self, table_id: int) -> bool:
        """Waits for the first board of a table; returns False if that takes long. Raises the error
        of Discord if it refuses the board: then the table is closed.
        """
        self._refusals[table_id] = None
        try:
            await self._players.finish(table_id, MAX_WAIT_S)
        finally:
            refusal = self._refusals.pop(table_id)
        if refusal is not None:
            raise refusal
        post = (await self._store.posts.of(table_id)).get(BOARD)
        return post is not None and post.message != 0

    async def watch(self, table_id: int, user: int) -> str | None:
        """Has a user watch a table. Returns a link to their message, a link to their direct
        messages if it takes long to arrive, or None if those are closed.
        """
        place = f"{WATCHER}{user}"
        post = (await self._store.posts.of(table_id)).get(place)
        if post is not None and post.message:  # from an earlier watch: it stays as it is
            await self._store.posts.remove(table_id, place)
        await self._store.outbox.add(table_id)
        await self._store.watchers.add(table_id, user, 0)
        self.kick(table_id)
        end = time.monotonic() + MAX_WAIT_S
        while time.monotonic() < end:
            watches = user in await self._store.watchers.of(table_id)
            post = (await self._store.posts.of(table_id)).get(place)
            if post is not None and post.message:
                return f"https://discord.com/channels/@me/{post.channel}/{post.message}"
            if not watches:
                return None
            await asyncio.sleep(POLL_S)
        return "https://discord.com/channels/@me"

    async def unwatch(self, table_id: int, user: int) -> PostRow | None:
        """Has a user stop watching. Returns their message, which the caller edits; a message that
        is still being sent is deleted.
        """
        await self._store.watchers.remove(table_id, user)
        post = (await self._store.posts.of(table_id)).get(f"{WATCHER}{user}")
        if post is not None and post.message:
            await self._store.posts.remove(table_id, post.place)
            return post
        await self._store.outbox.add(table_id)
        self.kick(table_id)
        return None

    async def notify(self, user: int) -> float:
        """Sends a person all that waits for them. If the bot cannot write to them, their tables
        notify them in the channel. Returns the seconds after which to try again, or 0.
        """
        person = await self._store.people.get(user)
        turns = [turn for turn in await self._store.turns.of_user(user) if turn.call is not None]
        if not turns or person.dms == "closed":
            return 0.0
        with using_language(person.reading_language):
            page = await notifications.waiting_page(
                self._store, self._tables, user, as_of=self._posts.now()
            )
        # With this nonce it is sent once, even if the bot does not hear that it arrived.
        nonce = digest([user, [(turn.table_id, turn.since, turn.stage) for turn in turns]])
        try:
            channel = await self.dms.channel(user)
            await self._posts.send_once(channel, nonce, max(turn.since for turn in turns), page)
            self.dms.mark_sent(user)
        except Postponed as later:
            return later.wait_s
        except (discord.HTTPException, Held) as error:
            if is_dm_closed(error):
                await self._store.people.save_dms(user, "closed")
            elif isinstance(error, UNREACHABLE):
                await self.dms.mark_refused(user, error)
            else:
                raise
            for table_id in {turn.table_id for turn in turns if not turn.invited}:
                await self._notify_at_table(table_id, user)
                await self._store.outbox.add(table_id)
                self.kick(table_id)
            return await self.notify(user)
        return 0.0


def _is_for_watcher(place: str) -> bool:
    return place.startswith(WATCHER)


async def _update_no_turns(table: Table) -> None:
    """Does nothing, in place of a clock."""
