"""Tables whose channel is gone: it was deleted, or the bot cannot see it or was removed from its
server. Discord's refusal of the board says so; a board that is shown again ends it.
"""

from __future__ import annotations

from typing import Final

from bot.store import WaitKind
from bot.table.table import Table

DAY_S: Final = 86400.0
ASK_AFTER_S, END_AFTER_S = 3 * DAY_S, 7 * DAY_S
"""After how long its people are asked whether to go on, and after how long without an answer the
game ends.
"""
KINDS: Final[tuple[WaitKind, ...]] = ("gone", "asked", "stays")
"""The waits of such a table, one after another."""


async def ask(table: Table, now: float) -> None:
    """Has the people of a table asked whether to go on without its channel. A lobby is closed. A
    table of a league goes on: its round needs a result.
    """
    async with table.lock:
        if table.row.status == "lobby":
            await table.save(status="abandoned")
            return
        in_league = await table.store.leagues.has_table(table.id)
        await table.store.waits.turn_into(table.id, "gone", "stays" if in_league else "asked", now)
        table.on_change(table)


async def go_on(table: Table, user: int, now: float) -> None:
    """Has the game of a player go on without its channel; does nothing if it goes on anyway."""
    table.own_seat(user)
    async with table.lock:
        table.must_be_running()
        if await table.store.waits.turn_into(table.id, "asked", "stays", now):
            table.on_change(table)


async def end_due(table: Table, now: float) -> None:
    """Ends a game if nobody has wanted to go on by now."""
    async with table.lock:
        asked = (await table.store.waits.of(table.id)).get("asked")
        if table.row.status == "running" and asked is not None and asked + END_AFTER_S <= now:
            await table.save(status="abandoned")
            await table.say("The channel is gone and nobody wanted to go on: the game ends here.")
