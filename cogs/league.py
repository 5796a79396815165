"""Leagues of a server: sign-up, seasons and standings; /league and the buttons of a league."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.interactions import Choices, Context, command, completion, extension, group, pressed
from bot.interactions.commands import must_have
from bot.interactions.completion import complete_pace
from bot.interactions.controls import out_of_date
from bot.interactions.finding import complete_game, find_game
from bot.interactions.server_settings import check_allowed, check_not_banned
from bot.operations import permissions
from bot.operations.markdown import clean_line, escape_markdown
from bot.pages.leagues import standings_page
from bot.pages.page import Button, Row, truncate
from bot.standings.league import BYE_POINTS
from bot.standings.season import read_season, starting_divisions
from bot.store import Conflict, LeagueMemberRow, LeagueRow, to_json
from bot.table import Refused, checked_options, format_names
from bot.table.lobby import check_seats
from bot.table.pace import parse_pace
from bot.table.settings import TWO_ROUNDS, option_value, options_of
from bot.texts.languages import _
from cogs._tables.opening import check_channel
from cogs._tables.threads import cannot_open_thread
from games.kernel import Game

Act = Callable[[Context, LeagueRow], Coroutine[Any, Any, None]]
"""What a person does with a league."""
GROUP = group("league", "Leagues of this server: seasons with rounds of tables", servers_only=True)
ORGANISER = discord.Permissions(manage_guild=True)
MAX_LEAGUES, MAX_MEMBERS = 20, 100
"""Leagues of a server that have not ended, and members of one league."""
MAX_NAME = 50
MIN_PEOPLE = 2
"""People whom a season needs."""


@completion
async def complete_league(ctx: Context, current: str) -> Choices:
    rows = await ctx.bot.store.leagues.of_server(ctx.guild_id or 0)
    return [(row.name, str(row.id)) for row in rows if current.lower() in row.name.lower()]


@completion
async def complete_options(ctx: Context, current: str) -> Choices:
    """The options of the chosen game as name=value, after those written already."""
    game = find_game(ctx.typed("game"))
    written, _space, last = current.rpartition(" ")
    names: Choices = []
    for option in options_of(game).values():
        for value in option.values:
            text = f"{option.name}={value}"
            if last.lower() in text and f"{option.name}=" not in written:
                full = f"{written} {text}".strip()
                names.append((full, full[:100]))
    return names


async def find_league(ctx: Context, chosen: str | None) -> LeagueRow:
    """The chosen league, else that of this channel, else the only one; raises Refused if there is
    none, or more than one.
    """
    rows = await ctx.bot.store.leagues.of_server(ctx.guild_id or 0)
    if not rows:
        raise Refused(
            _(
                "This server has no league. Somebody who manages the server can open one with"
                " /league new."
            )
        )
    if chosen:
        named = [row for row in rows if chosen == str(row.id)]
        named = named or [row for row in rows if chosen == row.name]
        named = named or [row for row in rows if chosen.lower() == row.name.lower()]
        if not named:
            names = format_names([escape_markdown(row.name) for row in rows])
            raise Refused(_("There is no such league here. There is: {names:text}.", names=names))
    else:
        named = [row for row in rows if row.channel == ctx.interaction.channel_id]
    found = named or rows
    if len(found) > 1:
        raise Refused(_("This server has several leagues: choose one with `league:`."))
    return found[0]


async def pressed_league(ctx: Context) -> LeagueRow:
    """The league of a button; raises Refused if it has ended or no longer exists."""
    row = await ctx.bot.store.leagues.get(ctx.number)
    if row is None or row.guild != ctx.guild_id:
        raise out_of_date()
    if row.status == "ended":
        raise Refused(_("This league has ended."))
    return row


def on_press(action: str) -> Callable[[Act], Act]:
    """Has a button of the league's message do this."""

    def register(act: Act) -> Act:
        @pressed(action, table=False, ephemeral=True)
        async def _press(ctx: Context) -> None:  # pyright: ignore[reportUnusedFunction]
            await act(ctx, await pressed_league(ctx))

        return act

    return register


