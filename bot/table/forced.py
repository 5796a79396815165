"""Answers that are no choice, which the bot gives for those who want that.

Some questions are asked although there is only one answer, because not asking would tell the others
a secret. When the bot answers must not tell it either: so it waits as long as the person themselves
has waited before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import SystemRandom

from bot.store import CLOCK, FORCED, MoveRow
from bot.table.table import Table

LINES = 500
"""Lines of the log that are looked at for how long a person takes."""
ENOUGH = 5
"""Earlier answers from which one is drawn; with fewer, the wait is drawn from a span."""
SHORTEST_S, LONGEST_S = 30.0, 1200.0
SCATTER = 1.4
"""A wait is at most so many times as long, or short, as the one it is drawn from: nobody can tell
it by its length.
"""
chance = SystemRandom()


def only_answer(table: Table, seat: int) -> str | None:
    """The answer of a seat that is asked and has no other; None where it has several."""
    moves = table.game.legal(table.state, seat)
    return moves[0] if len(moves) == 1 and seat in table.state.asked else None


async def wait_s(table: Table, seat: int, most: float = math.inf) -> float:
    """Seconds after which the only answer of a seat is given, less than `most`."""
    waits = waits_of(await table.store.moves.of(table.id, LINES), seat)
    waits = [wait for wait in waits if wait * SCATTER < most]
    low, high = math.log(SHORTEST_S), math.log(LONGEST_S)
    if len(waits) >= ENOUGH:
        middle, scatter = math.log(chance.choice(waits)), math.log(SCATTER)
        low, high = middle - scatter, middle + scatter
    return min(math.exp(chance.uniform(low, high)), most * chance.uniform(0.5, 1))


def waits_of(lines: Sequence[MoveRow], seat: int) -> list[float]:
    """How long a person took for those earlier answers that came about as the next one will: in the
    middle of their own turn, or when others had moved.
    """
    found: dict[bool, list[float]] = {True: [], False: []}
    asked_by, since, question = None, 0.0, -1
    for line in lines:
        own = line.seat == seat and line.kind in ("move", "end") and not line.unnoticed
        given = (line.token or "").startswith((CLOCK, FORCED))
        if own and not given and since:
            found[asked_by == seat].append(max(line.made - since, 0.1))
        if line.question != question:
            asked_by, since, question = line.seat, line.made, line.question
    return found[asked_by == seat]
