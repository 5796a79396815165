"""Where computer players think: one other process, so that the event loop never waits for a
thought.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import multiprocessing.connection
import os
import random
import secrets
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from bot.players import levels, patience
from bot.players.clock import LONGEST, SLOWEST
from games import discover
from games.kernel import Game

log = logging.getLogger(__name__)


class Thinkers:
    """A pool of one process for the thoughts of all tables, started with the first of them."""

    def __init__(self, seconds: float) -> None:
        """Takes how long a thought of the steady player lasts."""
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: Game[Any], g: Any, seat: int, level: str) -> str:
        """The move of a computer player; the game's default where the process died twice."""
        state, seed, asked = game.dump(g), secrets.randbits(64), time.monotonic()
        for _ in range(2):
            work = (game.name, state, seat, level, self.seconds, seed, asked)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._ready(), think, *work)
            except BrokenProcessPool:
                log.warning("the thinking process died; a new one is started")
                self.close()
        return game.default(g, seat)

    def warm(self) -> None:
        """Starts the process, so that the first thought does not wait for it."""
        self._ready()

    def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
            )
            # Ctrl-C is for this process alone; the other one inherits that it is ignored.
            heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                self._pool.submit(levels)
            finally:
                signal.signal(signal.SIGINT, heard)
        return self._pool


def think(
    name: str, data: bytes, seat: int, level: str, seconds: float, seed: int, asked: float
) -> str:
    """The move of a computer player who was asked at this monotonic time; runs in the other
    process.

    A thought that had to wait for others is shorter by as much, so that however many tables there
    are, nobody waits much longer than the longest thought.
    """
    game = discover()[name]
    choose, _ = levels()[level]
    left = max(0.0, 1 - (time.monotonic() - asked) / LONGEST)
    seconds = left * min(LONGEST / SLOWEST, seconds * patience(level))
    return choose(game, game.load(data, game.version), seat, seconds, random.Random(seed))


def _begin() -> None:
    """Leaves Ctrl-C to the process that asked, and loads what a thought needs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    discover()
    levels()


def _end_with_the_bot() -> None:
    """Ends this process when the bot's has ended, however that was."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        multiprocessing.connection.wait([bot.sentinel])
        os._exit(0)
