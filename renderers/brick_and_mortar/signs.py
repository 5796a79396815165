"""What is painted once and stamped often: goods, crates, badges, enamel signs, awnings, walls."""

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.canvas import (
    Pen,
    Point,
    Points,
    Sprite,
    ellipse,
    place,
    rounded,
    scaled,
    seat,
    silhouette,
    sprite,
    toned,
    wax_seal,
    width,
    write,
)

from .colours import (
    ALARM,
    ALARM_DARK,
    BRASS,
    BRICK,
    CRATE,
    CREAM,
    DIM,
    ENAMEL,
    ENAMEL_EDGE,
    FACET,
    FIRED,
    GLASS,
    GOLD,
    GOODS,
    INK,
    LAMP,
    LEAF,
    METAL,
    NOTE,
    NOTE_EDGE,
    NOTE_LINE,
    OUTLINE,
    PAPER,
    SCREW,
    WOOD,
    WOOD_DARK,
)

# ----------------------------------------------------------------------- pens


def box(x: float, y: float, x2: float, y2: float) -> list[Point]:
    """Return the corners of a rectangle."""
    return [(x, y), (x2, y), (x2, y2), (x, y2)]


def soft_box(x: float, y: float, x2: float, y2: float, r: float) -> list[Point]:
    """Return the outline of a rectangle with round corners."""
    corners = ((x2 - r, y + r, -90), (x2 - r, y2 - r, 0), (x + r, y2 - r, 90), (x + r, y + r, 180))
    return [p for cx, cy, a in corners for p in ellipse(cx, cy, r, r, 0, a, a + 90)]


def wheel(cx: float, cy: float, r: float, wave: float, teeth: int) -> list[Point]:
    """Return a circle with a wavy rim."""
    turns = [math.tau * i / 180 for i in range(180)]
    reach = [r * (1 - wave + wave * math.cos(teeth * t)) for t in turns]
    return [(cx + q * math.cos(t), cy + q * math.sin(t)) for q, t in zip(reach, turns, strict=True)]


def faded(image: Image.Image, share: float) -> Image.Image:
    """Return an image that is partly seen through."""
    out = image.copy()
    out.putalpha(toned(image.getchannel("A"), lambda v: v * share))
    return out


def solid(piece: Sprite) -> Image.Image:
    """Return a sprite as one image again."""
    out = piece.image.convert("RGBA")
    out.putalpha(piece.mask)
    return out


# ---------------------------------------------------------------------- goods

SHIRT = [(30, 6), (40, 15), (60, 15), (70, 6), (100, 27), (90, 52), (79, 46), (79, 96),
         (21, 96), (21, 46), (10, 52), (0, 27)]  # fmt: skip
STONE = [(24, 8), (76, 8), (100, 40), (50, 99), (0, 40)]
LETTER_AT = {"food": 56, "clothing": 57, "electronics": 56, "jewelry": 42, "art": 51}


def apple(pen: Pen, fill: str, line: str, w: float) -> None:
    """Draw food."""
    pen.line([(50, 20), (56, 4)], line, 8, curve=False)
    pen.disc(70, 12, 14, 8.5, LEAF, line, w)
    pen.disc(50, 56, 45, 41, fill, line, w)


def shirt(pen: Pen, fill: str, line: str, w: float) -> None:
    """Draw clothing."""
    pen.poly([(2 + x * 0.96, y) for x, y in SHIRT], fill, line, w)


def television(pen: Pen, fill: str, line: str, w: float) -> None:
    """Draw electronics."""
    pen.line([(28, 4), (50, 21), (72, 4)], line, 6, curve=False)
    pen.poly(soft_box(4, 18, 96, 95, 16), fill, line, w)


def cut_stone(pen: Pen, fill: str, line: str, w: float) -> None:
    """Draw jewelry."""
    pen.poly(STONE, fill)
    pen.poly([(24, 8), (76, 8), (86, 20), (14, 20)], FACET)
    pen.line([(2 + x * 0.96, y) for x, y in (*STONE, STONE[0], STONE[1])], line, w, curve=False)


def framed_picture(pen: Pen, fill: str, line: str, w: float) -> None:
    """Draw art."""
    pen.poly(box(4, 6, 96, 96), BRASS, line, w)
    pen.poly(box(15, 17, 85, 85), fill, line, w / 2)


