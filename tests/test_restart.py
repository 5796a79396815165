"""Crashes, restarts, a Discord that fails and a disk that is damaged: the game goes on."""

import asyncio
from typing import Any

import pytest
import simcord

from bot.app import ALONE_POLL_S, Atelier
from bot.outbox.outbox import MAX_SHOWING_S
from bot.pictures.pictures import picture_key
from bot.table import lobby
from bot.table.news import news_of
from tests.sim_server import SimServer, buttons, controls, ephemeral_text, reply_text, text

HOUR = 3600


@pytest.fixture
def slow_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outbox waits so long that SimCord's clock, not ours, must be advanced."""
    for name in ("FIRST_WAIT_S", "SHORT_WAIT_S"):
        monkeypatch.setattr(f"bot.outbox.table_workers.{name}", 60.0)


@pytest.fixture
def sim(started: list[Atelier], simcord_env: simcord.Env) -> SimServer:
    sim = SimServer.of(simcord_env, "Ada", "Ben")
    sim.started = started
    return sim


async def move(sim: SimServer) -> str:
    """Somebody who is asked makes a default move by command; returns their name."""
    name = (await sim.asked())[0]
    answer = await sim.command(name, "move", move=await sim.default(name))
    assert "✓" in reply_text(answer)
    return name


async def second_table(sim: SimServer) -> Any:
    """A room with a table of Ben and a computer player, where Ben is asked."""
    room = sim.guild.create_text_channel("second-room")
    await sim.start("Ben", room=room, computers=1)
    assert "to move" in text(sim.board(room))
    return room


async def goes_on(sim: SimServer, number: int = 2) -> None:
    """The table of this number takes a move of a person and shows it."""
    table = await sim.table(number)
    seat = table.waiting_people()[0]
    before = table.seq
    wish = table.game.default(table.state, seat)
    answer = await sim.command_dm(table.names[seat], "move", move=wish, game=str(number))
    assert "✓" in reply_text(answer) and table.seq > before


def fails(sim: SimServer, method: str, path: str, **more: Any) -> None:
    sim.env.inject_error(method, path, **{"status": 503, "times": None} | more)


# --- Restarts ------------------------------------------------------------------------------------


