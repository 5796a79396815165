"""Tables: opening, gathering, looking at and ending them; /game and the buttons of a lobby."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import pages, panels
from bot.app import Atelier
from bot.menus import Interaction, Press, clamp, picked, pressed, row
from bot.pictures import describe
from bot.players import levels
from bot.servers import allowed
from bot.table import BUSY, STAND_IN, Person, Refused, Table, checked_options, joined
from cogs._finding import (
    atelier,
    complete_game,
    complete_own_table,
    game_named,
    is_asked,
    own_tables,
    table_here,
)
from games.kernel import Game

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
A_WEEK = 10080
LEVELS = [
    app_commands.Choice(name=clamp(f"{level}: {about}", 100), value=level)
    for level, (_, about) in levels().items()
]


def check_place(interaction: Interaction) -> None:
    """Refused where no game can be played: in a DM, or where the bot may not do what it must."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("A table stands in a channel of a server; open it there with /game new.")
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed["send_messages_in_threads"] = "Send Messages in Threads"
        del needed["send_messages"]
    missing = [
        label for name, label in needed.items() if not getattr(interaction.app_permissions, name)
    ]
    if missing:
        raise Refused(
            f"I cannot host a game here, because I lack: {joined(missing)}."
            " Somebody who manages the server can give me that in the settings of this channel."
        )


def read_options(game: Game[Any], text: str | None) -> dict[str, Any]:
    """Options written as `name=value`, with spaces or commas between; values become what the game
    wants.
    """
    options: dict[str, Any] = {}
    for part in (text or "").replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not equals:
            raise Refused(f"Options are written as name=value, such as {example_option(game)}.")
        options[name] = option_value(game, name, value)
    return options


def option_value(game: Game[Any], name: str, value: str) -> Any:
    """The value of an option that people read as this text."""
    known = game.options.model_fields.get(name)
    values = pages.option_values(known.annotation) if known else []
    return next((each for each in values if pages.value_label(each) == value.lower()), value)


def example_option(game: Game[Any]) -> str:
    """An option of the game as it is written."""
    for name, known in game.options.model_fields.items():
        for value in pages.option_values(known.annotation):
            return f"`{name}={pages.value_label(value)}`"
    return "none: this game has no options"


async def open_table(
    interaction: Interaction,
    game: Game[Any],
    channel: int,
    seats: int,
    computers: list[str],
    options: dict[str, Any],
) -> Table:
    """A lobby in a channel with its host and computer players seated."""
    await allowed(interaction)
    host = Person(interaction.user.display_name, user=interaction.user.id)
    table = await atelier(interaction).tables.open(
        game, guild=interaction.guild_id, channel=channel, host=host, seats=seats, options=options
    )
    for level in computers:
        await table.add_computer(interaction.user.id, level)
    return table


# --- The lobby ------------------------------------------------------------------------------------


@pressed("join")
async def press_join(interaction: Interaction, table_id: int, rest: str) -> None:
    """Takes a seat."""
    await interaction.response.defer()
    table = await atelier(interaction).tables.get(table_id)
    await table.join(interaction.user.id, interaction.user.display_name)


@pressed("leave")
async def press_leave(interaction: Interaction, table_id: int, rest: str) -> None:
    """Frees the seat in the lobby."""
    await interaction.response.defer()
    table = await atelier(interaction).tables.get(table_id)
    if table.row.status != "lobby":
        raise Refused("The game runs already; /game leave gives up a seat in it.")
    await table.leave(interaction.user.id)


@pressed("computer")
async def press_computer(interaction: Interaction, table_id: int, rest: str) -> None:
    """Seats a computer player."""
    await interaction.response.defer()
    table = await atelier(interaction).tables.get(table_id)
    await table.add_computer(interaction.user.id)


@pressed("start")
async def press_start(interaction: Interaction, table_id: int, rest: str) -> None:
    """Starts the game."""
    await interaction.response.defer()
    check_place(interaction)
    table = await atelier(interaction).tables.get(table_id)
    await table.start(interaction.user.id)


@picked("option")
async def pick_option(interaction: Interaction, table_id: int, name: str, value: str) -> None:
    """Settles an option of the lobby."""
    await interaction.response.defer()
    table = await atelier(interaction).tables.get(table_id)
    await table.set_option(interaction.user.id, name, option_value(table.game, name, value))


# --- Leaving and ending ---------------------------------------------------------------------------


@pressed("resign")
async def press_resign(interaction: Interaction, table_id: int, rest: str) -> None:
    """Gives up a seat in a running game."""
    await interaction.response.defer()
    table = await atelier(interaction).tables.get(table_id)
    await table.leave(interaction.user.id)
    done = pages.page(f"You have left table {table_id}. A computer player holds your seat.")
    await interaction.edit_original_response(**done.edited())


