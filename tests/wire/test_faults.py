"""What people see when the network or Discord has faults: each class, then all in a storm."""

import os
import signal
from dataclasses import replace
from typing import Any

import pytest

from bot.outbox.wanted import NO_QUESTION
from bot.store import Store
from bot.table import Tables
from tests.wire import ledger
from tests.wire.channel import is_made, messages_of, newest, shown, types, whose_turn
from tests.wire.home import Home
from tests.wire.standin import (
    LOST,
    UNANSWERED,
    FaultStrike,
    Interaction,
    faults,
    labels,
    parts,
    text,
    until,
)
from tests.wire.standin.messages import NONCE_KNOWN_S
from tests.wire.standin.things import ACKNOWLEDGE_S
from tests.wire.storm import Storm

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.sampled(one_in=3)]
SILENT = 1 << 12
CALLBACK = r"/interactions/.*"
ORIGINAL = r"/webhooks/\d+/[^/]+/messages/@original"
UPLOADS_LIMITED = FaultStrike("", 400, {"code": 400001, "message": "Uploads are limited"})
EXPIRED = {"code": 50027, "message": "Invalid Webhook Token"}
MISSING = {"code": 50013, "message": "Missing Permissions"}
UNKNOWN = {"code": 10062, "message": "Unknown interaction"}
OLD = {"code": 30046, "message": "Too many edits", "retry_after": 0.01, "global": False}


@pytest.fixture
def bot(elsewhere: Home) -> Home:
    """The bot that all tests here share, in a new channel."""
    return elsewhere


def by_token(interaction: Interaction) -> str:
    """The path of the requests that reply to this interaction."""
    return f"/webhooks/.*/{interaction.payload['token']}.*"


def requests(bot: Home, method: str, number: str) -> int:
    """How many requests of this kind there were for a message."""
    return sum(each[0] == method and number in each[1] for each in bot.discord.log)


# --- Acknowledging and answering ------------------------------------------------------------------


async def test_an_acknowledgement_whose_receipt_is_lost_counts(bot: Home):
    await bot.begin()
    for lost in (LOST, FaultStrike("", 502, {}, after=True)):
        bot.discord.refuse("POST", CALLBACK, lost)
        typed = await types(bot)
        await bot.answered(typed)
        assert is_made(bot, typed) and "✓" in text(typed.response)
    bot.discord.refuse("POST", CALLBACK, 503)
    again = await bot.answered(await types(bot))
    assert is_made(bot, again) and again.asked == 2
    assert typed.asked == 2


async def test_what_cannot_be_acknowledged_is_not_carried_out(bot: Home):
    await bot.begin()
    bot.discord.refuse("POST", CALLBACK, FaultStrike("", 404, UNKNOWN))
    failed = await types(bot)
    await until(lambda: failed.asked, "it comes in")
    await bot.answered(bot.discord.command(bot.people["Ada"], "hand"))
    assert failed.kind is None and not is_made(bot, failed)
    again = await bot.answered(await types(bot))
    assert is_made(bot, again)


async def test_a_move_counts_though_nothing_can_be_said_of_it(bot: Home):
    await bot.begin()
    typed = await types(bot)
    bot.discord.refuse("PATCH", by_token(typed), FaultStrike("", 401, EXPIRED))
    await until(lambda: is_made(bot, typed), "the move is made")
    await shown(bot)
    assert not typed.confirmed and not typed.followups


async def test_an_answer_whose_message_is_gone_is_given_in_a_new_one(bot: Home):
    await bot.begin()
    gone = {"code": 10008, "message": "Unknown Message"}
    typed = await types(bot)
    bot.discord.refuse("PATCH", by_token(typed), FaultStrike("", 404, gone))
    await until(lambda: typed.followups, "it is answered anew")
    assert is_made(bot, typed) and "✓" in text(typed.followups[0])


async def test_a_refusal_reaches_the_person_though_the_receipt_was_lost(bot: Home):
    await bot.begin()
    bot.discord.refuse("POST", CALLBACK, LOST)
    typed = bot.discord.command(bot.people["Cleo"], "move", move="take 1")
    await until(lambda: typed.followups, "they are told")
    assert "You do not play at this table" in text(typed.followups[0])


