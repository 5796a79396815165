"""The dock that a question is about: its goods, and every seat that takes part with its own."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderers.canvas import Point, Sprite, paste, write
from renderers.fonts import text_width

from .badges import token
from .colours import BAY, BAY_PALE, CREAM, LAMP, STONE, block
from .goods import crate, outline

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


@block
def bay_block(bay: Bay) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), BAY)
    for i, heap in enumerate(bay.heaps):
        draw_heap(out, bay.kind, heap, (i + 0.5) * HEIGHT_PX / len(bay.heaps), len(bay.heaps))
    if bay.price:
        write(out, (LEFT_PX / 2, HEIGHT_PX / 2), bay.price, "serif", 110, LAMP, "m", LEFT_PX - 40)
    ImageDraw.Draw(out).line((LEFT_PX + 8, 20, LEFT_PX + 8, HEIGHT_PX - 20), STONE, 2)
    columns = 2 if len(bay.rivals) > 2 else 1
    rows = max(1, -(-len(bay.rivals) // columns))
    w, gap = (WIDTH_PX - LEFT_PX - 40) // columns, 14 if columns == 1 else 34
    for i, rival in enumerate(bay.rivals):
        column, row = divmod(i, rows)
        x, y = LEFT_PX + 28 + column * w, (row + 0.5) * HEIGHT_PX / rows
        draw_rival(out, bay, rival, x, y, w - gap)
    return out


def draw_heap(out: Image.Image, kind: str, heap: Heap, y: float, lines: int) -> None:
    """Draws goods or boxes, and their number after them."""
    size, x, sizes = (100, 28.0, (88, 56, 40)) if lines == 1 else (60, 160.0, (50, 32))
    if lines > 1:
        write(out, (24, y), heap.words, "sans", 34, BAY_PALE, room=126)
    draw = partial(thing, kind, boxes=heap.boxes)
    draw_things(out, draw, sizes, heap.n, (x, y), LEFT_PX - x - 120)
    ink = CREAM if heap.n else BAY_PALE
    write(out, (LEFT_PX - 20, y), str(heap.n), "serif", size, ink, "r")


def thing(kind: str, px: int, boxes: bool) -> Sprite:
    return outline(kind, px, CREAM) if boxes else crate(kind, px)


def draw_things(
    out: Image.Image,
    draw: Callable[[int], Sprite],
    sizes: Sequence[int],
    count: int,
    at: Point,
    room: float,
) -> None:
    """Draws a thing so many times in a row, or smaller in two; as many as have room."""
    per = {px: max(1, int((room + 4) / (px + 4))) for px in sizes}
    fitting = (px for n, px in enumerate(sizes) if count <= per[px] * min(2, n + 1))
    px = next(fitting, sizes[-1])
    piece = draw(px)
    rows = min(2, -(-count // per[px]))
    for i in range(min(count, per[px] * rows)):
        row, column = divmod(i, per[px])
        y = at[1] + (row - (rows - 1) / 2) * (px + 4)
        paste(out, piece, at[0] + column * (px + 4), y - px / 2)


def draw_rival(out: Image.Image, bay: Bay, rival: Rival, x: float, y: float, w: float) -> None:
    """Draws a token, what the seat has, and at the right its bid and its number."""
    paste(out, token(rival.seat, rival.letters, 66, rival.state), x, y - 33)
    end = x + w
    if bay.kind:
        number = str(rival.n)
        write(out, (end, y), number, "serif", 52, CREAM, "r")
        end -= text_width(number, "serif", 52) + 14
    if rival.bid and not bay.kind:
        write(out, (x + 80, y), rival.bid, "serif", 52, LAMP, room=end - x - 80)
    elif rival.bid:
        write(out, (end, y), rival.bid, "serif", 44, LAMP, "r", end - x - 76)
    elif bay.kind:
        draw = partial(thing, bay.kind, boxes=bay.room)
        draw_things(out, draw, (38, 32), rival.n, (x + 78, y), end - x - 84)
