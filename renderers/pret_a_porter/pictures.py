"""Chooses the picture of a view, and draws shared parts before the first one."""

from collections.abc import Callable
from functools import partial
from itertools import product

from PIL import Image

from renderers.canvas import Sprite
from renderers.fonts import text_mask

from .board import board
from .colours import CLOTHS, STYLES
from .companies import FIGURES_PX, GOODS_PX, column_heads, ground
from .finale import finale
from .garments import TYPES, garment, mannequin
from .header import calendar, phase_track
from .panel import own_panel
from .reading import View, is_over, is_show_month
from .shops import WINDOW_GARMENT_PX
from .shows import RUNWAY_PX, show_board
from .signs import TOKENS, number, prize_star, swatch, tag, token
from .terms import EXHIBITION_PHASES, WORKING_PHASES
from .wardrobe import GARMENT_PX

GARMENT_WIDTHS_PX = (42, 50, 98)
"""The widths in which pictures show garments."""


NUMBER_TYPES = (("serif", 46), ("serif-black", 46), ("serif", 38))
"""Faces in which pictures show most numbers."""
SEAT_COUNTS = (2, 3, 4)


def draw(view: View) -> Image.Image:
    """The street, the shows, what a company has, or in the end the scores for all."""
    if is_over(view):
        return finale(view)
    if view["viewer"] is not None:
        return own_panel(view)
    return show_board(view) if is_show_month(view) else board(view)


def told_apart() -> dict[str, dict[str, Callable[[], Sprite]]]:
    """Signs that nobody may confuse, by group and meaning: functions that draw them as small as
    pictures have them.
    """
    return {
        "cloths": {cloth: partial(swatch, cloth, 38) for cloth in CLOTHS},
        "tokens": {kind: partial(token, kind, 44) for kind in TOKENS},
    }


def warm() -> None:
    """Draws what is stamped on pictures once, so that the first one is quick."""
    for month in range(1, 13):
        calendar(month)
    for steps in (WORKING_PHASES, EXHIBITION_PHASES):
        for phase in steps:
            phase_track(steps, phase, "")
    for lower, asked, top in product((GOODS_PX, RUNWAY_PX), (False, True), (False, True)):
        ground(asked, top, FIGURES_PX + lower)
    for n, (kind, size) in product(range(60), NUMBER_TYPES):
        text_mask(str(n), kind, size)
        text_mask(f"${n}", kind, size)
    for style, kind, px in product(STYLES, TYPES, GARMENT_WIDTHS_PX):
        garment(style, kind, px)
    for style, kind, px in product(STYLES, TYPES, (GARMENT_PX, WINDOW_GARMENT_PX)):
        mannequin(style, kind, px)
    for cloth, px in product(CLOTHS, (38, 40, 42, 46, 52, 62)):
        swatch(cloth, px)
    for cloth, missing in product(CLOTHS, (False, True)):
        swatch(cloth, 54, missing)
    for style, n in product(STYLES, range(7)):
        tag(style, n, 64)
    for kind, px in product(TOKENS, (44, 48, 50, 54, 56, 60, 64, 76)):
        token(kind, px)
    for n, px in product(range(5), (56, 60)):
        prize_star(n, px)
    for n, px in product(range(1, 10), (42, 44, 46)):
        number(n, px)
    for month in range(3, 13, 3):
        column_heads(month)
