"""Watching a table: /watch."""

from __future__ import annotations

import contextlib

import discord
from discord import app_commands

from bot.interactions import Choices, Context, command, completion, context_menu, extension, pressed
from bot.interactions.finding import (
    can_see_channel,
    find_table,
    may_see,
    table_by_number,
    table_of_message,
)
from bot.interactions.replies import release_slot
from bot.outbox import wanted
from bot.outbox.dms import closed_dms
from bot.outbox.layout import edit_arguments
from bot.pages.page import Page, page
from bot.pages.watching import link_page, web_buttons
from bot.table import Refused, Table
from bot.texts.languages import _


@completion
async def complete_watched(ctx: Context, current: str) -> Choices:
    """The open tables of this server that the person may watch, and those they watch."""
    bot, user, names = ctx.bot, ctx.user.id, Choices()
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


async def start_watching(ctx: Context, table: Table) -> str:
    """Has the person watch a table; returns a link to their message. Raises Refused if they may
    not, or if their direct messages are closed.
    """
    bot, user = ctx.bot, ctx.user.id
    if table.seat_of(user) is not None:
        raise Refused(
            _("You play at this table. /settings notifications sets how it notifies you.")
        )
    if not can_see_channel(ctx, table.row):
        raise unseen_channel()
    if table.row.status not in wanted.WATCHABLE:
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


def unseen_channel() -> Refused:
    return Refused(_("You can watch a table only from its server, where you see its channel."))


@pressed("unwatch", table=False)
async def press_unwatch(ctx: Context) -> None:
    """Stops watching, from the message of the watcher."""
    await ctx.bot.outbox.unwatch(ctx.number, ctx.user.id)
    await ctx.reply(stopped_page(ctx.number))


def stopped_page(table_id: int) -> Page:
    return page(_("You no longer watch table {n}.", n=table_id))


# --- Web pages ------------------------------------------------------------------------------------


async def show_link(ctx: Context, table: Table) -> None:
    """Replies with the link of a table's web page, and opens the page if nobody has closed it.
    Raises Refused if this person may not have it.
    """
    address, pages = ctx.bot.settings.web_url, ctx.bot.store.pages
    seated = table.seat_of(ctx.user.id) is not None
    if not address:
        raise Refused(_("This bot has no web pages; /watch follows a game by direct message."))
    if not may_see(ctx, table):
        raise unseen_channel()
    token = await pages.token(table.id)
    if token == "" and not seated:
        raise Refused(
            _("The people at this table have closed its web page. Only they can open another one.")
        )
    if token is None and table.row.private and not seated:
        raise Refused(_("This table is private: only the people at it can open a web page."))
    link = f"{address}/t/{token or await pages.open(table.id)}"
    await ctx.reply(link_page(table, link, seated=seated))


@pressed("page", ephemeral=True)
async def press_page(ctx: Context) -> None:
    await show_link(ctx, ctx.table)


@pressed("close-page", seat=True)
async def press_close(ctx: Context) -> None:
    await ctx.bot.store.pages.close(ctx.table.id)
    told = _("The web page is closed: its link shows nothing any more. **Web page** opens another.")
    await ctx.reply(told, *web_buttons(ctx.table.id, ctx.bot.settings.web_url))


@command()
@app_commands.describe(
    table="Which table; else that of this channel",
    page="Whether to get a link to its web page instead of direct messages",
)
@app_commands.autocomplete(table=complete_watched)
async def watch(ctx: Context, table: str | None = None, page: bool = False) -> None:
    """Follow or unfollow a game by DM, or get the link of its web page."""
    if page:
        await show_link(ctx, await (table_by_number(ctx, table) if table else find_table(ctx)))
        return
    if ctx.guild_id is None and table is None:
        watched = await ctx.bot.store.watchers.tables_of(ctx.user.id)
        if len(watched) != 1:
            raise Refused(_("Choose a table with `table:`; the list shows those you watch."))
        table = str(watched[0])
    await watch_or_stop(ctx, await (table_by_number(ctx, table) if table else find_table(ctx)))


@context_menu("Watch")
async def watch_board(ctx: Context, board: discord.Message) -> None:
    """Follows or unfollows the game of a board."""
    await watch_or_stop(ctx, await table_of_message(ctx, board))


async def watch_or_stop(ctx: Context, found: Table) -> None:
    bot, user = ctx.bot, ctx.user.id
    if found.id not in await bot.store.watchers.tables_of(user):
        link = await start_watching(ctx, found)
        await ctx.reply(
            _(
                "You are following table {n}. {link:text} shows its board. I'll notify you when"
                " it ends, and at most once a day before. /watch again stops that.",
                n=found.id,
                link=link,
            ),
            *web_buttons(found.id, bot.settings.web_url),
        )
        return
    done, post = stopped_page(found.id), await bot.outbox.unwatch(found.id, user)
    if post is not None:
        where = bot.get_partial_messageable(post.channel)
        with contextlib.suppress(discord.HTTPException):  # it may be gone already
            await where.get_partial_message(post.message).edit(**await edit_arguments(done))
    await ctx.reply(done)


setup = extension(watch, watch_board)
