"""Stores which slash commands are registered with Discord."""

from __future__ import annotations

from bot.store.repository import Repository


class RegistrationRepository(Repository):
    """The digest of the commands that an application has registered."""

    async def get(self, application: int) -> str:
        """Empty if none were registered."""
        rows = await self._fetch(
            "SELECT digest FROM registrations WHERE application = ?", (application,)
        )
        return rows[0][0] if rows else ""

    async def save(self, application: int, digest: str) -> None:
        columns = {"application": application, "digest": digest}
        await self._upsert("registrations", "application", columns)
