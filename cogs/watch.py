"""Watching a table: /watch."""

from __future__ import annotations

import contextlib

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.controls import pressed
from bot.interactions.replies import Interaction, acknowledge, release_slot, show
from bot.outbox import wanted
from bot.outbox.layout import edit_arguments
from bot.pages.page import Page, clamp, page
from bot.table import Refused, Table
from bot.texts.languages import _
from cogs._finding import MOST_CHOICES, atelier, numbered, sees, table_here


async def complete_watched(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """The open tables of this server that the person may watch, and those he watches."""
    bot, user = atelier(interaction), interaction.user.id
    watched = set(await bot.store.watchers.tables_of(user))
    choices: list[app_commands.Choice[str]] = []
    for row in await bot.store.tables.open(guild=interaction.guild_id):
        if row.id not in watched and not sees(interaction, row):
            continue
        try:
            table = await bot.tables.get(row.id)
        except Refused:
            continue
        name = _("{game}, table {n}", game=table.game.title, n=table.id)
        if row.id in watched:
            name = _("{table:text} (you watch it)", table=name)
        if table.seat_of(user) is None and current.lower() in name.lower():
            choices.append(app_commands.Choice(name=clamp(name, 100), value=str(row.id)))
    return choices[:MOST_CHOICES]


async def start(interaction: Interaction, table: Table) -> str:
    """Has somebody watch a table; returns a link to their message. Refused where they may not, or
    where their direct messages are closed.
    """
    bot, user = atelier(interaction), interaction.user
    if table.seat_of(user.id) is not None:
        raise Refused(_("You sit at this table; /settings calls says how it calls you."))
    if not sees(interaction, table.row):
        raise Refused(_("You can watch a table only from its server, where you see its channel."))
    if table.row.status not in wanted.OPEN:
        raise Refused(_("This game has ended."))
    if len(await bot.store.watchers.of(table.id)) >= wanted.MAX_WATCHERS:
        raise Refused(
            _("{n:person watches|people watch} this table already.", n=wanted.MAX_WATCHERS)
        )
    release_slot(interaction)
    link = await bot.outbox.watch(table.id, user.id)
    if link is None:
        raise Refused(
            _(
                "I cannot write to you: allow direct messages from members of this server in its"
                " privacy settings, and try once more."
            )
        )
    return link


@pressed("unwatch")
async def press_unwatch(interaction: Interaction, table_id: int, rest: str) -> None:
    """Stops watching, from the message that showed the table."""
    await acknowledge(interaction)
    await atelier(interaction).outbox.unwatch(table_id, interaction.user.id)
    await show(interaction, stopped(table_id))


def stopped(table_id: int) -> Page:
    """Returns what the message of somebody becomes who watches no longer."""
    return page(_("You no longer watch table {n}.", n=table_id))


class Watch(commands.Cog):
    """Watching a table."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(table="Which table; else that of this channel")
    @app_commands.autocomplete(table=complete_watched)
    async def watch(self, interaction: Interaction, table: str | None = None) -> None:
        """Have news of a table by direct message, or no longer."""
        await acknowledge(interaction, ephemeral=True)
        bot, user = atelier(interaction), interaction.user.id
        watched = await bot.store.watchers.tables_of(user)
        if interaction.guild_id is None and table is None:
            if len(watched) != 1:
                raise Refused(_("Choose a table with `table:`; the list shows those you watch."))
            table = str(watched[0])
        found = await (numbered(interaction, table) if table else table_here(interaction))
        if found.id not in watched:
            link = await start(interaction, found)
            text = _(
                "You watch table {n}. {link} shows its board; I call you when it has ended, and at"
                " most once a day before. /watch again stops it.",
                n=found.id,
                link=link,
            )
            await show(interaction, page(text))
            return
        done, post = stopped(found.id), await bot.outbox.unwatch(found.id, user)
        if post is not None:
            where = bot.get_partial_messageable(post.channel)
            with contextlib.suppress(discord.HTTPException):  # it may be gone already
                await where.get_partial_message(post.message).edit(**await edit_arguments(done))
        await show(interaction, done)


async def setup(bot: Atelier) -> None:
    """Adds the command."""
    await bot.add_cog(Watch())
