"""Events that cannot be read: no bot ends of one, and the person who acted reads so."""

import pytest

from tests.wire.channel import is_made, shown, types
from tests.wire.home import Home
from tests.wire.standin import text, until
from tests.wire.standin.broken import EMPTY, FRAME, KEYS, TYPES, Broken
from tests.wire.standin.things import CHOICES

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.sampled(one_in=3)]
INTERACTION = "INTERACTION_CREATE"
LOGGED = r".* ERROR .*an event \S+ cannot be read.*\n(Traceback.*\n)?(  .*\n)*(\w+Error\n)?"


@pytest.fixture
def bot(elsewhere: Home) -> Home:
    """The bot that all tests here share, in a new channel."""
    return elsewhere


@pytest.mark.parametrize("how", [KEYS, TYPES, EMPTY])
async def test_a_person_who_presses_what_cannot_be_read_is_told_and_plays_on(bot: Home, how: str):
    bot.expected_errors.append(LOGGED)
    await bot.begin()
    board = await shown(bot)
    bot.discord.broken = [Broken(how, event=INTERACTION)]
    pressed = bot.discord.press(bot.people["Ada"], board, "Move")
    typed = bot.discord.command(bot.people["Ada"], "hand")
    typing = bot.discord.complete(bot.people["Ada"], "move", "move", move="")
    for each in (pressed, typed):
        assert "I cannot read what Discord has sent me" in text((await bot.answered(each)).response)
    if how != EMPTY:  # by then it is in the hands of discord.py
        await until(lambda: typing.kind == CHOICES, "the completion is answered")
    bot.discord.broken.clear()
    assert is_made(bot, await bot.answered(await types(bot)))


@pytest.mark.parametrize("how", [KEYS, TYPES, FRAME])
async def test_a_bot_that_can_read_nothing_of_its_server_plays_on(bot: Home, how: str):
    bot.expected_errors.append(LOGGED)
    await bot.begin()
    discord = bot.discord
    discord.broken = [Broken(how, event="(?!INTERACTION).*")]
    discord.change_role(discord.guild)
    discord.change_bot(discord.guild)
    discord.speak(discord.guild, "de")
    discord.add_channel("another")
    thread = discord.add_thread("aside", discord.channel)
    discord.archive(thread.id)
    discord.delete_channel(thread.id)
    discord.remove_bot(discord.guild)
    discord.return_bot(discord.guild)
    assert is_made(bot, await bot.answered(await types(bot)))
    await discord.invalidate()
    identified = discord.identified
    await until(lambda: discord.identified > identified, "it identifies again")
    assert is_made(bot, await bot.answered(await types(bot)))
    await shown(bot)
    discord.broken.clear()
    discord.speak(discord.guild, "en-US")
    assert bot.process is not None and bot.process.returncode is None
