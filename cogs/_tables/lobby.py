"""The buttons of a lobby, of its invitations and of its options."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.interactions import Context, form, picked, pressed, submitted
from bot.interactions.controls import as_number
from bot.interactions.finding import find_members
from bot.interactions.replies import acknowledge
from bot.pages.lobby import chosen_in, options_form, options_page, pace_form
from bot.pages.names import link
from bot.pages.page import Form
from bot.table import (
    Refused,
    Table,
    format_names,
    invitations,
    lobby,
    seating,
)
from bot.table.pace import make_pace
from bot.table.settings import PACE
from bot.texts.languages import _
from cogs._tables.opening import check_channel
from cogs._tables.threads import enter_thread

OptionHandler = Callable[[Context, Table, int], Awaitable[None]]


@pressed("join")
async def press_join(ctx: Context) -> None:
    await check_auto_start(ctx)
    await lobby.join(ctx.table, ctx.user.id, ctx.name)
    await enter_thread(ctx)


@pressed("leave")
async def press_leave(ctx: Context) -> None:
    if ctx.table.row.status != "lobby":
        raise Refused(_("The game is running already; /game leave gives up your seat."))
    await seating.leave(ctx.table, ctx.user.id)


@pressed("computer")
async def press_computer(ctx: Context) -> None:
    await check_auto_start(ctx)
    await lobby.add_computer(ctx.table, ctx.user.id)


@pressed("no-computer")
async def press_no_computer(ctx: Context) -> None:
    await lobby.remove_computer(ctx.table, ctx.user.id)


@pressed("start")
async def press_start(ctx: Context) -> None:
    await check_channel(ctx)
    lobby.must_be_ready(ctx.table, ctx.user.id)
    if gone := await free_absent(ctx):
        raise Refused(
            _(
                "{names:text} left the server. Their seats are free, and the game has not started.",
                names=format_names(gone),
            )
        )
    await lobby.start(ctx.table, ctx.user.id)


async def check_auto_start(ctx: Context) -> None:
    """Raises Refused if the last seat would start a game that cannot be played here. If somebody at
    the table has left the server, it is not the last one.
    """
    row = ctx.table.row
    if row.starts_full and ctx.guild_id is not None:
        await check_channel(ctx)
    if row.starts_full and len(ctx.table.people) == row.seats - 1:
        await free_absent(ctx)


async def free_absent(ctx: Context) -> list[str]:
    """Frees the seats of people in the lobby who have left the server, and returns their names."""
    guild = ctx.bot.get_guild(ctx.table.row.guild or 0)
    others = [p.user for p in ctx.table.people if p.user and p.user != ctx.user.id]
    if guild is None or ctx.table.row.status != "lobby":
        return []
    found = await find_members(guild, others)
    return await lobby.free_absent(ctx.table, [user for user, who in found.items() if who is None])


# --- Invitations ----------------------------------------------------------------------------------


@pressed("welcome", ephemeral=True)
async def press_welcome(ctx: Context) -> None:
    """Takes a seat in answer to an invitation."""
    check_guest(ctx)
    await check_auto_start(ctx)
    await lobby.join(ctx.table, ctx.user.id, ctx.name)
    await enter_thread(ctx)
    await ctx.reply(
        _(
            "You sit at [{game:text}, table {n}]({link:text}).",
            game=ctx.table.game.title,
            n=ctx.table.id,
            link=link(ctx.table),
        )
    )


@pressed("decline", ephemeral=True)
async def press_decline(ctx: Context) -> None:
    check_guest(ctx)
    await invitations.decline(ctx.table, ctx.user.id)
    await ctx.reply(
        _("You have declined. If you want no invitations at all, type /settings invitations.")
    )


@pressed("withdraw", ephemeral=True)
async def press_withdraw(ctx: Context) -> None:
    """Withdraws an invitation; `rest` is the number of the guest."""
    await invitations.withdraw(ctx.table, ctx.user.id, as_number(ctx.rest))
    await ctx.reply(_("The invitation is withdrawn."))


def check_guest(ctx: Context) -> None:
    """Raises Refused for anybody but the invited user, whose number is `rest`; it is "" on the
    message of the lobby, which invites several people.
    """
    if ctx.rest and ctx.user.id != as_number(ctx.rest):
        raise Refused(_("This invitation is for somebody else. You can join at the table itself."))


# --- Options --------------------------------------------------------------------------------------


@pressed("options", opens_form=True)
async def press_options(ctx: Context) -> None:
    """Opens the options: for the host as a form, for others in words."""
    ctx.table.must_be_lobby()
    form = options_form(ctx.table, as_number(ctx.rest or "0"))
    if form and ctx.user.id == ctx.table.row.host:
        await ctx.open_form(form)
    else:
        await acknowledge(ctx.interaction, ephemeral=True)
        await ctx.reply(options_page(ctx.table, ctx.user.id))


@submitted("options")
async def submit_options(ctx: Context) -> None:
    chosen = chosen_in(ctx.table, ctx.answers)
    await lobby.choose(ctx.table, ctx.user.id, *chosen)
    await ctx.reply(options_page(ctx.table, ctx.user.id))


@pressed("seats", ephemeral=True)
async def press_seats(ctx: Context) -> None:
    ctx.table.must_be_lobby()
    await ctx.reply(options_page(ctx.table, ctx.user.id))


def on_option(action: str) -> Callable[[OptionHandler], OptionHandler]:
    """Registers the handler of a select in the options of a lobby; then shows the options again."""

    def register(handle: OptionHandler) -> OptionHandler:
        @picked(action)
        async def _pick(ctx: Context) -> None:  # pyright: ignore[reportUnusedFunction]
            message, note = ctx.interaction.message, ""
            private = message is not None and message.flags.ephemeral
            try:
                await handle(ctx, ctx.table, ctx.user.id)
            except Refused as error:
                if not private:
                    raise
                ctx.table, note = await ctx.bot.tables.get(ctx.table.id), f"⚠ {error}"
            if private:
                await ctx.reply(options_page(ctx.table, ctx.user.id, note))

        return handle

    return register


@form("pace")
async def form_of_pace(ctx: Context) -> Form:
    ctx.table.must_be_lobby()
    lobby.must_be_host(ctx.table, ctx.user.id)
    return pace_form(ctx.table, (await ctx.bot.store.people.get(ctx.user.id)).zone)


@submitted("pace")
async def submit_pace(ctx: Context) -> None:
    off = " ".join(ctx.answers.get("off", ()))
    pace = make_pace(ctx.answer("answer"), ctx.answer("reserve"), off, ctx.answer("zone"))
    await lobby.choose(ctx.table, ctx.user.id, (PACE, str(pace)))
    await ctx.reply(options_page(ctx.table, ctx.user.id))


@on_option("up")
async def pick_up(ctx: Context, table: Table, user: int) -> None:
    await lobby.move_up(table, user, ctx.value)


@on_option("free")
async def pick_free(ctx: Context, table: Table, user: int) -> None:
    await lobby.free_seat(table, user, ctx.value)
