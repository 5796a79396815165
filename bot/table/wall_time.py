"""Wall times, such as quiet hours from "22:00" to "07:00", as instants.

A wall time becomes an instant first, in seconds since 1970; only instants are compared and added.
Where the clock is set back, a wall time comes twice; where it is set forward, some never come.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.store import PersonRow

DAY = timedelta(days=1)


@cache
def zone_names() -> dict[str, str]:
    """The names of all time zones, by their lower-case spelling. "localtime" is whatever the host
    has set, and "Factory" a host that has set nothing.
    """
    return {name.lower(): name for name in available_timezones() - {"localtime", "Factory"}}


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


def quiet_end(moment: float, person: PersonRow) -> float | None:
    """When the quiet hours around a moment end; None if it is outside of them. Where their
    beginning or their end comes twice, they last from the first to the last.
    """
    end = moment
    for begin, stop in _quiet_hours(moment, person):
        if begin <= end < stop:
            end = stop
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


def _shown(moment: float, zone: ZoneInfo) -> datetime:
    """What clocks show at a moment."""
    return datetime.fromtimestamp(moment, zone).replace(tzinfo=None)
