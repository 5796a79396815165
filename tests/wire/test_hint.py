"""Hints of a bot that runs as a process and thinks in another one."""

import signal

import pytest

from tests.wire.home import Home
from tests.wire.standin import text, until


@pytest.mark.sampled(one_in=3)
async def test_a_hint_is_thought_of_and_thought_of_again_after_a_kill(bot: Home):
    await bot.open("Hints: yes")
    await bot.press("Ben", "Join")
    await until(lambda: bot.noted("Ben"), "Ben sits there")
    await bot.press("Ada", "Start")
    await until(lambda: bot.standing("My hand", "Move"), "the board stands there")
    table = await bot.table()
    name = table.names[table.state.asked[0]]
    panel = await bot.panel(name)
    lost = bot.discord.press(bot.people[name], panel, "Hint")
    await until(lambda: lost.acknowledged is not None, "it is acknowledged", 5)
    await bot.end(signal.SIGKILL)
    await bot.start()
    hinted = await bot.answered(bot.discord.press(bot.people[name], panel, "Hint"))
    assert "💡" in "\n".join([*hinted.said, text(hinted.response)])
    assert bot.moves() == []
