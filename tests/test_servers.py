"""Settings of a server, and its moderators."""

from __future__ import annotations

import json
from collections.abc import Iterator

import discord
import pytest
import simcord

from bot.table import Refused
from games.words import unpack
from tests.sim_server import SimServer, ephemeral_text, text, without_bugs


@pytest.fixture
def sim(simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture) -> Iterator[SimServer]:
    """A server with two people and one who manages it."""
    with without_bugs(caplog):
        sim = SimServer.of(simcord_env, "Ada", "Ben")
        keeps = discord.Permissions(manage_guild=True, manage_messages=True)
        role = sim.guild.create_role("Moderator", permissions=keeps)
        user = simcord_env.create_user("cleo", global_name="Cleo")
        sim.people["Cleo"] = sim.guild.add_member(user, roles=[role])
        yield sim


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
    await sim.command("Cleo", "server openers", who="everybody")
    assert "is open" in ephemeral_text(await sim.open())


async def test_the_language_of_channels_is_set_and_kept(sim: SimServer):
    await sim.open()
    said = ephemeral_text(await sim.command("Cleo", "server language", language="de"))
    assert "Deutsch" in said
    assert (await sim.bot.store.servers.get(sim.guild.id)).language == "de"
    said = ephemeral_text(await sim.command("Cleo", "server language", language="server"))
    assert "same as the server" in said


# --- /admin --------------------------------------------------------------------------------------


async def notes(sim: SimServer) -> list[str]:
    """What was noted beside the log of the first table."""
    return [str(unpack(json.loads(row.words))) for row in await sim.bot.store.notes.of(1, -1)]


async def test_only_those_who_manage_messages_moderate(sim: SimServer):
    await sim.gather(computers=0)
    with pytest.raises(Exception, match=r"default.member.permissions"):
        await sim.command("Ada", "admin pause")


async def test_in_a_paused_game_nobody_moves(sim: SimServer):
    await sim.gather(computers=0)
    await sim.command("Cleo", "admin pause")
    assert "Table 1: Cleo pauses the game." in text(sim.board())
    name = (await sim.asked())[0]
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
    await sim.gather(computers=1, seats=4)
    await sim.play_until(lambda t: bool(t.waiting_people()))
    table = await sim.table()
    await sim.command("Cleo", "admin pause")
    assert table.waiting_computers() == []


async def test_a_game_is_ended_once_the_keeper_says_yes(sim: SimServer):
    await sim.gather(computers=0)
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
    await sim.gather(computers=0)
    [answer] = await sim.at_once(("Ada", sim.board(), "end:1:"))
    assert "Manage Messages" in ephemeral_text(answer)
    assert (await sim.table()).row.status == "running"


async def test_a_seat_is_offered_to_another_member_who_is_not_written_to_before_they_accept(
    sim: SimServer,
):
    await sim.gather(computers=1, seats=4)
    people = sim.people
    user = sim.env.create_user("dora", global_name="Dora")
    people["Dora"] = sim.guild.add_member(user)
    await sim.command("Cleo", "admin replace", seat=1, member=people["Dora"])
    table = await sim.table()
    assert table.seat_of(people["Dora"].id) is None and table.names[0] == "Ada"
    assert "Cleo offers the seat of Ada to somebody else." in "".join(map(text, sim.posts()))
    await sim.play_until(lambda t: t.seq >= 6)
    assert not sim.dms("Dora") and sim.pinged().count({"Dora"}) == 1
    [offer] = [each for each in sim.posts() if "a moderator offers you" in text(each)]
    await sim.press("Dora", "Take the seat", offer)
    assert table.seat_of(people["Dora"].id) == 0 and table.seat_of(people["Ada"].id) is None
    assert table.row.host in {people[name].id for name in ("Ben", "Cleo", "Dora")}
    again = await sim.command("Cleo", "admin replace", seat=2, member=people["Dora"])
    assert "already" in ephemeral_text(again)
    assert "no such seat" in ephemeral_text(await sim.command("Cleo", "admin replace", seat=9))


async def test_a_seat_is_given_to_a_computer_player_as_long_as_people_are_left(sim: SimServer):
    del sim.people["Cleo"]
    await sim.gather(computers=0, seats=2)
    moderator = sim.guild.add_member(
        sim.env.create_user("emil", global_name="Emil"), roles=[sim.guild.roles["Moderator"]]
    )
    sim.people["Emil"] = moderator
    await sim.command("Emil", "admin replace", seat=1)
    table = await sim.table()
    assert table.people[0].level and table.row.host == sim.people["Ben"].id
    assert "Nobody would be left" in ephemeral_text(
        await sim.command("Emil", "admin replace", seat=2)
    )
