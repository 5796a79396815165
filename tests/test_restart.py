"""Crashes, restarts, a Discord that fails and a disk that is damaged: the game goes on."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import simcord

from bot.app import ALONE_POLL_S, Atelier
from bot.outbox.outbox import MAX_SHOWING_S
from bot.pictures.pictures import picture_key
from bot.table import Stale, lobby, undo
from tests.salon import Salon, buttons, controls, ephemeral_text, reply_text, text

HOUR = 3600


@pytest.fixture(autouse=True)
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has the same seed."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 77)


@pytest.fixture
def slow_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outbox waits so long that SimCord's clock, not ours, must be advanced."""
    monkeypatch.setattr("bot.outbox.table_workers.FIRST_WAIT_S", 60.0)


@pytest.fixture
def salon(started: list[Atelier], simcord_env: simcord.Env) -> Salon:
    """A server with two players."""
    salon = Salon.of(simcord_env, "Ada", "Ben")
    salon.started = started
    return salon


async def move(salon: Salon) -> str:
    """Somebody who is asked makes a default move by command; returns their name."""
    name = (await salon.asked())[0]
    answer = await salon.command(name, "move", move=await salon.default(name))
    assert "✓" in reply_text(answer)
    return name


async def second_table(salon: Salon) -> Any:
    """A room with a table of Ben and a computer player, where Ben is asked."""
    room = salon.guild.create_text_channel("second-room")
    await salon.open(host="Ben", room=room, seats=2, computers=1)
    await salon.press("Ben", "Start", salon.board(room))
    assert "to move" in text(salon.board(room))
    return room


async def goes_on(salon: Salon, number: int = 2) -> None:
    """The table of this number takes a move of a person and shows it."""
    table = await salon.table(number)
    seat = table.waiting_people()[0]
    before = table.seq
    wish = table.game.default(table.state, seat)
    answer = await salon.command_dm(table.names[seat], "move", move=wish, game=str(number))
    assert "✓" in reply_text(answer) and table.seq > before


def fails(salon: Salon, method: str, path: str, **more: Any) -> None:
    """Makes Discord fail when the bot does this."""
    salon.env.inject_error(method, path, **{"status": 503, "times": None} | more)


# --- Restarts ------------------------------------------------------------------------------------


