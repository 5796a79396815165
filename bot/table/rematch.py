"""A rematch: the same people, options and pace as in a finished game. The first player becomes the
last.
"""

from __future__ import annotations

import time
from collections.abc import Container, Sequence
from dataclasses import replace

from bot.store import InvitationNotice, InvitationRow
from bot.store.rows import OBJECTS
from bot.table import peace
from bot.table.computers import with_computers
from bot.table.errors import Refused
from bot.table.invitations import REINVITE_AFTER_S
from bot.table.new_table import NewTable
from bot.table.table import Person, Table
from bot.texts.languages import _


def must_allow_rematch(table: Table, user: int) -> None:
    """Raises Refused if the game has not finished, or the user did not play in it."""
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


def next_order(people: Sequence[Person], team: Sequence[int] = ()) -> list[Person]:
    """The players of a finished game in the order of its rematch. Who played together does so
    again, if some order of the same circle keeps it so; else the first player becomes the last.
    """
    n = len(people)
    steps = (s for s in range(1, n) if _is_kept(team, s))
    step = next(steps, 1)
    return [*people[step:], *people[:step]]


def _is_kept(team: Sequence[int], step: int) -> bool:
    """Whether the same seats are together when all move up by this many seats."""
    n, now = len(team), [*team[step:], *team[:step]]
    return all((now[a] == now[b]) == (team[a] == team[b]) for a in range(n) for b in range(a))


def new_rematch(table: Table, host: Person) -> NewTable:
    """The lobby of a rematch, where the finished game was played."""
    return replace(
        NewTable.of(table),
        people=first_seated(table, host),
        seats=len(table.people),
        seating="listed",
        lesson=0,
        rematch_of=table.id,
    )


def first_seated(table: Table, host: Person) -> list[Person]:
    """Who sits in the lobby of a rematch from the start: its host and the computer players, without
    those that took over a seat that somebody left. One that has a person's name, because a
    moderator gave it their seat, gets one of its own.
    """
    found: list[Person] = []
    for person in next_order(table.people, table.game.teams_of(len(table.people), table.options)):
        if person.user == host.user:
            found.append(host)
        elif person.level and not person.vacant:
            found = with_computers(found, [person.level], wanted=person.name)
    return found


async def guests(table: Table, host: int, absent: Container[int]) -> list[InvitationRow]:
    """Invitations to a rematch for the other people who played and are not absent. Those who want
    no invitations, or have declined one of this host today, are not notified.
    """
    now, store = time.time(), table.store
    found: list[InvitationRow] = []
    for person in table.people:
        user = person.user
        if user is None or user == host or user in absent:
            continue
        wants_dm = (await store.pings.of([user], 0))[user].place == "dm"
        notice: InvitationNotice = "message" if wants_dm else "lobby"
        declined = await store.invitations.has_declined(user, host, now - REINVITE_AFTER_S)
        if declined or not await peace.wants_invitation(table, host, user):
            notice = "nothing"
        found.append(InvitationRow(0, user, now, notice=notice))
    return found


async def with_player(table: Table, player: Person) -> list[Person]:
    """The people of a lobby after a player has joined: in a rematch at their place in its order,
    else as the last.
    """
    played = await table.store.tables.get(table.row.rematch_of) if table.row.rematch_of else None
    before = [Person(**person) for person in OBJECTS.read(played.people)] if played else []
    team = table.game.teams_of(len(before), table.options) if before else []
    places = {person.key: place for place, person in enumerate(next_order(before, team))}
    own, end = places.get(player.key, len(places)), len(table.people)
    later = (s for s, person in enumerate(table.people) if places.get(person.key, -1) > own)
    seat = next(later, end)
    return [*table.people[:seat], player, *table.people[seat:]]