async def test_a_commit_is_shown_after_the_cached_table_is_updated(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    table, store = await sim.table(), sim.bot.store
    await sim.env.settle()
    async with table.lock:
        await store.outbox.add(table.id)
        sim.bot.outbox.kick(table.id)
        await asyncio.sleep(0.2)
        assert await store.outbox.ticket(table.id) is not None
    for _ in range(200):
        if await store.outbox.ticket(table.id) is None:
            break
        await asyncio.sleep(0.05)
    assert await store.outbox.ticket(table.id) is None


@pytest.mark.parametrize("ends", [True, False])
async def test_a_board_that_was_left_unfinished_is_shown_by_a_later_look(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch, ends: bool
):
    await sim.gather(computers=0, seats=2)
    table, store = await sim.table(), sim.bot.store
    await sim.env.settle()
    with monkeypatch.context() as stopped:
        stopped.setattr(sim.bot.outbox, "_reconcile", given_up if ends else forgotten)
        await move(sim)
        await sim.env.settle()
    assert await store.outbox.ticket(table.id) is not None
    assert bool(sim.bot.outbox.tasks) == (not ends)
    await sim.env.advance_time(3 * ALONE_POLL_S if ends else 2 * MAX_SHOWING_S)
    assert await store.outbox.ticket(table.id) is None
    assert [file.filename for file in sim.board().attachments] == [
        f"{table.game.name}-{picture_key((await sim.table()).view(None))}.png"
    ]


async def given_up(*_table: Any) -> None:
    """Shows nothing, because what it waits for is cancelled."""
    raise asyncio.CancelledError


async def forgotten(*_table: Any) -> None:
    """Shows nothing for a day."""
    await asyncio.sleep(86_400)


async def test_every_button_still_works_after_a_restart(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    name = (await sim.asked())[0]
    panel = (await sim.press(name, "Move")).response
    await sim.restart()
    for label in ("My hand", "Rules", "Log", "Move"):
        answer = await sim.press("Ada", label)
        assert answer.response.ephemeral and text(answer.response)
    await sim.make(name, await sim.default(name), panel)
    table = await sim.table()
    assert table.seq == 1 and "✓" in text(panel)
    await sim.restart()
    await sim.press(name, "Take back my last move", panel)
    table = await sim.table()
    assert table.last.kind == "undo" and await sim.asked() == [name]
    await sim.play_until("wear")
    asking = sim.dms("Ada")[-1]
    await sim.restart()
    table = await sim.table()
    seat = table.names.index("Ada")
    wish = table.game.legal(table.state, seat)[0]
    await sim.make("Ada", wish, asking)
    assert table.state.answers == {seat: wish}
    assert "You have chosen" in text(sim.dms("Ada")[-1])
    await sim.restart()
    table = await sim.table()
    assert table.state.answers == {seat: wish}
    await sim.press_dm("Ada", "Take back my last move")
    assert table.state.answers == {}


async def test_a_restart_posts_nothing_that_stands_there_already(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await sim.play_until("wear")
    counts = [len(sim.posts()), len(sim.dms("Ada")), len(sim.env.http_requests)]
    await sim.restart()
    sent = [
        (each.method, each.path)
        for each in sim.env.http_requests[counts[2] :]
        if "/messages" in each.path
    ]
    assert sent == []
    assert counts[:2] == [len(sim.posts()), len(sim.dms("Ada"))]


async def test_a_bot_that_is_stopped_as_it_connects_ends_that_first(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    begun, bot = asyncio.Event(), sim.bot

    async def look_for_long() -> None:
        begun.set()
        await asyncio.sleep(HOUR)

    monkeypatch.setattr(bot.outbox, "resume_all", look_for_long)
    connecting = asyncio.create_task(bot.on_connect())
    await begun.wait()
    await bot.close()
    assert connecting.cancelled()
    assert not bot._polling.is_running()


async def test_a_move_during_the_end_is_shown_by_the_next_start(sim: SimServer):
    await sim.start("Ada", "Ben")
    table, outbox = await sim.table(), sim.bot.outbox
    await outbox.close()
    sent = len(sim.env.http_requests)
    seat = table.state.asked[0]
    await table.submit(seat, table.game.default(table.state, seat), "as a computer player does")
    assert not outbox._players.tasks and not outbox._watchers.tasks
    await sim.env.settle()
    assert len(sim.env.http_requests) == sent
    await sim.restart()
    assert len(sim.env.http_requests) > sent


async def test_the_question_before_a_game_ends_works_after_a_restart(sim: SimServer):
    await sim.start("Ada", computers=1)
    question = await sim.command("Ada", "game abandon")
    await sim.restart()
    await sim.press("Ada", "End the game", question.response)
    assert (await sim.table()).row.status == "abandoned"


async def test_a_lobby_survives_a_restart(sim: SimServer):
    await sim.open(seats=3, options={"end_gold": 25})
    await sim.restart()
    await sim.press("Ben", "Join")
    assert "Ben" in text(sim.board()) and "25" in text(sim.board())
    await sim.restart()
    await sim.pick_option("Ada", "Gold that ends the game: 20")
    await sim.press("Ada", "Start")
    table = await sim.table()
    assert table.row.status == "running" and table.state.end_gold == 20
    assert table.names == ["Ada", "Ben"]


@pytest.mark.usefixtures("slow_retries")
async def test_what_was_committed_but_not_shown_is_shown_after_a_restart(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    fails(sim, "PATCH", f"/channels/{sim.room.id}/messages/*")
    fails(sim, "POST", f"/channels/{sim.room.id}/messages")
    name = await move(sim)
    table = await sim.table()
    assert table.seq == 1
    [line] = [each.text for each in await news_of(table) if each.seq == 1]
    done = line.removeprefix(f"{name} ").removesuffix(".")  # other news of them may precede it
    assert done not in text(sim.board())
    assert sim.sql("SELECT COUNT(*) FROM outbox") == [(1,)]
    sim.env.backend.faults.clear()
    await sim.restart()
    assert done in text(sim.board())
    assert sim.sql("SELECT COUNT(*) FROM outbox") == [(0,)]
    [other] = await sim.asked()
    assert other != name and sim.pinged()[-1] == {other}


@pytest.mark.usefixtures("slow_retries")
async def test_a_secret_that_was_not_asked_before_a_restart_is_asked_after_it(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    dm = sim.people["Ada"].user.dm_channel
    fails(sim, "POST", f"/channels/{dm.id}/messages")
    await sim.play_until("wear")
    assert not sim.dms("Ada")
    sim.env.backend.faults.clear()
    await sim.restart()
    assert controls(sim.dms("Ada")[-1])


async def test_computer_players_that_were_thinking_go_on_after_a_restart(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    async def die(*_: Any) -> str:
        raise ConnectionResetError("the plug was pulled")

    await sim.open(seats=2, computers=1)
    monkeypatch.setattr(sim.bot.thinkers, "choose", die)
    await sim.press("Ada", "Start")
    while await sim.asked():
        await move(sim)
    table = await sim.table()
    assert table.waiting_computers() and not await sim.asked()
    before = table.seq
    await sim.restart()
    table = await sim.table()
    assert table.seq > before and await sim.asked() == ["Ada"]


# --- A Discord that fails ------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.usefixtures("slow_retries")
@pytest.mark.parametrize("status", [500, 503])
async def test_a_board_that_could_not_be_posted_is_tried_again(sim: SimServer, status: int):
    fails(sim, "POST", f"/channels/{sim.room.id}/messages", status=status, times=2)
    await sim.open(seats=2)
    assert sim.posts() == []
    await sim.env.advance_time(70)
    assert sim.posts() == []
    await sim.env.advance_time(130)
    [lobby] = sim.posts()
    assert "Join" in buttons(lobby)


@pytest.mark.usefixtures("slow_retries")
async def test_a_table_that_cannot_be_shown_does_not_stop_another(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    room = await second_table(sim)
    before = text(sim.board())
    fails(sim, "*", f"/channels/{sim.room.id}/messages*")
    await move(sim)
    table = await sim.table(2)
    seen = text(sim.board(room))
    await goes_on(sim)
    assert text(sim.board(room)) != seen and table.seq > 0
    assert text(sim.board()) == before
    sim.env.backend.faults.clear()
    await sim.env.advance_time(70)
    assert text(sim.board()) != before


@pytest.mark.usefixtures("slow_retries")
async def test_what_cannot_be_deleted_is_deleted_later_and_holds_up_nothing_else(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await sim.abandon("Ada")
    board, vote = sim.posts()
    assert "End this game early?" in text(vote)
    fails(sim, "DELETE", f"/channels/{sim.room.id}/messages/{vote.id}")
    await sim.press("Ben", next(iter(buttons(vote))), vote)
    assert [each.id for each in sim.posts()] == [board.id, vote.id]
    assert text(sim.posts()[0]) != text(board)
    sim.env.backend.faults.clear()
    await sim.env.advance_time(300)  # a second attempt that failed doubled the pause
    assert [each.id for each in sim.posts()] == [board.id]


async def test_a_closed_channel_does_not_stop_the_game_or_another(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    await second_table(sim)
    fails(sim, "*", f"/channels/{sim.room.id}/messages*", status=403, code=50001)
    name = (await sim.asked())[0]
    answer = await sim.command_dm(name, "move", move=await sim.default(name), game="1")
    assert "✓" in reply_text(answer)
    await goes_on(sim)


async def test_a_board_that_a_moderator_deleted_is_posted_again(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    old = sim.board()
    sim.env.backend.delete_message(sim.room.id, old.id)
    assert sim.posts() == []
    await move(sim)
    [board] = sim.posts()
    assert board.id != old.id and "Move" in buttons(board)


async def test_a_deleted_board_is_posted_again_even_if_nobody_is_notified(sim: SimServer):
    await sim.open(seats=3)
    sim.env.backend.delete_message(sim.room.id, sim.board().id)
    fresh = await sim.command("Ben", "game list")
    assert "gathers players" in reply_text(fresh)
    table = await sim.table()
    await sim.behind(lobby.join(table, sim.people["Ben"].id, "Ben"))
    [board] = sim.posts()
    assert "Ben" in text(board) and "Join" in buttons(board)


async def test_a_deleted_dm_is_sent_again(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    table = await sim.play_until("wear")
    dm = sim.people["Ada"].user.dm_channel
    sim.env.backend.delete_message(dm.id, sim.dms("Ada")[-1].id)
    assert sim.dms("Ada") == []
    wish = await sim.default("Ada")
    panel = (await sim.press("Ada", "Move")).response
    await sim.make("Ada", wish, panel)
    assert table.state.answers
    label = table.game.label(table.state, table.names.index("Ada"), wish)
    assert f"You have chosen: **{label}**" in text(sim.dms("Ada")[-1])


@pytest.mark.sampled
@pytest.mark.parametrize("back", ["in its server", "in the channel"])
async def test_a_game_that_ended_while_nothing_could_be_shown_is_shown_when_the_bot_is_back(
    sim: SimServer, back: str
):
    await sim.gather(computers=0, seats=2)
    table, before = await sim.table(), sim.board().id
    fails(sim, "*", f"/channels/{sim.room.id}/messages*", status=403, code=50001)
    with sim.env._bot_scope():
        while table.row.status == "running":
            seat = table.state.asked[0]
            await table.submit(seat, table.game.default(table.state, seat), f"test:{table.seq}")
    await sim.env.settle()
    await sim.restart()
    assert sim.board().id == before and "wins!" not in text(sim.board())
    sim.env.backend.faults.clear()
    with sim.env._bot_scope():
        if back == "in its server":
            sim.bot.dispatch("guild_join", sim.bot.guilds[0])
        else:
            channel = sim.bot.get_channel(sim.room.id)
            sim.bot.dispatch("guild_channel_update", channel, channel)
    await sim.env.settle()
    assert "wins!" in text(sim.board()) and "Replay" in buttons(sim.board())
    asked = len(sim.requests("PATCH")) + len(sim.requests("POST"))
    await sim.tell("guild_join", sim.bot.guilds[0])
    assert len(sim.requests("PATCH")) + len(sim.requests("POST")) == asked


async def test_a_board_that_was_refused_is_shown_by_the_next_start(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    table, before = await sim.table(), sim.board().id
    fails(sim, "*", f"/channels/{sim.room.id}/messages*", status=403, code=50001)
    seat = table.state.asked[0]
    await sim.behind(table.submit(seat, table.game.default(table.state, seat), "test:1"))
    assert sim.board().id == before
    sim.env.backend.faults.clear()
    await sim.restart()
    [asked] = await sim.asked()
    assert sim.board().id != before and f"<@{sim.people[asked].id}>" in text(sim.board())


async def test_a_deleted_channel_ends_nothing_else(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    table = await sim.table()
    room = await second_table(sim)
    gone = sim.env.bot.get_channel(sim.room.id)
    await sim.behind(gone.delete())
    name = table.names[table.waiting_people()[0]]
    wish = table.game.default(table.state, table.waiting_people()[0])
    answer = await sim.command_dm(name, "move", move=wish, game="1")
    assert "✓" in reply_text(answer)
    await goes_on(sim)
    assert "Move" in buttons(sim.board(room))
    sim.room = room
    await sim.restart()
    await goes_on(sim)


async def test_a_dm_that_is_refused_for_now_is_tried_again_after_a_restart(sim: SimServer):
    path = f"/channels/{sim.people['Ben'].user.dm_channel.id}/messages"
    fails(sim, "POST", path, status=403, code=40003, times=1)
    await sim.gather(computers=0, seats=2, game="rokoko")  # all are asked in secret
    assert not sim.dms("Ben") and sim.dms("Ada")
    await sim.restart()
    assert controls(sim.dms("Ben")[-1])


# --- Time ----------------------------------------------------------------------------------------


async def alone(sim: SimServer) -> int:
    """A game of Ada against computer players, where nobody is notified; the number of the board."""
    await sim.start("Ada", computers=1)
    return sim.board().id


@pytest.mark.sampled(one_in=3)
async def test_a_board_is_edited_at_any_age(sim: SimServer):
    first = await alone(sim)
    await sim.env.advance_time(HOUR + 60)
    await move(sim)
    assert [each.id for each in sim.posts()] == [first]


OLD = {"status": 429, "code": 30046}
"""Discord takes no more edits of a message that is older than an hour."""


async def test_a_board_that_was_edited_too_often_is_replaced_without_a_sound(sim: SimServer):
    first = await alone(sim)
    fails(sim, "PATCH", f"/channels/{sim.room.id}/messages/{first}", **OLD)
    await move(sim)
    [board] = sim.posts()
    assert board.id != first and "Move" in buttons(board) and board.flags.suppress_notifications
    await move(sim)
    assert [each.id for each in sim.posts()] == [board.id]


async def test_a_board_that_scrolled_away_is_posted_again(sim: SimServer):
    first = await alone(sim)
    await sim.env.advance_time(120)
    for n in range(4):
        await sim.people["Ben"].send(sim.room, f"small talk {n}")
    await move(sim)
    assert first in [each.id for each in sim.posts()]
    await sim.people["Ben"].send(sim.room, "more of it")
    await move(sim)
    assert first not in [each.id for each in sim.posts()]
    assert "Move" in buttons(sim.board())


# --- The disk ------------------------------------------------------------------------------------


def another_process_writes(sim: SimServer) -> None:
    """Somebody else's bot, on the same database, takes the next number of the log."""
    sim.sql("CREATE TABLE theirs AS SELECT * FROM moves WHERE table_id = 1 AND seq = 0")
    sim.sql("UPDATE theirs SET seq = 1, kind = 'undo', seat = 0, token = 'theirs', back_to = 0")
    sim.sql("INSERT INTO moves SELECT * FROM theirs")
    sim.sql("DROP TABLE theirs")


async def test_nothing_changes_if_another_process_was_first(sim: SimServer):
    await sim.gather(computers=0, seats=2)
    table = await sim.table()
    name = (await sim.asked())[0]
    wish = await sim.default(name)
    board = text(sim.board())
    another_process_writes(sim)
    answer = await sim.command(name, "move", move=wish)
    assert "moved on" in ephemeral_text(answer) and "✓" not in reply_text(answer)
    written = sim.sql("SELECT seq, token FROM moves WHERE table_id = 1 ORDER BY seq")
    assert written == [(0, None), (1, "theirs")]
    assert text(sim.board()).splitlines()[:2] == board.splitlines()[:2]
    again = await sim.command(name, "move", move=wish)
    assert "✓" in reply_text(again)
    assert sim.sql("SELECT MAX(seq) FROM moves WHERE table_id = 1") == [(2,)]
    assert (await sim.table()) is not table
