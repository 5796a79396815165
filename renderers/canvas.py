"""What all pictures are drawn with: pens, text, panels and icons.

A sprite is drawn four times too large, scaled down and cached. A picture is a copy of a cached
background, on which sprites and words are pasted. Its colours are then quantized to a fixed
palette. Nobody changes a cached sprite, so threads share them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from renderers.caching import cached
from renderers.fonts import capital_height, fitted, text_mask, text_width

Point = tuple[float, float]
Points = Sequence[Point]
Inset = tuple[int, str, int]  # distance from the edge, colour, width

OVERSAMPLING = 4
CLEAR = (0, 0, 0, 0)
SHADOW_INK = "#2A1B10"


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a game that the shared parts of a picture need."""

    card: str
    bright: str
    ink: str
    soft: str
    line: str
    edge: str
    accent: str
    on_accent: str


# ---------------------------------------------------------------------- type


def write(
    image: Image.Image,
    xy: Point,
    text: str,
    kind: str,
    size: int,
    fill: str,
    anchor: str = "l",
    room: float | None = None,
) -> None:
    """Writes a text. xy is its left, middle or right (l, m, r), at half the height of a capital. If
    it is wider than its room, it is written smaller, and cut if that is not enough.
    """
    if room is not None:
        text, size = fitted(text, kind, size, room)
    x = xy[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * text_width(text, kind, size)
    write_on_baseline(
        image, round(x), round(xy[1] + capital_height(kind, size) / 2), text, kind, size, fill
    )


def write_on_baseline(
    image: Image.Image, x: int, baseline: int, text: str, kind: str, size: int, fill: str
) -> None:
    mask, dx, dy = text_mask(text, kind, size)
    paste_ink(image, fill, (x + dx, baseline + dy), mask)


def paste_ink(image: Image.Image, ink: str, at: tuple[int, int], mask: Image.Image) -> None:
    if image.mode in ("RGB", "RGBA"):  # an image of one colour is pasted twice as fast as a colour
        image.paste(Image.new(image.mode, mask.size, ink), at, mask)
    else:
        image.paste(ink, at, mask)


# ---------------------------------------------------------------------- pens


def spline(points: Points, closed: bool = False, steps: int = 12) -> list[Point]:
    """A Catmull-Rom curve through the points."""
    p = list(points)
    p = [p[-1], *p, p[0], p[1]] if closed else [p[0], *p, p[-1]]
    out: list[Point] = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        out += [
            (_bend(a, b, c, d, 0, i / steps), _bend(a, b, c, d, 1, i / steps)) for i in range(steps)
        ]
    return out if closed else [*out, p[-2]]


def _bend(a: Point, b: Point, c: Point, d: Point, k: int, t: float) -> float:
    linear = (c[k] - a[k]) * t
    square = (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t
    cube = (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t**3
    return 0.5 * (2 * b[k] + linear + square + cube)


def ellipse(
    cx: float, cy: float, rx: float, ry: float, rot: float = 0, start: float = 0, end: float = 360
) -> list[Point]:
    """The points of an ellipse or of an arc of it; all angles are in degrees."""
    cos, sin = math.cos(math.radians(rot)), math.sin(math.radians(rot))
    out: list[Point] = []
    for across, down in _arc(start, end):
        x, y = rx * across, ry * down
        out.append((cx + x * cos - y * sin, cy + x * sin + y * cos))
    return out


@lru_cache(maxsize=64)
def _arc(start: float, end: float) -> list[Point]:
    """Points on a circle round the origin with a radius of 1."""
    count = 72 if end - start == 360 else 24
    angles = [math.radians(start + (end - start) * i / count) for i in range(count + 1)]
    return [(math.cos(angle), math.sin(angle)) for angle in angles]


def spiral(
    cx: float, cy: float, r: float, turn: int = 1, start: float = 0, turns: float = 1.35
) -> list[Point]:
    """A spiral that runs inward."""
    out: list[Point] = []
    for i in range(40):
        t = i / 39
        angle = math.radians(start) + turn * t * turns * math.tau
        radius = r * (1 - 0.86 * t)
        out.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return out


def mirror(points: Points) -> list[Point]:
    """The points mirrored in the box of a pen."""
    return [(100 - x, y) for x, y in points]


class Pen:
    """Draws a sprite in opaque colours, oversampled; its units are hundredths of the width.

    The sheet has mode RGBa, because Pillow would convert an RGBA sheet to that before it reduces
    it.
    """

    def __init__(self, px: int, height: int | None = None, oversampling: int = OVERSAMPLING):
        """Opens a clear sheet, square unless a height is given."""
        self.oversampling = oversampling
        self.scale = px * oversampling / 100
        size = (px * oversampling, (height or px) * oversampling)
        self._set_sheet(Image.new("RGBa", size))

    def _set_sheet(self, sheet: Image.Image) -> None:
        self.sheet = sheet
        """What is drawn so far."""
        self._draw = ImageDraw.Draw(sheet)

    def line(self, points: Points, ink: str, w: float = 1.6, curve: bool = True) -> None:
        """Draws a line with round joints and ends through the points."""
        path = self._scaled(spline(points) if curve else points)
        thick = max(1, round(w * self.scale))
        self._draw.line(path, fill=ink, width=thick)
        r = (thick - 1) / 2
        for x, y in path:
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)

    def poly(self, points: Points, fill: str, ink: str | None = None, w: float = 1.6) -> None:
        self._draw.polygon(self._scaled(points), fill=fill)
        if ink:
            self.line([*points, points[0], points[1]], ink, w, curve=False)

    def blob(self, points: Points, fill: str, ink: str | None = None, w: float = 1.6) -> None:
        """Fills the closed curve through the points."""
        self.poly(spline(points, closed=True), fill, ink, w)

    def disc(
        self,
        cx: float,
        cy: float,
        rx: float,
        ry: float | None = None,
        fill: str | None = None,
        ink: str | None = None,
        w: float = 1.6,
        rot: float = 0,
    ) -> None:
        ry, half = rx if ry is None else ry, w / 2 if ink else 0.0
        if not fill and ink:
            points = ellipse(cx, cy, rx, ry, rot)
            self.line([*points, points[1]], ink, w, curve=False)
            return
        if ink:
            self.poly(ellipse(cx, cy, rx + half, ry + half, rot), ink)
        if fill:
            self.poly(ellipse(cx, cy, rx - half, ry - half, rot), fill)

    def cut(self, points: Points) -> None:
        """Clears everything outside a polygon."""
        outside = Image.new("1", self.sheet.size, 1)
        ImageDraw.Draw(outside).polygon(self._scaled(points), fill=0)
        self.sheet.paste(CLEAR, mask=outside)

    def outline(self, ink: str, w: float) -> None:
        """Grows a rim round everything drawn so far."""
        alpha = self.sheet.getchannel("a")
        grown = alpha.reduce(2).filter(ImageFilter.GaussianBlur(w * self.scale * 0.5))
        rim = apply_curve(grown, lambda v: (v - 16) * 9)
        back = Image.new("RGBA", self.sheet.size, ink)
        back.putalpha(scaled(rim, *self.sheet.size))
        back = back.convert("RGBa")
        back.paste(self.sheet, mask=alpha)
        self._set_sheet(back)

    def done(self) -> Image.Image:
        """What is drawn, at its true size, as an RGBA image."""
        return self.sheet.reduce(self.oversampling).convert("RGBA")

    def _scaled(self, points: Points) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]


# ------------------------------------------------------------------- sprites


class Sprite(NamedTuple):
    """A finished piece as an RGBA image, and the margin that a shadow needs round it."""

    image: Image.Image
    pad: int = 0
    border: int = 0
    """How far from its edges it may be transparent; 0 if everywhere."""

    @property
    def width(self) -> int:
        """The width without the margin."""
        return self.image.width - 2 * self.pad

    @property
    def height(self) -> int:
        """The height without the margin."""
        return self.image.height - 2 * self.pad


class Panel(NamedTuple):
    """A rounded rectangle; `small` is the least one with its corners."""

    width: int
    height: int
    fill: str
    line: str
    thick: int
    small: Image.Image
    pad: int = 0

    @property
    def image(self) -> Image.Image:
        return _stretched(self.small, self.width, self.height)


def scaled(image: Image.Image, w: int, h: int) -> Image.Image:
    """An image in another size, smoothly. One that gets much smaller is first reduced to twice that
    size, which takes half the time and looks the same.
    """
    return image.resize(  # pyright: ignore[reportUnknownMemberType]
        (w, h), Image.Resampling.LANCZOS, reducing_gap=2.0
    )


def apply_curve(mask: Image.Image, curve: Callable[[int], float]) -> Image.Image:
    table = [min(255, max(0, int(curve(value)))) for value in range(256)]
    return mask.point(table)  # pyright: ignore[reportUnknownMemberType]


def paste(
    image: Image.Image, piece: Sprite | Panel, x: float, y: float, anchor: str = "corner"
) -> None:
    """Puts a sprite on a picture or another sprite, by its upper left corner or by its middle."""
    if anchor == "middle":
        x, y = x - piece.width / 2, y - piece.height / 2
    left, top = round(x) - piece.pad, round(y) - piece.pad
    if image.mode == "RGBA":
        hidden = max(0, -left), max(0, -top)
        image.alpha_composite(piece.image, (max(0, left), max(0, top)), hidden)
    elif isinstance(piece, Panel):
        _paste_panel(image, piece, left, top)
    elif piece.border and piece.width * piece.height > MANY_PIXELS:
        _paste_by_parts(image, piece, left, top)
    else:
        image.paste(piece.image, (left, top), piece.image)


MANY_PIXELS = 16_000
"""From this size on it takes less time to paste a sprite by parts."""


def _paste_by_parts(image: Image.Image, piece: Sprite, left: int, top: int) -> None:
    """Puts a sprite on a picture: its border with a mask, what is inside without one."""
    w, h, b = *piece.image.size, piece.border
    for box in ((0, 0, w, b), (0, h - b, w, h), (0, b, b, h - b), (w - b, b, w, h - b)):
        part = piece.image.crop(box)
        image.paste(part, (left + box[0], top + box[1]), part)
    image.paste(piece.image.crop((b, b, w - b, h - b)), (left + b, top + b))


def _paste_panel(image: Image.Image, piece: Panel, left: int, top: int) -> None:
    """Puts a panel on a picture: bands of its colours, then its corners."""
    w, h, corner = piece.width, piece.height, piece.small.width // 2
    for ink, rim in ((piece.line, 0), (piece.fill, piece.thick)):
        for x, y in ((corner, rim), (rim, corner)):
            image.paste(ink, (left + x, top + y, left + w - x, top + h - y))
    for x, right in ((0, left), (corner, left + w - corner)):
        for y, below in ((0, top), (corner, top + h - corner)):
            part = piece.small.crop((x, y, x + corner, y + corner))
            image.paste(part, (right, below), part)


def shadowed(
    image: Image.Image,
    blur: int = 5,
    down: int = 4,
    depth: int = 90,
    shade: str = SHADOW_INK,
    border: int = 0,
) -> Sprite:
    """An image as a sprite with a soft shadow below it. `border` is that of the image."""
    pad = blur * 2
    size = (image.width + 2 * pad, image.height + 2 * pad)
    cast = Image.new("L", size, 0)
    cast.paste(apply_curve(image.getchannel("A"), lambda v: v * depth / 255), (pad, pad + down))
    out = Image.new("RGBA", size, shade)
    out.putalpha(cast.filter(ImageFilter.GaussianBlur(blur)))
    out.alpha_composite(image, (pad, pad))
    return Sprite(out, pad, pad + border if border else 0)


def silhouette(image: Image.Image, colour: str, strength: float) -> Image.Image:
    """The shape of an image in one colour, at a strength from 0 to 1."""
    flat = Image.new("RGBA", image.size, colour)
    flat.putalpha(apply_curve(image.getchannel("A"), lambda v: v * strength))
    return flat


def rounded(
    w: int,
    h: int,
    radius: int,
    fill: str,
    line: str | None = None,
    thick: int = 0,
    inset: Inset | None = None,
) -> Image.Image:
    """A rectangle with round corners. Only the corners are oversampled."""
    side = 2 * (radius + 6) + 2
    if w <= side or h <= side:
        return _rounded(w, h, radius, fill, line, thick, inset)
    return _stretched(_rounded(side, side, radius, fill, line, thick, inset), w, h)


def _rounded(
    w: int, h: int, radius: int, fill: str, line: str | None, thick: int, inset: Inset | None
) -> Image.Image:
    k = OVERSAMPLING
    out = Image.new("RGBa", (w * k, h * k))
    draw = ImageDraw.Draw(out)
    draw.rounded_rectangle((0, 0, w * k - 1, h * k - 1), radius * k, fill, line, thick * k)
    if inset:
        gap, colour, width_ = inset
        box = (gap * k, gap * k, (w - gap) * k - 1, (h - gap) * k - 1)
        draw.rounded_rectangle(box, max(2, radius - gap) * k, None, colour, width_ * k)
    return out.reduce(k).convert("RGBA")


def _stretched(small: Image.Image, w: int, h: int) -> Image.Image:
    """An image enlarged by repeating its middle row and column; its corners stay."""
    left, top = small.width // 2, small.height // 2
    right, below = small.width - left, small.height - top
    wide = repeated(crop(small, left, 0, 1, small.height), w, small.height)
    wide.paste(crop(small, 0, 0, left, small.height), (0, 0))
    wide.paste(crop(small, left, 0, right, small.height), (w - right, 0))
    out = Image.new(small.mode, (w, h), small.getpixel((left, top)))
    out.paste(crop(wide, 0, 0, w, top), (0, 0))
    out.paste(crop(wide, 0, top, w, below), (0, h - below))
    for x, at, width in ((0, 0, left), (left, w - right, right)):
        side = repeated(crop(small, x, top, width, 1), width, h - small.height)
        out.paste(side, (at, top))
    return out


def repeated(image: Image.Image, w: int, h: int) -> Image.Image:
    """An image in a larger size, in which each of its pixels is repeated."""
    return image.resize(  # pyright: ignore[reportUnknownMemberType]
        (w, h), Image.Resampling.NEAREST
    )


def panel(
    w: int,
    h: int,
    fill: str,
    line: str | None = None,
    thick: int = 2,
    radius: int = 18,
    inset: Inset | None = None,
    shadow: bool = False,
) -> Sprite | Panel:
    """A card: a rounded rectangle, with a soft shadow if asked. Only small ones are cached: a large
    one is one of these with longer edges.
    """
    thick = thick if line else 0
    style = radius, fill, line, thick, inset, shadow
    plain = not inset and not shadow
    side = 2 * (radius + (12 if plain else 24))
    if w <= side or h <= side:
        return _panel(w, h, *style)
    small = _panel(side, side, *style)
    if plain:
        return Panel(w, h, fill, line or fill, thick, small.image)
    whole = _stretched(small.image, w + 2 * small.pad, h + 2 * small.pad)
    return small._replace(image=whole)


@cached
def _panel(
    w: int,
    h: int,
    radius: int,
    fill: str,
    line: str | None,
    thick: int,
    inset: Inset | None,
    shadow: bool,
) -> Sprite:
    card = rounded(w, h, radius, fill, line, thick, inset)
    border = radius // 3 + 2  # what is inside is farther from the edges than a round corner reaches
    if min(w, h) <= 2 * border:
        border = 0
    return shadowed(card, 6, 4, 60, border=border) if shadow else Sprite(card, border=border)


@cached
def dashed(
    w: int,
    h: int,
    ink: str,
    dash: int = 14,
    gap: int = 10,
    thick: int = 4,
    radius: int = 16,
) -> Sprite:
    """A dashed frame, for something that is not there."""
    k = 3
    out = Image.new("RGBa", (w * k, h * k))
    draw = ImageDraw.Draw(out)
    run, r = 0.0, thick * k / 2
    corners = _rounded_path(w, h, thick, radius)
    for (x0, y0), (x1, y1) in pairwise(corners):
        length = math.hypot(x1 - x0, y1 - y0)
        steps = max(1, int(length))
        for i in range(steps):
            if run % (dash + gap) < dash:
                x, y = (x0 + (x1 - x0) * i / steps) * k, (y0 + (y1 - y0) * i / steps) * k
                draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)
            run += length / steps
    return Sprite(scaled(out, w, h).convert("RGBA"))


