"""The SQLite file of the store: it is written through to the disk, and migrated."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.store import NotOpened, OutOfService, Store
from tests.test_store import ROOT, row

MIGRATIONS = ROOT / "bot" / "store" / "migrations"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "atelier.sqlite3"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


def asked_of(path: Path, sql: str) -> list[Any]:
    """The result of a query on the file, on another connection than the store's."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


# --- The file -------------------------------------------------------------------------------------


async def test_every_commit_is_written_through_to_the_disk(store: Store, path: Path):
    [(synchronous,)] = await store._db.fetch("PRAGMA synchronous")
    [(journal,)] = await store._db.fetch("PRAGMA journal_mode")
    assert (synchronous, journal) == (2, "wal")
    await store.tables.add(row())
    assert asked_of(path, "SELECT channel FROM tables") == [(1,)]


async def test_what_cannot_be_read_at_once_is_read_all_the_same(store: Store):
    await store.people.save(7, language="de")
    store._db._on_loop.close()  # pyright: ignore[reportAttributeAccessIssue]
    assert (await store.people.get(7)).language == "de"


@pytest.mark.parametrize("ends", [("",), ("-wal",), ("", "-wal", "-shm")], ids=" ".join)
@pytest.mark.parametrize("lose", [Path.unlink, lambda file: file.rename(f"{file}.away")])
async def test_files_that_are_lost_are_written_again_before_anything_is_confirmed(
    store: Store, path: Path, ends: tuple[str, ...], lose: Callable[[Path], object]
):
    await store.tables.add(row())
    assert await store.is_writable()
    for end in ends:
        lose(path.with_name(f"{path.name}{end}"))
    with pytest.raises(OutOfService, match="moved or removed"):
        await store.tables.add(row(channel=2))
    assert await store.is_writable()
    await store.tables.add(row(channel=3))
    assert asked_of(path, "SELECT channel FROM tables ORDER BY 1") == [(1,), (3,)]
    found = shutil.copytree(path.parent, path.parent / "after a kill") / path.name
    assert asked_of(found, "SELECT channel FROM tables ORDER BY 1") == [(1,), (3,)]


@pytest.mark.parametrize("writes", ["tables", "trials"])
async def test_what_is_written_while_the_file_is_moved_away_is_not_confirmed(
    store: Store, path: Path, writes: str
):
    assert await store.is_writable()
    writing: Any = store._db._connection  # pyright: ignore[reportAttributeAccessIssue]
    await writing.create_function("lose", 0, lambda: path.rename(path.with_name("lost")) and None)
    await writing.execute(
        f"CREATE TEMP TRIGGER losing AFTER INSERT ON {writes} BEGIN SELECT lose(); END"
    )
    assert await store.is_writable()
    with pytest.raises(OutOfService, match="moved or removed"):
        await store.tables.add(row())
    assert await store.is_writable()
    await store.tables.add(row(channel=2))
    assert (2,) in asked_of(path, "SELECT channel FROM tables")


async def test_beside_another_file_in_its_place_all_is_kept_and_nothing_confirmed(
    store: Store, path: Path
):
    await store.tables.add(row())
    assert await store.is_writable()
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(f"{path}.older")) as older:
        db.backup(older)
    await store.tables.add(row(channel=2))
    Path(f"{path}.older").replace(path)
    older_copy = path.read_bytes()
    for _ in range(2):
        assert not await store.is_writable()
    [kept] = path.parent.glob("*.before-*")
    assert asked_of(kept, "SELECT channel FROM tables ORDER BY 1") == [(1,), (2,)]
    assert path.read_bytes() == older_copy
    with pytest.raises(OutOfService, match=kept.name):
        await store.tables.add(row(channel=3))


