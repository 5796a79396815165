"""Results of finished games: computed from the last line of a log, and stored once.

Every seat has a result. If a player left and a computer player finished the game for them, the
result is the player's, ranked behind all who stayed. If they handed the seat over, it is that of
the computer player. A game that was ended early has no results.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

from bot.standings.statistics import answer_time_s
from bot.store import MoveRow, ResultRow, Store, TableRow
from bot.store.rows import NUMBERS, OBJECTS, decompressed
from bot.table import Person
from bot.table.errors import Damaged
from bot.table.whose import handed_over
from games import discover
from games.kernel import State, places, teams

log = logging.getLogger(__name__)


async def store_results(store: Store) -> None:
    """Stores the results of every finished table that has none yet."""
    for table_id in await store.results.without_results():
        row, last = await store.tables.get(table_id), await store.moves.last(table_id)
        if row is None or last is None:
            continue
        try:
            left = await store.results.departures(table_id)
            timeouts = await store.turns.timeouts(table_id)
            rows = results(row, last, left, timeouts, await store.moves.of(table_id))
        except Exception:
            log.exception("the result cannot be read", extra={"table": table_id})
            continue
        await store.results.add(rows)


def results(
    row: TableRow,
    last: MoveRow,
    left: dict[int, int],
    timeouts: set[int],
    log_lines: Sequence[MoveRow],
) -> list[ResultRow]:
    """The results of a table from its last line; `left` holds who left, by seat, and `timeouts`
    whose time ran out. The `log_lines`, which need no states, say whose each seat is.

    Raises Damaged, or an error of the game, where the state cannot be read.
    """
    game = discover().get(row.game)
    if game is None or last.state is None:
        raise Damaged("there is no state that this release can read")
    g: State = game.load(decompressed(last.state), last.version)
    people = OBJECTS.read(row.people)
    resigned = [bool(who["level"]) and seat in left for seat, who in enumerate(people)]
    handed = handed_over([Person(**who) for who in people], log_lines)
    ranks = places(g, [seat for seat, gone in enumerate(resigned) if gone])
    team = teams(g)
    asked = [_asked_after(line) for line in log_lines]
    return [
        ResultRow(
            table_id=row.id,
            seat=seat,
            game=row.game,
            guild=row.guild,
            user=left[seat] if resigned[seat] else who["user"],
            level="" if resigned[seat] else handed.get(seat) or who["level"],
            score=score,
            rank=rank,
            resigned=int(resigned[seat]),
            seats=g.seats,
            made=last.made,
            in_time=int(
                row.pace != "none"
                and not resigned[seat]
                and seat not in handed
                and who["user"] is not None
                and who["user"] not in timeouts
            ),
            answer_s=answer_time_s(log_lines, asked, seat) if who["user"] else None,
            team=team[seat],
        )
        for seat, (who, score, rank) in enumerate(zip(people, g.scores or [], ranks, strict=True))
    ]


def _asked_after(line: MoveRow) -> list[int]:
    """The seats that are asked after a line; [] if that is damaged."""
    with suppress(ValueError, TypeError):
        return NUMBERS.read(line.asked or "[]")
    return []
