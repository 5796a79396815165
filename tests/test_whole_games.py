"""Every game from its lobby to its score, as people play it; none is named here."""

import pytest

from atelier_testing.project import own_games
from bot.table.news import news_of
from games import discover, record
from tests.sim_server import (
    MANY,
    SimServer,
    buttons,
    ephemeral_text,
    reply_text,
    sensible_moves,
    text,
)

PEOPLE = ("Ada", "Ben")
WHOLE = 40
"""Moves of a game that is played whole; of a longer one only its beginning and its end are."""
BEGINNING, END = 16, 8
TAKE_BACK = "Take back my last move"
every_game = pytest.mark.parametrize("game", list(discover()))


@pytest.mark.sampled
@every_game
async def test_a_game_is_played_to_its_score_by_buttons_alone(sim: SimServer, game: str):
    await sim.gather_near(game, 3)
    long = len(sensible_moves(await sim.table())) > WHOLE
    pressed = 0
    while waiting := await sim.asked():
        await sim.make_where_asked(waiting[0], await sim.default(waiting[0]))
        pressed += 1
        assert pressed < MANY
        if long and pressed == BEGINNING:
            await sim.skip_the_middle(END)
    table = await sim.table()
    assert table.row.status == "over" and table.state.scores
    assert pressed and "👑" in text(sim.board())


@pytest.mark.sampled(one_in=3)
async def test_a_game_is_played_to_its_score_by_the_move_command_alone(sim: SimServer):
    """The shortest one: those who read words alone play every game so, see test_text_only.py."""
    game = min(own_games(), key=lambda each: each.minutes).name
    await sim.gather_near(game, 2)
    long = len(sensible_moves(await sim.table())) > WHOLE
    taken_back = False
    for n in range(MANY):
        if long and n == BEGINNING:
            await sim.skip_the_middle(END)
        waiting = await sim.asked()
        if not waiting:
            break
        move = await sim.default(waiting[0])
        answer = await sim.command(waiting[0], "move", move=move)
        assert answer.ephemeral and "✓" in reply_text(answer)
        if not taken_back and TAKE_BACK in buttons(answer.response):
            await sim.press(waiting[0], TAKE_BACK, answer.response)
            taken_back = True
    table = await sim.table()
    proof = await sim.verify("Ada")
    file = proof.attachments[-1]
    assert file.filename.endswith(".txt")
    record.verify((await file.read()).decode())
    assert table.row.status == "over"
    assert table.state.scores and str(max(table.state.scores)) in text(sim.board())
    refusal = await sim.command("Ada", "move", move="pass")
    assert "has ended" in ephemeral_text(refusal)


@every_game
async def test_what_a_game_tells_one_seat_at_its_start_comes_by_dm_alone(sim: SimServer, game: str):
    await sim.gather_near(game, 2)
    table = await sim.table()
    told_first = {name: list[str]() for name in sim.people}
    for each in await news_of(table):
        if each.seq == 0 and each.to is not None and table.names[each.to] in told_first:
            told_first[table.names[each.to]].append(each.text)
    room = "\n".join(text(message) for message in sim.posts())
    for name, sentences in told_first.items():
        private = "\n".join(text(message) for message in sim.dms(name))
        assert all(sentence in private for sentence in sentences)
        assert not any(sentence in room for sentence in sentences)
        assert len(sim.dms(name)) <= 1
