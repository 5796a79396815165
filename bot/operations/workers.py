"""Other processes, for work that would keep the event loop waiting; each ends with the bot's."""

from __future__ import annotations

import asyncio
import logging
import math
import mmap
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)
SILENCE = 60.0
"""Seconds without any result after which processes stand still; nothing that they do lasts half as
long.
"""


class Elsewhere:
    """Processes for work of one kind, started with the first of it, and again when one has died."""

    def __init__(
        self,
        prepare: Callable[[], object],
        processes: int = 1,
        full: float = math.inf,
        silence: float = SILENCE,
    ) -> None:
        """Takes what a process does before its first work; the megabytes with which it is full:
        others take its place then; and the seconds without a result after which it is killed.
        """
        self._prepare, self._processes, self._full = prepare, processes, full
        self._silence = silence
        self._pool: ProcessPoolExecutor | None = None
        self._born: Mapping[int, BaseProcess] = {}
        self._results = 0

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """What the work comes to; BrokenProcessPool where the process died of it twice, or stood
        still.
        """
        try:
            return await self._tried(work, *args)
        except BrokenProcessPool:
            log.warning("a process for %s died; a new one is started", work.__name__)
            return await self._tried(work, *args)

    async def _tried(self, work: Callable[..., Any], *args: Any) -> Any:
        pool, born = self.start(), self._born
        result = asyncio.get_running_loop().run_in_executor(pool, _carry_out, work, *args)
        try:
            done, held = await self._in_time(result, born)
        except BrokenProcessPool:
            if self._pool is pool:
                self.close()
            raise
        if held > self._full and self._pool is pool:
            self._pool = None
            pool.shutdown(wait=False)  # it ends once it has done what waits for it
            self.start()
        return done

    async def _in_time(self, result: asyncio.Future[Any], born: Mapping[int, BaseProcess]) -> Any:
        """The result, however long others are before it; where none comes at all any more, the
        processes from which it should come are killed.
        """
        try:
            while not result.done():
                before = self._results
                await asyncio.wait([result], timeout=self._silence)
                if not result.done() and self._results == before:
                    for process in [*born.values()]:
                        process.kill()
                    raise BrokenProcessPool("no result comes any more")
        finally:
            result.cancel()  # which is nothing where it is there
        if result.cancelled():
            raise BrokenProcessPool("the process ended before this was done")
        self._results += 1
        return result.result()

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
                self._born = self._pool._processes
            finally:
                signal.signal(signal.SIGINT, heard)
        return self._pool

    def close(self) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _carry_out(work: Callable[..., Any], *args: Any) -> tuple[Any, float]:
    """What the work comes to, and the megabytes that its process holds; 0 where nobody says."""
    done = work(*args)
    with suppress(OSError):  # it is Linux that says
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return done, pages * mmap.PAGESIZE / 2**20
    return done, 0.0


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
