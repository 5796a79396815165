"""A rematch: the button under the board of a finished game, and what /game rematch does."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import discord

from bot.interactions import Context, pressed
from bot.interactions.cooldowns import INVITE, NEW_TABLE
from bot.interactions.finding import find_members
from bot.interactions.server_settings import check_allowed
from bot.operations import permissions
from bot.operations.discord_errors import REQUEST_ERRORS
from bot.outbox.wanted import BOARD
from bot.pages.names import link
from bot.store import InvitationRow
from bot.table import ChannelBusy, NewTable, Person, Refused, Table, format_names, rematch
from bot.texts.languages import _
from cogs._tables.opening import check_channel, check_limits, wait_for_lobby
from cogs._tables.threads import new_thread


@pressed("rematch", ephemeral=True)
async def press_rematch(ctx: Context) -> None:
    await open_rematch(ctx)


async def open_rematch(ctx: Context) -> None:
    """Opens a lobby for a rematch, invites those who played, and replies with a link. If the
    rematch is open already, it only replies with the link.
    """
    before, user = ctx.table, ctx.user
    rematch.must_allow_rematch(before, user.id)
    await check_channel(ctx)
    async with before.lock:  # of two who press at once, the second one finds the first one's
        if await _reply_if_open(ctx, before):
            return
        await check_allowed(ctx)
        await check_limits(ctx)
        for limit in (NEW_TABLE, INVITE):
            ctx.bot.cooldowns.use(limit, user.id)
        absent = await _find_absent(ctx, before)
        guests = await rematch.guests(before, user.id, absent)
        new = rematch.new_rematch(before, Person(ctx.name, user=user.id))
        try:
            async with _place(ctx, new) as placed:
                table = await ctx.bot.tables.open(placed, guests)
                ctx.use_table(table)
                await wait_for_lobby(ctx, table)
        except ChannelBusy:
            if not await _reply_if_open(ctx, before):
                raise
            return
    opened = _(
        "The rematch is open: [{game:text}, table {n}]({link:text}).",
        game=table.game.title,
        n=table.id,
        link=await _link(ctx, table),
    )
    await ctx.reply("\n".join([opened, *_invited_lines(before, guests, absent)]))


@asynccontextmanager
async def _place(ctx: Context, new: NewTable) -> AsyncGenerator[NewTable]:
    """Puts a rematch into its channel: where the game was played. A thread that the bot opened for
    that game is only its own, so the rematch gets one beside it, as it does where another table is
    open. A private game stays in its private thread.
    """
    channel, own = ctx.interaction.channel, False
    if isinstance(channel, discord.Thread) and not channel.is_private():
        own = ctx.bot.user is not None and channel.owner_id == ctx.bot.user.id
        channel = channel.parent if own else channel
    busy = await ctx.bot.store.tables.open_in(new.channel)
    lacks = permissions.missing_for_thread(ctx.interaction.app_permissions, private=False)
    if (own or busy) and isinstance(channel, discord.TextChannel) and not lacks:
        async with new_thread(ctx, new, channel) as placed:
            yield placed
    elif busy:
        table = await ctx.bot.tables.get(busy.id)
        raise Refused(
            _(
                "[{game:text}, table {n}]({link:text}) is open in this channel. Open the"
                " rematch once it has ended.",
                game=table.game.title,
                n=table.id,
                link=await _link(ctx, table),
            )
        )
    else:
        yield new


async def _reply_if_open(ctx: Context, before: Table) -> bool:
    """Replies with a link to the rematch if it is open already; returns whether it is."""
    number = await ctx.bot.store.tables.rematch_of(before.id)
    if not number:
        return False
    table = await ctx.bot.tables.get(number)
    await ctx.reply(
        _(
            "The rematch is open already: [{game:text}, table {n}]({link:text}).",
            game=table.game.title,
            n=table.id,
            link=await _link(ctx, table),
        )
    )
    return True


async def _link(ctx: Context, table: Table) -> str:
    """The link of a table's board, or of its channel."""
    board = (await ctx.bot.store.posts.of(table.id)).get(BOARD)
    return link(table, board.message if board else 0)


async def _find_absent(ctx: Context, before: Table) -> set[int]:
    """The people of a finished game who have left the server or cannot see the channel. The others
    are added to the thread of a private table again.
    """
    absent: set[int] = set()
    guild, channel = ctx.interaction.guild, ctx.interaction.channel
    others = [p.user for p in before.people if p.user and p.user != ctx.user.id]
    found = await find_members(guild, others) if guild else {}
    for user, member in found.items():
        if member is None or not _sees_channel(member, channel):
            absent.add(user)
        elif before.row.private and isinstance(channel, discord.Thread):
            with suppress(
                *REQUEST_ERRORS
            ):  # the thread may be closed to bots; they are invited all the same
                await channel.add_user(member)
    return absent


def _sees_channel(member: discord.Member, channel: object) -> bool:
    """Whether a member sees a channel; True for a thread whose channel is unknown."""
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        with suppress(discord.ClientException):
            return channel.permissions_for(member).view_channel
    return True


def _invited_lines(before: Table, guests: list[InvitationRow], absent: set[int]) -> list[str]:
    """What the host reads about the others: who was invited, and who was not."""
    quiet = {row.user for row in guests if row.notice == "nothing"}
    names = dict(zip([person.user for person in before.people], before.escaped_names, strict=True))
    lines: list[str] = []
    if invited := [names[row.user] for row in guests if row.user not in quiet]:
        lines.append(
            _(
                "Invited: {names:text}. They can join with one press, or decline.",
                names=format_names(invited),
            )
        )
    if quiet:
        lines.append(
            _(
                "Not notified: {names:text}. They want no invitations, or have declined one of"
                " yours today. They can still join if there is a seat for them.",
                names=format_names([name for user, name in names.items() if user in quiet]),
            )
        )
    if absent:
        lines.append(
            _(
                "Not invited: {names:text}. They have left the server, or do not see this channel.",
                names=format_names([name for user, name in names.items() if user in absent]),
            )
        )
    return lines
