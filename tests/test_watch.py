"""Watching: people who do not play get the public board and the news of a table by DM."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import discord
import pytest

from bot.outbox.outbox import MAX_SHOWING_S
from bot.outbox.posts import Posts
from bot.outbox.wanted import Wanted
from bot.store import Claim, PostRow
from games.kernel import winners
from tests.sim_server import SimServer, alt_texts, buttons, ephemeral_text, text


def sent(sim: SimServer, method: str = "POST") -> list[Any]:
    """What the bot sent to the watcher's DM."""
    return sim.requests(method, sim.people["Cleo"].user.dm_channel)


async def one_more(sim: SimServer) -> None:
    """Makes a move, and waits until it is shown."""
    seq = (await sim.table()).seq
    await sim.play_until(lambda t: t.seq > seq, slowly=True)


def close_dms(sim: SimServer) -> None:
    channel = sim.people["Cleo"].user.dm_channel
    sim.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None
    )


async def test_a_watcher_has_the_public_board_and_what_happens(sim: SimServer):
    await sim.gather_two()
    said = ephemeral_text(await sim.command("Cleo", "watch"))
    assert "You are following table 1" in said and "discord.com/channels" in said
    [shown] = sim.dms("Cleo")
    assert "table 1" in text(shown) and list(buttons(shown)) == ["Stop watching", "Log", "Rules"]
    await sim.play_until("sell")
    [shown] = sim.dms("Cleo")
    table = await sim.table()
    assert alt_texts(shown) == alt_texts(sim.board())
    assert "Lately" in text(shown) and table.names[table.state.asked[0]] in text(shown)
    assert len(sent(sim)) == 1 and len(sent(sim, "PATCH")) >= 1


async def test_a_watcher_is_notified_when_the_game_ends_and_then_no_more(sim: SimServer):
    await sim.gather_two()
    await sim.command("Cleo", "watch")
    await sim.play_out()
    assert len(sim.dms("Cleo")) == 1 and len(sent(sim)) == 2
    assert not sent(sim)[-1].get("flags", 0) & 4096  # it makes a sound
    won = "wins!" if len(winners((await sim.table()).state)) == 1 else "share the victory!"
    assert won in text(sim.dms("Cleo")[0])
    assert "Stop watching" not in buttons(sim.dms("Cleo")[0])
    assert sim.sql("SELECT * FROM watchers") == []
    assert "has ended" in ephemeral_text(await sim.command("Cleo", "watch"))


async def test_watching_stops_with_the_button_or_the_command(sim: SimServer):
    await sim.gather_two()
    await sim.command("Cleo", "watch")
    await sim.press_dm("Cleo", "Stop watching")
    assert "no longer watch" in text(sim.dms("Cleo")[0])
    await one_more(sim)
    assert len(sent(sim)) == 1
    await sim.command("Cleo", "watch")
    assert "no longer watch" in ephemeral_text(await sim.command("Cleo", "watch"))
    assert "no longer watch" in text(sim.dms("Cleo")[-1])
    assert sim.sql("SELECT * FROM watchers") == []
    await sim.command("Cleo", "watch")
    assert "no longer watch" in ephemeral_text(await sim.command_dm("Cleo", "watch"))
    assert "Choose a table" in ephemeral_text(await sim.command_dm("Cleo", "watch"))


async def test_closed_dms_are_named_and_nothing_is_stored(sim: SimServer):
    await sim.gather_two()
    close_dms(sim)
    assert "I cannot write to you" in ephemeral_text(await sim.command("Cleo", "watch"))
    assert sim.sql("SELECT * FROM watchers") == []


async def test_somebody_at_the_table_cannot_watch_it(sim: SimServer):
    await sim.gather_two()
    assert "You play at this table" in ephemeral_text(await sim.command("Ada", "watch"))


async def test_a_lobby_can_be_watched_until_it_plays_or_is_joined(sim: SimServer):
    await sim.open(seats=3)
    await sim.command("Cleo", "watch")
    assert "At the table: Ada" in text(sim.dms("Cleo")[0])
    await sim.press("Cleo", "Join")
    assert "You sit at this table now" in text(sim.dms("Cleo")[0])
    assert sim.sql("SELECT * FROM watchers") == []
    await sim.press("Cleo", "Leave")
    await sim.command("Cleo", "watch")
    await sim.abandon("Ada")
    assert "ended unfinished" in text(sim.dms("Cleo")[-1])


async def test_a_channel_that_somebody_does_not_see_cannot_be_watched(sim: SimServer):
    hidden = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    cellar = sim.guild.create_text_channel(
        "cellar", overwrites={sim.guild.default_role: hidden, sim.people["Ada"]: seen}
    )
    sim.sql(
        "INSERT INTO tables (game, guild, channel, status, host, seats, people, options, seed,"
        " salt, version, made) SELECT name, ?, ?, 'lobby', 1, 2, '[]', '{}', '1', 's', 1, 0"
        " FROM (SELECT 'wigs' AS name)",
        *(sim.guild.id, cellar.id),
    )
    said = ephemeral_text(await sim.command("Cleo", "watch", table="1"))
    assert "where you see its channel" in said
    names = await sim.people["Cleo"].autocomplete(sim.room, "watch", "table", "")
    assert not names


