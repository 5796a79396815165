"""A rematch: who is invited, who sits where, and that there is only one."""

import json
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.store import Conflict, InvitationRow, Store
from bot.table import Person
from bot.table.rematch import next_order
from tests.databases import Address, ask
from tests.sim_server import SimServer, buttons, ephemeral_text, reply_text, text
from tests.test_store import row

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


async def finish(sim: SimServer, *others: str, room: Any = None, **more: Any) -> Any:
    """Plays a game of Ada and others to its end; returns its final board."""
    await sim.start("Ada", *others, room=room, **more)
    await to_the_end(sim, room)
    return sim.board(room)


async def to_the_end(sim: SimServer, room: Any = None) -> None:
    """Plays the game of a channel to its end."""
    where, sim.room = sim.room, room or sim.room
    await sim.play_out()
    sim.room = where


def lobbies(sim: SimServer) -> list[Any]:
    return sim.sql("SELECT id, host, people FROM tables WHERE status = 'lobby' ORDER BY id")


# --- What is opened -------------------------------------------------------------------------------


async def test_a_rematch_has_the_same_game_options_pace_and_computer_players(sim: SimServer):
    await sim.open(seats=4, computers=1, level="quick", game="royal_threadcount")
    await sim.press("Ben", "Join")
    await sim.pick_option("Ada", "Pace: daily")
    await sim.pick_option("Ada", "Start: when full")
    await sim.pick_option("Ada", "Late answers: computer, until back")
    options = json.loads(sim.sql("SELECT options FROM tables")[0][0])
    await sim.press("Ada", "Start")
    await to_the_end(sim)
    answer = await sim.press("Ben", "Rematch")
    table = await sim.table()
    assert f"/{sim.room.id}/{sim.board().id})" in ephemeral_text(answer)
    assert (table.id, table.row.status, table.row.rematch_of) == (2, "lobby", 1)
    assert table.row.host == sim.people["Ben"].id and table.game.name == "royal_threadcount"
    assert (table.row.pace, table.row.late, table.row.starts_full) == ("1d", "seat", 1)
    assert table.options == options and table.row.seats == 3
    assert [person.level for person in table.people] == ["quick", ""]
    assert "Rematch of table 1" in text(sim.board())


async def test_seats_move_on_by_one_in_whatever_order_people_join(sim: SimServer):
    await finish(sim, "Ben", "Cleo", "Dora")
    await sim.press("Cleo", "Rematch")
    for name in ("Ada", "Dora", "Ben"):
        await sim.press(name, "Join")
    assert (await sim.table()).names == ["Ben", "Cleo", "Dora", "Ada"]
    await sim.press("Cleo", "Start")
    assert (await sim.table()).names == ["Ben", "Cleo", "Dora", "Ada"]


async def test_somebody_new_joins_a_rematch_behind_those_who_sit_there(sim: SimServer):
    await finish(sim, "Ben", "Cleo")
    await sim.press("Ada", "Rematch")
    await sim.press("Dora", "Join")
    await sim.press("Ben", "Join")
    assert (await sim.table()).names == ["Ben", "Ada", "Dora"]


async def test_a_seat_that_somebody_left_is_free_in_the_rematch(sim: SimServer):
    await sim.start("Ada", "Ben", "Cleo")
    leaving = await sim.command("Ben", "game leave")
    await sim.press("Ben", "Leave the game", leaving.response)
    await to_the_end(sim)
    refused = await sim.press("Ben", "Rematch")
    assert "Only players of this game" in ephemeral_text(refused)
    await sim.press("Ada", "Rematch")
    table = await sim.table()
    assert table.names == ["Ada"] and table.row.seats == 3
    assert f"<@{sim.people['Ben'].id}>" not in text(sim.board())


def test_the_first_player_is_last_in_the_rematch():
    people = [Person(name) for name in "abc"]
    assert [person.name for person in next_order(people)] == ["b", "c", "a"]


# --- Who is asked ---------------------------------------------------------------------------------


async def test_the_others_are_notified_once_by_one_message_and_join_with_one_press(sim: SimServer):
    await finish(sim, "Ben", "Cleo")
    before = len(sim.pinged())
    answer = await sim.press("Ada", "Rematch")
    assert "Invited: Ben and Cleo. They can join" in ephemeral_text(answer)
    assert sim.pinged()[before:] == [{"Ben", "Cleo"}]
    lobby = sim.board()
    await sim.press("Ben", "Join")
    await sim.pick_option("Ada", "Pace: daily")
    assert sim.board().id == lobby.id and sim.pinged()[before:] == [{"Ben", "Cleo"}]
    assert all(not calls for calls in sim.pinged("PATCH")[-2:])
    assert (await sim.table()).names == ["Ben", "Ada"]
    assert (await sim.table()).row.status == "lobby"


