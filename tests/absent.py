"""Tables whose people all stay away, over days of simulated time: how long they stand still."""

import random
from dataclasses import dataclass
from pathlib import Path

from bot.store import LateRule, Store
from bot.table import CLOCK, NewTable, Person, Refused, Table, Tables, lobby
from bot.table.clock import DAY_S, HOUR_S, Clock
from bot.table.pace import stored_pace
from games import discover

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "")
NIGHTS = ("22:00-07:00", "23:30-06:00", "")
TIMED = ("3d", "1d", "1h")
LATE_RULES: tuple[LateRule, ...] = ("once", "seat")


SWEEP_S = HOUR_S / 4
"""The time between two sweeps; a deadline may pass by this much."""


@dataclass
class Standstill:
    tables: int
    moves: int
    over_pace: float
    """How many seconds the longest wait exceeded its deadline."""


async def longest_standstill(folder: Path, tables: int, days: int, seed: int = 1) -> Standstill:
    """How long tables of all titles stand still at most while nobody answers."""
    rng = random.Random(seed)
    store = await Store.open(folder / "absent.sqlite3")
    now = [1.77e9]
    all_tables = Tables(store, lambda table: changed.append(table.id))
    changed: list[int] = []

    async def answer(table: Table, seat: int) -> None:
        move = table.game.default(table.state, seat)
        await table.submit(seat, move, f"{CLOCK}{table.seq}:{seat}", table.question)

    async def nothing(_id: int) -> None:
        pass

    clock = Clock(
        store, all_tables, show=nothing, answer=answer, notify=nothing, now=lambda: now[0]
    )
    since: dict[int, tuple[int, float]] = {}
    found = Standstill(tables, 0, -DAY_S)
    for n in range(tables):
        table = await _opened(all_tables, rng, n)
        since[table.id] = (table.seq, now[0])
        await _settle(store, table, rng, now[0])
    while now[0] < 1.77e9 + days * DAY_S:
        for table_id in dict.fromkeys(changed):
            table = await all_tables.get(table_id)
            while table.waiting_computers():
                seat = table.waiting_computers()[0]
                move = table.game.default(table.state, seat)
                await table.submit(seat, move, f"computer:{table.seq}:{seat}")
            await clock.update_turns(table)
            seq, before = since[table_id]
            if table.seq != seq:
                pace = stored_pace(table.row.pace).answer_s
                found.over_pace = max(found.over_pace, now[0] - before - pace)
                found.moves += table.seq - seq
                since[table_id] = (table.seq, now[0])
        changed.clear()
        now[0] += SWEEP_S
        await clock.sweep()
    for table_id, (_seq, before) in since.items():
        table = await all_tables.get(table_id)
        if table.row.status == "running":
            pace = stored_pace(table.row.pace).answer_s
            found.over_pace = max(found.over_pace, now[0] - before - pace)
    await store.close()
    return found


async def _opened(tables: Tables, rng: random.Random, n: int) -> Table:
    """A running table of some title with people only."""
    game = list(discover().values())[n % len(discover())]
    seats = rng.choice(list(game.seats))
    users = range(n * 10 + 1, n * 10 + 1 + seats)
    table = await tables.open(
        NewTable(
            game,
            guild=1,
            channel=n + 1,
            people=[Person("Absent 1", user=users[0])],
            seats=seats,
            pace=rng.choice(TIMED),
            late=rng.choice(LATE_RULES),
        )
    )
    for user in users[1:]:
        await lobby.join(table, user, f"Absent {user}")
    try:
        await lobby.start(table, users[0])
    except Refused:
        return await _opened(tables, rng, n + 10_000)
    return table


async def _settle(store: Store, table: Table, rng: random.Random, now: float) -> None:
    for person in table.people:
        away = now + rng.randrange(1, 20) * DAY_S if rng.random() < 0.2 else 0
        settled = {"zone": rng.choice(ZONES), "quiet": rng.choice(NIGHTS), "away": away}
        await store.people.save(person.user or 0, **settled)
