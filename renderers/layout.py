"""Layout: boxes, divided into rows and columns, and words that fit into them.

Words are longer in some languages than in others, so a drawing gives each text a box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderers.canvas import Point, write
from renderers.fonts import (
    MIN_SIZE_PX,
    capital_height,
    fitted,
    sizes,
    text_mask,
    text_width,
    truncated,
    wrapped,
)


class Box(NamedTuple):
    """A part of a picture, in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def moved(self, x: float, y: float) -> Box:
        return self._replace(x=self.x + x, y=self.y + y)


class Part(NamedTuple):
    """Blocks with their places in a part of a picture that is so high."""

    height: int
    blocks: Sequence[tuple[Image.Image, tuple[int, int]]]
    places: Mapping[str, Box] = {}
    """Where it shows what moves name, by these names, from its corner."""


def whole(block: Image.Image) -> Part:
    """A part of one block."""
    return Part(block.height, [(block, (0, 0))])


def paste_parts(image: Image.Image, parts: Sequence[Part], x: int, y: int, gap: int = 0) -> None:
    """Puts parts on a picture, below each other."""
    for part in parts:
        for block, (left, top) in part.blocks:
            image.paste(block, (x + left, y + top))
        y += part.height + gap


def named_boxes(parts: Sequence[Part], x: int, y: int, gap: int = 0) -> dict[str, Box]:
    """Where `paste_parts` puts what moves name, by these names."""
    found: dict[str, Box] = {}
    for part in parts:
        found |= {name: box.moved(x, y) for name, box in part.places.items()}
        y += part.height + gap
    return found


class Type(NamedTuple):
    """How words are written: a kind of `renderers.fonts.FACES`, a size in pixels, an ink."""

    kind: str
    size: int
    ink: str


def row(box: Box, widths: Sequence[float], gap: float = 0) -> list[Box]:
    """Boxes of these widths from left to right, as high as the box. Widths of 0 share the rest."""
    left = box.w - sum(widths) - gap * (len(widths) - 1)
    flexible = sum(w == 0 for w in widths)
    boxes: list[Box] = []
    x = box.x
    for w in widths:
        boxes.append(Box(x, box.y, w or left / flexible, box.h))
        x = boxes[-1].right + gap
    return boxes


def align(box: Box, w: float, h: float, across: str = "m", down: str = "m") -> Point:
    """The corner of something of this size at the left, middle or right (l, m, r) of a box, and at
    its top, middle or bottom (t, m, b).
    """
    x = box.x + {"l": 0.0, "m": 0.5, "r": 1.0}[across] * (box.w - w)
    return x, box.y + {"t": 0.0, "m": 0.5, "b": 1.0}[down] * (box.h - h)


def write_in(image: Image.Image, box: Box, text: str, type_: Type, across: str = "l") -> None:
    """Writes words on one line in the middle of a box's height: smaller if they are too wide, and
    cut if that is not enough.
    """
    kind, size, ink = type_
    x, y = align(box, 0, 0, across)
    write(image, (x, y), text, kind, size, ink, across, room=box.w)


