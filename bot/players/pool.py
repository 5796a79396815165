"""The processes in which computer players think, so that no thought blocks the event loop."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
from collections.abc import AsyncGenerator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from typing import Any

from bot.operations.workers import WorkerPool
from bot.players.explaining import explain
from bot.players.levels import levels, steady, time_factor
from bot.players.levels.steady import Thought
from bot.players.reasons import Reason
from bot.players.thought_timer import MAX_SLOWDOWN, MAX_THOUGHT_S
from bot.players.turns import Turns
from games import discover, opened
from games.kernel import Game

NICENESS = 19
"""The niceness of the process for low-priority work."""
POLL_S = 0.1
"""How often waiting work checks whether a thought is still running."""
HINT_TIME_FACTOR = 4.0
"""A hint takes this many times as long as a move of the steady player."""
HINT_PAIRS = 8
"""How often both moves are played out for the reason of a hint."""
MAX_YIELD_S = 8.0
"""How long a hint waits for thoughts of computer players."""
MAX_WORK_S = MAX_THOUGHT_S / MAX_SLOWDOWN
"""The processor time of the longest thought, which all tables share that wait."""
SHORTEST_S, SPREAD, THINKING_SHARE = 0.25, 0.2, 0.9
"""An answer that may tell a secret comes after the longest time that a thought of its level takes,
or after this one, more or less by this share. The thought may take most of that time.
"""
LOOK = 0
"""Stands for a review among the tables."""
chance = random.SystemRandom()


class Thinkers:
    """One process for the thoughts of all tables, and one of low priority for work that nobody
    waits for. Each starts with its first work.
    """

    def __init__(self, seconds: float) -> None:
        """`seconds` is how long the steady player thinks about a move."""
        self.seconds = seconds
        self._workers = WorkerPool(_prepare)
        self._low_priority = WorkerPool(_prepare_low_priority)
        self._turns, self._low_turns = Turns(MAX_WORK_S), Turns(MAX_WORK_S)
        self.waiting = 0
        """How many thoughts for which people wait are waiting or running."""
        self.unattended = 0
        """How many others are."""

    async def choose(
        self,
        game: Game[Any],
        g: Any,
        seat: int,
        level: str,
        table: int = 1,
        attended: bool = True,
    ) -> str:
        """The move of a computer player; the game's default where the process died twice. Thoughts
        of tables that are not `attended` by any person come after all others.

        Where the answer's time could tell others a secret, it comes at a moment that was drawn
        before the thought, however many moves there are.
        """
        wanted_s = min(MAX_WORK_S, self.seconds * time_factor(level))
        clock = asyncio.get_running_loop()
        moment = 0.0
        async with self._turn(table, wanted_s, attended) as (workers, seconds):
            if game.hides_choice(g, seat):
                moment_s = draw_moment_s(seconds)
                moment = clock.time() + moment_s
                seconds = min(seconds, THINKING_SHARE * moment_s / MAX_SLOWDOWN)
            work = (game.name, game.dump(g), seat, level, seconds, secrets.randbits(64))
            try:
                move = await workers.run(think, *work)
            except BrokenProcessPool:
                move = game.default(g, seat)
        await asyncio.sleep(max(0.0, moment - clock.time()))
        return move

    @asynccontextmanager
    async def _turn(
        self, table: int, wanted_s: float, attended: bool
    ) -> AsyncGenerator[tuple[WorkerPool, float]]:
        """Waits for a table's turn; yields where it thinks, and for how long."""
        if attended:
            self.waiting += 1
            try:
                async with self._turns.turn(table, wanted_s) as seconds:
                    yield self._workers, seconds
            finally:
                self.waiting -= 1
            return
        self.unattended += 1
        try:
            async with self._low_turn(table, wanted_s) as seconds:
                yield self._low_priority, seconds
        finally:
            self.unattended -= 1

    @asynccontextmanager
    async def _low_turn(self, table: int, wanted_s: float) -> AsyncGenerator[float]:
        """Waits for a turn in the process of low priority, and until no person waits for a
        thought.
        """
        async with self._low_turns.turn(table, wanted_s) as seconds:
            while self.waiting:
                await asyncio.sleep(POLL_S)
            yield seconds

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

    async def explain(
        self, game: Game[Any], g: Any, seat: int, better: str, other: str
    ) -> Reason | None:
        """Why one move is better than another one; None if that cannot be found out."""
        try:
            return await self._workers.run(think_why, game.name, game.dump(g), seat, better, other)
        except BrokenProcessPool:
            return None

    def warm(self) -> None:
        """Starts the process for thoughts, so that the first one does not wait for it."""
        self._workers.start()

    async def run_low_priority(self, work: Callable[..., Any], *args: Any) -> Any:
        """Runs work when no person waits for a thought, and returns its result; raises
        BrokenProcessPool where two processes died of it.
        """
        async with self._low_turn(LOOK, MAX_WORK_S):
            return await self._low_priority.run(work, *args)

    async def stop_low_priority(self) -> None:
        """Ends the process for low-priority work if it has none; more work starts it again."""
        if not self.unattended:
            await asyncio.to_thread(self._low_priority.close)

    def close(self) -> None:
        self._low_priority.close()
        self._workers.close()


def draw_moment_s(seconds: float) -> float:
    """After how many seconds an answer comes whose thought may take `seconds` of processor time."""
    return max(seconds * MAX_SLOWDOWN, SHORTEST_S) * chance.uniform(1 - SPREAD, 1 + SPREAD)


def think(name: str, data: bytes, seat: int, level: str, seconds: float, seed: int) -> str:
    """The move of a computer player: what its seat has set in advance, else the one that it finds.
    Runs in the other process.
    """
    game, g = opened(name, data)
    if given := game.answer_in_advance(g, seat):
        return given
    choose, _ = levels()[level]
    return choose(game, g, seat, seconds, random.Random(seed))


def _prepare_low_priority() -> None:
    with suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(NICENESS)
    _prepare()


def think_over(name: str, data: bytes, seat: int, seconds: float, seed: int) -> Thought:
    """The steady player's hint for a person; runs in the other process."""
    game, g = opened(name, data)
    seconds, rng = min(MAX_WORK_S, seconds), random.Random(seed)
    thought = steady.think_over(game, g, seat, seconds, rng)
    if thought.points is None:
        return thought
    reason = explain(game, g, seat, thought.move, thought.other, rng, HINT_PAIRS)
    return thought._replace(reason=reason)


def think_why(name: str, data: bytes, seat: int, better: str, other: str) -> Reason:
    """Why one move is better than another one; the same each time. Runs in the other process."""
    game, g = opened(name, data)
    return explain(game, g, seat, better, other, random.Random(f"{better}:{other}"))


def _prepare() -> None:
    discover()
    levels()
