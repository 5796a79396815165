"""The backgrounds that all boards and screens share, and where things are on them."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderers.caching import cached
from renderers.canvas import Pen, Points, Sprite, panel, paste, scaled, shadowed, spline, tiled

from .colours import (
    CARD,
    GILT,
    GILT_DARK,
    GILT_LIGHT,
    PARCHMENT,
    PARCHMENT_LINE,
    SAGE,
    SAGE_OTHER,
    TYPES,
    block,
)
from .pieces import scroll, shell

MARKET_BOX = (40, 152, 912, 808)
COLUMNS_X = {"I": 64, "II": 360, "III": 656}
ROWS_X, ROWS_WIDTH_PX = 976, 584
LEAVES_X, LEAF_STEP_PX, LEAF_WIDTH_PX = 360, 242, 232
SCREEN_PX = 800
OTHERS_BOX = (40, 672, 1520, 112)


def paper(h: int) -> Image.Image:
    """Parchment with a faint trellis and a floret on each crossing."""
    return tiled(1600, h, trellis())


@cached
def trellis() -> Image.Image:
    k, step = 4, 80
    motif = Image.new("RGB", (step * k, step * k), PARCHMENT)
    draw_on = ImageDraw.Draw(motif)
    for shift in (-step, 0, step):
        low, high = shift * k, (shift + step) * k
        draw_on.line((low, 0, high, step * k), fill=PARCHMENT_LINE, width=2 * k)
        draw_on.line((low, step * k, high, 0), fill=PARCHMENT_LINE, width=2 * k)
    for x, y in ((0, 0), (step, 0), (0, step), (step, step), (step // 2, step // 2)):
        for dx, dy in ((0, -5), (5, 0), (0, 5), (-5, 0)):
            cx, cy = (x + dx) * k, (y + dy) * k
            draw_on.ellipse((cx - 16, cy - 16, cx + 16, cy + 16), fill=PARCHMENT_LINE)
    return scaled(motif, step, step)


@block
def board_ground(seats: int) -> Image.Image:
    """What every board shares, in the colours of the palette: paper, the market's frame, quiet
    cards for the rest.
    """
    out = paper(1200)
    x, y, w, h = MARKET_BOX
    paste(out, panel(w, h, SAGE, GILT_DARK, 3, 18, (9, GILT_LIGHT, 2), True), x, y)
    for flip, cx, cy in (
        (None, x - 14, y - 14),
        (Image.Transpose.FLIP_LEFT_RIGHT, x + w - 58, y - 14),
        (Image.Transpose.FLIP_TOP_BOTTOM, x - 14, y + h - 58),
        (Image.Transpose.ROTATE_180, x + w - 58, y + h - 58),
    ):
        paste(out, Sprite(scroll(72) if flip is None else scroll(72).transpose(flip)), cx, cy)
    paste(out, panel(592, 184, CARD, GILT, shadow=True), 40, 976)
    paste(out, panel(304, 184, CARD, GILT, shadow=True), 648, 976)
    paste(out, panel(ROWS_WIDTH_PX, 80, CARD, GILT, shadow=True), ROWS_X, 152)
    for k in range(seats):
        paste(
            out,
            panel(ROWS_WIDTH_PX, PLANS[seats].h, CARD, GILT, shadow=True),
            ROWS_X,
            row_y(seats, k),
        )
    return out


def row_y(seats: int, place_in_line: int) -> int:
    return 248 + place_in_line * (PLANS[seats].h + 16)


@block
def screen_ground() -> Image.Image:
    """What every screen shares, in the colours of the palette: paper, the card at the left, five
    leaves, hinges, the strip of the others.
    """
    out = paper(SCREEN_PX)
    x, y, w, h = OTHERS_BOX
    paste(out, panel(w, h, CARD, GILT, shadow=True), x, y)
    paste(out, panel(296, 508, CARD, GILT, shadow=True), 40, 152)
    for kind in TYPES:
        x = LEAVES_X + (kind - 1) * LEAF_STEP_PX
        paste(out, leaf(LEAF_WIDTH_PX, 508, kind % 2 == 1), x, 152)
        paste(out, shell(52), x + 90, 162)
        if kind > 1:
            for y in (236, 400, 576):
                paste(out, panel(12, 36, GILT_LIGHT, GILT_DARK, 2, 5), x - 11, y)
    return out


def leaf(w: int, h: int, odd: bool) -> Sprite:
    """A leaf of the folding screen: an arched top, leaning away from its neighbour."""
    pen, unit = Pen(w, h, 3), 100 / w
    for margin, ink in ((0, GILT_DARK), (4, SAGE if odd else SAGE_OTHER)):
        pen.poly([(x * unit, y * unit) for x, y in leaf_outline(w, h, odd, margin)], ink)
    line = [(x * unit, y * unit) for x, y in leaf_outline(w, h, odd, 12)]
    pen.line([*line, *line[:2]], GILT_LIGHT, 2 * unit, curve=False)
    return shadowed(pen.done(), 6, 4, 70)


def leaf_outline(w: int, h: int, odd: bool, margin: float) -> Points:
    """The outline of a leaf, kept in from its edge by a margin."""
    lean = 14
    a, b = (margin + lean, margin) if odd else (margin, margin + lean)
    top = spline(
        [
            (margin, a + 40),
            (w * 0.2, a * 0.6 + b * 0.4 + 22),
            (w * 0.5, (a + b) / 2 - 2),
            (w * 0.8, a * 0.4 + b * 0.6 + 22),
            (w - margin, b + 40),
        ]
    )
    right, left = (h - margin, h - margin - lean) if odd else (h - margin - lean, h - margin)
    return [*top, (w - margin, right), (margin, left)]


def market_ground(w: int, h: int) -> Image.Image:
    """A piece of the plain market ground."""
    return Image.new("RGB", (w, h), SAGE)


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things stand in a player's row; the fewer players, the taller it is."""

    h: int
    token: tuple[int, int, int]
    name: tuple[int, int, int]
    note: tuple[int, int, int]
    gold: tuple[int, int, int, int]
    count: tuple[int, int, int, int]
    bar: tuple[int, int, int, int]
    worn: tuple[int, int, int, int]
    room: int
    slots: tuple[int, int, int, int]
    known: tuple[int, int, int, int] | None


PLANS = {
    4: Plan(
        216,
        (66, 60, 88),
        (128, 44, 46),
        (128, 92, 32),
        (56, 150, 60, 68),
        (256, 150, 60, 52),
        (26, 190, 320, 12),
        (408, 16, 160, 152),
        268,
        (188, 116, 84, 84),
        None,
    ),
    3: Plan(
        293,
        (66, 62, 92),
        (128, 44, 46),
        (128, 94, 32),
        (56, 156, 60, 70),
        (256, 156, 60, 54),
        (26, 200, 320, 12),
        (408, 16, 160, 152),
        268,
        (180, 122, 88, 150),
        (26, 222, 58, 60),
    ),
    2: Plan(
        448,
        (78, 72, 108),
        (150, 50, 54),
        (150, 106, 36),
        (66, 192, 76, 88),
        (264, 192, 68, 64),
        (28, 262, 300, 14),
        (384, 136, 176, 168),
        410,
        (36, 240, 116, 184),
        (26, 354, 68, 72),
    ),
}
