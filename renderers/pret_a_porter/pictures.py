"""Chooses the picture of a view."""

from collections.abc import Callable
from functools import partial

from PIL import Image

from renderers.canvas import Sprite
from renderers.layout import Box

from .board import board, boxes_on_board
from .colours import CLOTHS
from .finale import finale
from .panel import boxes_on_panel, own_panel
from .reading import View, is_over, is_show_month
from .shows import show_board
from .signs import TOKENS, swatch, token


def draw(view: View) -> Image.Image:
    """The street, the shows, what a company has, or in the end the scores for all."""
    if is_over(view):
        return finale(view)
    if view["viewer"] is not None:
        return own_panel(view)
    return show_board(view) if is_show_month(view) else board(view)


def move_boxes(view: View, move: str) -> list[Box]:
    """Where the picture of a view shows the pieces that a move names."""
    words = move.replace("+", " ").split()
    if view["viewer"] is not None:
        return boxes_on_panel(view, words)
    return [] if is_show_month(view) else boxes_on_board(view, words)


def told_apart() -> dict[str, dict[str, Callable[[], Sprite]]]:
    """Signs that nobody may confuse, by group and meaning: functions that draw them as small as
    pictures have them.
    """
    return {
        "cloths": {cloth: partial(swatch, cloth, 38) for cloth in CLOTHS},
        "tokens": {kind: partial(token, kind, 44) for kind in TOKENS},
    }
