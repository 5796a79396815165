"""What a person settles for himself and sees of all his games: /games, /away and /settings."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfoNotFoundError, available_timezones

from discord import app_commands
from discord.ext import commands

from bot.app import Atelier
from bot.interactions.replies import Interaction, acknowledge, show
from bot.pages import reminders
from bot.pages.names import when
from bot.pages.page import clamp
from bot.store import How, PersonRow, PingRow, Place
from bot.table import STAND_IN, Refused, seating
from bot.table.clock import moment, zone_of
from bot.texts.languages import LANGUAGES, _, speak, understood
from cogs._finding import MOST_CHOICES, atelier, complete_own_table, own_tables, table_here
from cogs._lobby import say_done

QUIET = re.compile(
    r"([01]?\d|2[0-3])(?::([0-5]\d))?\s*(?:-|–|to)\s*([01]?\d|2[0-3])(?::([0-5]\d))?"
)
HOWS = [
    app_commands.Choice(name="At once", value="now"),
    app_commands.Choice(name="Grouped: several games in one message", value="grouped"),
    app_commands.Choice(name="Once a day", value="daily"),
    app_commands.Choice(name="Not at all", value="none"),
]
PLACES = [
    app_commands.Choice(name="In the channel of the game", value="channel"),
    app_commands.Choice(name="In a direct message", value="dm"),
]
TONGUES = [
    app_commands.Choice(name="As my Discord", value="-"),
    *(app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()),
]
SPANS = ("12 hours", "1 day", "3 days", "1 week", "2 weeks", "4 weeks")
BACK = "now"
LONGEST_AWAY = 366 * 86400.0


async def complete_until(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Spans of absence, or the return."""
    choices = [app_commands.Choice(name=_("I am back"), value=BACK)]
    choices += [app_commands.Choice(name=span, value=span) for span in SPANS]
    return [each for each in choices if current.lower() in each.name.lower()]


