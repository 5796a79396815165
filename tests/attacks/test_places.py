"""A press belongs to a place: no button acts on a table that is elsewhere."""

from __future__ import annotations

import simcord

from bot.interactions.controls import HANDLERS
from tests.fuzzed import rows_of
from tests.sim_server import SimServer, ephemeral_text

KEPT = ("tables", "moves", "notes", "invitations", "offers", "watchers", "reviews")


async def test_no_control_acts_on_a_table_of_another_channel_or_server(simcord_env: simcord.Env):
    sim = SimServer.of(simcord_env, "Ada", "Ben", "Cleo")
    await sim.open(seats=3)
    home, board = sim.guild, sim.board()
    other_room = home.create_text_channel("elsewhere")
    await sim.open(seats=3, room=other_room)
    elsewhere = sim.board(other_room)
    of_table = [action for action, each in HANDLERS.items() if each.table or each.seat]
    assert len(of_table) > 40
    before = rows_of(sim.file)
    for action in of_table:
        answer = await sim.press_old("Ben", elsewhere, f"{action}:1:0")
        assert "a table in another channel" in ephemeral_text(answer), action
    assert {kept: rows_of(sim.file)[kept] for kept in KEPT} == {kept: before[kept] for kept in KEPT}
    await sim.press("Ben", "Join", board)
    assert (await sim.table(1)).names == ["Ada", "Ben"]
