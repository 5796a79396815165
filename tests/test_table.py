"""Moves at a table, secret answers, leaving and ending, through its own methods."""

import asyncio
import random
import time
from dataclasses import replace

import pytest

from bot.store import TurnRow
from bot.table import Refused, Stale, format_names, lobby, pauses, seating, votes
from bot.table.news import news_of
from bot.table.records import record_of
from games import record
from tests.databases import ask
from tests.tables import ADA, BEN, CLEO, GAMES, Harness, a_move, position, process, secret_question

# --- Moves ----------------------------------------------------------------------------------------


async def test_a_move_is_committed_with_the_state_after_it(harness: Harness):
    table = await harness.game()
    before, [seat] = table.state, table.state.asked
    move = table.game.legal(before, seat)[0]
    receipt = await table.submit(seat, move, "token", table.question)
    assert (receipt.seat, receipt.move, receipt.repeated) == (seat, move, False)
    assert receipt.label == table.game.label(before, seat, move)
    assert table.state == table.game.play(before, seat, move)
    line = await harness.store.moves.last(table.id)
    assert line is not None and (line.seat, line.move, line.token) == (seat, move, "token")
    assert line.seq == receipt.seq == table.seq == 1
    async with process(harness.address) as later:
        assert position(await later.tables.get(table.id)) == position(table)


async def test_an_illegal_move_is_refused_with_the_sentence_of_the_game(harness: Harness):
    table = await harness.game()
    before, [seat] = position(table), table.state.asked
    with pytest.raises(Refused, match=r"After “take” you can say \d"):
        await harness.move(table, seat, "take 99")
    assert position(table) == before
    assert len(await harness.log(table)) == 1


async def test_a_player_who_is_not_asked_sees_whose_turn_it_is(harness: Harness):
    table = await harness.game()
    [seat] = table.state.asked
    with pytest.raises(Refused, match=f"not your turn: the table waits for {table.names[seat]}"):
        await harness.move(table, 1 - seat, "take 1")
    assert len(await harness.log(table)) == 1


async def test_an_answer_to_a_question_that_has_passed_changes_nothing(harness: Harness):
    table = await harness.game()
    passed = table.question
    await harness.move(table, *a_move(table))
    before = position(table)
    seat, move = a_move(table)
    with pytest.raises(Stale, match="question has passed"):
        await table.submit(seat, move, "late", passed)
    assert position(table) == before and len(await harness.log(table)) == 2
    assert not (await table.submit(seat, move, "in time", table.question)).repeated


async def test_an_interaction_delivered_twice_plays_once(harness: Harness):
    table = await harness.game()
    for seat in (0, 1):
        await harness.play_until(table, lambda table, seat=seat: seat in table.state.asked)
        move, token = table.game.default(table.state, seat), f"token {seat}"
        first = await table.submit(seat, move, token, table.question)
        again = await table.submit(seat, move, token, first.seq - 1)
        assert again.repeated and (again.seat, again.move, again.seq) == (seat, move, first.seq)
        async with process(harness.address) as later:
            assert (await (await later.tables.get(table.id)).submit(seat, move, token)).repeated
        assert table.seq == first.seq and len(await harness.log(table)) == first.seq + 1


async def test_the_move_that_ends_a_game_is_answered_when_it_is_delivered_twice(harness: Harness):
    table = await harness.game()
    await harness.play_until(table, lambda table: table.row.status == "over")
    last = table.last
    assert last is not None and last.seat is not None and last.move and last.token
    again = await table.submit(last.seat, last.move, last.token)
    assert again.repeated and again.seq == last.seq


async def test_of_several_answers_to_one_question_exactly_one_wins(harness: Harness):
    table = await harness.game()
    [seat] = table.state.asked
    moves = table.game.legal(table.state, seat)
    assert len(moves) > 1
    outcome = await asyncio.gather(
        *(table.submit(seat, move, move, table.question) for move in moves), return_exceptions=True
    )
    assert sum(isinstance(each, Stale) for each in outcome) == len(moves) - 1
    assert len(await harness.log(table)) == 2


async def test_one_interaction_delivered_several_times_at_once_plays_once(harness: Harness):
    table = await harness.game()
    seat, move = a_move(table)
    outcome = await asyncio.gather(
        *(table.submit(seat, move, "token", table.question) for _ in range(5))
    )
    assert sorted(receipt.repeated for receipt in outcome) == [False] + 4 * [True]
    assert len(await harness.log(table)) == 2


async def test_a_write_that_fails_changes_nothing_and_the_move_can_be_made_again(harness: Harness):
    table = await harness.game()
    before, (seat, move) = position(table), a_move(table)
    await ask(harness.address, "ALTER TABLE moves RENAME COLUMN news TO gossip")
    with pytest.raises(Exception, match="news"):
        await table.submit(seat, move, "token")
    assert position(table) == before and table.seq == 0
    await ask(harness.address, "ALTER TABLE moves RENAME COLUMN gossip TO news")
    assert not (await table.submit(seat, move, "token")).repeated
    assert table.seq == 1


