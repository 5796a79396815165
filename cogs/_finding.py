"""Finding the table and the seat that an interaction is about."""

from __future__ import annotations

import contextlib
from typing import Any, cast

import discord
from discord import app_commands

from bot.app import Atelier
from bot.operations.logs import about
from bot.pages.page import clamp
from bot.store import TableRow
from bot.table import Refused, Table
from bot.texts.languages import _
from games import discover

Interaction = discord.Interaction[Any]
MOST_CHOICES = 25


def atelier(interaction: Interaction) -> Atelier:
    """The bot that an interaction came to."""
    return cast(Atelier, interaction.client)


def sees(interaction: Interaction, row: TableRow) -> bool:
    """Whether the person can look at the channel of a table from where he is."""
    guild, member = interaction.guild, interaction.user
    if row.channel == interaction.channel_id:
        return True
    if guild is None or row.guild != guild.id or not isinstance(member, discord.Member):
        return False
    channel = guild.get_channel_or_thread(row.channel)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    with contextlib.suppress(discord.ClientException):  # a thread whose channel is not known
        return channel.permissions_for(member).view_channel
    return False


def may_look(interaction: Interaction, table: Table) -> bool:
    """Whether somebody may look at a table: one who plays there, or who sees its channel."""
    return table.seat_of(interaction.user.id) is not None or sees(interaction, table.row)


async def numbered(interaction: Interaction, number: str) -> Table:
    """The table that was chosen from a list, by its number; Refused where there is none."""
    if not (number.isascii() and number.isdecimal()):
        raise Refused(_("Choose one of your games from the list that `game:` shows."))
    about(int(number))
    return await atelier(interaction).tables.get(int(number))


async def table_here(interaction: Interaction, chosen: str | None = None) -> Table:
    """The table that is meant: the chosen one, the channel's, else the one that waits for this
    person.

    Refused, with a sentence, where there is none or more than one.
    """
    table = await _meant(interaction, chosen)
    about(table.id)
    return table


async def _meant(interaction: Interaction, chosen: str | None) -> Table:
    bot = atelier(interaction)
    if chosen:
        table = await numbered(interaction, chosen)
        if not may_look(interaction, table):
            raise Refused(_("Choose one of your games from the list that `game:` shows."))
        return table
    if interaction.guild_id is not None and interaction.channel_id is not None:
        return await bot.tables.in_channel(interaction.channel_id)
    mine = await own_tables(interaction)
    waiting = [table for table in mine if is_asked(table, interaction.user.id)]
    if len(waiting) == 1 or len(mine) == 1:
        return (waiting or mine)[0]
    if not mine:
        raise Refused(_("You sit at no table. In a channel of your server, /game new opens one."))
    raise Refused(_("You sit at several tables: choose one with `game:`."))


async def own_tables(interaction: Interaction) -> list[Table]:
    """The running tables of the person, oldest first; those set aside are left out."""
    bot = atelier(interaction)
    tables: list[Table] = []
    for row in await bot.store.tables.open(user=interaction.user.id):
        if row.status == "running":
            try:
                tables.append(await bot.tables.get(row.id))
            except Refused:
                continue
    return tables


def is_asked(table: Table, user: int) -> bool:
    """Whether the table waits for this person."""
    seat = table.seat_of(user)
    return seat is not None and table.g is not None and seat in table.g.asked


async def complete_own_table(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """The person's running tables, those that wait first."""
    tables = await own_tables(interaction)
    tables.sort(key=lambda table: not is_asked(table, interaction.user.id))
    choices: list[app_commands.Choice[str]] = []
    for table in tables:
        waits = _(" (waits for you)") if is_asked(table, interaction.user.id) else ""
        name = f"{table.game.title}, {_('table {n}', n=table.id)}{waits}"
        if current.lower() in name.lower():
            choices.append(app_commands.Choice(name=clamp(name, 100), value=str(table.id)))
    return choices[:MOST_CHOICES]


async def complete_game(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The games by their titles."""
    return [
        app_commands.Choice(
            name=clamp(
                _(
                    "{game} ({few}–{most} players)",
                    game=game.title,
                    few=game.seats[0],
                    most=game.seats[-1],
                ),
                100,
            ),
            value=name,
        )
        for name, game in discover().items()
        if current.lower() in game.title.lower() or current.lower() in name
    ][:MOST_CHOICES]


def game_named(name: str) -> Any:
    """A game by its name or its title; Refused where there is none."""
    for game in discover().values():
        if name.lower() in (game.name, game.title.lower()):
            return game
    titles = ", ".join(game.title for game in discover().values())
    raise Refused(
        _(
            "There is no game “{name:text}” here. There is: {titles:text}.",
            name=clamp(name, 50),
            titles=titles,
        )
    )