@pressed("agree")
async def press_agree(interaction: Interaction, table_id: int, rest: str) -> None:
    """Consents to ending a game unfinished."""
    await interaction.response.defer()
    table = await atelier(interaction).tables.get(table_id)
    await table.vote_to_abandon(interaction.user.id)
    await interaction.edit_original_response(**consent(table).edited())


def consent(table: Table) -> pages.Page:
    """Who wants to end the game unfinished, and who has still to say so."""
    if table.row.status == "abandoned":
        return pages.page(f"Table {table.id} was given up: everybody at the table agreed.")
    missing = [person for person in table.people if person.user and person.user not in table.votes]
    return pages.page(
        f"Shall table {table.id}, {table.game.title}, end unfinished?"
        f" {joined([f'<@{person.user}>' for person in missing])} must agree as well.",
        row(Press("agree", table.id, label="Agree to end it")),
        mentions=[person.user for person in missing],
    )


@pressed("thread")
async def press_thread(interaction: Interaction, seats: int, rest: str) -> None:
    """Opens a table in a thread of a busy channel.

    `rest` is the game, the number of computer players, their level, and the options.
    """
    await interaction.response.defer()
    name, computers, level, options = rest.split(":", 3)
    game = game_named(name)
    chosen = checked_options(game, read_options(game, options))
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused("A thread can only be opened in a text channel.")
    title = clamp(f"{game.title} · {interaction.user.display_name}", 100)
    try:
        thread = await channel.create_thread(
            name=title, type=discord.ChannelType.public_thread, auto_archive_duration=A_WEEK
        )
    except discord.Forbidden:
        raise Refused(
            "I cannot open a thread here, because I lack: Create Public Threads."
        ) from None
    await open_table(interaction, game, thread.id, seats, [level] * int(computers), chosen)
    await interaction.edit_original_response(
        **pages.page(f"The table is open in {thread.mention}.").edited()
    )


async def offer_thread(
    interaction: Interaction, game: Game[Any], seats: int, computers: list[str], options: str
) -> None:
    """Says that the channel is busy, and offers a thread where one can be opened."""
    written = ",".join(options.replace(",", " ").split())
    rest = f"{game.name}:{len(computers)}:{(*computers, STAND_IN)[0]}:{written}"
    may = (
        interaction.app_permissions.create_public_threads
        and interaction.app_permissions.send_messages_in_threads
    )
    if not may or not isinstance(interaction.channel, discord.TextChannel) or len(rest) > 80:
        raise Refused(f"{BUSY} Open yours in another channel or in a thread.")
    button = Press(
        "thread",
        seats,
        rest,
        label="Open it in a thread",
        style=discord.ButtonStyle.primary,
    )
    offer = pages.page(f"{BUSY} Yours can stand in a thread of its own.", row(button))
    await interaction.edit_original_response(**offer.edited())


