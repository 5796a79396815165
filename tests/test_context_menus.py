"""Entries of the context menus of people and of boards."""

import pytest

from tests.sim_server import SimServer, ephemeral_text, text


async def opened(sim: SimServer, name: str, entry: str, on: object) -> str:
    """What somebody reads who chooses an entry of the menu of a person or a message."""
    target = sim.people[on] if isinstance(on, str) else on
    result = await sim.people[name].context_menu(sim.room, entry, target)
    sim.accept_refusals()
    return ephemeral_text(result)


async def test_a_person_is_invited_to_the_lobby_of_the_one_who_asks(sim: SimServer):
    assert "sit at no table" in await opened(sim, "Ada", "Invite to my table", "Ben")
    await sim.open(seats=3, computers=0)
    assert "Ben is invited" in await opened(sim, "Ada", "Invite to my table", "Ben")
    assert "is invited already" in await opened(sim, "Ada", "Invite to my table", "Ben")
    assert "sit at no table" in await opened(sim, "Ben", "Invite to my table", "Ada")


async def test_of_several_lobbies_that_of_the_channel_is_meant(sim: SimServer):
    here = sim.room
    elsewhere, third = map(sim.guild.create_text_channel, ("second", "third"))
    for room in (here, elsewhere):
        sim.room = room
        await sim.open(seats=3, computers=0)
    sim.room = here
    assert "Ben is invited" in await opened(sim, "Ada", "Invite to my table", "Ben")
    [row] = await sim.bot.store.invitations.of((await sim.table()).id)
    assert row.user == sim.people["Ben"].id
    sim.room = third
    assert "Several of your tables" in await opened(sim, "Ada", "Invite to my table", "Ben")


async def test_statistics_of_a_person_are_a_menu_away(sim: SimServer):
    assert "Games of Ben" in await opened(sim, "Ada", "Statistics", "Ben")


@pytest.mark.parametrize("entry", ["Watch", "History"])
async def test_a_board_is_watched_and_looked_back_upon_from_its_menu(sim: SimServer, entry: str):
    await sim.gather_two()
    watcher = [*sim.people][2]
    told = await opened(sim, watcher, entry, sim.board())
    assert ("You are following table 1" if entry == "Watch" else "Step 0 of 0") in told
    if entry == "Watch":
        assert "no longer watch" in await opened(sim, watcher, entry, sim.board())


async def test_what_people_write_is_no_board(sim: SimServer):
    await sim.gather_two()
    said = await sim.people["Ada"].send(sim.room, "Look at this!")
    assert "not from me" in await opened(sim, "Ada", "History", said)
    assert "Look at this" in text(said)
