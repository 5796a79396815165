"""Notes that players make for themselves at a table: /note and the button of the panel."""

from __future__ import annotations

import time

from bot.interactions import Context, command, extension, form, submitted
from bot.operations.markdown import clean_line
from bot.pages.page import Field, Form
from bot.store import MemoRow
from bot.table import Refused
from bot.texts.languages import _
from cogs.play import show_panel

MAX_CHARACTERS = 1000
"""Characters of a note."""


@form("note", seat=True)
async def note_form(ctx: Context) -> Form:
    table = ctx.table
    _state = table.state  # Refused before the game starts
    now = await ctx.bot.store.memos.of(table.id, ctx.user.id)
    label = _("Only you see it. Clear it to remove it.")
    field = Field(label, text=now, max_length=MAX_CHARACTERS, is_long=True)
    return Form("note", table.id, _("Your note, table {n}", n=table.id), [field])


@command(seat=True, opens_form=True)
async def note(ctx: Context) -> None:
    """Write something down for yourself at a table; only you see it."""
    await ctx.open_form(await note_form(ctx))


@submitted("note", seat=True)
async def save_note(ctx: Context) -> None:
    """Stores a note, without invisible characters, and shows the panel."""
    text = "\n".join(clean_line(line) for line in ctx.answer().splitlines()).strip()
    if len(text) > MAX_CHARACTERS:
        raise Refused(_("A note has room for {n} characters.", n=MAX_CHARACTERS))
    row = MemoRow(ctx.table.id, ctx.user.id, text, time.time())
    await ctx.bot.store.memos.save(row)
    await show_panel(ctx, f"✓ {_('Your note is saved.') if text else _('Your note is removed.')}")
    await ctx.bot.refresh(ctx.table.id)


setup = extension(note)
