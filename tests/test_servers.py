"""Settings of a server, and those who keep order at its tables."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest
import simcord

from tests.salon import Salon, whispered, without_bugs

pytestmark = pytest.mark.simcord(settle_timeout=30)


@pytest.fixture
def salon(simcord_env: simcord.Env, caplog: pytest.LogCaptureFixture) -> Iterator[Salon]:
    """A server with two people and one who manages it."""
    with without_bugs(caplog):
        salon = Salon.of(simcord_env, "Ada", "Ben")
        keeps = discord.Permissions(manage_guild=True, manage_messages=True)
        role = salon.guild.create_role("Keeper", permissions=keeps)
        user = simcord_env.create_user("cleo", global_name="Cleo")
        salon.people["Cleo"] = salon.guild.add_member(user, roles=[role])
        yield salon


# --- /server -------------------------------------------------------------------------------------


async def test_a_server_that_settled_nothing_lets_everybody_play_everywhere(salon: Salon):
    said = whispered(await salon.command("Cleo", "server show"))
    assert "everywhere" in said and "everybody" in said and "that of the server" in said
    assert "Table 1 is open" in whispered(await salon.open())


async def test_only_those_who_manage_a_server_settle_it(salon: Salon):
    with pytest.raises(Exception, match=r"default.member.permissions"):
        await salon.command("Ada", "server show")


async def test_games_run_where_the_server_wants_them(salon: Salon):
    other = salon.guild.create_text_channel("tables")
    said = whispered(await salon.command("Cleo", "server channels", add=other))
    assert f"only in <#{other.id}>" in said
    said = whispered(await salon.open())
    assert said == f"On this server games run elsewhere: <#{other.id}>." and not salon.posts()
    assert "Table 1 is open" in whispered(await salon.open(room=other))
    said = whispered(await salon.command("Cleo", "server channels", remove=salon.room))
    assert "is not among the chosen channels" in said
    said = whispered(await salon.command("Cleo", "server channels", remove=other))
    assert "everywhere" in said
    await salon.command("Cleo", "server channels", add=other)
    assert "everywhere" in whispered(
        await salon.command("Cleo", "server channels", everywhere=True)
    )
    assert "Table 2 is open" in whispered(await salon.open())


async def test_a_chosen_category_stands_for_its_channels(salon: Salon):
    category = salon.guild.create_category("Games")
    inside = salon.guild.create_text_channel("wigs", category=category)
    await salon.command("Cleo", "server channels", add=category)
    assert "elsewhere" in whispered(await salon.open())
    assert "Table 1 is open" in whispered(await salon.open(room=inside))


async def test_a_thread_stands_where_its_channel_does(salon: Salon):
    await salon.command("Cleo", "server channels", add=salon.room)
    await salon.open()
    offer = await salon.open()
    await salon.press("Ada", "Open it in a thread", offer.response)
    assert salon.sql("SELECT COUNT(*) FROM tables") == [(2,)]


async def test_tables_are_opened_by_whom_the_server_wants(salon: Salon):
    said = whispered(await salon.command("Cleo", "server openers", who="managers"))
    assert "those who manage the server" in said
    said = whispered(await salon.open())
    assert said == "On this server tables are opened by those who manage the server."
    assert "Table 1 is open" in whispered(await salon.open(host="Cleo"))
    await salon.command("Cleo", "game abandon")

    role = salon.guild.create_role("Host")
    user = salon.env.create_user("dora", global_name="Dora")
    salon.people["Dora"] = salon.guild.add_member(user, roles=[role])
    await salon.command("Cleo", "server openers", role=role)
    assert f"<@&{role.id}>" in whispered(await salon.open())
    assert "is open" in whispered(await salon.open(host="Dora"))
    await salon.command("Dora", "game abandon")
    await salon.command("Cleo", "server openers", who="everybody")
    assert "is open" in whispered(await salon.open())


async def test_the_language_of_channels_is_settled_and_kept(salon: Salon):
    await salon.open()
    said = whispered(await salon.command("Cleo", "server language", language="de"))
    assert "Deutsch" in said
    assert (await salon.bot.store.server(salon.guild.id)).language == "de"
    said = whispered(await salon.command("Cleo", "server language", language="server"))
    assert "that of the server" in said
