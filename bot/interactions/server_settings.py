"""Settings of a server: where games may run, and who may open tables."""

from __future__ import annotations

import contextlib

import discord

from bot.interactions.context import Context
from bot.store.servers import MANAGERS, ServerRow
from bot.table import Refused
from bot.table.settings import OPENERS
from bot.texts.languages import _
from games.reading import whole_number


async def check_allowed(ctx: Context) -> None:
    """Raises Refused if the settings of the server forbid a table here, or by this person."""
    if ctx.guild_id is None:
        return
    await check_not_banned(ctx)
    row = await ctx.bot.store.servers.get(ctx.guild_id)
    places = row.channel_ids
    if places and not places_of(ctx.interaction.channel) & set(places):
        raise Refused(
            _(
                "On this server, games can be opened only in: {places:list}.",
                places=channel_mentions(places),
            )
        )
    if not may_open(ctx, row.openers):
        raise Refused(
            _(
                "On this server, tables can be opened only by {openers:text}.",
                openers=openers_text(row),
            )
        )


async def check_not_banned(ctx: Context) -> None:
    """Raises Refused for somebody who is banned from the tables of the server."""
    if ctx.user.id in await ctx.bot.store.peace.banned(ctx.guild_id):
        raise Refused(_("You cannot play in new games on this server."))


def places_of(channel: object) -> set[int]:
    """The ids of a channel, of its category, and of the channel of a thread."""
    found = {getattr(channel, "id", None), getattr(channel, "parent_id", None)}
    with contextlib.suppress(discord.ClientException):  # a thread whose channel is not known
        found.add(getattr(channel, "category_id", None))
    return {place for place in found if place is not None}


def may_open(ctx: Context, openers: str) -> bool:
    """Whether a person may open tables; somebody who manages the server always may."""
    if not openers or ctx.interaction.permissions.manage_guild:
        return True
    roles = getattr(ctx.user, "roles", [])
    return openers != MANAGERS and whole_number(openers) in {role.id for role in roles}


def channel_mentions(places: list[int]) -> list[str]:
    """The mentions of channels."""
    return [f"<#{place}>" for place in places]


def openers_text(row: ServerRow) -> str:
    """Who may open tables, in words."""
    known = row.openers in OPENERS.values
    return OPENERS.about(row.openers) if known else f"<@&{row.openers}>"
