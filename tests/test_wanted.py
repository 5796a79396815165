"""What should stand where, as a plain list of places."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest_asyncio

from bot.outbox.wanted import (
    BOARD,
    HEADS_UP,
    NO_QUESTION,
    PANEL,
    REVIEW,
    Snapshot,
    Wanted,
    for_players,
    for_unreadable,
)
from bot.pages import notifications
from bot.store import InvitationRow, PingRow, PostRow
from tests.twins import NOON, Twin, twin


@pytest_asyncio.fixture
async def it() -> AsyncIterator[Twin]:
    """A table of three people who want every call, at its first question."""
    async with twin("wigs", 3, {}, 2026) as laid:
        yield laid


PRESENT_S = 60.0


def snapshot(it: Twin, posts: dict[str, PostRow] | None = None) -> Snapshot:
    """The table now, with these posts."""
    return Snapshot(it.table, posts or {}, it.pictures, "en", NOON, present_s=PRESENT_S)


def posted(it: Twin, **pressed_s_ago: float) -> dict[str, PostRow]:
    """A board before its first question, and panels on which users pressed so many seconds ago."""
    board = PostRow(it.table.id, BOARD, 7, 1, "shown", 0, NOON)
    panels = {
        f"{PANEL}{user[1:]}": PostRow(it.table.id, f"{PANEL}{user[1:]}", 0, 2, "shown", 0, NOON - s)
        for user, s in pressed_s_ago.items()
    }
    return {BOARD: board, **panels}


async def board(at: Snapshot) -> Wanted:
    wanted = (await for_players(at))[BOARD]
    assert wanted is not None
    return wanted


async def one_more(it: Twin) -> None:
    seat = it.table.state.asked[0]
    await it.table.submit(seat, it.table.game.default(it.table.state, seat), f"t{it.table.seq}")


def asked(it: Twin) -> list[int]:
    return [it.table.people[seat].user or 0 for seat in it.table.waiting_people()]


async def test_a_player_asked_while_a_board_is_made_is_notified_by_the_next_one(it: Twin):
    early = snapshot(it)
    await one_more(it)
    shown = await board(early)
    assert shown.question < it.table.question
    row = PostRow(it.table.id, BOARD, 7, 1, shown.page.digest, shown.question, NOON)
    next_one = await board(snapshot(it, {BOARD: row}))
    assert next_one.notifies and next_one.page.mentions == asked(it)


async def test_somebody_with_closed_direct_messages_is_notified_in_the_channel(it: Twin):
    [user] = asked(it)
    await it.store.pings.save(PingRow(user, place="dm"))
    assert (await board(snapshot(it))).page.mentions == []
    await it.store.people.save_dms(user, "closed")
    assert (await board(snapshot(it))).page.mentions == [user]


async def test_somebody_who_has_just_pressed_is_notified_only_if_they_do_not_answer(it: Twin):
    await one_more(it)
    [user] = asked(it)
    early = await board(snapshot(it, posted(it, **{f"u{user}": 15.0})))
    assert not early.notifies and early.page.mentions == []
    assert early.look_again_s == PRESENT_S - 15
    assert early.question == 0, "nobody was notified of the question yet"
    late = await board(snapshot(it, posted(it, **{f"u{user}": PRESENT_S})))
    assert late.notifies and late.page.mentions == [user]
    assert late.look_again_s == 0 and late.question == it.table.question


async def test_all_are_notified_if_one_of_them_is_not_present(it: Twin):
    while len(asked(it)) < 2:
        await one_more(it)
    for user in asked(it):
        await it.store.people.save_dms(user, "unwanted")
    notified = (await board(snapshot(it, posted(it)))).page.mentions
    assert len(notified) > 1
    there = posted(it, **{f"u{notified[0]}": 1.0})
    assert (await board(snapshot(it, there))).page.mentions == notified


async def test_a_panel_that_asks_what_it_has_asked_stays_as_it_is(it: Twin):
    await one_more(it)
    panel = f"{PANEL}{asked(it)[0]}"
    for shown, changes in ((0, True), (it.table.question, False)):
        post = PostRow(it.table.id, panel, 0, 2, "shown", shown, NOON)
        wanted = (await for_players(snapshot(it, {panel: post})))[panel]
        assert (wanted is not None) == changes


def private(it: Twin, user: int, question: int) -> dict[str, PostRow]:
    """A panel in the direct messages of a user that asks this question."""
    return {str(user): PostRow(it.table.id, str(user), 7, 5, "shown", question, NOON)}


async def test_a_secret_question_replaces_an_earlier_one_that_was_never_answered(it: Twin):
    while len(asked(it)) < 2:
        await one_more(it)
    user = asked(it)[0]
    await it.store.people.save_dms(user, "wanted")
    now = it.table.question
    wanted = (await for_players(snapshot(it, private(it, user, now - 1))))[str(user)]
    assert wanted is not None and wanted.question == now


async def test_each_player_is_told_their_secret_of_the_start():
    async with twin("royal_threadcount", 3, {}, 2026) as it:
        users = [person.user or 0 for person in it.table.people]
        wanted = await for_players(snapshot(it, private(it, users[0], NO_QUESTION)))
        assert [wanted[str(user)] is None for user in users] == [True, False, False]


async def test_a_computer_player_is_told_nothing_in_private():
    async with twin("royal_threadcount", 3, {}, 2026) as it:
        *people, last = it.table.people
        it.table.people = [*people, replace(last, user=None, level="easy")]
        told = [each.user for each in (await for_players(snapshot(it))).values() if each]
        assert sorted(told) == [0, 1, 2], "the channel and two people"


async def test_the_first_message_of_a_rematch_notifies_its_guests_until_it_has_arrived(it: Twin):
    await it.table.save(status="lobby")
    await it.store.invitations.save(InvitationRow(it.table.id, 9, NOON, notice="lobby"))
    sent = PostRow(it.table.id, BOARD, 7, 0, "", NO_QUESTION, NOON, next="may have been sent")
    for post, notified in ((sent, [9]), (replace(sent, message=5, next=""), [])):
        assert (await board(snapshot(it, {BOARD: post}))).page.mentions == notified


async def test_a_panel_follows_a_secret_answer_that_may_be_given_elsewhere(it: Twin):
    while len(asked(it)) < 2:
        await one_more(it)
    place, now = f"{PANEL}{asked(it)[0]}", it.table.question
    panel = PostRow(it.table.id, place, 0, 2, "shown", now, NOON)
    assert (await for_players(snapshot(it, {place: panel})))[place] is not None


async def test_a_panel_in_direct_messages_that_a_reply_is_about_to_show_is_left_alone(it: Twin):
    await one_more(it)
    user = asked(it)[0]
    now = snapshot(it, private(it, user, 0))
    assert (await for_players(now))[str(user)] is not None
    assert (await for_players(replace(now, replied_to=[user])))[str(user)] is None


async def test_each_open_page_of_a_review_follows_its_progress(it: Twin):
    posts = posted(it) | {
        f"{REVIEW}{user}": PostRow(it.table.id, f"{REVIEW}{user}", 0, 2, "shown", tenths, NOON)
        for user, tenths in ((1, 0), (2, 3))
    }
    wanted = await for_players(snapshot(it, posts))
    assert wanted[f"{REVIEW}1"] is None and wanted[f"{REVIEW}2"] is not None


async def test_a_panel_in_direct_messages_is_closed_with_the_game(it: Twin):
    user = asked(it)[0]
    posts = private(it, user, NO_QUESTION)
    running = (await for_players(snapshot(it, posts)))[str(user)]
    await it.table.save(status="abandoned")
    ended = (await for_players(snapshot(it, posts)))[str(user)]
    assert running is None and ended is not None and ended.question == NO_QUESTION


async def heads_ups(it: Twin) -> list[str]:
    """The places of the messages for those who are probably next."""
    return [place for place in await for_players(snapshot(it)) if place.startswith(HEADS_UP)]


async def test_only_who_is_next_is_told_so_unless_their_direct_messages_are_closed(it: Twin):
    seats = [seat for seat in range(3) if notifications.is_next(it.table, seat)]
    [user] = [it.table.people[seat].user or 0 for seat in seats]
    assert await heads_ups(it) == [f"{HEADS_UP}{user}"]
    await it.store.people.save_dms(user, "closed")
    assert await heads_ups(it) == []


async def test_nobody_is_told_to_be_next_at_an_abandoned_table(it: Twin):
    assert await heads_ups(it)
    await it.table.save(status="abandoned")
    assert [*await for_players(snapshot(it))] == [BOARD]


def test_messages_of_an_unreadable_table_stay():
    row = PostRow(1, BOARD, 7, 5, "shown", 3, NOON)
    pending = PostRow(1, "vote", 7, 0, "", 0, NOON, next="sent, but never heard of")
    assert for_unreadable(None, {BOARD: row, "vote": pending}) == {BOARD: None}
