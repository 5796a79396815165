"""The clock: when an answer is due, when a person is notified, and what happens when time is up.

A turn is a row of the store for each person who is asked. The outbox calls `Clock.update_turns`
before it shows a table; `Clock.sweep` does what is due. All times are seconds since 1970, so
deadlines survive a restart.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Collection, Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.operations.discord_errors import log_error
from bot.operations.logs import log_table
from bot.operations.work import BackgroundJob
from bot.store import (
    FORCED,
    Claim,
    OutOfService,
    PersonRow,
    PingRow,
    Shard,
    Store,
    TurnRow,
    WaitKind,
)
from bot.table import forced, gone, invitations, lobby, pauses, seating, silence, votes
from bot.table.deadlines import (
    OVERDUE,
    due_at,
    put_off,
    reason_of,
    reminder_at,
    reserve_after,
)
from bot.table.errors import NewerRelease, Refused
from bot.table.pace import stored_pace
from bot.table.reach import ONE_SHARD, Reach
from bot.table.table import Table
from bot.table.tables import Tables
from bot.table.wall_time import MIDNIGHT, after_quiet, instants, next_time, zone_of

log = logging.getLogger(__name__)
EndWait = Callable[[Table, float], Awaitable[None]]
"""Does what is due at a table by a moment."""
MINUTE_S, HOUR_S, DAY_S = 60.0, 3600.0, 86400.0
UNITS_S: Final = {"h": HOUR_S, "d": DAY_S, "w": 7 * DAY_S}
DURATION: Final = re.compile(r"(?P<count>\d{1,4})\s*(?P<unit>[hdw])[a-z]*", re.ASCII)
"""A length of time as people write it: "3 days", "5h"; `unit` is the first letter of its unit."""
LAST_STAGE = 6
"""The stage of a turn after its last reminder."""
DAILY_AT = "08:00"
"""The wall time at which those who want one notification a day get it."""
SPREAD_S = 1800
"""Notifications at `DAILY_AT`, or after quiet hours, are spread over this time by user number."""
NOTIFIED_AT_ONCE = 8
"""So many people are notified at the same time."""
MAX_PER_SWEEP = 500
"""Turns, and people, of one sweep."""
LOBBY_OPEN_S = 14 * DAY_S
"""After this time a lobby that nobody has changed is closed."""
RETRY_S = 5 * MINUTE_S
"""What failed is tried again after this time."""
BEAT_S = MINUTE_S
"""So often the clock notes that people can reach the bot, and sweeps."""


def notify_at(now: float, person: PersonRow, ping: PingRow) -> float | None:
    """When to notify a person by direct message; None if they do not want that."""
    if ping.how == "none" or (ping.how == "now" and ping.place == "channel"):
        return None
    moment = now
    if ping.how == "grouped":
        moment = max(now, person.told + ping.minutes * MINUTE_S)
    elif ping.how == "daily":
        moment = next_time(now, DAILY_AT, zone_of(person))
    free = after_quiet(moment, person)
    if ping.how == "daily" or free > moment:  # not all at one instant
        free = after_quiet(free + (person.user >> 22) % SPREAD_S, person)
    return free


class Clock:
    """Keeps the turns of all tables: reminds people, and acts when their time is up."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        *,
        show: Callable[[int], Awaitable[None]],
        answer: Callable[[Table, int], Awaitable[None]],
        notify: Callable[[int], Awaitable[float]],
        kick: Callable[[int], None] = lambda table_id: None,
        shards: Callable[[], Collection[Shard]] = lambda: ONE_SHARD,
        keep_states_s: float | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Takes `show`, which puts a table into the outbox and shows it, and `kick`, which shows
        one that is there; `answer`, which answers once for a seat; `notify`, which tells a person
        all that waits for them, and returns the seconds after which to try again, or 0;
        `shards`, which returns those whose gateway answers; and how long the states of finished
        games are kept, None for ever.
        """
        self._store, self._tables, self.now = store, tables, now
        self._keep_states_s, self._next_forgetting = keep_states_s, 0.0
        self._show, self._answer, self._notify, self._shards = show, answer, notify, shards
        self.reach = Reach(store, lambda: self.now(), shards, _put_off, kick)
        self._ticker: asyncio.Task[None] | None = None
        self._beats, self._sweeps = BackgroundJob(self._beat), BackgroundJob(self._beat_and_sweep)
        self._answering: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._is_closed = False

    def start(self) -> None:
        """Notes now and every minute that people can reach the bot, and sweeps; does nothing on a
        closed clock.
        """
        self._beats.start()
        self._sweeps.start()
        if self._ticker is None and not self._is_closed:
            self._ticker = asyncio.create_task(self._start_every_minute())

    async def close(self) -> None:
        """Stops for good. What is due stays in the store."""
        self._is_closed = True
        tasks = [*self._answering.values(), *([self._ticker] if self._ticker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._beats.close()
        await self._sweeps.close()

    async def wait_for_answers(self) -> None:
        """Waits for the forced answers that fall due before the next sweep."""
        await asyncio.gather(*self._answering.values(), return_exceptions=True)

    async def _start_every_minute(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            self.start()

    async def _beat(self) -> None:
        with _trying_again():
            await self.reach.beat()

    async def _beat_and_sweep(self) -> None:
        """Sweeps as of a moment before a heartbeat, which may take longer than a minute: nothing
        is due that has not moved by then.
        """
        with _trying_again():
            now = self.now()
            await self.reach.beat()
            await self.sweep(now)

    # --- turns -----------------------------------------------------------------------------------

    async def update_turns(self, table: Table) -> None:
        """Brings the turns of a table up to date with who is asked."""
        turns = await self._store.turns.of(table.id)
        waiting = table.waiting_people() if table.row.status == "running" else []
        gone = turns.keys() - waiting
        for seat in gone:
            await self._settle_reserve(table, turns[seat])
        if gone:
            await self._store.turns.remove(table.id, gone)
        timed = stored_pace(table.row.pace).is_limited
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
            if seat in turns:
                await self._settle_reserve(table, turns[seat])
            turn = await self._turn(table, seat, persons.get(user, PersonRow(user)), pings[user])
            await self._store.turns.save([turn])
            self._answer_soon(turn)

    async def reschedule(self, table: Table, seat: int) -> None:
        """Works out the deadline of a seat again, because its person has changed their settings;
        one on which the table has agreed stays.
        """
        turn = (await self._store.turns.of(table.id)).get(seat)
        if turn is not None and turn.why != "agreed":
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
        pace = stored_pace(table.row.pace)
        if pace.is_limited:
            reserve_s = await self._reserve_s(table, person.user)
            turn.due = due_at(since, pace, person, reserve_s)
            turn.why = reason_of(since, pace, person, reserve_s)
            turn.next = reminder_at(turn, 0, person)
        turn.call = notify_at(now, person, ping)
        if person.forced and forced.only_answer(table, seat) is not None:
            turn.call, turn.forced = None, await self._forced_at(table, turn, person)
        elif ping.how != "none" and _was_answered_for(table, seat):
            turn.call = after_quiet(
                now, person
            )  # the board does not notify somebody who moved last
        return turn

    async def _reserve_s(self, table: Table, user: int) -> float:
        """What is left of the reserve of a user, in seconds."""
        whole = stored_pace(table.row.pace).reserve_s
        left = await self._store.turns.reserve(table.id, user) if whole else None
        return min(left[0], whole) if left else whole

    async def _settle_reserve(self, table: Table, turn: TurnRow) -> None:
        """Stores what a turn leaves of a reserve. A question that is asked again after an answer
        was taken back does not count again: it would show that, or fill the reserve twice.
        """
        pace = stored_pace(table.row.pace)
        if not pace.reserve_s:
            return
        left = await self._store.turns.reserve(table.id, turn.user)
        if left is None or left[1] < turn.question:
            person = await self._store.people.get(turn.user)
            before = await self._reserve_s(table, turn.user)
            after = reserve_after(turn.since, self.now(), pace, person, before)
            await self._store.turns.save_reserve(turn, after)

    async def _forced_at(self, table: Table, turn: TurnRow, person: PersonRow) -> float:
        """When to give the only answer of a seat: not in quiet hours, nor the moment they end."""
        now = self.now()
        most = float("inf") if turn.due is None else max(turn.due - now, MINUTE_S)
        wait_s = await forced.wait_s(table, turn.seat, most)
        moment = after_quiet(now, person) + wait_s
        over = after_quiet(moment, person)
        return moment if over == moment else over + wait_s

    # --- what is due -----------------------------------------------------------------------------

    async def sweep(self, now: float | None = None) -> int:
        """Does what is due by now, where people can reach the bot; returns how many turns and
        people that concerned.
        """
        now = self.now() if now is None else now
        done = 0
        shards = self._shards()
        for shard in shards:
            async with self._store.claim(Claim.CLOCK, 1 + shard.number) as mine:
                if mine:
                    done += await self._sweep_shard(shard, now)
        if shards:
            async with self._store.claim(Claim.CLOCK) as mine:
                if mine:
                    done += await self._notify_people(now)
                    await self._forget_states(now)
        return done

    async def _forget_states(self, now: float) -> None:
        """Once a day, deletes states of games that ended longer ago than they are kept."""
        if self._keep_states_s is None or now < self._next_forgetting:
            return
        self._next_forgetting = now + DAY_S
        for table_id in await self._store.tables.finished_before(now - self._keep_states_s):
            await self._store.moves.forget_states(table_id)

    async def _sweep_shard(self, shard: Shard, now: float) -> int:
        await self._end_pauses(shard, now)
        for offer in await self._store.offers.made_before(shard, now - seating.OFFER_S):
            await self._store.offers.remove(offer.table_id, offer.seat)
            await self._show(offer.table_id)
        for turn in await self._store.turns.forced(shard, now + MINUTE_S, MAX_PER_SWEEP):
            self._answer_soon(turn)
        turns = await self._store.turns.due(shard, now, MAX_PER_SWEEP)
        for turn in turns:
            with log_table(turn.table_id):
                await self._handle_or_postpone(turn, now)
        await self._close_lobbies(shard, now - LOBBY_OPEN_S)
        await self._end_waits(shard, now)
        return len(turns)

    async def _notify_people(self, now: float) -> int:
        """Notifies people by direct message; returns how many that concerned."""
        people = await self._store.turns.to_notify(now, MAX_PER_SWEEP)
        slots = asyncio.Semaphore(NOTIFIED_AT_ONCE)
        every = [self._notify_person(user, now, slots) for user in people]
        for result in await asyncio.gather(*every, return_exceptions=True):
            if result is not None:
                raise result
        await self._store.invitations.remove_before(now - invitations.REINVITE_AFTER_S)
        return len(people)

    async def _notify_person(self, user: int, now: float, slots: asyncio.Semaphore) -> None:
        async with slots:
            try:
                wait_s = await self._notify(user)
            except OutOfService:
                raise
            except Exception as error:  # noqa: BLE001  (the others are notified)
                log_error(log, "somebody is notified later", error)
                await self._store.turns.notify_later(user, now + RETRY_S)
                return
            if wait_s:  # Discord may allow it sooner
                await self._store.turns.notify_later(user, now + min(wait_s, RETRY_S))
                return
            await self._store.people.save(user, told=now)
            await self._store.turns.mark_notified(user)

    async def _end_pauses(self, shard: Shard, now: float) -> None:
        """Lets games go on whose pause is over."""
        for table_id in await self._store.tables.pauses_over(shard, now, MAX_PER_SWEEP):
            with log_table(table_id), suppress(Refused):  # somebody has just resumed it
                await pauses.end_due(await self._tables.get(table_id), now)

    async def _end_waits(self, shard: Shard, now: float) -> None:
        """Ends votes, and asks and ends where the channel of a table is gone."""
        waits: tuple[tuple[WaitKind, float, EndWait], ...] = (
            ("vote", votes.OPEN_S, votes.end_due),
            ("gone", gone.ASK_AFTER_S, gone.ask),
            ("asked", gone.END_AFTER_S, gone.end_due),
        )
        for what, length_s, end in waits:
            since = now - length_s
            for table_id in await self._store.waits.begun_before(shard, what, since, MAX_PER_SWEEP):
                with log_table(table_id), suppress(Refused):  # it is damaged, or was changed now
                    await end(await self._tables.get(table_id), now)

    async def _close_lobbies(self, shard: Shard, since: float) -> None:
        """Closes lobbies that nobody has changed since a moment."""
        for table_id in await self._store.tables.unchanged_lobbies(shard, since, MAX_PER_SWEEP):
            with log_table(table_id), suppress(Refused):  # it is damaged, or was started just now
                await lobby.close(await self._tables.get(table_id))

    def _answer_soon(self, turn: TurnRow) -> None:
        """Schedules the only answer of a seat, if it is due before the next sweep. A sweep does not
        give it: the second of the minute would show that the bot answered.
        """
        key = turn.table_id, turn.seat
        if turn.forced is None or turn.forced > self.now() + MINUTE_S or self._is_closed:
            return
        if before := self._answering.pop(key, None):
            before.cancel()
        task = self._answering[key] = asyncio.create_task(self._answer_forced(turn))
        task.add_done_callback(
            lambda done: self._answering.pop(key) if self._answering.get(key) is done else None
        )

    async def _answer_forced(self, turn: TurnRow) -> None:
        """Gives the only answer of a seat when it is due, unless it has been given. If that fails,
        a later sweep tries again.
        """
        await asyncio.sleep(max(0.0, (turn.forced or 0.0) - self.now()))
        with log_table(turn.table_id):
            try:
                table = await self._tables.get(turn.table_id)
                if not await self._is_forced_now(turn, table):
                    return
                only = forced.only_answer(table, turn.seat)
                if only is not None and table.question == turn.question:
                    token = f"{FORCED}{table.seq}:{turn.seat}"
                    await table.submit(turn.seat, only, token, turn.question)
            except Refused:  # no line, else the log would tell that there was only one answer
                return
            except Exception as error:  # noqa: BLE001  (a sweep tries again)
                log_error(log, "a turn is handled later", error)

    async def _is_forced_now(self, turn: TurnRow, table: Table) -> bool:
        """Whether the only answer of a seat is due, also if deadlines have just moved."""
        if not await self.reach.may_act(table.row.guild):
            return False
        known = (await self._store.turns.of(turn.table_id)).get(turn.seat)
        if known is None or known.forced is None:
            return False
        return known.forced <= max(self.now(), turn.forced or 0.0)

    async def _handle_or_postpone(self, turn: TurnRow, now: float) -> None:
        """Handles a turn that is due. If that fails, it is put off: one table does not hold up the
        others.
        """
        try:
            await self._handle(turn, now)
        except NewerRelease:
            log.info("a turn is left to another process, of a newer release")
        except Refused:
            log.info("a turn is over")
            await self._store.turns.remove(turn.table_id, [turn.seat])
        except OutOfService:
            raise
        except Exception as error:  # noqa: BLE001  (the other turns go on)
            log_error(log, "a turn is handled later", error)
            turn.next = now + RETRY_S
            await self._store.turns.save([turn])

    async def _handle(self, turn: TurnRow, now: float) -> None:
        """Reminds a person, or does what the table agreed on when time is up."""
        table = await self._tables.get(turn.table_id)
        if turn.seat not in table.waiting_people() or turn.question != table.question:
            await self.update_turns(table)
            return
        late = table.row.late
        if turn.due is not None and turn.due <= now:
            turn.stage = max(turn.stage, OVERDUE)
            await self._store.turns.add_timeout(turn.table_id, turn.user)
            if await silence.end_if_silent(table, turn, now):
                return
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
            later = after_quiet(self.now() + DAY_S, person)
            turn.next = later if turn.stage < LAST_STAGE else silence.next_look(turn, now)
        ping = (await self._store.pings.of([turn.user], turn.table_id))[turn.user]
        if ping.how != "none" and ping.place == "dm":
            turn.call = self.now()
        await self._store.turns.save([turn])
        await self._show(turn.table_id)


def _put_off(due: float, person: PersonRow, pace: str) -> float:
    return put_off(due, person, stored_pace(pace))


@contextmanager
def _trying_again() -> Generator[None]:
    """Wraps what the clock tries again in a minute if it fails."""
    try:
        yield
    except OutOfService as error:
        log.info("the clock tries again later: %s", error.remedy)
    except Exception:
        log.exception("the clock failed, and tries again")


def _was_answered_for(table: Table, seat: int) -> bool:
    """Whether the last move was a forced one that the bot has made for this seat."""
    last = table.last
    return last is not None and last.seat == seat and (last.token or "").startswith(FORCED)


def parse_moment(text: str, person: PersonRow, now: float) -> float | None:
    """The moment that people mean by "2026-12-24", "3 days", "5h" or "2 weeks"; None if it is none
    of these, or past.

    A date means the end of that day in the person's time zone.
    """
    words = text.lower().strip()
    if span := DURATION.fullmatch(words):
        return now + int(span["count"]) * UNITS_S[span["unit"]]
    try:
        day = datetime.strptime(words, "%Y-%m-%d").replace(tzinfo=UTC).date()
        end, _again = instants(day + timedelta(days=1), MIDNIGHT, zone_of(person))
    except (ValueError, OverflowError):
        return None
    return end if end > now else None
