"""The bot's process, killed and started again: nothing is lost, nothing is done twice."""

import copy
import os
import signal
from pathlib import Path

import pytest

from tests import forked
from tests.wire.home import Home, runs
from tests.wire.kill import DOWN, UP, killing
from tests.wire.standin import until


async def test_a_bot_killed_at_any_moment_loses_no_move_and_makes_none_twice(tmp_path: Path):
    titles = ["wigs", "royal_threadcount"]
    tally = await killing(tmp_path, 4, 2, titles, forks=forked.POSSIBLE)
    assert tally.kills.total() == 4 and {*tally.kills} <= {*UP, *DOWN}
    assert tally.moves and tally.lines > tally.moves and tally.pressed


async def test_buttons_from_before_a_kill_work_and_those_that_are_old_change_nothing(bot: Home):
    await bot.begin()
    table = await bot.table()
    seat = table.state.asked[0]
    name = table.names[seat]
    label, other = (
        table.game.label(table.state, seat, move)
        for move in table.game.legal(table.state, seat)[:2]
    )
    panel = await bot.panel(name)
    seen_on_a_slow_phone = copy.deepcopy(panel)
    await bot.end(signal.SIGKILL)
    await bot.start()
    press = await bot.answered(bot.discord.press(bot.people[name], panel, label))
    assert "✓" in "\n".join(press.said)
    assert [press.id] == [token for *_, token in bot.moves()]
    late = await bot.answered(bot.discord.press(bot.people[name], seen_on_a_slow_phone, other))
    assert "question has passed" in "\n".join(late.said) and len(bot.moves()) == 1
    await bot.shown()


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("forks", [False])
async def test_a_killed_bot_leaves_no_process_behind(bot: Home):
    await bot.open(computers=1)
    await bot.press("Ada", "Start")
    await until(lambda: bot.standing("My hand", "Move"), "the board stands there", 60)
    thinking = await bot.thinkers()
    await bot.end(signal.SIGKILL)
    try:
        await until(lambda: not any(map(runs, thinking)), "the thinking process ends as well", 5)
    finally:
        for pid in filter(runs, thinking):
            os.kill(pid, signal.SIGKILL)
