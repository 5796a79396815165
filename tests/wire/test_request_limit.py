"""Discord's limit on all requests of a bot: what the stand-in refuses, and how the bot keeps it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.app import Atelier
from tests.conftest import settings
from tests.wire.home import TOKEN
from tests.wire.standin import StandIn


@pytest_asyncio.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn(TOKEN) as made:
        yield made


async def ask(session: aiohttp.ClientSession, standin: StandIn, times: int) -> list[int]:
    """Makes requests in the name of the bot at once; returns their statuses."""
    headers = {"Authorization": f"Bot {TOKEN}"}

    async def once() -> int:
        async with session.get(f"{standin.api}/users/@me", headers=headers) as response:
            return response.status

    return await asyncio.gather(*(once() for _ in range(times)))


async def test_too_many_requests_are_refused_whatever_they_ask_for(standin: StandIn):
    standin.limits.of_bot = (30, 60.0)
    async with aiohttp.ClientSession() as session:
        assert sorted(await ask(session, standin, 32)) == [200] * 30 + [429] * 2
        headers = {"Authorization": f"Bot {TOKEN}"}
        async with session.get(f"{standin.api}/gateway/bot", headers=headers) as response:
            assert response.status == 429 and response.headers["X-RateLimit-Global"] == "true"
            body = await response.json()
        async with session.post(f"{standin.api}/interactions/1/token/callback") as response:
            assert response.status == 404  # a response to an interaction is not counted
    assert body["global"] and 0 < body["retry_after"] <= 60
    assert standin.limits.refused == 3


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("shards", "of_bot", "times"),
    [({}, (30, 0.2), 50), ({"shard_count": 4, "shard_ids": [2]}, (8, 0.3), 14)],
    ids=["all shards", "a quarter of the shards"],
)
async def test_the_bot_makes_no_more_requests_than_its_part_of_the_limit(
    tmp_path: Path,
    standin: StandIn,
    shards: dict[str, object],
    of_bot: tuple[int, float],
    times: int,
):
    bot = Atelier(settings(tmp_path).model_copy(update=shards))
    standin.limits.of_bot = of_bot
    async with aiohttp.ClientSession(trace_configs=[bot.http.http_trace]) as session:
        assert await ask(session, standin, times) == [200] * times
    assert standin.limits.refused == 0


async def test_responses_to_interactions_do_not_wait_for_the_limit(
    tmp_path: Path, standin: StandIn
):
    bot = Atelier(settings(tmp_path))
    async with aiohttp.ClientSession(trace_configs=[bot.http.http_trace]) as session:
        waiting = asyncio.create_task(ask(session, standin, 60))
        await asyncio.sleep(0)
        for _ in range(5):
            async with session.post(f"{standin.api}/interactions/1/token/callback") as response:
                assert response.status == 404
        assert not waiting.done()
        assert len(await waiting) == 60
