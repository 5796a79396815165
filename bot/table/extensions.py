"""Extensions: a table gives those who are asked more time for this answer, once."""

from __future__ import annotations

import time
from typing import Final

from bot.table.deadlines import put_off, reminder_at
from bot.table.errors import Refused
from bot.table.pace import DAY_S, stored_pace
from bot.table.table import Table
from bot.texts.languages import _

MAX_DAYS: Final = 7


async def must_be_extendable(table: Table) -> None:
    """Raises Refused if nobody has a deadline now, or the table has extended it already."""
    turns = [each for each in (await table.store.turns.of(table.id)).values() if each.due]
    if not turns:
        raise Refused(_("Nobody has a deadline here now."))
    if any(turn.why == "agreed" for turn in turns):
        raise Refused(_("The table has given more time for this answer already."))


async def extend(table: Table, days: int) -> None:
    """Moves the deadlines of those who are asked by so many days, from now on if they are over."""
    pace, now = stored_pace(table.row.pace), time.time()
    turns = [each for each in (await table.store.turns.of(table.id)).values() if each.due]
    persons = await table.store.people.of([turn.user for turn in turns])
    for turn in turns:
        person = persons[turn.user]
        turn.due = put_off(max(turn.due or now, now) + days * DAY_S, person, pace)
        turn.why, turn.stage = "agreed", 0
        turn.next = reminder_at(turn, turn.stage, person)
        while turn.next is not None and turn.next <= now:
            turn.stage += 1
            turn.next = reminder_at(turn, turn.stage, person)
    await table.store.turns.save(turns)
