"""Somebody who bears the name of others deletes their data."""

import pytest

from tests.sim_server import SimServer, text

COUNTED = ("tables", "notes", "moves", "outbox", "league_members", "results")


def count_changes(sim: SimServer) -> None:
    """Has the database count the rows that change from now on."""
    sim.sql("CREATE TABLE counted (what TEXT)")
    for table in COUNTED:
        for kind in ("UPDATE", "DELETE", "INSERT"):
            sim.sql(
                f"CREATE TRIGGER count_{table}_{kind} AFTER {kind} ON {table}"
                f" BEGIN INSERT INTO counted VALUES ('{kind} {table}'); END"
            )


@pytest.mark.parametrize("seat", [0, 1, 2])
async def test_the_deletion_of_a_stranger_touches_no_table(sim: SimServer, seat: int):
    for room in (None, sim.guild.create_text_channel("other")):
        await sim.open(seats=3, computers=1, room=room)
        await sim.press("Ben", "Join", sim.board(room))
        await sim.press("Ada", "Start", sim.board(room))
    table = await sim.table()
    await table.say("{name:text} is away for a while.", name=await table.named(0))
    names = [person.name for person in table.people]
    stranger = sim.env.create_user("zoe", global_name=names[seat])
    sim.people["Zoe"] = sim.guild.add_member(stranger)
    count_changes(sim)
    for _ in range(2):
        asked = await sim.command("Zoe", "mydata delete")
        said = await sim.press("Zoe", "Delete everything", asked.response)
        assert "is gone" in text(said.response)
    assert sim.sql("SELECT * FROM counted") == []
    assert [person.name for person in (await sim.table()).people] == names


async def test_a_seat_that_was_left_is_erased_by_number_alone(sim: SimServer):
    await sim.open(seats=3, computers=1)
    await sim.press("Ben", "Join")
    await sim.press("Ada", "Start")
    seat = [person.name for person in (await sim.table()).people].index("Ben")
    question = await sim.command("Ben", "game leave")
    await sim.press("Ben", "Leave the game", question.response)
    stranger = sim.env.create_user("zoe", global_name="Ben")
    sim.people["Zoe"] = sim.guild.add_member(stranger)
    for name in ("Zoe", "Ben"):
        before = [person.name for person in (await sim.table()).people]
        asked = await sim.command(name, "mydata delete")
        await sim.press(name, "Delete everything", asked.response)
        after = [person.name for person in (await sim.table()).people]
        changed = [n for n in range(3) if before[n] != after[n]]
        assert changed == ([seat] if name == "Ben" else [])
    notes = str(sim.sql("SELECT words FROM notes"))
    assert "Ben" not in notes and "somebody" in notes
