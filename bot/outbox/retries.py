"""Events after which Discord may accept what it refused before: the tables of that place are shown
again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import discord
from discord.ext import commands

from bot.operations.discord_errors import CHANNEL_GONE, REQUEST_ERRORS
from bot.operations.logs import log_table
from bot.outbox.leagues import Leagues
from bot.outbox.outbox import Outbox
from bot.store import Shard, Store, TableRow
from bot.texts.languages import language_of_locale

log = logging.getLogger(__name__)
Given = ParamSpec("Given")
MAX_UNARCHIVED, UNARCHIVED_S = 3, 3600.0
"""How often the bot unarchives a thread within this time."""


def listens(
    handler: Callable[Concatenate[Retries, Given], Awaitable[None]],
) -> Callable[Concatenate[Retries, Given], Coroutine[Any, Any, None]]:
    """Has a method of `Retries` handle the event of its name, until the bot stops."""

    @wraps(handler)
    async def handle(self: Retries, *args: Given.args, **kwargs: Given.kwargs) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            await handler(self, *args, **kwargs)
        finally:
            self.tasks.discard(task)

    return commands.Cog.listener()(handle)


class Retries(commands.Cog):
    """Listens to what happens to servers, channels, threads and the bot's permissions."""

    def __init__(
        self,
        client: commands.AutoShardedBot,
        store: Store,
        outbox: Outbox,
        leagues: Leagues,
        shards: Callable[[], list[Shard]],
    ) -> None:
        """Takes what it works with; `shards` are those of this process that Discord answers."""
        self._client, self._store, self._outbox, self._leagues = client, store, outbox, leagues
        self._shards = shards
        self.tasks: set[asyncio.Task[Any]] = set()
        """Handlers that run now."""
        self._unarchived: dict[int, list[float]] = {}
        """When the bot has unarchived each thread, of `time.monotonic`."""

    async def cog_unload(self) -> None:
        """Ends the handlers, because the store will be closed."""
        tasks = self.tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- servers ---------------------------------------------------------------------------------

    @listens
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Goes on in a server to which the bot returns."""
        await self._save_language(guild)
        await self._show(row.id for row in await self._store.tables.open(guild=guild.id))
        await self._show(await self._store.tables.ended_unshown(guild=guild.id))

    @listens
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Looks whether the channels of a server are gone, because the bot was removed from it."""
        for row in await self._store.tables.open(guild=guild.id):
            await self._outbox.look_for_channel(row.id)

    @listens
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Goes on in a server that is available again, or to which the bot returned while it logged
        in: discord.py does not tell the two apart during log-in.
        """
        await self._save_language(guild)
        await self._retry_refused(guild)

    @listens
    async def on_guild_update(self, _before: object, after: discord.Guild) -> None:
        """Stores the language of a server, which may have changed."""
        await self._save_language(after)

    # --- permissions -----------------------------------------------------------------------------

    @listens
    async def on_guild_role_update(self, _before: object, after: discord.Role) -> None:
        """Tries again where a role may give the bot missing permissions."""
        await self._retry_refused(after.guild)

    @listens
    async def on_member_update(self, _before: object, after: discord.Member) -> None:
        """Tries again where the bot's own roles changed, or its time-out ended; Discord sends this
        event for no other member.
        """
        await self._retry_refused(after.guild)

    @listens
    async def on_guild_channel_update(
        self, _before: object, after: discord.abc.GuildChannel
    ) -> None:
        """Tries again where the bot may have got permissions: in a channel, or in the channels of a
        category or the threads of a channel.
        """
        await self._show_in(after.id)
        await self._retry_refused(after.guild)

    # --- channels and threads --------------------------------------------------------------------

    @listens
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._look_for(channel.id)

    @listens
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self._look_for(event.thread_id)

    @listens
    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Goes on in a thread that is no longer archived, and unarchives the thread of an open
        table. `on_thread_update` would not do: discord.py calls it only for threads in its cache,
        which drops archived ones.
        """
        if not event.data["thread_metadata"]["archived"]:
            await self._show_in(event.thread_id)
        elif row := await self._store.tables.open_in(event.thread_id):
            await self._unarchive(row)

    @listens
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Goes on in a private thread to which the bot was added."""
        if not thread.archived:
            await self._show_in(thread.id)

    @listens
    async def on_ready(self) -> None:
        """Unarchives the threads of open tables that were archived while the bot was offline, and
        looks for channels that went then.
        """
        shards = self._shards()
        for row in await self._store.tables.open():
            guild = self._client.get_guild(row.guild or 0)
            if guild is None and any(shard.has(row.guild) for shard in shards):
                await self._outbox.look_for_channel(row.id)
            elif guild and not guild.unavailable and not guild.get_channel_or_thread(row.channel):
                await self._unarchive(row)

    # --- what they do ----------------------------------------------------------------------------

    async def _show(self, table_ids: Iterable[int]) -> None:
        for number in table_ids:
            await self._store.outbox.add(number)
            self._outbox.kick(number)

    async def _show_in(self, channel: int) -> None:
        """Shows the tables of a channel whose messages may be out of date."""
        row = await self._store.tables.open_in(channel)
        unseen = {
            *([row.id] if row else []),
            *await self._store.tables.ended_unshown(channel=channel),
            # Also abandoned tables:
            *(number for number, it in self._outbox.refused.items() if it.channel == channel),
        }
        await self._show(sorted(unseen))

    async def _retry_refused(self, guild: discord.Guild) -> None:
        """Shows what Discord refused in a server: its tables, and the tables and events of its
        leagues.
        """
        for league_id in await self._store.leagues.to_retry(guild.id):
            await self._store.leagues.touch(league_id)
            self._leagues.wake()
        refused = self._outbox.refused.items()
        await self._show([number for number, it in refused if it.guild == guild.id])

    async def _look_for(self, channel: int) -> None:
        if row := await self._store.tables.open_in(channel):
            await self._outbox.look_for_channel(row.id)

    async def _save_language(self, guild: discord.Guild) -> None:
        """Stores the language of a server, and shows its open tables in it. Until Discord has sent
        the server, discord.py says that it is English.
        """
        servers, locale = self._store.servers, language_of_locale(guild.preferred_locale)
        if (await servers.get(guild.id)).locale != locale:
            await servers.save(guild.id, locale=locale)
            await self._show(row.id for row in await self._store.tables.open(guild=guild.id))

    async def _unarchive(self, row: TableRow) -> None:
        """Unarchives the thread of a table, because buttons in an archived one may not work. A
        locked thread stays as it is.
        """
        with log_table(row.id):
            try:
                thread = await self._client.fetch_channel(row.channel)
                if isinstance(thread, discord.Thread) and thread.archived:
                    if thread.locked:
                        log.info("the table's thread is locked, and stays archived")
                    elif self._may_unarchive(thread.id):
                        await thread.edit(archived=False)
            except (*REQUEST_ERRORS, discord.InvalidData) as error:
                log.info("the table's thread stays archived, if it is: %s", error)
                if isinstance(error, discord.HTTPException) and error.code in CHANNEL_GONE:
                    await self._outbox.look_for_channel(row.id)

    def _may_unarchive(self, thread: int) -> bool:
        """Whether the bot has not unarchived a thread too often; else somebody else, such as
        another bot, archives it each time.
        """
        now = time.monotonic()
        lately = [at for at in self._unarchived.get(thread, []) if now - at < UNARCHIVED_S]
        if len(lately) < MAX_UNARCHIVED:
            self._unarchived[thread] = [*lately, now]
        else:
            log.warning("the table's thread stays archived: somebody archives it again and again")
        return len(lately) < MAX_UNARCHIVED
