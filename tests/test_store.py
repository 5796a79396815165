"""The store, in SQLite and PostgreSQL: commits are kept, and every change gets into the outbox."""

import asyncio
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import KEPT_STATES, Conflict, MoveRow, OfferRow, Store, TableRow, to_json
from bot.store.migrations import scripts
from tests.databases import Address, ask

ROOT = Path(__file__).parent.parent
HALFWAY = """
import asyncio, os, sys, time
from pathlib import Path
from bot.store import Store
from tests.test_store import line

async def main():
    address = sys.argv[1]
    store = await Store.open(address if "://" in address else Path(address))
    async with store._db.transaction() as db:
        for seq in range(1, 100):
            await db.execute(
                "INSERT INTO moves (table_id, seq, kind, question, version, state, news, made)"
                " VALUES (1, ?, 'move', 0, 1, ?, '[]', 0)", (seq, os.urandom(50_000))
            )
        await db.execute("UPDATE tables SET status = 'over', people = 'spoilt'")
        print("halfway", flush=True)
        time.sleep(60)

asyncio.run(main())
"""


def row(**known: Any) -> TableRow:
    """A table of Ada in channel 1, with these other columns."""
    table = TableRow(
        id=0,
        game="any",
        guild=1,
        channel=1,
        status="lobby",
        host=101,
        seats=2,
        people=to_json([{"name": "Ada", "user": 101, "level": ""}]),
        options="{}",
        votes="[]",
        seed=str(2**64 - 1),
        salt="5a",
        version=1,
        made=0.0,
        pace="none",
        late="wait",
        paused=0,
        lesson=0,
        touched=0.0,
        seating="listed",
        starts_full=0,
        private=0,
        rematch_of=0,
        hints=0,
    )
    return replace(table, **known)


def line(table: int, seq: int, **known: Any) -> MoveRow:
    move = MoveRow(
        table_id=table,
        seq=seq,
        kind="move",
        seat=0,
        move="pass",
        label="Pass",
        token=f"token {seq}",
        question=seq,
        back_to=None,
        version=1,
        state=b"state %d" % seq,
        news="[]",
        made=0.0,
    )
    return replace(move, **known)


async def test_tables_are_counted_by_status_for_a_server_and_for_all(store: Store):
    for channel, guild, status in ((1, 7, "running"), (2, 7, "over"), (3, 8, "over")):
        await store.tables.add(row(channel=channel, guild=guild, status=status))
    assert await store.tables.counts_in(7) == {"running": 1, "over": 1}
    assert await store.tables.counts_in(9) == {}
    assert await store.tables.counts_in(None) == {"running": 1, "over": 2}


async def test_a_store_opened_again_has_what_was_committed(store: Store, address: Address):
    number = await store.tables.add(
        row(guild=None, people=to_json([{"name": "Zoë 🎩", "user": 7}]))
    )
    await store.moves.add(line(number, 0, kind="start"))
    again = await Store.open(address)
    try:
        assert await again.tables.get(number) == await store.tables.get(number)
        assert await again.moves.last(number) == line(number, 0, kind="start")
    finally:
        await again.close()


# --- Tables ---------------------------------------------------------------------------------------


async def test_a_channel_has_one_open_table(store: Store):
    first = await store.tables.add(row())
    with pytest.raises(Conflict):
        await store.tables.add(row(status="running"))
    await store.tables.add(row(channel=2))
    await store.tables.save(row(id=first, status="over"), row())
    second = await store.tables.add(row())
    with pytest.raises(Conflict):
        await store.tables.save(row(id=first, status="running"), row(status="over"))
    found = await store.tables.open_in(1)
    assert found is not None and found.id == second
    assert [each.id for each in await store.tables.open()] == [second - 1, second]


@pytest.mark.parametrize(
    "meanwhile", [{"status": "running"}, {"people": "[]"}, {"options": "[1]"}, {"votes": "[101]"}]
)
async def test_a_change_of_a_table_that_has_changed_meanwhile_is_refused(
    store: Store, meanwhile: dict[str, Any]
):
    table = await store.tables.add(row())
    await store.tables.save(row(id=table, **meanwhile), row())
    with pytest.raises(Conflict):
        await store.tables.save(row(id=table, host=102), row())
    assert await store.tables.get(table) == row(id=table, **meanwhile)
    await store.tables.save(row(id=table, host=102), row(**meanwhile))
    assert await store.tables.get(table) == row(id=table, host=102)


async def test_the_last_table_of_a_channel_is_found_whatever_became_of_it(store: Store):
    assert await store.tables.last_in(1) is None
    await store.tables.add(row(status="over"))
    last = await store.tables.add(row(status="abandoned"))
    found = await store.tables.last_in(1)
    assert found is not None and found.id == last
    assert await store.tables.open_in(1) is None


