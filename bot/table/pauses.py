"""Pauses of a running game: nobody moves and no time runs, until a stored moment.

The turns of a paused table are removed and made anew when it goes on, so everybody who is asked has
the whole time for their answer.
"""

from __future__ import annotations

import time
from typing import Final

from bot.table.errors import Refused
from bot.table.table import Table
from bot.texts.languages import _

DAYS, MAX_DAYS = 7, 30
"""How long a pause lasts if nobody says so, and at most."""
DAY_S: Final = 86400


def end_of(days: int) -> int:
    """When a pause of so many days ends that begins now."""
    return int(time.time()) + days * DAY_S


def must_not_be_paused(table: Table) -> None:
    if table.row.paused:
        raise Refused(_("This game is paused already."))


def must_be_paused(table: Table) -> None:
    if not table.row.paused:
        raise Refused(_("This game is not paused."))


async def end_due(table: Table, now: float) -> None:
    """Lets a game go on if its pause is over by now."""
    async with table.lock:
        if table.row.status == "running" and 0 < table.row.paused <= now:
            await table.save(paused=0)
            await table.say("The pause is over; the game goes on.")
