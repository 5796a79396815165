"""Who sits where: players leave, let a computer player stand in, return, and replace others."""

from __future__ import annotations

from dataclasses import replace

from bot.table.errors import Refused
from bot.table.table import STAND_IN, Person, Table
from bot.texts.languages import _


async def leave(table: Table, user: int) -> None:
    """Takes a player from the table. In a running game a computer player plays on for the seat, and
    anybody may take it.

    A table that its last player leaves is abandoned.
    """
    async with table.lock:
        seat = table.own_seat(user)
        if table.row.status == "lobby":
            await _without(table, seat, [p for s, p in enumerate(table.people) if s != seat])
            return
        if table.row.status != "running":
            raise Refused(_("This game has ended; there is nothing to leave."))
        await _vacate(table, seat)
        await table.note(
            "{name:text} leaves; a computer player holds the seat until somebody takes it.",
            name=table.people[seat].name,
        )


async def put_out(table: Table, seat: int) -> None:
    """Replaces a silent player by a computer player, as the table voted; the caller holds the
    lock.
    """
    await _vacate(table, seat)
    await table.note(
        "The table goes on without {name:text}; a computer player holds the seat until"
        " somebody takes it.",
        name=table.people[seat].name,
    )


async def hand_over(table: Table, user: int, level: str = STAND_IN) -> None:
    """Lets a computer player play for a player until they take their seat back."""
    async with table.lock:
        table.must_run()
        seat = table.own_seat(user)
        if table.people[seat].stand_in:
            raise Refused(_("A computer player holds your seat already."))
        await _seat(table, seat, replace(table.people[seat], stand_in=level))
        await table.note(
            "A computer player plays for {name:text} until he returns.",
            name=table.people[seat].name,
        )


async def stand_in_for(table: Table, seat: int) -> None:
    """Lets a computer player play for a late player until they return."""
    async with table.lock:
        person = table.people[seat]
        if table.row.status != "running" or person.computer:
            return
        await _seat(table, seat, replace(person, stand_in=STAND_IN))
        await table.note(
            "Time is up for {name:text}: a computer player plays on until he returns.",
            name=person.name,
        )


async def reclaim(table: Table, user: int) -> bool:
    """Gives a player their seat back; returns whether a computer player was playing for them."""
    async with table.lock:
        seat = table.own_seat(user)
        if not table.people[seat].stand_in or table.row.status != "running":
            return False
        await _seat(table, seat, replace(table.people[seat], stand_in=""))
        await table.note("{name:text} is back.", name=table.people[seat].name)
        return True


async def take(table: Table, user: int, name: str, seat: int) -> None:
    """Seats a new player on a seat that somebody left; raises Refused if it is not free."""
    async with table.lock:
        table.must_run()
        _must_not_sit(table, user)
        if not 0 <= seat < len(table.people) or not table.people[seat].vacant:
            raise Refused(_("That seat is not free."))
        before = table.people[seat].name
        await _seat(table, seat, Person(name, user=user))
        await table.note("{name:text} takes the seat of {before:text}.", name=name, before=before)


async def succeed(table: Table, giver: int, user: int, name: str) -> None:
    """Seats a new player in place of one who gave them the seat; raises Refused if the giver does
    not sit there any more.
    """
    async with table.lock:
        table.must_run()
        _must_not_sit(table, user)
        seat = table.seat_of(giver)
        if seat is None:
            raise Refused(_("Whoever offered this seat has left it meanwhile."))
        before = table.people[seat].name
        await _seat(table, seat, Person(name, user=user))
        await table.note("{name:text} takes the seat of {before:text}.", name=name, before=before)


def _must_not_sit(table: Table, user: int) -> None:
    if table.seat_of(user) is not None:
        raise Refused(_("You sit at this table already."))


async def _vacate(table: Table, seat: int) -> None:
    person = Person(table.people[seat].name, level=STAND_IN, vacant=True)
    people = [person if s == seat else p for s, p in enumerate(table.people)]
    await _without(table, seat, people)


async def _without(table: Table, seat: int, people: list[Person]) -> None:
    """Stores who is left: the next player becomes host; a table without players is abandoned."""
    users = [person.user for person in people if person.user]
    if not users:
        await table.save(people=people, status="abandoned")
        return
    host = table.row.host if table.row.host in users else users[0]
    await table.save(people=people, host=host)


async def _seat(table: Table, seat: int, person: Person) -> None:
    """Stores who sits on a seat; if the host is replaced, the new player becomes host."""
    users = {table.people[seat].user: person.user or table.row.host}
    people = [person if s == seat else p for s, p in enumerate(table.people)]
    await table.save(people=people, host=users.get(table.row.host, table.row.host))
