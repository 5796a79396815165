"""Stores which slash commands are registered with Discord."""

from __future__ import annotations

from bot.store.repository import Repository


class RegistrationRepository(Repository):
    """The digest of the commands that an application has registered."""

    async def get(self, application: int) -> str:
        """Empty if none were registered."""
        found = await self._value(
            "SELECT digest FROM registrations WHERE application = ?", (application,)
        )
        return found or ""

    async def save(self, application: int, digest: str) -> None:
        columns = {"application": application, "digest": digest}
        await self._upsert("registrations", "application", columns)
