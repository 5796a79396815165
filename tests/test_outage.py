"""A database that cannot be written: everybody is told once, nothing is lost, the game goes on."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.store import OutOfService, PostRow, Store
from tests.sim_server import SimServer, buttons, reply_text, text

pytestmark = pytest.mark.simcord(settle_timeout=30)
NOTE = "No move counts at the moment"


@pytest.fixture(autouse=True)
def slow_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outage waits so long that SimCord's clock, not ours, must be advanced."""
    monkeypatch.setattr("bot.outbox.outage.FIRST_PAUSE_S", 60.0)
    monkeypatch.setattr("bot.outbox.outage.MAX_PAUSE_S", 200.0)
    monkeypatch.setattr("bot.store.sqlite.PRAGMAS", ("journal_mode = WAL", "busy_timeout = 50"))


@pytest.fixture
def sim(simcord_env: simcord.Env) -> SimServer:
    return SimServer.of(simcord_env, "Ada", "Ben")


def pragma(store: Store, text: str) -> Any:
    """What a pragma answers on the connection of the bot."""
    return store._db._connection.execute_fetchall(f"PRAGMA {text}")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program holds the write lock."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    yield
    db.execute("ROLLBACK")
    db.close()


async def breaks(store: Store, kind: str) -> None:
    """Makes SQLite refuse to write: the disk is full, or read-only."""
    if kind == "full":
        [(pages,)] = await pragma(store, "page_count")
        await pragma(store, f"max_page_count = {pages}")
        with suppress(sqlite3.OperationalError):
            while True:  # what is free inside the file
                await store._db._connection.execute("INSERT INTO trials VALUES (zeroblob(999))")
    else:
        await pragma(store, "query_only = 1")


async def is_mended(store: Store) -> None:
    """Lets SQLite write again."""
    await pragma(store, "max_page_count = 1000000")
    await pragma(store, "query_only = 0")


def notes(sim: SimServer) -> list[Any]:
    """The notes of an outage in the channel."""
    return [post for post in sim.posts() if NOTE in text(post)]


async def default(sim: SimServer) -> Any:
    """Somebody who is asked makes a sensible move; what they are answered."""
    name = (await sim.asked())[0]
    return await sim.command(name, "move", move=await sim.default(name))


@pytest.mark.sampled
@pytest.mark.parametrize(("kind", "remedy"), [("full", "disk is full"), ("readonly", "right to")])
async def test_an_outage_is_named_to_players_and_once_in_the_channel_and_ends(
    kind: str, remedy: str, sim: SimServer, caplog: pytest.LogCaptureFixture
):
    await sim.gather(computers=0, seats=2)
    store, table = sim.bot.store, await sim.table()
    await breaks(store, kind)
    while "✓" in reply_text(answer := await default(sim)):
        assert kind == "full" and table.seq < 50  # some moves may still find room
    before = table.seq
    for _ in range(2):
        assert "cannot save anything" in reply_text(answer) and "nothing changed" in reply_text(
            answer
        )
        answer = await default(sim)
    assert len(notes(sim)) == 1
    asked = await sim.press("Ada", "Does it work again?", notes(sim)[0])
    assert "cannot save anything" in reply_text(asked) and len(notes(sim)) == 1
    await sim.env.advance_time(61)
    assert len(notes(sim)) == 1
    await is_mended(store)
    await sim.env.advance_time(61)
    assert not notes(sim)
    assert any("can be used again" in each for each in caplog.messages)
    table = await sim.table()
    assert table.seq == before
    assert "✓" in reply_text(await default(sim))
    assert "My hand" in buttons(sim.board())
    errors = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert all(remedy in each.getMessage() and not each.exc_info for each in errors) and errors


async def test_a_game_goes_on_in_the_file_that_is_written_again(
    sim: SimServer, caplog: pytest.LogCaptureFixture
):
    await sim.gather(computers=0, seats=2)
    before = (await sim.table()).seq
    sim.file.unlink()
    answer = reply_text(await default(sim))
    assert "cannot save anything" in answer and "nothing changed" in answer
    assert "✓" in reply_text(await default(sim)) and not notes(sim)
    assert sim.sql("SELECT max(seq) FROM moves")[0][0] == before + 1
    assert "moved or removed" in caplog.text