async def complete_zone(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Time zones with these letters in their name."""
    wanted = current.lower().replace(" ", "_")
    found = sorted(zone for zone in available_timezones() if wanted in zone.lower())
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:MOST_CHOICES]]


def read_quiet(text: str) -> str:
    """Quiet hours as they are stored, "22:00-07:00"; "" for "off"; Refused for anything else."""
    if text.strip().lower() in ("off", "none", "-"):
        return ""
    found = QUIET.fullmatch(text.strip())
    if found is None:
        raise Refused(_("Quiet hours are written as 22:00-07:00, or off."))
    begin, begun, end, ended = found.groups()
    hours = [f"{int(begin):02}:{begun or '00'}", f"{int(end):02}:{ended or '00'}"]
    if hours[0] == hours[1]:
        raise Refused(_("Quiet hours begin and end at different times."))
    return "-".join(hours)


def read_zone(text: str) -> str:
    """A time zone by its name; Refused where there is none."""
    try:
        zone = zone_of(PersonRow(0, zone=text.strip()))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(
            _(
                "There is no time zone “{zone:text}”; choose one from the list.",
                zone=clamp(text, 50),
            )
        ) from None
    return zone.key


def about(person: PersonRow, pings: list[PingRow]) -> str:
    """What a person has settled, in words."""
    clock = datetime.now(zone_of(person)).strftime("%H:%M")
    lines = [
        _("Language: {name:text}", name=LANGUAGES.get(person.language) or _("as your Discord")),
        _(
            "Time zone: {zone:text}, where it is {clock:text}",
            zone=person.zone or "UTC",
            clock=clock,
        ),
        _("Quiet hours: {hours:text}", hours=person.quiet or _("none")),
        _("Private messages: {dms}", dms=person.dms),
    ]
    if person.away:
        lines.append(_("Away until {when:text}", when=when(person.away, "f")))
    for ping in pings or [PingRow(person.user)]:
        lines.append(_ping_line(ping))
    return "\n".join(f"· {line}" for line in lines)


def _ping_line(ping: PingRow) -> str:
    where = _("table {n}", n=ping.table_id) if ping.table_id else _("all tables")
    how = {
        "now": _("at once"),
        "grouped": _("grouped, every {n} minutes at most", n=ping.minutes),
        "daily": _("once a day"),
        "none": _("not at all"),
    }[ping.how]
    place = _("in the channel") if ping.place == "channel" else _("in a direct message")
    early = _(", and early") if ping.early else ""
    if ping.how == "none":
        return _("Calls of {where:text}: {how:text}", where=where, how=how)
    if ping.how != "now":
        place = _("in a direct message")
    return _(
        "Calls of {where:text}: {how:text}, {place:text}{early:text}",
        where=where,
        how=how,
        place=place,
        early=early,
    )


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Settings(
    commands.GroupCog, group_name="settings", group_description="Your language, time and calls"
):
    """What a person settles for himself."""

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show what you have settled."""
        await acknowledge(interaction, ephemeral=True)
        await self._say(interaction)

    @app_commands.command()
    @app_commands.describe(language="What I speak to you")
    @app_commands.choices(language=TONGUES)
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language in which I speak to you."""
        await acknowledge(interaction, ephemeral=True)
        code = "" if language == "-" else understood(language)
        await atelier(interaction).store.people.save(interaction.user.id, language=code)
        speak(code or understood(interaction.locale))
        await self._refresh(interaction)
        await self._say(interaction)

    @app_commands.command()
    @app_commands.describe(
        zone="Your time zone", quiet="Hours in which I do not call you: 22:00-07:00, or off"
    )
    @app_commands.autocomplete(zone=complete_zone)
    async def time(
        self, interaction: Interaction, zone: str | None = None, quiet: str | None = None
    ) -> None:
        """Choose your time zone and quiet hours."""
        await acknowledge(interaction, ephemeral=True)
        settled: dict[str, Any] = {}
        if zone is not None:
            settled["zone"] = read_zone(zone)
        if quiet is not None:
            settled["quiet"] = read_quiet(quiet)
        if settled:
            await atelier(interaction).store.people.save(interaction.user.id, **settled)
        await self._say(interaction)

    @app_commands.command()
    @app_commands.describe(
        how="When I call you",
        place="Where I call you, if at once",
        minutes="For grouped calls: at most one message in so many minutes",
        early="Whether I also tell you when you are probably next",
        game="For one of your games alone; else for all of them",
    )
    @app_commands.choices(how=HOWS, place=PLACES)
    @app_commands.autocomplete(game=complete_own_table)
    async def calls(
        self,
        interaction: Interaction,
        how: str,
        place: str = "channel",
        minutes: app_commands.Range[int, 5, 1440] = 60,
        early: bool = False,
        game: str | None = None,
    ) -> None:
        """Choose how I call you when a table waits for you."""
        await acknowledge(interaction, ephemeral=True)
        table = (await table_here(interaction, game)).id if game else 0
        row = PingRow(
            interaction.user.id, table, cast(How, how), cast(Place, place), minutes, int(early)
        )
        await atelier(interaction).store.pings.save(row)
        await self._say(interaction)

    async def _say(self, interaction: Interaction) -> None:
        store, user = atelier(interaction).store, interaction.user.id
        text = about(await store.people.get(user), await store.pings.of_user(user))
        await say_done(interaction, f"{_('### Your settings')}\n{text}")

    async def _refresh(self, interaction: Interaction) -> None:
        """Has the private messages of all the person's tables be shown anew."""
        bot = atelier(interaction)
        for table in await own_tables(interaction):
            await bot.store.outbox.add(table.id)
            bot.outbox.kick(table.id)


class Me(commands.Cog):
    """Everything that concerns all games of a person."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def games(self, interaction: Interaction) -> None:
        """Show all that waits for you anywhere, the longest wait first."""
        await acknowledge(interaction, ephemeral=True)
        bot = atelier(interaction)
        shown = await reminders.waiting(bot.store, bot.tables, interaction.user.id)
        await show(interaction, shown)

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    @app_commands.describe(
        until="A date such as 2026-12-24, or for how long; now when you are back",
        computer="Whether a computer player plays for you meanwhile",
    )
    @app_commands.autocomplete(until=complete_until)
    async def away(self, interaction: Interaction, until: str, computer: bool = False) -> None:
        """Tell all your tables that you are away; nobody calls you until then."""
        await acknowledge(interaction, ephemeral=True)
        bot, user = atelier(interaction), interaction.user.id
        person = await bot.store.people.get(user)
        now = bot.clock.now()
        if until.strip().lower() in (BACK, "back"):
            await bot.store.people.save(user, away=0)
            for table in await own_tables(interaction):
                await seating.reclaim(table, user)
            await say_done(interaction, _("Welcome back. Your tables call you again."))
            return
        end = moment(until, person, now)
        if end is None or end > now + LONGEST_AWAY:
            raise Refused(_("Say until when: a date such as 2026-12-24, or a span such as 3 days."))
        await bot.store.people.save(user, away=end)
        for table in await own_tables(interaction):
            seat = table.own_seat(user)
            if computer and not table.people[seat].stand_in:
                await seating.hand_over(table, user, STAND_IN)
            else:
                await table.note("{name:text} is away for a while.", name=table.names[seat])
            await bot.clock.renew(table, seat)
        await say_done(
            interaction,
            _("Have a good time. Until {when:text} nobody calls you.", when=when(end, "f")),
        )


async def setup(bot: Atelier) -> None:
    """Adds the commands."""
    await bot.add_cog(Settings())
    await bot.add_cog(Me())
