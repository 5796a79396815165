"""The clock: deadlines, reminders, quiet hours, absence, and what happens when time is up."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.pages.names import when
from bot.store import OutOfService, PersonRow, PingRow, Store, TurnRow
from bot.table import CLOCK, Table, Tables
from bot.table.clock import (
    DAY_S,
    HOUR_S,
    LOBBY_OPEN_S,
    MINUTE_S,
    NOTIFIED_AT_ONCE,
    RETRY_S,
    Clock,
    notify_at,
    parse_moment,
)
from bot.table.deadlines import due_at
from bot.table.news import news_of
from bot.table.pace import PRESETS, Pace
from bot.table.silence import next_look
from bot.table.wall_time import quiet_end
from tests.absent import SWEEP_S, longest_standstill
from tests.sim_server import SimServer, buttons, ephemeral_text, reply_text, text
from tests.tables import game_of

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = PersonRow(1, zone="Europe/Berlin", quiet="22:00-07:00")
SILENT = 1 << 12
DAILY, HOURLY = PRESETS["daily"], PRESETS["fast"]


def at(hour: int, minute: int = 0, day: int = 10) -> float:
    """A time of a day in Berlin."""
    return datetime(2026, 3, day, hour, minute, tzinfo=BERLIN).timestamp()


async def two(sim: SimServer, **more: Any) -> Table:
    """A running game of Ada and Ben, with a day for an answer."""
    return await sim.start("Ada", "Ben", **({"pace": "daily"} | more))


async def later(sim: SimServer, seconds: float) -> None:
    """Lets so much time pass in which people can reach the bot, and sweeps the clock."""
    now = sim.bot.clock.now() + seconds
    sim.bot.clock.now = lambda: now
    sim.sql("UPDATE heartbeats SET seen = ?", now)
    await sim.behind(sim.bot.clock.sweep())


# --- Until when ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "pace", "person", "due"),
    [
        # Quiet hours do not count for a fast game.
        (at(21, 30), HOURLY, NIGHT, at(7, 30, day=11)), (at(12), HOURLY, NIGHT, at(13)),
        (at(3), HOURLY, NIGHT, at(8)),
        # A daily deadline at night waits until an hour after it.
        (at(23), DAILY, NIGHT, at(8, day=12)), (at(12), DAILY, NIGHT, at(12, day=11)),
        # Absence puts a deadline off by a day at most.
        (at(12), DAILY, PersonRow(1, away=at(12, day=20)), at(12, day=12)),
        (at(12), HOURLY, PersonRow(1, away=at(18)), at(19)),
    ],
)  # fmt: skip
def test_quiet_hours_and_absence_put_deadlines_off(
    since: float, pace: Pace, person: PersonRow, due: float
):
    assert due_at(since, pace, person) == due


def test_quiet_hours_that_do_not_cross_midnight():
    nap = PersonRow(1, zone="Europe/Berlin", quiet="13:00-15:00")
    assert quiet_end(at(14), nap) == at(15)
    assert quiet_end(at(16), nap) is None and quiet_end(at(15), nap) is None


def test_notifications_are_at_once_grouped_daily_or_none():
    now, person = at(12), PersonRow(1, zone="Europe/Berlin", told=at(11, 50))
    assert notify_at(now, person, PingRow(1, how="none")) is None
    assert notify_at(now, person, PingRow(1)) is None  # the board notifies them
    assert notify_at(now, person, PingRow(1, place="dm")) == now
    assert notify_at(now, person, PingRow(1, how="grouped", minutes=30)) == at(12, 20)
    assert notify_at(now, person, PingRow(1, how="daily")) == at(8, day=11)
    assert notify_at(at(23), NIGHT, PingRow(1, place="dm")) == at(7, day=11)


def test_notifications_put_off_to_one_moment_are_spread():
    users = [n << 22 for n in range(100_000, 200_000, 97)]
    for ping, now, free in (("daily", 12, 8), ("now", 23, 7)):
        quiet = NIGHT.quiet if ping == "now" else ""
        calls = [
            notify_at(at(now), replace(NIGHT, user=user, quiet=quiet), PingRow(user, 0, ping, "dm"))
            for user in users
        ]
        minutes = Counter(int(call - at(free, day=11)) // 60 for call in calls if call)
        assert sum(minutes.values()) == len(users) and {*minutes} == {*range(30)}
        assert max(minutes.values()) < len(users) / 20


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("3 days", 3 * DAY_S), ("5h", 5 * HOUR_S), ("2 weeks", 14 * DAY_S), ("12 Hours", 12 * HOUR_S)],
)
def test_spans_as_people_write_them(written: str, seconds: float):
    assert parse_moment(written, NIGHT, 1000.0) == 1000 + seconds


def test_a_date_means_its_end_where_the_person_is():
    assert parse_moment("2026-03-11", NIGHT, at(12)) == at(0, day=12)
    dates = ("2026-03-01", "2026-13-40", "9999-12-31", "0001-01-01")
    spans = ("soon", "", "3", "-3 days", "99999 days", "²h", "٣ days", "3\u00a0h\u200b")
    assert {parse_moment(nonsense, NIGHT, at(12)) for nonsense in dates + spans} == {None}


# --- At the table --------------------------------------------------------------------------------


async def test_the_lobby_shows_the_pace_and_the_host_alone_sets_it(sim: SimServer):
    await sim.open(seats=2, pace="daily")
    await sim.press("Ben", "Join")
    assert "1 day for an answer. When time is up, a computer player answers" in text(sim.board())
    refused = await sim.forge("Ben", await sim.press("Ada", "Options"), pace="1h")
    assert "Only the host" in ephemeral_text(refused)
    await sim.pick_option("Ada", "Pace: fast")
    await sim.pick_option("Ada", "Late answers: computer, until back")
    assert "1 hour for an answer. When time is up, a computer player plays on" in text(sim.board())


async def test_a_lobby_that_nobody_touches_for_two_weeks_is_closed_silently(sim: SimServer):
    await sim.open(seats=3)
    await later(sim, LOBBY_OPEN_S - DAY_S)
    assert (await sim.table()).row.status == "lobby"
    await later(sim, DAY_S + HOUR_S)
    assert (await sim.table()).row.status == "abandoned"
    [closed] = sim.posts()
    assert "was closed before it started" in text(closed) and "14 days" in text(closed)
    assert not buttons(closed)
    assert all(sent["flags"] & SILENT for sent in sim.requests("POST")[1:])


async def test_what_people_do_in_a_lobby_keeps_it_open(sim: SimServer):
    await sim.open(seats=3)
    for label in ("Join", "Leave"):
        sim.sql("UPDATE tables SET touched = touched - ?", LOBBY_OPEN_S + DAY_S)
        await sim.press("Ben", label)
        await later(sim, 0)
        assert (await sim.table()).row.status == "lobby"


async def test_a_lobby_whose_channel_is_gone_is_closed_and_a_game_is_not(sim: SimServer):
    await sim.open(seats=3)
    other = sim.guild.create_text_channel("other")
    await sim.start("Ben", computers=1, room=other)
    with sim.env._bot_scope():
        await sim.bot.get_channel(sim.room.id).delete()
    await later(sim, LOBBY_OPEN_S + HOUR_S)
    assert (await sim.table(1)).row.status == "abandoned"
    assert (await sim.table(2)).row.status == "running"


async def test_the_board_shows_the_deadline_and_two_reminders_notify(sim: SimServer):
    table = await two(sim)
    [seat] = table.waiting_people()
    name, posts = table.names[seat], len(sim.posts())
    turn = (await table.store.turns.of(table.id))[seat]
    assert f"until {when(turn.due or 0, 'f')} (1 day)" in text(sim.posts()[0])
    await later(sim, 11 * HOUR_S)
    assert len(sim.posts()) == posts
    for wait in (2 * HOUR_S, 9 * HOUR_S):
        await later(sim, wait)
        assert len(sim.posts()) == posts + 1 and "⏰" in text(sim.board())
        assert sim.pinged()[-1] == {name}
    await sim.command(name, "move", move=await sim.default(name))
    assert not any("⏰" in text(message) for message in sim.posts())


async def test_where_the_table_waits_it_reminds_for_three_days_after_the_deadline(sim: SimServer):
    await sim.open(seats=2, pace="daily")
    await sim.pick_option("Ada", "Late answers: only reminders")
    await sim.press("Ben", "Join")
    await sim.press("Ada", "Start")
    before, reminded = len(sim.pinged()), list[int]()
    for days in (0.51, 0.36, 0.14, 1.01, 1.01, 1.01, 1.01, 1.01):
        await later(sim, days * DAY_S)
        reminded.append(len(sim.pinged()) - before)
    assert reminded == [1, 2, 3, 4, 5, 6, 6, 6]


async def test_when_time_is_up_a_computer_player_answers_once(sim: SimServer):
    table = await two(sim)
    [seat] = table.waiting_people()
    before = table.seq
    for _ in range(3):
        await later(sim, 0.9 * DAY_S)
    assert table.seq > before and not table.people[seat].computer
    first = await table.store.moves.get(table.id, before + 1)
    assert first is not None and (first.token or "").startswith(CLOCK) and first.seat == seat
    told_all = [each.text for each in await news_of(table) if each.to is None]
    assert any(f"Time is up for {table.names[seat]}" in line for line in told_all)


async def test_when_time_is_up_a_computer_player_holds_the_seat_until_its_owner_returns(
    sim: SimServer,
):
    await sim.open(seats=2, pace="fast")
    await sim.pick_option("Ada", "Late answers: computer, until back")
    await sim.press("Ben", "Join")
    await sim.press("Ada", "Start")
    table = await sim.table()
    [seat] = table.waiting_people()
    name, before = table.names[seat], table.seq
    await later(sim, HOUR_S + MINUTE_S)
    assert table.people[seat].stand_in and table.seq > before
    assert any("takes over until they return" in each.text for each in await news_of(table))
    assert any(f"{name} (away)" in text(message) for message in sim.posts())
    await sim.press(name, "Move")
    assert not table.people[seat].stand_in
    assert any(f"{name} is back" in each.text for each in await news_of(table))


async def test_a_table_without_a_limit_only_waits(sim: SimServer):
    table = await two(sim, pace="none")
    before = table.seq
    await later(sim, 100 * DAY_S)
    assert table.seq == before and "⏰" not in text(sim.board())


async def test_deadlines_survive_a_restart(sim: SimServer, tmp_path: Path):
    table = await two(sim)
    turns = await table.store.turns.of(table.id)
    assert turns and all(turn.due for turn in turns.values())
    again = await Store.open(tmp_path / "atelier.sqlite3")
    tables, answered = Tables(again, lambda table: None), list[int]()
    moment = max(turn.due or 0 for turn in turns.values())
    clock = a_clock(again, tables, answered, moment, waiting(0.0))
    await clock.update_turns(await tables.get(table.id))
    assert await again.turns.of(table.id) == turns
    await clock.sweep()
    assert answered == [table.id]
    await again.close()


async def test_a_table_that_fails_keeps_no_other_waiting(tables: Tables):
    answered, store = list[int](), tables.store
    clock = a_clock(store, tables, answered, 1.8e9, waiting(0.0))
    for channel in (1, 2):
        await running(tables, clock, channel)
    clock.now = lambda: 1.8e9 + 2 * DAY_S
    await clock.sweep()
    assert answered == [2]
    [left] = (await store.turns.of(1)).values()
    assert left.next is not None and left.next > clock.now()


def waiting(seconds: float) -> Callable[[int], Awaitable[float]]:
    """Direct messages that must wait."""

    async def notify(_user: int) -> float:
        return seconds

    return notify


async def failing(_user: int) -> float:
    """Direct messages that a bug keeps back."""
    raise RuntimeError("no page is made")


@pytest.mark.parametrize("notify", [waiting(DAY_S / 4), failing])
async def test_a_direct_message_that_has_to_wait_long_or_fails_is_tried_again_after_minutes(
    tables: Tables, notify: Callable[[int], Awaitable[float]]
):
    store = tables.store
    clock = a_clock(store, tables, [], 1.8e9, notify)
    await running(tables, clock, 1)
    turns = (await store.turns.of(1)).values()
    await store.turns.save([replace(turn, call=clock.now()) for turn in turns])
    await clock.sweep()
    assert {turn.call for turn in (await store.turns.of(1)).values()} == {clock.now() + RETRY_S}


async def test_a_database_that_fails_while_people_are_notified_ends_the_sweep(tables: Tables):
    store = tables.store

    async def notify(_user: int) -> float:
        raise OutOfService("Look at the disk.")

    clock = a_clock(store, tables, [], 1.8e9, notify)
    await running(tables, clock, 1)
    turns = (await store.turns.of(1)).values()
    await store.turns.save([replace(turn, call=clock.now()) for turn in turns])
    with pytest.raises(OutOfService):
        await clock.sweep()


async def test_a_few_people_are_notified_at_once_after_what_is_due(tables: Tables):
    store = tables.store
    answered, counts, now = list[int](), list[int](), 1.8e9
    busy, free = 0, asyncio.Event()

    async def notify(_user: int) -> float:
        nonlocal busy
        assert answered == [1]
        busy += 1
        counts.append(busy)
        if busy == NOTIFIED_AT_ONCE:
            free.set()
        await free.wait()
        await asyncio.sleep(0)
        busy -= 1
        return 0.0

    clock = a_clock(store, tables, answered, now, notify)
    await running(tables, clock, 2)
    turns = [TurnRow(1, 10 + n, 100 + n, 0, 1.0, None, None, call=1.0 + n) for n in range(20)]
    await store.turns.save(turns)
    await clock.sweep(now + 2 * DAY_S)
    assert len(counts) == 20 and max(counts) == NOTIFIED_AT_ONCE


def a_clock(
    store: Store,
    tables: Tables,
    answered: list[int],
    now: float,
    notify: Callable[[int], Awaitable[float]],
) -> Clock:
    """A clock that stands at this time; answering for table 1 of a fresh store fails."""

    async def nothing(_id: int) -> None:
        pass

    async def answer(table: Table, _seat: int) -> None:
        if table.row.channel == 1:
            raise RuntimeError("no computer player thinks")
        answered.append(table.id)

    return Clock(store, tables, show=nothing, answer=answer, notify=notify, now=lambda: now)


async def running(tables: Tables, clock: Clock, channel: int) -> None:
    """A running game of two people with a day for an answer, its turns noted."""
    table = await game_of(tables, channel=channel, pace="daily", late="once")
    await clock.update_turns(table)


# --- Calls ---------------------------------------------------------------------------------------


async def test_somebody_who_wants_no_notifications_gets_none(sim: SimServer):
    for name in ("Ada", "Ben"):
        await sim.command(name, "settings notifications", how="none")
    await two(sim)
    assert not any(sim.pinged())


async def test_who_closes_their_dms_is_notified_in_the_channel_from_then_on(sim: SimServer):
    for name in ("Ada", "Ben"):
        await sim.command(name, "settings notifications", how="grouped", minutes=30)
    table = await two(sim)
    [name] = await sim.asked()
    path = f"/channels/{sim.people[name].user.dm_channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    sim.accept_refusals()
    await later(sim, 31 * MINUTE_S)
    assert (await table.store.people.get(sim.people[name].id)).dms == "closed"
    assert sim.pinged()[-1] == {name}


async def test_grouped_notifications_are_one_message_with_all_that_waits(sim: SimServer):
    for name in ("Ada", "Ben"):
        await sim.command(name, "settings notifications", how="grouped", minutes=30)
    rooms = [sim.room, sim.guild.create_text_channel("second-room")]
    for room in rooms:
        await sim.start("Ada", "Ben", room=room, pace="daily")
    assert not any(sim.pinged())
    waiting = {turn.user for turn in await sim.bot.store.turns.of_user(sim.people["Ada"].id)}
    name = "Ada" if waiting else "Ben"
    before = len(sim.dms(name))
    await later(sim, 31 * MINUTE_S)
    assert len(sim.dms(name)) == before + 1
    assert "Waiting for you, as of <t:" in text(sim.dms(name)[-1])
    await later(sim, 31 * MINUTE_S)
    assert len(sim.dms(name)) == before + 1  # told once


async def test_turns_shows_what_waits_oldest_first_also_in_a_dm(sim: SimServer):
    table = await two(sim)
    [seat] = table.waiting_people()
    name = table.names[seat]
    answer = await sim.command_dm(name, "turns")
    assert "Waiting for you" in reply_text(answer) and "table 1" in reply_text(answer)
    assert f"/{sim.room.id}/" in reply_text(answer)
    other = await sim.command_dm(table.names[1 - seat], "turns")
    assert f"waits for {name}" in reply_text(other)
    assert "Nothing." in reply_text(await sim.command_dm("Cleo", "turns"))


async def test_an_absence_is_news_at_all_tables_and_ends_with_the_return(sim: SimServer):
    table = await two(sim)
    answer = await sim.command_dm("Ada", "away", until="3 days", computer=True)
    assert "Enjoy your time off" in reply_text(answer)
    seat = table.names.index("Ada")
    assert table.people[seat].stand_in
    assert "Welcome back" in reply_text(await sim.command_dm("Ada", "away", until="now"))
    assert not table.people[seat].stand_in
    wrong = await sim.command_dm("Ada", "away", until="some day")
    assert "Say until when" in reply_text(wrong)


async def test_settings_are_kept_and_wrong_ones_refused(sim: SimServer):
    await sim.command("Ada", "settings time", zone="Europe/Berlin", quiet="22-7")
    shown = reply_text(await sim.command("Ada", "settings show"))
    assert "Europe/Berlin" in shown and "22:00-07:00" in shown
    kept = await sim.bot.store.people.get(sim.people["Ada"].id)
    for wrong in (
        *({"zone": zone} for zone in ("Mars/Base", "localtime", "posixrules", "Factory", "Europe")),
        *({"zone": zone} for zone in ("right/Europe/Berlin", "posix/UTC", "../UTC", "/etc/passwd")),
        {"quiet": "at night"},
        {"quiet": "7-7"},
    ):
        refusal = reply_text(await sim.command("Ada", "settings time", **wrong))
        assert "Your settings" not in refusal
        assert await sim.bot.store.people.get(sim.people["Ada"].id) == kept


async def test_the_board_shows_at_once_that_an_absence_puts_the_deadline_off(sim: SimServer):
    table = await two(sim)
    [seat] = table.waiting_people()
    [turn] = (await table.store.turns.of(table.id)).values()
    await sim.command_dm(table.names[seat], "away", until="3 days")
    [put_off] = (await table.store.turns.of(table.id)).values()
    assert put_off.due is not None and turn.due is not None and put_off.due > turn.due
    board = "".join(text(each) for each in sim.posts())
    assert when(put_off.due, "f") in board and when(turn.due, "f") not in board


async def test_a_time_zone_is_stored_in_its_one_spelling(sim: SimServer):
    for typed, zone in (("america/new york", "America/New_York"), (" EUROPE/BERLIN", BERLIN.key)):
        await sim.command("Ada", "settings time", zone=typed)
        assert (await sim.bot.store.people.get(sim.people["Ada"].id)).zone == zone


def told_early(sim: SimServer, name: str) -> list[str]:
    """What a person was told of tables that ask them next."""
    return [text(each) for each in sim.dms(name) if "You are probably next: [" in text(each)]


async def test_who_is_asked_next_is_told_so_once_for_all_tables_if_they_want_it(sim: SimServer):
    for name in ("Ada", "Ben"):
        await sim.command(name, "settings notifications", how="now", early=True)
    rooms = [sim.room, *(sim.guild.create_text_channel(f"room-{n}") for n in range(2))]
    for room in rooms:
        await sim.start("Ada", "Ben", computers=1, room=room, pace="daily")
    asks_next = {
        name: [n for n in (1, 2, 3) if seat in (await sim.table(n)).next_people()]
        for seat, name in enumerate(("Ada", "Ben"))
    }
    assert max(map(len, asks_next.values())) > 1
    rung = [calls for calls in sim.pinged() if calls]
    for _ in range(2):
        await later(sim, MINUTE_S)
        for name, numbers in asks_next.items():
            told = told_early(sim, name)
            assert len(told) == bool(numbers) and all(f"table {n}]" in told[0] for n in numbers)
    assert [calls for calls in sim.pinged() if calls] == rung, "nobody is called in the channel"


@pytest.mark.parametrize(
    "kept", [{"how": "none"}, {"how": "now", "quiet": "00:00-23:59"}, {"how": "now"}]
)
async def test_an_early_notice_keeps_quiet_hours_and_pauses(sim: SimServer, kept: dict[str, str]):
    for name in ("Ada", "Ben"):
        await sim.command(name, "settings notifications", how=kept["how"], early=True)
        await sim.bot.store.people.save(sim.people[name].id, quiet=kept.get("quiet", ""))
    await two(sim)
    if kept == {"how": "now"}:
        for name in ("Ada", "Ben"):
            await sim.command(name, "game pause", days=3)
    await later(sim, MINUTE_S)
    assert not told_early(sim, "Ada") + told_early(sim, "Ben")


# --- Nothing stands still ------------------------------------------------------------------------


@pytest.mark.sampled(one_in=3)
async def test_no_table_stands_still_if_everybody_is_absent(tmp_path: Path):
    found = await longest_standstill(tmp_path, tables=10, days=12)
    assert found.tables == 10 and found.moves > 50
    assert found.over_pace <= DAY_S + SWEEP_S


# --- Tables at which nobody answers ---------------------------------------------------------------


async def missed(sim: SimServer) -> Counter[str]:
    """How often the clock has answered for each person at the table."""
    table = await sim.table(1)
    rows = [row for row in await table.store.moves.of(1) if (row.token or "").startswith(CLOCK)]
    return Counter(table.names[row.seat or 0] for row in rows)


async def until_it_ends(sim: SimServer, most: int = 20) -> Table:
    """Nobody answers until the game has ended, or for so many days."""
    for _ in range(most):
        await later(sim, 1.1 * DAY_S)
        if (await sim.table(1)).row.status != "running":
            break
    return await sim.table(1)


async def test_a_game_ends_when_all_its_people_have_missed_three_deadlines(sim: SimServer):
    await two(sim)
    table = await until_it_ends(sim)
    assert table.row.status == "abandoned"
    found = await missed(sim)
    assert min(found.values()) == 2, "the third deadline ends the game instead"
    told = [each.text for each in await news_of(table)]
    assert any("Nobody has answered for three deadlines in a row" in line for line in told)
    assert await sim.bot.store.turns.of(1) == {}


async def test_an_answer_keeps_the_table_alive(sim: SimServer):
    table = await two(sim)
    for _ in range(12):
        if sim.people["Ada"].id in {table.people[s].user for s in table.waiting_people()}:
            await sim.command("Ada", "move", move=await sim.default("Ada"))
        await later(sim, 1.1 * DAY_S)
    assert table.row.status == "running"
    assert (await missed(sim))["Ben"] >= 3


def test_who_may_wait_is_looked_at_again_after_three_deadlines():
    turn = TurnRow(1, 0, 7, 0, 100.0, 160.0, None)
    looks = [next_look(turn, now) for now in (0.0, 279.0, 280.0)]
    assert looks == [280.0, 280.0, None] and next_look(replace(turn, due=None), 0.0) is None


async def test_who_is_away_is_not_silent(sim: SimServer):
    await two(sim)
    await sim.command("Ada", "away", until="200 days")
    table = await until_it_ends(sim, most=12)
    assert table.row.status == "running"


async def test_where_the_table_waits_it_ends_after_three_times_the_span(sim: SimServer):
    await sim.open(seats=2, computers=1, pace="daily")
    await sim.pick_option("Ada", "Late answers: only reminders")
    await sim.press("Ada", "Start")
    await later(sim, 2.9 * DAY_S)
    assert (await sim.table(1)).row.status == "running"
    await later(sim, 0.2 * DAY_S)
    await later(sim, DAY_S)
    assert (await sim.table(1)).row.status == "abandoned"
