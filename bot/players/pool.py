"""Where computer players think: one other process, so that the event loop never waits for a
thought.
"""

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
from bot.players.clock import LONGEST, SLOWEST
from bot.players.levels import levels, patience, steady
from bot.players.levels.steady import Thought
from games import discover
from games.kernel import Game

BEHIND = 19
"""By how much the process behind the thoughts stands behind all others."""
LOOK_S = 0.1
"""Seconds between two looks whether a thought waits."""
HINT_PATIENCE = 4.0
"""How many times as long as for its own move the steady player thinks for somebody else."""
MAX_YIELD_S = 8.0
"""How long a hint waits until no computer player is asked, at most."""


class Thinkers:
    """One process for the thoughts of all tables, started with the first of them; and one that
    stands behind it, for what nobody waits for.
    """

    def __init__(self, seconds: float) -> None:
        """Takes how long a thought of the steady player lasts."""
        self.seconds = seconds
        self._workers = WorkerPool(_prepare)
        self._behind = WorkerPool(_prepare_behind)
        self.waiting = 0
        """Thoughts that were asked for and are not there yet."""

    async def choose(self, game: Game[Any], g: Any, seat: int, level: str) -> str:
        """The move of a computer player; the game's default where the process died twice."""
        self.waiting += 1
        try:
            return await self._thought(game, g, seat, level)
        finally:
            self.waiting -= 1

    async def _thought(self, game: Game[Any], g: Any, seat: int, level: str) -> str:
        state, seed, asked = game.dump(g), secrets.randbits(64), time.monotonic()
        work = (game.name, state, seat, level, self.seconds, seed, asked)
        try:
            return await self._workers.run(think, *work)
        except BrokenProcessPool:
            return game.default(g, seat)

    async def advise(self, game: Game[Any], g: Any, seat: int) -> Thought:
        """What the steady player would do on the seat of a person, with some more time to think.
        Computer players who are asked come first, unless there is always one.
        """
        waited_s = 0.0
        while self.waiting and waited_s < MAX_YIELD_S:
            await asyncio.sleep(LOOK_S)
            waited_s += LOOK_S
        state, seed = game.dump(g), secrets.randbits(64)
        work = (game.name, state, seat, self.seconds * HINT_PATIENCE, seed)
        try:
            return await self._workers.run(think_over, *work)
        except BrokenProcessPool:
            return Thought(game.default(g, seat))

    def warm(self) -> None:
        """Starts the process, so that the first thought does not wait for it."""
        self._workers.start()

    async def run_behind(self, work: Callable[..., Any], *args: Any) -> Any:
        """What some work returns that is not begun while a thought waits; BrokenProcessPool where
        two processes died of it.
        """
        while self.waiting:
            await asyncio.sleep(LOOK_S)
        return await self._behind.run(work, *args)

    async def rest(self) -> None:
        """Ends the process behind the thoughts; more work starts it again."""
        await asyncio.to_thread(self._behind.close)

    def close(self) -> None:
        """Ends the processes."""
        self._behind.close()
        self._workers.close()


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


def _prepare_behind() -> None:
    """Loads what a thought needs, in a process that stands behind all others."""
    with suppress(AttributeError, OSError):  # where there is no such thing
        os.nice(BEHIND)
    _prepare()


def think_over(name: str, data: bytes, seat: int, seconds: float, seed: int) -> Thought:
    """The thought of the steady player for a person; runs in the other process."""
    game = discover()[name]
    seconds, rng = min(LONGEST / SLOWEST, seconds), random.Random(seed)
    return steady.think_over(game, game.load(data, game.version), seat, seconds, rng)


def _prepare() -> None:
    """Loads what a thought needs."""
    discover()
    levels()
