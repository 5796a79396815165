"""Chooses the picture of a view."""

from collections.abc import Callable
from functools import partial

from PIL import Image

from renderers.canvas import Sprite
from renderers.layout import Box

from .board import board, boxes_on_board
from .buttons import PHASES, button
from .colours import GOODS
from .finale import finale
from .goods import crate, emblem, outline
from .panel import boxes_on_panel, own_panel
from .reading import View, is_over


def draw(view: View) -> Image.Image:
    """The board, what a player sees alone, or in the end the scores for all."""
    if is_over(view):
        return finale(view)
    return board(view) if view["viewer"] is None else own_panel(view)


def move_boxes(view: View, move: str) -> list[Box]:
    """Where the picture of a view shows the pieces that a move names."""
    if is_over(view):
        return []
    boxes = boxes_on_board if view["viewer"] is None else boxes_on_panel
    return boxes(view, move.split())


def told_apart() -> dict[str, dict[str, Callable[[], Sprite]]]:
    """Signs that nobody may confuse, by group and meaning: functions that draw them as small as
    pictures have them.
    """
    return {
        "goods": {kind: partial(emblem, kind, 27) for kind in GOODS},
        "free boxes": {kind: partial(outline, kind, 40) for kind in GOODS},
        "crates": {kind: partial(crate, kind, 36) for kind in GOODS},
        "phases": {phase: partial(button, phase, 56) for phase in PHASES},
    }
