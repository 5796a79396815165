"""The signs of this world: coin, star, silk, lace, yarn, crest, card and the like; no dress."""

import math

from PIL import Image

from games.words import translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import Sprite, paste, write
from renderers.fonts import text_width

from .brush import Brush
from .colours import (
    BRONZE,
    BROWN,
    CARPET,
    CREAM,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    GRADES,
    INK,
    IVORY,
    POWDER,
    POWDER_PALE,
    SILK,
    SLATE_DEEP,
    THREAD,
    THREAD_DEEP,
    WAX,
    WAX_DEEP,
    silk_letter,
)


@cached
def purse(px: int) -> Sprite:
    """A plain coin: money, not a price."""
    return Sprite(_coin(px))


@cached
def price(number: int, px: int) -> Sprite:
    """A coin with a number on it: what a thing costs."""
    out = _coin(px)
    size = round(px * (0.74 if number < 10 else 0.6))
    write(out, (px / 2, px / 2), str(number), "serif", max(24, size), INK, "m")
    return Sprite(out)


def _coin(px: int) -> Image.Image:
    pen = Brush(px)
    pen.disc(50, 50, 48, fill=GOLD_DEEP)
    pen.disc(50, 50, 44, fill=GOLD_PALE)
    pen.disc(50, 50, 40, ink=GOLD, w=2.5)
    return pen.done()


@cached
def star(px: int) -> Sprite:
    pen = Brush(px)
    for reach, ink in ((48, GOLD_DEEP), (39, GOLD)):
        points = [
            (50 + r * math.cos(a), 53 + r * math.sin(a))
            for r, a in ((reach * (1, 0.52)[i % 2], math.pi * (i / 5 - 0.5)) for i in range(10))
        ]
        pen.poly(points, ink)
    return Sprite(pen.done())


def prestige(out: Image.Image, x: float, y: float, number: int, size: int, ink: str) -> float:
    """Puts a star and its number at x; returns where it ends."""
    px = round(size * 0.86)
    paste(out, star(px), x, y - px / 2)
    write(out, (x + px + 4, y), str(number), "serif", size, ink)
    return x + px + 4 + text_width(str(number), "serif", size)


@cached
def goods(kind: str, px: int) -> Sprite:
    """The sign of lace (l), a pierced rosette, or of yarn (y), a ball with a loose end."""
    pen = Brush(px)
    if kind == "l":
        rosette(pen)
    else:
        ball(pen)
    return Sprite(pen.done())


def rosette(pen: Brush) -> None:
    """Draws lace."""
    edge = "#6F7A8E"
    for ink, ring, hub in ((edge, 16, 36), ("#FFFFFF", 11.5, 35)):
        for i in range(10):
            a = i * math.pi / 5
            pen.disc(50 + 33 * math.cos(a), 50 + 33 * math.sin(a), ring, fill=ink)
        pen.disc(50, 50, hub, fill=ink)
    for i in range(10):
        a = i * math.pi / 5
        pen.disc(50 + 31 * math.cos(a), 50 + 31 * math.sin(a), 5, fill=edge)
    pen.disc(50, 50, 19, fill=edge)
    pen.disc(50, 50, 14, fill="#FFFFFF")


def ball(pen: Brush) -> None:
    """Draws yarn."""
    pen.stroke("M72 80 C84 96 92 88 96 94", THREAD_DEEP, 6)
    pen.disc(48, 50, 45, fill=THREAD_DEEP)
    pen.disc(48, 50, 40, fill=THREAD)
    for path in (
        "M14 36 C34 22 60 18 80 28",
        "M10 52 C34 34 64 30 88 44",
        "M14 68 C36 50 66 46 86 62",
        "M30 86 C26 66 40 50 62 82",
    ):
        pen.stroke(path, THREAD_DEEP, 5)


