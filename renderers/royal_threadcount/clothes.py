"""The four garments, in a box 100 wide, cut once as masks that a dye and a pattern only colour."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers.caching import cached
from renderers.canvas import Point, Points, Sprite, apply_curve, ellipse, paste_ink, scaled

from .patterns import (
    DENSITY,
    GHOST,
    HUES,
    LACQUER,
    PAPER,
    PX_PER_UNIT,
    SHADE,
    SILK,
    TILINGS,
    UNDYED,
    dark_of,
    mix,
    pattern_mask,
    thread,
)


def with_curved_corners(points: Points, radii: Sequence[float]) -> list[Point]:
    """A polygon whose corners are cut by curves, one radius for each."""
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
        """Lays out a cloth 100 wide."""
        size = (100 * PX_PER_UNIT, tall * PX_PER_UNIT)
        self.body, self.sewn = Image.new("L", size, 0), Image.new("RGB", size, 0)
        self._body, self._sewn = ImageDraw.Draw(self.body), ImageDraw.Draw(self.sewn)

    def piece(self, points: Points, hem: bool = True) -> None:
        """Cuts a piece, with a seam round it."""
        path = [(x * PX_PER_UNIT, y * PX_PER_UNIT) for x, y in points]
        self._body.polygon(path, fill=255)
        if hem:
            thread(self._sewn, [*path, path[0]], 1.3 * PX_PER_UNIT, self.DARK)

    def seam(self, points: Points, w: float, tone: tuple[int, int, int] = DARK) -> None:
        thread(
            self._sewn,
            [(x * PX_PER_UNIT, y * PX_PER_UNIT) for x, y in points],
            w * PX_PER_UNIT,
            tone,
        )

    def patch(self, points: Points, tone: tuple[int, int, int] = DARK) -> None:
        self._sewn.polygon([(x * PX_PER_UNIT, y * PX_PER_UNIT) for x, y in points], fill=tone)


def kimono(s: Shears) -> None:
    """Cuts a kimono; the wearer's left side lies on top, as for the living."""
    left = [(41, 4), (1, 11), (1, 63), (24, 66), (28, 41), (29.5, 41), (26, 107)]
    radii = [0, 3, 9, 5, 0, 0, 2]
    right = [(100 - x, y) for x, y in reversed(left)]
    s.piece(with_curved_corners(left + right, radii + radii[::-1]))
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
    """Cuts a hakama: waistband, five pleats, split hem, a white tie."""
    band = [(27, 5), (73, 5), (75, 18), (25, 18)]
    skirt = [(25, 18), (75, 18), (96, 97), (54, 97), (50, 84), (46, 97), (4, 97)]
    s.piece(band)
    s.piece(with_curved_corners(skirt, [0, 0, 3, 2, 0, 2, 3]))
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
    """Cuts an obi: a wide band, a bow with two tails, a white cord."""
    s.piece(with_curved_corners([(1, 17), (99, 17), (99, 45), (1, 45)], [2] * 4))
    for x in (1, 81.5):
        s.patch([(x, 29), (x + 17.5, 29), (x + 17.5, 32.6), (x, 32.6)], s.WHITE)
    tails = [[(48, 36), (54, 36), (69, 58), (56, 62)], [(46, 36), (52, 36), (44, 62), (31, 58)]]
    loop = with_curved_corners(
        [(50, 24), (28, 3), (20, 8), (21, 46), (29, 51), (50, 36)], [0, 5, 5, 6, 5, 0]
    )
    knot = with_curved_corners([(43, 19), (57, 19), (59, 41), (41, 41)], [4] * 4)
    for part in (*tails, loop, [(100 - x, y) for x, y in loop], knot):
        s.patch(part, (0, 0, 0))
        s.piece(part)
    for side in (-1, 1):
        s.seam([(50 + 9 * side, 30), (50 + 19 * side, 27)], 1.3)
    s.patch([(42.2, 28.4), (57.8, 28.4), (57.8, 32.6), (42.2, 32.6)], s.WHITE)