async def test_what_is_delivered_twice_happens_once_and_says_one_thing(bot: Home):
    await bot.begin()
    discord = bot.discord
    discord.refuse("POST", CALLBACK, 503)  # so the second arrives before the first is acknowledged
    typed = await types(bot)
    discord.deliver_again(typed)
    await bot.answered(typed)
    busy = discord.command(bot.people["Ada"], "game new", game="wigs")
    discord.deliver_again(busy)
    await bot.answered(busy)
    assert is_made(bot, typed) and not typed.followups and not busy.followups
    assert "A game is open in this channel already" in text(busy.response)
    assert (typed.asked, busy.asked) == (2, 1)


async def test_what_is_delivered_late_is_dropped_and_what_is_typed_then_works(bot: Home):
    await bot.begin()
    late = await types(bot)
    late.sent -= 4
    await until(lambda: late.asked or late.acknowledged, "it comes in")
    if late.kind is None:
        assert not is_made(bot, late)
        assert is_made(bot, await bot.answered(await types(bot)))


# --- Boards and private messages ------------------------------------------------------------------


async def test_a_board_that_cannot_be_edited_is_posted_anew(bot: Home):
    await bot.begin()
    for strike in ("edited too often", "deleted by somebody"):
        before = await shown(bot)
        if strike == "edited too often":
            bot.discord.refuse(
                "PATCH", rf"{messages_of(bot)}/\d+", *[FaultStrike("", 429, OLD)] * 5
            )
        else:
            bot.discord.delete_message(before)
        await bot.answered(await types(bot))
        after = await shown(bot)
        assert after["id"] != before["id"] and len(bot.discord.messages()) == 1
    assert requests(bot, "PATCH", before["id"]) <= 6


@pytest.mark.parametrize("mend", ["a role", "the bot"])
async def test_a_board_is_told_in_words_as_long_as_the_bot_may_not_attach_files(
    bot: Home, mend: str
):
    discord = bot.discord
    await bot.begin()
    await shown(bot)
    discord.without_files.add(discord.channel)
    await bot.answered(await types(bot))
    await until(lambda: bot.noted("**Attach Files**"), "the board is told in words")
    await until(lambda: len(discord.messages()) == 1, "the board before is gone")
    [board] = discord.messages()
    assert not board["attachments"] and {"My hand", "Move"} <= {*labels(board)}
    asked = len(discord.log)
    await bot.answered(discord.command(bot.people["Ada"], "hand"))
    assert not [each for each in discord.log[asked:] if each[2] >= 400]  # it is not tried again
    discord.without_files.clear()
    (discord.change_role if mend == "a role" else discord.change_bot)(discord.guild)
    after = await shown(bot)
    assert after["id"] == board["id"] and not bot.noted("**Attach Files**")


async def test_limits_are_waited_for_and_the_newest_state_is_shown(bot: Home):
    await bot.begin()
    for_all = {"message": "x", "retry_after": 0.3, "global": True}
    bot.discord.refuse(
        "POST|PATCH", f"{messages_of(bot)}.*", (429, 0.2), FaultStrike("", 429, for_all), 500
    )
    typed = await bot.answered(await types(bot))
    assert typed.acknowledged is not None and typed.acknowledged < ACKNOWLEDGE_S
    await shown(bot)
    assert "rate limited" in bot.output


@pytest.mark.parametrize("readable", [True, False])
async def test_a_message_whose_receipt_got_lost_is_not_posted_a_second_time(
    bot: Home, readable: bool
):
    here = messages_of(bot)
    bot.discord.refuse("POST", here, LOST)
    if not readable:  # else it is found in the history of the channel
        missing = FaultStrike("", 403, {"code": 50001, "message": "Missing Access"})
        bot.discord.refuse("GET", here, missing)
    await bot.open()
    await bot.press("Ben", "Join")
    await until(lambda: bot.standing("Start"), "the lobby is brought up to date")
    assert LOST in [status for _, path, status in bot.discord.log if path.endswith(here)]
    sent = [each for each in bot.discord.sends if each["channel_id"] == bot.discord.channel]
    assert len(sent) == (1 if readable else 2) and len(bot.discord.messages()) == 1


# --- A panel in direct messages, changed by the token of the last press on it ---------------------


DRAFT = "brick_and_mortar"
"""A game that begins with several secret questions, which are answered by buttons."""


