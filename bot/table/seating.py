"""Who sits where: players leave, let a computer player stand in, return, and replace others."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from bot.operations.markdown import escaped
from bot.store import OfferRow
from bot.table.errors import Refused
from bot.table.table import STAND_IN, Person, Table
from bot.texts.languages import _

OFFER_DAYS: Final = 3
OFFER_S: Final = OFFER_DAYS * 86400.0
"""After this time an offer of a seat ends."""


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
            "A computer player plays for {name:text} until they return.",
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
            "Time is up for {name:text}: a computer player takes over until they return.",
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
        await _replace(table, seat, user, name)


async def offer(table: Table, seat: int, user: int, name: str, *, moderator: bool = False) -> None:
    """Offers a seat to a user, in place of an earlier offer of it; the player stays until the user
    accepts. Raises Refused if the user sits at the table.

    An offer that stands already goes on as it is, so nobody is mentioned for it again.
    """
    async with table.lock:
        table.must_run()
        table.must_have_seat(seat)
        if table.seat_of(user) is not None:
            raise Refused(_("{name:text} sits at this table already.", name=escaped(name)))
        before = (await table.store.offers.of(table.id)).get(seat)
        row = OfferRow(table.id, seat, user, int(moderator), time.time())
        if before is None or (before.user, before.moderator) != (user, row.moderator):
            await table.store.offers.save(row)
            table.changed(table)


async def accept(table: Table, seat: int, user: int, name: str) -> None:
    """Seats a user whom a seat was offered; raises Refused if it is not offered to them."""
    async with table.lock:
        table.must_run()
        if (await _must_be_offered(table, seat)).user != user:
            raise Refused(_("This seat was offered to somebody else."))
        _must_not_sit(table, user)
        await _replace(table, seat, user, name)


async def end_offer(table: Table, seat: int, user: int, *, moderator: bool) -> None:
    """Ends an offer for the player of the seat, for the user whom it was offered, or for a
    moderator; raises Refused for anybody else.
    """
    async with table.lock:
        offered = await _must_be_offered(table, seat)
        if not moderator and user not in (offered.user, table.people[seat].user):
            raise Refused(_("Only the two people in this offer can end it."))
        await table.store.offers.remove(table.id, seat)
        table.changed(table)


async def _must_be_offered(table: Table, seat: int) -> OfferRow:
    offered = (await table.store.offers.of(table.id)).get(seat)
    if offered is None:
        raise Refused(_("This offer has ended. /game give makes a new one."))
    return offered


async def _replace(table: Table, seat: int, user: int, name: str) -> None:
    before, person = table.people[seat].name, Person(name, user=user)
    await _seat(table, seat, person)
    await table.note(
        "{name:text} takes the seat of {before:text}.", name=person.name, before=before
    )


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
