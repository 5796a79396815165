"""Half an hour together: the people of a table agree to play at the same time.

The bot proposes the half hour at which all of them have answered most often. Unless two want it
when it begins, it ends as if it had never been proposed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.store import PersonRow, WaitKind
from bot.table.answer_times import by_hand
from bot.table.errors import Refused, Stale
from bot.table.pace import DAY_S, MINUTE_S, Pace, stored_pace
from bot.table.table import Table
from bot.table.wall_time import after_quiet, day_off_end, zone_of
from bot.texts.languages import _

LENGTH_S: Final = 30 * MINUTE_S
AHEAD_S: Final = 2 * DAY_S
"""It begins within this time."""
LINES = 1000
"""Lines of the log in which answers are looked for."""
EVENING: Final = range(19, 22)
"""The hours that are proposed to people who have not answered yet."""
PROPOSED: Final[WaitKind] = "together"
BEGUN: Final[WaitKind] = "meeting"
"""The waits of a table, one after the other; both begin when the half hour begins."""


@dataclass(frozen=True, slots=True)
class Together:
    at: float
    users: list[int]
    """Who wants it and can play, in the order of the seats."""
    has_begun: bool


def players(table: Table) -> list[int]:
    """The people who play at a table now, in the order of the seats."""
    return [person.user for person in table.people if person.user and not person.computer]


def is_offered(table: Table) -> bool:
    running = table.row.status == "running" and not table.row.paused
    return running and len(players(table)) > 1


async def together(table: Table) -> Together | None:
    """The half hour that is proposed or has begun; None without one."""
    waits = await table.store.waits.of(table.id) if is_offered(table) else {}
    at = waits.get(PROPOSED, waits.get(BEGUN))
    if at is None:
        return None
    wanted_by = await table.store.together.of(table.id)
    users = [user for user in players(table) if user in wanted_by]
    return Together(at, users, has_begun=BEGUN in waits)


async def propose(table: Table, user: int, now: float) -> None:
    """Proposes a half hour, or wants the one that is proposed."""
    async with table.lock:
        await _must_be_offered(table, user)
        found = await together(table)
        if found is None:
            await _propose(table, user, now + LENGTH_S)
        else:
            await table.store.together.add(table.id, user)
        table.on_change(table)


async def want(table: Table, user: int, at: int) -> None:
    """Wants the half hour that begins then; raises Stale if another one is proposed by now."""
    async with table.lock:
        await _must_be_proposed(table, user, at)
        await table.store.together.add(table.id, user)
        table.on_change(table)


async def want_another_day(table: Table, user: int, at: int) -> None:
    """Leaves a half hour to the others if two of them want it; else proposes one a day later."""
    async with table.lock:
        found = await _must_be_proposed(table, user, at)
        if len({*found.users} - {user}) > 1:
            await table.store.together.remove(table.id, user)
        else:
            await _propose(table, user, found.at + DAY_S / 2)
        table.on_change(table)


async def begin_due(table: Table, now: float) -> None:
    """Begins a half hour, or ends it silently if not even two people want it."""
    async with table.lock:
        found = await together(table)
        if found and len(found.users) > 1 and now < found.at + LENGTH_S:
            await table.store.waits.turn_into(table.id, PROPOSED, BEGUN, found.at)
        else:
            await _end(table)
        table.on_change(table)


async def end_due(table: Table, now: float) -> None:
    async with table.lock:
        await _end(table)
        table.on_change(table)


def best_moment(
    answers: Mapping[int, Sequence[float]], persons: Sequence[PersonRow], pace: Pace, since: float
) -> float | None:
    """When to begin: the half hour from `since` on at which all people have answered most often, by
    the hour of their day. None if there is none outside of quiet hours, absences and days off.
    """
    first = math.ceil(since / LENGTH_S) * LENGTH_S
    moments = [first + n * LENGTH_S for n in range(int(AHEAD_S / LENGTH_S))]
    free = [each for each in moments if _is_free(each, persons, pace)]
    hours = {each.user: [_hour(at, each) for at in answers.get(each.user, ())] for each in persons}

    def liking(moment: float) -> float:
        return math.prod(_liking(_hour(moment, each), hours[each.user]) for each in persons)

    return max(free, key=liking, default=None)


def _liking(hour: int, hours: Sequence[int]) -> float:
    """How often somebody answered at an hour; a little also for the hours beside it."""
    near = sum((hour - each) % 24 in (1, 23) for each in hours)
    return 4 * hours.count(hour) + 2 * near + (2 if hour in EVENING else 1)


def _is_free(moment: float, persons: Sequence[PersonRow], pace: Pace) -> bool:
    last = moment + LENGTH_S - 1
    return day_off_end(moment, pace.off, pace.tz) is None and all(
        after_quiet(each, person) == each for person in persons for each in (moment, last)
    )


def _hour(moment: float, person: PersonRow) -> int:
    return datetime.fromtimestamp(moment, zone_of(person)).hour


async def best_half_hour(table: Table, since: float) -> float | None:
    """When the half hour that suits the people of a table best begins, from a moment on; None if
    there is none.
    """
    store, users = table.store, players(table)
    persons = await store.people.of(users)
    answers: dict[int, list[float]] = {}
    for seat, line in by_hand(await store.moves.of(table.id, LINES), table.people):
        answers.setdefault(table.people[seat].user or 0, []).append(line.made)
    pace = stored_pace(table.row.pace)
    return best_moment(answers, [persons[each] for each in users], pace, since)


async def _propose(table: Table, user: int, since: float) -> None:
    """Proposes the best half hour from a moment on, which only this user wants so far."""
    at = await best_half_hour(table, since)
    if at is None:
        raise Refused(
            _("In the next two days no half hour is free of quiet hours, days off and absences.")
        )
    await _end(table)
    await table.store.waits.begin(table.id, PROPOSED, at)
    await table.store.together.add(table.id, user)


async def _end(table: Table) -> None:
    await table.store.together.clear(table.id)
    await table.store.waits.end(table.id, PROPOSED, BEGUN)


async def _must_be_offered(table: Table, user: int) -> None:
    table.must_run()
    table.own_seat(user)
    if user not in players(table):
        raise Refused(_("A computer player has your seat now; **Move** gives it back to you."))
    if not is_offered(table):
        raise Refused(_("Nobody else here is a person: you can play at any time."))


async def _must_be_proposed(table: Table, user: int, at: int) -> Together:
    await _must_be_offered(table, user)
    found = await together(table)
    if found is None or found.has_begun or int(found.at) != at:
        raise Stale(_("The proposal has changed since: the board shows what it is now."))
    return found
