"""The five wigs, drawn stroke by stroke; no tile or board that they lie on."""

import math
from collections.abc import Callable

from PIL import Image

from renderers.caching import cached
from renderers.canvas import Pen, Point, Points, ellipse, mirror, scaled, spiral, spline

from .colours import EDGE, HAIR


def curl(p: Pen, cx: float, cy: float, r: float, tones: tuple[str, str, str], turn: int) -> None:
    """Draws one round curl: disc, spiral, a crescent of light."""
    hair, ink, light = tones
    p.disc(cx, cy, r, fill=hair, ink=ink, w=1.5)
    p.line(spiral(cx, cy, r * 0.72, turn, 200), ink, 1.5, curve=False)
    p.line(ellipse(cx, cy, r * 0.72, r * 0.72, 0, 215, 275), light, 1.7, curve=False)


def rolls(p: Pen, places: Points, rx: float, ry: float, tones: tuple[str, str, str]) -> None:
    """Draws sausage curls at both sides; their open ends show the spiral."""
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
    """Draws a head with its neck, cheeks and eyes."""
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


def points_with_normals(points: Points, steps: int) -> list[tuple[float, float, float, float]]:
    """A curve's points, each with the unit vector across the curve."""
    spine = spline(points, steps=steps)
    out: list[tuple[float, float, float, float]] = []
    for i, (x, y) in enumerate(spine):
        x1, y1 = spine[max(i - 1, 0)]
        x2, y2 = spine[min(i + 1, len(spine) - 1)]
        d = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
        out.append((x, y, -(y2 - y1) / d, (x2 - x1) / d))
    return out


def swell(share: float) -> float:
    """0 at both ends of the way and 1 in its middle."""
    return math.sin(math.pi * share)


def quill(p: Pen, points: Points, reach: float, fill: str, ink: str, light: str) -> None:
    """Draws a writing feather along a curve."""
    spine = points_with_normals(points, 10)
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
    """Draws an ostrich plume: two rows of soft lobes on a curve."""
    spine = points_with_normals(points, 5)
    n = len(spine) - 1
    lobes: list[tuple[float, float, float]] = []
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
    """Draws a lace collar of five scallops."""
    for i in range(-2, 3):
        p.disc(cx + i / 2 * reach, y - abs(i) * 1.25, reach * 0.3, 6.2, "#FFFDF5", "#8A7B6A", 1.3)
    edge = [(cx - reach * 0.55, y - 4.5), (cx, y - 2.2), (cx + reach * 0.55, y - 4.5)]
    p.line(edge, "#8A7B6A", 1.2)


