"""Sample positions: how each game looks after some moves, for /rules and /help."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from bot.pages.page import Picture, picture
from bot.pictures.pictures import Pictures
from bot.texts.languages import _
from games import discover

SEED = 7
MOVES = 20


async def sample(pictures: Pictures, game: str) -> Picture:
    view = await asyncio.to_thread(position, game)
    names = [_("Player {n}", n=seat + 1) for seat in range(view["seats"])]
    return picture(pictures, view | {"names": names})


@cache
def position(name: str) -> dict[str, Any]:
    """What everybody sees of a game after some default moves; always the same."""
    game = discover()[name]
    g = game.new(max(2, game.seats[0]), SEED)
    for _move in range(MOVES):
        if g.scores is not None:
            break
        g = game.play(g, g.asked[0], game.default(g, g.asked[0]))
    return game.view(g, None)
