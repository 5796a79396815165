"""Results and ratings: /stats and /leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import discord
from discord import app_commands

from bot.interactions import Client, Context, command, extension, name_of
from bot.interactions.commands import SERVERS_ONLY
from bot.interactions.finding import complete_game, find_game
from bot.operations.markdown import escape_markdown
from bot.pages.page import Page, page
from bot.standings.honours import STRONG_LEVEL, Honours, honours
from bot.standings.ratings import Rating, games_of, is_rated
from bot.standings.results import store_results
from bot.store import ResultRow
from bot.table import Refused
from bot.texts.languages import _
from games import discover

MAX_RECENT = 8
MAX_LISTED = 20
MIN_GAMES = 2
"""Rated games before somebody is listed."""


def game_title(name: str) -> str:
    """Returns the title of a game; its name if it is not installed."""
    game = discover().get(name)
    return game.title if game else name


def rating_text(rating: Rating) -> str:
    """Returns a rating in words: the estimate, the skill and its uncertainty."""
    return _(
        "rating **{low:.1f}** ({mu:.1f} ± {sigma:.1f})",
        low=rating.low,
        mu=rating.mu,
        sigma=rating.sigma,
    )


async def game_lines(ctx: Context, user: int, rows: Sequence[ResultRow]) -> list[str]:
    """Returns a line for each game and server in these results, most played first."""
    places: dict[tuple[int | None, str], list[ResultRow]] = {}
    for row in rows:
        places.setdefault((row.guild, row.game), []).append(row)
    lines: list[str] = []
    for (guild, game), own in sorted(places.items(), key=lambda item: -len(item[1])):
        _rows, ratings = await ctx.bot.ratings.of(guild, game)
        where = "" if ctx.guild_id else f" · {server_name(ctx.bot, guild)}"
        line = _(
            "{n:game|games}, {won} won · average place {place:.1f} · best score {best}",
            n=len(own),
            won=sum(row.rank == 1 for row in own),
            place=fmean(row.rank for row in own),
            best=max(row.score for row in own),
        )
        rated = f" · {rating_text(ratings[user])}" if user in ratings else ""
        lines.append(f"**{game_title(game)}**{where}\n{line}{rated}")
    return lines


def server_name(bot: Client, guild: int | None) -> str:
    """Returns the name of a server."""
    found = bot.get_guild(guild or 0)
    return escape_markdown(found.name) if found else _("another server")


def recent_results(rows: Sequence[ResultRow]) -> str:
    """Returns the latest results, newest first."""
    lines: list[str] = []
    for row in reversed(rows[-MAX_RECENT:]):
        line = _(
            "<t:{when}:d> {game}, table {n}: place {rank} of {seats}, {score:point|points}",
            when=int(row.made),
            game=game_title(row.game),
            n=row.table_id,
            rank=row.rank,
            seats=row.seats,
            score=row.score,
        )
        early = _(" (left early)") if row.resigned else ""
        lines.append(f"· {line}{early}{_(' (handed over)') if row.handed_over else ''}")
    return "\n".join([_("**Lately**"), *lines])


async def may_show_honours(ctx: Context, user: int) -> bool:
    """Whether a reply may show a person's honours. In a DM: yes, to themselves. In a server: if the
    server shows honours, and to others if the person allows it.
    """
    if ctx.guild_id is None:
        return True
    if not (await ctx.bot.store.servers.get(ctx.guild_id)).honours:
        return False
    return user == ctx.user.id or bool((await ctx.bot.store.people.get(user)).honours)


def honour_lines(found: Honours) -> str:
    """Returns honours in words; "" if there are none."""
    lines: list[str] = []
    if win := found.first_win:
        lines.append(
            _("First win: {game}, <t:{when}:d>", game=game_title(win.game), when=int(win.made))
        )
        lines.append(
            _(
                "Games won at least once ({n} of {all}): {games:list}",
                n=len(found.won),
                all=len({*discover(), *found.won}),
                games=[game_title(name) for name in found.won],
            )
        )
    if game := found.against_strong:
        lines.append(
            _(
                "Played to the end against a strong computer player: {game}, <t:{when}:d>",
                game=game_title(game.game),
                when=int(game.made),
            )
        )
    if found.in_time:
        lines.append(
            _(
                "Always answered in time in {n:game|games} with a time limit",
                n=found.in_time,
            )
        )
    return "\n".join([_("**Honours**"), *(f"· {line}" for line in lines)]) if lines else ""


async def stats_page(ctx: Context, person: discord.abc.User, game: str | None) -> Page:
    """Returns the results of a person in this server; in a DM in all servers."""
    name = escape_markdown(name_of(person))
    rows = await ctx.bot.store.results.of_user(person.id, ctx.guild_id)
    rows = [row for row in rows if game in (None, row.game)]
    heading = f"### {_('Games of {name:text}', name=name)}"
    if not rows:
        return page(heading, _("No game has been played to its end yet."))
    lines = await game_lines(ctx, person.id, [row for row in rows if not row.handed_over])
    note = _(
        "-# Rating = skill estimate minus 3× uncertainty. Only games with two or more people"
        " count, separately per server and game."
    )
    honoured = ""
    if game is None and await may_show_honours(ctx, person.id):
        against = await ctx.bot.store.results.against(person.id, STRONG_LEVEL)
        honoured = honour_lines(honours(rows, against))
    counted = filter(None, [lines, honoured])
    return page(heading, *counted, recent_results(rows), note)


async def leaderboard_page(ctx: Context, name: str) -> Page:
    """Returns the players of a game in this server, best first."""
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
            rating=rating_text(rating),
        )
        lines.append(f"{place}. <@{who}> · {line}")
    note = _("-# Sorted by rating. Computer players count as opponents but are not listed.")
    return page(heading, "\n".join(lines), note)


def wins(rows: Sequence[ResultRow]) -> dict[int, int]:
    """Returns how many rated games each user has won."""
    found: dict[int, int] = {}
    for game in games_of(rows):
        for row in game if is_rated(game) else ():
            if row.rank == 1 and row.user is not None and not row.handed_over:
                found[row.user] = found.get(row.user, 0) + 1
    return found


@command()
@app_commands.describe(player="Whose games; yours if not given", game="Only this game")
@app_commands.autocomplete(game=complete_game)
async def stats(ctx: Context, player: discord.User | None = None, game: str | None = None) -> None:
    """See games played and won, places, scores and ratings."""
    person = player or ctx.user
    if ctx.guild_id is None and person.id != ctx.user.id:
        raise Refused(_("Here I show your own games only; ask for others in your server."))
    await store_results(ctx.bot.store)
    name = find_game(game).name if game else None
    await ctx.reply(await stats_page(ctx, person, name))


@command(contexts=SERVERS_ONLY)
@app_commands.describe(game="Which game; the one played most here if not given")
@app_commands.autocomplete(game=complete_game)
async def leaderboard(ctx: Context, game: str | None = None) -> None:
    """See who plays a game best in this server."""
    results, guild = ctx.bot.store.results, ctx.guild_id or 0
    await store_results(ctx.bot.store)
    played = [find_game(game).name] if game else await results.games_finished(guild)
    if not played:
        raise Refused(_("No game has been played to its end here yet."))
    await ctx.reply(await leaderboard_page(ctx, played[0]))


setup = extension(stats, leaderboard)
