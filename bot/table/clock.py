"""The clock: when an answer is due, when a person is notified, and what happens when time is up.

A turn is a row of the store for each person who is asked, invited to answer early, or told early
that they will be asked. The outbox calls `Clock.update_turns` before it shows a table. Whatever
ends by itself is an alarm (`bot/store/alarms.py`), and `Clock.sweep` acts on those that are due:
each minute, and in between at the next of them. All times are seconds since 1970, so deadlines
survive a restart.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections.abc import Awaitable, Callable, Collection, Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.operations.discord_errors import log_error
from bot.operations.logs import log_table
from bot.operations.work import BackgroundJob
from bot.store import (
    ASKED_NEXT,
    FORCED,
    Claim,
    OutOfService,
    PersonRow,
    PingRow,
    Shard,
    Store,
    TurnRow,
)
from bot.store.alarms import Alarm, AlarmKind
from bot.table import forced, gone, lobby, pauses, seating, silence, together, votes
from bot.table.deadlines import (
    OVERDUE,
    due_at,
    put_off,
    reason_of,
    reminder_at,
    reserve_after,
)
from bot.table.errors import NewerRelease, Refused
from bot.table.invitations import REINVITE_AFTER_S
from bot.table.pace import stored_pace
from bot.table.reach import ONE_SHARD, Reach
from bot.table.table import Table
from bot.table.tables import Tables
from bot.table.wall_time import MIDNIGHT, after_quiet, instants, next_time, zone_of

log = logging.getLogger(__name__)
Act = Callable[[Table, int, float], Awaitable[None]]
"""Does what is due at a table, for a seat, by a moment."""
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
"""Alarms, and people, of one sweep."""
LOBBY_OPEN_S = 14 * DAY_S
"""After this time a lobby that nobody has changed is closed."""
RETRY_S = 5 * MINUTE_S
"""What failed is tried again after this time."""
BEAT_S = MINUTE_S
"""So often the clock notes that people can reach the bot, and sweeps."""
PAUSE_S = 1.0
"""The shortest time before a sweep in between."""


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
        self._since, self._extra_at = 0.0, 0.0
        """The time of the last sweep, or 0 before one that does all that is due; and when the next
        one between those of each minute is, by the event loop's time.
        """
        self._acts: dict[AlarmKind, tuple[float, Act]] = {
            "turn": (0.0, self._act_on_turn),
            "forced": (0.0, self._answer_forced),
            "offer": (seating.OFFER_S, seating.end_offer_due),
            "pause": (0.0, _of_table(pauses.end_due)),
            "lobby": (LOBBY_OPEN_S, lambda table, _seat, _now: lobby.close(table)),
            "vote": (votes.OPEN_S, _of_table(votes.end_due)),
            "gone": (gone.ASK_AFTER_S, _of_table(gone.ask)),
            "asked": (gone.END_AFTER_S, _of_table(gone.end_due)),
            "together": (0.0, _of_table(together.begin_due)),
            "meeting": (together.LENGTH_S, _of_table(together.end_due)),
        }
        """By kind of alarm, how long after the moment in its row it is, and what is done then."""
        self._is_closed = False

    def start(self) -> None:
        """Notes now and every minute that people can reach the bot, and sweeps; does nothing on a
        closed clock.
        """
        self._since = 0.0
        self._beats.start()
        self._sweeps.start()
        if self._ticker is None and not self._is_closed:
            self._ticker = asyncio.create_task(self._start_every_minute())

    async def close(self) -> None:
        """Stops for good. What is due stays in the store."""
        self._is_closed = True
        if self._ticker:
            self._ticker.cancel()
            await asyncio.gather(self._ticker, return_exceptions=True)
        await self._beats.close()
        await self._sweeps.close()

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
            now, since = self.now(), self._since
            self._since = now
            await self.reach.beat()
            await self.sweep(now, since)

    # --- turns -----------------------------------------------------------------------------------

    async def update_turns(self, table: Table) -> None:
        """Brings the turns of a table up to date with who is asked."""
        turns = await self._store.turns.of(table.id)
        waiting = table.waiting_people() if table.row.status == "running" else []
        invited = table.invited_people() | await self._told_early(table)
        gone = turns.keys() - waiting - invited.keys()
        for seat in gone:
            await self._settle_reserve(table, turns[seat])
        if gone:
            await self._store.turns.remove(table.id, gone)
        timed = stored_pace(table.row.pace).is_limited
        new = [
            seat
            for seat in waiting
            if (turn := turns.get(seat)) is None
            or turn.invited
            or (turn.question, turn.user) != (table.question, table.people[seat].user)
            or (turn.due is not None) != timed
        ]
        for seat in {*waiting} - {*new}:
            await self._update_forced(table, turns[seat])
        for seat, names in invited.items():
            await self._invite(table, seat, names, turns.get(seat))
        if not new:
            return
        new = [seat for seat in new if not await self._is_asked_on(table, seat, turns.get(seat))]
        users = {seat: table.people[seat].user or 0 for seat in new}
        persons = await self._store.people.of(users.values())
        pings = await self._store.pings.of(users.values(), table.id)
        for seat, user in users.items():
            if seat in turns:
                await self._settle_reserve(table, turns[seat])
            turn = await self._turn(table, seat, persons[user], pings[user])
            await self._store.turns.save([turn])
            self._sweep_at(turn.forced)

    async def _told_early(self, table: Table) -> dict[int, list[str]]:
        """The seats of people who are probably asked next and want to know that."""
        users = [person.user for person in table.people if person.user]
        pings = await self._store.pings.of(users, table.id)
        if not any(ping.early for ping in pings.values()):
            return {}
        found = table.next_people()
        return {seat: [ASKED_NEXT] for seat in found if pings[table.people[seat].user or 0].early}

    async def _update_forced(self, table: Table, turn: TurnRow) -> None:
        """Notes whether the bot answers for a seat, which its person may set and clear."""
        if (turn.forced is None) == bool(await forced.answer(table, turn.seat)):
            turn.forced = await _forced_at(table, turn)
            await self._store.turns.save([turn])
            self._sweep_at(turn.forced)

    async def _invite(
        self, table: Table, seat: int, names: list[str], before: TurnRow | None
    ) -> None:
        """Notes that a person may answer these questions already, or is asked next, without a
        deadline. It notifies them if that is new and they have not answered already, nor just been
        asked.
        """
        user, is_next = table.people[seat].user or 0, names == [ASKED_NEXT]
        answered = not is_next and not table.game.invitation(table.state, seat)
        if before is None or before.user != user or before.invited:
            known = before.invited.split("\n") if before and before.user == user else []
            if before and {*names} <= {*known}:
                if answered and before.call is not None:
                    before.call = None
                    await self._store.turns.save([before])
                return
            turn = TurnRow(table.id, seat, user, table.question, self.now(), None, None)
            if not answered:
                person = await self._store.people.get(user)
                ping = (await self._store.pings.of([user], table.id))[user]
                turn.call = notify_at(self.now(), person, ping)
                if is_next and turn.call is None and ping.how != "none":  # the board calls nobody
                    turn.call = after_quiet(self.now(), person)
        else:
            await self._settle_reserve(table, before)
            turn = TurnRow(table.id, seat, user, before.question, self.now(), None, None)
        turn.invited = "\n".join(names)
        await self._store.turns.save([turn])

    async def _is_asked_on(self, table: Table, seat: int, turn: TurnRow | None) -> bool:
        """Whether an open question asks a person on, after somebody's answer; then their time runs
        on.
        """
        if turn is None or turn.invited or turn.user != table.people[seat].user:
            return False
        if turn.question == table.question:
            return False
        if seat not in await table.asked_since(turn.question):
            return False
        turn.question = table.question
        await self._store.turns.save([turn])
        return True

    async def reschedule(self, table: Table, seat: int) -> None:
        """Works out the deadline of a seat again, because its person has changed their settings;
        one on which the table has agreed stays, and so does the moment at which the bot answers.
        """
        turn = (await self._store.turns.of(table.id)).get(seat)
        if turn is not None and turn.why != "agreed" and not turn.invited:
            person = await self._store.people.get(turn.user)
            ping = (await self._store.pings.of([turn.user], table.id))[turn.user]
            turn = await self._turn(table, seat, person, ping, turn)
            await self._store.turns.save([turn])
            await self._show(table.id)

    async def _turn(
        self,
        table: Table,
        seat: int,
        person: PersonRow,
        ping: PingRow,
        before: TurnRow | None = None,
    ) -> TurnRow:
        now = self.now()
        since = before.since if before else now
        turn = TurnRow(table.id, seat, person.user, table.question, since, None, None)
        pace = stored_pace(table.row.pace)
        if pace.is_limited:
            reserve_s = await self._reserve_s(table, person.user)
            turn.due = due_at(since, pace, person, reserve_s)
            turn.why = reason_of(since, pace, person, reserve_s)
            turn.next = reminder_at(turn, 0, person)
        turn.forced = before.forced if before else await _forced_at(table, turn)
        turn.call = notify_at(now, person, ping)
        if turn.forced is not None:  # the bot notifies them only if it does not answer for them
            turn.call = notify_at(turn.forced + MINUTE_S, person, ping)
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
        if not pace.reserve_s or turn.invited:
            return
        left = await self._store.turns.reserve(table.id, turn.user)
        if left is None or left[1] < turn.question:
            person = await self._store.people.get(turn.user)
            before = await self._reserve_s(table, turn.user)
            after = reserve_after(turn.since, self.now(), pace, person, before)
            await self._store.turns.save_reserve(turn, after)

    # --- what is due -----------------------------------------------------------------------------

    async def sweep(self, now: float | None = None, since: float = 0.0) -> None:
        """Does what is due by now, where people can reach the bot; after `since` only what falls
        due between the two. Else what is late would come at the moment of a forced answer, and so
        show that the bot gave it.
        """
        now = self.now() if now is None else now
        shards = self._shards()
        for shard in shards:
            async with self._store.claim(Claim.CLOCK, 1 + shard.number) as mine:
                if mine:
                    await self._act_in(shard, now, since)
        if shards and not since:
            async with self._store.claim(Claim.CLOCK) as mine:
                if mine:
                    await self._notify_people(now)
                    await self._store.invitations.remove_before(now - REINVITE_AFTER_S)
                    await self._forget_states(now)

    async def _act_in(self, shard: Shard, now: float, since: float) -> None:
        """Acts on the alarms of a shard, and has the clock sweep at the next one."""
        lengths: dict[AlarmKind, float] = {kind: each[0] for kind, each in self._acts.items()}
        alarms, until = self._store.alarms, now + BEAT_S
        for alarm in await alarms.before(shard, until, lengths, MAX_PER_SWEEP, since):
            if alarm.at > now:
                self._sweep_at(alarm.at)
                return
            with log_table(alarm.table_id):
                await self._act_on(alarm, now)

    async def _act_on(self, alarm: Alarm, now: float) -> None:
        """Does what is due at a table. If that fails, it is done later: one table does not hold up
        the others.
        """
        turns, is_turn = self._store.turns, alarm.kind == "turn"
        _length, act = self._acts[alarm.kind]
        try:
            await act(await self._tables.get(alarm.table_id), alarm.seat, now)
        except NewerRelease:
            log.info("what is due is left to another process, of a newer release")
        except Refused:  # the table is damaged, or was changed now
            if is_turn:
                log.info("a turn is over")
                await turns.remove(alarm.table_id, [alarm.seat])
        except OutOfService:
            raise
        except Exception as error:  # noqa: BLE001  (the others go on)
            log_error(log, "what is due is done later", error)
            if is_turn:
                await turns.postpone(alarm.table_id, alarm.seat, now + RETRY_S)

    def _sweep_at(self, moment: float | None) -> None:
        """Sweeps at a moment that comes before the sweep of the next minute, once started."""
        if self._ticker is None or moment is None or moment > self.now() + BEAT_S:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + max(moment - self.now(), PAUSE_S)
        if not loop.time() < self._extra_at <= at:
            self._extra_at = at
            loop.call_at(at, self._sweeps.start)

    async def _answer_forced(self, table: Table, seat: int, now: float) -> None:
        """Gives the answer of a seat that the bot has to give, unless it has been given."""
        turn = (await self._store.turns.of(table.id)).get(seat)
        if turn is None or turn.forced is None or turn.forced > now:
            return
        if turn.question == table.question and (answer := await forced.answer(table, seat)):
            await table.submit(seat, answer, forced.token(table, seat), turn.question)
        else:
            turn.forced = None
            await self._store.turns.save([turn])

    async def _forget_states(self, now: float) -> None:
        """Once a day, deletes states of games that ended longer ago than they are kept."""
        if self._keep_states_s is None or now < self._next_forgetting:
            return
        self._next_forgetting = now + DAY_S
        for table_id in await self._store.tables.finished_before(now - self._keep_states_s):
            await self._store.moves.forget_states(table_id)

    async def _notify_people(self, now: float) -> None:
        people = await self._store.turns.to_notify(now, MAX_PER_SWEEP)
        slots = asyncio.Semaphore(NOTIFIED_AT_ONCE)
        every = [self._notify_person(user, now, slots) for user in people]
        for result in await asyncio.gather(*every, return_exceptions=True):
            if result is not None:
                raise result

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

    async def _act_on_turn(self, table: Table, seat: int, now: float) -> None:
        """Reminds a person, or does what the table agreed on when time is up."""
        turn = (await self._store.turns.of(table.id)).get(seat)
        if turn is None or turn.next is None or turn.next > now:
            return
        if seat not in table.waiting_people() or turn.question != table.question:
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
            turn.call = now
        await self._store.turns.save([turn])
        await self._show(turn.table_id)


def _of_table(act: Callable[[Table, float], Awaitable[None]]) -> Act:
    return lambda table, _seat, now: act(table, now)


async def _forced_at(table: Table, turn: TurnRow) -> float | None:
    """When the bot answers for a seat, before time is up; None if the person answers."""
    if not await forced.answer(table, turn.seat):
        return None
    most_s = math.inf if turn.due is None else max(turn.due - turn.since, MINUTE_S)
    return turn.since + forced.draw_wait_s(table, turn.seat, most_s)


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
    """Whether the last move was one that the bot has made for this seat."""
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