async def test_while_a_lost_file_cannot_be_written_again_nothing_is_confirmed(
    store: Store, path: Path
):
    assert await store.is_writable()
    path.rename(path.with_name("elsewhere"))
    in_the_way = path.with_name(f"{path.name}.partial")
    in_the_way.mkdir()
    assert not await store.is_writable()
    with pytest.raises(OutOfService, match="cannot be written again"):
        await store.tables.add(row())
    in_the_way.rmdir()
    assert await store.is_writable()


async def test_where_the_folder_is_gone_nothing_is_confirmed(tmp_path: Path):
    folder = tmp_path / "folder"
    folder.mkdir()
    store = await Store.open(folder / "atelier.sqlite3")
    assert await store.is_writable()
    shutil.rmtree(folder)
    assert not await store.is_writable()
    folder.mkdir()
    assert await store.is_writable()
    await store.close()


async def test_a_store_that_is_closed_leaves_no_thread_also_after_its_file_was_lost(
    path: Path, recwarn: pytest.WarningsRecorder
):
    before = {*threading.enumerate()}
    store = await Store.open(path)
    assert await store.is_writable()
    path.rename(path.with_name("elsewhere"))
    assert await store.is_writable()
    own = [each for each in threading.enumerate() if each not in before and each.daemon]
    assert own
    await store.close()
    for each in own:
        each.join(10)
        assert not each.is_alive()
    assert not [each for each in recwarn if issubclass(each.category, ResourceWarning)]


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path):
    text = b"These are the minutes of the guild of wig makers.\n" * 50
    path.write_bytes(text)
    with pytest.raises(NotOpened, match="not a database"):
        await Store.open(path)
    assert path.read_bytes() == text


async def test_a_file_that_another_program_keeps_locked_is_named_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.store.sqlite.TRANSACTION_TIMEOUT_S", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(NotOpened, match="another program keeps it locked; end that program"):
            await Store.open(path)


async def test_a_file_that_is_locked_for_a_moment_is_opened_after_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.store.sqlite.TRANSACTION_TIMEOUT_S", 1.0)
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr("bot.store.sqlite.time.sleep", lambda _s: other.execute("COMMIT"))
        await (await Store.open(path)).close()


# --- Migrations -----------------------------------------------------------------------------------


def numbers() -> list[int]:
    return sorted(int(each.name.split("_")[0]) for each in MIGRATIONS.glob("*.sql"))


def test_migrations_are_numbered_from_a_hundred_without_a_gap():
    """Releases before 1.0.0 used the numbers below."""
    assert numbers() == list(range(100, 100 + len(numbers())))


async def test_a_new_database_has_the_number_of_the_last_migration(store: Store, path: Path):
    assert asked_of(path, "PRAGMA user_version") == [(numbers()[-1],)]


@pytest.fixture
def more_migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with today's migrations, to which a test adds others."""
    folder = tmp_path / "release" / "migrations"
    folder.mkdir(parents=True)
    for each in MIGRATIONS.glob("*.sql"):
        (folder / each.name).write_text(each.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr("bot.store.migrations.files", lambda package: folder)
    return folder


async def test_an_older_database_is_brought_up_to_date_once_and_in_order(
    more_migrations: Path, path: Path
):
    old = await Store.open(path)
    number = await old.tables.add(row())
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
        assert (await new.tables.get(number)) == row(id=number)
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
    with pytest.raises(NotOpened, match="nowhere"):
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


@pytest.mark.parametrize(("number", "why"), [(9999, "newer release"), (23, "before 1.0.0")])
async def test_a_database_of_another_release_is_refused_and_left_alone(
    path: Path, number: int, why: str
):
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {number}")
    before = path.read_bytes()
    with pytest.raises(NotOpened, match=why):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_processes_that_start_at_once_on_a_new_file_all_get_a_store(path: Path):
    stores = await asyncio.gather(*(Store.open(path) for _ in range(4)), return_exceptions=True)
    for each in stores:
        if isinstance(each, Store):
            await each.close()
    assert [type(each) for each in stores] == [Store] * 4
