"""Wall times, such as quiet hours from "22:00" to "07:00", as instants.

A wall time becomes an instant first, in seconds since 1970; only instants are compared and added.
Where the clock is set back, a wall time comes twice; where it is set forward, some never come.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Generator
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.operations.markdown import clean_line
from bot.store import PersonRow
from bot.table.errors import Refused
from bot.texts.languages import _

DAY = timedelta(days=1)
MIDNIGHT = "00:00"


@cache
def zone_names() -> dict[str, str]:
    """The names of all time zones, by their lower-case spelling. "localtime" is whatever the host
    has set, and "Factory" a host that has set nothing.
    """
    return {name.lower(): name for name in available_timezones() - {"localtime", "Factory"}}


def parse_zone(text: str) -> str:
    """The name of a time zone that somebody types; raises Refused if there is none of that name."""
    zone = zone_names().get(text.strip().lower().replace(" ", "_"))
    if zone is None:
        raise Refused(
            _(
                "There is no time zone “{zone:text}”; choose one from the list.",
                zone=clean_line(text)[:50],
            )
        )
    return zone


def zone_of(person: PersonRow) -> ZoneInfo:
    """The time zone of a user; UTC if they have set none."""
    return ZoneInfo(person.zone or "UTC")


def instants(day: date, clock: str, zone: ZoneInfo) -> tuple[float, float]:
    """The first and the last instant at which clocks show a time of day, "22:00". If they skip it,
    both are the instant at which they do.
    """
    wall = datetime.combine(day, time.fromisoformat(clock))
    first, last = (int(wall.replace(tzinfo=zone, fold=n).timestamp()) for n in (0, 1))
    if first > last:
        skipped = bisect_left(range(last, first), True, key=lambda at: _shown(at, zone) >= wall)
        first = last = last + skipped
    return float(first), float(last)


def next_time(moment: float, clock: str, zone: ZoneInfo) -> float:
    """When clocks show a time of day next, after a moment."""
    today = _shown(moment, zone).date()
    found = (instants(today + n * DAY, clock, zone)[0] for n in range(3))
    return next(at for at in found if at > moment)


def quiet_end(moment: float, person: PersonRow, more_s: float = 0.0) -> float | None:
    """When the quiet hours around a moment end, with this time added to them; None if it is outside
    of them. Where their beginning or their end comes twice, they last from the first to the last.
    """
    end = moment
    for begin, stop in _quiet_hours(moment, person):
        if begin <= end < stop + more_s:
            end = stop + more_s
    return end if end > moment else None


def _quiet_hours(moment: float, person: PersonRow) -> Generator[tuple[float, float]]:
    """The beginnings and ends of the quiet hours of three days around a moment, in order."""
    if not person.quiet:
        return
    zone = zone_of(person)
    begin, end = person.quiet.split("-")
    today = _shown(moment, zone).date()
    for day in (today - DAY, today, today + DAY):
        last_day = day if begin < end else day + DAY
        yield instants(day, begin, zone)[0], instants(last_day, end, zone)[1]


def next_quiet_start(moment: float, person: PersonRow) -> float:
    """When the next quiet hours after a moment begin; infinity if a person has none."""
    if not person.quiet:
        return float("inf")
    return next_time(moment, person.quiet.split("-")[0], zone_of(person))


def after_quiet(moment: float, person: PersonRow) -> float:
    """A moment, moved to the end of the quiet hours or the absence if it falls into them."""
    moment = max(moment, person.away)
    return quiet_end(moment, person) or moment


def day_off_end(moment: float, days: Container[int], zone: ZoneInfo) -> float | None:
    """When the days off around a moment end; None if it is on none of these days of the week."""
    day = first = _day(moment, zone)
    while day.weekday() in days:
        day += DAY
    return _begin(day, zone) if day != first else None


def next_day_off(moment: float, days: Container[int], zone: ZoneInfo) -> float:
    """When the next of these days of the week begins after a moment; infinity without days."""
    today = _day(moment, zone)
    begins = (_begin(day, zone) for n in range(15) if (day := today + n * DAY).weekday() in days)
    return next((begin for begin in begins if begin > moment), float("inf"))


def next_time_on_workday(moment: float, clock: str, days: Container[int], zone: ZoneInfo) -> float:
    """When clocks show a time of day, at a moment or next, on none of these days of the week."""
    today = _day(moment, zone)
    workdays = (day for n in range(-1, 15) if (day := today + n * DAY).weekday() not in days)
    found = (instants(day, clock, zone)[0] for day in workdays)
    return next(at for at in found if at >= moment)


def _begin(day: date, zone: ZoneInfo) -> float:
    return instants(day, MIDNIGHT, zone)[0]


def _day(moment: float, zone: ZoneInfo) -> date:
    """The last day that has begun, also where the clock is set back across midnight."""
    today = _shown(moment, zone).date()
    return next(day for day in (today + DAY, today, today - DAY) if _begin(day, zone) <= moment)


def _shown(moment: float, zone: ZoneInfo) -> datetime:
    """What clocks show at a moment."""
    return datetime.fromtimestamp(moment, zone).replace(tzinfo=None)