def of_league(act: Act) -> Callable[..., Coroutine[Any, Any, None]]:
    """Has a command with the option `league` do this."""

    @app_commands.describe(league="Which league")
    @app_commands.autocomplete(league=complete_league)
    async def choose(ctx: Context, league: str | None = None) -> None:
        await act(ctx, await find_league(ctx, league))

    choose.__name__, choose.__doc__ = act.__name__, act.__doc__
    return choose


def changed_meanwhile() -> Refused:
    """The refusal if somebody else has changed the league at the same moment."""
    return Refused(
        _("Somebody changed the league just now, so your change was not made. Try again.")
    )


# --- Opening --------------------------------------------------------------------------------------


@command(GROUP)
@app_commands.describe(
    game="What is played",
    title="What the league is called",
    seats="How many people a table has; some may have one more or one less",
    rounds="How many rounds a season has",
    pace="How long an answer may take; a computer player plays for those who are late",
    days="Days after which the next round opens even if tables are still playing",
    division="How many people a division has; else everybody plays in one",
    options="As name=value",
)
@app_commands.autocomplete(game=complete_game, options=complete_options, pace=complete_pace)
async def new(
    ctx: Context,
    game: str,
    title: str,
    seats: app_commands.Range[int, 2, 10],
    rounds: app_commands.Range[int, 1, 20] = 3,
    pace: str = "daily",
    days: app_commands.Range[int, 1, 90] | None = None,
    division: app_commands.Range[int, 2, 50] | None = None,
    options: str | None = None,
) -> None:
    """Open a league in this channel; for those who manage the server."""
    must_have(ctx, ORGANISER)
    chosen_game = find_game(game)
    await _check_channel(ctx)
    check_seats(chosen_game, seats)
    if division is not None and division < seats:
        raise Refused(
            _("A division needs at least as many people as a table has seats: {n}.", n=seats)
        )
    chosen_pace = parse_pace(pace, (await ctx.bot.store.people.get(ctx.user.id)).zone)
    if not chosen_pace.is_limited:
        raise Refused(_("A league needs a limit of time: one table could hold it up for ever."))
    called = truncate(clean_line(title), MAX_NAME)
    if not called:
        raise Refused(_("A league needs a name that people can read."))
    leagues = ctx.bot.store.leagues
    if len(await leagues.of_server(ctx.guild_id or 0)) >= MAX_LEAGUES:
        raise Refused(
            _(
                "This server has {n:league|leagues}, which is the most a server can have. End one"
                " with /league end.",
                n=MAX_LEAGUES,
            )
        )
    row = LeagueRow(
        id=0,
        guild=ctx.guild_id or 0,
        channel=ctx.interaction.channel_id or 0,
        name=called,
        game=chosen_game.name,
        options=to_json(checked_options(chosen_game, parse_options(chosen_game, options))),
        seats=seats,
        rounds=rounds,
        pace=str(chosen_pace),
        days=days or 0,
        division_size=division or 0,
        seed=secrets.token_hex(16),
        made=time.time(),
    )
    try:
        await leagues.add(row)
    except Conflict as error:
        raise Refused(
            _("This server has a league of that name already. Choose another one.")
        ) from error
    ctx.bot.leagues.wake()
    await ctx.reply(
        _(
            "The league {league:text} is open. People sign up with the buttons of its message in"
            " this channel, or with /league join; you start the season with **Start**.",
            league=escape_markdown(called),
        )
    )


def parse_options(game: Game[Any], text: str | None) -> dict[str, Any]:
    """Parses options written as `name=value`, separated by spaces or commas."""
    options: dict[str, Any] = {}
    for part in (text or "").replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not equals:
            raise Refused(options_format_text(game))
        options[name] = option_value(game, name, value)
    return options


