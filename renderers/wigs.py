"""Pictures of Powdered Wigs: the court of 1770 on parchment, sage and gilt.

The public board is 1600 x 1200, a player's own screen 1600 x 700; `describe` says the same in
words. Nothing here knows a rule: everything comes from the view.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from PIL import Image, ImageDraw

from renderers.canvas import (
    SEATS,
    Pen,
    Points,
    Sprite,
    Theme,
    banner,
    cut,
    dashed,
    ellipse,
    fit,
    heading,
    initials,
    laurel,
    mark,
    mirror,
    names_of,
    palette,
    panel,
    place,
    place_wreath,
    progress,
    rank,
    reduced,
    rounded,
    scaled,
    seat,
    shadowed,
    silhouette,
    spiral,
    spline,
    sprite,
    tiled,
    wax_seal,
    winners,
    winners_wreath,
    write,
)

View = dict[str, Any]

# ------------------------------------------------------------------- colours

PARCHMENT, PARCHMENT_LINE = "#F1E6CD", "#E9DBBB"
CARD, IVORY, TROUGH = "#F8F0DC", "#FFFAEC", "#E0CFA8"
INK, INK_SOFT, DASHES = "#33261D", "#63503F", "#A5947A"
SAGE_DEEP, SAGE, SAGE_PALE, SAGE_INK = "#6C7F60", "#A9B898", "#C3CFB3", "#3C4A32"
SAGE_OTHER, SAGE_EMPTY, SAGE_NEXT = "#9FAF8E", "#B3C0A2", "#DCE3CE"
ROSE, ROSE_DEEP, ROSE_PALE = "#C67C82", "#8C3847", "#EBCFC6"
GILT, GILT_LIGHT, GILT_DARK = "#B98E3E", "#EBCB7C", "#7A5719"
THEME = Theme(CARD, IVORY, INK, INK_SOFT, GILT, GILT_DARK, ROSE_DEEP, IVORY)

TYPES = range(1, 6)
NAMES = {1: "Bon Vivant", 2: "Trendsetter", 3: "Baron", 4: "Scholar", 5: "Buccaneer"}
GROUND = {1: "#7A2B42", 2: "#D57A8C", 3: "#33497C", 4: "#CF9B36", 5: "#6FB4B6"}
EDGE = {1: "#4C1526", 2: "#8C3847", 3: "#182544", 4: "#7A5310", 5: "#245A60"}
ON_GROUND = {1: IVORY, 2: INK, 3: IVORY, 4: INK, 5: INK}
HAIR = {  # hair, its outline, its light
    1: ("#EDB25A", "#7A4312", "#FFE3A6"),
    2: ("#FFF8F5", "#8F4F5C", "#E9BEC4"),
    3: ("#F6F3EA", "#4E5A78", "#BFC8D9"),
    4: ("#74492A", "#2F1808", "#BC8A57"),
    5: ("#312A2C", "#0E0A0A", "#8D7F84"),
}


# ---------------------------------------------------------------------- wigs


def curl(p: Pen, cx: float, cy: float, r: float, tones: tuple[str, str, str], turn: int) -> None:
    """Draw one round curl: disc, spiral, a crescent of light."""
    hair, ink, light = tones
    p.disc(cx, cy, r, fill=hair, ink=ink, w=1.5)
    p.line(spiral(cx, cy, r * 0.72, turn, 200), ink, 1.5, curve=False)
    p.line(ellipse(cx, cy, r * 0.72, r * 0.72, 0, 215, 275), light, 1.7, curve=False)


def rolls(p: Pen, places: Points, rx: float, ry: float, tones: tuple[str, str, str]) -> None:
    """Draw sausage curls at both sides; their open ends show the spiral."""
    hair, ink, light = tones
    for side in (-1, 1):
        for x, y in places:
            cx = x if side < 0 else 100 - x
            p.disc(cx, y, rx, ry, hair, ink)
            p.disc(cx + side * rx * 0.5, y, ry * 0.72, ry * 0.78, hair, ink, 1.3)
            p.line(spiral(cx + side * rx * 0.5, y, ry * 0.5, side, 180), ink, 1.2, curve=False)
            sheen = [(cx - side * rx * 0.55, y - ry * 0.45), (cx - side * rx * 0.1, y - ry * 0.62)]
            p.line(sheen, light, 1.5)


def bow(p: Pen, cx: float, cy: float, r: float, fill: str, ink: str, light: str) -> None:
    """Draw a ribbon bow."""
    for s in (-1, 1):
        loop = [(0, 0), (0.5, -0.62), (1, -0.5), (0.92, 0.45), (0.45, 0.38)]
        p.blob([(cx + s * r * x, cy + r * y) for x, y in loop], fill, ink, 1.5)
        p.line([(cx + s * r * 0.25, cy), (cx + s * r * 0.68, cy - r * 0.16)], light, 1.5)
    p.disc(cx, cy, r * 0.24, r * 0.3, fill, ink, 1.5)


def face(
    p: Pen,
    cx: float,
    cy: float,
    rx: float,
    ry: float,
    skin: str = "#F7E3D2",
    ink: str = "#5A3A2C",
    blush: str = "#E59A97",
    eyes: str = "closed",
) -> None:
    """Draw a head with its neck, cheeks and eyes."""
    top, foot = cy + ry * 0.5, cy + ry + 9
    p.blob([(cx - 6, top), (cx + 6, top), (cx + 7, foot), (cx - 7, foot)], skin, ink, 1.4)
    p.disc(cx, cy, rx, ry, skin, ink, 1.5)
    for s in (-1, 1):
        p.disc(cx + s * rx * 0.56, cy + ry * 0.3, rx * 0.2, fill=blush)
        x = cx + s * rx * 0.42
        if eyes == "closed":
            p.line([(x - 3.2 * s, cy - 1.4), (x, cy + 0.6), (x + 3.2 * s, cy - 1.4)], ink, 1.5)
        elif eyes == "open":
            p.disc(x, cy - 1, 1.9, 2.3, ink)


def along(points: Points, steps: int) -> list[tuple[float, float, float, float]]:
    """Return a curve's points, each with the unit vector across the curve."""
    spine = spline(points, steps=steps)
    out = []
    for i, (x, y) in enumerate(spine):
        x1, y1 = spine[max(i - 1, 0)]
        x2, y2 = spine[min(i + 1, len(spine) - 1)]
        d = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
        out.append((x, y, -(y2 - y1) / d, (x2 - x1) / d))
    return out


def swell(share: float) -> float:
    """Return 0 at both ends of the way and 1 in its middle."""
    return math.sin(math.pi * share)


def quill(p: Pen, points: Points, reach: float, fill: str, ink: str, light: str) -> None:
    """Draw a writing feather along a curve."""
    spine = along(points, 10)
    n = len(spine)
    spread = [reach * swell(0.10 + 0.80 * i / (n - 1)) for i in range(n)]
    left = [(x + nx * w, y + ny * w) for (x, y, nx, ny), w in zip(spine, spread, strict=True)]
    right = [(x - nx * w, y - ny * w) for (x, y, nx, ny), w in zip(spine, spread, strict=True)]
    p.poly(left + right[::-1], fill, ink, 1.4)
    p.line([s[:2] for s in spine[1:-2]], ink, 1.2, curve=False)
    for i in range(5, n - 3, 5):
        for side in (left, right):
            tip = ((spine[i][0] + side[i][0] * 2) / 3, (spine[i][1] + side[i][1] * 2) / 3)
            p.line([spine[i - 2][:2], tip], light, 1.1, curve=False)


def plume(p: Pen, points: Points, reach: float, fill: str, ink: str, light: str) -> None:
    """Draw an ostrich plume: two rows of soft lobes on a curve."""
    spine = along(points, 5)
    n = len(spine) - 1
    lobes = []
    for i, (x, y, nx, ny) in enumerate(spine):
        w = 0.62 * reach * (0.45 + 0.55 * swell(min(1, 0.18 + i / n * 0.72)))
        lobes += [(x + nx * w, y + ny * w, w), (x - nx * w, y - ny * w, w)]
    for x, y, w in lobes:
        p.disc(x, y, w + 1.5, fill=ink)
    for x, y, w in lobes:
        p.disc(x, y, w, fill=fill)
    for i in range(2, n - 1, 3):
        for side in (0, 1):
            p.line([spine[i][:2], lobes[2 * min(i + 2, n) + side][:2]], light, 1.3, curve=False)
    p.line([s[:2] for s in spine[:-1]], ink, 1.2, curve=False)


def ruffle(p: Pen, cx: float, y: float, reach: float) -> None:
    """Draw a lace collar of five scallops."""
    for i in range(-2, 3):
        p.disc(cx + i / 2 * reach, y - abs(i) * 1.25, reach * 0.3, 6.2, "#FFFDF5", "#8A7B6A", 1.3)
    edge = [(cx - reach * 0.55, y - 4.5), (cx, y - 2.2), (cx + reach * 0.55, y - 4.5)]
    p.line(edge, "#8A7B6A", 1.2)


