"""Where a table can be opened and who invited, and what the host reads if that is refused."""

from typing import Any

import pytest

from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import FaultStrike, Interaction, Place, labels, text, until
from tests.wire.standin.things import ALL_PERMISSIONS, NEWS, NEWS_THREAD, PRIVATE_THREAD, VOICE

pytestmark = pytest.mark.asyncio(loop_scope="module")
MESSAGES = r"/channels/\d+/messages"
SLOW_S = 8.0
"""The host of a new table waits for its board for less than this."""


@pytest.fixture
def bot(elsewhere: Home) -> Home:
    """The bot that all tests here share, in a new channel."""
    return elsewhere


async def opens(bot: Home, where: str = "", name: str = "Ada", **more: Any) -> Interaction:
    """Somebody opens a table; returns the answered interaction."""
    typed = bot.discord.command(
        bot.people[name], "game new", where=where, game="wigs", seats=2, **more
    )
    await until(lambda: typed.confirmed or typed.followups, "it is answered", SLOW_S)
    return typed


def said(interaction: Interaction) -> str:
    return "\n".join([*interaction.said, *(text(each) for each in interaction.followups)])


def statuses(bot: Home, channel: str) -> list[str]:
    """The statuses of the tables of a channel, oldest first."""
    with ledger.reading(bot.database) as db:
        rows = db.execute("SELECT status FROM tables WHERE channel = ? ORDER BY id", (channel,))
        return [status for (status,) in rows]


# --- A board that Discord does not take -----------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (403, 50013, "Send Messages, Attach Files"),
        (403, 50001, "I cannot see this channel"),
        (400, 50083, "this thread is locked"),
        (400, 160005, "this thread is locked"),
        (404, 10003, "I cannot write in this channel any more"),
    ],
)
async def test_a_table_whose_board_is_refused_is_not_opened(
    bot: Home, status: int, code: int, reason: str
):
    refusal = {"code": code, "message": "no"}
    bot.discord.refuse("POST", MESSAGES, FaultStrike("", status, refusal))
    answer = said(await opens(bot))
    assert reason in answer and "is open" not in answer
    await bot.everything_shown()
    assert statuses(bot, bot.discord.channel) == ["abandoned"]
    assert bot.discord.messages() == []
    again = said(await opens(bot))
    assert "is open" in again
    assert bot.standing("Join", "Start") or bot.standing("Join", "Leave")


# --- Threads --------------------------------------------------------------------------------------


async def test_no_table_is_opened_in_a_private_thread_that_the_bot_is_not_in(bot: Home):
    thread = bot.discord.add_thread("hidden", bot.discord.channel, PRIVATE_THREAD)
    answer = said(await opens(bot, where=thread.id))
    assert "In a private thread, mention me" in answer
    assert statuses(bot, thread.id) == [] and not thread.messages
    bot.discord.join(thread)
    assert "is open" in said(await opens(bot, where=thread.id))
    assert thread.messages


async def test_a_private_thread_that_the_bot_may_join_is_joined(bot: Home):
    thread = bot.discord.add_thread("hidden", bot.discord.channel, PRIVATE_THREAD)
    thread.may_join = True
    assert "is open" in said(await opens(bot, where=thread.id))
    assert thread.joined and thread.messages


async def second_table(bot: Home) -> Interaction:
    """Somebody opens a second table in the channel, and presses the button for a thread."""
    await opens(bot)
    offered = (await opens(bot, name="Ben")).response
    assert offered is not None and "Open it in a thread" in labels(offered)
    pressed = bot.discord.press(bot.people["Ben"], offered, "Open it in a thread")
    await until(lambda: pressed.confirmed or pressed.followups, "it is answered", SLOW_S)
    return pressed


async def test_a_thread_of_an_announcement_channel_is_of_the_type_that_goes_there(bot: Home):
    bot.discord.channel = bot.discord.add_channel("news", kind=NEWS)
    answer = said(await second_table(bot))
    [thread] = [p for p in bot.discord.places.values() if p.parent == bot.discord.channel]
    assert thread.kind == NEWS_THREAD and f"<#{thread.id}>" in answer
    assert thread.messages


@pytest.mark.parametrize("code", [160006, 160007])
async def test_a_server_with_too_many_threads_is_told_so(bot: Home, code: int):
    too_many = {"code": code, "message": "Maximum number of active threads reached"}
    bot.discord.refuse("POST", r"/channels/\d+/threads", FaultStrike("", 400, too_many))
    assert "all the threads that Discord allows" in said(await second_table(bot))


async def test_a_thread_whose_table_is_refused_is_archived(bot: Home):
    await opens(bot)
    missing = {"code": 50013, "message": "Missing Permissions"}
    offered = (await opens(bot, name="Ben")).response
    bot.discord.refuse("POST", MESSAGES, FaultStrike("", 403, missing))
    pressed = bot.discord.press(bot.people["Ben"], offered or {}, "Open it in a thread")
    await until(lambda: pressed.confirmed or pressed.followups, "it is answered", SLOW_S)
    [thread] = [p for p in bot.discord.places.values() if p.parent == bot.discord.channel]
    assert thread.archived and "No table was opened" in said(pressed)


