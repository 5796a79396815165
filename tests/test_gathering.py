"""Lobbies: invitations, private tables, the order of the seats, and the start."""

import itertools
import re
from typing import Any

import discord
import pytest

from bot.interactions.cooldowns import INVITE
from bot.store import InvitationRow
from bot.table import NewTable, Person, invitations
from bot.table.computers import with_computers
from bot.table.news import news_of
from bot.table.records import record_of
from games import discover, record
from games.kernel import draw_lots
from tests.sim_server import SimServer, buttons, ephemeral_text, options, reply_text, text

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
DAY_S = 86400.0


async def invite(sim: SimServer, name: str, guest: str, room: Any = None) -> Any:
    return await sim.command(name, "game invite", room, player=sim.people[guest])


def stored(sim: SimServer) -> list[Any]:
    """All tables and invitations as they are stored."""
    return sim.sql("SELECT * FROM tables") + sim.sql("SELECT * FROM invitations")


# --- Computer players -----------------------------------------------------------------------------


async def test_the_computer_player_who_sat_down_last_is_removed(sim: SimServer):
    await sim.open(seats=4, computers=2)
    first = (await sim.table()).names[1]
    await sim.press("Ben", "Join")
    await sim.press("Ben", "Remove computer player")
    assert (await sim.table()).names == ["Ada", first, "Ben"]
    await sim.press("Ada", "Remove computer player")
    assert (await sim.table()).names == ["Ada", "Ben"]
    assert "Remove computer player" not in buttons(sim.board())
    again = await sim.press_old("Ada", sim.board(), "no-computer:1:")
    assert "No computer player sits at this table." in ephemeral_text(again)


async def test_a_stranger_removes_no_computer_player_and_nobody_does_in_a_game(sim: SimServer):
    await sim.open(seats=3, computers=1)
    before = stored(sim)
    refused = await sim.press("Ben", "Remove computer player")
    assert "You do not play at this table" in ephemeral_text(refused)
    assert stored(sim) == before
    await sim.press("Ada", "Start")
    refused = await sim.press_old("Ada", sim.board(), "no-computer:1:")
    assert "no longer gathering" in ephemeral_text(refused)
    assert len((await sim.table()).people) == 2


# --- Start when full ------------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["Join", "Add computer player"])
async def test_a_game_starts_by_itself_when_the_last_seat_is_taken(sim: SimServer, last: str):
    await sim.open(seats=3)
    await sim.pick_option("Ada", "Start: when full")
    assert "starts by itself when all 3 seats are taken" in text(sim.board())
    await sim.press("Ben", "Join")
    assert "Start, or the game starts by itself when all 3" in text(sim.board())
    assert (await sim.table()).row.status == "lobby"
    await sim.press("Cleo" if last == "Join" else "Ada", last)
    table = await sim.table()
    assert table.row.status == "running" and "Move" in buttons(sim.board())
    assert sim.sql("SELECT kind FROM moves WHERE kind = 'start'") == [("start",)]


async def test_of_two_who_take_the_last_seat_at_once_one_starts_the_game(sim: SimServer):
    await sim.open(seats=2)
    await sim.pick_option("Ada", "Start: when full")
    join = buttons(sim.board())["Join"]
    answers = await sim.at_once(("Ben", sim.board(), join), ("Cleo", sim.board(), join))
    assert sum("no longer gathering" in ephemeral_text(answer) for answer in answers) == 1
    assert len((await sim.table()).people) == 2
    assert sim.sql("SELECT COUNT(*) FROM moves WHERE kind = 'start'") == [(1,)]


@pytest.mark.parametrize("order", ["listed", "lot"])
async def test_the_last_seat_and_the_start_are_stored_together_or_not_at_all(
    sim: SimServer, order: str
):
    await sim.open(seats=2, order=order)
    await sim.pick_option("Ada", "Start: when full")
    sim.sql("CREATE TRIGGER fails BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'disk'); END")
    before = stored(sim)
    await sim.press("Ben", "Join")
    assert stored(sim) == before
    sim.sql("DROP TRIGGER fails")
    await sim.restart()
    await sim.press("Ben", "Join")
    assert {*(await sim.table()).names} == {"Ada", "Ben"}
    assert (await sim.table()).row.status == "running"


async def test_a_full_table_waits_for_somebody_to_press_start_unless_it_was_set_before(
    sim: SimServer,
):
    await sim.open(seats=2)
    await sim.press("Ben", "Join")
    await sim.pick_option("Ada", "Start: when full")
    assert (await sim.table()).row.status == "lobby"
    assert "starts by itself" not in text(sim.board())
    await sim.press("Ben", "Start")
    assert (await sim.table()).row.status == "running"


