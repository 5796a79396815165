"""Settings and games of one person: /settings, /turns and /away."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import discord
from discord import app_commands

from bot.interactions import Choices, Context, command, completion, extension, group, pressed
from bot.interactions.completion import choices_of
from bot.interactions.finding import complete_own_table, find_table, own_tables
from bot.pages.names import when
from bot.pages.notifications import waiting_page
from bot.store import PersonRow, PingRow
from bot.table import STAND_IN_LEVEL, Refused, format_names, seating
from bot.table.clock import parse_moment
from bot.table.settings import CONFIRM, DMS, FORCED, LANGUAGE, NOTIFY_HOW, NOTIFY_PLACE
from bot.table.wall_time import parse_zone, zone_names, zone_of
from bot.texts.languages import _, language_of_locale, translate, use_language
from games.words import phrase

GROUP = group("settings", "Your language, time, notifications and moves", anywhere=True)
QUIET_HOURS = re.compile(
    r"([01]?\d|2[0-3])(?::([0-5]\d))?\s*(?:-|–|to)\s*([01]?\d|2[0-3])(?::([0-5]\d))?",
    re.ASCII,
)
DURATIONS = [
    phrase("{n:hour|hours}", n=12),
    *(phrase("{n:day|days}", n=n) for n in (1, 3)),
    *(phrase("{n:week|weeks}", n=n) for n in (1, 2, 4)),
]
"""The suggested lengths of an absence; in English they can be typed."""
BACK = "now"
MAX_BLOCKED = 100
MAX_AWAY_S = 366 * 86400.0


@completion
async def complete_until(_ctx: Context, current: str) -> Choices:
    """Lengths of an absence, or the return."""
    names = [(_("I am back"), BACK), *((translate(span), str(span)) for span in DURATIONS)]
    return [each for each in names if any(current.lower() in said.lower() for said in each)]


@completion
async def complete_zone(_ctx: Context, current: str) -> Choices:
    wanted = current.lower().replace(" ", "_")
    return [(zone, zone) for key, zone in sorted(zone_names().items()) if wanted in key]


def parse_quiet_hours(text: str) -> str:
    """Quiet hours as stored, "22:00-07:00", or "" for "off"; raises Refused for other texts."""
    if text.strip().lower() in ("off", "none", "-"):
        return ""
    found = QUIET_HOURS.fullmatch(text.strip())
    if found is None:
        raise Refused(_("Quiet hours are written as 22:00-07:00, or off."))
    begin, begun, end, ended = found.groups()
    hours = [f"{int(begin):02}:{begun or '00'}", f"{int(end):02}:{ended or '00'}"]
    if hours[0] == hours[1]:
        raise Refused(_("Quiet hours begin and end at different times."))
    return "-".join(hours)


def settings_of(person: PersonRow, pings: list[PingRow], blocked: list[int]) -> str:
    clock = datetime.now(zone_of(person)).strftime("%H:%M")
    lines = [
        _("Language: {name:text}", name=LANGUAGE.about(LANGUAGE.known(person.language))),
        _(
            "Time zone: {zone:text}, where it is {clock:text}",
            zone=person.zone or "UTC",
            clock=clock,
        ),
        _("Quiet hours: {hours:text}", hours=person.quiet)
        if person.quiet
        else _("Quiet hours: none"),
        _("Direct messages: {dms:text}", dms=DMS.label(person.dms)),
        CONFIRM.about(person.confirm),
        FORCED.about(str(person.forced)),
    ]
    if not person.invitable:
        lines.append(_("Invitations: off"))
    if blocked:
        names = format_names([f"<@{user}>" for user in blocked])
        lines.append(_("Blocked: {names:text}", names=names))
    if person.away:
        lines.append(_("Away until {when:text}", when=when(person.away, "f")))
    for ping in pings or [PingRow(person.user)]:
        lines.append(_ping_line(ping))
    return "\n".join(f"· {line}" for line in lines)


def _ping_line(ping: PingRow) -> str:
    where = _("table {n}", n=ping.table_id) if ping.table_id else _("all tables")
    how = NOTIFY_HOW.about(ping.how, n=ping.minutes)
    place = NOTIFY_PLACE.about(ping.place if ping.how == "now" else "dm")
    early = _(", and before your turn") if ping.early else ""
    if ping.how == "none":
        return _("Notifications from {where:text}: {how:text}", where=where, how=how)
    return _(
        "Notifications from {where:text}: {how:text}, {place:text}{early:text}",
        where=where,
        how=how,
        place=place,
        early=early,
    )


async def reply_settings(ctx: Context) -> None:
    store, user = ctx.bot.store, ctx.user.id
    blocked = await store.peace.blocked_by(user)
    text = settings_of(await store.people.get(user), await store.pings.of_user(user), blocked)
    await ctx.reply(f"{_('### Your settings')}\n{text}")


@command(GROUP)
async def show(ctx: Context) -> None:
    """Show your settings."""
    await reply_settings(ctx)


@command(GROUP)
@app_commands.describe(language="Language I use with you")
@app_commands.choices(language=choices_of(LANGUAGE))
async def language(ctx: Context, language: str) -> None:
    """Choose the language I use with you."""
    code = LANGUAGE.known(language)
    await ctx.bot.store.people.save(ctx.user.id, **LANGUAGE.stored(code))
    use_language(code or language_of_locale(ctx.interaction.locale))
    for table in await own_tables(ctx):
        await ctx.bot.refresh(table.id)
    await reply_settings(ctx)


@command(GROUP)
@app_commands.describe(
    zone="Your time zone", quiet="Hours without notifications: 22:00-07:00, or off"
)
@app_commands.autocomplete(zone=complete_zone)
async def time(ctx: Context, zone: str | None = None, quiet: str | None = None) -> None:
    """Choose your time zone and quiet hours."""
    changes: dict[str, Any] = {}
    if zone is not None:
        changes["zone"] = parse_zone(zone)
    if quiet is not None:
        changes["quiet"] = parse_quiet_hours(quiet)
    if changes:
        await ctx.bot.store.people.save(ctx.user.id, **changes)
    await reply_settings(ctx)


@command(GROUP)
@app_commands.describe(
    how="When I notify you",
    place="Where I notify you, if at once",
    minutes="If grouped: at most one message in so many minutes",
    early="Whether I also tell you when you are probably next",
    game="For one of your games alone; else for all of them",
)
@app_commands.choices(how=choices_of(NOTIFY_HOW), place=choices_of(NOTIFY_PLACE))
@app_commands.autocomplete(game=complete_own_table)
async def notifications(
    ctx: Context,
    how: str,
    place: str = "channel",
    minutes: app_commands.Range[int, 5, 1440] = 60,
    early: bool = False,
    game: str | None = None,
) -> None:
    """Choose how I notify you when it is your turn."""
    table = (await find_table(ctx, game)).id if game else 0
    chosen = NOTIFY_HOW.stored(how) | NOTIFY_PLACE.stored(place)
    row = PingRow(ctx.user.id, table, minutes=minutes, early=int(early), **chosen)
    await ctx.bot.store.pings.save(row)
    await reply_settings(ctx)


@command(GROUP)
@app_commands.describe(
    confirm="Whether I ask once more before your move counts",
    forced="Who answers when you have only one answer and others may not know that",
)
@app_commands.choices(confirm=choices_of(CONFIRM), forced=choices_of(FORCED))
async def moves(ctx: Context, confirm: str | None = None, forced: str | None = None) -> None:
    """Choose whether moves are confirmed, and who gives your only answer."""
    changes: dict[str, Any] = {}
    if confirm is not None:
        changes |= CONFIRM.stored(confirm)
    if forced is not None:
        changes |= FORCED.stored(forced)
    if changes:
        await ctx.bot.store.people.save(ctx.user.id, **changes)
    if forced is not None:
        for table in await own_tables(ctx):
            await ctx.bot.refresh(table.id)
    await reply_settings(ctx)


@command(GROUP)
@app_commands.describe(wanted="Whether others may invite you to their tables")
async def invitations(ctx: Context, wanted: bool) -> None:
    """Choose whether others may invite you to their tables."""
    await ctx.bot.store.people.save(ctx.user.id, invitable=int(wanted))
    await reply_settings(ctx)


@command(GROUP)
@app_commands.describe(person="Whom you do not want to meet")
async def block(ctx: Context, person: discord.User) -> None:
    """Never sit with somebody at a new table; they are not told."""
    peace, user = ctx.bot.store.peace, ctx.user.id
    if person.id == user:
        raise Refused(_("You cannot block yourself."))
    if person.bot:
        raise Refused(_("A bot cannot play here, so you need not block it."))
    if len(await peace.blocked_by(user)) >= MAX_BLOCKED:
        raise Refused(_("Your block list is full: it has {n} people.", n=MAX_BLOCKED))
    await peace.block(user, person.id, ctx.bot.clock.now())
    await ctx.reply(
        _(
            "{who:text} is blocked and not told. They cannot invite you or offer you a seat, and"
            " neither of you can join where the other sits. Leagues seat you together only if there"
            " is no other way. Where you sit together already, nothing changes. /settings unblock"
            " ends it.",
            who=f"<@{person.id}>",
        )
    )


@command(GROUP)
@app_commands.describe(person="Whom you do not mind to meet any more")
async def unblock(ctx: Context, person: discord.User) -> None:
    """Take somebody off your block list, which /settings show lists."""
    if not await ctx.bot.store.peace.unblock(ctx.user.id, person.id):
        raise Refused(_("You have not blocked {who:text}.", who=f"<@{person.id}>"))
    await ctx.reply(_("{who:text} is no longer blocked.", who=f"<@{person.id}>"))


@command(anywhere=True)
async def turns(ctx: Context) -> None:
    """Show every game that waits for you, the longest wait first."""
    await show_waiting(ctx)


@pressed("open", table=False, ephemeral=True)
async def show_waiting(ctx: Context) -> None:
    await ctx.reply(await waiting_page(ctx.bot.store, ctx.bot.tables, ctx.user.id))


@command()
@app_commands.describe(
    until="A date such as 2026-12-24, or for how long; now when you are back",
    computer="Whether a computer player plays for you meanwhile",
)
@app_commands.autocomplete(until=complete_until)
async def away(ctx: Context, until: str, computer: bool = False) -> None:
    """Pause notifications in all your games until a date."""
    bot, user = ctx.bot, ctx.user.id
    person = await bot.store.people.get(user)
    now = bot.clock.now()
    if until.strip().lower() in (BACK, "back"):
        await bot.store.people.save(user, away=0)
        for table in await own_tables(ctx):
            await seating.reclaim(table, user)
        await ctx.reply(_("Welcome back. Notifications are on again."))
        return
    end = parse_moment(until, person, now)
    if end is None or end > now + MAX_AWAY_S:
        raise Refused(_("Say until when: a date such as 2026-12-24, or a span such as 3 days."))
    await bot.store.people.save(user, away=end)
    for table in await own_tables(ctx):
        seat = table.own_seat(user)
        if computer and not table.people[seat].stand_in:
            await seating.hand_over(table, user, STAND_IN_LEVEL)
        else:
            await table.say("{name:text} is away for a while.", name=await table.named(seat))
        await bot.clock.reschedule(table, seat)
    await ctx.reply(
        _("Enjoy your time off. No notifications until {when:text}.", when=when(end, "f")),
    )


setup = extension(GROUP, turns, away)
