"""Pictures of Royal Threadcount: washi and ink, one indigo cloth, dyed silk, one vermilion seal.

The public board and the presentation to the Empress are 1600 x 1200, a player's own panel
1600 x 700; `describe` says the same in words. Nothing here knows a rule: everything comes from
the view. A garment is cut once as masks; a dye only colours them. Finished parts of a picture
are kept, already reduced to the palette, under the facts that they show.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from random import Random
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers.canvas import (
    SEATS,
    Pen,
    Point,
    Points,
    Sprite,
    cut,
    dashed,
    ellipse,
    fit,
    initials,
    japanese,
    names_of,
    palette,
    panel,
    place,
    rank,
    reduced,
    rounded,
    scaled,
    seat,
    shadowed,
    sprite,
    toned,
    width,
    write,
)

View = dict[str, Any]

# ------------------------------------------------------------------- colours

WASHI, FIBRE_PALE, FIBRE_DARK = "#F3ECDC", "#FBF7EC", "#E9E0CB"
PAPER, SILK = "#FFFCF4", "#FBF8F0"
INK, INK_SOFT, NIGHT = "#1B2340", "#4F5670", "#11131C"
HAIR, GHOST, LACQUER = "#C8BC9F", "#6E6448", "#221C1C"
INDIGO, INDIGO_PALE, BOLT = "#1F2D57", "#B4C2E4", "#26376B"
SEAL, SEAL_PALE, THREAD = "#B3261E", "#FFF1E4", "#FF8355"
GOLD, BRASS, SHADE = "#F0B429", "#8A5A00", "#3A2E18"


@dataclass(frozen=True, slots=True)
class Hue:
    """A dye: its letters, the ground it gives the cloth, the motif on it, its price in dye."""

    letters: str
    ground: str
    motif: str
    cost: str


HUES = {
    "red": Hue("R", "#BF1E2E", "#FFE9DC", "RR"),
    "orange": Hue("O", "#F27D12", "#FFF0CC", "RY"),
    "yellow": Hue("Y", "#FCE350", "#8C6A00", "YY"),
    "green": Hue("G", "#2F8F3E", "#EDF8DC", "YB"),
    "blue": Hue("B", "#1F62B8", "#E6F1FF", "BB"),
    "violet": Hue("V", "#8B45B5", "#F8E8FF", "RB"),
    "red-orange": Hue("RO", "#E54A22", "#FFF1DF", "RRY"),
    "yellow-orange": Hue("YO", "#FDB827", "#A05000", "YYR"),
    "yellow-green": Hue("YG", "#B4CC30", "#435708", "YYB"),
    "blue-green": Hue("BG", "#12979B", "#E4FBF3", "BBY"),
    "blue-violet": Hue("BV", "#3B2F92", "#E6E2FF", "BBR"),
    "red-violet": Hue("RV", "#BB2B82", "#FFE6F3", "RRB"),
}
UNDYED = Hue("", SILK, "#A9A08B", "")
BASIC, TERTIARY = list(HUES)[:6], list(HUES)[6:]
PRIMARY = {"R": "red", "Y": "yellow", "B": "blue"}
PATTERNS = ("asanoha", "uroko", "ichimatsu", "kikko", "seigaiha", "karakusa")
GARMENTS = ("kimono", "hakama", "obi", "sensu")


def mix(a: str, b: str, share: float) -> str:
    """Return colour a with a share of colour b."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(p + (q - p) * share):02X}" for p, q in pairs)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def text_on(ground: str) -> str:
    """Return white or near black, whichever reads better on a ground."""
    light = luminance(ground) + 0.05
    return "#FFFFFF" if 1.05 / light > light / (luminance(NIGHT) + 0.05) else NIGHT


def dark_of(hue: Hue) -> str:
    """Return the colour of seams, collar and hem."""
    return mix(hue.ground, "#000000", 0.42) if hue.letters else "#8E856F"


# ------------------------------------------------- the six patterns, as tilings

CUT = 8  # pixels for a hundredth of a garment's width, when it is cut


def grid(w: float, h: float, dx: float, dy: float) -> list[tuple[int, int]]:
    """Return the columns and rows that cover a cloth from its middle."""
    columns, rows = math.ceil(w / dx / 2) + 2, math.ceil(h / dy / 2) + 2
    return [(i, j) for j in range(-rows, rows + 1) for i in range(-columns, columns + 1)]


def thread(d: ImageDraw.ImageDraw, points: Points, w: float, fill: Any = 255) -> None:
    """Draw a line with round ends."""
    d.line(list(points), fill=fill, width=max(1, round(w)), joint="curve")
    for x, y in (points[0], points[-1]):
        d.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=fill)


def asanoha(d: ImageDraw.ImageDraw, w: float, h: float, u: float) -> None:
    """Hemp leaves: a lattice of triangles, the middle of each joined to its corners."""
    row, line = u * math.sqrt(3) / 2, u * 0.075
    for i, j in grid(w, h, u, row):
        x, y = w / 2 + (i + (j % 2) / 2) * u, h / 2 + j * row
        right, low, far = (x + u, y), (x - u / 2, y + row), (x + u / 2, y + row)
        for end in (right, low, far):
            thread(d, [(x, y), end], line)
        for other in (right, low):
            corners = ((x, y), other, far)
            middle = (sum(p[0] for p in corners) / 3, sum(p[1] for p in corners) / 3)
            for corner in corners:
                thread(d, [middle, corner], line)


def uroko(d: ImageDraw.ImageDraw, w: float, h: float, u: float) -> None:
    """Scales: equilateral triangles, those that point up filled."""
    row = u * math.sqrt(3) / 2
    for i, j in grid(w, h, u, row):
        x, y = w / 2 + (i + (j % 2) / 2) * u, h / 2 + j * row
        d.polygon([(x, y), (x + u / 2, y + row), (x - u / 2, y + row)], fill=255)


def ichimatsu(d: ImageDraw.ImageDraw, w: float, h: float, u: float) -> None:
    """Chequered squares."""
    for i, j in grid(w, h, u, u):
        if (i + j) % 2:
            x, y = w / 2 + (i - 0.5) * u, h / 2 + (j - 0.5) * u
            d.rectangle((x, y, x + u - 1, y + u - 1), fill=255)


def kikko(d: ImageDraw.ImageDraw, w: float, h: float, u: float) -> None:
    """Turtle shell: a honeycomb with a small hexagon in each cell."""
    ring = [(math.sin(math.pi * k / 3), math.cos(math.pi * k / 3)) for k in range(7)]
    for i, j in grid(w, h, u * math.sqrt(3), u * 1.5):
        x, y = w / 2 + (i + (j % 2) / 2) * u * math.sqrt(3), h / 2 + j * u * 1.5
        thread(d, [(x + u * a, y + u * b) for a, b in ring], u * 0.2)
        d.polygon([(x + 0.42 * u * a, y + 0.42 * u * b) for a, b in ring[:6]], fill=255)


def seigaiha(d: ImageDraw.ImageDraw, w: float, h: float, u: float) -> None:
    """Ocean waves: rows of rings, each row over the one above and shifted by half."""
    for i, j in grid(w, h, 2 * u, u / 2):
        x, y = w / 2 + (2 * i + j % 2) * u, h / 2 + j * u / 2
        for r, tone in ((1.0, 255), (0.87, 0), (0.62, 255), (0.48, 0), (0.22, 255)):
            d.ellipse((x - r * u, y - r * u, x + r * u, y + r * u), fill=tone)


def karakusa(d: ImageDraw.ImageDraw, w: float, h: float, u: float) -> None:
    """Winding plants: a stem of half circles; at each a curl winds in to a berry."""
    sprig = Image.new("L", (round(4.6 * u), round(2.6 * u)), 0)
    pen, middle = ImageDraw.Draw(sprig), 1.3 * u
    for x, s in ((1.3 * u, 1), (3.3 * u, -1)):
        turns = [math.pi * k / 24 for k in range(25)]
        thread(pen, [(x - u * math.cos(a), middle - s * u * math.sin(a)) for a in turns], u * 0.2)
        curl: list[Point] = []
        for k in range(41):
            a, r = math.pi * (1 - 2.7 * k / 40), u * (1 - 0.76 * (k / 40) ** 0.72)
            curl.append((x + r * math.cos(a), middle - s * r * math.sin(a)))
        thread(pen, curl, u * 0.18)
        (ex, ey), b = curl[-1], u * 0.24
        pen.ellipse((ex - b, ey - b, ex + b, ey + b), fill=255)
    for i, j in grid(w, h, 4 * u, 1.9 * u):
        x, y = w / 2 + (4 * i - 1.3) * u, h / 2 + (1.9 * j - 1.3) * u
        d.bitmap((round(x), round(y)), sprig, fill=255)


# unit for a cloth 100 wide, and the strength of the motif: patterns of surfaces are softer than
# patterns of lines, or the hue is lost
TILINGS: dict[str, tuple[Callable[..., None], float, float]] = {
    "asanoha": (asanoha, 22, 1.0),
    "uroko": (uroko, 17, 0.62),
    "ichimatsu": (ichimatsu, 12, 0.55),
    "kikko": (kikko, 11.5, 0.9),
    "seigaiha": (seigaiha, 14, 0.85),
    "karakusa": (karakusa, 10.5, 0.9),
}
DENSITY = {"kimono": 1.0, "hakama": 0.95, "obi": 0.8, "sensu": 0.85}


def woven(pattern: str, w: int, h: int, density: float) -> Image.Image:
    """Return the motif of a pattern as a large mask; the size is in hundredths of a garment."""
    draw_tiling, unit, _ = TILINGS[pattern]
    mask = Image.new("L", (w * CUT, h * CUT), 0)
    draw_tiling(ImageDraw.Draw(mask), w * CUT, h * CUT, unit * density * CUT)
    return mask


@lru_cache(maxsize=64)
def bolt(pattern: str, w: int, h: int, zoom: float) -> Sprite:
    """Return a piece of indigo cloth that shows a pattern at full strength."""
    across, down = math.ceil(w / zoom), math.ceil(h / zoom)
    mask = scaled(woven(pattern, across, down, 1.0), w, h)
    out = Image.new("RGB", (w, h), BOLT)
    out.paste("#F4EEDF", (0, 0), mask)
    return Sprite(out, panel(w, h, BOLT, radius=10).mask, 0)


# ------------------------------------------- the four garments, in a box 100 wide


def bowed(points: Points, radii: Sequence[float]) -> list[Point]:
    """Return a polygon whose corners are cut by curves, one radius for each."""
    out: list[Point] = []
    for i, ((x, y), radius) in enumerate(zip(points, radii, strict=True)):
        if not radius:
            out.append((x, y))
            continue
        ends: list[Point] = []
        for px, py in (points[i - 1], points[(i + 1) % len(points)]):
            share = min(radius / math.hypot(px - x, py - y), 0.5)
            ends.append((x + (px - x) * share, y + (py - y) * share))
        (ax, ay), (bx, by) = ends
        for t in (k / 8 for k in range(9)):
            p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
            out.append((p * ax + q * x + r * bx, p * ay + q * y + r * by))
    return out


