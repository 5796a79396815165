"""Leagues go on by themselves: their next rounds, the threads of their tables, their messages.

What follows from the store is done step after step, each of which is committed before the next: the
round is planned, the message of a table is sent under a stored nonce, its thread has the number of
that message and so is opened once, and the table starts with the commit that says whose it is.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress

import discord

from bot.operations import permissions
from bot.operations.discord_errors import (
    MISSING_ACCESS,
    REQUEST_ERRORS,
    THREAD_EXISTS,
    THREAD_LOCKED,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    is_refused,
    log_error,
)
from bot.operations.work import BackgroundJob
from bot.outbox.posts import Posts
from bot.outbox.wanted import BOARD, NO_QUESTION, Wanted
from bot.pages.leagues import league_page, table_page, thread_name
from bot.pages.page import Page
from bot.pictures.pictures import Pictures
from bot.standings.season import RoundTable, Season, next_round, read_season
from bot.store import Claim, Conflict, LeagueRow, OutOfService, PostRow, Store, to_json
from bot.table import STAND_IN_LEVEL, ChannelBusy, Damaged, Person, Refused, Tables, seating
from bot.table.lobby import with_computers
from bot.texts.languages import speaking
from games import discover
from games.words import Phrase, packed, phrase

log = logging.getLogger(__name__)
DAY_S = 86400.0
RETRY_S = 300.0
"""Seconds after which what Discord has refused is tried again."""
WEEK_MIN = 10080
MAX_OPEN_OF_SERVER = 100
"""Tables of a server that gather or play at the same time."""


class Leagues:
    """Goes on with all leagues, one after another."""

    def __init__(
        self, client: discord.Client, store: Store, tables: Tables, pictures: Pictures
    ) -> None:
        """Takes what it works with."""
        self._client, self._store, self._tables, self._pictures = client, store, tables, pictures
        self._posts = Posts(client, store.league_posts)
        self.now: Callable[[], float] = time.time
        """Returns the time in seconds since 1970."""
        self._job = BackgroundJob(self._go_on_with_all)

    def wake(self) -> None:
        """Looks at the leagues where something has changed, or something is due."""
        self._job.start()

    async def close(self) -> None:
        """Stops; what is not done goes on with the next start."""
        await self._job.close()

    async def _go_on_with_all(self) -> None:
        try:
            for league_id in await self._store.leagues.due(self.now()):
                await self._go_on_alone(league_id)
        except OutOfService as error:
            log.info("leagues go on later: %s", error.remedy)

    async def _go_on_alone(self, league_id: int) -> None:
        """Does what is due in a league, unless another process does."""
        async with self._store.claim(Claim.LEAGUE, league_id) as mine:
            while mine:
                row = await self._store.leagues.get(league_id)
                if row is None or row.next is None or row.next > self.now():
                    return
                try:
                    await self._go_on(row)
                except OutOfService:
                    raise
                except Exception as error:  # noqa: BLE001  (the other leagues go on)
                    log_error(log, "a league goes on later", error)
                    await self._store.leagues.mark_checked(row, self.now() + RETRY_S, row.trouble)
                    return

    async def _go_on(self, row: LeagueRow) -> None:
        """Does what is due in a league as it was read, and shows it."""
        season, trouble, next_at = await read_season(self._store, row), "", None
        with suppress(Conflict):  # what somebody else has done is looked at with the next look
            if not await self._let_go(season) and row.status == "running":
                trouble = await self._open_tables(season)
                next_at = await self._advance(season)
        if not await self._show(row.id, trouble) or trouble:
            next_at = None if row.status == "ended" else self.now() + RETRY_S
        await self._store.leagues.mark_checked(row, next_at, trouble)

    # --- who leaves -------------------------------------------------------------------------------

    async def _let_go(self, season: Season) -> bool:
        """Has computer players take the seats of members who leave, or who gave one up; returns
        whether somebody did.
        """
        leaving = [each for each in season.members.values() if each.state == "leaving"]
        if season.league.status == "running":
            leaving += [season.members[who] for who in _gave_up(season)]
        for member in leaving:
            for each in season.tables:
                if each.table is None or not each.is_open or member.id not in each.members.values():
                    continue
                with suppress(Refused):  # the game has ended, or they have left it
                    await seating.leave(await self._tables.get(each.table.id), member.user or 0)
            await self._store.leagues.set_state(member.id, "left")
        return bool(leaving)

    async def _note_absent(self, season: Season) -> bool:
        """Has those leave who are not on the server any more; returns whether somebody did."""
        found = False
        for member in season.active:
            try:
                await self._client.http.get_member(season.league.guild, member.user or 0)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MEMBER:
                    raise
                await self._store.leagues.set_state(member.id, "leaving")
                found = True
        return found

    # --- rounds -----------------------------------------------------------------------------------

    async def _advance(self, season: Season) -> float | None:
        """Plans the next round where it is time for it, or ends the season. Returns when to look
        again where nothing changes before; None for never.
        """
        league, leagues, now = season.league, self._store.leagues, self.now()
        still_open = [each for each in season.tables if each.is_open]
        if any(each.table is None for each in still_open):
            return None
        if league.round >= league.rounds:
            if not still_open:
                await leagues.set_status(league, "over")
            return None
        if still_open and (league.due is None or now < league.due):
            return league.due
        game = discover().get(league.game)
        if game is None or await self._note_absent(season):
            return None
        free = {
            each.id
            for each in season.active
            if season.open_tables(each.id) <= (1 if each.two_rounds else 0)
        }
        tables, seats = await asyncio.to_thread(next_round, season, free, game.seats)
        if tables:
            due = now + league.days * DAY_S if league.days else None
            await leagues.add_round(league, tables, seats, due)
        elif not still_open:  # too few people are left
            await leagues.set_status(league, "over")
        return None

    # --- tables -----------------------------------------------------------------------------------

    async def _open_tables(self, season: Season) -> str:
        """Opens the tables that are planned, one after another; returns why one could not be
        opened, as a packed phrase, or "".
        """
        for each in season.tables:
            if each.table is not None or not each.is_open:
                continue
            try:
                await self._open(season, each)
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
                log.warning("a table of a league cannot be opened: %s", error)
                return to_json(packed(_why_refused(error)))
            except (ChannelBusy, Full, Damaged) as error:
                log.warning("a table of a league cannot be opened: %s", error)
                return to_json(packed(_why_not(season.league, error)))
        return ""

    async def _open(self, season: Season, each: RoundTable) -> None:
        """Opens the thread of a table and starts its game there."""
        league = season.league
        _nobody, here = await self._store.tables.open_counts(0, league.guild)
        if here >= MAX_OPEN_OF_SERVER:
            raise Full
        with speaking(await self._language(league)):
            place, page = _place(each), table_page(season, each)
            post = (await self._posts.of(league.id)).get(place)
            message = await self._show_at(league, place, page, post)
            name = thread_name(season, each)
        try:
            await self._client.http.start_thread_with_message(
                league.channel, message, name=name, auto_archive_duration=WEEK_MIN
            )
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:  # it was deleted, and is sent anew
                await self._store.league_posts.remove(league.id, place)
            if error.code != THREAD_EXISTS:
                raise
        await self._tables.start_league_table(league, each.row, message, _people(season, each))

    # --- messages ---------------------------------------------------------------------------------

    async def _show(self, league_id: int, trouble: str) -> bool:
        """Shows a league in its channel; returns False where Discord does not let it."""
        row = await self._store.leagues.get(league_id)
        assert row is not None
        season = await read_season(self._store, row)
        try:
            with speaking(await self._language(row)):
                posts = await self._posts.of(league_id)
                for each in season.tables:
                    # Somebody who sits there may have had their data deleted.
                    post, page = posts.get(_place(each)), table_page(season, each)
                    if post is not None and each.table is not None and post.shown != page.digest:
                        await self._posts.show(post, Wanted(page, NO_QUESTION))
                page = league_page(season, self._pictures, trouble)
                await self._show_at(row, BOARD, page, posts.get(BOARD))
        except REQUEST_ERRORS as error:
            log.info("league %s cannot be shown: %s", league_id, error)
            return False
        return True

    async def _show_at(
        self, league: LeagueRow, place: str, page: Page, post: PostRow | None
    ) -> int:
        """Makes the message of a place show a page, and returns its number."""
        post = post or PostRow(league.id, place, league.channel, 0, "", NO_QUESTION, 0.0)
        await self._posts.show(post, Wanted(page, NO_QUESTION, channel=league.channel))
        return post.message

    async def _language(self, league: LeagueRow) -> str:
        """The language of the server of a league."""
        server = await self._store.servers.get(league.guild)
        return server.language or server.locale or "en"


class Full(Exception):
    """The server has as many open tables as it can have."""


def _place(table: RoundTable) -> str:
    """The place of the message above the thread of a table."""
    return f"{table.row.season}:{table.row.round}:{table.row.number}"


def _gave_up(season: Season) -> list[int]:
    """The members who have not left the league, but gave up a seat at one of its tables."""
    found: list[int] = []
    for each in season.tables:
        if each.table is None:
            continue
        people = json.loads(each.table.people)
        for seat, who in each.members.items():
            member = season.members[who]
            if member.state == "active" and people[seat].get("user") != member.user:
                found.append(who)
    return found


def _people(season: Season, table: RoundTable) -> list[Person]:
    """Who sits at a table; a computer player has the seat of a member who has left meanwhile."""
    members = {seat: season.members[who] for seat, who in table.members.items()}
    persons = {
        seat: Person(member.name, user=member.user)
        for seat, member in members.items()
        if member.state == "active"
    }
    free = [seat for seat in range(table.row.seats) if seat not in persons]
    computers = with_computers([*persons.values()], [STAND_IN_LEVEL] * len(free))[len(persons) :]
    persons |= dict(zip(free, computers, strict=True))
    return [persons[seat] for seat in sorted(persons)]


def _why_refused(error: discord.HTTPException) -> Phrase:
    """Why Discord does not let the bot open a table."""
    if error.code in TOO_MANY_THREADS:
        return phrase(
            "I cannot open the next table, because this server has as many active threads as"
            " Discord allows. I try again every few minutes; archive some threads."
        )
    if error.code in THREAD_LOCKED or error.code == UNKNOWN_CHANNEL:
        return phrase(
            "I cannot open the next table, because I cannot write in this channel any more."
        )
    if isinstance(error, discord.Forbidden) or error.code == MISSING_ACCESS:
        needed = permissions.missing(discord.Permissions.none(), in_thread=False)
        needed += permissions.missing_for_thread(discord.Permissions.none(), private=False)
        return phrase(
            "I cannot open the next table. Somebody who manages the server can check that I have"
            " all of these permissions in this channel: {names:list}. I try again every few"
            " minutes.",
            names=needed,
        )
    return phrase(
        "I cannot open the next table, because Discord refuses it. I try again every few minutes."
    )


def _why_not(league: LeagueRow, error: Exception) -> Phrase:
    """Why the bot does not open a table."""
    if isinstance(error, Full):
        return phrase(
            "I cannot open the next table yet, because this server has {n:open table|open tables},"
            " which is the most a server can have. I try again every few minutes.",
            n=MAX_OPEN_OF_SERVER,
        )
    if isinstance(error, Damaged):
        return phrase(
            "I cannot open the next table, because the game “{game:text}” is not available here any"
            " more.",
            game=league.game,
        )
    return phrase(
        "I cannot open the next table yet, because somebody has opened another game in its thread."
    )
