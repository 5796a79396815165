"""Metrics: what a bot that is watched tells of itself over a small HTTP server; off by default.

What stands in the bot anyway is read when somebody asks for it. Only what passes is measured as it
passes: the stages of an interaction, answers of Discord, and how late the event loop is. Nothing is
about a person: labels are stages, statuses and games.
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
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

log = logging.getLogger(__name__)
STAGES: Final = (
    *(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3),
    *(5, 10, 30, 60, 300),
)
"""Seconds, close to each other where the targets lie and up to the three that Discord waits."""
ANSWERS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
LAGS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3)
BEAT, BEATS = 1.0, 10
"""Seconds between two looks at the event loop, and how many are remembered."""
TOO_LATE = 3.0
"""Seconds that the event loop, or the store, may keep somebody waiting in a healthy bot."""
MINUTE, HOUR = 60.0, 3600.0
MOST_UNSHOWN = 100
"""Commits of a table that wait to be shown and are timed."""


@dataclass(slots=True)
class Passage:
    """How far the interaction has come that is being answered; seconds of the monotonic clock."""

    received: float
    acknowledged: float | None = None
    committed: bool = False
    answered: bool = False


@dataclass(slots=True, frozen=True)
class Figures:
    """What the parts of a bot have counted."""

    is_connected: bool
    open_shards: int
    interactions: int
    thoughts: int
    drawn: int
    shared: int
    left_out: int


class Watched(Protocol):
    """A bot that is measured."""

    def figures(self) -> Figures:
        """What stands there now."""
        ...

    async def to_be_shown(self) -> int:
        """How many tables are still to be shown; an error where the store does not answer."""
        ...

    async def tables_by_kind(self) -> dict[tuple[str, str], int]:
        """How many tables there are of each status and game, also where there are none."""
        ...


_passage: ContextVar[Passage | None] = ContextVar("passage", default=None)


class Measures(Collector):
    """What is measured and read; `serve` shows it, `close` ends that."""

    def __init__(self) -> None:
        """Starts with nothing measured."""
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        self._stages = Histogram(
            "atelier_stage_seconds",
            "Interactions: received until acknowledged, that until committed, and until answered;"
            " commits: until shown",
            ["stage"],
            buckets=STAGES,
            registry=self.registry,
        )
        self._answers = Histogram(
            "atelier_rest_seconds",
            "Requests to Discord until answered",
            buckets=ANSWERS,
            registry=self.registry,
        )
        self._statuses = Counter(
            "atelier_rest_answers", "Answers of Discord", ["status"], registry=self.registry
        )
        self._lags = Histogram(
            "atelier_loop_lag_seconds",
            "How late the event loop does what is due",
            buckets=LAGS,
            registry=self.registry,
        )
        self._unshown: dict[int, deque[float]] = {}
        self._late: deque[float] = deque([0.0], BEATS)
        self._tables: dict[tuple[str, str], int] = {}
        self._counted = float("-inf")
        self._outbox: int | None = None
        self._bot: Watched | None = None
        self._beat: asyncio.Task[None] | None = None
        self._runner: web.AppRunner | None = None

    # --- what passes -----------------------------------------------------------------------------

    def received(self, event: str) -> None:
        """An event of the gateway begins to be worked on, here and in the tasks that follow."""
        interaction = event == "INTERACTION_CREATE"
        _passage.set(Passage(time.monotonic()) if interaction else None)

    def acknowledged(self) -> None:
        """Discord has taken the first answer to the interaction that is at work."""
        passage = _passage.get()
        if passage is not None and passage.acknowledged is None:
            passage.acknowledged = time.monotonic()
            self._passed("acknowledged", passage.acknowledged - passage.received)

    def committed(self, table_id: int) -> None:
        """Something of a table was committed, which is now to be shown."""
        now, passage = time.monotonic(), _passage.get()
        self._unshown.setdefault(table_id, deque(maxlen=MOST_UNSHOWN)).append(now)
        if passage is None or passage.committed:
            return
        passage.committed = True
        if passage.acknowledged is not None:
            self._passed("committed", now - passage.acknowledged)

    def answered(self) -> None:
        """The person who acted sees the result."""
        passage = _passage.get()
        if passage is not None and passage.acknowledged is not None and not passage.answered:
            passage.answered = True
            self._passed("answered", time.monotonic() - passage.acknowledged)

    def shown(self, table_id: int, since: float) -> None:
        """The outbox is done with what a table had committed when it began, at this moment."""
        now, waiting = time.monotonic(), self._unshown.get(table_id, deque())
        while waiting and waiting[0] <= since:
            self._passed("shown", now - waiting.popleft())
        if not waiting:
            self._unshown.pop(table_id, None)

    def _passed(self, stage: str, seconds: float) -> None:
        self._stages.labels(stage).observe(seconds)

    def trace(self) -> aiohttp.TraceConfig:
        """What listens to the requests of a client session."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._ask)
        config.on_request_end.append(self._hear)
        config.on_request_exception.append(self._hear_nothing)
        return config

    async def _ask(self, _: aiohttp.ClientSession, about: SimpleNamespace, __: Any) -> None:
        about.asked = time.monotonic()

    async def _hear(
        self,
        _: aiohttp.ClientSession,
        about: SimpleNamespace,
        answer: aiohttp.TraceRequestEndParams,
    ) -> None:
        status = answer.response.status
        if status == 101:  # the gateway, which is no request
            return
        self._answers.observe(time.monotonic() - about.asked)
        self._statuses.labels(str(status)).inc()
        if status < 300 and answer.url.path.endswith("/callback"):
            self.acknowledged()
        elif status < 300 and answer.url.path.endswith("/messages/@original"):
            self.answered()

    async def _hear_nothing(self, *_: Any) -> None:
        self._statuses.labels("none").inc()

    async def _watch_the_loop(self) -> None:
        while True:
            due = time.monotonic() + BEAT
            await asyncio.sleep(BEAT)
            self._late.append(max(0.0, time.monotonic() - due))
            self._lags.observe(self._late[-1])

    # --- what stands there -----------------------------------------------------------------------

    def collect(self) -> Iterator[Metric]:
        """What the parts of the bot say of themselves."""
        if self._bot is None:
            return
        figures = self._bot.figures()
        made = CounterMetricFamily(
            "atelier_pictures", "Pictures, by what became of them", labels=["how"]
        )
        made.add_metric(["drawn"], figures.drawn)
        made.add_metric(["shared"], figures.shared)
        made.add_metric(["left out"], figures.left_out)
        yield made
        yield GaugeMetricFamily(
            "atelier_thoughts", "Thoughts of computer players, waiting or at work", figures.thoughts
        )
        yield GaugeMetricFamily(
            "atelier_interactions", "Interactions, waiting or at work", figures.interactions
        )
        yield GaugeMetricFamily("atelier_shards", "Shards that are connected", figures.open_shards)
        yield GaugeMetricFamily("atelier_store", "Whether it answers", self._outbox is not None)
        if self._outbox is not None:
            yield GaugeMetricFamily("atelier_outbox", "Tables to be shown", self._outbox)
        tables = GaugeMetricFamily("atelier_tables", "Tables", labels=["status", "game"])
        for labels, count in self._tables.items():
            tables.add_metric(labels, count)
        yield tables

    async def _read_the_store(self, bot: Watched) -> None:
        """Brings what the store knows up to date; tables are counted at most once a minute."""
        self._outbox = None
        try:
            async with asyncio.timeout(TOO_LATE):
                outbox = await bot.to_be_shown()
                if time.monotonic() - self._counted > MINUTE:
                    self._tables = await bot.tables_by_kind()
                    self._counted = time.monotonic()
        except Exception as error:  # noqa: BLE001  (what is watched must not break)
            log.warning("the store does not answer: %s", error)
        else:
            self._outbox = outbox

    def _forget(self) -> None:
        """Lets go of what was never shown, such as the end of a table that was deleted."""
        long_ago = time.monotonic() - HOUR
        for table_id in [each for each, waiting in self._unshown.items() if waiting[-1] < long_ago]:
            del self._unshown[table_id]

    # --- the server ------------------------------------------------------------------------------

    async def serve(self, bot: Watched, host: str, port: int) -> None:
        """Answers /metrics and /health from now on; OSError where it cannot listen there."""
        self._bot = bot
        app = web.Application()
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/health", self._health)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        self._beat = asyncio.create_task(self._watch_the_loop(), name=f"event loop of {port}")

    async def close(self) -> None:
        """Answers nobody any more."""
        if self._beat is not None:
            self._beat.cancel()
            with suppress(asyncio.CancelledError):
                await self._beat
        if self._runner is not None:
            await self._runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        assert self._bot is not None
        await self._read_the_store(self._bot)
        self._forget()
        body = generate_latest(self.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _: web.Request) -> web.Response:
        assert self._bot is not None
        await self._read_the_store(self._bot)
        ails = list(self._ails(self._bot))
        about = {"healthy": not ails, "reasons": ails}
        return web.json_response(about, status=503 if ails else 200)

    def _ails(self, bot: Watched) -> Iterator[str]:
        """What keeps the bot from serving people, in sentences."""
        if not bot.figures().is_connected:
            yield "It is not connected to Discord."
        if self._outbox is None:
            yield "The store does not answer."
        if max(self._late) > TOO_LATE:
            yield f"The event loop stood still for {max(self._late):.0f} seconds."
