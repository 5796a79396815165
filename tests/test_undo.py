"""Undo in Discord: the button that takes back one's own last move."""

import re

from tests.sim_server import SimServer, buttons, controls, ephemeral_text, reply_text, text


async def test_the_own_last_move_can_be_taken_back(sim: SimServer):
    table = await sim.gather_two()
    [name] = await sim.asked()
    before = table.game.dump(table.state)
    panel = (await sim.press(name, "Move")).response
    assert "Take back my last move" not in buttons(panel)
    move = await sim.default(name)
    label = table.game.label(table.state, table.names.index(name), move)
    await sim.make(name, move, panel)
    assert table.game.dump(table.state) != before
    back = await sim.press(name, "Take back my last move", panel)
    assert f"✓ You took back: {label}" in reply_text(back) and controls(panel)
    assert name not in reply_text(back), "it is told once, and to them"
    again = (await sim.press(name, "Redo my move", panel)).response
    assert "✓ You" in text(again) and "took back" not in text(again) and name not in text(again)
    await sim.press(name, "Take back my last move", panel)
    assert table.game.dump(table.state) == before
    assert f"{name} takes the last move back." in text(sim.board())
    assert re.search(rf"{name} — \*\*to move\*\*", text(sim.board()))


async def test_a_move_cannot_be_taken_back_after_somebody_else_moved(sim: SimServer):
    table = await sim.gather_two()
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    await sim.make(name, await sim.default(name), panel)
    stale = buttons(panel)["Take back my last move"]
    [other] = await sim.asked()
    await sim.command(other, "move", move=await sim.default(other))
    before = table.seq
    assert "moved on" in ephemeral_text(await sim.press_old(name, panel, stale))
    current = await sim.press_old(name, panel, f"undo:1:{table.question}")
    assert "only your own last move" in ephemeral_text(current)
    assert table.seq == before


async def test_a_move_that_revealed_something_cannot_be_taken_back(sim: SimServer):
    table = await sim.gather_two(until="wear")
    for name in ("Ada", "Ben"):
        move = table.game.legal(table.state, table.names.index(name))[0]
        await sim.make(name, move, sim.dms(name)[-1])
    before = table.seq
    panel = (await sim.press("Ben", "Move")).response
    assert "Take back my last move" not in buttons(panel)
    answer = await sim.press_old("Ben", panel, f"undo:1:{table.question}")
    assert "revealed something" in ephemeral_text(answer)
    assert table.seq == before


async def test_a_secret_choice_can_be_taken_back_while_others_choose(sim: SimServer):
    table = await sim.gather_two(until="wear")
    seat = table.names.index("Ada")
    await sim.make("Ada", table.game.legal(table.state, seat)[0], sim.dms("Ada")[-1])
    await sim.press_dm("Ada", "Take back my last move")
    assert table.state.answers == {} and seat in table.state.asked
    assert re.search(r"Ada — \*\*to choose\*\*", text(sim.board()))
