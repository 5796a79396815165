"""The course of a game: the points of every seat over time, as lines in a box.

The view of a finished game may have them in its `story`, round by round.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from games.words import _
from renderers.canvas import Point, crop, panel, paste, repeated, write
from renderers.fonts import MIN_SIZE_PX, truncated
from renderers.layout import Box
from renderers.seats import SEATS, seat_token

OVERSAMPLING, NUMBERS_PX = 2, 44
LINE_OFFSET_PX = 5
"""Lines are moved apart by this, so that equal ones can be told from each other."""

Course = tuple[tuple[int, ...], ...]


class Decided(NamedTuple):
    """The round that decided a game, counted from 1: by how much, on whom."""

    n: int
    gained: int
    name: str


class Pen(NamedTuple):
    """How lines are drawn: `casing_ink` outlines them, so that they stand out from any ground."""

    line_px: int
    casing_px: int
    casing_ink: str


def course_of(view: Mapping[str, Any]) -> Course:
    """The points of all seats at the start and after each round; () where they are not known."""
    if "story" not in view:
        return ()
    rounds: Sequence[Mapping[str, Any]] = view["story"]["rounds"]
    starts: list[Sequence[int]] = [it["start"] for it in rounds[:1]]
    return tuple(map(tuple, [*starts, *(it["points"] for it in rounds)]))


def decided_by(view: Mapping[str, Any], names: Sequence[str]) -> Decided | None:
    """The round that decided the game; None if none did, or where that is not known."""
    found = view["story"]["decided"] if "story" in view else None
    if found is None:
        return None
    second: int = found["seats"][1]
    return Decided(found["round"] + 1, found["gained"], names[second])


def decided_words(decided: Decided) -> str:
    n, gained, name = decided
    return _("Round {n} decided it: +{gained} on {name:text}", n=n, gained=gained, name=name)


def decided_title(decided: Decided, room: float) -> str:
    """The same for one or two lines, with the name cut if it alone would fill one."""
    name = truncated(decided.name, "serif", MIN_SIZE_PX, room * 0.8)
    return decided_words(decided._replace(name=name))


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
    ink: str,
    lit: tuple[str, str],
    decided: int,
    token_px: int = 52,
) -> None:
    """Draws the course of a game in a box: a rule at 0, a line for each seat, the seats' tokens at
    the right, by their lines' ends, and below the numbers of the rounds; the one that decided the
    game is lit in two colours, of its ground and its edge.
    """
    low = min(0, *(n for row in points for n in row))
    high = max(low + 1, *(n for row in points for n in row))
    plot = Box(box.x + 20, box.y + 30, box.w - token_px - 52, box.h - 60 - NUMBERS_PX)
    step = plot.w / max(1, len(points) - 1)
    if decided:
        piece = panel(round(step), round(box.h), lit[0], lit[1], 2, 10)
        paste(image, piece, plot.x + step * (decided - 1), box.y)
    for n in range(1, len(points)):
        at = plot.x + step * (n - 0.5), box.bottom - NUMBERS_PX / 2
        write(image, at, str(n), "sans-bold", 34, ink, "m")
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
