"""Chooses the picture of a view."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from PIL import Image

from renderers.canvas import Sprite
from renderers.layout import Box

from .board import board, places_on_board
from .clothes import dress
from .colours import GRADES, SILK
from .finale import finale
from .pieces import bale, counted_bale, crest
from .private import own_atelier, places_in_atelier
from .reading import View, phase_of
from .sheet import score_sheet


def draw(view: View) -> Image.Image:
    """The board or the viewer's own atelier; in the end the finale or, for a player, the sheet."""
    public = view["viewer"] is None
    if phase_of(view) == "over":
        return finale(view) if public else score_sheet(view)
    return board(view) if public else own_atelier(view)


def move_boxes(view: View, move: str) -> list[Box]:
    """Where the picture of a view shows the pieces that a move names."""
    if phase_of(view) == "over":
        return []
    found = places_on_board(view) if view["viewer"] is None else places_in_atelier(view)
    words = move.replace("+", " ").split()
    named = [*words, *(" ".join(pair) for pair in pairwise(words))]
    return [found[name] for name in named if name in found]


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
