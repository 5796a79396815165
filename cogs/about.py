"""Which bot this is: /about."""

from __future__ import annotations

from typing import cast

from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.app import Atelier
from bot.interactions.replies import Interaction, acknowledge, show
from bot.pages.page import Page, page
from bot.texts.languages import _
from cogs._finding import atelier
from cogs.help import Help
from games import discover


class About(commands.Cog):
    """What the bot says of itself."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def about(self, interaction: Interaction) -> None:
        """See my version, where my source code is, and what I store about you."""
        await acknowledge(interaction, ephemeral=True)
        await show(interaction, await about_page(atelier(interaction), interaction.guild_id))


async def about_page(bot: Atelier, guild: int | None) -> Page:
    """The version, the games of a server or (None) of all servers, the source, the data."""
    helper = cast(Help, bot.get_cog("Help"))
    await helper.learn()
    titles = ", ".join(game.title for game in discover().values())
    counts = await bot.store.tables.counts_in(guild)
    running, over = counts.get("running", 0), counts.get("over", 0)
    hosted = (
        _(
            "On this server: {running:game running|games running},"
            " {over:game finished|games finished}.",
            running=running,
            over=over,
        )
        if guild is not None
        else _(
            "On all servers: {running:game running|games running},"
            " {over:game finished|games finished}.",
            running=running,
            over=over,
        )
    )
    source, privacy = bot.settings.source_url, bot.settings.privacy_url
    stored = _(
        "I store your name and seat at each table, your moves, results and settings. I cannot read"
        " your messages. {export:text} gives you all I have stored about you, {delete:text}"
        " deletes it.",
        export=helper.mention("mydata export"),
        delete=helper.mention("mydata delete"),
    )
    return page(
        f"### Atelier {__version__}",
        f"{_('I host board games: {titles:text}.', titles=titles)}\n{hosted}",
        _("My [source code]({link:text}) is free to use, under the MIT License.", link=source)
        if source
        else _("I am free software, under the MIT License."),
        f"{stored} {_('More: [privacy]({link:text}).', link=privacy)}" if privacy else stored,
    )


async def setup(bot: Atelier) -> None:
    """Adds the command."""
    await bot.add_cog(About())
