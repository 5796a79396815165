"""Reviews of finished games: /review, the button of the same name, and sharing one."""

from __future__ import annotations

from discord import app_commands

from bot.interactions import Context, command, extension, pressed
from bot.interactions.finding import find_table, table_by_number
from bot.outbox.wanted import REVIEW
from bot.pages.review import review_page
from bot.store import ALL_TENTHS
from bot.table import Table
from cogs.history import check_may_see, complete_finished


async def show_review(ctx: Context, table: Table) -> None:
    """Replies with the review of a game, which the outbox then keeps up to date; starts the review
    if there is none.
    """
    check_may_see(ctx, table)
    ctx.use_table(table)
    bot, user, seat = ctx.bot, ctx.user.id, table.seat_of(ctx.user.id)
    row = await bot.reviewer.request(table)
    with bot.outbox.panel_replies.active(table.id, user):
        page = await review_page(table, seat, row, bot.pictures)
        shown = await ctx.reply(page)
        if shown:
            token = ctx.interaction.token
            await bot.outbox.save_panel(table.id, user, shown, token, page, row.tenths, REVIEW)
    now = await bot.reviewer.get(table)
    if row.tenths < ALL_TENTHS and (now is None or now.tenths != row.tenths):
        await bot.refresh(table.id)


@pressed("review", ephemeral=True)
async def press_review(ctx: Context) -> None:
    await show_review(ctx, ctx.table)


@pressed("refresh-review")
async def press_refresh(ctx: Context) -> None:
    await show_review(ctx, ctx.table)


@pressed("share-review")
async def press_share(ctx: Context) -> None:
    """Shares a review in the channel of its table."""
    check_may_see(ctx, ctx.table)
    row = await ctx.bot.reviewer.request(ctx.table)
    if row.tenths == ALL_TENTHS:
        await ctx.bot.store.reviews.share(ctx.table.id)
        ctx.bot.outbox.kick(ctx.table.id)
    await show_review(ctx, ctx.table)


@command()
@app_commands.describe(table="A game that has ended")
@app_commands.autocomplete(table=complete_finished)
async def review(ctx: Context, table: str | None = None) -> None:
    """See which decisions changed a finished game."""
    if table is None and ctx.guild_id is None:
        newest = await ctx.bot.store.tables.finished(None, ctx.user.id, 1)
        table = next(map(str, newest), None)
    await show_review(ctx, await (table_by_number(ctx, table) if table else find_table(ctx)))


setup = extension(review)