def bon_vivant(p: Pen) -> None:
    """Draw a broad cloud of honey curls, grapes behind the ear, rosy cheeks."""
    tones = HAIR[1]
    cloud = [(13, 73, 10), (87, 73, 10), (24, 84, 8.5), (76, 84, 8.5)]
    arch = ellipse(50, 49, 37, 34, 0, 176, 364)[::3]
    for x, y, r in [*cloud, *((x, y, 12.5) for x, y in arch)]:
        curl(p, x, y, r, tones, 1 if x < 52 else -1)
    face(p, 50, 64, 21, 20, blush="#E8837F")
    ruffle(p, 50, 93, 17)
    for s in (-1, 1):
        p.line([(50 + s * 5, 55.5), (50 + s * 9, 53.8), (50 + s * 13, 56)], "#7A4312", 1.8)
    p.line([(47.4, 67.5), (50, 69.2), (52.6, 67.5)], "#B4514F", 1.6)
    laugh = [(42, 73), (50, 74.2), (58, 73), (55, 79), (50, 80.4), (45, 79)]
    p.blob(laugh, "#9A2F3C", "#5A1820", 1.1)
    for x, y, r in ((26, 49, 10.5), (74, 49, 10.5), (37, 38, 11), (63, 38, 11), (50, 34, 11.5)):
        curl(p, x, y, r, tones, 1 if x < 50 else -1)
    leaf = [(68, 20), (76, 9), (82, 12), (92, 9), (91, 18), (97, 25), (87, 27), (81, 32), (76, 25)]
    p.blob(leaf, "#8DB35A", "#38501F", 1.5)
    p.line([(72, 22), (89, 18)], "#38501F", 1.2)
    grapes = [(77, 33), (86, 33), (73, 41), (82, 41), (91, 41), (77, 49), (86, 49), (82, 57)]
    for x, y in grapes:
        p.disc(x, y, 5.3, fill="#8350A4", ink="#36184E", w=1.3)
        p.disc(x - 1.5, y - 1.7, 1.5, fill="#E2CBF0")


def trendsetter(p: Pen) -> None:
    """Draw a tower of white powder: pearls, a great bow, three plumes."""
    hair, ink, light = HAIR[2]
    amber, sea = ("#F2BE4A", "#7D5212", "#B98418"), ("#3E9A98", "#123F42", "#A6DCD6")
    plume(p, [(47, 38), (36, 24), (24, 15), (13, 18), (11, 27)], 8, *amber)
    plume(p, [(54, 38), (66, 24), (78, 15), (88, 18), (90, 28)], 8, *sea)
    plume(p, [(50, 38), (47, 24), (50, 15.5), (58, 12.5), (64, 17.5)], 7, *HAIR[2])
    tower = [(35, 86), (31, 68), (23, 50), (23, 37), (36, 28), (64, 28), (77, 37), (77, 50),
             (69, 68), (65, 86), (50, 90)]
    p.blob(tower, hair, ink, 1.8)
    for foot, waist, top in ((39, 31, 34), (45, 42, 43), (55, 58, 57), (61, 69, 66)):
        p.line([(foot, 68), (waist, 50), (top, 33)], light, 1.8)
    for i in range(9):
        p.disc(27 + 46 * i / 8, 37 + 7 * swell(i / 8), 2.8, fill="#F0D080", ink="#7A5719", w=1)
    face(p, 50, 80, 16, 16, blush="#EE9AA0")
    p.disc(58, 87, 1.6, fill="#33261D")
    p.blob([(45.5, 88.5), (50, 87), (54.5, 88.5), (50, 91.6)], "#B8324A")
    p.line([(34, 77), (40, 67), (50, 64.5), (60, 67), (66, 77)], ink, 1.7)
    rolls(p, [(22, 63), (20, 75), (23, 87)], 12, 6.6, HAIR[2])
    bow(p, 50, 54, 19, "#B8324A", "#5E1224", "#F2A3AC")


def baron(p: Pen) -> None:
    """Draw a smooth white dome between pigeon wings, a pearled coronet, a bow at the nape."""
    hair, ink, light = HAIR[3]
    bow(p, 50, 89, 27, "#C23B4C", "#4A0F1E", "#F0A3A4")
    dome = [(30, 72), (26, 46), (33, 28), (50, 22), (67, 28), (74, 46), (70, 72), (50, 80)]
    p.blob(dome, hair, ink, 1.7)
    face(p, 50, 63, 17, 18.5, eyes="open")
    p.line([(39.5, 57.5), (43.5, 55.3), (47.5, 57.2)], "#5A3A2C", 1.8)
    p.line([(52.5, 55.6), (57, 52.6), (61, 55.2)], "#5A3A2C", 1.8)
    moustache = [(50, 71), (43, 69.8), (35.5, 74), (43, 75.6), (50, 73.6), (57, 75.6), (64.5, 74),
                 (57, 69.8)]
    p.blob(moustache, hair, ink, 1.3)
    p.line([(47.5, 78), (50, 78.6), (52.5, 78)], "#9A3B3F", 1.7)
    front = [(32, 62), (32, 44), (42, 36), (50, 38), (58, 36), (68, 44), (68, 62), (63, 52),
             (50, 49), (37, 52)]
    p.blob(front, hair, ink, 1.6)
    for foot, top in ((40, 37), (46.5, 45.5), (53.5, 54.5), (60, 63)):
        p.line([(foot, 47), (top, 41), (top, 36)], light, 1.7)
    rolls(p, [(17.5, 47), (16.5, 61), (18.5, 75)], 15, 7.6, HAIR[3])
    gold, rim = "#EDC562", "#6E4A0E"
    jabot = [(43, 91), (50, 89), (57, 91), (60, 99.4), (50, 97.5), (40, 99.4)]
    p.blob(jabot, "#FFFDF5", ink, 1.3)
    points = [(29, 30), (25, 12), (38, 20), (50, 8), (62, 20), (75, 12), (71, 30), (50, 34)]
    p.poly(points, gold, rim, 1.8)
    p.blob([(28.5, 27), (50, 31), (71.5, 27), (71, 34), (50, 38), (29, 34)], gold, rim, 1.8)
    for x, y in ((25, 10), (50, 6.5), (75, 10)):
        p.disc(x, y, 4.6, fill="#FFFDF5", ink=rim)
    for x, y, stone in ((39, 32.3, "#C23B4C"), (50, 34.2, "#2F7F86"), (61, 32.3, "#C23B4C")):
        p.disc(x, y, 2.3, fill=stone)


def scholar(p: Pen) -> None:
    """Draw a long wig in two ringleted falls, parted; spectacles, bands and a quill."""
    hair, ink, light = HAIR[4]
    quill(p, [(70, 52), (82, 29), (94, 6)], 7.4, "#FFFDF5", "#5F5245", "#BFB39F")
    fall = [(50, 22), (42, 11), (28, 9), (17, 20), (14, 40), (11, 58), (10, 76), (11, 95),
            (25, 98), (39, 95), (41, 76), (40, 40)]
    p.blob(fall, hair, ink, 1.8)
    p.blob(mirror(fall), hair, ink, 1.8)
    face(p, 50, 56, 17, 20, eyes="open")
    band = [(42, 81), (49.4, 79), (48.6, 99.4), (38, 99.4)]
    front = [(50, 25), (41, 16), (29, 22), (25, 44), (27, 66), (34, 72), (34.5, 56), (38, 44),
             (46, 36)]
    chevrons = [(18.6, 46 + 9 * k, 4.4) for k in range(6)] + [(30.4, 78, 5), (30.4, 87, 5)]
    for side in (list, mirror):
        p.poly(side(band), "#FFFDF5", "#5F5245", 1.4)
        p.blob(side(front), hair, ink)
        for x, y, w in chevrons:
            p.line(side([(x - w, y), (x, y + 4), (x + w, y)]), light, 2)
        p.line(side([(46, 20), (35, 19), (23, 26), (19, 38)]), light, 2)
        p.line(side([(45, 27), (36, 32), (31.5, 46), (31, 62)]), light, 2)
    for s in (-1, 1):
        p.disc(50 + s * 8, 56, 7.2, ink="#2F1808", w=2.4)
    p.line([(48.9, 54.6), (50, 53.8), (51.1, 54.6)], "#2F1808", 1.8)
    p.line([(46, 69), (50, 69.8), (54, 69)], "#9A3B3F", 1.8)


def buccaneer(p: Pen) -> None:
    """Draw black locks under a spotted scarf knotted at the side; a braid with a bead."""
    hair, ink, light = HAIR[5]
    red, rim = "#C8323C", "#5A0D16"
    p.blob([(28, 34), (16, 22), (4, 23), (10, 32), (2, 40), (16, 43)], red, rim)
    p.blob([(29, 38), (19, 46), (10, 60), (19, 59), (23, 66), (33, 46)], red, rim)
    locks = [(34, 40), (27, 54), (30, 64), (23, 74), (29, 84), (23, 95), (42, 93), (47, 70),
             (44, 44)]
    p.blob(locks, hair, ink)
    p.blob([(64, 40), (76, 44), (77, 62), (70, 80), (60, 72)], hair, ink)
    collar = [(40, 99.4), (44, 88), (53, 94), (62, 88), (68, 99.4)]
    p.blob(collar, "#FFFDF5", "#5F5245", 1.4)
    face(p, 53, 60, 18.5, 20, skin="#E6B58B", ink="#4A2A18", blush="#D98D6C", eyes="none")
    p.blob([(46, 91), (53, 99), (60, 91), (57, 86), (49, 86)], "#E6B58B", "#4A2A18", 1.3)
    p.disc(61, 58.5, 2, 2.5, "#2B1A12")
    p.line([(56, 53.4), (61, 51.2), (66, 53.8)], ink, 2.2)
    p.line([(35, 52), (44, 55), (58, 49.5), (71, 45)], ink, 1.8)
    p.blob([(38.5, 54), (50.5, 53.5), (50, 61), (44.5, 65), (39.5, 61)], ink)
    moustache = [(53, 68.5), (46, 67.2), (38, 71.4), (46, 73), (53, 71), (60, 73), (68, 71.4),
                 (60, 67.2)]
    p.blob(moustache, hair, ink, 1)
    p.blob([(49, 76), (57, 76), (56, 85), (53, 89), (50, 85)], hair, ink, 1)
    p.line([(34, 57), (35, 65), (29, 75), (34, 84)], light, 1.7)
    p.line([(30, 90), (37, 88), (39, 80)], light, 1.7)
    scarf = [(29, 47), (30, 27), (42, 13), (57, 10), (71, 18), (79, 35), (79, 46), (66, 43),
             (50, 43), (38, 47)]
    p.blob(scarf, red, rim, 1.8)
    p.line([(31, 41), (48, 36.5), (64, 36.5), (78, 40)], rim)
    for x, y in ((42, 24), (56, 18), (69, 26), (49, 30.5), (62, 30.5)):
        p.disc(x, y, 2.7, fill="#FFF3DF")
    p.disc(30, 41, 5.6, 6.6, red, rim)
    p.line([(28, 38), (30, 41)], "#F29A93")
    for i, lean in enumerate((0, 1.9, 3, 2.8, 1.5)):
        x, y = 81 + lean, 45 + i * 8.6
        p.disc(x - 3.6, y, 8, 5, hair, "#000000", 1.3, rot=38)
        p.disc(x + 4, y + 3.6, 8, 5, hair, "#000000", 1.3, rot=-38)
        p.line([(x - 6.5, y - 1.8), (x - 2.4, y + 0.8)], light, 1.7)
        p.line([(x + 7.4, y + 1.8), (x + 4, y + 4.4)], light, 1.7)
    p.disc(84, 87, 6.4, 4.4, "#EDC562", "#6E4A0E", 1.5)
    p.blob([(80, 90), (88, 90), (92, 99.2), (84, 97), (76, 99.2)], red, rim, 1.4)
    p.disc(33.5, 75, 4.4, ink="#F2CC66", w=2.3)


