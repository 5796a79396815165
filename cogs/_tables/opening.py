"""Opening tables: in which channels, how many, and with which settings."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import Context
from bot.interactions.cooldowns import NEW_TABLE
from bot.interactions.replies import release_slot
from bot.interactions.server_settings import check_allowed
from bot.operations import permissions
from bot.operations.discord_errors import (
    AUTOMOD,
    MISSING_ACCESS,
    THREAD_LOCKED,
)
from bot.outbox.leagues import MAX_OPEN_OF_SERVER
from bot.table import (
    NewTable,
    Person,
    Refused,
    Table,
    format_names,
)
from bot.table.lobby import check_seats
from bot.table.pace import PRESETS
from bot.table.settings import LOT
from bot.texts.languages import _, translate
from games.kernel import Game

MAX_OPEN_OF_HOST = 10
"""Open tables of one host: lobbies and running games."""


async def check_channel(ctx: Context) -> None:
    """Raises Refused if no game can be played here: in a DM, or if the bot lacks permissions. Joins
    a private thread.
    """
    interaction, channel = ctx.interaction, ctx.interaction.channel
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(_("Open tables in a channel of a server, with /game new."))
    missing = permissions.missing(interaction.app_permissions, channel)
    if missing:
        raise Refused(
            _(
                "I cannot host a game here. In the settings of this channel, allow me:"
                " {names:text}.",
                names=format_names([*map(translate, missing)]),
            )
        )
    if isinstance(channel, discord.Thread) and channel.is_private():
        try:
            await channel.join()
        except discord.Forbidden as error:
            raise Refused(unseen_channel_text()) from error


def unseen_channel_text() -> str:
    return _(
        "I cannot see this channel, so no game can be played here. In a private thread, mention me:"
        " that adds me to it. Elsewhere, somebody who manages the server can give me View Channel."
    )


async def check_limits(ctx: Context) -> None:
    """Raises Refused if the person or the server has too many open tables, or if nobody may open
    any now.
    """
    await ctx.bot.tables.must_take_new_games()
    hosted, here = await ctx.bot.store.tables.open_counts(ctx.user.id, ctx.guild_id)
    if hosted >= MAX_OPEN_OF_HOST:
        raise Refused(
            _(
                "You host {n:open table|open tables}, the most allowed. Finish one, or end"
                " one: /game abandon",
                n=hosted,
            )
        )
    if here >= MAX_OPEN_OF_SERVER:
        raise Refused(
            _(
                "This server has {n:open table|open tables}, the most allowed. One must end"
                " first: /game list",
                n=here,
            )
        )


def new_table(ctx: Context, game: Game[Any], seats: int, *, private: bool = False) -> NewTable:
    """A table of the person in this channel, as all tables begin; raises Refused if the game is not
    for so many.
    """
    check_seats(game, seats)
    return NewTable(
        game,
        guild=ctx.guild_id,
        channel=ctx.interaction.channel_id or 0,
        people=[Person(ctx.name, user=ctx.user.id)],
        seats=seats,
        pace=str(PRESETS["relaxed"]),
        late="once",
        seating="listed" if game.teams_of(seats) else LOT,
        private=int(private),
    )


async def open_table(ctx: Context, new: NewTable) -> None:
    """Opens a lobby, and replies when its board is posted or takes long. If Discord refuses the
    board, the table is closed and Refused raised.
    """
    await check_allowed(ctx)
    await check_limits(ctx)
    ctx.bot.cooldowns.use(NEW_TABLE, ctx.user.id)
    table = await ctx.bot.tables.open(new)
    posted = await wait_for_lobby(ctx, table)
    said = _(
        "Table {n} is open in {where:text}: {game} for {seats}.",
        n=table.id,
        where=f"<#{new.channel}>",
        game=new.game.title,
        seats=new.seats,
    )
    then = _("Others can join there.")
    if new.private:
        then = _("Only people whom you invite there see it, with /game invite.")
    if not posted:
        then = _("Discord is slow at the moment; the table appears there soon.")
    await ctx.reply(f"{said} {then}")


async def wait_for_lobby(ctx: Context, table: Table) -> bool:
    """Waits for the first board of a table; returns False if that takes long. If Discord refuses
    the board, the table is closed and Refused raised.
    """
    release_slot(ctx.interaction)
    try:
        return await ctx.bot.outbox.wait_for_board(table.id)
    except discord.HTTPException as error:
        raise Refused(cannot_post(ctx, error)) from error


def cannot_post(ctx: Context, error: discord.HTTPException) -> str:
    """Why no table was opened, after Discord refused its first board."""
    if error.code in THREAD_LOCKED:
        return _(
            "No table was opened, because this thread is locked. Somebody who manages threads can"
            " unlock it."
        )
    if error.code == MISSING_ACCESS:
        return unseen_channel_text()
    if error.code in AUTOMOD:
        return _(
            "No table was opened, because AutoMod of this server blocks my message. Somebody who"
            " manages the server can change its rules."
        )
    if isinstance(error, discord.Forbidden):
        needed = permissions.missing(discord.Permissions.none(), ctx.interaction.channel)
        return _(
            "No table was opened, because Discord does not let me write here. Somebody who manages"
            " the server can check that I have all of these permissions in this channel:"
            " {names:text}.",
            names=format_names([*map(translate, needed)]),
        )
    return _("No table was opened, because I cannot write in this channel any more.")
