"""Votes of a table, and seats that change hands in a running game."""

from typing import Any

import pytest

from bot.table import Refused, Table, undo, votes
from bot.table.news import news_of
from bot.table.records import record_of
from games import discover, record
from tests.sim_server import SimServer, buttons, ephemeral_text, options, reply_text, text

DAY = 86400.0


@pytest.fixture(autouse=True)
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has the same seed, so that tests repeat."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 2026)


async def play(table: Table, moves: int) -> None:
    for _ in range(moves):
        seat = table.state.asked[0]
        move = table.game.default(table.state, seat)
        await table.submit(seat, move, f"test:{table.seq}:{seat}")


# --- Taking back by a vote -----------------------------------------------------------------------


async def test_the_table_takes_moves_back_when_all_agree(sim: SimServer):
    table = await sim.gather_two()
    await sim.behind(play(table, 5))
    target, told_of_it = (await undo.rewind_targets(table))[2]
    before = await table.store.moves.get(table.id, target - 1)
    shown = await sim.command("Ada", "game undo")
    label = next(
        label for label, (_, value) in options(shown.response).items() if value == str(target)
    )
    assert label == told_of_it
    assert "The moves after it are undone too." in text(shown.response)
    asked = await sim.people["Ada"].select(
        shown.response, [str(target)], custom_id=f"pick-further:{table.id}:"
    )
    assert "I have asked the others." in reply_text(asked) and "⚠" not in reply_text(asked)
    vote = sim.board()
    assert "All must agree." in text(vote)
    assert f"Take back: {told_of_it}, and every move after it?" in text(vote) and sim.pinged()[
        -1
    ] == {"Ben"}
    assert table.seq == target + 2
    await sim.press("Ben", "Agree", vote)
    assert table.last is not None and table.last.kind == "rewind"
    assert before is not None and before.state is not None
    then, now = table.state_after(before), table.state
    assert now.rng != then.rng and table.game.view(now, None)["asked"] == then.asked
    assert "The table takes back" in "\n".join(each.text for each in await news_of(table))
    assert "Agree" not in {label for message in sim.posts() for label in buttons(message)}


async def test_one_no_ends_a_vote(sim: SimServer):
    table = await sim.gather_two()
    with sim.env._bot_scope():
        await play(table, 4)
        await votes.propose_undo(table, sim.people["Ada"].id, 2)
    await sim.env.settle()
    seq = table.seq
    [vote] = [message for message in sim.posts() if "No" in buttons(message)]
    await sim.press("Ben", "No", vote)
    assert table.seq == seq and not await votes.proposals(table)
    assert any("does not agree" in each.text for each in await news_of(table))


async def test_a_vote_about_a_game_that_has_moved_on_is_void(sim: SimServer):
    table = await sim.gather_two()
    ada, ben = sim.people["Ada"].id, sim.people["Ben"].id
    with sim.env._bot_scope():
        await play(table, 4)
        await votes.propose_undo(table, ada, 2)
        [proposal] = await votes.proposals(table)
        await play(table, 1)
        assert not await votes.proposals(table)
        with pytest.raises(Refused, match="moved on"):
            await votes.agree(table, ben, proposal)
    assert table.last is not None and table.last.kind == "move"


async def test_a_game_with_moves_taken_back_can_still_be_verified(sim: SimServer):
    table = await sim.gather_two()
    people = [sim.people[name].id for name in ("Ada", "Ben")]
    with sim.env._bot_scope():
        await play(table, 6)
        for user in people:
            await votes.propose_undo(table, user, 3)
        await play(table, 3)
        seat = table.state.asked[0]
        await table.submit(seat, unrevealing(table, seat), "one")
        await undo.undo(table, people[seat], "undo")
        await undo.redo(table, people[seat], "redo")
        await play(table, 2)
    text_of_it = await record_of(table)
    assert "\nchance " in text_of_it
    record.verify(text_of_it)
    replayed = record.header(text_of_it.splitlines())
    assert replayed["game"] == "wigs" and discover()["wigs"] is table.game


async def test_a_vote_reveals_no_secret_answer(sim: SimServer):
    table = await sim.gather_two(until="buy")
    secret = [
        row for row in await table.store.moves.of(table.id) if row.kind == "move" and row.label
    ]
    offered = dict(await undo.rewind_targets(table))
    news = {each.text.rstrip(".") for each in await news_of(table, 400) if each.to is None}
    assert secret and offered
    assert all(told in news or told.startswith("a move of") for told in offered.values())


def unrevealing(table: Table, seat: int) -> str:
    """A move that reveals nothing."""
    return next(
        move
        for move in table.game.legal(table.state, seat)
        if table.game.play(table.state, seat, move).rng == table.state.rng
    )


