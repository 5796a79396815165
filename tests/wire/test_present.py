"""Players who have just pressed something: the board pings them only if they do not answer."""

import signal

import pytest

from tests.wire.home import Home
from tests.wire.standin import until
from tests.wire.test_direct_messages import called

GAME = "royal_threadcount"
"""A game in which one player is asked after the other."""


async def asked(bot: Home) -> list[str]:
    table = await bot.table()
    return [table.names[seat] for seat in table.waiting_people()]


async def play_to(bot: Home, wanted: str) -> None:
    """Plays default moves until this person is asked."""
    while (names := await asked(bot)) != [wanted]:
        table = await bot.table()
        move = table.game.default(table.state, table.names.index(names[0]))
        await bot.answered(bot.discord.command(bot.people[names[0]], "move", move=move))


@pytest.mark.sampled(one_in=3)
async def test_who_was_there_is_called_later_also_by_a_bot_that_was_killed(bot: Home):
    await bot.end()
    await bot.launch(PRESENT_SECONDS="600")
    await until(lambda: bot.discord.connected, "the bot connects")
    await bot.begin(game=GAME)
    [first] = await asked(bot)
    [other] = {"Ada", "Ben"} - {first}
    await bot.panel(other)
    before = len(bot.discord.messages())
    await play_to(bot, other)
    await bot.shown()
    assert other not in called(bot), "their panel asks them"
    assert len(bot.discord.messages()) == before, "the board is edited in place"
    await bot.end(signal.SIGKILL)
    await bot.launch(PRESENT_SECONDS="0.1")
    await until(lambda: other in called(bot), "the board calls them")
