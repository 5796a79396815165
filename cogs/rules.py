"""Looks up rules: /rules and its button."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.interactions import Choices, Context, command, completion, extension, picked, pressed
from bot.interactions.finding import complete_game, find_game, find_table
from bot.pages.page import Option, Page, Row, Select, page, truncate
from bot.pages.samples import sample
from bot.pictures.pictures import Pictures
from bot.table import Refused
from bot.texts.languages import _, translate, use_words_of
from bot.texts.rulebook import Rule, Rulebook, Sheet, find_rules, rulebook
from bot.texts.search import typed_words
from games.kernel import Game

MAX_FOUND = 6
"""How many rules are shown for some words: the best one, and the others in a select."""


async def contents_page(pictures: Pictures, game: Game[Any]) -> Page:
    """What a game is and how it looks, with a select of its chapters."""
    use_words_of(game.name)
    rules = rulebook(game.name)
    board = await sample(pictures, game.name)
    return page(
        _("### {game}: the rules", game=game.title),
        translate(rules.glance),
        board,
        chapter_select(game, rules),
    )


def chapter_select(game: Game[Any], rules: Rulebook) -> Row:
    options = [Option(sheet_title(sheet), sheet.name) for sheet in rules.sheets.values()]
    return Row(
        Select("chapter", 0, game.name, placeholder=_("Read a chapter"), options=options[:25])
    )


def sheet_title(sheet: Sheet) -> str:
    """The title of a chapter, with the number of the part if it has several."""
    title = f"{sheet.chapter.number}. {translate(sheet.chapter.title)}"
    if sheet.parts == 1:
        return title
    return _("{title:text} ({n} of {all})", title=title, n=sheet.part, all=sheet.parts)


@pressed("rules", ephemeral=True)
async def press_rules(ctx: Context) -> None:
    await ctx.reply(await contents_page(ctx.bot.pictures, ctx.table.game))


def rule_page(game: Game[Any], number: str, typed: str = "") -> Page:
    """One rule, with a select of the others that have the words that somebody typed, and one of the
    chapters; raises Refused if there is no such rule.
    """
    use_words_of(game.name)
    book = rulebook(game.name)
    found = find_rules(game.name, typed)[:MAX_FOUND] if typed else []
    rule = book.rules.get(number) or next(iter(found), None)
    if rule is None:
        raise Refused(
            _(
                "{game} has no rule “{rule:text}”; they run from {first:text} to {last:text}.",
                game=game.title,
                rule=truncate(number, 20),
                first=next(iter(book.rules)),
                last=next(reversed(book.rules)),
            )
        )
    heading = _("### {game}: rule {number:text}", game=game.title, number=rule.number)
    text = f"{heading}\n**{translate(rule.title)}.** {translate(rule.text)}"
    others = [Option(rule_title(each), each.number) for each in found if each is not rule]
    rows = [chapter_select(game, book)]
    if others:
        words = f"{game.name}:{typed_words(typed)}"
        placeholder = _("Other rules with these words")
        rows.insert(0, Row(Select("rule", 0, words, placeholder, others)))
    return page(text, *rows)


@pressed("rule", table=False, ephemeral=True)
async def press_rule(ctx: Context) -> None:
    name, _colon, number = ctx.rest.partition(":")
    await ctx.reply(rule_page(find_game(name), number))


@picked("rule", table=False)
async def pick_rule(ctx: Context) -> None:
    """Shows one of the rules that were found, and the select of the others."""
    name, _colon, typed = ctx.rest.partition(":")
    await ctx.reply(rule_page(find_game(name), ctx.value, typed))


@picked("chapter", table=False)
async def pick_chapter(ctx: Context) -> None:
    game = find_game(ctx.rest)
    use_words_of(game.name)
    book = rulebook(game.name)
    sheet = book.sheets.get(ctx.value)
    if sheet is None:
        raise Refused(_("This release of the rules has no such chapter."))
    text = "\n\n".join(rule_text(rule) for rule in sheet.rules)
    await ctx.reply(f"### {game.title}: {sheet_title(sheet)}\n{text}", chapter_select(game, book))


def rule_title(rule: Rule) -> str:
    return f"{rule.number} {translate(rule.title)}"


def rule_text(rule: Rule) -> str:
    return f"**{rule_title(rule)}.** {translate(rule.text)}"


async def chosen_game(ctx: Context, name: str | None) -> Game[Any]:
    """The named game, else that of the table here."""
    return find_game(name) if name else (await find_table(ctx)).game


@completion
async def complete_rule(ctx: Context, current: str) -> Choices:
    """Rules, found by their numbers or by words."""
    game = await chosen_game(ctx, ctx.typed("game"))
    use_words_of(game.name)
    return [(rule_title(rule), rule.number) for rule in find_rules(game.name, current.strip())]


@command(anywhere=True)
@app_commands.describe(
    game="Which game; else that of the table here",
    rule="The number of a rule, or some of its words",
)
@app_commands.autocomplete(game=complete_game, rule=complete_rule)
async def rules(ctx: Context, game: str | None = None, rule: str | None = None) -> None:
    """Read the rules of a game, or look one up."""
    chosen = await chosen_game(ctx, game)
    if rule is not None:
        typed = rule.strip()
        known = typed in rulebook(chosen.name).rules
        await ctx.reply(rule_page(chosen, typed, "" if known else typed))
    else:
        await ctx.reply(await contents_page(ctx.bot.pictures, chosen))


setup = extension(rules)
