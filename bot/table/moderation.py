"""Moderation: what moderators of a server do to a table, each with a note of who did it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bot.operations.markdown import cleaned
from bot.table import Person, Refused, Table, seating
from bot.table.table import NAMELESS
from bot.table.votes import END
from bot.texts.languages import _


@dataclass(slots=True)
class Keeper:
    """A moderator. Each note holds their user number, so that their data can be erased."""

    user: int
    name: str

    def __post_init__(self) -> None:
        """Cleans the name."""
        self.name = cleaned(self.name) or NAMELESS


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
        await table.note("{by:text} resumes the game.", by=by.name, admin=by.user)


async def end(table: Table, by: Keeper) -> None:
    """Ends a game, or a lobby, unfinished; raises Refused if it has ended."""
    async with table.lock:
        if table.row.status not in ("lobby", "running"):
            raise Refused(_("This game has ended already."))
        await table.save(status="abandoned", votes={**table.votes, END: []})
        await table.note("{by:text} ends the game unfinished.", by=by.name, admin=by.user)


async def offer(table: Table, by: Keeper, seat: int, user: int, name: str) -> None:
    """Offers a seat to a user, who gets it by accepting; raises Refused if they cannot."""
    await seating.offer(table, seat, user, name, moderator=True)
    await table.note(
        "{by:text} offers the seat of {before:text} to somebody else.",
        by=by.name,
        before=table.people[seat].name,
        admin=by.user,
    )


async def replace(table: Table, by: Keeper, seat: int, level: str) -> None:
    """Gives a seat to a computer player of a level; raises Refused if nobody would be left."""
    async with table.lock:
        _must_be_running(table)
        table.must_have_seat(seat)
        before = table.people[seat].name
        computer = Person(before, level=level)
        people = [computer if s == seat else p for s, p in enumerate(table.people)]
        users = [each.user for each in people if each.user is not None]
        if not users:
            raise Refused(_("Nobody would be left at the table; /admin end ends the game."))
        host = table.row.host if table.row.host in users else users[0]
        await table.save(people=people, host=host)
        await table.note(
            "{by:text} has a computer player take the seat of {before:text}.",
            by=by.name,
            before=before,
            admin=by.user,
        )


def _must_be_running(table: Table) -> None:
    if table.row.status != "running":
        raise Refused(_("No game is running here."))
