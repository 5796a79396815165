"""Settings of a server: /server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.interactions import Client, Context, Interaction, command, extension, group
from bot.interactions.completion import UNSET, choices_of
from bot.interactions.server_settings import channel_mentions, openers_text
from bot.pages.page import Page, page
from bot.store import to_json
from bot.table import Refused
from bot.table.settings import OPENERS, SERVER_LANGUAGE
from bot.texts.languages import _

GROUP = group(
    "server",
    "Settings of this server",
    discord.Permissions(manage_guild=True),
)
MAX_PLACES = 40
PLACE_TYPES = [
    *(discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.category),
    *(discord.ChannelType.voice, discord.ChannelType.stage_voice, discord.ChannelType.forum),
    *(discord.ChannelType.public_thread, discord.ChannelType.private_thread),
    discord.ChannelType.news_thread,
]
"""Channels where a game can run, and those that contain such: categories and forums."""


class PlaceTransformer(app_commands.Transformer[Client]):
    """An option for a channel where a game can run."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return PLACE_TYPES

    async def transform(self, interaction: Interaction, value: Any, /) -> Any:
        """The channel as discord.py has it."""
        return value


Place = app_commands.Transform[
    app_commands.AppCommandChannel | app_commands.AppCommandThread, PlaceTransformer
]


async def settings(bot: Client, guild: int) -> Page:
    row = await bot.store.servers.get(guild)
    where = _("everywhere")
    if row.channel_ids:
        where = _("only in {places:list}", places=channel_mentions(row.channel_ids))
    language = SERVER_LANGUAGE.about(SERVER_LANGUAGE.known(row.language))
    return page(
        _("### Settings of this server"),
        "\n".join(
            [
                _("**Where games may run:** {where:text}", where=where),
                _("**Who may open tables:** {who:text}", who=openers_text(row)),
                _("**Language in channels:** {language:text}", language=language),
            ]
        ),
        _("-# Everyone gets replies in their own language. Open tables stay open."),
    )


async def save(ctx: Context, **columns: str | int) -> None:
    """Stores settings of a server, and replies with all of them."""
    guild = ctx.guild_id or 0
    await ctx.bot.store.servers.save(guild, **columns)
    await ctx.reply(await settings(ctx.bot, guild))


@command(GROUP)
async def show(ctx: Context) -> None:
    """Show this server's settings."""
    await ctx.reply(await settings(ctx.bot, ctx.guild_id or 0))


@command(GROUP)
@app_commands.describe(
    add="A channel or category where games are allowed",
    remove="A channel or category where games are no longer allowed",
    everywhere="Allow games in every channel again",
)
async def channels(
    ctx: Context,
    add: Place | None = None,
    remove: Place | None = None,
    everywhere: bool = False,
) -> None:
    "Choose where games can be played."
    row = await ctx.bot.store.servers.get(ctx.guild_id or 0)
    places = [] if everywhere else row.channel_ids
    if remove is not None:
        if remove.id not in places:
            raise Refused(_("{place:text} is not among the chosen channels.", place=remove.mention))
        places.remove(remove.id)
    if add is not None and add.id not in places:
        places.append(add.id)
    if len(places) > MAX_PLACES:
        raise Refused(_("More than {n:place|places} cannot be chosen.", n=MAX_PLACES))
    await save(ctx, channels=to_json(places))


@command(GROUP)
@app_commands.describe(who="Who may open tables", role="Or: those who have this role")
@app_commands.choices(who=choices_of(OPENERS))
async def openers(ctx: Context, who: str = UNSET, role: discord.Role | None = None) -> None:
    """Choose who may open tables."""
    await save(ctx, openers=str(role.id) if role and not role.is_default() else OPENERS.known(who))


@command(GROUP)
@app_commands.describe(language="The language of boards and messages in channels")
@app_commands.choices(language=choices_of(SERVER_LANGUAGE))
async def language(ctx: Context, language: str) -> None:
    """Choose the language of boards and messages in channels."""
    await save(ctx, language=SERVER_LANGUAGE.known(language))
    for row in await ctx.bot.store.tables.open(guild=ctx.guild_id):
        await ctx.bot.refresh(row.id)


setup = extension(GROUP)
