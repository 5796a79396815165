"""Threads of tables: those that the bot opens, and the people in them."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import discord

from bot.interactions import Context, pressed
from bot.interactions.cooldowns import NEW_THREAD
from bot.interactions.finding import find_game
from bot.interactions.server_settings import check_allowed
from bot.operations import permissions
from bot.operations.discord_errors import (
    AUTOMOD,
    REQUEST_ERRORS,
    TOO_MANY_THREADS,
)
from bot.pages.page import Button, Row, truncate
from bot.table import (
    NewTable,
    Refused,
    format_names,
)
from bot.texts.languages import _, translate
from cogs._tables.opening import check_limits, new_table, open_table

log = logging.getLogger(__name__)
WEEK_MIN = 10080


@pressed("thread", table=False)
async def press_thread(ctx: Context) -> None:
    """Opens a table in a thread of a busy channel; `number` is how many seats it has, and `rest`
    its game.
    """
    new = new_table(ctx, find_game(ctx.rest), ctx.number)
    async with new_thread(ctx, new, ctx.interaction.channel) as placed:
        await open_table(ctx, placed)


async def offer_thread(ctx: Context, new: NewTable) -> None:
    """Replies that the channel is busy, with a button that opens a thread; raises Refused if none
    can be opened.
    """
    lacks = permissions.missing_for_thread(ctx.interaction.app_permissions, private=False)
    if lacks or not isinstance(ctx.interaction.channel, discord.TextChannel):
        raise Refused(
            _(
                "A game is open in this channel already. Open yours in another channel or in a"
                " thread."
            )
        )
    label = _("Open it in a thread")
    own = Button("thread", new.seats, new.game.name, label=label, style="primary")
    await ctx.reply(
        _("A game is open in this channel already. Yours can have a thread of its own."), Row(own)
    )


async def open_private_table(ctx: Context, new: NewTable) -> None:
    """Opens a private table: here if this is a private thread, else in a new private thread."""
    channel = ctx.interaction.channel
    if isinstance(channel, discord.Thread) and channel.is_private():
        await open_table(ctx, new)
        return
    granted = ctx.interaction.app_permissions
    if missing := permissions.missing_for_thread(granted, private=True):
        raise Refused(cannot_open_thread(missing))
    async with new_thread(ctx, new, channel) as placed:
        await open_table(ctx, placed)


@asynccontextmanager
async def new_thread(ctx: Context, new: NewTable, channel: object) -> AsyncGenerator[NewTable]:
    """Opens a thread of a channel for a table, puts the table there, and archives the thread if the
    table is refused. A private one starts with the bot and the person who acts.
    """
    title, private = new.game.title, bool(new.private)
    if not isinstance(channel, discord.TextChannel) or (private and channel.is_news()):
        raise Refused(_("A thread can only be opened in a text channel."))
    await check_allowed(ctx)
    await check_limits(ctx)
    ctx.bot.cooldowns.use(NEW_THREAD, ctx.user.id)
    try:
        thread = await open_thread(channel, f"{title} · {ctx.name}", title, private=private)
    except Refused:
        ctx.bot.cooldowns.forget(NEW_THREAD, ctx.user.id)
        raise
    try:
        if private:
            await thread.add_user(ctx.user)
        yield replace(new, channel=thread.id)
    except (Refused, discord.HTTPException):
        with suppress(*REQUEST_ERRORS):
            await thread.edit(archived=True)
        raise


async def open_thread(
    channel: discord.TextChannel, title: str, *plain_titles: str, private: bool
) -> discord.Thread:
    """Opens a public thread, or a private one to which only the bot adds people; with the next
    title if AutoMod blocks one. Raises Refused if Discord does not allow that.
    """
    types = discord.ChannelType
    public = types.news_thread if channel.is_news() else types.public_thread
    try:
        return await channel.create_thread(
            name=truncate(title, 100),
            type=types.private_thread if private else public,
            auto_archive_duration=WEEK_MIN,
            invitable=not private,
        )
    except discord.Forbidden as error:
        name = permissions.PRIVATE if private else permissions.PUBLIC
        raise Refused(cannot_open_thread([permissions.NEEDED[name]])) from error
    except discord.HTTPException as error:
        if error.code in AUTOMOD:
            log.info("AutoMod blocks the name of a thread: %s", error)
            if plain_titles:
                return await open_thread(channel, *plain_titles, private=private)
            raise Refused(
                _(
                    "AutoMod of this server blocks the name of the thread, “{name:text}”.",
                    name=title,
                )
            ) from error
        if error.code not in TOO_MANY_THREADS:
            raise
        raise Refused(
            _(
                "This server has all the threads that Discord allows. Archive one, or use"
                " another channel."
            )
        ) from error


def cannot_open_thread(missing: list[str]) -> str:
    names = format_names([*map(translate, missing)])
    return _("I cannot open a thread here, because I lack: {names:text}.", names=names)


async def enter_thread(ctx: Context) -> None:
    """Adds the person who has taken a seat to the thread of a private table. They may have seen it
    without being in it, as moderators do, or have left it.
    """
    if ctx.table.row.private:
        try:
            await ctx.bot.http.add_user_to_thread(ctx.table.row.channel, ctx.user.id)
        except REQUEST_ERRORS as error:
            log.info("a player is not in the thread of their table: %s", error)
