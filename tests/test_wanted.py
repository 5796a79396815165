"""What should stand where, as a plain list of places."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from bot.outbox.wanted import (
    BOARD,
    DAY_S,
    GONE,
    INVITATION,
    INVITATION_HERE,
    NO_QUESTION,
    OFFER,
    ONCE,
    PANEL,
    REMINDER,
    REVIEW,
    TOKEN_VALID_S,
    WATCHER,
    WELCOME,
    Places,
    Snapshot,
    Wanted,
    for_players,
    for_unreadable,
    for_watchers,
)
from bot.pages.board import ended_early_page
from bot.store import CLOCK, InvitationRow, OfferRow, PingRow, PostRow, TurnRow
from tests import twins
from tests.twins import NOON, ROOM, Twin, twin


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


@pytest.mark.parametrize("ping", [{"place": "dm"}, {"how": "grouped"}, {"how": "daily"}])
async def test_somebody_with_closed_direct_messages_is_notified_in_the_channel(
    it: Twin, ping: dict[str, Any]
):
    [user] = asked(it)
    await it.store.pings.save(PingRow(user, **ping))
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
        first, *people = it.table.people
        it.table.people = [replace(first, user=None, level="easy"), *people]
        told = [each.user for each in (await for_players(snapshot(it))).values() if each]
        assert sorted(told) == [0, 2, 3], "the channel and two people"


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


def test_messages_of_an_unreadable_table_stay():
    row = PostRow(1, BOARD, 7, 5, "shown", 3, NOON)
    pending = PostRow(1, "vote", 7, 0, "", 0, NOON, next="sent, but never heard of")
    assert for_unreadable(None, {BOARD: row, "vote": pending}) == {BOARD: None}


def standing(it: Twin, place: str, **more: Any) -> dict[str, PostRow]:
    """A message at a place, which has asked something."""
    return {place: replace(PostRow(it.table.id, place, ROOM, 5, "shown", 0, NOON), **more)}


def at(places: Places, *beginnings: str) -> dict[str, Wanted | None]:
    """What is wanted at the places that begin so."""
    return {place: each for place, each in places.items() if place.startswith(beginnings)}


# --- Who is notified, and of what -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "is_notified"),
    [
        ({}, False),
        ({"kind": "rewind"}, True),
        ({"token": f"{CLOCK}late"}, True),
        ({"token": None}, False),
        ({"kind": "undo", "move": None}, False),
    ],
)
async def test_who_moved_last_themselves_is_not_notified_of_what_comes_next(
    it: Twin, line: dict[str, Any], is_notified: bool
):
    await one_more(it)
    await one_more(it)
    [user] = asked(it)
    last = (await it.store.moves.of(it.table.id, 1))[0].seq
    for name, value in {"seat": it.table.seat_of(user), **line}.items():
        await it.store._db.execute(f"UPDATE moves SET {name} = ? WHERE seq = ?", (value, last))
    shown = await board(snapshot(it))
    assert shown.page.mentions == ([user] if is_notified else []) and shown.notifies == is_notified


async def test_what_nobody_notices_is_not_the_last_move(it: Twin):
    await one_more(it)
    await one_more(it)
    [user] = asked(it)
    first, last = [each.seq for each in await it.store.moves.of(it.table.id, 2)]
    change = "UPDATE moves SET seat = ?, unnoticed = ? WHERE seq = ?"
    own, others = it.table.seat_of(user), it.table.seat_of(user % 3 + 1)
    for seat, mentions in ((own, []), (others, [user])):
        await it.store._db.execute(change, (seat, 0, first))
        await it.store._db.execute(change, (3 - (own or 0) - (others or 0), 1, last))
        assert (await board(snapshot(it))).page.mentions == mentions


async def test_while_a_game_is_paused_nobody_is_notified(it: Twin):
    assert (await board(snapshot(it))).notifies
    await it.table.save(paused=int(NOON + DAY_S))
    paused = snapshot(it)
    shown = await board(paused)
    assert not shown.notifies and shown.question == NO_QUESTION and shown.page.mentions == []


@pytest.mark.parametrize(("ping", "rings"), [({}, True), ({"how": "none"}, False)])
async def test_a_reminder_notifies_for_each_stage_of_each_question(
    it: Twin, ping: dict[str, Any], rings: bool
):
    [user] = asked(it)
    seat = it.table.seat_of(user) or 0
    await it.store.pings.save(PingRow(user, **ping))
    numbers = set[int]()
    for question, stage in ((1, 0), (1, 1), (1, 2), (11, 1), (2, 1)):
        turn = TurnRow(it.table.id, seat, user, question, NOON, NOON, None, stage=stage)
        await it.store.turns.save([turn])
        wanted = at(await for_players(snapshot(it)), REMINDER)
        assert [*wanted] == ([f"{REMINDER}{user}"] if stage and rings else [])
        for each in filter(None, wanted.values()):
            assert each.notifies and each.channel == ROOM and each.page.mentions == [user]
            numbers.add(each.question)
        stays = at(await for_players(snapshot(it, standing(it, f"{REMINDER}{user}"))), REMINDER)
        assert (None in stays.values()) == bool(stage and not rings)
    assert len(numbers) == (4 if rings else 0)


async def test_a_reminder_stays_until_the_clock_sees_that_its_turn_is_over(it: Twin):
    [answers] = [it.table.seat_of(user) for user in asked(it)]
    seat = 1 if answers == 0 else 0
    user = it.table.people[seat].user or 0
    turn = TurnRow(it.table.id, seat, user, it.table.question, NOON, NOON, None, stage=1)
    await it.store.turns.save([turn])
    there = standing(it, f"{REMINDER}{user}")
    assert at(await for_players(snapshot(it, there)), REMINDER) == {f"{REMINDER}{user}": None}
    assert not at(await for_players(snapshot(it)), REMINDER)
    await it.table.save(status="abandoned")
    assert not at(await for_players(snapshot(it, there)), REMINDER)


# --- Panels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PANEL, REVIEW])
async def test_what_is_open_in_the_channel_is_edited_as_long_as_its_token_is_valid(
    it: Twin, kind: str
):
    place = f"{kind}1"
    for made, stands in ((NOON - TOKEN_VALID_S, True), (NOON - TOKEN_VALID_S - 1, False)):
        posts = standing(it, place, channel=0, question=99, made=made)
        places = await for_players(snapshot(it, posts))
        assert (places.get(place) is not None) == (place in places) == stands
        if stands:
            replied = await for_players(replace(snapshot(it, posts), replied_to=[1]))
            assert replied[place] is None


async def test_an_open_panel_of_a_game_that_was_abandoned_says_so(it: Twin):
    await it.table.save(status="abandoned")
    wanted = (await for_players(snapshot(it, standing(it, f"{PANEL}1", question=99))))[f"{PANEL}1"]
    assert wanted is not None and wanted.page.digest == ended_early_page(it.table).digest


# --- Invitations and offers -----------------------------------------------------------------------

GUEST = 9


async def invited(
    it: Twin, posts: dict[str, PostRow] | None = None, *, waits_long: bool = False
) -> Wanted:
    """The invitation of the guest to a lobby."""
    await it.table.save(status="lobby")
    await it.store.invitations.save(InvitationRow(it.table.id, GUEST, NOON))
    now = replace(snapshot(it, posts), waits_long=lambda _person: waits_long)
    [(place, wanted)] = at(await for_players(now), INVITATION, INVITATION_HERE).items()
    assert wanted is not None
    here = place == f"{INVITATION_HERE}{GUEST}"
    assert (wanted.channel, wanted.user) == ((ROOM, 0) if here else (0, GUEST))
    assert (f"<@{GUEST}>" in str(wanted.page.parts)) == here
    return wanted


@pytest.mark.parametrize(
    ("person", "waits_long", "stands", "here"),
    [
        ({"dm_channel": 5}, False, "", False),
        ({"dm_channel": 0}, False, "", True),
        ({"dm_channel": 5, "dms": "unwanted"}, False, "", True),
        ({"dm_channel": 5, "dms": "closed"}, False, "", True),
        ({"dm_channel": 5}, True, "", True),
        ({"dm_channel": 5}, True, INVITATION, False),
        ({"dm_channel": 5}, False, INVITATION_HERE, True),
    ],
)
async def test_a_guest_is_invited_by_direct_message_if_the_bot_may_write_to_them_now(
    it: Twin, person: dict[str, Any], waits_long: bool, stands: str, here: bool
):
    await it.store.people.save(GUEST, **person)
    posts = standing(it, f"{stands}{GUEST}") if stands else None
    wanted = await invited(it, posts, waits_long=waits_long)
    assert (wanted.channel == ROOM) == here


@pytest.mark.parametrize(
    ("ping", "away", "rings"),
    [({}, 0.0, True), ({"how": "none"}, 0.0, False), ({}, 1.0, False), ({}, -1.0, True)],
)
async def test_an_invitation_is_silent_for_who_wants_no_notification_now(
    it: Twin, ping: dict[str, Any], away: float, rings: bool
):
    await it.store.pings.save(PingRow(GUEST, **ping))
    await it.store.people.save(GUEST, away=NOON + away)
    wanted = await invited(it)
    assert (bool(wanted.page.notification), bool(wanted.page.mentions)) == (rings, rings)


@pytest.mark.parametrize("private", [0, 1])
async def test_who_is_invited_to_a_private_table_or_offered_a_seat_there_is_added_to_its_thread(
    it: Twin, private: int
):
    it.table.row.private = private
    await it.store.offers.save(OfferRow(it.table.id, 1, GUEST, 0, NOON))
    offer = at(await for_players(snapshot(it)), OFFER)[f"{OFFER}1"]
    assert offer is not None and offer.notifies and offer.channel == ROOM
    added = (ROOM, GUEST) if private else None
    assert offer.adds_to_thread == (await invited(it)).adds_to_thread == added
    assert not at(await for_players(snapshot(it)), OFFER), "a lobby has free seats"


async def test_an_offer_to_somebody_else_notifies_anew(it: Twin):
    numbers = set[int]()
    for user, moderator in ((GUEST, 0), (GUEST, 1), (GUEST + 1, 1)):
        await it.store.offers.save(OfferRow(it.table.id, 1, user, moderator, NOON))
        wanted = (await for_players(snapshot(it)))[f"{OFFER}1"]
        assert wanted is not None
        numbers.add(wanted.question)
    assert len(numbers) == 3


# --- A channel that is gone, and what goes with a game --------------------------------------------


async def test_players_are_asked_in_direct_messages_once_their_channel_is_gone_for_long(it: Twin):
    await it.store.people.save_dms(2, "closed")
    stands = standing(it, f"{GONE}1") | standing(it, f"{GONE}2")
    waits = it.store.waits
    assert not at(await for_players(snapshot(it)), GONE)
    await waits.begin(it.table.id, "gone", NOON)
    assert not at(await for_players(snapshot(it)), GONE)
    assert [*at(await for_players(snapshot(it, stands)), GONE)] == [f"{GONE}1"], "it is kept"
    await waits.begin(it.table.id, "asked", NOON)
    wanted = at(await for_players(snapshot(it)), GONE)
    assert [*wanted] == [f"{GONE}1", f"{GONE}3"], "somebody's direct messages are closed"
    for each in filter(None, wanted.values()):
        assert each.notifies and each.question == ONCE and each.user in (1, 3)
    shown = await board(snapshot(it))
    assert shown.on_shown is not None
    await shown.on_shown()
    assert await waits.of(it.table.id) == {} and (await board(snapshot(it))).on_shown is None
    await waits.begin(it.table.id, "asked", NOON)
    await it.table.save(status="abandoned")
    assert not at(await for_players(snapshot(it)), GONE)


async def test_what_stands_above_the_table_of_a_lesson_stays_until_its_end(it: Twin):
    there = standing(it, WELCOME)
    assert at(await for_players(snapshot(it, there)), WELCOME) == {WELCOME: None}
    await it.table.save(status="abandoned")
    assert not at(await for_players(snapshot(it, there)), WELCOME)


# --- Watchers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ago", "rings"), [(DAY_S, True), (DAY_S - 1, False)])
async def test_a_new_message_notifies_a_watcher_at_most_once_a_day(
    it: Twin, ago: float, rings: bool
):
    watchers, place = it.store.watchers, f"{WATCHER}{twins.WATCHER}"
    await watchers.add(it.table.id, twins.WATCHER, NOON - ago)
    wanted = (await for_watchers(snapshot(it)))[place]
    assert wanted is not None and wanted.user == twins.WATCHER and wanted.notifies == rings
    assert bool(wanted.page.notification) == rings == (wanted.on_shown is not None)
    stays = standing(it, place, shown=wanted.page.digest)
    again = (await for_watchers(snapshot(it, stays)))[place]
    assert again is not None and again.on_shown is None, "nothing is sent"
    if wanted.on_shown:
        await wanted.on_shown()
        assert await watchers.of(it.table.id) == {twins.WATCHER: NOON}


@pytest.mark.parametrize("ends", ["abandoned", "seated"])
async def test_a_watcher_has_a_last_message_at_the_end_or_once_they_play(it: Twin, ends: str):
    user = 1 if ends == "seated" else twins.WATCHER
    await it.store.watchers.add(it.table.id, user, NOON)
    if ends == "abandoned":
        await it.table.save(status="abandoned")
    wanted = (await for_watchers(snapshot(it)))[f"{WATCHER}{user}"]
    assert wanted is not None and wanted.on_shown is not None
    assert wanted.notifies == (ends == "abandoned")
    await wanted.on_shown()
    assert user not in await it.store.watchers.of(it.table.id)


async def test_a_message_stays_with_who_watches_no_more_if_it_has_arrived(it: Twin):
    stays = standing(it, f"{WATCHER}8") | standing(it, f"{WATCHER}9", message=0, next="on its way")
    wanted = await for_watchers(snapshot(it, stays))
    assert wanted[f"{WATCHER}8"] is None and f"{WATCHER}9" not in wanted
