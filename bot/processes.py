"""Other processes, for work that would keep the event loop waiting; each ends with the bot's."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

log = logging.getLogger(__name__)


class Elsewhere:
    """Processes for work of one kind, started with the first of it, and again when one has died."""

    def __init__(self, prepare: Callable[[], object], processes: int = 1) -> None:
        """Takes what a process does before its first work."""
        self._prepare, self._processes = prepare, processes
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """What the work comes to; BrokenProcessPool where the process died of it twice."""
        try:
            return await self._tried(work, *args)
        except BrokenProcessPool:
            log.warning("a process for %s died; a new one is started", work.__name__)
            return await self._tried(work, *args)

    async def _tried(self, work: Callable[..., Any], *args: Any) -> Any:
        pool = self.start()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
        except BrokenProcessPool:
            if self._pool is pool:
                self.close()
            raise

    def start(self) -> ProcessPoolExecutor:
        """Starts the processes, so that the first work does not wait for them."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(self._prepare,),
            )
            # Ctrl-C is for this process alone; the others inherit that it is ignored.
            heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                self._pool.submit(_nothing)
            finally:
                signal.signal(signal.SIGINT, heard)
        return self._pool

    def close(self) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _nothing() -> None:
    """Work that is none: it has a process be started."""


def _begin(prepare: Callable[[], object]) -> None:
    """Leaves Ctrl-C to the process that asked, and loads what the work needs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    prepare()


def _end_with_the_bot() -> None:
    """Ends this process when the bot's has ended, however that was."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        multiprocessing.connection.wait([bot.sentinel])
        os._exit(0)
