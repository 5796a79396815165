"""Two processes with one token by mistake: the log says so, and says nothing in a restart."""

from pathlib import Path

import pytest

from bot.interactions import rivals
from bot.interactions.rivals import ENOUGH, FORGOTTEN_S, OVERLAP_S, Rivals
from tests.wire.home import Home, home
from tests.wire.standin import LOST, FaultStrike, until
from tests.wire.test_reach import put_forward, skewable

SAID = "a second process with the same DISCORD_TOKEN"


@pytest.mark.sampled(one_in=3)
async def test_a_second_process_on_another_database_is_noticed(tmp_path: Path):
    async with home(tmp_path) as bot:
        discord = bot.discord
        other = Home(tmp_path / "other", discord, bot.forks)
        other.folder.mkdir()
        try:
            for each in (bot, other):
                await each.launch(**skewable(each))
            await until(lambda: discord.identified == 2, "both connect")
            await until(lambda: len(discord.sessions) == 2, "both are connected")

            def says() -> bool:
                return SAID in bot.output or SAID in other.output

            async def asks(times: int) -> None:
                for _ in range(times):
                    typed = await bot.answered(discord.command(bot.people["Ada"], "turns"))
                    await until(lambda typed=typed: typed.asked == 2, "both have answered")

            await asks(2 * ENOUGH)
            assert not says()  # so it is in every restart in which the processes overlap
            for each in (bot, other):
                put_forward(each, (OVERLAP_S + 1) / 3600)
            for _ in range(20):
                if not says():
                    await asks(2)
            assert says()
        finally:
            await other.end()


async def test_a_lost_receipt_is_not_taken_for_another_process(bot: Home):
    for lost in (LOST, FaultStrike("", 502, {}, after=True)):
        bot.discord.refuse("POST", "/interactions/.*", lost)
        typed = await bot.answered(bot.discord.command(bot.people["Ada"], "turns"))
        assert typed.asked == 2
    assert SAID not in bot.output


def test_it_is_said_once_an_hour_while_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    now = 1e9
    monkeypatch.setattr(rivals.time, "time", lambda: now)
    seen = Rivals()

    def is_said_after(seconds: float, times: int = 1) -> bool:
        nonlocal now
        caplog.clear()
        now += seconds
        for _ in range(times):
            seen.was_faster()
        return SAID in caplog.text

    assert not is_said_after(0, 50) and not is_said_after(OVERLAP_S - 1)
    assert is_said_after(1) and not is_said_after(FORGOTTEN_S - 1, 50)
    assert is_said_after(1)
    assert not is_said_after(FORGOTTEN_S + 1)  # the next restart, of which nobody has to know
    assert not is_said_after(OVERLAP_S) and is_said_after(1)
