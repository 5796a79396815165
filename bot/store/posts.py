"""The messages that show tables, and those that show leagues."""

from __future__ import annotations

from dataclasses import asdict

from bot.store.database import Database
from bot.store.repository import Repository
from bot.store.rows import POST, PostRow


class PostRepository(Repository):
    """Which message shows a table at each place. The posts of leagues have the league's number as
    `table_id`.
    """

    def __init__(self, database: Database, name: str = "posts", key: str = "table_id") -> None:
        """`name` is the database table, `key` its column for `table_id`."""
        super().__init__(database)
        self._name, self._key = name, key

    async def of(self, table_id: int) -> dict[str, PostRow]:
        """By place."""
        columns = POST.replace("table_id", self._key)
        sql = f"SELECT {columns} FROM {self._name} WHERE {self._key} = ?"
        return {row[1]: PostRow(*row) for row in await self._fetch(sql, (table_id,))}

    async def save(self, row: PostRow) -> None:
        columns = asdict(row)
        columns[self._key] = columns.pop("table_id")
        await self._upsert(self._name, f"{self._key}, place", columns)

    async def save_reply(self, row: PostRow) -> None:
        """Stores what a message shows since the reply to a press on it, with the token of the
        press, if it is still the one at its place and no other is being sent there.
        """
        await self._db.execute(
            f"UPDATE {self._name} SET shown = ?, question = ?, made = ?, token = ?"
            f" WHERE {self._key} = ? AND place = ? AND message = ? AND next = ''",
            (row.shown, row.question, row.made, row.token, row.table_id, row.place, row.message),
        )

    async def remove(self, table_id: int, place: str) -> None:
        await self._db.execute(
            f"DELETE FROM {self._name} WHERE {self._key} = ? AND place = ?", (table_id, place)
        )

    async def clear_shown(self, table_id: int, place: str) -> None:
        """Stores that the message of a place shows nothing, so that it is edited in any case."""
        await self._db.execute(
            f"UPDATE {self._name} SET shown = '' WHERE {self._key} = ? AND place = ?",
            (table_id, place),
        )

    async def clear_question(self, table_id: int, place: str) -> None:
        """Stores that the message of a place has notified nobody of the current question."""
        await self._db.execute(
            f"UPDATE {self._name} SET question = -1 WHERE {self._key} = ? AND place = ?",
            (table_id, place),
        )