async def test_only_so_many_watch_a_table(sim: SimServer, monkeypatch: pytest.MonkeyPatch):
    await sim.gather_two()
    monkeypatch.setattr("bot.outbox.wanted.MAX_WATCHERS", 0)
    assert "0 people watch this table" in ephemeral_text(await sim.command("Cleo", "watch"))


async def test_a_watcher_who_closes_their_dms_stops_watching(sim: SimServer):
    await sim.gather_two()
    await sim.command("Cleo", "watch")
    sim.sql("UPDATE watchers SET told = told - 90000")
    close_dms(sim)
    await one_more(sim)
    assert sim.sql("SELECT * FROM watchers") == []


# --- What goes wrong ------------------------------------------------------------------------------


@contextmanager
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Requests to send something to a watcher hang inside of it."""
    show = Posts.show

    async def show_or_hang(posts: Posts, post: PostRow, wanted: Wanted) -> None:
        if post.place.startswith("watch:"):
            await asyncio.sleep(86_400)
        await show(posts, post, wanted)

    with monkeypatch.context() as patched:
        patched.setattr(Posts, "show", show_or_hang)
        yield


async def test_a_watcher_whose_messages_hang_delays_no_player(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather_two()
    await sim.command("Cleo", "watch")
    with hanging(monkeypatch):
        for _ in range(3):
            before = alt_texts(sim.board())
            await one_more(sim)  # no time passes meanwhile
            assert alt_texts(sim.board()) != before
        assert alt_texts(sim.dms("Cleo")[0]) != alt_texts(sim.board())
    await one_more(sim)
    await sim.env.advance_time(2 * MAX_SHOWING_S)
    assert alt_texts(sim.dms("Cleo")[0]) == alt_texts(sim.board())


async def test_a_watcher_whose_messages_fail_delays_no_player(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    for name in ("FIRST_WAIT_S", "SHORT_WAIT_S"):
        monkeypatch.setattr(f"bot.outbox.table_workers.{name}", 60.0)
    await sim.gather_two()
    await sim.command("Cleo", "watch")
    where = f"/channels/{sim.people['Cleo'].user.dm_channel.id}/messages*"
    sim.env.inject_error("*", where, status=503, times=None)
    for _ in range(3):
        before = alt_texts(sim.board())
        await one_more(sim)
        assert alt_texts(sim.board()) != before
    sim.env.backend.faults.clear()
    await sim.env.advance_time(601)
    assert alt_texts(sim.dms("Cleo")[0]) == alt_texts(sim.board())


async def test_players_are_shown_what_is_new_while_another_process_serves_the_watchers(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather_two()
    await sim.command("Cleo", "watch")
    store = sim.bot.store

    @asynccontextmanager
    async def claim(what: Claim, _number: int = 0) -> AsyncGenerator[bool]:
        yield what is not Claim.SHOW_WATCHERS

    with monkeypatch.context() as patched:
        patched.setattr(store, "claim", claim)
        before = alt_texts(sim.board())
        await one_more(sim)
        assert alt_texts(sim.board()) != before
        assert await store.outbox.ticket(1) is not None, "the other process shows it to watchers"
    await one_more(sim)
    assert alt_texts(sim.dms("Cleo")[0]) == alt_texts(sim.board())
    assert await store.outbox.ticket(1) is None


async def test_a_bot_that_ends_before_it_stores_the_first_message_finds_it_again(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.gather_two()
    monkeypatch.setattr("bot.outbox.outbox.MAX_WAIT_S", 0.3)
    store = sim.bot.store
    save = store.posts.save

    async def save_or_hang(row: PostRow) -> None:
        if row.place.startswith("watch:") and row.message:
            await asyncio.sleep(86_400)
        await save(row)

    monkeypatch.setattr(store.posts, "save", save_or_hang)
    said = ephemeral_text(await sim.command("Cleo", "watch"))
    assert "You are following table 1" in said and "discord.com/channels/@me" in said
    [arrived] = sim.dms("Cleo")
    await sim.restart()
    assert [each.id for each in sim.dms("Cleo")] == [arrived.id]
    assert sim.sql("SELECT message FROM posts WHERE place LIKE 'watch:%'") == [(arrived.id,)]
    await one_more(sim)
    [shown] = sim.dms("Cleo")
    assert alt_texts(shown) == alt_texts(sim.board())


async def test_what_only_watchers_have_seen_is_still_to_be_shown_to_the_players(sim: SimServer):
    await sim.gather_two()
    await sim.command("Cleo", "watch")
    shows, sim.bot.outbox.kick = sim.bot.outbox.kick, lambda table_id: None
    await one_more(sim)
    with sim.env._bot_scope():
        sim.bot.outbox._watchers.kick(1)
    await sim.env.settle()
    assert sim.sql("SELECT table_id FROM outbox") == [(1,)]
    sim.bot.outbox.kick = shows


async def test_who_watches_again_gets_a_new_message_and_the_earlier_one_stays(sim: SimServer):
    await sim.open(seats=3)
    for times in (1, 2):
        said = ephemeral_text(await sim.command("Cleo", "watch"))
        assert len(sim.dms("Cleo")) == times and str(sim.dms("Cleo")[-1].id) in said
        await sim.press("Cleo", "Join")
        await sim.press("Cleo", "Leave")
