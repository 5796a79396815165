"""Peace: people who do not want to meet, and people who are banned from the tables of a server.

No refusal tells which of both it is, or who wanted it.
"""

from __future__ import annotations

from bot.table.errors import Refused
from bot.table.table import Table
from bot.texts.languages import _


async def must_have_peace(table: Table, user: int, instead_of: int | None = None) -> None:
    """Raises Refused if a user cannot take a seat beside the people of a table; `instead_of` is the
    seat that they would take over.
    """
    people = [person.user for seat, person in enumerate(table.people) if seat != instead_of]
    pairs = await table.store.peace.apart([user, *(other for other in people if other)])
    banned = await table.store.peace.banned(table.row.guild)
    if user in banned or any(user in pair for pair in pairs):
        raise Refused(_("There is no seat for you at this table."))


async def wants_invitation(table: Table, by: int, guest: int) -> bool:
    """Whether a guest may be invited to a table, or be offered a seat, by this user."""
    pairs = await table.store.peace.apart([by, guest])
    banned = await table.store.peace.banned(table.row.guild)
    person = await table.store.people.get(guest)
    return bool(person.invitable) and guest not in banned and (guest, by) not in pairs
