"""Chooses the picture of a view, and draws shared parts before the first one."""

from collections.abc import Callable
from functools import partial
from itertools import product

from PIL import Image

from renderers.canvas import Sprite

from .ateliers import atelier_width, awning
from .board import board, market_ground
from .clothes import dress
from .colours import GRADES, SILK
from .faces import portrait
from .finale import finale
from .market import Design, display, window_width
from .ornaments import burst, musician, statue
from .pieces import bale, counted_bale, crest, price
from .private import BELOW_Y, own_atelier, room
from .reading import View, phase_of

SAMPLE = Design("D10", "R", "RRRY", "yl", True, 28, 4)
TRIMS = ("", "y", "l", "yl")


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


def warm() -> None:
    """Draws the grounds and cut all clothes once, so that the first picture is quick."""
    for seats in range(2, 6):
        market_ground(seats)
    room(BELOW_Y)
    for colour, trims in product(SILK, TRIMS):
        for w in (74, 78, 98):
            dress(colour, trims, w)
        for w in (94, 100, 116, 152):
            dress(colour, trims, w, False)
    for count, dark, lit in product((6, 8), (False, True), (False, True)):
        display(SAMPLE, dark, lit, window_width(count))
        display(None, dark, False, window_width(count))
    for hall, hired in product(range(1, 6), (False, True)):
        musician(hall, 80 if hall == 1 else 54, hired)
    for kind, owned in product(range(4), (False, True)):
        statue(kind, 72, owned)
    for owned in (False, True):
        burst(136, owned)
    for colour, px in product(SILK, (28, 29, 32, 34, 36)):
        bale(colour, px)
    for number, px in product(range(13), (48, 50, 52, 56, 60)):
        price(number, px)
    for grade in GRADES:
        portrait(grade, 104)
    for seats in range(2, 6):
        for number in range(seats):
            awning(number, atelier_width(seats))