def write_lines(
    image: Image.Image, box: Box, text: str, type_: Type, step: float, across: str = "l"
) -> None:
    """Writes words on as many lines as they need, `step` apart, in the middle of a box's height;
    smaller if there are too many lines for it.
    """
    kind, size, ink = type_
    lines, size = fitted_lines(text, kind, size, box.w, max(1, int(box.h // step)))
    x, y = align(box, 0, step * (len(lines) - 1), across)
    for line in lines:
        write(image, (x, y), line, kind, size, ink, across)
        y += step


LINE_SPACING = 1.1
"""The distance of the two lines of a name, as a multiple of their size."""


def write_name(
    image: Image.Image, box: Box, name: str, type_: Type, across: str = "l"
) -> tuple[float, float]:
    """Writes a name in the middle of a box's height: smaller if it is long, on two lines if the box
    is high enough, and cut if that is not enough. Returns where it begins and ends.
    """
    kind, size, ink = type_
    lines, size = name_lines(name, kind, size, box.w, box.h)
    x, y = align(box, 0, LINE_SPACING * size * (len(lines) - 1), across)
    for line in lines:
        write(image, (x, y), line, kind, size, ink, across)
        y += LINE_SPACING * size
    run = max(text_width(line, kind, size) for line in lines)
    left = align(box, run, 0, across)[0]
    return left, left + run


@lru_cache(maxsize=512)
def name_lines(
    name: str, kind: str, size: int, room: float, high: float
) -> tuple[tuple[str, ...], int]:
    """A name on one line, or on two if they fit into the height, and its size."""
    lines, smaller = (name,), size
    for smaller in range(size, min(size, MIN_SIZE_PX) - 1, -1):
        most = 2 if high >= 2 * LINE_SPACING * smaller else 1
        lines = wrapped(name, kind, smaller, room)
        if len(lines) <= most and not any(line.endswith("…") for line in lines):
            return lines, smaller
    if high < 2 * LINE_SPACING * smaller:
        return (truncated(name, kind, smaller, room),), smaller
    first = lines[0].removesuffix("…")  # a word too long for a line is broken where it must be
    return (first, truncated(name.removeprefix(first).strip(), kind, smaller, room)), smaller


def fitted_with_name(
    say: Callable[[str], str], name: str, kind: str, size: int, room: float
) -> tuple[str, int]:
    """Words with a name in them, and their size: smaller if they are long, and with the name cut if
    that is not enough.
    """
    smallest = sizes(size)[-1]
    rest = room - text_width(say(""), kind, smallest)
    return fitted(say(truncated(name, kind, smallest, rest)), kind, size, room)


Line = tuple[str, str, int]
"""A text, its kind of type and its size in pixels."""


def without_overlap(upper: Line, lower: Line, heights: Point) -> Point:
    """The heights of two lines: as wanted, or farther apart if letters of the upper one would touch
    the lower one.
    """
    (_, foot), (head, _) = _ink_extent(*upper), _ink_extent(*lower)
    shared = max(0.0, heights[0] + foot - heights[1] - head) if upper[0] and lower[0] else 0.0
    return heights[0] - shared / 2, heights[1] + shared / 2


def _ink_extent(text: str, kind: str, size: int) -> Point:
    """The top and bottom of the letters of a text, from half the height of a capital."""
    mask, _, top = text_mask(text, kind, size)
    top += capital_height(kind, size) / 2
    return top, top + mask.height


def common_size(texts: Sequence[tuple[str, str]], size: int, room: float) -> int:
    """The size in which texts, each with its kind of type, fit into a room one after another: the
    largest of `sizes`, or the smallest if none fits.
    """
    return next(
        (n for n in sizes(size) if sum(text_width(text, kind, n) for text, kind in texts) <= room),
        sizes(size)[-1],
    )


def row_starts(
    wanted: Sequence[float], runs: Sequence[float], limits: Point, gap: float
) -> list[float]:
    """Where the things of a row begin: as near as possible to where they are wanted, between two
    limits, and with a gap between them. `runs` are their widths.
    """
    starts = list(wanted)
    end = limits[1] + gap
    for k in reversed(range(len(starts))):
        starts[k] = min(starts[k], end - gap - runs[k])
        end = starts[k]
    end = limits[0] - gap
    for k, run in enumerate(runs):
        starts[k] = max(starts[k], end + gap)
        end = starts[k] + run
    return starts


def fitted_lines(
    text: str, kind: str, size: int, room: float, most: int
) -> tuple[tuple[str, ...], int]:
    """A text in at most `most` lines, and its size: smaller if it needs more lines, and cut if that
    is not enough. Line breaks in the text are kept.
    """
    lines, smaller = broken_lines(text, kind, size, room), size
    for smaller in sizes(size):
        lines = broken_lines(text, kind, smaller, room)
        if len(lines) <= most and not any(line.endswith("…") for line in lines):
            return lines, smaller
    if len(lines) <= most:
        return lines, smaller
    rest = truncated(" ".join(lines[most - 1 :]), kind, smaller, room)
    return (*lines[: most - 1], rest), smaller


def broken_lines(text: str, kind: str, size: int, room: float) -> tuple[str, ...]:
    """The lines of a text, broken at its line breaks and where it is too long."""
    parts = (wrapped(part, kind, size, room) for part in text.split("\n"))
    return tuple(line for lines in parts for line in lines)
