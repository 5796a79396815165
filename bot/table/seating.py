"""Seats of a running game: players leave, let a computer player stand in, return, or hand a seat
to somebody else.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from bot.operations.markdown import escape_markdown
from bot.store import OfferRow
from bot.table import invitations, peace
from bot.table.errors import Refused
from bot.table.table import STAND_IN_LEVEL, Person, Table
from bot.texts.languages import _

OFFER_DAYS: Final = 3
OFFER_S: Final = OFFER_DAYS * 86400.0
"""After this time an offer of a seat ends."""


async def leave(table: Table, user: int) -> None:
    """Removes a player. In a running game a computer player plays on, and anybody may take the
    seat. When the last person leaves, the table is abandoned.
    """
    async with table.lock:
        seat = table.own_seat(user)
        if table.row.status == "lobby":
            await save_remaining(table, [p for s, p in enumerate(table.people) if s != seat])
            return
        if table.row.status != "running":
            raise Refused(_("This game has ended; there is nothing to leave."))
        who = await table.named(seat)
        await _vacate(table, seat)
        await table.say(
            "{name:text} leaves; a computer player holds the seat until somebody takes it.",
            name=who,
        )


async def replace_silent(table: Table, seat: int) -> None:
    """Replaces a player who does not answer by a computer player, after a vote; the caller holds
    the lock.
    """
    who = await table.named(seat)
    await _vacate(table, seat)
    await table.say(
        "The table goes on without {name:text}; a computer player holds the seat until"
        " somebody takes it.",
        name=who,
    )


async def hand_over(table: Table, user: int, level: str = STAND_IN_LEVEL) -> None:
    """Lets a computer player play for a player until they take their seat back."""
    async with table.lock:
        table.must_run()
        seat = table.own_seat(user)
        if table.people[seat].stand_in:
            raise Refused(_("A computer player holds your seat already."))
        await _seat(table, seat, replace(table.people[seat], stand_in=level))
        await table.say(
            "A computer player plays for {name:text} until they return.",
            name=await table.named(seat),
        )


async def stand_in_for(table: Table, seat: int) -> None:
    """Lets a computer player play for somebody whose time is up, until they return."""
    async with table.lock:
        person = table.people[seat]
        if table.row.status != "running" or person.computer:
            return
        await _seat(table, seat, replace(person, stand_in=STAND_IN_LEVEL))
        await table.say(
            "Time is up for {name:text}: a computer player takes over until they return.",
            name=await table.named(seat),
        )


async def reclaim(table: Table, user: int) -> bool:
    """Gives a player their seat back; returns whether a computer player was playing for them."""
    async with table.lock:
        seat = table.own_seat(user)
        if not table.people[seat].stand_in or table.row.status != "running":
            return False
        await _seat(table, seat, replace(table.people[seat], stand_in=""))
        await table.say("{name:text} is back.", name=await table.named(seat))
        return True


async def take(table: Table, user: int, name: str, seat: int) -> None:
    """Seats a new player on a seat that somebody left, or somebody again who was replaced there by
    a computer player; raises Refused if it is not free for them.
    """
    async with table.lock:
        table.must_be_running()
        _must_not_sit(table, user)
        table.must_have_seat(seat)
        is_own = (await claims(table)).get(seat) == user
        if not is_own and not table.people[seat].vacant:
            raise Refused(_("That seat is not free."))
        if not is_own:
            await peace.must_have_peace(table, user, seat)
        await _replace(table, seat, user, name)


async def claims(table: Table) -> dict[int, int]:
    """By seat, the user who played there last and may have it back from a computer player."""
    held = {seat for seat, person in enumerate(table.people) if person.level}
    if not held or table.row.status != "running":
        return {}
    left = await table.store.results.departures(table.id)
    return {seat: user for seat, user in left.items() if seat in held}


async def claim(table: Table, user: int, name: str) -> None:
    """Gives somebody back the seat that they had. Raises Refused if they had none, or if a person
    plays there now.
    """
    table.must_be_running()
    left = await table.store.results.departures(table.id)
    seat = next((seat for seat, last in left.items() if last == user), None)
    if seat is None:
        table.own_seat(user)
        return
    if table.people[seat].user is not None:
        raise Refused(
            _(
                "{name:text} plays on your former seat, and can offer it to you with /game give.",
                name=table.escaped_names[seat],
            )
        )
    await take(table, user, name, seat)


async def offer(
    table: Table, by: int, seat: int, user: int, name: str, *, moderator: bool = False
) -> None:
    """Offers a seat to a user, in place of an earlier offer; its player stays until the user
    accepts. Raises Refused if the user sits at the table already, or wants no offer `by` this one.

    The same offer again changes nothing, so that the user is not mentioned twice.
    """
    async with table.lock:
        table.must_be_running()
        table.must_have_seat(seat)
        if table.seat_of(user) is not None:
            raise Refused(_("{name:text} sits at this table already.", name=escape_markdown(name)))
        before = (await table.store.offers.of(table.id)).get(seat)
        await invitations.must_want(table, by, user, name)
        row = OfferRow(table.id, seat, user, int(moderator), time.time())
        if before is None or (before.user, before.moderator) != (user, row.moderator):
            await table.store.offers.save(row)
            table.on_change(table)


async def accept(table: Table, seat: int, user: int, name: str) -> None:
    """Seats a user who accepts an offer; raises Refused if the seat was not offered to them."""
    async with table.lock:
        table.must_be_running()
        if (await _must_be_offered(table, seat)).user != user:
            raise Refused(_("This seat was offered to somebody else."))
        _must_not_sit(table, user)
        await peace.must_have_peace(table, user, seat)
        await _replace(table, seat, user, name)


async def end_offer(table: Table, seat: int, user: int, *, moderator: bool) -> None:
    """Withdraws or declines an offer: the player of the seat, the user who got the offer, and
    moderators can. Raises Refused for anybody else.
    """
    async with table.lock:
        offered = await _must_be_offered(table, seat)
        if not moderator and user not in (offered.user, table.people[seat].user):
            raise Refused(_("Only the two people in this offer can end it."))
        await table.store.offers.remove(table.id, seat)
        table.on_change(table)


async def end_offer_due(table: Table, seat: int, now: float) -> None:
    """Ends an offer whose time is up by now."""
    async with table.lock:
        offered = (await table.store.offers.of(table.id)).get(seat)
        if offered is not None and offered.made + OFFER_S <= now:
            await table.store.offers.remove(table.id, seat)
            table.on_change(table)


async def _must_be_offered(table: Table, seat: int) -> OfferRow:
    offered = (await table.store.offers.of(table.id)).get(seat)
    if offered is None:
        raise Refused(_("This offer has ended. /game give makes a new one."))
    return offered


async def _replace(table: Table, seat: int, user: int, name: str) -> None:
    before, since = await table.named(seat), table.seq + 1
    if table.people[seat].user is None and (await claims(table)).get(seat) == user:
        since = table.people[seat].since  # only computer players played here meanwhile
    await _seat(table, seat, Person(name, user=user, since=since))
    await table.say(
        "{name:text} takes the seat of {before:text}.", name=await table.named(seat), before=before
    )


def _must_not_sit(table: Table, user: int) -> None:
    if table.seat_of(user) is not None:
        raise Refused(_("You sit at this table already."))


async def _vacate(table: Table, seat: int) -> None:
    gone = table.people[seat]
    person = Person(gone.name, level=STAND_IN_LEVEL, vacant=True, since=gone.since)
    people = [person if s == seat else p for s, p in enumerate(table.people)]
    await save_remaining(table, people)


async def save_remaining(table: Table, people: list[Person]) -> None:
    """Stores who is left; without any person the table is abandoned."""
    is_left = any(person.user for person in people)
    await table.save(people=people, status=table.row.status if is_left else "abandoned")


async def _seat(table: Table, seat: int, person: Person) -> None:
    await table.save(people=[person if s == seat else p for s, p in enumerate(table.people)])