async def test_the_newest_finished_table_of_a_channel_is_that_of_the_person_if_there_is_one(
    store: Store,
):
    assert await store.tables.last_over(1, 101) == 0
    await store.tables.add(row(status="abandoned"))
    own = await store.tables.add(row(status="over"))
    bens = to_json([{"name": "Ben", "user": 102}])
    newest = await store.tables.add(row(status="over", people=bens))
    await store.tables.add(row(status="over", channel=2))
    assert [await store.tables.last_over(1, user) for user in (101, 103)] == [own, newest]


async def test_open_tables_are_those_of_a_server_of_a_person_or_all(store: Store):
    both = to_json([{"name": "Ada", "user": 101}, {"name": "Ben", "user": 102}])
    alone = to_json([{"name": "101", "user": 1010}, {"name": "Pierrot", "user": None}])
    await store.tables.add(row(guild=1, channel=1, people=both))
    await store.tables.add(row(guild=2, channel=2, status="running"))
    await store.tables.add(row(guild=2, channel=3, people=alone))
    await store.tables.add(row(guild=1, channel=4, status="over", people=both))
    await store.tables.add(row(guild=None, channel=5, people="[]"))

    async def found(**of: int) -> list[int]:
        return [each.channel for each in await store.tables.open(**of)]

    assert await found() == [1, 2, 3, 5]
    assert await found(guild=1) == [1]
    assert await found(guild=2) == [2, 3]
    assert await found(user=101) == [1, 2]
    assert await found(user=102) == [1]
    assert await found(guild=2, user=101) == [2]
    assert await found(user=103) == []


async def test_a_status_that_is_none_is_refused_by_the_database(store: Store):
    with pytest.raises(Conflict):
        await store.tables.add(row(status="asleep"))
    assert await store.tables.open() == []


# --- The log --------------------------------------------------------------------------------------


async def test_a_line_is_written_once_by_number_and_once_by_interaction(store: Store):
    table, other = await store.tables.add(row()), await store.tables.add(row(channel=2))
    await store.moves.add(line(table, 0, token="a"))
    with pytest.raises(Conflict):
        await store.moves.add(line(table, 0, token="b", move="other"))
    with pytest.raises(Conflict):
        await store.moves.add(line(table, 1, token="a", move="other"))
    await store.moves.add(line(other, 0, token="a"))
    await store.moves.add(line(table, 1, token=None))
    await store.moves.add(line(table, 2, token=None))
    assert [each.move for each in await store.moves.of(table)] == ["pass"] * 3
    found = await store.moves.of_token(table, "a")
    assert found is not None and found.seq == 0
    assert await store.moves.of_token(table, "b") is None


async def test_a_line_of_a_log_is_read_as_it_was_written(store: Store):
    table = await store.tables.add(row())
    written = line(
        *(table, 0),
        kind="undo",
        back_to=3,
        seat=None,
        move="buy I 3",
        token="é",
        news="[]",
        unnoticed=1,
        undone="[1,2]",
    )
    await store.moves.add(written)
    assert await store.moves.get(table, 0) == written == await store.moves.last(table)
    assert await store.moves.of(table) == [replace(written, state=None)]
    assert await store.moves.get(table, 1) is None


async def test_the_newest_lines_that_others_notice_are_read_oldest_first(store: Store):
    table = await store.tables.add(row())
    for seq in range(10):
        await store.moves.add(line(table, seq, unnoticed=int(seq in (5, 8))))
    assert [each.seq for each in await store.moves.of(table, 4)] == [4, 6, 7, 9]
    assert [each.seq for each in await store.moves.of(table)] == list(range(10))


async def test_the_first_line_and_the_last_change_the_status_in_the_same_commit(store: Store):
    table, other = await store.tables.add(row()), await store.tables.add(row(channel=2))
    kinds = ("start", "move", "undo", "rewind", "end")
    expected = dict.fromkeys(kinds, "running") | {"end": "over"}
    for seq, (kind, status) in enumerate(expected.items()):
        await store.moves.add(line(table, seq, kind=kind))
        found = await store.tables.get(table)
        assert found is not None and found.status == status
    untouched = await store.tables.get(other)
    assert untouched is not None and untouched.status == "lobby"


async def test_an_offer_ends_with_a_move_that_the_giver_makes_and_all_may_know_of(store: Store):
    table = await store.tables.add(row(status="running"))
    await store.outbox.done(table, await store.outbox.ticket(table) or 0)
    offer = OfferRow(table, 0, 102, 0, 1.0)
    await store.offers.save(offer)
    assert await store.outbox.waiting() == [table]
    for seq, other in enumerate(
        (
            {"seat": 1, "token": "7"},
            {"seat": 0, "token": "computer:0:0"},
            {"seat": 0, "token": "clock:0:0"},
            {"seat": 0, "token": "8", "unnoticed": 1},
            {"seat": 0, "token": "9", "kind": "undo"},
        )
    ):
        await store.moves.add(line(table, seq, **other))
        assert await store.offers.of(table) == {0: offer}
    await store.moves.add(line(table, 5, seat=0, token="10"))
    assert await store.offers.of(table) == {}
    await store.offers.save(replace(offer, moderator=1))
    await store.moves.add(line(table, 6, seat=0, token="11"))
    assert len(await store.offers.of(table)) == 1


