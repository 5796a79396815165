"""The bot as its operator sees it: metrics, health, logs, and how it ends."""

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.wire.home import TOKEN, Home, home
from tests.wire.standin import until

Samples = dict[str, dict[tuple[str, ...], float]]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as there:
        return there.getsockname()[1]


async def health(port: int) -> tuple[int, dict[str, Any]]:
    """The response of /health; status 0 where nobody answers."""
    try:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}/health") as answer,
        ):
            return answer.status, await answer.json()
    except aiohttp.ClientConnectionError:
        return 0, {}


async def samples(port: int) -> Samples:
    """The metrics of a bot, by name and then by the values of their labels."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        assert answer.status == 200
        families = text_string_to_metric_families(await answer.text())
    found: Samples = {}
    for family in families:
        for name, labels, value, *_ in family.samples:
            found.setdefault(name, {})[tuple(labels[key] for key in sorted(labels))] = value
    return found


@pytest.mark.sampled(one_in=3)
async def test_what_a_bot_does_is_measured_and_logged_and_what_it_cannot_read_ends_nothing(
    tmp_path: Path,
):
    port = free_port()
    async with home(tmp_path) as bot:
        await bot.launch(
            METRICS_PORT=str(port), LOG_FORMAT="json", LOG_LEVEL="DEBUG", DRAWING_PROCESSES="0"
        )
        await until(lambda: bot.discord.connected, "the bot connects")
        await bot.begin()
        table = await bot.shown() and await bot.table()
        seat = table.state.asked[0]
        name, move = table.names[seat], table.game.legal(table.state, seat)[0]
        bot.discord.refuse("PATCH|POST", r"/channels/\d+/messages(/\d+)?", (429, 0.1))
        typed = bot.discord.command(bot.people[name], "move", move=move)
        await bot.answered(typed)
        await bot.shown()
        for _ in range(100):  # until it has its guilds and has counted what it has shown
            await asyncio.sleep(0.2)
            is_empty = (await samples(port))["atelier_outbox"] == {(): 0}
            if is_empty and (await health(port))[0] == 200:
                break
        assert await health(port) == (200, {"healthy": True, "reasons": []})
        assert_measured(await samples(port), len(bot.discord.interactions))
        assert bot.process is not None
        payload = {**typed.payload, "id": bot.discord.snowflake()}
        del payload["attachment_size_limit"]
        bot.discord.tell(payload["guild_id"], "INTERACTION_CREATE", payload)
        await until(lambda: "cannot be read" in bot.output, "the log says so")
        assert bot.process.returncode is None
        await bot.end()
        assert_logged(bot, move)
        assert bot.discord.unknown == []


def assert_measured(found: Samples, interactions: int) -> None:
    """Checks that a lobby, three presses in it, the start and a move went through all stages."""
    passed = found["atelier_stage_seconds_count"]
    assert passed["acknowledged",] == interactions == 6
    assert passed["committed",] == 5 and passed["shown",] >= 3  # two changes may be shown at once
    assert 1 <= passed["answered",] <= 4 and found["atelier_interactions"] == {(): 0}
    assert 0 < found["atelier_stage_seconds_sum"]["acknowledged",] < 3 * interactions
    assert found["atelier_tables"]["wigs", "running"] == 1
    assert sum(found["atelier_tables"].values()) == 1
    assert found["atelier_outbox"] == {(): 0} and found["atelier_store"] == {(): 1}
    assert found["atelier_pictures_total"]["drawn",] >= 1
    assert found["atelier_shards"] == {(): 1} and found["atelier_thoughts"] == {(): 0}
    answers = found["atelier_rest_answers_total"]
    assert answers["429",] == 1 and answers["200",] > 10
    assert found["atelier_rest_seconds_count"][()] == sum(answers.values())
    assert found["process_resident_memory_bytes"][()] > 1e6


def assert_logged(bot: Home, move: str) -> None:
    """Checks that every line is JSON, names its table, and holds no name, id or move."""
    lines = [json.loads(line) for line in bot.output.splitlines()]
    assert {"time", "level", "logger", "message"} <= set.intersection(*map(set, lines))
    assert {line.get("table") for line in lines} == {None, 1}
    committed = [line for line in lines if line["message"].endswith("is committed")]
    assert len(committed) >= 3 and all(line["table"] == 1 for line in committed)
    numbers = [person["id"] for person in bot.people.values()]
    tokens = [each.payload["token"] for each in bot.discord.interactions.values()]
    for secret in (TOKEN, "Ada", "Ben", move, *numbers, *tokens, *bot.discord.sessions):
        assert secret not in bot.output
    [unread] = [line for line in lines if "cannot be read" in line["message"]]
    assert unread["errors"][-1]["kind"] == "KeyError"
    assert "discord" in unread["errors"][-1]["where"][-1]
