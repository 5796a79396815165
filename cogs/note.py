"""Notes that players make for themselves at a table: /note and the button of the panel."""

from __future__ import annotations

import time

from bot.interactions import Context, command, extension, pressed, submitted
from bot.operations.markdown import clean_line
from bot.pages.page import Field, Form
from bot.store import MemoRow
from bot.table import Refused
from bot.texts.languages import _
from cogs.play import show_panel

MAX_CHARACTERS = 1000
"""Characters of a note."""


async def open_note(ctx: Context) -> None:
    table = ctx.table
    _state = table.state  # Refused before the game starts
    await ctx.open_form(
        Form(
            "note",
            table.id,
            title=_("Your note, table {n}", n=table.id),
            fields=[
                Field(
                    _("Only you see it. Clear it to remove it."),
                    await ctx.bot.store.memos.of(table.id, ctx.user.id),
                    MAX_CHARACTERS,
                    is_long=True,
                )
            ],
        )
    )


@pressed("note", seat=True, opens_form=True)
async def press_note(ctx: Context) -> None:
    await open_note(ctx)


@command(seat=True, opens_form=True)
async def note(ctx: Context) -> None:
    """Write something down for yourself at a table; only you see it."""
    await open_note(ctx)


@submitted("note", seat=True)
async def save_note(ctx: Context) -> None:
    """Stores a note, without invisible characters, and shows the panel."""
    text = "\n".join(clean_line(line) for line in ctx.value.splitlines()).strip()
    if len(text) > MAX_CHARACTERS:
        raise Refused(_("A note has room for {n} characters.", n=MAX_CHARACTERS))
    row = MemoRow(ctx.table.id, ctx.user.id, text, time.time())
    await ctx.bot.store.memos.save(row)
    await show_panel(ctx, f"✓ {_('Your note is saved.') if text else _('Your note is removed.')}")
    await ctx.bot.refresh(ctx.table.id)


setup = extension(note)
