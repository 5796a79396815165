"""Watching a table: /watch."""

from __future__ import annotations

import contextlib

import discord
from discord import app_commands

from bot.interactions import Context, Names, command, completion, extension, pressed
from bot.interactions.finding import can_see_channel, find_table, table_by_number
from bot.interactions.replies import release_slot
from bot.outbox import wanted
from bot.outbox.layout import edit_arguments
from bot.outbox.outbox import closed_dms
from bot.pages.page import Page, page
from bot.table import Refused, Table
from bot.texts.languages import _


@completion
async def complete_watched(ctx: Context, current: str) -> Names:
    """The open tables of this server that the person may watch, and those they watch."""
    bot, user, names = ctx.bot, ctx.user.id, Names()
    watched = set(await bot.store.watchers.tables_of(user))
    for row in await bot.store.tables.open(guild=ctx.guild_id):
        if row.id not in watched and not can_see_channel(ctx, row):
            continue
        try:
            table = await bot.tables.get(row.id)
        except Refused:
            continue
        name = _("{game}, table {n}", game=table.game.title, n=table.id)
        if row.id in watched:
            name = _("{table:text} (you watch it)", table=name)
        if table.seat_of(user) is None and current.lower() in name.lower():
            names.append((name, str(row.id)))
    return names


async def start(ctx: Context, table: Table) -> str:
    """Has somebody watch a table; returns a link to their message. Refused where they may not, or
    where their direct messages are closed.
    """
    bot, user = ctx.bot, ctx.user.id
    if table.seat_of(user) is not None:
        raise Refused(
            _("You play at this table. /settings notifications sets how it notifies you.")
        )
    if not can_see_channel(ctx, table.row):
        raise Refused(_("You can watch a table only from its server, where you see its channel."))
    if table.row.status not in wanted.OPEN:
        raise Refused(_("This game has ended."))
    if len(await bot.store.watchers.of(table.id)) >= wanted.MAX_WATCHERS:
        raise Refused(
            _("{n:person watches|people watch} this table already.", n=wanted.MAX_WATCHERS)
        )
    release_slot(ctx.interaction)
    link = await bot.outbox.watch(table.id, user)
    if link is None:
        raise closed_dms()
    return link


@pressed("unwatch", table=False)
async def press_unwatch(ctx: Context) -> None:
    """Stops watching, from the message that showed the table."""
    await ctx.bot.outbox.unwatch(ctx.number, ctx.user.id)
    await ctx.reply(stopped(ctx.number))


def stopped(table_id: int) -> Page:
    """Returns what the message of somebody becomes who watches no longer."""
    return page(_("You no longer watch table {n}.", n=table_id))


@command()
@app_commands.describe(table="Which table; else that of this channel")
@app_commands.autocomplete(table=complete_watched)
async def watch(ctx: Context, table: str | None = None) -> None:
    """Follow or unfollow a game by DM."""
    bot, user = ctx.bot, ctx.user.id
    watched = await bot.store.watchers.tables_of(user)
    if ctx.guild_id is None and table is None:
        if len(watched) != 1:
            raise Refused(_("Choose a table with `table:`; the list shows those you watch."))
        table = str(watched[0])
    found = await (table_by_number(ctx, table) if table else find_table(ctx))
    if found.id not in watched:
        link = await start(ctx, found)
        await ctx.reply(
            _(
                "You are following table {n}. {link:text} shows its board. I'll notify you when"
                " it ends, and at most once a day before. /watch again stops that.",
                n=found.id,
                link=link,
            )
        )
        return
    done, post = stopped(found.id), await bot.outbox.unwatch(found.id, user)
    if post is not None:
        where = bot.get_partial_messageable(post.channel)
        with contextlib.suppress(discord.HTTPException):  # it may be gone already
            await where.get_partial_message(post.message).edit(**await edit_arguments(done))
    await ctx.reply(done)


setup = extension(watch)