async def test_after_outages_in_a_row_it_is_looked_ever_more_slowly_whether_they_are_over(
    sim: SimServer,
):
    await sim.gather(computers=0, seats=2)
    for pause_s in (60, 120, 200):
        await breaks(sim.bot.store, "readonly")
        await default(sim)
        assert len(notes(sim)) == 1
        await sim.env.advance_time(1)
        await is_mended(sim.bot.store)
        await sim.env.advance_time(pause_s - 2)
        assert len(notes(sim)) == 1
        await sim.env.advance_time(2)
        assert not notes(sim)


async def test_a_failure_that_is_told_after_the_outage_leaves_no_note(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    with sim.env._bot_scope():
        sim.bot.outage.notify_table(await sim.table())
    await sim.env.settle()
    assert not notes(sim)


async def test_computer_players_go_on_after_an_outage(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.open(seats=2, computers=1)
    store, answers = sim.bot.store, sim.bot.thinkers.choose

    async def choose(*asked: Any) -> str:
        await breaks(store, "readonly")
        return await answers(*asked)

    monkeypatch.setattr(sim.bot.thinkers, "choose", choose)
    await sim.press("Ada", "Start")
    table = await sim.table()
    while table.waiting_people():
        await default(sim)
    before = table.seq
    assert len(notes(sim)) == 1
    monkeypatch.setattr(sim.bot.thinkers, "choose", answers)
    await is_mended(store)
    await sim.env.advance_time(61)
    assert not notes(sim) and table.seq > before and table.waiting_people()


async def test_time_in_which_nothing_could_be_saved_is_nobodys(sim: SimServer):
    await sim.gather(computers=0, seats=2, pace="fast")
    before, clock = (await sim.table()).seq, sim.bot.clock
    await breaks(sim.bot.store, "readonly")
    with pytest.raises(OutOfService), sim.env._bot_scope():
        await clock.reach.beat()
    mended = clock.now() + 5 * 3600
    clock.now = lambda: mended
    await sim.env.advance_time(61)
    await is_mended(sim.bot.store)
    await sim.env.advance_time(61)
    assert (await sim.table()).seq == before and sim.sql("SELECT * FROM timeouts") == []
    assert "I was away for 5 hours" in text(sim.board())


async def test_writes_are_refused_at_once_until_one_succeeds(tmp_path: Path):
    store = await Store.open(tmp_path / "a.sqlite3")
    failures: list[OutOfService] = []
    store.on_write_failure(failures.append)
    with locked(tmp_path / "a.sqlite3"):
        for _ in range(3):
            with pytest.raises(OutOfService, match="end that program"):
                await store.people.save(1, language="de")
        assert not await store.is_writable()
        assert (await store.people.get(1)).language == ""
    assert len(failures) == 1
    with pytest.raises(OutOfService):
        await store.people.save(1, language="de")
    assert await store.is_writable()
    await store.people.save(1, language="de")
    assert (await store.people.get(1)).language == "de" and len(failures) == 1
    await store.close()


async def test_a_bug_is_no_outage(tmp_path: Path):
    store = await Store.open(tmp_path / "a.sqlite3")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await store._db.execute("DELETE FROM nowhere")
    await store.people.save(1, language="de")
    await store.close()


async def test_a_message_that_could_not_be_stored_stays(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather(computers=0, seats=2)
    store, refused = sim.bot.store, list[PostRow]()
    save = store.posts.save

    async def save_later(row: PostRow) -> None:
        if row.message and not refused:
            refused.append(row)
            raise OutOfService("The disk is full.")
        await save(row)

    monkeypatch.setattr(store.posts, "save", save_later)
    await sim.abandon("Ada")
    assert refused
    for _ in range(2):
        with sim.env._bot_scope():
            await store.outbox.add(refused[0].table_id)
            await sim.bot.outbox.resume_all()
        await sim.env.settle()
    assert [refused[0].message] == [each.id for each in sim.posts() if "Agree" in buttons(each)]
