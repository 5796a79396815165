"""Results, ratings and statistics: /stats and /leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import discord
from discord import app_commands

from bot.interactions import Client, Context, command, context_menu, extension, name_of
from bot.interactions.commands import SERVERS_ONLY
from bot.interactions.finding import complete_game, find_game
from bot.operations.markdown import escape_markdown
from bot.pages import statistics as pages
from bot.pages.page import Page, page
from bot.pages.statistics import game_title
from bot.standings import statistics
from bot.standings.ratings import course, fresh, games_of, is_rated
from bot.standings.results import store_results
from bot.store import ResultRow
from bot.table import Refused
from bot.texts.languages import _
from games.words import told_apart

MAX_LISTED = 20
MIN_GAMES = 2
"""Rated games before somebody is listed."""
FIRST_YEAR = 2020


async def game_lines(ctx: Context, user: int, rows: Sequence[ResultRow]) -> list[str]:
    """A line for each game and server in these results, most played first."""
    places: dict[tuple[int | None, str], list[ResultRow]] = {}
    for row in rows:
        places.setdefault((row.guild, row.game), []).append(row)
    lines: list[str] = []
    for (guild, game), own in sorted(places.items(), key=lambda item: -len(item[1])):
        _rows, ratings = await ctx.bot.ratings.of(guild, game)
        where = "" if ctx.guild_id else f" · {server_name(ctx.bot, guild)}"
        lines.append(f"**{game_title(game)}**{where}\n{pages.summary(own, ratings.get(user))}")
    return lines


def server_name(bot: Client, guild: int | None) -> str:
    found = bot.get_guild(guild or 0)
    return escape_markdown(found.name) if found else _("another server")


async def stats_page(
    ctx: Context, person: discord.abc.User, game: str | None, against: discord.abc.User | None
) -> Page:
    """The results of a person in this server; in a DM in all servers."""
    name = escape_markdown(name_of(person))
    rows = await ctx.bot.store.results.with_user(person.id, ctx.guild_id)
    games = [each for each in games_of(rows) if game in (None, each[0].game)]
    heading = f"### {_('Games of {name:text}', name=name)}"
    if against is not None:
        other = escape_markdown(name_of(against))
        heading = f"### {_('{name:text} against {other:text}', name=name, other=other)}"
        games = [each for each in games if statistics.own_result(each, against.id)]
    results = [row for each in games for row in each if row.user == person.id]
    if not results:
        return page(heading, _("No game has been played to its end yet."))
    played = [each for each in games if statistics.own_result(each, person.id)]
    own = [row for row in results if not row.handed_over]
    met = [
        each
        for each in statistics.meetings(played, person.id)
        if against is None or each.user == against.id
    ]
    parts = [
        *await game_lines(ctx, person.id, own),
        pages.facts_text(played, own, of_one_game=game is not None),
        pages.averages_text(own) if game is not None else "",
        pages.met_text(met),
        pages.recent_results(results),
    ]
    picture = None
    if game is not None and ctx.guild_id is not None:
        rated, _ratings = await ctx.bot.ratings.of(ctx.guild_id, game)
        people = [each for each in (person, against) if each is not None]
        names = told_apart([name_of(each) for each in people])  # two may be called the same
        courses = {
            name: [fresh().low, *line.values()]
            for name, each in zip(names, people, strict=True)
            if (line := await asyncio.to_thread(course, rated, each.id))
        }
        picture = pages.rating_picture(ctx.bot.pictures, game, courses)
    note = _(
        "-# Rating = skill estimate minus 3× uncertainty. Only games with two or more people"
        " count, separately per server and game."
    )
    return page(heading, *filter(None, [*parts, picture]), note)


async def leaderboard_page(ctx: Context, name: str) -> Page:
    """The players of a game in this server, best first."""
    rows, ratings = await ctx.bot.ratings.of(ctx.guild_id, name)
    listed = sorted(
        (
            (rating, who)
            for who, rating in ratings.items()
            if isinstance(who, int) and rating.games >= MIN_GAMES
        ),
        key=lambda each: -each[0].low,
    )
    heading = f"### {_('Leaderboard of {game}', game=game_title(name))}"
    if not listed:
        least = _(
            "Nobody yet. You need {n:finished game|finished games} against people.",
            n=MIN_GAMES,
        )
        return page(heading, least)
    won = wins(rows)
    lines: list[str] = []
    for rating, who in listed[:MAX_LISTED]:
        place = 1 + sum(other.low > rating.low for other, _who in listed)
        line = _(
            "{n:game|games}, {won} won · {rating:text}",
            n=rating.games,
            won=won.get(who, 0),
            rating=pages.rating_text(rating),
        )
        lines.append(f"{place}. <@{who}> · {line}")
    note = _("-# Sorted by rating. Computer players count as opponents but are not listed.")
    return page(heading, "\n".join(lines), note)


def wins(rows: Sequence[ResultRow]) -> dict[int, int]:
    """How many rated games each user has won."""
    found: dict[int, int] = {}
    for game in games_of(rows):
        for row in game if is_rated(game) else ():
            if row.rank == 1 and row.user is not None and not row.handed_over:
                found[row.user] = found.get(row.user, 0) + 1
    return found


async def year_page(ctx: Context, guild: int, year: int, game: str | None) -> Page:
    """What was played in a server in a year, by UTC."""
    since, until = (datetime(each, 1, 1, tzinfo=UTC).timestamp() for each in (year, year + 1))
    rows = await ctx.bot.store.results.between(guild, since, until)
    rows = [row for row in rows if game in (None, row.game)]
    if not rows:
        raise Refused(_("No game was played to its end here in {year}.", year=str(year)))
    lines = pages.year_lines(statistics.year_of(rows))
    heading = f"### {_('{year} in this server', year=str(year))}"
    return page(heading, "\n".join(f"· {line}" for line in lines))


@command(anywhere=True)
@app_commands.describe(
    player="Whose games; yours if not given",
    game="Only this game, with the rating over time",
    against="Only games with this person",
)
@app_commands.autocomplete(game=complete_game)
async def stats(
    ctx: Context,
    player: discord.User | None = None,
    game: str | None = None,
    against: discord.User | None = None,
) -> None:
    """See games played and won, places, scores and ratings."""
    person = player or ctx.user
    if ctx.guild_id is None and person.id != ctx.user.id:
        raise Refused(_("Here I show your own games only; ask for others in your server."))
    if against is not None and against.id == person.id:
        raise Refused(_("Nobody plays against themselves: choose two different people."))
    await store_results(ctx.bot.store)
    name = find_game(game).name if game else None
    await ctx.reply(await stats_page(ctx, person, name, against))


@context_menu("Statistics", servers_only=True)
async def statistics_of(ctx: Context, person: discord.Member) -> None:
    await store_results(ctx.bot.store)
    await ctx.reply(await stats_page(ctx, person, None, None))


@command(contexts=SERVERS_ONLY)
@app_commands.describe(
    game="Which game; the one played most here if not given",
    year="What was played here in this year, instead of the ratings",
)
@app_commands.autocomplete(game=complete_game)
async def leaderboard(
    ctx: Context,
    game: str | None = None,
    year: app_commands.Range[int, FIRST_YEAR, 9998] | None = None,
) -> None:
    """See who plays a game best in this server, or what it played in a year."""
    results, guild = ctx.bot.store.results, ctx.guild_id or 0
    await store_results(ctx.bot.store)
    if year is not None:
        await ctx.reply(await year_page(ctx, guild, year, find_game(game).name if game else None))
        return
    played = [find_game(game).name] if game else await results.games_finished(guild)
    if not played:
        raise Refused(_("No game has been played to its end here yet."))
    await ctx.reply(await leaderboard_page(ctx, played[0]))


setup = extension(stats, leaderboard, statistics_of)
