"""Invitations to a lobby, and who may join a private one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from bot.operations.markdown import escape_markdown
from bot.store import InvitationRow
from bot.table import peace
from bot.table.errors import Refused
from bot.table.table import Table
from bot.texts.languages import _

MAX_UNANSWERED: Final = 10
"""Invitations to one table that wait for an answer."""
DECLINED: Final = 2
"""`declined` of an invitation that was declined. It is 1 for somebody who joined and left again; a
trigger of the database writes that.
"""
SENT_AWAY: Final = 3
"""`declined` of somebody whose seat the host has freed: they join again only if they are invited
again.
"""
NOT_ADDED: Final = 4
"""`declined` of somebody whom Discord does not add to the thread of the table."""
REINVITE_AFTER_S: Final = 86400.0
"""A host can invite somebody who declined again after this time."""


async def invite(table: Table, user: int, guest: int, name: str) -> None:
    """Invites a guest; raises Refused for anybody but the host, and if the guest cannot be
    invited.
    """
    async with table.lock:
        table.must_be_lobby()
        if user != table.row.host:
            raise Refused(_("Only the host of the table can invite people."))
        if table.seat_of(guest) is not None:
            raise Refused(_("{name:text} sits at this table already.", name=escape_markdown(name)))
        table.must_have_room()
        invited = {row.user: row for row in await table.store.invitations.of(table.id)}
        if guest in invited and invited[guest].declined not in (SENT_AWAY, NOT_ADDED):
            raise Refused(_already_invited(name, invited[guest]))
        if len(unanswered(table, [*invited.values()])) >= MAX_UNANSWERED:
            raise Refused(
                _(
                    "{n} people are invited and have not answered. Wait for one of them.",
                    n=MAX_UNANSWERED,
                )
            )
        await must_want(table, user, guest, name)
        now = time.time()
        if await table.store.invitations.has_declined(guest, user, now - REINVITE_AFTER_S):
            raise Refused(
                _(
                    "{name:text} has declined an invitation of yours. You can invite them again"
                    " tomorrow.",
                    name=escape_markdown(name),
                )
            )
        await table.store.invitations.save(InvitationRow(table.id, guest, now))
        table.on_change(table)


async def must_want(table: Table, by: int, guest: int, name: str) -> None:
    """Raises Refused if a user cannot invite a guest or offer them a seat. If the guest has blocked
    the user, or is banned, the refusal says what it says of those who want no invitations.
    """
    if (by, guest) in await table.store.peace.apart([by, guest]):
        raise Refused(
            _(
                "You have blocked {name:text}; /settings unblock ends that.",
                name=escape_markdown(name),
            )
        )
    if not await peace.wants_invitation(table, by, guest):
        raise Refused(_("{name:text} does not want invitations.", name=escape_markdown(name)))


def _already_invited(name: str, row: InvitationRow) -> str:
    if row.declined == DECLINED:
        return _(
            "{name:text} has declined. They can still join at the table.",
            name=escape_markdown(name),
        )
    if row.declined:
        return _(
            "{name:text} has left the table. They can still join there again.",
            name=escape_markdown(name),
        )
    return _("{name:text} is invited already.", name=escape_markdown(name))


async def is_unanswered(table: Table, host: int, guest: int) -> bool:
    """Whether a guest has not yet answered an invitation of this host."""
    row = (
        await _invitation(table, guest)
        if (table.row.status, table.row.host) == ("lobby", host)
        else None
    )
    return row is not None and guest in unanswered(table, [row])


async def withdraw(table: Table, host: int, guest: int) -> None:
    """Withdraws an invitation; raises Refused for anybody but the host, and once it is answered."""
    async with table.lock:
        table.must_be_lobby()
        if not await is_unanswered(table, host, guest):
            raise Refused(_("This invitation has been answered or withdrawn already."))
        await table.store.invitations.remove(table.id, guest)
        table.on_change(table)


async def decline(table: Table, guest: int) -> None:
    """Notes that a guest does not want to play; raises Refused if they are not invited."""
    async with table.lock:
        table.must_be_lobby()
        if table.seat_of(guest) is not None:
            raise Refused(_("You sit at this table already."))
        row = await _invitation(table, guest)
        if row is None or row.declined == SENT_AWAY:
            raise Refused(_("You are not invited to this table."))
        row.declined = DECLINED
        await table.store.invitations.save(row)
        table.on_change(table)


async def turn_away(table: Table, guest: int) -> None:
    """Notes that Discord does not add a guest to the thread of the table."""
    async with table.lock:
        row = await _invitation(table, guest)
        if row is not None:
            row.declined = NOT_ADDED
            await table.store.invitations.save(row)
            table.on_change(table)


async def must_be_welcome(table: Table, user: int) -> None:
    """Raises Refused for somebody whose seat the host has freed, who is not invited to a private
    table, or who would not sit there in peace.
    """
    row = await _invitation(table, user)
    if row is not None and row.declined == SENT_AWAY:
        raise Refused(
            _("The host has freed your seat. You can join again only if the host invites you.")
        )
    if table.row.private and user != table.row.host and row is None:
        raise Refused(_("This table is private: only people whom the host invites can join."))
    await peace.must_have_peace(table, user)


def unanswered(table: Table, invited: Sequence[InvitationRow]) -> list[int]:
    """The guests who have not answered."""
    return [row.user for row in invited if not row.declined and table.seat_of(row.user) is None]


def notified_in_lobby(table: Table, invited: Sequence[InvitationRow]) -> list[int]:
    """The guests who have not answered, and whom the message of the lobby notifies."""
    return unanswered(table, [row for row in invited if row.notice == "lobby"])


async def _invitation(table: Table, guest: int) -> InvitationRow | None:
    rows = await table.store.invitations.of(table.id)
    return next((row for row in rows if row.user == guest), None)
