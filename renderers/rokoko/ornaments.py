"""What adorns palace and garden: musicians, statues, fireworks, fountain, moon and shell."""

import math

from renderers.caching import cached
from renderers.canvas import Sprite, silhouette

from .brush import Brush, outline
from .colours import (
    BROWN,
    BROWN_DEEP,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    HAIR_POWDER,
    INK,
    NIGHT_FAR,
    POWDER,
    POWDER_DEEP,
    POWDER_PALE,
    SKIN,
    SLATE,
    STONE,
    STONE_SHADE,
    WATER,
)


@cached
def musician(hall: int, px: int, hired: bool) -> Sprite:
    """The musician of a hall: at work if hired, else only the pale shape of one."""
    pen = Brush(px)
    INSTRUMENTS[hall % 3](pen)
    out = pen.done()
    return Sprite(out if hired else silhouette(out, "#A5926A", 0.62))


def _coat(pen: Brush) -> None:
    pen.shape("M28 32 L54 32 C60 52 58 66 63 98 L17 98 C23 66 22 52 28 32 Z", INK)
    pen.shape("M38 32 L45 32 L47 98 L33 98 Z", "#384E6B")
    pen.disc(41, 37, 5, 6, "#FFFFFF")
    pen.disc(41, 18, 8.5, 9.5, SKIN)
    pen.shape("M30 22 C27 4 55 4 52 22 C50 12 33 12 30 22 Z", HAIR_POWDER)
    pen.disc(31, 22, 4, 5.5, HAIR_POWDER)
    pen.disc(51, 22, 4, 5.5, HAIR_POWDER)


FIDDLE = (
    "M42 37 C57 28 64 31 73 35 C80 28 89 33 85 41 C80 47 72 43 65 45 C58 50 49 47 42 43 Z",
    "M45 38 C57 31 64 34 73 38 C79 32 86 35 83 40 C79 44 72 40 65 42 C58 47 50 44 45 41 Z",
)


def _violin(pen: Brush) -> None:
    _coat(pen)
    for path, ink in zip(FIDDLE, (BROWN_DEEP, GOLD), strict=True):
        pen.shape(path, ink)
    pen.stroke("M60 14 L84 66", BROWN_DEEP, 3)
    pen.stroke("M27 40 L44 54 L66 46", INK, 8)
    pen.disc(68, 45, 5, fill=SKIN)


def _flute(pen: Brush) -> None:
    _coat(pen)
    pen.stroke("M36 27 L92 20", BROWN_DEEP, 6.5)
    pen.stroke("M36 27 L92 20", GOLD, 3.5)
    pen.stroke("M30 40 L50 48 L62 28", INK, 8)
    pen.stroke("M52 38 L70 44 L78 26", INK, 7)
    pen.disc(63, 25, 4.5, fill=SKIN)
    pen.disc(79, 23, 4.5, fill=SKIN)


def _cello(pen: Brush) -> None:
    _coat(pen)
    body = "M66 42 C54 42 53 54 57 60 C50 66 48 86 66 88 C84 86 82 66 75 60 C79 54 78 42 66 42 Z"
    pen.shape(body, BROWN_DEEP)
    pen.poly([(66 + (x - 66) * 0.8, 66 + (y - 66) * 0.86) for x, y in outline(body)], BROWN)
    pen.stroke("M66 70 L64 10", BROWN_DEEP, 4)
    pen.stroke("M66 88 L66 98", BROWN_DEEP, 3)
    pen.stroke("M44 72 L96 60", GOLD_DEEP, 3)
    pen.stroke("M30 40 L34 58 L52 70", INK, 8)
    pen.stroke("M50 38 L62 30", INK, 7)
    pen.disc(54, 70, 4.5, fill=SKIN)
    pen.disc(64, 29, 4.5, fill=SKIN)


INSTRUMENTS = (_cello, _violin, _flute)


# ------------------------------------------------------------------- statues

PEDESTAL = ((22, 104, 78, 112), (22, 104, 74, 110))
BODIES = (
    (
        "M40 28 L60 28 C64 50 60 60 68 104 L32 104 C40 60 36 50 40 28 Z",
        "M40 28 L57 28 C60 50 56 60 62 104 L32 104 C40 60 36 50 40 28 Z",
    ),
    (
        "M38 28 L62 28 C60 44 62 56 72 104 L28 104 C38 56 40 44 38 28 Z",
        "M38 28 L58 28 C56 44 58 56 64 104 L28 104 C38 56 40 44 38 28 Z",
    ),
    (
        "M36 28 L64 28 C64 50 58 60 60 74 L62 104 L38 104 L40 74 C42 60 36 50 36 28 Z",
        "M36 28 L60 28 C60 50 54 60 56 74 L58 104 L38 104 L40 74 C42 60 36 50 36 28 Z",
    ),
    (
        "M32 28 L68 28 C68 48 60 58 62 74 L66 104 L54 104 L50 80 L46 104 L34 104 L38 74 "
        "C40 58 32 48 32 28 Z",
        "M32 28 L64 28 C64 48 56 58 58 74 L62 104 L54 104 L48 80 L44 104 L34 104 L38 74 "
        "C40 58 32 48 32 28 Z",
    ),
)
LIMBS = (  # Diana with a bow, Flora with a basket, Apollo with a lyre, Hercules with a club
    (("M58 32 L76 46", 7), ("M74 18 C92 36 92 60 72 76", 4), ("M42 32 L32 52", 7)),
    (("M40 32 L26 50 L40 58", 7), ("M60 32 L76 14", 7), ("M72 10 L84 10", 9)),
    (
        ("M38 34 L24 48", 7),
        ("M12 30 C10 54 16 58 22 58 C30 58 34 54 32 30", 4),
        ("M62 34 L74 56", 7),
    ),
    (("M66 32 L80 54", 8), ("M80 50 L86 98", 7), ("M34 32 L26 56 L38 62", 7)),
)