DRAWN: dict[str, Callable[[Pen, str, str, float], None]] = {
    "food": apple,
    "clothing": shirt,
    "electronics": television,
    "jewelry": cut_stone,
    "art": framed_picture,
}
OUTLINES: dict[str, Points] = {
    "food": ellipse(50, 56, 44, 41),
    "clothing": [(3 + x * 0.94, y) for x, y in SHIRT],
    "electronics": soft_box(4, 18, 96, 94, 16),
    "jewelry": [(3 + x * 0.94, y) for x, y in STONE],
    "art": box(5, 7, 95, 95),
}


def letter_on(out: Image.Image, kind: str, px: int, ink: str) -> None:
    """Write the letter of a good on its emblem."""
    size = max(24, round(px * (0.74 if px < 40 else 0.62)))
    at = (px / 2, px * LETTER_AT[kind] / 100)
    write(out, at, GOODS[kind].letter, "sans-bold", size, ink, "m")


@lru_cache(maxsize=256)
def emblem(kind: str, px: int) -> Sprite:
    """Return the emblem of a good: apple, shirt, television, cut stone or framed picture."""
    pen, good = Pen(px), GOODS[kind]
    DRAWN[kind](pen, good.fill, OUTLINE, max(4.5, 150 / px))
    out = pen.done()
    letter_on(out, kind, px, good.ink)
    return sprite(out)


@lru_cache(maxsize=64)
def outline(kind: str, px: int, ink: str = DIM) -> Sprite:
    """Return the empty outline of a good: a box that is still free."""
    pen = Pen(px)
    rim = OUTLINES[kind]
    pen.line([*rim, rim[0], rim[1]], ink, max(4.5, 190 / px), curve=False)
    out = pen.done()
    letter_on(out, kind, px, ink)
    return sprite(out)


@lru_cache(maxsize=64)
def paled(kind: str, px: int, share: float = 0.35) -> Sprite:
    """Return an emblem that is over and done with."""
    return sprite(faded(solid(emblem(kind, px)), share))


@lru_cache(maxsize=128)
def crate(kind: str, px: int, ghost: bool = False) -> Sprite:
    """Return goods in an open crate; below 48 pixels the wood would be noise."""
    if px < 48:
        return emblem(kind, px)
    pen = Pen(px)
    pen.poly(soft_box(0, 52, 99, 99, 6), WOOD_DARK)
    for y in (55, 78):
        pen.poly(box(4, y, 96, y + 18), CRATE)
    for x in (8, 86):
        pen.poly(box(x, 55, x + 6, 96), WOOD)
    out = pen.done()
    place(out, emblem(kind, round(px * 0.9)), px / 2, px * 0.46, "middle")
    if ghost:
        out = silhouette(out, CRATE, 0.5)
    return sprite(out)


# --------------------------------------------------------------------- badges


@lru_cache(maxsize=16)
def rosette(px: int) -> Sprite:
    """Return the ribbon of a prize: points."""
    pen = Pen(px)
    for way in (-1, 1):
        tail = [(50, 50), (50 + way * 30, 98), (50 + way * 13, 90), (50 + way * 2, 99)]
        pen.poly(tail, "#8F1D17", INK, 2)
    pen.poly(wheel(50, 40, 38, 0.08, 12), ALARM, INK, 2.5)
    pen.disc(50, 40, 24, fill=CREAM, ink=INK, w=3)
    star = [(math.radians(36 * i - 90), 15 if i % 2 == 0 else 6) for i in range(10)]
    pen.poly([(50 + r * math.cos(a), 40 + r * math.sin(a)) for a, r in star], "#B8860B")
    return sprite(pen.done())


@lru_cache(maxsize=16)
def bulb(px: int) -> Sprite:
    """Return a bulb: what stands on the monthly bill."""
    pen = Pen(px)
    pen.poly([(29, 50), (71, 50), (63, 77), (37, 77)], INK)
    pen.disc(50, 34, 30, fill=GLASS, ink=INK, w=5.5)
    pen.poly([(34, 52), (66, 52), (59, 73), (41, 73)], GLASS)
    pen.poly(soft_box(36, 73, 64, 98, 5), INK)
    for y in (81, 89):
        pen.line([(38, y), (62, y)], METAL, 4.5, curve=False)
    return sprite(pen.done())


