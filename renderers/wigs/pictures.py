"""Chooses the picture of a view."""

from collections.abc import Callable
from functools import partial

from PIL import Image

from renderers.canvas import Sprite
from renderers.layout import Box

from .board import board, boxes_on_board
from .colours import TYPES
from .pieces import coin, tile
from .reading import View
from .screen import boxes_on_screen, screen


def draw(view: View) -> Image.Image:
    """The public board, or the viewer's own screen if the view has a viewer."""
    return board(view) if view["viewer"] is None else screen(view)


def move_boxes(view: View, move: str) -> list[Box]:
    """Where the picture of a view shows the pieces that a move names."""
    boxes = boxes_on_board if view["viewer"] is None else boxes_on_screen
    return boxes(view, move.split())


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
