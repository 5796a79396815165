"""Lobbies: invitations, private tables, the order of the seats, and the start."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest
import simcord

from bot.app import Atelier
from bot.interactions.cooldowns import INVITE
from bot.store import InvitationRow
from bot.table import Person, invitations
from games import discover, record
from games.kernel import draw_lots
from tests.salon import Salon, buttons, ephemeral_text, options, reply_text, text, without_bugs

DAY_S = 86400.0


@pytest.fixture
def salon(
    started: list[Atelier], simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture
) -> Iterator[Salon]:
    """A server with four people in it."""
    with without_bugs(caplog):
        yield Salon.of(simcord_env, "Ada", "Ben", "Cleo", "Dora", started=started)


async def invite(salon: Salon, name: str, guest: str, room: Any = None) -> Any:
    """Somebody invites somebody else."""
    return await salon.command(name, "game invite", room, player=salon.people[guest])


def stored(salon: Salon) -> list[Any]:
    """All tables and invitations as they are stored."""
    return salon.sql("SELECT * FROM tables") + salon.sql("SELECT * FROM invitations")


# --- Computer players -----------------------------------------------------------------------------


async def test_the_computer_player_who_sat_down_last_is_removed(salon: Salon):
    await salon.open(seats=4, computers=2)
    first = (await salon.table()).names[1]
    await salon.press("Ben", "Join")
    await salon.press("Ben", "Remove computer player")
    assert (await salon.table()).names == ["Ada", first, "Ben"]
    await salon.press("Ada", "Remove computer player")
    assert (await salon.table()).names == ["Ada", "Ben"]
    assert "Remove computer player" not in buttons(salon.board())
    again = await salon.press_old("Ada", salon.board(), "no-computer:1:")
    assert "No computer player sits at this table." in ephemeral_text(again)


async def test_a_stranger_removes_no_computer_player_and_nobody_does_in_a_game(salon: Salon):
    await salon.open(seats=3, computers=1)
    before = stored(salon)
    refused = await salon.press("Ben", "Remove computer player")
    assert "You do not play at this table" in ephemeral_text(refused)
    assert stored(salon) == before
    await salon.press("Ada", "Start")
    refused = await salon.press_old("Ada", salon.board(), "no-computer:1:")
    assert "no longer gathering" in ephemeral_text(refused)
    assert len((await salon.table()).people) == 2


# --- Start when full ------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["Join", "Add computer player"])
async def test_a_game_starts_by_itself_when_the_last_seat_is_taken(salon: Salon, last: str):
    await salon.open(seats=3)
    await salon.pick_option("Ada", "Start: when full")
    assert "starts by itself when all 3 seats are taken" in text(salon.board())
    await salon.press("Ben", "Join")
    assert "Start, or the game starts by itself when all 3" in text(salon.board())
    assert (await salon.table()).row.status == "lobby"
    await salon.press("Cleo" if last == "Join" else "Ada", last)
    table = await salon.table()
    assert table.row.status == "running" and "Move" in buttons(salon.board())
    assert salon.sql("SELECT kind FROM moves WHERE kind = 'start'") == [("start",)]


async def test_of_two_who_take_the_last_seat_at_once_one_starts_the_game(salon: Salon):
    await salon.open(seats=2)
    await salon.pick_option("Ada", "Start: when full")
    join = buttons(salon.board())["Join"]
    answers = await salon.at_once(("Ben", salon.board(), join), ("Cleo", salon.board(), join))
    assert sum("no longer gathering" in ephemeral_text(answer) for answer in answers) == 1
    assert len((await salon.table()).people) == 2
    assert salon.sql("SELECT COUNT(*) FROM moves WHERE kind = 'start'") == [(1,)]


@pytest.mark.parametrize("order", ["listed", "lot"])
async def test_the_last_seat_and_the_start_are_stored_together_or_not_at_all(
    salon: Salon, order: str
):
    await salon.open(seats=2, order=order)
    await salon.pick_option("Ada", "Start: when full")
    salon.sql("CREATE TRIGGER fails BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'disk'); END")
    before = stored(salon)
    await salon.press("Ben", "Join")
    assert stored(salon) == before
    salon.sql("DROP TRIGGER fails")
    await salon.restart()
    await salon.press("Ben", "Join")
    assert {*(await salon.table()).names} == {"Ada", "Ben"}
    assert (await salon.table()).row.status == "running"


async def test_a_full_table_waits_for_somebody_to_press_start_unless_it_was_set_before(
    salon: Salon,
):
    await salon.open(seats=2)
    await salon.press("Ben", "Join")
    await salon.pick_option("Ada", "Start: when full")
    assert (await salon.table()).row.status == "lobby"
    assert "starts by itself" not in text(salon.board())
    await salon.press("Ben", "Start")
    assert (await salon.table()).row.status == "running"


@pytest.mark.parametrize("custom_id", ["pick-full:1:", "pick-seating:1:", "pick-up:1:"])
async def test_only_the_host_sets_the_start_and_the_seats(salon: Salon, custom_id: str):
    await salon.open(seats=3)
    await salon.press("Ben", "Join")
    values = {"pick-full:1:": "1", "pick-seating:1:": "lot"}
    value = values.get(custom_id, str(salon.people["Ben"].id))
    before = stored(salon)
    assert "Only the host" in ephemeral_text(await salon.pick_old("Ben", custom_id, value))
    assert stored(salon) == before


async def test_a_game_does_not_start_by_itself_where_the_bot_may_not_write(salon: Salon):
    await salon.open(seats=2)
    await salon.pick_option("Ada", "Start: when full")
    join = buttons(salon.board())["Join"]
    refusing = {salon.env.bot.user: discord.PermissionOverwrite(attach_files=False)}
    barred = salon.guild.create_text_channel("barred", overwrites=refusing)
    channels = salon.env.backend.channels
    channels[salon.room.id].overwrites = channels[barred.id].overwrites
    refused = await salon.press_old("Ben", salon.board(), join)
    assert "allow me: Attach Files" in ephemeral_text(refused)
    assert (await salon.table()).names == ["Ada"]


# --- The order of the seats -----------------------------------------------------------------------


async def test_the_seats_are_drawn_by_lot_if_nothing_else_is_said(salon: Salon):
    await salon.command("Ada", "game new", game="wigs", seats=4)
    for name in ("Ben", "Cleo", "Dora"):
        await salon.press(name, "Join")
    assert "drawn by lot when the game starts" in text(salon.board())
    assert not re.search("[🔵🔶🟩🔺]", text(salon.board()))
    table = await salon.table()
    listed, order = table.names, draw_lots(table.seed, 4)
    await salon.press("Ben", "Start")
    assert table.names == [listed[place] for place in order]
    told_all = [line for _, line, _to in await table.news()]
    assert f"The seats are drawn by lot: {', '.join(table.names)}." in told_all
    assert f"The seats are drawn by lot: {', '.join(table.names)}." in text(salon.board())
    written = await table.record()
    assert f"\nlot {' '.join(map(str, order))}\n" in written
    record.verify(written)
    await salon.restart()
    assert (await salon.table()).names == table.names


async def test_a_lot_that_does_not_follow_from_the_seed_is_found_out(salon: Salon):
    await salon.open(seats=4, computers=3, order="lot")
    await salon.press("Ada", "Start")
    written = await (await salon.table()).record()
    other = next(
        order
        for order in itertools.permutations("0123")
        if f"\nlot {' '.join(order)}\n" not in written
    )
    forged = re.sub(r"\nlot .*\n", f"\nlot {' '.join(other)}\n", written)
    with pytest.raises(ValueError, match="it says “lot"):
        record.verify(forged)


def test_a_lot_gives_each_order_as_often_as_any_other():
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(6000):
        order = tuple(draw_lots(seed + (1 << 200), 3))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6 and all(850 < count < 1150 for count in counts.values())


async def test_seats_go_as_people_sat_down_or_as_the_host_moves_them(salon: Salon):
    await salon.open(seats=3, order="lot")
    await salon.press("Ben", "Join")
    await salon.press("Cleo", "Join")
    shown = await salon.pick_option("Ada", "Seats: as listed")
    custom_id, value = options(shown.response)["Cleo to seat 2"]
    shown = await salon.people["Ada"].select(shown.response, [value], custom_id=custom_id)
    assert (await salon.table()).names == ["Ada", "Cleo", "Ben"]
    custom_id, value = options(shown.response)["Cleo to seat 1"]
    await salon.people["Ada"].select(shown.response, [value], custom_id=custom_id)
    assert "🔵 Cleo" in text(salon.board())
    gone = await salon.pick_old("Ada", "pick-up:1:", value)
    assert "Nothing changed" in ephemeral_text(gone)
    await salon.press("Ada", "Start")
    table = await salon.table()
    assert table.names == ["Cleo", "Ada", "Ben"]
    assert "\nlot " not in await table.record()


async def test_a_lobby_of_an_earlier_release_keeps_its_order(salon: Salon):
    with salon.env._bot_scope():  # so that SimCord waits for what follows from it
        table = await salon.bot.tables.open(
            discover()["wigs"],
            guild=salon.guild.id,
            channel=salon.room.id,
            host=Person("Ada", user=salon.people["Ada"].id),
            seats=4,
            options={},
            computers=["quick"] * 3,
        )
    await salon.env.settle()
    names = table.names
    await salon.press("Ada", "Start")
    assert table.names == names and table.row.status == "running"


# --- Invitations ----------------------------------------------------------------------------------


async def test_a_guest_is_notified_once_and_joins(salon: Salon):
    await salon.open(seats=3)
    answer = await invite(salon, "Ada", "Ben")
    assert "Ben is invited" in ephemeral_text(answer)
    assert salon.pinged()[-1] == {"Ben"}
    ben = salon.people["Ben"].id
    invitation = salon.board()
    assert f"<@{ben}>: Ada invites you to this table." in text(invitation)
    assert f"Invited: <@{ben}>" in text(salon.posts()[0])
    refused = await salon.press("Cleo", "Join", invitation)
    assert "This invitation is for somebody else" in ephemeral_text(refused)
    joined = await salon.press("Ben", "Join", invitation)
    assert "You sit at" in ephemeral_text(joined) and joined.response.ephemeral
    assert (await salon.table()).names == ["Ada", "Ben"]
    [lobby] = salon.posts()
    assert "Invited" not in text(lobby)
    assert sum("Ben" in each for each in salon.pinged()) == 1


async def test_somebody_who_has_played_in_dms_is_invited_there(salon: Salon):
    await salon.command("Ben", "tutorial", game="wigs")
    known = len(salon.dms("Ben"))
    await salon.open(seats=3)
    await invite(salon, "Ada", "Ben")
    assert len(salon.posts()) == 1
    [invitation] = salon.dms("Ben")[known:]
    assert "Ada invites you" in text(invitation) and "table 2" in text(invitation)
    joined = await salon.people["Ben"].user.click(invitation, label="Join")
    assert f"/{salon.room.id})" in reply_text(joined)
    assert (await salon.table()).names == ["Ada", "Ben"]
    assert not any("invites you" in text(message) for message in salon.dms("Ben"))


async def test_a_guest_with_closed_dms_is_invited_in_the_channel(salon: Salon):
    await salon.command("Ben", "tutorial", game="wigs")
    shut = salon.people["Ben"].user.dm_channel.id
    salon.env.inject_error("POST", f"/channels/{shut}/messages", status=403, code=50007)
    await salon.open(seats=3)
    await invite(salon, "Ada", "Ben")
    assert salon.pinged()[-1] == {"Ben"} and "invites you" in text(salon.board())


async def test_who_declines_is_not_asked_again_but_may_join(salon: Salon):
    await salon.open(seats=3)
    await invite(salon, "Ada", "Ben")
    refused = await salon.press("Cleo", "Decline")
    assert "for somebody else" in ephemeral_text(refused)
    assert "You have declined" in ephemeral_text(await salon.press("Ben", "Decline"))
    [lobby] = salon.posts()
    assert f"Declined: <@{salon.people['Ben'].id}>" in text(lobby)
    assert "Ben has declined" in ephemeral_text(await invite(salon, "Ada", "Ben"))
    other = salon.guild.create_text_channel("other")
    await salon.open(seats=3, room=other)
    again = await invite(salon, "Ada", "Ben", other)
    assert (
        "declined an invitation of yours" in ephemeral_text(again) and len(salon.posts(other)) == 1
    )
    salon.sql("UPDATE invitations SET made = made - ?", DAY_S)
    assert "is invited" in ephemeral_text(await invite(salon, "Ada", "Ben", other))
    await salon.press("Ben", "Join", salon.posts()[0])
    assert (await salon.table()).names == ["Ada", "Ben"]


async def test_a_host_withdraws_an_invitation_and_may_invite_again(salon: Salon):
    await salon.open(seats=3)
    await invite(salon, "Ada", "Ben")
    again = await invite(salon, "Ada", "Ben")
    assert "Ben is invited already." in ephemeral_text(again)
    assert len(salon.posts()) == 2, "to ask again withdraws nothing"
    ben = salon.people["Ben"].id
    for name in ("Ben", "Cleo"):
        refused = await salon.press_old(name, salon.board(), f"withdraw:1:{ben}")
        assert "withdrawn already" in ephemeral_text(refused)
    assert len(salon.posts()) == 2
    done = await salon.press("Ada", "Withdraw the invitation", again.response)
    assert "The invitation is withdrawn." in reply_text(done)
    [lobby] = salon.posts()
    assert "Invited" not in text(lobby) and "Declined" not in text(lobby)
    late = await salon.press_old("Ada", salon.board(), f"withdraw:1:{ben}")
    assert "withdrawn already" in ephemeral_text(late)
    assert "Ben is invited" in ephemeral_text(await invite(salon, "Ada", "Ben"))
    await salon.press("Ben", "Join")
    assert (await salon.table()).names == ["Ada", "Ben"]


async def test_a_guest_who_joins_and_leaves_again_is_not_notified_again(salon: Salon):
    await salon.open(seats=3)
    await invite(salon, "Ada", "Ben")
    await salon.press("Ben", "Join")
    await salon.press("Ben", "Leave")
    [lobby] = salon.posts()
    assert "Declined" not in text(lobby) and "Invited" not in text(lobby)
    assert "Ben has left the table." in ephemeral_text(await invite(salon, "Ada", "Ben"))
    assert sum("Ben" in each for each in salon.pinged()) == 1


@pytest.mark.parametrize(
    ("prepare", "guest", "said"),
    [
        ("", "Ada", "Ada sits at this table already."),
        ("joined", "Ben", "Ben sits at this table already."),
        ("invited", "Ben", "Ben is invited already."),
        ("unwilling", "Ben", "Ben does not want invitations."),
        ("full", "Ben", "All 2 seats of this table are taken."),
        ("running", "Ben", "no longer gathering"),
    ],
)
async def test_somebody_who_cannot_join_is_not_invited(
    salon: Salon, prepare: str, guest: str, said: str
):
    await salon.open(seats=2 if prepare in ("full", "running") else 3)
    match prepare:
        case "joined":
            await salon.press("Ben", "Join")
        case "invited":
            await invite(salon, "Ada", "Ben")
        case "unwilling":
            answer = await salon.command("Ben", "settings invitations", wanted=False)
            assert "Invitations: off" in ephemeral_text(answer)
        case "full" | "running":
            await salon.press("Cleo", "Join")
    if prepare == "running":
        await salon.press("Ada", "Start")
    before, posts = stored(salon), len(salon.posts())
    assert said in ephemeral_text(await invite(salon, "Ada", guest))
    assert stored(salon) == before and len(salon.posts()) == posts


async def test_only_the_host_invites(salon: Salon):
    await salon.open(seats=3)
    await salon.press("Ben", "Join")
    for name in ("Ben", "Cleo"):
        assert "Only the host" in ephemeral_text(await invite(salon, name, "Dora"))
    assert salon.sql("SELECT * FROM invitations") == []


async def test_a_bot_and_somebody_who_does_not_see_the_channel_are_not_invited(salon: Salon):
    hidden = {salon.people["Ben"]: discord.PermissionOverwrite(view_channel=False)}
    room = salon.guild.create_text_channel("small-room", overwrites=hidden)
    await salon.open(seats=3, room=room)
    robot = salon.guild.add_member(salon.env.create_user("robot", bot=True))
    salon.people["Robot"] = robot
    assert "Bots cannot play" in ephemeral_text(await invite(salon, "Ada", "Robot", room))
    assert "cannot see the channel" in ephemeral_text(await invite(salon, "Ada", "Ben", room))
    assert salon.sql("SELECT * FROM invitations") == []


async def test_in_quiet_hours_or_without_notifications_an_invitation_is_silent(salon: Salon):
    await salon.command("Ben", "settings calls", how="none")
    await salon.command("Cleo", "away", until="3 days")
    await salon.open(seats=3)
    for guest in ("Ben", "Cleo"):
        await invite(salon, "Ada", guest)
        assert salon.pinged()[-1] == set() and "invites you" in text(salon.board())


async def test_ten_guests_at_a_table_may_be_unanswered_and_a_host_has_to_pause(salon: Salon):
    await salon.open(seats=3)
    for number in range(invitations.MAX_UNANSWERED):
        row = InvitationRow(1, 10**17 + number, 1.0)
        await salon.bot.store.invitations.save(row)
    assert "10 people are invited" in ephemeral_text(await invite(salon, "Ada", "Ben"))
    for _ in range(INVITE.times - 1):
        await invite(salon, "Ada", "Ben")
    assert "At most 10 times" in ephemeral_text(await invite(salon, "Ada", "Ben"))


async def test_an_invitation_goes_when_the_game_starts_and_is_forgotten_after_a_day(salon: Salon):
    await salon.open(seats=3, computers=1)
    await invite(salon, "Ada", "Ben")
    old = salon.board()
    await salon.bot.clock.sweep()
    await salon.press("Ada", "Start", salon.posts()[0])
    assert not any("invites you" in text(message) for message in salon.posts())
    ben = salon.people["Ben"].id
    for action in ("welcome", "decline"):
        refused = await salon.press_old("Ben", salon.board(), f"{action}:1:{ben}")
        assert "no longer gathering" in ephemeral_text(refused), old
    salon.sql("UPDATE invitations SET made = made - ?", DAY_S + 1)
    await salon.bot.clock.sweep()
    assert salon.sql("SELECT * FROM invitations") == []


async def test_who_is_not_invited_declines_nothing(salon: Salon):
    await salon.open(seats=3)
    ben = salon.people["Ben"].id
    refused = await salon.press_old("Ben", salon.board(), f"decline:1:{ben}")
    assert "You are not invited" in ephemeral_text(refused)
    await invite(salon, "Ada", "Ben")
    await salon.press("Ben", "Join")
    refused = await salon.press_old("Ben", salon.board(), f"decline:1:{ben}")
    assert "You sit at this table already" in ephemeral_text(refused)


async def test_an_invitation_is_among_the_data_of_a_person_and_goes_with_them(salon: Salon):
    await salon.open(seats=3)
    await invite(salon, "Ada", "Ben")
    ben = salon.people["Ben"].id
    found = await salon.bot.store.privacy.export(ben)
    assert [each["table_id"] for each in found["invitations"]] == [1]
    asked = await salon.command("Ben", "mydata delete")
    await salon.press("Ben", "Delete everything", asked.response)
    assert salon.sql("SELECT * FROM invitations") == []
    [lobby] = salon.posts()
    assert str(ben) not in text(lobby)


async def test_an_invitation_that_was_stored_is_sent_after_a_crash(
    salon: Salon, monkeypatch: pytest.MonkeyPatch
):
    await salon.open(seats=3)
    with monkeypatch.context() as patched:
        patched.setattr(type(salon.bot.outbox), "kick", lambda self, number: None)
        await invite(salon, "Ada", "Ben")
        assert len(salon.posts()) == 1
    await salon.restart()
    assert salon.pinged()[-1] == {"Ben"}
    assert sum("invites you" in text(message) for message in salon.posts()) == 1


# --- Private tables -------------------------------------------------------------------------------


async def private_table(salon: Salon, **more: Any) -> Any:
    """A private table of Ada's; the thread in which it stands."""
    answer = await salon.open(private=True, **more)
    [thread] = salon.room.threads
    assert f"<#{thread.id}>" in ephemeral_text(answer) and "/game invite" in ephemeral_text(answer)
    return thread


