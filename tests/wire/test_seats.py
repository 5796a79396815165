"""Seats in a lobby and in a private thread, as a Discord with real answers has them."""

from typing import Any

import pytest

from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import Interaction, labels, text, until
from tests.wire.standin.things import PRIVATE_THREAD, Place

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def bot(elsewhere: Home) -> Home:
    """The bot that all tests here share, in a new channel."""
    return elsewhere


async def gather(bot: Home) -> None:
    await bot.open(seats=3)
    await bot.press("Ben", "Join")
    await until(lambda: bot.noted("Ben"), "Ben sits there")


def said(interaction: Interaction) -> str:
    return "\n".join([*interaction.said, *(text(each) for each in interaction.followups)])


def status(bot: Home) -> str:
    with ledger.reading(bot.database) as db:
        rows = db.execute(
            "SELECT status FROM tables WHERE channel = ?", (bot.discord.channel,)
        ).fetchall()
    return rows[-1][0]


async def test_who_has_left_the_server_is_not_started_with(bot: Home):
    await gather(bot)
    bot.discord.gone.add(bot.people["Ben"]["id"])
    pressed = await bot.press("Ada", "Start")
    await until(lambda: "Ben left the server" in said(pressed), "Ada reads that")
    await until(lambda: not bot.noted("Ben"), "the seat is free")
    assert status(bot) == "lobby"
    bot.discord.gone.clear()


@pytest.mark.parametrize("answer", [503, 404, (429, 30.0)])
async def test_a_lookup_without_an_answer_holds_up_no_start(bot: Home, answer: Any):
    await gather(bot)
    bot.discord.refuse("GET", r"/guilds/\d+/members/\d+", *[answer] * 6)
    await bot.press("Ada", "Start")
    await until(lambda: bot.standing("My hand", "Move"), "the game runs", 10)
    bot.discord.troubles.clear()


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


async def test_a_seat_of_a_private_table_opens_its_thread(bot: Home):
    discord, people = bot.discord, bot.people
    thread = await private_thread(bot)

    async def standing(label: str) -> dict[str, Any]:
        """The newest message of the thread with this button."""
        return await until(
            lambda: [each for each in thread.messages.values() if label in labels(each)][-1],
            f"{label} stands there",
        )

    invited = discord.command(people["Ada"], "game invite", where=thread.id, player=people["Ben"])
    await bot.answered(invited)
    await until(lambda: people["Ben"]["id"] in thread.people, "Ben is added")
    discord.press(people["Ben"], await standing("Decline"), "Join")
    await until(lambda: any("Ready" in text(each) for each in thread.messages.values()), "ready")
    discord.press(people["Ada"], await standing("Start"), "Start")
    await standing("My hand")
    given = discord.command(people["Ada"], "game give", where=thread.id, to=people["Cleo"])
    await bot.answered(given)
    offered = await standing("Take the seat")
    assert people["Cleo"]["id"] in thread.people
    await bot.answered(discord.press(people["Cleo"], offered, "Take the seat"))
    await until(lambda: "Cleo" in text([*thread.messages.values()][-1]), "Cleo sits there")
