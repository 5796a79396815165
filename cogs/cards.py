"""Looking cards up: /card."""

from __future__ import annotations

from functools import partial
from typing import Any

from discord import app_commands

from bot.interactions import Context, Names, command, completion, extension
from bot.interactions.finding import find_table
from bot.pages.page import Page, Picture, clamp, page
from bot.pictures.pictures import Pictures, describe_card, picture_key
from bot.table import Refused, joined
from bot.texts.catalogue import Entry, matching, meant, nearest
from bot.texts.languages import _, speak_of, spoken, spoken_now
from games.kernel import Game


async def game_here(ctx: Context) -> Game[Any] | None:
    """The game of the table here, if there is one."""
    try:
        return (await find_table(ctx)).game
    except Refused:
        return None


@completion
async def complete_card(ctx: Context, current: str) -> Names:
    """The cards whose name has this in it, those of the game played here first."""
    found = matching(current, await game_here(ctx))
    return [(entry.label, entry.key) for entry in found]


def unknown_card(name: str, near: list[Entry]) -> str:
    """That there is no such card, and which ones have names like it."""
    if not near:
        return _(
            "I know no card “{name:text}”. Type a part of its name, and choose from the list.",
            name=clamp(name, 50),
        )
    return _(
        "I know no card “{name:text}”. The nearest to it: {near:text}.",
        name=clamp(name, 50),
        near=joined([entry.label for entry in near]),
    )


def card_page(entry: Entry, pictures: Pictures) -> Page:
    """A card as a picture and in words."""
    name = f"{entry.game.name}-{picture_key(entry.card)}.png"
    words = describe_card(entry.card)
    drawn = partial(pictures.card, entry.game.name, entry.card, language=spoken_now())
    shown = Picture(name, drawn, words)
    facts = [
        f"**{spoken(label)}:** {spoken(str(value))}" for label, value in entry.card["facts"].items()
    ]
    heading = (
        f"### {spoken(entry.card['name'])}\n-# {spoken(entry.card['kind'])} · {entry.game.title}"
    )
    return page(shown, "\n".join([heading, *map(spoken, entry.card["text"]), *facts]))


@command()
@app_commands.describe(card="The card or tile, by any part of its name")
@app_commands.autocomplete(card=complete_card)
async def card(ctx: Context, card: str) -> None:
    """Look at a card or tile of any game, and read what it does."""
    game = await game_here(ctx)
    entry = meant(card, game)
    if entry is None:
        raise Refused(unknown_card(card, nearest(card, game)))
    speak_of(entry.game.name)
    await ctx.reply(card_page(entry, ctx.bot.pictures))


setup = extension(card)
