"""The lobby: where a table can stand, how it is opened, and the buttons of tables and seats."""

from __future__ import annotations

from typing import Any, cast, get_args

import discord
from discord import app_commands

from bot.interactions import Context, picked, pressed
from bot.interactions.controls import as_number, one_of, out_of_date
from bot.interactions.finding import find_game
from bot.interactions.server_settings import check_allowed
from bot.operations import permissions
from bot.pages.lobby import option_values, value_label
from bot.pages.page import Button, Row, clamp
from bot.players.levels import levels
from bot.store import Late, Pace
from bot.table import (
    STAND_IN,
    Person,
    Refused,
    Table,
    checked_options,
    joined,
    lobby,
    seating,
    votes,
)
from bot.table.clock import PACES
from bot.table.votes import END
from bot.texts.languages import _
from games.kernel import Game

WEEK_MIN = 10080
LEVEL_CHOICES = [
    app_commands.Choice(name=clamp(f"{level}: {about}", 100), value=level)
    for level, (_choose, about) in levels().items()
]


def check_place(ctx: Context) -> None:
    """Refused where no game can be played: in a DM, or where the bot may not do what it must."""
    interaction = ctx.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(_("A table stands in a channel of a server; open it there with /game new."))
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = permissions.missing(interaction.app_permissions, in_thread=in_thread)
    if missing:
        raise Refused(
            _(
                "I cannot host a game here, because I lack: {names:text}. Somebody who manages the"
                " server can give me that in the settings of this channel.",
                names=joined(missing),
            )
        )


def read_options(game: Game[Any], text: str | None) -> dict[str, Any]:
    """Options written as `name=value`, with spaces or commas between; values become what the game
    wants.
    """
    options: dict[str, Any] = {}
    for part in (text or "").replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not equals:
            raise Refused(
                _(
                    "Options are written as name=value, such as {example:text}.",
                    example=example_option(game),
                )
            )
        options[name] = option_value(game, name, value)
    return options


def option_value(game: Game[Any], name: str, value: str) -> Any:
    """The value of an option that people read as this text."""
    known = game.options.model_fields.get(name)
    values = option_values(known.annotation) if known else []
    return next((each for each in values if value_label(each) == value.lower()), value)


def example_option(game: Game[Any]) -> str:
    """An option of the game as it is written."""
    for name, known in game.options.model_fields.items():
        for value in option_values(known.annotation):
            return f"`{name}={value_label(value)}`"
    return "none: this game has no options"


async def open_table(
    ctx: Context,
    game: Game[Any],
    channel: int,
    seats: int,
    computers: list[str],
    options: dict[str, Any],
    pace: Pace = "relaxed",
) -> Table:
    """Opens a lobby in a channel; its host and computer players are seated."""
    await check_allowed(ctx)
    table = await ctx.bot.tables.open(
        game,
        guild=ctx.guild_id,
        channel=channel,
        host=Person(ctx.user.display_name, user=ctx.user.id),
        seats=seats,
        options=options,
        pace=pace,
        late="once",
    )
    for level in computers:
        await lobby.add_computer(table, ctx.user.id, level)
    return table


# --- The lobby ------------------------------------------------------------------------------------


@pressed("join")
async def press_join(ctx: Context) -> None:
    """Takes a seat."""
    await lobby.join(ctx.table, ctx.user.id, ctx.user.display_name)


@pressed("leave")
async def press_leave(ctx: Context) -> None:
    """Frees the seat in the lobby."""
    if ctx.table.row.status != "lobby":
        raise Refused(_("The game runs already; /game leave gives up a seat in it."))
    await seating.leave(ctx.table, ctx.user.id)


@pressed("computer")
async def press_computer(ctx: Context) -> None:
    """Seats a computer player."""
    await lobby.add_computer(ctx.table, ctx.user.id)


@pressed("start")
async def press_start(ctx: Context) -> None:
    """Starts the game."""
    check_place(ctx)
    await lobby.start(ctx.table, ctx.user.id)


@picked("option")
async def pick_option(ctx: Context) -> None:
    """Sets an option of the game."""
    name, game = ctx.rest, ctx.table.game
    await lobby.set_option(ctx.table, ctx.user.id, name, option_value(game, name, ctx.value))


