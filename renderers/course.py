"""The course of a game: the points of every seat over time, as lines in a box.

The view of a finished game may have them as `course`: a list for each step of the game, with the
points of each seat.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from renderers.canvas import Point, crop, panel, paste, repeated
from renderers.layout import Box
from renderers.seats import SEATS, seat_token

OVERSAMPLING = 2
LINE_OFFSET_PX = 5
"""Lines are moved apart by this, so that equal ones can be told from each other."""

Course = tuple[tuple[int, ...], ...]


class Pen(NamedTuple):
    """How lines are drawn: `casing_ink` outlines them, so that they stand out from any ground."""

    line_px: int
    casing_px: int
    casing_ink: str


def course_of(view: Mapping[str, Any]) -> Course:
    """The points of all seats for each step; () where they are not known."""
    return tuple(map(tuple, view.get("course", ())))


def course_lines(
    points: Sequence[Sequence[int]],
    box: Box,
    low: float,
    high: float,
    apart: float = LINE_OFFSET_PX,
) -> list[list[Point]]:
    """The points of each seat's line in a box, whose height is the scale from `low` to `high`. The
    lines are moved `apart` by so many pixels.
    """
    seats, run = len(points[0]), box.w / max(1, len(points) - 1)
    return [
        [
            (
                box.x + i * run,
                box.bottom
                - (row[who] - low) / (high - low) * box.h
                - (who - (seats - 1) / 2) * apart,
            )
            for i, row in enumerate(points)
        ]
        for who in range(seats)
    ]


def line_ends(points: Sequence[Sequence[int]], box: Box, low: float, high: float) -> list[float]:
    """How high each seat's line ends before the lines are moved apart: more points are never below
    fewer.
    """
    return [line[-1][1] for line in course_lines(points, box, low, high, 0)]


def draw_lines(
    image: Image.Image, box: Box, lines: Sequence[list[Point]], order: Sequence[int], pen: Pen
) -> None:
    """Draws the seats' lines in a box of whole pixels and 30 pixels around it, in this order."""
    left, top = round(box.x) - 20, round(box.y) - 30
    w, h = round(box.w) + 40, round(box.h) + 60
    fine = repeated(crop(image, left, top, w, h), w * OVERSAMPLING, h * OVERSAMPLING)
    drawing = ImageDraw.Draw(fine)
    for who in order:
        path = [((x - left) * OVERSAMPLING, (y - top) * OVERSAMPLING) for x, y in lines[who]]
        for ink, thick in ((pen.casing_ink, pen.casing_px), (SEATS[who][0], pen.line_px)):
            drawing.line(path, fill=ink, width=thick * OVERSAMPLING, joint="curve")
            r = thick * OVERSAMPLING / 2
            for x, y in (path[0], path[-1]):
                drawing.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    image.paste(fine.reduce(OVERSAMPLING), (left, top))


def draw_course(
    image: Image.Image,
    box: Box,
    points: Course,
    letters: Sequence[str],
    pen: Pen,
    *,
    rule_ink: str,
    token_px: int = 52,
) -> None:
    """Draws the course of a game in a box: a rule at 0, a line for each seat, and the seats' tokens
    at the right, by their lines' ends.
    """
    low = min(0, *(n for row in points for n in row))
    high = max(low + 1, *(n for row in points for n in row))
    plot = Box(box.x + 20, box.y + 30, box.w - token_px - 52, box.h - 60)
    lines = course_lines(points, plot, low, high)
    zero = plot.bottom - (0 - low) / (high - low) * plot.h
    paste(image, panel(round(plot.w), 2, rule_ink, radius=1), plot.x, zero - 1)
    order = sorted(range(len(lines)), key=lambda who: points[-1][who])
    draw_lines(image, plot, lines, order, pen)
    ends = spread(line_ends(points, plot, low, high), (box.y, box.bottom), token_px)
    for who, y in enumerate(ends):
        paste(image, seat_token(who, letters[who], token_px), box.right - token_px / 2, y, "middle")


def spread(heights: Sequence[float], limits: Point, gap: float) -> list[float]:
    """The heights, moved as little as needed for a gap between them; half a gap from the limits as
    far as there is room.
    """
    order = sorted(range(len(heights)), key=lambda who: heights[who])
    placed: list[float] = []
    for who in order:
        placed.append(max(heights[who], placed[-1] + gap if placed else limits[0] + gap / 2))
    bottom = limits[1] - gap / 2
    for i in range(len(placed) - 1, -1, -1):
        placed[i] = min(placed[i], bottom)
        bottom = placed[i] - gap
    return [placed[order.index(who)] for who in range(len(heights))]
