"""Finds alarms: moments at which the clock acts. Each stands in the row that it is about, so it is
committed with whatever sets it, and gone with the row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.store.repository import Repository
from bot.store.shards import OF_SHARD, TABLE_OF_SHARD, Shard

AlarmKind = Literal[
    "turn", "forced", "offer", "pause", "lobby", "vote", "gone", "asked", "together", "meeting"
]
STATUS: Final = "(SELECT t.status FROM tables AS t WHERE t.id = table_id)"
WAITS: Final = f"{STATUS} IN ('lobby', 'running') AND {TABLE_OF_SHARD}"
ALARMS: Final[Mapping[AlarmKind, tuple[str, str, str, str]]] = {
    "turn": ("turns", "table_id, seat", "next", TABLE_OF_SHARD),
    "forced": ("turns", "table_id, seat", "forced", TABLE_OF_SHARD),
    "offer": ("offers", "table_id, seat", "made", f"{STATUS} != 'broken' AND {TABLE_OF_SHARD}"),
    "pause": ("tables", "id, 0", "paused", f"status = 'running' AND paused > 0 AND {OF_SHARD}"),
    "lobby": ("tables", "id, 0", "touched", f"status = 'lobby' AND {OF_SHARD}"),
    "vote": ("waits", "table_id, 0", "made", f"what = 'vote' AND {WAITS}"),
    "gone": ("waits", "table_id, 0", "made", f"what = 'gone' AND {WAITS}"),
    "asked": ("waits", "table_id, 0", "made", f"what = 'asked' AND {WAITS}"),
    "together": ("waits", "table_id, 0", "made", f"what = 'together' AND {WAITS}"),
    "meeting": ("waits", "table_id, 0", "made", f"what = 'meeting' AND {WAITS}"),
}
"""Where the alarms of each kind stand: a table, the columns of number and seat, the column of the
moment from which the time runs, and which rows have one.
"""


@dataclass(frozen=True, slots=True)
class Alarm:
    """What the clock does at a moment."""

    kind: AlarmKind
    table_id: int
    seat: int
    """0 where it is about the whole table."""
    at: float


class AlarmRepository(Repository):
    """Alarms of all kinds, in time."""

    async def before(
        self,
        shard: Shard,
        moment: float,
        lengths: Mapping[AlarmKind, float],
        limit: int,
        since: float = 0.0,
    ) -> list[Alarm]:
        """The alarms of these kinds since a moment and up to another one, the earliest first. A
        length is how long after the moment in its row an alarm is, in seconds.
        """
        queries, values = list[str](), list[float]()
        for kind, length_s in lengths.items():
            rows, key, column, which = ALARMS[kind]
            queries.append(
                f"SELECT '{kind}' AS kind, {key}, {column} + {length_s:.1f} AS moment FROM {rows}"
                f" WHERE {column} BETWEEN CAST(? AS DOUBLE PRECISION)"
                f" AND CAST(? AS DOUBLE PRECISION) AND {which}"
            )
            values += [since - length_s, moment - length_s, *shard.values]
        found = await self._search(
            f"{' UNION ALL '.join(queries)} ORDER BY moment LIMIT ?", [*values, limit]
        )
        return [Alarm(*row) for row in found]
