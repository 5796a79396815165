"""The record of a table: a file with which anybody can verify its game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from bot.store import MoveRow
from bot.table.lines import told_by
from bot.table.table import Table
from games import record
from games.version import VERSION


async def record_of(table: Table, handed: Iterable[int] = ()) -> str:
    """The game so far, without what was taken back, as a file for `python -m games verify`;
    `handed` are the seats that were handed over.
    """
    rows = await table.kept_lines()
    told = [record.Told(row.version, _entry(row), told_by(row)) for row in rows]
    drawn = any(row.kind == "start" and row.move for row in rows)
    game = table.game, len(table.people), table.seed, table.options
    facts = table.row.salt, drawn, " ".join(map(str, handed))
    if any(line.version != table.game.version for line in told):
        return record.write_told(*game, told, table.g.scores if table.g else None, *facts)
    moves = [line.entry for line in told if line.entry is not None]
    return await asyncio.to_thread(record.write, *game, moves, *facts, VERSION)


def _entry(row: MoveRow) -> record.Entry | None:
    """What a line of the log is in a record; None for the start."""
    if row.kind == "start":
        return None
    return int(row.move or "") if row.kind == "rewind" else (row.seat or 0, row.move or "")