async def begin_draft(bot: Home) -> None:
    """Starts a game whose first questions come by direct message."""
    await bot.begin(game=DRAFT)
    await until(lambda: asked(bot, "Ada") and asked(bot, "Ben"), "both are asked")


def asked(bot: Home, name: str) -> dict[str, Any] | None:
    """The newest message in somebody's DM channel."""
    sent = bot.discord.messages(bot.discord.dms.get(bot.people[name]["id"], ""))
    return sent[-1] if sent else None


def pick(bot: Home, name: str) -> Interaction:
    """Somebody makes the first move that their direct message offers."""
    message = asked(bot, name)
    assert message is not None
    [first, *_] = [part for part in parts(message) if part.get("custom_id", "").startswith("move:")]
    return bot.discord.use(bot.people[name], message, first)


def changes(bot: Home, number: str) -> list[tuple[str, str, int]]:
    """How a message was edited and deleted: method, "webhooks" or "channels", and status."""
    return [
        (method, path.removeprefix("/api/v10/").partition("/")[0], status)
        for method, path, status in bot.discord.log
        if method in ("PATCH", "DELETE") and number in path
    ]


@pytest.mark.parametrize("expires", [False, True])
async def test_a_pressed_message_is_replaced_by_token_and_if_it_has_expired_by_the_bot(
    bot: Home, expires: bool
):
    await begin_draft(bot)
    before = asked(bot, "Ada")["id"]
    picked = await bot.answered(pick(bot, "Ada"))
    await shown(bot)
    picked.lives = 0 if expires else picked.lives
    earlier = len(changes(bot, before))
    await bot.answered(pick(bot, "Ben"))

    def since() -> list[tuple[str, str, int]]:
        return changes(bot, before)[earlier:]

    await until(lambda: len(since()) == 1 + expires, "the message before is deleted")
    by_token = ("DELETE", "webhooks", 401 if expires else 204)
    assert since() == [by_token, ("DELETE", "channels", 204)][: 1 + expires]
    assert asked(bot, "Ada")["id"] != before


async def test_a_pressed_message_is_edited_by_token_when_the_game_asks_nothing_more(bot: Home):
    await begin_draft(bot)
    pressed: dict[str, str] = {}
    while (table := newest(bot)).game.view(table.state, None)["question"]["secret"]:
        name = table.people[table.state.asked[0]]["name"]
        pressed[name] = asked(bot, name)["id"]
        await bot.answered(pick(bot, name))
        await shown(bot)
    [first] = {"Ada", "Ben"} - {name}
    await until(lambda: "move:" not in str(asked(bot, first)), "nothing is asked any more")
    [_shows_the_page, *later] = [each[1:] for each in changes(bot, pressed[first])]
    assert later == [("webhooks", 200)]


async def test_a_move_in_direct_messages_is_shown_although_the_reply_fails(bot: Home):
    await begin_draft(bot)
    before = asked(bot, "Ada")["id"]
    picked = pick(bot, "Ada")
    bot.discord.refuse("PATCH|POST", by_token(picked), *[FaultStrike("", 401, EXPIRED)] * 2)
    await until(lambda: "undo:" in str(asked(bot, "Ada")), "the direct message shows the move")
    assert asked(bot, "Ada")["id"] == before


# --- Places ---------------------------------------------------------------------------------------


async def test_a_game_goes_on_in_direct_messages_when_its_channel_is_deleted(bot: Home):
    await bot.begin()
    discord = bot.discord
    discord.delete_channel(discord.channel)
    for _ in range(2):
        person, _ = whose_turn(bot)
        home = discord.dm_of(person).id
        typed = await bot.answered(await types(bot, where=home))
        assert is_made(bot, typed)
    listed = await bot.answered(discord.command(bot.people["Ada"], "turns", where=home))
    assert "Powdered Wigs" in text(listed.response)
    await bot.everything_shown()
    asked = len(discord.log)
    await bot.answered(discord.command(bot.people["Ada"], "turns", where=home))
    await bot.everything_shown()
    assert not [each for each in discord.log[asked:] if each[2] >= 400]  # it is not tried again


def stay_archived(bot: Home) -> None:
    """Keeps the bot from unarchiving a thread except by writing there."""
    bot.discord.refuse("PATCH", r"/channels/\d+", *[FaultStrike("", 403, MISSING)] * 5)


