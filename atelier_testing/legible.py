"""What eyes can tell apart: contrast of type with its ground, colours as the colour-blind see them.

Contrast and relative luminance are those of WCAG 2.2; the defects are simulated with the matrices
of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (2009), at full severity, in linear light.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageChops, ImageColor, ImageFilter

from renderers import caching, canvas, fonts

Colour = tuple[int, int, int]
Matrix = Sequence[Sequence[float]]
AROUND_PX = 3
"""Pixels under the strokes of a text and touching them are its ground."""
OPAQUE = 250
SHADE_PX = 4
"""A text that is written again within so many pixels was the shade of the second one."""
DEFECTS: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LINEAR = [
    v / 255 / 12.92 if v / 255 <= 0.04045 else ((v / 255 + 0.055) / 1.055) ** 2.4
    for v in range(256)
]


def luminance(colour: Colour) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    red, green, blue = (LINEAR[v] for v in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def seen_with(defect: str, colour: Colour) -> Colour:
    """A colour as somebody with a defect sees it; "" is none."""
    if not defect:
        return colour
    light = [LINEAR[v] for v in colour]
    out = [sum(a * b for a, b in zip(row, light, strict=True)) for row in DEFECTS[defect]]
    return tuple(_encoded(min(1.0, max(0.0, v))) for v in out)


def _encoded(v: float) -> int:
    return round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055))


@cache
def lab(colour: Colour) -> tuple[float, float, float]:
    """A colour in CIE L*a*b* with the white of daylight, D65."""
    red, green, blue = (LINEAR[v] for v in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0890
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Colour, other: Colour, defect: str = "") -> float:
    """How far two colours are apart as somebody with a defect sees them, as CIE76 Delta E."""
    return math.dist(lab(seen_with(defect, one)), lab(seen_with(defect, other)))


# --- type as it is written ------------------------------------------------------------------------


@dataclass(slots=True)
class Written:
    """A text on a picture or on a sprite: its place there, and what lay under it."""

    image: Image.Image
    text: str
    at: tuple[int, int]
    ink: Colour
    mask: Image.Image
    under: Image.Image
    clipped: bool
    where: str

    def grounds(self, ground: Image.Image | None = None) -> list[tuple[int, Colour]]:
        """The opaque colours under and around the strokes, each with its number of pixels."""
        below = self.under
        if ground is not None:
            below = Image.alpha_composite(ground.convert("RGBA"), below)
        opaque = below.getchannel("A").point([255 * (v >= OPAQUE) for v in range(256)])
        shown = below.convert("RGB").convert("RGBA")
        shown.putalpha(ImageChops.darker(opaque, self.mask))
        colours = shown.getcolors(shown.width * shown.height) or []
        return [(count, colour[:3]) for count, colour in colours if colour[3]]

    def worst(self, ground: Image.Image | None = None) -> float:
        """The contrast that nine tenths of the ground reach; 0 where the text is clipped."""
        if self.clipped:
            return 0.0
        grounds = sorted((contrast(self.ink, colour), n) for n, colour in self.grounds(ground))
        left = sum(n for _, n in grounds) / 10
        for found, n in grounds:
            left -= n
            if left < 0:
                return found
        return 0.0

    def floats(self) -> bool:
        """Whether it is written on nothing, so that its ground comes when the sprite is placed."""
        return sum(n for n, _ in self.grounds()) < 0.9 * self.mask.histogram()[255]


@dataclass(slots=True)
class Watch:
    """All texts written while it lasts, with their contrast, and those that found no ground yet."""

    found: list[tuple[float, Written]]
    floating: dict[int, list[Written]]
    said: list[str]

    def note(self, written: Written) -> None:
        """Keeps a text; the one before it is dropped if it was only the shade of this."""
        self.said.append(written.text)
        if written.floats():
            self.floating.setdefault(id(written.image), []).append(written)
            return
        if self.found:
            last = self.found[-1][1]
            near = math.dist(last.at, written.at) <= SHADE_PX
            if near and (last.image, last.text) == (written.image, written.text):
                self.found.pop()
        self.found.append((written.worst(), written))

    def placed(self, image: Image.Image, sprite: canvas.Sprite, x: int, y: int) -> None:
        """Judges the floating texts of a sprite on the ground that it now gets."""
        for it in self.floating.get(id(sprite.image), []):
            left, top = x + it.at[0], y + it.at[1]
            box = (left, top, left + it.under.width, top + it.under.height)
            self.found.append((it.worst(image.crop(box)), it))


@contextmanager
def watched(package: str) -> Iterator[Watch]:
    """Within it, all that a package of pictures and the shared pens write is noted."""
    watch = Watch([], {}, [])
    print_, place = canvas.write_on_baseline, canvas.paste

    def noting_print(
        image: Image.Image, x: int, baseline: int, text: str, kind: str, size: int, fill: str
    ) -> None:
        if text.strip():
            watch.note(_written(image, x, baseline, text, kind, size, fill))
        print_(image, x, baseline, text, kind, size, fill)

    def noting_place(
        image: Image.Image, piece: canvas.Sprite, x: float, y: float, anchor: str = "corner"
    ) -> None:
        if id(piece.image) in watch.floating:
            half = (piece.width / 2, piece.height / 2) if anchor == "middle" else (0, 0)
            corner = round(x - half[0]) - piece.pad, round(y - half[1]) - piece.pad
            watch.placed(image, piece, *corner)
        place(image, piece, x, y, anchor)

    modules = [m for name, m in sys.modules.items() if f"{name}.".startswith(f"{package}.")]
    modules += [sys.modules[f"renderers.{name}"] for name in ("canvas", "cards", "seats")]
    swaps = [(print_, noting_print), (place, noting_place)]
    with patch.object(caching, "drawings", caching.Cache()):
        try:
            exchange(modules, swaps)
            yield watch
        finally:
            exchange(modules, [(new, old) for old, new in swaps])


def exchange(modules: list[Any], swaps: list[tuple[Any, Any]]) -> None:
    """Puts the second of each two functions where the modules have the first."""
    for module in modules:
        for name, value in list(vars(module).items()):
            for old, new in swaps:
                if value is old:
                    setattr(module, name, new)


def _written(
    image: Image.Image, x: int, baseline: int, text: str, kind: str, size: int, fill: str
) -> Written:
    """What `canvas.write` is about to do."""
    label = fonts.text_mask(text, kind, size)
    left, top = x + label.dx, baseline + label.dy
    right, bottom = left + label.mask.width, top + label.mask.height
    clipped = left < -1 or top < -1 or right > image.width + 1 or bottom > image.height + 1
    pad = AROUND_PX // 2
    mask = Image.new("L", (label.mask.width + 2 * pad, label.mask.height + 2 * pad))
    mask.paste(label.mask, (pad, pad))
    mask = mask.filter(ImageFilter.MaxFilter(AROUND_PX)).point(
        [255 * (v > 127) for v in range(256)]
    )
    at = (left - pad, top - pad)
    under = image.crop((*at, at[0] + mask.width, at[1] + mask.height)).convert("RGBA")
    frame = sys._getframe(3)  # of what called `write`
    where = f"{frame.f_globals['__name__']}.{frame.f_code.co_name}:{frame.f_lineno}"
    ink = ImageColor.getrgb(fill)[:3]
    return Written(image, text, at, ink, mask, under, clipped, where)


# --- signs ----------------------------------------------------------------------------------------


def main_colour(sign: canvas.Sprite) -> Colour:
    """The colour that most of a sign has."""
    shown = sign.image.copy()
    shown.putalpha(shown.getchannel("A").point([255 * (v >= OPAQUE) for v in range(256)]))
    colours = shown.getcolors(shown.width * shown.height) or []
    return max((n, colour[:3]) for n, colour in colours if colour[3])[1]


def unlike(one: canvas.Sprite, other: canvas.Sprite) -> float:
    """Which share of the lines of two signs has no line of the other near it, all colours aside."""
    a, b = lines_of(one), lines_of(other)
    size = (max(a.width, b.width), max(a.height, b.height))
    drawn: list[Image.Image] = []
    for lines in (a, b):
        sheet = Image.new("L", size)
        sheet.paste(lines, ((size[0] - lines.width) // 2, (size[1] - lines.height) // 2))
        drawn.append(sheet)
    a, b = drawn
    alone = sum(
        ImageChops.subtract(mine, theirs.filter(ImageFilter.MaxFilter(3))).histogram()[255]
        for mine, theirs in ((a, b), (b, a))
    )
    return alone / (a.histogram()[255] + b.histogram()[255])


def lines_of(sign: canvas.Sprite) -> Image.Image:
    """The edges of a sign on a grey ground, drawn in white on black."""
    ground = Image.new("RGB", sign.image.size, "#808080")
    ground.paste(sign.image, (0, 0), sign.image)
    edges = ground.convert("L").filter(ImageFilter.FIND_EDGES)
    return edges.point([255 * (v > 48) for v in range(256)])
