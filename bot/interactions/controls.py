"""Buttons, selects and forms: finds the handler of what somebody used, and runs it.

A custom_id, `action:table:rest`, holds all that a handler needs, so buttons work after a restart.
`pressed`, `picked` and `submitted` register the handler of an action; it runs after the interaction
was acknowledged. What `form` registers opens a form at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any, cast

from bot.interactions.client import Interaction
from bot.interactions.context import Context
from bot.interactions.errors import replying_to_errors
from bot.interactions.finding import check_place
from bot.interactions.replies import AGAIN, acknowledge, before_form, reset_selects
from bot.operations.discord_errors import REQUEST_ERRORS
from bot.operations.logs import set_log_table
from bot.pages.page import Answers, Button, Form
from bot.table import Refused
from bot.texts.languages import _
from games.reading import whole_number

PICK_PREFIX = "pick-"
"""How the action of a select begins."""
FORM_PREFIX = "form-"
"""How the action of a form begins."""
Run = Callable[[Context], Awaitable[None]]
Make = Callable[[Context], Awaitable[Form]]


@dataclass(slots=True, frozen=True)
class Handler:
    """What a component does, and what it needs for that."""

    run: Run
    table: bool
    seat: bool
    ephemeral: bool
    opens_form: bool = False

    async def handle(self, ctx: Context) -> None:
        """Finds what the function needs, and runs it."""
        set_log_table(ctx.number)
        await refuse_if_older_than_restore(ctx)
        if self.table or self.seat:
            table = await ctx.bot.tables.get(ctx.number)
            await check_place(ctx, table)
            ctx.use_table(table, seat=self.seat)
        await self.run(ctx)


HANDLERS: dict[str, Handler] = {}
"""The handlers by action."""


def pressed(
    action: str,
    *,
    table: bool = True,
    seat: bool = False,
    ephemeral: bool = False,
    opens_form: bool = False,
) -> Callable[[Run], Run]:
    """Registers the handler of a button.

    With `table` it gets the table of the button, with `seat` also the seat of the person. Its reply
    replaces the message with the button or, if `ephemeral`, is a new message for this person alone.
    If it `opens_form`, the form is the acknowledgement.
    """

    def register(run: Run) -> Run:
        HANDLERS[action] = Handler(run, table, seat, ephemeral, opens_form)
        return run

    return register


def picked(action: str, *, table: bool = True, seat: bool = False) -> Callable[[Run], Run]:
    """Registers the handler of a select, as `pressed` does for a button."""
    return pressed(f"{PICK_PREFIX}{action}", table=table, seat=seat)


def form(action: str, *, table: bool = True, seat: bool = False) -> Callable[[Make], Make]:
    """Registers what makes a form, which buttons of this action open."""

    def register(make: Make) -> Make:
        @pressed(action, table=table, seat=seat, opens_form=True)
        async def _open(ctx: Context) -> None:  # pyright: ignore[reportUnusedFunction]
            await ctx.open_form(await make(ctx))

        return make

    return register


def submitted(action: str, *, table: bool = True, seat: bool = False) -> Callable[[Run], Run]:
    """Registers the handler of a filled form, as `pressed` does for a button. The reply is
    ephemeral unless the message with the button of the form is for this person alone: then it
    replaces that. If it raises Refused, they can edit what they typed.
    """
    return pressed(f"{FORM_PREFIX}{action}", table=table, seat=seat)


def out_of_date() -> Refused:
    """The refusal of a press that this release cannot read."""
    return Refused(
        _("This button is out of date. Nothing changed; use the buttons under the current board.")
    )


def as_number(text: str) -> int:
    """The number in a custom_id or a value; raises Refused if it is none."""
    number = whole_number(text)
    if number is None:
        raise out_of_date()
    return number


def one_of(text: str, known: Container[str]) -> str:
    """A value; raises Refused if this release does not know it."""
    if text not in known:
        raise out_of_date()
    return text


async def receive(interaction: Interaction) -> None:
    """Handles a button, select or form once; a failure is answered with a sentence.

    It reads the raw interaction: for a `discord.ui.DynamicItem` the library would first make an
    object of every component of the message.
    """
    if not interaction.client.seen_interactions.is_new(interaction.id):
        return
    data = cast("dict[str, Any]", interaction.data)
    action, number, rest = [*str(data["custom_id"]).split(":", 2), "", ""][:3]
    ctx = Context(interaction, 0, rest, data.get("values", ()), answers_of(data))
    async with replying_to_errors(interaction):
        handler = HANDLERS.get(action)
        opens_form = handler is not None and handler.opens_form
        if not opens_form:
            ephemeral = handler is not None and handler.ephemeral
            public = action.startswith(FORM_PREFIX) and is_public(interaction)
            new_message = interaction.message is None or ephemeral or public
            await acknowledge(interaction, ephemeral=new_message)
        try:
            if handler is None:
                raise out_of_date()
            ctx.number = as_number(number)
            async with before_form(interaction) if opens_form else nullcontext():
                await handler.handle(ctx)
        except Exception as error:
            if action.startswith(PICK_PREFIX) and isinstance(error, Refused):
                await reset_selects(interaction)
            if action.startswith(FORM_PREFIX) and handler is not None:
                keep_typed(ctx, data["custom_id"])
            raise
        interaction.client.typed.forget(ctx.user.id, data["custom_id"])


def is_public(interaction: Interaction) -> bool:
    """Whether others can read the message of an interaction."""
    message = interaction.message
    return message is not None and not message.flags.ephemeral and interaction.guild_id is not None


def keep_typed(ctx: Context, custom_id: str) -> None:
    """Keeps what somebody typed into a form that was refused, and has the refusal offer to edit
    it.
    """
    ctx.bot.typed.keep(ctx.user.id, custom_id, ctx.answers)
    action = custom_id.split(":")[0].removeprefix(FORM_PREFIX)
    again = Button(action, ctx.number, ctx.rest, label=_("Edit again"), style="primary")
    ctx.interaction.extras[AGAIN] = again


def answers_of(data: dict[str, Any]) -> Answers:
    """What the fields of a form were given; {} for a button or a select."""
    fields = [each.get("component", {}) for each in data.get("components", ())]
    return {
        str(each["custom_id"]): each["values"] if "values" in each else [str(each["value"] or "")]
        for each in fields
        if "custom_id" in each
    }


async def refuse_if_older_than_restore(ctx: Context) -> None:
    """Raises Refused, and deletes the message, if it is older than the restored backup and unknown
    to it: the game that it shows may have gone on differently.
    """
    message = ctx.interaction.message
    if message is None or message.created_at.timestamp() > ctx.bot.restored_at:
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
