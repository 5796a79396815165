"""Stores tables: their lobby and status, without the log of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple, fields, replace
from typing import Any

from bot.store.database import Conflict, Connection, repeated
from bot.store.repository import Repository, placeholders, upsert
from bot.store.rows import INVITATION, TABLE, InvitationRow, Status, TableRow

COMPARED = (
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
"""The columns that are compared before a write, to notice that somebody else changed the table."""
SAVED = (*COMPARED, "host", "seats", "version", "touched")
"""The columns that `save` writes; all others stay as they were added."""
UNCHANGED = " AND ".join(f"{name} = ?" for name in COMPARED)
"""Condition: a row of `tables` is as it was read; its values are `compared_values`."""
SEATED = 'id IN (SELECT table_id FROM seated WHERE "user" = ?)'
"""Condition: a row of `tables` where this user has a seat."""


class TableRepository(Repository):
    @repeated
    async def add(self, row: TableRow, guests: Sequence[InvitationRow] = ()) -> int:
        """Stores a new table with its invitations, and returns its number; `row.id` and the
        `table_id` of guests are ignored. Raises Conflict if the channel has an open table, or the
        finished table an open rematch.
        """
        names = [each.name for each in fields(TableRow)[1:]]
        values = [getattr(row, name) for name in names]
        adds = f"INSERT INTO tables ({', '.join(names)}) VALUES ({placeholders(len(names))})"
        if not guests:
            return await self._db.insert(adds, values)
        async with self._db.transaction() as db:
            number = await db.insert(adds, values)
            for guest in guests:
                columns = astuple(replace(guest, table_id=number))
                values = placeholders(len(columns))
                await db.execute(
                    f"INSERT INTO invitations ({INVITATION}) VALUES ({values})", columns
                )
        return number

    async def get(self, table_id: int) -> TableRow | None:
        row = await self._one(f"SELECT {TABLE} FROM tables WHERE id = ?", (table_id,))
        return TableRow(*row) if row else None

    @repeated
    async def save(
        self, row: TableRow, before: TableRow, sent_away: InvitationRow | None = None
    ) -> None:
        """Stores the columns in `SAVED`, and in the same commit who was sent away.

        Raises Conflict if the table is no longer as `before` says, or if it would be the second
        open table of its channel.
        """
        if sent_away is None:
            await save(self._db, row, before)
            return
        async with self._db.transaction() as db:
            await save(db, row, before)
            await upsert(db, "invitations", 'table_id, "user"', asdict(sent_away))

    async def running(self, after: int, limit: int) -> list[tuple[int, str, str]]:
        """The running tables with numbers above `after`: number, people, and who is asked."""
        rows = await self._search(
            "SELECT t.id, t.people, m.asked FROM tables AS t JOIN moves AS m ON m.table_id = t.id"
            " WHERE t.status = 'running' AND t.paused = 0 AND t.id > ?"
            " AND m.seq = (SELECT MAX(seq) FROM moves WHERE table_id = t.id) ORDER BY t.id LIMIT ?",
            (after, limit),
        )
        return [(number, people, asked) for number, people, asked in rows]

    async def counts(self) -> list[tuple[str, str, int]]:
        """Status, game, and how many tables there are of both."""
        rows = await self._search("SELECT status, game, COUNT(*) FROM tables GROUP BY status, game")
        return [(status, game, count) for status, game, count in rows]

    async def counts_in(self, guild: int | None) -> dict[str, int]:
        """How many tables a server has, by status; None counts those of all servers together."""
        where, values = ("WHERE guild = ?", (guild,)) if guild is not None else ("", ())
        rows = await self._search(
            f"SELECT status, COUNT(*) FROM tables {where} GROUP BY status", values
        )
        return dict(rows)

    async def open_counts(self, host: int, guild: int | None) -> tuple[int, int]:
        """How many open tables a person hosts, and how many a server has, without those whose
        channel is gone.
        """
        [(hosted, here)] = await self._fetch(
            "SELECT COUNT(CASE WHEN host = ? THEN 1 END), COUNT(CASE WHEN guild = ? THEN 1 END)"
            " FROM tables WHERE status IN ('lobby', 'running') AND id NOT IN"
            " (SELECT table_id FROM waits WHERE what IN ('gone', 'asked', 'stays'))",
            (host, guild),
        )
        return hosted, here

    async def is_current(self, row: TableRow, seq: int) -> bool:
        """Whether no other process has changed a table since it was read; `seq` is the last line
        of its log as it was read. Without other processes the database is not asked.
        """
        if not self._db.shared:
            return True
        found = await self._fetch(
            f"SELECT COALESCE((SELECT MAX(seq) FROM moves WHERE table_id = tables.id), -1)"
            f" FROM tables WHERE id = ? AND host = ? AND {UNCHANGED}",
            (row.id, row.host, *compared_values(row)),
        )
        return [last for (last,) in found] == [seq]

    async def open_in(self, channel: int) -> TableRow | None:
        """The table of a channel that is a lobby or running; None if there is none."""
        row = await self._one(
            f"SELECT {TABLE} FROM tables WHERE channel = ? AND status IN ('lobby', 'running')",
            (channel,),
        )
        return TableRow(*row) if row else None

    async def broken_or_of_other_games(self, games: Sequence[str]) -> list[tuple[int, str, Status]]:
        """Number, game and status of the broken tables, and of the open ones whose game is not one
        of these.
        """
        rows = await self._search(
            "SELECT id, game, status FROM tables WHERE status = 'broken'"
            " OR (status IN ('lobby', 'running')"
            f" AND game NOT IN ({placeholders(len(games))})) ORDER BY id",
            games,
        )
        return [(number, game, status) for number, game, status in rows]

    async def finished_before(self, moment: float) -> list[int]:
        return await self._values(
            "SELECT id FROM tables WHERE status IN ('over', 'abandoned') AND touched < ?", (moment,)
        )

    async def last_in(self, channel: int) -> TableRow | None:
        """Open or not; None if there is none."""
        row = await self._one(
            f"SELECT {TABLE} FROM tables WHERE channel = ? ORDER BY id DESC LIMIT 1", (channel,)
        )
        return TableRow(*row) if row else None

    async def last_over(self, channel: int, user: int) -> int:
        """The newest table of a channel that was played to its end, of this user if there is one;
        0 if there is none.
        """
        return (
            await self._value(
                f"SELECT id FROM tables WHERE channel = ? AND status = 'over'"
                f" ORDER BY {SEATED} DESC, id DESC LIMIT 1",
                (channel, user),
            )
            or 0
        )

    async def rematch_of(self, table_id: int) -> int:
        """The open rematch of a finished table; 0 if there is none."""
        return (
            await self._value(
                "SELECT id FROM tables WHERE rematch_of = ? AND status IN ('lobby', 'running')",
                (table_id,),
            )
            or 0
        )

    async def open(self, guild: int | None = None, user: int | None = None) -> list[TableRow]:
        """The tables that are lobbies or running, oldest first: all, or those of a server or
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

    async def set_aside(self, user: int) -> list[TableRow]:
        """The tables of a user that are set aside, oldest first."""
        rows = await self._search(
            f"SELECT {TABLE} FROM tables WHERE status = 'broken' AND {SEATED} ORDER BY id", (user,)
        )
        return [TableRow(*row) for row in rows]

    async def who_vacated(self, table_id: int, seat: int) -> int | None:
        """The user whose seat a computer player holds; None if it was never theirs."""
        return await self._value(
            'SELECT "user" FROM vacated WHERE table_id = ? AND seat = ?', (table_id, seat)
        )

    async def ended_unshown(
        self, guild: int | None = None, channel: int | None = None
    ) -> list[int]:
        """The finished tables of a server, or of a channel, whose board does not show the end yet,
        oldest first.
        """
        return await self._values(
            "SELECT t.id FROM tables AS t JOIN posts AS p ON p.table_id = t.id"
            " WHERE p.place = 'board' AND t.status = 'over'"
            " AND (t.guild = ? OR t.channel = ?) AND (p.shown = '' OR p.next != '' OR p.question !="
            " (SELECT question FROM moves WHERE table_id = t.id ORDER BY seq DESC LIMIT 1))"
            " ORDER BY t.id",
            (guild, channel),
        )

    async def running_unshown(self) -> list[int]:
        """The running games whose board does not show the newest question."""
        return await self._values(
            "SELECT id FROM tables WHERE status = 'running' AND NOT EXISTS"
            " (SELECT 1 FROM posts AS p WHERE p.table_id = tables.id AND p.place = 'board'"
            " AND p.shown != '' AND p.next = '' AND p.question ="
            " (SELECT question FROM moves WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1))"
        )

    async def finished(self, guild: int | None, user: int, limit: int) -> list[int]:
        """The tables of a server that have ended, newest first; without a server those of the
        user.
        """
        where, value = (SEATED, user) if guild is None else ("guild = ?", guild)
        return await self._values(
            f"SELECT id FROM tables WHERE {where} AND status IN ('over', 'abandoned')"
            " ORDER BY id DESC LIMIT ?",
            (value, limit),
        )

    async def over(self, game: str) -> list[int]:
        """The tables where this game was played to its end."""
        return await self._values(
            "SELECT id FROM tables WHERE game = ? AND status = 'over' ORDER BY id", (game,)
        )


async def save(db: Connection, row: TableRow, before: TableRow) -> None:
    """Stores the columns in `SAVED`; raises Conflict as `TableRepository.save` does."""
    columns = ", ".join(f"{name} = ?" for name in SAVED)
    values = [getattr(row, name) for name in SAVED]
    if not await db.execute(
        f"UPDATE tables SET {columns} WHERE id = ? AND {UNCHANGED}",
        (*values, row.id, *compared_values(before)),
    ):
        raise Conflict


def compared_values(before: TableRow) -> list[Any]:
    """The values for `UNCHANGED`."""
    return [getattr(before, name) for name in COMPARED]
