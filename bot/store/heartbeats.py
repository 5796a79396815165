"""Stores when people could last reach the bot, and moves deadlines by the time in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.store.database import Connection, repeated
from bot.store.leagues import CHANGED
from bot.store.notes import add_everywhere
from bot.store.repository import Repository
from bot.store.rows import PERSON, PersonRow
from bot.store.shards import OF_SHARD, TABLE_OF_SHARD, Shard

GAP_S: Final = 180.0
"""Without a heartbeat for longer than this, people could not reach the bot."""
GRACE_S: Final = 900.0
"""Nobody's time is up so soon after a gap."""
TIMED: Final = "id IN (SELECT table_id FROM turns WHERE due IS NOT NULL)"
MOVED_DUE: Final = ", why = CASE WHEN due IS NULL OR why = 'agreed' THEN why ELSE 'gap' END"
MOVED: Final = (
    ("turns", "since", ("since", "due", "next", "forced"), MOVED_DUE, TABLE_OF_SHARD),
    ("offers", "made", ("made",), "", TABLE_OF_SHARD),
    ("waits", "made", ("made",), "", f"what NOT IN ('together', 'meeting') AND {TABLE_OF_SHARD}"),
    ("tables", "touched", ("touched",), "", f"status = 'lobby' AND {OF_SHARD}"),
    ("leagues", "made", ("due",), f", {CHANGED}", f"due IS NOT NULL AND {OF_SHARD}"),
)
"""What moves by a gap: a table, the column that says since when its rows count, the columns that
move, more assignments, and which rows do.
"""


class HeartbeatRepository(Repository):
    """A row for each shard."""

    async def beat(self, shard: Shard, now: float) -> float | None:
        """Notes that people can reach the bot now. If they could not before, nothing is noted, and
        this returns when they last could: `end_gap` must come first.
        """
        if await self._db.execute(
            "UPDATE heartbeats SET seen = ?"
            " WHERE shard = ? AND shards = ? AND seen BETWEEN ? AND ?",
            (now, shard.number, shard.count, now - GAP_S, now + GAP_S),
        ):
            return None
        # What is known of the others stands for a shard that is new.
        await self._db.execute(
            "INSERT INTO heartbeats (shard, shards, seen)"
            " SELECT CAST(? AS BIGINT), CAST(? AS BIGINT), COALESCE(MAX(seen), ?)"
            " FROM heartbeats WHERE true"
            " ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards",
            (shard.number, shard.count, now),
        )
        await self._db.execute("DELETE FROM heartbeats WHERE shard >= ?", (shard.count,))
        [(seen,)] = await self._fetch(
            "SELECT seen FROM heartbeats WHERE shard = ?", (shard.number,)
        )
        return None if abs(now - seen) <= GAP_S else seen

    @repeated
    async def end_gap(
        self,
        shard: Shard,
        seen: float,
        now: float,
        words: str,
        put_off: Callable[[float, PersonRow, str], float],
    ) -> list[int]:
        """Moves what ends somebody's right to act by the time since `seen`, notes a heartbeat, and
        says `words`, a packed phrase, at the tables whose deadlines moved; returns these tables.
        All or nothing, and nothing if another process has done so.

        `put_off` takes a deadline at a pace out of quiet hours and days off. If the clock of the
        machine was set back, `seen` is in the future, and all moves back.
        """
        async with self._db.transaction() as db:
            if not await db.execute(
                "UPDATE heartbeats SET seen = ? WHERE shard = ? AND seen = ?",
                (now, shard.number, seen),
            ):
                return []
            for table, since, columns, more, which in MOVED:
                by = f"CASE WHEN {since} > ? THEN ? - {since} ELSE ? END"
                moves = ", ".join(f"{column} = {column} + {by}" for column in columns)
                values = (seen, now, now - seen) * len(columns)
                await db.execute(
                    f"UPDATE {table} SET {moves}{more} WHERE {which}",
                    (*values, *shard.values),
                )
            for column in ("due", "next"):
                await db.execute(
                    f"UPDATE turns SET {column} = ? WHERE {column} < ? AND {TABLE_OF_SHARD}",
                    (now + GRACE_S, now + GRACE_S, *shard.values),
                )
            await _respect_free_time(db, shard, put_off)
            where = f"status = 'running' AND {TIMED} AND {OF_SHARD}"
            return await add_everywhere(db, where, shard.values, words, now)

    async def latest_reached(self, guild: int | None, now: float) -> float:
        """Now, or the end of the time in which people of a server could reach the bot."""
        seen = await self._value(
            "SELECT seen FROM heartbeats WHERE shard = (CAST(? AS BIGINT) >> 22) % shards",
            (guild or 0,),
        )
        return now if seen is None else min(now, seen + GAP_S)


async def _respect_free_time(
    db: Connection, shard: Shard, put_off: Callable[[float, PersonRow, str], float]
) -> None:
    rows = await db.fetch(f"SELECT {PERSON} FROM people WHERE quiet != ''")
    people = {row[0]: PersonRow(*row) for row in rows}
    turns = await db.fetch(
        'SELECT table_id, seat, "user", due, pace FROM turns JOIN tables ON id = table_id'
        ' WHERE due IS NOT NULL AND ("user" IN (SELECT "user" FROM people WHERE quiet != \'\')'
        f" OR pace LIKE '% off %') AND {TABLE_OF_SHARD}",
        shard.values,
    )
    for table_id, seat, user, due, pace in turns:
        later = put_off(due, people.get(user, PersonRow(user)), pace)
        if later > due:
            await db.execute(
                "UPDATE turns SET due = ?, next = CASE WHEN next = ? THEN ? ELSE next END"
                " WHERE table_id = ? AND seat = ?",
                (later, due, later, table_id, seat),
            )
