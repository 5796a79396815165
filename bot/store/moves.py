"""The log of moves of each table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from operator import attrgetter

from bot.store.database import Conflict, Connection, Misplaced, OutOfService, repeated
from bot.store.repository import Repository, placeholders
from bot.store.rows import CLOCK, MOVE, MoveRow, TableRow
from bot.store.tables import UNCHANGED, compared_values, save

KEPT_STATES, KEPT_EVERY = 200, 20
"""All states of the latest 200 questions are kept, and of older questions every twentieth. Counting
lines instead would tell people how often others did something unnoticed.
"""

StoredState = tuple[bytes, int]
"""A state, dumped and compressed, and the version of the game that wrote it."""

VALUES = attrgetter(*(each.name for each in fields(MoveRow)))
"""The values of a line, in the order of its columns."""
MAX_LINES_ON_LOOP = 100
"""More lines than this are read in a thread."""


class MoveRepository(Repository):
    async def add(
        self, row: MoveRow, before: TableRow | None = None, changed: TableRow | None = None
    ) -> None:
        """Stores a line of the log, and the table in one transaction with it if that has `changed`.

        Raises Conflict if a line of this number or of this interaction is stored already, or if the
        table is no longer as `before` says.
        """
        try:
            if before is None or changed is None or changed == before:
                await insert_line(self._db, row, before)
            else:
                await self._add_with_table(row, before, changed)
        except Misplaced:
            raise
        except OutOfService:
            # The line may be stored, and only the answer of the database lost.
            if await self.get(row.table_id, row.seq) != row:
                raise
            return
        if row.question % KEPT_EVERY == 0:
            with suppress(OutOfService):  # the move counts
                await self._delete_old_states(row)

    @repeated
    async def _add_with_table(self, row: MoveRow, before: TableRow, changed: TableRow) -> None:
        async with self._db.transaction() as db:
            await save(db, changed, before)
            await insert_line(db, row)

    async def _delete_old_states(self, row: MoveRow) -> None:
        """Deletes states of questions long before this line, except those to keep."""
        await self._db.execute(
            "UPDATE moves SET state = NULL WHERE table_id = ? AND question >= ?"
            f" AND question < ? AND question % {KEPT_EVERY} != 0 AND state IS NOT NULL",
            (row.table_id, row.question - KEPT_STATES - 2 * KEPT_EVERY, row.question - KEPT_STATES),
        )

    async def forget_states(self, table_id: int) -> None:
        """Deletes the states of a finished game but for the first and the last one; the others are
        played again from the first.
        """
        await self._db.execute(
            "UPDATE moves SET state = NULL WHERE table_id = ? AND state IS NOT NULL AND seq > 0"
            " AND seq < (SELECT MAX(seq) FROM moves WHERE table_id = ?)",
            (table_id, table_id),
        )

    async def last(self, table_id: int) -> MoveRow | None:
        """The newest line of a table's log, with its state."""
        row = await self._one(
            f"SELECT {MOVE} FROM moves WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table_id,)
        )
        return MoveRow(*row) if row else None

    async def get(self, table_id: int, seq: int) -> MoveRow | None:
        """A line of a table's log, with its state."""
        row = await self._one(
            f"SELECT {MOVE} FROM moves WHERE table_id = ? AND seq = ?", (table_id, seq)
        )
        return MoveRow(*row) if row else None

    async def of_token(self, table_id: int, token: str) -> MoveRow | None:
        """The line that an interaction wrote."""
        row = await self._one(
            f"SELECT {MOVE} FROM moves WHERE table_id = ? AND token = ?", (table_id, token)
        )
        return MoveRow(*row) if row else None

    async def of(self, table_id: int, newest: int | None = None) -> list[MoveRow]:
        """The lines of a table's log, oldest first, without states. With `newest` only so many of
        the last ones that others notice, who must not find out how many they do not.
        """
        columns, most = MOVE.replace('"state"', "NULL"), newest or 1_000_000
        read = self._fetch if most <= MAX_LINES_ON_LOOP else self._search
        rows = await read(
            f"SELECT {columns} FROM moves WHERE table_id = ? AND unnoticed <= ?"
            " ORDER BY seq DESC LIMIT ?",
            (table_id, int(newest is None), most),
        )
        return [MoveRow(*row) for row in reversed(rows)]

    async def with_news(self, table_id: int, newest: int) -> list[MoveRow]:
        """The `newest` last lines of a table's log that have news, oldest first; without states.
        Lines that others must not notice are left out.
        """
        columns = MOVE.replace('"state"', "NULL")
        rows = await self._fetch(
            f"SELECT {columns} FROM moves WHERE table_id = ? AND (news != '[]'"
            " OR (back_to IS NOT NULL AND unnoticed = 0) OR token LIKE ?"
            " OR (kind = 'start' AND move IS NOT NULL))"
            " ORDER BY seq DESC LIMIT ?",
            (table_id, f"{CLOCK}%", newest),
        )
        return [MoveRow(*row) for row in reversed(rows)]

    async def undoing(self, table_id: int, after: int) -> list[MoveRow]:
        """The lines with a number above `after` that took others back, oldest first; without
        states.
        """
        columns = MOVE.replace('"state"', "NULL")
        rows = await self._fetch(
            f"SELECT {columns} FROM moves WHERE table_id = ? AND seq > ?"
            " AND back_to IS NOT NULL ORDER BY seq",
            (table_id, after),
        )
        return [MoveRow(*row) for row in rows]

    async def last_of_seat(self, table_id: int, seat: int) -> MoveRow | None:
        """The newest line of a seat; without its state."""
        columns = MOVE.replace('"state"', "NULL")
        row = await self._one(
            f"SELECT {columns} FROM moves WHERE table_id = ? AND seat = ?"
            " ORDER BY seq DESC LIMIT 1",
            (table_id, seat),
        )
        return MoveRow(*row) if row else None

    async def newest_question(self, table_id: int) -> int:
        """The highest question number of a table; -1 where no question was asked."""
        newest = "SELECT COALESCE(MAX(question), -1) FROM moves WHERE table_id = ?"
        return await self._value(newest, (table_id,))

    async def with_state(self, table_id: int) -> set[int]:
        """The lines whose state is kept."""
        return {
            *await self._values(
                "SELECT seq FROM moves WHERE table_id = ? AND state IS NOT NULL", (table_id,)
            )
        }

    async def states(self, table_id: int, first: int, last: int) -> dict[int, StoredState]:
        """The states that are kept of the lines `first` to `last`."""
        rows = await self._search(
            "SELECT seq, state, version FROM moves"
            " WHERE table_id = ? AND seq BETWEEN ? AND ? AND state IS NOT NULL",
            (table_id, first, last),
        )
        return {seq: (state, version) for seq, state, version in rows}


async def insert_line(db: Connection, row: MoveRow, before: TableRow | None = None) -> None:
    """Inserts a line; raises Conflict as `MoveRepository.add` does."""
    values = VALUES(row)
    same = f" AND {UNCHANGED}" if before else ""
    if not await db.execute(
        f"INSERT INTO moves ({MOVE}) SELECT {placeholders(len(values))} FROM tables"
        f" WHERE id = ?{same}{db.dialect.for_update}",
        (*values, row.table_id, *(compared_values(before) if before else ())),
    ):
        raise Conflict
