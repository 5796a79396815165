"""Forced answers: the bot gives them for those who want it, and nobody can tell."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.store import CLOCK, FORCED, MoveRow, Store
from bot.table import Table, Tables, forced
from bot.table.clock import DAY_S, MINUTE_S, Clock
from bot.table.news import news_of
from tests.sim_server import SimServer, text
from tests.test_clock import later, running

PEOPLE = ("Ada", "Ben")
SCATTERED = 1.5
"""More than a wait can vary."""


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the bot wait for minutes, although people answer within a second in a test."""
    monkeypatch.setattr(forced, "earlier_waits_s", lambda lines, seat: [])
    monkeypatch.setattr(forced, "MIN_WAIT_S", 2 * MINUTE_S)


def forced_seats(table: Table) -> list[int]:
    """The seats that are asked and have only one answer."""
    return [seat for seat in table.waiting_people() if forced.only_answer(table, seat)]


async def with_one_answer(sim: SimServer, *wishing: str, **more: Any) -> tuple[Table, int]:
    """A table where somebody has one answer, and that seat; some wish that the bot gives it."""
    for name in wishing:
        await sim.command(name, "settings moves", forced="1")
    await sim.gather(game="wigs", seats=2, computers=0, **more)
    table = await sim.play_until(lambda table: bool(forced_seats(table)), slowly=True)
    return table, forced_seats(table)[0]


async def answered(table: Table, seat: int) -> list[MoveRow]:
    """The forced answers that the bot has given for a seat."""
    lines = await table.store.moves.of(table.id)
    return [each for each in lines if (each.token or "").startswith(FORCED) and each.seat == seat]


async def test_the_bot_answers_after_a_while_and_tells_nobody(sim: SimServer, slow: None):
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    assert "This is your only answer." in text(sim.dms(table.names[seat])[-1])
    turn = (await table.store.turns.of(table.id))[seat]
    wait_s = (turn.forced or 0) - sim.bot.clock.now()
    assert wait_s > 0 and not await answered(table, seat)
    only = forced.only_answer(table, seat)
    await later(sim, wait_s + 1)
    [line] = await answered(table, seat)
    assert line.move == only
    table = await sim.table()
    told = [each.text for each in await news_of(table) if each.seq == line.seq]
    assert not any("only" in sentence or "for you" in sentence for sentence in told)


async def test_somebody_with_a_choice_or_without_the_setting_answers_alone(
    sim: SimServer, slow: None
):
    table, seat = await with_one_answer(sim)
    turns = await table.store.turns.of(table.id)
    assert turns and not any(turn.forced for turn in turns.values())
    await sim.command(table.names[seat], "settings moves", forced="1")
    turns = await table.store.turns.of(table.id)
    assert {seat for seat, turn in turns.items() if turn.forced} == {seat}
    await sim.command(table.names[seat], "settings moves", forced="0")
    assert (await table.store.turns.of(table.id))[seat].forced is None
    await later(sim, DAY_S)
    assert not await answered(table, seat)


async def test_the_bot_does_not_answer_for_somebody_who_was_faster(sim: SimServer, slow: None):
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    turn = (await table.store.turns.of(table.id))[seat]
    await table.submit(seat, forced.only_answer(table, seat) or "", "own", table.question)
    await later(sim, (turn.forced or 0) - sim.bot.clock.now() + 1)
    assert not [each for each in await answered(table, seat) if each.question == turn.question]


async def test_after_a_kill_one_of_two_processes_answers(
    sim: SimServer, slow: None, tmp_path: Path
):
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    turn = (await table.store.turns.of(table.id))[seat]
    moment = (turn.forced or 0) + 1
    sim.sql("UPDATE heartbeats SET seen = ?", moment)
    stores = [await Store.open(tmp_path / "atelier.sqlite3") for _ in range(2)]
    clocks = [a_clock(store, moment) for store in stores]
    for clock in clocks:
        await clock.sweep()
    assert len(await answered(table, seat)) == 1
    for store, clock in zip(stores, clocks, strict=True):
        await clock.close()
        await store.close()


