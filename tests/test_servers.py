"""Settings of a server, and its moderators."""

from __future__ import annotations

import json
from collections.abc import Iterator

import discord
import pytest
import simcord

from bot.table import Refused
from games.words import unpack
from tests.salon import Salon, ephemeral_text, text, without_bugs


@pytest.fixture
def salon(simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture) -> Iterator[Salon]:
    """A server with two people and one who manages it."""
    with without_bugs(caplog):
        salon = Salon.of(simcord_env, "Ada", "Ben")
        keeps = discord.Permissions(manage_guild=True, manage_messages=True)
        role = salon.guild.create_role("Moderator", permissions=keeps)
        user = simcord_env.create_user("cleo", global_name="Cleo")
        salon.people["Cleo"] = salon.guild.add_member(user, roles=[role])
        yield salon


# --- /server -------------------------------------------------------------------------------------


async def test_a_server_without_settings_lets_everybody_play_everywhere(salon: Salon):
    said = ephemeral_text(await salon.command("Cleo", "server show"))
    assert "everywhere" in said and "everybody" in said and "same as the server" in said
    assert "Table 1 is open" in ephemeral_text(await salon.open())


async def test_only_those_who_manage_a_server_change_its_settings(salon: Salon):
    with pytest.raises(Exception, match=r"default.member.permissions"):
        await salon.command("Ada", "server show")


async def test_games_run_where_the_server_wants_them(salon: Salon):
    other = salon.guild.create_text_channel("tables")
    said = ephemeral_text(await salon.command("Cleo", "server channels", add=other))
    assert f"only in <#{other.id}>" in said
    said = ephemeral_text(await salon.open())
    assert (
        said == f"On this server, games can be opened only in: <#{other.id}>." and not salon.posts()
    )
    assert "Table 1 is open" in ephemeral_text(await salon.open(room=other))
    said = ephemeral_text(await salon.command("Cleo", "server channels", remove=salon.room))
    assert "is not among the chosen channels" in said
    said = ephemeral_text(await salon.command("Cleo", "server channels", remove=other))
    assert "everywhere" in said
    await salon.command("Cleo", "server channels", add=other)
    assert "everywhere" in ephemeral_text(
        await salon.command("Cleo", "server channels", everywhere=True)
    )
    assert "Table 2 is open" in ephemeral_text(await salon.open())


async def test_a_chosen_category_stands_for_its_channels(salon: Salon):
    category = salon.guild.create_category("Games")
    inside = salon.guild.create_text_channel("wigs", category=category)
    await salon.command("Cleo", "server channels", add=category)
    assert "can be opened only in" in ephemeral_text(await salon.open())
    assert "Table 1 is open" in ephemeral_text(await salon.open(room=inside))


async def test_a_thread_stands_where_its_channel_does(salon: Salon):
    await salon.command("Cleo", "server channels", add=salon.room)
    await salon.open()
    offer = await salon.open()
    await salon.press("Ada", "Open it in a thread", offer.response)
    assert salon.sql("SELECT COUNT(*) FROM tables") == [(2,)]


async def test_a_thread_can_be_the_only_place_for_games(salon: Salon):
    await salon.open()
    offer = await salon.open(host="Ben")
    await salon.press("Ben", "Open it in a thread", offer.response)
    [thread] = salon.room.threads
    said = ephemeral_text(await salon.command("Cleo", "server channels", add=thread))
    assert f"only in <#{thread.id}>" in said
    said = ephemeral_text(await salon.command("Cleo", "server channels", remove=thread))
    assert "everywhere" in said


async def test_tables_are_opened_by_those_whom_the_server_allows(salon: Salon):
    said = ephemeral_text(await salon.command("Cleo", "server openers", who="managers"))
    assert "those who manage the server" in said
    said = ephemeral_text(await salon.open())
    assert said == "On this server, tables can be opened only by those who manage the server."
    assert "Table 1 is open" in ephemeral_text(await salon.open(host="Cleo"))
    await salon.abandon("Cleo")

    role = salon.guild.create_role("Host")
    user = salon.env.create_user("dora", global_name="Dora")
    salon.people["Dora"] = salon.guild.add_member(user, roles=[role])
    await salon.command("Cleo", "server openers", role=role)
    assert f"<@&{role.id}>" in ephemeral_text(await salon.open())
    assert "is open" in ephemeral_text(await salon.open(host="Dora"))
    await salon.abandon("Dora")
    await salon.command("Cleo", "server openers", who="everybody")
    assert "is open" in ephemeral_text(await salon.open())


async def test_the_language_of_channels_is_set_and_kept(salon: Salon):
    await salon.open()
    said = ephemeral_text(await salon.command("Cleo", "server language", language="de"))
    assert "Deutsch" in said
    assert (await salon.bot.store.servers.get(salon.guild.id)).language == "de"
    said = ephemeral_text(await salon.command("Cleo", "server language", language="server"))
    assert "same as the server" in said


