"""The messages that show tables."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.repository import Repository
from bot.store.rows import POST, PostRow


class PostRepository(Repository):
    """Which message shows a table at each of its places."""

    async def of(self, table_id: int) -> dict[str, PostRow]:
        """Returns the posts of a table by place."""
        sql = f"SELECT {POST} FROM posts WHERE table_id = ?"
        return {row[1]: PostRow(*row) for row in await self._all(sql, (table_id,))}

    async def save(self, row: PostRow) -> None:
        """Stores which message shows a table at a place, and which is being sent there."""
        await self._put("posts", "table_id, place", asdict(row))

    async def note_shown(
        self, table_id: int, place: str, message: int, shown: str, question: int
    ) -> None:
        """Stores what a message was made to show, where it stands at its place and no other is
        being sent there.
        """
        await self._db.execute(
            "UPDATE posts SET shown = ?, question = ?"
            " WHERE table_id = ? AND place = ? AND message = ? AND next = ''",
            (shown, question, table_id, place, message),
        )

    async def drop(self, table_id: int, place: str) -> None:
        """Forgets the message of a place."""
        await self._db.execute(
            "DELETE FROM posts WHERE table_id = ? AND place = ?", (table_id, place)
        )

    async def forget_question(self, table_id: int, place: str) -> None:
        """Forgets for which question the message of a place has called people."""
        await self._db.execute(
            "UPDATE posts SET question = -1 WHERE table_id = ? AND place = ?", (table_id, place)
        )
