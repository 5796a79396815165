"""Sessions at the gateway: a bot that ends after each start does not use up those of a day."""

import signal
from pathlib import Path

import pytest

from bot.interactions.sessions import FREE_TRIES, MAX_WAIT_S, SOON_S, Sessions
from bot.store import Store
from tests.wire.home import home
from tests.wire.standin import until

DAY_S = 86_400.0


@pytest.mark.sampled
@pytest.mark.parametrize("shards", ["", "1"])
async def test_a_start_waits_until_discord_allows_another_session(tmp_path: Path, shards: str):
    async with home(tmp_path) as bot:
        discord = bot.discord
        discord.sessions_left, discord.sessions_reset_s = 5, 0.5
        await bot.launch(SHARD_COUNT=shards)
        await until(lambda: "would reset the token" in bot.output, "it says why it waits")
        assert discord.identified == 0
        discord.sessions_left = 1000
        await until(lambda: discord.connected, "it connects")
        assert discord.sessions_left == 999 and bot.broken == ""


@pytest.mark.sampled(one_in=3)
async def test_a_bot_that_ends_after_each_start_waits_longer_each_time(tmp_path: Path):
    async with home(tmp_path) as bot:
        discord = bot.discord
        for tries in range(1, FREE_TRIES + 2):
            await bot.launch(RESTART_SECONDS="60")
            await until(lambda tries=tries: discord.identified == tries, "it connects")
            await bot.end(signal.SIGKILL)
        waits = "3 sessions that ended soon; it waits"
        for times in (1, 2):
            await bot.launch(RESTART_SECONDS="60")
            await until(lambda times=times: bot.output.count(waits) == times, "it waits")
            assert await bot.end() == 0
        assert discord.identified == FREE_TRIES + 1 and bot.broken == ""


async def test_a_start_does_not_need_to_know_how_many_sessions_are_left(tmp_path: Path):
    async with home(tmp_path) as bot:
        bot.discord.refuse("GET", "/gateway/bot", *[503] * 10)
        await bot.launch()
        await until(lambda: bot.discord.connected, "it connects", 60)
        assert bot.broken == ""


async def test_no_crash_loop_uses_up_the_sessions_of_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """For any time that a session may last, on a clock that stands still while nobody waits."""
    from bot.interactions import sessions

    now = 1e9

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(sessions.time, "time", lambda: now)
    monkeypatch.setattr(sessions.asyncio, "sleep", sleep)
    store = await Store.open(tmp_path / "atelier.sqlite3")
    for lives_s in (0.0, 1.0, SOON_S - 1, SOON_S + 1, MAX_WAIT_S):
        limits = Sessions(None, store, 5.0)  # pyright: ignore[reportArgumentType]
        until_s, begun = now + DAY_S, 0
        while now < until_s:
            await limits.before_identify(0)
            begun += 1
            now += lives_s
        assert begun < 800, f"{begun} sessions of {lives_s} s"
    assert await store.sessions.latest(1) == (0.0, 0)
    await store.close()