async def test_a_commit_is_shown_after_the_cached_table_is_updated(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table, store = await salon.table(), salon.bot.store
    await salon.env.settle()
    async with table.lock:
        await store.outbox.add(table.id)
        salon.bot.outbox.kick(table.id)
        await asyncio.sleep(0.2)
        assert await store.outbox.ticket(table.id) is not None
    for _ in range(200):
        if await store.outbox.ticket(table.id) is None:
            break
        await asyncio.sleep(0.05)
    assert await store.outbox.ticket(table.id) is None


@pytest.mark.parametrize("ends", [True, False])
async def test_a_board_that_was_left_unfinished_is_shown_by_a_later_look(
    salon: Salon, monkeypatch: pytest.MonkeyPatch, ends: bool
):
    await salon.gather(computers=0, seats=2)
    table, store = await salon.table(), salon.bot.store
    await salon.env.settle()
    with monkeypatch.context() as stopped:
        stopped.setattr(salon.bot.outbox, "_reconcile", given_up if ends else forgotten)
        await move(salon)
        await salon.env.settle()
    assert await store.outbox.ticket(table.id) is not None
    assert bool(salon.bot.outbox.tasks) == (not ends)
    await salon.env.advance_time(3 * ALONE_POLL_S if ends else 2 * MAX_SHOWING_S)
    assert await store.outbox.ticket(table.id) is None
    assert [file.filename for file in salon.board().attachments] == [
        f"{table.game.name}-{picture_key((await salon.table()).view(None))}.png"
    ]


async def given_up(*_table: Any) -> None:
    """Shows nothing, because what it waits for is cancelled."""
    raise asyncio.CancelledError


async def forgotten(*_table: Any) -> None:
    """Shows nothing for a day."""
    await asyncio.sleep(86_400)


async def test_every_button_still_works_after_a_restart(salon: Salon):
    await salon.gather(computers=0, seats=2)
    name = (await salon.asked())[0]
    panel = (await salon.press(name, "Move")).response
    await salon.restart()
    for label in ("My hand", "Rules", "Log", "Move"):
        answer = await salon.press("Ada", label)
        assert answer.response.ephemeral and text(answer.response)
    await salon.make(name, await salon.default(name), panel)
    table = await salon.table()
    assert table.seq == 1 and "✓" in text(panel)
    await salon.restart()
    await salon.press(name, "Take back my last move", panel)
    table = await salon.table()
    assert table.last.kind == "undo" and await salon.asked() == [name]
    await salon.play_until("wear")
    asking = salon.dms("Ada")[-1]
    await salon.restart()
    table = await salon.table()
    seat = table.names.index("Ada")
    wish = table.game.legal(table.state, seat)[0]
    await salon.make("Ada", wish, asking)
    assert table.state.answers == {seat: wish}
    assert "You have chosen" in text(salon.dms("Ada")[-1])
    await salon.restart()
    table = await salon.table()
    assert table.state.answers == {seat: wish}
    await salon.press_dm("Ada", "Take back my last move")
    assert table.state.answers == {}


async def test_a_restart_posts_nothing_that_stands_there_already(salon: Salon):
    await salon.gather(computers=0, seats=2)
    await salon.play_until("wear")
    counts = [len(salon.posts()), len(salon.dms("Ada")), len(salon.env.http_requests)]
    await salon.restart()
    sent = [
        (each.method, each.path)
        for each in salon.env.http_requests[counts[2] :]
        if "/messages" in each.path
    ]
    assert sent == []
    assert counts[:2] == [len(salon.posts()), len(salon.dms("Ada"))]


async def test_a_bot_that_is_stopped_as_it_connects_ends_that_first(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    begun, bot = asyncio.Event(), salon.bot

    async def look_for_long() -> None:
        begun.set()
        await asyncio.sleep(HOUR)

    monkeypatch.setattr(bot.outbox, "resume_all", look_for_long)
    connecting = asyncio.create_task(bot.on_connect())
    await begun.wait()
    await bot.close()
    assert connecting.cancelled()
    assert not bot._polling.is_running()


async def test_a_move_during_the_end_is_shown_by_the_next_start(salon: Salon):
    await salon.open(seats=2)
    await salon.press("Ben", "Join")
    await salon.press("Ada", "Start")
    table, outbox = await salon.table(), salon.bot.outbox
    await outbox.close()
    sent = len(salon.env.http_requests)
    seat = table.state.asked[0]
    await table.submit(seat, table.game.default(table.state, seat), "as a computer player does")
    assert not outbox._players.tasks and not outbox._watchers.tasks
    await salon.env.settle()
    assert len(salon.env.http_requests) == sent
    await salon.restart()
    assert len(salon.env.http_requests) > sent


async def test_the_question_before_a_game_ends_works_after_a_restart(salon: Salon):
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    question = await salon.command("Ada", "game abandon")
    await salon.restart()
    await salon.press("Ada", "End the game", question.response)
    assert (await salon.table()).row.status == "abandoned"


async def test_a_lobby_survives_a_restart(salon: Salon):
    await salon.open(seats=3, options="end_gold=25")
    await salon.restart()
    await salon.press("Ben", "Join")
    assert "Ben" in text(salon.board()) and "25" in text(salon.board())
    await salon.restart()
    await salon.pick_option("Ada", "Gold that ends the game: 20")
    await salon.press("Ada", "Start")
    table = await salon.table()
    assert table.row.status == "running" and table.state.end_gold == 20
    assert table.names == ["Ada", "Ben"]


@pytest.mark.usefixtures("slow_retries")
async def test_what_was_committed_but_not_shown_is_shown_after_a_restart(salon: Salon):
    await salon.gather(computers=0, seats=2)
    fails(salon, "PATCH", f"/channels/{salon.room.id}/messages/*")
    fails(salon, "POST", f"/channels/{salon.room.id}/messages")
    name = await move(salon)
    table = await salon.table()
    assert table.seq == 1
    [line] = [said for seq, said, _ in await table.news() if seq == 1]
    done = line.removeprefix(f"{name} ").removesuffix(".")  # other news of them may precede it
    assert done not in text(salon.board())
    assert salon.sql("SELECT COUNT(*) FROM outbox") == [(1,)]
    salon.env.backend.faults.clear()
    await salon.restart()
    assert done in text(salon.board())
    assert salon.sql("SELECT COUNT(*) FROM outbox") == [(0,)]
    [other] = await salon.asked()
    assert other != name and salon.pinged()[-1] == {other}


@pytest.mark.usefixtures("slow_retries")
async def test_a_secret_that_was_not_asked_before_a_restart_is_asked_after_it(salon: Salon):
    await salon.gather(computers=0, seats=2)
    dm = salon.people["Ada"].user.dm_channel
    fails(salon, "POST", f"/channels/{dm.id}/messages")
    await salon.play_until("wear")
    assert not salon.dms("Ada")
    salon.env.backend.faults.clear()
    await salon.restart()
    assert controls(salon.dms("Ada")[-1])


async def test_computer_players_that_were_thinking_go_on_after_a_restart(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    async def die(*_: Any) -> str:
        raise ConnectionResetError("the plug was pulled")

    await salon.open(seats=2, computers=1)
    monkeypatch.setattr(salon.bot.thinkers, "choose", die)
    await salon.press("Ada", "Start")
    while await salon.asked():
        await move(salon)
    table = await salon.table()
    assert table.waiting_computers() and not await salon.asked()
    before = table.seq
    await salon.restart()
    table = await salon.table()
    assert table.seq > before and await salon.asked() == ["Ada"]


# --- Damage --------------------------------------------------------------------------------------

DAMAGES = {
    "state": "UPDATE moves SET state = X'00FF00FF' WHERE table_id = 1",
    "empty state": "UPDATE moves SET state = NULL WHERE table_id = 1",
    "other state": "UPDATE moves SET state = (SELECT CAST('{}' AS BLOB)) WHERE table_id = 1",
    "later release": "UPDATE moves SET version = 99 WHERE table_id = 1",
    "unknown game": "UPDATE tables SET game = 'faro' WHERE id = 1",
    "people": "UPDATE tables SET people = '[{\"nobody\"' WHERE id = 1",
    "people of another kind": 'UPDATE tables SET people = \'[{"colour": "red"}]\' WHERE id = 1',
    "nobody": "UPDATE tables SET people = '[]' WHERE id = 1",
    "options": "UPDATE tables SET options = 'garbage' WHERE id = 1",
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_table_is_set_aside_and_others_go_on(salon: Salon, damage: str):
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    room = await second_table(salon)
    salon.sql(DAMAGES[damage])
    await salon.restart()
    await salon.press_old("Ada", salon.board(), "panel:1:")
    said = text(salon.board())
    assert "Table 1" in said and "set aside" in said
    assert "free for a new game" in said
    answer = await salon.press("Ben", "Move", salon.board(room))
    assert controls(answer.response)
    await goes_on(salon)
    await salon.open(seats=2)
    assert "Join" in buttons(salon.board())
    listed = reply_text(await salon.command("Ben", "game list"))
    assert "table 2" in listed and "table 3" in listed
    assert salon.sql("SELECT COUNT(*) FROM moves WHERE table_id = 1")[0][0] > 0


@pytest.mark.parametrize("damage", ["state", "unknown game", "people"])
async def test_a_press_on_a_damaged_table_is_answered_with_a_sentence(salon: Salon, damage: str):
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    salon.sql(DAMAGES[damage])
    await salon.restart()
    for action in ("panel", "hand", "log"):
        answer = await salon.press_old("Ada", salon.board(), f"{action}:1:")
        assert ephemeral_text(answer) and "went wrong" not in ephemeral_text(answer)


async def test_a_damaged_table_is_announced_once(salon: Salon):
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    salon.sql(DAMAGES["state"])
    await salon.restart()
    for _ in range(2):
        await salon.press_old("Ada", salon.board(), "panel:1:")
    count = len(salon.posts())
    await salon.restart()
    assert len(salon.posts()) == count
    assert sum("set aside" in text(message) for message in salon.posts()) == 1


# --- A Discord that fails ------------------------------------------------------------------------


@pytest.mark.usefixtures("slow_retries")
@pytest.mark.parametrize("status", [500, 503])
async def test_a_board_that_could_not_be_posted_is_tried_again(salon: Salon, status: int):
    fails(salon, "POST", f"/channels/{salon.room.id}/messages", status=status, times=2)
    await salon.open(seats=2)
    assert salon.posts() == []
    await salon.env.advance_time(70)
    assert salon.posts() == []
    await salon.env.advance_time(130)
    [lobby] = salon.posts()
    assert "Join" in buttons(lobby)


@pytest.mark.usefixtures("slow_retries")
async def test_a_table_that_cannot_be_shown_does_not_stop_another(salon: Salon):
    await salon.gather(computers=0, seats=2)
    room = await second_table(salon)
    before = text(salon.board())
    fails(salon, "*", f"/channels/{salon.room.id}/messages*")
    await move(salon)
    table = await salon.table(2)
    seen = text(salon.board(room))
    await goes_on(salon)
    assert text(salon.board(room)) != seen and table.seq > 0
    assert text(salon.board()) == before
    salon.env.backend.faults.clear()
    await salon.env.advance_time(70)
    assert text(salon.board()) != before


async def test_a_closed_channel_does_not_stop_the_game_or_another(salon: Salon):
    await salon.gather(computers=0, seats=2)
    await second_table(salon)
    fails(salon, "*", f"/channels/{salon.room.id}/messages*", status=403, code=50001)
    name = (await salon.asked())[0]
    answer = await salon.command_dm(name, "move", move=await salon.default(name), game="1")
    assert "✓" in reply_text(answer)
    await goes_on(salon)


async def test_a_board_that_a_moderator_deleted_is_posted_again(salon: Salon):
    await salon.gather(computers=0, seats=2)
    old = salon.board()
    salon.env.backend.delete_message(salon.room.id, old.id)
    assert salon.posts() == []
    await move(salon)
    [board] = salon.posts()
    assert board.id != old.id and "Move" in buttons(board)


async def test_a_deleted_board_is_posted_again_even_if_nobody_is_notified(salon: Salon):
    await salon.open(seats=3)
    salon.env.backend.delete_message(salon.room.id, salon.board().id)
    fresh = await salon.command("Ben", "game list")
    assert "gathers players" in reply_text(fresh)
    table = await salon.table()
    with salon.env._bot_scope():
        await lobby.join(table, salon.people["Ben"].id, "Ben")
    await salon.env.settle()
    [board] = salon.posts()
    assert "Ben" in text(board) and "Join" in buttons(board)


async def test_a_deleted_dm_is_sent_again(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table = await salon.play_until("wear")
    dm = salon.people["Ada"].user.dm_channel
    salon.env.backend.delete_message(dm.id, salon.dms("Ada")[-1].id)
    assert salon.dms("Ada") == []
    wish = await salon.default("Ada")
    panel = (await salon.press("Ada", "Move")).response
    await salon.make("Ada", wish, panel)
    assert table.state.answers
    label = table.game.label(table.state, table.names.index("Ada"), wish)
    assert f"You have chosen: **{label}**" in text(salon.dms("Ada")[-1])


@pytest.mark.parametrize("back", ["in its server", "in the channel"])
async def test_a_game_that_ended_while_nothing_could_be_shown_is_shown_when_the_bot_is_back(
    salon: Salon, back: str
):
    await salon.gather(computers=0, seats=2)
    table, before = await salon.table(), salon.board().id
    fails(salon, "*", f"/channels/{salon.room.id}/messages*", status=403, code=50001)
    with salon.env._bot_scope():
        while table.row.status == "running":
            seat = table.state.asked[0]
            await table.submit(seat, table.game.default(table.state, seat), f"test:{table.seq}")
    await salon.env.settle()
    assert salon.board().id == before and "wins!" not in text(salon.board())
    salon.env.backend.faults.clear()
    with salon.env._bot_scope():
        if back == "in its server":
            await salon.bot.on_guild_join(salon.bot.guilds[0])
        else:
            channel = salon.bot.get_channel(salon.room.id)
            await salon.bot.on_guild_channel_update(channel, channel)
    await salon.env.settle()
    assert "wins!" in text(salon.board()) and "Replay" in buttons(salon.board())
    asked = len(salon.requests("PATCH")) + len(salon.requests("POST"))
    with salon.env._bot_scope():
        await salon.bot.on_guild_join(salon.bot.guilds[0])
    await salon.env.settle()
    assert len(salon.requests("PATCH")) + len(salon.requests("POST")) == asked


async def test_a_deleted_channel_ends_nothing_else(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table = await salon.table()
    room = await second_table(salon)
    gone = salon.env.bot.get_channel(salon.room.id)
    with salon.env._bot_scope():
        await gone.delete()
    await salon.env.settle()
    name = table.names[table.waiting_people()[0]]
    wish = table.game.default(table.state, table.waiting_people()[0])
    answer = await salon.command_dm(name, "move", move=wish, game="1")
    assert "✓" in reply_text(answer)
    await goes_on(salon)
    assert "Move" in buttons(salon.board(room))
    salon.room = room
    await salon.restart()
    await goes_on(salon)


async def test_a_dm_that_is_refused_for_now_is_tried_again_after_a_restart(salon: Salon):
    path = f"/channels/{salon.people['Ben'].user.dm_channel.id}/messages"
    fails(salon, "POST", path, status=403, code=40003, times=1)
    await salon.gather(computers=0, seats=2, game="rokoko")  # all are asked in secret
    assert not salon.dms("Ben") and salon.dms("Ada")
    await salon.restart()
    assert controls(salon.dms("Ben")[-1])


# --- Time ----------------------------------------------------------------------------------------


async def alone(salon: Salon) -> int:
    """A game of Ada against computer players, where nobody is notified; the number of the board."""
    await salon.open(seats=2, computers=1)
    await salon.press("Ada", "Start")
    return salon.board().id


async def test_a_board_is_edited_at_any_age(salon: Salon):
    first = await alone(salon)
    await salon.env.advance_time(HOUR + 60)
    await move(salon)
    assert [each.id for each in salon.posts()] == [first]


OLD = {"status": 429, "code": 30046}
"""Discord takes no more edits of a message that is older than an hour."""


async def test_a_board_that_was_edited_too_often_is_replaced_without_a_sound(salon: Salon):
    first = await alone(salon)
    fails(salon, "PATCH", f"/channels/{salon.room.id}/messages/{first}", **OLD)
    await move(salon)
    [board] = salon.posts()
    assert board.id != first and "Move" in buttons(board) and board.flags.suppress_notifications
    await move(salon)
    assert [each.id for each in salon.posts()] == [board.id]


async def test_a_board_that_scrolled_away_is_posted_again(salon: Salon):
    first = await alone(salon)
    await salon.env.advance_time(120)
    for n in range(4):
        await salon.people["Ben"].send(salon.room, f"small talk {n}")
    await move(salon)
    assert first in [each.id for each in salon.posts()]
    await salon.people["Ben"].send(salon.room, "more of it")
    await move(salon)
    assert first not in [each.id for each in salon.posts()]
    assert "Move" in buttons(salon.board())


# --- The disk ------------------------------------------------------------------------------------


def another_process_writes(salon: Salon) -> None:
    """Somebody else's bot, on the same database, takes the next number of the log."""
    salon.sql("CREATE TABLE theirs AS SELECT * FROM moves WHERE table_id = 1 AND seq = 0")
    salon.sql("UPDATE theirs SET seq = 1, kind = 'undo', seat = 0, token = 'theirs', back_to = 0")
    salon.sql("INSERT INTO moves SELECT * FROM theirs")
    salon.sql("DROP TABLE theirs")


async def test_nothing_changes_if_another_process_was_first(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table = await salon.table()
    name = (await salon.asked())[0]
    wish = await salon.default(name)
    board = text(salon.board())
    another_process_writes(salon)
    answer = await salon.command(name, "move", move=wish)
    assert "moved on" in ephemeral_text(answer) and "✓" not in reply_text(answer)
    written = salon.sql("SELECT seq, token FROM moves WHERE table_id = 1 ORDER BY seq")
    assert written == [(0, None), (1, "theirs")]
    assert text(salon.board()).splitlines()[:2] == board.splitlines()[:2]
    again = await salon.command(name, "move", move=wish)
    assert "✓" in reply_text(again)
    assert salon.sql("SELECT MAX(seq) FROM moves WHERE table_id = 1") == [(2,)]
    assert (await salon.table()) is not table


async def test_a_submit_is_stale_if_another_process_was_first(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table = await salon.table()
    seat = table.waiting_people()[0]
    before = table.game.dump(table.state)
    another_process_writes(salon)
    with pytest.raises(Stale):
        await table.submit(seat, table.game.default(table.state, seat), "ours")
    assert table.game.dump(table.state) == before


async def test_a_move_that_the_disk_refuses_is_not_acknowledged(salon: Salon):
    await salon.gather(computers=0, seats=2)
    table = await salon.table()
    name = (await salon.asked())[0]
    wish = await salon.default(name)
    before, board = table.game.dump(table.state), text(salon.board())
    salon.sql(
        "CREATE TRIGGER full BEFORE INSERT ON moves BEGIN SELECT RAISE(FAIL, 'disk full'); END"
    )
    panel = (await salon.press(name, "Move")).response
    answer = await salon.make(name, wish, panel)
    assert "nothing changed" in reply_text(answer) and "✓" not in reply_text(answer)
    assert text(salon.board()) == board
    salon.sql("DROP TRIGGER full")
    table = await salon.table()
    assert table.game.dump(table.state) == before
    assert salon.sql("SELECT MAX(seq) FROM moves") == [(0,)]
    again = await salon.command(name, "move", move=wish)
    assert "✓" in reply_text(again)
    assert salon.sql("SELECT MAX(seq) FROM moves") == [(1,)]


async def test_states_of_long_ago_are_thinned_and_the_log_is_not(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.store.moves.KEPT_STATES", 50)
    await salon.gather(computers=0, seats=2)
    table = await salon.table()
    seat = table.waiting_people()[0]
    for _ in range(125):
        wish = table.game.default(table.state, seat)
        await table.submit(seat, wish, f"there {table.seq}")
        await undo.undo(table, table.people[seat].user, f"back {table.seq}")
    rows = salon.sql("SELECT seq, question, state IS NULL FROM moves ORDER BY seq")
    assert [seq for seq, _question, _gone in rows] == list(range(251))
    thinned = [question for _seq, question, gone in rows if gone]
    assert thinned and max(thinned) < 125 - 50
    assert all(question % 20 for question in thinned)
    await salon.env.settle()
    await salon.restart()
    assert await salon.asked() == [table.names[seat]]
    assert json.loads(salon.sql("SELECT news FROM moves WHERE seq = 1")[0][0])
