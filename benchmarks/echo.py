"""A bare echo for comparison: the bot's client, which only acknowledges interactions."""

from typing import Any

import discord
from discord.ext import commands

from bot.app import use_discord_urls
from bot.operations.config import read_settings


class Echo(commands.AutoShardedBot):
    """A bot that acknowledges everything and does nothing."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        response: Any = interaction.response
        if interaction.type is discord.InteractionType.autocomplete:
            await response.autocomplete([])
        else:
            await response.defer(ephemeral=True)


def main() -> None:
    settings = read_settings()
    use_discord_urls(settings)
    bot = Echo(
        command_prefix=commands.when_mentioned,
        intents=discord.Intents(guilds=True),
        shard_count=settings.shard_count,
        chunk_guilds_at_startup=False,
    )
    bot.run(settings.discord_token.get_secret_value(), log_handler=None)


if __name__ == "__main__":
    main()