async def test_only_the_host_sets_the_start_and_the_seats(sim: SimServer):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    before = stored(sim)
    form = await sim.press("Ada", "Options")
    assert "Only the host" in ephemeral_text(await sim.forge("Ben", form, table="starts_full"))
    value = str(sim.people["Ben"].id)
    assert "Only the host" in ephemeral_text(
        await sim.press_old("Ben", sim.board(), "pick-up:1:", value)
    )
    assert stored(sim) == before


async def test_a_game_does_not_start_by_itself_where_the_bot_may_not_write(sim: SimServer):
    await sim.open(seats=2)
    await sim.pick_option("Ada", "Start: when full")
    join = buttons(sim.board())["Join"]
    refusing = {sim.env.bot.user: discord.PermissionOverwrite(attach_files=False)}
    barred = sim.guild.create_text_channel("barred", overwrites=refusing)
    channels = sim.env.backend.channels
    channels[sim.room.id].overwrites = channels[barred.id].overwrites
    refused = await sim.press_old("Ben", sim.board(), join)
    assert "allow me: Attach Files" in ephemeral_text(refused)
    assert (await sim.table()).names == ["Ada"]


# --- The order of the seats -----------------------------------------------------------------------


async def test_the_seats_are_drawn_by_lot_if_nothing_else_is_said(sim: SimServer):
    await sim.command("Ada", "game new", game="wigs", seats=4)
    for name in ("Ben", "Cleo", "Dora"):
        await sim.press(name, "Join")
    assert "drawn by lot when the game starts" in text(sim.board())
    assert not re.search("[🔵🔶🟩🔺]", text(sim.board()))
    table = await sim.table()
    listed, order = table.names, draw_lots(table.seed, 4)
    await sim.press("Ben", "Start")
    assert table.names == [listed[place] for place in order]
    told_all = [each.text for each in await news_of(table)]
    assert f"The seats are drawn by lot: {', '.join(table.names)}." in told_all
    assert f"The seats are drawn by lot: {', '.join(table.names)}." in text(sim.board())
    written = await record_of(table)
    assert f"\nlot {' '.join(map(str, order))}\n" in written
    record.verify(written)
    await sim.restart()
    assert (await sim.table()).names == table.names


async def test_a_lot_that_does_not_follow_from_the_seed_is_found_out(sim: SimServer):
    await sim.start("Ada", computers=3, order="lot")
    written = await record_of(await sim.table())
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


async def test_seats_go_as_people_sat_down_or_as_the_host_moves_them(sim: SimServer):
    await sim.open(seats=3, order="lot")
    await sim.press("Ben", "Join")
    await sim.press("Cleo", "Join")
    shown = await sim.pick_option("Ada", "Seats: as listed")
    custom_id, value = options(shown.response)["Cleo to seat 2"]
    shown = await sim.people["Ada"].select(shown.response, [value], custom_id=custom_id)
    assert (await sim.table()).names == ["Ada", "Cleo", "Ben"]
    custom_id, value = options(shown.response)["Cleo to seat 1"]
    await sim.people["Ada"].select(shown.response, [value], custom_id=custom_id)
    assert "🔵 Cleo" in text(sim.board())
    gone = await sim.press_old("Ada", sim.board(), "pick-up:1:", value)
    assert "Nothing changed" in ephemeral_text(gone)
    await sim.press("Ada", "Start")
    table = await sim.table()
    assert table.names == ["Cleo", "Ada", "Ben"]
    assert "\nlot " not in await record_of(table)


async def test_a_lobby_of_an_earlier_release_keeps_its_order(sim: SimServer):
    table = await sim.behind(
        sim.bot.tables.open(
            NewTable(
                discover()["wigs"],
                guild=sim.guild.id,
                channel=sim.room.id,
                people=with_computers([Person("Ada", user=sim.people["Ada"].id)], ["quick"] * 3),
                seats=4,
            )
        )
    )
    names = table.names
    await sim.press("Ada", "Start")
    assert table.names == names and table.row.status == "running"


# --- Invitations ----------------------------------------------------------------------------------