@cached_per_language
def bale(colour: str, px: int, lettered: bool = True) -> Sprite:
    """A bale of silk with its letter."""
    silk, pen = SILK[colour], Brush(px, 100, 120)
    pen.box(3, 6, 97, 115, silk.edge, 16)
    pen.box(9, 12, 91, 109, silk.body, 12)
    if lettered:
        pen.box(15, 29, 85, 97, silk.pale, 10)
    pen.disc(50, 14, 31, 9, silk.edge)
    pen.disc(50, 14, 20, 5, silk.pale)
    out = pen.done()
    if lettered:
        size = max(24, round(px * 0.72))
        write(out, (px / 2, px * 0.64), silk_letter(colour), "sans-bold", size, INK, "m")
    return Sprite(out)


@cached_per_language
def counted_bale(colour: str, number: int) -> Sprite:
    silk, words = SILK[colour], f"{silk_letter(colour)}{number}"
    w = round(text_width(words, "sans-bold", 26)) + 16
    pen = Brush(w, w, 40)
    pen.box(0, 0, w - 0.3, 39.7, silk.edge, 9)
    pen.box(3, 3, w - 3.3, 36.7, silk.body, 7)
    pen.box(5, 6, w - 5.3, 33.7, silk.pale, 5)
    out = pen.done()
    write(out, (w / 2, 20), words, "sans-bold", 26, INK, "m")
    return Sprite(out)


@cached
def thimble(px: int) -> Sprite:
    """The sign of a master's work."""
    pen = Brush(px)
    pen.shape("M22 90 L31 28 C33 6 67 6 69 28 L78 90 Z", GOLD_DEEP)
    pen.shape("M28 84 L36 30 C38 14 62 14 64 30 L72 84 Z", GOLD_PALE)
    pen.box(18, 80, 82, 96, GOLD_DEEP, 6)
    pen.box(23, 83.5, 77, 92, GOLD, 4)
    for y in (34, 48, 62):
        for x in (42, 50, 58):
            pen.disc(x, y, 3, fill=GOLD_DEEP)
    return Sprite(pen.done())


@cached_per_language
def crest(grade: str, px: int, lettered: bool = True) -> Sprite:
    """The sign of a grade with its initial: a shield, a spool or a button."""
    cloth, name = GRADES[grade]
    pen = Brush(px)
    if grade == "master":
        pen.shape("M50 2 L6 10 L6 52 C8 78 28 92 50 99", cloth, half=True)
        pen.shrunk("M50 2 L6 10 L6 52 C8 78 28 92 50 99", CREAM, 50, 0.88)
        pen.shrunk("M50 2 L6 10 L6 52 C8 78 28 92 50 99", cloth, 50, 0.8)
    elif grade == "journeyman":
        pen.box(14, 8, 86, 92, cloth, 4)
        for y in (2, 80):
            pen.box(2, y, 98, y + 18, cloth, 7)
        pen.box(10, 20, 90, 23, CREAM)
        pen.box(10, 77, 90, 80, CREAM)
    else:
        for i in range(12):
            a = i * math.pi / 6
            pen.disc(50 + 40 * math.cos(a), 50 + 40 * math.sin(a), 10, fill=cloth)
        pen.disc(50, 50, 43, fill=cloth)
        pen.disc(50, 50, 39, ink=CREAM, w=3)
    out = pen.done()
    if lettered:
        size = max(24, round(px * 0.6))
        write(out, (px / 2, px * 0.5), translate(name)[0], "sans-bold", size, CREAM, "m")
    return Sprite(out)


@cached
def cards(px: int) -> Sprite:
    pen = Brush(px)
    for x, y, cloth in ((4, 4, POWDER), (32, 10, POWDER_PALE)):
        pen.box(x, y, x + 64, y + 88, GOLD_DEEP, 10)
        pen.box(x + 4, y + 4, x + 60, y + 84, cloth, 8)
    return Sprite(pen.done())


@cached
def pennant(px: int) -> Sprite:
    """The sign of the starting player."""
    pen = Brush(px)
    pen.box(14, 4, 23, 98, GOLD_DEEP, 4)
    pen.shape("M23 6 L96 28 L23 54 Z", GOLD_DEEP)
    pen.shape("M26 13 L82 28.5 L26 47 Z", GOLD_PALE)
    return Sprite(pen.done())


