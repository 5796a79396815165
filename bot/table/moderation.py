"""Moderation: what moderators do to a table at which they do not play. A line of news says who did
it.
"""

from __future__ import annotations

from bot.table import pauses, seating
from bot.table.errors import Refused
from bot.table.names import Named
from bot.table.table import Person, Table
from bot.table.votes import END
from bot.texts.languages import _


async def may_moderate(table: Table, user: int) -> bool:
    """Whether a moderator of the server has their rights at a table: not if they play there, or
    have left a seat of the running game.
    """
    return table.seat_of(user) is None and not await table.store.results.has_left(table.id, user)


async def pause(table: Table, by: Named, days: int = pauses.DAYS) -> None:
    """Pauses a running game: nobody can move, and no time runs; raises Refused if none runs."""
    async with table.lock:
        await _must_not_play(table, by, "pause")
        _must_be_running(table)
        pauses.must_not_be_paused(table)
        await table.save(paused=pauses.end_of(days))
        await table.say("{by:text} pauses the game.", by=by)


async def resume(table: Table, by: Named) -> None:
    """Resumes a paused game; raises Refused if it is not paused."""
    async with table.lock:
        await _must_not_play(table, by, "resume")
        _must_be_running(table)
        pauses.must_be_paused(table)
        await table.save(paused=0)
        await table.say("{by:text} resumes the game.", by=by)


async def end(table: Table, by: Named) -> None:
    """Ends a game, or a lobby, unfinished; raises Refused if it has ended."""
    async with table.lock:
        await must_be_able_to_end(table, by)
        await table.save(status="abandoned", votes={**table.votes, END: []})
        await table.say("{by:text} ends the game unfinished.", by=by)


async def must_be_able_to_end(table: Table, by: Named) -> None:
    """Raises Refused if a moderator cannot end a table: it has ended, or they play there."""
    if table.row.status not in ("lobby", "running"):
        raise Refused(_("This game has ended already."))
    await _must_not_play(table, by, "abandon")


async def offer(table: Table, by: Named, seat: int, user: int, name: str) -> None:
    """Offers a seat to a user, who can accept it; raises Refused if they sit here already."""
    await _must_not_play(table, by, "without")
    if user == by.user:
        raise Refused(_("You cannot offer a seat to yourself; another moderator can offer it."))
    await seating.offer(table, by.user, seat, user, name, moderator=True)
    await table.say(
        "{by:text} offers the seat of {before:text} to somebody else.",
        by=by,
        before=await table.named(seat),
    )


async def replace(table: Table, by: Named, seat: int, level: str) -> None:
    """Gives a seat to a computer player until the person returns who sat there; raises Refused if
    no person would be left.
    """
    async with table.lock:
        await _must_not_play(table, by, "without")
        _must_be_running(table)
        table.must_have_seat(seat)
        before = await table.named(seat)
        gone = table.people[seat]
        computer = Person(gone.name, level=level, since=gone.since)
        people = [computer if s == seat else p for s, p in enumerate(table.people)]
        if not any(each.user for each in people):
            raise Refused(_("Nobody would be left at the table; /admin end ends the game."))
        await table.save(people=people)
        await table.say(
            "{by:text} has a computer player take the seat of {before:text}, who may take it back.",
            by=by,
            before=before,
        )


def _must_be_running(table: Table) -> None:
    if table.row.status != "running":
        raise Refused(_("No game is running here."))


async def _must_not_play(table: Table, by: Named, instead: str) -> None:
    """Raises Refused for a moderator who has a seat at the table, or had one; `instead` is the
    command of /game with which players ask the others.
    """
    if table.seat_of(by.user) is not None:
        raise Refused(
            _(
                "You play at this table, so you cannot moderate it; /game {command} asks the"
                " others.",
                command=instead,
            )
        )
    if not await may_moderate(table, by.user):
        raise Refused(
            _("You have played at this table, so only another moderator can moderate it.")
        )
