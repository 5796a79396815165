"""The bot registers its commands where Discord does not have them, and works meanwhile."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import backup
from tests.wire.home import Home, home
from tests.wire.standin import LOST, FaultStrike, until

pytestmark = pytest.mark.sampled(one_in=3)

COMMANDS = r"/applications/\d+/commands"
TOO_MANY = (429, 3600.0)
REFUSED = {
    "code": 50035,
    "message": "Invalid Form Body",
    "errors": {"0": {"description": {"_errors": [{"code": "X", "message": "Must be shorter."}]}}},
}


@pytest_asyncio.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Home]:
    """The home of a bot that has not been started."""
    async with home(tmp_path) as made:
        yield made
        assert made.discord.unknown == []


def sent(bot: Home) -> list[int]:
    """The statuses of all requests that registered the commands."""
    return [status for method, path, status in bot.discord.log if path.endswith("/commands")]


async def test_commands_that_discord_knows_are_not_sent_again(bot: Home):
    await bot.start()
    assert sent(bot) == [200]
    number = bot.discord.commands[0]["id"]
    await bot.end()
    await bot.start()
    assert sent(bot) == [200]
    await bot.end()
    bot.discord.application = bot.discord.me["id"] = bot.discord.snowflake()
    await bot.start()
    assert sent(bot) == [200, 200] and bot.discord.commands[0]["id"] == number
    assert bot.broken == ""


async def test_the_bot_works_while_discord_does_not_take_its_commands(bot: Home):
    bot.discord.refuse("PUT", COMMANDS, 503, LOST, 503)
    await bot.start()
    assert 200 not in sent(bot)
    await bot.begin()
    assert bot.broken == "" and "the commands are not registered yet" in bot.output
    await until(lambda: sent(bot)[-1] == 200, "they are registered", 60)
    assert bot.broken == ""


async def test_a_long_rate_limit_does_not_keep_the_bot_from_starting(bot: Home):
    bot.discord.refuse("PUT", COMMANDS, TOO_MANY)
    await bot.start()
    assert sent(bot) == [429] and bot.broken == ""
    assert await bot.end() == 0


async def test_refused_commands_end_the_start_with_a_sentence(bot: Home):
    bot.discord.refuse("PUT", COMMANDS, FaultStrike("", 400, REFUSED))
    process = await bot.launch()
    assert await process.wait() == 2
    *_, said = bot.output.splitlines()
    assert said.startswith("Discord did not take the commands") and "Must be shorter" in said
    assert not bot.discord.connected and bot.broken == ""
    await bot.start()
    assert sent(bot) == [400, 200]


async def test_commands_that_are_refused_later_leave_the_bot_at_work(bot: Home):
    bot.discord.refuse("PUT", COMMANDS, 503, 503, FaultStrike("", 400, REFUSED))
    await bot.start()
    await until(lambda: 400 in sent(bot), "the commands are refused")
    await until(lambda: "Must be shorter" in bot.broken, "that is logged as an error")
    assert bot.discord.connected and await bot.end() == 0


async def test_a_command_of_another_release_is_answered_and_the_commands_are_sent_again(bot: Home):
    await bot.start()
    old = {"name": "waltz", "description": "…", "type": 1, "id": "1", "options": []}
    commands = [*bot.discord.commands, old]
    for _ in range(2):
        bot.discord.commands = commands
        typed = bot.discord.command(bot.people["Ada"], "waltz")
        await until(lambda typed=typed: typed.response, "it is answered")
        assert "has changed" in typed.said[-1]
        await until(lambda: len(sent(bot)) > 1, "the commands are sent again")
    assert await bot.end() == 0
    assert sent(bot) == [200, 200] and bot.broken == ""


async def test_a_database_that_was_restored_registers_the_commands_again(bot: Home):
    await bot.start()
    await bot.end()
    copy = bot.folder / "copy.sqlite3"
    await asyncio.to_thread(backup.make, bot.database, copy)
    await asyncio.to_thread(backup.restore, copy, bot.database, time.time())
    await bot.start()
    assert sent(bot) == [200, 200] and bot.broken == ""