def bon_vivant(p: Pen) -> None:
    """Draws a broad cloud of honey curls, grapes behind the ear, rosy cheeks."""
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
    """Draws a tower of white powder: pearls, a great bow, three plumes."""
    hair, ink, light = HAIR[2]
    amber, sea = ("#F2BE4A", "#7D5212", "#B98418"), ("#3E9A98", "#123F42", "#A6DCD6")
    plume(p, [(47, 38), (36, 24), (24, 15), (13, 18), (11, 27)], 8, *amber)
    plume(p, [(54, 38), (66, 24), (78, 15), (88, 18), (90, 28)], 8, *sea)
    plume(p, [(50, 38), (47, 24), (50, 15.5), (58, 12.5), (64, 17.5)], 7, *HAIR[2])
    tower = [
        (35, 86),
        (31, 68),
        (23, 50),
        (23, 37),
        (36, 28),
        (64, 28),
        (77, 37),
        (77, 50),
        (69, 68),
        (65, 86),
        (50, 90),
    ]
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
    """Draws a smooth white dome between pigeon wings, a pearled coronet, a bow at the nape."""
    hair, ink, light = HAIR[3]
    bow(p, 50, 89, 27, "#C23B4C", "#4A0F1E", "#F0A3A4")
    dome = [(30, 72), (26, 46), (33, 28), (50, 22), (67, 28), (74, 46), (70, 72), (50, 80)]
    p.blob(dome, hair, ink, 1.7)
    face(p, 50, 63, 17, 18.5, eyes="open")
    p.line([(39.5, 57.5), (43.5, 55.3), (47.5, 57.2)], "#5A3A2C", 1.8)
    p.line([(52.5, 55.6), (57, 52.6), (61, 55.2)], "#5A3A2C", 1.8)
    moustache = [
        (50, 71),
        (43, 69.8),
        (35.5, 74),
        (43, 75.6),
        (50, 73.6),
        (57, 75.6),
        (64.5, 74),
        (57, 69.8),
    ]
    p.blob(moustache, hair, ink, 1.3)
    p.line([(47.5, 78), (50, 78.6), (52.5, 78)], "#9A3B3F", 1.7)
    front = [
        (32, 62),
        (32, 44),
        (42, 36),
        (50, 38),
        (58, 36),
        (68, 44),
        (68, 62),
        (63, 52),
        (50, 49),
        (37, 52),
    ]
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
    """Draws a long wig in two ringleted falls, parted; spectacles, bands and a quill."""
    hair, ink, light = HAIR[4]
    quill(p, [(70, 52), (82, 29), (94, 6)], 7.4, "#FFFDF5", "#5F5245", "#BFB39F")
    fall = [
        (50, 22),
        (42, 11),
        (28, 9),
        (17, 20),
        (14, 40),
        (11, 58),
        (10, 76),
        (11, 95),
        (25, 98),
        (39, 95),
        (41, 76),
        (40, 40),
    ]
    p.blob(fall, hair, ink, 1.8)
    p.blob(mirror(fall), hair, ink, 1.8)
    face(p, 50, 56, 17, 20, eyes="open")
    band = [(42, 81), (49.4, 79), (48.6, 99.4), (38, 99.4)]
    front = [
        (50, 25),
        (41, 16),
        (29, 22),
        (25, 44),
        (27, 66),
        (34, 72),
        (34.5, 56),
        (38, 44),
        (46, 36),
    ]
    chevrons = [(18.6, 46 + 9 * k, 4.4) for k in range(6)] + [(30.4, 78, 5), (30.4, 87, 5)]
    sides: list[Callable[[Points], list[Point]]] = [list, mirror]
    for side in sides:
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
    """Draws black locks under a spotted scarf knotted at the side; a braid with a bead."""
    hair, ink, light = HAIR[5]
    red, rim = "#C8323C", "#5A0D16"
    p.blob([(28, 34), (16, 22), (4, 23), (10, 32), (2, 40), (16, 43)], red, rim)
    p.blob([(29, 38), (19, 46), (10, 60), (19, 59), (23, 66), (33, 46)], red, rim)
    locks = [
        (34, 40),
        (27, 54),
        (30, 64),
        (23, 74),
        (29, 84),
        (23, 95),
        (42, 93),
        (47, 70),
        (44, 44),
    ]
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
    moustache = [
        (53, 68.5),
        (46, 67.2),
        (38, 71.4),
        (46, 73),
        (53, 71),
        (60, 73),
        (68, 71.4),
        (60, 67.2),
    ]
    p.blob(moustache, hair, ink, 1)
    p.blob([(49, 76), (57, 76), (56, 85), (53, 89), (50, 85)], hair, ink, 1)
    p.line([(34, 57), (35, 65), (29, 75), (34, 84)], light, 1.7)
    p.line([(30, 90), (37, 88), (39, 80)], light, 1.7)
    scarf = [
        (29, 47),
        (30, 27),
        (42, 13),
        (57, 10),
        (71, 18),
        (79, 35),
        (79, 46),
        (66, 43),
        (50, 43),
        (38, 47),
    ]
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


@cached
def wig_plate(kind: int) -> Image.Image:
    """A wig, large, with a rim in the edge colour of its type, as an RGBa image."""
    pen = Pen(680, oversampling=1)
    HEADS[kind](pen)
    pen.outline(EDGE[kind], 1.3)
    return pen.sheet


@cached
def wig(kind: int, px: int) -> Image.Image:
    return scaled(wig_plate(kind), px, px).convert("RGBA")
