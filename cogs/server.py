"""Settings of a server: /server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.replies import Interaction, acknowledge, show
from bot.interactions.server_settings import mentioned, who
from bot.pages.page import Page, page
from bot.store import plain
from bot.store.servers import MANAGERS
from bot.table import Refused
from bot.texts.languages import LANGUAGES, _
from cogs._finding import atelier

MOST_PLACES = 40
EVERYBODY = "everybody"
AS_SERVER = "server"
OPENERS = [
    app_commands.Choice(name="Everybody", value=EVERYBODY),
    app_commands.Choice(name="Those who manage the server", value=MANAGERS),
]
SPOKEN = [
    app_commands.Choice(name="That of the server", value=AS_SERVER),
    *(app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()),
]


async def settings(bot: Atelier, guild: int) -> Page:
    """What a server has settled."""
    row = await bot.store.servers.get(guild)
    where = _("everywhere")
    if row.places:
        where = _("only in {places:list}", places=mentioned(row.places))
    language = LANGUAGES.get(row.language) or _("that of the server")
    return page(
        _("### Settings of this server"),
        "\n".join(
            [
                _("**Where games may run:** {where}", where=where),
                _("**Who may open tables:** {who}", who=who(row)),
                _("**Language in channels:** {language}", language=language),
            ]
        ),
        _("-# Each person is answered in his own language. Tables that are open stay open."),
    )


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerCommands(
    commands.GroupCog, group_name="server", group_description="Settings of this server"
):
    """The settings of a server, for those who manage it."""

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show what this server has settled."""
        await acknowledge(interaction, ephemeral=True)
        await self._show(interaction)

    @app_commands.command()
    @app_commands.describe(
        add="A channel or category where games may run",
        remove="A channel or category where they may no longer run",
        everywhere="Whether they may run in every channel again",
    )
    async def channels(
        self,
        interaction: Interaction,
        add: app_commands.AppCommandChannel | None = None,
        remove: app_commands.AppCommandChannel | None = None,
        everywhere: bool = False,
    ) -> None:
        """Choose where games may run."""
        await acknowledge(interaction, ephemeral=True)
        places: list[int] = [] if everywhere else (await self._row(interaction)).places
        if remove is not None:
            if remove.id not in places:
                raise Refused(
                    _("{place:text} is not among the chosen channels.", place=remove.mention)
                )
            places.remove(remove.id)
        if add is not None and add.id not in places:
            places.append(add.id)
        if len(places) > MOST_PLACES:
            raise Refused(_("More than {n:place|places} cannot be chosen.", n=MOST_PLACES))
        await self._settle(interaction, channels=plain(places))

    @app_commands.command()
    @app_commands.describe(who="Who may open tables", role="Or: those who have this role")
    @app_commands.choices(who=OPENERS)
    async def openers(
        self,
        interaction: Interaction,
        who: str = EVERYBODY,
        role: discord.Role | None = None,
    ) -> None:
        """Choose who may open tables."""
        await acknowledge(interaction, ephemeral=True)
        openers = str(role.id) if role and not role.is_default() else who.replace(EVERYBODY, "")
        await self._settle(interaction, openers=openers)

    @app_commands.command()
    @app_commands.describe(language="The language of boards and calls in channels")
    @app_commands.choices(language=SPOKEN)
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language of what channels are told."""
        await acknowledge(interaction, ephemeral=True)
        await self._settle(interaction, language=language.replace(AS_SERVER, ""))
        bot = atelier(interaction)
        for row in await bot.store.tables.open(guild=interaction.guild_id):
            await bot.store.outbox.add(row.id)
            bot.outbox.kick(row.id)

    async def _row(self, interaction: Interaction) -> Any:
        return await atelier(interaction).store.servers.get(interaction.guild_id or 0)

    async def _settle(self, interaction: Interaction, **columns: str) -> None:
        """Stores what was settled, and shows all of it."""
        await atelier(interaction).store.servers.save(interaction.guild_id or 0, **columns)
        await self._show(interaction)

    async def _show(self, interaction: Interaction) -> None:
        shown = await settings(atelier(interaction), interaction.guild_id or 0)
        await show(interaction, shown)


async def setup(bot: Atelier) -> None:
    """Adds the commands."""
    await bot.add_cog(ServerCommands())
