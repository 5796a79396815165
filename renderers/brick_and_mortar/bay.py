"""The dock that a question is about: its goods, and every seat that takes part with its own."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from renderers.caching import cached_per_language
from renderers.canvas import Point, Sprite, paste, write
from renderers.fonts import text_width

from .badges import token
from .colours import BAY, BAY_PALE, CREAM, LAMP, STONE, finished
from .goods import crate, emblem, outline

WIDTH_PX, HEIGHT_PX, LEFT_PX = 1092, 160, 500


class Heap(NamedTuple):
    """Goods or boxes in the left half: what they are called, how many, if they are boxes."""

    words: str
    n: int
    boxes: bool


class Rival(NamedTuple):
    """A seat that takes part: how much it has or has room for, and its bid if that is open."""

    seat: int
    letters: str
    state: str
    n: int
    bid: str


class Bay(NamedTuple):
    """What lies at a dock and who takes part; of an auction the price alone."""

    kind: str
    heaps: tuple[Heap, ...]
    rivals: tuple[Rival, ...]
    room: bool
    """The numbers of the seats are free places, not goods."""
    price: str = ""


@cached_per_language
def bay_block(bay: Bay) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), BAY)
    for i, heap in enumerate(bay.heaps):
        draw_heap(out, bay.kind, heap, (i + 0.5) * HEIGHT_PX / len(bay.heaps), len(bay.heaps))
    if bay.price:
        write(out, (LEFT_PX / 2, HEIGHT_PX / 2), bay.price, "serif", 110, LAMP, "m", LEFT_PX - 40)
    ImageDraw.Draw(out).line((LEFT_PX + 8, 20, LEFT_PX + 8, HEIGHT_PX - 20), STONE, 2)
    columns = 2 if len(bay.rivals) > 2 else 1
    rows = max(1, -(-len(bay.rivals) // columns))
    w = (WIDTH_PX - LEFT_PX - 40) // columns
    for i, rival in enumerate(bay.rivals):
        column, row = divmod(i, rows)
        x, y = LEFT_PX + 28 + column * w, (row + 0.5) * HEIGHT_PX / rows
        draw_rival(out, bay, rival, x, y, w - 14)
    return finished(out)


def draw_heap(out: Image.Image, kind: str, heap: Heap, y: float, lines: int) -> None:
    """Draws goods or boxes, and their number after them."""
    px, size, x = (88, 100, 28.0) if lines == 1 else (50, 60, 160.0)
    px = px if lines > 1 or heap.n < MANY else 56
    if lines > 1:
        write(out, (24, y), heap.words, "sans", 34, BAY_PALE, room=126)
    draw_things(out, thing(kind, px, heap.boxes), heap.n, (x, y), LEFT_PX - x - 120, lines < 2)
    ink = CREAM if heap.n else BAY_PALE
    write(out, (LEFT_PX - 20, y), str(heap.n), "serif", size, ink, "r")


def thing(kind: str, px: int, boxes: bool) -> Sprite:
    return outline(kind, px, CREAM) if boxes else crate(kind, px)


MANY = 5
"""So many goods are drawn small."""


def draw_things(
    out: Image.Image, piece: Sprite, count: int, at: Point, room: float, two_rows: bool = False
) -> None:
    """Draws as many of a thing as have room in a row, or in two."""
    step = piece.width + 4
    per = max(1, int((room + 4) / step))
    rows = 2 if two_rows and count > per else 1
    for i in range(min(count, per * rows)):
        row, column = divmod(i, per)
        y = at[1] + (row - (rows - 1) / 2) * (piece.height + 6)
        paste(out, piece, at[0] + column * step, y - piece.height / 2)


def draw_rival(out: Image.Image, bay: Bay, rival: Rival, x: float, y: float, w: float) -> None:
    """Draws a token, what the seat has, and at the right its bid and its number."""
    paste(out, token(rival.seat, rival.letters, 66, rival.state), x, y - 33)
    end = x + w
    if bay.kind:
        number = str(rival.n)
        write(out, (end, y), number, "serif", 52, CREAM, "r")
        end -= text_width(number, "serif", 52) + 14
    if rival.bid:
        write(out, (end, y), rival.bid, "serif", 44, LAMP, "r", end - x - 76)
    elif bay.kind:
        piece = outline(bay.kind, 38, CREAM) if bay.room else emblem(bay.kind, 38)
        draw_things(out, piece, rival.n, (x + 78, y), end - x - 84)
