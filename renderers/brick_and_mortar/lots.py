"""What can be chosen by name: crates on a shelf, stores to take or to close, a pile of cards."""

from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.canvas import panel, paste, write
from renderers.fonts import text_width
from renderers.transcript import dollars

from .badges import bulb, rosette, shelves
from .colours import ALARM, DIM, INK, LINE, PAPER, WINDOW, block
from .goods import crate
from .signs import sign

WIDTH_PX, HEIGHT_PX = 538, 112
Counts = tuple[tuple[str, int], ...]


class Lot(NamedTuple):
    """A thing to choose: its name, its goods, and the figures that matter."""

    name: str
    goods: Counts = ()
    note: str = ""
    price: str = ""
    utilities: int | None = None
    points: int = 0
    shelves: int = 0
    last: bool = False
    """What is not sold of it is lost this month."""
    id: str = ""
    """What moves call it, unless it is a shelf."""


@block
def lot_block(lot: Lot) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), PAPER)
    paste(out, panel(WIDTH_PX - 8, HEIGHT_PX - 8, WINDOW, LINE, 2, 14), 4, 4)
    paste(out, sign(lot.name, 236, HEIGHT_PX - 24, 40, 34), 12, 12)
    price = text_width(lot.price, "serif", 50)
    goods(out, lot.goods, 262, WIDTH_PX - 30 - (price + 16 if price else 0))
    write(out, (WIDTH_PX - 22, 38), lot.price, "serif", 50, INK, "r")
    x = 262
    for piece, words in (
        (bulb(36), "" if lot.utilities is None else dollars(lot.utilities)),
        (rosette(38), str(lot.points) if lot.points else ""),
        (shelves(lot.shelves, 40, 6), str(lot.shelves) if lot.shelves else ""),
    ):
        if words:
            paste(out, piece, x, 82 - piece.height / 2)
            write(out, (x + 44, 82), words, "sans-bold", 34, INK)
            x += 62 + round(text_width(words, "sans-bold", 34))
    note = _("last shelf") if lot.last else lot.note
    if note:
        ink = ALARM if lot.last else DIM
        write(out, (x, 82), note, "sans", 34, ink, room=WIDTH_PX - 20 - x)
    return out


def goods(out: Image.Image, counts: Counts, x: int, end: float) -> None:
    """Draws each kind with its number."""
    step = min(96, (end - x) / max(1, len(counts)))
    px = round(min(48, step - 34))
    for i, (kind, count) in enumerate(counts):
        paste(out, crate(kind, px), x + i * step, 38 - px / 2)
        write(out, (x + i * step + px + 6, 38), str(count), "serif", 44 if px > 40 else 34, INK)
