"""The stage of a show: its lights, the catwalk, and mannequins on it."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderers.canvas import Sprite, crop, paste

from .colours import CATWALK, LINE, PAPER, SPOT, STAGE, block
from .garments import MANNEQUIN_HEIGHT_PER_WIDTH, ghost, mannequin
from .reading import Design

SPREAD_PX = 110
"""How far from its middle a light reaches on the catwalk."""


def stage(
    w: int, h: int, walk: int, lights: tuple[int, ...], left: int = 24, right: int = 24
) -> Image.Image:
    """A stage to be drawn on: the middles of its lights, and how far down and from its sides the
    catwalk begins.
    """
    return crop(backdrop(w, h, walk, lights, left, right), 0, 0, w, h)


@block
def backdrop(
    w: int, h: int, walk: int, lights: tuple[int, ...], left: int, right: int
) -> Image.Image:
    k = 2
    out = Image.new("RGB", (w * k, h * k), STAGE)
    draw = ImageDraw.Draw(out)
    for x in lights:
        beam = [(x - 10, 0), (x + 10, 0), (x + SPREAD_PX, walk), (x - SPREAD_PX, walk)]
        draw.polygon([(a * k, b * k) for a, b in beam], fill=SPOT)
    floor = [(left, walk), (w - right, walk), (w - right + 24, h), (left - 24, h)]
    draw.polygon([(a * k, b * k) for a, b in floor], fill=CATWALK)
    for x in range(left + 18, w - right - 6, 38):
        draw.ellipse([(x - 3) * k, (walk - 4) * k, (x + 3) * k, (walk + 2) * k], fill=PAPER)
    draw.rectangle((0, 0, w * k - 1, h * k - 1), outline=LINE, width=2)
    return out.reduce(k)


def paste_collection(
    out: Image.Image,
    designs: Sequence[Design],
    x: float,
    foot: float,
    room: float,
    px: int,
    *,
    shown: bool = True,
    anchor: str = "l",
) -> None:
    """Puts mannequins so wide on a stage, on their feet and in so much room: half transparent what
    is not shown yet, closer together where they are many.
    """
    if not designs:
        return
    step = min(px + 6.0, (room - px) / max(1, len(designs) - 1))
    if anchor == "m":
        x += (room - px - step * (len(designs) - 1)) / 2
    draw = mannequin if shown else ghost
    for k, it in enumerate(designs):
        piece: Sprite = draw(it.style, it.type, px)
        paste(out, piece, x + k * step, foot - round(px * MANNEQUIN_HEIGHT_PER_WIDTH))
