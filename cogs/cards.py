"""Looking cards up: /card."""

from __future__ import annotations

from functools import partial
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.replies import Interaction, acknowledge, show
from bot.pages.page import Page, Picture, clamp, page
from bot.pictures.pictures import Pictures, describe_card, digest
from bot.table import Refused, joined
from bot.texts.catalogue import Entry, matching, meant, nearest
from cogs._finding import MOST_CHOICES, atelier, table_here
from games.kernel import Game


async def game_here(interaction: Interaction) -> Game[Any] | None:
    """The game of the table here, if there is one."""
    try:
        return (await table_here(interaction)).game
    except Refused:
        return None


async def complete_card(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The cards whose name has this in it, those of the game played here first."""
    return [
        app_commands.Choice(name=clamp(entry.label, 100), value=entry.key)
        for entry in matching(current, await game_here(interaction))[:MOST_CHOICES]
    ]


def unknown(name: str, near: list[Entry]) -> str:
    """That there is no such card, and which ones have names like it."""
    hint = "Type a part of its name, and choose from the list."
    if near:
        hint = f"The nearest to it: {joined([entry.label for entry in near])}."
    return f"I know no card “{clamp(name, 50)}”. {hint}"


def card_page(entry: Entry, pictures: Pictures) -> Page:
    """A card as a picture and in words."""
    name = f"{entry.game.name}-{digest(entry.card)}.png"
    words = describe_card(entry.card)
    drawn = partial(pictures.card, entry.game.name, entry.card)
    shown = Picture(name, drawn, words)
    facts = [f"**{label}:** {value}" for label, value in entry.card["facts"].items()]
    heading = f"### {entry.card['name']}\n-# {entry.card['kind']} · {entry.game.title}"
    return page(shown, "\n".join([heading, *entry.card["text"], *facts]))


class Cards(commands.Cog):
    """Looking cards up."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(card="The card or tile, by any part of its name")
    @app_commands.autocomplete(card=complete_card)
    async def card(self, interaction: Interaction, card: str) -> None:
        """Look at a card or tile of any game, and read what it does."""
        await acknowledge(interaction, ephemeral=True)
        game = await game_here(interaction)
        entry = meant(card, game)
        if entry is None:
            raise Refused(unknown(card, nearest(card, game)))
        shown = card_page(entry, atelier(interaction).pictures)
        await show(interaction, shown)


async def setup(bot: Atelier) -> None:
    """Adds the command."""
    await bot.add_cog(Cards())
