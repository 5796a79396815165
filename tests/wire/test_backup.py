"""Backup and restore: a backup is made while people play, and a bot goes on from it."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store, backup
from bot.store.backup import BackupError
from tests import forked
from tests.wire.channel import types
from tests.wire.home import Home, home
from tests.wire.standin import Interaction, labels, text, until

TABLE = """
    INSERT INTO tables (game, channel, status, host, seats, people, options, seed, salt, version,
    made) VALUES ('wigs', 1, 'over', 1, 2, '[]', '{}', '1', '', 1, 0)
"""


async def run(bot: Home, *words: str) -> tuple[int, str]:
    """Runs `python -m bot.backup`; returns its exit status and output."""
    env = os.environ | {"DATABASE_URL": f"sqlite:///{bot.database}", "DISCORD_TOKEN": "of no use"}
    ended = await asyncio.to_thread(forked.run, "bot.backup", *words, cwd=bot.folder, env=env)
    return ended.returncode, (ended.stdout + ended.stderr).strip()


async def make_moves(bot: Home, count: int) -> Interaction:
    """Makes `count` moves; returns the last interaction."""
    for _ in range(count):
        typed = await bot.answered(await types(bot))
        assert "✓" in text(typed.response)
    return typed


@pytest.mark.sampled(one_in=3)
async def test_a_backup_made_during_play_is_restored_and_the_game_goes_on_from_it(tmp_path: Path):
    async with home(tmp_path) as bot:
        await bot.start()
        await bot.begin()
        copy = tmp_path / "copy.sqlite3"
        (status, said), _ = await asyncio.gather(run(bot, "make", str(copy)), make_moves(bot, 3))
        assert status == 0 and "holds 1 tables" in said
        later = await make_moves(bot, 2)
        status, said = await run(bot, "restore", str(copy))
        assert status == 2 and "end the bot first" in said
        panel = await bot.panel("Ada")
        newer = await bot.shown()
        assert await bot.end() == 0
        status, said = await run(bot, "restore", str(copy))
        assert status == 0 and "is kept as atelier.sqlite3.before-" in said
        assert later.id not in [token for *_, token in bot.moves()]
        before = len(bot.moves())
        await bot.start()
        await until(lambda: bot.discord.messages()[-1] != newer, "the board is posted anew")
        board = await bot.shown()
        for old in (panel, newer):
            pressed = bot.discord.press(bot.people["Ada"], old, labels(old)[0])
            await until(lambda it=pressed: it.followups, "the press is refused")
            assert "restored from a backup" in text(pressed.followups[0])
        await until(lambda: bot.discord.messages() == [board], "the newer board is removed")
        assert len(bot.moves()) == before
        await make_moves(bot, 2)
        assert len(bot.moves()) == before + 2
        await bot.shown()
        assert bot.discord.unknown == [] and "Traceback" not in bot.output


# --- What is refused ------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> Path:
    """A database that no bot has open."""
    store = await Store.open(tmp_path / "atelier.sqlite3")
    await store.people.save(1, language="de")
    await store.close()
    return tmp_path / "atelier.sqlite3"


def language(file: Path) -> str:
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT language FROM people WHERE user = 1").fetchone()[0]


def damaged(copy: Path) -> None:
    """Overwrites a page in the middle."""
    with copy.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xaa" * 4096)


def cut(copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size // 2)


def newer(copy: Path) -> None:
    """Makes it look like one of a newer release."""
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA user_version = 9999")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (damaged, "damaged|no backup"),
        (cut, "damaged|no backup"),
        (newer, "newer release"),
        (Path.unlink, "no file"),
        (lambda copy: copy.write_text("minutes " * 999), "no backup"),
    ],
)
def test_what_is_no_sound_backup_is_not_restored(
    spoil: Callable[[Path], object], sentence: str, database: Path
):
    copy = database.with_name("copy.sqlite3")
    backup.make(database, copy)
    spoil(copy)
    before = database.read_bytes()
    with pytest.raises(BackupError, match=sentence):
        backup.restore(copy, database, 0)
    assert database.read_bytes() == before and not list(database.parent.glob("*.restoring"))


def test_a_backup_that_fails_leaves_the_older_one_as_it_was(database: Path):
    copy = database.with_name("copy.sqlite3")
    backup.make(database, copy)
    before = copy.read_bytes()
    damaged(database)
    with pytest.raises((BackupError, sqlite3.DatabaseError)):
        backup.make(database, copy)
    assert copy.read_bytes() == before and not list(database.parent.glob("*.partial"))
    with pytest.raises(BackupError, match="another name"):
        backup.make(database, database)
    with pytest.raises(BackupError, match="no database"):
        backup.make(database.with_name("nowhere.sqlite3"), copy)


def in_use(file: Path) -> None:
    """Makes a backup look like a database that a bot has opened."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")


