"""A press belongs to a place: no button acts on what is elsewhere."""

from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.interactions.controls import HANDLERS
from tests.fuzzed import rows_of
from tests.sim_server import SimServer, ephemeral_text, reply_text, text

KEPT = ("tables", "moves", "notes", "memos", "invitations", "offers", "watchers", "reviews")
KEPT += ("leagues", "league_members", "people", "pings", "pages", "departures")
ORGANISER = discord.Permissions(manage_guild=True)


def actions(*, of_table: bool) -> list[str]:
    """The actions of controls that belong to a table, or of those that do not."""
    return [name for name, each in HANDLERS.items() if (each.table or each.seat) is of_table]


def kept(sim: SimServer) -> dict[str, Any]:
    """What is of weight in the store."""
    return {name: rows for name, rows in rows_of(sim.file).items() if name in KEPT}


async def another_channel(sim: SimServer) -> tuple[SimServer, Any]:
    """The board of a table in another channel."""
    room = sim.guild.create_text_channel("elsewhere")
    await sim.open(seats=3, room=room)
    return sim, sim.board(room)


def other_server(sim: SimServer) -> SimServer:
    """Ada and Ben in another server, which they manage."""
    guild = sim.env.create_guild("Another")
    role = guild.create_role("Organiser", permissions=ORGANISER)
    people = {name: guild.add_member(sim.people[name].user, roles=[role]) for name in sim.people}
    return SimServer(sim.env, guild, guild.create_text_channel("far"), people)


async def another_server(sim: SimServer) -> tuple[SimServer, Any]:
    far = other_server(sim)
    await far.open(seats=3, host="Ada")
    return far, far.board()


async def alone_in_another_server(sim: SimServer) -> tuple[SimServer, Any]:
    far = other_server(sim)
    return far, (await far.command("Ben", "settings show")).response


async def alone_in_a_channel_without_the_table(sim: SimServer) -> tuple[SimServer, Any]:
    """A message for Ben alone in the server, where the channel of the table is hidden from Ben."""
    hidden = discord.PermissionOverwrite(view_channel=False)
    room = sim.guild.create_text_channel("hidden", overwrites={sim.people["Ben"]: hidden})
    await sim.open(seats=3, room=room)
    seen = sim.guild.create_text_channel("seen")
    return sim, (await sim.command("Ben", "settings show", seen)).response


async def direct_messages(sim: SimServer) -> tuple[SimServer, Any]:
    return sim, (await sim.command_dm("Ben", "settings show")).response


Place = Callable[[SimServer], Any]
PLACES: dict[Place, str] = {
    another_channel: "1",
    another_server: "1",
    alone_in_another_server: "1",
    alone_in_a_channel_without_the_table: "2",
    direct_messages: "1",
}
"""Where Ben presses, and the number of a table that is elsewhere."""


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
async def test_no_control_acts_on_a_table_that_is_elsewhere(sim: SimServer, place: Place):
    await sim.open(seats=3)
    home = sim.board()
    where, message = await place(sim)
    of_table, before = actions(of_table=True), kept(sim)
    assert len(of_table) > 40
    ids = [f"{action}:{PLACES[place]}:0" for action in of_table]
    answers = await where.at_once(*(("Ben", message, custom_id) for custom_id in ids))
    for custom_id, answer in zip(ids, answers, strict=True):
        assert "a table in another channel" in ephemeral_text(answer), custom_id
    assert kept(sim) == before
    await sim.press("Ben", "Join", home)
    assert (await sim.table(1)).names == ["Ada", "Ben"]


@pytest.mark.sampled
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
async def test_a_control_without_a_table_changes_none_that_is_elsewhere(
    sim: SimServer, place: Place
):
    await sim.open(seats=3)
    await sim.command("Cleo", "watch")
    where, message = await place(sim)
    others, before = actions(of_table=False), kept(sim)
    assert len(others) > 15
    ids = [f"{action}:{n}:0" for action in others for n in (PLACES[place], 2)]
    ids.append("thread:3:wigs")
    answers = await where.at_once(*(("Ben", message, custom_id) for custom_id in ids))
    assert all(answer.acknowledged for answer in answers)
    after = kept(sim)
    opened = [each for each in after.pop("tables") if each not in before["tables"]]
    del before["tables"]
    assert after == before
    assert [guild for _id, _game, guild, *_ in opened] == [where.guild.id] * (
        place is not direct_messages
    )


async def test_a_league_is_its_server_s(sim: SimServer):
    sim.add("Dora", manage_guild=True)
    opened = await sim.command("Dora", "league new", game="wigs", title="Cup", seats=2)
    assert "is open" in reply_text(opened)
    far = other_server(sim)
    of_league = [action for action in actions(of_table=False) if action.startswith("league")]
    assert len(of_league) > 5
    before = kept(sim)
    for name in ("Ben", "Dora"):
        here = (await far.command(name, "settings show")).response
        private = (await sim.command_dm(name, "settings show")).response
        for where, message in ((far, here), (sim, private)):
            answers = await where.at_once(*((name, message, f"{each}:1:") for each in of_league))
            assert all("out of date" in ephemeral_text(answer) for answer in answers)
    assert kept(sim) == before
    league = sim.board()
    assert "Cup" in text(league)
    await sim.press("Ben", "Join", league)
    assert kept(sim)["league_members"] != before["league_members"]
