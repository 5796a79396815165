"""Invitations: people answer together what is carried out in turn order; nobody sees who has."""

from bot.pages.page import MAX_OPTIONS
from bot.table import Table, votes
from bot.table.clock import MINUTE_S
from tests.sim_server import SimServer, buttons, ephemeral_text, options, text
from tests.test_clock import later

PEOPLE = ("Ada", "Ben", "Cleo")


async def working(sim: SimServer) -> tuple[Table, str]:
    """A table with somebody invited who has not just moved, and the name of that one."""
    await sim.gather(game="pret_a_porter", seats=3, computers=0, pace="daily")
    table = await sim.play_until(lambda table: bool(absent(table)), slowly=True)
    return table, table.names[absent(table).pop()]


def absent(table: Table) -> set[int]:
    """Those who are invited and have not moved last."""
    return {*table.invited_people()} - {table.last.seat if table.last else None}


async def premoves(table: Table, name: str) -> list[str]:
    """Answers to all that somebody is invited to."""
    seat = table.names.index(name)
    return [each.answer([*each][-1]) for each in table.game.invitation(table.state, seat)]


async def test_who_may_answer_early_is_told_so_once_and_has_no_deadline(sim: SimServer):
    table, name = await working(sim)
    assert "can answer already." in text(sim.board())
    rung = [calls for calls in sim.pinged() if calls]
    assert name in rung[-1]
    turns = await table.store.turns.of(table.id)
    turn = turns[table.names.index(name)]
    assert turn.invited and turn.due is None and turn.next is None
    before = text(sim.board())
    for move in await premoves(table, name):
        await sim.command(name, "move", move=move)
    assert text(sim.board()) == before, "nobody sees whether they have answered"
    assert [calls for calls in sim.pinged() if calls] == rung
    waiting = ephemeral_text(await sim.command(name, "turns"))
    assert "You can answer already" not in waiting
    told = ephemeral_text(await sim.command(name, "game text"))
    assert "can answer already." in told
    assert all(f"· **{set_}:** " in told for set_ in table.view(table.names.index(name))["ahead"])


async def test_an_invitation_is_listed_and_rings_as_the_person_wishes(sim: SimServer):
    for name in PEOPLE:
        await sim.command(name, "settings notifications", how="grouped", minutes=30)
    table, name = await working(sim)
    listed = ephemeral_text(await sim.command(name, "turns"))
    questions = table.game.invitation(table.state, table.names.index(name))
    assert "You can answer already" in listed and questions[0].called in listed
    count = len(sim.dms(name))
    await later(sim, 31 * MINUTE_S)
    assert "You can answer already" in text(sim.dms(name)[-1])
    await later(sim, 31 * MINUTE_S)
    assert len(sim.dms(name)) == count + 1, "one invitation rings once"


async def test_an_invitation_that_is_answered_does_not_ring(sim: SimServer):
    for name in PEOPLE:
        await sim.command(name, "settings notifications", how="grouped", minutes=30)
    table, name = await working(sim)
    count = len(sim.dms(name))
    for move in await premoves(table, name):
        await sim.command(name, "move", move=move)
    await later(sim, 31 * MINUTE_S)
    assert len(sim.dms(name)) == count


async def test_an_invitation_that_is_not_delivered_calls_nobody_in_the_channel(sim: SimServer):
    """Else a call would tell that its person has not answered."""
    for name in PEOPLE:
        await sim.command(name, "settings notifications", how="grouped", minutes=30)
    _table, name = await working(sim)
    path = f"/channels/{sim.people[name].user.dm_channel.id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50007, times=None)
    before = len(sim.pinged())
    await later(sim, 31 * MINUTE_S)
    assert (await sim.bot.store.people.get(sim.people[name].id)).dms == "closed"
    assert len(sim.pinged()) == before


async def test_nobody_is_invited_while_a_game_is_paused(sim: SimServer):
    table, _name = await working(sim)
    for each in table.names:
        await sim.command(each, "game pause", days=3)
    table = await sim.table()
    assert table.row.paused and not table.invited_people()
    assert "can answer already" not in text(sim.board())
    assert not await table.store.turns.of(table.id)


async def test_all_that_comes_is_answered_on_one_page_that_shows_what_is_set(sim: SimServer):
    table, name = await working(sim)
    seat = table.names.index(name)
    opened = (await sim.press(name, "Move")).response
    assert "You are invited to answer this" in text(opened)
    shown = (await sim.press(name, "Answer in advance", opened)).response
    for question in table.game.invitation(table.state, seat):
        if len(question.moves) < MAX_OPTIONS:
            answer, place = question.moves[-1], f"pick-later:1:{question.name}"
            result = await sim.people[name].select(shown, [f"move:{answer}"], custom_id=place)
            shown = result.response
            assert table.view(seat)["ahead"][question.name] == answer
            assert f"{question.name}: ask me" in options(shown)


async def test_an_answer_for_every_time_is_a_switch(sim: SimServer):
    await sim.gather(game="brick_and_mortar", seats=3, computers=0, options={"first_game": True})
    table = await sim.play_until(lambda table: table.state.month > 1)
    name = table.names[table.state.asked[0]]
    shown = (await sim.press(name, "Move")).response
    shown = (await sim.press(name, "Answer in advance", shown)).response
    label = "investing: Neither buy nor sell points ({})"
    shown = (await sim.press(name, label.format("off"), shown)).response
    assert table.view(table.names.index(name))["ahead"] == {"investing": "pass"}
    shown = (await sim.press(name, label.format("on"), shown)).response
    assert table.view(table.names.index(name))["ahead"] == {} and label.format("off") in buttons(
        shown
    )


# --- Absence and votes ----------------------------------------------------------------------------


async def test_who_is_absent_is_not_invited_and_keeps_what_they_have_set(sim: SimServer):
    table, name = await working(sim)
    seat, [move, *_] = table.names.index(name), await premoves(table, name)
    await sim.command(name, "move", move=move)
    set_ = table.view(seat)["ahead"]
    await sim.command(name, "game handover")
    table = await sim.table()
    assert seat not in {*table.invited_people(), *await table.store.turns.of(table.id)}
    await sim.command(name, "game handover", returning=True)
    table = await sim.table()
    assert seat in table.invited_people() and table.view(seat)["ahead"] == set_


async def test_after_a_vote_those_are_invited_who_were_before(sim: SimServer):
    table, _name = await working(sim)
    before, question = table.invited_people(), table.question
    mover = table.names[table.state.asked[0]]
    await sim.command(mover, "move", move=await sim.default(mover))
    for name in PEOPLE:
        await sim.behind(votes.propose_undo(table, sim.people[name].id, question + 1))
    table = await sim.table()
    assert table.last is not None and table.last.kind == "rewind"
    assert table.invited_people() == before
    turns = await table.store.turns.of(table.id)
    assert {seat for seat, turn in turns.items() if turn.invited} == before.keys()
