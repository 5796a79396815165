"""Points, bills, debts, prices, shelves and seats as small signs."""

import math

from PIL import Image, ImageDraw

from games.words import _
from renderers.caching import cached, cached_per_language
from renderers.canvas import Pen, Sprite, rounded, write
from renderers.fonts import text_width
from renderers.seats import seat_token, wax_seal

from .colours import (
    ALARM,
    ALARM_DARK,
    CREAM,
    GLASS,
    INK,
    METAL,
    NOTE,
    NOTE_EDGE,
    NOTE_LINE,
    WOOD,
    WOOD_DARK,
)
from .goods import box, faded, soft_box, wheel

# --------------------------------------------------------------------- badges


@cached
def rosette(px: int) -> Sprite:
    """The ribbon of a prize: points."""
    pen = Pen(px)
    for way in (-1, 1):
        tail = [(50, 50), (50 + way * 30, 98), (50 + way * 13, 90), (50 + way * 2, 99)]
        pen.poly(tail, "#8F1D17", INK, 2)
    pen.poly(wheel(50, 40, 38, 0.08, 12), ALARM, INK, 2.5)
    pen.disc(50, 40, 24, fill=CREAM, ink=INK, w=3)
    star = [(math.radians(36 * i - 90), 15 if i % 2 == 0 else 6) for i in range(10)]
    pen.poly([(50 + r * math.cos(a), 40 + r * math.sin(a)) for a, r in star], "#B8860B")
    return Sprite(pen.done())


@cached
def bulb(px: int) -> Sprite:
    """A bulb: what stands on the monthly bill."""
    pen = Pen(px)
    pen.poly([(29, 50), (71, 50), (63, 77), (37, 77)], INK)
    pen.disc(50, 34, 30, fill=GLASS, ink=INK, w=5.5)
    pen.poly([(34, 52), (66, 52), (59, 73), (41, 73)], GLASS)
    pen.poly(soft_box(36, 73, 64, 98, 5), INK)
    for y in (81, 89):
        pen.line([(38, y), (62, y)], METAL, 4.5, curve=False)
    return Sprite(pen.done())


@cached_per_language
def slip(count: int | None, w: int, h: int) -> Sprite:
    """A torn slip: so many Debt Tokens, or the sign for them."""
    out = torn_paper(w, h).copy()
    words = _("IOU") if count is None else _("IOU {n}", n=count)
    if count is not None and text_width(words, "sans-bold", 30) > w - 4:
        words = str(count)
    size = next((it for it in (32, 30) if text_width(words, "sans-bold", it) <= w - 4), 24)
    write(out, (w / 2, h * 0.47), words, "sans-bold", size, CREAM, "m", room=w)
    return Sprite(out)


@cached
def torn_paper(w: int, h: int) -> Image.Image:
    pen = Pen(w, h)
    tall = 100 * h / w
    torn = [(100 - 12.5 * i, tall * (1 if i % 2 else 0.86)) for i in range(9)]
    pen.poly([(0, 0), (100, 0), *torn], ALARM)
    pen.poly(box(0, 0, 100, 3), ALARM_DARK)
    return pen.done()


@cached
def price_tag(words: str, w: int, h: int, fill: str = CREAM, ink: str = INK) -> Sprite:
    pen = Pen(w, h)
    tall = 100 * h / w
    rim = [(tall * 0.34, 1), (98, 1), (98, tall - 2), (tall * 0.34, tall - 2), (1, tall / 2)]
    pen.poly(rim, fill, ink, 200 / w)
    pen.disc(tall * 0.24, tall / 2, tall * 0.06, fill=ink)
    out = pen.done()
    size = round(h * (0.72 if len(words) < 3 else 0.62))
    write(out, (w * 0.99 - (w - h * 0.3) / 2, h * 0.49), words, "serif", size, ink, "m")
    return Sprite(out)


@cached
def shelves(count: int, w: int, thick: int = 8) -> Sprite:
    """As many planks as a store has shelves: so many months goods stay."""
    step = thick * 2 + 1
    out = Image.new("RGBA", (w, count * step), (0, 0, 0, 0))
    draw = ImageDraw.Draw(out)
    for k in range(count):
        plank(draw, 0, w - 1, k * step, k == count - 1, thick)
    return Sprite(out)


def plank(draw: ImageDraw.ImageDraw, x: int, x2: int, y: int, last: bool, thick: int = 8) -> None:
    """Draws a shelf; from the striped one goods are lost in the next Inventory."""
    if not last:
        draw.rectangle((x, y, x2, y + thick - 2), fill=WOOD)
        draw.line((x, y + thick - 2, x2, y + thick - 2), fill=WOOD_DARK, width=2)
        return
    draw.rectangle((x, y, x2, y + thick), fill=CREAM)
    for start in range(x, x2, 18):
        draw.rectangle((start, y, min(start + 8, x2), y + thick), fill=ALARM)


@cached
def banknote(w: int, h: int) -> Sprite:
    out = rounded(w, h, 18, NOTE, NOTE_EDGE, 3, (10, NOTE_LINE, 2))
    draw = ImageDraw.Draw(out)
    for x in (28, w - 29):
        for y in (28, h - 29):
            draw.ellipse((x - 8, y - 8, x + 8, y + 8), outline=NOTE_LINE, width=2)
    return Sprite(out)


# ------------------------------------------------------------------------ seats


@cached
def token(number: int, letters: str, px: int, state: str = "") -> Sprite:
    """A seat's token: "asked" wears a ring, "sealed" has answered, "out" is not asked."""
    plain = seat_token(number, letters, px, ring=state == "asked")
    if state == "out":
        return Sprite(faded(plain.image, 0.5))
    if state != "sealed":
        return plain
    out, stamp = plain.image.copy(), wax_seal(round(px * 0.42))
    out.alpha_composite(stamp, (px - stamp.width, px - stamp.height))
    return Sprite(out)
