"""The clock: until when an answer is due, what is done about it, and when people are called.

A turn is a row of the store for each person who is asked. `Clock.note` brings the turns of a table
up to date, the outbox does that before it shows anything; `Clock.sweep` does what is due. All times
are seconds since 1970, so deadlines survive a restart.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.operations.discord_errors import complain
from bot.operations.logs import concerning
from bot.store import FORCED, Claim, OutOfService, PersonRow, PingRow, Store, TurnRow
from bot.table import Newer, Refused, Table, Tables, forced, invitations, lobby, seating

log = logging.getLogger(__name__)
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
UNITS_S: Final = {"h": HOUR, "d": DAY, "w": 7 * DAY}
SPAN: Final = re.compile(r"(?P<count>\d{1,4})\s*(?P<unit>[hdw])[a-z]*", re.ASCII)
"""A span of time as people write it, "3 days", with the first letter of its unit."""
PACES: Final = {"none": None, "relaxed": 3 * DAY, "daily": DAY, "fast": HOUR}
"""Seconds for an answer; None for no limit."""
REMINDED_AT: Final = (0.5, 0.85)
"""The shares of the time after which somebody is reminded."""
OVERDUE, LAST_STAGE = 2, 6
"""Stages of a turn: its time is up; nothing more is done about it."""
MORNING = "08:00"
SPREAD_S = 1800
"""Over this time after a morning, or after quiet hours, calls are spread by the user's number."""
AT_ONCE = 500
"""Turns seen to in one sweep, at most."""
LOBBY_OPEN_S = 14 * DAY
"""After this time a lobby that nobody has changed is closed."""
LATER = 5 * MINUTE
"""Seconds after which what failed is tried again."""


def zone_of(person: PersonRow) -> ZoneInfo:
    """The time zone of a user; UTC if they have set none."""
    return ZoneInfo(person.zone or "UTC")


def clock_time(text: str, day: datetime) -> datetime:
    """A time of day, "22:00", on this day."""
    hour, minute = text.split(":")
    return day.replace(hour=int(hour), minute=int(minute), second=0, microsecond=0)


def quiet_end(moment: float, person: PersonRow) -> float | None:
    """When the quiet hours end that a moment lies in; None where it lies in none."""
    if not person.quiet:
        return None
    begin, end = person.quiet.split("-")
    now = datetime.fromtimestamp(moment, zone_of(person))
    for day in (now - timedelta(days=1), now):
        start, stop = clock_time(begin, day), clock_time(end, day)
        if stop <= start:
            stop += timedelta(days=1)
        if start <= now < stop:
            return stop.timestamp()
    return None


def next_quiet(moment: float, person: PersonRow) -> float:
    """When the next quiet hours begin after a moment; infinite where there are none."""
    if not person.quiet:
        return float("inf")
    now = datetime.fromtimestamp(moment, zone_of(person))
    start = clock_time(person.quiet.split("-")[0], now)
    return (start if start > now else start + timedelta(days=1)).timestamp()


def due_at(since: float, span: float, person: PersonRow) -> float:
    """When the time for an answer is up: quiet hours and absence do not count, for a day at most.

    Where answers have a day or more, quiet hours only put off an end that falls into them, to an
    hour after they are over.
    """
    latest = since + span + DAY
    moment, left = max(since, person.away), span
    if span >= DAY:
        end = moment + span
        over = quiet_end(end, person)
        return min(over + HOUR if over else end, latest)
    while moment < latest:
        over = quiet_end(moment, person)
        if over is not None:
            moment = over
            continue
        until = min(moment + left, next_quiet(moment, person))
        left -= until - moment
        moment = until
        if left <= 0:
            return min(moment, latest)
    return latest


def after_quiet(moment: float, person: PersonRow) -> float:
    """The moment, or the end of the quiet hours or the absence it lies in."""
    moment = max(moment, person.away)
    return quiet_end(moment, person) or moment


def reminder_at(turn: TurnRow, stage: int, person: PersonRow) -> float | None:
    """When the next thing is to be done about a turn that has reached a stage."""
    if turn.due is None:
        return None
    if stage >= OVERDUE:
        return turn.due
    wanted = turn.since + REMINDED_AT[stage] * (turn.due - turn.since)
    return min(after_quiet(wanted, person), turn.due)


def call_at(now: float, person: PersonRow, ping: PingRow) -> float | None:
    """When a person is told in private that something waits; None where that is not wanted."""
    if ping.how == "none" or (ping.how == "now" and ping.place == "channel"):
        return None
    moment = now
    if ping.how == "grouped":
        moment = max(now, person.told + ping.minutes * MINUTE)
    elif ping.how == "daily":
        day = datetime.fromtimestamp(now, zone_of(person))
        morning = clock_time(MORNING, day)
        moment = (morning if morning > day else morning + timedelta(days=1)).timestamp()
    free = after_quiet(moment, person)
    if ping.how == "daily" or free > moment:  # not all at one instant
        free = after_quiet(free + (person.user >> 22) % SPREAD_S, person)
    return free