def _rounded_path(w: int, h: int, m: int, r: int) -> list[Point]:
    corners = (
        (w - m - r, m + r, -90),
        (w - m - r, h - m - r, 0),
        (m + r, h - m - r, 90),
        (m + r, m + r, 180),
    )
    out = [p for x, y, a in corners for p in ellipse(x, y, r, r, 0, a, a + 90)]
    return [*out, out[0]]


def crop(ground: Image.Image, x: int, y: int, w: int, h: int) -> Image.Image:
    """A piece of a background, to be drawn on. A background in the colours of a palette takes a
    quarter of the memory.
    """
    piece = ground.crop((x, y, x + w, y + h))
    return piece.convert("RGB") if ground.mode == "P" else piece


def tiled(w: int, h: int, motif: Image.Image) -> Image.Image:
    out = Image.new("RGB", (w, h))
    for y in range(0, h, motif.height):
        for x in range(0, w, motif.width):
            out.paste(motif, (x, y))
    return out


def progress(
    image: Image.Image, box: tuple[int, int, int, int], share: float, trough: str, fill: str
) -> None:
    """Draws a bar at x, y, width, height that is filled to a share of its length."""
    x, y, w, h = box
    paste(image, panel(w, h, trough, radius=h // 2), x, y)
    if share > 0:
        length = max(h, round(w * min(1.0, share)))
        paste(image, panel(length, h, fill, radius=h // 2), x, y)


# --------------------------------------------------------------------- icons

RIM = "#FFFAEC"


@cached
def icon(kind: str, px: int, ink: str) -> Sprite:
    """A small icon: "tick" (has acted), "down" (read downward), "eye" (seen by all)."""
    pen = Pen(px)
    if kind == "tick":
        pen.line([(14, 54), (40, 80), (88, 20)], ink, 15, curve=False)
    elif kind == "down":
        pen.line([(50, 8), (50, 88)], ink, 12, curve=False)
        pen.line([(20, 58), (50, 90), (80, 58)], ink, 12, curve=False)
    elif kind == "eye":
        lid = [(4, 52), (26, 28), (50, 20), (74, 28), (96, 52), (74, 74), (50, 80), (26, 74)]
        pen.blob(lid, RIM, ink, 7)
        pen.disc(50, 50, 19, fill=ink)
        pen.disc(44, 44, 6, fill=RIM)
    else:
        raise ValueError(f"There is no icon {kind!r}.")
    return Sprite(pen.done())
