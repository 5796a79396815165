"""Tables as they are stored."""

from __future__ import annotations

import sqlite3
from dataclasses import fields
from typing import Any

from bot.store.room import Room
from bot.store.rows import TABLE, TableRow, Taken


class TableRoom(Room):
    """Opening, finding and saving tables."""

    async def add_table(self, row: TableRow) -> int:
        """The number of the new table; Taken where the channel has an open one. `row.id` is
        ignored.
        """
        names = [each.name for each in fields(TableRow)[1:]]
        values = [getattr(row, name) for name in names]
        try:
            cursor = await self._db.execute(
                f"INSERT INTO tables ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
                values,
            )
        except sqlite3.IntegrityError as error:
            raise Taken from error
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def table(self, table_id: int) -> TableRow | None:
        """A table by its number."""
        rows = await self._all(f"SELECT {TABLE} FROM tables WHERE id = ?", (table_id,))
        return TableRow(*rows[0]) if rows else None

    async def save_table(self, row: TableRow, before: TableRow) -> None:
        """Stores what may change of a table.

        Taken where the table is no longer as `before` says, or would be the second open one of its
        channel.
        """
        try:
            cursor = await self._db.execute(
                "UPDATE tables SET status = ?, host = ?, seats = ?, people = ?, options = ?,"
                " votes = ?, version = ?, pace = ?, late = ?, paused = ? WHERE id = ?"
                " AND status = ? AND people = ? AND options = ? AND votes = ? AND pace = ?"
                " AND late = ? AND paused = ?",
                (
                    *(row.status, row.host, row.seats, row.people, row.options),
                    *(row.votes, row.version, row.pace, row.late, row.paused, row.id),
                    *(before.status, before.people, before.options, before.votes),
                    *(before.pace, before.late, before.paused),
                ),
            )
        except sqlite3.IntegrityError as error:
            raise Taken from error
        if cursor.rowcount == 0:
            raise Taken

    async def running(self, after: int, most: int) -> list[tuple[int, str, str | None]]:
        """The running tables with numbers above this one, so many at most: number, people, and who
        is asked.
        """
        rows = await self._all(
            "SELECT t.id, t.people, m.asked FROM tables AS t JOIN moves AS m ON m.table_id = t.id"
            " WHERE t.status = 'running' AND t.paused = 0 AND t.id > ?"
            " AND m.seq = (SELECT MAX(seq) FROM moves WHERE table_id = t.id) ORDER BY t.id LIMIT ?",
            (after, most),
        )
        return [(number, people, asked) for number, people, asked in rows]

    async def counts(self) -> list[tuple[str, str, int]]:
        """How many tables there are of each status and game."""
        return await self._all("SELECT status, game, COUNT(*) FROM tables GROUP BY status, game")

    async def open_table_in(self, channel: int) -> TableRow | None:
        """The table of a channel that is being gathered or played."""
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE channel = ? AND status IN ('lobby', 'running')",
            (channel,),
        )
        return TableRow(*rows[0]) if rows else None

    async def last_table_in(self, channel: int) -> TableRow | None:
        """The newest table of a channel, whatever became of it."""
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE channel = ? ORDER BY id DESC LIMIT 1", (channel,)
        )
        return TableRow(*rows[0]) if rows else None

    async def open_tables(
        self, guild: int | None = None, user: int | None = None
    ) -> list[TableRow]:
        """Tables that are being gathered or played, oldest first: of a server, of a person, or
        all.
        """
        wanted, values = ["status IN ('lobby', 'running')"], list[Any]()
        if guild is not None:
            wanted.append("guild = ?")
            values.append(guild)
        if user is not None:
            wanted.append(
                "EXISTS (SELECT 1 FROM json_each(people) WHERE json_extract(value, '$.user') = ?)"
            )
            values.append(user)
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE {' AND '.join(wanted)} ORDER BY id", values
        )
        return [TableRow(*row) for row in rows]
