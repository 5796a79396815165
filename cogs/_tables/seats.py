"""The buttons of seats and votes in a running game."""

from __future__ import annotations

from bot.interactions import Context, pressed
from bot.interactions.controls import as_number
from bot.table import (
    seating,
    together,
    votes,
)
from bot.table.moderation import may_moderate
from bot.table.votes import END
from bot.texts.languages import _
from cogs._tables.threads import enter_thread


@pressed("resign")
async def press_resign(ctx: Context) -> None:
    await seating.leave(ctx.table, ctx.user.id)
    await ctx.reply(
        _("You have left table {n}. A computer player holds your seat.", n=ctx.table.id)
    )


@pressed("take")
async def press_take(ctx: Context) -> None:
    await seating.take(ctx.table, ctx.user.id, ctx.name, as_number(ctx.rest))
    await enter_thread(ctx)


@pressed("accept", ephemeral=True)
async def press_accept(ctx: Context) -> None:
    """Takes the seat that was offered to the person who pressed; `rest` is the seat."""
    await seating.accept(ctx.table, as_number(ctx.rest), ctx.user.id, ctx.name)
    await enter_thread(ctx)
    await ctx.reply(_("The seat at table {n} is yours.", n=ctx.table.id))


@pressed("end-offer", ephemeral=True)
async def press_end_offer(ctx: Context) -> None:
    """Ends the offer of a seat; `rest` is the seat."""
    moderator = ctx.interaction.permissions.manage_messages
    moderator = moderator and await may_moderate(ctx.table, ctx.user.id)
    await seating.end_offer(ctx.table, as_number(ctx.rest), ctx.user.id, moderator=moderator)
    await ctx.reply(_("The offer has ended."))


@pressed("agree")
async def press_agree(ctx: Context) -> None:
    await votes.agree(ctx.table, ctx.user.id, ctx.rest or END)


@pressed("refuse")
async def press_refuse(ctx: Context) -> None:
    await votes.refuse(ctx.table, ctx.user.id, ctx.rest)


@pressed("together", seat=True)
async def press_together(ctx: Context) -> None:
    """Proposes half an hour together, or wants the one that begins at the moment in `rest`."""
    if ctx.rest:
        await together.want(ctx.table, ctx.user.id, as_number(ctx.rest))
    else:
        await together.propose(ctx.table, ctx.user.id, ctx.bot.clock.now())


@pressed("another-day", seat=True)
async def press_another_day(ctx: Context) -> None:
    await together.want_another_day(ctx.table, ctx.user.id, as_number(ctx.rest))


def vote_open_text() -> str:
    """What somebody reads who has made a proposal."""
    return _("I have asked the others. The vote is at the table.")
