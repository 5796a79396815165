"""A bot that is killed while it opens the tables of a round opens each of them once."""

import signal
from typing import Any

import pytest

from tests.wire import ledger
from tests.wire.home import Home
from tests.wire.standin import FaultStrike, Place, labels, text, until

MESSAGES, THREADS = r"/channels/\d+/messages", r"/channels/\d+/messages/\d+/threads"
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


async def sign_up(bot: Home, **more: Any) -> None:
    """Starts a league with tables of two, for which four people sign up."""
    bot.people["Dora"] = bot.discord.person("Dora")
    options = {"game": "wigs", "title": "Winter", "seats": 2, "rounds": 2} | more
    await bot.answered(bot.discord.command(bot.people["Ada"], "league new", **options))
    await until(lambda: bot.standing("Join"), "the league stands there")
    for n, name in enumerate(PEOPLE, 1):
        await bot.answered(bot.discord.command(bot.people[name], "league join"))
        noun = "person" if n == 1 else "people"
        await until(lambda n=n, noun=noun: bot.noted(f"Signed up: {n} {noun}"), f"{name} is in")


def threads(bot: Home) -> list[Place]:
    return [each for each in bot.discord.places.values() if each.parent == bot.discord.channel]


def above(bot: Home) -> list[str]:
    """The messages that the threads of tables belong to."""
    return [text(each) for each in bot.discord.messages() if not labels(each)]


async def opened(bot: Home, number: int) -> None:
    """Waits until this many tables are open and the outbox is empty; each must be open once."""
    with ledger.reading(bot.database) as db:
        count = "SELECT COUNT(*) FROM league_tables WHERE table_id != 0"
        await until(lambda: db.execute(count).fetchone() == (number,), "the tables are open", 40)
        await until(lambda: not ledger.unshown(db), "nothing is left to be shown")
        channels = db.execute("SELECT channel FROM tables").fetchall()
    assert {str(channel) for (channel,) in channels} == {each.id for each in threads(bot)}
    assert len(channels) == len(threads(bot)) == len(above(bot)) == len({*above(bot)}) == number
    for thread in threads(bot):
        boards = [each for each in thread.messages.values() if "Move" in labels(each)]
        assert len(boards) == len(thread.messages) == 1


@pytest.mark.sampled
@pytest.mark.parametrize("path", [MESSAGES, THREADS])
@pytest.mark.parametrize("arrives", [False, True])
async def test_a_bot_killed_while_a_round_opens_opens_each_table_once(
    bot: Home, path: str, arrives: bool
):
    await sign_up(bot)
    strike = FaultStrike("", 502, {}, after=arrives)
    bot.discord.refuse("POST", f"{path}$", *[strike] * (1 if arrives else 9))
    bot.discord.command(bot.people["Ada"], "league start")
    if arrives:
        found = threads if path == THREADS else above
        await until(lambda: found(bot), "what is sent stands there")
    else:
        await until(lambda: bot.discord.troubles[-1].answers != [strike] * 9, "it is being sent")
    await bot.end(signal.SIGKILL)
    bot.discord.troubles.clear()
    with ledger.reading(bot.database) as db:
        assert db.execute("SELECT COUNT(*) FROM league_tables").fetchone() == (2,)
    await bot.start()
    await opened(bot, 2)


@pytest.mark.sampled
@pytest.mark.parametrize("arrives", [False, True])
async def test_a_bot_killed_while_it_creates_an_event_creates_it_once(bot: Home, arrives: bool):
    await sign_up(bot, days=3)
    strike = FaultStrike("", 502, {}, after=arrives)
    bot.discord.refuse("POST", r"/guilds/\d+/scheduled-events", *[strike] * 9)
    bot.discord.command(bot.people["Ada"], "league start")
    if arrives:
        await until(bot.discord.open_events, "the event is there")
    else:
        await until(lambda: bot.discord.troubles[-1].answers != [strike] * 9, "it is being made")
    await bot.end(signal.SIGKILL)
    bot.discord.troubles.clear()
    await bot.start()
    await until(lambda: len(bot.discord.open_events()) == 2, "both events are there", 40)
    await opened(bot, 2)
    names = [each["name"] for each in bot.discord.open_events()]
    assert names == ["Winter, round 1", "Winter, round 2"]
