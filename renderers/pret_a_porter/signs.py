"""The small signs of the page: tokens, swatches, tags, spaces, seats, numbers, rules."""

import math

from PIL import Image, ImageDraw

from games.words import translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import Pen, Point, Sprite, panel, paste, rounded, silhouette, write
from renderers.fonts import text_width
from renderers.seats import seat_token

from .colours import ALARM, CLOTHS, GREY, INK, LINE, NOW, PAPER, ZINC
from .terms import MARKS, cloth_letter

TOKENS = tuple(MARKS)

# ---------------------------------------------------------------------- rules


def rule(image: Image.Image, x: int, y: int, x2: int, thick: int = 2, ink: str = INK) -> None:
    ImageDraw.Draw(image).rectangle((x, y, x2, y + thick - 1), fill=ink)


@cached
def tower(px: int) -> Sprite:
    """The one ornament: the tower of Paris, so high."""
    pen = Pen(px)
    for way in (1, -1):
        leg = [(1, 2), (3, 2), (7, 40), (13, 68), (31, 100), (18, 100), (8, 79), (0, 75), (0, 40)]
        pen.poly([(50 + way * x, y) for x, y in leg], LINE)
    for y, half in ((38, 9), (67, 17)):
        pen.poly([(50 - half, y), (50 + half, y), (50 + half, y + 4), (50 - half, y + 4)], ZINC)
    pen.poly([(49, 0), (51, 0), (51, 10), (49, 10)], ZINC)
    return Sprite(pen.done())


# --------------------------------------------------------------------- tokens


@cached_per_language
def token(kind: str, px: int, words: str = "", fill: str = INK, ink: str = PAPER) -> Sprite:
    """A token: Q a scalloped seal, T an arrow, PR speech, X2 a hanger, cash a banknote."""
    pen = Pen(px)
    SHAPES[kind](pen)
    out = silhouette(pen.done(), fill, 1) if fill != INK else pen.done()
    words = words or translate(MARKS[kind])
    drop = {"T": 0.08, "PR": -0.06, "X2": 0.2}.get(kind, 0)
    share = 0.56 if len(words) == 1 else 0.46
    size = max(24, round(px * share))
    write(out, (px / 2, px * (0.5 + drop) - 1), words, "sans-bold", size, ink, "m")
    return Sprite(out)


def seal(pen: Pen) -> None:
    for i in range(12):
        a = i * math.pi / 6
        pen.disc(50 + 36 * math.cos(a), 50 + 36 * math.sin(a), 13, fill=INK)
    pen.disc(50, 50, 38, fill=INK)


def arrow(pen: Pen) -> None:
    """Draws a broad arrow upward."""
    pen.poly([(50, 2), (98, 44), (82, 44), (82, 96), (18, 96), (18, 44), (2, 44)], INK)


def speech(pen: Pen) -> None:
    pen.poly(rounded_rectangle(2, 10, 98, 78, 16), INK)
    pen.poly([(22, 74), (22, 98), (50, 74)], INK)


def hanger(pen: Pen) -> None:
    pen.line([(50, 34), (52, 26), (61, 19), (60, 9), (50, 5), (41, 13)], INK, 7)
    pen.poly([(50, 24), (98, 62), (98, 98), (2, 98), (2, 62)], INK)


def note(pen: Pen) -> None:
    pen.poly(rounded_rectangle(2, 18, 98, 82, 10), INK)
    pen.poly(rounded_rectangle(7, 23, 93, 77, 6), PAPER)
    pen.poly(rounded_rectangle(10, 26, 90, 74, 4), INK)


def star(pen: Pen) -> None:
    """Draws a star: prestige."""
    pen.poly(star_points(50, 53, 50, 24), INK)


SHAPES = {"Q": seal, "T": arrow, "PR": speech, "X2": hanger, "cash": note}


def star_points(x: float, y: float, far: float, near: float) -> list[Point]:
    turns = [(math.radians(36 * i - 90), near if i % 2 else far) for i in range(10)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a, r in turns]


def rounded_rectangle(x: float, y: float, x2: float, y2: float, r: float) -> list[Point]:
    corners = ((x2 - r, y + r, -90), (x2 - r, y2 - r, 0), (x + r, y2 - r, 90), (x + r, y + r, 180))
    return [
        (cx + r * math.cos(math.radians(a + t)), cy + r * math.sin(math.radians(a + t)))
        for cx, cy, a in corners
        for t in range(0, 91, 15)
    ]


@cached
def prestige(px: int, ink: str = INK) -> Sprite:
    pen = Pen(px)
    pen.poly(star_points(50, 54, 50, 23), ink)
    return Sprite(pen.done())


