"""Undo at a table: what can be taken back, late deliveries, and the record after it."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.pages.receipts import since_own_move
from bot.table import Refused, Table, undo
from bot.table.news import news_of
from bot.table.records import record_of
from games import record
from tests.tables import (
    ADA,
    BEN,
    CLEO,
    GAMES,
    MANY,
    Harness,
    a_move,
    position,
    process,
    secret_question,
)


async def test_a_move_taken_back_leaves_the_position_as_it_was(harness: Harness):
    table = await harness.game()
    for seat in (0, 1):
        await harness.play_until(table, lambda table, seat=seat: seat in table.state.asked)
        before, question, user = position(table), table.question, table.people[seat].user or 0
        label = (await harness.move(table, seat, table.game.default(table.state, seat))).label
        assert position(table) != before and await undo.can_undo(table, seat)
        assert await undo.undo(table, user, f"undo {seat}") == label
        assert position(table) == before and table.question == question
        assert [row.kind for row in await harness.log(table)][-2:] == ["move", "undo"]
        assert (await news_of(table))[-1].text == f"{table.names[seat]} takes the last move back."
        async with process(harness.address) as later:
            assert position(await later.tables.get(table.id)) == before


async def test_only_the_own_last_move_can_be_taken_back(harness: Harness):
    table = await harness.game()
    first, _ = a_move(table)
    assert not await undo.can_undo(table, first)
    await harness.move(table, *a_move(table))
    other = table.people[1 - first].user
    assert other
    assert not await undo.can_undo(table, 1 - first)
    with pytest.raises(Refused, match="only your own last move"):
        await undo.undo(table, other, "somebody else's")
    await harness.move(table, *a_move(table))
    user = table.people[first].user
    assert user
    with pytest.raises(Refused, match="before anybody else moved"):
        await undo.undo(table, user, "too late")
    with pytest.raises(Refused, match="You do not play"):
        await undo.undo(table, CLEO, "a stranger's")


async def test_a_receipt_is_read_from_a_log_that_is_newer_than_the_table(harness: Harness):
    table = await harness.game()
    before, (seat, move) = table.snapshot(), a_move(table)
    await harness.move(table, seat, move)
    assert await since_own_move(before, seat) == await since_own_move(table, seat) != []


async def test_moves_are_taken_back_one_after_the_other(harness: Harness):
    table = await secret_question(harness)
    positions = [position(table)]
    first, second = table.game.legal(table.state, 0)[:2]
    for move in (first, second):
        await harness.move(table, 0, move)
        positions.append(position(table))
    for n in (1, 2):
        assert await undo.undo(table, ADA, f"undo {n}")
        assert position(table) == positions[-1 - n]
    await harness.move(table, 0, second)
    assert table.state.answers == {0: second}
    await undo.undo(table, ADA, "undo 3")
    assert position(table) == positions[0]


async def test_an_undo_delivered_twice_takes_back_one_move(harness: Harness):
    table = await secret_question(harness)
    for move in table.game.legal(table.state, 0)[:2]:
        await harness.move(table, 0, move)
    assert await undo.undo(table, ADA, "undo")
    before = position(table)
    assert await undo.undo(table, ADA, "undo") == ""
    assert position(table) == before


async def test_a_late_delivery_does_not_repeat_a_move_taken_back(harness: Harness):
    table = await harness.game()
    seat, move = a_move(table)
    user, question = table.people[seat].user, table.question
    assert user
    await table.submit(seat, move, "token", question)
    await undo.undo(table, user, "undo")
    before = position(table)
    assert (await table.submit(seat, move, "token", question)).repeated
    assert position(table) == before
    assert not (await table.submit(seat, move, "another", question)).repeated


async def test_the_record_leaves_out_what_was_taken_back_and_verifies(harness: Harness):
    table = await harness.game()
    seat, move = a_move(table)
    user = table.people[seat].user
    assert user
    other = next(each for each in table.game.legal(table.state, seat) if each != move)
    await harness.move(table, seat, other)
    await undo.undo(table, user, "undo")
    await harness.move(table, seat, move)
    text = await record_of(table)
    record.verify(text)
    assert f"{seat} {move}" in text.splitlines() and f"{seat} {other}" not in text.splitlines()


async def test_an_undo_to_a_damaged_line_is_refused_and_the_game_goes_on(harness: Harness):
    table = await harness.game()
    seat, move = a_move(table)
    user = table.people[seat].user
    assert user
    await harness.move(table, seat, move)
    await harness.store._db.execute("UPDATE moves SET state = ? WHERE seq = 0", (b"\0",))
    assert not await undo.can_undo(table, seat)
    with pytest.raises(Refused):
        await undo.undo(table, user, "undo")
    await harness.move(table, *a_move(table))


@pytest.mark.sampled
@pytest.mark.parametrize("name", GAMES)
async def test_a_move_that_can_be_undone_is_undone_anywhere_in_a_game(harness: Harness, name: str):
    table = await harness.game(name, ADA, BEN)
    rng, taken, refused = random.Random(11), 0, 0
    for n in range(120):
        if table.row.status != "running":
            break
        seat = rng.choice(table.state.asked)
        move = rng.choice(table.game.legal(table.state, seat))
        before, chance = position(table), table.state.rng
        await harness.move(table, seat, move)
        user = table.people[seat].user
        if user is None or table.row.status != "running":
            continue
        if await undo.can_undo(table, seat):
            assert table.state.rng == chance
            await undo.undo(table, user, f"undo {n}")
            assert position(table) == before
            await harness.move(table, seat, move)
            taken += 1
        else:
            assert table.state.rng != chance
            refused += 1
    assert taken + refused


async def test_an_undo_cancels_impossible_premoves_of_others_and_tells_them(
    harness: Harness,
):
    table = await harness.game("wigs", ADA, BEN, CLEO)
    seat, other, answer = await premoved_again(harness, table)
    await harness.move(table, other, answer)
    assert table.state.premoves and await undo.undo(table, table.people[seat].user or 0, "back")
    assert not table.state.premoves
    [(said, to)] = [
        (each.text, each.to) for each in await news_of(table, 5) if "are cancelled" in each.text
    ]
    assert to == other and "somebody took a move back" in said
    record.verify(await record_of(table))


async def test_a_move_made_again_is_a_move_like_any_other(harness: Harness):
    table = await harness.game()
    for seat in (0, 1):
        await harness.play_until(table, lambda table, seat=seat: seat in table.state.asked)
        move, user = table.game.default(table.state, seat), table.people[seat].user or 0
        label = (await harness.move(table, seat, move)).label
        after, told = position(table), [each.text for each in await news_of(table)]
        await undo.undo(table, user, f"undo {seat}")
        assert await undo.redo(table, user, f"redo {seat}") == label and position(table) == after
        assert [row.kind for row in await harness.log(table)][-3:] == ["move", "undo", "move"]
        assert [each.text for each in await news_of(table)][-1] == told[-1]
        assert not await undo.can_redo(table, seat) and await undo.can_undo(table, seat)


async def test_an_answer_in_advance_to_a_move_that_is_made_again_is_carried_out(harness: Harness):
    table = await harness.game("wigs", ADA, BEN, CLEO)
    [seat] = table.state.asked
    user = table.people[seat].user or 0
    await harness.move(table, seat, table.game.default(table.state, seat))
    [other] = table.state.asked
    await undo.undo(table, user, "undo")
    await harness.move(table, other, in_advance(table, other)[-1])
    await undo.redo(table, user, "redo")
    assert other not in table.state.asked and not table.state.premoves
    assert not any("cancelled" in each.text for each in await news_of(table))
    assert not await undo.can_undo(table, seat), "the answer is revealed"
    record.verify(await record_of(table))


async def test_a_vote_brings_back_no_move_that_its_player_had_taken_back(harness: Harness):
    table = await harness.game("wigs", ADA, BEN, CLEO)
    [seat] = table.state.asked
    user, other = table.people[seat].user or 0, (seat + 2) % 3
    await harness.move(table, seat, table.game.default(table.state, seat))
    await harness.move(table, other, in_advance(table, other)[0])
    await undo.undo(table, user, "undo")
    before = table.state
    await harness.move(table, seat, table.game.default(before, seat))
    await undo.rewind(table, table.question, "vote")
    assert replace(table.state, rng=before.rng) == before and table.state.asked == [seat]
    record.verify(await record_of(table))


async def premoved_again(harness: Harness, table: Table) -> tuple[int, int, str]:
    """A seat that may undo, and one with an answer in advance that only this move opened."""
    rng = random.Random(1)
    for _ in range(MANY):
        before, seat = table.state, rng.choice(table.state.asked)
        await harness.move(table, seat, rng.choice(table.game.legal(before, seat)))
        for other in {0, 1, 2} - {seat, *table.state.asked}:
            new = [a for a in in_advance(table, other) if a not in in_advance(table, other, before)]
            if new and await undo.can_undo(table, seat):
                return seat, other, new[0]
    raise AssertionError("it never comes to that")


def in_advance(table: Table, seat: int, g: Any = None) -> list[str]:
    """The premoves that a seat can set, now or in another state."""
    questions = table.game.premoves(g or table.state, seat)
    return [f"ahead {question} {move}" for question, moves in questions.items() for move in moves]