@cached
def favor(px: int) -> Sprite:
    """The Queen's letter with its seal."""
    pen = Brush(px, 100, 70)
    pen.box(0, 0, 100, 70, GOLD_DEEP, 5)
    pen.box(2.5, 2.5, 97.5, 67.5, IVORY, 4)
    pen.stroke("M3 4 L50 42 L97 4", GOLD, 3)
    pen.disc(50, 42, 14, fill=WAX_DEEP)
    pen.disc(50, 42, 10, fill=WAX)
    return Sprite(pen.done())


@cached
def tile_sign(px: int) -> Sprite:
    pen = Brush(px, 100, 76)
    pen.box(0, 0, 100, 76, GOLD_DEEP, 12)
    pen.box(4, 4, 96, 72, IVORY, 9)
    for x, colour in ((14, "B"), (53, "R")):
        silk = SILK[colour]
        pen.box(x, 16, x + 33, 62, silk.edge, 7)
        pen.box(x + 4, 20, x + 29, 58, silk.body, 5)
        pen.box(x + 8, 28, x + 25, 52, silk.pale, 3)
    return Sprite(pen.done())


@cached
def crown(px: int) -> Sprite:
    """The sign of what scores at the end."""
    pen = Brush(px, 100, 80)
    pen.shape("M8 22 L26 46 L50 8 L74 46 L92 22 L86 76 L14 76 Z", GOLD_DEEP)
    pen.shape("M15 34 L28 54 L50 20 L72 54 L85 34 L81 71 L19 71 Z", GOLD_PALE)
    for x, y in ((8, 20), (50, 7), (92, 20)):
        pen.disc(x, y, 7, fill=GOLD_DEEP)
        pen.disc(x, y, 4, fill=CARPET)
    pen.box(17, 62, 83, 68, CARPET)
    return Sprite(pen.done())


@cached
def chest(px: int) -> Sprite:
    """The sign of the supply: a drawer of cards."""
    pen = Brush(px, 100, 80)
    for k, y in enumerate((4, 12, 20)):
        pen.box(14 + 3 * k, y, 86 - 3 * k, 50, GOLD_DEEP, 4)
        pen.box(17 + 3 * k, y + 3, 83 - 3 * k, 50, (POWDER, POWDER_PALE, IVORY)[k], 3)
    pen.box(2, 34, 98, 78, "#4C2F1A", 8)
    pen.box(6, 38, 94, 74, BROWN, 6)
    pen.disc(50, 56, 8, fill=GOLD_PALE)
    return Sprite(pen.done())


@cached
def discard_sign(px: int) -> Sprite:
    """The sign of a pile of face-up cards."""
    pen = Brush(px, 100, 80)
    for x, y in ((4, 18), (18, 10), (32, 2)):
        pen.box(x, y, x + 62, y + 60, GOLD_DEEP, 7)
        pen.box(x + 4, y + 4, x + 58, y + 56, IVORY, 5)
    pen.stroke("M44 20 L82 20", SLATE_DEEP, 5)
    pen.stroke("M44 34 L74 34", SLATE_DEEP, 5)
    pen.stroke("M44 47 L80 47", SLATE_DEEP, 5)
    return Sprite(pen.done())


def bronze_plus(out: Image.Image, x: float, y: float, number: int, size: int) -> None:
    """Writes the Livre that a space gives: with a plus and no coin, as it is no price."""
    write(out, (x, y), f"+{number}", "serif", size, BRONZE, "m")


@cached
def palace_sign(px: int, lit: bool = False) -> Sprite:
    """The sign of the halls: one of them lit, or all."""
    pen = Brush(px)
    pen.shape("M50 4 L4 34 L96 34 Z", SLATE_DEEP)
    pen.box(6, 34, 94, 94, SLATE_DEEP, 3)
    for x, y in ((14, 42), (14, 68), (66, 42), (66, 68)):
        pen.box(x, y, x + 20, y + 20, GOLD_PALE if lit else POWDER)
    pen.box(40, 42, 60, 88, GOLD_PALE)
    return Sprite(pen.done())