def members(salon: Salon, thread: Any) -> set[str]:
    """The people who are in a thread."""
    ids = salon.env.backend.channels[thread.id].thread_members
    return {name for name, person in salon.people.items() if person.id in ids}


async def test_guests_are_added_to_the_thread_of_a_private_table(salon: Salon):
    thread = await private_table(salon, seats=3)
    assert salon.env.backend.channels[thread.id].type == discord.ChannelType.private_thread.value
    assert members(salon, thread) == {"Ada"}
    lobby = salon.env.backend.messages[thread.id]
    assert "🔒 Private" in text(salon.posts(thread)[0]) and lobby
    assert "is invited" in ephemeral_text(await invite(salon, "Ada", "Ben", thread))
    assert members(salon, thread) == {"Ada", "Ben"}
    assert salon.pinged(channel=thread)[-1] == {"Ben"}
    await salon.press("Ben", "Join", salon.board(thread))
    assert (await salon.table(1)).names == ["Ada", "Ben"]
    await salon.press("Ada", "Start", salon.posts(thread)[0])
    assert (await salon.table(1)).row.status == "running"


async def test_who_is_not_invited_cannot_join_a_private_table(salon: Salon):
    thread = await private_table(salon, seats=3)
    before = stored(salon)
    refused = await salon.press_old("Cleo", salon.board(thread), "join:1:")
    assert "This table is private" in ephemeral_text(refused)
    assert stored(salon) == before
    await invite(salon, "Ada", "Ben", thread)
    await salon.press("Ben", "Decline", salon.board(thread))
    await salon.press("Ben", "Join", salon.board(thread))
    assert (await salon.table(1)).names == ["Ada", "Ben"]


