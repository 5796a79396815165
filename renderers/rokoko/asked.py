"""The parts of the board that a question is about, as large as their player needs them."""

from PIL import Image

from renderers.caching import cached
from renderers.canvas import Pen, Sprite, panel, paste

from .colours import CREAM, GOLD, GOLD_PALE, IVORY, POWDER, SILK
from .palace import Seat
from .pieces import price
from .reading import View, seats_of

PART_PX = 1520
"""How wide a part is that takes the whole width."""
EDGE = "#CDBF9F"


def viewer_of(view: View) -> Seat:
    who: int = view["viewer"]
    return seats_of(view)[who]


def sheet(w: int, h: int, lit: bool = False) -> Image.Image:
    """An empty sheet on the wall; a lit one is what the question is about."""
    out = Image.new("RGB", (w, h), POWDER)
    paste(out, panel(w, h, *((IVORY, GOLD_PALE, 5) if lit else (CREAM, GOLD, 2))), 0, 0)
    return out


@cached
def crossed(px: int) -> Sprite:
    """The sign of what is missing or not open."""
    pen = Pen(px)
    pen.disc(50, 50, 49, fill=CREAM)
    pen.disc(50, 50, 41, fill=SILK["R"].edge)
    for line in ([(32, 32), (68, 68)], [(32, 68), (68, 32)]):
        pen.line(line, CREAM, 14, curve=False)
    return Sprite(pen.done())


def tag(out: Image.Image, number: int, px: int, x: float, y: float, closed: bool) -> None:
    """Puts a price on its middle, crossed where it cannot be paid or is not open."""
    paste(out, price(number, px), x, y, "middle")
    if closed:
        paste(out, crossed(30), x + px * 0.42, y - px * 0.36, "middle")
