"""Which picture a view gets, and what is drawn ahead of the first one."""

from itertools import product

from PIL import Image

from .board import board
from .colours import CLOTHS, STYLES, page
from .companies import heads
from .finale import finale
from .garments import TYPES, garment
from .panel import own_panel
from .reading import MONTHS, View, exhibiting, over
from .shows import show_board
from .signs import TOKENS, number, swatch, tag, token, won

GARMENTS = (42, 50, 98, 102, 158)
"""The widths in which pictures show garments."""


def draw(view: View) -> Image.Image:
    """Return the street, the shows, what a company has, or in the end the scores for all."""
    if over(view):
        return finale(view)
    if view["viewer"] is not None:
        return own_panel(view)
    return show_board(view) if exhibiting(view) else board(view)


def warm() -> None:
    """Draw what is stamped on pictures once, so that the first one is quick."""
    page(1600, 1600)
    for style, kind, px in product(STYLES, TYPES, GARMENTS):
        garment(style, kind, px)
    for cloth, px in product(CLOTHS, (38, 40, 42, 46, 52, 62)):
        swatch(cloth, px)
    for cloth, missing in product(CLOTHS, (False, True)):
        swatch(cloth, 54, missing)
    for style, n in product(STYLES, range(7)):
        tag(style, n, 64)
    for kind, px in product(TOKENS, (44, 48, 50, 54, 56, 60, 64, 76)):
        token(kind, px)
    for n, px in product(range(5), (56, 60)):
        won(n, px)
    for n, px in product(range(1, 10), (42, 44, 46)):
        number(n, px)
    for month in MONTHS[2::3]:
        heads(month[:3])
