"""Buttons, selects and forms: what is done when somebody uses one.

A custom_id carries all there is to know, `action:table:rest`, so nothing is kept in memory and
buttons work after a restart. What an action does is registered with `pressed`, `picked` and
`filled`; its handler runs when the interaction is acknowledged, or opens a form at once.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Container, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any, cast

from bot.interactions.client import Interaction
from bot.interactions.context import Context
from bot.interactions.errors import errors_told
from bot.interactions.replies import acknowledge, before_form, reset_selects
from bot.operations.discord_errors import REQUEST_ERRORS
from bot.operations.logs import set_log_table
from bot.table import Refused
from bot.texts.languages import _

NUMBER, LARGEST = re.compile("[0-9]{1,19}"), 2**63 - 1
"""How numbers are written that fit into the store, those of people and of tables."""
PICK = "pick-"
"""What the custom_id of a select begins with."""
FORM = "form-"
"""What the custom_id of a form begins with."""
Run = Callable[[Context], Awaitable[None]]


@dataclass(slots=True, frozen=True)
class Handler:
    """What a control does, and what has to be found before."""

    run: Run
    table: bool
    seat: bool
    ephemeral: bool
    opens_form: bool = False

    async def handle(self, ctx: Context) -> None:
        """Finds what is needed, and does what the control is for."""
        set_log_table(ctx.number)
        await refuse_if_older_than_restore(ctx)
        if self.table or self.seat:
            ctx.turn_to(await ctx.bot.tables.get(ctx.number), seat=self.seat)
        await self.run(ctx)


HANDLERS: dict[str, Handler] = {}
"""The handlers by what a custom_id begins with."""


def pressed(
    action: str,
    *,
    table: bool = True,
    seat: bool = False,
    ephemeral: bool = False,
    opens_form: bool = False,
) -> Callable[[Run], Run]:
    """Registers what a button does.

    The handler is given the `table` that the button belongs to, and the `seat` that the person has
    there. Its reply replaces the message with the button, or is a new message that only this person
    sees if it is `ephemeral`. One that `opens_form` is not acknowledged before the form opens.
    """

    def register(run: Run) -> Run:
        HANDLERS[action] = Handler(run, table, seat, ephemeral, opens_form)
        return run

    return register


def picked(action: str, *, table: bool = True, seat: bool = False) -> Callable[[Run], Run]:
    """Registers what a select does, as `pressed` does for a button."""
    return pressed(f"{PICK}{action}", table=table, seat=seat)


def filled(action: str, *, table: bool = True, seat: bool = False) -> Callable[[Run], Run]:
    """Registers what is done with the text of a form, as `pressed` does for a button. The reply to
    a form that a command has opened is a new message that only this person sees.
    """
    return pressed(f"{FORM}{action}", table=table, seat=seat)


def out_of_date() -> Refused:
    """Returns what is said to a press that this release cannot read."""
    return Refused(
        _("This button is out of date. Nothing changed; use the buttons under the current board.")
    )


def as_number(text: str) -> int:
    """Returns the number in a custom_id, or in a value; Refused where there is none."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST:
        raise out_of_date()
    return int(text)


def one_of(text: str, known: Container[str]) -> str:
    """Returns a value that this release knows; Refused where it does not."""
    if text not in known:
        raise out_of_date()
    return text


async def receive(interaction: Interaction) -> None:
    """Does what a button, select or form is for, once; every failure is answered with a sentence.

    What was pressed is read from the interaction. For a `discord.ui.DynamicItem` the library would
    first make an object of every component of the message.
    """
    if not interaction.client.seen_interactions.is_new(interaction.id):
        return
    data = cast("dict[str, Any]", interaction.data)
    action, number, rest = [*str(data["custom_id"]).split(":", 2), "", ""][:3]
    async with errors_told(interaction):
        handler = HANDLERS.get(action)
        opens_form = handler is not None and handler.opens_form
        if not opens_form:
            new_message = interaction.message is None or (handler is not None and handler.ephemeral)
            await acknowledge(interaction, ephemeral=new_message)
        try:
            if handler is None:
                raise out_of_date()
            async with before_form(interaction) if opens_form else nullcontext():
                await handler.handle(Context(interaction, as_number(number), rest, values_of(data)))
        except Refused:
            if action.startswith(PICK):
                await reset_selects(interaction)
            raise


def values_of(data: dict[str, Any]) -> Sequence[str]:
    """Returns what was picked in a select, or typed into the fields of a form."""
    fields = [label.get("component", {}) for label in data.get("components", ())]
    return data.get("values") or [str(field.get("value") or "") for field in fields]


async def refuse_if_older_than_restore(ctx: Context) -> None:
    """Refused, and the message removed, where something was pressed on a message that a restored
    backup does not know: it may show a game that went on otherwise.
    """
    message = ctx.interaction.message
    if message is None or message.created_at.timestamp() > ctx.bot.restored:
        return
    store = ctx.bot.store
    for rows in (store.posts, store.league_posts):
        if any(post.message == message.id for post in (await rows.of(ctx.number)).values()):
            return
    if not message.flags.ephemeral:
        with suppress(*REQUEST_ERRORS):
            await message.delete()
    raise Refused(
        _("I was restored from a backup. Use the new message; make missing moves once more.")
    )
