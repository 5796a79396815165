"""Settings of a server, and its moderators."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.interactions.completion import UNSET
from bot.pages.names import when
from bot.table import Refused
from bot.table.clock import DAY_S
from games.words import unpack
from tests.sim_server import SimServer, buttons, controls, ephemeral_text, reply_text, text


@pytest.fixture
def sim(sim_server_of: Callable[..., SimServer]) -> SimServer:
    """A server with two people and one who manages it."""
    sim = sim_server_of("Ada", "Ben")
    sim.add("Cleo", manage_guild=True, manage_messages=True)
    return sim


# --- /server -------------------------------------------------------------------------------------


async def test_a_server_without_settings_lets_everybody_play_everywhere(sim: SimServer):
    said = ephemeral_text(await sim.command("Cleo", "server show"))
    assert "everywhere" in said and "everybody" in said and "same as the server" in said
    assert "Table 1 is open" in ephemeral_text(await sim.open())


async def test_only_those_who_manage_a_server_change_its_settings(sim: SimServer):
    with pytest.raises(Exception, match=r"default.member.permissions"):
        await sim.command("Ada", "server show")


async def test_games_run_where_the_server_wants_them(sim: SimServer):
    other = sim.guild.create_text_channel("tables")
    said = ephemeral_text(await sim.command("Cleo", "server channels", add=other))
    assert f"only in <#{other.id}>" in said
    said = ephemeral_text(await sim.open())
    assert (
        said == f"On this server, games can be opened only in: <#{other.id}>." and not sim.posts()
    )
    assert "Table 1 is open" in ephemeral_text(await sim.open(room=other))
    said = ephemeral_text(await sim.command("Cleo", "server channels", remove=sim.room))
    assert "is not among the chosen channels" in said
    said = ephemeral_text(await sim.command("Cleo", "server channels", remove=other))
    assert "everywhere" in said
    await sim.command("Cleo", "server channels", add=other)
    assert "everywhere" in ephemeral_text(
        await sim.command("Cleo", "server channels", everywhere=True)
    )
    assert "Table 2 is open" in ephemeral_text(await sim.open())


async def test_a_chosen_category_stands_for_its_channels(sim: SimServer):
    category = sim.guild.create_category("Games")
    inside = sim.guild.create_text_channel("wigs", category=category)
    await sim.command("Cleo", "server channels", add=category)
    assert "can be opened only in" in ephemeral_text(await sim.open())
    assert "Table 1 is open" in ephemeral_text(await sim.open(room=inside))


async def test_a_thread_stands_where_its_channel_does(sim: SimServer):
    await sim.command("Cleo", "server channels", add=sim.room)
    await sim.open()
    offer = await sim.open()
    await sim.press("Ada", "Open it in a thread", offer.response)
    assert sim.sql("SELECT COUNT(*) FROM tables") == [(2,)]


async def test_a_thread_can_be_the_only_place_for_games(sim: SimServer):
    await sim.open()
    offer = await sim.open(host="Ben")
    await sim.press("Ben", "Open it in a thread", offer.response)
    [thread] = sim.room.threads
    said = ephemeral_text(await sim.command("Cleo", "server channels", add=thread))
    assert f"only in <#{thread.id}>" in said
    said = ephemeral_text(await sim.command("Cleo", "server channels", remove=thread))
    assert "everywhere" in said


async def test_tables_are_opened_by_those_whom_the_server_allows(sim: SimServer):
    said = ephemeral_text(await sim.command("Cleo", "server openers", who="managers"))
    assert "those who manage the server" in said
    said = ephemeral_text(await sim.open())
    assert said == "On this server, tables can be opened only by those who manage the server."
    assert "Table 1 is open" in ephemeral_text(await sim.open(host="Cleo"))
    await sim.abandon("Cleo")

    role = sim.guild.create_role("Host")
    user = sim.env.create_user("dora", global_name="Dora")
    sim.people["Dora"] = sim.guild.add_member(user, roles=[role])
    await sim.command("Cleo", "server openers", role=role)
    assert f"<@&{role.id}>" in ephemeral_text(await sim.open())
    assert "is open" in ephemeral_text(await sim.open(host="Dora"))
    await sim.abandon("Dora")
    await sim.command("Cleo", "server openers", who=UNSET)
    assert "is open" in ephemeral_text(await sim.open())


async def test_the_language_of_channels_is_set_and_kept(sim: SimServer):
    await sim.open()
    said = ephemeral_text(await sim.command("Cleo", "server language", language="de"))
    assert "Deutsch" in said
    assert (await sim.bot.store.servers.get(sim.guild.id)).language == "de"
    said = ephemeral_text(await sim.command("Cleo", "server language", language=UNSET))
    assert "same as the server" in said


# --- /admin --------------------------------------------------------------------------------------


def board(sim: SimServer) -> Any:
    """The board; what a moderator does is announced below it."""
    [found] = [each for each in sim.posts() if text(each).startswith("## ")]
    return found


async def notes(sim: SimServer) -> list[str]:
    """What was noted beside the log of the first table."""
    return [str(unpack(json.loads(row.words))) for row in await sim.bot.store.notes.of(1, -1)]


async def test_only_those_who_manage_messages_moderate(sim: SimServer):
    await sim.gather_two()
    with pytest.raises(Exception, match=r"default.member.permissions"):
        await sim.command("Ada", "admin pause")


async def test_in_a_paused_game_nobody_moves(sim: SimServer):
    await sim.gather_two()
    name = (await sim.asked())[0]
    await sim.command("Cleo", "admin pause")
    assert "Table 1: Cleo pauses the game." in text(sim.board())
    seat = (await sim.table()).names.index(name)
    move = await sim.default(name)
    with pytest.raises(Refused, match="paused"):
        await (await sim.table()).submit(seat, move, "early")
    assert "paused already" in ephemeral_text(await sim.command("Cleo", "admin pause"))
    await sim.command("Cleo", "admin resume")
    await (await sim.table()).submit(seat, move, "now")
    assert await notes(sim) == ["Cleo pauses the game.", "Cleo resumes the game."]
    assert "not paused" in ephemeral_text(await sim.command("Cleo", "admin resume"))


async def test_computer_players_rest_while_a_game_is_paused(sim: SimServer):
    table = await sim.gather_two(computers=1)
    seat = table.names.index("Ada")
    await sim.play_until(lambda t: t.waiting_people() == [seat])
    await sim.command("Cleo", "admin pause")
    assert table.waiting_computers() == []


async def test_a_game_is_ended_once_the_keeper_says_yes(sim: SimServer):
    await sim.gather_two()
    asked = await sim.command("Cleo", "admin end")
    assert (await sim.table()).row.status == "running"
    await sim.press("Cleo", "End the game", asked.response)
    assert (await sim.table()).row.status == "abandoned"
    assert "Cleo ends the game unfinished." in "".join(map(text, sim.posts()))
    assert "ended already" in ephemeral_text(await sim.command("Cleo", "admin end"))
    assert "No game is running here" in ephemeral_text(await sim.command("Cleo", "admin pause"))


async def test_a_lobby_that_a_keeper_ends_has_not_closed_by_itself(sim: SimServer):
    await sim.open(seats=3)
    asked = await sim.command("Cleo", "admin end")
    await sim.press("Cleo", "End the game", asked.response)
    said = "".join(map(text, sim.posts()))
    assert "was closed before it started" in said and "closes itself" not in said


async def test_a_button_that_ends_is_none_for_others(sim: SimServer):
    await sim.gather_two()
    [answer] = await sim.at_once(("Ada", sim.board(), "end:1:"))
    assert "Manage Messages" in ephemeral_text(answer)
    assert (await sim.table()).row.status == "running"


async def test_a_seat_is_offered_to_another_member_who_is_not_written_to_before_they_accept(
    sim: SimServer,
):
    await sim.gather_two(computers=1)
    people = sim.people
    sim.add("Dora")
    await sim.command("Cleo", "admin replace", seat=1, member=people["Dora"])
    table = await sim.table()
    assert table.seat_of(people["Dora"].id) is None and table.names[0] == "Ada"
    assert "Cleo offers the seat of Ada to somebody else." in "".join(map(text, sim.posts()))
    await sim.play_until(lambda t: t.seq >= 6)
    assert not sim.dms("Dora") and sim.pinged().count({"Dora"}) == 1
    [offer] = [each for each in sim.posts() if "a moderator offers you" in text(each)]
    await sim.press("Dora", "Take the seat", offer)
    assert table.seat_of(people["Dora"].id) == 0 and table.seat_of(people["Ada"].id) is None
    assert table.row.host in {people[name].id for name in ("Ben", "Dora")}
    again = await sim.command("Cleo", "admin replace", seat=2, member=people["Dora"])
    assert "already" in ephemeral_text(again)
    assert "no such seat" in ephemeral_text(await sim.command("Cleo", "admin replace", seat=9))


async def test_a_seat_is_given_to_a_computer_player_as_long_as_people_are_left(sim: SimServer):
    await sim.gather_two()
    await sim.command("Cleo", "admin replace", seat=1)
    table = await sim.table()
    assert table.people[0].level and table.row.host == sim.people["Ben"].id
    assert "Nobody would be left" in ephemeral_text(
        await sim.command("Cleo", "admin replace", seat=2)
    )


# --- moderators who play -------------------------------------------------------------------------


MODERATED = {
    "admin pause": "/game pause",
    "admin resume": "/game resume",
    "admin end": "/game abandon",
    "admin replace": "/game without",
}
"""The commands of moderators, and those with which players ask the others for the same."""


@pytest.mark.parametrize("command", MODERATED)
async def test_a_moderator_who_plays_reads_how_to_ask_the_others(sim: SimServer, command: str):
    await sim.gather(computers=0)
    before = sim.sql("SELECT * FROM tables"), await notes(sim)
    for member in [None, sim.people["Ada"]] if command == "admin replace" else [None]:
        chosen = {"seat": 1} | ({"member": member} if member else {})
        said = ephemeral_text(
            await sim.command("Cleo", command, **(chosen if "replace" in command else {}))
        )
        instead = MODERATED[command]
        assert said == (
            f"You play at this table, so you cannot moderate it; {instead} asks the others."
        )
        group, name = instead[1:].split()
        assert sim.bot.tree.get_command(group).get_command(name)
    assert (sim.sql("SELECT * FROM tables"), await notes(sim)) == before


async def test_a_button_that_ends_is_none_for_a_moderator_who_plays(sim: SimServer):
    await sim.gather(computers=0)
    [answer] = await sim.at_once(("Cleo", sim.board(), "end:1:"))
    assert "you cannot moderate it" in ephemeral_text(answer)
    assert (await sim.table()).row.status == "running"


async def test_a_moderator_who_has_left_the_game_does_not_moderate_it_either(sim: SimServer):
    """Else they would leave, replace the others, and come back."""
    await sim.gather(computers=0)
    left = await sim.command("Cleo", "game leave")
    await sim.press("Cleo", "Leave the game", left.response)
    said = ephemeral_text(await sim.command("Cleo", "admin replace", seat=1))
    assert said == "You have played at this table, so only another moderator can moderate it."
    assert (await sim.table()).people[0].user == sim.people["Ada"].id


async def test_a_moderator_gets_no_seat_by_their_rights(sim: SimServer):
    await sim.gather_two()
    offered = await sim.command("Cleo", "admin replace", seat=1, member=sim.people["Cleo"])
    assert "cannot offer a seat to yourself" in ephemeral_text(offered)
    assert sim.sql("SELECT * FROM offers") == []


async def test_a_moderator_who_plays_ends_no_offer_of_another(sim: SimServer):
    await sim.gather(computers=0)
    sim.add("Dora")
    await sim.command("Ada", "game give", to=sim.people["Dora"])
    [offer] = [each for each in sim.posts() if "offers you their seat" in text(each)]
    said = ephemeral_text(await sim.press("Cleo", "Decline or withdraw", offer))
    assert "Only the two people" in said and sim.sql("SELECT COUNT(*) FROM offers") == [(1,)]


# --- pauses --------------------------------------------------------------------------------------


async def pass_time(sim: SimServer, seconds: float) -> None:
    """Lets time pass for the clock, and sweeps."""
    now = sim.bot.clock.now() + seconds
    sim.bot.clock.now = lambda: now
    await sim.behind(sim.bot.clock.sweep())


@pytest.mark.parametrize("pace", ["none", "fast"])
async def test_a_pause_ends_by_itself_and_makes_nobody_late(sim: SimServer, pace: str):
    table = await sim.gather_two(pace=pace)
    store, began = sim.bot.store, sim.bot.clock.now()
    [asked] = (await store.turns.of(1)).values()
    await sim.command("Cleo", "admin pause", days=5)
    ends = table.row.paused
    assert 5 * DAY_S - 60 < ends - began < 5 * DAY_S + 60
    assert f"It goes on by itself {when(ends, 'f')} ({when(ends)})." in text(board(sim))
    assert await store.turns.of(1) == {}
    await pass_time(sim, 4 * DAY_S)
    assert table.row.paused and await store.turns.of(1) == {}
    sent = len(sim.requests("POST"))
    await pass_time(sim, 1.1 * DAY_S)
    assert not table.row.paused and "paused" not in text(board(sim))
    [turn] = (await store.turns.of(1)).values()
    assert turn.question == asked.question and turn.since == sim.bot.clock.now()
    assert turn.due is None if pace == "none" else turn.due > sim.bot.clock.now()
    assert sim.sql("SELECT * FROM timeouts") == [] and table.last.token is None
    assert await notes(sim) == ["Cleo pauses the game.", OVER]
    # The table is told once, and those who must act are notified.
    assert len(sim.requests("POST")) == sent + 1
    assert sim.pinged()[-1] == {sim.named(turn.user)}
    assert text(board(sim)).count(OVER) == 1
    await pass_time(sim, 120)
    assert (await notes(sim)).count(OVER) == 1


OVER = "The pause is over; the game goes on."


async def test_nobody_counts_as_silent_for_a_pause(sim: SimServer):
    table = await sim.gather_two()
    asked = (await sim.asked())[0]
    other = next(name for name in table.names if name != asked)
    await sim.command("Cleo", "admin pause", days=5)
    await pass_time(sim, 5.1 * DAY_S)
    said = await sim.command(other, "game without", player=sim.people[asked])
    assert "still has time" in ephemeral_text(said)


async def test_a_paused_panel_asks_nothing_until_the_game_goes_on(sim: SimServer):
    await sim.gather_two()
    name = (await sim.asked())[0]
    panel = await sim.press(name, "Move", board(sim))
    assert controls(panel.response)
    await sim.command("Cleo", "admin pause")
    assert not controls(panel.response) and "This game is paused." in text(panel.response)
    assert not controls((await sim.press(name, "Move", board(sim))).response)
    assert "paused until" in reply_text(await sim.command(name, "turns"))
    assert "paused until" in reply_text(await sim.command(name, "game list"))
    await sim.command("Cleo", "admin resume")
    assert controls((await sim.press(name, "Move", board(sim))).response)


async def test_the_table_pauses_and_resumes_by_a_vote_of_all(sim: SimServer):
    table = await sim.gather_two()
    assert "I have asked the others" in ephemeral_text(
        await sim.command("Ada", "game pause", days=3)
    )
    [vote] = [each for each in sim.posts() if "a vote" in text(each)]
    assert "Pause the game for 3 days?" in text(vote) and not table.row.paused
    await sim.press("Ben", "Agree", vote)
    assert table.row.paused and await notes(sim) == ["The table pauses the game."]
    assert not [each for each in sim.posts() if "a vote" in text(each)]
    assert "paused already" in ephemeral_text(await sim.command("Ben", "game pause"))
    await sim.command("Ben", "game resume")
    [vote] = [each for each in sim.posts() if "a vote" in text(each)]
    assert "Resume the game now?" in text(vote)
    await sim.press("Ada", "Agree", vote)
    assert not table.row.paused
    assert "not paused" in ephemeral_text(await sim.command("Ada", "game resume"))
    assert not [each for each in sim.posts() if "a vote" in text(each)]


# --- the way back --------------------------------------------------------------------------------


async def test_who_was_replaced_by_a_computer_player_takes_their_seat_back(sim: SimServer):
    table = await sim.gather_two()
    await sim.command("Cleo", "admin replace", seat=1)
    assert "who may take it back" in (await notes(sim))[-1]
    refused = await sim.press("Cleo", "Play for Ada", board(sim))
    assert "That seat is not free." in ephemeral_text(refused) and table.people[0].level
    await sim.press("Ada", "Play for Ada", board(sim))
    assert table.people[0].user == sim.people["Ada"].id and not table.people[0].level
    assert "Play for Ada" not in buttons(board(sim))


async def test_the_way_back_is_a_command_as_well(sim: SimServer):
    table = await sim.gather_two()
    await sim.command("Cleo", "admin replace", seat=1)
    said = await sim.command("Ada", "game handover", returning=True)
    assert "Your seat is yours again." in ephemeral_text(said)
    assert table.people[0].user == sim.people["Ada"].id
    said = await sim.command("Cleo", "game handover", returning=True)
    assert "You do not play at this table." in ephemeral_text(said)


async def test_a_person_on_the_seat_decides_about_it(sim: SimServer):
    table = await sim.gather_two()
    sim.add("Dora")
    await sim.command("Cleo", "admin replace", seat=1, member=sim.people["Dora"])
    [offer] = [each for each in sim.posts() if "a moderator offers you" in text(each)]
    await sim.press("Dora", "Take the seat", offer)
    said = ephemeral_text(await sim.command("Ada", "game handover", returning=True))
    assert said == "Dora plays on your former seat, and can offer it to you with /game give."
    [answer] = await sim.at_once(("Ada", board(sim), "take:1:0"))
    assert "That seat is not free." in ephemeral_text(answer)
    assert table.seat_of(sim.people["Dora"].id) == 0