class Clock:
    """Sees to the turns of all tables."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        *,
        show: Callable[[int], Awaitable[None]],
        answer: Callable[[Table, int], Awaitable[None]],
        call: Callable[[int], Awaitable[float]],
        now: Callable[[], float] = time.time,
    ) -> None:
        """Takes what shows a table, what answers once for a seat, and what tells a person all that
        waits for them, and returns the seconds after which to try again, or 0.
        """
        self._store, self._tables, self.now = store, tables, now
        self._show, self._answer, self._call = show, answer, call
        self._beat: asyncio.Task[None] | None = None
        self._answering: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._is_closed = False

    def start(self) -> None:
        """Sweeps at once, and from now on every minute; nothing once the clock is closed."""
        if self._beat is None and not self._is_closed:
            self._beat = asyncio.create_task(self._sweep_every_minute())

    async def close(self) -> None:
        """Stops; what is due waits in the store."""
        self._is_closed = True
        tasks = [*self._answering.values(), *([self._beat] if self._beat else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def settled(self) -> None:
        """Waits for the answers that are given before the next sweep."""
        await asyncio.gather(*self._answering.values(), return_exceptions=True)

    async def _sweep_every_minute(self) -> None:
        while True:
            await self._sweep()
            await asyncio.sleep(MINUTE)

    async def _sweep(self) -> None:
        try:
            async with self._store.claim(Claim.CLOCK) as mine:
                if mine:
                    await self.sweep()
        except OutOfService as error:
            log.info("the clock sweeps later: %s", error.remedy)
        except Exception:
            log.exception("the clock missed a beat")

    # --- turns -----------------------------------------------------------------------------------

    async def note(self, table: Table) -> None:
        """Brings the turns of a table up to date with who is asked."""
        turns = await self._store.turns.of(table.id)
        waiting = table.waiting_people() if table.row.status == "running" else []
        gone = turns.keys() - waiting
        if gone:
            await self._store.turns.remove(table.id, gone)
        timed = PACES[table.row.pace] is not None and not table.row.paused
        new = [
            seat
            for seat in waiting
            if (turn := turns.get(seat)) is None
            or (turn.question, turn.user) != (table.question, table.people[seat].user)
            or (turn.due is not None) != timed
        ]
        if not new:
            return
        users = {seat: table.people[seat].user or 0 for seat in new}
        persons = await self._store.people.of(users.values())
        pings = await self._store.pings.of(users.values(), table.id)
        for seat, user in users.items():
            turn = await self._turn(table, seat, persons.get(user, PersonRow(user)), pings[user])
            await self._store.turns.save([turn])
            self._answer_soon(turn)

    async def renew(self, table: Table, seat: int) -> None:
        """Works out anew until when a seat that is asked has time, since its person has settled
        something.
        """
        turn = (await self._store.turns.of(table.id)).get(seat)
        if turn is not None:
            person = await self._store.people.get(turn.user)
            ping = (await self._store.pings.of([turn.user], table.id))[turn.user]
            turn = await self._turn(table, seat, person, ping, turn.since)
            await self._store.turns.save([turn])
            self._answer_soon(turn)
            await self._show(table.id)

    async def _turn(
        self, table: Table, seat: int, person: PersonRow, ping: PingRow, since: float | None = None
    ) -> TurnRow:
        now = self.now()
        since = now if since is None else since
        turn = TurnRow(table.id, seat, person.user, table.question, since, None, None)
        span = PACES[table.row.pace]
        if span is not None and not table.row.paused:
            turn.due = due_at(since, span, person)
            turn.next = reminder_at(turn, 0, person)
        if table.row.paused:
            return turn
        turn.call = call_at(now, person, ping)
        if person.forced and forced.only_answer(table, seat) is not None:
            turn.call, turn.forced = None, await self._forced_at(table, turn, person)
        elif ping.how != "none" and _was_answered_for(table, seat):
            turn.call = after_quiet(now, person)  # the board takes them to be here
        return turn

    async def _forced_at(self, table: Table, turn: TurnRow, person: PersonRow) -> float:
        """When the only answer of a seat is given: not in quiet hours, nor when they end."""
        now = self.now()
        most = float("inf") if turn.due is None else max(turn.due - now, MINUTE)
        wait_s = await forced.wait_s(table, turn.seat, most)
        moment = after_quiet(now, person) + wait_s
        over = after_quiet(moment, person)
        return moment if over == moment else over + wait_s

    # --- what is due -----------------------------------------------------------------------------

    async def sweep(self) -> int:
        """Does what is due by now; how many turns and people that were."""
        now = self.now()
        for offer in await self._store.offers.made_before(now - seating.OFFER_S):
            await self._store.offers.remove(offer.table_id, offer.seat)
            await self._show(offer.table_id)
        for turn in await self._store.turns.forced(now + MINUTE, AT_ONCE):
            self._answer_soon(turn)
        turns = await self._store.turns.due(now, AT_ONCE)
        for turn in turns:
            with concerning(turn.table_id):
                await self._see_to_surely(turn, now)
        people = await self._store.turns.to_notify(now, AT_ONCE)
        for user in people:
            try:
                wait_s = await self._call(user)
            except OutOfService:
                raise
            except Exception as error:  # noqa: BLE001  (the others are called)
                complain(log, "somebody is called later", error)
                await self._store.turns.notify_later(user, now + LATER)
            else:
                if wait_s:
                    await self._store.turns.notify_later(user, now + wait_s)
                    continue
                await self._store.people.save(user, told=now)
                await self._store.turns.mark_notified(user)
        await self._close_lobbies(now - LOBBY_OPEN_S)
        await self._store.invitations.remove_before(now - invitations.PEACE_S)
        return len(turns) + len(people)

    async def _close_lobbies(self, since: float) -> None:
        """Closes lobbies that nobody has changed since a moment."""
        for table_id in await self._store.tables.unchanged_lobbies(since, AT_ONCE):
            with concerning(table_id), suppress(Refused):  # it is damaged, or was started just now
                await lobby.close(await self._tables.get(table_id))

    def _answer_soon(self, turn: TurnRow) -> None:
        """Gives the only answer of a seat at its moment, if that comes before the next sweep. Not
        with the sweep: then the second of the minute would tell who answers.
        """
        key = turn.table_id, turn.seat
        if turn.forced is None or turn.forced > self.now() + MINUTE or self._is_closed:
            return
        if before := self._answering.pop(key, None):
            before.cancel()
        task = self._answering[key] = asyncio.create_task(self._answer_forced(turn))
        task.add_done_callback(
            lambda done: self._answering.pop(key) if self._answering.get(key) is done else None
        )

    async def _answer_forced(self, turn: TurnRow) -> None:
        """Gives the only answer of a seat, unless it was given meanwhile; where that fails, a later
        sweep tries again.
        """
        await asyncio.sleep(max(0.0, (turn.forced or 0.0) - self.now()))
        with concerning(turn.table_id):
            try:
                table = await self._tables.get(turn.table_id)
                only = forced.only_answer(table, turn.seat)
                if only is not None and table.question == turn.question:
                    token = f"{FORCED}{table.seq}:{turn.seat}"
                    await table.submit(turn.seat, only, token, turn.question)
            except Refused as error:
                log.info("the only answer of a seat is not given: %s", error)
            except Exception as error:  # noqa: BLE001  (a sweep tries again)
                complain(log, "the only answer of a seat is given later", error)

    async def _see_to_surely(self, turn: TurnRow, now: float) -> None:
        """Sees to a turn; it is put off where that fails, so that a table that cannot be served
        never keeps the others waiting.
        """
        try:
            await self._see_to(turn)
        except Newer:
            log.info("a turn is left to another process, of a newer release")
        except Refused:
            log.info("a turn is over")
            await self._store.turns.remove(turn.table_id, [turn.seat])
        except OutOfService:
            raise
        except Exception as error:  # noqa: BLE001  (the other turns go on)
            complain(log, "a turn is seen to later", error)
            turn.next = now + LATER
            await self._store.turns.save([turn])

    async def _see_to(self, turn: TurnRow) -> None:
        """A reminder, or what the table agreed on where time is up."""
        table = await self._tables.get(turn.table_id)
        if turn.seat not in table.waiting_people() or turn.question != table.question:
            await self.note(table)
            return
        late = table.row.late
        if turn.due is not None and turn.due <= self.now():
            turn.stage = max(turn.stage, OVERDUE)
            await self._store.turns.add_timeout(turn.table_id, turn.user)
        if turn.stage >= OVERDUE and late != "wait" and table.row.status == "running":
            if late == "once":
                await self._answer(table, turn.seat)
            else:
                await seating.stand_in_for(table, turn.seat)
            return
        person = await self._store.people.get(turn.user)
        turn.stage += 1
        if turn.stage <= OVERDUE:
            turn.next = reminder_at(turn, turn.stage, person)
        else:
            later = after_quiet(self.now() + DAY, person)
            turn.next = later if turn.stage < LAST_STAGE else None
        ping = (await self._store.pings.of([turn.user], turn.table_id))[turn.user]
        if ping.how != "none" and ping.place == "dm":
            turn.call = self.now()
        await self._store.turns.save([turn])
        await self._show(turn.table_id)


def _was_answered_for(table: Table, seat: int) -> bool:
    """Whether the bot has just given an answer of this seat that was no choice."""
    last = table.last
    return last is not None and last.seat == seat and (last.token or "").startswith(FORCED)


def moment(text: str, person: PersonRow, now: float) -> float | None:
    """A moment as people write it: "2026-12-24", "3 days", "5h", "2 weeks"; None where it is none.

    A date means the end of that day in the person's zone.
    """
    words = text.lower().strip()
    if span := SPAN.fullmatch(words):
        return now + int(span["count"]) * UNITS_S[span["unit"]]
    try:
        day = datetime.strptime(words, "%Y-%m-%d").replace(tzinfo=zone_of(person))
        end = (day + timedelta(days=1)).astimezone(UTC).timestamp()
    except (ValueError, OverflowError):
        return None
    return end if end > now else None
