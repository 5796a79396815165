"""Chooses the picture of a view, and draws shared parts before the first one."""

from collections.abc import Callable
from functools import partial
from itertools import product

from PIL import Image

from renderers.canvas import Sprite

from .badges import bulb, rosette
from .board import board
from .buildings import finished_wall
from .buttons import PHASES, button
from .colours import GOODS, INK, LAMP
from .finale import finale
from .goods import crate, emblem, faded_emblem, outline
from .panel import own_panel
from .reading import View, is_over
from .signs import awning


def draw(view: View) -> Image.Image:
    """The board, what a player sees alone, or in the end the scores for all."""
    if is_over(view):
        return finale(view)
    return board(view) if view["viewer"] is None else own_panel(view)


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


def warm() -> None:
    """Draws the street and what is stamped on it once, so that the first picture is quick."""
    finished_wall()
    for kind, px in product(GOODS, (27, 36, 38, 40, 42, 46, 56, 66)):
        emblem(kind, px)
        crate(kind, px)
    for kind in GOODS:
        outline(kind, 40)
        faded_emblem(kind, 38)
    for phase in PHASES:
        button(phase, 56)
        button(phase, 60, LAMP, INK)
    for px in (52, 54):
        rosette(px)
    bulb(40)
    awning(1600, 24, 40)
