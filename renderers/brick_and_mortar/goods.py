"""The five types of goods as emblems, as outlines of free boxes and in crates."""

import math
from collections.abc import Callable

from PIL import Image

from games.words import _
from renderers.caching import cached_per_language
from renderers.canvas import (
    Pen,
    Point,
    Points,
    Sprite,
    apply_curve,
    ellipse,
    paste,
    silhouette,
    write,
)

from .colours import BRASS, CRATE, DIM, FACET, GOODS, LEAF, OUTLINE, WOOD, WOOD_DARK

# ----------------------------------------------------------------------- pens


def box(x: float, y: float, x2: float, y2: float) -> list[Point]:
    return [(x, y), (x2, y), (x2, y2), (x, y2)]


def soft_box(x: float, y: float, x2: float, y2: float, r: float) -> list[Point]:
    corners = ((x2 - r, y + r, -90), (x2 - r, y2 - r, 0), (x + r, y2 - r, 90), (x + r, y + r, 180))
    return [p for cx, cy, a in corners for p in ellipse(cx, cy, r, r, 0, a, a + 90)]


def wheel(cx: float, cy: float, r: float, wave: float, teeth: int) -> list[Point]:
    """A circle with a wavy rim."""
    turns = [math.tau * i / 180 for i in range(180)]
    reach = [r * (1 - wave + wave * math.cos(teeth * t)) for t in turns]
    return [(cx + q * math.cos(t), cy + q * math.sin(t)) for q, t in zip(reach, turns, strict=True)]


def faded(image: Image.Image, share: float) -> Image.Image:
    out = image.copy()
    out.putalpha(apply_curve(image.getchannel("A"), lambda v: v * share))
    return out


# ---------------------------------------------------------------------- goods

SHIRT = [(30, 6), (40, 15), (60, 15), (70, 6), (100, 27), (90, 52), (79, 46), (79, 96),
         (21, 96), (21, 46), (10, 52), (0, 27)]  # fmt: skip
STONE = [(24, 8), (76, 8), (100, 40), (50, 99), (0, 40)]
LETTER_AT = {"food": 56, "clothing": 57, "electronics": 56, "jewelry": 42, "art": 51}


def apple(pen: Pen, fill: str, line: str, w: float) -> None:
    pen.line([(50, 20), (56, 4)], line, 8, curve=False)
    pen.disc(70, 12, 14, 8.5, LEAF, line, w)
    pen.disc(50, 56, 45, 41, fill, line, w)


def shirt(pen: Pen, fill: str, line: str, w: float) -> None:
    pen.poly([(2 + x * 0.96, y) for x, y in SHIRT], fill, line, w)


def television(pen: Pen, fill: str, line: str, w: float) -> None:
    pen.line([(28, 4), (50, 21), (72, 4)], line, 6, curve=False)
    pen.poly(soft_box(4, 18, 96, 95, 16), fill, line, w)


def cut_stone(pen: Pen, fill: str, line: str, w: float) -> None:
    pen.poly(STONE, fill)
    pen.poly([(24, 8), (76, 8), (86, 20), (14, 20)], FACET)
    pen.line([(2 + x * 0.96, y) for x, y in (*STONE, STONE[0], STONE[1])], line, w, curve=False)


def framed_picture(pen: Pen, fill: str, line: str, w: float) -> None:
    pen.poly(box(4, 6, 96, 96), BRASS, line, w)
    pen.poly(box(15, 17, 85, 85), fill, line, w / 2)


DRAWN: dict[str, Callable[[Pen, str, str, float], None]] = {
    "food": apple,
    "clothing": shirt,
    "electronics": television,
    "jewelry": cut_stone,
    "art": framed_picture,
}
OUTLINES: dict[str, Points] = {
    "food": ellipse(50, 56, 44, 41),
    "clothing": [(3 + x * 0.94, y) for x, y in SHIRT],
    "electronics": soft_box(4, 18, 96, 94, 16),
    "jewelry": [(3 + x * 0.94, y) for x, y in STONE],
    "art": box(5, 7, 95, 95),
}


@cached_per_language
def letters() -> dict[str, str]:
    return dict(zip(GOODS, _("F C E J A").split(), strict=True))


def letter_on(out: Image.Image, kind: str, px: int, ink: str) -> None:
    size = max(24, round(px * (0.74 if px < 40 else 0.62)))
    at = (px / 2, px * LETTER_AT[kind] / 100)
    write(out, at, letters()[kind], "sans-bold", size, ink, "m")


@cached_per_language
def emblem(kind: str, px: int, lettered: bool = True) -> Sprite:
    pen, good = Pen(px), GOODS[kind]
    DRAWN[kind](pen, good.fill, OUTLINE, max(4.5, 150 / px))
    out = pen.done()
    if lettered:
        letter_on(out, kind, px, good.ink)
    return Sprite(out)


@cached_per_language
def outline(kind: str, px: int, ink: str = DIM) -> Sprite:
    """The empty outline of a good: a box that is still free."""
    pen = Pen(px)
    rim = OUTLINES[kind]
    pen.line([*rim, rim[0], rim[1]], ink, max(4.5, 190 / px), curve=False)
    out = pen.done()
    letter_on(out, kind, px, ink)
    return Sprite(out)


@cached_per_language
def faded_emblem(kind: str, px: int, share: float = 0.35) -> Sprite:
    """The pale emblem of goods that are done in this phase."""
    return Sprite(faded(emblem(kind, px).image, share))


@cached_per_language
def crate(kind: str, px: int, ghost: bool = False) -> Sprite:
    """Goods in an open crate; below 48 pixels the wood would be noise."""
    if px < 48:
        return emblem(kind, px)
    pen = Pen(px)
    pen.poly(soft_box(0, 52, 99, 99, 6), WOOD_DARK)
    for y in (55, 78):
        pen.poly(box(4, y, 96, y + 18), CRATE)
    for x in (8, 86):
        pen.poly(box(x, 55, x + 6, 96), WOOD)
    out = pen.done()
    paste(out, emblem(kind, round(px * 0.9)), px / 2, px * 0.46, "middle")
    if ghost:
        out = silhouette(out, CRATE, 0.5)
    return Sprite(out)
