"""Seats in a lobby and in a private thread, as a Discord with real answers has them."""

import pytest

from tests.wire.home import Home
from tests.wire.standin import text, until
from tests.wire.standin.things import PRIVATE_THREAD, Place

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def bot(elsewhere: Home) -> Home:
    """The bot that all tests here share, in a new channel."""
    return elsewhere


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
