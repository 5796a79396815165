"""Awnings, brick walls and enamel signs with painted letters."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.canvas import Point, Sprite, rounded, scaled, sprite, write
from renderers.fonts import width

from .colours import BRICK, CREAM, ENAMEL, ENAMEL_EDGE, FIRED, GOLD, SCREW


@lru_cache(maxsize=16)
def awning(w: int, h: int, stripes: int) -> Sprite:
    """Return a valance of cream and brick scallops."""
    k, step = 4, w * 4 / stripes
    r = min(step / 2, h * 0.6 * k)
    out = Image.new("RGBA", (w * k, h * k), (0, 0, 0, 0))
    draw = ImageDraw.Draw(out)
    for i in range(stripes):
        left, right, colour = i * step, (i + 1) * step, BRICK if i % 2 else CREAM
        draw.rectangle((left, 0, right, h * k - r), fill=colour)
        draw.ellipse((left, h * k - 2 * r, right, h * k - 1), fill=colour)
    return sprite(scaled(out, w, h))


@lru_cache(maxsize=8)
def bricks(
    w: int, h: int, long: int = 56, high: int = 22, tones: tuple[str, str, str] = FIRED
) -> Image.Image:
    """Return a wall in running bond: two tones of brick and a light joint."""
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


def painted(
    image: Image.Image,
    xy: Point,
    text: str,
    size: int,
    fill: str = CREAM,
    anchor: str = "l",
    drop: int = 3,
) -> None:
    """Write as sign-painters do: a hard shade to the lower right, then the letters."""
    for k in range(drop, 0, -1):
        write(image, (xy[0] + k, xy[1] + k), text, "serif", size, ENAMEL_EDGE, anchor)
    write(image, xy, text, "serif", size, fill, anchor)


def halves(name: str) -> list[str]:
    """Return a name on two lines that are as alike as can be."""
    words = name.split()
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return list(min(cuts, key=lambda two: max(map(len, two)))) if cuts else [name]


@lru_cache(maxsize=256)
def lettering(name: str, room: int, large: int, small: int) -> tuple[tuple[str, ...], int]:
    """Return a name in one large line, or in two small ones, and the size of its letters."""
    if width(name, "serif", large) <= room:
        return (name,), large
    rows = halves(name)
    size = small
    while size > 24 and max(width(row, "serif", size) for row in rows) > room:
        size -= 1
    return tuple(rows), size


@lru_cache(maxsize=8)
def enamel(w: int, h: int, framed: bool) -> Image.Image:
    """Return a sign without a name: framed, or held by four screws."""
    out = rounded(w, h, 10, ENAMEL, ENAMEL_EDGE, 2, (9, GOLD, 2) if framed else None)
    if framed:
        return out
    draw = ImageDraw.Draw(out)
    for x in (9, w - 10):
        for y in (9, h - 10):
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=SCREW)
    return out


@lru_cache(maxsize=128)
def sign(name: str, w: int, h: int, large: int, small: int, framed: bool = False) -> Sprite:
    """Return an enamel sign; beside a short name a painted rule fills each side."""
    rows, size = lettering(name, w - (48 if framed else 22), large, small)
    out = enamel(w, h, framed).copy()
    draw = ImageDraw.Draw(out)
    for i, row in enumerate(rows):
        y = h / 2 + (i - (len(rows) - 1) / 2) * size * 0.95
        painted(out, (w / 2, y), row, size, CREAM, "m", 3 if len(rows) == 1 else 2)
    length = width(rows[0], "serif", size)
    if len(rows) == 1 and (w - length) / 2 > h * 0.75:
        for way in (-1, 1):
            inner = w / 2 + way * (length / 2 + h * 0.22)
            draw.line((inner, h / 2, w / 2 + way * (w / 2 - h * 0.3), h / 2), GOLD, 2)
            q = h * 0.06
            draw.polygon(
                [(inner, h / 2 - q), (inner + q, h / 2), (inner, h / 2 + q), (inner - q, h / 2)],
                GOLD,
            )
    return sprite(out)