@picked("pace")
async def pick_pace(ctx: Context) -> None:
    """Sets how long an answer may take."""
    await lobby.set_pace(ctx.table, ctx.user.id, pace=cast(Pace, one_of(ctx.value, PACES)))


@picked("late")
async def pick_late(ctx: Context) -> None:
    """Sets what is done for somebody who is late."""
    await lobby.set_pace(ctx.table, ctx.user.id, late=cast(Late, one_of(ctx.value, get_args(Late))))


@picked("level")
async def pick_level(ctx: Context) -> None:
    """Sets how the computer players play."""
    await lobby.set_level(ctx.table, ctx.user.id, one_of(ctx.value, levels()))


# --- Leaving and ending ---------------------------------------------------------------------------


@pressed("resign")
async def press_resign(ctx: Context) -> None:
    """Gives up a seat in a running game."""
    await seating.leave(ctx.table, ctx.user.id)
    await ctx.reply(
        _("You have left table {n}. A computer player holds your seat.", n=ctx.table.id)
    )


@pressed("agree")
async def press_agree(ctx: Context) -> None:
    """Says yes to a proposal."""
    await votes.agree(ctx.table, ctx.user.id, ctx.rest or END)


@pressed("refuse")
async def press_refuse(ctx: Context) -> None:
    """Says no to a proposal."""
    await votes.refuse(ctx.table, ctx.user.id, ctx.rest)


def others_asked() -> str:
    """Returns what is said to somebody who has just made a proposal."""
    return _("The others are asked; the vote stands at the table.")


@pressed("take")
async def press_take(ctx: Context) -> None:
    """Takes a seat that somebody left."""
    await seating.take(ctx.table, ctx.user.id, ctx.user.display_name, as_number(ctx.rest))


@pressed("succeed")
async def press_succeed(ctx: Context) -> None:
    """Takes the seat that a person gave to this one; `rest` is who gave it to whom."""
    giver, _colon, to = ctx.rest.partition(":")
    if str(ctx.user.id) != to:
        raise Refused(_("This seat was offered to somebody else."))
    await seating.succeed(ctx.table, as_number(giver), ctx.user.id, ctx.user.display_name)
    await ctx.reply(_("The seat at table {n} is yours.", n=ctx.table.id))


@pressed("thread", table=False)
async def press_thread(ctx: Context) -> None:
    """Opens a table in a thread of a busy channel.

    `number` is how many seats it has, `rest` the game, the number of computer players, their level,
    and the options.
    """
    name, computers, level, options = [*ctx.rest.split(":", 3), "", "", ""][:4]
    game, seats = find_game(name), ctx.number
    if seats not in game.seats or as_number(computers) >= seats:
        raise out_of_date()
    automata = [one_of(level, levels())] * as_number(computers)
    chosen = checked_options(game, read_options(game, options))
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused(_("A thread can only be opened in a text channel."))
    await check_allowed(ctx)
    title = clamp(f"{game.title} · {ctx.user.display_name}", 100)
    try:
        thread = await channel.create_thread(
            name=title, type=discord.ChannelType.public_thread, auto_archive_duration=WEEK_MIN
        )
    except discord.Forbidden:
        raise Refused(
            _("I cannot open a thread here, because I lack: Create Public Threads.")
        ) from None
    await open_table(ctx, game, thread.id, seats, automata, chosen)
    await ctx.reply(_("The table is open in {where:text}.", where=thread.mention))


async def offer_thread(
    ctx: Context, game: Game[Any], seats: int, computers: list[str], options: str
) -> None:
    """Says that the channel is busy, and offers a thread where one can be opened."""
    written = ",".join(options.replace(",", " ").split())
    rest = f"{game.name}:{len(computers)}:{(*computers, STAND_IN)[0]}:{written}"
    may = permissions.may_open_thread(ctx.interaction.app_permissions)
    if not may or not isinstance(ctx.interaction.channel, discord.TextChannel) or len(rest) > 80:
        raise Refused(
            _(
                "A game is open in this channel already. Open yours in another channel or in a"
                " thread."
            )
        )
    await ctx.reply(
        _("A game is open in this channel already. Yours can stand in a thread of its own."),
        Row(Button("thread", seats, rest, label=_("Open it in a thread"), style="primary")),
    )
