"""Answers that the bot gives for a person: what they have set in advance, or their only answer.

The kernel gives no answer whose moment may tell others something. There the bot waits for a time
that is drawn alike for all such answers, so that it tells neither which kind it is nor anything
about the person. Quiet hours play no part: a wait for the morning would tell when somebody sleeps.
"""

from __future__ import annotations

import math
from random import SystemRandom

from bot.store import FORCED
from bot.table.table import Table

MIN_WAIT_S, MAX_WAIT_S = 120.0, 1200.0
"""An answer comes after a time between these."""
MAX_LINES = 50
"""So many of the last lines of the log are looked through for an answer that was taken back."""
chance = SystemRandom()


async def answer(table: Table, seat: int) -> str:
    """The answer that the bot gives for a seat; "" if the person answers, also where they have
    taken an answer back.
    """
    user = table.people[seat].user
    if user is None or seat not in table.state.asked:
        return ""
    found = table.game.answer_in_advance(table.state, seat)
    if not found and (await table.store.people.cached(user)).forced:
        moves = table.game.legal(table.state, seat)
        found = moves[0] if len(moves) == 1 else ""
    return "" if found and await _has_taken_back(table, seat) else found


async def _has_taken_back(table: Table, seat: int) -> bool:
    """Whether a person has taken back an answer to the question that is asked now."""
    taken_back = ("undo", seat, table.question)
    lines = await table.store.moves.of(table.id, MAX_LINES)
    return any((each.kind, each.seat, each.question) == taken_back for each in lines)


def token(table: Table, seat: int) -> str:
    """Marks the line of the answer that the bot gives for a seat: one for each question."""
    return f"{FORCED}{table.question}:{seat}"


def is_given_at_once(table: Table, seat: int) -> bool:
    """Whether the moment of an answer tells nobody anything: its question is open, as where one is
    set in advance while it is asked, or all others are computer players.
    """
    others = (person for n, person in enumerate(table.people) if n != seat)
    return not table.game.hides_answer(table.state) or all(each.user is None for each in others)


def draw_wait_s(table: Table, seat: int, max_s: float = math.inf) -> float:
    """Seconds from the question to the answer that the bot gives for a seat, less than `max_s`."""
    if is_given_at_once(table, seat):
        return 0.0
    most = min(MAX_WAIT_S, max_s)
    return chance.uniform(min(MIN_WAIT_S, most / 2), most)
