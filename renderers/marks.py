"""Marks two moves in a picture: rings with a tick at the pieces of one, with a cross at those of
the other.
"""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderers.layout import Box

TICK, CROSS = "#1d8348", "#c0392b"
RING_PX, ROOM_PX, BADGE_PX, INSET_PX = 5, 6, 17, 22
"""A badge stands on the upper edge of a ring, so far from its corner that the badges of two pieces
side by side do not touch.
"""


def mark(image: Image.Image, better: Sequence[Box], other: Sequence[Box]) -> Image.Image:
    """A picture with the pieces of two moves ringed; a piece of both tells nothing."""
    out = image.convert("RGB")
    pen = ImageDraw.Draw(out)
    ticks = [_edges(box, out.size) for box in better if box not in other]
    crosses = [_edges(box, out.size) for box in other if box not in better]
    for colour, boxes in ((TICK, ticks), (CROSS, crosses)):
        for edges in boxes:
            pen.rounded_rectangle(edges, 12, outline="#ffffff", width=RING_PX + 4)
            pen.rounded_rectangle(edges, 12, outline=colour, width=RING_PX)
    for left, top, _right, _low in ticks:
        x, y = _badge(pen, left + INSET_PX, top, TICK)
        pen.line([(x - 8, y), (x - 2, y + 7), (x + 8, y - 7)], "#ffffff", 4, joint="curve")
    for _left, top, right, _low in crosses:
        x, y = _badge(pen, right - INSET_PX, top, CROSS)
        pen.line([(x - 6, y - 6), (x + 6, y + 6)], "#ffffff", 4)
        pen.line([(x - 6, y + 6), (x + 6, y - 6)], "#ffffff", 4)
    return out


def _edges(box: Box, size: tuple[int, int]) -> tuple[float, float, float, float]:
    return (
        max(0, box.x - ROOM_PX),
        max(0, box.y - ROOM_PX),
        min(size[0] - 1, box.right + ROOM_PX),
        min(size[1] - 1, box.bottom + ROOM_PX),
    )


def _badge(pen: ImageDraw.ImageDraw, x: float, top: float, colour: str) -> tuple[float, float]:
    """The ground of a badge; returns its middle."""
    y = max(top, BADGE_PX)
    corners = (x - BADGE_PX, y - BADGE_PX, x + BADGE_PX, y + BADGE_PX)
    pen.ellipse(corners, fill=colour, outline="#ffffff", width=3)
    return x, y
