"""A rematch: a finished game once more, with the same people, options and pace; who was first is
last.
"""

from __future__ import annotations

import json
import time
from collections.abc import Container, Sequence

from bot.store import InvitationNotice, InvitationRow
from bot.table.errors import Refused
from bot.table.invitations import PEACE_S
from bot.table.table import Person, Table
from bot.texts.languages import _


def must_allow_rematch(table: Table, user: int) -> None:
    """Raises Refused for a table that has no finished game, and for somebody who did not play."""
    if table.row.status != "over" or table.row.guild is None:
        raise Refused(
            _("Only a finished game can have a rematch. /game new opens a table for a new game.")
        )
    if table.seat_of(user) is None:
        raise Refused(
            _(
                "Only players of this game can open its rematch. /game new opens a table of"
                " your own."
            )
        )


def next_order(people: Sequence[Person]) -> list[Person]:
    """Returns the players of a finished game in the order of the next one."""
    return [*people[1:], *people[:1]]


def first_seated(table: Table, host: Person) -> list[Person]:
    """Returns who sits in the lobby of a rematch at once: its host and the computer players. A
    computer player that took over the seat of somebody who left does not.
    """
    return [
        host if person.user == host.user else Person(person.name, level=person.level)
        for person in next_order(table.people)
        if person.user == host.user or (person.level and not person.vacant)
    ]


async def guests(table: Table, host: int, absent: Container[int]) -> list[InvitationRow]:
    """Returns the invitations to a rematch of a finished game: for all other people who played it
    and are not absent. Who wants no invitations, or has declined one of this host, is not notified.
    """
    now, store = time.time(), table.store
    found: list[InvitationRow] = []
    for person in table.people:
        user = person.user
        if user is None or user == host or user in absent:
            continue
        wants_dm = (await store.pings.of([user], 0))[user].place == "dm"
        notice: InvitationNotice = "message" if wants_dm else "lobby"
        declined = await store.invitations.has_declined(user, host, now - PEACE_S)
        if declined or not (await store.people.get(user)).invitable:
            notice = "nothing"
        found.append(InvitationRow(0, user, now, notice=notice))
    return found


async def with_joined(table: Table, joined: Person) -> list[Person]:
    """Returns the people of a lobby and somebody who joins: in a rematch on their place in its
    order, else behind all others.
    """
    played = await table.store.tables.get(table.row.rematch_of) if table.row.rematch_of else None
    before = [Person(**person) for person in json.loads(played.people)] if played else []
    places = {person.key: place for place, person in enumerate(next_order(before))}
    own, behind = places.get(joined.key, len(places)), len(table.people)
    later = (s for s, person in enumerate(table.people) if places.get(person.key, -1) > own)
    seat = next(later, behind)
    return [*table.people[:seat], joined, *table.people[seat:]]