# --- Redo ----------------------------------------------------------------------------------------


async def test_a_move_taken_back_is_redone(sim: SimServer):
    table = await sim.gather_two(
        until=lambda t: t.state.asked == [0] and t.view(None)["question"]["name"] == "sell"
    )
    seat, user = 0, table.people[0].user or 0
    move = unrevealing(table, seat)
    await table.submit(seat, move, "one")
    after = table.game.dump(table.state)
    with pytest.raises(Refused):
        await undo.redo(table, user, "none")
    await undo.undo(table, user, "two")
    assert table.state.asked == [0]
    await undo.redo(table, user, "three")
    assert table.game.dump(table.state) == after
    assert await undo.redo(table, user, "three") == ""  # delivered twice
    record.verify(await record_of(table))


async def test_nothing_is_redone_once_somebody_has_moved(sim: SimServer):
    table = await sim.gather_two(
        until=lambda t: t.state.asked == [0] and t.view(None)["question"]["name"] == "sell"
    )
    user = table.people[0].user or 0
    move = unrevealing(table, 0)
    await table.submit(0, move, "one")
    await undo.undo(table, user, "two")
    await play(table, 1)
    with pytest.raises(Refused, match="no move to redo"):
        await undo.redo(table, user, "three")


# --- Seats ---------------------------------------------------------------------------------------


async def test_a_seat_is_handed_to_a_computer_player_and_taken_back(sim: SimServer):
    table = await sim.gather_two()
    answer = await sim.command("Ada", "game handover")
    assert "plays for you" in reply_text(answer)
    assert table.people[0].stand_in and table.people[0].user == sim.people["Ada"].id
    assert 0 not in table.waiting_people()
    assert "(away)" in text(sim.board())
    back = await sim.command("Ada", "game handover", returning=True)
    assert "yours again" in reply_text(back) and not table.people[0].stand_in
    again = await sim.command("Ada", "game handover", returning=True)
    assert "No computer player holds your seat" in reply_text(again)


def offers(sim: SimServer) -> list[Any]:
    return [each for each in sim.posts() if "Take the seat" in buttons(each)]


async def offer(sim: SimServer, giver: str, to: str) -> Any:
    """Somebody offers their seat to somebody; returns the message of the offer."""
    said = ephemeral_text(await sim.command(giver, "game give", to=sim.people[to]))
    assert f"offered to {to}" in said
    [standing] = offers(sim)
    return standing


async def move_of(sim: SimServer, name: str) -> None:
    """Somebody makes their next move; computer players move for those who are asked before."""
    table = await sim.table()
    while table.names.index(name) not in table.state.asked:
        seat = table.state.asked[0]
        move, token = table.game.default(table.state, seat), f"computer:{table.seq}:{seat}"
        with sim.env._bot_scope():
            await table.submit(seat, move, token)
    await sim.command(name, "move", move=await sim.default(name))


async def test_a_seat_is_given_to_somebody_who_accepts(sim: SimServer):
    table = await sim.gather_two()
    standing = await offer(sim, "Ada", "Cleo")
    wrong = await sim.press("Ben", "Take the seat", standing)
    assert "offered to somebody else" in ephemeral_text(wrong)
    seated = await sim.press("Cleo", "Take the seat", standing)
    assert "is yours" in ephemeral_text(seated) and offers(sim) == []
    assert table.names[0] == "Cleo" and table.seat_of(sim.people["Ada"].id) is None
    assert table.row.host == sim.people["Cleo"].id
    late = await sim.press_old("Cleo", sim.board(), "accept:1:0")
    assert "This offer has ended" in ephemeral_text(late)


async def test_somebody_who_has_not_accepted_is_mentioned_once_and_not_written_to(sim: SimServer):
    await sim.gather_two()
    first = await offer(sim, "Ada", "Cleo")
    assert (await offer(sim, "Ada", "Cleo")).id == first.id
    await sim.command("Ben", "game handover")
    await sim.restart()
    assert [each.id for each in offers(sim)] == [first.id]
    assert sim.pinged().count({"Cleo"}) == 1 and not sim.dms("Cleo")


async def test_a_second_offer_of_a_seat_replaces_the_first(sim: SimServer):
    table = await sim.gather_two()
    sim.add("Dora")
    first = await offer(sim, "Ada", "Cleo")
    second = await offer(sim, "Ada", "Dora")
    assert second.id != first.id
    late = await sim.press("Cleo", "Take the seat", second)
    assert "offered to somebody else" in ephemeral_text(late)
    await sim.press("Dora", "Take the seat", second)
    assert table.names == ["Dora", "Ben"]


