"""Pools of worker processes, for work that would block the event loop."""

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
"""A worker whose work takes longer is killed; no healthy work takes half of this."""
CLOSE_TIMEOUT_S = 1.0
"""How long workers may finish their work when the pool is closed."""
TWO_WORKERS_MB = 1800
"""A machine with less memory gets one worker; one that is sold with 2 GB has a little less."""
MEMORY_LIMITS = (
    "/sys/fs/cgroup/memory.max",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes",
)
"""Where Linux says how much memory a container may take, in bytes."""


class WorkerPool:
    """Workers that do one piece of work at a time. A worker that dies, hangs or needs too much
    memory is replaced.
    """

    def __init__(
        self,
        prepare: Callable[[], object],
        processes: int = 1,
        max_mb: float = math.inf,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """`prepare` runs in a worker before its first work; `max_mb` is the memory that each may
        hold. One worker starts first, another one when all are busy.
        """
        self._prepare, self._processes = prepare, processes
        self._max_mb, self._timeout_s = max_mb, timeout_s
        self._workers: set[_Worker] = set()
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._starting: dict[_Worker | None, asyncio.Task[None]] = {}
        """The tasks that start another worker, by the worker that needs too much memory and whose
        place it takes; by None for one more.
        """

    def start(self) -> None:
        """Starts the first worker, so that the first work does not wait for it."""
        if not self._workers:
            worker = _Worker(self._prepare)
            self._workers.add(worker)
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """Ends the workers; takes CLOSE_TIMEOUT_S at most."""
        for starting in self._starting.values():
            starting.cancel()
        for worker in self._workers:
            worker.shutdown(wait=False, cancel_futures=True)
        last = time.monotonic() + CLOSE_TIMEOUT_S
        for worker in self._workers:
            worker.wait_or_kill(last - time.monotonic())
        self._workers.clear()
        while not self._idle.empty():
            self._idle.get_nowait()

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Runs work in a worker and returns its result; raises BrokenProcessPool where two workers
        died or hung.
        """
        try:
            return await self._run_once(work, *args)
        except BrokenProcessPool:
            if not self._workers:  # the pool is closed
                raise
            log.warning("a process for %s died; a new one is started", work.__name__)
            return await self._run_once(work, *args)

    async def _run_once(self, work: Callable[..., Any], *args: Any) -> Any:
        self.start()
        if self._idle.empty() and len(self._workers) < self._processes:
            self._start_another(None)
        while (worker := await self._idle.get()) not in self._workers:
            worker.kill()  # its replacement is ready
        alive = True
        try:
            async with asyncio.timeout(self._timeout_s):
                result, held_mb = await asyncio.wrap_future(
                    worker.submit(_with_memory, work, *args)
                )
            if held_mb > self._max_mb:
                self._start_another(worker)
            return result
        except (BrokenProcessPool, TimeoutError) as error:
            alive = False
            raise BrokenProcessPool from error
        finally:
            self._put_back(worker, alive)

    def _put_back(self, worker: _Worker, alive: bool) -> None:
        """Makes a worker idle; kills it where it is broken or has a replacement."""
        if alive and worker in self._workers:
            self._idle.put_nowait(worker)
            return
        worker.kill()
        if worker in self._workers:  # else the pool is closed, or the replacement is ready
            self._workers.remove(worker)
            self.start()

    def _start_another(self, instead_of: _Worker | None) -> None:
        """Starts another worker, unless one is being started in this place."""
        if instead_of not in self._starting:
            self._starting[instead_of] = asyncio.create_task(self._add_another(instead_of))

    async def _add_another(self, instead_of: _Worker | None) -> None:
        """Starts another worker, which takes part when it is ready, and then takes `instead_of` out
        of the pool.
        """
        another = _Worker(self._prepare)
        try:
            await asyncio.wrap_future(another.submit(int))
        except BrokenProcessPool:  # the others go on
            return
        except asyncio.CancelledError:
            another.kill()
            raise
        finally:
            del self._starting[instead_of]
        if instead_of is not None:
            if instead_of not in self._workers:
                another.kill()
                return
            self._workers.remove(instead_of)
        self._workers.add(another)
        self._idle.put_nowait(another)


class _Worker(ProcessPoolExecutor):
    """An executor of one process, which is started at once."""

    def __init__(self, prepare: Callable[[], object]) -> None:
        super().__init__(1, multiprocessing.get_context("spawn"), _start_worker, (prepare,))
        others = {*multiprocessing.active_children()}
        with _sigint_blocked():
            self.submit(int)  # the first work starts the process
        [self._process] = {*multiprocessing.active_children()} - others

    def wait_or_kill(self, seconds: float) -> None:
        """Waits `seconds` for the process to end by itself, then kills it. A process that is killed
        while it sends a large result would leave this one waiting for the rest.
        """
        if not multiprocessing.connection.wait([self._process.sentinel], max(0.0, seconds)):
            self.kill()

    def kill(self) -> None:
        """Kills the process; its work ends with BrokenProcessPool."""
        self._process.kill()


def suitable_processes() -> int:
    """How many workers suit this machine: two if it has two cores and 2 GB of memory, else one."""
    large = _memory_mb() >= TWO_WORKERS_MB and (os.cpu_count() or 1) > 1
    return 2 if large else 1


def _memory_mb() -> float:
    """The memory that this process may take; infinite where the machine does not say."""
    found = [math.inf]
    for file in MEMORY_LIMITS:
        with suppress(OSError, ValueError):  # not Linux, another version of it, or no limit
            found.append(int(Path(file).read_text()))
    with suppress(AttributeError, OSError, ValueError):  # Windows has no sysconf
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min(found) / 2**20


@contextmanager
def _sigint_blocked() -> Generator[None]:
    """Within it, Ctrl-C waits. A process that is started there inherits the blocked signal, so it
    never receives one. Windows has no such mask.
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
    """The result of the work, and the megabytes that its process holds; 0 where that is unknown."""
    result = work(*args)
    with suppress(OSError):  # only Linux has this file
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return result, pages * mmap.PAGESIZE / 2**20
    return result, 0.0


def _start_worker(prepare: Callable[[], object]) -> None:
    """Runs first in a worker: ignores Ctrl-C, has it end with the bot, and prepares it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_bot, daemon=True).start()
    prepare()


def _exit_with_bot() -> None:
    """Ends this process when the bot's process ends, even if that is killed."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        multiprocessing.connection.wait([bot.sentinel])
        os._exit(0)
