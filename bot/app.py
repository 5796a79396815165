"""The bot itself: it opens the store, loads the cogs and ties their parts together."""

from __future__ import annotations

import asyncio
import logging
import pkgutil
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, get_args

import discord
import yarl
from discord import gateway, http
from discord.ext import commands, tasks

from bot.interactions.client import Client, Interaction
from bot.interactions.commands import Tree
from bot.interactions.controls import receive
from bot.interactions.cooldowns import Cooldowns
from bot.interactions.mentions import Mentions
from bot.interactions.registration import Registration
from bot.interactions.translator import Translator
from bot.operations import permissions
from bot.operations.config import Settings, SettingsError
from bot.operations.discord_errors import (
    REQUEST_ERRORS,
    SeenInteractions,
    downgrade_library_errors,
    log_error,
)
from bot.operations.logs import log_table
from bot.operations.metrics import Counts, Metrics
from bot.operations.work import SLOTS_FILE, SLOTS_SERVER, WorkQueue
from bot.outbox.leagues import Leagues
from bot.outbox.outage import Outage
from bot.outbox.outbox import Outbox
from bot.pictures import pictures
from bot.pictures.chart_and_replay import Replays
from bot.pictures.pictures import Pictures
from bot.players.hints import Hints
from bot.players.pool import Thinkers
from bot.players.review import Reviewer
from bot.players.waking import ComputerPlayers
from bot.standings.ratings import Ratings
from bot.store import OutOfService, Status, Store, TableRow
from bot.table import Table, Tables
from bot.table.clock import Clock
from bot.texts.languages import language_of_locale, load_all
from bot.web.pages import Pages
from bot.web.server import Server
from games import discover, unusable

log = logging.getLogger(__name__)
COGS = Path(__file__).parent.parent / "cogs"
ROUND, SELDOM = 5.0, 60.0
"""Seconds between two looks at what was left to be shown, where several processes share a database,
and where there is only this one.
"""
ROUNDS_TO_WAKE = 12
"""Looks of which one is for computer players as well, where several processes share a database."""

TO_FINISH = 3.0
"""Seconds for which what people have pressed is waited for when the bot stops."""