class Shears:
    """Cuts one garment, large: its outline as a mask, and what is sewn on as three weights.

    Red weighs the seam colour, green undyed silk, blue lacquer; black leaves the cloth.
    """

    DARK, DEEP, WHITE, BLACK = (255, 0, 0), (190, 0, 65), (0, 255, 0), (0, 0, 255)

    def __init__(self, tall: int):
        """Lay out a cloth 100 wide."""
        size = (100 * CUT, tall * CUT)
        self.body, self.sewn = Image.new("L", size, 0), Image.new("RGB", size, 0)
        self._body, self._sewn = ImageDraw.Draw(self.body), ImageDraw.Draw(self.sewn)

    def piece(self, points: Points, hem: bool = True) -> None:
        """Cut a piece, with a seam round it."""
        path = [(x * CUT, y * CUT) for x, y in points]
        self._body.polygon(path, fill=255)
        if hem:
            thread(self._sewn, [*path, path[0]], 1.3 * CUT, self.DARK)

    def seam(self, points: Points, w: float, tone: tuple[int, int, int] = DARK) -> None:
        """Sew a line."""
        thread(self._sewn, [(x * CUT, y * CUT) for x, y in points], w * CUT, tone)

    def patch(self, points: Points, tone: tuple[int, int, int] = DARK) -> None:
        """Sew a piece on."""
        self._sewn.polygon([(x * CUT, y * CUT) for x, y in points], fill=tone)


def kimono(s: Shears) -> None:
    """Cut a kimono; the wearer's left side lies on top, as for the living."""
    left = [(41, 4), (1, 11), (1, 63), (24, 66), (28, 41), (29.5, 41), (26, 107)]
    radii = [0, 3, 9, 5, 0, 0, 2]
    right = [(100 - x, y) for x, y in reversed(left)]
    s.piece(bowed(left + right, radii + radii[::-1]))
    s.patch([(41, 4), (59, 4), (52, 27)], s.DEEP)
    for x in (29.5, 70.5):
        s.seam([(x, 8), (x, 41)], 0.9)
    s.seam([(40, 50), (37, 107)], 1.3)
    s.patch([(39.8, 4), (45.2, 4), (51.5, 22), (48, 31)])
    s.seam([(45.2, 5), (50.6, 21)], 2.2, s.WHITE)
    s.patch([(54.8, 4), (60.4, 4), (43.2, 51), (37.6, 50)])
    s.seam([(54.4, 5), (46.6, 26)], 2.2, s.WHITE)
    s.patch([(26.2, 103.5), (73.8, 103.5), (74, 107), (26, 107)])


def hakama(s: Shears) -> None:
    """Cut a hakama: waistband, five pleats, split hem, a white tie."""
    band = [(27, 5), (73, 5), (75, 18), (25, 18)]
    skirt = [(25, 18), (75, 18), (96, 97), (54, 97), (50, 84), (46, 97), (4, 97)]
    s.piece(band)
    s.piece(bowed(skirt, [0, 0, 3, 2, 0, 2, 3]))
    for top, foot in ((31, 17), (39, 32), (61, 68), (69, 83)):
        s.seam([(top, 18), (foot, 97)], 1.6)
    s.seam([(50, 18), (50, 85)], 2)
    s.patch(band)
    for extra, tone in ((2.2, s.DARK), (0, s.WHITE)):
        for side in (-1, 1):
            loop = [(50, 12), (50 + 12 * side, 7.5), (50 + 13 * side, 15), (50, 12)]
            s.seam(loop, 2.4 + extra, tone)
            s.seam([(50, 12), (50 + 5 * side, 36)], 3.2 + extra, tone)
    s.patch([(47.4, 8.6), (52.6, 8.6), (52.6, 15.6), (47.4, 15.6)], s.WHITE)


def obi(s: Shears) -> None:
    """Cut an obi: a wide band, a bow with two tails, a white cord."""
    s.piece(bowed([(1, 17), (99, 17), (99, 45), (1, 45)], [2] * 4))
    for x in (1, 81.5):
        s.patch([(x, 29), (x + 17.5, 29), (x + 17.5, 32.6), (x, 32.6)], s.WHITE)
    tails = [[(48, 36), (54, 36), (69, 58), (56, 62)], [(46, 36), (52, 36), (44, 62), (31, 58)]]
    loop = bowed([(50, 24), (28, 3), (20, 8), (21, 46), (29, 51), (50, 36)], [0, 5, 5, 6, 5, 0])
    knot = bowed([(43, 19), (57, 19), (59, 41), (41, 41)], [4] * 4)
    for part in (*tails, loop, [(100 - x, y) for x, y in loop], knot):
        s.patch(part, (0, 0, 0))
        s.piece(part)
    for side in (-1, 1):
        s.seam([(50 + 9 * side, 30), (50 + 19 * side, 27)], 1.3)
    s.patch([(42.2, 28.4), (57.8, 28.4), (57.8, 32.6), (42.2, 32.6)], s.WHITE)


def sensu(s: Shears) -> None:
    """Cut a folding fan: ten folds, lacquered guards and ribs, a white pin."""
    x, y, outer, inner = 50, 57, 54, 20
    rim = ellipse(x, y, outer, outer, 0, 204, 336) + ellipse(x, y, inner, inner, 0, 336, 204)
    s.piece(rim)
    for i in range(11):
        a = math.radians(204 + 13.2 * i)
        far, mid, low = [(x + r * math.cos(a), y + r * math.sin(a)) for r in (outer, inner, -3)]
        guard = i in (0, 10)
        s.seam([low, mid], 3 if guard else 1.4, s.BLACK)
        s.seam([mid, far], 3 if guard else 0.9, s.BLACK if guard else s.DARK)
    s.patch(ellipse(x, y, 2.4, 2.4), s.WHITE)


CUTS = {"kimono": (kimono, 109), "hakama": (hakama, 99), "obi": (obi, 64), "sensu": (sensu, 62)}


def tall(kind: str, w: int) -> int:
    """Return how high a garment is."""
    return round(w * CUTS[kind][1] / 100)


@lru_cache(maxsize=4)
def pieces(kind: str) -> Shears:
    """Return a garment cut out, large."""
    tailor, height = CUTS[kind]
    shears = Shears(height)
    tailor(shears)
    return shears


@dataclass(frozen=True, slots=True)
class Cloth:
    """A garment's masks in a size: whole outline, cloth, seams, silk, lacquer, and its shadow."""

    whole: Image.Image
    body: Image.Image
    dark: Image.Image
    white: Image.Image
    black: Image.Image
    shadow: Image.Image


PAD = 8


@lru_cache(maxsize=48)
def cloth(kind: str, w: int) -> Cloth:
    """Return a garment's masks in a size."""
    large, h = pieces(kind), tall(kind, w)
    body = scaled(large.body, w, h)
    dark, white, black = scaled(large.sewn, w, h).split()
    whole = body
    for mask in (dark, white, black):
        whole = ImageChops.lighter(whole, mask)
    cast = Image.new("L", (w + 2 * PAD, h + 2 * PAD), 0)
    cast.paste(toned(whole, lambda v: v * 0.26), (PAD, PAD + 2))
    shadow = Image.new("RGBA", cast.size, SHADE)
    shadow.putalpha(cast.filter(ImageFilter.GaussianBlur(3)))
    return Cloth(whole, body, dark, white, black, shadow)


