"""Notices: what is posted where, and the outbox that sees to it.

Whatever players should see follows from the store: the outbox names the tables of which something
is still to be shown, and showing is comparing what stands in the channel and in each person's DM
with what should stand there. So updates coalesce, a repeat does no harm, and after a crash the rest
is simply done.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable

import discord

from bot.operations import logs
from bot.operations.discord_errors import FAILED, is_closed, is_shut
from bot.operations.work import WorkQueue
from bot.outbox import watchers
from bot.outbox.languages import language_of
from bot.outbox.layout import send_arguments
from bot.outbox.posts import BOARD, CALL, EARLY, NO_QUESTION, VOTE, Posts
from bot.pages import panels, reminders
from bot.pages.board import board_page, ended_early, set_aside
from bot.pages.lobby import lobby_page
from bot.pages.page import Page
from bot.pictures.pictures import Pictures, digest
from bot.store import Claim, OutOfService, PersonRow, PostRow, Store
from bot.table import Newer, Refused, Table, Tables, votes
from bot.table.clock import after_quiet
from bot.texts.languages import speaking

log = logging.getLogger(__name__)
FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
"""Seconds after which what failed is tried again: longer each time."""
AT_ONCE = 32
"""Tables that are shown at the same time."""
LONGEST_SHOWN = 300.0
"""Seconds after which what is done to show a table once is given up, and done again."""


class Outbox:
    """Shows what is to be shown, one worker per table while there is anything."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        pictures: Pictures,
        work: WorkQueue,
        pause: float,
    ) -> None:
        """Takes what it works with; `pause` is the shortest time between two updates of a table,
        in seconds.
        """
        self._client, self._store, self._tables, self._pictures = client, store, tables, pictures
        self._work_queue = work
        self._posts = Posts(client, store)
        self._pause = pause
        self.note: Callable[[Table], Awaitable[None]] = _note_nothing
        """Brings the turns of a table up to date before it is shown."""
        self.shown: Callable[[int, float], None] = _tell_nobody
        """Is told of a table that is done, and of the moment when that was begun."""
        self.refused: dict[int, int] = {}
        """The tables whose channel Discord last refused to this process, with their servers."""
        self._wanted: set[int] = set()
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._dms: dict[int, int] = {}
        self._looked_at: set[int] = set()
        self._several = asyncio.Semaphore(AT_ONCE)

    def kick(self, table_id: int) -> None:
        """Sees to a table soon."""
        self._wanted.add(table_id)
        if table_id not in self._workers:
            self._workers[table_id] = asyncio.create_task(
                self._work(table_id), name=f"outbox {table_id}"
            )

    async def repair(self) -> None:
        """Sees to every table that the store says is not shown as it stands."""
        self._see_to_what_is_left({*await self._store.outbox.waiting()})

    async def take_over(self) -> None:
        """Sees to what is left, by other processes or by this one: what was to be shown at the last
        look as well, since what they are at themselves is shown sooner.
        """
        before, self._looked_at = self._looked_at, {*await self._store.outbox.waiting()}
        self._see_to_what_is_left(before & self._looked_at)

    def _see_to_what_is_left(self, table_ids: set[int]) -> None:
        for table_id in sorted(table_ids - self._workers.keys()):
            self._posts.doubt(table_id)
            self.kick(table_id)

    async def close(self) -> None:
        """Stops; what is not shown stays in the store."""
        workers = list(self._workers.values())
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        logs.about(table_id)
        try:
            while table_id in self._wanted:
                self._wanted.discard(table_id)
                await self._bring_up_to_date(table_id)
        except OutOfService as error:
            # It stays in the outbox, which is repaired once the database works again.
            self._posts.doubt(table_id)
            log.info("table %s is shown later: %s", table_id, error.remedy)
        finally:
            self._workers.pop(table_id, None)

    async def _bring_up_to_date(self, table_id: int) -> None:
        wait = FIRST_WAIT
        while (ticket := await self._store.outbox.ticket(table_id)) is not None:
            began = time.monotonic()
            try:
                async with self._several, self._store.claim(Claim.SHOW, table_id) as mine:
                    if not mine:  # whoever shows it now also sees what came meanwhile
                        return
                    async with asyncio.timeout(LONGEST_SHOWN):
                        await self._tables.at_rest(table_id)
                        await self._show_watchers(table_id)
                        await self._show(table_id)
                        await self._posts.take_down_unsent(table_id)
                        self.refused.pop(table_id, None)
            except OutOfService:
                raise
            except (*FAILED, OSError) as error:
                self._posts.doubt(table_id)
                if not (isinstance(error, discord.HTTPException) and is_shut(error)):
                    log.warning("the table is shown again in %s s: %s", wait, error)
                    await self._wait(table_id, wait)
                    wait = min(2 * wait, LONGEST_WAIT)
                    continue
                row = await self._store.tables.get(table_id)
                if row is not None and row.guild is not None:
                    self.refused[table_id] = row.guild
                log.warning("the table cannot be shown in its channel: %s", error)
            except Newer:
                log.info("the table is left to another process, of a newer release")
                return
            except Exception:
                log.exception("the table could not be shown")
            self._posts.trust(table_id)
            await self._store.outbox.done(table_id, ticket)
            self.shown(table_id, began)
            if self._pause and await self._running(table_id):
                await asyncio.sleep(self._pause)

    async def _wait(self, table_id: int, seconds: float) -> None:
        """Waits before a table is shown again: shorter where something new happens there."""
        for _second in range(max(1, round(seconds / FIRST_WAIT))):
            await asyncio.sleep(FIRST_WAIT)
            if table_id in self._wanted:
                self._wanted.discard(table_id)
                return

    async def _running(self, table_id: int) -> bool:
        row = await self._store.tables.get(table_id)
        return row is not None and row.status == "running"

    async def _show(self, table_id: int) -> None:
        """Makes the channel and the private messages of a table say what they should."""
        posts = await self._posts.of(table_id)
        try:
            async with self._work_queue.background():
                table = await self._tables.get(table_id)
        except Newer:
            raise
        except Refused:
            row = await self._store.tables.get(table_id)
            if row is not None and row.status == "broken":
                await self._posts.put(
                    table_id, row.channel, BOARD, posts, set_aside(table_id), 0, anew=True
                )
            return
        await self.note(table)
        persons = await self._store.people.of(person.user for person in table.people if person.user)
        language = await language_of(self._client, self._store, table.row.guild)
        if table.row.status in ("lobby", "abandoned"):
            for seat, person in enumerate(table.people):
                with speaking(_reads(persons, person.user)):
                    await self._settle(table, seat, posts)
            with speaking(language):
                await self._show_vote(table, posts)
                await self._show_reminders(table, posts, persons)
                lobby = table.row.status == "lobby"
                page = lobby_page(table) if lobby else ended_early(table)
                await self._posts.put(table_id, table.row.channel, BOARD, posts, page, NO_QUESTION)
            return
        # First what is private: it goes on where the channel is gone.
        await self._clear_strangers(table, posts)
        told = await self._show_privately(table, posts, persons)
        await self._show_heads_ups(table, posts, persons)
        with speaking(language):
            await self._show_board(table, posts, told, persons)
            await self._show_vote(table, posts)
            await self._show_reminders(table, posts, persons)

    async def _show_watchers(self, table_id: int) -> None:
        """Brings up to date what those who watch a table are told."""
        await watchers.show(
            table_id, self._store, self._tables, self._pictures, self._dm, self._posts
        )

    async def _show_board(
        self,
        table: Table,
        posts: dict[str, PostRow],
        told: set[int],
        persons: dict[int, PersonRow],
    ) -> None:
        post = posts.get(BOARD)
        question = table.question
        ping: list[int] = []
        if post is None or post.question != question:
            waiting = {table.people[seat].user for seat in table.waiting_people()}
            here = await self._still_here(table)
            calm = {user for user in waiting if user and await self._is_calm(table, user, persons)}
            ping = sorted(user for user in waiting - told - {here} - calm if user)
        async with self._work_queue.background():
            page = await board_page(table, self._pictures, ping)
        over = table.row.status == "over"
        await self._posts.put(
            table.id,
            table.row.channel,
            BOARD,
            posts,
            page,
            question,
            anew=bool(ping) or (over and post is not None and post.question != question),
        )

    async def _is_calm(self, table: Table, user: int, persons: dict[int, PersonRow]) -> bool:
        """Whether a person is not to be called in the channel now: he wants it otherwise, sleeps or
        is away. Whose DMs are closed is called in the channel, unless he wants no calls.
        """
        ping = (await self._store.pings.of([user], table.id))[user]
        now = discord.utils.utcnow().timestamp()
        person = persons.get(user, PersonRow(user))
        closed = person.dms == "closed" and ping.how != "none"
        here = closed or (ping.how, ping.place) == ("now", "channel")
        return not here or after_quiet(now, person) > now

    async def _show_privately(
        self, table: Table, posts: dict[str, PostRow], persons: dict[int, PersonRow]
    ) -> set[int]:
        """Asks in DMs what is secret, and keeps the messages there up to date; the users asked
        there in secret.
        """
        told: set[int] = set()
        g = table.state
        secret = table.row.status == "running" and table.view(None)["secret"]
        here = await self._still_here(table)
        for seat, person in enumerate(table.people):
            if person.user is None:
                continue
            post = posts.get(str(person.user))
            row = persons.get(person.user, PersonRow(person.user))
            wanted = row.dms == "wanted"
            with speaking(row.reads):
                if not secret and (post is None or not post.message):
                    if wanted:
                        await self._greet(table, seat, person.user, posts)
                elif person.stand_in or seat not in {*g.asked, *g.answers}:
                    await self._settle(table, seat, posts)
                elif not secret:
                    # Where he plays there, what he pressed has shown him what is asked now.
                    if post and post.question != table.question:
                        await self._settle(table, seat, posts)
                elif wanted:
                    async with self._work_queue.background():
                        page = await panels.panel(table, seat, self._pictures)
                    anew = person.user != here
                    if await self._put_privately(table, person.user, posts, page, anew=anew):
                        told.add(person.user)
        return told

    async def _clear_strangers(self, table: Table, posts: dict[str, PostRow]) -> None:
        """Removes the panels of those who have given their seat away."""
        users = {str(person.user) for person in table.people}
        for place in [each for each in posts if each.isdigit() and each not in users]:
            await self._posts.take_down(table.id, place, posts)

    # --- calls -----------------------------------------------------------------------------------

    async def _show_vote(self, table: Table, posts: dict[str, PostRow]) -> None:
        """Asks the table what it is to decide together, as long as that is open."""
        proposals = await votes.proposals(table)
        if not proposals:
            await self._posts.take_down(table.id, VOTE, posts)
            return
        page = await reminders.vote(table, proposals)
        key = int(digest(sorted(proposals))[:7], 16)
        anew = VOTE not in posts or posts[VOTE].question != key
        await self._posts.put(table.id, table.row.channel, VOTE, posts, page, key, anew=anew)

    async def _show_reminders(
        self, table: Table, posts: dict[str, PostRow], persons: dict[int, PersonRow]
    ) -> None:
        """Reminds in the channel those whose time runs out, until they have answered."""
        turns = await self._store.turns.of(table.id) if table.row.status == "running" else {}
        late = {f"{CALL}{turn.user}": turn for turn in turns.values() if turn.stage}
        for place in [each for each in posts if each.startswith(CALL) and each not in late]:
            await self._posts.take_down(table.id, place, posts)
        for place, turn in late.items():
            if turn.seat in table.waiting_people() and not await self._is_calm(
                table, turn.user, persons
            ):
                page, key = reminders.reminder(table, turn), turn.question * 10 + turn.stage
                anew = place not in posts or posts[place].question != key
                await self._posts.put(
                    table.id, table.row.channel, place, posts, page, key, anew=anew
                )

    async def _show_heads_ups(
        self, table: Table, posts: dict[str, PostRow], persons: dict[int, PersonRow]
    ) -> None:
        """Tells those who want to know it early that they are probably next."""
        users = {p.user: seat for seat, p in enumerate(table.people) if p.user and not p.stand_in}
        pings = await self._store.pings.of(users, table.id)
        for user, seat in users.items():
            place = f"{EARLY}{user}"
            running = table.row.status == "running" and not table.row.paused
            if not (running and pings[user].early and reminders.is_next(table, seat)):
                await self._posts.take_down(table.id, place, posts)
            elif place not in posts or posts[place].next:
                with speaking(_reads(persons, user)):
                    page = reminders.heads_up(table)
                await self._put_privately(table, user, posts, page, anew=True, place=place)

    async def call(self, user: int) -> None:
        """Sends a person all that waits for him; closed DMs are noted."""
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

    async def _greet(self, table: Table, seat: int, user: int, posts: dict[str, PostRow]) -> None:
        """Sends what the game told this seat alone at its start, such as a secret it was dealt."""
        first = await self._store.moves.get(table.id, 0)
        if first is None or not any(to == seat for _, _, to in json.loads(first.news)):
            return
        page = await panels.panel(table, seat, self._pictures)
        if seat not in table.state.asked:
            page.question = NO_QUESTION  # it stays as it is until this seat is asked
        await self._put_privately(table, user, posts, page, anew=True)

    async def _settle(self, table: Table, seat: int, posts: dict[str, PostRow]) -> None:
        """Takes the controls from a private message whose question has passed."""
        place = str(table.people[seat].user)
        post = posts.get(place)
        if post is None or not post.message or (post.question == NO_QUESTION and not post.next):
            return  # nothing is asked there, nor about to be
        try:
            page = await panels.settled(table, seat)
            await self._posts.put(table.id, post.channel, place, posts, page, NO_QUESTION)
        except (discord.Forbidden, discord.NotFound):
            await self._store.posts.drop(table.id, place)

    async def _put_privately(
        self,
        table: Table,
        user: int,
        posts: dict[str, PostRow],
        page: Page,
        *,
        anew: bool,
        place: str = "",
    ) -> bool:
        """Puts a page into a person's DM; whether it is there. Closed DMs are noted, and not tried
        again.
        """
        place = place or str(user)
        post = posts.get(place)
        new_question = post is None or post.question != page.question
        try:
            channel = post.channel if post else await self._dm(user)
            await self._posts.put(
                table.id,
                channel,
                place,
                posts,
                page,
                page.question,
                anew=anew and new_question,
            )
        except discord.HTTPException as error:
            if not is_closed(error):
                raise
            log.info("the DMs of somebody at the table are closed")
            await self._store.people.save_dms(user, "closed")
            return False
        return True

    async def _dm(self, user: int) -> int:
        """The DM channel of a person."""
        if user not in self._dms:
            self._dms[user] = (await self._client.create_dm(discord.Object(user))).id
        return self._dms[user]

    async def _still_here(self, table: Table) -> int | None:
        """The person who moved last, if since then only computer players did: he needs no call."""
        for row in reversed(await self._store.moves.of(table.id, 20)):
            user = None if row.seat is None else table.people[row.seat].user
            if user is not None and not table.game.is_ahead(row.move or ""):
                return user
        return None


async def _note_nothing(table: Table) -> None:
    """Notes no turns, where no clock runs."""


def _tell_nobody(table_id: int, began: float) -> None:
    """Tells nobody, where nobody measures."""


def _reads(persons: dict[int, PersonRow], user: int | None) -> str:
    """The code of the language that a person reads."""
    return persons.get(user or 0, PersonRow(user or 0)).reads
