"""Chooses the picture of a view, and draws shared parts before the first one."""

from collections.abc import Callable
from functools import partial
from itertools import product

from PIL import Image

from renderers.canvas import Sprite

from .board import board, calendar_block, cleared_line, indigo_cloth
from .clothes import missing, motif
from .finale import RACK_PLACES, presentation
from .panel import GARMENT_PLACES, PANEL_PX, SMALL_PX, own_panel, secret_block
from .patterns import BASIC, GARMENTS, HUES, PATTERNS, PRIMARY, bolt
from .pieces import chip, d4, d10, dish, sheet, washi
from .players import PLANS, PLAYER_PX
from .reading import View, phase_of


def draw(view: View) -> Image.Image:
    """The board, the viewer's own panel, or in the end the presentation for all."""
    if phase_of(view) == "over":
        return presentation(view)
    return board(view) if view["viewer"] is None else own_panel(view)


def told_apart() -> dict[str, dict[str, Callable[[], Sprite]]]:
    """Signs that nobody may confuse, by group and meaning: functions that draw them as small as
    pictures have them.
    """
    return {
        "dyes": {hue: partial(dish, hue, 62) for hue in HUES},
        "colours": {letter: partial(chip, letter, 36, 40) for letter in PRIMARY},
        "patterns": {pattern: partial(bolt, pattern, *BOLT_SIZES[-2]) for pattern in PATTERNS},
        "dice": {face: partial(d4, face, 88) for face in (*PRIMARY.values(), "white")},
    }


def warm() -> None:
    """Draws the grounds and cut all clothes once, so that the first picture is quick."""
    for h in (PANEL_PX, 1200):
        washi(h)
    indigo_cloth()
    sizes = [plan.clothes for plan in PLANS.values()] + [GARMENT_PLACES, *RACK_PLACES.values()]
    for kind in GARMENTS:
        widths = sorted({SMALL_PX, *(places[kind][2] for places in sizes)})
        for w in widths:
            missing(kind, w)
        for pattern, w in product(PATTERNS, widths):
            motif(kind, pattern, w)
    for hue, px, sold in product(HUES, (62, 68), (False, True)):
        dish(hue, px, sold)
    for pattern, size in product(PATTERNS, BOLT_SIZES):
        bolt(pattern, *size)
    for line in ((1, 3), (4, 6), (7, 9), (1, 7), (2, 8), (3, 9), (1, 9), (3, 7)):
        cleared_line(line)
    for face in range(10):
        d10(str(face), 88, False)
    for face in (*PRIMARY.values(), "white"):
        d4(face, 88, False)
    for weeks in range(1, 11):
        calendar_block(weeks)
    for plan in PLANS.values():
        sheet(plan.w, PLAYER_PX, True)
    for color in BASIC:
        secret_block(color)


BOLT_SIZES = ((132, 70, 1.5), (90, 40, 1.2), (84, 48, 1.3), (230, 56, 1.6))
