"""Where things stand: boxes, divided into rows and columns, and words that fit into them.

Words are longer in some languages than in others, so a drawing says which box they have, and not
where each of them begins.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from renderers.canvas import Point, write
from renderers.fonts import fit, sizes, width, wrapped


class Box(NamedTuple):
    """A part of a picture, in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.h

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return self.x + self.w / 2, self.y + self.h / 2


class Type(NamedTuple):
    """How words are written: a kind of `renderers.fonts.FACES`, a size in pixels, an ink."""

    kind: str
    size: int
    ink: str


def pad(box: Box, across: float, down: float = 0) -> Box:
    """Return the box without a margin at its sides, and one at its top and bottom."""
    return Box(box.x + across, box.y + down, box.w - 2 * across, box.h - 2 * down)


def row(box: Box, widths: Sequence[float], gap: float = 0) -> list[Box]:
    """Return boxes of these widths from left to right, as high as the box; a width of 0 takes what
    is left, shared with others of 0.
    """
    left = box.w - sum(widths) - gap * (len(widths) - 1)
    flexible = sum(w == 0 for w in widths)
    boxes: list[Box] = []
    x = box.x
    for w in widths:
        boxes.append(Box(x, box.y, w or left / flexible, box.h))
        x = boxes[-1].right + gap
    return boxes


def column(box: Box, heights: Sequence[float], gap: float = 0) -> list[Box]:
    """Return boxes of these heights from top to bottom, as `row` does from left to right."""
    turned = row(Box(box.y, box.x, box.h, box.w), heights, gap)
    return [Box(each.y, each.x, each.h, each.w) for each in turned]


def align(box: Box, w: float, h: float, across: str = "m", down: str = "m") -> Point:
    """Return where a thing of this size begins: left, middle or right (l, m, r) in the box, and at
    its top, middle or bottom (t, m, b).
    """
    x = box.x + {"l": 0.0, "m": 0.5, "r": 1.0}[across] * (box.w - w)
    return x, box.y + {"t": 0.0, "m": 0.5, "b": 1.0}[down] * (box.h - h)


def write_in(image: Image.Image, box: Box, text: str, type_: Type, across: str = "l") -> None:
    """Write words on one line in the middle of a box's height, smaller where they are too long, and
    cut where they still are.
    """
    kind, size, ink = type_
    x, y = align(box, 0, 0, across)
    write(image, (x, y), text, kind, size, ink, across, room=box.w)


def write_lines(
    image: Image.Image, box: Box, text: str, type_: Type, step: float, across: str = "l"
) -> None:
    """Write words on as many lines as they need, so far apart and in the middle of a box's height,
    smaller where the lines are too many for it.
    """
    kind, size, ink = type_
    lines, size = fitted_lines(text, kind, size, box.w, max(1, int(box.h // step)))
    x, y = align(box, 0, step * (len(lines) - 1), across)
    for line in lines:
        write(image, (x, y), line, kind, size, ink, across)
        y += step


def common_size(texts: Sequence[tuple[str, str]], size: int, room: float) -> int:
    """Return the size of type in which texts, each with its kind of type, fit into a room behind
    each other: the largest, of those it may have, or the smallest.
    """
    return next(
        (n for n in sizes(size) if sum(width(text, kind, n) for text, kind in texts) <= room),
        sizes(size)[-1],
    )


def beside(
    wanted: Sequence[float], runs: Sequence[float], limits: Point, gap: float
) -> list[float]:
    """Return where things of these widths begin that stand in a row between two limits, apart by a
    gap at least and else where they are wanted.
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
    """Return a text in at most so many lines and the size of its type, which is smaller than asked
    for where they are too many; what is still too long is cut. A line break in the text is kept.
    """
    lines, smaller = broken(text, kind, size, room), size
    for smaller in sizes(size):
        lines = broken(text, kind, smaller, room)
        if len(lines) <= most and not any(line.endswith("…") for line in lines):
            return lines, smaller
    if len(lines) <= most:
        return lines, smaller
    rest = fit(" ".join(lines[most - 1 :]), kind, smaller, room)
    return (*lines[: most - 1], rest), smaller


def broken(text: str, kind: str, size: int, room: float) -> tuple[str, ...]:
    """Return the lines of a text, broken where it breaks itself and where it is too long."""
    parts = (wrapped(part, kind, size, room) for part in text.split("\n"))
    return tuple(line for lines in parts for line in lines)