async def test_an_archived_thread_is_woken_by_the_next_board(bot: Home):
    thread = bot.discord.add_thread("aside", bot.discord.channel)
    bot.discord.channel = thread.id
    await bot.begin()
    before = await shown(bot)
    stay_archived(bot)
    bot.discord.archive(thread.id)
    person, _ = whose_turn(bot)
    await bot.answered(await types(bot, where=bot.discord.dm_of(person).id))
    after = await shown(bot)
    assert after["id"] != before["id"] and not thread.archived


async def test_a_thread_that_is_archived_while_a_receipt_is_lost_gets_its_board(bot: Home):
    thread = bot.discord.add_thread("aside", bot.discord.channel)
    bot.discord.channel = thread.id
    await bot.begin()
    bot.discord.delete_message(await shown(bot))
    bot.discord.refuse("POST", messages_of(bot), LOST)
    person, _ = whose_turn(bot)
    await bot.answered(await types(bot, where=bot.discord.dm_of(person).id))
    await until(lambda: thread.messages, "the board arrives")
    stay_archived(bot)
    bot.discord.archive(thread.id)
    await shown(bot)
    assert len(thread.messages) == 1


async def ended_before_it_hears_of_its_board(bot: Home) -> list[dict[str, Any]]:
    """Kills the bot after a board has arrived without its receipt; returns the messages then."""
    await bot.begin()
    await shown(bot)
    bot.discord.refuse("POST", messages_of(bot), LOST)
    await types(bot)  # the answer is not awaited: the bot tries again a second later
    await until(lambda: len(bot.discord.messages()) == 2, "a board that calls somebody arrives")
    await bot.end(signal.SIGKILL)
    return bot.discord.messages()


async def test_a_board_whose_receipt_is_lost_stands_once_though_its_nonce_is_forgotten(bot: Home):
    _, arrived = await ended_before_it_hears_of_its_board(bot)
    bot.discord.passed_s += 2 * NONCE_KNOWN_S
    await bot.start()
    await shown(bot)
    assert [each["id"] for each in bot.discord.messages()] == [arrived["id"]]


async def test_a_vote_is_posted_again_though_the_one_before_was_just_refused(bot: Home):
    await bot.begin()
    for _ in range(2):
        await bot.abandon("Ada")
        vote = await until(lambda: bot.standing("Agree", "No"), "the vote stands there")
        bot.discord.press(bot.people["Ben"], vote, "No")
        await until(lambda: not bot.standing("Agree", "No"), "the vote is gone")
    await shown(bot)
    assert len(bot.discord.messages()) == 1


async def test_a_question_whose_receipt_is_lost_is_settled_though_it_is_answered_meanwhile(
    bot: Home,
):
    await bot.begin()
    last: dict[str, Any] = {}
    while not (table := newest(bot)).game.view(table.state, None)["question"]["secret"]:
        last, _move = whose_turn(bot)
        assert is_made(bot, await bot.answered(await types(bot)))
    await shown(bot)
    # The player who moved last is present, so their message would be edited in its place.
    asked_anew = bot.people["Ben" if last == bot.people["Ada"] else "Ada"]["id"]
    room = bot.discord.dms[asked_anew]
    assert len(bot.discord.channels[room]) == 1
    await bot.end()
    store = await Store.open(bot.database)
    [post] = [
        each for each in (await store.posts.of(table.id)).values() if each.place == asked_anew
    ]
    await store.posts.save(replace(post, question=NO_QUESTION))
    await store.outbox.add(table.id)
    await store.close()
    bot.discord.refuse("POST", f"/channels/{room}/messages", LOST)
    await bot.start()
    await until(lambda: len(bot.discord.channels[room]) == 2, "the question arrives")
    await bot.end(signal.SIGKILL)
    store = await Store.open(bot.database)
    asked = await Tables(store, lambda table: None).get(table.id)
    while asked.view(None)["question"]["secret"]:
        seat = asked.state.asked[0]
        await asked.submit(seat, asked.game.default(asked.state, seat), f"meanwhile {asked.seq}")
    await store.close()
    await bot.start()
    await shown(bot)
    [left] = bot.discord.channels[room].values()
    assert "This question is closed." in text(left)
    with ledger.reading(bot.database) as db:
        assert ledger.posted(db, room) == {*bot.discord.channels[room]}