HEADS = {1: bon_vivant, 2: trendsetter, 3: baron, 4: scholar, 5: buccaneer}


@lru_cache(maxsize=8)
def wig_plate(kind: int) -> Image.Image:
    """Return a wig, large, with a rim in the edge colour of its type."""
    pen = Pen(680, oversampling=1)
    HEADS[kind](pen)
    pen.outline(EDGE[kind], 1.3)
    return pen.sheet


@lru_cache(maxsize=64)
def wig(kind: int, px: int) -> Image.Image:
    """Return a wig in a size."""
    return scaled(wig_plate(kind), px, px)


# ------------------------------------------------------------ tiles and signs


def tile_face(kind: int, w: int, h: int, badge: int) -> Image.Image:
    """Return a tile without its shadow: ground of the type, gilt line, wig, number."""
    out = rounded(w, h, 18, GROUND[kind], EDGE[kind], 2, (7, GILT_LIGHT, 2) if h > 80 else None)
    side = min(w, h) - (8 if h > 80 else 2)
    rail = 14 if w > h + 20 else 0
    out.alpha_composite(wig(kind, side), ((w - side) // 2 + rail, (h - side) // 2))
    corner = 4 if h > 80 else -2
    out.alpha_composite(
        rounded(badge, badge, badge // 2, IVORY, EDGE[kind], 3),
        (max(0, corner), h - badge - max(0, corner)),
    )
    middle = (max(0, corner) + badge / 2, h - max(0, corner) - badge / 2)
    write(out, middle, str(kind), "sans-bold", int(badge * 0.78), EDGE[kind], "m")
    return out


@lru_cache(maxsize=96)
def tile(kind: int, w: int, h: int, badge: int = 44) -> Sprite:
    """Return a wig tile."""
    return shadowed(tile_face(kind, w, h, badge), *((5, 4, 90) if h > 80 else (3, 2, 80)))


@lru_cache(maxsize=8)
def tile_back(w: int, h: int) -> Sprite:
    """Return the back of a tile: sage and gilt, with a bow."""
    out = rounded(w, h, 18, SAGE_DEEP, INK, 2, (9, GILT_LIGHT, 2))
    side = min(w, h) - 24
    pen = Pen(side)
    pen.disc(50, 50, 41, fill="#5C6F51", ink=GILT_LIGHT, w=2)
    bow(pen, 50, 48, 32, GILT_LIGHT, INK, IVORY)
    out.alpha_composite(pen.done(), ((w - side) // 2, (h - side) // 2))
    return shadowed(out)


@lru_cache(maxsize=16)
def ghost(kind: int, px: int) -> Sprite:
    """Return a wig as a pale engraving: a type that is not held."""
    return sprite(silhouette(wig(kind, px), "#84957A", 0.4))


@lru_cache(maxsize=96)
def coin(amount: int, px: int, state: str = "on") -> Sprite:
    """Return a coin; 0 is a blank one.

    States: "on" gold; "can" gold in a rose ring, to be bought now; "next" ivory in a rose ring,
    paid to the next sale; "room" ivory in a sage ring, free; "off" only engraved.
    """
    pen = Pen(px)
    ink = INK
    if state == "off":
        pen.disc(50, 50, 44, ink=SAGE_DEEP, w=3)
        ink = SAGE_INK
    elif state in ("next", "room"):
        ink = ROSE_DEEP if state == "next" else SAGE_INK
        pen.disc(50, 50, 48, fill=ROSE_DEEP if state == "next" else SAGE_DEEP)
        pen.disc(50, 50, 41 if state == "next" else 43, fill=IVORY)
    else:
        if state == "can":
            pen.disc(50, 50, 49.5, fill=ROSE_DEEP)
        gold_coin(pen, 41 if state == "can" else 48)
    out = pen.done()
    if amount:
        write(out, (px / 2, px / 2), str(amount), "serif", int(px * 0.62), ink, "m")
    return sprite(out)


def gold_coin(p: Pen, r: float) -> None:
    """Draw a gold coin with a milled edge."""
    p.disc(50, 50, r, fill=GILT_DARK)
    p.disc(50, 50, r * 0.93, fill=GILT_LIGHT)
    p.disc(50, 50, r * 0.77, ink=GILT, w=2.4)
    for inner, outer in zip(
        ellipse(50, 50, r * 0.82, r * 0.82)[::3], ellipse(50, 50, r * 0.92, r * 0.92)[::3],
        strict=True,
    ):
        p.line([inner, outer], GILT, 1.6, curve=False)


@lru_cache(maxsize=8)
def tile_backs(px: int) -> Sprite:
    """Return the sign for a number of tiles: two tile backs with a bow."""
    pen = Pen(px)
    for x, y in ((34, 8), (12, 18)):
        pen.poly([(x, y), (x + 54, y), (x + 54, y + 72), (x, y + 72)], SAGE_DEEP, INK, 4)
        rim = [(x + 8, y + 8), (x + 46, y + 8), (x + 46, y + 64), (x + 8, y + 64)]
        pen.poly(rim, SAGE_DEEP, GILT_LIGHT, 3)
    bow(pen, 39, 54, 17, GILT_LIGHT, INK, IVORY)
    return sprite(pen.done())


@lru_cache(maxsize=8)
def wig_box(px: int) -> Sprite:
    """Return the supply: a round, striped wig box with a bow."""
    pen = Pen(px)
    drum = [(7, 36), (7, 84), *ellipse(50, 82, 43, 13, 0, 180, 0), (93, 36)]
    pen.poly(drum, ROSE_PALE, INK, 2.4)
    for left, right in ((-38, -26), (-16, -5), (5, 16), (26, 38)):
        foot = [50 + left, 50 + right]
        low = [82 + 12 * (1 - (x / 43) ** 2) ** 0.5 for x in (left, right)]
        top = [36 + 12 * (1 - (x / 43) ** 2) ** 0.5 for x in (left, right)]
        stripe = [(foot[0], top[0]), (foot[1], top[1]), (foot[1], low[1]), (foot[0], low[0])]
        pen.poly(stripe, ROSE)
    pen.disc(50, 38, 46, 16, CARD, INK, 2.4)
    pen.disc(50, 31, 46, 16, CARD, INK, 2.4)
    pen.disc(50, 30, 36, 11, ink=GILT, w=2)
    bow(pen, 50, 27, 24, ROSE_DEEP, "#4A0F1E", ROSE_PALE)
    return sprite(pen.done())


@lru_cache(maxsize=4)
def new_sign(px: int) -> Sprite:
    """Return the sign of a tile that came from the supply in this round: a small wig box."""
    out = rounded(px, px, px // 2, IVORY, GILT_DARK, 2)
    box = wig_box(px * 2 // 3)
    place(out, box, px // 6, px // 6 + 1)
    return sprite(out)


@lru_cache(maxsize=16)
def number_sign(kind: int, px: int) -> Sprite:
    """Return the number of a type on its ground."""
    out = rounded(px, px, 10, GROUND[kind], EDGE[kind], 2)
    write(out, (px / 2, px / 2), str(kind), "sans-bold", int(px * 0.72), ON_GROUND[kind], "m")
    return sprite(out)


@lru_cache(maxsize=4)
def shell(px: int) -> Sprite:
    """Return a gilt shell for the crest of a leaf."""
    pen = Pen(px)
    for lean in (-64, 64, -38, 38, -13, 13):
        x, y = ellipse(50, 72, 26, 34, 0, lean - 90, lean - 89)[0]
        pen.disc(x, y, 30, 11, GILT_LIGHT, GILT_DARK, 4, lean - 90)
    pen.disc(50, 74, 14, 11, GILT_LIGHT, GILT_DARK, 4)
    return sprite(pen.done())


@lru_cache(maxsize=4)
def scroll(px: int) -> Image.Image:
    """Return a gilt rococo corner for the upper left: two C-scrolls and a leaf."""
    pen = Pen(px)
    for ink, w in ((GILT_DARK, 9.0), (GILT_LIGHT, 5.0)):
        pen.line([(10, 96), (8, 60), (14, 30), (30, 14), (60, 8), (96, 10)], ink, w)
        pen.line(spiral(84, 24, 14, -1, 270), ink, w * 0.8, curve=False)
        pen.line(spiral(24, 84, 14, 1, 180), ink, w * 0.8, curve=False)
        pen.line([(22, 22), (36, 36), (48, 40)], ink, w * 0.8)
        pen.line([(22, 22), (36, 36), (40, 48)], ink, w * 0.8)
    pen.disc(20, 20, 10, fill=GILT_LIGHT, ink=GILT_DARK, w=2.5)
    return pen.done()


@lru_cache(maxsize=1)
def fleuron() -> Sprite:
    """Return the quiet ornament of a square that is not used."""
    piece = shell(96)
    flat = piece.image.convert("RGBA")
    flat.putalpha(piece.mask)
    return sprite(silhouette(flat, SAGE_DEEP, 0.35))


# -------------------------------------------------------------------- grounds

MARKET = (40, 152, 912, 808)
COLUMNS = {"I": 64, "II": 360, "III": 656}
ROWS_X, ROWS_W = 976, 584
LEAVES_X, LEAF_STEP, LEAF_W = 360, 242, 232


@lru_cache(maxsize=1)
def paper() -> Image.Image:
    """Return parchment with a faint trellis and a floret on each crossing."""
    k, step = 4, 80
    motif = Image.new("RGB", (step * k, step * k), PARCHMENT)
    draw_on = ImageDraw.Draw(motif)
    for shift in (-step, 0, step):
        low, high = shift * k, (shift + step) * k
        draw_on.line((low, 0, high, step * k), fill=PARCHMENT_LINE, width=2 * k)
        draw_on.line((low, step * k, high, 0), fill=PARCHMENT_LINE, width=2 * k)
    for x, y in ((0, 0), (step, 0), (0, step), (step, step), (step // 2, step // 2)):
        for dx, dy in ((0, -5), (5, 0), (0, 5), (-5, 0)):
            cx, cy = (x + dx) * k, (y + dy) * k
            draw_on.ellipse((cx - 16, cy - 16, cx + 16, cy + 16), fill=PARCHMENT_LINE)
    return tiled(1600, 1200, scaled(motif, step, step))


@lru_cache(maxsize=3)
def board_ground(seats: int) -> Image.Image:
    """Return what every board shares: paper, the market's frame, quiet cards for the rest."""
    out = paper().copy()
    x, y, w, h = MARKET
    place(out, panel(w, h, SAGE, GILT_DARK, 3, 18, (9, GILT_LIGHT, 2), True), x, y)
    for flip, cx, cy in (
        (None, x - 14, y - 14),
        (Image.Transpose.FLIP_LEFT_RIGHT, x + w - 58, y - 14),
        (Image.Transpose.FLIP_TOP_BOTTOM, x - 14, y + h - 58),
        (Image.Transpose.ROTATE_180, x + w - 58, y + h - 58),
    ):
        place(out, sprite(scroll(72) if flip is None else scroll(72).transpose(flip)), cx, cy)
    place(out, panel(592, 184, CARD, GILT, shadow=True), 40, 976)
    place(out, panel(304, 184, CARD, GILT, shadow=True), 648, 976)
    write(out, (64, 1022), "Debut", "serif", 44, INK)
    write(out, (64, 1074), "wear it alone,", "sans", 30, INK_SOFT)
    write(out, (64, 1110), "it is yours", "sans", 30, INK_SOFT)
    place(out, panel(ROWS_W, 80, CARD, GILT, shadow=True), ROWS_X, 152)
    for k in range(seats):
        place(out, panel(ROWS_W, PLANS[seats].h, CARD, GILT, shadow=True), ROWS_X, row_y(seats, k))
    return out


def row_y(seats: int, place_in_line: int) -> int:
    """Return where a row begins."""
    return 248 + place_in_line * (PLANS[seats].h + 16)


@lru_cache(maxsize=1)
def screen_ground() -> Image.Image:
    """Return what every screen shares: paper, the card at the left, five leaves, hinges."""
    out = paper().crop((0, 0, 1600, 700))
    place(out, panel(296, 508, CARD, GILT, shadow=True), 40, 152)
    for kind in TYPES:
        x = LEAVES_X + (kind - 1) * LEAF_STEP
        place(out, leaf(LEAF_W, 508, kind % 2 == 1), x, 152)
        place(out, shell(52), x + 90, 162)
        write(out, (x + LEAF_W / 2, 236), NAMES[kind], "sans-bold", 36, INK, "m")
        if kind > 1:
            for y in (236, 400, 576):
                place(out, panel(12, 36, GILT_LIGHT, GILT_DARK, 2, 5), x - 11, y)
    return out


def leaf(w: int, h: int, odd: bool) -> Sprite:
    """Return a leaf of the folding screen: an arched top, leaning away from its neighbour."""
    pen, unit = Pen(w, h, 3), 100 / w
    for margin, ink in ((0, GILT_DARK), (4, SAGE if odd else SAGE_OTHER)):
        pen.poly([(x * unit, y * unit) for x, y in leaf_outline(w, h, odd, margin)], ink)
    line = [(x * unit, y * unit) for x, y in leaf_outline(w, h, odd, 12)]
    pen.line([*line, *line[:2]], GILT_LIGHT, 2 * unit, curve=False)
    return shadowed(pen.done(), 6, 4, 70)


def leaf_outline(w: int, h: int, odd: bool, margin: float) -> Points:
    """Return the outline of a leaf, kept in from its edge by a margin."""
    lean = 14
    a, b = (margin + lean, margin) if odd else (margin, margin + lean)
    top = spline([
        (margin, a + 40),
        (w * 0.2, a * 0.6 + b * 0.4 + 22),
        (w * 0.5, (a + b) / 2 - 2),
        (w * 0.8, a * 0.4 + b * 0.6 + 22),
        (w - margin, b + 40),
    ])
    right, left = (h - margin, h - margin - lean) if odd else (h - margin - lean, h - margin)
    return [*top, (w - margin, right), (margin, left)]


@lru_cache(maxsize=4)
def sheet(seats: int) -> Image.Image:
    """Return the ground of a board, or of a screen for no seats, in the colours of the world."""
    return reduced(board_ground(seats) if seats else screen_ground(), world())


def sage(w: int, h: int) -> Image.Image:
    """Return a piece of the plain market ground."""
    return Image.new("RGB", (w, h), SAGE)


# -------------------------------------------------------------- reading a view


def behind(view: View, who: int) -> int:
    """Return how many tiles are behind a screen."""
    tiles = view["players"][who]["tiles"]
    return tiles if isinstance(tiles, int) else len(tiles)


def owned(view: View, who: int) -> int:
    """Return how many tiles a player owns, the worn one included."""
    return behind(view, who) + (view["players"][who]["worn"] > 0)


def seen(view: View, who: int) -> Counter[int]:
    """Return the types that a viewer knows behind a screen, with their numbers."""
    player = view["players"][who]
    tiles = player["tiles"]
    return Counter(player["tiles_seen"] if isinstance(tiles, int) else tiles)


def line_of_players(view: View) -> list[int]:
    """Return the seats in the order of the rows: the running order, else round the table."""
    seats = view["seats"]
    if view["phase"] == "over":
        return sorted(range(seats), key=lambda who: (rank(view, who), who))
    if view["order"]:
        return view["order"]
    start = view["first"] if view["phase"] == "draft" else 0
    return [(start + k) % seats for k in range(seats)]


def prices_on_offer(view: View) -> list[int]:
    """Return the prices of all squares that hold a tile."""
    return [
        price
        for column, squares in view["market"].items()
        for price, kind in zip(view["prices"][column], squares, strict=True)
        if kind
    ]


def purse(view: View, who: int) -> int:
    """Return the dearest price on the market that a player can pay, 0 if none."""
    gold = view["players"][who]["gold"]
    return max((p for p in prices_on_offer(view) if p <= gold), default=0)


def next_in_line(view: View) -> int | None:
    """Return who comes after the one asked, as far as everybody can tell."""
    phase, asked = view["phase"], view["asked"]
    if phase not in ("draft", "sell", "buy") or len(asked) != 1:
        return None
    line = line_of_players(view)
    at = line.index(asked[0])
    if phase == "sell":
        return next(iter(line[at + 1 :]), None)
    others = line[at + 1 :] + line[:at]
    if phase == "draft":
        return others[0] if len(view["offer"]) > 1 else None
    return next((w for w in others if purse(view, w) and not view["players"][w]["out"]), None)


def column_type(view: View, column: str) -> int:
    """Return the type of a column, 0 if it is open."""
    return next((kind for kind in view["market"][column] if kind), 0)


def chosen(view: View) -> int:
    """Return the type that the viewer has answered to wear, 0 if none."""
    word, _, kind = (view["answer"] or "").partition(" ")
    return int(kind) if word == "wear" else 0


def note(view: View, who: int) -> tuple[str, str]:
    """Return a few words about a player's state, and their tone: now, done or quiet."""
    phase, player = view["phase"], view["players"][who]
    now, following = who in view["asked"], next_in_line(view) == who
    if phase == "draft":
        return ("picks now", "now") if now else ("picks next" if following else "waits", "quiet")
    if phase == "wear":
        return ("picks in secret", "now") if now else ("has picked", "done")
    if phase == "market":
        return ("sets the market", "now") if now else ("", "quiet")
    if phase == "sell":
        return sell_note(player, now, following)
    if phase == "buy":
        return buy_note(view, who, now, following)
    if who in winners(view):
        return ("wins" if len(winners(view)) == 1 else "shares the win"), "now"
    return f"{ORDINALS[rank(view, who)]} place", "quiet"


ORDINALS = {2: "second", 3: "third", 4: "fourth"}


def sell_note(player: View, now: bool, following: bool) -> tuple[str, str]:
    """Return a few words about a player in the selling phase."""
    if now:
        return ("sells again" if player["sold"] else "sells now"), "now"
    if player["done"] and player["sold"]:
        return f"sold {player['sold']} for {player['earned']}", "done"
    if player["done"]:
        return "sold nothing", "done"
    return ("sells next" if following else "sells later"), "quiet"


def buy_note(view: View, who: int, now: bool, following: bool) -> tuple[str, str]:
    """Return a few words about a player in the buying phase."""
    most = purse(view, who)
    if now:
        return f"buys now, up to {most}", "now"
    if view["players"][who]["out"]:
        return "passed", "done"
    if not most:
        return "cannot buy", "quiet"
    return (f"buys next, up to {most}" if following else f"can pay up to {most}"), "quiet"


# --------------------------------------------------------------------- header

STEPS = {"wear": "Wear", "market": "Market", "sell": "Sell", "buy": "Buy"}
DEEDS = {"draft": "picks", "wear": "picks", "market": "picks", "sell": "sells", "buy": "buys"}
Token = tuple[str, int, str]  # how it is shown, seat, letters


def header(view: View, title: str) -> Image.Image:
    """Return the header: game, round and phase; who is asked, or who won."""
    phase = view["phase"]
    now = STEPS.get(phase) or ("Draft" if phase == "draft" else "The end")
    turn = f"Round {view['round']}" if view["round"] else ""
    return header_block(title, turn, now, *call(view))


def call(view: View) -> tuple[tuple[Token, ...], str, str]:
    """Return tokens, a name and words for the header: who is asked, or who won."""
    names, asked, viewer, phase = names_of(view), view["asked"], view["viewer"], view["phase"]
    letters = initials(names)
    if phase == "over":
        best = winners(view)
        tokens = tuple(("wreath", who, letters[who]) for who in best)
        return (tokens, "", "share the win") if best[1:] else (tokens, names[best[0]], " wins")
    if viewer in asked:
        return (("ring", viewer, letters[viewer]),), "", f"You {DEEDS[phase].removesuffix('s')}"
    if viewer in view["answered"]:
        return (("sealed", viewer, letters[viewer]),), "", "You have picked"
    if len(asked) == 1:
        return (("ring", asked[0], letters[asked[0]]),), names[asked[0]], " " + DEEDS[phase]
    return tuple(("plain", who, letters[who]) for who in asked), "", "pick" if asked else ""


@lru_cache(maxsize=32)
def header_block(
    title: str, turn: str, now: str, tokens: tuple[Token, ...], name: str, words: str
) -> Image.Image:
    """Return the finished header."""
    out = cut(paper(), 0, 0, 1600, 136)
    steps = list(STEPS.values()) if now in STEPS.values() else [now]
    end = heading(out, THEME, title, turn, steps, now)
    if words:
        banner(out, THEME, [token_sprite(*t) for t in tokens], name, words, 1544 - end)
    return reduced(out, world())


def token_sprite(style: str, who: int, letters: str) -> Sprite:
    """Return a seat as it is shown in the header."""
    if style == "wreath":
        return winners_wreath(96, who, letters, GILT_LIGHT, GILT_DARK)
    return seat(who, letters, 64 if style == "plain" else 96, style != "plain", style == "sealed")


# ---------------------------------------------------------------------- board


def board(view: View) -> Image.Image:
    """Return the public board."""
    image = sheet(view["seats"]).copy()
    image.paste(header(view, view["title"]), (0, 0))
    if view["phase"] == "draft":
        image.paste(offer_block(tuple(sorted(view["offer"])), view["seats"]), (56, 168))
    else:
        for column in view["market"]:
            market_column(image, view, column)
    image.paste(debut_block(tuple(view["debut"])), (248, 984))
    image.paste(supply_block(view["supply"], tuple(view["returned"])), (652, 980))
    image.paste(strip(view), (ROWS_X, 152))
    for k, who in enumerate(line_of_players(view)):
        y = row_y(view["seats"], k)
        image.paste(row_block(row_facts(view, who), view["seats"], y), (ROWS_X, y))
    return image


@lru_cache(maxsize=8)
def offer_block(kinds: tuple[int, ...], seats: int) -> Image.Image:
    """Return the open tiles of the draft; those taken leave a dashed place."""
    out = sage(880, 776)
    write(out, (440, 38), "Take one in turn, four each", "serif", 44, INK, "m")
    h = (700 - 16 * (seats - 1)) // seats
    for k in range(4 * seats):
        x, y = 8 + k % 4 * 220, 76 + k // 4 * (h + 16)
        if k < len(kinds):
            place(out, tile(kinds[k], 204, h, 52), x, y)
        else:
            place(out, dashed(204, h, SAGE_DEEP, 6, 9, 2), x, y)
    return reduced(out, world())


def market_column(image: Image.Image, view: View, column: str) -> None:
    """Put a column on the board: its head with numeral and type, then its squares by price."""
    x, letters = COLUMNS[column], initials(names_of(view))
    image.paste(column_head(column, column_type(view, column)), (x, 172))
    squares, prices, news = view["market"][column], view["prices"][column], view["fresh"][column]
    lowest = squares.index(0) if 0 in squares else None
    for price in set(range(1, 6)) - set(prices):
        image.paste(unused(), (x, square_y(price)))
    for i, price in enumerate(prices):
        kind, fresh = squares[i], 0 if view["phase"] == "over" else news[i]
        if kind:
            state = "can" if can_buy(view, price) else "on"
            last = fresh > 0 and view["last"] == [column, i + 1]
            tone = "last" if last else "sold" if fresh > 0 else "drawn" if fresh else "old"
        else:
            state, tone = (WAITING.get(view["phase"], "off") if i == lowest else "off"), "empty"
        seller = fresh - 1 if fresh > 0 else -1
        sign = letters[seller] if fresh > 0 else ""
        image.paste(square(price, kind, state, tone, seller, sign), (x, square_y(price)))


WAITING = {"sell": "next", "market": "room", "wear": "room"}


def square_y(price: int) -> int:
    """Return where the square of a price begins; equal prices stand at equal height."""
    return 244 + (5 - price) * 140


def can_buy(view: View, price: int) -> bool:
    """Tell whether the one asked to buy can pay a price."""
    if view["phase"] != "buy" or not view["asked"]:
        return False
    return price <= view["players"][view["asked"][0]]["gold"]


@lru_cache(maxsize=24)
def column_head(column: str, kind: int) -> Image.Image:
    """Return the head of a column: its numeral, and its type on the type's ground."""
    out, edge = sage(272, 60), EDGE.get(kind, SAGE_DEEP)
    place(out, panel(272, 60, GROUND.get(kind, SAGE_PALE), edge), 0, 0)
    place(out, panel(76, 60, IVORY, edge), 0, 0)
    write(out, (38, 30), column, "serif", 46, INK, "m")
    words, ink = NAMES.get(kind, "open"), ON_GROUND.get(kind, SAGE_INK)
    write(out, (173, 30), words, "sans-bold", 34, ink, "m")
    return reduced(out, world())


@lru_cache(maxsize=1)
def unused() -> Image.Image:
    """Return the place of a square that this game does not use."""
    out = sage(272, 132)
    place(out, fleuron(), 136, 66, "middle")
    return reduced(out, world())


@lru_cache(maxsize=256)
def square(
    price: int, kind: int, state: str, tone: str, seller: int = -1, letters: str = ""
) -> Image.Image:
    """Return a square of the market: price coin at the left, tile or free place at the right."""
    out = sage(272, 132)
    fill, thick = FILLS[state if tone in ("old", "empty") else tone]
    place(out, panel(272, 132, fill, GILT_DARK if thick else SAGE_DEEP, thick or 2), 0, 0)
    place(out, coin(price, 80 if state == "off" else 96, state), 60, 66, "middle")
    if kind:
        place(out, tile(kind, 146, 120, 42), 119, 6)
    elif state != "off":
        ink = ROSE_DEEP if state == "next" else SAGE_INK
        place(out, dashed(146, 120, ROSE_DEEP if state == "next" else SAGE_DEEP), 119, 6)
        words = ["next", "sale"] if state == "next" else ["next"]
        for k, word in enumerate(words):
            write(out, (192, 66 + 36 * k - 18 * (len(words) - 1)), word, "sans-bold", 34, ink, "m")
    if seller >= 0:
        place(out, seat(seller, letters, 60), 106, 1)
    elif tone == "drawn":
        place(out, new_sign(48), 112, 4)
    return reduced(out, world())


FILLS = {  # ground of a square, and the thickness of its gilt frame
    "last": (IVORY, 5), "sold": (CARD, 3), "drawn": (SAGE_NEXT, 2), "on": (SAGE_PALE, 0),
    "can": (SAGE_NEXT, 0), "next": (SAGE_NEXT, 0), "room": (SAGE_NEXT, 0), "off": (SAGE_EMPTY, 0),
}


@lru_cache(maxsize=8)
def debut_block(kinds: tuple[int, ...]) -> Image.Image:
    """Return the debut tiles; one that was won leaves its place."""
    out = cut(board_ground(4), 248, 984, 376, 168)
    for i, kind in enumerate((2, 3, 4)):
        x = 8 + i * 120
        if kind in kinds:
            place(out, tile(kind, 112, 148, 42), x, 10)
        else:
            place(out, dashed(112, 148, DASHES, 6, 9, 2), x, 10)
            write(out, (x + 56, 84), "gone", "sans", 30, INK_SOFT, "m")
    return reduced(out, world())


@lru_cache(maxsize=32)
def supply_block(number: int, back: tuple[int, ...]) -> Image.Image:
    """Return the wig box with its number, and what had to go back into it this round."""
    out = cut(board_ground(4), 652, 980, 296, 176)
    place(out, wig_box(104 if back else 136), 14, 8 if back else 20)
    x, y, size = (142, 46, 68) if back else (172, 72, 80)
    write(out, (x, y), str(number), "serif", size, INK)
    write(out, (x, y + size * 0.75), "supply", "sans", 34, INK_SOFT)
    if back:
        write(out, (16, 146), "back", "sans", 30, INK_SOFT)
    for k, kind in enumerate(back[:4]):
        place(out, number_sign(kind, 44), 90 + 50 * k, 124)
    return reduced(out, world())


STRIPS = {
    "draft": "Draft order", "wear": "All pick", "market": "Revealed", "sell": "Sell order",
    "buy": "Buy order", "over": "Final order",
}


def strip(view: View) -> Image.Image:
    """Return what the rows below are sorted by, and the coming order as it stands."""
    letters = initials(names_of(view))
    chain = tuple((who, letters[who]) for who in view["buy_order"])
    return strip_block(STRIPS[view["phase"]], strip_hint(view), chain)


def strip_hint(view: View) -> str:
    """Return what is worth knowing of this phase, where no coming order is shown."""
    total = 4 * view["seats"]
    reasons = [values["reason"] for _, values in view.get("news", []) if "reason" in values]
    return {
        "draft": f"pick {total - len(view['offer']) + 1} of {total}",
        "buy": "until all pass",
        "over": reasons[-1] if reasons else "most gold wins",
    }.get(view["phase"], "")


@lru_cache(maxsize=32)
def strip_block(title: str, hint: str, chain: tuple[tuple[int, str], ...]) -> Image.Image:
    """Return the finished strip above the rows."""
    out = cut(board_ground(4), ROWS_X, 152, ROWS_W, 80)
    ordered = title.endswith("order")
    if ordered:
        place(out, mark("down", 40, ROSE_DEEP), 22, 20)
    write(out, (76 if ordered else 24, 40), title, "serif", 38, INK)
    if hint:
        write(out, (564, 40), fit(hint, "sans", 32, 280), "sans", 32, INK_SOFT, "r")
        return reduced(out, world())
    place(out, panel(2, 48, GILT, radius=1), 266, 16)
    write(out, (282, 40), "Buy", "serif", 38, INK)
    for k, (who, letters) in enumerate(chain):
        place(out, seat(who, letters, 54), 358 + k * 53, 13)
    return reduced(out, world())


# ------------------------------------------------------------------------ rows


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things stand in a player's row; the fewer players, the taller it is."""

    h: int
    token: tuple[int, int, int]
    name: tuple[int, int, int]
    note: tuple[int, int, int]
    gold: tuple[int, int, int, int]
    count: tuple[int, int, int, int]
    bar: tuple[int, int, int, int]
    worn: tuple[int, int, int, int]
    room: int
    slots: tuple[int, int, int, int]
    known: tuple[int, int, int, int] | None


PLANS = {
    4: Plan(216, (66, 60, 88), (128, 44, 46), (128, 92, 32), (56, 150, 60, 68), (256, 150, 60, 52),
            (26, 190, 320, 12), (408, 16, 160, 152), 268, (188, 116, 84, 84), None),
    3: Plan(293, (66, 62, 92), (128, 44, 46), (128, 94, 32), (56, 156, 60, 70), (256, 156, 60, 54),
            (26, 200, 320, 12), (408, 16, 160, 152), 268, (180, 122, 88, 150), (26, 222, 58, 60)),
    2: Plan(448, (78, 72, 108), (150, 50, 54), (150, 106, 36), (66, 192, 76, 88),
            (252, 192, 68, 64), (28, 262, 300, 14), (384, 136, 176, 168), 410,
            (36, 240, 116, 184), (26, 354, 68, 72)),
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a player's row says."""

    seat: int
    letters: str
    name: str
    words: str
    tone: str
    asked: bool
    gold: int
    end: int
    tiles: int
    worn: int
    sealed: bool
    drafting: bool
    place: int
    known: tuple[tuple[int, int], ...]


def row_facts(view: View, who: int) -> Facts:
    """Return what everybody may know of a player."""
    names, player = names_of(view), view["players"][who]
    words, tone = note(view, who)
    return Facts(
        seat=who,
        letters=initials(names)[who],
        name=names[who],
        words=words,
        tone=tone,
        asked=who in view["asked"],
        gold=player["gold"],
        end=view["end_gold"],
        tiles=owned(view, who),
        worn=player["worn"],
        sealed=who in view["answered"],
        drafting=view["phase"] == "draft",
        place=rank(view, who) if view["phase"] == "over" else 0,
        known=tuple(sorted(seen(view, who).items())),
    )


@lru_cache(maxsize=96)
def row_block(facts: Facts, seats: int, y: int) -> Image.Image:
    """Return a player's row: seat, name and state, gold and tiles, and what is worn."""
    plan = PLANS[seats]
    out = cut(board_ground(seats), ROWS_X, y, ROWS_W, plan.h)
    if facts.asked or facts.place == 1:
        place(out, panel(ROWS_W, plan.h, IVORY, GILT_DARK, 5), 0, 0)
    x, middle, px = plan.token
    token = seat(facts.seat, facts.letters, px + 16 if facts.asked else px, facts.asked)
    place(out, token, x, middle, "middle")
    x, middle, size = plan.name
    room = ROWS_W - 16 - x if facts.drafting else plan.room
    write(out, (x, middle), fit(facts.name, "sans-bold", size, room), "sans-bold", size, INK)
    draw_note(out, facts, plan)
    draw_gold(out, facts, plan)
    if facts.drafting:
        draw_drafted(out, facts, plan)
        return reduced(out, world())
    draw_tiles(out, facts, plan)
    draw_worn(out, facts, plan)
    if plan.known:
        draw_known(out, facts, *plan.known)
    return reduced(out, world())


def draw_note(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Write what a player does or has done in this phase."""
    x, y, size = plan.note
    if facts.tone == "done":
        place(out, mark("tick", size, SAGE_INK), x, y - size // 2)
        x += size + 10
    kind, ink = ("sans-bold", ROSE_DEEP) if facts.tone == "now" else ("sans", INK_SOFT)
    write(out, (x, y), facts.words, kind, size, ink)


def draw_gold(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Show a player's gold."""
    x, y, icon, size = plan.gold
    place(out, coin(0, icon), x, y, "middle")
    write(out, (x + icon * 0.7, y), str(facts.gold), "serif", size, INK)


def draw_tiles(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Show how many tiles a player has, and how far the gold is from the end of the game."""
    x, y, icon, size = plan.count
    place(out, tile_backs(icon), x, y, "middle")
    write(out, (x + icon * 0.6, y), str(facts.tiles), "serif", size, INK)
    x, y, length, thick = plan.bar
    progress(out, (x, y, length, thick), facts.gold / facts.end, TROUGH, GILT_DARK)
    write(out, (x + length + 10, y + thick / 2), str(facts.end), "sans", 28, INK_SOFT)


def draw_drafted(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Show the tiles that a player has taken in the draft."""
    x, y, w, h = plan.slots
    kinds = list(Counter(dict(facts.known)).elements())
    for k in range(4):
        if k < len(kinds):
            place(out, tile(kinds[k], w, h, 34 if w < 100 else 40), x + k * (w + 12), y)
        else:
            place(out, dashed(w, h, DASHES, 6, 9, 2), x + k * (w + 12), y)


def draw_worn(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Show the worn wig; before it is revealed only whether it has been picked."""
    x, y, w, h = plan.worn
    if facts.place:
        wreath = final_wreath(facts.place, facts.seat, facts.letters, h)
        place(out, wreath, x + w / 2 + 6, y + h / 2 + 6, "middle")
        return
    if facts.worn:
        place(out, tile(facts.worn, w, h, 46), x, y)
    elif facts.sealed:
        place(out, tile_back(w, h), x, y)
        place(out, sprite(wax_seal(68)), x + w - 56, y + h - 56)
    else:
        place(out, dashed(w, h, DASHES, 6, 9, 2), x, y)
    words = NAMES.get(facts.worn) or ("picked" if facts.sealed else "not yet")
    write(out, (x + w / 2, y + h + 22), words, "sans", 32, INK if facts.worn else INK_SOFT, "m")


def final_wreath(position: int, who: int, letters: str, px: int) -> Sprite:
    """Return a winner's wreath, or a pale one with the place of another player."""
    if position == 1:
        return winners_wreath(px, who, letters, GILT_LIGHT, GILT_DARK)
    return place_wreath(px, position, GILT, INK_SOFT)


def draw_known(out: Image.Image, facts: Facts, x: int, y: int, w: int, h: int) -> None:
    """Show the tiles that everybody has seen go behind a screen."""
    if h > 70:
        words = "known behind the screen" if facts.known else "nothing known"
        write(out, (x, y - 26), words, "sans", 30, INK_SOFT)
    elif facts.known:
        place(out, mark("eye", 40, INK_SOFT), x - 4, y + h / 2 - 20)
        x += 44
    for kind, n in facts.known:
        place(out, tile(kind, w, h, 32), x, y)
        if n > 1:
            write(out, (x + w + 4, y + h / 2), f"×{n}", "sans-bold", 30, INK)
        x += w + (40 if n > 1 else 8)


# ---------------------------------------------------------------------- screen


def screen(view: View) -> Image.Image:
    """Return a player's own screen."""
    image = sheet(0).copy()
    image.paste(header(view, "Your screen"), (0, 0))
    image.paste(own_card(view), (40, 152))
    for kind in TYPES:
        x = LEAVES_X + (kind - 1) * LEAF_STEP
        held = seen(view, view["viewer"])[kind]
        sealed = view["phase"] == "wear" and chosen(view) == kind
        image.paste(leaf_block(kind, held, sealed, pay_facts(view, kind)), (x, 180))
    return image


def own_card(view: View) -> Image.Image:
    """Return the card at the left: what the viewer wears, what it brings, his gold and tiles."""
    who = view["viewer"]
    title, kind, line = own_words(view)
    emblem = "worn" if view["players"][who]["worn"] else "picked" if kind else view["phase"]
    position = rank(view, who) if view["phase"] == "over" else 0
    letters = initials(names_of(view))[who]
    counts = (view["players"][who]["gold"], owned(view, who), position)
    return own_block(title, kind, line, emblem, who, letters, counts)


def own_words(view: View) -> tuple[str, int, str]:
    """Return a title, the type worn or picked, and a line below, for the card at the left."""
    phase, me = view["phase"], view["players"][view["viewer"]]
    if phase == "over":
        return "the end", 0, note(view, view["viewer"])[0]
    if phase == "draft":
        return "your wigs", 0, "the draft"
    if me["worn"]:
        return "you wear", me["worn"], own_line(view)
    if chosen(view):
        return "you will wear", chosen(view), "may be changed"
    return "you wear", 0, "pick a wig"


def own_line(view: View) -> str:
    """Return the line that matters most to the viewer in this phase."""
    phase, me = view["phase"], view["players"][view["viewer"]]
    if phase == "sell" and me["done"]:
        return f"sold for {me['earned']}" if me["sold"] else "sold nothing"
    if phase == "buy":
        most = purse(view, view["viewer"])
        return "passed" if me["out"] else f"buys up to {most}" if most else "cannot buy"
    if view["best"]:
        return f"two types: +{view['best']}"
    return {1: "pairs draw tiles", 2: "alone: market", 3: "+1 a tile", 4: "sells two types",
            5: "draws one tile"}[me["worn"]]


@lru_cache(maxsize=32)
def own_block(
    title: str, kind: int, line: str, emblem: str, who: int, letters: str,
    counts: tuple[int, int, int],
) -> Image.Image:
    """Return the finished card at the left of a screen."""
    out = cut(screen_ground(), 40, 152, 296, 508)
    gold, tiles, position = counts
    write(out, (148, 35), title, "sans", 34, INK_SOFT, "m")
    if kind:
        place(out, tile(kind, 216, 204, 56), 40, 60)
        write(out, (148, 296), NAMES[kind], "serif", 46, INK, "m")
        if emblem == "picked":
            place(out, sprite(wax_seal(84)), 192, 200)
    elif position:
        place(out, final_wreath(position, who, letters, 232), 32, 70)
    elif emblem == "draft":
        place(out, seat(who, letters, 128), 84, 74)
        write(out, (148, 264), f"{tiles} of 4", "serif", 64, INK, "m")
    else:
        place(out, dashed(216, 204, ROSE_DEEP), 40, 60)
        write(out, (148, 162), "?", "serif", 110, ROSE_DEEP, "m")
    write(out, (148, 347), line, "sans-bold", 36, ROSE_DEEP, "m")
    place(out, panel(232, 2, GILT, radius=1), 32, 384)
    place(out, coin(0, 54), 44, 446, "middle")
    write(out, (80, 446), str(gold), "serif", 64, INK)
    place(out, tile_backs(54), 196, 446, "middle")
    write(out, (228, 446), str(tiles), "serif", 48, INK)
    return reduced(out, world())


PayFacts = tuple[str, tuple[Any, ...]]  # which card, and what it says


def pay_facts(view: View, kind: int) -> PayFacts:
    """Return what the card below a type's tiles says in this phase."""
    me, phase = view["players"][view["viewer"]], view["phase"]
    sale = view["sales"].get(str(kind)) or {"columns": [], "squares": [], "fits": 0, "gold": 0}
    where = tuple(sale["columns"]), tuple(sale["squares"])
    if phase == "draft":
        return "offer", (view["offer"].count(kind),)
    if phase == "wear":
        return "power", (kind, seen(view, view["viewer"])[kind] > 0, kind in view["debut"])
    if me["five"]:
        return "trend", (kind, me["five"].count(kind), *where)
    if phase == "buy":
        column = next((c for c in view["market"] if column_type(view, c) == kind), "")
        stock = zip(view["prices"].get(column, []), view["market"].get(column, []), strict=True)
        return "price", (column, tuple(p for p, there in stock if there), me["gold"], me["out"])
    return ("sale", (*where, sale["fits"], sale["gold"])) if phase != "over" else ("over", ())


@lru_cache(maxsize=128)
def leaf_block(kind: int, held: int, sealed: bool, pay: PayFacts) -> Image.Image:
    """Return a leaf below its shell: the tiles of a type, and what can be done with them."""
    out = cut(screen_ground(), LEAVES_X + (kind - 1) * LEAF_STEP, 180, LEAF_W, 460)
    for k in range(min(held, 3) - 1, -1, -1):
        place(out, tile(kind, 168, 168, 50), 32 + k * 9, 90 - k * 7)
    if held > 1:
        place(out, panel(80, 64, IVORY, GILT_DARK, 4, 32), 142, 202)
        write(out, (182, 234), f"×{held}", "sans-bold", 48, INK, "m")
    if not held:
        place(out, ghost(kind, 160), 36, 88)
    if sealed:
        place(out, sprite(wax_seal(72)), 150, 78)
    card, facts = pay
    PAY_CARDS[card](out, *facts)
    return reduced(out, world())


PAY = (20, 280)


def pay_card(out: Image.Image, bright: bool) -> None:
    """Draw the card below a type's tiles, bright if something can be done with them."""
    fill, line, thick = (IVORY, GILT_DARK, 3) if bright else (SAGE_PALE, SAGE_DEEP, 2)
    place(out, panel(192, 172, fill, line, thick), *PAY)


def pay_text(
    out: Image.Image, x: int, y: int, words: str, kind: str, size: int, ink: str, anchor: str = "m"
) -> None:
    """Write on the card below a type's tiles."""
    write(out, (PAY[0] + x, PAY[1] + y), words, kind, size, ink, anchor)


def pay_lines(out: Image.Image, first: str, second: str) -> None:
    """Write two quiet lines in the middle of the card."""
    pay_text(out, 96, 66, first, "sans", 34, SAGE_INK)
    pay_text(out, 96, 106, second, "sans", 34, SAGE_INK)


def pay_coins(out: Image.Image, amounts: Sequence[int], lit: Sequence[bool]) -> None:
    """Draw a line of coins: gold where it can be had or paid, engraved elsewhere."""
    size, step = {4: (44, 42), 5: (40, 36)}.get(len(amounts), (52, 56))
    left = PAY[0] + 96 - (step * (len(amounts) - 1) + size) / 2
    for i, amount in enumerate(amounts):
        piece = coin(amount, size, "on" if lit[i] else "off")
        place(out, piece, left + step * i, PAY[1] + 42 - size // 2)


def sale_card(
    out: Image.Image, columns: Sequence[str], free: Sequence[int], fits: int, gold: int
) -> None:
    """Show the free squares of a type's column and what a sale brings now."""
    pay_card(out, fits > 0)
    if not columns:
        pay_lines(out, "no free", "column")
        return
    pay_coins(out, free, [i < fits for i in range(len(free))])
    several = len(columns) > 1
    where, kind, size = ("open", "sans-bold", 32) if several else (columns[0], "serif", 44)
    pay_text(out, 18, 122, where, kind, size, INK if fits else SAGE_INK, "l")
    if fits:
        size = 68 if gold < 10 else 50 if several else 58
        pay_text(out, 178, 122, f"+{gold}", "serif", size, ROSE_DEEP, "r")
    else:
        pay_text(out, 178, 122, "none" if free else "full", "sans", 36, SAGE_INK, "r")


def offer_card(out: Image.Image, n: int) -> None:
    """Show how many tiles of a type can be taken in the draft."""
    pay_card(out, n > 0)
    if not n:
        pay_lines(out, "none", "on offer")
        return
    pay_text(out, 96, 66, str(n), "serif", 76, ROSE_DEEP)
    pay_text(out, 96, 130, "on offer", "sans", 34, INK_SOFT)


POWERS = {
    1: ("each pair", "draws a tile"),
    2: ("alone: fills", "the market"),
    3: ("+1 gold for", "each tile"),
    4: ("sells two", "types"),
    5: ("draws a tile", "after selling"),
}


def power_card(out: Image.Image, kind: int, mine: bool, debut: bool) -> None:
    """Say what wearing a type does, and whether its debut tile can be won."""
    pay_card(out, mine)
    for k, words in enumerate(POWERS[kind]):
        y = (38 if debut else 66) + 40 * k
        pay_text(out, 96, y, words, "sans", 32, INK if mine else SAGE_INK)
    if debut:
        fill = ROSE_DEEP if mine else SAGE_INK
        place(out, panel(168, 48, fill, radius=24), PAY[0] + 12, PAY[1] + 110)
        pay_text(out, 96, 134, "+ debut", "sans-bold", 32, IVORY)


def trend_card(
    out: Image.Image, kind: int, n: int, columns: Sequence[str], free: Sequence[int]
) -> None:
    """Show how many of the drawn tiles are of a type, and where one would go."""
    pay_card(out, n > 0 and bool(free))
    if not n:
        pay_lines(out, "not among", "the drawn")
        return
    place(out, tile(kind, 84, 84, 34), PAY[0] + 16, PAY[1] + 14)
    pay_text(out, 112, 58, f"×{n}", "sans-bold", 48, INK, "l")
    if not free:
        pay_text(out, 96, 136, "no room", "sans", 36, SAGE_INK)
        return
    pay_text(out, 18, 136, "to", "sans", 34, INK_SOFT, "l")
    pay_text(out, 62, 136, columns[0], "serif", 44, INK, "l")
    place(out, coin(free[0], 56, "next"), PAY[0] + 150, PAY[1] + 136, "middle")


def price_card(
    out: Image.Image, column: str, amounts: Sequence[int], gold: int, passed: bool
) -> None:
    """Show the tiles of a type on the market by price, gold where the viewer can pay."""
    lit = [price <= gold and not passed for price in amounts]
    pay_card(out, any(lit))
    if not column:
        pay_lines(out, "none on", "the market")
        return
    pay_coins(out, amounts, lit)
    pay_text(out, 18, 122, column, "serif", 44, INK if any(lit) else SAGE_INK, "l")
    if any(lit):
        pay_text(out, 178, 122, f"−{amounts[0]}", "serif", 68, ROSE_DEEP, "r")
    else:
        pay_text(out, 178, 122, "passed" if passed else "too dear", "sans", 32, SAGE_INK, "r")


def end_card(out: Image.Image) -> None:
    """Close a leaf with a shell: tiles are worth nothing at the end."""
    place(out, shell(96), PAY[0] + 48, PAY[1] + 36)


PAY_CARDS: dict[str, Callable[..., None]] = {
    "offer": offer_card, "power": power_card, "trend": trend_card, "price": price_card,
    "sale": sale_card, "over": end_card,
}


# ------------------------------------------------------------------------- words


def describe(view: View) -> str:
    """Return the picture in words, in less than a thousand characters."""
    text = ""
    for most in (40, 24, 16, 12, 9):
        names = [fit_words(name, most) for name in spoken_names(view)]
        lines = [title_words(view, names), *market_words(view, names), stock_words(view)]
        lines += [player_words(view, who, names) for who in line_of_players(view)]
        lines += [order_words(view, names), *own_words_of(view)]
        text = "\n".join(line for line in lines if line)
        if len(text) < 1000:
            break
    return fit_words(text, 999)


def spoken_names(view: View) -> list[str]:
    """Return the players' names as they write them, which words can show in any script."""
    given = view.get("names") or [""] * view["seats"]
    return [" ".join(name.split()) or f"Player {i + 1}" for i, name in enumerate(given)]


def fit_words(name: str, most: int) -> str:
    """Return a name, cut with an ellipsis after a number of letters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def tally(counts: Counter[int]) -> str:
    """Return types with their numbers, as in "2 Baron, Scholar"."""
    return ", ".join(f"{n} {NAMES[k]}" if n > 1 else NAMES[k] for k, n in sorted(counts.items()))


PHASE_WORDS = {"draft": "draft", "wear": "all pick a wig to wear", "market": "setting the market",
               "sell": "selling", "buy": "buying", "over": "the end"}


def title_words(view: View, names: list[str]) -> str:
    """Say game, round, phase, and who is asked or has won."""
    phase, asked, best = view["phase"], view["asked"], winners(view)
    head = f"{view['title']}, " + (f"round {view['round']}, " if view["round"] else "")
    head += PHASE_WORDS[phase]
    if phase == "over":
        reason = strip_hint(view)
        verb = " wins." if len(best) == 1 else " share the win."
        return f"{head} ({reason}). {' and '.join(names[who] for who in best)}{verb}"
    verb = DEEDS[phase] if len(asked) == 1 else DEEDS[phase].removesuffix("s")
    return f"{head}. {', '.join(names[who] for who in asked)} {verb}." if asked else f"{head}."


def market_words(view: View, names: list[str]) -> list[str]:
    """Say what is on offer in the draft, or what lies on each square of the market."""
    if view["phase"] == "draft":
        return [f"{strip_hint(view).capitalize()}. On offer: {tally(Counter(view['offer']))}."]
    return [f"{column} {column_words(view, column, names)}." for column in view["market"]]


def column_words(view: View, column: str, names: list[str]) -> str:
    """Say which squares of a column are taken, which are free, and which are new."""
    kind = column_type(view, column)
    squares, prices = view["market"][column], view["prices"][column]
    taken = [str(p) for p, there in zip(prices, squares, strict=True) if there]
    free = [str(p) for p, there in zip(prices, squares, strict=True) if not there]
    words = f"{NAMES[kind]} on {' '.join(taken)}, " if kind else "open, "
    words += f"free {' '.join(free)}" if free else "full"
    if view["phase"] == "over":
        return words
    for source in sorted(set(view["fresh"][column]) - {0}):
        new = [str(p) for p, f in zip(prices, view["fresh"][column], strict=True) if f == source]
        giver = names[source - 1] if source > 0 else "the supply"
        words += f"; {' '.join(new)} new from {giver}"
    return words


def stock_words(view: View) -> str:
    """Say which debut tiles are left, how big the supply is, and what ends the game."""
    words = f"Debut: {tally(Counter(view['debut'])) or 'none left'}. Supply {view['supply']}"
    back = tally(Counter(view["returned"]))
    return words + (f", put back {back}." if back else ".") + f" Ends at {view['end_gold']} gold."


def player_words(view: View, who: int, names: list[str]) -> str:
    """Say what everybody knows of a player."""
    player = view["players"][who]
    words = f"{names[who]}: {player['gold']} gold, {count(owned(view, who), 'tile')}"
    if player["worn"]:
        words += f", wears {NAMES[player['worn']]}"
    state_words = note(view, who)[0]
    words += f", {state_words}" if state_words else ""
    if seen(view, who) and who != view["viewer"]:
        words += f". Known: {tally(seen(view, who))}"
    return words + "."


def count(n: int, thing: str) -> str:
    """Return a number of things, as in "1 tile" or "2 tiles"."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def order_words(view: View, names: list[str]) -> str:
    """Say the order in which all would buy as things stand."""
    if view["phase"] not in ("wear", "market", "sell"):
        return ""
    return f"Buying order now: {', '.join(names[who] for who in view['buy_order'])}."


def own_words_of(view: View) -> list[str]:
    """Say what only the viewer knows: tiles, answer, drawn tiles, what a sale would bring."""
    who = view["viewer"]
    if who is None:
        return []
    lines = [f"Behind your screen: {tally(seen(view, who)) or 'nothing'}."]
    if chosen(view):
        lines.append(f"You will wear {NAMES[chosen(view)]}; it may be changed.")
    five = Counter(view["players"][who]["five"])
    if five:
        fits = {int(kind): sale for kind, sale in view["sales"].items() if sale["squares"]}
        goals = [
            f"{n} {NAMES[kind]} ({goal_words(fits.get(kind))})" for kind, n in sorted(five.items())
        ]
        lines.append(f"You drew {', '.join(goals)}.")
    elif view["phase"] in ("market", "sell"):
        sold = [
            f"{s['fits']} {NAMES[int(kind)]} to {' or '.join(s['columns'])} for {s['gold']}"
            for kind, s in view["sales"].items()
            if s["fits"]
        ]
        lines.append(f"You could sell {'; '.join(sold) or 'nothing'}.")
        if view["best"]:
            lines.append(f"Two types bring {view['best']} gold.")
    return lines


def goal_words(sale: View | None) -> str:
    """Say where a tile for the market would go."""
    return f"to {sale['columns'][0]} for {sale['squares'][0]}" if sale else "no room"


# ----------------------------------------------------------------------- pictures


@lru_cache(maxsize=1)
def world() -> bytes:
    """Return the palette of this world: what is drawn, and the mixtures at its edges."""
    plain = [
        "#000000", "#FFFFFF", TROUGH, SAGE_OTHER, SAGE_NEXT, "#F7E3D2", "#E59A97", "#5A3A2C",
        "#8350A4", "#36184E", "#8DB35A", "#9A2F3C", "#B8324A", "#F2A3AC", "#F2BE4A", "#7D5212",
        "#3E9A98", "#123F42", "#A6DCD6", "#C23B4C", "#4A0F1E", "#EDC562", "#E6B58B", "#4A2A18",
        "#D98D6C", "#C8323C", "#5A0D16", "#A61F30", "#5C0D18", "#FFD84D", "#5C6F51",
    ]
    mixed = [
        (INK, CARD, 6), (INK, IVORY, 3), (INK, PARCHMENT, 3), (INK, GILT_LIGHT, 4), (INK, SAGE, 3),
        (INK, SAGE_DEEP, 2), (INK_SOFT, CARD, 5), (INK_SOFT, PARCHMENT, 3), (CARD, IVORY, 1),
        (ROSE_DEEP, IVORY, 6), (ROSE_DEEP, SAGE_NEXT, 3), (ROSE, ROSE_PALE, 2),
        (GILT, GILT_LIGHT, 3), (GILT, CARD, 3), (GILT_DARK, GILT_LIGHT, 3), (GILT_DARK, CARD, 3),
        (GILT_DARK, SAGE, 2), (SAGE_DEEP, SAGE, 2), (SAGE_DEEP, SAGE_PALE, 3),
        (SAGE_INK, SAGE_EMPTY, 3), (PARCHMENT, PARCHMENT_LINE, 1),
        (PARCHMENT, "#B5A893", 5), (PARCHMENT_LINE, "#C9BC9F", 2), (SAGE_PALE, "#7F8973", 4),
        (CARD, "#A79C8B", 5),
    ]
    for kind in TYPES:
        ground, edge, (hair, outline, light) = GROUND[kind], EDGE[kind], HAIR[kind]
        mixed += [(ground, edge, 3), (ground, IVORY, 3), (edge, IVORY, 4), (ground, GILT_LIGHT, 1)]
        mixed += [(hair, outline, 3), (hair, light, 1), (light, outline, 1)]
    for colour, ink, _ in SEATS[:4]:
        mixed += [(colour, IVORY, 2), (colour, ink, 1)]
    return palette(plain, mixed)


def draw(view: View) -> Image.Image:
    """Return the public board, or the viewer's own screen if the view has a viewer."""
    return board(view) if view["viewer"] is None else screen(view)


def warm() -> None:
    """Draw the grounds and everything that repeats once, so that the first picture is quick."""
    for seats in (0, *PLANS):
        sheet(seats)
    for kind, price in product(TYPES, range(1, 6)):
        for state, tone in product(("on", "can"), ("old", "drawn")):
            square(price, kind, state, tone)
    for price, state in product(range(1, 6), ("off", "next", "room")):
        square(price, 0, state, "empty")
    for px in (96, 152, 168, 232):
        laurel(px, GILT_LIGHT, GILT_DARK)
        laurel(px, GILT, GILT)
    for kind in TYPES:
        ghost(kind, 160)
        for w, h, badge in TILE_SIZES:
            tile(kind, w, h, badge)
        for column in COLUMNS:
            column_head(column, kind)


TILE_SIZES = (
    (58, 60, 32), (68, 72, 32), (84, 84, 34), (88, 150, 34), (116, 184, 40), (112, 148, 42),
    (160, 152, 46), (176, 168, 46), (168, 168, 50), (216, 204, 56),
    (204, 342, 52), (204, 222, 52), (204, 163, 52),
)