async def test_a_game_is_played_in_the_text_chat_of_a_voice_channel(bot: Home):
    bot.discord.channel = bot.discord.add_channel("voice", kind=VOICE)
    assert "is open" in said(await opens(bot))
    assert bot.standing("Join")


async def test_in_a_voice_channel_the_bot_asks_for_connect(bot: Home):
    connect = 1 << 20
    bot.discord.permissions = str(int(ALL_PERMISSIONS) & ~connect)
    try:
        bot.discord.channel = bot.discord.add_channel("voice", kind=VOICE)
        assert "allow me: Connect" in said(await opens(bot))
        bot.discord.channel = bot.discord.add_channel("text")
        assert "is open" in said(await opens(bot))
    finally:
        bot.discord.permissions = ALL_PERMISSIONS


def newest(place: Place) -> dict[str, Any]:
    return [*place.messages.values()][-1]


async def open_in_thread(bot: Home) -> Place:
    """Opens a lobby in a thread that somebody made."""
    thread = bot.discord.add_thread("aside", bot.discord.channel)
    await opens(bot, where=thread.id)
    assert thread.messages
    return thread


async def test_the_thread_of_an_open_table_does_not_stay_archived(bot: Home):
    thread = await open_in_thread(bot)
    for _ in range(2):
        bot.discord.archive(thread.id)
        await until(lambda: not thread.archived, "the thread is open again")
    [lobby] = thread.messages.values()
    bot.discord.press(bot.people["Ada"], lobby, "Leave")
    await until(lambda: statuses(bot, thread.id) == ["abandoned"], "the table is closed")
    await bot.everything_shown()
    requests = len(bot.discord.log)
    bot.discord.archive(thread.id)
    await opens(bot)
    assert thread.archived
    assert not [each for each in bot.discord.log[requests:] if thread.id in each[1]]


async def begin_in(bot: Home, thread: Place) -> None:
    """Starts a game of Ada and Ben in a thread."""
    await opens(bot, where=thread.id)
    bot.discord.press(bot.people["Ben"], newest(thread), "Join")
    await until(lambda: "Start" in labels(newest(thread)), "two sit there")
    bot.discord.press(bot.people["Ada"], newest(thread), "Start")
    await until(lambda: "Move" in labels(newest(thread)), "the game runs")
    await bot.everything_shown()


async def move_unseen(bot: Home, thread: Place) -> None:
    """A person who is asked moves by DM, while the bot cannot write in the thread of the game."""
    with ledger.reading(bot.database) as db:
        table = ledger.newest(db, thread.id)
    assert table is not None
    seat, before = table.state.asked[0], len(bot.output)
    person, move = bot.people[table.people[seat]["name"]], table.game.legal(table.state, seat)[0]
    at_home = bot.discord.dm_of(person).id
    typed = bot.discord.command(person, "move", where=at_home, move=move)
    assert "✓" in said(await bot.answered(typed))
    await until(lambda: "cannot be shown" in bot.output[before:], "it is tried in vain")


async def test_a_table_goes_on_when_the_bot_is_back_in_its_private_thread(bot: Home):
    thread = bot.discord.add_thread("hidden", bot.discord.channel, PRIVATE_THREAD, joined=True)
    await begin_in(bot, thread)
    board = text(newest(thread))
    bot.discord.leave(thread)
    await move_unseen(bot, thread)
    bot.discord.join(thread)
    await until(lambda: text(newest(thread)) != board, "the table is shown again")


async def test_a_thread_that_was_archived_while_the_bot_was_away_is_opened_again(bot: Home):
    thread = await open_in_thread(bot)
    await bot.end()
    bot.discord.archive(thread.id)
    await bot.start()
    await until(lambda: not thread.archived, "the thread is open again")


async def private_thread(bot: Home) -> Place:
    """The thread of a new private table of Ada."""
    discord = bot.discord
    await bot.answered(
        discord.command(bot.people["Ada"], "game new", game="wigs", seats=2, private=True)
    )
    [thread] = [
        place
        for place in discord.places.values()
        if place.kind == PRIVATE_THREAD and place.parent == discord.channel
    ]
    assert thread.owner == discord.me["id"]
    await bot.set_up([*thread.messages.values()][-1], "Seats: as listed")
    return thread


@pytest.mark.parametrize("why", ["full", "gone"])
async def test_a_guest_who_cannot_be_added_to_the_thread_is_refused_alone(bot: Home, why: str):
    discord, people = bot.discord, bot.people
    thread = await private_thread(bot)

    async def invite(name: str) -> None:
        typed = discord.command(people["Ada"], "game invite", where=thread.id, player=people[name])
        await bot.answered(typed)

    discord.thread_holds = len(thread.people) if why == "full" else 1000
    discord.gone |= {people["Ben"]["id"]} if why == "gone" else set()
    await invite("Ben")
    board = next(iter(thread.messages.values()))
    said = f"they are not on this server: <@{people['Ben']['id']}>"
    await until(lambda: said in text(board), "Ada reads why")
    discord.thread_holds, discord.gone = 1000, set()
    await invite("Cleo")
    await until(lambda: people["Cleo"]["id"] in thread.people, "Cleo is added")
    await invite("Ben")
    await until(lambda: people["Ben"]["id"] in thread.people, "Ben is added after all")
