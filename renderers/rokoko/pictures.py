"""Chooses the picture of a view."""

from collections.abc import Callable
from functools import partial

from PIL import Image

from renderers.canvas import Sprite

from .board import board
from .clothes import dress
from .colours import GRADES, SILK
from .finale import finale
from .pieces import bale, counted_bale, crest
from .private import own_atelier
from .reading import View, phase_of


def draw(view: View) -> Image.Image:
    """The board, the viewer's own atelier, or in the end the score sheet for all."""
    if phase_of(view) == "over":
        return finale(view)
    return board(view) if view["viewer"] is None else own_atelier(view)


def told_apart() -> dict[str, dict[str, Callable[[], Sprite]]]:
    """Signs that nobody may confuse, by group and meaning: functions that draw them as small as
    pictures have them.
    """
    return {
        "silks": {colour: partial(bale, colour, 28) for colour in SILK},
        "counted silks": {colour: partial(counted_bale, colour, 2) for colour in SILK},
        "dresses": {colour: partial(dress, colour, "", 70, False) for colour in SILK},
        "grades": {grade: partial(crest, grade, 46) for grade in GRADES},
    }
