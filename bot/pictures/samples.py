"""Sample positions: how each game looks after some moves."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from games import discover
from games.words import seat_names

SEED = 7
MOVES = 20
LATE = 200
"""The moves up to the last of several positions."""
POSITIONS = 8


@cache
def position(name: str) -> dict[str, Any]:
    """What everybody sees of a game after some default moves; always the same."""
    game = discover()[name]
    g = game.new(game.fewest_seats, SEED)
    for _move in range(MOVES):
        after = game.play(g, g.asked[0], game.default(g, g.asked[0]))
        if after.scores is not None:
            break  # a short game
        g = after
    return game.view(g, None)


def views(name: str) -> list[dict[str, Any]]:
    """Boards and own pictures of a full table, in positions from the first to a late one. They show
    most of what pictures of the game have.
    """
    game, chance = discover()[name], random.Random(SEED)
    seats = max(game.seats)
    g = game.new(seats, SEED)
    found: list[tuple[Any, int]] = []
    while g.scores is None and len(found) < LATE:
        seat = chance.choice(g.asked)
        found.append((g, seat))
        moves = [game.default(g, seat)] if chance.random() < 0.5 else game.legal(g, seat)
        g = game.play(g, seat, chance.choice(moves))
    names = {"names": seat_names(seats)}
    return [
        game.view(g, viewer) | names
        for g, seat in found[:: max(1, len(found) // POSITIONS)]
        for viewer in (None, seat)
    ]
