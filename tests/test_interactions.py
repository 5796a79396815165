"""Interactions that must not count: stale, unknown, somebody else's, or delivered twice."""

import json
import re

from tests.sim_server import SimServer, controls, ephemeral_text, reply_text


async def test_a_stale_press_is_refused_with_a_sentence_and_a_fresh_menu(sim: SimServer):
    table = await sim.gather_two()
    name = (await sim.asked())[0]
    panel = (await sim.press(name, "Move")).response
    stale = controls(panel)[0]
    await sim.play_until(lambda t: name in [t.names[s] for s in t.state.asked] and t.seq > 1)
    before = table.seq, table.game.dump(table.state)
    late = await sim.press_old(name, panel, stale)
    assert "moved on" in reply_text(late)
    fresh = controls(panel)
    assert fresh and stale not in fresh
    assert all(f":{table.question}:" in each for each in fresh)
    assert (table.seq, table.game.dump(table.state)) == before
    await sim.make(name, await sim.default(name), panel)
    assert table.seq == before[0] + 1


async def test_a_stale_press_of_somebody_who_is_no_longer_asked_says_that_it_is_not_their_turn(
    sim: SimServer,
):
    table = await sim.gather_two()
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    stale = controls(panel)[0]
    await sim.make(name, await sim.default(name), panel)
    [other] = await sim.asked()
    assert other != name
    before = table.seq
    late = await sim.press_old(name, panel, stale)
    assert "moved on" in reply_text(late) and "It is not your turn." in reply_text(late)
    assert table.seq == before


async def test_a_watcher_can_neither_move_nor_look_at_a_hand(sim: SimServer):
    table = await sim.gather_two()
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    before = table.seq
    for answer in [
        await sim.press("Cleo", "Move"),
        await sim.press("Cleo", "My hand"),
        await sim.press_old("Cleo", sim.board(), controls(panel)[0]),
        await sim.command("Cleo", "move", move=await sim.default(name)),
        await sim.command("Cleo", "hand"),
    ]:
        assert "You do not play at this table. Its players: Ada and Ben." in ephemeral_text(answer)
        shown = [each for each in [answer.response, *answer.followups] if each and each.ephemeral]
        assert not any(each.attachments for each in shown)
    assert table.seq == before


async def test_a_player_cannot_move_for_another(sim: SimServer):
    table = await sim.gather_two()
    [name] = await sim.asked()
    other = "Ben" if name == "Ada" else "Ada"
    panel = (await sim.press(name, "Move")).response
    before = table.seq
    for answer in [
        await sim.press_old(other, sim.board(), controls(panel)[0]),
        await sim.command(other, "move", move=await sim.default(name)),
    ]:
        assert "not your turn" in ephemeral_text(answer) and name in ephemeral_text(answer)
    assert table.seq == before


async def test_a_press_on_a_table_that_does_not_exist_is_refused(sim: SimServer):
    await sim.gather_two()
    for custom_id in ("move:99:0:take 1", "panel:99:", "join:99:", "log:99:"):
        answer = await sim.press_old("Ada", sim.board(), custom_id)
        assert re.search(r"There is no .*table", ephemeral_text(answer)), custom_id


async def test_an_interaction_that_is_delivered_twice_plays_once(sim: SimServer):
    table = await sim.gather_two()
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    await sim.make(name, await sim.default(name), panel)
    before = table.seq, table.game.dump(table.state)
    await sim.deliver_again()
    assert (table.seq, table.game.dump(table.state)) == before


async def test_two_presses_at_once_make_one_move(sim: SimServer):
    table = await sim.gather_two()
    [name] = await sim.asked()
    panel = (await sim.press(name, "Move")).response
    one, other = controls(panel)[:2]
    before = table.seq
    answers = await sim.at_once((name, panel, one), (name, panel, other))
    assert table.seq == before + 1
    assert table.last.move == one.split(":", 3)[3]
    assert all(answer.acknowledged for answer in answers)
    shown = json.dumps([each.json for each in sim.env.http_requests if each.json])
    assert "The game has moved on" in shown or "the game has moved on" in shown
