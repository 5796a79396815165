"""Stores leagues, their members, and the tables of their rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple, fields, replace

from bot.store.database import Conflict, Connection, repeated
from bot.store.moves import insert_line
from bot.store.repository import Repository, placeholders
from bot.store.rows import (
    LEAGUE,
    LEAGUE_MEMBER,
    LEAGUE_SEAT,
    LEAGUE_TABLE,
    RESULT,
    TABLE,
    LeagueMemberRow,
    LeagueRow,
    LeagueSeatRow,
    LeagueStatus,
    LeagueTableRow,
    MemberState,
    MoveRow,
    ResultRow,
    TableRow,
)

CHANGED = "next = 0, ticket = ticket + 1"
"""Assignment: the bot checks a league soon."""
OPENED = "SELECT table_id FROM league_tables WHERE league_id = ? AND season = ?"
"""Query: the tables of a season that were opened, and 0 for each of the others."""


class LeagueRepository(Repository):
    """Reads and changes leagues. A change of a league makes it `due`."""

    async def add(self, row: LeagueRow) -> int:
        """Stores a new league and returns its number; `row.id` is ignored. Raises Conflict if the
        server already has a league of this name.
        """
        names = [each.name for each in fields(LeagueRow)[1:]]
        return await self._db.insert(
            f"INSERT INTO leagues ({', '.join(names)}) VALUES ({placeholders(len(names))})",
            [getattr(row, name) for name in names],
        )

    async def get(self, league_id: int) -> LeagueRow | None:
        row = await self._one(f"SELECT {LEAGUE} FROM leagues WHERE id = ?", (league_id,))
        return LeagueRow(*row) if row else None

    async def of_server(self, guild: int) -> list[LeagueRow]:
        """Those that have not ended, oldest first."""
        rows = await self._search(
            f"SELECT {LEAGUE} FROM leagues WHERE guild = ? AND status != 'ended' ORDER BY id",
            (guild,),
        )
        return [LeagueRow(*row) for row in rows]

    async def due(self, now: float) -> list[int]:
        """The leagues that the bot must check by now."""
        return await self._values(
            "SELECT id FROM leagues WHERE next <= ? ORDER BY next, id", (now,)
        )

    async def mark_checked(self, row: LeagueRow, next_at: float | None, trouble: str) -> None:
        """Stores that the bot has checked a league as it is in `row`, and when it checks it again;
        a league that has changed meanwhile stays due.
        """
        await self._db.execute(
            "UPDATE leagues SET trouble = ?, next = CASE WHEN ticket = ? THEN ? ELSE 0 END"
            " WHERE id = ?",
            (trouble, row.ticket, next_at, row.id),
        )

    async def touch(self, league_id: int) -> None:
        """Makes a league due, so the bot checks it soon."""
        await self._db.execute(f"UPDATE leagues SET {CHANGED} WHERE id = ?", (league_id,))

    async def to_retry(self, guild: int) -> list[int]:
        """The leagues of a server of which Discord may have refused something: a table could not be
        opened, or rounds have a time limit, and so an event.
        """
        return await self._values(
            "SELECT id FROM leagues WHERE guild = ? AND (trouble != '' OR due IS NOT NULL)"
            " AND status != 'ended'",
            (guild,),
        )

    async def set_status(
        self, row: LeagueRow, status: LeagueStatus, season: int | None = None
    ) -> None:
        """Stores the next status of a league, and the season that begins with it, if one does;
        raises Conflict if somebody else has changed the league since `row` was read.
        """
        if not await self._db.execute(
            f"UPDATE leagues SET status = ?, season = ?, round = ?, due = NULL, {CHANGED}"
            " WHERE id = ? AND status = ? AND season = ? AND round = ?",
            (
                *(status, season or row.season, 0 if season else row.round),
                *(row.id, row.status, row.season, row.round),
            ),
        ):
            raise Conflict

    # --- members ----------------------------------------------------------------------------------

    async def members(self, league_id: int) -> list[LeagueMemberRow]:
        """Present and former ones, in the order in which they signed up."""
        rows = await self._fetch(
            f"SELECT {LEAGUE_MEMBER} FROM league_members WHERE league_id = ? ORDER BY made, id",
            (league_id,),
        )
        return [LeagueMemberRow(*row) for row in rows]

    async def member(self, league_id: int, user: int) -> LeagueMemberRow | None:
        """None if they never were a member."""
        row = await self._one(
            f'SELECT {LEAGUE_MEMBER} FROM league_members WHERE league_id = ? AND "user" = ?',
            (league_id, user),
        )
        return LeagueMemberRow(*row) if row else None

    async def join(self, row: LeagueMemberRow) -> None:
        """Stores a new member, or a former one who is back; ignores `row.id`."""
        await self._upsert(
            "league_members",
            'league_id, "user"',
            {
                "league_id": row.league_id,
                "user": row.user,
                "name": row.name,
                "made": row.made,
                "state": row.state,
            },
        )

    async def rename(self, member_id: int, name: str) -> None:
        await self._db.execute("UPDATE league_members SET name = ? WHERE id = ?", (name, member_id))

    async def set_state(self, member_id: int, state: MemberState) -> None:
        await self._db.execute(
            "UPDATE league_members SET state = ? WHERE id = ?", (state, member_id)
        )

    async def set_two_rounds(self, member_id: int, wanted: bool) -> None:
        await self._db.execute(
            "UPDATE league_members SET two_rounds = ? WHERE id = ?", (int(wanted), member_id)
        )

    async def remove(self, member_id: int) -> None:
        """Deletes a member who has never played in the league."""
        await self._db.execute("DELETE FROM league_members WHERE id = ?", (member_id,))

    # --- seasons and rounds -----------------------------------------------------------------------

    @repeated
    async def start_season(self, row: LeagueRow, divisions: Sequence[Sequence[int]]) -> None:
        """Starts a season. `divisions` holds the ids of members, the highest division first and
        its first place first. Raises Conflict if somebody else has started it.
        """
        async with self._db.transaction() as db:
            await _advance(db, row, "status = 'running', due = NULL", ())
            for division, members in enumerate(divisions):
                for place, member in enumerate(members):
                    await db.execute(
                        "UPDATE league_members SET season = ?, division = ?, place = ?"
                        " WHERE id = ?",
                        (row.season, division, place, member),
                    )

    @repeated
    async def add_round(
        self,
        row: LeagueRow,
        tables: Sequence[LeagueTableRow],
        seats: Sequence[LeagueSeatRow],
        due: float | None,
    ) -> None:
        """Stores the next round of a season with its tables and seats, all or nothing; raises
        Conflict if somebody else has stored it.
        """
        async with self._db.transaction() as db:
            await _advance(db, row, "round = round + 1, due = ?", (due,))
            for name, columns, rows in (
                ("league_tables", LEAGUE_TABLE, tables),
                ("league_seats", LEAGUE_SEAT, seats),
            ):
                for each in rows:
                    values = astuple(each)
                    await db.execute(
                        f"INSERT INTO {name} ({columns}) VALUES ({placeholders(len(values))})",
                        values,
                    )

    async def tables(self, league_id: int) -> list[LeagueTableRow]:
        """Of all rounds, oldest first."""
        rows = await self._search(
            f"SELECT {LEAGUE_TABLE} FROM league_tables WHERE league_id = ?"
            " ORDER BY season, round, number",
            (league_id,),
        )
        return [LeagueTableRow(*row) for row in rows]

    async def seats(self, league_id: int) -> list[LeagueSeatRow]:
        """Of all rounds, oldest first."""
        rows = await self._search(
            f"SELECT {LEAGUE_SEAT} FROM league_seats WHERE league_id = ?"
            " ORDER BY season, round, number, seat",
            (league_id,),
        )
        return [LeagueSeatRow(*row) for row in rows]

    async def opened(self, league_id: int, season: int) -> list[TableRow]:
        rows = await self._search(
            f"SELECT {TABLE} FROM tables WHERE id IN ({OPENED})", (league_id, season)
        )
        return [TableRow(*row) for row in rows]

    async def has_table(self, table_id: int) -> bool:
        found = "SELECT 1 FROM league_tables WHERE table_id = ?"
        return bool(await self._fetch(found, (table_id,)))

    async def results(self, league_id: int, season: int) -> list[ResultRow]:
        """By table and seat."""
        rows = await self._search(
            f"SELECT {RESULT} FROM results WHERE table_id IN ({OPENED}) ORDER BY table_id, seat",
            (league_id, season),
        )
        return [ResultRow(*row) for row in rows]

    @repeated
    async def open_table(self, planned: LeagueTableRow, table: TableRow, line: MoveRow) -> int:
        """Stores a running table with the first line of its log as this table of a round, all or
        nothing, and returns its number. Raises Conflict if that table of the round is open already,
        or the channel has an open table.
        """
        key = planned.league_id, planned.season, planned.round, planned.number
        names = [each.name for each in fields(TableRow)[1:]]
        async with self._db.transaction() as db:
            columns = asdict(table)
            number = await db.insert(
                f"INSERT INTO tables ({', '.join(names)}) VALUES ({placeholders(len(names))})",
                [columns[name] for name in names],
            )
            if not await db.execute(
                "UPDATE league_tables SET table_id = ? WHERE table_id = 0 AND league_id = ?"
                " AND season = ? AND round = ? AND number = ?",
                (number, *key),
            ):
                raise Conflict
            await insert_line(db, replace(line, table_id=number))
        return number


async def _advance(
    db: Connection, row: LeagueRow, change: str, values: Sequence[float | None]
) -> None:
    """Changes a league; raises Conflict if somebody else has changed it since it was read."""
    if not await db.execute(
        f"UPDATE leagues SET {change}, {CHANGED}"
        " WHERE id = ? AND status = ? AND season = ? AND round = ?",
        (*values, row.id, row.status, row.season, row.round),
    ):
        raise Conflict
