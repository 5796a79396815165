"""Parts of Discord do not work, one after the other in each way, while games are played."""

import re
from pathlib import Path

import pytest

from tests.wire.chaos import Chaos, about, classes
from tests.wire.home import home
from tests.wire.standin import until
from tests.wire.test_unreadable import LOGGED

OFTEN = re.compile("acknowledge|answer|follow_up|files|components|INTERACTION_CREATE|.*READY")
"""Requests and events that every game has many of. Others are met by chance, such as threads."""


@pytest.mark.sampled(one_in=4)
async def test_games_go_on_while_parts_of_discord_do_not_work(tmp_path: Path):
    async with home(tmp_path) as bot:
        bot.hasten_dms()
        bot.expected_errors.append(LOGGED)
        chaos = Chaos(bot, tables=6, seed=1, limit_s=2.0)
        await bot.start()
        await until(lambda: bot.discord.connected, "the bot connects")
        await chaos.run(20 * len(classes()))  # every board is up to date in the end, no move lost
        struck = chaos.outcome.struck
        often = [each for each in classes() if OFTEN.match(each.route or each.event or each.body)]
        assert chaos.report.moves
        assert [about(each) for each in often if not struck[about(each)]] == []
        assert bot.broken == "", bot.broken
        assert bot.discord.unknown == []