def of_others(file: Path) -> None:
    """Replaces a backup by a database of another program."""
    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE moves (n)")


@pytest.mark.parametrize(
    "spoil",
    [in_use, of_others, lambda file: file.write_text("minutes"), lambda file: os.truncate(file, 0)],
    ids=["in use", "of others", "text", "empty"],
)
def test_a_backup_replaces_nothing_but_an_earlier_backup(
    spoil: Callable[[Path], object], database: Path
):
    copy = database.with_name("copy.sqlite3")
    backup.make(database, copy)
    spoil(copy)
    before = copy.read_bytes()
    with pytest.raises(BackupError, match=r"no backup of Atelier; choose another name"):
        backup.make(database, copy)
    assert copy.read_bytes() == before


def test_a_backup_touches_no_file_beside_it(database: Path):
    copy, beside = database.with_name("copy.sqlite3"), database.with_name("copy.sqlite3.partial")
    beside.write_text("minutes of the guild")
    backup.make(database, copy)
    backup.make(database, copy)
    assert beside.read_text() == "minutes of the guild"
    assert {*database.parent.glob("copy*")} == {copy, beside}


DAY_S = 86400


def rotated(database: Path, also: Path | None, at: float) -> list[str]:
    """What stays in the first place after a backup at this moment."""
    folder = database.with_name("first")
    backup.rotate(database, folder, also, 2, 3, at)
    return sorted(each.name for each in folder.iterdir())


def test_the_newest_backups_stay_and_the_last_one_of_each_day(database: Path):
    first, second = database.with_name("first"), database.with_name("second")
    for each in (first, second):
        each.mkdir()
        (each / "minutes.txt").write_text("of the guild")
    hours = [at * DAY_S + hour * 3600 for at in range(5) for hour in (1, 2, 3)]
    for at in hours:
        kept = rotated(database, second, at)
    days = ("03-030000", "04-030000", "05-020000", "05-030000")
    assert kept == [*(f"atelier-197001{day}.sqlite3" for day in days), "minutes.txt"]
    assert sorted(each.name for each in second.iterdir()) == kept
    for name in kept:
        assert (first / name).read_bytes() == (second / name).read_bytes()
    assert language(second / kept[0]) == "de"


def test_where_a_place_is_gone_or_a_copy_is_not_what_was_written_the_other_backups_stay(
    database: Path, monkeypatch: pytest.MonkeyPatch
):
    first, second = database.with_name("first"), database.with_name("second")
    first.mkdir()
    with pytest.raises(BackupError, match="no folder"):
        rotated(database, second, 0)
    second.mkdir()
    before = rotated(database, second, 1)
    monkeypatch.setattr("shutil.copyfile", lambda copy, partial: damaged(partial))
    with pytest.raises(BackupError, match="not written as it should be"):
        rotated(database, second, DAY_S)
    assert [each.name for each in second.iterdir()] == before
    assert len([*first.iterdir()]) == 2
    with pytest.raises(BackupError, match="second place is the first"):
        rotated(database, first, 2)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such modes")
async def test_only_its_owner_can_read_a_database_and_what_is_made_of_it(tmp_path: Path):
    file, copy = tmp_path / "atelier.sqlite3", tmp_path / "copy.sqlite3"
    tmp_path.chmod(0o755)
    for now in (0, 10):
        store = await Store.open(file)
        await store.people.save(1, language="de")
        assert file.with_name(f"{file.name}-wal").exists()
        assert {stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()} == {0o600}
        if copy.exists():
            copy.chmod(0o644)
        backup.make(file, copy)
        await store.close()
        file.chmod(0o644)  # as an earlier release made it
        await asyncio.to_thread(backup.restore, copy, file, now)
        assert {stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()} == {0o600}
        file.chmod(0o644)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755, "the folder stays as it is"


def test_a_damaged_database_is_replaced_and_kept_aside(database: Path):
    copy = database.with_name("copy.sqlite3")
    backup.make(database, copy)
    database.write_text("These are the minutes of the guild of wig makers.\n" * 50)
    database.with_name("atelier.sqlite3-wal").write_text("and more of them")
    said = backup.restore(copy, database, 0)
    assert language(database) == "de" and "kept as atelier.sqlite3.before-" in said
    assert not database.with_name("atelier.sqlite3-wal").exists()
    [aside] = database.parent.glob("atelier.sqlite3.before-*")
    assert aside.read_text().startswith("These are the minutes")


def test_numbers_of_tables_opened_after_the_backup_are_not_given_again(database: Path):
    copy = database.with_name("copy.sqlite3")
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute(TABLE)
        backup.make(database, copy)
        db.execute(TABLE)
    backup.restore(copy, database, 0)
    with closing(sqlite3.connect(database)) as db:
        assert db.execute(TABLE).lastrowid == 1 + backup.SKIPPED_IDS + 1