async def test_a_guest_is_notified_once_and_joins(sim: SimServer):
    await sim.open(seats=3)
    answer = await invite(sim, "Ada", "Ben")
    assert "Ben is invited" in ephemeral_text(answer)
    assert sim.pinged()[-1] == {"Ben"}
    ben = sim.people["Ben"].id
    invitation = sim.board()
    assert f"<@{ben}>: Ada invites you to this table." in text(invitation)
    assert f"Invited: <@{ben}>" in text(sim.posts()[0])
    refused = await sim.press("Cleo", "Join", invitation)
    assert "This invitation is for somebody else" in ephemeral_text(refused)
    joined = await sim.press("Ben", "Join", invitation)
    assert "You sit at" in ephemeral_text(joined) and joined.response.ephemeral
    assert (await sim.table()).names == ["Ada", "Ben"]
    [lobby] = sim.posts()
    assert "Invited" not in text(lobby)
    assert sum("Ben" in each for each in sim.pinged()) == 1


async def test_somebody_who_has_played_in_dms_is_invited_there(sim: SimServer):
    await sim.command("Ben", "tutorial", game="wigs")
    known = len(sim.dms("Ben"))
    await sim.open(seats=3)
    await invite(sim, "Ada", "Ben")
    assert len(sim.posts()) == 1
    [invitation] = sim.dms("Ben")[known:]
    assert "Ada invites you" in text(invitation) and "table 2" in text(invitation)
    joined = await sim.people["Ben"].user.click(invitation, label="Join")
    assert f"/{sim.room.id})" in reply_text(joined)
    assert (await sim.table()).names == ["Ada", "Ben"]
    assert not any("invites you" in text(message) for message in sim.dms("Ben"))


async def test_who_declines_is_not_asked_again_but_may_join(sim: SimServer):
    await sim.open(seats=3)
    await invite(sim, "Ada", "Ben")
    refused = await sim.press("Cleo", "Decline")
    assert "for somebody else" in ephemeral_text(refused)
    assert "You have declined" in ephemeral_text(await sim.press("Ben", "Decline"))
    [lobby] = sim.posts()
    assert f"Declined: <@{sim.people['Ben'].id}>" in text(lobby)
    assert "Ben has declined" in ephemeral_text(await invite(sim, "Ada", "Ben"))
    other = sim.guild.create_text_channel("other")
    await sim.open(seats=3, room=other)
    again = await invite(sim, "Ada", "Ben", other)
    assert "declined an invitation of yours" in ephemeral_text(again) and len(sim.posts(other)) == 1
    sim.sql("UPDATE invitations SET made = made - ?", DAY_S)
    assert "is invited" in ephemeral_text(await invite(sim, "Ada", "Ben", other))
    await sim.press("Ben", "Join", sim.posts()[0])
    assert (await sim.table()).names == ["Ada", "Ben"]


async def test_a_host_withdraws_an_invitation_and_may_invite_again(sim: SimServer):
    await sim.open(seats=3)
    await invite(sim, "Ada", "Ben")
    again = await invite(sim, "Ada", "Ben")
    assert "Ben is invited already." in ephemeral_text(again)
    assert len(sim.posts()) == 2, "to ask again withdraws nothing"
    ben = sim.people["Ben"].id
    for name in ("Ben", "Cleo"):
        refused = await sim.press_old(name, sim.board(), f"withdraw:1:{ben}")
        assert "withdrawn already" in ephemeral_text(refused)
    assert len(sim.posts()) == 2
    done = await sim.press("Ada", "Withdraw the invitation", again.response)
    assert "The invitation is withdrawn." in reply_text(done)
    [lobby] = sim.posts()
    assert "Invited" not in text(lobby) and "Declined" not in text(lobby)
    late = await sim.press_old("Ada", sim.board(), f"withdraw:1:{ben}")
    assert "withdrawn already" in ephemeral_text(late)
    assert "Ben is invited" in ephemeral_text(await invite(sim, "Ada", "Ben"))
    await sim.press("Ben", "Join")
    assert (await sim.table()).names == ["Ada", "Ben"]


async def test_a_guest_who_joins_and_leaves_again_is_not_notified_again(sim: SimServer):
    await sim.open(seats=3)
    await invite(sim, "Ada", "Ben")
    await sim.press("Ben", "Join")
    await sim.press("Ben", "Leave")
    [lobby] = sim.posts()
    assert "Declined" not in text(lobby) and "Invited" not in text(lobby)
    assert "Ben has left the table." in ephemeral_text(await invite(sim, "Ada", "Ben"))
    assert sum("Ben" in each for each in sim.pinged()) == 1


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
    sim: SimServer, prepare: str, guest: str, said: str
):
    await sim.open(seats=2 if prepare in ("full", "running") else 3)
    match prepare:
        case "joined":
            await sim.press("Ben", "Join")
        case "invited":
            await invite(sim, "Ada", "Ben")
        case "unwilling":
            answer = await sim.command("Ben", "settings invitations", wanted=False)
            assert "Invitations: off" in ephemeral_text(answer)
        case "full" | "running":
            await sim.press("Cleo", "Join")
    if prepare == "running":
        await sim.press("Ada", "Start")
    before, posts = stored(sim), len(sim.posts())
    assert said in ephemeral_text(await invite(sim, "Ada", guest))
    assert stored(sim) == before and len(sim.posts()) == posts


