"""The garments: a silhouette by clothing type, its cut and its cloth by style.

A garment is drawn in a box of 100 x 140 as the left half of an outline and its mirror image.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from renderers.caching import cached
from renderers.canvas import Pen, Point, Sprite, apply_curve, mirror

from .colours import INK, PAPER, STYLES, Style

BUST = "#CFCBC2"
"""The cloth of a mannequin."""

HEIGHT_PER_WIDTH = 1.4
"""The height of a garment by its width."""

OUTLINES = {
    "dress": {
        "Evening": "M50 26 L38 14 C36 24 35 32 37 40 C42 50 40 58 36 70 C30 96 22 120 12 138"
        " C26 140 40 140 50 138",
        "Rock": "M50 24 L40 18 L40 4 L37 4 L35 22 C35 34 40 44 38 54 L28 92 L34 90 L38 98 L42 91"
        " L47 100 L50 92",
        "Sport": "M50 20 C46 20 42 12 41 6 L33 6 C36 18 33 26 29 32 C34 44 37 52 35 60 L16 98"
        " C24 102 40 104 50 104",
        "": "M50 18 C46 18 42 12 41 6 L30 9 C22 12 20 22 18 38 L28 41 L31 32 C34 44 38 52 35 64"
        " C31 84 29 100 28 118 L50 119",
    },
    "trousers": {
        "Evening": "M50 10 L30 10 C28 30 26 60 14 136 L42 136 C46 100 49 70 50 44",
        "Casual": "M50 10 L30 10 C27 34 26 70 22 128 L43 130 C46 96 48 70 50 46",
        "": "M50 10 L30 10 C26 34 30 70 32 134 L44 134 C45 96 48 70 50 46",
    },
    "shirt": {
        "Evening": "M50 34 C42 34 34 28 30 22 L20 28 C16 40 16 50 10 64 L24 70 C28 62 30 54 31 48"
        " C34 62 34 80 30 104 L50 108",
        "Rock": "M50 26 C45 26 41 18 40 8 L30 8 C32 22 28 32 24 38 C28 56 28 76 26 104 L36 108"
        " L44 103 L50 108",
        "": "M50 20 C46 18 43 14 41 8 L30 12 C20 16 16 26 8 52 L21 58 L29 42 C30 62 30 84 28 108"
        " L50 110",
    },
    "skirt": {
        "Evening": "M50 12 L34 12 C30 40 18 90 4 128 C20 136 36 138 50 138",
        "Business": "M50 14 L33 14 C26 38 27 70 32 116 L50 117",
        "Rock": "M50 20 L32 20 C28 40 22 60 16 82 C28 86 40 86 50 86",
        "": "M50 18 L34 18 C28 46 16 80 6 108 C22 116 38 117 50 117",
    },
    "jacket": {
        "Evening": "M50 14 L40 10 C30 14 24 24 20 44 C14 74 8 98 2 120 C18 130 36 132 50 130",
        "Rock": "M50 22 L40 10 L30 14 C20 18 14 30 6 78 L20 82 L29 48 C30 62 29 78 28 92 L50 94",
        "": "M50 30 L41 10 L30 14 C20 18 14 30 8 92 L21 94 L29 50 C31 72 29 92 26 114 L50 116",
    },
}
TYPES = tuple(OUTLINES)
WAIST = {"dress": {"Evening": 46, "Rock": 54, "Sport": 58, "": 60},
         "skirt": {"Evening": 12, "Business": 14, "Rock": 20, "": 18},
         "trousers": {"": 10}}  # fmt: skip
"""Where a belt or a waistband lies."""
FOLDS = {
    "dress": [[(42, 76), (34, 116)], [(56, 76), (62, 116)]],
    "trousers": [[(38, 34), (36, 122)], [(61, 34), (64, 122)]],
    "skirt": [[(42, 34), (32, 104)], [(57, 34), (66, 104)]],
    "shirt": [[(38, 70), (36, 98)], [(60, 66), (63, 98)]],
    "jacket": [[(36, 70), (33, 102)], [(63, 66), (67, 102)]],
}
"""Lines in which the cloth falls."""
WORDS = re.compile(r"[MLC]|-?\d+\.?\d*")
POINTS_OF = {"M": 1, "L": 1, "C": 3}


@lru_cache(maxsize=32)
def outline(style: str, kind: str) -> tuple[Point, ...]:
    variants = OUTLINES[kind]
    half = path_points(variants.get(style, variants[""]))
    return (*half, *reversed(mirror(half)))


def path_points(path: str) -> list[Point]:
    """The points of a path of moves, lines and cubic curves."""
    words, found, command = WORDS.findall(path), list[Point](), "M"
    while words:
        if words[0] in POINTS_OF:
            command = words.pop(0)
        ends = [(float(words.pop(0)), float(words.pop(0))) for _ in range(POINTS_OF[command])]
        found += bezier((found[-1], *ends)) if command == "C" else ends
    return found


def bezier(control: Sequence[Point], steps: int = 14) -> list[Point]:
    """The points of a cubic curve but for its start."""
    found: list[Point] = []
    for i in range(1, steps + 1):
        t = i / steps
        s = 1 - t
        weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
        x, y = (sum(w * p[k] for w, p in zip(weights, control, strict=True)) for k in (0, 1))
        found.append((x, y))
    return found


# ---------------------------------------------------------------------- cloth


def box(x: float, y: float, x2: float, y2: float) -> list[Point]:
    return [(x, y), (x2, y), (x2, y2), (x, y2)]


def breton(pen: Pen, kind: str, ink: Style) -> None:
    for y in range(24, 140, 12):
        pen.poly(box(0, y, 100, y + 5), ink.tint)


def pinstripes(pen: Pen, kind: str, ink: Style) -> None:
    """Paints thin upright lines."""
    for x in range(14, 90, 8):
        pen.poly(box(x, 0, x + 1.3, 140), ink.tint)


def sequins(pen: Pen, kind: str, ink: Style) -> None:
    """Scatters diamonds evenly: golden steps, as a linear rule would make them rows."""
    for i in range(80):
        x, y = (i * 61.8034) % 100, (i + 0.5) * 140 / 80
        r = 1.3 if i % 3 else 2.4
        shine = ink.tint if i % 2 else PAPER
        pen.poly([(x, y - r * 1.6), (x + r, y), (x, y + r * 1.6), (x - r, y)], shine)


def bands(pen: Pen, kind: str, ink: Style) -> None:
    if kind != "trousers":
        pen.poly(box(0, 50, 100, 62), PAPER)
        pen.poly(box(0, 66, 100, 70), PAPER)
        return
    for way in (1, -1):
        seam = [(50 - way * 17, 8), (50 - way * 21, 60), (50 - way * 15, 140)]
        pen.line(seam, PAPER, 3, curve=False)


def studs(pen: Pen, kind: str, ink: Style) -> None:
    """Sets studs along the edge; a chain hangs over dresses and skirts."""
    for x, y in outline("Rock", kind)[::3]:
        pen.disc(50 + (x - 50) * 0.88, 60 + (y - 60) * 0.94, 2, fill=PAPER)
    if kind in ("dress", "skirt"):
        pen.line([(34, 66), (66, 60)], PAPER, 1.6, curve=False)


CLOTHS: dict[str, Callable[[Pen, str, Style], None]] = {
    "Casual": breton,
    "Evening": sequins,
    "Business": pinstripes,
    "Rock": studs,
    "Sport": bands,
}


# -------------------------------------------------------------------- details


def detail(pen: Pen, style: str, kind: str, ink: Style) -> None:
    """Draws lapels, collars, buttons, zips, belts and seams."""
    if kind == "jacket":
        zipped = {"Sport": 50, "Rock": 60}.get(style)
        closing = [(50, 20), (zipped, 120)] if zipped else [(50, 30), (50, 130)]
        pen.line(closing, PAPER if zipped else ink.dark, 2.4, curve=False)
        lapel = [(50, 40), (41, 10), (32, 16), (38, 34)]
        pen.poly(lapel, ink.dark)
        pen.poly(mirror(lapel), ink.dark)
    if kind == "shirt" and style in ("Business", "Casual"):
        pen.line([(50, 20), (50, 112)], ink.dark, 2, curve=False)
        for y in range(34, 110, 14):
            pen.disc(50, y, 1.9, fill=PAPER)
        collar = [(50, 24), (40, 8), (36, 12), (43, 30)]
        pen.poly(collar, PAPER)
        pen.poly(mirror(collar), PAPER)
    if kind in WAIST:
        y = WAIST[kind].get(style, WAIST[kind][""])
        pen.poly(box(0, y, 100, y + (4 if kind == "dress" else 8)), ink.dark)
    if kind == "trousers":
        pen.line([(50, 20), (50, 46)], ink.dark, 1.6, curve=False)


@cached
def garment(style: str, kind: str, w: int) -> Sprite:
    """A garment: its cloth cut along the outline, half in shade, with a dark seam."""
    ink, points = STYLES[style], outline(style, kind)
    pen = Pen(w, round(w * HEIGHT_PER_WIDTH))
    pen.poly(box(0, 0, 50, 140), ink.body)
    pen.poly(box(50, 0, 100, 140), ink.shade)
    CLOTHS[style](pen, kind, ink)
    if style in ("Evening", "Rock", "Sport"):
        for fold in FOLDS[kind]:
            pen.line(fold, ink.dark, 1.1, curve=False)
    detail(pen, style, kind, ink)
    pen.cut(points)
    pen.line([*points, points[0], points[1]], ink.dark, 1.8, curve=False)
    return Sprite(pen.done())


# ------------------------------------------------------------------ mannequins

MANNEQUIN_HEIGHT_PER_WIDTH = 1.66
BUST_BY_WIDTH = 0.06
"""How far below the top of a mannequin its garment begins, by the width."""


@cached
def mannequin(style: str, kind: str, w: int) -> Sprite:
    """A garment on a stand: a pole on three feet, and above the garment the end of the bust."""
    pen = Pen(w, round(w * MANNEQUIN_HEIGHT_PER_WIDTH))
    pen.poly(box(49, 20, 51, 160), INK)
    for foot in (32, 50, 68):
        pen.line([(50, 148), (foot, 163)], INK, 2.2, curve=False)
    neck, top = (15, 26) if kind in ("skirt", "trousers") else (7, 34)
    pen.poly(box(50 - neck, 7, 50 + neck, top), BUST)
    pen.disc(50, 6, neck, 4, fill=INK)
    out = pen.done()
    out.alpha_composite(garment(style, kind, w).image, (0, round(w * BUST_BY_WIDTH)))
    return Sprite(out)


@cached
def ghost(style: str, kind: str, w: int) -> Sprite:
    """The mannequin of a garment that cannot be shown yet, half transparent."""
    out = mannequin(style, kind, w).image.copy()
    out.putalpha(apply_curve(out.getchannel("A"), lambda v: v * 0.45))
    return Sprite(out)