@pytest.mark.sampled(one_in=5)
@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_game_is_played_and_read_again_with_its_news(harness: Harness, name: str):
    table = await harness.game(name)
    await harness.play_until(table, lambda table: table.row.status == "over", random.Random(5))
    assert table.state.scores is not None and not table.state.asked
    assert [row.seq for row in await harness.log(table)] == list(range(table.seq + 1))
    assert harness.changed.count(table.id) >= table.seq
    with pytest.raises(Refused, match="has ended"):
        await harness.move(table, 0, "pass")
    async with process(harness.address) as later:
        again = await later.tables.get(table.id)
        assert position(again) == position(table) and again.row.status == "over"
        record.verify(await record_of(again))
    assert await harness.store.tables.open_in(table.row.channel) is None


async def test_what_was_said_in_the_lobby_is_news_when_the_game_starts(harness: Harness):
    table = await harness.lobby()
    await table.say("The bot was away.")
    for started in (False, True):
        if started:
            await lobby.start(table, ADA)
        assert "The bot was away." in [each.text for each in await news_of(table)]


async def test_the_news_of_a_table_names_its_people(harness: Harness):
    table = await harness.game()
    [seat] = table.state.asked
    await harness.move(table, seat, table.game.legal(table.state, seat)[0])
    assert any(each.text.startswith(f"{table.names[seat]} takes") for each in await news_of(table))


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ([], "nobody"),
        (["Ada"], "Ada"),
        (["Ada", "Ben"], "Ada and Ben"),
        (["Ada", "Ben", "Cleo"], "Ada, Ben and Cleo"),
    ],
)
def test_names_are_formatted_as_in_a_sentence(names: list[str], sentence: str):
    assert format_names(names) == sentence


# --- Secret answers -------------------------------------------------------------------------------


async def test_all_who_are_asked_in_secret_can_answer_at_the_same_moment(harness: Harness):
    table = await secret_question(harness, ADA, BEN, CLEO)
    question = table.question
    moves = [table.game.legal(table.state, seat)[0] for seat in range(3)]
    receipts = await asyncio.gather(
        *(table.submit(seat, move, f"{seat}", question) for seat, move in enumerate(moves))
    )
    assert sorted(receipt.seq for receipt in receipts) == list(range(table.seq - 2, table.seq + 1))
    worn = [player.worn for player in table.state.players]
    assert worn == [int(move.split()[1]) for move in moves]


# --- Leaving and ending ---------------------------------------------------------------------------


async def test_a_pause_has_some_days_and_the_vote_to_go_on_ends_with_it(harness: Harness):
    table = await harness.game()
    for days in (0, pauses.MAX_DAYS + 1):
        with pytest.raises(Refused, match="no longer asked"):
            await votes.agree(table, ADA, f"pause {days}")
    for user in (ADA, BEN):
        await votes.agree(table, user, f"pause {pauses.MAX_DAYS}")
    await votes.agree(table, ADA, "resume")
    assert await votes.proposals(table) == {"resume": [ADA]}
    await pauses.end_due(table, table.row.paused)
    assert await votes.proposals(table) == {} and table.votes


async def test_the_others_go_on_together_without_somebody_who_stays_silent(harness: Harness):
    table = await harness.game("wigs", ADA, BEN, CLEO)
    await harness.play_until(table, lambda table: table.state.asked == [0])
    silent, first, second = [person.user or 0 for person in table.people]
    begun = time.time() - votes.SILENT_AFTER_S
    turn = TurnRow(table.id, 0, silent, table.question, begun + 60, None, None)
    await harness.store.turns.save([turn])
    with pytest.raises(Refused, match=f"{table.names[0]} still has time"):
        await votes.propose_without(table, first, 0)
    await harness.store.turns.save([replace(turn, since=begun)])
    for user, seat in ((silent, 0), (first, 3), (first, -1)):
        with pytest.raises(Refused, match=r"nobody in that seat|no longer asked"):
            await votes.propose_without(table, user, seat)
    assert not await votes.propose_without(table, first, 0)
    [(proposal, agreed)] = (await votes.proposals(table)).items()
    assert agreed == [first] and votes.voters(table, proposal) == {first, second}
    assert await votes.propose_without(table, second, 0)
    assert table.people[0].vacant and table.row.status == "running"


async def test_a_player_who_has_left_need_not_agree(harness: Harness):
    table = await harness.game("wigs", ADA, BEN, CLEO)
    await votes.vote_to_abandon(table, ADA)
    await seating.leave(table, CLEO)
    assert await votes.vote_to_abandon(table, BEN)
    for attempt in (votes.vote_to_abandon(table, ADA), seating.leave(table, ADA)):
        with pytest.raises(Refused, match="has ended"):
            await attempt
