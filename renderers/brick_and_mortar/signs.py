"""Awnings, brick walls and enamel signs with painted letters."""

import re
from functools import lru_cache
from itertools import combinations, pairwise

from PIL import Image, ImageDraw

from renderers.caching import cached
from renderers.canvas import Point, Sprite, rounded, scaled, write
from renderers.fonts import UNBREAKABLE, text_mask, text_width, truncated

from .colours import BRICK, CREAM, ENAMEL, ENAMEL_EDGE, FIRED, GOLD, SCREW


@cached
def awning(w: int, h: int, stripes: int) -> Sprite:
    """A valance of cream and brick scallops."""
    k, step = 4, w * 4 / stripes
    r = min(step / 2, h * 0.6 * k)
    out = Image.new("RGBA", (w * k, h * k), (0, 0, 0, 0))
    draw = ImageDraw.Draw(out)
    for i in range(stripes):
        left, right, colour = i * step, (i + 1) * step, BRICK if i % 2 else CREAM
        draw.rectangle((left, 0, right, h * k - r), fill=colour)
        draw.ellipse((left, h * k - 2 * r, right, h * k - 1), fill=colour)
    return Sprite(scaled(out, w, h))


@cached
def bricks(
    w: int, h: int, long: int = 56, high: int = 22, tones: tuple[str, str, str] = FIRED
) -> Image.Image:
    """A wall in running bond: two tones of brick and a light joint."""
    out = Image.new("RGB", (w, h), tones[0])
    draw = ImageDraw.Draw(out)
    for row in range(h // high + 1):
        y, shift = row * high, long // 2 if row % 2 else 0
        for column in range(-1, w // long + 1):
            x = column * long + shift
            if (row * 7 + column * 5 + row * column % 3) % 5 == 0:
                draw.rectangle((x, y, x + long, y + high), fill=tones[1])
            draw.line((x, y, x, y + high), fill=tones[2], width=2)
        draw.line((0, y, w, y), fill=tones[2], width=2)
    return out


def paint_letters(
    image: Image.Image,
    xy: Point,
    text: str,
    size: int,
    fill: str = CREAM,
    anchor: str = "l",
    drop: int = 3,
) -> None:
    """Writes as sign-painters do: a hard shade to the lower right, then the letters."""
    for k in range(drop, 0, -1):
        write(image, (xy[0] + k, xy[1] + k), text, "serif", size, ENAMEL_EDGE, anchor)
    write(image, xy, text, "serif", size, fill, anchor)


BREAKS = re.compile(r"(?<=[-・])|(?=[ （])")
"""Where a name is broken: at spaces, after hyphens, before brackets."""
MIN_TYPE_PX, SMALL_TYPE_PX = 24, 28
"""The size of the smallest letters, and of those that keep a letter from standing alone."""


def lines_of(name: str, most: int) -> list[str]:
    """A name on so many lines, or fewer, that are as alike as can be."""
    words = BREAKS.split(name) if BREAKS.search(name) else UNBREAKABLE.findall(name)
    cuts = combinations(range(1, len(words)), min(most, len(words)) - 1)
    bounds = (pairwise((0, *cut, len(words))) for cut in cuts)
    found = (["".join(words[i:j]).strip() for i, j in each] for each in bounds)
    return min(found, key=lambda rows: max(map(len, rows)))


@lru_cache(maxsize=256)
def lettering(
    name: str, room: int, large: int, small: int, most: int = 2
) -> tuple[tuple[str, ...], int]:
    """A name in one large line, or in two small ones or more, and the size of its letters; where it
    is still too long, it is cut.
    """
    if text_width(name, "serif", large) <= room:
        return (name,), large
    if not BREAKS.search(name):  # Japanese is broken in the middle of a word only if it must be
        for size in range(large, MIN_TYPE_PX - 1, -1):
            if text_width(name, "serif", size) <= room:
                return (name,), size
    alone = min(map(len, lines_of(name, 2))) == 1
    for size in range(large, SMALL_TYPE_PX - 1 if alone else large, -1):
        if text_width(name, "serif", size) <= room:  # a letter alone on a line reads badly
            return (name,), size
    for count in range(2, most + 1):
        rows = lines_of(name, count)
        for size in range(max(MIN_TYPE_PX, small * 2 // count), MIN_TYPE_PX - 1, -1):
            if max(text_width(row, "serif", size) for row in rows) <= room:
                return tuple(rows), size
    return tuple(
        truncated(row, "serif", MIN_TYPE_PX, room) for row in lines_of(name, 2)
    ), MIN_TYPE_PX


def leading(rows: tuple[str, ...], size: int) -> float:
    """How far the lines of a name are apart, so that none touches the next."""
    labels = [text_mask(row, "serif", size) for row in rows]
    deep = (a.dy + a.mask.height - b.dy - 2 for a, b in pairwise(labels))
    return max(size * 0.95, *deep, 0)


@cached
def enamel(w: int, h: int, framed: bool) -> Image.Image:
    """A sign without a name: framed, or held by four screws."""
    out = rounded(w, h, 10, ENAMEL, ENAMEL_EDGE, 2, (9, GOLD, 2) if framed else None)
    if framed:
        return out
    draw = ImageDraw.Draw(out)
    for x in (9, w - 10):
        for y in (9, h - 10):
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=SCREW)
    return out


@cached
def sign(name: str, w: int, h: int, large: int, small: int, framed: bool = False) -> Sprite:
    """An enamel sign; beside a short name a painted rule fills each side."""
    rows, size = lettering(name, w - (48 if framed else 22), large, small)
    step = leading(rows, size)
    out = enamel(w, h, framed).copy()
    draw = ImageDraw.Draw(out)
    for i, row in enumerate(rows):
        y = h / 2 + (i - (len(rows) - 1) / 2) * step
        paint_letters(out, (w / 2, y), row, size, CREAM, "m", 3 if len(rows) == 1 else 2)
    length = text_width(rows[0], "serif", size)
    if len(rows) == 1 and (w - length) / 2 > h * 0.75:
        for way in (-1, 1):
            inner = w / 2 + way * (length / 2 + h * 0.22)
            draw.line((inner, h / 2, w / 2 + way * (w / 2 - h * 0.3), h / 2), GOLD, 2)
            q = h * 0.06
            draw.polygon(
                [(inner, h / 2 - q), (inner + q, h / 2), (inner, h / 2 + q), (inner - q, h / 2)],
                GOLD,
            )
    return Sprite(out, border=5)
