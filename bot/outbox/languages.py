"""The language of a server's channels."""

from __future__ import annotations

import contextlib

import discord

from bot.store import Store
from bot.texts.languages import understood

_fetched: dict[int, str] = {}
"""The languages of servers whose events another process receives, fetched once."""


async def language_of(client: discord.Client, store: Store, guild: int | None) -> str:
    """Returns the language for a server's channels: as set there with the bot, else the server's
    own.
    """
    if guild is None:
        return "en"
    return (await store.servers.get(guild)).language or await _own_language(client, guild)


async def _own_language(client: discord.Client, guild: int) -> str:
    known = client.get_guild(guild)
    if known is not None:
        return understood(known.preferred_locale)
    if not _is_elsewhere(client, guild):
        return "en"
    if guild not in _fetched:
        with contextlib.suppress(discord.Forbidden, discord.NotFound):
            found = await client.fetch_guild(guild, with_counts=False)
            _fetched[guild] = understood(found.preferred_locale)
    return _fetched.get(guild, "en")


def _is_elsewhere(client: discord.Client, guild: int) -> bool:
    """Returns whether another process receives the events of a server."""
    shards = getattr(client, "shard_ids", None)
    return bool(shards) and (guild >> 22) % (client.shard_count or 1) not in shards
