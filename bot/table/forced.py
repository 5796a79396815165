"""Forced answers: where only one move is legal, the bot makes it for those who want that.

Such a question is asked because skipping it would reveal a secret to the others. The time of the
answer must not reveal it either, so the bot takes as long as the person has taken before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import SystemRandom

from bot.store import CLOCK, FORCED, MoveRow
from bot.table.table import Table

MAX_LINES = 500
"""Lines of the log from which earlier waits are read."""
MIN_WAITS = 5
"""With so many earlier waits, one of them is drawn."""
MIN_WAIT_S, MAX_WAIT_S = 30.0, 1200.0
"""With fewer, the wait is drawn between these."""
MAX_FACTOR = 1.4
"""A wait is at most this factor longer or shorter than the one it is drawn from, so that no length
comes again.
"""
chance = SystemRandom()


def only_answer(table: Table, seat: int) -> str | None:
    """The only legal move of a seat that is asked; None if there are several."""
    moves = table.game.legal(table.state, seat)
    return moves[0] if len(moves) == 1 and seat in table.state.asked else None


async def wait_s(table: Table, seat: int, max_s: float = math.inf) -> float:
    """Seconds to wait before the bot gives the only answer of a seat, less than `max_s`."""
    return draw_wait_s(
        earlier_waits_s(await table.store.moves.of(table.id, MAX_LINES), seat), max_s
    )


def draw_wait_s(waits: Sequence[float], max_s: float = math.inf) -> float:
    """A wait like these earlier ones, less than `max_s` seconds."""
    waits = [wait for wait in waits if wait * MAX_FACTOR < max_s]
    low, high = math.log(MIN_WAIT_S), math.log(MAX_WAIT_S)
    if len(waits) >= MIN_WAITS:
        middle, spread = math.log(chance.choice(waits)), math.log(MAX_FACTOR)
        low, high = middle - spread, middle + spread
    return min(math.exp(chance.uniform(low, high)), max_s * chance.uniform(0.5, 1))


def earlier_waits_s(lines: Sequence[MoveRow], seat: int) -> list[float]:
    """How long a person took for earlier answers of the same sort as the next one: after a move of
    their own, or after a move of somebody else.
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