def options_format_text(game: Game[Any]) -> str:
    """How to write the options of a game, with an example."""
    for option in options_of(game).values():
        for value in option.values:
            return _(
                "Options are written as name=value, such as {example:text}.",
                example=f"`{option.name}={value}`",
            )
    return _("{game:text} has no options.", game=game.title)


async def _check_channel(ctx: Context) -> None:
    """Raises Refused if a channel cannot have the tables of a league, which are its threads."""
    if not isinstance(ctx.interaction.channel, discord.TextChannel):
        raise Refused(
            _(
                "A league needs a text channel, because its tables are threads. Type /league new in"
                " one."
            )
        )
    await check_channel(ctx)
    if missing := permissions.missing_for_thread(ctx.interaction.app_permissions, private=False):
        raise Refused(cannot_open_thread(missing))
    await check_allowed(ctx)


# --- Members --------------------------------------------------------------------------------------


@command(GROUP)
@of_league
@on_press("league-join")
async def join(ctx: Context, row: LeagueRow) -> None:
    """Sign up for a league of this server."""
    await check_not_banned(ctx)
    leagues, user = ctx.bot.store.leagues, ctx.user
    member = await membership(ctx, row)
    if member is not None and member.state == "active":
        raise Refused(_("You are signed up already."))
    if member is not None and row.status == "running" and member.season == row.season:
        raise Refused(
            _(
                "You have left this season. You can sign up again as soon as it is over, for the"
                " next one."
            )
        )
    active = [each for each in await leagues.members(row.id) if each.state == "active"]
    if len(active) >= MAX_MEMBERS:
        raise Refused(_("This league is full: it has {n:member|members}.", n=MAX_MEMBERS))
    await leagues.join(LeagueMemberRow(0, row.id, user.id, ctx.name, time.time()))
    ctx.bot.leagues.wake()
    if row.status == "signup":
        said = _(
            "You are signed up for {league:text}, season {n}.",
            league=escape_markdown(row.name),
            n=row.season,
        )
    else:
        said = _(
            "You are signed up for {league:text}, from season {n} on.",
            league=escape_markdown(row.name),
            n=row.season + 1,
        )
    await ctx.reply(said)


async def membership(ctx: Context, row: LeagueRow) -> LeagueMemberRow | None:
    """The present or former membership of the person, with the name they have today."""
    leagues = ctx.bot.store.leagues
    member = await leagues.member(row.id, ctx.user.id)
    if member is not None and member.name != ctx.name:
        await leagues.rename(member.id, ctx.name)
    return member


async def own_membership(ctx: Context, row: LeagueRow) -> LeagueMemberRow:
    """The membership of the person; raises Refused if they are not signed up."""
    member = await membership(ctx, row)
    if member is None or member.state != "active":
        raise Refused(_("You are not signed up for this league. **Join** signs you up."))
    return member


@command(GROUP)
@of_league
@on_press("league-leave")
async def leave(ctx: Context, row: LeagueRow) -> None:
    """Leave a league of this server (asks first during a season)."""
    member = await own_membership(ctx, row)
    if row.status == "running" and member.season == row.season:
        yes = Button("league-leave-yes", row.id, label=_("Leave the league"), style="danger")
        await ctx.reply(
            _(
                "Leave {league:text} for this season? Your finished games keep their points, for"
                " you and for the others. A computer player takes your other seats for good: these"
                " games count 0 points for you, and everybody who stays there has beaten you. You"
                " are not seated again before the next season.",
                league=escape_markdown(row.name),
            ),
            Row(yes),
        )
        return
    if member.season:
        await ctx.bot.store.leagues.set_state(member.id, "left")
    else:
        await ctx.bot.store.leagues.remove(member.id)
    await _say_left(ctx, row)