class Atelier(Client):
    """A bot that hosts board games; it knows none of them."""

    outage: Outage
    computers: ComputerPlayers

    def __init__(self, settings: Settings) -> None:
        """Takes the configuration; nothing is opened before `setup_hook`."""
        self.metrics = Metrics() if settings.metrics_port else None
        trace = self.metrics.trace() if self.metrics else None
        # The bot does not speak, so nobody need install what the library wants for that.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=60,
            http_trace=trace,  # pyright: ignore[reportArgumentType]  (None: nobody listens)
            shard_count=settings.shard_count,
            shard_ids=settings.shard_ids,  # pyright: ignore[reportArgumentType]  (None: all)
        )
        downgrade_library_errors()
        self.settings = settings
        self.seen_interactions = SeenInteractions()
        self.restored = 0.0
        self.pictures = Pictures(settings.drawing_processes)
        self.replays = Replays()
        self.thinkers = Thinkers(settings.thinking_seconds)
        self.hints = Hints(self.thinkers)
        self.web: Server | None = None
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._going_on: set[asyncio.Task[Any]] = set()
        self._rounds = tasks.loop(seconds=ROUND)(self._look_around)
        self.mentions = Mentions(self.tree)
        self.cooldowns = Cooldowns()

    async def setup_hook(self) -> None:
        """Opens the store and loads the cogs: every module whose name begins with a letter."""
        self.store = await Store.open(self.settings.database)
        self.restored = await self.store.restored_at()
        self.work = WorkQueue(SLOTS_SERVER if self.store.shared else SLOTS_FILE)
        self.ratings = Ratings(self.store)
        self.registration = Registration(self.tree, self.store)
        self.outage = Outage(self, self.store, self._go_on)
        self.store.on_write_failure(self.outage.begin)
        self.tables = Tables(
            self.store,
            self._changed,
            on_set_aside=lambda number: self.outbox.kick(number),
            on_write_failure=self.outage.notify_table,
        )
        self.outbox = Outbox(
            *(self, self.store, self.tables, self.pictures, self.work),
            pause_s=self.settings.board_seconds,
            dm_pause_s=self.settings.dm_seconds,
            dm_retry_s=self.settings.dm_retry_seconds,
            present_s=self.settings.present_seconds,
        )
        self.computers = ComputerPlayers(self.store, self.tables, self.thinkers, self.work)
        self.reviewer = Reviewer(self.store, self.tables, self.thinkers, self.outbox.kick)
        self.leagues = Leagues(self, self.store, self.tables, self.pictures)
        self.clock = Clock(
            self.store,
            self.tables,
            show=self.refresh,
            answer=self.computers.answer_for,
            notify=self.outbox.notify,
        )
        self.outbox.update_turns = self.clock.update_turns
        settings = self.settings
        if self.metrics and settings.metrics_port:
            self.outbox.on_shown = self.metrics.shown
            serving = self.metrics.serve(self, settings.metrics_host, settings.metrics_port)
            await _listening(serving, "METRICS", settings.metrics_host, settings.metrics_port)
        if settings.web_port:
            pages = Pages(self.store, self.tables, self.pictures, self.work)
            self.web = Server(pages, self.replays)
            serving = self.web.serve(settings.web_host, settings.web_port)
            await _listening(serving, "WEB", settings.web_host, settings.web_port)
        elif settings.web_url:
            log.info("WEB_URL has no WEB_PORT beside it: another process has to serve web pages")
        await asyncio.to_thread(pictures.leave_out_undrawable)
        for module in pkgutil.iter_modules([str(COGS)]):
            if not module.name.startswith("_"):
                await self.load_extension(f"cogs.{module.name}")
        for sentence in map(str, unusable().values()):
            log.warning(sentence)
        await self.tree.set_translator(Translator())
        await self.registration.begin()
        if self.application_id is not None:
            link = permissions.invite_url(self.application_id)
            log.info("add the bot to a server: %s", link)

    def counts(self) -> Counts:
        """What the parts of the bot have counted."""
        shards_open = [not shard.is_closed() for shard in self.shards.values()]
        return Counts(
            is_connected=self.is_ready() and all(shards_open),
            open_shards=sum(shards_open),
            interactions=self.work.present,
            thoughts=self.thinkers.waiting,
            drawn=self.pictures.drawn,
            shared=self.pictures.shared,
            left_out=self.pictures.left_out,
        )

    async def outbox_size(self) -> int:
        """How many tables are still to be shown."""
        return len(await self.store.outbox.waiting())

    async def tables_by_kind(self) -> dict[tuple[str, str], int]:
        """How many tables there are of each status and game."""
        return with_zeros(await self.store.tables.counts())

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Passes an event on; first of all it is noted when it came."""
        if self.metrics and event == "socket_event_type":
            self.metrics.received(args[0])
        super().dispatch(event, *args, **kwargs)

    async def on_connect(self) -> None:
        """Goes on where the bot stood, and keeps the time from now on."""
        self.clock.start()
        await self._go_on()

    async def _go_on(self) -> None:
        """Shows what is not shown yet and wakes the computer players."""
        await self._carry_out(self._take_up())

    async def _carry_out(self, work: Awaitable[None]) -> None:
        """Does what an event is for, until the bot stops; later, where the database is out of
        service.
        """
        task = asyncio.current_task()
        assert task is not None
        self._going_on.add(task)
        try:
            await work
        except OutOfService as error:
            log.info("the bot goes on later: %s", error.remedy)
        finally:
            self._going_on.discard(task)

    async def _take_up(self) -> None:
        await asyncio.to_thread(load_all)
        if not self._rounds.is_running():
            await self.tables.check_games()
        await self.outbox.repair()
        await self.pictures.prepare()
        if not self._rounds.is_running():
            self._rounds.change_interval(seconds=ROUND if self.store.shared else SELDOM)
            self._rounds.start()
        await self.computers.wake_all()
        self.reviewer.wake()
        self.leagues.wake()

    async def _look_around(self) -> None:
        """Goes on with what another process left when it ended, or this one for whatever reason."""
        try:
            await self.outbox.take_over()
            self.leagues.wake()
            if self.store.shared and self._rounds.current_loop % ROUNDS_TO_WAKE == 0:
                await self.computers.wake_all()
                self.reviewer.wake()
        except OutOfService as error:
            log.info("the bot goes on later: %s", error.remedy)
        except Exception as error:  # noqa: BLE001  (the next look comes all the same)
            if self.is_closed():  # and so is the store
                return
            log_error(log, "what was left is seen to later", error)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Does what a button, a select or a form is for; commands come to the tree."""
        types = discord.InteractionType
        if interaction.type in (types.component, types.modal_submit):
            await receive(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Goes on in a server to which the bot returns."""
        await self._carry_out(self._note_language(guild))
        for row in await self.store.tables.open(guild=guild.id):
            await self.refresh(row.id)
        for number in await self.store.tables.ended_unshown(guild=guild.id):
            await self.refresh(number)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Goes on in a server that is available again, or to which the bot returned during log-in:
        until that is complete, the library does not tell the two apart.
        """
        await self._carry_out(self._note_language(guild))
        await self._show_refused(guild)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs what goes wrong where an event is handled; nothing, where that is because the bot
        has closed meanwhile.
        """
        if not self.is_closed():
            await super().on_error(event_method, *args, **kwargs)

    async def on_guild_role_update(self, _before: Any, after: discord.Role) -> None:
        """Goes on where a role may give the bot back what it needs."""
        await self._show_refused(after.guild)

    async def on_member_update(self, _before: Any, after: discord.Member) -> None:
        """Goes on where the bot itself has other roles, or is in time-out no longer; Discord tells
        it of no other member.
        """
        await self._show_refused(after.guild)

    async def _show_refused(self, guild: discord.Guild) -> None:
        await self._carry_out(self._retry_leagues(guild.id))
        refused = self.outbox.refused.items()
        for table_id in [number for number, (server, _) in refused if server == guild.id]:
            await self.refresh(table_id)

    async def _retry_leagues(self, guild: int) -> None:
        """Tries again to open the tables of leagues where that failed."""
        for league_id in await self.store.leagues.with_trouble(guild):
            await self.store.leagues.touch(league_id)
            self.leagues.wake()

    async def on_guild_update(self, _before: Any, after: discord.Guild) -> None:
        """Notes the language of a server, which may be another one now."""
        await self._carry_out(self._note_language(after))

    async def _note_language(self, guild: discord.Guild) -> None:
        """Stores the language of a server, and shows its open tables in it. Until Discord has told
        of a server, the library says that it is English.
        """
        servers, locale = self.store.servers, language_of_locale(guild.preferred_locale)
        if (await servers.get(guild.id)).locale != locale:
            await servers.save(guild.id, locale=locale)
            for row in await self.store.tables.open(guild=guild.id):
                await self.refresh(row.id)

    async def on_guild_channel_update(self, _before: Any, after: discord.abc.GuildChannel) -> None:
        """Goes on in a channel where the bot may write again."""
        await self._show_in(after.id)
        await self._carry_out(self._retry_leagues(after.guild.id))

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Goes on in a thread that is no longer archived, and opens the thread of an open table
        again. The library passes `thread_update` on for the threads that it knows alone, and it
        forgets those that are archived.
        """
        if not event.data["thread_metadata"]["archived"]:
            await self._show_in(event.thread_id)
        elif row := await self.store.tables.open_in(event.thread_id):
            await self._unarchive(row)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Goes on in a private thread to which the bot was added."""
        if not thread.archived:
            await self._show_in(thread.id)

    async def on_ready(self) -> None:
        """Opens the threads of open tables again that were archived while the bot was away."""
        for row in await self.store.tables.open():
            guild = self.get_guild(row.guild or 0)
            if guild and not guild.unavailable and not guild.get_channel_or_thread(row.channel):
                await self._unarchive(row)

    async def _unarchive(self, row: TableRow) -> None:
        """Opens the thread of a table if it is archived: buttons in it may not work. A locked one
        is left to those who locked it.
        """
        with log_table(row.id):
            try:
                thread = await self.fetch_channel(row.channel)
                if isinstance(thread, discord.Thread) and thread.archived:
                    if thread.locked:
                        log.info("the table's thread is locked, and stays archived")
                    else:
                        await thread.edit(archived=False)
            except (*REQUEST_ERRORS, discord.InvalidData) as error:
                log.info("the table's thread stays archived, if it is: %s", error)

    async def _show_in(self, channel: int) -> None:
        """Shows the tables of a channel of which people may not see the newest state."""
        row = await self.store.tables.open_in(channel)
        unseen = {
            *([row.id] if row else []),
            *await self.store.tables.ended_unshown(channel=channel),
            # One that was given up, too:
            *(number for number, (_, where) in self.outbox.refused.items() if where == channel),
        }
        for number in sorted(unseen):
            await self.refresh(number)

    async def close(self) -> None:
        """Stops everything; what was committed goes on with the next start."""
        going_on = self._going_on - {asyncio.current_task()}
        for task in going_on:
            task.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)
        self._rounds.cancel()
        if self.web:
            await self.web.close()
        if hasattr(self, "outbox"):
            await self.work.finish(TO_FINISH)
            await self.clock.close()
            await self.outage.close()
            await self.registration.close()
            await self.outbox.close()
            await self.computers.close()
            await self.reviewer.close()
            await self.leagues.close()
            await self.hints.close()
        self.thinkers.close()
        self.pictures.close()
        await super().close()
        if self.metrics:
            await self.metrics.close()
        if hasattr(self, "store"):
            await self.store.close()

    def _changed(self, table: Table) -> None:
        """After a commit what is new is shown, and computer players who are asked think."""
        log.debug("line %s is committed", table.seq, extra={"table": table.id})
        if self.metrics:
            self.metrics.committed(table.id)
        self.outbox.kick(table.id)
        if table.row.status == "lobby":
            self._warm(table.game.name)
            if any(person.level for person in table.people):
                self.thinkers.warm()
        self.computers.wake(table)
        if table.row.status in ("over", "abandoned"):
            self.leagues.wake()

    def _warm(self, game: str) -> None:
        """Draws ahead for a game that is gathered here, once."""
        if game not in self._warming:
            self._warming[game] = asyncio.create_task(
                self.pictures.warm(game), name=f"warming the pictures of {game}"
            )


async def _listening(serving: Awaitable[None], name: str, host: str, port: int) -> None:
    """Waits until something is served; SettingsError where that cannot be done there."""
    try:
        await serving
    except OSError as error:
        reason = str(error.strerror).rpartition(": ")[2]
        raise SettingsError(
            f"{name}_PORT is not usable: the bot cannot listen on port {port} of"
            f" {name}_HOST {host} ({reason})."
        ) from error


def with_zeros(counts: list[tuple[str, str, int]]) -> dict[tuple[str, str], int]:
    """How many tables there are by status and game, with those of which there are none."""
    every = dict.fromkeys(((each, game) for each in get_args(Status) for game in discover()), 0)
    known = {(status, game): n for status, game, n in counts if game in discover()}
    return every | known


def point_elsewhere(settings: Settings) -> None:
    """Lets the client speak to another server than Discord's, where the settings name one."""
    if settings.discord_api_url:
        http.Route.BASE = settings.discord_api_url
    if settings.discord_gateway_url:
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
