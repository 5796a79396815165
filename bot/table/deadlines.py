"""Deadlines: when an answer is due, and how much of its time has passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.store import DueReason, PersonRow, TurnRow
from bot.table.pace import AT_LEAST_S, DAY_S, HOUR_S, NO_LIMIT, Pace
from bot.table.wall_time import (
    after_quiet,
    day_off_end,
    next_day_off,
    next_quiet_start,
    next_time_on_workday,
    quiet_end,
)

NOBODY = PersonRow(0)
REMINDER_SHARES: Final = (0.5, 0.85)
"""Somebody is reminded after these shares of their time."""
OVERDUE = 2
"""The stage of a turn whose time is up."""


@dataclass(frozen=True, slots=True)
class Stops:
    """When no time runs: on the days off of a table, and in the quiet hours of a person."""

    pace: Pace
    person: PersonRow

    def end(self, moment: float) -> float:
        """When time runs again; the moment itself if it runs then."""
        while (end := self._next_end(moment)) is not None:
            moment = end
        return moment

    def _next_end(self, moment: float) -> float | None:
        off = day_off_end(moment, self.pace.off, self.pace.tz) if self.pace.off else None
        return off or quiet_end(moment, self.person)

    def next(self, moment: float) -> float:
        """When time stops next, after a moment."""
        off = self.pace.off
        day_off = next_day_off(moment, off, self.pace.tz) if off else float("inf")
        return min(day_off, next_quiet_start(moment, self.person))

    def after(self, since: float, span: float, latest: float = float("inf")) -> float:
        """When so much time has run, at the latest at this moment."""
        moment = self.end(since)
        while moment < latest and (stop := self.next(moment)) < moment + span:
            span -= stop - moment
            moment = self.end(stop)
        return min(moment + span, latest)

    def between(self, since: float, until: float) -> float:
        """How much time has run from one moment to another."""
        span, moment = 0.0, self.end(since)
        while moment < until:
            stop = min(self.next(moment), until)
            span += stop - moment
            moment = self.end(stop)
        return span


def put_off(due: float, person: PersonRow, pace: Pace = NO_LIMIT) -> float:
    """A deadline; if it falls into quiet hours or soon after them, it is moved to an hour after
    their end, and if it falls on a day off, to the end of that day; by a day at most that counts.
    """
    latest = Stops(pace, NOBODY).after(due, DAY_S)
    while due < latest:
        off = day_off_end(due, pace.off, pace.tz) if pace.off else None
        later = off or quiet_end(due, person, HOUR_S)
        if later is None:
            return due
        due = later
    return latest


def due_at(since: float, pace: Pace, person: PersonRow, reserve_s: float = 0.0) -> float:
    """The deadline of an answer at a pace with a limit. Quiet hours and absence stop the time, for
    a day at most; days off always do.

    At paces of a day or more quiet hours do not stop it, but no deadline falls into them.
    """
    latest = Stops(pace, NOBODY).after(_table_due(since, pace, reserve_s), DAY_S)
    begin = max(since, person.away)
    if begin >= latest:
        return latest
    if pace.counts_hours:
        return Stops(pace, person).after(begin, pace.answer_s + reserve_s, latest)
    return min(put_off(_table_due(begin, pace, reserve_s), person, pace), latest)


def _table_due(since: float, pace: Pace, reserve_s: float) -> float:
    """The deadline of somebody without quiet hours."""
    stops = Stops(pace, NOBODY)
    if not pace.at:
        return stops.after(since, pace.answer_s + reserve_s)
    return next_time_on_workday(stops.after(since, AT_LEAST_S), pace.at, pace.off, pace.tz)


def reason_of(since: float, pace: Pace, person: PersonRow, reserve_s: float = 0.0) -> DueReason:
    """Why an answer is due when `due_at` says so: what puts it off most directly."""
    due = due_at(since, pace, person, reserve_s)
    if due != due_at(since, pace, _without_absence(person), reserve_s):
        return "away"
    if due != (plain := _table_due(since, pace, reserve_s)):
        return "quiet"
    if pace.off and plain - since > pace.answer_s + reserve_s and not pace.at:
        return "off"
    return "reserve" if reserve_s else ""


def _without_absence(person: PersonRow) -> PersonRow:
    return PersonRow(person.user, zone=person.zone, quiet=person.quiet)


def reserve_after(
    since: float, until: float, pace: Pace, person: PersonRow, reserve_s: float
) -> float:
    """What is left of a reserve after an answer: longer ones use it, quick ones fill it again."""
    stops = Stops(pace, person if pace.counts_hours else NOBODY)
    taken = stops.between(max(since, min(person.away, until)), until)
    return min(max(reserve_s + pace.answer_s - taken, 0.0), float(pace.reserve_s))


def reminder_at(turn: TurnRow, stage: int, person: PersonRow) -> float | None:
    """When to remind somebody next whose turn is at this stage; at the last stage, the deadline."""
    if turn.due is None:
        return None
    if stage >= OVERDUE:
        return turn.due
    wanted = turn.since + REMINDER_SHARES[stage] * (turn.due - turn.since)
    return min(after_quiet(wanted, person), turn.due)
