"""Which commands Discord has taken."""

from __future__ import annotations

from bot.store.repository import Repository


class RegistrationRepository(Repository):
    """Reads and stores the digest of the commands that an application has registered."""

    async def get(self, application: int) -> str:
        """The digest of the commands that Discord took last; "" where it took none."""
        rows = await self._all(
            "SELECT digest FROM registrations WHERE application = ?", (application,)
        )
        return rows[0][0] if rows else ""

    async def save(self, application: int, digest: str) -> None:
        """Stores the digest of the commands that Discord has taken."""
        columns = {"application": application, "digest": digest}
        await self._put("registrations", "application", columns)
