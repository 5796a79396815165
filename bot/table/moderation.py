"""Moderation: what moderators of a server do to a table, each with a note of who did it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bot.table import Person, Refused, Table
from bot.texts.languages import _


@dataclass(slots=True)
class Keeper:
    """A moderator. Each note holds their user number, so that their data can be erased."""

    user: int
    name: str


async def pause(table: Table, by: Keeper) -> None:
    """Stops a running game: nobody moves, and no time runs; raises Refused if it does not run."""
    async with table.lock:
        _must_be_running(table)
        if table.row.paused:
            raise Refused(_("This game is paused already."))
        await table.save(paused=int(time.time()))
        await table.note("{by:text} pauses the game.", by=by.name, admin=by.user)


async def resume(table: Table, by: Keeper) -> None:
    """Lets a paused game go on; raises Refused if it is not paused."""
    async with table.lock:
        _must_be_running(table)
        if not table.row.paused:
            raise Refused(_("This game is not paused."))
        await table.save(paused=0)
        await table.note("{by:text} lets the game go on.", by=by.name, admin=by.user)


async def end(table: Table, by: Keeper) -> None:
    """Ends a game, or a lobby, unfinished; raises Refused if it has ended."""
    async with table.lock:
        if table.row.status not in ("lobby", "running"):
            raise Refused(_("This game has ended already."))
        await table.save(status="abandoned")
        await table.note("{by:text} ends the game unfinished.", by=by.name, admin=by.user)


async def replace(table: Table, by: Keeper, seat: int, person: Person) -> None:
    """Gives a seat to another player or to a computer player; raises Refused if it cannot."""
    async with table.lock:
        _must_be_running(table)
        if not 0 <= seat < len(table.people):
            raise Refused(_("This table has no such seat."))
        if person.user is not None and table.seat_of(person.user) is not None:
            raise Refused(_("{name:text} sits at this table already.", name=person.name))
        before = table.people[seat].name
        people = [person if s == seat else p for s, p in enumerate(table.people)]
        users = [each.user for each in people if each.user is not None]
        if not users:
            raise Refused(_("Nobody would be left at the table; /admin end ends the game."))
        host = table.row.host if table.row.host in users else users[0]
        await table.save(people=people, host=host)
        if person.user is None:
            await table.note(
                "{by:text} has a computer player take the seat of {before:text}.",
                by=by.name,
                before=before,
                admin=by.user,
            )
        else:
            await table.note(
                "{by:text} gives the seat of {before:text} to {name:text}.",
                by=by.name,
                before=before,
                name=person.name,
                admin=by.user,
            )


def _must_be_running(table: Table) -> None:
    if table.row.status != "running":
        raise Refused(_("No game runs here."))
