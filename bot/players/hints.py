"""Hints: what a computer player would do in the seat of a person who asks for a hint."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict

from bot.players.levels.steady import Thought
from bot.players.pool import Thinkers
from bot.table import Table

MAX_KEPT = 256
"""How many hints are kept in memory."""


class Hints:
    """The hints of all tables: one thought for each question of a seat, however often they ask."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._thoughts: OrderedDict[tuple[int, int, int], asyncio.Task[Thought]] = OrderedDict()

    async def of(self, table: Table, seat: int) -> Thought:
        """What a computer player would answer to a seat's question. It thinks on a guess from
        `hide_unknown`, so nothing hidden from the seat has a part in it.
        """
        key = table.id, seat, table.question
        task = self._thoughts.get(key)
        if task is None or (task.done() and not _is_usable(task, table, seat)):
            game = table.game
            known = game.hide_unknown(table.state, seat)
            g = game.guess(known, seat, random.Random(table.question))
            task = asyncio.create_task(
                self._thinkers.advise(game, g, seat), name=f"a hint at table {table.id}"
            )
            self._thoughts[key] = task
            while len(self._thoughts) > MAX_KEPT:
                self._thoughts.popitem(last=False)
        return await asyncio.shield(task)

    async def close(self) -> None:
        thoughts = [*self._thoughts.values()]
        for task in thoughts:
            task.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)


def _is_usable(task: asyncio.Task[Thought], table: Table, seat: int) -> bool:
    """Whether a thought has ended without an error, with a move that is still legal."""
    if task.cancelled() or task.exception() is not None:
        return False
    return task.result().move in table.game.legal(table.state, seat)