# --- /admin --------------------------------------------------------------------------------------


async def notes(salon: Salon) -> list[str]:
    """What was noted beside the log of the first table."""
    return [str(unpack(json.loads(row.words))) for row in await salon.bot.store.notes.of(1, -1)]


async def test_only_those_who_manage_messages_moderate(salon: Salon):
    await salon.gather(computers=0)
    with pytest.raises(Exception, match=r"default.member.permissions"):
        await salon.command("Ada", "admin pause")


async def test_in_a_paused_game_nobody_moves(salon: Salon):
    await salon.gather(computers=0)
    await salon.command("Cleo", "admin pause")
    assert "Table 1: Cleo pauses the game." in text(salon.board())
    name = (await salon.asked())[0]
    seat = (await salon.table()).names.index(name)
    move = await salon.default(name)
    with pytest.raises(Refused, match="paused"):
        await (await salon.table()).submit(seat, move, "early")
    assert "paused already" in ephemeral_text(await salon.command("Cleo", "admin pause"))
    await salon.command("Cleo", "admin resume")
    await (await salon.table()).submit(seat, move, "now")
    assert await notes(salon) == ["Cleo pauses the game.", "Cleo resumes the game."]
    assert "not paused" in ephemeral_text(await salon.command("Cleo", "admin resume"))


async def test_computer_players_rest_while_a_game_is_paused(salon: Salon):
    await salon.gather(computers=1, seats=4)
    await salon.play_until(lambda t: bool(t.waiting_people()))
    table = await salon.table()
    await salon.command("Cleo", "admin pause")
    assert table.waiting_computers() == []


async def test_a_game_is_ended_once_the_keeper_says_yes(salon: Salon):
    await salon.gather(computers=0)
    asked = await salon.command("Cleo", "admin end")
    assert (await salon.table()).row.status == "running"
    await salon.press("Cleo", "End the game", asked.response)
    assert (await salon.table()).row.status == "abandoned"
    assert "Cleo ends the game unfinished." in "".join(map(text, salon.posts()))
    assert "ended already" in ephemeral_text(await salon.command("Cleo", "admin end"))
    assert "No game is running here" in ephemeral_text(await salon.command("Cleo", "admin pause"))


async def test_a_lobby_that_a_keeper_ends_has_not_closed_by_itself(salon: Salon):
    await salon.open(seats=3)
    asked = await salon.command("Cleo", "admin end")
    await salon.press("Cleo", "End the game", asked.response)
    said = "".join(map(text, salon.posts()))
    assert "was closed before it started" in said and "closes itself" not in said


async def test_a_button_that_ends_is_none_for_others(salon: Salon):
    await salon.gather(computers=0)
    [answer] = await salon.at_once(("Ada", salon.board(), "end:1:"))
    assert "Manage Messages" in ephemeral_text(answer)
    assert (await salon.table()).row.status == "running"


async def test_a_seat_is_offered_to_another_member_who_is_not_written_to_before_they_accept(
    salon: Salon,
):
    await salon.gather(computers=1, seats=4)
    people = salon.people
    user = salon.env.create_user("dora", global_name="Dora")
    people["Dora"] = salon.guild.add_member(user)
    await salon.command("Cleo", "admin replace", seat=1, member=people["Dora"])
    table = await salon.table()
    assert table.seat_of(people["Dora"].id) is None and table.names[0] == "Ada"
    assert "Cleo offers the seat of Ada to somebody else." in "".join(map(text, salon.posts()))
    await salon.play_until(lambda t: t.seq >= 6)
    assert not salon.dms("Dora") and salon.pinged().count({"Dora"}) == 1
    [offer] = [each for each in salon.posts() if "a moderator offers you" in text(each)]
    await salon.press("Dora", "Take the seat", offer)
    assert table.seat_of(people["Dora"].id) == 0 and table.seat_of(people["Ada"].id) is None
    assert table.row.host in {people[name].id for name in ("Ben", "Cleo", "Dora")}
    again = await salon.command("Cleo", "admin replace", seat=2, member=people["Dora"])
    assert "already" in ephemeral_text(again)
    assert "no such seat" in ephemeral_text(await salon.command("Cleo", "admin replace", seat=9))


async def test_a_seat_is_given_to_a_computer_player_as_long_as_people_are_left(salon: Salon):
    del salon.people["Cleo"]
    await salon.gather(computers=0, seats=2)
    moderator = salon.guild.add_member(
        salon.env.create_user("emil", global_name="Emil"), roles=[salon.guild.roles["Moderator"]]
    )
    salon.people["Emil"] = moderator
    await salon.command("Emil", "admin replace", seat=1)
    table = await salon.table()
    assert table.people[0].level and table.row.host == salon.people["Ben"].id
    assert "Nobody would be left" in ephemeral_text(
        await salon.command("Emil", "admin replace", seat=2)
    )
