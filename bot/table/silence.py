"""Tables at which nobody answers any more: the game ends unfinished."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.store import CLOCK, COMPUTER, FORCED, TurnRow
from bot.table.table import Table

MAX_MISSED: Final = 3
"""Deadlines in a row that each person may let pass before the game ends."""
MAX_LINES: Final = 1000
"""Lines of the log that are looked at."""


async def end_if_silent(table: Table, turn: TurnRow, now: float) -> bool:
    """Ends a game if each person who plays it has let three deadlines in a row pass, the last one
    now, at this turn; returns whether it has ended. A table of a league plays on: its round needs a
    result. So does one of somebody who said that they are away.
    """
    async with table.lock:
        if table.row.status != "running" or table.question != turn.question:
            return False
        missed = await (_due(table, now) if table.row.late == "wait" else _missed(table, turn.seat))
        people = {
            seat: person.user
            for seat, person in enumerate(table.people)
            if person.user and not person.stand_in
        }
        if not people or any(missed[seat] < MAX_MISSED for seat in people):
            return False
        persons = await table.store.people.of(people.values())
        if any(person.away > now for person in persons.values()):
            return False
        if await table.store.leagues.has_table(table.id):
            return False
        await table.save(status="abandoned")
        await table.say("Nobody has answered for three deadlines in a row: the game ends here.")
        return True


def next_look(turn: TurnRow, now: float) -> float | None:
    """When somebody whom the table waits for has let their last deadline pass; None if that is
    past.
    """
    if turn.due is None:
        return None
    last = turn.since + MAX_MISSED * (turn.due - turn.since)
    return last if last > now else None


async def _missed(table: Table, seat: int) -> Counter[int]:
    """How many deadlines each seat has missed since a person last acted, with the one of this seat
    that has just passed.
    """
    found = Counter({seat: 1})
    for line in reversed(await table.store.moves.of(table.id, MAX_LINES)):
        token = line.token or ""
        if token.startswith((COMPUTER, FORCED)):
            continue
        if line.seat is None or not token.startswith(CLOCK):
            break
        if line.seq >= table.people[line.seat].since:
            found[line.seat] += 1
    return found


async def _due(table: Table, now: float) -> Counter[int]:
    """How many times the span of its deadline each seat has waited, where the table waits for
    answers.
    """
    turns = await table.store.turns.of(table.id)
    return Counter(
        {
            seat: int((now - turn.since) // (turn.due - turn.since))
            for seat, turn in turns.items()
            if turn.due is not None and turn.since < turn.due and seat in table.waiting_people()
        }
    )
