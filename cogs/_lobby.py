"""The lobby: where a table can stand, how it is opened, and the buttons of tables and seats."""

from __future__ import annotations

from typing import Any, cast, get_args

import discord

from bot.interactions.controls import as_number, foreign, one_of, picked, pressed
from bot.interactions.replies import Interaction, acknowledge, show
from bot.interactions.server_settings import allowed
from bot.operations import permissions
from bot.pages.lobby import option_values, value_label
from bot.pages.page import Button, Row, clamp, page
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
from cogs._finding import atelier, game_named
from games.kernel import Game

A_WEEK = 10080


def check_place(interaction: Interaction) -> None:
    """Refused where no game can be played: in a DM, or where the bot may not do what it must."""
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
    interaction: Interaction,
    game: Game[Any],
    channel: int,
    seats: int,
    computers: list[str],
    options: dict[str, Any],
    pace: Pace = "relaxed",
) -> Table:
    """A lobby in a channel with its host and computer players seated."""
    await allowed(interaction)
    host = Person(interaction.user.display_name, user=interaction.user.id)
    table = await atelier(interaction).tables.open(
        game,
        guild=interaction.guild_id,
        channel=channel,
        host=host,
        seats=seats,
        options=options,
        pace=pace,
        late="once",
    )
    for level in computers:
        await lobby.add_computer(table, interaction.user.id, level)
    return table


# --- The lobby ------------------------------------------------------------------------------------


@pressed("join")
async def press_join(interaction: Interaction, table_id: int, rest: str) -> None:
    """Takes a seat."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await lobby.join(table, interaction.user.id, interaction.user.display_name)


@pressed("leave")
async def press_leave(interaction: Interaction, table_id: int, rest: str) -> None:
    """Frees the seat in the lobby."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    if table.row.status != "lobby":
        raise Refused(_("The game runs already; /game leave gives up a seat in it."))
    await seating.leave(table, interaction.user.id)


@pressed("computer")
async def press_computer(interaction: Interaction, table_id: int, rest: str) -> None:
    """Seats a computer player."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await lobby.add_computer(table, interaction.user.id)


@pressed("start")
async def press_start(interaction: Interaction, table_id: int, rest: str) -> None:
    """Starts the game."""
    await acknowledge(interaction)
    check_place(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await lobby.start(table, interaction.user.id)


@picked("option")
async def pick_option(interaction: Interaction, table_id: int, name: str, value: str) -> None:
    """Settles an option of the lobby."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await lobby.set_option(table, interaction.user.id, name, option_value(table.game, name, value))


@picked("pace")
async def pick_pace(interaction: Interaction, table_id: int, _rest: str, value: str) -> None:
    """Settles how long an answer may take."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await lobby.set_pace(table, interaction.user.id, pace=cast(Pace, one_of(value, PACES)))


@picked("late")
async def pick_late(interaction: Interaction, table_id: int, _rest: str, value: str) -> None:
    """Settles what is done for somebody who is late."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await lobby.set_pace(table, interaction.user.id, late=cast(Late, one_of(value, get_args(Late))))


@picked("level")
async def pick_level(interaction: Interaction, table_id: int, _rest: str, value: str) -> None:
    """Settles how the computer players play."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await lobby.set_level(table, interaction.user.id, one_of(value, levels()))


# --- Leaving and ending ---------------------------------------------------------------------------


@pressed("resign")
async def press_resign(interaction: Interaction, table_id: int, rest: str) -> None:
    """Gives up a seat in a running game."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await seating.leave(table, interaction.user.id)
    done = page(_("You have left table {n}. A computer player holds your seat.", n=table_id))
    await show(interaction, done)


@pressed("agree")
async def press_agree(interaction: Interaction, table_id: int, proposal: str) -> None:
    """Consents to what is proposed."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await votes.agree(table, interaction.user.id, proposal or END)


@pressed("refuse")
async def press_refuse(interaction: Interaction, table_id: int, proposal: str) -> None:
    """Says no to what is proposed."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await votes.refuse(table, interaction.user.id, proposal)


@pressed("take")
async def press_take(interaction: Interaction, table_id: int, seat: str) -> None:
    """Takes a seat that somebody left."""
    await acknowledge(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await seating.take(table, interaction.user.id, interaction.user.display_name, as_number(seat))


@pressed("succeed")
async def press_succeed(interaction: Interaction, table_id: int, rest: str) -> None:
    """Takes the seat that a person gave to this one; `rest` is who gave it to whom."""
    await acknowledge(interaction)
    giver, _colon, to = rest.partition(":")
    if str(interaction.user.id) != to:
        raise Refused(_("This seat was offered to somebody else."))
    table = await atelier(interaction).tables.get(table_id)
    await seating.succeed(
        table, as_number(giver), interaction.user.id, interaction.user.display_name
    )
    done = page(_("The seat at table {n} is yours.", n=table_id))
    await show(interaction, done)


async def say_done(interaction: Interaction, sentence: str) -> None:
    """Says something where the command was deferred to."""
    await show(interaction, page(sentence))


@pressed("thread")
async def press_thread(interaction: Interaction, seats: int, rest: str) -> None:
    """Opens a table in a thread of a busy channel.

    `rest` is the game, the number of computer players, their level, and the options.
    """
    await acknowledge(interaction)
    name, computers, level, options = [*rest.split(":", 3), "", "", ""][:4]
    game = game_named(name)
    if seats not in game.seats or as_number(computers) >= seats:
        raise foreign()
    automata = [one_of(level, levels())] * as_number(computers)
    chosen = checked_options(game, read_options(game, options))
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused(_("A thread can only be opened in a text channel."))
    await allowed(interaction)
    title = clamp(f"{game.title} · {interaction.user.display_name}", 100)
    try:
        thread = await channel.create_thread(
            name=title, type=discord.ChannelType.public_thread, auto_archive_duration=A_WEEK
        )
    except discord.Forbidden:
        raise Refused(
            _("I cannot open a thread here, because I lack: Create Public Threads.")
        ) from None
    await open_table(interaction, game, thread.id, seats, automata, chosen)
    await show(interaction, page(_("The table is open in {where:text}.", where=thread.mention)))


async def offer_thread(
    interaction: Interaction, game: Game[Any], seats: int, computers: list[str], options: str
) -> None:
    """Says that the channel is busy, and offers a thread where one can be opened."""
    written = ",".join(options.replace(",", " ").split())
    rest = f"{game.name}:{len(computers)}:{(*computers, STAND_IN)[0]}:{written}"
    may = permissions.may_open_thread(interaction.app_permissions)
    if not may or not isinstance(interaction.channel, discord.TextChannel) or len(rest) > 80:
        raise Refused(
            _(
                "A game is open in this channel already. Open yours in another channel or in a"
                " thread."
            )
        )
    button = Button(
        "thread",
        seats,
        rest,
        label=_("Open it in a thread"),
        style="primary",
    )
    offer = page(
        _("A game is open in this channel already. Yours can stand in a thread of its own."),
        Row(button),
    )
    await show(interaction, offer)