async def test_the_bot_answers_at_its_moment_and_not_with_a_sweep(
    sim: SimServer, slow: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.clock.PAUSE_S", 0.01)
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    turn = (await table.store.turns.of(table.id))[seat]
    moment = turn.forced or 0
    sim.sql("UPDATE heartbeats SET seen = ?", moment)
    store = await Store.open(tmp_path / "atelier.sqlite3")
    clock = a_clock(store, moment - 0.01)
    await clock.sweep()
    clock.now = lambda: moment
    assert not await answered(table, seat)
    while not await answered(table, seat):
        await asyncio.sleep(0.01)
    await clock.close()
    await store.close()


async def test_what_is_late_does_not_come_with_an_answer_of_the_bot(
    sim: SimServer, slow: None, tmp_path: Path
):
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    turn = (await table.store.turns.of(table.id))[seat]
    late, moment = (turn.forced or 0) - 1, (turn.forced or 0)
    sim.sql("UPDATE heartbeats SET seen = ?", moment)
    sim.sql("UPDATE turns SET call = ?", late)
    store, told = await Store.open(tmp_path / "atelier.sqlite3"), list[int]()

    async def notify(user: int) -> float:
        told.append(user)
        return 0.0

    clock = a_clock(store, moment, notify)
    await clock.sweep(moment, since=moment - 0.5)
    assert len(await answered(table, seat)) == 1 and told == []
    await clock.sweep(moment)
    assert told
    await clock.close()
    await store.close()


async def nothing(*_args: Any) -> Any:
    """Shows, answers and tells nothing."""
    return 0


def a_clock(store: Store, now: float, notify: Callable[[int], Awaitable[float]] = nothing) -> Clock:
    """The clock of another process, at this time."""
    tables = Tables(store, lambda table: None)
    return Clock(store, tables, show=nothing, answer=nothing, notify=notify, now=lambda: now)


async def test_the_bot_answers_before_time_is_up(sim: SimServer, slow: None):
    table, seat = await with_one_answer(sim, "Ada", "Ben", pace="fast")
    turn = (await table.store.turns.of(table.id))[seat]
    assert turn.due is not None and turn.forced is not None and turn.forced < turn.due


async def test_only_who_was_answered_for_is_told_of_their_next_question(tables: Tables):
    """All others want no direct messages."""
    now, told = 1.8e9, dict[bool, set[bool]]()
    clock = a_clock(tables.store, now)
    await running(tables, clock, 1)
    table = await tables.get(1)
    for _ in range(40):
        seat = table.state.asked[0]
        move = table.game.default(table.state, seat)
        await table.submit(seat, move, f"{FORCED}{table.seq}:{seat}")
        clock.now = lambda moment=now + table.seq: moment
        await clock.update_turns(table)
        for turn in (await tables.store.turns.of(1)).values():
            if turn.since == clock.now():
                told.setdefault(turn.seat == seat, set()).add(turn.call is not None)
    assert told == {True: {True}, False: {False}}


# --- How long it waits ----------------------------------------------------------------------------


def line(question: int, seat: int, made: float, token: str = "", **more: Any) -> MoveRow:
    """A line of a log."""
    row = MoveRow(1, 0, "move", seat, "pass", token, question, None, 1, None, "[]", made)
    for name, value in more.items():
        setattr(row, name, value)
    return row


def test_a_wait_is_like_earlier_ones_of_the_person():
    """In the middle of the own turn people are quick, and slow when others had moved."""
    lines = [
        line(0, 1, 1000.0),
        line(1, 0, 1100.0),  # seat 0 took 100 s after another seat
        line(2, 0, 1104.0),  # and 4 s in its own turn
        line(3, 1, 1200.0),
        line(4, 0, 1260.0),
        line(5, 1, 1300.0),
    ]
    assert forced.earlier_waits_s(lines, 0) == [100.0, 60.0]
    assert forced.earlier_waits_s(lines[:-1], 0) == [4.0]


def test_forced_and_unnoticed_answers_count_for_no_wait():
    given = [line(n, n % 2, 100.0 * n, token) for n, token in enumerate([f"{CLOCK}1", FORCED] * 3)]
    assert forced.earlier_waits_s(given, 0) == [] == forced.earlier_waits_s(given, 1)
    unnoticed = [line(0, 1, 10.0), line(0, 0, 20.0, unnoticed=1)]
    assert forced.earlier_waits_s(unnoticed, 0) == []


async def test_waits_are_drawn_from_earlier_ones_and_never_equal_one(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather(game="wigs", seats=2, computers=0)
    table, earlier = await sim.table(), [10.0, 20.0, 400.0, 500.0, 9000.0]
    monkeypatch.setattr(forced, "earlier_waits_s", lambda lines, seat: earlier)
    waits = [await forced.wait_s(table, 0) for _ in range(200)]
    near = [min(earlier, key=lambda each, w=wait: max(each / w, w / each)) for wait in waits]
    assert all(1 / SCATTERED < a / b < SCATTERED for a, b in zip(waits, near, strict=True))
    assert len({*waits}) == len(waits) and {*near} == {*earlier}
    assert all([await forced.wait_s(table, 0, MINUTE_S) < MINUTE_S for _ in range(50)])


async def test_with_few_earlier_answers_a_wait_is_of_half_a_minute_to_twenty(sim: SimServer):
    await sim.gather(game="wigs", seats=2, computers=0)
    table = await sim.table()
    waits = [await forced.wait_s(table, 0) for _ in range(200)]
    assert 30 <= min(waits) < 90 and 500 < max(waits) <= 1200