async def test_an_offer_is_ended_by_the_two_it_is_about_and_by_moderators(sim: SimServer):
    await sim.gather_two()
    sim.add("Emil", manage_messages=True)
    for name in ("Ada", "Cleo", "Emil"):
        standing = await offer(sim, "Ada", "Cleo")
        wrong = await sim.press("Ben", "Decline or withdraw", standing)
        assert "Only the two people" in ephemeral_text(wrong)
        done = await sim.press(name, "Decline or withdraw", standing)
        assert "has ended" in ephemeral_text(done) and offers(sim) == []
        for custom_id in ("accept:1:0", "end-offer:1:0"):
            late = await sim.press_old("Cleo", sim.board(), custom_id)
            assert "This offer has ended" in ephemeral_text(late)


async def test_an_offer_ends_with_the_next_move_of_the_giver(sim: SimServer):
    table = await sim.gather_two()
    await offer(sim, "Ada", "Cleo")
    await move_of(sim, "Ben")
    assert len(offers(sim)) == 1
    while table.state.asked != [0]:
        await move_of(sim, "Ben")
    await sim.behind(table.submit(0, table.game.default(table.state, 0), f"clock:{table.seq}:0"))
    assert len(offers(sim)) == 1
    await move_of(sim, "Ada")
    assert offers(sim) == []


async def test_an_offer_ends_after_three_days_and_with_the_seat(sim: SimServer):
    await sim.gather_two()
    await offer(sim, "Ada", "Cleo")
    now = sim.bot.clock.now()
    for days, left in ((2.9, 1), (3.1, 0)):
        sim.bot.clock.now = lambda days=days: now + days * DAY
        await sim.behind(sim.bot.clock.sweep())
        assert len(offers(sim)) == left
    await offer(sim, "Ada", "Cleo")
    question = await sim.command("Ada", "game leave")
    await sim.press("Ada", "Leave the game", question.response)
    assert offers(sim) == [] and sim.sql("SELECT * FROM offers") == []


async def test_anybody_takes_the_seat_of_somebody_who_left(sim: SimServer):
    table = await sim.gather_two()
    question = await sim.command("Ben", "game leave")
    await sim.press("Ben", "Leave the game", question.response)
    assert table.people[1].vacant and table.people[1].level
    taken = await sim.press("Ada", "Play for Ben")
    assert "sit at this table already" in ephemeral_text(taken)
    before = table.seq
    await sim.press("Cleo", "Play for Ben")
    assert table.names[1] == "Cleo" and not table.people[1].computer
    assert table.people[1].since == before + 1
    assert any("Cleo takes the seat of Ben" in each.text for each in await news_of(table))


async def test_the_table_goes_on_without_somebody_who_stays_silent(sim: SimServer):
    table = await sim.gather_two(pace="none")
    [seat] = table.waiting_people()
    silent, other = table.names[seat], table.names[1 - seat]
    soon = await sim.command(other, "game without", player=sim.people[silent].user)
    assert "still has time" in ephemeral_text(soon)
    turn = (await table.store.turns.of(table.id))[seat]
    turn.since -= 4 * DAY
    await table.store.turns.save([turn])
    done = await sim.command(other, "game without", player=sim.people[silent].user)
    assert "A computer player has the seat" in reply_text(done)
    assert table.people[seat].vacant
    own = await sim.command(other, "game without", player=sim.people[other].user)
    assert "There is nobody in that seat" in ephemeral_text(own)


async def test_an_absent_owner_blocks_no_vote(sim: SimServer):
    table = await sim.gather_two()
    with sim.env._bot_scope():
        await play(table, 3)
    await sim.command("Ben", "game handover")
    assert table.row.status == "running"
    done = await sim.abandon("Ada")
    assert "given up" in reply_text(done)


@pytest.mark.parametrize("last", ["Ada", "Ben"])
async def test_somebody_who_is_asked_again_after_a_vote_is_notified(sim: SimServer, last: str):
    table = await sim.gather_two()
    while await sim.asked() != [last] or not await undo.rewind_targets(table):
        [name] = await sim.asked()
        await sim.command(name, "move", move=await sim.default(name))
    question = table.question
    await sim.command(last, "move", move=await sim.default(last))
    other = "Ben" if last == "Ada" else "Ada"
    opened = await undo.rewind_targets(table)
    assert opened[0][0] == question + 1
    calls = len(sim.pinged())
    with sim.env._bot_scope():
        for name in (last, other):
            await votes.propose_undo(table, sim.people[name].id, opened[0][0])
    await sim.env.settle()
    assert await sim.asked() == [last]
    assert {last} in sim.pinged()[calls:]
