"""Marks what two moves change in a picture: rings with a tick for one, with a cross for the other.

The three pictures, before the moves and after each, are compared; so this works for every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops, ImageDraw

CELL_PX = 8
"""Pictures are compared in squares of this size."""
LEAST_CHANGE = 10
"""By how much the average of a square must change, from 0 to 255."""
NEAR_CELLS = 3
"""Changed squares this close are marked together."""
LEAST_PX, MAX_SHARE, MAX_MARKS = 60, 0.2, 3
"""A smaller change, in width and height, is a side effect; one of a larger share of the picture is
no detail. So many of each move are marked.
"""
TICK, CROSS = "#1d8348", "#c0392b"
RING_PX, ROOM_PX, BADGE_PX = 5, 6, 17
Box = tuple[int, int, int, int]


def mark(before: Image.Image, better: Image.Image, other: Image.Image) -> Image.Image:
    """The picture before two moves, with what only one of them changes. Two rings at one place
    would tell nothing.
    """
    out, *after = (each.convert("RGB") for each in (before, better, other))
    if len({each.size for each in (out, *after)}) > 1:
        return out
    apart = _changed(*after)
    ticks, crosses = ([*_boxes(apart & _changed(out, each), out.size)] for each in after)
    pen = ImageDraw.Draw(out)
    for boxes, others, colour in ((ticks, crosses, TICK), (crosses, ticks, CROSS)):
        for box in boxes:
            if not any(_meet(box, each) for each in others):
                _ring(pen, box, colour, colour == TICK, out.size)
    return out


def _meet(one: Box, other: Box) -> bool:
    return all(one[i] < other[i + 2] and other[i] < one[i + 2] for i in (0, 1))


def _changed(one: Image.Image, other: Image.Image) -> set[tuple[int, int]]:
    """The squares in which two pictures differ."""
    difference = ImageChops.difference(one, other).convert("L").reduce(CELL_PX)
    width = difference.width
    return {
        (i % width, i // width)
        for i, value in enumerate(difference.tobytes())
        if value >= LEAST_CHANGE
    }


def _boxes(cells: set[tuple[int, int]], size: tuple[int, int]) -> Iterable[Box]:
    """The frames of groups of squares, the largest first, without those that are no detail."""
    found = [
        (
            max(0, min(x for x, _ in group) * CELL_PX - ROOM_PX),
            max(0, min(y for _, y in group) * CELL_PX - ROOM_PX),
            min(size[0] - 1, (max(x for x, _ in group) + 1) * CELL_PX + ROOM_PX),
            min(size[1] - 1, (max(y for _, y in group) + 1) * CELL_PX + ROOM_PX),
        )
        for group in _groups(cells)
    ]
    details = [
        each for each in found if LEAST_PX**2 <= _area(each) <= MAX_SHARE * size[0] * size[1]
    ]
    return sorted(details, key=_area, reverse=True)[:MAX_MARKS]


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _groups(cells: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    left, near = set(cells), range(-NEAR_CELLS, NEAR_CELLS + 1)
    while left:
        group, coming = list[tuple[int, int]](), [left.pop()]
        while coming:
            x, y = coming.pop()
            group.append((x, y))
            around = {(x + i, y + j) for i in near for j in near} & left
            left -= around
            coming += around
        yield group


def _ring(
    pen: ImageDraw.ImageDraw, box: Box, colour: str, is_tick: bool, size: tuple[int, int]
) -> None:
    """A ring with its sign at the upper left or, for a cross, at the upper right."""
    pen.rounded_rectangle(box, 12, outline="#ffffff", width=RING_PX + 4)
    pen.rounded_rectangle(box, 12, outline=colour, width=RING_PX)
    x = min(max(box[0] if is_tick else box[2], BADGE_PX), size[0] - BADGE_PX)
    y = min(max(box[1], BADGE_PX), size[1] - BADGE_PX)
    pen.ellipse(
        (x - BADGE_PX, y - BADGE_PX, x + BADGE_PX, y + BADGE_PX),
        fill=colour,
        outline="#ffffff",
        width=3,
    )
    if is_tick:
        pen.line([(x - 8, y), (x - 2, y + 7), (x + 8, y - 7)], "#ffffff", 4, joint="curve")
    else:
        pen.line([(x - 6, y - 6), (x + 6, y + 6)], "#ffffff", 4)
        pen.line([(x - 6, y + 6), (x + 6, y - 6)], "#ffffff", 4)
