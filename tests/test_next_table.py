"""The button of a panel to the next table that waits for its player."""

from typing import Any

from tests.sim_server import SimServer, buttons, controls, ephemeral_text, text

NEXT = "Next table"


async def elsewhere(sim: SimServer) -> Any:
    """A game of two in another channel that waits for Ada."""
    room = sim.guild.create_text_channel("other-room")
    table = await sim.gather_two(room=room)
    await until_asked(sim, table, "Ada")
    return table


async def until_asked(sim: SimServer, table: Any, name: str) -> None:
    """Plays on until somebody is asked at a table."""
    while table.names.index(name) not in table.state.asked:
        await default(sim, table, table.state.asked[0])


async def default(sim: SimServer, table: Any, seat: int) -> None:
    move = table.game.default(table.state, seat)
    await sim.behind(table.submit(seat, move, f"default:{table.id}:{table.seq}"))


async def answer(sim: SimServer, table: Any, name: str) -> Any:
    """Somebody opens their panel and answers until nothing more is asked of them; the panel."""
    await until_asked(sim, table, name)
    seat = table.names.index(name)
    shown = (await sim.press(name, "Move")).response
    while seat in table.state.asked:
        assert NEXT not in buttons(shown)
        shown = (await sim.make(name, table.game.default(table.state, seat), shown)).response
    return shown


async def test_after_an_answer_a_press_opens_the_panel_of_the_next_table(sim: SimServer):
    other = await elsewhere(sim)
    here = await sim.gather_two()
    shown = await answer(sim, here, "Ada")
    opened = (await sim.press("Ada", NEXT, shown)).response
    assert opened.ephemeral and opened.id != shown.id
    assert f"table {other.id}]" in text(opened) and controls(opened)
    moved = other.seq
    await sim.make("Ada", other.game.default(other.state, 0), opened)
    assert other.seq > moved


async def test_where_nothing_else_waits_there_is_no_button(sim: SimServer):
    other = await elsewhere(sim)
    here = await sim.gather_two()
    await default(sim, other, 0)
    await until_asked(sim, other, "Ben")
    assert NEXT not in buttons(await answer(sim, here, "Ada"))


async def test_a_paused_table_does_not_wait(sim: SimServer):
    other = await elsewhere(sim)
    here = await sim.gather_two()
    await sim.behind(other.save(paused=1))
    assert NEXT not in buttons(await answer(sim, here, "Ada"))


async def test_the_press_finds_what_waits_at_that_moment_also_after_a_restart(sim: SimServer):
    other = await elsewhere(sim)
    here = await sim.gather_two()
    shown = await answer(sim, here, "Ada")
    await sim.restart()
    other = await sim.table(other.id)
    assert f"table {other.id}]" in text((await sim.press("Ada", NEXT, shown)).response)
    await until_asked(sim, other, "Ben")
    late = await sim.press("Ada", NEXT, shown)
    assert "No other table waits for you now." in ephemeral_text(late)


async def test_only_the_one_who_presses_sees_and_gets_their_own_next_table(sim: SimServer):
    await elsewhere(sim)
    here = await sim.gather_two()
    shown = await answer(sim, here, "Ada")
    stolen = await sim.press_old("Cleo", sim.board(), buttons(shown)[NEXT])
    assert "No other table waits for you now." in ephemeral_text(stolen)
    assert not any(NEXT in buttons(each) for each in sim.posts())


async def test_a_table_of_another_server_is_linked(sim: SimServer):
    here_guild, here_room, here_people = sim.guild, sim.room, dict(sim.people)
    sim.guild = sim.env.create_guild("Elsewhere")
    sim.room = sim.guild.create_text_channel("far-room")
    for name in ("Ada", "Ben"):
        sim.people[name] = sim.guild.add_member(here_people[name].user)
    far = await sim.gather_two()
    await until_asked(sim, far, "Ada")
    board = sim.board()
    far_guild, far_room = sim.guild, sim.room
    sim.guild, sim.room, sim.people = here_guild, here_room, here_people
    here = await sim.gather_two()
    shown = await answer(sim, here, "Ada")
    linked = (await sim.press("Ada", NEXT, shown)).response
    assert linked.ephemeral and not controls(linked)
    assert f"channels/{far_guild.id}/{far_room.id}/{board.id})" in text(linked)


async def test_a_secret_answered_by_direct_message_has_the_button_there(sim: SimServer):
    other = await elsewhere(sim)
    await sim.gather_two(game="wigs", until="wear")
    here = await sim.table()
    assert here.id != other.id
    [question] = [each for each in sim.dms("Ada") if controls(each)]
    seat = here.names.index("Ada")
    await sim.make("Ada", here.game.default(here.state, seat), question)
    [settled] = [each for each in sim.dms("Ada") if NEXT in buttons(each)]
    opened = (await sim.people["Ada"].user.click(settled, label=NEXT)).response
    assert f"table {other.id}]" in text(opened) and controls(opened)


async def test_a_lesson_in_direct_messages_leads_to_the_table_that_waits(sim: SimServer):
    other = await elsewhere(sim)
    await sim.command_dm("Ada", "tutorial", game="wigs")
    lesson = await sim.table(other.id + 1)
    assert lesson.row.guild is None
    await default(sim, other, 0)
    await until_asked(sim, other, "Ben")
    here = await sim.gather_two()
    await until_asked(sim, lesson, lesson.names[lesson.waiting_people()[0]])
    linked = (await sim.press("Ada", NEXT, await answer(sim, here, "Ada"))).response
    assert f"channels/@me/{lesson.row.channel}" in text(linked) and not controls(linked)
