"""PostgreSQL alone: how it is opened, refused, lost and shared."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.store import Claim, NoteRow, NotOpened, OutOfService, PersonRow, Store, backup
from bot.store.backup import BackupError
from bot.store.database import Database
from bot.table import NewerRelease, seating
from tests.databases import ask
from tests.stored import fill, user_of
from tests.tables import a_move, position, process
from tests.test_store import ROOT, line, row
from tests.test_store_leagues import league, member

FOLDER = ROOT / "bot" / "store" / "migrations" / "postgresql"
COLUMNS = """
    SELECT table_name, column_name, is_nullable = 'NO' FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name <> 'migrations' ORDER BY 1, 2
"""
COLUMNS_OF_A_FILE = """
    SELECT m.name, p.name, p."notnull" OR p.pk > 0
    FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, 2
"""


@pytest_asyncio.fixture
async def stores(postgres: str) -> AsyncIterator[list[Store]]:
    """The stores of two processes on one database."""
    opened = [await Store.open(postgres) for _ in range(2)]
    yield opened
    for each in opened:
        await each.close()


# --- Opening --------------------------------------------------------------------------------------


def numbers(folder: Path) -> list[int]:
    return sorted(int(each.name.split("_")[0]) for each in folder.glob("*.sql"))


async def test_both_databases_have_the_same_columns(postgres: str, tmp_path: Path):
    file = tmp_path / "atelier.sqlite3"
    for address in (postgres, file):
        await (await Store.open(address)).close()
    there = await ask(postgres, COLUMNS)
    assert there == [(*names, bool(must)) for *names, must in await ask(file, COLUMNS_OF_A_FILE)]
    assert numbers(FOLDER)[-1] == numbers(FOLDER.parent)[-1]


async def test_processes_that_start_at_once_on_a_new_database_all_get_a_store(fresh: str):
    stores = await asyncio.gather(*(Store.open(fresh) for _ in range(3)), return_exceptions=True)
    for each in stores:
        if isinstance(each, Store):
            await each.close()
    assert [type(each) for each in stores] == [Store] * 3
    assert await ask(fresh, "SELECT number FROM migrations ORDER BY 1") == [
        (n,) for n in numbers(FOLDER)
    ]


async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    fresh: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    await (await Store.open(fresh)).close()
    folder = tmp_path / "migrations" / "postgresql"
    folder.mkdir(parents=True)
    for each in FOLDER.glob("*.sql"):
        (folder / each.name).write_text(each.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "9001_half.sql").write_text(
        "CREATE TABLE half (a INT); INSERT INTO nowhere VALUES (1);"
    )
    monkeypatch.setattr("bot.store.migrations.files", lambda package: tmp_path / "migrations")
    with pytest.raises(NotOpened, match="nowhere"):
        await Store.open(fresh)
    half = "SELECT to_regclass('half') IS NULL, MAX(number) FROM migrations"
    assert await ask(fresh, half) == [(True, numbers(FOLDER)[-1])]
    (folder / "9001_half.sql").write_text("CREATE TABLE half (a INT)")
    await (await Store.open(fresh)).close()
    assert await ask(fresh, half) == [(False, 9001)]
    monkeypatch.undo()
    with pytest.raises(NotOpened, match="newer release"):
        await Store.open(fresh)
    await ask(fresh, "DELETE FROM migrations")
    await ask(fresh, "INSERT INTO migrations (number) VALUES (23)")
    with pytest.raises(NotOpened, match=r"before 1\.0\.0"):
        await Store.open(fresh)
    assert await ask(fresh, "SELECT number FROM migrations") == [(23,)]


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://ada:silk@127.0.0.1:9/atelier", "cannot be reached|does not answer"),
        ("postgresql://ada:silk@nowhere.invalid/atelier", "cannot be reached|does not answer"),
        ("postgresql://ada:si/lk@127.0.0.1/atelier", "cannot be read"),
        ("postgresql://ada:silk@127.0.0.1:port/atelier", "cannot be read"),
    ],
)
async def test_a_server_that_is_not_there_is_named_without_the_password(address: str, why: str):
    with pytest.raises(NotOpened, match=why) as refusal:
        await Store.open(address)
    assert "silk" not in str(refusal.value) and "si/lk" not in str(refusal.value)
    assert refusal.value.__suppress_context__ and "\n" not in str(refusal.value)


async def test_a_server_that_refuses_is_quoted(server: str):
    with pytest.raises(NotOpened, match='refuses: database "tulips" does not exist'):
        await Store.open(server.format("tulips"))


async def test_without_the_package_it_says_which_one_is_needed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "bot.store.postgres", raising=False)
    with pytest.raises(NotOpened, match="asyncpg must be installed"):
        await Store.open("postgresql://ada:silk@127.0.0.1/atelier")


async def test_every_commit_is_written_through_whatever_the_server_does_by_default(fresh: str):
    await ask(fresh, "ALTER ROLE CURRENT_USER SET synchronous_commit = off")
    try:
        store = await Store.open(fresh)
        assert [*map(tuple, await store._db.fetch("SHOW synchronous_commit"))] == [("on",)]
        await store.close()
    finally:
        await ask(fresh, "ALTER ROLE CURRENT_USER RESET synchronous_commit")


# --- From a file ----------------------------------------------------------------------------------


async def test_all_that_a_file_holds_goes_to_a_server_and_its_games_go_on(
    fresh: str, tmp_path: Path
):
    file = tmp_path / "atelier.sqlite3"
    await fill(file, 7, moves=4)
    store = await Store.open(file)
    await store.people.save(user_of(2, 0), language="de", away=1e9 + 0.5)
    await store.notes.add(NoteRow(3, 2, '"noted"', 1.5))
    await store.leagues.join(member(await store.leagues.add(league()), 101))
    await store.close()
    await ask(file, "CREATE TABLE _litestream_lock (id INTEGER)")
    said = await asyncio.to_thread(backup.move, file, fresh)
    assert "7 tables" in said
    names = {name for name, _, _ in await ask(file, COLUMNS_OF_A_FILE)}
    names -= {"trials", "_litestream_lock"}
    for name in names:
        columns = [f'"{each}"' for at, each, _ in await ask(file, COLUMNS_OF_A_FILE) if at == name]
        rows = f"SELECT {', '.join(columns)} FROM {name}"
        assert sorted(map(repr, await ask(fresh, rows))) == sorted(map(repr, await ask(file, rows)))
    async with process(fresh) as house:
        table = await house.tables.get(5)
        before = table.seq
        await table.submit(*a_move(table), "a token")
        last = await house.store.moves.last(5)
        assert last is not None and last.seq == before + 1
        assert [each.id for each in await house.store.tables.open(user=user_of(5, 0))] == [5]
        assert await house.store.tables.add(replace(table.row, channel=1)) == 8
        await house.store.notes.add(NoteRow(5, 2, '"noted"', 1.5))
    with pytest.raises(BackupError, match="not empty"):
        await asyncio.to_thread(backup.move, file, fresh)


async def test_a_file_of_an_older_release_is_brought_up_to_date_on_its_way_to_a_server(
    fresh: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file, newer = tmp_path / "atelier.sqlite3", tmp_path / "migrations"
    await fill(file, 2)
    shutil.copytree(FOLDER.parent, newer)
    for folder in (newer, newer / "postgresql"):
        (folder / "9001_colour.sql").write_text(
            "ALTER TABLE tables ADD COLUMN colour TEXT; UPDATE tables SET colour = 'rose';"
        )
    monkeypatch.setattr("bot.store.migrations.files", lambda package: newer)
    await asyncio.to_thread(backup.move, file, fresh)
    assert await ask(fresh, "SELECT colour FROM tables") == 2 * [("rose",)]


async def test_of_what_a_server_refuses_nothing_is_moved(
    fresh: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("DATABASE_URL", fresh)
    file = tmp_path / "atelier.sqlite3"
    await fill(file, 2)
    await ask(file, "UPDATE tables SET salt = 'a' || char(0)")
    moved = await asyncio.to_thread(backup.main, ["move", str(file)])
    said = capsys.readouterr()
    assert (moved, said.out) == (backup.EXIT_BAD_SETTINGS, "")
    assert said.err.startswith("The server does not take it: ")
    assert await ask(fresh, "SELECT COUNT(*) FROM tables") == [(0,)]
    await ask(file, "UPDATE tables SET salt = 'a'")
    assert await asyncio.to_thread(backup.main, ["move", str(file)]) == 0
    assert "2 tables" in capsys.readouterr().out


def test_what_cannot_be_moved_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/there.sqlite3")
    assert backup.main(["move", str(tmp_path / "here.sqlite3")]) == backup.EXIT_BAD_SETTINGS
    assert "it must name the PostgreSQL" in capsys.readouterr().err
    monkeypatch.setenv("DATABASE_URL", "postgresql://ada:silk@127.0.0.1:9/atelier")
    assert backup.main(["move", str(tmp_path / "here.sqlite3")]) == backup.EXIT_BAD_SETTINGS
    assert "There is no file" in capsys.readouterr().err
    asyncio.run(fill(tmp_path / "here.sqlite3", 1))
    assert backup.main(["move", str(tmp_path / "here.sqlite3")]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "silk" not in said


# --- Losing it ------------------------------------------------------------------------------------

OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


async def test_a_connection_that_is_lost_is_replaced(stores: list[Store], postgres: str):
    store, _other = stores
    table = await store.tables.add(row())
    assert await ask(postgres, f"SELECT BOOL_AND(pg_terminate_backend(pid)) {OTHERS}") == [(True,)]
    await asyncio.sleep(0.1)
    await store.moves.add(line(table, 0))
    assert [each.seq for each in await store.moves.of(table)] == [0]


async def test_a_move_while_the_server_is_away_changes_nothing_and_can_be_made_again(
    fresh: str, server: str
):
    async with process(fresh) as house:
        table = await house.game()
        before, (seat, move) = position(table), a_move(table)
        admin = server.format("postgres")
        name = fresh.split("?")[0].rpartition("/")[2]
        await ask(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        mine = f"FROM pg_stat_activity WHERE datname = '{name}'"
        await ask(admin, f"SELECT pg_terminate_backend(pid, 5000) {mine}")
        with pytest.raises(OutOfService):
            await table.submit(seat, move, "token")
        assert position(table) == before and table.seq == 0
        await ask(admin, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        again = await house.tables.get(table.id)
        assert not (await again.submit(seat, move, "token")).repeated
        assert [each.token for each in await house.log(again)] == [None, "token"]


async def test_a_move_whose_receipt_is_lost_counts(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
):
    store, other = stores
    table = await store.tables.add(row())

    async def lose_the_receipt(self: Database, sql: str, values: Any = ()) -> int:
        assert await really(self, sql, values) == 1
        raise OutOfService("lost on the way back")

    async def lose_the_line(self: Database, sql: str, values: Any = ()) -> int:
        raise OutOfService("lost on the way there")

    really = type(store._db).execute
    monkeypatch.setattr(type(store._db), "execute", lose_the_receipt)
    await store.moves.add(line(table, 0))
    assert [each.seq for each in await other.moves.of(table)] == [0]
    monkeypatch.setattr(type(store._db), "execute", lose_the_line)
    for late in (line(table, 0, move="another"), line(table, 1)):
        with pytest.raises(OutOfService):
            await store.moves.add(late)


# --- Sharing it -----------------------------------------------------------------------------------


async def test_what_one_process_has_written_another_never_overlooks(postgres: str):
    async with process(postgres) as here, process(postgres) as there:
        table = await here.game()
        theirs = await there.tables.get(table.id)
        for _ in range(3):
            await there.move(theirs, *a_move(theirs))
            table = await here.tables.get(table.id)
            assert position(table) == position(theirs)
            assert await here.tables.get(table.id) is table
        await seating.leave(theirs, theirs.people[0].user or 0)
        assert (await here.tables.get(table.id)).people == theirs.people


@pytest.mark.parametrize("newer", ["moves SET version = 99", "tables SET game = 'tulips'"])
async def test_a_table_that_a_newer_release_plays_is_left_to_it(postgres: str, newer: str):
    async with process(postgres) as house:
        table = await house.game()
        await ask(postgres, f"UPDATE {newer}")
        async with process(postgres) as older:
            with pytest.raises(NewerRelease, match="is moving to a newer release"):
                await older.tables.get(table.id)
            found = await older.store.tables.get(table.id)
            assert found is not None and found.status == "running"


async def test_what_is_claimed_is_had_by_one_and_free_when_it_is_done(stores: list[Store]):
    one, other = stores
    async with one.claim(Claim.SHOW, 1) as mine, one.claim(Claim.SHOW, 1) as twice:
        assert mine and not twice
        async with other.claim(Claim.SHOW, 1) as theirs, other.claim(Claim.SHOW, 2) as second:
            assert not theirs and second
        async with other.claim(Claim.THINK, 1) as thought:
            assert thought
    async with other.claim(Claim.SHOW, 1) as theirs:
        assert theirs


async def test_what_a_process_had_claimed_is_free_when_it_is_gone(stores: list[Store]):
    one, other = stores
    async with one.claim(Claim.CLOCK) as mine:
        assert mine
        await one._db._claims.close()  # type: ignore[attr-defined]
        for _ in range(100):
            async with other.claim(Claim.CLOCK) as theirs:
                if theirs:
                    break
            await asyncio.sleep(0.02)
        assert theirs
    async with one.claim(Claim.CLOCK) as again:
        assert again


async def test_of_many_claims_at_once_one_is_had(stores: list[Store]):
    had = 0

    async def take(store: Store) -> None:
        nonlocal had
        async with store.claim(Claim.SHOW, 7) as mine:
            had += mine
            await asyncio.sleep(0.2)

    await asyncio.gather(*(take(store) for store in stores * 5))
    assert had == 1


# --- Privacy --------------------------------------------------------------------------------------


async def test_a_deletion_takes_everything_in_one_transaction(stores: list[Store]):
    store, other = stores
    people = '[{"name": "Ada", "user": 101, "level": ""}, {"name": "Ben", "user": 102}]'
    table = await store.tables.add(row(status="running", people=people, votes='{"end": [101]}'))
    damaged = await store.tables.add(row(channel=2, people="nobody", host=102))
    await store.people.save(101, zone="Europe/Paris")
    await store.watchers.add(damaged, 101, 0.0)
    found = await store.privacy.export(101)
    assert found["people"][0]["zone"] == "Europe/Paris" and len(found["watchers"]) == 1
    assert [each["id"] for each in found["tables"]] == [table]
    erased = await store.privacy.erase(101, "steady")
    assert erased.tables == erased.open == [table]
    left = await other.tables.get(table)
    assert left is not None and "101" not in left.people + left.votes and left.host == 102
    assert await other.watchers.of(damaged) == {}
    assert await other.people.get(101) == PersonRow(101)


async def test_a_deletion_and_a_change_of_the_same_table_do_not_undo_each_other(
    stores: list[Store],
):
    store, other = stores
    people = '[{"name": "Ada", "user": 101, "level": ""}, {"name": "Ben", "user": 102}]'
    table = await store.tables.add(row(people=people))
    before = await store.tables.get(table)
    assert before is not None
    results = await asyncio.gather(
        store.privacy.erase(101, "steady"),
        other.tables.save(row(id=table, people=people, paused=1), before),
        return_exceptions=True,
    )
    left = await store.tables.get(table)
    assert left is not None and "101" not in left.people
    assert not isinstance(results[0], BaseException)
