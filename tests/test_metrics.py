"""Metrics: which durations are measured, from when until when."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.http import HTTPClient
from prometheus_client.exposition import generate_latest

from bot.__main__ import EXIT_BAD_SETTINGS, ending
from bot.app import Atelier, with_zeros
from bot.interactions.unreadable import UnreadableEvents
from bot.operations import metrics
from bot.operations.config import Settings, SettingsError
from bot.operations.metrics import Metrics
from games import discover
from tests.conftest import settings

ROOT = Path(__file__).parent.parent


class Time:
    """A monotonic clock that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(metrics.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def passed(measured: Metrics, stage: str) -> tuple[float, float]:
    """How often a stage was measured, and the sum of its seconds."""
    value: Callable[..., float | None] = measured.registry.get_sample_value
    count = value("atelier_stage_seconds_count", {"stage": stage}) or 0
    return count, round(value("atelier_stage_seconds_sum", {"stage": stage}) or 0, 6)


async def test_an_interaction_is_timed_from_its_arrival_to_its_first_commit(clock: Time):
    measured = Metrics()

    async def answer() -> None:
        clock.now += 0.25
        measured.acknowledged()
        measured.acknowledged()  # only the first response counts
        clock.now += 0.5
        measured.committed(1)
        await asyncio.create_task(think())  # a computer player that the interaction wakes
        measured.committed(1)

    async def think() -> None:
        clock.now += 60
        measured.committed(1)

    measured.received("INTERACTION_CREATE")
    task = asyncio.create_task(answer())
    measured.received("RESUMED")
    await task
    await asyncio.create_task(think())
    assert passed(measured, "acknowledged") == (1, 0.25)
    assert passed(measured, "committed") == (1, 0.5)


def test_every_commit_is_timed_until_the_outbox_that_began_after_it_is_done(clock: Time):
    measured = Metrics()
    measured.committed(1)
    measured.committed(2)
    clock.now = began = 101.0
    clock.now = 102.0
    measured.committed(1)  # while the table is being shown
    clock.now = 103.0
    measured.shown(1, began)
    assert passed(measured, "shown") == (1, 3)
    clock.now = 104.0
    measured.shown(1, 103.5)
    assert passed(measured, "shown") == (2, 5)
    measured.shown(1, 104.0)
    assert passed(measured, "shown") == (2, 5)
    clock.now += 2 * metrics.HOUR_S
    measured._drop_old_commits()  # table 2 was deleted before it was shown
    measured.shown(2, clock.now)
    assert passed(measured, "shown") == (2, 5)


@pytest.mark.parametrize("seconds", [0.002, 0.02, 0.2, 0.9, 1.4, 2.9])
def test_the_buckets_tell_the_size_of_a_percentile(seconds: float):
    above = min(each for each in metrics.STAGE_BUCKETS_S if each >= seconds)
    below = max(each for each in metrics.STAGE_BUCKETS_S if each < seconds)
    assert above - below <= 0.61 * above
    assert {1, 1.5, 3} <= {*metrics.STAGE_BUCKETS_S}


def test_tables_are_counted_by_status_and_game_with_those_of_which_there_are_none():
    [game, other, *_] = discover()
    found = with_zeros([("running", game, 3), ("over", "a game of another release", 9)])
    assert found["running", game] == 3 and found["lobby", other] == 0
    assert sum(found.values()) == 3


def test_alerts_and_the_dashboard_ask_for_metrics_that_there_are():
    measured = Metrics()
    counts = metrics.Counts(**{each.name: 0 for each in fields(metrics.Counts)})
    measured._bot = cast("metrics.MeasuredBot", SimpleNamespace(counts=lambda: counts))
    measured._outbox = 0
    there: set[str] = set()
    for family in measured.registry.collect():
        names = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",)}
        there |= {family.name + end for end in names.get(family.type, ("",))}
    for name, least in (("alerts.yml", 7), ("dashboard.json", 12), ("monitoring.md", 12)):
        text = (ROOT / "docs" / "hosting" / name).read_text(encoding="utf-8")
        asked = set(re.findall(r"\b(?:atelier|process)_[a-z_]+", text))
        if name == "monitoring.md":  # its table names histograms and counters as a whole
            there |= {family.name for family in measured.registry.collect()}
        assert asked <= there and len(asked) >= least, asked - there
    panels = json.loads((ROOT / "docs/hosting/dashboard.json").read_text("utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 15


async def test_a_loop_that_stands_still_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(metrics, "LOOP_CHECK_S", 0.01)
    measured = Metrics()
    watching = asyncio.create_task(measured._measure_loop_lag())
    await asyncio.sleep(0)
    time.sleep(0.1)
    await asyncio.sleep(0.05)
    watching.cancel()
    assert 0.05 < max(measured._late) < 5
    assert b"atelier_loop_lag_seconds_count" in generate_latest(measured.registry)


@asynccontextmanager
async def begun(chosen: Settings) -> AsyncIterator[Atelier]:
    """A bot that has logged in, before its setup."""
    bot = Atelier(chosen)
    await bot._async_setup_hook()
    try:
        yield bot
    finally:
        await bot.close()


@pytest.mark.parametrize("name", ["metrics_port", "web_port"])
async def test_a_port_that_is_taken_ends_the_start_with_a_sentence(tmp_path: Path, name: str):
    there = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    port = there.sockets[0].getsockname()[1]
    chosen = {name: port, "web_url": "https://watch.example/"}
    async with there, begun(settings(tmp_path).model_copy(update=chosen)) as bot:
        with pytest.raises(SettingsError) as refused:
            await bot.setup_hook()
    status, sentence = ending(refused.value)
    assert status == EXIT_BAD_SETTINGS and sentence.startswith(f"{name.upper()} is not usable: ")


async def test_an_event_that_cannot_be_read_is_counted_and_those_after_it_are_read():
    measured, read = Metrics(), list[int]()
    parsers: dict[str, Callable[[Any], None]] = {"GUILD_CREATE": lambda data: read.append(data[0])}
    requests = HTTPClient(asyncio.get_running_loop())
    UnreadableEvents(requests, measured.unreadable).guard(parsers)
    for data in ([1], [], {}, [2]):
        parsers["GUILD_CREATE"](data)
    kind = {"kind": "GUILD_CREATE"}
    assert measured.registry.get_sample_value("atelier_unreadable_events_total", kind) == 2
    assert read == [1, 2]
