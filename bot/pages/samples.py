"""The picture of a sample position, for /rules and /help."""

from __future__ import annotations

import asyncio

from bot.pages.page import Picture, picture
from bot.pictures.pictures import Pictures
from bot.pictures.samples import position
from bot.texts.languages import _


async def sample(pictures: Pictures, game: str) -> Picture:
    view = await asyncio.to_thread(position, game)
    names = [_("Player {n}", n=seat + 1) for seat in range(view["seats"])]
    return picture(pictures, view | {"names": names})
