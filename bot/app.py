"""The bot itself: it opens the store, loads the cogs and ties the rooms together."""

from __future__ import annotations

import asyncio
import logging
import pkgutil
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args

import aiohttp
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
from bot.interactions.rivals import Rivals
from bot.interactions.sessions import Sessions
from bot.interactions.translator import Translator
from bot.interactions.typed import Typed
from bot.interactions.unreadable import GARBLED, INTERACTION, UnreadableEvents, guard_frames
from bot.operations import permissions
from bot.operations.breaker import Breaker
from bot.operations.config import Settings, SettingsError
from bot.operations.discord_errors import (
    SeenInteractions,
    downgrade_library_errors,
    log_error,
    refuse_garbled,
)
from bot.operations.metrics import Counts, Metrics
from bot.operations.request_limit import limit_requests
from bot.operations.work import SLOTS_FILE, SLOTS_SERVER, WorkQueue
from bot.operations.workers import suitable_processes
from bot.outbox.emoji import Emoji
from bot.outbox.leagues import Leagues
from bot.outbox.outage import Outage
from bot.outbox.outbox import Outbox
from bot.outbox.retries import Retries
from bot.pictures import drawing
from bot.pictures.pictures import Pictures
from bot.pictures.replays import Replays
from bot.players.hints import Hints
from bot.players.pool import Thinkers
from bot.players.review import Reviewer
from bot.players.waking import ComputerPlayers
from bot.standings.ratings import Ratings
from bot.store import OutOfService, Shard, Status, Store
from bot.table import Table, Tables
from bot.table.clock import DAY_S, Clock
from bot.texts.languages import load_all
from bot.web.pages import Pages
from bot.web.server import Server
from games import discover, unusable

log = logging.getLogger(__name__)
COGS = Path(__file__).parent.parent / "cogs"
SHARED_POLL_S, ALONE_POLL_S = 5.0, 10.0
"""How often the bot looks for tables that are still to be shown: where several processes share a
database, and where this is the only one.
"""
POLLS_PER_WAKE = 12
"""In a shared database, every this many polls also wake computer players."""
FINISH_TIMEOUT_S = 3.0
"""How long a stopping bot waits for interactions to end."""


