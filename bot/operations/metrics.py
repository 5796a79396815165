"""Prometheus metrics and a health check over a small HTTP server; off by default.

Gauges and counters are read from the bot when a scrape asks for them. Durations are measured as
they happen: the stages of an interaction, Discord's responses, and the lag of the event loop.
Nothing is about a person: labels are stages, statuses and games.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final, Protocol

import aiohttp
import discord
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from bot.operations.http_server import HttpServer

log = logging.getLogger(__name__)
MAX_CONNECTIONS = 40
STAGE_BUCKETS_S: Final = (
    *(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3),
    *(5, 10, 30, 60, 300),
)
"""Close to each other around the targets, and up to the 3 s that Discord waits."""
REST_BUCKETS_S: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
LAG_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3)
LOOP_CHECK_S, LOOP_CHECKS = 1.0, 10
"""The time between two checks of the event loop, and how many results are kept."""
UNHEALTHY_AFTER_S = 3.0
"""How long the event loop or the store may take in a healthy bot."""
MINUTE_S, HOUR_S = 60.0, 3600.0
MAX_UNSHOWN = 100
"""How many commits of a table are timed while they wait to be shown."""


@dataclass(slots=True)
class InteractionTimes:
    """When the interaction of a task reached its stages, by the monotonic clock."""

    received: float
    acknowledged: float | None = None
    committed: bool = False
    answered: bool = False


@dataclass(slots=True, frozen=True)
class Counts:
    """What a bot has counted; `drawn`, `shared` and `left_out` are about pictures."""

    is_connected: bool
    open_shards: int
    interactions: int
    thoughts: int
    drawn: int
    shared: int
    left_out: int
    invalid: int
    """Invalid requests to Discord in the last ten minutes."""


class MeasuredBot(Protocol):
    """A bot that is measured."""

    def counts(self) -> Counts:
        """The counts as they are now."""
        ...

    async def outbox_size(self) -> int:
        """How many tables are in the outbox; raises an error where the store does not answer."""
        ...

    async def tables_by_kind(self) -> dict[tuple[str, str], int]:
        """How many tables there are by status and game, zeros included."""
        ...


_interaction: ContextVar[InteractionTimes | None] = ContextVar("times", default=None)


class Metrics(Collector):
    """The metrics of a bot; `serve` starts their HTTP server and `close` ends it."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        self._stages = Histogram(
            "atelier_stage_seconds",
            "Interactions: received until acknowledged, that until committed, and until answered;"
            " commits: until shown",
            ["stage"],
            buckets=STAGE_BUCKETS_S,
            registry=self.registry,
        )
        self._answers = Histogram(
            "atelier_rest_seconds",
            "Requests to Discord until answered",
            buckets=REST_BUCKETS_S,
            registry=self.registry,
        )
        self._statuses = Counter(
            "atelier_rest_answers", "Answers of Discord", ["status"], registry=self.registry
        )
        self._unreadable = Counter(
            "atelier_unreadable_events",
            "Events of Discord that could not be read",
            ["kind"],
            registry=self.registry,
        )
        self._lags = Histogram(
            "atelier_loop_lag_seconds",
            "How late the event loop does what is due",
            buckets=LAG_BUCKETS_S,
            registry=self.registry,
        )
        self._unshown: dict[int, deque[float]] = {}
        self._late: deque[float] = deque([0.0], LOOP_CHECKS)
        self._tables: dict[tuple[str, str], int] = {}
        self._counted = float("-inf")
        self._outbox: int | None = None
        self._bot: MeasuredBot | None = None
        self._loop_check: asyncio.Task[None] | None = None
        self._http: HttpServer | None = None

    # --- durations, measured as they happen ------------------------------------------------------

    def received(self, event: str) -> None:
        """To be called when this task begins to handle an event of the gateway."""
        interaction = event == "INTERACTION_CREATE"
        _interaction.set(InteractionTimes(time.monotonic()) if interaction else None)

    def acknowledged(self) -> None:
        """To be called when Discord has accepted the first response to this task's interaction."""
        times = _interaction.get()
        if times is not None and times.acknowledged is None:
            times.acknowledged = time.monotonic()
            self._observe("acknowledged", times.acknowledged - times.received)

    def committed(self, table_id: int) -> None:
        """To be called when a change of a table was committed, which must now be shown."""
        now, times = time.monotonic(), _interaction.get()
        self._unshown.setdefault(table_id, deque(maxlen=MAX_UNSHOWN)).append(now)
        if times is None or times.committed:
            return
        times.committed = True
        if times.acknowledged is not None:
            self._observe("committed", now - times.acknowledged)

    def answered(self) -> None:
        """To be called when the person who acted sees the result."""
        times = _interaction.get()
        if times is not None and times.acknowledged is not None and not times.answered:
            times.answered = True
            self._observe("answered", time.monotonic() - times.acknowledged)

    def shown(self, table_id: int, since: float) -> None:
        """To be called when the outbox has shown what a table had committed before `since`."""
        now, waiting = time.monotonic(), self._unshown.get(table_id, deque())
        while waiting and waiting[0] <= since:
            self._observe("shown", now - waiting.popleft())
        if not waiting:
            self._unshown.pop(table_id, None)

    def _observe(self, stage: str, seconds: float) -> None:
        self._stages.labels(stage).observe(seconds)

    def unreadable(self, kind: str) -> None:
        """To be called when an event of the gateway cannot be read."""
        self._unreadable.labels(kind).inc()

    def measure_requests(self, trace: aiohttp.TraceConfig) -> None:
        trace.on_request_start.append(self._request_started)
        trace.on_request_end.append(self._request_ended)
        trace.on_request_exception.append(self._request_failed)

    async def _request_started(
        self, _: aiohttp.ClientSession, about: SimpleNamespace, __: Any
    ) -> None:
        about.asked = time.monotonic()

    async def _request_ended(
        self,
        _: aiohttp.ClientSession,
        about: SimpleNamespace,
        answer: aiohttp.TraceRequestEndParams,
    ) -> None:
        status = answer.response.status
        if status == 101:  # the connection to the gateway
            return
        self._answers.observe(time.monotonic() - about.asked)
        self._statuses.labels(str(status)).inc()
        if status < 300 and answer.url.path.endswith("/callback"):
            self.acknowledged()
        elif status < 300 and answer.url.path.endswith("/messages/@original"):
            self.answered()

    async def _request_failed(
        self, _: aiohttp.ClientSession, __: Any, failure: aiohttp.TraceRequestExceptionParams
    ) -> None:
        held = isinstance(failure.exception, discord.RateLimited)
        self._statuses.labels("429" if held else "none").inc()

    async def _measure_loop_lag(self) -> None:
        while True:
            due = time.monotonic() + LOOP_CHECK_S
            await asyncio.sleep(LOOP_CHECK_S)
            self._late.append(max(0.0, time.monotonic() - due))
            self._lags.observe(self._late[-1])

    # --- gauges and counters, read for a scrape --------------------------------------------------

    def collect(self) -> Iterator[Metric]:
        if self._bot is None:
            return
        counts = self._bot.counts()
        made = CounterMetricFamily(
            "atelier_pictures", "Pictures, by what became of them", labels=["how"]
        )
        made.add_metric(["drawn"], counts.drawn)
        made.add_metric(["shared"], counts.shared)
        made.add_metric(["left out"], counts.left_out)
        yield made
        yield GaugeMetricFamily(
            "atelier_thoughts", "Thoughts of computer players, waiting or at work", counts.thoughts
        )
        yield GaugeMetricFamily(
            "atelier_interactions", "Interactions, waiting or at work", counts.interactions
        )
        yield GaugeMetricFamily(
            "atelier_invalid_requests",
            "Requests of the last ten minutes that Discord counts as invalid",
            counts.invalid,
        )
        yield GaugeMetricFamily("atelier_shards", "Shards that are connected", counts.open_shards)
        yield GaugeMetricFamily("atelier_store", "Whether it answers", self._outbox is not None)
        if self._outbox is not None:
            yield GaugeMetricFamily("atelier_outbox", "Tables to be shown", self._outbox)
        tables = GaugeMetricFamily("atelier_tables", "Tables", labels=["status", "game"])
        for labels, count in self._tables.items():
            tables.add_metric(labels, count)
        yield tables

    async def _read_store(self, bot: MeasuredBot) -> None:
        """Reads the size of the outbox, and at most once a minute the counts of tables."""
        self._outbox = None
        try:
            async with asyncio.timeout(UNHEALTHY_AFTER_S):
                outbox = await bot.outbox_size()
                if time.monotonic() - self._counted > MINUTE_S:
                    self._tables = await bot.tables_by_kind()
                    self._counted = time.monotonic()
        except Exception as error:  # noqa: BLE001  (an error of the store is a result here)
            log.warning("the store does not answer: %s", error)
        else:
            self._outbox = outbox

    def _drop_old_commits(self) -> None:
        """Forgets commits that are never shown, such as those of a deleted table."""
        long_ago = time.monotonic() - HOUR_S
        for table_id in [each for each, waiting in self._unshown.items() if waiting[-1] < long_ago]:
            del self._unshown[table_id]

    # --- the server ------------------------------------------------------------------------------

    async def serve(self, bot: MeasuredBot, host: str, port: int) -> None:
        """Serves /metrics and /health; raises OSError where it cannot listen."""
        self._bot = bot
        app = web.Application()
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/health", self._health)
        self._http = HttpServer(app, MAX_CONNECTIONS)
        await self._http.start(host, port)
        self._loop_check = asyncio.create_task(
            self._measure_loop_lag(), name=f"event loop of {port}"
        )

    async def close(self) -> None:
        if self._loop_check is not None:
            self._loop_check.cancel()
            with suppress(asyncio.CancelledError):
                await self._loop_check
        if self._http is not None:
            await self._http.close()

    async def _metrics(self, _: web.Request) -> web.Response:
        assert self._bot is not None
        await self._read_store(self._bot)
        self._drop_old_commits()
        body = generate_latest(self.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _: web.Request) -> web.Response:
        assert self._bot is not None
        await self._read_store(self._bot)
        ails = list(self._unhealthy_reasons(self._bot))
        about = {"healthy": not ails, "reasons": ails}
        return web.json_response(about, status=503 if ails else 200)

    def _unhealthy_reasons(self, bot: MeasuredBot) -> Iterator[str]:
        """Why the bot cannot serve people, in sentences."""
        if not bot.counts().is_connected:
            yield "It is not connected to Discord."
        if self._outbox is None:
            yield "The store does not answer."
        if max(self._late) > UNHEALTHY_AFTER_S:
            yield f"The event loop stood still for {max(self._late):.0f} seconds."
