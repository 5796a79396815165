"""The store: what is committed stays, what must be shown is not forgotten, one file for years."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.store import KEPT_STATES, MoveRow, PostRow, Store, TableRow, Taken, plain

ROOT = Path(__file__).parent.parent
MIGRATIONS = ROOT / "bot" / "migrations"
WRITER = """
import asyncio, os, sys
from pathlib import Path
from bot.store import Store
from tests.test_store import line

async def main():
    store = await Store.open(Path(sys.argv[1]))
    start = await store.last_move(1)
    for seq in range(start.seq + 1 if start else 0, 1_000_000):
        await store.add_move(line(1, seq, state=b"x" * 20_000))
        print(seq, flush=True)

try:
    asyncio.run(main())
finally:
    os._exit(1)  # the thread of an open store would keep the process
"""
HALFWAY = """
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size = 1")
db.execute("BEGIN IMMEDIATE")
for seq in range(1, 50):
    db.execute(
        "INSERT INTO moves (table_id, seq, kind, question, version, state, news, made)"
        " VALUES (1, ?, 'move', 0, 1, zeroblob(50000), '[]', 0)", (seq,)
    )
db.execute("UPDATE tables SET status = 'over', people = 'spoilt'")
print("halfway", flush=True)
time.sleep(60)
"""


def row(**known: Any) -> TableRow:
    """A table of Ada in channel 1, where nothing else is said."""
    table = TableRow(
        id=0,
        game="any",
        guild=1,
        channel=1,
        status="lobby",
        host=101,
        seats=2,
        people=plain([{"name": "Ada", "user": 101, "level": ""}]),
        options="{}",
        votes="[]",
        seed=str(2**64 - 1),
        salt="5a",
        version=1,
        made=0.0,
    )
    return replace(table, **known)


def line(table: int, seq: int, **known: Any) -> MoveRow:
    """A line of a log."""
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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "atelier.sqlite3"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    """An empty store."""
    opened = await Store.open(path)
    yield opened
    await opened.close()


def asked_of(path: Path, sql: str) -> list[Any]:
    """What the file itself answers, beside the store."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


# --- The file -------------------------------------------------------------------------------------


async def test_every_commit_is_written_through_to_the_disk(store: Store, path: Path):
    [(synchronous,)] = await store._all("PRAGMA synchronous")
    [(journal,)] = await store._all("PRAGMA journal_mode")
    assert (synchronous, journal) == (2, "wal")
    assert store._db._connection.in_transaction is False
    await store.add_table(row())
    assert asked_of(path, "SELECT channel FROM tables") == [(1,)]


async def test_a_store_opened_again_has_what_was_committed(store: Store, path: Path):
    number = await store.add_table(row(guild=None, people=plain([{"name": "Zoë 🎩", "user": 7}])))
    await store.add_move(line(number, 0, kind="start"))
    again = await Store.open(path)
    try:
        assert await again.table(number) == await store.table(number)
        assert await again.last_move(number) == line(number, 0, kind="start")
    finally:
        await again.close()


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path):
    text = b"These are the minutes of the guild of wig makers.\n" * 50
    path.write_bytes(text)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        await Store.open(path)
    assert path.read_bytes() == text


# --- Migrations -----------------------------------------------------------------------------------


def numbers() -> list[int]:
    """The numbers of the migrations there are."""
    return sorted(int(each.name.split("_")[0]) for each in MIGRATIONS.glob("*.sql"))


def test_migrations_are_numbered_from_one_without_a_gap():
    assert numbers() == list(range(1, len(numbers()) + 1))


async def test_a_new_database_has_the_number_of_the_last_migration(store: Store, path: Path):
    assert asked_of(path, "PRAGMA user_version") == [(numbers()[-1],)]


