"""Only time in which people could answer counts: outages, a machine asleep, clocks that jump."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

from bot.store import OfferRow, Shard, Store
from bot.store.heartbeats import GAP_S, GRACE_S, MOVED
from bot.store.sqlite import prepare
from bot.table import Table, Tables, seating
from bot.table.clock import DAY_S, HOUR_S, LOBBY_OPEN_S, MINUTE_S, Clock
from bot.table.news import news_of
from bot.table.votes import agree
from bot.table.wall_time import quiet_end
from tests.sim_server import SimServer, text
from tests.tables import ADA, BEN, CLEO, Harness
from tests.test_clock import later, two
from tests.test_store_leagues import league

NOON = datetime(2026, 3, 10, 12, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
AWAY = "I was away for"
KEPT = {
    "tables": {"made"},
    "moves": {"made"},
    "notes": {"made"},
    "memos": {"made"},
    "posts": {"made"},
    "league_posts": {"made"},
    "results": {"made", "answer_s"},
    "reviews": {"made", "spent"},
    "reserves": {"seconds"},
    "restores": {"made"},
    "announcements": {"sent"},
    "closures": {"made"},
    "watchers": {"told"},
    "leagues": {"made", "next"},
    "league_members": {"made"},
    "heartbeats": {"seen"},
    "sessions": {"begun"},
    "blocks": {"made"},
    "bans": {"made"},
    # A message goes out when somebody can read it; a day without another invitation is no right.
    "turns": {"call"},
    "invitations": {"made"},
    # What people typed themselves, and what they read.
    "people": {"away", "told"},
}
"""Stored moments that do not move: they tell when something was, or end no right to act."""


@dataclass
class Process:
    """A clock on a store, of a process that gets the events of these shards."""

    clock: Clock
    now: float = NOON
    shards: list[Shard] = field(default_factory=lambda: [Shard(0, 1)])
    answered: list[int] = field(default_factory=list)

    async def tick(self, seconds: float = 0.0) -> None:
        """What the clock does once a minute, after so many seconds."""
        self.now += seconds
        await self.clock.reach.beat()
        await self.clock.sweep()

    async def stay(self, seconds: float) -> None:
        """So many seconds pass in which people can reach this process."""
        for _ in range(int(seconds // MINUTE_S)):
            await self.tick(MINUTE_S)


def process(store: Store, *shards: Shard) -> Process:
    """A process with a clock that stands at noon."""

    async def nothing(_id: int) -> None:
        pass

    async def notify(_user: int) -> float:
        return 0.0

    async def answer(table: Table, seat: int) -> None:
        made.answered.append(table.id)
        await table.submit(seat, table.game.default(table.state, seat), f"clock:{table.seq}")

    clock = Clock(
        store,
        Tables(store, lambda table: None),
        show=nothing,
        answer=answer,
        notify=notify,
        shards=lambda: made.shards,
        now=lambda: made.now,
    )
    made = Process(clock, shards=[*shards] or [Shard(0, 1)])
    return made


@pytest_asyncio.fixture
async def store(harness: Harness) -> AsyncIterator[Store]:
    """The store of the harness, whose moves are made at noon."""
    yield harness.store


async def timed(harness: Harness, one: Process, pace: str = "fast") -> Table:
    """A running game with an hour for an answer, whose turns are noted."""
    table = await harness.game("wigs", ADA, BEN)
    await table.save(pace=pace, late="once")
    await one.clock.update_turns(table)
    return table


async def begun(harness: Harness, pace: str = "fast") -> tuple[Process, Table]:
    """A process that has looked once, and a game that began then."""
    one = process(harness.store)
    await one.tick()
    return one, await timed(harness, one, pace)


async def deadline(store: Store, table: Table) -> float:
    [turn] = (await store.turns.of(table.id)).values()
    assert turn.due is not None
    return turn.due


async def told(table: Table) -> list[str]:
    """What the table was told of gaps."""
    news = [each.text for each in await news_of(table)]
    return [line for line in news if "all deadlines moved" in line]


# --- What moves -----------------------------------------------------------------------------------


async def test_nobodys_time_runs_while_the_bot_is_away_and_the_table_is_told_once(
    harness: Harness, store: Store
):
    one, table = await begun(harness)
    due = await deadline(store, table)
    await one.stay(10 * MINUTE_S)
    for _ in range(2):
        await one.tick(0 if await told(table) else 5 * HOUR_S)
        assert await deadline(store, table) == due + 5 * HOUR_S
    assert one.answered == [] and await store.turns.timeouts(table.id) == set()
    assert await told(table) == ["I was away for 5 hours; all deadlines moved."]
    [late] = [turn.user for turn in (await store.turns.of(table.id)).values()]
    await one.stay(51 * MINUTE_S)
    assert one.answered == [table.id] and await store.turns.timeouts(table.id) == {late}


async def test_the_length_of_an_absence_is_told_in_its_largest_unit(harness: Harness, store: Store):
    one, table = await begun(harness)
    for hours in (0.5, 1.9, 2.1, 47, 49):
        await one.tick(hours * HOUR_S)
    lengths = ["30 minutes", "114 minutes", "2 hours", "47 hours", "2 days"]
    assert await told(table) == [f"{AWAY} {each}; all deadlines moved." for each in lengths]


async def test_nobody_is_late_in_the_first_quarter_of_an_hour(harness: Harness, store: Store):
    one, table = await begun(harness)
    await one.stay(HOUR_S - MINUTE_S)
    await one.tick(DAY_S)
    assert await deadline(store, table) == one.now + GRACE_S
    await one.stay(GRACE_S - MINUTE_S)
    assert one.answered == []
    await one.tick(MINUTE_S)
    assert one.answered == [table.id]


async def test_a_pause_of_a_minute_or_two_moves_nothing(harness: Harness, store: Store):
    one, table = await begun(harness)
    due = await deadline(store, table)
    await one.tick(GAP_S - 1)
    assert await deadline(store, table) == due and await told(table) == []


async def test_a_clock_that_was_wrong_leaves_everybody_the_time_they_had(
    harness: Harness, store: Store
):
    one, table = await begun(harness)
    due = await deadline(store, table)
    await one.tick(400 * DAY_S)
    assert await deadline(store, table) == due + 400 * DAY_S
    await one.tick(-400 * DAY_S)
    assert await deadline(store, table) == pytest.approx(due) and one.answered == []
    assert await told(table) == [
        "I was away for 400 days; all deadlines moved.",
        "My clock was wrong by 400 days; all deadlines moved.",
    ]


async def test_offers_lobbies_forced_answers_and_rounds_of_leagues_move_too(
    harness: Harness, store: Store
):
    one, table = await begun(harness)
    [turn] = (await store.turns.of(table.id)).values()
    turn.forced = NOON + 40
    await store.turns.save([turn])
    await store.offers.save(OfferRow(table.id, 0, CLEO, 0, NOON - seating.OFFER_S + HOUR_S))
    await store.waits.begin(table.id, "vote", NOON + 60)
    await store.waits.begin(table.id, "asked", NOON - HOUR_S)
    lobby = await harness.lobby("wigs", ADA)
    await touch(store, lobby.id, NOON - LOBBY_OPEN_S + HOUR_S)
    number = await store.leagues.add(
        league(status="running", round=1, due=NOON + HOUR_S, next=NOON + HOUR_S)
    )
    await one.tick(2 * DAY_S)
    [offer] = (await store.offers.of(table.id)).values()
    assert offer.made == NOON + 2 * DAY_S - seating.OFFER_S + HOUR_S
    assert await store.waits.of(table.id) == {
        "vote": NOON + 2 * DAY_S,  # it began in the gap
        "asked": NOON + 2 * DAY_S - HOUR_S,
    }
    row = await store.tables.get(lobby.id)
    assert row is not None and row.status == "lobby"
    assert row.touched == NOON + 2 * DAY_S - LOBBY_OPEN_S + HOUR_S
    found = await store.leagues.get(number)
    assert found is not None and found.due == NOON + 2 * DAY_S + HOUR_S
    assert found.next == 0 and found.ticket == 1  # the league shows its new date
    [turn] = (await store.turns.of(table.id)).values()
    assert turn.forced == NOON + 2 * DAY_S + 40
    await one.stay(2 * HOUR_S)
    assert await store.offers.of(table.id) == {}


async def touch(store: Store, table_id: int, moment: float) -> None:
    """Says when somebody last changed a lobby."""
    await store._db.execute("UPDATE tables SET touched = ? WHERE id = ?", (moment, table_id))


async def test_silence_while_the_bot_is_away_is_no_silence(harness: Harness, store: Store):
    one = process(store)
    one.now = time.time() - 4 * DAY_S
    await one.tick()
    table = await timed(harness, one, pace="none")
    [seat] = table.waiting_people()
    other = table.people[1 - seat].user or 0
    one.now = time.time()
    with pytest.raises(seating.Refused, match="still has time"):  # also before the clock looks
        await agree(table, other, f"out {seat} {table.question}")
    await one.tick()
    with pytest.raises(seating.Refused, match="still has time"):
        await agree(table, other, f"out {seat} {table.question}")
    assert await told(table) == []  # it has no deadline that moved


async def test_a_deadline_that_moves_into_quiet_hours_moves_out_of_them(
    harness: Harness, store: Store
):
    one = process(store)
    for user in (ADA, BEN):
        await store.people.save(user, zone="Europe/Berlin", quiet="22:00-07:00")
    one.now = NOON + 8.5 * HOUR_S
    await one.tick()
    table = await timed(harness, one)
    assert await deadline(store, table) == NOON + 9.5 * HOUR_S
    await one.tick(HOUR_S)  # the hour would end at half past ten
    due = await deadline(store, table)
    [turn] = (await store.turns.of(table.id)).values()
    assert quiet_end(due, await store.people.get(turn.user)) is None
    assert due == NOON + 20 * HOUR_S


async def test_a_turn_that_began_in_the_gap_has_its_whole_time(harness: Harness, store: Store):
    """The process runs on without its gateway, and a computer player moves."""
    one = process(store)
    await one.tick()
    one.shards = []
    await one.tick(HOUR_S)
    table = await timed(harness, one)
    one.shards = [Shard(0, 1)]
    await one.tick(HOUR_S)
    [turn] = (await store.turns.of(table.id)).values()
    assert (turn.since, turn.due) == (one.now, one.now + HOUR_S)


def test_every_stored_moment_is_known_to_move_or_to_stay(tmp_path: Path):
    prepare(tmp_path / "schema.sqlite3")
    with closing(sqlite3.connect(tmp_path / "schema.sqlite3")) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        moments = {
            (name, column)
            for name in names
            for _, column, kind, *_ in db.execute(f"PRAGMA table_info({name})")
            if kind == "REAL"
        }
    moved = {(name, column) for name, _, columns, *_ in MOVED for column in columns}
    kept = {(name, column) for name, columns in KEPT.items() for column in columns}
    assert moments == moved | kept and not moved & kept


# --- Who notices ----------------------------------------------------------------------------------


async def test_a_deadline_moves_past_days_off_and_says_why(harness: Harness, store: Store):
    one, table = await begun(harness, pace="1d off thu UTC")
    assert await deadline(store, table) == NOON + DAY_S
    await one.tick(DAY_S)
    [turn] = (await store.turns.of(table.id)).values()
    friday = datetime(2026, 3, 13, tzinfo=UTC).timestamp()
    assert (turn.due, turn.why) == (friday, "gap")


async def test_a_process_without_its_gateway_does_nothing(harness: Harness, store: Store):
    one, table = await begun(harness)
    one.shards = []
    await one.stay(2 * HOUR_S)
    assert one.answered == [] and not await one.clock.reach.may_act(1)
    one.shards = [Shard(1, 2)]
    assert not any(map(Shard(1, 2).has, (1, None))) and not await one.clock.reach.may_act(1)
    one.shards = [Shard(0, 1)]
    await one.tick()
    assert one.answered == [] and await deadline(store, table) >= one.now + GRACE_S
    assert len(await told(table)) == 1


async def test_of_two_processes_of_a_shard_one_is_enough(harness: Harness, store: Store):
    gone, left = process(store), process(store)
    await gone.tick()
    table = await timed(harness, gone)
    due = await deadline(store, table)
    await left.stay(HOUR_S - MINUTE_S)
    gone.now = left.now
    await gone.tick()  # it comes back
    assert await deadline(store, table) == due and await told(table) == []


async def test_only_the_tables_of_a_shard_that_nobody_could_reach_move(
    harness: Harness, store: Store
):
    here, there = process(store, Shard(0, 2)), process(store, Shard(1, 2))
    tables: list[Table] = []
    for guild in (4 << 22, 5 << 22):
        tables.append(await timed(harness, here))
        await store._db.execute("UPDATE tables SET guild = ? WHERE id = ?", (guild, tables[-1].id))
    for each in (here, there):
        await each.tick()
    due = [await deadline(store, table) for table in tables]
    await here.stay(50 * MINUTE_S)
    there.now = here.now
    await there.tick()
    assert await deadline(store, tables[0]) == due[0]
    assert await deadline(store, tables[1]) == due[1] + 50 * MINUTE_S
    assert [len(await told(table)) for table in tables] == [0, 1]


async def test_a_table_whose_shard_no_process_has_waits_for_it(harness: Harness, store: Store):
    here = process(store, Shard(0, 2))
    await here.tick()
    table = await timed(harness, here)
    await store._db.execute("UPDATE tables SET guild = ? WHERE id = ?", (5 << 22, table.id))
    await here.stay(2 * HOUR_S)
    assert here.answered == []


async def test_another_number_of_shards_is_no_gap(harness: Harness, store: Store):
    one, table = await begun(harness)
    due = await deadline(store, table)
    for count in (4, 1, 2):
        one.shards = [Shard(number, count) for number in range(count)]
        await one.stay(5 * MINUTE_S)
    assert await deadline(store, table) == due and await told(table) == []


async def test_a_shard_that_there_was_not_for_a_time_has_no_gap(store: Store):
    assert await store.heartbeats.beat(Shard(1, 2), NOON) is None
    for n in range(8):
        assert await store.heartbeats.beat(Shard(0, 1), NOON + n * GAP_S) is None
    assert await store.heartbeats.beat(Shard(1, 2), NOON + 8 * GAP_S) is None


async def test_two_that_see_the_same_gap_move_everything_once(harness: Harness, store: Store):
    _one, table = await begun(harness)
    due = await deadline(store, table)
    seen = await store.heartbeats.beat(Shard(0, 1), NOON + HOUR_S)
    assert seen == NOON
    for _ in range(2):
        await store.heartbeats.end_gap(Shard(0, 1), seen, NOON + HOUR_S, "[]", lambda due, _: due)
    assert await deadline(store, table) == due + HOUR_S
    assert len(await store.notes.of(table.id)) == 1


async def test_what_fails_on_the_way_moves_nothing_and_is_done_again(
    harness: Harness, store: Store
):
    one = process(store)
    for user in (ADA, BEN):
        await store.people.save(user, quiet="22:00-07:00")
    await one.tick()
    table = await timed(harness, one)
    due = await deadline(store, table)

    def is_killed(*_: Any) -> float:
        raise SystemExit

    with pytest.raises(SystemExit):
        await store.heartbeats.end_gap(Shard(0, 1), NOON, NOON + HOUR_S, "[]", is_killed)
    assert await deadline(store, table) == due and await told(table) == []
    await one.tick(HOUR_S)
    assert await deadline(store, table) == due + HOUR_S and len(await told(table)) == 1
    assert table.id in await store.outbox.waiting()  # so the telling is shown after a kill, too


# --- The bot --------------------------------------------------------------------------------------


async def test_a_host_that_was_down_takes_nobodys_turn(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    table = await two(sim, pace="fast")
    before, posts = table.seq, len(sim.posts())
    real = time.time
    monkeypatch.setitem(Clock.__init__.__kwdefaults__, "now", lambda: real() + 5 * HOUR_S)
    await sim.restart()
    table = await sim.table()
    assert table.seq == before
    assert sim.sql("SELECT * FROM timeouts") == []
    assert text(sim.board()).count(f"{AWAY} 5 hours; all deadlines moved.") == 1
    assert len(sim.posts()) == posts  # an edit, which notifies nobody
    await sim.restart()
    assert text(sim.board()).count(AWAY) == 1


async def test_a_machine_that_slept_takes_nobodys_turn(sim: SimServer):
    table = await two(sim, pace="fast")
    before, woken = table.seq, sim.bot.clock.now() + 5 * HOUR_S
    sim.bot.clock.now = lambda: woken
    await sim.env.advance_time(61)
    assert (await sim.table()).seq == before
    assert f"{AWAY} 5 hours" in text(sim.board())
    await later(sim, 61 * MINUTE_S)
    assert (await sim.table()).seq > before


async def test_an_offer_that_moves_notifies_nobody_again(sim: SimServer):
    await two(sim, pace="fast")
    await sim.command("Ada", "game give", to=sim.people["Cleo"])
    sent = len(sim.requests("POST"))
    [(made,)] = sim.sql("SELECT made FROM offers")
    sim.sql("UPDATE heartbeats SET seen = seen - ?", HOUR_S)
    await sim.env.advance_time(61)
    [(moved,)] = sim.sql("SELECT made FROM offers")
    assert moved > made and AWAY in text(sim.posts()[0])
    assert len(sim.requests("POST")) == sent


async def test_a_server_reads_in_its_language_that_the_bot_was_away(sim: SimServer):
    await two(sim, pace="fast")
    await sim.bot.store.servers.save(sim.guild.id, language="de")
    sim.sql("UPDATE heartbeats SET seen = seen - ?", 3 * DAY_S)
    await sim.env.advance_time(61)
    assert "Ich war 3 " in text(sim.board())