async def test_somebody_who_declines_is_not_notified_of_the_next_rematch(sim: SimServer):
    over = await finish(sim, "Ben")
    await sim.press("Ada", "Rematch")
    refused = await sim.press_old("Cleo", sim.board(), buttons(sim.board())["Decline"])
    assert "You are not invited" in ephemeral_text(refused)
    assert "You have declined" in ephemeral_text(await sim.press("Ben", "Decline"))
    assert f"Declined: <@{sim.people['Ben'].id}>" in text(sim.board())
    assert "Decline" not in buttons(sim.board())
    await sim.abandon("Ada")
    calls = len(sim.pinged())
    again = await sim.press("Ada", "Rematch", over)
    assert "Not notified" in ephemeral_text(again) and "Ben" in ephemeral_text(again)
    assert sim.pinged()[calls:] == [set()] and "Decline" not in buttons(sim.board())
    await sim.press("Ben", "Join")
    assert (await sim.table()).names == ["Ben", "Ada"]


@pytest.mark.parametrize(
    ("setting", "called"), [("invitations", False), ("none", False), ("now", True)]
)
async def test_settings_of_invitations_and_notifications_hold(
    sim: SimServer, setting: str, called: bool
):
    await finish(sim, "Ben")
    if setting == "invitations":
        await sim.bot.store.people.save(sim.people["Ben"].id, invitable=0)
    else:
        await sim.command("Ben", "settings notifications", how=setting)
    calls = len(sim.pinged())
    await sim.press("Ada", "Rematch")
    assert sim.pinged()[calls:] == [{"Ben"} if called else set()]
    await sim.press("Ben", "Join")
    assert "Ben" in (await sim.table()).names


async def test_somebody_who_wants_direct_messages_is_invited_there(sim: SimServer):
    await sim.command("Ben", "tutorial", game="wigs")
    await sim.command("Ben", "settings notifications", how="now", place="dm")
    await finish(sim, "Ben")
    known, calls = len(sim.dms("Ben")), len(sim.pinged())
    await sim.press("Ada", "Rematch")
    [invitation] = sim.dms("Ben")[known:]
    assert "Ada invites you" in text(invitation) and sim.pinged()[calls:] == [set()]
    await sim.people["Ben"].user.click(invitation, label="Join")
    assert (await sim.table()).names == ["Ben", "Ada"]


@pytest.mark.parametrize("how", ["left", "banned", "sees nothing"])
async def test_somebody_who_cannot_come_is_not_invited_and_the_host_reads_that(
    sim: SimServer, how: str
):
    await finish(sim, "Ben", "Cleo")
    ben = sim.people["Ben"].id
    backend = sim.env.backend
    if how == "sees nothing":
        hidden = discord.PermissionOverwrite(view_channel=False)
        overwrite(sim, ben, hidden)
    else:
        del backend.guilds[sim.guild.id].members[ben]
    calls = len(sim.pinged())
    answer = ephemeral_text(await sim.press("Ada", "Rematch"))
    assert "Not invited: Ben. They have left the server" in answer
    assert "Invited: Cleo." in answer and sim.pinged()[calls:] == [{"Cleo"}]
    assert sim.sql('SELECT "user" FROM invitations') == [(sim.people["Cleo"].id,)]


def overwrite(sim: SimServer, user: int, wanted: discord.PermissionOverwrite) -> None:
    """Sets what somebody may do in the channel."""
    allow, deny = wanted.pair()
    made = Overwrite(user, OverwriteType.MEMBER, allow.value, deny.value)
    sim.env.backend.set_overwrite(sim.room.id, made)


# --- Only one -------------------------------------------------------------------------------------


async def test_a_second_press_says_where_the_rematch_is(sim: SimServer):
    over = await finish(sim, "Ben")
    await sim.press("Ada", "Rematch", over)
    lobby = sim.board().id
    for name in ("Ada", "Ben"):
        again = ephemeral_text(await sim.press(name, "Rematch", over))
        assert "The rematch is open already" in again and f"/{lobby})" in again
    typed = ephemeral_text(await sim.command("Ben", "game rematch"))
    assert "The rematch is open already" in typed and f"/{lobby})" in typed
    assert len(lobbies(sim)) == 1 and len(sim.posts()) == 2


