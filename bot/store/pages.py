"""Stores the web pages of tables. Anybody who has the token of a page may see it."""

from __future__ import annotations

import hashlib
import secrets

from bot.store.repository import Repository

TOKEN_BYTES = 20


class PageRepository(Repository):
    """The web pages of all tables, at most one per table."""

    async def token(self, table_id: int) -> str | None:
        """The token of a table's page; "" if the page is closed, None if it was never opened."""
        return await self._value("SELECT token FROM pages WHERE table_id = ?", (table_id,))

    async def open(self, table_id: int) -> str:
        """Opens the page of a table, if it is not open yet, and returns its token."""
        token = secrets.token_hex(TOKEN_BYTES)
        await self._db.execute(
            "INSERT INTO pages (table_id, token, digest) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE SET token = excluded.token,"
            " digest = excluded.digest WHERE pages.token = ''",
            (table_id, token, _digest(token)),
        )
        return await self.token(table_id) or ""

    async def close(self, table_id: int) -> None:
        """Closes the page of a table; its token is no longer valid."""
        await self._db.execute(
            "UPDATE pages SET token = '', digest = '' WHERE table_id = ?", (table_id,)
        )

    async def table_of(self, token: str) -> int | None:
        """The table whose page has this token; None if there is none. The search is by digest, so
        its duration tells nothing about other tokens.
        """
        return await self._value(
            "SELECT p.table_id FROM pages AS p JOIN tables AS t ON t.id = p.table_id"
            " WHERE p.digest = ?",
            (_digest(token),),
        )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