@pytest.fixture
def more_migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A release whose migrations can be added to; those of today are there."""
    folder = tmp_path / "release" / "migrations"
    folder.mkdir(parents=True)
    for each in MIGRATIONS.glob("*.sql"):
        (folder / each.name).write_text(each.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr("bot.store.migrations.files", lambda package: folder.parent)
    return folder


async def test_an_older_database_is_brought_up_to_date_once_and_in_order(
    more_migrations: Path, path: Path
):
    old = await Store.open(path)
    number = await old.add_table(row())
    await old.close()
    last = numbers()[-1]
    added = "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'rose';"
    (more_migrations / f"{last + 1:04}_colour.sql").write_text(added)
    changed = "UPDATE tables SET colour = colour || '!';"
    (more_migrations / f"{last + 2:04}_loud.sql").write_text(changed)
    (more_migrations / f"{last + 9:02}_louder.sql").write_text(f"{changed}\n-- That is all.")
    (more_migrations / "notes.txt").write_text("no migration")
    for _ in range(2):
        new = await Store.open(path)
        assert (await new.table(number)) == row(id=number)
        await new.close()
    assert asked_of(path, "SELECT colour FROM tables") == [("rose!!",)]
    assert asked_of(path, "PRAGMA user_version") == [(last + 9,)]


async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    more_migrations: Path, path: Path
):
    await (await Store.open(path)).close()
    last = numbers()[-1]
    (more_migrations / f"{last + 1:04}_half.sql").write_text(
        "CREATE TABLE half (a INTEGER); INSERT INTO nowhere VALUES (1);"
    )
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        await Store.open(path)
    assert asked_of(path, "PRAGMA user_version") == [(last,)]
    assert asked_of(path, "SELECT count(*) FROM sqlite_master WHERE name = 'half'") == [(0,)]


async def test_a_migration_runs_to_its_last_statement_even_without_a_semicolon(
    more_migrations: Path, path: Path
):
    script = """
        -- One; with semicolons; where none counts.
        CREATE TABLE loud (word TEXT DEFAULT 'a;b');
        CREATE TRIGGER louder AFTER INSERT ON loud BEGIN
            UPDATE loud SET word = word || ';'; UPDATE loud SET word = word || '!';
        END;
        INSERT INTO loud DEFAULT VALUES
    """
    (more_migrations / f"{numbers()[-1] + 1:04}_loud.sql").write_text(script)
    await (await Store.open(path)).close()
    assert asked_of(path, "SELECT word FROM loud") == [("a;b;!",)]


async def test_a_database_of_a_newer_release_is_refused_and_left_alone(path: Path):
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9999")
    with pytest.raises(sqlite3.DatabaseError, match="newer release"):
        await Store.open(path)
    assert asked_of(path, "PRAGMA user_version") == [(9999,)]


async def test_processes_that_start_at_once_on_a_new_file_all_get_a_store(path: Path):
    stores = await asyncio.gather(*(Store.open(path) for _ in range(4)), return_exceptions=True)
    for each in stores:
        if isinstance(each, Store):
            await each.close()
    assert [type(each) for each in stores] == [Store] * 4


# --- Tables ---------------------------------------------------------------------------------------


async def test_a_channel_has_one_open_table(store: Store):
    first = await store.add_table(row())
    with pytest.raises(Taken):
        await store.add_table(row(status="running"))
    await store.add_table(row(channel=2))
    await store.save_table(row(id=first, status="over"), row())
    second = await store.add_table(row())
    with pytest.raises(Taken):
        await store.save_table(row(id=first, status="running"), row(status="over"))
    found = await store.open_table_in(1)
    assert found is not None and found.id == second
    assert [each.id for each in await store.open_tables()] == [second - 1, second]


@pytest.mark.parametrize(
    "meanwhile", [{"status": "running"}, {"people": "[]"}, {"options": "[1]"}, {"votes": "[101]"}]
)
async def test_a_change_of_a_table_that_has_changed_meanwhile_is_refused(
    store: Store, meanwhile: dict[str, Any]
):
    table = await store.add_table(row())
    await store.save_table(row(id=table, **meanwhile), row())
    with pytest.raises(Taken):
        await store.save_table(row(id=table, host=102), row())
    assert await store.table(table) == row(id=table, **meanwhile)
    await store.save_table(row(id=table, host=102), row(**meanwhile))
    assert await store.table(table) == row(id=table, host=102)


async def test_the_last_table_of_a_channel_is_found_whatever_became_of_it(store: Store):
    assert await store.last_table_in(1) is None
    await store.add_table(row(status="over"))
    last = await store.add_table(row(status="abandoned"))
    found = await store.last_table_in(1)
    assert found is not None and found.id == last
    assert await store.open_table_in(1) is None


async def test_open_tables_are_those_of_a_server_of_a_person_or_all(store: Store):
    both = plain([{"name": "Ada", "user": 101}, {"name": "Ben", "user": 102}])
    alone = plain([{"name": "101", "user": 1010}, {"name": "Pierrot", "user": None}])
    await store.add_table(row(guild=1, channel=1, people=both))
    await store.add_table(row(guild=2, channel=2, status="running"))
    await store.add_table(row(guild=2, channel=3, people=alone))
    await store.add_table(row(guild=1, channel=4, status="over", people=both))
    await store.add_table(row(guild=None, channel=5, people="[]"))

    async def found(**of: int) -> list[int]:
        return [each.channel for each in await store.open_tables(**of)]

    assert await found() == [1, 2, 3, 5]
    assert await found(guild=1) == [1]
    assert await found(guild=2) == [2, 3]
    assert await found(user=101) == [1, 2]
    assert await found(user=102) == [1]
    assert await found(guild=2, user=101) == [2]
    assert await found(user=103) == []


async def test_a_status_that_is_none_is_refused_by_the_database(store: Store):
    with pytest.raises(Taken):
        await store.add_table(row(status="asleep"))
    assert await store.open_tables() == []


# --- The log --------------------------------------------------------------------------------------


async def test_a_line_is_written_once_by_number_and_once_by_interaction(store: Store):
    table, other = await store.add_table(row()), await store.add_table(row(channel=2))
    await store.add_move(line(table, 0, token="a"))
    with pytest.raises(Taken):
        await store.add_move(line(table, 0, token="b", move="other"))
    with pytest.raises(Taken):
        await store.add_move(line(table, 1, token="a", move="other"))
    await store.add_move(line(other, 0, token="a"))
    await store.add_move(line(table, 1, token=None))
    await store.add_move(line(table, 2, token=None))
    assert [each.move for each in await store.moves(table)] == ["pass"] * 3
    found = await store.move_of_token(table, "a")
    assert found is not None and found.seq == 0
    assert await store.move_of_token(table, "b") is None


async def test_a_line_of_a_log_is_read_as_it_was_written(store: Store):
    table = await store.add_table(row())
    written = line(
        table, 0, kind="undo", back_to=3, seat=None, move="buy I 3", token="é", news="[]"
    )
    await store.add_move(written)
    assert await store.move(table, 0) == written == await store.last_move(table)
    assert await store.moves(table) == [replace(written, state=None)]
    assert await store.move(table, 1) is None


async def test_the_newest_lines_are_read_oldest_first(store: Store):
    table = await store.add_table(row())
    for seq in range(10):
        await store.add_move(line(table, seq))
    assert [each.seq for each in await store.moves(table, 3)] == [7, 8, 9]
    assert [each.seq for each in await store.moves(table)] == list(range(10))


async def test_the_first_line_and_the_last_change_the_status_in_the_same_commit(store: Store):
    table, other = await store.add_table(row()), await store.add_table(row(channel=2))
    expected = {"start": "running", "move": "running", "undo": "running", "end": "over"}
    for seq, (kind, status) in enumerate(expected.items()):
        await store.add_move(line(table, seq, kind=kind))
        found = await store.table(table)
        assert found is not None and found.status == status
    untouched = await store.table(other)
    assert untouched is not None and untouched.status == "lobby"


async def test_old_states_are_thinned_and_the_log_is_not(store: Store):
    table, other = await store.add_table(row()), await store.add_table(row(channel=2))
    await store.add_move(line(other, 0))
    await store.add_move(line(other, 1))
    most = KEPT_STATES + 100
    for seq in range(most + 1):
        await store.add_move(line(table, seq))
    assert len(await store.moves(table)) == most + 1
    rows = [await store.move(table, seq) for seq in range(most + 1)]
    kept = {each.seq for each in rows if each and each.state == b"state %d" % each.seq}
    gone = {each.seq for each in rows if each and each.state is None}
    assert kept | gone == set(range(most + 1))
    assert kept >= set(range(most - KEPT_STATES, most + 1)) | set(range(0, most, 20))
    assert len(gone) > 80
    assert [each.move for each in rows if each] == ["pass"] * (most + 1)
    beside = await store.move(other, 1)
    assert beside is not None and beside.state is not None


# --- The outbox -----------------------------------------------------------------------------------


async def test_whatever_players_should_see_puts_the_table_into_the_outbox(store: Store):
    table = await store.add_table(row())
    seated, voted = row(id=table, people="[]"), row(id=table, votes="[101]")
    settled, given_up = row(id=table, options='{"a": 1}'), row(id=table, status="abandoned")
    changes = [
        store.save_table(seated, row()),
        store.save_table(voted, seated),
        store.save_table(settled, voted),
        store.save_table(given_up, settled),
        store.add_move(line(table, 0)),
        store.show(table),
    ]
    assert await store.to_show() == [table]
    for change in changes:
        ticket = await store.ticket(table)
        assert ticket is not None
        await store.shown(table, ticket)
        assert await store.to_show() == [] and await store.ticket(table) is None
        await change
        assert await store.to_show() == [table]


async def test_a_change_during_a_delivery_is_not_lost(store: Store):
    table = await store.add_table(row())
    ticket = await store.ticket(table)
    assert ticket is not None
    await store.add_move(line(table, 0))
    await store.shown(table, ticket)
    assert await store.to_show() == [table]
    newer = await store.ticket(table)
    assert newer is not None and newer != ticket
    await store.shown(table, newer)
    assert await store.to_show() == []


async def test_a_late_receipt_of_an_earlier_delivery_does_not_take_a_later_change(store: Store):
    table = await store.add_table(row())
    first = await store.ticket(table)
    assert first is not None
    await store.shown(table, first)
    await store.add_move(line(table, 0))
    await store.add_move(line(table, 1))
    await store.shown(table, first)
    assert await store.to_show() == [table]


async def test_a_move_that_was_not_written_is_not_to_be_shown(store: Store):
    table = await store.add_table(row())
    await store.add_move(line(table, 0))
    ticket = await store.ticket(table)
    with pytest.raises(Taken):
        await store.add_move(line(table, 0))
    assert await store.ticket(table) == ticket


async def test_the_messages_of_a_table_are_kept_by_place(store: Store):
    table = await store.add_table(row())
    board = PostRow(table, "board", 1, 2**63 - 1, "digest", 0, 1.5)
    private = PostRow(table, "101", 9, 8, "digest", 0, 1.5)
    await store.save_post(board)
    await store.save_post(private)
    await store.save_post(replace(board, message=3, question=4))
    assert await store.posts(table) == {
        "board": replace(board, message=3, question=4),
        "101": private,
    }
    await store.drop_post(table, "board")
    assert await store.posts(table) == {"101": private}
    assert await store.posts(table + 1) == {}


async def test_what_a_person_settles_about_private_messages_is_kept(store: Store):
    assert await store.dms([]) == {} and await store.dms([101]) == {}
    await store.settle_dms(101, "closed")
    await store.settle_dms(102, "unwanted")
    await store.settle_dms(101, "wanted")
    assert await store.dms([101, 102, 103]) == {101: "wanted", 102: "unwanted"}
    assert await store.dms([102]) == {102: "unwanted"}


# --- A process that is killed ---------------------------------------------------------------------


async def run(script: str, path: Path) -> asyncio.subprocess.Process:
    """A process that writes into the file."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )


