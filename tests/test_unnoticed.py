"""What somebody does that nobody may notice: they set something in advance, change a secret answer,
or take that back. Each test is of a way in which others could have noticed it.
"""

import re
import zlib
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.outbox.layout import components
from bot.pages import notifications, panels
from bot.pages.board import MAX_NEWS_ROWS, public_news
from bot.table import Table, undo, votes
from bot.table.news import news_of
from tests.twins import ROOM, Twin, everything, twin

ADA, BEN, CLEO = 0, 1, 2
SEED = 2026


@pytest_asyncio.fixture
async def it() -> AsyncIterator[Twin]:
    """A table of three at its first question; what others choose there can be set in advance."""
    async with twin("wigs", 3, {}, SEED) as laid:
        yield laid


async def to_a_secret_question(it: Twin) -> Table:
    """The table when all are asked at once."""
    table = it.table
    while len(table.state.asked) == 1:
        seat = table.state.asked[0]
        await it.submit(seat, table.game.default(table.state, seat))
    return table


def in_advance(table: Table, seat: int) -> str:
    question, moves = next(iter(table.game.premoves(table.state, seat).items()))
    return f"ahead {question} {moves[0]}"


async def test_a_premove_that_is_set_and_cleared_edits_nothing_and_is_no_news(it: Twin):
    asked = it.table.state.asked[0]
    other, reader = (seat for seat in range(3) if seat != asked)
    before = await everything(it, reader, [])
    await it.submit(other, in_advance(it.table, other))
    assert await everything(it, reader, []) == before
    assert not await it.undo(other) and it.table.state.premoves == {}
    assert await everything(it, reader, []) == before
    assert not await it.redo(other) and it.table.state.premoves
    assert await everything(it, reader, []) == before


async def test_a_mention_is_written_once_and_no_later_edit_removes_it(it: Twin):
    sent = it.desk.sent[ROOM]
    [(_new, rings), (_edit, _number, shown)] = sent
    assert rings["mentions"]["users"] and not shown["mentions"].get("users")
    await it.submit(*_move_of_another(it.table))
    assert len(sent) == 2


def _move_of_another(table: Table) -> tuple[int, str]:
    seat = next(seat for seat in range(3) if seat not in table.state.asked)
    return seat, in_advance(table, seat)


async def test_questions_are_counted_and_not_the_lines_of_the_log(it: Twin):
    table = it.table
    for _ in range(3):
        await it.submit(*_move_of_another(table))
    seat, question = table.state.asked[0], table.question
    await it.submit(seat, table.game.default(table.state, seat))
    assert (table.question, table.seq) == (question + 1, 4)
    await it.undo(seat)
    assert table.question == question
    await it.submit(seat, table.game.default(table.state, seat))
    assert table.question == question + 2, "the number of what was taken back is not used again"


async def test_the_number_of_the_newest_question_is_known_after_a_restart(it: Twin):
    seat = it.table.state.asked[0]
    await it.submit(seat, it.table.game.default(it.table.state, seat))
    await it.undo(seat)
    it.outbox._tables.mark_outdated([it.table.id])
    again = await it.outbox._tables.get(it.table.id)
    assert again is not it.table and (again.question, again.newest_question) == (0, 1)


async def test_a_changed_secret_answer_takes_nothing_from_those_who_answered_since(it: Twin):
    table = await to_a_secret_question(it)
    first, second = table.game.legal(table.state, ADA)[:2]
    await it.submit(ADA, first)
    await it.submit(BEN, table.game.default(table.state, BEN))
    before = await everything(it, BEN, [])
    await it.submit(ADA, second)
    assert await everything(it, BEN, []) == before
    assert await undo.can_undo(table, BEN) and not await it.undo(BEN)
    assert table.state.answers == {ADA: second}, "what was changed meanwhile stays changed"
    assert not await it.redo(BEN) and table.state.answers.keys() == {ADA, BEN}


async def test_an_undone_change_of_a_secret_answer_is_no_news(it: Twin):
    table = await to_a_secret_question(it)
    first, second = table.game.legal(table.state, ADA)[:2]
    await it.submit(ADA, first)
    before = await everything(it, BEN, [])
    await it.submit(ADA, second)
    assert not await it.undo(ADA) and table.state.answers == {ADA: first}
    assert await everything(it, BEN, []) == before
    assert not await it.undo(ADA) and table.state.answers == {}
    assert (await news_of(table))[-1].text == "Ada takes the last move back.", "this all can see"


async def test_a_secret_answer_is_no_move_that_a_vote_can_name(it: Twin):
    table = await to_a_secret_question(it)
    offered, question = await undo.rewind_targets(table), table.question
    await it.submit(ADA, table.game.default(table.state, ADA))
    await it.act(votes.propose_undo(table, ADA + 1, offered[0][0]))
    await it.submit(ADA, table.game.legal(table.state, ADA)[0])
    assert await undo.rewind_targets(table) == offered and table.question == question
    assert await votes.proposals(table), "the vote goes on while others choose"


async def test_premoves_of_others_push_no_news_out(it: Twin):
    table = it.table
    seat, move = _move_of_another(table)
    told = await public_news(table)
    for _ in range(MAX_NEWS_ROWS + 1):
        await table.submit(seat, move, f"t{table.seq}")
    assert await public_news(table) == told
    asked = table.state.asked[0]
    shown = str(components(await panels.panel_page(table, asked, it.pictures)))
    assert f"further:{table.id}" not in shown, "there is nothing to take back yet"


async def test_an_export_numbers_no_lines(it: Twin):
    seat, move = _move_of_another(it.table)
    await it.submit(seat, move)
    await it.undo(seat)
    [table] = (await it.store.privacy.export(seat + 1))["tables"]
    moves = [line for line in table["moves"] if line["kind"] != "start"]
    assert [line.keys() for line in moves] == [{"kind", "move", "label", "made"}] * 2
    assert [(line["kind"], line["move"]) for line in moves] == [("move", move), ("undo", move)]


async def test_the_log_of_the_bot_does_not_quote_a_state_that_cannot_be_read(it: Twin):
    line = it.table.last
    assert line is not None and line.state is not None
    damaged = zlib.decompress(line.state).replace(b'"tiles":[]', b'"tiles":["the secret"]')
    with pytest.raises(ValueError, match="cannot be read") as error:
        it.table.state_after(replace(line, state=zlib.compress(damaged)))
    assert "secret" not in str(error.value)


async def test_a_table_with_more_votes_than_fit_into_a_message_is_shown(
    it: Twin,
):
    proposals = {f"undo {n} 0": [1] for n in range(30)}
    shown = str(components(await notifications.vote_page(it.table, proposals)))
    assert len(set(re.findall(r"agree:\d+:undo \d+ 0", shown))) == notifications.MAX_PROPOSALS
