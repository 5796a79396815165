"""Parts of Discord do not work, one after the other in each way, while games are played."""

from __future__ import annotations

from pathlib import Path

from tests.wire.chaos import Chaos, classes
from tests.wire.home import home
from tests.wire.standin import until
from tests.wire.test_unreadable import LOGGED


async def test_games_go_on_while_parts_of_discord_do_not_work(tmp_path: Path):
    async with home(tmp_path) as bot:
        bot.hasten_dms()
        bot.expected_errors.append(LOGGED)
        chaos = Chaos(bot, tables=6, seed=1, limit_s=2.0)
        await bot.start()
        await until(lambda: bot.discord.connected, "the bot connects")
        await chaos.run(3 * len(classes()))  # every board is up to date in the end, no move is lost
        # On a quick machine many a class is over before a request meets it.
        assert chaos.report.moves and sum(map(bool, chaos.outcome.struck.values())) > 8
        assert bot.broken == "", bot.broken
        assert bot.discord.unknown == []
