"""Stores who is invited to which table."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import INVITATION, InvitationRow


class InvitationRepository(Repository):
    """Invitations to tables, and who was sent away from them. A trigger sets `declined = 1` for
    somebody who leaves a lobby.
    """

    async def of(self, table_id: int) -> list[InvitationRow]:
        rows = await self._fetch(
            f'SELECT {INVITATION} FROM invitations WHERE table_id = ? ORDER BY made, "user"',
            (table_id,),
        )
        return [InvitationRow(*row) for row in rows]

    async def save(self, row: InvitationRow) -> None:
        """Replaces an earlier invitation of this user to this table."""
        await self._upsert("invitations", 'table_id, "user"', asdict(row))

    async def has_declined(self, user: int, host: int, since: float) -> bool:
        """Whether a user has declined an invitation of this host that was made after `since`."""
        rows = await self._fetch(
            "SELECT 1 FROM invitations AS i JOIN tables AS t ON t.id = i.table_id"
            ' WHERE i."user" = ? AND i.declined IN (1, 2) AND i.made > ? AND t.host = ?',
            (user, since, host),
        )
        return bool(rows)

    async def remove(self, table_id: int, user: int) -> None:
        await self._db.execute(
            'DELETE FROM invitations WHERE table_id = ? AND "user" = ?', (table_id, user)
        )

    async def remove_before(self, before: float) -> None:
        """Deletes invitations that are older than this, unless their table is still a lobby."""
        await self._db.execute(
            "DELETE FROM invitations WHERE made < ?"
            " AND table_id NOT IN (SELECT id FROM tables WHERE status = 'lobby')",
            (before,),
        )
