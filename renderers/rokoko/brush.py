"""A pen with units of its own, and outlines written as paths."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from renderers.canvas import Pen, Point

TOKEN = re.compile(r"[MLCQZ]|-?\d+\.?\d*")
ENDS = {"M": 1, "L": 1, "Q": 2, "C": 3}
CURVE_STEPS = 14


@lru_cache(maxsize=512)
def outline(path: str, middle: float = 0) -> tuple[Point, ...]:
    """The points of a path: M and L go straight, Q and C are Bezier curves.

    With a middle, the path is the left half of a figure, and its mirror image is added.
    """
    points: list[Point] = []
    word = "M"
    numbers: list[float] = []
    for token in TOKEN.findall(path):
        if token.isalpha():
            word, numbers = token, []
            continue
        numbers.append(float(token))
        if len(numbers) == 2 * ENDS.get(word, 0):
            ends = list(zip(numbers[::2], numbers[1::2], strict=True))
            points += ends if len(ends) == 1 else bezier([points[-1], *ends])
            numbers = []
    if middle:
        points += [(2 * middle - x, y) for x, y in reversed(points)]
    return tuple(points)


def bezier(ends: Sequence[Point]) -> list[Point]:
    """Without the first point."""
    return [_between(ends, step / CURVE_STEPS) for step in range(1, CURVE_STEPS + 1)]


def _between(ends: Sequence[Point], t: float) -> Point:
    points: list[Point] = list(ends)
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


OVERSAMPLING = 2
"""Edges have few tones, because a board full of small figures would be a large file else."""


class Brush(Pen):
    """A pen whose box has units of its own, so that a figure keeps its numbers at every size."""

    def __init__(self, px: int, w: float = 100, h: float = 100):
        """Opens a clear sheet so many pixels wide, in units of a box."""
        super().__init__(px, round(px * h / w), OVERSAMPLING)
        self.scale = self.sheet.width / w
        self.middle = w / 2

    def shape(self, path: str, fill: str, half: bool = False) -> None:
        """Fills an outline, or with its mirror image the half of one."""
        self.poly(outline(path, self.middle if half else 0), fill)

    def shrunk(self, path: str, fill: str, centre: float, share: float, half: bool = True) -> None:
        """Fills an outline made smaller round a height on the middle line."""
        points = outline(path, self.middle if half else 0)
        self.poly(
            [
                (self.middle + (x - self.middle) * share, centre + (y - centre) * share)
                for x, y in points
            ],
            fill,
        )

    def stroke(self, path: str, ink: str, w: float, both: bool = False) -> None:
        """Draws along a path, or along it and its mirror image."""
        points = outline(path)
        self.line(points, ink, w, curve=False)
        if both:
            self.line([(2 * self.middle - x, y) for x, y in points], ink, w, curve=False)

    def box(self, x0: float, y0: float, x1: float, y1: float, fill: str, radius: float = 0) -> None:
        """Fills a rectangle, with round corners if a radius is given."""
        k = self.scale
        self._draw.rounded_rectangle((x0 * k, y0 * k, x1 * k, y1 * k), radius * k, fill)