async def complete_options(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """The options of the chosen game as name=value, behind those written already."""
    try:
        game = game_named(getattr(interaction.namespace, "game", None) or "")
    except Refused:
        return []
    written, _, last = current.rpartition(" ")
    choices: list[app_commands.Choice[str]] = []
    for name, known in game.options.model_fields.items():
        for value in pages.option_values(known.annotation):
            text = f"{name}={pages.value_label(value)}"
            if last.lower() in text and f"{name}=" not in written:
                full = f"{written} {text}".strip()
                choices.append(app_commands.Choice(name=clamp(full, 100), value=full[:100]))
    return choices[:25]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class GameCommands(
    commands.GroupCog, group_name="game", group_description="Open, find and look after tables"
):
    """The commands of a table."""

    @app_commands.command()
    @app_commands.describe(
        game="What to play",
        seats="For how many; else as many as the game takes",
        computers="Computer players to seat at once",
        level="How they play",
        options="As name=value; the lobby shows them too",
    )
    @app_commands.choices(level=LEVELS)
    @app_commands.autocomplete(game=complete_game, options=complete_options)
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 10] | None = None,
        computers: app_commands.Range[int, 0, 9] = 0,
        level: str = STAND_IN,
        options: str | None = None,
    ) -> None:
        """Open a table in this channel."""
        await interaction.response.defer(ephemeral=True)
        meant = game_named(game)
        check_place(interaction)
        places = seats or meant.seats[-1]
        if places not in meant.seats:
            raise Refused(
                f"{meant.title} is for {meant.seats[0]} to {meant.seats[-1]} players, not {places}."
            )
        if computers >= places:
            raise Refused(
                f"With {places} seats there is room for at most {places - 1} computer players"
                " beside you."
            )
        chosen = read_options(meant, options)
        automata = [level] * computers
        assert interaction.channel_id is not None
        try:
            table = await open_table(
                interaction, meant, interaction.channel_id, places, automata, chosen
            )
        except Refused as error:
            if str(error) != BUSY:
                raise
            await offer_thread(interaction, meant, places, automata, options or "")
            return
        await interaction.edit_original_response(
            **pages.page(
                f"Table {table.id} is open: {meant.title} for {places}. Others press Join below."
            ).edited()
        )

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """Show the open tables of this server, or yours in a DM."""
        await interaction.response.defer(ephemeral=True)
        bot = atelier(interaction)
        if interaction.guild_id is None:
            tables = await own_tables(interaction)
            lines = [self._line(table, interaction.user.id) for table in tables]
        else:
            lines = []
            for row in await bot.store.open_tables(guild=interaction.guild_id):
                try:
                    lines.append(self._line(await bot.tables.get(row.id), interaction.user.id))
                except Refused as error:
                    lines.append(f"· {error}")
        text = "\n".join(lines[:40]) or "No table is open. /game new opens one."
        await interaction.edit_original_response(**pages.page(f"### Open tables\n{text}").edited())

    def _line(self, table: Table, user: int) -> str:
        if table.row.status == "lobby":
            state = f"gathers players, {len(table.people)} of {table.row.seats}"
        elif is_asked(table, user):
            state = "**waits for you**"
        else:
            state = f"waits for {joined([table.names[s] for s in table.state.asked])}"
        return f"· {table.game.title}, table {table.id} in <#{table.row.channel}>: {state}"

    @app_commands.command()
    async def board(self, interaction: Interaction) -> None:
        """Show the board of this channel's table to yourself."""
        await interaction.response.defer(ephemeral=True)
        table = await table_here(interaction)
        if table.g is None:
            raise Refused("The game has not started yet: somebody at the table presses Start.")
        page = await pages.board(table, atelier(interaction).pictures, [])
        await interaction.edit_original_response(**page.edited())

    @app_commands.command()
    @app_commands.describe(game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def text(self, interaction: Interaction, game: str | None = None) -> None:
        """Read the table as text: all that is public and, if you play, what you alone see."""
        await interaction.response.defer(ephemeral=True)
        table = await table_here(interaction, game)
        parts = [describe(table.view(None))]
        seat = table.seat_of(interaction.user.id)
        if seat is not None:
            view = table.view(seat)
            parts += [f"**You:** {describe(view)}", panels.asked(table, view, seat)]
        await interaction.edit_original_response(**pages.page("\n\n".join(parts)).edited())

    @app_commands.command()
    @app_commands.describe(game="Which of your games")
    @app_commands.autocomplete(game=complete_own_table)
    async def leave(self, interaction: Interaction, game: str | None = None) -> None:
        """Leave a table: the lobby at once, a running game after you say yes."""
        await interaction.response.defer(ephemeral=True)
        table = await table_here(interaction, game)
        table.own_seat(interaction.user.id)
        if table.row.status != "running":
            await table.leave(interaction.user.id)
            page = pages.page(f"You have left table {table.id}.")
        else:
            button = Press(
                "resign", table.id, label="Leave the game", style=discord.ButtonStyle.danger
            )
            page = pages.page(
                f"Leave table {table.id}, {table.game.title}, for good?"
                f" A computer player takes your seat ({levels()[STAND_IN][1]}).",
                row(button),
            )
        await interaction.edit_original_response(**page.edited())

    @app_commands.command()
    async def abandon(self, interaction: Interaction) -> None:
        """End this channel's game unfinished, if all people at the table agree."""
        table = await table_here(interaction)
        await table.vote_to_abandon(interaction.user.id)
        await interaction.response.send_message(**consent(table).sent())

    @app_commands.command()
    @app_commands.describe(
        wanted="Whether I may write to you in private when you are asked for a secret"
    )
    async def dms(self, interaction: Interaction, wanted: bool) -> None:
        """Choose whether I ask for secrets in a DM, or only behind the button of the board."""
        bot = atelier(interaction)
        await bot.store.settle_dms(interaction.user.id, "wanted" if wanted else "unwanted")
        for table in await own_tables(interaction):
            await bot.store.show(table.id)
            bot.outbox.kick(table.id)
        how = (
            "I write to you when you are asked for a secret."
            if wanted
            else "Press **Move** at the table instead."
        )
        await interaction.response.send_message(f"Noted. {how}", ephemeral=True)


async def setup(bot: Atelier) -> None:
    """Adds the commands."""
    await bot.add_cog(GameCommands())
