"""Chooses the picture of a view."""

from collections.abc import Callable
from functools import partial

from PIL import Image

from renderers.canvas import Sprite
from renderers.layout import Box

from .board import board, boxes_on_board
from .finale import presentation
from .panel import boxes_on_panel, own_panel
from .patterns import HUES, PATTERNS, PRIMARY, bolt
from .pieces import chip, d4, dish
from .reading import View, phase_of


def draw(view: View) -> Image.Image:
    """The board, the viewer's own panel, or in the end the presentation for all."""
    if phase_of(view) == "over":
        return presentation(view)
    return board(view) if view["viewer"] is None else own_panel(view)


def move_boxes(view: View, move: str) -> list[Box]:
    """Where the picture of a view shows the pieces that a move names."""
    boxes = boxes_on_board if view["viewer"] is None else boxes_on_panel
    return boxes(move.split())


def told_apart() -> dict[str, dict[str, Callable[[], Sprite]]]:
    """Signs that nobody may confuse, by group and meaning: functions that draw them as small as
    pictures have them.
    """
    return {
        "dyes": {hue: partial(dish, hue, 62) for hue in HUES},
        "colours": {letter: partial(chip, letter, 36, 40) for letter in PRIMARY},
        "patterns": {pattern: partial(bolt, pattern, 84, 48, 1.3) for pattern in PATTERNS},
        "dice": {face: partial(d4, face, 88) for face in (*PRIMARY.values(), "white")},
    }
