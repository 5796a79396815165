"""What a server has settled: where games may run, who may open them, what language it speaks."""

from __future__ import annotations

import contextlib
from typing import Any

import discord

from bot.store import Store
from bot.store.servers import MANAGERS, ServerRow
from bot.table import Refused
from bot.texts.languages import _, understood

Interaction = discord.Interaction[Any]
ELSEWHERE: dict[int, str] = {}
"""The languages of servers that other processes look after, asked for once."""


async def allowed(interaction: Interaction) -> None:
    """Refused where the server does not want a table here, or not by this person; a DM always
    does.
    """
    if interaction.guild_id is None:
        return
    settled: ServerRow = await interaction.client.store.servers.get(interaction.guild_id)
    places = settled.places
    if places and not places_of(interaction.channel) & set(places):
        raise Refused(
            _("On this server games run elsewhere: {places:list}.", places=mentioned(places))
        )
    if not may_open(interaction, settled.openers):
        raise Refused(_("On this server tables are opened by {openers}.", openers=who(settled)))


def places_of(channel: object) -> set[int]:
    """A channel, and what it stands in: the channel of a thread, the category of a channel."""
    found = {getattr(channel, "id", None), getattr(channel, "parent_id", None)}
    with contextlib.suppress(discord.ClientException):  # a thread whose channel is not known
        found.add(getattr(channel, "category_id", None))
    return {place for place in found if place is not None}


def may_open(interaction: Interaction, openers: str) -> bool:
    """Whether a person may open tables; those who manage the server always may."""
    if not openers or interaction.permissions.manage_guild:
        return True
    roles = getattr(interaction.user, "roles", [])
    return openers != MANAGERS and int(openers) in {role.id for role in roles}


def mentioned(places: list[int]) -> list[str]:
    """Channels as Discord shows them."""
    return [f"<#{place}>" for place in places]


def who(settled: ServerRow) -> str:
    """Who may open tables, in a sentence."""
    if not settled.openers:
        return _("everybody")
    if settled.openers == MANAGERS:
        return _("those who manage the server")
    return f"<@&{settled.openers}>"


async def language_of(client: discord.Client, store: Store, guild: int | None) -> str:
    """The language of what a server's channels are told: as settled, else as the server is."""
    if guild is None:
        return "en"
    settled = (await store.servers.get(guild)).language
    return settled or await _own_language(client, guild)


async def _own_language(client: discord.Client, guild: int) -> str:
    known = client.get_guild(guild)
    if known is not None:
        return understood(known.preferred_locale)
    if not _is_elsewhere(client, guild):
        return "en"
    if guild not in ELSEWHERE:
        with contextlib.suppress(discord.Forbidden, discord.NotFound):
            found = await client.fetch_guild(guild, with_counts=False)
            ELSEWHERE[guild] = understood(found.preferred_locale)
    return ELSEWHERE.get(guild, "en")


def _is_elsewhere(client: discord.Client, guild: int) -> bool:
    """Whether another process is told of what happens in a server."""
    shards = getattr(client, "shard_ids", None)
    return bool(shards) and (guild >> 22) % (client.shard_count or 1) not in shards
