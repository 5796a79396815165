"""Looking rules up: /rules and the button of the same name."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.controls import picked, pressed
from bot.interactions.replies import Interaction, acknowledge, show
from bot.pages.page import Option, Page, Row, Select, clamp, page
from bot.pages.samples import sample
from bot.pictures.pictures import Pictures
from bot.table import Refused
from bot.texts.languages import _, spoken
from bot.texts.rulebook import Rulebook, rulebook
from cogs._finding import atelier, complete_game, game_named, table_here
from games.kernel import Game


async def contents(pictures: Pictures, game: Game[Any]) -> Page:
    """What the game is and how it looks, with a select of the chapters of its rules."""
    rules = rulebook(game.name)
    board = await sample(pictures, game.name)
    return page(
        _("### {game}: the rules", game=game.title),
        spoken(rules.glance),
        board,
        chapters(game, rules),
    )


def chapters(game: Game[Any], rules: Rulebook) -> Row:
    """A select of chapters."""
    options = [Option(label=sheet.title, value=sheet.name) for sheet in rules.sheets.values()]
    return Row(Select("chapter", 0, game.name, placeholder="Read a chapter", options=options[:25]))


@pressed("rules")
async def press_rules(interaction: Interaction, table_id: int, rest: str) -> None:
    """Opens the rules of a table's game, seen by the one who pressed."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    bot = atelier(interaction)
    table = await bot.tables.get(table_id)
    await show(interaction, await contents(bot.pictures, table.game))


def rule_page(game: Game[Any], number: str) -> Page:
    """One rule, with a select of chapters; Refused where there is no such rule."""
    book = rulebook(game.name)
    found = book.rules.get(number)
    if found is None:
        raise Refused(
            _(
                "{game} has no rule {rule:text}; they run from {first:text} to {last:text}.",
                game=game.title,
                rule=clamp(number, 20),
                first=next(iter(book.rules)),
                last=next(reversed(book.rules)),
            )
        )
    heading = _("### {game}: rule {number:text}", game=game.title, number=found.number)
    text = f"{heading}\n**{spoken(found.title)}.** {spoken(found.text)}"
    return page(text, chapters(game, book))


@pressed("rule")
async def press_rule(interaction: Interaction, _table: int, rest: str) -> None:
    """Shows one rule to the person who pressed."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    name, _colon, number = rest.partition(":")
    await show(interaction, rule_page(game_named(name), number))


@picked("chapter")
async def pick_chapter(interaction: Interaction, _table: int, name: str, number: str) -> None:
    """Shows a chapter in place of what was shown."""
    await acknowledge(interaction)
    game = game_named(name)
    rules = rulebook(game.name)
    sheet = rules.sheets.get(number)
    if sheet is None:
        raise Refused("This release of the rules has no such chapter.")
    shown = page(f"### {game.title}: {sheet.title}\n{sheet.text}", chapters(game, rules))
    await show(interaction, shown)


async def game_meant(interaction: Interaction, name: str | None) -> Game[Any]:
    """The game named, else that of the table here."""
    return game_named(name) if name else (await table_here(interaction)).game


async def complete_rule(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Rules found by number, title or a word of their text."""
    try:
        game = await game_meant(interaction, getattr(interaction.namespace, "game", None))
    except Refused:
        return []
    wanted = current.lower()
    rules = rulebook(game.name).rules.values()
    found = [
        rule for rule in rules if rule.number.startswith(wanted) or wanted in rule.title.lower()
    ]
    found += [rule for rule in rules if rule not in found and wanted in rule.text.lower()]
    return [
        app_commands.Choice(name=clamp(f"{rule.number} {rule.title}", 100), value=rule.number)
        for rule in found
    ][:25]


class Rules(commands.Cog):
    """Looking rules up."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(
        game="Which game; else that of the table here", rule="A numbered rule, found by its words"
    )
    @app_commands.autocomplete(game=complete_game, rule=complete_rule)
    async def rules(
        self, interaction: Interaction, game: str | None = None, rule: str | None = None
    ) -> None:
        """Read the rules of a game, or look one up."""
        await acknowledge(interaction, ephemeral=True)
        meant = await game_meant(interaction, game)
        if rule is not None:
            shown = rule_page(meant, rule.strip())
        else:
            shown = await contents(atelier(interaction).pictures, meant)
        await show(interaction, shown)


async def setup(bot: Atelier) -> None:
    """Adds the command."""
    await bot.add_cog(Rules())