async def test_only_the_host_invites(sim: SimServer):
    await sim.open(seats=3)
    await sim.press("Ben", "Join")
    for name in ("Ben", "Cleo"):
        assert "Only the host" in ephemeral_text(await invite(sim, name, "Dora"))
    assert sim.sql("SELECT * FROM invitations") == []


async def test_a_bot_and_somebody_who_does_not_see_the_channel_are_not_invited(sim: SimServer):
    hidden = {sim.people["Ben"]: discord.PermissionOverwrite(view_channel=False)}
    room = sim.guild.create_text_channel("small-room", overwrites=hidden)
    await sim.open(seats=3, room=room)
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
    sim.people["Robot"] = robot
    assert "Bots cannot play" in ephemeral_text(await invite(sim, "Ada", "Robot", room))
    assert "cannot see the channel" in ephemeral_text(await invite(sim, "Ada", "Ben", room))
    assert sim.sql("SELECT * FROM invitations") == []


async def test_ten_guests_at_a_table_may_be_unanswered_and_a_host_has_to_pause(sim: SimServer):
    await sim.open(seats=3)
    for number in range(invitations.MAX_UNANSWERED):
        row = InvitationRow(1, 10**17 + number, 1.0)
        await sim.bot.store.invitations.save(row)
    assert "10 people are invited" in ephemeral_text(await invite(sim, "Ada", "Ben"))
    for _ in range(INVITE.times - 1):
        await invite(sim, "Ada", "Ben")
    assert "At most 10 times" in ephemeral_text(await invite(sim, "Ada", "Ben"))


async def test_an_invitation_goes_when_the_game_starts_and_is_forgotten_after_a_day(sim: SimServer):
    await sim.open(seats=3, computers=1)
    await invite(sim, "Ada", "Ben")
    old = sim.board()
    await sim.bot.clock.sweep()
    await sim.press("Ada", "Start", sim.posts()[0])
    assert not any("invites you" in text(message) for message in sim.posts())
    ben = sim.people["Ben"].id
    for action in ("welcome", "decline"):
        refused = await sim.press_old("Ben", sim.board(), f"{action}:1:{ben}")
        assert "no longer gathering" in ephemeral_text(refused), old
    sim.sql("UPDATE invitations SET made = made - ?", DAY_S + 1)
    await sim.bot.clock.sweep()
    assert sim.sql("SELECT * FROM invitations") == []


async def test_who_is_not_invited_declines_nothing(sim: SimServer):
    await sim.open(seats=3)
    ben = sim.people["Ben"].id
    refused = await sim.press_old("Ben", sim.board(), f"decline:1:{ben}")
    assert "You are not invited" in ephemeral_text(refused)
    await invite(sim, "Ada", "Ben")
    await sim.press("Ben", "Join")
    refused = await sim.press_old("Ben", sim.board(), f"decline:1:{ben}")
    assert "You sit at this table already" in ephemeral_text(refused)


async def test_an_invitation_is_among_the_data_of_a_person_and_goes_with_them(sim: SimServer):
    await sim.open(seats=3)
    await invite(sim, "Ada", "Ben")
    ben = sim.people["Ben"].id
    found = await sim.bot.store.privacy.export(ben)
    assert [each["table_id"] for each in found["invitations"]] == [1]
    asked = await sim.command("Ben", "mydata delete")
    await sim.press("Ben", "Delete everything", asked.response)
    assert sim.sql("SELECT * FROM invitations") == []
    [lobby] = sim.posts()
    assert str(ben) not in text(lobby)


async def test_an_invitation_that_was_stored_is_sent_after_a_crash(
    sim: SimServer, monkeypatch: pytest.MonkeyPatch
):
    await sim.open(seats=3)
    with monkeypatch.context() as patched:
        patched.setattr(type(sim.bot.outbox), "kick", lambda self, number: None)
        await invite(sim, "Ada", "Ben")
        assert len(sim.posts()) == 1
    await sim.restart()
    assert sim.pinged()[-1] == {"Ben"}
    assert sum("invites you" in text(message) for message in sim.posts()) == 1


# --- Private tables -------------------------------------------------------------------------------