@lru_cache(maxsize=2)
def whole_motif(kind: str, pattern: str) -> Image.Image:
    """Return a pattern on the cloth of a garment, large."""
    body = pieces(kind).body
    return ImageChops.darker(woven(pattern, 100, body.height // CUT, DENSITY[kind]), body)


@lru_cache(maxsize=192)
def motif(kind: str, pattern: str, w: int) -> Image.Image:
    """Return a pattern on the cloth of a garment in a size, as a mask."""
    return scaled(whole_motif(kind, pattern), w, tall(kind, w))


@lru_cache(maxsize=80)
def garment(kind: str, w: int, hue: str = "", pattern: str = "") -> Sprite:
    """Return a garment: dashed while it has nothing, grey undyed, plain without a pattern."""
    if not hue and not pattern:
        return missing(kind, w)
    dye, masks = HUES.get(hue, UNDYED), cloth(kind, w)
    out = Image.new("RGB", masks.body.size, dye.ground)
    if pattern:
        tone = mix(dye.ground, dye.motif, TILINGS[pattern][2])
        out.paste(tone, (0, 0), motif(kind, pattern, w))
    out.paste(dark_of(dye), (0, 0), masks.dark)
    out.paste(SILK, (0, 0), masks.white)
    out.paste(LACQUER, (0, 0), masks.black)
    out.putalpha(masks.whole)
    whole = masks.shadow.copy()
    whole.alpha_composite(out, (PAD, PAD))
    return sprite(whole, PAD)


@lru_cache(maxsize=48)
def missing(kind: str, w: int) -> Sprite:
    """Return the dashed outline of a garment that has neither dye nor pattern."""
    body = cloth(kind, w).body
    edge = ImageChops.subtract(body, body.filter(ImageFilter.MinFilter(5)))
    comb = Image.new("L", (2 * body.width, 2 * body.height), 0)
    d, lean = ImageDraw.Draw(comb), comb.height * 0.7
    for x in range(-comb.height, comb.width, 30):
        d.polygon([(x, 0), (x + 19, 0), (x + 19 + lean, comb.height), (x + lean, comb.height)], 255)
    line = ImageChops.multiply(edge, scaled(comb, *body.size))
    out = Image.new("RGB", body.size, PAPER)
    out.paste(GHOST, (0, 0), line)
    return Sprite(out, ImageChops.lighter(toned(body, lambda v: v * 0.43), line), 0)


# ---------------------------------------------------------------------- signs


@lru_cache(maxsize=16)
def cube(px: int) -> Sprite:
    """Return a cube of silk, corner on."""
    pen = Pen(px)
    rim = [(50, 3), (93, 25), (93, 75), (50, 97), (7, 75), (7, 25)]
    pen.poly([(50, 3), (93, 25), (50, 47), (7, 25)], "#FFFFFF")
    pen.poly([(7, 25), (50, 47), (50, 97), (7, 75)], "#E7E2D6")
    pen.poly([(93, 25), (50, 47), (50, 97), (93, 75)], "#C9C2B1")
    pen.line([*rim, *rim[:2]], "#5C5646", 3.4, curve=False)
    pen.line([(7, 25), (50, 47), (93, 25)], "#8E8672", 2, curve=False)
    pen.line([(50, 47), (50, 97)], "#8E8672", 2, curve=False)
    return sprite(pen.done())


def broken(pen: Pen, points: Points, ink: str, w: float, on: float, off: float) -> None:
    """Draw a dashed line along the points of a pen's box."""
    steps: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        n = max(1, round(math.hypot(x1 - x0, y1 - y0)))
        steps += [(x0 + (x1 - x0) * i / n, y0 + (y1 - y0) * i / n) for i in range(n)]
    stride = max(1, round(on + off))
    for i in range(0, len(steps), stride):
        run = steps[i : i + round(on)]
        if len(run) > 1:
            pen.line(run, ink, w, curve=False)


@lru_cache(maxsize=16)
def left_cube(px: int, words: str) -> Sprite:
    """Return the dashed trace of a cube with words in it: silk that was taken, or can be sown."""
    pen = Pen(px)
    rim = [(50, 3), (93, 25), (93, 75), (50, 97), (7, 75), (7, 25), (50, 3)]
    pen.poly(rim, INDIGO)
    broken(pen, rim, GOLD, 3, 11, 8)
    out = pen.done()
    write(out, (px / 2, px / 2), words, "sans-bold", 40 if len(words) < 3 else 30, GOLD, "m")
    return sprite(out)


@lru_cache(maxsize=128)
def dish(hue: str, px: int, sold: bool = False) -> Sprite:
    """Return a dish of dye with its letters; one that is sold out is only dashed."""
    pen, dye = Pen(px), HUES[hue]
    if sold:
        broken(pen, ellipse(50, 50, 46, 46), GHOST, 3, 9, 7)
    else:
        pen.disc(50, 50, 50, fill=INK)
        pen.disc(50, 50, 47, fill=PAPER)
        pen.disc(50, 50, 41.5, fill=dye.ground)
    out = pen.done()
    size = max(24, round(px * (0.46 if len(dye.letters) == 1 else 0.4)))
    ink = INK_SOFT if sold else text_on(dye.ground)
    write(out, (px / 2, px / 2), dye.letters, "sans-bold", size, ink, "m")
    return sprite(out)


@lru_cache(maxsize=16)
def chip(letter: str, w: int, h: int) -> Sprite:
    """Return a unit of dye: R, Y or B on its colour."""
    colour = HUES[PRIMARY[letter]].ground
    out = rounded(w, h, 6, colour, mix(colour, "#000000", 0.45), 2)
    size = max(24, round(h * 0.72))
    write(out, (w / 2, h / 2), letter, "sans-bold", size, text_on(colour), "m")
    return sprite(out)


@lru_cache(maxsize=16)
def badge(number: int, px: int) -> Sprite:
    """Return how many cards are left in a pile."""
    ink = INK if number else GHOST
    out = rounded(px, px, px // 2, PAPER, ink, 2)
    write(out, (px / 2, px / 2), str(number), "sans-bold", 28, ink, "m")
    return sprite(out)


@lru_cache(maxsize=128)
def tag(words: str, size: int = 26, warn: bool = False) -> Sprite:
    """Return a paper label; one that warns is vermilion."""
    ink = SEAL if warn else INK
    w, h = round(width(words, "sans-bold", size)) + 18, size + 12
    out = rounded(w, h, 8, PAPER, SEAL if warn else INK_SOFT, 2)
    write(out, (w / 2, h / 2), words, "sans-bold", size, ink, "m")
    return sprite(out)


@lru_cache(maxsize=32)
def d10(face: str, px: int, waits: bool = False) -> Sprite:
    """Return a ten-sided die; one that waits for a choice is gold."""
    pen = Pen(px)
    tones = ("#D9A02A", GOLD, "#FFE7A3") if waits else ("#D9CFB8", "#EDE6D4", "#FFFEFA")
    rim = [(50, 3), (96, 40), (96, 62), (50, 98), (4, 62), (4, 40)]
    pen.poly(rim, tones[0])
    pen.poly([(50, 3), (96, 40), (80, 68), (50, 80), (20, 68), (4, 40)], tones[1])
    pen.poly([(50, 3), (80, 68), (50, 80), (20, 68)], tones[2])
    edges = ([(4, 40), (20, 68), (50, 80), (80, 68), (96, 40)], [(20, 68), (50, 3), (80, 68)],
             [(50, 80), (50, 98)], [(20, 68), (4, 62)], [(80, 68), (96, 62)])
    for edge in edges:
        pen.line(edge, BRASS if waits else "#A99D81", 1.6, curve=False)
    pen.line([*rim, *rim[:2]], INK, 3, curve=False)
    out = pen.done()
    size = round(px * (0.5 if len(face) == 1 else 0.4))
    write(out, (px / 2, px * 0.5), face, "serif", size, INK, "m")
    return sprite(out)


@lru_cache(maxsize=16)
def d4(face: str, px: int, waits: bool = False) -> Sprite:
    """Return the dye die; white is a free choice, gold while it waits for one."""
    pen = Pen(px)
    fill = GOLD if waits else HUES[face].ground if face in HUES else "#FFFFFF"
    letters = HUES[face].letters if face in HUES else "W"
    pen.poly([(50, 5), (95, 80), (50, 96)], mix(fill, "#000000", 0.3))
    pen.poly([(50, 5), (95, 80), (5, 80)], fill)
    pen.poly([(5, 80), (95, 80), (50, 96)], mix(fill, "#000000", 0.35))
    pen.line([(50, 5), (95, 80), (50, 96), (5, 80), (50, 5), (95, 80)], INK, 3, curve=False)
    out = pen.done()
    size = max(24, round(px * 0.42))
    write(out, (px / 2, px * 0.58), letters, "sans-bold", size, text_on(fill), "m")
    return sprite(out)


@lru_cache(maxsize=16)
def stamp(words: str, px: int) -> Sprite:
    """Return a vermilion seal with light letters; without letters, with a plum blossom."""
    out = rounded(px, px, px // 7, SEAL)
    out.alpha_composite(rounded(px - px // 8, px - px // 8, px // 10, SEAL, SEAL_PALE, 2),
                        (px // 16, px // 16))
    if words:
        size = round(px * (0.6 if len(words) == 1 else 0.5))
        write(out, (px / 2, px / 2), words, "serif", size, SEAL_PALE, "m")
        return sprite(out)
    pen = Pen(px)
    petals = [math.radians(72 * i - 90) for i in range(5)]
    for a in petals:
        pen.disc(50 + 18.5 * math.cos(a), 50 + 18.5 * math.sin(a), 14.5, fill=SEAL_PALE)
    for a in petals:
        pen.line([(50, 50), (50 + 15 * math.cos(a), 50 + 15 * math.sin(a))], SEAL, 2, curve=False)
    pen.disc(50, 50, 5, fill=SEAL)
    out.alpha_composite(pen.done())
    return sprite(out)


@lru_cache(maxsize=4)
def blind(w: int, h: int) -> Sprite:
    """Return the Empress's blind, drawn up: brocade edge, slats, the roll, cords and tassels."""
    tail, roll, unit = 70, 34, 100 / w
    pen = Pen(w, h + tail)

    def box(x: float, y: float, x2: float, y2: float, fill: str) -> None:
        corners = [(x, y), (x2, y), (x2, y2), (x, y2)]
        pen.poly([(px * unit, py * unit) for px, py in corners], fill)

    box(4, 0, w - 4, h - roll, "#DCCB98")
    for i in range((h - roll - 24) * 2 // 9):
        box(4, 24 + 4.5 * i, w - 4, 25.5 + 4.5 * i, "#A8935C")
    for x in (4, w / 2 - 9, w - 22):
        box(x, 0, x + 18, h - roll, INDIGO)
        box(x + 3, 0, x + 4.5, h - roll, "#D9C27A")
        box(x + 13.5, 0, x + 15, h - roll, "#D9C27A")
    box(0, h - roll, w, h, "#B9A56C")
    for i in range(1, 7):
        y = h - roll + roll * (1 - math.cos(math.pi * i / 7)) / 2
        box(0, y, w, y + 1.5, "#7F6B3A")
    for x in (w / 4, w * 3 / 4):
        box(x - 2, 12, x + 2, h + 10, SEAL)
        pen.disc(x * unit, (h + 11) * unit, 7 * unit, fill=GOLD)
        fringe = [(x - 5, h + 16), (x + 5, h + 16), (x + 10, h + 60), (x - 10, h + 60)]
        pen.poly([(px * unit, py * unit) for px, py in fringe], SEAL)
    out = pen.done()
    band = bolt("kikko", w - 8, 24, 1.0)
    out.paste(band.image, (4, 0))
    return shadowed(out, 5, 3, 80, SHADE)


@lru_cache(maxsize=8)
def rack(w: int) -> Sprite:
    """Return the lacquered bar of a kimono stand."""
    out = Image.new("RGBA", (w, 14), (0, 0, 0, 0))
    out.alpha_composite(rounded(w, 8, 4, LACQUER), (0, 3))
    for x in (0, w - 14):
        out.alpha_composite(rounded(14, 14, 3, BRASS), (x, 0))
    return sprite(out)


@lru_cache(maxsize=64)
def sheet(w: int, h: int, live: bool = False) -> Sprite:
    """Return a sheet of paper; a live one has a gold edge inside an ink line."""
    if live:
        out = rounded(w, h, 18, INK)
        out.alpha_composite(rounded(w - 4, h - 4, 16, PAPER, GOLD, 5), (2, 2))
        return sprite(out)
    return panel(w, h, PAPER, HAIR, 2)


# ----------------------------------------------------------------- Japanese names

KANJI = {
    "market": ("店", "mise"), "dye": ("色", "iro"), "surplus": ("余", "yo"),
    "red": ("赤", "akairo"), "orange": ("橙", "daidairo"), "yellow": ("黄", "kiiro"),
    "green": ("緑", "midori"), "blue": ("青", "ao"), "violet": ("紫", "murasaki"),
    "uroko": ("鱗", "uroko"), "asanoha": ("麻の葉", "asanoha"), "ichimatsu": ("市松", "ichimatsu"),
    "kikko": ("亀甲", "kikko"), "seigaiha": ("青海波", "seigaiha"),
    "karakusa": ("唐草", "karakusa"),
}  # fmt: skip


def write_word(image: Image.Image, xy: Point, word: str, size: int, ink: str, anchor: str) -> None:
    """Write a word of the dictionary: romaji, then its kanji if a font can draw them."""
    kanji, latin = KANJI[word]
    gap, tail = (10, width(kanji, "japanese", size)) if japanese() else (0, 0.0)
    head = width(latin, "sans", size)
    x = xy[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * (head + gap + tail)
    write(image, (x, xy[1]), latin, "sans", size, ink)
    if japanese():
        write(image, (x + head + gap, xy[1]), kanji, "japanese", size, ink)


# -------------------------------------------------------------- reading a view


def phase_of(view: View) -> str:
    """Return what is being asked, or "over"."""
    return "over" if view["scores"] is not None else view["choice"] or ""


def turn_shown(view: View) -> View | None:
    """Return the turn whose dice lie on the table: the one being played, else the one before."""
    now = view["now"]
    return now if now and now["dice"] else view["previous"]


def running_order(view: View) -> list[int]:
    """Return the seats in the order of their turns."""
    return view["order"] or list(range(view["seats"]))


def owned(player: View, pattern: str) -> int:
    """Return how many cards of a pattern a player has, used or spare."""
    return [*player["patterns"], *player["spare_patterns"]].count(pattern)


def title_of(pattern: str) -> str:
    """Return the name of a pattern, garment or hue as a heading."""
    return pattern.capitalize()


def turn_words(view: View) -> str:
    """Return where the game stands, as in "Turn 6 of 10, market"."""
    step, now = STEPS.get(phase_of(view), ""), view["now"]
    if not now:
        return f"Set-up, {step}"
    return f"Turn {now['number']} of 10, {step}" if now["number"] < 10 else f"Last turn, {step}"


STEPS = {"place": "turn order", "sow": "sowing", "dye": "the roll", "zero": "the roll",
         "market": "market", "wardrobe": "market"}


def call(view: View) -> tuple[str, str]:
    """Return what the one asked does, and a hint."""
    phase, last = phase_of(view), bool(view["now"]) and view["now"]["number"] == 10
    free = "board empty: one cube is free" if not view["cubes"] else "1 silk for each cube"
    return {
        "place": (" places silk", "rolled 0: any empty space"),
        "sow": (" to sow or roll", free),
        "dye": (" picks a dye", "white: red, yellow or blue"),
        "zero": (" names a 0", "any number from 1 to 9"),
        "market": (" to buy", "last chance to rearrange" if last else "dyes, patterns, or done"),
        "wardrobe": (" rearranges", "any dye and pattern in any garment"),
    }.get(phase, ("", view["prompt"]))


OWN_CALL = {"place": "You place silk", "sow": "You sow or roll", "dye": "You pick a dye",
            "zero": "You name a 0", "market": "You buy", "wardrobe": "You rearrange"}


# ----------------------------------------------------------- what the dice do

Die = tuple[str, bool, str, str]  # face, whether it waits, two lines of words


def dice_words(view: View) -> tuple[Die, ...]:
    """Return the three numbers and the dye die with what they did, will do, or wait for."""
    turn = turn_shown(view)
    if not turn:
        return ()
    done = turn if turn["resolved"] else view["outcome"] or {}
    numbers, asked = named(turn), phase_of(view) == "zero"
    lines: list[Die] = []
    used: list[str] = []
    for face, was_zero in numbers:
        if face == 0:
            first, second = ("name 1-9", best_zero(view)) if asked else ("then 1-9", "")
            lines.append(("0", asked, first, second))
            asked = False
            continue
        first, second = die_role(face, done, used)
        lines.append((str(face), False, f"0 {first}" if was_zero else first, second))
    return (*lines, dye_words(turn))


def named(turn: View) -> list[tuple[int, bool]]:
    """Return the three numbers, zeros as they were named, and whether each was a zero."""
    zeros = list(turn["zeros"])
    return [
        (face, False) if face else (zeros.pop(0), True) if zeros else (0, False)
        for face in turn["dice"]
    ]


def die_role(face: int, done: View, used: list[str]) -> tuple[str, str]:
    """Return what one die does; the first die of an empty space fills it."""
    if not done:
        return f"is {face}", ""
    line = next((line for line in done["lines"] if face in line), None)
    for role, first, second in (
        ("filled", f"fills {face}", "line " + "-".join(map(str, line)) if line else "stays"),
        ("refilled", f"refills {face}", "after the line"),
        ("cleared", f"clears {face}", "+1 silk"),
    ):
        if face in done[role] and f"{role}{face}" not in used:
            used.append(f"{role}{face}")
            return first, second
    return f"{face} again", "no effect"


def best_zero(view: View) -> str:
    """Return the most that the next zero can bring."""
    found = [outcome["silk"] for outcome in view["zero_outcomes"].values()]
    return f"up to +{max(found)}" if found else ""


def dye_words(turn: View) -> Die:
    """Return the dye die with what it brought."""
    if not turn["dye"]:
        return ("white", True, "pick one", "R, Y or B")
    return (turn["face"], False, f"+1 {turn['dye']}", "white: free" if turn["face"] == "white" else
            "dye die")


def pays(view: View) -> tuple[tuple[int, int], ...]:
    """Return the spaces that paid in the turn being played, with how much."""
    turn = view["now"]
    if not turn or not turn["resolved"]:
        return ()
    lifted = {space for line in turn["lines"] for space in line}
    found = {space: (space in lifted) + (space in turn["cleared"]) for space in range(1, 10)}
    return tuple((space, silk) for space, silk in found.items() if silk)


# ----------------------------------------------------------------- grounds


@lru_cache(maxsize=2)
def washi(h: int) -> Image.Image:
    """Return paper with a few long fibres."""
    out = Image.new("RGB", (1600, h), WASHI)
    draw, chance = ImageDraw.Draw(out), Random(7)
    for _ in range(h // 8):
        x, y, a = chance.uniform(0, 1600), chance.uniform(0, h), chance.uniform(0, math.tau)
        bend, path = chance.uniform(-0.12, 0.12), [(x, y)]
        for _ in range(chance.randint(6, 16)):
            a += bend
            x, y = x + 7 * math.cos(a), y + 7 * math.sin(a)
            path.append((x, y))
        tone = FIBRE_PALE if chance.random() < 0.6 else FIBRE_DARK
        draw.line(path, fill=tone, width=chance.choice((1, 2)))
    return out


@lru_cache(maxsize=2)
def ground(h: int) -> Image.Image:
    """Return the paper in the colours of the palette."""
    return reduced(washi(h), world())


# --------------------------------------------------------------------- header

Token = tuple[int, str]


def header(view: View, title: str) -> Image.Image:
    """Return the header of a game that is on: where it stands, and who is to move."""
    names, asked, viewer = names_of(view), view["asked"], view["viewer"]
    letters = initials(names)
    words, hint = call(view)
    if not asked:
        return header_block(title, turn_words(view), True, (), "", "", "")
    who = asked[0]
    if who == viewer:
        name, words = "", OWN_CALL.get(phase_of(view), "You move")
        hint = surplus(view) or hint
    else:
        name = names[who]
    return header_block(title, turn_words(view), True, ((who, letters[who]),), name, words, hint)


def surplus(view: View) -> str:
    """Return what the viewer would lose by ending the turn now."""
    me, cap = view["players"][view["viewer"]], view["dye_cap"]
    lost = [f"{me['silk'] - 7} silk"] if me["silk"] > 7 else []
    if cap:
        lost += [f"{n - cap} {dye}" for dye, n in me["dye"].items() if n > cap]
    return f"{' and '.join(lost)} too many to keep" if lost else ""


@lru_cache(maxsize=12)
def header_block(
    title: str,
    under: str,
    sealed: bool,
    tokens: tuple[Token, ...],
    name: str,
    words: str,
    hint: str,
) -> Image.Image:
    """Return the finished header: seal, title and state; seats, a name that may be cut, words."""
    out = cut(washi(1200), 0, 0, 1600, 144)
    x = 40
    if sealed:
        place(out, stamp("", 84), 40, 44)
        x = 144
    write(out, (x, 70), title, "serif", 52, INK)
    write(out, (x, 116), under, "sans", 34, INK_SOFT)
    left = x + max(width(title, "serif", 52), width(under, "sans", 34))
    px = 96 if len(tokens) < 3 else 64
    room = 1560 - left - 48 - (px + 4) * len(tokens)
    text = (fit(name, "serif", 52, room - width(words, "serif", 52)) if name else "") + words
    hint = fit(hint, "sans", 34, room)
    write(out, (1560, 70), text, "serif", 52, INK, "r")
    write(out, (1560, 116), hint, "sans", 34, INK_SOFT, "r")
    reach = max(width(text, "serif", 52), width(hint, "sans", 34))
    for k, (who, letters) in enumerate(reversed(tokens)):
        place(out, seat(who, letters, px, True), 1540 - reach - px - (px + 4) * k, 88 - px // 2)
    return reduced(out, world())


@lru_cache(maxsize=16)
def calendar_block(weeks: int) -> Image.Image:
    """Return the calendar: a thread with ten knots, the seal on this week's."""
    out = cut(washi(1200), 0, 144, 1600, 60)
    place(out, panel(1240, 3, INDIGO, radius=1), 40, 27)
    for i in range(10):
        x, left = 68 + 1182 * i / 9, 10 - i
        if left == weeks:
            place(out, stamp(str(left), 56), x, 28, "middle")
        else:
            place(out, knot(left > weeks), x, 28, "middle")
    words = f"{weeks} weeks left" if weeks > 1 else "last week"
    write(out, (1560, 28), words, "serif", 44, SEAL if weeks == 1 else INK, "r")
    return reduced(out, world())


@lru_cache(maxsize=2)
def knot(past: bool) -> Sprite:
    """Return a week on the calendar: filled if it is past."""
    return sprite(rounded(24, 24, 12, INDIGO if past else WASHI, INDIGO, 4))


# ------------------------------------------------------------------ silk board

CELL, RIM = 124, 12


def silk_board(view: View) -> Image.Image:
    """Return the cloth with its cubes, and what the shown roll brought."""
    phase = phase_of(view)
    now = view["now"]
    able = phase == "sow" and (not view["cubes"] or view["players"][now["seat"]]["silk"] > 0)
    free = [(space, "sow") for space in view["sowable"] if able]
    if phase == "place":
        free = [(space, "here") for space in range(1, 10) if space not in view["cubes"]]
    offers = tuple((int(n), o["silk"]) for n, o in view["zero_outcomes"].items())
    lines = tuple(map(tuple, now["lines"])) if now and now["resolved"] else ()
    cubes, total = tuple(view["cubes"]), roll_total(view)
    return silk_block(cubes, pays(view), lines, tuple(free), offers, total)


Total = tuple[int, str, str, str]  # seat, letters, silk, dye


def roll_total(view: View) -> Total | None:
    """Return who rolled the dice on the table, and what they brought."""
    turn = turn_shown(view)
    if not turn:
        return None
    done = turn if turn["resolved"] else view["outcome"]
    silk = f"+{done['silk']}" if done else "?"
    return turn["seat"], initials(names_of(view))[turn["seat"]], silk, turn["dye"]


def centre(space: int) -> tuple[int, int]:
    """Return the middle of a space on the cloth."""
    return 2 + RIM + (space - 1) % 3 * CELL + CELL // 2 + 12, (space - 1) // 3 * CELL + 86


@lru_cache(maxsize=24)
def silk_block(
    cubes: tuple[int, ...],
    paid: tuple[tuple[int, int], ...],
    lines: tuple[tuple[int, ...], ...],
    free: tuple[tuple[int, str], ...],
    offers: tuple[tuple[int, int], ...],
    total: Total | None,
) -> Image.Image:
    """Return the finished silk board, with the sum of the roll below."""
    out = cut(washi(1200), 26, 204, 424, 496)
    place(out, indigo_cloth(), 14, 12)
    for line in lines:
        place(out, cleared_line((line[0], line[-1])), 14, 12)
    gains, spots, chances = dict(paid), dict(free), dict(offers)
    for space in range(1, 10):
        x, y = centre(space)
        place(out, panel(24, 32, INDIGO, radius=6), x - 53, y - 58)
        write(out, (x - 50, y - 42), str(space), "sans", 32, INDIGO_PALE)
        gain = gains.get(space, 0)
        if space in cubes:
            place(out, cube(84), x + 10, y + 4, "middle")
        elif gain:
            place(out, left_cube(84, f"+{gain}"), x + 10, y + 4, "middle")
        elif space in spots:
            place(out, left_cube(84, spots[space]), x + 10, y + 4, "middle")
        if gain and space in cubes:
            write(out, (x + 56, y - 42), f"+{gain}", "sans-bold", 32, GOLD, "r")
        if space in chances:
            chance = chances[space]
            ink = GOLD if chance else INDIGO_PALE
            write(out, (x + 56, y - 42), f"+{chance}", "sans-bold", 34, ink, "r")
    if total:
        roll_sum(out, *total)
    return reduced(out, world())


def roll_sum(out: Image.Image, who: int, letters: str, silk: str, dye: str) -> None:
    """Draw who rolled and what it brought, below the cloth."""
    place(out, seat(who, letters, 64), 14, 420)
    write(out, (90, 452), "rolled", "sans", 34, INK_SOFT)
    place(out, cube(54), 196, 424)
    write(out, (256, 452), silk, "serif", 48, INK)
    if dye:
        place(out, chip(HUES[dye].letters, 40, 46), 324, 429)
        write(out, (370, 452), "+1", "serif", 48, INK)
    else:
        write(out, (336, 452), "dye ?", "sans", 34, INK_SOFT)


@lru_cache(maxsize=1)
def indigo_cloth() -> Sprite:
    """Return the cloth, stitched into nine spaces."""
    px = 3 * CELL + 2 * RIM
    out = rounded(px, px, 18, INDIGO)
    draw = ImageDraw.Draw(out)
    for i in (1, 2):
        at = RIM + i * CELL
        for k in range(RIM + 8, px - RIM - 18, 22):
            draw.line((at, k, at, k + 12), fill=INDIGO_PALE, width=3)
            draw.line((k, at, k + 12, at), fill=INDIGO_PALE, width=3)
    return shadowed(out, 5, 3, 80, SHADE)


@lru_cache(maxsize=8)
def cleared_line(line: tuple[int, int]) -> Sprite:
    """Return the thread through a cleared line, from its first space to its last."""
    px = 3 * CELL + 2 * RIM
    unit, pen = 100 / px, Pen(px, oversampling=2)
    ends = [(x - 4, y - 8) for x, y in (centre(line[0]), centre(line[1]))]
    pen.line([(x * unit, y * unit) for x, y in ends], THREAD, 8 * unit, curve=False)
    return sprite(pen.done())


# ------------------------------------------------------------------------ dice


def dice(view: View) -> Image.Image:
    """Return the dice with what they did; before the first roll, the rolls for the order."""
    lines = dice_words(view)
    if lines:
        return dice_block(lines)
    names = names_of(view)
    letters = initials(names)
    rows = [(who, letters[who], names[who], view["rolls"][who]) for who in running_order(view)]
    return order_block(tuple(rows))


@lru_cache(maxsize=24)
def dice_block(lines: tuple[Die, ...]) -> Image.Image:
    """Return the three numbers and the dye die, each with its words."""
    out = cut(washi(1200), 450, 204, 324, 496)
    for k, (face, waits, first, second) in enumerate(lines):
        y = 56 + 100 * k
        piece = d10(face, 88, waits) if k < 3 else d4(face, 88, waits)
        place(out, piece, 54, y, "middle")
        ink = SEAL if waits else INK
        write(out, (112, y - 18 if second else y), first, "sans-bold", 36, ink)
        write(out, (112, y + 22), second, "sans", 32, INK_SOFT)
    return reduced(out, world())


@lru_cache(maxsize=8)
def order_block(rows: tuple[tuple[int, str, str, int], ...]) -> Image.Image:
    """Return the seats in the order of their turns, with what they rolled for it."""
    out = cut(washi(1200), 450, 204, 324, 496)
    write(out, (12, 32), "Turn order", "serif", 40, INK)
    for k, (who, letters, name, roll) in enumerate(rows):
        y = 98 + 84 * k
        place(out, seat(who, letters, 64), 44, y, "middle")
        place(out, d10(str(roll % 10), 76), 122, y, "middle")
        write(out, (172, y), fit(name, "sans", 36, 140), "sans", 36, INK)
    return reduced(out, world())


# ---------------------------------------------------------------------- market


@dataclass(frozen=True, slots=True)
class Offer:
    """A pattern for sale: its price, what one to four are worth, how many the buyer has."""

    pattern: str
    price: int
    payable: bool
    values: tuple[int, ...]
    held: int
    beneath: int


PRINTED = {  # what one to four of a kind are worth, as the cards of each scoring print it
    "M-A": {"asanoha": (3, 9, 15, 21), "uroko": (5, 10, 15, 20), "ichimatsu": (4, 12, 20, 28),
            "kikko": (5, 15, 25, 35), "seigaiha": (5, 15, 25, 35), "karakusa": (6, 18, 30, 42)},
    "M-B": {"asanoha": (3, 11, 19, 27), "uroko": (4, 12, 20, 28), "ichimatsu": (4, 12, 20, 28),
            "kikko": (5, 13, 21, 29), "seigaiha": (5, 13, 21, 29), "karakusa": (6, 14, 22, 30)},
}  # fmt: skip


def buyer(view: View) -> View | None:
    """Return the player whose turn it is."""
    return view["players"][view["now"]["seat"]] if view["now"] else None


def offers_of(view: View, player: View | None) -> tuple[Offer, ...]:
    """Return the three offers as they look to a player."""
    return tuple(
        Offer(
            offer["pattern"],
            offer["price"],
            offer["payable"],
            PRINTED[view["scoring"]].get(offer["pattern"], ()),
            owned(player, offer["pattern"]) if player else 9,
            len(offer["beneath"]),
        )
        for offer in view["offers"]
    )


@lru_cache(maxsize=16)
def offers_block(offers: tuple[Offer, ...], deck: int) -> Image.Image:
    """Return the patterns on offer."""
    out = cut(washi(1200), 774, 204, 826, 236)
    write(out, (10, 24), "Patterns", "serif", 40, INK)
    write_word(out, (184, 26), "market", 32, INK_SOFT, "l")
    words = f"{deck} in deck, 1 silk for three new" if deck else "the deck is empty"
    write(out, (786, 26), words, "sans", 32, INK_SOFT, "r")
    for k, offer in enumerate(offers):
        offer_card(out, 10 + 264 * k, 52, offer)
    return reduced(out, world())


def offer_card(out: Image.Image, x: int, y: int, offer: Offer) -> None:
    """Draw one offer: swatch, price, name, and the value of one to four of a kind."""
    if not offer.pattern:
        place(out, dashed(248, 172, GHOST, 10, 9, 2), x, y)
        write(out, (x + 124, y + 86), "sold out", "sans", 34, GHOST, "m")
        return
    for k in range(min(2, offer.beneath), 0, -1):
        place(out, sheet(248, 172), x + 6 * k, y + 6 * k)
    place(out, sheet(248, 172, offer.payable), x, y)
    side = 44 if japanese() else 0
    if side:
        upright(out, x + 14, y + 14, offer.pattern)
    place(out, bolt(offer.pattern, 132 - side, 70, 1.5), x + 14 + side, y + 14)
    place(out, cube(46), x + 150, y + 26)
    ink = INK if offer.payable else INK_SOFT
    write(out, (x + 230, y + 50), str(offer.price), "serif", 56, ink, "r")
    write(out, (x + 18, y + 108), title_of(offer.pattern), "serif", 40, INK)
    worth_line(out, x + 18, y + 147, offer)


def worth_line(out: Image.Image, x: float, y: float, offer: Offer) -> None:
    """Write what one to four of a kind are worth; the next one of the buyer is vermilion."""
    for n, value in enumerate(offer.values):
        lit = n == offer.held
        kind, size, ink = ("sans-bold", 34, SEAL) if lit else ("sans", 30, INK_SOFT)
        write(out, (x, y), str(value), kind, size, ink)
        x += width(str(value), kind, size)
        if n < 3:
            write(out, (x + 13, y), "·", "sans-bold", 30, INK_SOFT, "m")
            x += 26


def upright(out: Image.Image, x: int, y: int, word: str) -> None:
    """Write the kanji of a pattern downward on a strip of paper."""
    place(out, panel(38, 70, WASHI, HAIR, 2, 6), x, y)
    kanji = KANJI[word][0]
    for k, sign in enumerate(kanji):
        at = y + 35 + (k - (len(kanji) - 1) / 2) * 23
        write(out, (x + 19, at), sign, "japanese", 24, INK, "m")


Pile = tuple[str, int, bool]  # hue, cards left, whether it can be paid


@lru_cache(maxsize=16)
def dyes_block(piles: tuple[Pile, ...]) -> Image.Image:
    """Return the dye market: basic hues above, each tertiary between its parents below."""
    out = cut(washi(1200), 774, 440, 826, 256)
    stock = {hue: (left, payable) for hue, left, payable in piles}
    for row, hues in enumerate((BASIC, TERTIARY)):
        y = 8 + 124 * row
        place(out, cube(42), 4, y + 37)
        write(out, (50, y + 58), "3" if row else "1", "serif", 46, INK)
        for i, hue in enumerate(hues):
            pile(out, 80 + round((i + row / 2) * 108.9), y, hue, *stock[hue])
    return reduced(out, world())


def pile(out: Image.Image, x: int, y: int, hue: str, left: int, payable: bool) -> None:
    """Draw a pile of dye cards: dish, cards left, price in dye."""
    if payable:
        place(out, sheet(105, 116, True), x, y)
    place(out, dish(hue, 68, not left), x + 52, y + 43, "middle")
    place(out, badge(left, 38), x + 71, y - 5)
    cost = HUES[hue].cost
    for n, letter in enumerate(cost):
        place(out, chip(letter, 28, 30), x + 53 - 15 * len(cost) + 30 * n, y + 80)


# --------------------------------------------------------------------- players

Wear = tuple[str, str]  # hue and pattern, "" where there is none


@dataclass(frozen=True, slots=True)
class Facts:
    """What a player's panel shows."""

    seat: int
    letters: str
    name: str
    asked: bool
    points: int
    leads: bool
    silk: int
    dye: tuple[int, int, int]
    wears: tuple[Wear, ...]
    spare: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things stand in a player's panel; fewer players have larger clothes."""

    w: int
    clothes: dict[str, tuple[int, int, int]]
    silk: tuple[int, int]
    dye: tuple[tuple[int, int], ...]
    spare: tuple[int, int]
    room: int
    points: int = 44


TALL = 452
PLANS = {
    2: Plan(
        752,
        {"kimono": (24, 84, 264), "hakama": (302, 110, 206), "obi": (528, 92, 196),
         "sensu": (528, 238, 196)},
        (24, 414), ((190, 414), (290, 414), (390, 414)), (736, 414), 234,
    ),
    3: Plan(
        496,
        {"kimono": (18, 88, 192), "hakama": (222, 88, 164), "obi": (20, 300, 180),
         "sensu": (216, 306, 166)},
        (396, 140), ((400, 214), (400, 288), (400, 362)), (480, 430), 300,
    ),
    4: Plan(
        368,
        {"kimono": (18, 82, 172), "hakama": (206, 82, 148), "obi": (22, 273, 164),
         "sensu": (206, 272, 148)},
        (18, 422), ((130, 422), (206, 422), (282, 422)), (354, 384), 228,
    ),
    5: Plan(
        291,
        {"kimono": (12, 82, 138), "hakama": (160, 84, 120), "obi": (14, 244, 130),
         "sensu": (160, 246, 118)},
        (16, 368), ((16, 424), (106, 424), (196, 424)), (206, 370), 0, 368,
    ),
}  # fmt: skip


def player_facts(view: View) -> list[Facts]:
    """Return what everybody may know of the players, in the order of their turns."""
    names = names_of(view)
    letters, points = initials(names), [sheet_["total"] for sheet_ in view["sheets"]]
    best = max(points)
    return [
        Facts(
            seat=who,
            letters=letters[who],
            name=names[who],
            asked=who in view["asked"],
            points=points[who],
            leads=best > 0 and points[who] == best,
            silk=view["players"][who]["silk"],
            dye=tuple(view["players"][who]["dye"][hue] for hue in PRIMARY.values()),
            wears=wears_of(view["players"][who]),
            spare=spare_words(view["players"][who]),
        )
        for who in running_order(view)
    ]


def wears_of(player: View) -> tuple[Wear, ...]:
    """Return the dye and the pattern of each garment."""
    return tuple(zip(player["hues"], player["patterns"], strict=True))


def spare_words(player: View, letters: int = 9) -> str:
    """Return the spare cards, as in "RV, Kikko"."""
    hues = [HUES[hue].letters for hue in player["spare_hues"]]
    return ", ".join([*hues, *(title_of(p)[:letters] for p in player["spare_patterns"])])


@lru_cache(maxsize=40)
def player_block(facts: Facts, seats: int, x: int) -> Image.Image:
    """Return a player's panel: seat, name and points, clothes, silk and dye."""
    plan = PLANS[seats]
    out = cut(washi(1200), x, 708, plan.w, TALL)
    if facts.asked:
        place(out, sheet(plan.w, TALL, True), 0, 0)
    player_head(out, facts, plan)
    for kind, wear in zip(GARMENTS, facts.wears, strict=True):
        dressed(out, kind, wear, plan)
    place(out, cube(48), plan.silk[0], plan.silk[1] - 24)
    over = facts.silk > 7
    at = (plan.silk[0] + 54, plan.silk[1])
    write(out, at, str(facts.silk), "serif", 48, SEAL if over else INK)
    for letter, number, (left, y) in zip(PRIMARY, facts.dye, plan.dye, strict=True):
        place(out, chip(letter, 36, 40), left, y - 20)
        write(out, (left + 43, y), str(number), "serif", 44, INK if number else GHOST)
    if facts.spare:
        words = fit(f"spare {facts.spare}", "sans-bold", 24, plan.room)
        if not plan.room:
            number = facts.spare.count(",") + 1
            words = f"{number} spare" if facts.silk < 10 else f"+{number}"
        label = tag(words, 24)
        place(out, label, plan.spare[0] - label.width, plan.spare[1] - 18)
    return reduced(out, world())


def player_head(out: Image.Image, facts: Facts, plan: Plan) -> None:
    """Write seat, name and what the complete garments are worth so far."""
    token = seat(facts.seat, facts.letters, 74, facts.asked)
    place(out, token, 48, 44, "middle")
    right, y = plan.w - 20.0, plan.points
    roomy = plan.w > 368 or width(facts.name, "serif", 44) < 140
    if y < 100 and roomy:
        write(out, (right, y + 4), "pts", "sans", 30, INK_SOFT, "r")
        right -= width("pts", "sans", 30) + 8
    run = width(str(facts.points), "serif", 50)
    write(out, (right, y), str(facts.points), "serif", 50, INK, "r")
    if facts.leads:
        place(out, panel(round(run), 6, SEAL, radius=3), right - run, y + 25)
    room = (right - run if y < 100 else plan.w) - 104
    write(out, (92, 44), fit(facts.name, "serif", 44, room), "serif", 44, INK)


def dressed(out: Image.Image, kind: str, wear: Wear, plan: Plan) -> None:
    """Draw a garment with the letters of its hue, and what it still needs."""
    x, y, w = plan.clothes[kind]
    hue, pattern = wear
    place(out, garment(kind, w, hue, pattern), x, y)
    if not hue and not pattern:
        return
    labels = [tag(HUES[hue].letters)] if hue else []
    if plan.w < 300 and not (hue and pattern):
        labels = [tag(HUES[hue].letters if hue else "–", warn=True)]
    elif not hue or not pattern:
        labels.append(tag("no dye" if pattern else "no pattern", 24, True))
    foot = {"kimono": 0.32, "hakama": 0.16, "obi": 0.23, "sensu": 0.26}[kind]
    left = min(x - 4, plan.w - 10 - sum(label.width + 4 for label in labels))
    for label in labels:
        place(out, label, left, y + tall(kind, w) - round(w * foot))
        left += label.width + 4


# ----------------------------------------------------------------------- board


def board(view: View) -> Image.Image:
    """Return the public board."""
    image = ground(1200).copy()
    image.paste(header(view, view["title"]), (0, 0))
    image.paste(calendar_block(view["weeks"]), (0, 144))
    image.paste(silk_board(view), (26, 204))
    image.paste(dice(view), (450, 204))
    image.paste(offers_block(offers_of(view, buyer(view)), view["deck"]), (774, 204))
    piles = tuple((dye["hue"], dye["left"], dye["payable"]) for dye in view["dyes"])
    image.paste(dyes_block(piles), (774, 440))
    plan = PLANS[view["seats"]]
    start = (1600 - view["seats"] * (plan.w + 16) + 16) // 2
    for k, facts in enumerate(player_facts(view)):
        x = start + k * (plan.w + 16)
        image.paste(player_block(facts, view["seats"], x), (x, 708))
    return image


# ------------------------------------------------------------------- own panel

OWN = {"kimono": (300, 166, 270), "hakama": (588, 178, 186), "obi": (784, 172, 164),
       "sensu": (784, 320, 164)}  # fmt: skip


def own_panel(view: View) -> Image.Image:
    """Return what a player sees alone: the secret color, own clothes, stocks, what can be paid."""
    me = view["players"][view["viewer"]]
    image = ground(700).copy()
    image.paste(header(view, "Your outfit"), (0, 0))
    image.paste(secret_block(me["favourite"][0]), (26, 144))
    sheet_ = view["sheets"][view["viewer"]]
    points = tuple(piece["dye"] for piece in sheet_["garments"])
    image.paste(clothes_block(wears_of(me), points), (290, 144))
    spares = (tuple(me["spare_hues"]), tuple(me["spare_patterns"]))
    image.paste(below_block(*spares, dice_words(view), roll_total(view)), (290, 508))
    dyes = tuple(me["dye"][hue] for hue in PRIMARY.values())
    image.paste(stock_block(me["silk"], dyes, sheet_["total"]), (970, 144))
    image.paste(wishes_block(wishes(view), view["choice"] == "market"), (970, 236))
    return image


@lru_cache(maxsize=8)
def secret_block(color: str) -> Image.Image:
    """Return the card of the favourite colour that only its owner knows."""
    out = cut(washi(700), 26, 144, 260, 540)
    place(out, panel(236, 508, PAPER, HAIR, 2, shadow=True), 14, 8)
    place(out, blind(204, 78), 30, 20)
    place(out, dish(color, 132), 132, 226, "middle")
    write(out, (132, 328), title_of(color), "serif", 50, INK, "m")
    write_word(out, (132, 374), color, 34, INK_SOFT, "m")
    write(out, (132, 422), "your secret:", "sans-bold", 32, SEAL, "m")
    write(out, (132, 456), "+2 a match,", "sans", 32, INK_SOFT, "m")
    write(out, (132, 488), "for everyone", "sans", 32, INK_SOFT, "m")
    return reduced(out, world())


@lru_cache(maxsize=8)
def clothes_block(wears: tuple[Wear, ...], points: tuple[int, ...]) -> Image.Image:
    """Return the four garments, large, each with its dye, its pattern and what it lacks."""
    out = cut(washi(700), 290, 144, 680, 364)
    place(out, rack(290), 0, 20)
    for kind, (hue, pattern), value in zip(GARMENTS, wears, points, strict=True):
        x, y, w = OWN[kind]
        x, y = x - 290, y - 144
        place(out, garment(kind, w, hue, pattern), x, y)
        label = tag(own_label(kind, hue, pattern, value), 28, bool(hue) != bool(pattern))
        right = 486 if kind == "hakama" else 676
        middle = min(max(x + w / 2, label.width / 2), right - label.width / 2)
        place(out, label, middle - label.width / 2, y + tall(kind, w) - OWN_DROP[kind])
    return reduced(out, world())


def own_label(kind: str, hue: str, pattern: str, value: int) -> str:
    """Return what is written below an own garment; where room is short, only what it lacks."""
    if not hue and not pattern:
        return title_of(kind)
    if not hue:
        return f"{title_of(pattern)}, no dye" if kind == "kimono" else "no dye"
    letters = HUES[hue].letters
    if not pattern:
        return f"{letters}, no pattern"
    return f"{letters} {title_of(pattern)}" + (f" +{value}" if value else "")


OWN_DROP = {"kimono": 0, "hakama": 0, "obi": 4, "sensu": -4}


@lru_cache(maxsize=16)
def below_block(
    hues: tuple[str, ...],
    patterns: tuple[str, ...],
    lines: tuple[Die, ...],
    total: Total | None,
) -> Image.Image:
    """Return the spare cards, the last dice, and who rolled them for how much silk."""
    out = cut(washi(700), 290, 508, 680, 176)
    write(out, (10, 32), "Spare", "serif", 40, INK)
    write_word(out, (10, 68), "surplus", 28, INK_SOFT, "l")
    x = 128.0
    if not hues and not patterns:
        write(out, (x, 40), "no card", "sans", 34, INK_SOFT)
    for hue in hues[:5]:
        place(out, dish(hue, 64), x, 8)
        x += 70
    most = int((660 - x) // 98)
    for pattern in patterns[: most if len(patterns) <= most else most - 1]:
        place(out, bolt(pattern, 90, 40, 1.2), x, 0)
        write(out, (x + 45, 58), title_of(pattern)[:8], "sans", 24, INK, "m")
        x += 98
    if len(patterns) > most:
        write(out, (x + 8, 40), f"+{len(patterns) - most + 1}", "sans-bold", 40, INK)
    write(out, (10, 122), "Dice", "serif", 40, INK)
    for k, (face, waits, _, _) in enumerate(lines):
        piece = d10(face, 84, waits) if k < 3 else d4(face, 84, waits)
        place(out, piece, 170 + 90 * k, 116, "middle")
    if total:
        place(out, seat(total[0], total[1], 64), 528, 118, "middle")
        write(out, (568, 120), total[2], "serif", 48, INK)
    if total and total[3]:
        place(out, chip(HUES[total[3]].letters, 36, 42), 634, 98)
    if not lines:
        write(out, (128, 122), "not rolled yet", "sans", 34, INK_SOFT)
    return reduced(out, world())


@lru_cache(maxsize=16)
def stock_block(silk: int, dye: tuple[int, ...], points: int) -> Image.Image:
    """Return silk, dye and points so far."""
    out = cut(washi(700), 970, 144, 630, 92)
    place(out, cube(64), 8, 14)
    write(out, (80, 46), str(silk), "serif", 64, SEAL if silk > 7 else INK)
    x = 154
    for letter, number in zip(PRIMARY, dye, strict=True):
        place(out, chip(letter, 46, 52), x, 20)
        write(out, (x + 54, 46), str(number), "serif", 56, INK if number else GHOST)
        x += 98
    write(out, (590, 50), "pts", "sans", 34, INK_SOFT, "r")
    write(out, (534, 46), str(points), "serif", 64, INK, "r")
    return reduced(out, world())


Wish = tuple[str, int, str, int | None]  # hue or pattern, silk, "can" "dear" "sold", points


def wishes(view: View) -> tuple[Wish, ...]:
    """Return the market as the viewer could use it with the stocks as they are."""
    me = view["players"][view["viewer"]]
    gains = {move: found["points"] for move, found in view["previews"].items()}
    found: list[Wish] = []
    for dye in view["dyes"]:
        enough = all(me["dye"][colour] >= n for colour, n in dye["dye"].items())
        state = "can" if enough and me["silk"] >= dye["silk"] else "dear"
        state = state if dye["left"] else "sold"
        found.append((dye["hue"], dye["silk"], state, gains.get(f"buy {dye['hue']}")))
    for offer in view["offers"]:
        state = "can" if offer["price"] <= me["silk"] else "dear"
        state = state if offer["pattern"] else "sold"
        gain = gains.get(f"pattern {offer['slot']}")
        found.append((offer["pattern"], offer["price"], state, gain))
    return tuple(found)


@lru_cache(maxsize=16)
def wishes_block(found: tuple[Wish, ...], market: bool) -> Image.Image:
    """Return dyes and patterns; those that can be paid are lit, with the points they add."""
    out = cut(washi(700), 970, 236, 630, 448)
    place(out, panel(590, 416, PAPER, HAIR, 2), 0, 8)
    lit = any(wish[2] == "can" for wish in found)
    write(out, (24, 40), "You can pay" if lit else "Nothing to pay yet", "serif", 40, INK)
    hint = "points it adds" if market and lit else "in your market" if lit else ""
    write(out, (572, 42), hint, "sans", 32, INK_SOFT, "r")
    by_hue = {wish[0]: wish for wish in found[:12]}
    for row, hues in enumerate((BASIC, TERTIARY)):
        for k, hue in enumerate(hues):
            wish_dye(out, 18 + 94 * k, 68 + 114 * row, by_hue[hue])
    for k, wish in enumerate(found[12:]):
        wish_pattern(out, 14 + 191 * k, 300, wish)
    return reduced(out, world())


def wish_dye(out: Image.Image, x: int, y: int, wish: Wish) -> None:
    """Draw a dye that could be bought."""
    hue, _, state, gain = wish
    if state == "can":
        place(out, sheet(90, 108, True), x, y)
    place(out, dish(hue, 62, state == "sold"), x + 45, y + 40, "middle")
    if gain is not None:
        write(out, (x + 45, y + 86), f"+{gain}", "sans-bold", 34, SEAL if gain else INK_SOFT, "m")
        return
    cost = HUES[hue].cost
    for n, letter in enumerate(cost):
        place(out, chip(letter, 24, 26), x + 45 - 13 * len(cost) + 26 * n, y + 74)


def wish_pattern(out: Image.Image, x: int, y: int, wish: Wish) -> None:
    """Draw a pattern that could be bought."""
    pattern, silk, state, gain = wish
    if state == "sold":
        place(out, dashed(186, 112, GHOST, 10, 9, 2), x, y)
        write(out, (x + 93, y + 56), "sold out", "sans", 32, GHOST, "m")
        return
    place(out, sheet(186, 112, state == "can"), x, y)
    place(out, bolt(pattern, 84, 48, 1.3), x + 12, y + 13)
    place(out, cube(36), x + 100, y + 20)
    write(out, (x + 172, y + 38), str(silk), "serif", 46, INK if state == "can" else INK_SOFT, "r")
    size = 30 if gain is None else 26
    write(out, (x + 14, y + 84), title_of(pattern), "sans-bold", size, INK)
    if gain is not None:
        ink = SEAL if gain else INK_SOFT
        write(out, (x + 174, y + 84), f"+{gain}", "sans-bold", 32, ink, "r")


# ---------------------------------------------------------------- presentation


@dataclass(frozen=True, slots=True)
class Result:
    """What a player presents, and the sheet of the score."""

    seat: int
    letters: str
    name: str
    place: int
    wears: tuple[Wear, ...]
    dyes: tuple[int, ...]
    parts: tuple[int, int, int, int]
    sets: tuple[tuple[str, int, int, bool], ...]


def place_of(view: View, who: int) -> int:
    """Return a seat's place; whoever loses a tie for the first comes second."""
    return 1 if who in view["winners"] else max(2, rank(view, who))


def results(view: View) -> list[Result]:
    """Return the players from the first to the last."""
    names = names_of(view)
    letters = initials(names)
    found = [
        Result(
            seat=who,
            letters=letters[who],
            name=names[who],
            place=place_of(view, who),
            wears=wears_of(view["players"][who]),
            dyes=tuple(garment_["dye"] for garment_ in s["garments"]),
            parts=(s["garment"], s["dye"], s["pattern"], s["total"]),
            sets=tuple((x["pattern"], x["count"], x["points"], x["favourite"]) for x in s["sets"]),
        )
        for who, s in enumerate(view["sheets"])
    ]
    return sorted(found, key=lambda r: (r.place, r.seat))


def verdict(view: View) -> tuple[str, str, str]:
    """Return a winner's name, the words after it, and why."""
    names, best, scores = names_of(view), view["winners"], view["scores"]
    top = max(scores)
    steps = view["tie_steps"]
    if len(best) > 1:
        return "", f"{len(best)} share the win with {top}", "level in every respect"
    if steps:
        reason = steps[-1]["why"].partition(": ")[2] or steps[-1]["why"]
        return names[best[0]], f" wins at {top}", f"tie broken: {reason}"
    others = sorted((s for who, s in enumerate(scores) if who not in best), reverse=True)
    lead = top - others[0]
    second = next(w for w, s in enumerate(scores) if w not in best and s == others[0])
    points = "point" if lead == 1 else "points"
    return names[best[0]], f" wins with {top}", f"{lead} {points} ahead of {names[second]}"


LINES = (800, 856, 912, 1048)
ROWS = {"Garments": 828, "Dyes": 884, "Patterns": 980, "Total": 1104}


def presentation(view: View) -> Image.Image:
    """Return the outfits before the Empress, with the score sheet."""
    image = ground(1200).copy()
    letters = initials(names_of(view))
    name, words, why = verdict(view)
    tokens = tuple((who, letters[who]) for who in view["winners"])
    under = f"{view['title']}, after ten weeks"
    head = header_block("The Empress has chosen", under, False, tokens, name, words, why)
    image.paste(head, (0, 0))
    colours = tuple(zip(view["empress_colours"], letters, strict=True))
    image.paste(empress_block(colours, view["empress_pattern"], view["scoring"]), (26, 144))
    step = 1276 // view["seats"]
    for k, result in enumerate(results(view)):
        x = 300 + k * step
        image.paste(result_block(result, view["seats"], x), (x, 152))
    return image


@lru_cache(maxsize=8)
def empress_block(
    colours: tuple[tuple[str, str], ...], pattern: str, scoring: str
) -> Image.Image:
    """Return the blind drawn up, what the Empress likes below it, and the names of the rows."""
    out = cut(washi(1200), 26, 144, 264, 1030)
    place(out, blind(232, 104), 14, 8)
    write(out, (14, 196), "Her colors", "serif", 38, INK)
    write_word(out, (250, 198), "dye", 28, INK_SOFT, "r")
    for i, (hue, letters) in enumerate(colours):
        x, y = 14 + i % 2 * 114, 222 + i // 2 * 86
        place(out, dish(hue, 78), x, y)
        place(out, seat(i, letters, 60), x + 50, y + 30)
    write(out, (14, 508), "Her pattern", "serif", 38, INK)
    place(out, bolt(pattern, 230, 56, 1.6), 14, 534)
    write(out, (14, 620), title_of(pattern), "serif", 38, SEAL)
    bonus = "+5" if scoring == "M-B" else "+2"
    write(out, (244, 620), bonus, "sans-bold", 36, SEAL, "r")
    for y in LINES:
        place(out, panel(236, 2, HAIR, radius=1), 14, y - 144)
    for words, y in ROWS.items():
        kind, size = ("serif", 46) if words == "Total" else ("sans-bold", 36)
        write(out, (14, y - 144), words, kind, size, INK)
    return reduced(out, world())


SHOWN = {
    2: {"kimono": (20, 104, 392), "hakama": (430, 100, 182), "obi": (434, 316, 174),
        "sensu": (434, 474, 174)},
    3: {"kimono": (64, 100, 284), "hakama": (34, 424, 168), "obi": (232, 414, 156),
        "sensu": (232, 520, 156)},
    4: {"kimono": (20, 98, 266), "hakama": (12, 416, 150), "obi": (160, 404, 134),
        "sensu": (158, 518, 136)},
    5: {"kimono": (16, 100, 212), "hakama": (10, 384, 114), "obi": (128, 372, 106),
        "sensu": (128, 494, 106)},
}  # fmt: skip


@lru_cache(maxsize=16)
def result_block(result: Result, seats: int, x: int) -> Image.Image:
    """Return a player's outfit on its rack and the score below."""
    w = 1276 // seats - 12
    out = cut(washi(1200), x, 152, w, 1008)
    won = result.place == 1
    if won:
        place(out, sheet(w, 1008, True), 0, 0)
    token, text = ((49, 48), 94) if seats < 5 else ((198, 274), 18)
    place(out, seat(result.seat, result.letters, 74, won), *token, "middle")
    name = fit(result.name, "serif", 44, w - text - 16)
    write(out, (text, 48), name, "serif", 44, INK)
    left, top, wide = SHOWN[seats]["kimono"]
    place(out, rack(wide + 8), left - 4, top + wide // 50)
    for kind, (hue, pattern) in zip(GARMENTS, result.wears, strict=True):
        at = SHOWN[seats][kind]
        place(out, garment(kind, at[2], hue, pattern), at[0], at[1])
    for kind, wear, points in zip(GARMENTS, result.wears, result.dyes, strict=True):
        verdict_tag(out, kind, wear, points, seats)
    score_sheet(out, result, w)
    return reduced(out, world())


def verdict_tag(out: Image.Image, kind: str, wear: Wear, points: int, seats: int) -> None:
    """Label a garment with its hue and what the hue is worth to the Empress, or what it lacks."""
    (x, y, w), (hue, pattern) = SHOWN[seats][kind], wear
    if not hue and not pattern:
        return
    letters = HUES[hue].letters if hue else "–"
    if hue and pattern:
        label = tag(f"{letters} +{points}" if points else letters, 28)
    elif seats == 5:
        label = tag(letters, 26, True)
    else:
        label = tag(f"{letters}, no pattern" if hue else "no dye", 26, True)
    drop = {"kimono": 0.3, "hakama": 0.08, "obi": 0.06, "sensu": 0.05}[kind]
    left = x - 8 if kind in ("kimono", "hakama") else x + w / 2 - label.width / 2
    left = max(6, min(left, out.width - 8 - label.width))
    place(out, label, left, y + tall(kind, w) - round(drop * w) - 8)


def score_sheet(out: Image.Image, result: Result, w: int) -> None:
    """Write the score: garments, dyes, one line for each kind of pattern, the total."""
    edge, left = w - 20, 16
    for y in LINES:
        place(out, panel(w - 36, 2, HAIR, radius=1), left, y - 152)
    garments, dyes, patterns, total = result.parts
    done = sum(bool(hue and pattern) for hue, pattern in result.wears)
    ink = INK_SOFT if done == 4 else SEAL
    write(out, (left, 676), f"{done} complete", "sans", 30, ink)
    write(out, (edge, 676), str(garments), "serif", 44, INK, "r")
    words = "1 match" if dyes == 2 else f"{dyes // 2} matches"
    write(out, (left, 732), words, "sans", 30, INK_SOFT)
    write(out, (edge, 732), str(dyes), "serif", 44, INK, "r")
    first = 828 - 16 * (len(result.sets) - 1)
    for k, (pattern, n, points, favourite) in enumerate(result.sets):
        kind, ink = ("sans-bold", SEAL) if favourite else ("sans", INK_SOFT)
        words = f"{title_of(pattern)} ×{n}" if n > 1 else title_of(pattern)
        write(out, (left, first + 32 * k), words, kind, 28, ink)
        if w > 260 and len(result.sets) > 1:
            write(out, (edge - 64, first + 32 * k), str(points), kind, 28, ink, "r")
    write(out, (edge, 828), str(patterns), "serif", 44, INK, "r")
    write(out, (edge, 952), str(total), "serif", 84 if result.place == 1 else 64, INK, "r")
    if result.place == 1:
        place(out, stamp("", 84), left + 4, 910)
    else:
        words = {2: "2nd", 3: "3rd"}.get(result.place, f"{result.place}th")
        write(out, (left, 952), words, "sans", 38, INK_SOFT)


# ----------------------------------------------------------------------- words


def describe(view: View) -> str:
    """Return the picture in words, in at most a thousand characters."""
    text = ""
    for most, letters in ((32, 9), (20, 9), (14, 9), (10, 9), (10, 4), (7, 3)):
        names = [short(name, most) for name in names_of(view)]
        say = end_words if phase_of(view) == "over" else game_words
        lines = say(view, names, letters)
        text = "\n".join(line for line in lines if line)
        if len(text) <= 1000:
            return text
    return text[:999] + "…"


def short(name: str, most: int) -> str:
    """Return a name, cut with an ellipsis after a number of letters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def game_words(view: View, names: list[str], letters: int) -> list[str]:
    """Say where the game stands, the board, the dice, the market and the players."""
    words, hint = call(view)
    asked = f" {names[view['asked'][0]]}{words}: {hint}." if view["asked"] else ""
    lines = [f"{view['title']}, {turn_words(view)}.{asked}", board_words(view, names)]
    lines += market_words(view)
    if view["now"] is None:
        rolls = [f"{names[who]} {view['rolls'][who]}" for who in running_order(view)]
        lines.append(f"Turn order: {', '.join(rolls)}.")
    if view["viewer"] is not None:
        lines += own_words(view)
    return [*lines, *(player_words(view, who, names, letters) for who in running_order(view))]


def board_words(view: View, names: list[str]) -> str:
    """Say where silk lies and what the last roll did."""
    spaces = " ".join(map(str, view["cubes"]))
    text = f"Silk on {spaces}." if spaces else "The board is empty."
    turn = turn_shown(view)
    if not turn:
        return text
    dice = " ".join(map(str, turn["dice"]))
    text += f" {names[turn['seat']]} rolled {turn['face']} {dice}"
    if turn["zeros"]:
        text += f" (0 as {', '.join(map(str, turn['zeros']))})"
    if not turn["resolved"]:
        return text + "."
    lines = ", ".join("-".join(map(str, line)) for line in turn["lines"])
    text += f": +{turn['silk']} silk, +1 {turn['dye']}" + (f", line {lines}" if lines else "")
    return text + "."


def market_words(view: View) -> list[str]:
    """Say which patterns and dyes are for sale."""
    offers = [f"{title_of(o['pattern'])} {o['price']}" for o in view["offers"] if o["pattern"]]
    piles = [f"{HUES[dye['hue']].letters}{dye['left']}" for dye in view["dyes"]]
    return [f"Patterns: {', '.join(offers) or 'sold out'}; {view['deck']} in deck. "
            f"Dye cards: {' '.join(piles)}."]


def wear_words(player: View, letters: int) -> str:
    """Say what a player wears, as in "kimono RV Kikko", with so many letters of the pattern."""
    worn = [
        f"{kind} {HUES[hue].letters if hue else '–'} {title_of(pattern)[:letters] or '–'}"
        for kind, (hue, pattern) in zip(GARMENTS, wears_of(player), strict=True)
        if hue or pattern
    ]
    return ", ".join(worn) or "nothing yet"


def player_words(view: View, who: int, names: list[str], letters: int) -> str:
    """Say what everybody knows of a player."""
    player = view["players"][who]
    dye = " ".join(f"{letter}{player['dye'][hue]}" for letter, hue in PRIMARY.items())
    spare = spare_words(player, letters)
    text = f"{names[who]}: {view['sheets'][who]['total']} pts, {player['silk']} silk, {dye}; "
    return text + wear_words(player, letters) + (f"; spare {spare}" if spare else "") + "."


def own_words(view: View) -> list[str]:
    """Say what only the viewer knows, and what the viewer can pay."""
    colour = view["players"][view["viewer"]]["favourite"][0]
    can = [HUES[what].letters if what in HUES else title_of(what)
           for what, _, state, _ in wishes(view) if state == "can"]
    return [f"Your secret color: {colour}. You can pay {', '.join(can) or 'nothing'}."]


def end_words(view: View, names: list[str], letters: int) -> list[str]:
    """Say who won, what the Empress likes, and every player's score and outfit."""
    _, words, why = verdict(view)
    best = " and ".join(names[who] for who in view["winners"])
    if len(view["winners"]) > 1:
        words = f" share the win with {max(view['scores'])}"
    why = why if not why.endswith(tuple(names_of(view))) else why.partition(" of ")[0]
    colours = ", ".join(view["empress_colours"])
    lines = [f"{view['title']}, the end. {best}{words} ({why}).",
             f"The Empress likes {colours} and {title_of(view['empress_pattern'])}."]
    for result in results(view):
        garments, dyes, patterns, total = result.parts
        who = result.seat
        lines.append(f"{result.place}. {names[who]} {total}: garments {garments}, dyes {dyes}, "
                     f"patterns {patterns}; {wear_words(view['players'][who], letters)}.")
    return lines


# -------------------------------------------------------------------- pictures


@lru_cache(maxsize=1)
def world() -> bytes:
    """Return the palette of this world: what is drawn, and the mixtures at its edges."""
    plain = ["#000000", "#FFFFFF", INK, LACQUER, "#E7E2D6", "#C9C2B1", "#5C5646", "#8E8672",
             "#D9CFB8", "#EDE6D4", "#DCCB98", "#A8935C", "#B9A56C", "#7F6B3A", "#D9C27A",
             "#FFD84D", "#FFE7A3", "#D9A02A", FIBRE_PALE, FIBRE_DARK, SILK]  # fmt: skip
    mixed = [
        (INK, PAPER, 5), (INK, WASHI, 5), (INK_SOFT, PAPER, 4), (INK_SOFT, WASHI, 4),
        (SEAL, PAPER, 4), (SEAL, WASHI, 3), (SEAL, SEAL_PALE, 3), (GOLD, PAPER, 3), (GOLD, INK, 3),
        (GOLD, INDIGO, 3), (INDIGO, INDIGO_PALE, 3), (INDIGO, WASHI, 4), (THREAD, INDIGO, 2),
        (BOLT, "#F4EEDF", 5), (HAIR, WASHI, 2), (HAIR, PAPER, 2), (GHOST, WASHI, 4),
        (GHOST, PAPER, 2), (WASHI, "#B9AD94", 5), (PAPER, "#C4B89F", 3), (BRASS, GOLD, 1),
        (UNDYED.motif, SILK, 2), ("#8E856F", SILK, 2), (LACQUER, SILK, 2), (INK, "#FFFFFF", 2),
    ]  # fmt: skip
    for hue in HUES.values():
        plain += [mix(hue.ground, hue.motif, share) for share in (0.3, 0.58, 0.88, 1)]
        mixed += [(hue.ground, dark_of(hue), 1), (dark_of(hue), WASHI, 1)]
        mixed += [(text_on(hue.ground), hue.ground, 1), (hue.ground, PAPER, 1)]
    for colour, ink, _ in SEATS:
        mixed += [(colour, WASHI, 1), (colour, ink, 1)]
    return palette(plain, mixed)


def draw(view: View) -> Image.Image:
    """Return the board, the viewer's own panel, or in the end the presentation for all."""
    if phase_of(view) == "over":
        return presentation(view)
    return board(view) if view["viewer"] is None else own_panel(view)


def warm() -> None:
    """Draw the grounds and cut all clothes once, so that the first picture is quick."""
    for h in (700, 1200):
        ground(h)
    indigo_cloth()
    sizes = [plan.clothes for plan in PLANS.values()] + [OWN, *SHOWN.values()]
    for kind in GARMENTS:
        widths = sorted({places[kind][2] for places in sizes})
        for w in widths:
            missing(kind, w)
        for pattern, w in product(PATTERNS, widths):
            motif(kind, pattern, w)
    for hue, px, sold in product(HUES, (62, 68), (False, True)):
        dish(hue, px, sold)
    for pattern, size in product(PATTERNS, BOLTS):
        bolt(pattern, *size)
    for line in ((1, 3), (4, 6), (7, 9), (1, 7), (2, 8), (3, 9), (1, 9), (3, 7)):
        cleared_line(line)
    for face in range(10):
        d10(str(face), 88, False)
    for face in (*PRIMARY.values(), "white"):
        d4(face, 88, False)
    for weeks in range(1, 11):
        calendar_block(weeks)
    for plan in PLANS.values():
        sheet(plan.w, TALL, True)
    for color in BASIC:
        secret_block(color)


BOLTS = ((132, 70, 1.5), (90, 40, 1.2), (84, 48, 1.3), (230, 56, 1.6))
