"""Keeping order at a table: /admin."""

from __future__ import annotations

import json

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.controls import pressed
from bot.interactions.replies import Interaction, acknowledge, show
from bot.operations.markdown import escaped
from bot.outbox.languages import language_of
from bot.pages.names import TOKENS
from bot.pages.page import Button, Row, clamp, page
from bot.players.levels import levels
from bot.table import STAND_IN, Person, Refused, Table, moderation
from bot.table.moderation import Keeper
from bot.texts.languages import _, speaking, spoken
from cogs._finding import atelier
from games.words import unpacked

LEVELS = [
    app_commands.Choice(name=clamp(f"{level}: {about}", 100), value=level)
    for level, (_run, about) in levels().items()
]


def keeper(interaction: Interaction) -> Keeper:
    """The one who gives an order."""
    return Keeper(interaction.user.id, interaction.user.display_name)


async def table_of_channel(interaction: Interaction) -> Table:
    """The table of this channel: permissions are those that somebody has here."""
    return await atelier(interaction).tables.in_channel(interaction.channel_id or 0)


async def announce(interaction: Interaction, table: Table) -> None:
    """Tells the channel what was ordered, in its own language."""
    bot = atelier(interaction)
    note = (await bot.store.notes.of(table.id, since=-1))[-1]
    with speaking(await language_of(bot, bot.store, interaction.guild_id)):
        words = spoken(unpacked(json.loads(note.words)), table.names)
        line = _("🛡️ Table {n}: {what}", n=table.id, what=escaped(words))
    done = page(_("Done, and told to the channel."))
    await show(interaction, done)
    await interaction.followup.send(line, allowed_mentions=discord.AllowedMentions.none())


@pressed("end")
async def press_end(interaction: Interaction, table_id: int, rest: str) -> None:
    """Ends a game unfinished, once the person has said yes."""
    await acknowledge(interaction)
    if not interaction.permissions.manage_messages:
        raise Refused(_("Only those who manage messages here can end a game."))
    table = await atelier(interaction).tables.get(table_id)
    if table.row.channel != interaction.channel_id:
        raise Refused(_("That table stands in another channel."))
    await moderation.end(table, keeper(interaction))
    await announce(interaction, table)


async def complete_seat(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The seats of the table here, by who sits on them."""
    try:
        table = await table_of_channel(interaction)
    except Refused:
        return []
    return [
        app_commands.Choice(name=clamp(f"{TOKENS[seat]} {name}", 100), value=seat + 1)
        for seat, name in enumerate(table.names)
        if current.lower() in f"{seat + 1} {name}".lower()
    ]


@app_commands.guild_only()
@app_commands.default_permissions(manage_messages=True)
class AdminCommands(
    commands.GroupCog, group_name="admin", group_description="Keep order at this channel's table"
):
    """What those who look after a channel do to its table."""

    @app_commands.command()
    async def pause(self, interaction: Interaction) -> None:
        """Pause this channel's game: nobody moves, and no time runs."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_of_channel(interaction)
        await moderation.pause(table, keeper(interaction))
        await announce(interaction, table)

    @app_commands.command()
    async def resume(self, interaction: Interaction) -> None:
        """Let this channel's paused game go on."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_of_channel(interaction)
        await moderation.resume(table, keeper(interaction))
        await announce(interaction, table)

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """End this channel's game unfinished, after you say yes."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_of_channel(interaction)
        if table.row.status not in ("lobby", "running"):
            raise Refused(_("This game has ended already."))
        yes = Button("end", table.id, label=_("End the game"), style="danger")
        asked = _(
            "Shall table {n}, {game}, end unfinished? That cannot be taken back.",
            n=table.id,
            game=table.game.title,
        )
        await show(interaction, page(asked, Row(yes)))

    @app_commands.command()
    @app_commands.describe(
        seat="Whose seat",
        member="Who sits there from now on; else a computer player",
        level="How the computer player plays",
    )
    @app_commands.choices(level=LEVELS)
    @app_commands.autocomplete(seat=complete_seat)
    async def replace(
        self,
        interaction: Interaction,
        seat: int,
        member: discord.Member | None = None,
        level: str = STAND_IN,
    ) -> None:
        """Give a seat of this channel's game to somebody else, or to a computer player."""
        await acknowledge(interaction, ephemeral=True)
        table = await table_of_channel(interaction)
        if member is not None and member.bot:
            raise Refused(_("A bot cannot take a seat; leave `member:` out for a computer player."))
        if member is not None:
            person = Person(member.display_name, user=member.id)
        else:
            names = dict(enumerate(table.names, 1))
            person = Person(names.get(seat, ""), level=level)
        await moderation.replace(table, keeper(interaction), seat - 1, person)
        await announce(interaction, table)


async def setup(bot: Atelier) -> None:
    """Adds the commands."""
    await bot.add_cog(AdminCommands())
