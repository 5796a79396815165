"""The ways in, `draw` and `warm`, which choose what to draw; no drawing of their own."""

from collections.abc import Callable
from functools import partial
from itertools import product

from PIL import Image

from renderers.canvas import Sprite
from renderers.seats import laurel

from .board import board, column_head, square
from .colours import GILT, GILT_DARK, GILT_LIGHT, TYPES
from .grounds import COLUMNS_X, PLANS, board_ground, screen_ground
from .pieces import coin, ghost, tile
from .reading import View
from .screen import screen


def draw(view: View) -> Image.Image:
    """The public board, or the viewer's own screen if the view has a viewer."""
    return board(view) if view["viewer"] is None else screen(view)


def told_apart() -> dict[str, dict[str, Callable[[], Sprite]]]:
    """Signs that nobody may confuse, by group and meaning: functions that draw them as small as
    pictures have them.
    """
    return {
        "types": {str(kind): partial(tile, kind, 58, 60, 32) for kind in TYPES},
        "prices": {
            state: partial(coin, 3, 42, state) for state in ("on", "can", "next", "room", "off")
        },
    }


def warm() -> None:
    """Draws the grounds and everything that repeats once, so that the first picture is quick."""
    screen_ground()
    for seats in PLANS:
        board_ground(seats)
    for kind, price in product(TYPES, range(1, 6)):
        for state, tone in product(("on", "can"), ("old", "drawn")):
            square(price, kind, state, tone)
    for price, state in product(range(1, 6), ("off", "next", "room")):
        square(price, 0, state, "empty")
    for px in (96, 152, 168, 232):
        laurel(px, GILT_LIGHT, GILT_DARK)
        laurel(px, GILT, GILT)
    for kind in TYPES:
        ghost(kind, 160)
        for w, h, badge in TILE_SIZES:
            tile(kind, w, h, badge)
        for column in COLUMNS_X:
            column_head(column, kind)


TILE_SIZES = (
    (58, 60, 32),
    (68, 72, 32),
    (84, 84, 34),
    (88, 88, 34),
    (152, 140, 46),
    (88, 150, 34),
    (116, 184, 40),
    (112, 148, 42),
    (160, 152, 46),
    (176, 168, 46),
    (168, 168, 50),
    (216, 204, 56),
    (204, 342, 52),
    (204, 222, 52),
    (204, 163, 52),
)
