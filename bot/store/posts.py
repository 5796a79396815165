"""The messages that show tables, and those that show leagues."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.database import Database
from bot.store.repository import Repository
from bot.store.rows import POST, PostRow


class PostRepository(Repository):
    """Which message shows a table at each of its places; or a league, whose number is the
    `table_id` of its rows then.
    """

    def __init__(self, database: Database, name: str = "posts", key: str = "table_id") -> None:
        """Takes an open database, the table in it, and the column that says what is shown."""
        super().__init__(database)
        self._name, self._key = name, key

    async def of(self, table_id: int) -> dict[str, PostRow]:
        """Returns the posts of a table by place."""
        columns = POST.replace("table_id", self._key)
        sql = f"SELECT {columns} FROM {self._name} WHERE {self._key} = ?"
        return {row[1]: PostRow(*row) for row in await self._all(sql, (table_id,))}

    async def save(self, row: PostRow) -> None:
        """Stores which message shows a table at a place, and which is being sent there."""
        columns = asdict(row)
        columns[self._key] = columns.pop("table_id")
        await self._put(self._name, f"{self._key}, place", columns)

    async def note_shown(
        self, table_id: int, place: str, message: int, shown: str, question: int
    ) -> None:
        """Stores what a message was made to show, where it stands at its place and no other is
        being sent there.
        """
        await self._db.execute(
            f"UPDATE {self._name} SET shown = ?, question = ?"
            f" WHERE {self._key} = ? AND place = ? AND message = ? AND next = ''",
            (shown, question, table_id, place, message),
        )

    async def drop(self, table_id: int, place: str) -> None:
        """Forgets the message of a place."""
        await self._db.execute(
            f"DELETE FROM {self._name} WHERE {self._key} = ? AND place = ?", (table_id, place)
        )

    async def forget_question(self, table_id: int, place: str) -> None:
        """Forgets for which question the message of a place has called people."""
        await self._db.execute(
            f"UPDATE {self._name} SET question = -1 WHERE {self._key} = ? AND place = ?",
            (table_id, place),
        )