async def test_what_was_never_sent_is_not_looked_for(bot: Home):
    await bot.begin()
    await shown(bot)
    before = len(bot.discord.sends)
    bot.discord.refuse("POST", messages_of(bot), FaultStrike("", 403, MISSING))
    await bot.abandon("Ada")
    await until(lambda: len(bot.discord.troubles[-1].answers) == 0, "the vote cannot be posted")
    await shown(bot)
    with ledger.reading(bot.database) as db:
        assert ledger.posted(db, bot.discord.channel) == {
            *bot.discord.channels[bot.discord.channel]
        }
    assert len(bot.discord.sends) <= before + 1


# --- The connection -------------------------------------------------------------------------------


async def test_a_session_that_is_invalid_is_followed_by_another(bot: Home):
    await bot.begin()
    before = bot.discord.identified
    bot.discord.faults.begin(1.0, "session invalid")
    bot.discord.hang_up()
    await until(lambda: bot.discord.faults.struck["session invalid"], "resuming is refused")
    bot.discord.faults.end()
    await until(lambda: bot.discord.identified > before and bot.discord.connected, "it is back")
    assert is_made(bot, await bot.answered(await types(bot)))
    await shown(bot)


# --- Replies that Discord does not take, for now or in this form ----------------------------------


async def asks(bot: Home) -> Interaction:
    """Ada lists the games that wait for them, and the bot acknowledges that."""
    typed = bot.discord.command(bot.people["Ada"], "turns")
    await until(lambda: typed.acknowledged is not None, "it is acknowledged", 5)
    return typed


async def test_a_reply_whose_token_is_not_known_yet_is_shown_soon(bot: Home):
    bot.discord.tokens_late_s = 2.0
    try:
        typed = await asks(bot)
        await until(lambda: typed.confirmed, "it is answered")
    finally:
        bot.discord.tokens_late_s = 0.0
    assert not typed.followups


@pytest.mark.parametrize("answer", [(429, 600.0), 503, UNANSWERED])
async def test_a_reply_that_cannot_be_shown_for_long_is_sent_anew(
    bot: Home, answer: int | tuple[int, float]
):
    bot.discord.refuse("PATCH", ORIGINAL, *[answer] * 50)
    typed = await asks(bot)
    await until(lambda: typed.followups, "it is answered in another way", 20)
    assert text(typed.response)


async def test_a_reply_whose_pictures_are_refused_is_sent_in_words(bot: Home):
    await bot.begin()
    bot.discord.refuse("PATCH", ORIGINAL, UPLOADS_LIMITED)
    pressed = await bot.press("Ada", "My hand")
    await until(lambda: pressed.followups, "it is answered in another way")
    [told] = pressed.followups
    assert not told["attachments"] and "describe this one in words" in text(told)


# --- All at once ----------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=1)
async def test_a_storm_leaves_nothing_wrong(bot: Home, monkeypatch: pytest.MonkeyPatch):
    """Only in a long run does Discord make the bot wait two minutes now and then."""
    is_long = os.environ.get("TEST_LONG") == "1"
    if not is_long:
        monkeypatch.setattr(bot.discord, "old_edit_wait_s", 0.01)
    storm = Storm(bot, tables=5, rate=0.1, seed=1, without=() if is_long else [faults.LONG])
    await storm.run(110)
    assert storm.report.slow == []
    assert storm.report.unharmed > 15 and storm.report.moves > 5
    assert sum(storm.faults.struck.values()) > 40


# Last, because the next test would wait for the reply.
async def test_a_reply_that_takes_long_does_not_hold_up_the_board(bot: Home):
    await begin_draft(bot)
    slow = pick(bot, "Ada")
    bot.discord.refuse("PATCH", by_token(slow), (429, 60.0))
    await until(lambda: slow.acknowledged is not None, "the press is acknowledged")
    await until(lambda: is_made(bot, slow), "the move is made")
    other = pick(bot, "Ben")
    await until(lambda: is_made(bot, other), "the other move is made")
    await until(
        lambda: newest(bot).picture in str(bot.standing("My hand", "Move")),
        "the board shows both moves",
    )
    assert not slow.confirmed