class Atelier(Client):
    """A bot that hosts board games; it knows none of them."""

    outage: Outage
    computers: ComputerPlayers

    def __init__(self, settings: Settings) -> None:
        """Takes the settings; nothing is opened before `setup_hook`."""
        self.metrics = Metrics() if settings.metrics_port else None
        trace = aiohttp.TraceConfig()
        refuse_garbled(trace)
        self.breaker = Breaker(settings.share_of_shards)
        self.breaker.watch(trace)
        limit_requests(trace, settings.share_of_shards)
        if self.metrics:
            self.metrics.measure_requests(trace)
        # The bot uses no voice, so the libraries for it need not be installed.
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
            http_trace=trace,
            shard_count=settings.shard_count,
            shard_ids=settings.shard_ids,  # pyright: ignore[reportArgumentType]  (None: all)
        )
        downgrade_library_errors()
        guard_frames()
        self.unreadable = UnreadableEvents(self.http, self._count_unreadable)
        parsers = self._connection.parsers
        parsers[INTERACTION] = partial(self._receive_interaction, parsers[INTERACTION])
        self.unreadable.guard(parsers)
        self.settings = settings
        self.rivals = Rivals()
        self.seen_interactions = SeenInteractions()
        self.typed = Typed()
        self.restored_at = 0.0
        drawing = settings.drawing_processes
        self.pictures = Pictures(suitable_processes() if drawing is None else drawing)
        self.emoji = Emoji(self, self.pictures)
        self.emoji.watch(trace)
        self.replays = Replays()
        self.thinkers = Thinkers(settings.thinking_seconds)
        self.hints = Hints(self.thinkers)
        self.web: Server | None = None
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._event_tasks: set[asyncio.Task[Any]] = set()
        self._polling = tasks.loop(seconds=SHARED_POLL_S)(self._poll)
        self.mentions = Mentions(self.tree)
        self.cooldowns = Cooldowns()

    async def setup_hook(self) -> None:
        """Opens the store and loads the cogs: every module whose name begins with a letter."""
        self.store = await Store.open(self.settings.database)
        self.restored_at = self.store.restored_at
        self.store.on_set_back(self._set_back)
        self.work = WorkQueue(SLOTS_SERVER if self.store.shared else SLOTS_FILE)
        self.ratings = Ratings(self.store)
        self.registration = Registration(self.tree, self.store)
        self.sessions = Sessions(self.http, self.store, self.settings.restart_seconds)
        self.outage = Outage(self, self.store, self._resume)
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
            dm_pause_s=self.settings.dm_seconds / self.settings.share_of_shards,
            dm_retry_s=self.settings.dm_retry_seconds,
            present_s=self.settings.present_seconds,
        )
        self.breaker.on_accepted = self.outbox.retry_all
        self.computers = ComputerPlayers(self.store, self.tables, self.thinkers, self.work)
        self.reviewer = Reviewer(self.store, self.tables, self.thinkers, self.outbox.kick)
        keep_days = self.settings.keep_states_days
        self.clock = Clock(
            self.store,
            self.tables,
            show=self.refresh,
            answer=self.computers.answer_for,
            notify=self.outbox.notify,
            kick=self.outbox.kick,
            shards=self._open_shards,
            keep_states_s=None if keep_days is None else keep_days * DAY_S,
        )
        may_act = self.clock.reach.may_act
        self.leagues = Leagues(self, self.store, self.tables, self.pictures, may_act)
        self.outbox.update_turns = self.clock.update_turns
        await self.add_cog(
            Retries(self, self.store, self.outbox, self.leagues, shards=self._open_shards)
        )
        settings = self.settings
        if self.metrics and settings.metrics_port:
            self.outbox.on_shown = self.metrics.shown
            serving = self.metrics.serve(self, settings.metrics_host, settings.metrics_port)
            await _start_listening(serving, "METRICS", settings.metrics_host, settings.metrics_port)
        if settings.web_port:
            pages = Pages(self.store, self.tables, self.pictures, self.work)
            self.web = Server(pages, self.replays)
            serving = self.web.serve(settings.web_host, settings.web_port)
            await _start_listening(serving, "WEB", settings.web_host, settings.web_port)
        elif settings.web_url:
            log.info("WEB_URL has no WEB_PORT beside it: another process has to serve web pages")
        await asyncio.to_thread(drawing.remove_undrawable_games)
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

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connects all shards once their sessions may begin, and serves them until the bot ends."""
        count = self.shard_count
        shards = self.shard_ids or (range(count) if count else None)
        await self.sessions.before_start(shards)
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits before a session begins."""
        await super().before_identify_hook(shard_id, initial=initial)
        await self.sessions.before_identify(shard_id or 0)

    def counts(self) -> Counts:
        """What the bot has counted, for metrics."""
        shards_open = [not shard.is_closed() for shard in self.shards.values()]
        return Counts(
            is_connected=self.is_ready() and all(shards_open),
            open_shards=sum(shards_open),
            interactions=self.work.interactions,
            thoughts=self.thinkers.waiting + self.thinkers.unattended,
            drawn=self.pictures.drawn,
            shared=self.pictures.shared,
            left_out=self.pictures.left_out,
            invalid=self.breaker.invalid,
        )

    async def outbox_size(self) -> int:
        """How many tables are in the outbox."""
        return len(await self.store.outbox.waiting())

    async def tables_by_kind(self) -> dict[tuple[str, str], int]:
        """How many tables there are by status and game, zeros included."""
        return with_zeros(await self.store.tables.counts())

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Passes an event on, after it has noted for metrics when it came."""
        if self.metrics and event == "socket_event_type":
            self.metrics.received(args[0])
        super().dispatch(event, *args, **kwargs)

    def _receive_interaction(self, parse: Callable[[Any], None], data: Any) -> None:
        """Notes the latest message of a channel, which discord.py does not pass on."""
        parse(data)
        self.outbox.latest_messages.note(data)

    def _count_unreadable(self, kind: str) -> None:
        """Counts an event for metrics. A log-in is one, even if not all of its event is read."""
        if self.metrics:
            self.metrics.unreadable(kind)
        if kind == "READY":
            self.dispatch("connect")

    async def on_unreadable_frame(self, error: Exception) -> None:
        """Notes an event of which not even the kind could be read."""
        self.unreadable.note(GARBLED, error)

    def _open_shards(self) -> list[Shard]:
        """The shards of this process whose gateway answers."""
        count = self.shard_count or 1
        return [Shard(number, count) for number, it in self.shards.items() if not it.is_closed()]

    async def on_connect(self) -> None:
        """Starts the clock, and goes on where the bot had stopped."""
        await self._resume()

    async def on_resumed(self) -> None:
        """Lets the clock see at once that people can reach the bot again."""
        self.clock.start()

    async def _resume(self) -> None:
        """Lets the clock look, shows what is not shown yet and wakes the computer players, until
        the bot stops. If the database is out of service, that is done when it is back.
        """
        self.clock.start()
        task = asyncio.current_task()
        assert task is not None
        self._event_tasks.add(task)
        try:
            await self._resume_all()
        except OutOfService as error:
            log.info("the bot goes on later: %s", error.remedy)
        finally:
            self._event_tasks.discard(task)

    async def _resume_all(self) -> None:
        await asyncio.to_thread(load_all)
        if not self._polling.is_running():
            await self.tables.check_games()
            for number in await self.store.tables.running_unshown():  # Discord refused them
                await self.store.outbox.add(number)
        await self.outbox.resume_all()
        await self.pictures.prepare()
        if not self._polling.is_running():
            self._polling.change_interval(
                seconds=SHARED_POLL_S if self.store.shared else ALONE_POLL_S
            )
            self._polling.start()
        await self.computers.wake_all()
        self.reviewer.wake()
        self.leagues.wake()
        self.emoji.begin()

    async def _poll(self) -> None:
        """Goes on with work that was left undone, by another process that ended or by this one."""
        try:
            await self.outbox.resume_unfinished()
            self.leagues.wake()
            if self.store.shared and self._polling.current_loop % POLLS_PER_WAKE == 0:
                await self.computers.wake_all()
                self.reviewer.wake()
        except OutOfService as error:
            log.info("the bot goes on later: %s", error.remedy)
        except Exception as error:  # noqa: BLE001  (the next poll tries again)
            if self.is_closed():  # and so is the store
                return
            log_error(log, "the bot goes on later", error)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handles buttons, selects and forms; the command tree handles commands."""
        types = discord.InteractionType
        if interaction.type in (types.component, types.modal_submit):
            await receive(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs an error of an event handler, unless the bot has closed meanwhile. What could not be
        done because the database is out of service is done when it is back.
        """
        if self.is_closed():
            return
        if isinstance(error := sys.exception(), OutOfService):
            log.info("the bot goes on later: %s", error.remedy)
        else:
            await super().on_error(event_method, *args, **kwargs)

    async def close(self) -> None:
        """Stops everything; the next start goes on from what is committed."""
        event_tasks = self._event_tasks - {asyncio.current_task()}
        for task in event_tasks:
            task.cancel()
        await asyncio.gather(*event_tasks, return_exceptions=True)
        self._polling.cancel()
        if self.web:
            await self.web.close()
        if hasattr(self, "outbox"):
            await self.work.finish(FINISH_TIMEOUT_S)
            await self.clock.close()
            await self.outage.close()
            await self.registration.close()
            await self.emoji.close()
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

    def _set_back(self) -> None:
        """Goes on from an earlier state of the database: reads and shows everything again."""
        log.warning("the database was set back to an earlier state; all open tables are shown anew")
        self.restored_at = self.store.restored_at
        self.tables.mark_all_outdated()
        task = asyncio.create_task(self._resume())
        self._event_tasks.add(task)
        task.add_done_callback(self._event_tasks.discard)

    def _changed(self, table: Table) -> None:
        """After each commit, has the table shown and wakes its computer players."""
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
        """Draws in advance for the game of a lobby, once per game."""
        if game not in self._warming:
            self._warming[game] = asyncio.create_task(
                self.pictures.warm(game), name=f"warming the pictures of {game}"
            )


async def _start_listening(serving: Awaitable[None], name: str, host: str, port: int) -> None:
    """Waits until a server listens; raises SettingsError where it cannot."""
    try:
        await serving
    except OSError as error:
        reason = str(error.strerror).rpartition(": ")[2]
        raise SettingsError(
            f"{name}_PORT is not usable: the bot cannot listen on port {port} of"
            f" {name}_HOST {host} ({reason})."
        ) from error


def with_zeros(counts: list[tuple[str, str, int]]) -> dict[tuple[str, str], int]:
    """How many tables there are by status and game, zeros included."""
    every = dict.fromkeys(((each, game) for each in get_args(Status) for game in discover()), 0)
    known = {(status, game): n for status, game, n in counts if game in discover()}
    return every | known


def use_discord_urls(settings: Settings) -> None:
    """Has discord.py connect to another server than Discord's, where the settings name one."""
    if settings.discord_api_url:
        http.Route.BASE = settings.discord_api_url
    if settings.discord_gateway_url:
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