@pressed("league-leave-yes", table=False)
async def press_leave_yes(ctx: Context) -> None:
    """Removes the person who pressed from the season that they play."""
    row = await pressed_league(ctx)
    member = await own_membership(ctx, row)
    await ctx.bot.store.leagues.set_state(member.id, "leaving")
    await _say_left(ctx, row)


async def _say_left(ctx: Context, row: LeagueRow) -> None:
    ctx.bot.leagues.wake()
    await ctx.reply(_("You have left {league:text}.", league=escape_markdown(row.name)))


@command(GROUP)
@of_league
@on_press("league-two")
async def double(ctx: Context, row: LeagueRow) -> None:
    """Choose whether you play two rounds at once if the next one opens while you still play."""
    member = await own_membership(ctx, row)
    wanted = not member.two_rounds
    await ctx.bot.store.leagues.set_two_rounds(member.id, wanted)
    await ctx.reply(TWO_ROUNDS.about(str(int(wanted)), n=int(BYE_POINTS)))


# --- Seasons --------------------------------------------------------------------------------------


@command(GROUP)
@of_league
@on_press("league-start")
async def start(ctx: Context, row: LeagueRow) -> None:
    """Start the season of a league; for those who manage the server."""
    must_have(ctx, ORGANISER)
    if row.status != "signup":
        raise Refused(_("The season has started already."))
    last = await read_season(ctx.bot.store, row, row.season - 1)
    if len(last.active) < MIN_PEOPLE:
        raise Refused(_("A season needs at least {n:person|people}.", n=MIN_PEOPLE))
    _rows, ratings = await ctx.bot.ratings.of(row.guild, row.game)
    try:
        await ctx.bot.store.leagues.start_season(row, starting_divisions(last, ratings))
    except Conflict as error:
        raise changed_meanwhile() from error
    ctx.bot.leagues.wake()
    await ctx.reply(
        _("Season {n} of {league:text} begins.", n=row.season, league=escape_markdown(row.name))
    )


@command(GROUP)
@of_league
@on_press("league-season")
async def season(ctx: Context, row: LeagueRow) -> None:
    """Open the sign-up for the next season; for those who manage the server."""
    must_have(ctx, ORGANISER)
    if row.status != "over":
        raise Refused(_("The next season can be opened when this one is over."))
    try:
        await ctx.bot.store.leagues.set_status(row, "signup", row.season + 1)
    except Conflict as error:
        raise changed_meanwhile() from error
    ctx.bot.leagues.wake()
    await ctx.reply(
        _(
            "The sign-up for season {n} of {league:text} is open. Members stay signed up unless"
            " they leave.",
            n=row.season + 1,
            league=escape_markdown(row.name),
        )
    )


@command(GROUP)
@of_league
@on_press("league-standings")
async def standings(ctx: Context, row: LeagueRow) -> None:
    """Show the standings of a league, and how points are counted."""
    # Before a season, those of the last one.
    number = row.season - 1 if row.status == "signup" and row.season > 1 else row.season
    shown = await read_season(ctx.bot.store, row, number)
    await ctx.reply(standings_page(shown, ctx.bot.pictures))


@command(GROUP)
@of_league
async def end(ctx: Context, row: LeagueRow) -> None:
    """End a league (asks first); for those who manage the server."""
    must_have(ctx, ORGANISER)
    yes = Button("league-end", row.id, label=_("End the league"), style="danger")
    await ctx.reply(
        _(
            "End {league:text}, for good? Its tables go on as ordinary tables, and no more rounds"
            " open.",
            league=escape_markdown(row.name),
        ),
        Row(yes),
    )


@pressed("league-end", table=False)
async def press_end(ctx: Context) -> None:
    row = await pressed_league(ctx)
    must_have(ctx, ORGANISER)
    try:
        await ctx.bot.store.leagues.set_status(row, "ended")
    except Conflict as error:
        raise changed_meanwhile() from error
    ctx.bot.leagues.wake()
    await ctx.reply(_("The league {league:text} has ended.", league=escape_markdown(row.name)))


setup = extension(GROUP)