async def test_of_two_who_press_at_once_one_opens_it_and_both_read_where_it_is(sim: SimServer):
    over = await finish(sim, "Ben", "Cleo")
    pressed = buttons(over)["Rematch"]
    answers = await sim.at_once(("Ben", over, pressed), ("Ada", over, pressed))
    assert sorted("open already" in reply_text(answer) for answer in answers) == [False, True]
    assert all("table 2" in reply_text(answer) for answer in answers)
    assert len(lobbies(sim)) == 1
    assert sim.sql("SELECT COUNT(*) FROM invitations") == [(2,)]


async def test_a_press_that_is_delivered_twice_opens_one(sim: SimServer):
    await finish(sim, "Ben")
    await sim.press("Ada", "Rematch")
    await sim.deliver_again()
    assert len(lobbies(sim)) == 1 and len(sim.posts()) == 2


async def test_while_another_table_is_open_in_the_channel_the_rematch_gets_a_thread(sim: SimServer):
    over = await finish(sim, "Ben")
    await sim.open(host="Dora")
    calls = len(sim.pinged())
    opened = ephemeral_text(await sim.press("Ada", "Rematch", over))
    [thread] = sim.room.threads
    assert f"/{thread.id}/{sim.board(thread).id})" in opened and len(sim.pinged()) == calls
    assert sim.pinged(channel=thread) == [{"Ben"}]
    again = ephemeral_text(await sim.press("Ben", "Rematch", over))
    assert "open already" in again and f"/{thread.id}/" in again
    assert [row[0] for row in lobbies(sim)] == [2, 3] and len(sim.room.threads) == 1


async def test_without_a_thread_another_open_table_is_named_with_a_link(sim: SimServer):
    over = await finish(sim, "Ben")
    await sim.open(host="Dora")
    bot = discord.PermissionOverwrite(create_public_threads=False)
    overwrite(sim, sim.bot.user.id, bot)
    refused = ephemeral_text(await sim.press("Ada", "Rematch", over))
    assert "is open in this channel" in refused and f"/{sim.board().id})" in refused
    assert len(lobbies(sim)) == 1 and sim.room.threads == []


# --- Where it opens, and of which game ------------------------------------------------------------


async def own_thread(sim: SimServer) -> Any:
    """The thread of a game of Ada and Ben, opened while Dora's table was in the channel."""
    await sim.open(host="Dora")
    busy = await sim.command("Ada", "game new", game="wigs", seats=2)
    await sim.press("Ada", "Open it in a thread", busy.response)
    [thread] = sim.room.threads
    await sim.press("Ben", "Join", sim.board(thread))
    await sim.press("Ada", "Start", sim.board(thread))
    await to_the_end(sim, thread)
    return thread


@pytest.mark.parametrize("typed", [False, True])
async def test_a_game_that_had_a_thread_of_its_own_has_its_rematch_in_another_one(
    sim: SimServer, typed: bool
):
    old = await own_thread(sim)
    posts = len(sim.posts(old))
    if typed:
        answer = await sim.command("Ben", "game rematch", old)
    else:
        answer = await sim.press("Ben", "Rematch", sim.board(old))
    [new] = [thread for thread in sim.room.threads if thread.id != old.id]
    assert f"/{new.id}/{sim.board(new).id})" in ephemeral_text(answer)
    assert "Rematch of table 2" in text(sim.board(new)) and len(sim.posts(old)) == posts
    assert sim.pinged(channel=new) == [{"Ada"}]
    await sim.press("Ada", "Join", sim.board(new))
    await sim.press("Ada", "Start", sim.board(new))
    assert (await sim.table(3)).row.status == "running"


async def test_of_two_who_press_in_a_thread_at_once_one_opens_a_thread(sim: SimServer):
    old = await own_thread(sim)
    over = sim.board(old)
    pressed = buttons(over)["Rematch"]
    answers = await sim.at_once(("Ben", over, pressed), ("Ada", over, pressed))
    assert sorted("open already" in reply_text(answer) for answer in answers) == [False, True]
    assert len(sim.room.threads) == 2 and len(lobbies(sim)) == 2