@lru_cache(maxsize=16)
def slip(words: str, w: int, h: int) -> Sprite:
    """Return a torn slip: Debt Tokens."""
    pen = Pen(w, h)
    tall = 100 * h / w
    torn = [(100 - 12.5 * i, tall * (1 if i % 2 else 0.86)) for i in range(9)]
    pen.poly([(0, 0), (100, 0), *torn], ALARM)
    pen.poly(box(0, 0, 100, 3), ALARM_DARK)
    out = pen.done()
    size = 32 if len(words) < 6 else 28
    write(out, (w / 2, h * 0.47), words, "sans-bold", size, CREAM, "m")
    return sprite(out)


@lru_cache(maxsize=32)
def price_tag(words: str, w: int, h: int, fill: str = CREAM, ink: str = INK) -> Sprite:
    """Return a price tag with its price."""
    pen = Pen(w, h)
    tall = 100 * h / w
    rim = [(tall * 0.34, 1), (98, 1), (98, tall - 2), (tall * 0.34, tall - 2), (1, tall / 2)]
    pen.poly(rim, fill, ink, 200 / w)
    pen.disc(tall * 0.24, tall / 2, tall * 0.06, fill=ink)
    out = pen.done()
    size = round(h * (0.72 if len(words) < 3 else 0.62))
    write(out, (w * 0.99 - (w - h * 0.3) / 2, h * 0.49), words, "serif", size, ink, "m")
    return sprite(out)


@lru_cache(maxsize=8)
def shelves(count: int, w: int, thick: int = 8) -> Sprite:
    """Return as many planks as a store has shelves: so many months goods stay."""
    step = thick * 2 + 1
    out = Image.new("RGBA", (w, count * step), (0, 0, 0, 0))
    draw = ImageDraw.Draw(out)
    for k in range(count):
        plank(draw, 0, w - 1, k * step, k == count - 1, thick)
    return sprite(out)


def plank(draw: ImageDraw.ImageDraw, x: int, x2: int, y: int, last: bool, thick: int = 8) -> None:
    """Draw a shelf; from the striped one goods are lost in the next Inventory."""
    if not last:
        draw.rectangle((x, y, x2, y + thick - 2), fill=WOOD)
        draw.line((x, y + thick - 2, x2, y + thick - 2), fill=WOOD_DARK, width=2)
        return
    draw.rectangle((x, y, x2, y + thick), fill=CREAM)
    for start in range(x, x2, 18):
        draw.rectangle((start, y, min(start + 8, x2), y + thick), fill=ALARM)


@lru_cache(maxsize=4)
def banknote(w: int, h: int) -> Sprite:
    """Return the frame of a banknote with nothing on it."""
    out = rounded(w, h, 18, NOTE, NOTE_EDGE, 3, (10, NOTE_LINE, 2))
    draw = ImageDraw.Draw(out)
    for x in (28, w - 29):
        for y in (28, h - 29):
            draw.ellipse((x - 8, y - 8, x + 8, y + 8), outline=NOTE_LINE, width=2)
    return sprite(out)


# ------------------------------------------------------------------------ seats


@lru_cache(maxsize=128)
def token(number: int, letters: str, px: int, state: str = "") -> Sprite:
    """Return a seat's token: "asked" wears a ring, "sealed" has answered, "out" is not asked."""
    plain = seat(number, letters, px, ring=state == "asked")
    if state == "out":
        return sprite(faded(solid(plain), 0.5))
    if state != "sealed":
        return plain
    out, stamp = solid(plain), wax_seal(round(px * 0.42))
    out.alpha_composite(stamp, (px - stamp.width, px - stamp.height))
    return sprite(out)


# ----------------------------------------------------- buttons of phases, windows

PHASES = ("building", "advertisement", "supply", "sale", "inventory", "utilities", "investment")


def shop_front(pen: Pen, ink: str, disc: str) -> None:
    """Draw the button of Building."""
    pen.poly([(22, 28), (78, 28), (84, 46), (16, 46)], ink)
    pen.poly(box(24, 50, 76, 76), ink)
    pen.poly(box(54, 56, 67, 76), disc)


def megaphone(pen: Pen, ink: str, disc: str) -> None:
    """Draw the button of Advertisement."""
    pen.poly([(20, 42), (40, 42), (74, 22), (74, 74), (40, 56), (20, 56)], ink)
    pen.poly([(28, 58), (40, 58), (45, 78), (33, 78)], ink)
    pen.line([(81, 42), (81, 54)], ink, 6, curve=False)


def truck(pen: Pen, ink: str, disc: str) -> None:
    """Draw the button of Supply."""
    pen.poly(box(14, 32, 56, 64), ink)
    pen.poly([(60, 42), (75, 42), (86, 54), (86, 64), (60, 64)], ink)
    for x in (30, 71):
        pen.disc(x, 67, 10, fill=disc)
        pen.disc(x, 67, 7, fill=ink)


