"""The replay of a finished game: its pictures as a GIF."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from bot.pictures.drawing import draw_image
from bot.store import MoveRow
from bot.store.moves import StoredState
from bot.table import Refused, Table
from bot.table.history import History, read_history, replay_states, stored_states
from bot.texts.languages import _, current_language
from games.kernel import Game
from renderers.replay import frame, gif

MAX_FRAMES = 60
MAX_BYTES = 8_000_000
MAX_REPLAYS = 4
"""How many replays are kept in memory."""
FRAME_PAUSE_S = 0.02
"""A pause after each frame, so that other work can run."""


def _lines_of(found: History) -> list[int]:
    """The lines of the log that a watcher can go to."""
    return [found.line(step).seq for step in range(len(found.steps))]


class Replays:
    """Draws replays, one at a time; the latest are kept."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._kept: OrderedDict[tuple[int, int, str], bytes] = OrderedDict()

    async def gif(self, table: Table) -> bytes:
        """The replay of a finished game as watchers saw it; raises Refused where it is not over."""
        if table.row.status != "over":
            raise Refused(_("This game is not over yet; /history shows it so far."))
        async with self._one:
            key = table.id, table.seq, current_language()
            if key not in self._kept:
                found = await read_history(table, None)
                self._kept[key] = await asyncio.to_thread(
                    replay,
                    table.game,
                    table.seed,
                    found.rows,
                    await stored_states(table),
                    _spread(_lines_of(found), MAX_FRAMES),
                    table.names,
                )
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_REPLAYS:
                self._kept.popitem(last=False)
            return self._kept[key]


def replay(
    game: Game[Any],
    seed: int,
    rows: Sequence[MoveRow],
    kept: Mapping[int, StoredState],
    lines: Sequence[int],
    names: Sequence[str],
) -> bytes:
    """The pictures after these lines of a log as an animated GIF of at most `MAX_BYTES`. Takes
    seconds: call it in a thread.
    """
    wanted, frames = set(lines), list[Any]()
    for seq, g in replay_states(game, seed, rows, kept):
        if seq in wanted:
            frames.append(frame(draw_image(game.view(g, None) | {"names": list(names)})))
            time.sleep(FRAME_PAUSE_S)
    made = gif(frames)
    while len(made) > MAX_BYTES and len(frames) > 1:
        frames = _spread(frames, len(frames) // 2)
        made = gif(frames)
    return made


def _spread(things: Sequence[Any], most: int) -> list[Any]:
    """At most `most` of these things, evenly spread, with the first and the last."""
    if len(things) <= most:
        return list(things)
    if most < 2:
        return [things[-1]]
    last = len(things) - 1
    return [things[round(n * last / (most - 1))] for n in range(most)]
