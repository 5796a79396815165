"""Hints, at tables that allow them: /hint and the button of the panel."""

from __future__ import annotations

from bot.interactions import Context, command, extension, pressed
from bot.interactions.controls import as_number
from bot.interactions.replies import release_slot
from bot.pages.lessons import hint_text
from bot.table import Refused
from bot.texts.languages import _
from cogs.play import show_panel, while_running


async def give_hint(ctx: Context, question: int) -> None:
    """Shows the panel with a hint for this question, or a note that the question has passed. Raises
    Refused at a table without hints, and for somebody who is not asked.
    """
    table = ctx.table
    table.must_run()
    if not table.row.hints:
        raise Refused(
            _("Hints are off at this table. A host turns them on in the lobby, under **Options**.")
        )
    if question == table.question:
        if ctx.seat not in table.state.asked:
            raise Refused(_("You are not asked anything now, so there is no hint."))
        release_slot(ctx.interaction)
        thought = await ctx.bot.hints.of(table, ctx.seat)
        ctx.use_table(await ctx.bot.tables.get(table.id), seat=True)
        if question == ctx.table.question and ctx.seat in ctx.table.state.asked:
            await show_panel(ctx, hint=hint_text(ctx.table, ctx.seat, thought))
            return
    await show_panel(
        ctx, f"⚠ {_('The game has moved on since this hint. This is the position now.')}"
    )


@pressed("hint", seat=True)
@while_running
async def press_hint(ctx: Context) -> None:
    await give_hint(ctx, as_number(ctx.rest))


@command(seat=True)
async def hint(ctx: Context) -> None:
    """Ask for a sensible move, at a table with hints; only you see it."""
    await give_hint(ctx, ctx.table.question)


setup = extension(hint)