def register_tag(pen: Pen, ink: str, disc: str) -> None:
    """Draw the button of Sale; its sign is written on it."""
    pen.poly([(16, 50), (36, 26), (82, 26), (82, 74), (36, 74)], ink)


def falling_shelf(pen: Pen, ink: str, disc: str) -> None:
    """Draw the button of Inventory."""
    pen.poly(box(20, 24, 80, 31), ink)
    pen.poly(box(20, 70, 80, 77), ink)
    pen.poly(box(45.5, 36, 54.5, 52), ink)
    pen.poly([(34, 49), (66, 49), (50, 67)], ink)


def lit_bulb(pen: Pen, ink: str, disc: str) -> None:
    """Draw the button of Utilities."""
    pen.disc(50, 38, 20, fill=ink)
    pen.poly([(36, 50), (64, 50), (60, 64), (40, 64)], ink)
    pen.poly(box(41, 67, 59, 80), ink)


def ribbon(pen: Pen, ink: str, disc: str) -> None:
    """Draw the button of Investment."""
    pen.poly([(36, 55), (64, 55), (72, 84), (50, 74), (28, 84)], ink)
    pen.disc(50, 38, 22, fill=ink)
    pen.disc(50, 38, 11, fill=disc)


BUTTONS: dict[str, Callable[[Pen, str, str], None]] = dict(
    zip(
        PHASES,
        (shop_front, megaphone, truck, register_tag, falling_shelf, lit_bulb, ribbon),
        strict=True,
    )
)


@lru_cache(maxsize=64)
def button(phase: str, px: int, disc: str = ENAMEL, ink: str = CREAM) -> Sprite:
    """Return the enamel button of a phase."""
    pen = Pen(px)
    pen.disc(50, 50, 50, fill=ink)
    pen.disc(50, 50, 46, fill=disc)
    BUTTONS[phase](pen, ink, disc)
    out = pen.done()
    if phase == "sale":
        write(out, (px * 0.57, px * 0.5), "$", "sans-bold", round(px * 0.44), disc, "m")
    return sprite(out)


@lru_cache(maxsize=64)
def window_sign(window: str, px: int, lit: bool = False) -> Sprite:
    """Return the sign of a window: a phase's button, a post before or after it, the goods."""
    phase, _, when = window.partition("_")
    colours = (LAMP, INK) if lit else (ENAMEL, CREAM)
    if when == "during":
        return button(phase, px, *colours)
    after, aimed = when.startswith("after"), when.startswith(("before", "after"))
    out = Image.new("RGBA", (px, px), (0, 0, 0, 0))
    small = round(px * 0.86)
    place(out, button(phase, small, *colours), 0 if after else px - small, (px - small) / 2)
    if aimed:
        post = rounded(max(3, round(px * 0.09)), round(px * 0.72), 3, ALARM)
        out.alpha_composite(post, (px - post.width if after else 0, round(px * 0.14)))
    tail, corner = when.split("_")[-1], round(px * 0.46)
    at = px - corner - (round(px * 0.1) if after else 0)
    if tail in GOODS:
        place(out, emblem(tail, corner), at, px - corner)
    if tail == "type":
        place(out, five_dots(corner), at, px - corner)
    return sprite(out)


@lru_cache(maxsize=8)
def five_dots(px: int) -> Sprite:
    """Return the sign for each type of goods."""
    pen = Pen(px)
    pen.disc(50, 50, 50, fill=INK)
    pen.disc(50, 50, 43, fill=PAPER)
    for i in range(5):
        turn = math.radians(72 * i - 90)
        pen.disc(50 + 25 * math.cos(turn), 50 + 25 * math.sin(turn), 9.5, fill=INK)
    return sprite(pen.done())


# --------------------------------------------------------- awnings, walls, signs


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


@lru_cache(maxsize=128)
def sign(name: str, w: int, h: int, large: int, small: int, framed: bool = False) -> Sprite:
    """Return an enamel sign; beside a short name a painted rule fills each side."""
    rows, size = lettering(name, w - (48 if framed else 22), large, small)
    out = rounded(w, h, 10, ENAMEL, ENAMEL_EDGE, 2, (9, GOLD, 2) if framed else None)
    draw = ImageDraw.Draw(out)
    if not framed:
        for x in (9, w - 10):
            for y in (9, h - 10):
                draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=SCREW)
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
