"""The processes in which computer players think, so that no thought blocks the event loop."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from bot.operations.workers import WorkerPool
from bot.players.levels import levels, steady, time_factor
from bot.players.levels.steady import Thought
from bot.players.thought_timer import MAX_SLOWDOWN, MAX_THOUGHT_S
from games import discover
from games.kernel import Game

NICENESS = 19
"""The niceness of the process for low-priority work."""
POLL_S = 0.1
"""How often waiting work checks whether a thought is still running."""
HINT_TIME_FACTOR = 4.0
"""A hint takes this many times as long as a move of the steady player."""
MAX_YIELD_S = 8.0
"""How long a hint waits for thoughts of computer players."""


class Thinkers:
    """One process for the thoughts of all tables, and one of low priority for work that nobody
    waits for. Each starts with its first work.
    """

    def __init__(self, seconds: float) -> None:
        """Takes how long the steady player thinks about a move."""
        self.seconds = seconds
        self._workers = WorkerPool(_prepare)
        self._low_priority = WorkerPool(_prepare_low_priority)
        self.waiting = 0
        """How many thoughts are waiting or running."""

    async def choose(self, game: Game[Any], g: Any, seat: int, level: str) -> str:
        """The move of a computer player; the game's default where the process died twice."""
        self.waiting += 1
        try:
            return await self._choose(game, g, seat, level)
        finally:
            self.waiting -= 1

    async def _choose(self, game: Game[Any], g: Any, seat: int, level: str) -> str:
        state, seed, asked = game.dump(g), secrets.randbits(64), time.monotonic()
        work = (game.name, state, seat, level, self.seconds, seed, asked)
        try:
            return await self._workers.run(think, *work)
        except BrokenProcessPool:
            return game.default(g, seat)

    async def advise(self, game: Game[Any], g: Any, seat: int) -> Thought:
        """What the steady player would do in the seat of a person, with more time to think. The
        thoughts of computer players run first, but this waits for `MAX_YIELD_S` at most.
        """
        waited_s = 0.0
        while self.waiting and waited_s < MAX_YIELD_S:
            await asyncio.sleep(POLL_S)
            waited_s += POLL_S
        state, seed = game.dump(g), secrets.randbits(64)
        work = (game.name, state, seat, self.seconds * HINT_TIME_FACTOR, seed)
        try:
            return await self._workers.run(think_over, *work)
        except BrokenProcessPool:
            return Thought(game.default(g, seat))

    def warm(self) -> None:
        """Starts the process for thoughts, so that the first one does not wait for it."""
        self._workers.start()

    async def run_low_priority(self, work: Callable[..., Any], *args: Any) -> Any:
        """Runs work when no thought is waiting or running, and returns its result; raises
        BrokenProcessPool where two processes died of it.
        """
        while self.waiting:
            await asyncio.sleep(POLL_S)
        return await self._low_priority.run(work, *args)

    async def stop_low_priority(self) -> None:
        """Ends the process for low-priority work; more work starts it again."""
        await asyncio.to_thread(self._low_priority.close)

    def close(self) -> None:
        """Ends the processes."""
        self._low_priority.close()
        self._workers.close()


def think(
    name: str, data: bytes, seat: int, level: str, seconds: float, seed: int, asked: float
) -> str:
    """The move of a computer player who was asked at this monotonic time; runs in the other
    process.

    A thought that had to wait is shorter, so nobody waits much longer than `MAX_THOUGHT_S`, however
    many tables there are.
    """
    game = discover()[name]
    choose, _ = levels()[level]
    left = max(0.0, 1 - (time.monotonic() - asked) / MAX_THOUGHT_S)
    seconds = left * min(MAX_THOUGHT_S / MAX_SLOWDOWN, seconds * time_factor(level))
    return choose(game, game.load(data, game.version), seat, seconds, random.Random(seed))


def _prepare_low_priority() -> None:
    """Lowers the priority of this process, and loads what a thought needs."""
    with suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(NICENESS)
    _prepare()


def think_over(name: str, data: bytes, seat: int, seconds: float, seed: int) -> Thought:
    """The steady player's hint for a person; runs in the other process."""
    game = discover()[name]
    seconds, rng = min(MAX_THOUGHT_S / MAX_SLOWDOWN, seconds), random.Random(seed)
    return steady.think_over(game, game.load(data, game.version), seat, seconds, rng)


def _prepare() -> None:
    """Loads what a thought needs."""
    discover()
    levels()