@cached
def prize_star(n: int, px: int) -> Sprite:
    """Prestige that is won: a black star with its number, or a quiet dash."""
    if not n:
        out = Image.new("RGBA", (px, px), (0, 0, 0, 0))
        write(out, (px / 2, px / 2), "–", "serif", px // 2, GREY, "m")
        return Sprite(out)
    pen = Pen(px)
    pen.poly(star_points(50, 54, 52, 30), INK)
    pen.disc(50, 54, 34, fill=INK)
    out = pen.done()
    write(out, (px / 2, px * 0.53), str(n), "sans-bold", round(px * 0.56), PAPER, "m")
    return Sprite(out)


@cached
def upkeep_sign(px: int) -> Sprite:
    """Upkeep: a coin that goes down each month."""
    pen = Pen(px)
    pen.disc(50, 50, 46, fill=PAPER, ink=GREY, w=8)
    pen.line([(50, 24), (50, 68)], GREY, 10, curve=False)
    pen.line([(30, 52), (50, 74), (70, 52)], GREY, 10, curve=False)
    return Sprite(pen.done())


# -------------------------------------------------------------------- swatches


@cached_per_language
def swatch(cloth: str, px: int, missing: bool = False, lettered: bool = True) -> Sprite:
    """A cutting with pinked edges and its letter; one that is missing is empty, with a cross."""
    ink = CLOTHS[cloth]
    room = round(px * 1.3)
    pen = Pen(px)
    n, points = 9, list[Point]()
    for side in range(4):
        for i in range(n):
            t, d = 6 + 88 * i / n, 1 if i % 2 else 6
            points.append(((t, d), (100 - d, t), (100 - t, 100 - d), (d, 100 - t))[side])
    pen.poly(points, ink.edge)
    inner = [(50 + (x - 50) * 0.9, 50 + (y - 50) * 0.9) for x, y in points]
    pen.poly(inner, PAPER if missing else ink.fill)
    small = pen.done()
    letter, size = INK if missing else ink.ink, max(24, px * 6 // 10)
    if lettered:
        words = cloth_letter(cloth)
        write(small, (px / 2, px / 2), words, "sans-bold", size, letter, "m", px * 0.9)
    out = Image.new("RGBA", (room, room), (0, 0, 0, 0))
    pad = (room - px) // 2
    out.alpha_composite(small, (pad, pad))
    if missing:
        out.alpha_composite(missing_mark(round(px * 0.5)), (room - round(px * 0.5) - 1, 0))
    return Sprite(out, pad)


@cached
def missing_mark(px: int) -> Image.Image:
    """A red cross: this is missing."""
    pen = Pen(px)
    pen.disc(50, 50, 49, fill=PAPER)
    pen.disc(50, 50, 42, fill=ALARM)
    for line in ([(33, 33), (67, 67)], [(33, 67), (67, 33)]):
        pen.line(line, PAPER, 13, curve=False)
    return pen.done()


# ----------------------------------------------------------------------- seats


@cached
def space(px: int) -> Sprite:
    """An empty space for a pawn."""
    pen = Pen(px)
    pen.disc(50, 50, 44, fill=PAPER, ink=LINE, w=4)
    return Sprite(pen.done())


@cached
def pawn(number: int, letters: str, px: int, acted: bool) -> Sprite:
    """A pawn on a space: the seat, with a tick once it has acted."""
    token_ = seat_token(number, letters, px)
    if not acted:
        return token_
    out = token_.image.copy()
    side = round(px * 0.4)
    out.alpha_composite(tick(side), (px - side, px - side))
    return Sprite(out)


@cached
def tick(px: int) -> Image.Image:
    """A white tick on a black disc."""
    pen = Pen(px)
    pen.disc(50, 50, 50, fill=PAPER)
    pen.disc(50, 50, 43, fill=INK)
    pen.line([(28, 52), (44, 68), (74, 32)], PAPER, 11, curve=False)
    return pen.done()


@cached
def pawn_left(px: int, ink: str) -> Sprite:
    """The pawn that stands for those still to be placed."""
    pen = Pen(px)
    pen.disc(50, 24, 20, fill=ink)
    pen.poly([(40, 38), (60, 38), (64, 60), (76, 92), (24, 92), (36, 60)], ink)
    pen.poly(rounded_rectangle(16, 84, 84, 98, 5), ink)
    return Sprite(pen.done())


@cached
def first_player_marker(px: int) -> Sprite:
    pen = Pen(px)
    pen.disc(50, 50, 50, fill=PAPER)
    pen.disc(50, 50, 44, fill=INK)
    out = pen.done()
    write(out, (px / 2, px / 2), "1", "sans-bold", max(24, px * 7 // 10), PAPER, "m")
    return Sprite(out)


# --------------------------------------------------------------------- numbers


@cached
def number(n: int, px: int, state: str = "") -> Sprite:
    """The number of a location: "now" it is yellow, "done" it is pale, on a "plate" white."""
    grounds = {"now": (NOW, INK), "done": (PAPER, GREY), "plate": (PAPER, INK)}
    fill, ink = grounds.get(state, (INK, PAPER))
    line = {"now": INK, "done": GREY}.get(state)
    out = rounded(px, px, 8, fill, line, 3 if line else 0)
    write(out, (px / 2, px / 2 - 1), str(n), "serif", round(px * 0.72), ink, "m")
    return Sprite(out)


def pill(image: Image.Image, x: float, y: float, words: str, lit: bool, size: int) -> float:
    """Writes a word, in a black pill where it is lit; returns where the next may begin."""
    run = text_width(words, "sans-bold" if lit else "sans", size)
    if lit:
        ground = panel(round(run) + 28, size + 16, INK, radius=size // 2 + 8)
        paste(image, ground, x, y - size / 2 - 8)
        write(image, (x + 14, y), words, "sans-bold", size, PAPER)
        return x + run + 42
    write(image, (x, y), words, "sans", size, GREY)
    return x + run + 18