async def test_a_process_killed_within_a_transaction_leaves_nothing_of_it(store: Store, path: Path):
    table = await store.add_table(row())
    await store.add_move(line(table, 0, kind="start"))
    await store.close()
    process = await run(HALFWAY, path)
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 30) == b"halfway\n"
    assert path.with_name(f"{path.name}-wal").stat().st_size > 1_000_000
    process.kill()
    assert await process.wait() == -signal.SIGKILL
    again = await Store.open(path)
    try:
        assert await again._all("PRAGMA integrity_check") == [("ok",)]
        assert [each.seq for each in await again.moves(table)] == [0]
        found = await again.table(table)
        assert found is not None and found.status == "running" and found.people == row().people
        await again.add_move(line(table, 1))
    finally:
        await again.close()


async def test_every_move_that_was_acknowledged_outlives_a_killed_process(store: Store, path: Path):
    table = await store.add_table(row())
    await store.close()
    acknowledged = -1
    for more in (1, 7, 30):
        process = await run(WRITER, path)
        assert process.stdout is not None
        for _ in range(more):
            acknowledged = int(await asyncio.wait_for(process.stdout.readline(), 30))
        process.kill()
        rest = await process.stdout.read()
        assert await process.wait() == -signal.SIGKILL
        acknowledged = int((rest.split(b"\n")[:-1] or [b"%d" % acknowledged])[-1])
        again = await Store.open(path)
        try:
            assert await again._all("PRAGMA integrity_check") == [("ok",)]
            seqs = [each.seq for each in await again.moves(table)]
            assert seqs == list(range(len(seqs))) and len(seqs) - 1 in (
                acknowledged,
                acknowledged + 1,
            )
            assert await again.to_show() == [table]
        finally:
            await again.close()
