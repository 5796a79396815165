"""Answers that the bot gives for a person, an only one or one set in advance: nobody can tell."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.store import FORCED, MoveRow, Store
from bot.table import Table, Tables, forced, undo
from bot.table.clock import DAY_S, MINUTE_S, Clock
from bot.table.news import news_of
from tests.sim_server import SimServer, reply_text, text
from tests.test_clock import later, running

PEOPLE = ("Ada", "Ben")
WAIT_S = (2 * MINUTE_S, 20 * MINUTE_S)


def only_answer(table: Table, seat: int) -> str:
    """The only legal move of a seat; "" if there are several."""
    moves = table.game.legal(table.state, seat)
    return moves[0] if len(moves) == 1 else ""


def forced_seats(table: Table) -> list[int]:
    """The seats that are asked and have only one answer."""
    return [seat for seat in table.waiting_people() if only_answer(table, seat)]


async def with_one_answer(sim: SimServer, *wishing: str, **more: Any) -> tuple[Table, int]:
    """A table where somebody has one answer, and that seat; some wish that the bot gives it."""
    for name in wishing:
        await sim.command(name, "settings moves", forced="1")
    await sim.gather(game="wigs", seats=2, computers=0, **more)
    table = await sim.play_until(lambda table: bool(forced_seats(table)), slowly=True)
    return table, forced_seats(table)[0]


async def with_a_premove(sim: SimServer) -> tuple[Table, int]:
    """A table where all must wear a wig, which a person has set in advance, and their seat."""
    _table, seat = await set_a_premove(sim)
    return await sim.play_until("wear", slowly=True), seat


async def set_a_premove(sim: SimServer) -> tuple[Table, int]:
    """A table where a person has set which wig they wear next, and their seat."""
    table = await sim.play_until(lambda table: table.view(None)["phase"] == "sell", slowly=True)
    seat = max(seat for seat, person in enumerate(table.people) if person.user)
    worn = table.state.players[seat].worn
    await sim.command(table.names[seat], "move", move=f"ahead wearing wear {worn}")
    return table, seat


async def answered(table: Table, seat: int) -> list[MoveRow]:
    """The answers that the bot has given for a seat."""
    lines = await table.store.moves.of(table.id)
    return [each for each in lines if (each.token or "").startswith(FORCED) and each.seat == seat]


async def moment_of(table: Table, seat: int) -> float:
    """When the bot answers for a seat; 0 if it does not."""
    turn = (await table.store.turns.of(table.id)).get(seat)
    return (turn and turn.forced) or 0


async def test_an_answer_that_was_set_for_a_secret_question_comes_after_a_drawn_time(
    sim: SimServer,
):
    await sim.gather(game="wigs", seats=2, computers=0)
    table, seat = await set_a_premove(sim)
    await sim.play_until("buy", slowly=True)
    last = sim.dms(table.names[seat])[-1].id
    table = await sim.play_until("wear", slowly=True)
    seen = table.view(1 - seat)
    assert (seen["asked"], seen["answered"]) == ([0, 1], []), "the others see no answer yet"
    shown = text(sim.dms(table.names[seat])[-1])
    assert sim.dms(table.names[seat])[-1].id == last, "there is nothing to do, so nothing rings"
    assert "You have set this in advance" in shown and "between 2 and 20 minutes" in shown
    wait_s = await moment_of(table, seat) - sim.bot.clock.now()
    assert WAIT_S[0] - MINUTE_S < wait_s < WAIT_S[1] and not await moment_of(table, 1 - seat)
    await later(sim, wait_s - 1)
    assert table.view(None)["answered"] == []
    await later(sim, 2)
    assert (await sim.table()).view(None)["answered"] == [seat]


async def test_what_was_set_can_be_cleared_while_it_is_asked(sim: SimServer):
    await sim.gather(game="wigs", seats=2, computers=0)
    table, seat = await with_a_premove(sim)
    await sim.command(table.names[seat], "move", move="forget wearing")
    assert not await moment_of(table, seat)
    await later(sim, DAY_S)
    assert not await answered(table, seat)


async def test_the_bot_does_not_give_again_what_a_person_takes_back(sim: SimServer):
    await sim.gather(game="wigs", seats=2, computers=0)
    table, seat = await with_a_premove(sim)
    await later(sim, WAIT_S[1])
    table = await sim.table()
    with sim.env._bot_scope():
        await undo.undo(table, table.people[seat].user or 0, "back")
    await sim.env.settle()
    assert table.state.asked == [0, 1] and not await moment_of(table, seat)
    await later(sim, DAY_S)
    assert len(await answered(table, seat)) == 1 and (await sim.table()).state.asked == [0, 1]


async def test_the_moment_is_drawn_once_even_if_its_person_then_goes_away(sim: SimServer):
    await sim.gather(game="wigs", seats=2, computers=0)
    table, seat = await with_a_premove(sim)
    moment = await moment_of(table, seat)
    await sim.command_dm(table.names[seat], "away", until="3 days")
    assert moment and await moment_of(table, seat) == moment


async def test_the_bot_gives_no_drawn_answer_for_somebody_who_is_away(sim: SimServer):
    await sim.gather(game="wigs", seats=2, computers=0)
    table, seat = await with_a_premove(sim)
    assert await moment_of(table, seat)
    await sim.command(table.names[seat], "game handover")
    assert not await moment_of(table, seat)
    await later(sim, DAY_S)
    assert not await answered(table, seat), "the computer player plays"


async def test_where_all_others_are_computer_players_the_answer_comes_at_once(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.clock.PAUSE_S", 0.0)
    await sim.start("Ada", game="wigs", computers=1)
    table, seat = await with_a_premove(sim)
    assert await answered(table, seat), "the clock sweeps by itself"


async def test_where_all_others_are_computer_players_a_new_wish_holds_at_once(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.clock.PAUSE_S", 0.0)
    await sim.start("Ada", game="wigs", computers=1)
    table = await sim.play_until(lambda table: bool(forced_seats(table)))
    [seat] = forced_seats(table)
    await sim.command("Ada", "settings moves", forced="1")
    assert await answered(table, seat), "the clock sweeps by itself"


async def test_what_is_planned_for_an_open_question_that_is_asked_is_given_at_once(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.clock.PAUSE_S", 0.0)
    await sim.gather_two(game="wigs")
    [name] = await sim.asked()
    move = await sim.default(name)
    shown = await sim.command(name, "move", move=f"plan {move}")
    assert "20 minutes" not in reply_text(shown)
    table = await sim.table()
    [line] = await answered(table, table.names.index(name))
    assert line.move == move and name not in await sim.asked()


async def test_a_plan_does_not_give_again_what_its_player_takes_back(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.clock.PAUSE_S", 0.0)
    await sim.gather_two(game="wigs")
    [name] = await sim.asked()
    shown = (await sim.command(name, "plan", moves=await sim.default(name))).response
    await sim.press(name, "Use this plan", shown)
    assert name not in await sim.asked()
    await sim.behind(undo.undo(await sim.table(), sim.people[name].id, "back"))
    await later(sim, DAY_S)
    assert name in await sim.asked()


async def test_the_moment_tells_neither_which_kind_an_answer_is_nor_what_a_person_has_chosen(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather(game="wigs", seats=2, computers=0)
    table, seat = await with_a_premove(sim)
    moments = list[float]()
    for quiet, only in ((None, False), ("00:00-23:59", False), (None, True)):
        monkeypatch.setattr(forced, "chance", random.Random(5))
        user = table.people[seat].user or 0
        await table.store.people.save(user, quiet=quiet or "", forced=int(only))
        if only:
            table.state.premoves.clear()
            monkeypatch.setattr(table.game, "legal", lambda g, seat: ["wear 1"])
        sim.sql("UPDATE turns SET forced = NULL")
        await sim.bot.clock.update_turns(table)
        moments.append(await moment_of(table, seat))
    assert moments[0] and len({*moments}) == 1


async def test_the_bot_answers_after_a_while_and_tells_nobody(sim: SimServer):
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    assert "This is your only answer." in text(sim.dms(table.names[seat])[-1])
    turn = (await table.store.turns.of(table.id))[seat]
    wait_s = (turn.forced or 0) - sim.bot.clock.now()
    assert wait_s > 0 and not await answered(table, seat)
    only = only_answer(table, seat)
    await later(sim, wait_s + 1)
    [line] = await answered(table, seat)
    assert line.move == only
    table = await sim.table()
    told = [each.text for each in await news_of(table) if each.seq == line.seq]
    assert not any("only" in sentence or "for you" in sentence for sentence in told)


async def test_somebody_with_a_choice_or_without_the_setting_answers_alone(sim: SimServer):
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


async def test_the_bot_does_not_answer_for_somebody_who_was_faster(sim: SimServer):
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    turn = (await table.store.turns.of(table.id))[seat]
    await table.submit(seat, only_answer(table, seat), "own", table.question)
    await later(sim, (turn.forced or 0) - sim.bot.clock.now() + 1)
    assert not [each for each in await answered(table, seat) if each.question == turn.question]


async def test_after_a_kill_one_of_two_processes_answers(sim: SimServer, tmp_path: Path):
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
    sim: SimServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.table.clock.PAUSE_S", 0.01)
    table, seat = await with_one_answer(sim, "Ada", "Ben")
    turn = (await table.store.turns.of(table.id))[seat]
    moment = turn.forced or 0
    sim.sql("UPDATE heartbeats SET seen = ?", moment)
    store = await Store.open(tmp_path / "atelier.sqlite3")
    clock = a_clock(store, moment - 0.01)
    clock.start()
    await clock.sweep()
    clock.now = lambda: moment
    assert not await answered(table, seat)
    while not await answered(table, seat):
        await asyncio.sleep(0.01)
    await clock.close()
    await store.close()


async def test_what_is_late_does_not_come_with_an_answer_of_the_bot(
    sim: SimServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    monkeypatch.setattr(clock, "_shards", list)
    await clock.sweep(moment)
    assert told == [], "nobody can reach the bot"
    monkeypatch.undo()
    await clock.sweep(moment)
    assert told
    await clock.close()
    await store.close()


async def test_a_clock_that_is_started_again_ticks_once(store: Store):
    clock, before = a_clock(store, 1.8e9), asyncio.all_tasks()
    for _ in range(2):
        clock.start()
    new = [repr(each.get_coro()) for each in asyncio.all_tasks() - before]
    assert sum("_start_every_minute" in each for each in new) == 1
    await clock.close()


async def nothing(*_args: Any) -> Any:
    return 0


def a_clock(store: Store, now: float, notify: Callable[[int], Awaitable[float]] = nothing) -> Clock:
    """The clock of another process, at this time."""
    tables = Tables(store, lambda table: None)
    return Clock(store, tables, show=nothing, answer=nothing, notify=notify, now=lambda: now)


async def test_the_bot_answers_before_time_is_up(sim: SimServer):
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


async def test_a_wait_is_drawn_between_two_and_twenty_minutes_and_ends_before_time_is_up(
    sim: SimServer,
):
    await sim.gather(game="wigs", seats=2, computers=0)
    table = await sim.play_until("wear")
    waits = sorted(forced.draw_wait_s(table, 0) for _ in range(200))
    assert WAIT_S[0] <= waits[0] < 4 * MINUTE_S and 18 * MINUTE_S < waits[-1] <= WAIT_S[1]
    assert all(0 < forced.draw_wait_s(table, 0, MINUTE_S) < MINUTE_S for _ in range(50))
