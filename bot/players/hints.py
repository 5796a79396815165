"""Hints: what a computer player would do on the seat of a person who asks for that."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict

from bot.players.levels.steady import Thought
from bot.players.pool import Thinkers
from bot.table import Table

KEPT = 256
"""Hints that are kept in memory; others are thought of anew."""


class Hints:
    """The hints of all tables: one thought for each question of a seat, however often somebody asks
    for it.
    """

    def __init__(self, thinkers: Thinkers) -> None:
        """Takes where the thoughts are thought."""
        self._thinkers = thinkers
        self._thoughts: OrderedDict[tuple[int, int, int], asyncio.Task[Thought]] = OrderedDict()

    async def of(self, table: Table, seat: int) -> Thought:
        """What a computer player would answer to the question that a seat is asked. It is thought
        about on a guess that nothing hidden from the seat has a part in.
        """
        key = table.id, seat, table.question
        task = self._thoughts.get(key)
        if task is None or (task.done() and not _holds(task, table, seat)):
            game = table.game
            known = game.hide_unknown(table.state, seat)
            g = game.guess(known, seat, random.Random(table.question))
            task = asyncio.create_task(
                self._thinkers.advise(game, g, seat), name=f"a hint at table {table.id}"
            )
            self._thoughts[key] = task
            while len(self._thoughts) > KEPT:
                self._thoughts.popitem(last=False)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Ends the thoughts that nobody will read any more."""
        thoughts = [*self._thoughts.values()]
        for task in thoughts:
            task.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)


def _holds(task: asyncio.Task[Thought], table: Table, seat: int) -> bool:
    """Whether a thought has ended well, with a move that is open still."""
    if task.cancelled() or task.exception() is not None:
        return False
    return task.result().move in table.game.legal(table.state, seat)