@pytest.mark.parametrize(
    ("lacking", "label"),
    [
        ("create_private_threads", "Create Private Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_the_permission_that_a_private_table_lacks_is_named(
    salon: Salon, lacking: str, label: str
):
    refusing = {salon.env.bot.user: discord.PermissionOverwrite(**{lacking: False})}
    room = salon.guild.create_text_channel("no-threads", overwrites=refusing)
    answer = await salon.open(private=True, room=room)
    assert f"I lack: {label}." in ephemeral_text(answer)
    assert room.threads == [] and salon.sql("SELECT * FROM tables") == []


async def test_a_private_table_that_discord_refuses_can_be_tried_again(salon: Salon):
    salon.env.inject_error("POST", f"/channels/{salon.room.id}/threads", status=403, code=50013)
    assert "Create Private Threads" in ephemeral_text(await salon.open(private=True))
    await private_table(salon)


async def test_a_private_table_wants_a_text_channel_or_a_private_thread(salon: Salon):
    await salon.open()
    answer = await salon.open(host="Ben")
    await salon.press("Ben", "Open it in a thread", answer.response)
    [thread] = salon.room.threads
    await salon.abandon("Ben", thread)
    refused = await salon.open(host="Ben", private=True, room=thread)
    assert "only be opened in a text channel" in ephemeral_text(refused)
    hidden = await private_room(salon)
    assert "Table 3 is open" in ephemeral_text(await salon.open(private=True, room=hidden))
    assert "🔒 Private" in text(salon.board(hidden))


async def private_room(salon: Salon) -> Any:
    """A private thread of Ada's, to which the bot was added."""
    backend = salon.env.backend
    private = discord.ChannelType.private_thread.value
    made = backend.create_thread(salon.room.id, "a word", salon.people["Ada"].id, type=private)
    backend.add_thread_member(made.id, backend.bot_user.id)
    await salon.env.settle()
    return next(thread for thread in salon.room.threads if thread.id == made.id)


async def test_a_guest_who_cannot_be_added_yet_is_added_once_the_bot_may(salon: Salon):
    thread = await private_table(salon, seats=3)
    ben = salon.people["Ben"].id
    path = f"/channels/{thread.id}/thread-members/{ben}"
    salon.env.inject_error("PUT", path, status=403, code=50013)
    await invite(salon, "Ada", "Ben", thread)
    assert members(salon, thread) == {"Ada"} and len(salon.posts(thread)) == 1
    with salon.env._bot_scope():  # so that SimCord waits for what follows from it
        await salon.bot.on_guild_role_update(None, salon.bot.guilds[0].default_role)
    await salon.env.settle()
    assert members(salon, thread) == {"Ada", "Ben"} and len(salon.posts(thread)) == 2