@cached
def statue(kind: int, px: int, owned: bool) -> Sprite:
    """One of four statues: bright if somebody has paid for it."""
    light, shade = (STONE, STONE_SHADE) if owned else (POWDER_DEEP, SLATE)
    pen = Brush(px, 100, 112)
    pen.disc(50, 16, 10, 11, shade)
    pen.disc(48, 16, 9, 10, light)
    for path, ink in zip(BODIES[kind], (shade, light), strict=True):
        pen.shape(path, ink)
    for path, thick in LIMBS[kind]:
        pen.stroke(path, light, thick)
    for box, ink in zip(PEDESTAL, (shade, light), strict=True):
        pen.box(*box, ink)
    return Sprite(pen.done())


# ----------------------------------------------------------------- fireworks


@cached
def burst(px: int, owned: bool) -> Sprite:
    """Fireworks: gold sparks if somebody has paid for them, else their dark trace."""
    pen = Brush(px)
    for i in range(16):
        a, end = i * math.tau / 16, (46, 37)[i % 2]
        ink = (GOLD_PALE if i % 2 else GOLD) if owned else NIGHT_FAR
        cos, sin = math.cos(a), math.sin(a)
        start = 25 if owned else 26
        pen.line(
            [(50 + start * cos, 50 + start * sin), (50 + end * cos, 50 + end * sin)],
            ink,
            2.4 if owned else 1.8,
            curve=False,
        )
        pen.disc(50 + end * cos, 50 + end * sin, 3.2 if owned else 2.2, fill=ink)
        if owned and i % 2 == 0:
            b = a + math.tau / 32
            pen.disc(50 + 44 * math.cos(b), 50 + 44 * math.sin(b), 1.6, fill="#FFE9AE")
    return Sprite(pen.done())


# ------------------------------------------------------- fountain, moon, shell


@cached
def basins(px: int) -> Sprite:
    """The two tiers of the fountain with their water."""
    pen = Brush(px, 300, 200)
    for x, top in ((84, 2), (52, -2)):
        pen.stroke(f"M150 18 C138 {top} {x} {top} {x} 42", WATER, 3, both=True)
    pen.stroke("M150 2 L150 42", WATER, 4)
    pen.shape(
        "M18 46 C18 84 26 104 60 105 L128 106 L128 132 L150 132 L150 46", POWDER_DEEP, half=True
    )
    pen.shape("M24 46 C24 82 32 99 64 100 L132 101 L150 101 L150 46", POWDER, half=True)
    pen.box(18, 38, 282, 50, POWDER_PALE, 6)
    pen.shape("M4 140 C12 182 50 193 80 199 L150 199 L150 140", POWDER_DEEP, half=True)
    pen.shape("M12 140 C24 176 56 186 84 190 L150 190 L150 140", POWDER, half=True)
    pen.box(0, 128, 300, 142, POWDER_PALE, 7)
    return Sprite(pen.done())


@cached
def moon(px: int) -> Sprite:
    pen = Brush(px)
    pen.disc(50, 50, 48, fill="#D9E2EE")
    for x, y, r in ((36, 38, 10), (60, 62, 13), (66, 32, 6), (34, 66, 6)):
        pen.disc(x, y, r, fill="#C3D0E0")
    return Sprite(pen.done())


@cached
def shell(px: int) -> Sprite:
    """The one piece of filigree: a shell between two scrolls."""
    pen = Brush(px, 200, 60)
    for i in range(7):
        a = math.pi * (1.14 + i * 0.12)
        pen.line([(100, 54), (100 + 38 * math.cos(a), 54 + 44 * math.sin(a))], GOLD, 4, curve=False)
        pen.disc(100 + 40 * math.cos(a), 54 + 46 * math.sin(a), 5, fill=GOLD_PALE)
    scroll = "M112 54 C134 56 150 50 160 36 C166 24 156 14 146 20 C138 26 146 36 154 30"
    pen.stroke(scroll, GOLD, 4, both=True)
    pen.stroke("M152 48 C168 56 184 54 196 42", GOLD, 3, both=True)
    pen.disc(100, 54, 7, 5, GOLD_PALE)
    return Sprite(pen.done())


@cached
def chandelier(px: int) -> Sprite:
    """A chandelier with five candles."""
    pen = Brush(px, 100, 60)
    pen.line([(50, 0), (50, 30)], GOLD_DEEP, 2.5, curve=False)
    for x, y in ((10, 30), (30, 38), (50, 42), (70, 38), (90, 30)):
        pen.stroke(f"M50 30 Q{(50 + x) / 2} 52 {x} {y}", GOLD_DEEP, 2.5)
        pen.box(x - 2.5, y - 10, x + 2.5, y, STONE)
        pen.disc(x, y - 15, 3, 5.5, GOLD)
    pen.disc(50, 48, 5, 6, GOLD)
    return Sprite(pen.done())
