"""A rematch: the button under the board of a finished game, and what /game rematch does."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.interactions import Context, pressed
from bot.interactions.cooldowns import INVITE, NEW_TABLE
from bot.interactions.server_settings import check_allowed
from bot.operations.discord_errors import REQUEST_ERRORS
from bot.operations.markdown import escape_markdown
from bot.outbox.wanted import BOARD
from bot.pages.names import link
from bot.store import InvitationRow
from bot.table import ChannelBusy, Person, Refused, Table, format_names, rematch
from bot.texts.languages import _
from cogs._lobby import check_channel, check_limits, wait_for_lobby


@pressed("rematch", ephemeral=True)
async def press_rematch(ctx: Context) -> None:
    """Opens a rematch of the finished game, or links the one that is open already."""
    await open_rematch(ctx)


async def open_rematch(ctx: Context) -> None:
    """Opens a lobby for a rematch, invites those who played, and replies with a link. If the
    rematch is open already, it only replies with the link.
    """
    before, user = ctx.table, ctx.user
    rematch.must_allow_rematch(before, user.id)
    await check_channel(ctx)
    if await _reply_if_open(ctx, before):
        return
    await check_allowed(ctx)
    await check_limits(ctx)
    for limit in (NEW_TABLE, INVITE):
        ctx.bot.cooldowns.use(limit, user.id)
    absent = await _find_absent(ctx, before)
    guests = await rematch.guests(before, user.id, absent)
    try:
        host = Person(user.display_name, user=user.id)
        table = await ctx.bot.tables.open_rematch(before, host, guests)
    except ChannelBusy:
        if not await _reply_if_open(ctx, before):
            raise
        return
    ctx.use_table(table)
    await wait_for_lobby(ctx, table)
    opened = _(
        "The rematch is open: [{game:text}, table {n}]({link:text}).",
        game=table.game.title,
        n=table.id,
        link=await _link(ctx, table),
    )
    await ctx.reply("\n".join([opened, *_invited_lines(before, guests, absent)]))


async def _reply_if_open(ctx: Context, before: Table) -> bool:
    """Replies with a link if the rematch is open already; returns whether it is. Raises Refused if
    the channel has another open table.
    """
    row = await ctx.bot.store.tables.open_in(before.row.channel)
    if row is None:
        return False
    table = await ctx.bot.tables.get(row.id)
    where = {"game": table.game.title, "n": table.id, "link": await _link(ctx, table)}
    if row.rematch_of != before.id:
        raise Refused(
            _(
                "[{game:text}, table {n}]({link:text}) is open in this channel. Open the"
                " rematch once it has ended.",
                **where,
            )
        )
    await ctx.reply(
        _("The rematch is open already: [{game:text}, table {n}]({link:text}).", **where)
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
    for person in before.people:
        if person.user is None or person.user == ctx.user.id or guild is None:
            continue
        try:
            member = await guild.fetch_member(person.user)
        except discord.NotFound:
            absent.add(person.user)
            continue
        if not _sees_channel(member, channel):
            absent.add(person.user)
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
    names = {person.user: escape_markdown(person.name) for person in before.people if person.user}
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
                " yours today; they can still join.",
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
