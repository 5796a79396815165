"""Pools of worker processes, for work that would keep the event loop waiting."""

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
import time
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)
TIMEOUT_S = 60.0
"""After so long a worker that has not finished its work is killed; no work lasts half as long."""
TO_FINISH_S = 1.0
"""How long the workers may finish what they do when the pool is closed."""


class WorkerPool:
    """Workers that do one piece of work at a time; one that dies, hangs or is full is replaced."""

    def __init__(
        self,
        prepare: Callable[[], object],
        processes: int = 1,
        max_mb: float = math.inf,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """Takes what a worker does before its first work, how many workers there are, with how much
        memory one is full, and how long its work may last.
        """
        self._prepare, self._processes = prepare, processes
        self._max_mb, self._timeout_s = max_mb, timeout_s
        self._workers: set[_Worker] = set()
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._successors: dict[_Worker, asyncio.Task[None]] = {}
        """What starts a worker in place of one that is full and works on meanwhile."""

    def start(self) -> None:
        """Starts the workers, so that the first work does not wait for them."""
        while len(self._workers) < self._processes:
            worker = _Worker(self._prepare)
            self._workers.add(worker)
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """Ends the workers; takes TO_FINISH_S at most."""
        for successor in self._successors.values():
            successor.cancel()
        for worker in self._workers:
            worker.shutdown(wait=False, cancel_futures=True)
        last = time.monotonic() + TO_FINISH_S
        for worker in self._workers:
            worker.end(last - time.monotonic())
        self._workers.clear()
        while not self._idle.empty():
            self._idle.get_nowait()

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """What the work returns; BrokenProcessPool where two workers died of it or hung."""
        try:
            return await self._try(work, *args)
        except BrokenProcessPool:
            if not self._workers:  # the pool is closed
                raise
            log.warning("a process for %s died; a new one is started", work.__name__)
            return await self._try(work, *args)

    async def _try(self, work: Callable[..., Any], *args: Any) -> Any:
        self.start()
        while (worker := await self._idle.get()) not in self._workers:
            worker.kill()  # its successor is there
        alive = True
        try:
            async with asyncio.timeout(self._timeout_s):
                result, held_mb = await asyncio.wrap_future(
                    worker.submit(_with_memory, work, *args)
                )
            if held_mb > self._max_mb and worker not in self._successors:
                self._successors[worker] = asyncio.create_task(self._succeed(worker))
            return result
        except (BrokenProcessPool, TimeoutError) as error:
            alive = False
            raise BrokenProcessPool from error
        finally:
            self._put_back(worker, alive)

    def _put_back(self, worker: _Worker, alive: bool) -> None:
        """Has a worker wait for the next work; ends it where it is broken or has a successor."""
        if alive and worker in self._workers:
            self._idle.put_nowait(worker)
            return
        worker.kill()
        if worker in self._workers:  # else the pool is closed, or the successor is there
            self._workers.remove(worker)
            self.start()

    async def _succeed(self, worker: _Worker) -> None:
        """Starts another worker, and ends this one when the other is ready."""
        successor = _Worker(self._prepare)
        try:
            await asyncio.wrap_future(successor.submit(int))
        except BrokenProcessPool:  # the full one goes on
            return
        except asyncio.CancelledError:
            successor.kill()
            raise
        finally:
            del self._successors[worker]
        if worker in self._workers:
            self._workers.remove(worker)
            self._workers.add(successor)
            self._idle.put_nowait(successor)
        else:
            successor.kill()


class _Worker(ProcessPoolExecutor):
    """An executor of one process, which is started at once."""

    def __init__(self, prepare: Callable[[], object]) -> None:
        super().__init__(1, multiprocessing.get_context("spawn"), _begin, (prepare,))
        others = {*multiprocessing.active_children()}
        with _interrupts_later():
            self.submit(int)  # any work: with the first the process is started
        [self._process] = {*multiprocessing.active_children()} - others

    def end(self, seconds: float) -> None:
        """Waits so long for the process to end by itself, then kills it. One that is killed while
        it hands over a large result would leave this process waiting for the rest.
        """
        if not multiprocessing.connection.wait([self._process.sentinel], max(0.0, seconds)):
            self.kill()

    def kill(self) -> None:
        """Kills the process; what it was doing ends with BrokenProcessPool."""
        self._process.kill()


@contextmanager
def _interrupts_later() -> Generator[None]:
    """Within it Ctrl-C waits. A process that is started there inherits that, so that it never sees
    one; Windows knows no such thing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _with_memory(work: Callable[..., Any], *args: Any) -> tuple[Any, float]:
    """What the work returns, and the megabytes that its process holds; 0 where that is unknown."""
    result = work(*args)
    with suppress(OSError):  # only Linux tells
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return result, pages * mmap.PAGESIZE / 2**20
    return result, 0.0


def _begin(prepare: Callable[[], object]) -> None:
    """Ignores Ctrl-C, ends with the bot, and loads what the work needs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    prepare()


def _end_with_the_bot() -> None:
    """Ends this process when the bot's process has ended, even if that was killed."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        multiprocessing.connection.wait([bot.sentinel])
        os._exit(0)
