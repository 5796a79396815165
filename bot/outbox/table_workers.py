"""Workers that show tables: one for each table that has something to show."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

from bot.operations import logs
from bot.operations.breaker import Held
from bot.operations.discord_errors import REQUEST_ERRORS
from bot.outbox.dms import Postponed
from bot.store import OutOfService
from bot.table import NewerRelease

log = logging.getLogger(__name__)
FIRST_WAIT_S, MAX_WAIT_S, MAX_BUG_WAIT_S = 1.0, 60.0, 3600.0
"""The wait before a worker tries again: it doubles each time, up to the second value, or after bugs
up to the third.
"""
SHORT_WAIT_S = 4.0
"""A longer wait may end when another table can be shown, because Discord answers then."""
WOKEN = 2
"""How many waits end then. If those tables can be shown, each of them ends as many, so it goes fast
once Discord answers; and while it refuses much, few are tried.
"""
JITTER, JITTER_S = 0.25, 1.0
"""A wait after an error is longer by up to this share, and one that Discord demands by up to so
much, so that not all tables are tried at once.
"""


class TableWorkers:
    """Shows tables to one audience, and tries again what fails."""

    def __init__(self, show: Callable[[int], Awaitable[None]]) -> None:
        self._show = show
        self._kicked: set[int] = set()
        self._sleeping: dict[int, asyncio.Task[None]] = {}
        """The waits of workers, by table."""
        self.tasks: dict[int, asyncio.Task[None]] = {}
        """The workers, by table."""
        self._waits_for: dict[int, type[Exception]] = {}
        """Why tables wait: `Postponed`, `Held`, or OSError after another refusal. In the order in
        which their waits began.
        """
        self.failing: dict[int, str] = {}
        """Tables that wait because of an error, with what it was."""
        self._closed = False

    def kick(self, table_id: int) -> None:
        """Shows a table, or shows it once more when its worker is done. After `close` this does
        nothing: the next start shows it.
        """
        if self._closed:
            return
        self._kicked.add(table_id)
        if table_id in self._sleeping:
            self._sleeping[table_id].cancel()
        if table_id not in self.tasks:
            name = f"{self._show.__name__} {table_id}"
            self.tasks[table_id] = asyncio.create_task(self._work(table_id), name=name)

    def retry(self, *reasons: type[Exception]) -> None:
        """Ends waits that began for these reasons. A table that is being shown is shown once more:
        it may be about to wait.
        """
        for table_id in [*self.tasks]:
            if self._waits_for.get(table_id, reasons[0]) in reasons:
                self.kick(table_id)

    def _retry_failed(self) -> None:
        failed = [each for each, reason in self._waits_for.items() if reason is OSError]
        for table_id in failed[:WOKEN]:
            del self._waits_for[table_id]
            self.kick(table_id)

    async def finish(self, table_id: int, seconds: float) -> None:
        """Waits until the worker of a table is done, at most so many seconds."""
        if table_id in self.tasks:
            await asyncio.wait({self.tasks[table_id]}, timeout=seconds)

    async def close(self) -> None:
        self._closed = True
        tasks = [*self.tasks.values(), *self._sleeping.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        logs.set_log_table(table_id)
        wait_s, told = FIRST_WAIT_S, set[str]()
        try:
            while table_id in self._kicked:
                self._kicked.discard(table_id)
                self._stop_waiting(table_id)
                try:
                    await self._show(table_id)
                    wait_s, told = FIRST_WAIT_S, set[str]()
                    self._retry_failed()
                except OutOfService as error:  # when the database works again, all tables are shown
                    log.info("table %s is shown later: %s", table_id, error.remedy)
                    return
                except NewerRelease:
                    log.info("the table is left to another process, of a newer release")
                except Postponed as later:
                    if _is_new("postponed", told):
                        log.info("the rest is shown later")
                    await self._wait(table_id, Postponed, later.wait_s, FIRST_WAIT_S)
                except Held as error:
                    pause_s = error.retry_after + random.uniform(0, JITTER_S)
                    why = self.failing[table_id] = logs.describe_error(error)
                    if _is_new(why, told):
                        log.warning("the table is shown again later: %s", error)
                    await self._wait(table_id, Held, pause_s, FIRST_WAIT_S)
                except (*REQUEST_ERRORS, OSError) as error:
                    pause_s = spread(wait_s)
                    why = self.failing[table_id] = logs.describe_error(error)
                    if _is_new(why, told):
                        log.warning("the table is shown again later: %s", error)
                    await self._wait(table_id, OSError, pause_s, SHORT_WAIT_S)
                    wait_s = min(2 * wait_s, MAX_WAIT_S)
                except Exception as bug:
                    self.failing[table_id] = logs.describe_error(bug)
                    if _is_new(repr(bug), told):
                        log.exception("the table could not be shown")
                    await self._wait(table_id, Exception, wait_s, 0.0)
                    wait_s = min(2 * wait_s, MAX_BUG_WAIT_S)
        finally:
            self._stop_waiting(table_id)
            del self.tasks[table_id]

    def _stop_waiting(self, table_id: int) -> None:
        self._waits_for.pop(table_id, None)
        self.failing.pop(table_id, None)

    async def _wait(
        self, table_id: int, reason: type[Exception], seconds: float, least_s: float
    ) -> None:
        """Waits so many seconds before the table is shown again; after `kick` only `least_s`."""
        self._waits_for[table_id] = reason
        least_s = min(seconds, least_s)
        await asyncio.sleep(least_s)
        if table_id not in self._kicked:
            self._sleeping[table_id] = asyncio.create_task(asyncio.sleep(seconds - least_s))
            await asyncio.wait([self._sleeping[table_id]])
            del self._sleeping[table_id]
        self._kicked.add(table_id)


def spread(wait_s: float) -> float:
    """How long to wait where all would wait for so many seconds."""
    return wait_s * random.uniform(1, 1 + JITTER)


def _is_new(reason: str, told: set[str]) -> bool:
    """Whether the log does not tell this reason yet; then it does from now on. The log tells each
    once until the table is shown: lines of all tries would tell how often it changes, and others
    must not notice some changes.
    """
    is_new = reason not in told
    told.add(reason)
    return is_new
