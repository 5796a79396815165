"""What is stored about a person: /mydata."""

from __future__ import annotations

import contextlib
import gzip
import json
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.controls import pressed
from bot.interactions.replies import Interaction, acknowledge, show
from bot.pages.page import Button, FileLink, Row, page
from bot.table import STAND_IN, Refused
from bot.texts.languages import _
from cogs._finding import atelier

LARGEST_FILE = 8_000_000
"""Bytes of a file that every server takes; what is larger is compressed."""


def written(found: dict[str, Any], user: int) -> FileLink:
    """What was found, as a file."""
    data = json.dumps(found, ensure_ascii=False, indent=1).encode()
    if len(data) > LARGEST_FILE:
        return FileLink(f"atelier-{user}.json.gz", gzip.compress(data))
    return FileLink(f"atelier-{user}.json", data)


@pressed("erase")
async def press_erase(interaction: Interaction, _table: int, _rest: str) -> None:
    """Takes away everything about the one who pressed."""
    await acknowledge(interaction)
    bot, user = atelier(interaction), interaction.user
    erased = await bot.store.privacy.erase(user.id, user.display_name, STAND_IN)
    bot.store.people.forget(user.id)
    bot.tables.outdate(erased.tables)
    for table_id in erased.open:
        try:
            bot.tables.changed(await bot.tables.get(table_id))
        except Refused:  # set aside: its channel has been told
            continue
    done = page(_("Everything I had stored about you is gone."))
    await show(interaction, done)
    for post in erased.posts:
        where = bot.get_partial_messageable(post.channel)
        with contextlib.suppress(discord.HTTPException):  # it may be gone already
            await where.get_partial_message(post.message).delete()


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class MyDataCommands(
    commands.GroupCog, group_name="mydata", group_description="What is stored about you"
):
    """A person's own data."""

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get a file with everything I have stored about you."""
        await acknowledge(interaction, ephemeral=True)
        user = interaction.user.id
        file = written(await atelier(interaction).store.privacy.about(user), user)
        shown = page(
            _("### Your data\nThis is everything I have stored about you; nobody else sees it."),
            file,
        )
        await show(interaction, shown)

    @app_commands.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete everything I have stored about you, after you say yes."""
        await acknowledge(interaction, ephemeral=True)
        yes = Button("erase", 0, label=_("Delete everything"), style="danger")
        text = "\n".join(
            [
                _("### Delete everything about you?"),
                _("· In games that run, computer players take your seats, for good."),
                _("· You leave the tables that still gather players, and watch none any more."),
                _("· Games that have ended stay, and call you Player 1 or the like."),
                _("· Your settings, and your place in statistics and ratings, are gone."),
                _("That cannot be taken back. /mydata export gives you a copy first."),
            ]
        )
        await show(interaction, page(text, Row(yes)))


async def setup(bot: Atelier) -> None:
    """Adds the commands."""
    await bot.add_cog(MyDataCommands())