async def test_an_offer_ends_when_another_person_has_the_seat(store: Store):
    table = await store.tables.add(row(status="running"))
    before = await store.tables.get(table)
    assert before is not None
    offer = OfferRow(table, 0, 102, 1, 1.0)
    await store.offers.save(offer)
    away = to_json([{"name": "Ada", "user": 101, "level": "", "stand_in": "quick"}])
    changed = replace(before, people=away)
    await store.tables.save(changed, before)
    assert await store.offers.of(table) == {0: offer}
    for user in (None, 102):
        await store.offers.save(offer)
        now = replace(changed, people=to_json([{"name": "Ben", "user": user, "level": ""}]))
        await store.tables.save(now, changed)
        assert await store.offers.of(table) == {}
        changed = now


async def test_a_line_is_refused_where_the_table_has_changed_meanwhile(store: Store):
    table = await store.tables.add(row(status="running"))
    before = await store.tables.get(table)
    assert before is not None
    await store.moves.add(line(table, 0), before)
    await store.tables.save(replace(before, paused=1), before)
    with pytest.raises(Conflict):
        await store.moves.add(line(table, 1), before)
    await store.moves.add(line(table, 1), replace(before, paused=1))
    with pytest.raises(Conflict):
        await store.moves.add(line(table + 1, 0))
    assert [each.seq for each in await store.moves.of(table)] == [0, 1]


async def test_a_line_and_the_change_of_its_table_are_stored_together_or_not_at_all(store: Store):
    table = await store.tables.add(row(status="running"))
    before = await store.tables.get(table)
    assert before is not None
    changed = replace(before, people=to_json([{"name": "Zoë", "user": 7, "level": ""}]))
    await store.moves.add(line(table, 0), before, changed)
    assert await store.tables.get(table) == changed
    with pytest.raises(Conflict):
        await store.moves.add(line(table, 1), before, replace(before, paused=1))
    with pytest.raises(Conflict):
        await store.moves.add(line(table, 0), changed, replace(changed, paused=1))
    assert await store.tables.get(table) == changed
    assert [each.seq for each in await store.moves.of(table)] == [0]


async def test_old_states_are_thinned_and_the_log_is_not(store: Store):
    table, other = await store.tables.add(row()), await store.tables.add(row(channel=2))
    await store.moves.add(line(other, 0))
    await store.moves.add(line(other, 1))
    most = KEPT_STATES + 100
    for seq in range(most + 1):
        await store.moves.add(line(table, seq))
    assert len(await store.moves.of(table)) == most + 1
    rows = [await store.moves.get(table, seq) for seq in range(most + 1)]
    kept = {each.seq for each in rows if each and each.state == b"state %d" % each.seq}
    gone = {each.seq for each in rows if each and each.state is None}
    assert kept | gone == set(range(most + 1))
    assert kept >= set(range(most - KEPT_STATES, most + 1)) | set(range(0, most, 20))
    assert len(gone) > 80
    assert [each.move for each in rows if each] == ["pass"] * (most + 1)
    beside = await store.moves.get(other, 1)
    assert beside is not None and beside.state is not None


# --- A process that is killed ---------------------------------------------------------------------


async def run(script: str, address: Address) -> asyncio.subprocess.Process:
    """A process that writes into the database."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(address), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )


async def whole(address: Address) -> bool:
    """Whether the file passes its integrity check; a server checks itself."""
    return isinstance(address, str) or await ask(address, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.sampled
async def test_a_process_killed_within_a_transaction_leaves_nothing_of_it(
    store: Store, address: Address
):
    table = await store.tables.add(row())
    await store.moves.add(line(table, 0, kind="start"))
    process = await run(HALFWAY, address)
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 30) == b"halfway\n"
    if isinstance(address, Path):  # much of the transaction is on the disk already
        assert address.with_name(f"{address.name}-wal").stat().st_size > 1_000_000
    process.kill()
    assert await process.wait() == -signal.SIGKILL
    again = await Store.open(address)
    try:
        assert await whole(address)
        assert [each.seq for each in await again.moves.of(table)] == [0]
        found = await again.tables.get(table)
        assert found is not None and found.status == "running" and found.people == row().people
        await again.moves.add(line(table, 1))
    finally:
        await again.close()


@pytest.mark.parametrize("folder", [(), ("postgresql",)])
def test_no_two_migrations_have_one_number(folder: tuple[str, ...]):
    numbers = [number for number, _ in scripts(*folder)]
    assert len({*numbers}) == len(numbers)  # the second one would never run