async def private_table(sim: SimServer, **more: Any) -> Any:
    """A private table of Ada's; the thread in which it stands."""
    answer = await sim.open(private=True, **more)
    [thread] = sim.room.threads
    assert f"<#{thread.id}>" in ephemeral_text(answer) and "/game invite" in ephemeral_text(answer)
    return thread


def members(sim: SimServer, thread: Any) -> set[str]:
    ids = sim.env.backend.channels[thread.id].thread_members
    return {name for name, person in sim.people.items() if person.id in ids}


async def test_guests_are_added_to_the_thread_of_a_private_table(sim: SimServer):
    thread = await private_table(sim, seats=3)
    assert sim.env.backend.channels[thread.id].type == discord.ChannelType.private_thread.value
    assert members(sim, thread) == {"Ada"}
    lobby = sim.env.backend.messages[thread.id]
    assert "🔒 Private" in text(sim.posts(thread)[0]) and lobby
    assert "is invited" in ephemeral_text(await invite(sim, "Ada", "Ben", thread))
    assert members(sim, thread) == {"Ada", "Ben"}
    assert sim.pinged(channel=thread)[-1] == {"Ben"}
    await sim.press("Ben", "Join", sim.board(thread))
    assert (await sim.table(1)).names == ["Ada", "Ben"]
    await sim.press("Ada", "Start", sim.posts(thread)[0])
    assert (await sim.table(1)).row.status == "running"


async def test_who_is_not_invited_cannot_join_a_private_table(sim: SimServer):
    thread = await private_table(sim, seats=3)
    before = stored(sim)
    refused = await sim.press_old("Cleo", sim.board(thread), "join:1:")
    assert "This table is private" in ephemeral_text(refused)
    assert stored(sim) == before
    await invite(sim, "Ada", "Ben", thread)
    await sim.press("Ben", "Decline", sim.board(thread))
    await sim.press("Ben", "Join", sim.board(thread))
    assert (await sim.table(1)).names == ["Ada", "Ben"]


@pytest.mark.parametrize(
    ("lacking", "label"),
    [
        ("create_private_threads", "Create Private Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_the_permission_that_a_private_table_lacks_is_named(
    sim: SimServer, lacking: str, label: str
):
    refusing = {sim.env.bot.user: discord.PermissionOverwrite(**{lacking: False})}
    room = sim.guild.create_text_channel("no-threads", overwrites=refusing)
    answer = await sim.open(private=True, room=room)
    assert f"I lack: {label}." in ephemeral_text(answer)
    assert room.threads == [] and sim.sql("SELECT * FROM tables") == []


async def test_a_private_table_that_discord_refuses_can_be_tried_again(sim: SimServer):
    sim.env.inject_error("POST", f"/channels/{sim.room.id}/threads", status=403, code=50013)
    assert "Create Private Threads" in ephemeral_text(await sim.open(private=True))
    await private_table(sim)


async def test_a_private_table_wants_a_text_channel_or_a_private_thread(sim: SimServer):
    await sim.open()
    answer = await sim.open(host="Ben")
    await sim.press("Ben", "Open it in a thread", answer.response)
    [thread] = sim.room.threads
    await sim.abandon("Ben", thread)
    refused = await sim.open(host="Ben", private=True, room=thread)
    assert "only be opened in a text channel" in ephemeral_text(refused)
    hidden = await private_room(sim)
    assert "Table 3 is open" in ephemeral_text(await sim.open(private=True, room=hidden))
    assert "🔒 Private" in text(sim.board(hidden))


async def private_room(sim: SimServer) -> Any:
    """A private thread of Ada's, to which the bot was added."""
    backend = sim.env.backend
    private = discord.ChannelType.private_thread.value
    made = backend.create_thread(sim.room.id, "a word", sim.people["Ada"].id, type=private)
    backend.add_thread_member(made.id, backend.bot_user.id)
    await sim.env.settle()
    return next(thread for thread in sim.room.threads if thread.id == made.id)


async def test_a_guest_who_cannot_be_added_yet_is_added_once_the_bot_may(sim: SimServer):
    thread = await private_table(sim, seats=3)
    ben = sim.people["Ben"].id
    path = f"/channels/{thread.id}/thread-members/{ben}"
    sim.env.inject_error("PUT", path, status=403, code=50013)
    await invite(sim, "Ada", "Ben", thread)
    assert members(sim, thread) == {"Ada"} and len(sim.posts(thread)) == 1
    await sim.tell("guild_role_update", None, sim.bot.guilds[0].default_role)
    assert members(sim, thread) == {"Ada", "Ben"} and len(sim.posts(thread)) == 2
