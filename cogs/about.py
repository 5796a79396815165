"""About the bot: /about."""

from __future__ import annotations

from bot.interactions import Client, Context, command, extension
from bot.pages.page import Page, page
from bot.texts.languages import _, reader
from games import discover
from games.version import VERSION


@command()
async def about(ctx: Context) -> None:
    """See my version, where my source code is, and what I store about you."""
    await ctx.bot.mentions.fetch()
    await ctx.reply(await about_page(ctx.bot, ctx.guild_id))


async def about_page(bot: Client, guild: int | None) -> Page:
    """The version, the number of games (of a server; None: of all), the source, the data."""
    titles = reader().sign(", ").join(game.title for game in discover().values())
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
    terms = bot.settings.terms_url
    stored = _(
        "I store your name and seat at each table, your moves, notes, results and settings. I"
        " cannot read your messages. {export:text} gives you all I have stored about you,"
        " {delete:text} deletes it.",
        export=bot.mentions["mydata export"],
        delete=bot.mentions["mydata delete"],
    )
    return page(
        f"### Atelier {VERSION}",
        f"{_('I host board games: {titles:text}.', titles=titles)}\n{hosted}",
        _("My [source code]({link:text}) is free to use, under the MIT License.", link=source)
        if source
        else _("I am free software, under the MIT License."),
        f"{stored} {_('More: [privacy]({link:text}).', link=privacy)}" if privacy else stored,
        *([_("My [terms of service]({link:text}).", link=terms)] if terms else []),
    )


setup = extension(about)
