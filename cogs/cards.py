"""Looks up cards: /card, and the button beside a question about cards."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.interactions import Choices, Context, command, completion, extension, picked, pressed
from bot.interactions.controls import out_of_date
from bot.interactions.finding import find_table
from bot.pages.cards import card_page, card_select, cards_in_question, cards_page, found_page
from bot.pages.page import truncate
from bot.table import Refused, format_names
from bot.texts.catalogue import Entry, entries_matching, find_entry, similar_entries
from bot.texts.languages import _
from bot.texts.search import typed_words
from games.kernel import Game


async def game_here(ctx: Context) -> Game[Any] | None:
    try:
        return (await find_table(ctx)).game
    except Refused:
        return None


@completion
async def complete_card(ctx: Context, current: str) -> Choices:
    """The cards with these words; those of the game played here come first."""
    found = entries_matching(current, await game_here(ctx))
    return [(entry.label, entry.key) for entry in found]


def unknown_card(name: str, near: list[Entry]) -> str:
    """What somebody reads who asks for an unknown card, with the names that are close."""
    if not near:
        return _(
            "I know no card “{name:text}”. Type a part of its name, and choose from the list.",
            name=truncate(name, 50),
        )
    return _(
        "I know no card “{name:text}”. The nearest to it: {near:text}.",
        name=truncate(name, 50),
        near=format_names([entry.label for entry in near]),
    )


@pressed("cards", seat=True, ephemeral=True)
async def press_cards(ctx: Context) -> None:
    """Shows the cards that the question to the person is about."""
    await ctx.reply(cards_page(ctx.table, ctx.seat, ctx.bot.pictures))


@picked("card", seat=True)
async def pick_card(ctx: Context) -> None:
    card = ctx.table.game.lookup.get(ctx.value)
    if card is None:
        raise out_of_date()
    shown = card_page(ctx.table.game, card, ctx.bot.pictures)
    found = cards_in_question(ctx.table, ctx.seat)
    shown.parts += [card_select(ctx.table, found)] if found else []
    await ctx.reply(shown)


@picked("found", table=False)
async def pick_found(ctx: Context) -> None:
    """Shows one of the cards that were found, and the select of the others."""
    game = await game_here(ctx)
    entry = find_entry(ctx.value, game)
    if entry is None:
        raise out_of_date()
    found = entries_matching(ctx.rest, game)
    await ctx.reply(found_page(entry, found, ctx.rest, ctx.bot.pictures))


@command(anywhere=True)
@app_commands.describe(card="The card or tile: words of its name or of what it does")
@app_commands.autocomplete(card=complete_card)
async def card(ctx: Context, card: str) -> None:
    """Look at a card or tile of any game, and read what it does."""
    game = await game_here(ctx)
    exact = find_entry(card, game)
    found = [exact] if exact else entries_matching(card, game)
    if not (found and typed_words(card)):
        raise Refused(unknown_card(card, similar_entries(card, game)))
    await ctx.reply(found_page(found[0], found, card, ctx.bot.pictures))


setup = extension(card)
