"""Tables as they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields, replace
from typing import Any

from bot.store.database import Conflict, Connection
from bot.store.repository import Repository, marks
from bot.store.rows import INVITATION, TABLE, InvitationRow, Status, TableRow

WATCHED = (
    "status",
    "people",
    "options",
    "votes",
    "pace",
    "late",
    "paused",
    "seating",
    "starts_full",
    "hints",
)
"""The columns that nobody may have changed since the table was read."""
CHANGING = (*WATCHED, "host", "seats", "version", "touched")
"""The columns that may change."""
SAME = " AND ".join(f"{name} = ?" for name in WATCHED)
SEATED = 'id IN (SELECT table_id FROM seated WHERE "user" = ?)'
"""A row of `tables` at which this user sits."""


class TableRepository(Repository):
    """Opening, finding and saving tables."""

    async def add(self, row: TableRow, guests: Sequence[InvitationRow] = ()) -> int:
        """Stores a new table together with the guests who are invited to it, and returns its
        number; `row.id` and the `table_id` of guests are ignored. Raises Conflict if the channel
        has an open table.
        """
        names = [each.name for each in fields(TableRow)[1:]]
        values = [getattr(row, name) for name in names]
        adds = f"INSERT INTO tables ({', '.join(names)}) VALUES ({marks(len(names))})"
        if not guests:
            return await self._db.insert(adds, values)
        with self._db.guard.writing():
            async with self._db.transaction() as db:
                number = await db.insert(adds, values)
                for guest in guests:
                    columns = astuple(replace(guest, table_id=number))
                    await db.execute(
                        f"INSERT INTO invitations ({INVITATION}) VALUES ({marks(len(columns))})",
                        columns,
                    )
        return number

    async def get(self, table_id: int) -> TableRow | None:
        """The table of this number; None if there is none."""
        rows = await self._all(f"SELECT {TABLE} FROM tables WHERE id = ?", (table_id,))
        return TableRow(*rows[0]) if rows else None

    async def save(self, row: TableRow, before: TableRow) -> None:
        """Stores the columns of a table that may change.

        Raises Conflict if the table is no longer as `before` says, or if it would be the second
        open one of its channel.
        """
        await save(self._db, row, before)

    async def running(self, after: int, most: int) -> list[tuple[int, str, str | None]]:
        """The running tables with numbers above this one, so many at most: number, people, and who
        is asked.
        """
        rows = await self._search(
            "SELECT t.id, t.people, m.asked FROM tables AS t JOIN moves AS m ON m.table_id = t.id"
            " WHERE t.status = 'running' AND t.paused = 0 AND t.id > ?"
            " AND m.seq = (SELECT MAX(seq) FROM moves WHERE table_id = t.id) ORDER BY t.id LIMIT ?",
            (after, most),
        )
        return [(number, people, asked) for number, people, asked in rows]

    async def counts(self) -> list[tuple[str, str, int]]:
        """How many tables there are of each status and game."""
        rows = await self._search("SELECT status, game, COUNT(*) FROM tables GROUP BY status, game")
        return [(status, game, count) for status, game, count in rows]

    async def counts_in(self, guild: int | None) -> dict[str, int]:
        """How many tables a server has, or (None) all servers together, by their status."""
        where, values = ("WHERE guild = ?", (guild,)) if guild is not None else ("", ())
        rows = await self._search(
            f"SELECT status, COUNT(*) FROM tables {where} GROUP BY status", values
        )
        return dict(rows)

    async def open_counts(self, host: int, guild: int | None) -> tuple[int, int]:
        """How many open tables a person hosts, and how many a server has."""
        [(hosted, here)] = await self._all(
            "SELECT COUNT(CASE WHEN host = ? THEN 1 END), COUNT(CASE WHEN guild = ? THEN 1 END)"
            " FROM tables WHERE status IN ('lobby', 'running')",
            (host, guild),
        )
        return hosted, here

    async def is_current(self, row: TableRow, seq: int) -> bool:
        """Whether nobody has changed a table since it was read; `seq` is its last line.

        Without other processes that is always so, and the database is not asked.
        """
        if not self._db.shared:
            return True
        found = await self._all(
            f"SELECT COALESCE((SELECT MAX(seq) FROM moves WHERE table_id = tables.id), -1)"
            f" FROM tables WHERE id = ? AND host = ? AND {SAME}",
            (row.id, row.host, *as_it_was(row)),
        )
        return [last for (last,) in found] == [seq]

    async def open_in(self, channel: int) -> TableRow | None:
        """The table of a channel that is a lobby or running; None if there is none."""
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE channel = ? AND status IN ('lobby', 'running')",
            (channel,),
        )
        return TableRow(*rows[0]) if rows else None

    async def broken_or_not_of(self, games: Sequence[str]) -> list[tuple[int, str, Status]]:
        """Number, game and status of the tables that are set aside, and of the open ones with a
        game that is none of these.
        """
        rows = await self._search(
            "SELECT id, game, status FROM tables WHERE status = 'broken' OR"
            f" (status IN ('lobby', 'running') AND game NOT IN ({marks(len(games))})) ORDER BY id",
            games,
        )
        return [(number, game, status) for number, game, status in rows]

    async def untouched_lobbies(self, since: float, most: int) -> list[int]:
        """The lobbies that nobody has changed since a moment, so many at most."""
        rows = await self._search(
            "SELECT id FROM tables WHERE status = 'lobby' AND touched < ? ORDER BY touched LIMIT ?",
            (since, most),
        )
        return [row[0] for row in rows]

    async def last_in(self, channel: int) -> TableRow | None:
        """The newest table of a channel, open or not; None if there never was one."""
        rows = await self._all(
            f"SELECT {TABLE} FROM tables WHERE channel = ? ORDER BY id DESC LIMIT 1", (channel,)
        )
        return TableRow(*rows[0]) if rows else None

    async def open(self, guild: int | None = None, user: int | None = None) -> list[TableRow]:
        """All tables that are lobbies or running, oldest first, or only those of a server or a
        user.
        """
        wanted, values = ["status IN ('lobby', 'running')"], list[Any]()
        if guild is not None:
            wanted.append("guild = ?")
            values.append(guild)
        if user is not None:
            wanted.append(SEATED)
            values.append(user)
        rows = await self._search(
            f"SELECT {TABLE} FROM tables WHERE {' AND '.join(wanted)} ORDER BY id", values
        )
        return [TableRow(*row) for row in rows]

    async def ended_unseen(self, guild: int | None = None, channel: int | None = None) -> list[int]:
        """The games of a server, or of a channel, that have ended while their board could not be
        shown, oldest first.
        """
        rows = await self._search(
            "SELECT t.id FROM tables AS t JOIN posts AS p ON p.table_id = t.id"
            " WHERE p.place = 'board' AND t.status = 'over'"
            " AND (t.guild = ? OR t.channel = ?) AND p.question !="
            " (SELECT question FROM moves WHERE table_id = t.id ORDER BY seq DESC LIMIT 1)"
            " ORDER BY t.id",
            (guild, channel),
        )
        return [row[0] for row in rows]

    async def finished(self, guild: int | None, user: int, most: int) -> list[int]:
        """The newest tables that have ended: of a server, or in a DM those of the user."""
        where, value = (SEATED, user) if guild is None else ("guild = ?", guild)
        rows = await self._search(
            f"SELECT id FROM tables WHERE {where} AND status IN ('over', 'abandoned')"
            " ORDER BY id DESC LIMIT ?",
            (value, most),
        )
        return [row[0] for row in rows]

    async def over(self, game: str) -> list[int]:
        """The tables where a game was played to its end."""
        rows = await self._search(
            "SELECT id FROM tables WHERE game = ? AND status = 'over' ORDER BY id", (game,)
        )
        return [row[0] for row in rows]


async def save(db: Connection, row: TableRow, before: TableRow) -> None:
    """Stores the columns of a table that may change; raises Conflict as `TableRepository.save`."""
    columns = ", ".join(f"{name} = ?" for name in CHANGING)
    values = [getattr(row, name) for name in CHANGING]
    if not await db.execute(
        f"UPDATE tables SET {columns} WHERE id = ? AND {SAME}",
        (*values, row.id, *as_it_was(before)),
    ):
        raise Conflict


def as_it_was(before: TableRow) -> list[Any]:
    """The values of `SAME` for a table as it was read."""
    return [getattr(before, name) for name in WATCHED]