async def test_in_a_thread_of_people_the_rematch_stands_where_the_game_did(sim: SimServer):
    backend, kind = sim.env.backend, discord.ChannelType.public_thread.value
    made = backend.create_thread(sim.room.id, "evenings", sim.people["Ada"].id, type=kind)
    await sim.env.settle()
    [thread] = [each for each in sim.room.threads if each.id == made.id]
    over = await finish(sim, "Ben", room=thread)
    await sim.press("Ada", "Rematch", over)
    assert "Rematch of table 1" in text(sim.board(thread)) and len(sim.room.threads) == 1


async def test_without_the_permission_for_threads_the_rematch_stands_where_the_game_did(
    sim: SimServer,
):
    old = await own_thread(sim)
    overwrite(sim, sim.bot.user.id, discord.PermissionOverwrite(create_public_threads=False))
    await sim.press("Ben", "Rematch", sim.board(old))
    assert "Rematch of table 2" in text(sim.board(old)) and len(sim.room.threads) == 1


async def test_the_command_takes_the_last_finished_game_of_the_channel_that_one_played(
    sim: SimServer,
):
    await finish(sim, "Ben")
    await finish(sim, "Cleo")
    await sim.open(host="Dora")
    await sim.abandon("Dora")  # the newest table here, and no finished game
    await sim.command("Ben", "game rematch")
    assert (await sim.table(4)).row.rematch_of == 1
    await sim.abandon("Ben")
    await sim.command("Ada", "game rematch")
    assert (await sim.table(5)).row.rematch_of == 2
    refused = ephemeral_text(await sim.command("Dora", "game rematch"))
    assert "Only players of this game" in refused


async def test_the_command_takes_a_finished_game_while_another_one_runs(sim: SimServer):
    await finish(sim, "Ben")
    await sim.start("Dora", "Cleo")
    opened = ephemeral_text(await sim.command("Ada", "game rematch"))
    [thread] = sim.room.threads
    assert "The rematch is open" in opened and f"/{thread.id}/" in opened
    assert (await sim.table(3)).row.rematch_of == 1


async def test_in_a_direct_message_the_command_says_where_it_works(sim: SimServer):
    await finish(sim, "Ben")
    said = reply_text(await sim.command_dm("Ada", "game rematch"))
    assert "in a channel of a server" in said and lobbies(sim) == []