def sensu(s: Shears) -> None:
    """Cuts a folding fan: ten folds, lacquered guards and ribs, a white pin."""
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


def garment_height(kind: str, w: int) -> int:
    return round(w * CUTS[kind][1] / 100)


@lru_cache(maxsize=4)
def cut_garment(kind: str) -> Shears:
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


PAD_PX = 8


@cached
def cloth(kind: str, w: int) -> Cloth:
    large, h = cut_garment(kind), garment_height(kind, w)
    body = scaled(large.body, w, h)
    dark, white, black = scaled(large.sewn, w, h).split()
    whole = body
    for mask in (dark, white, black):
        whole = ImageChops.lighter(whole, mask)
    cast = Image.new("L", (w + 2 * PAD_PX, h + 2 * PAD_PX), 0)
    cast.paste(apply_curve(whole, lambda v: v * 0.26), (PAD_PX, PAD_PX + 2))
    shadow = Image.new("RGBA", cast.size, SHADE)
    shadow.putalpha(cast.filter(ImageFilter.GaussianBlur(3)))
    return Cloth(whole, body, dark, white, black, shadow)


@cached
def whole_motif(kind: str, pattern: str) -> Image.Image:
    """A pattern on the cloth of a garment, large."""
    body = cut_garment(kind).body
    return ImageChops.darker(
        pattern_mask(pattern, 100, body.height // PX_PER_UNIT, DENSITY[kind]), body
    )


@cached
def motif(kind: str, pattern: str, w: int) -> Image.Image:
    """A pattern on the cloth of a garment in a size, as a mask without what is sewn on."""
    mask, masks = scaled(whole_motif(kind, pattern), w, garment_height(kind, w)), cloth(kind, w)
    for sewn in (masks.dark, masks.white, masks.black):
        mask = ImageChops.multiply(mask, ImageChops.invert(sewn))
    return mask


@cached
def garment(kind: str, w: int, hue: str = "", pattern: str = "") -> Sprite:
    """A garment: dashed while it has nothing, grey undyed, plain without a pattern."""
    if not hue and not pattern:
        return missing(kind, w)
    plain = plain_garment(kind, w, hue)
    if not pattern:
        return plain
    dye, out = HUES.get(hue, UNDYED), plain.image.copy()
    tone = mix(dye.ground, dye.motif, TILINGS[pattern][2])
    paste_ink(out, tone, (PAD_PX, PAD_PX), motif(kind, pattern, w))
    return Sprite(out, PAD_PX)


@cached
def plain_garment(kind: str, w: int, hue: str) -> Sprite:
    """A garment without a pattern; undyed if it has no hue."""
    dye, masks = HUES.get(hue, UNDYED), cloth(kind, w)
    out = Image.new("RGB", masks.body.size, dye.ground)
    for ink, mask in ((dark_of(dye), masks.dark), (SILK, masks.white), (LACQUER, masks.black)):
        if box := mask.getbbox():
            paste_ink(out, ink, box[:2], mask.crop(box))
    out.putalpha(masks.whole)
    whole = masks.shadow.copy()
    whole.alpha_composite(out, (PAD_PX, PAD_PX))
    return Sprite(whole, PAD_PX)


@cached
def missing(kind: str, w: int) -> Sprite:
    """The dashed outline of a garment that has neither dye nor pattern."""
    body = cloth(kind, w).body
    edge = ImageChops.subtract(body, body.filter(ImageFilter.MinFilter(5)))
    comb = Image.new("L", (2 * body.width, 2 * body.height), 0)
    d, lean = ImageDraw.Draw(comb), comb.height * 0.7
    for x in range(-comb.height, comb.width, 30):
        d.polygon([(x, 0), (x + 19, 0), (x + 19 + lean, comb.height), (x + lean, comb.height)], 255)
    line = ImageChops.multiply(edge, scaled(comb, *body.size))
    out = Image.new("RGB", body.size, PAPER)
    out.paste(GHOST, (0, 0), line)
    out.putalpha(ImageChops.lighter(apply_curve(body, lambda v: v * 0.43), line))
    return Sprite(out)
