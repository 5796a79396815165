"""A rematch: who is invited, who sits where, and that there is only one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.store import Conflict, InvitationRow, Store, TableRow
from bot.table import Person
from bot.table.rematch import next_order
from tests.databases import Address, ask
from tests.salon import Salon, buttons, ephemeral_text, reply_text, text


@pytest.fixture
def salon(salon_of: Callable[..., Salon]) -> Salon:
    """A server with four people in it."""
    return salon_of("Ada", "Ben", "Cleo", "Dora")


async def finish(salon: Salon, *others: str, room: Any = None, **more: Any) -> Any:
    """Plays a game of Ada and others to its end; returns its final board."""
    await salon.open(room=room, seats=len(others) + 1 + more.get("computers", 0), **more)
    for name in others:
        await salon.press(name, "Join", salon.board(room))
    await salon.press("Ada", "Start", salon.board(room))
    await to_the_end(salon, room)
    return salon.board(room)


async def to_the_end(salon: Salon, room: Any = None) -> None:
    """Plays the game of a channel to its end."""
    where, salon.room = salon.room, room or salon.room
    await salon.skip_the_middle(1)
    table = await salon.table()
    for seat in table.waiting_people():
        with salon.env._bot_scope():  # so that SimCord waits for what follows from it
            await table.submit(seat, table.game.default(table.state, seat), f"last:{table.seq}")
        await salon.env.settle()
    salon.room = where
    assert table.row.status == "over"


def lobbies(salon: Salon) -> list[Any]:
    """The stored lobbies."""
    return salon.sql("SELECT id, host, people FROM tables WHERE status = 'lobby' ORDER BY id")


# --- What is opened -------------------------------------------------------------------------------


async def test_a_rematch_has_the_same_game_options_pace_and_computer_players(salon: Salon):
    await salon.open(seats=4, computers=1, level="quick", game="royal_threadcount")
    await salon.press("Ben", "Join")
    await salon.pick_option("Ada", "Pace: daily")
    await salon.pick_option("Ada", "Start: when full")
    await salon.pick_option("Ada", "Late answers: computer, until back")
    options = json.loads(salon.sql("SELECT options FROM tables")[0][0])
    await salon.press("Ada", "Start")
    await to_the_end(salon)
    answer = await salon.press("Ben", "Rematch")
    table = await salon.table()
    assert f"/{salon.room.id}/{salon.board().id})" in ephemeral_text(answer)
    assert (table.id, table.row.status, table.row.rematch_of) == (2, "lobby", 1)
    assert table.row.host == salon.people["Ben"].id and table.game.name == "royal_threadcount"
    assert (table.row.pace, table.row.late, table.row.starts_full) == ("daily", "seat", 1)
    assert table.options == options and table.row.seats == 3
    assert [person.level for person in table.people] == ["quick", ""]
    assert "Rematch of table 1" in text(salon.board())


async def test_seats_move_on_by_one_in_whatever_order_people_join(salon: Salon):
    await finish(salon, "Ben", "Cleo", "Dora")
    await salon.press("Cleo", "Rematch")
    for name in ("Ada", "Dora", "Ben"):
        await salon.press(name, "Join")
    assert (await salon.table()).names == ["Ben", "Cleo", "Dora", "Ada"]
    await salon.press("Cleo", "Start")
    assert (await salon.table()).names == ["Ben", "Cleo", "Dora", "Ada"]


async def test_somebody_new_joins_a_rematch_behind_those_who_sit_there(salon: Salon):
    await finish(salon, "Ben", "Cleo")
    await salon.press("Ada", "Rematch")
    await salon.press("Dora", "Join")
    await salon.press("Ben", "Join")
    assert (await salon.table()).names == ["Ben", "Ada", "Dora"]


async def test_a_seat_that_somebody_left_is_free_in_the_rematch(salon: Salon):
    await salon.open(seats=3)
    for name in ("Ben", "Cleo"):
        await salon.press(name, "Join")
    await salon.press("Ada", "Start")
    leaving = await salon.command("Ben", "game leave")
    await salon.press("Ben", "Leave the game", leaving.response)
    await to_the_end(salon)
    refused = await salon.press("Ben", "Rematch")
    assert "Only players of this game" in ephemeral_text(refused)
    await salon.press("Ada", "Rematch")
    table = await salon.table()
    assert table.names == ["Ada"] and table.row.seats == 3
    assert f"<@{salon.people['Ben'].id}>" not in text(salon.board())


def test_the_first_player_is_last_in_the_rematch():
    people = [Person(name) for name in "abc"]
    assert [person.name for person in next_order(people)] == ["b", "c", "a"]


# --- Who is asked ---------------------------------------------------------------------------------


async def test_the_others_are_notified_once_by_one_message_and_join_with_one_press(salon: Salon):
    await finish(salon, "Ben", "Cleo")
    before = len(salon.pinged())
    answer = await salon.press("Ada", "Rematch")
    assert "Invited: Ben and Cleo. They can join" in ephemeral_text(answer)
    assert salon.pinged()[before:] == [{"Ben", "Cleo"}]
    lobby = salon.board()
    await salon.press("Ben", "Join")
    await salon.pick_option("Ada", "Pace: daily")
    assert salon.board().id == lobby.id and salon.pinged()[before:] == [{"Ben", "Cleo"}]
    assert all(not calls for calls in salon.pinged("PATCH")[-2:])
    assert (await salon.table()).names == ["Ben", "Ada"]
    assert (await salon.table()).row.status == "lobby"


async def test_somebody_who_declines_is_not_notified_of_the_next_rematch(salon: Salon):
    over = await finish(salon, "Ben")
    await salon.press("Ada", "Rematch")
    refused = await salon.press_old("Cleo", salon.board(), buttons(salon.board())["Decline"])
    assert "You are not invited" in ephemeral_text(refused)
    assert "You have declined" in ephemeral_text(await salon.press("Ben", "Decline"))
    assert f"Declined: <@{salon.people['Ben'].id}>" in text(salon.board())
    assert "Decline" not in buttons(salon.board())
    await salon.abandon("Ada")
    calls = len(salon.pinged())
    again = await salon.press("Ada", "Rematch", over)
    assert "Not notified" in ephemeral_text(again) and "Ben" in ephemeral_text(again)
    assert salon.pinged()[calls:] == [set()] and "Decline" not in buttons(salon.board())
    await salon.press("Ben", "Join")
    assert (await salon.table()).names == ["Ben", "Ada"]


@pytest.mark.parametrize(
    ("setting", "called"), [("invitations", False), ("none", False), ("now", True)]
)
async def test_settings_of_invitations_and_notifications_hold(
    salon: Salon, setting: str, called: bool
):
    await finish(salon, "Ben")
    if setting == "invitations":
        await salon.bot.store.people.save(salon.people["Ben"].id, invitable=0)
    else:
        await salon.command("Ben", "settings notifications", how=setting)
    calls = len(salon.pinged())
    await salon.press("Ada", "Rematch")
    assert salon.pinged()[calls:] == [{"Ben"} if called else set()]
    await salon.press("Ben", "Join")
    assert "Ben" in (await salon.table()).names


async def test_somebody_who_wants_direct_messages_is_invited_there(salon: Salon):
    await salon.command("Ben", "tutorial", game="wigs")
    await salon.command("Ben", "settings notifications", how="now", place="dm")
    await finish(salon, "Ben")
    known, calls = len(salon.dms("Ben")), len(salon.pinged())
    await salon.press("Ada", "Rematch")
    [invitation] = salon.dms("Ben")[known:]
    assert "Ada invites you" in text(invitation) and salon.pinged()[calls:] == [set()]
    await salon.people["Ben"].user.click(invitation, label="Join")
    assert (await salon.table()).names == ["Ben", "Ada"]


@pytest.mark.parametrize("how", ["left", "banned", "sees nothing"])
async def test_somebody_who_cannot_come_is_not_invited_and_the_host_reads_that(
    salon: Salon, how: str
):
    await finish(salon, "Ben", "Cleo")
    ben = salon.people["Ben"].id
    backend = salon.env.backend
    if how == "sees nothing":
        hidden = discord.PermissionOverwrite(view_channel=False)
        overwrite(salon, ben, hidden)
    else:
        del backend.guilds[salon.guild.id].members[ben]
    calls = len(salon.pinged())
    answer = ephemeral_text(await salon.press("Ada", "Rematch"))
    assert "Not invited: Ben. They have left the server" in answer
    assert "Invited: Cleo." in answer and salon.pinged()[calls:] == [{"Cleo"}]
    assert salon.sql('SELECT "user" FROM invitations') == [(salon.people["Cleo"].id,)]


def overwrite(salon: Salon, user: int, wanted: discord.PermissionOverwrite) -> None:
    """Sets what somebody may do in the channel."""
    allow, deny = wanted.pair()
    made = Overwrite(user, OverwriteType.MEMBER, allow.value, deny.value)
    salon.env.backend.set_overwrite(salon.room.id, made)


# --- Only one -------------------------------------------------------------------------------------


async def test_a_second_press_says_where_the_rematch_is(salon: Salon):
    over = await finish(salon, "Ben")
    await salon.press("Ada", "Rematch", over)
    lobby = salon.board().id
    for name in ("Ada", "Ben"):
        again = ephemeral_text(await salon.press(name, "Rematch", over))
        assert "The rematch is open already" in again and f"/{lobby})" in again
    typed = ephemeral_text(await salon.command("Ben", "game rematch"))
    assert "The rematch is open already" in typed and f"/{lobby})" in typed
    assert len(lobbies(salon)) == 1 and len(salon.posts()) == 2


async def test_of_two_who_press_at_once_one_opens_it_and_both_read_where_it_is(salon: Salon):
    over = await finish(salon, "Ben", "Cleo")
    pressed = buttons(over)["Rematch"]
    answers = await salon.at_once(("Ben", over, pressed), ("Ada", over, pressed))
    assert sorted("open already" in reply_text(answer) for answer in answers) == [False, True]
    assert all("table 2" in reply_text(answer) for answer in answers)
    assert len(lobbies(salon)) == 1
    assert salon.sql("SELECT COUNT(*) FROM invitations") == [(2,)]


async def test_a_press_that_is_delivered_twice_opens_one(salon: Salon):
    await finish(salon, "Ben")
    await salon.press("Ada", "Rematch")
    await salon.deliver_again()
    assert len(lobbies(salon)) == 1 and len(salon.posts()) == 2


async def test_another_open_table_is_named_with_a_link(salon: Salon):
    over = await finish(salon, "Ben")
    await salon.open(host="Dora")
    refused = ephemeral_text(await salon.press("Ada", "Rematch", over))
    assert "is open in this channel" in refused and f"/{salon.board().id})" in refused
    assert len(lobbies(salon)) == 1


async def test_a_rematch_can_follow_a_rematch_by_command(salon: Salon):
    await finish(salon, "Ben")
    await salon.command("Ben", "game rematch")
    await salon.press("Ada", "Join")
    await salon.press("Ada", "Start")
    await to_the_end(salon)
    await salon.press("Ada", "Rematch")
    assert [row[0] for row in lobbies(salon)] == [3]
    assert (await salon.table()).row.rematch_of == 2


# --- Refused --------------------------------------------------------------------------------------


async def test_only_players_of_a_finished_game_open_its_rematch(salon: Salon):
    refused = ephemeral_text(await salon.command("Ada", "game rematch"))
    assert "There is no table in this channel" in refused
    await salon.open(seats=2)
    for command in ("before the start", "while it runs"):
        refused = ephemeral_text(await salon.command("Ada", "game rematch"))
        assert "Only a finished game can have a rematch" in refused, command
        if command == "before the start":
            await salon.press("Ben", "Join")
            await salon.press("Ada", "Start")
    await to_the_end(salon)
    for refusal in (
        await salon.press("Cleo", "Rematch"),
        await salon.command("Cleo", "game rematch"),
    ):
        assert "Only players of this game" in ephemeral_text(refusal)
    assert lobbies(salon) == []


async def test_a_lesson_has_no_rematch(salon: Salon):
    await salon.command("Ben", "tutorial", game="wigs")
    await to_the_end(salon, salon.people["Ben"].user.dm_channel)
    shown = [label for message in salon.dms("Ben") for label in buttons(message)]
    assert "Replay" in shown and "Rematch" not in shown


async def test_what_the_server_and_limits_forbid_is_refused(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    over = await finish(salon, "Ben")
    with monkeypatch.context() as patched:
        patched.setattr("cogs._lobby.MAX_OPEN_OF_SERVER", 0)
        assert "the most allowed" in ephemeral_text(await salon.press("Ada", "Rematch", over))
    await salon.bot.store.servers.save(salon.guild.id, channels="[1]")
    assert "games can be opened only in" in ephemeral_text(
        await salon.press("Ada", "Rematch", over)
    )
    assert lobbies(salon) == []


async def test_a_game_that_is_not_here_any_more_has_no_rematch(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    over = await finish(salon, "Ben")
    salon.bot.tables.mark_outdated([1])
    monkeypatch.setattr("bot.table.tables.discover", dict)
    assert "not available here any more" in ephemeral_text(
        await salon.press("Ada", "Rematch", over)
    )
    assert lobbies(salon) == []


async def test_a_channel_where_the_bot_may_not_write_gets_a_sentence(salon: Salon):
    over = await finish(salon, "Ben")
    path = f"/channels/{salon.room.id}/messages"
    salon.env.inject_error("POST", path, status=403, code=50013)
    refused = ephemeral_text(await salon.press("Ada", "Rematch", over))
    assert "does not let me write here" in refused
    assert lobbies(salon) == []


# --- Private tables, and a crash ------------------------------------------------------------------


async def test_a_private_table_stays_private_and_those_who_left_its_thread_come_back(salon: Salon):
    await salon.open(seats=2, private=True)
    [thread] = salon.room.threads
    await salon.command("Ada", "game invite", thread, player=salon.people["Ben"])
    await salon.press("Ben", "Join", salon.board(thread))
    await salon.press("Ada", "Start", salon.posts(thread)[0])
    await to_the_end(salon, thread)
    members = salon.env.backend.channels[thread.id].thread_members
    del members[salon.people["Ben"].id]
    await salon.press("Ada", "Rematch", salon.board(thread))
    assert salon.people["Ben"].id in members
    table = await salon.table(2)
    assert table.row.private and "🔒 Private" in text(salon.board(thread))
    assert salon.pinged(channel=thread)[-1] == {"Ben"}
    refused = await salon.press_old("Cleo", salon.board(thread), "join:2:")
    assert "This table is private" in ephemeral_text(refused)
    await salon.press("Ben", "Join", salon.board(thread))
    assert (await salon.table(2)).names == ["Ben", "Ada"]


async def test_a_rematch_that_was_stored_is_shown_once_after_a_crash(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    over = await finish(salon, "Ben")
    calls = len(salon.pinged())
    with monkeypatch.context() as patched:
        patched.setattr(type(salon.bot.outbox), "kick", lambda self, number: None)
        await salon.press("Ada", "Rematch", over)
        assert len(salon.posts()) == 1
    await salon.restart()
    assert salon.pinged()[calls:] == [{"Ben"}] and len(salon.posts()) == 2
    await salon.press("Ben", "Join")
    assert (await salon.table()).names == ["Ben", "Ada"]


async def test_a_table_and_its_guests_are_stored_together_or_not_at_all(salon: Salon):
    over = await finish(salon, "Ben")
    salon.sql(
        "CREATE TRIGGER fails BEFORE INSERT ON invitations BEGIN SELECT RAISE(ABORT, 'disk'); END"
    )
    await salon.press("Ada", "Rematch", over)
    assert lobbies(salon) == [] and len(salon.posts()) == 1
    salon.sql("DROP TRIGGER fails")
    await salon.press("Ada", "Rematch", over)
    assert len(lobbies(salon)) == 1 and len(salon.posts()) == 2


# --- The store ------------------------------------------------------------------------------------


async def test_a_table_is_stored_with_its_guests_or_neither_is(address: Address):
    store = await Store.open(address)
    row = TableRow(
        *(0, "wigs", 1, 7, "lobby", 5, 2, "[]", "{}", "[]", "1", "salt", 1, 1.0),
        rematch_of=3,
    )
    guests = [InvitationRow(0, 6, 1.0, notice="lobby"), InvitationRow(0, 8, 1.0, notice="nothing")]
    number = await store.tables.add(row, guests)
    stored = await store.tables.get(number)
    assert stored is not None and stored.rematch_of == 3
    found = await store.invitations.of(number)
    assert [(each.table_id, each.user, each.notice) for each in found] == [
        (number, 6, "lobby"),
        (number, 8, "nothing"),
    ]
    with pytest.raises(Conflict):
        await store.tables.add(row, guests)  # the channel has an open table
    assert len(await ask(address, "SELECT * FROM invitations")) == 2
    assert len(await ask(address, "SELECT * FROM tables")) == 1
    await store.close()