@pytest.mark.parametrize("status", [500, 403])
async def test_a_lookup_that_fails_holds_up_no_rematch(
    sim: SimServer, status: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.interactions.finding.MAX_LOOKUP_S", 0.1)
    over = await finish(sim, "Ben")
    path = f"/guilds/{sim.guild.id}/members/{sim.people['Ben'].id}"
    sim.env.inject_error("GET", path, status=status, code=50001, times=None)
    assert "Invited: Ben." in ephemeral_text(await sim.press("Ada", "Rematch", over))


async def test_a_rematch_can_follow_a_rematch_by_command(sim: SimServer):
    await finish(sim, "Ben")
    await sim.command("Ben", "game rematch")
    await sim.press("Ada", "Join")
    await sim.press("Ada", "Start")
    await to_the_end(sim)
    await sim.press("Ada", "Rematch")
    assert [row[0] for row in lobbies(sim)] == [3]
    assert (await sim.table()).row.rematch_of == 2


# --- Refused --------------------------------------------------------------------------------------


async def test_only_players_of_a_finished_game_open_its_rematch(sim: SimServer):
    refused = ephemeral_text(await sim.command("Ada", "game rematch"))
    assert "There is no table in this channel" in refused
    await sim.open(seats=2)
    for command in ("before the start", "while it runs"):
        refused = ephemeral_text(await sim.command("Ada", "game rematch"))
        assert "Only a finished game can have a rematch" in refused, command
        if command == "before the start":
            await sim.press("Ben", "Join")
            await sim.press("Ada", "Start")
    await to_the_end(sim)
    for refusal in (
        await sim.press("Cleo", "Rematch"),
        await sim.command("Cleo", "game rematch"),
    ):
        assert "Only players of this game" in ephemeral_text(refusal)
    assert lobbies(sim) == []


async def test_a_lesson_has_no_rematch(sim: SimServer):
    await sim.command("Ben", "tutorial", game="wigs")
    await to_the_end(sim, sim.people["Ben"].user.dm_channel)
    shown = [label for message in sim.dms("Ben") for label in buttons(message)]
    assert "Replay" in shown and "Rematch" not in shown


async def test_what_the_server_and_limits_forbid_is_refused(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    over = await finish(sim, "Ben")
    with monkeypatch.context() as patched:
        patched.setattr("cogs._tables.opening.MAX_OPEN_OF_SERVER", 0)
        assert "the most allowed" in ephemeral_text(await sim.press("Ada", "Rematch", over))
    await sim.bot.store.servers.save(sim.guild.id, channels="[1]")
    assert "games can be opened only in" in ephemeral_text(await sim.press("Ada", "Rematch", over))
    assert lobbies(sim) == []


async def test_a_game_that_is_not_here_any_more_has_no_rematch(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    over = await finish(sim, "Ben")
    sim.bot.tables.mark_outdated([1])
    monkeypatch.setattr("bot.table.tables.discover", dict)
    assert "not available here any more" in ephemeral_text(await sim.press("Ada", "Rematch", over))
    assert lobbies(sim) == []


async def test_a_channel_where_the_bot_may_not_write_gets_a_sentence(sim: SimServer):
    over = await finish(sim, "Ben")
    path = f"/channels/{sim.room.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50013)
    refused = ephemeral_text(await sim.press("Ada", "Rematch", over))
    assert "does not let me write here" in refused
    assert lobbies(sim) == []


# --- Private tables, and a crash ------------------------------------------------------------------


async def test_a_private_table_stays_private_and_those_who_left_its_thread_come_back(
    sim: SimServer,
):
    await sim.open(seats=2, private=True)
    [thread] = sim.room.threads
    await sim.command("Ada", "game invite", thread, player=sim.people["Ben"])
    await sim.press("Ben", "Join", sim.board(thread))
    await sim.press("Ada", "Start", sim.posts(thread)[0])
    await to_the_end(sim, thread)
    members = sim.env.backend.channels[thread.id].thread_members
    del members[sim.people["Ben"].id]
    await sim.press("Ada", "Rematch", sim.board(thread))
    assert sim.people["Ben"].id in members
    table = await sim.table(2)
    assert table.row.private and "🔒 Private" in text(sim.board(thread))
    assert sim.pinged(channel=thread)[-1] == {"Ben"}
    refused = await sim.press_old("Cleo", sim.board(thread), "join:2:")
    assert "This table is private" in ephemeral_text(refused)
    await sim.press("Ben", "Join", sim.board(thread))
    assert (await sim.table(2)).names == ["Ben", "Ada"]


async def test_a_rematch_that_was_stored_is_shown_once_after_a_crash(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    over = await finish(sim, "Ben")
    calls = len(sim.pinged())
    with monkeypatch.context() as patched:
        patched.setattr(type(sim.bot.outbox), "kick", lambda self, number: None)
        await sim.press("Ada", "Rematch", over)
        assert len(sim.posts()) == 1
    await sim.restart()
    assert sim.pinged()[calls:] == [{"Ben"}] and len(sim.posts()) == 2
    await sim.press("Ben", "Join")
    assert (await sim.table()).names == ["Ben", "Ada"]


async def test_a_table_and_its_guests_are_stored_together_or_not_at_all(sim: SimServer):
    over = await finish(sim, "Ben")
    sim.sql(
        "CREATE TRIGGER fails BEFORE INSERT ON invitations BEGIN SELECT RAISE(ABORT, 'disk'); END"
    )
    await sim.press("Ada", "Rematch", over)
    assert lobbies(sim) == [] and len(sim.posts()) == 1
    sim.sql("DROP TRIGGER fails")
    await sim.press("Ada", "Rematch", over)
    assert len(lobbies(sim)) == 1 and len(sim.posts()) == 2


# --- The store ------------------------------------------------------------------------------------


async def test_a_table_is_stored_with_its_guests_or_neither_is(address: Address):
    store = await Store.open(address)
    again = row(rematch_of=3)
    guests = [InvitationRow(0, 6, 1.0, notice="lobby"), InvitationRow(0, 8, 1.0, notice="nothing")]
    number = await store.tables.add(again, guests)
    stored = await store.tables.get(number)
    assert stored is not None and stored.rematch_of == 3
    found = await store.invitations.of(number)
    assert [(each.table_id, each.user, each.notice) for each in found] == [
        (number, 6, "lobby"),
        (number, 8, "nothing"),
    ]
    with pytest.raises(Conflict):
        await store.tables.add(again, guests)  # the channel has an open table
    with pytest.raises(Conflict):  # the finished table has an open rematch
        await store.tables.add(replace(again, channel=8), guests)
    assert len(await ask(address, "SELECT * FROM invitations")) == 2
    assert len(await ask(address, "SELECT * FROM tables")) == 1
    await store.close()
