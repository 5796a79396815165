"""Runs the leagues: plans rounds, opens the threads of tables, and keeps the messages up to date.

Every step is committed before the next, so a crash repeats nothing: the round is planned; the
message of a table is sent under a stored nonce; its thread gets the number of that message, so it
is opened once; the game starts in the commit that stores which table of the league it is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.operations import permissions
from bot.operations.discord_errors import (
    AUTOMOD,
    LEFT_SERVER,
    MISSING_ACCESS,
    REQUEST_ERRORS,
    THREAD_EXISTS,
    THREAD_LOCKED,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    is_refused,
    log_error,
)
from bot.operations.work import BackgroundJob
from bot.outbox.automod import Form, Forms
from bot.outbox.events import RoundEvents
from bot.outbox.posts import Posts
from bot.outbox.wanted import BOARD, NO_QUESTION, Wanted
from bot.pages.leagues import league_page, table_page, thread_name, without_names
from bot.pages.page import Page
from bot.pictures.pictures import Pictures
from bot.standings.season import RoundTable, Season, next_round, read_season
from bot.store import Claim, Conflict, LeagueRow, OutOfService, PostRow, Store, objects_of, to_json
from bot.store.rows import OBJECT
from bot.table import (
    STAND_IN_LEVEL,
    ChannelBusy,
    Damaged,
    NewTable,
    NoNewGames,
    Person,
    Refused,
    Tables,
    seating,
)
from bot.table.computers import with_computers
from bot.texts.languages import using_language
from games import discover
from games.words import Phrase, pack, phrase

log = logging.getLogger(__name__)
DAY_S = 86400.0
RETRY_S = 300.0
"""What Discord has refused is tried again after this time."""
WEEK_MIN = 10080
MAX_OPEN_OF_SERVER = 100
"""Open tables of one server: lobbies and running games."""


class Leagues:
    """Runs all leagues, one after another."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        pictures: Pictures,
        may_act: Callable[[int], Awaitable[bool]],
    ) -> None:
        """Takes the parts of the bot that it needs, and `may_act`, which returns whether people of
        a server can reach the bot; only then the time for a round ends there.
        """
        self._client, self._store, self._tables, self._pictures = client, store, tables, pictures
        self._may_act = may_act
        self._posts = Posts(client, store.league_posts)
        self._events = RoundEvents(client, store.league_posts)
        self.now: Callable[[], float] = time.time
        """The time in seconds since 1970."""
        self._forms = Forms(Form.WITHOUT_NAMES, lambda: self.now())
        self._job = BackgroundJob(self._advance_all)

    def wake(self) -> None:
        """Starts looking at the leagues that have changed or where something is due."""
        self._job.start()

    async def close(self) -> None:
        """Stops; the next start goes on where it was."""
        await self._job.close()

    async def _advance_all(self) -> None:
        try:
            for league_id in await self._store.leagues.due(self.now()):
                await self._advance_claimed(league_id)
        except OutOfService as error:
            log.info("leagues go on later: %s", error.remedy)

    async def _advance_claimed(self, league_id: int) -> None:
        """Does what is due in a league, unless another process does."""
        async with self._store.claim(Claim.LEAGUE, league_id) as mine:
            while mine:
                row = await self._store.leagues.get(league_id)
                if row is None or row.next is None or row.next > self.now():
                    return
                if row.next and not await self._may_act(row.guild):  # its time came, nothing else
                    return
                try:
                    await self._advance_league(row)
                except OutOfService:
                    raise
                except Exception as error:  # noqa: BLE001  (the other leagues go on)
                    log_error(log, "a league goes on later", error)
                    await self._store.leagues.mark_checked(row, self.now() + RETRY_S, row.trouble)
                    return

    async def _advance_league(self, row: LeagueRow) -> None:
        """Does what is due in this state of a league, and shows it."""
        trouble, next_at = "", None
        await self._replace_leavers(await read_season(self._store, row))
        season = await read_season(self._store, row)
        with suppress(Conflict):  # somebody has changed it: the next pass sees that
            if row.status == "running":
                trouble = await self._open_tables(season)
                next_at = await self._advance_season(season)
        if not await self._show(row.id, trouble) or trouble:
            next_at = None if row.status == "ended" else self.now() + RETRY_S
        await self._store.leagues.mark_checked(row, next_at, trouble)

    # --- who leaves -------------------------------------------------------------------------------

    async def _replace_leavers(self, season: Season) -> None:
        """Gives the seats of members who leave, or who gave up one of them, to computer players."""
        leaving = [each for each in season.members.values() if each.state == "leaving"]
        if season.league.status == "running":
            leaving += [season.members[who] for who in _who_gave_up(season)]
        for member in leaving:
            for each in season.tables:
                if each.table is not None and member.id in each.members.values():
                    with suppress(Refused):  # the game has ended, or they have left it
                        await seating.leave(await self._tables.get(each.table.id), member.user or 0)
            await self._store.leagues.set_state(member.id, "left")

    async def _mark_absent(self, season: Season) -> bool:
        """Marks members who are no longer on the server as leaving; returns whether there
        were any.
        """
        found = False
        for member in season.active:
            try:
                await self._client.http.get_member(season.league.guild, member.user or 0)
            except discord.NotFound as error:
                if error.code not in LEFT_SERVER:
                    raise
                await self._store.leagues.set_state(member.id, "leaving")
                found = True
        return found

    async def _drop_banned(self, season: Season) -> bool:
        """Signs off members who are banned from new tables of the server, and who play on at their
        old ones; returns whether there were any.
        """
        banned = await self._store.peace.banned(season.league.guild)
        found = [member for member in season.active if member.user in banned]
        for member in found:
            await self._store.leagues.set_state(member.id, "left")
        return bool(found)

    async def _apart(self, season: Season) -> list[tuple[int, int]]:
        """The pairs of members who do not want to meet."""
        members = {each.user: each.id for each in season.active if each.user}
        pairs = await self._store.peace.apart([*members])
        return [(members[one], members[other]) for one, other in pairs]

    # --- rounds -----------------------------------------------------------------------------------

    async def _advance_season(self, season: Season) -> float | None:
        """Plans the next round if it is time for it, or ends the season. Returns when to look again
        if nothing changes before; None for never.
        """
        league, leagues, now = season.league, self._store.leagues, self.now()
        still_open = [each for each in season.tables if each.is_open]
        if any(each.table is None for each in still_open):
            return None
        if league.round >= league.rounds:
            if not still_open:
                await leagues.set_status(league, "over")
            return None
        if still_open and not await self._is_due(league):
            return league.due
        game = discover().get(league.game)
        if game is None or await self._drop_banned(season) or await self._mark_absent(season):
            return None
        free = {
            each.id
            for each in season.active
            if season.open_tables(each.id) <= (1 if each.two_rounds else 0)
        }
        tables, seats = await asyncio.to_thread(
            next_round, season, free, game.seats, await self._apart(season)
        )
        if tables:
            due = now + league.days * DAY_S if league.days else None
            await leagues.add_round(league, tables, seats, due)
        elif not still_open:  # too few people are left
            await leagues.set_status(league, "over")
        return None

    async def _is_due(self, league: LeagueRow) -> bool:
        """Whether the next round opens although tables are still running."""
        if league.due is None or self.now() < league.due or not await self._may_act(league.guild):
            return False
        row = await self._store.leagues.get(league.id)
        return row is not None and row.due == league.due

    # --- tables -----------------------------------------------------------------------------------

    async def _open_tables(self, season: Season) -> str:
        """Opens the planned tables, one after another. Returns why one of them could not be opened,
        as the JSON of a phrase, or "".
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
                return to_json(pack(_why_refused(error)))
            except (ChannelBusy, NoNewGames, ServerFull, Damaged) as error:
                log.warning("a table of a league cannot be opened: %s", error)
                return to_json(pack(_why_not(season.league, error)))
        return ""

    async def _open(self, season: Season, each: RoundTable) -> None:
        """Opens the thread of a table and starts its game there."""
        league = season.league
        _nobody, here = await self._store.tables.open_counts(0, league.guild)
        if here >= MAX_OPEN_OF_SERVER:
            raise ServerFull
        await self._tables.must_take_new_games()
        message = await self._open_thread(season, each)
        await self._tables.start_league_table(each.row, _new_table(season, each, message))

    async def _open_thread(self, season: Season, each: RoundTable) -> int:
        """Sends the message of a table and opens its thread; returns the number of both."""
        league, message = season.league, 0
        with using_language(await self._language(league)):
            place, page = _place(each), table_page(self._shown(season), each)
            post = (await self._posts.of(league.id)).get(place)
            name = thread_name(self._shown(season), each)
        try:
            message = await self._show_at(league, place, page, post)
            await self._client.http.start_thread_with_message(
                league.channel, message, name=name, auto_archive_duration=WEEK_MIN
            )
        except discord.HTTPException as error:
            if _is_blocked(error) and self._forms.make_poorer(league.id):
                return await self._open_thread(season, each)
            if error.code == UNKNOWN_MESSAGE:  # it was deleted: send it again
                await self._store.league_posts.remove(league.id, place)
            if error.code != THREAD_EXISTS:
                raise
        return message

    # --- messages ---------------------------------------------------------------------------------

    async def _show(self, league_id: int, trouble: str) -> bool:
        """Shows a league in its channel; returns False if Discord refuses that."""
        row = await self._store.leagues.get(league_id)
        assert row is not None
        season = self._shown(await read_season(self._store, row))
        try:
            with using_language(await self._language(row)):
                posts = await self._posts.of(league_id)
                for each in season.tables:
                    # The data of somebody at the table may have been deleted.
                    post, page = posts.get(_place(each)), table_page(season, each)
                    if post is not None and each.table is not None and post.shown != page.digest:
                        await self._posts.show(post, Wanted(page, NO_QUESTION))
                page = league_page(season, self._pictures, trouble)
                await self._show_at(row, BOARD, page, posts.get(BOARD))
                await self._events.show(season, self.now())
        except REQUEST_ERRORS as error:
            if _is_blocked(error) and self._forms.make_poorer(league_id):
                return await self._show(league_id, trouble)
            log.info("league %s cannot be shown: %s", league_id, error)
            return False
        return True

    def _shown(self, season: Season) -> Season:
        """The season as pages show it: without the words of people if AutoMod blocks them."""
        is_full = self._forms.of(season.league.id) is Form.FULL
        return season if is_full else without_names(season)

    async def _show_at(
        self, league: LeagueRow, place: str, page: Page, post: PostRow | None
    ) -> int:
        """Shows a page at a place; returns the number of the message."""
        post = post or PostRow(league.id, place, league.channel, 0, "", NO_QUESTION, 0.0)
        await self._posts.show(post, Wanted(page, NO_QUESTION, channel=league.channel))
        return post.message

    async def _language(self, league: LeagueRow) -> str:
        """The language of the server of a league."""
        server = await self._store.servers.get(league.guild)
        return server.language or server.locale or "en"


class ServerFull(Exception):
    """The server has as many open tables as it may have."""


def _is_blocked(error: BaseException) -> bool:
    """Whether AutoMod blocks a message or the name of a thread."""
    return isinstance(error, discord.HTTPException) and error.code in AUTOMOD


def _place(table: RoundTable) -> str:
    """The place of the message that starts the thread of a table."""
    return f"{table.row.season}:{table.row.round}:{table.row.number}"


def _who_gave_up(season: Season) -> list[int]:
    """The active members who gave up a seat at one of the tables."""
    found: list[int] = []
    for each in season.tables:
        if each.table is None:
            continue
        people = objects_of(each.table.people)
        for seat, who in each.members.items():
            member = season.members[who]
            known = people[seat] if seat < len(people) else {}  # {} where the row is damaged
            if known and member.state == "active" and known.get("user") != member.user:
                found.append(who)
    return found


def _new_table(season: Season, table: RoundTable, channel: int) -> NewTable:
    """A table of a round, with all who sit there; raises Damaged if its game is not installed."""
    league, people = season.league, _people(season, table)
    game = discover().get(league.game)
    if game is None:
        raise Damaged(f"no game named “{league.game}” can be played here")
    return NewTable(
        game,
        guild=league.guild,
        channel=channel,
        people=people,
        seats=len(people),
        options=OBJECT.read(league.options),
        pace=league.pace,
        late="seat",
    )


def _people(season: Season, table: RoundTable) -> list[Person]:
    """Who sits at a table; computer players have the seats of members who have left."""
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
    """Why Discord refuses to open a table, in a sentence."""
    if error.code in TOO_MANY_THREADS:
        return phrase(
            "I cannot open the next table, because this server has as many active threads as"
            " Discord allows. I try again every few minutes; archive some threads."
        )
    if error.code in AUTOMOD:
        return phrase(
            "I cannot open the next table, because AutoMod of this server blocks its words. I try"
            " again every few minutes; somebody who manages the server can change its rules."
        )
    if error.code in THREAD_LOCKED or error.code == UNKNOWN_CHANNEL:
        return phrase(
            "I cannot open the next table, because I cannot write in this channel any more."
        )
    if isinstance(error, discord.Forbidden) or error.code == MISSING_ACCESS:
        needed = permissions.missing(discord.Permissions.none(), None)
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
    """Why the bot does not open a table, in a sentence."""
    if isinstance(error, ServerFull):
        return phrase(
            "I cannot open the next table yet, because this server has {n:open table|open tables},"
            " which is the most a server can have. I try again every few minutes.",
            n=MAX_OPEN_OF_SERVER,
        )
    if isinstance(error, NoNewGames):
        return phrase(
            "I cannot open the next table yet, because this bot is about to be upgraded. I try"
            " again every few minutes."
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
