"""A PostgreSQL is set back to an earlier state, while messages of the lost future exist."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.store import PostRow, Store
from tests.databases import ask, run
from tests.test_store import row
from tests.wire.home import home
from tests.wire.standin import labels, text, until

POST = PostRow(1, "board", 5, 6, "digest", 0, 0.0)


def name_in(address: str) -> str:
    return address.split("?")[0].rpartition("/")[2]


async def copy(server: str, source: str, target: str) -> None:
    """Copies a database that nobody uses to a new one, in place of one of that name."""
    admin = server.format("postgres")
    await ask(admin, f"DROP DATABASE IF EXISTS {target} (FORCE)")
    await ask(admin, f"CREATE DATABASE {target} TEMPLATE {source}")


async def opened_again(address: str) -> tuple[float, str, int]:
    """Opens a store: when it was set back, the nonce of table 1's board, a new table's number."""
    store = await Store.open(address)
    try:
        [post] = (await store.posts.of(1)).values()
        number = await store.tables.add(row(channel=99))
        return store.restored_at, post.next, number
    finally:
        await store.close()


@pytest.fixture
async def filled(fresh: str) -> str:
    """A database with an open table and its board."""
    store = await Store.open(fresh)
    await store.tables.add(row())
    await store.posts.save(POST)
    await store.outbox.done(1, await store.outbox.ticket(1) or 0)
    await store.close()
    return fresh


async def test_a_start_on_the_same_database_sets_nothing_back(filled: str):
    assert await opened_again(filled) == (0.0, "", 2)


async def test_a_dump_that_was_restored_is_noticed(filled: str):
    # As pg_restore does: the rows are written again.
    await run(filled, "UPDATE migrations SET place = place")
    when, nonce, number = await opened_again(filled)
    assert when > 0 and len(nonce) == 24 and number > 1000
    assert await ask(filled, "SELECT table_id FROM outbox ORDER BY 1") == [(1,), (number,)]


async def test_a_copy_of_the_files_and_a_failover_are_noticed(filled: str, server: str):
    name = name_in(filled)
    await copy(server, name, "copied")
    address = filled.replace(name, "copied")
    when, nonce, _number = await opened_again(address)
    assert when > 0 and nonce
    await ask(server.format("postgres"), "DROP DATABASE copied (FORCE)")
    [(place,)] = await ask(filled, "SELECT place FROM migrations WHERE place IS NOT NULL")
    timeline = place.split()[1]
    await run(  # what the server of another timeline would read
        filled,
        "UPDATE migrations SET place = replace(place, ' ' || $$" + timeline + "$$, ' 0000000A')",
    )
    when, nonce, _number = await opened_again(filled)
    assert when > 0 and nonce


async def test_a_running_bot_notices_with_the_next_connection(filled: str):
    store = await Store.open(filled)
    seen: list[float] = []
    store.on_set_back(lambda: seen.append(store.restored_at))
    await run(filled, "UPDATE migrations SET place = place")
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    await ask(filled, f"SELECT pg_terminate_backend(pid) {others}")
    await asyncio.sleep(0.1)
    await store.people.get(7)
    assert len(seen) == 1 and seen[0] == store.restored_at > 0
    await store.close()


async def test_buttons_of_a_lost_future_act_on_nothing(tmp_path: Path, fresh: str, server: str):
    name = name_in(fresh)
    async with home(tmp_path) as bot:
        bot.expected_errors.append(r".* ERROR .*database cannot be used.*\n")
        await bot.launch(DATABASE_URL=fresh)
        await until(lambda: bot.discord.connected, "the bot connects")
        await bot.open()
        assert await bot.end() == 0
        await copy(server, name, "kept")
        await bot.launch(DATABASE_URL=fresh)
        await until(lambda: bot.discord.connected, "the bot connects")
        bot.discord.channel = bot.discord.add_channel("a room")
        lobby = await bot.open()
        assert await bot.end(signal.SIGKILL) != 0
        await copy(server, "kept", name)
        await ask(server.format("postgres"), "DROP DATABASE kept (FORCE)")
        await bot.launch(DATABASE_URL=fresh)
        await until(lambda: bot.discord.connected, "the bot connects")
        bot.discord.channel = bot.discord.add_channel("another room")
        await bot.open()
        [(one, _), (new, people)] = await ask(fresh, "SELECT id, people FROM tables ORDER BY id")
        assert one == 1 and new > 1000
        join = next(each for each in labels(lobby) if "Join" in each)
        pressed = bot.discord.press(bot.people["Ben"], lobby, join)
        await until(lambda: pressed.followups, "the press is refused")
        assert "restored from a backup" in text(pressed.followups[0])
        assert await ask(fresh, f"SELECT people FROM tables WHERE id = {new}") == [(people,)]
