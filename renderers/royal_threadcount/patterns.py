"""The colours, the dyes, the six patterns as geometry, and the palette they make; what dyes,
patterns and garments are called.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from games.words import phrase, translate
from renderers.caching import cached
from renderers.canvas import Point, Points, Sprite, panel, scaled
from renderers.palettes import blocks, palette
from renderers.seats import SEATS

# ------------------------------------------------------------------- colours and names

WASHI, FIBRE_PALE, FIBRE_DARK = "#F3ECDC", "#FBF7EC", "#E9E0CB"
PAPER, SILK = "#FFFCF4", "#FBF8F0"
INK, INK_SOFT, NIGHT = "#1B2340", "#4F5670", "#11131C"
HAIR, GHOST, LACQUER = "#C8BC9F", "#686044", "#221C1C"
INDIGO, INDIGO_PALE, BOLT = "#1F2D57", "#B4C2E4", "#26376B"
SEAL, SEAL_PALE, THREAD = "#B3261E", "#FFF1E4", "#FF8355"
GOLD, BRASS, SHADE = "#F0B429", "#8A5A00", "#3A2E18"


@dataclass(frozen=True, slots=True)
class Hue:
    """A dye: its name, the initials of its colours, the ground it gives the cloth, the motif on it,
    the initials of the dye that it costs.
    """

    name: str
    letters: str
    ground: str
    motif: str
    cost: str


HUES = {
    "red": Hue("Red", "R", "#BF1E2E", "#FFE9DC", "RR"),
    "orange": Hue("Orange", "O", "#F27D12", "#FFF0CC", "RY"),
    "yellow": Hue("Yellow", "Y", "#FCE350", "#8C6A00", "YY"),
    "green": Hue("Green", "G", "#2F8F3E", "#EDF8DC", "YB"),
    "blue": Hue("Blue", "B", "#1F62B8", "#E6F1FF", "BB"),
    "violet": Hue("Violet", "V", "#8B45B5", "#F8E8FF", "RB"),
    "red-orange": Hue("Red-orange", "RO", "#E54A22", "#FFF1DF", "RRY"),
    "yellow-orange": Hue("Yellow-orange", "YO", "#FDB827", "#A05000", "YYR"),
    "yellow-green": Hue("Yellow-green", "YG", "#B4CC30", "#435708", "YYB"),
    "blue-green": Hue("Blue-green", "BG", "#12979B", "#E4FBF3", "BBY"),
    "blue-violet": Hue("Blue-violet", "BV", "#3B2F92", "#E6E2FF", "BBR"),
    "red-violet": Hue("Red-violet", "RV", "#BB2B82", "#FFE6F3", "RRB"),
}
UNDYED = Hue("", "", SILK, "#A9A08B", "")
BASIC, TERTIARY = list(HUES)[:6], list(HUES)[6:]
PRIMARY = {"R": "red", "Y": "yellow", "B": "blue"}
PATTERNS = {
    "asanoha": "Asanoha",
    "uroko": "Uroko",
    "ichimatsu": "Ichimatsu",
    "kikko": "Kikko",
    "seigaiha": "Seigaiha",
    "karakusa": "Karakusa",
}
GARMENTS = {"kimono": "Kimono", "hakama": "Hakama", "obi": "Obi", "sensu": "Sensu"}
NAMES = PATTERNS | GARMENTS | {hue: it.name for hue, it in HUES.items()}
INITIALS = (
    phrase("R"),
    phrase("O"),
    phrase("Y"),
    phrase("G"),
    phrase("B"),
    phrase("V"),
    phrase("W"),
)
"""Of red, orange, yellow, green, blue, violet and white: what stands on dishes, dye and dice."""


def title_of(thing: str) -> str:
    """The name of a pattern, garment or hue; of anything else the text itself."""
    return translate(NAMES.get(thing, thing))


def localized_letters(letters: str) -> str:
    """The initials of colours as the reader's language has them."""
    return "".join(map(translate, letters))


def letters_of(hue: str) -> str:
    """Empty without a hue."""
    return localized_letters(HUES[hue].letters) if hue in HUES else ""


def mix(a: str, b: str, share: float) -> str:
    """Colour a with a share of colour b."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(p + (q - p) * share):02X}" for p, q in pairs)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def text_on(ground: str) -> str:
    """White or near black, whichever reads better on a ground."""
    light = luminance(ground) + 0.05
    return "#FFFFFF" if 1.05 / light > light / (luminance(NIGHT) + 0.05) else NIGHT


def dark_of(hue: Hue) -> str:
    """The colour of seams, collar and hem."""
    return mix(hue.ground, "#000000", 0.42) if hue.letters else "#8E856F"


# ------------------------------------------------- the six patterns, as tilings

PX_PER_UNIT = 8  # pixels for a hundredth of a garment's width, when it is cut


def grid(w: float, h: float, dx: float, dy: float) -> list[tuple[int, int]]:
    """The columns and rows that cover a cloth from its middle."""
    columns, rows = math.ceil(w / dx / 2) + 2, math.ceil(h / dy / 2) + 2
    return [(i, j) for j in range(-rows, rows + 1) for i in range(-columns, columns + 1)]


def thread(d: ImageDraw.ImageDraw, points: Points, w: float, fill: Any = 255) -> None:
    """Draws a line with round ends."""
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


def pattern_mask(pattern: str, w: int, h: int, density: float) -> Image.Image:
    """The motif of a pattern as a large mask; the size is in hundredths of a garment."""
    draw_tiling, unit, _ = TILINGS[pattern]
    mask = Image.new("L", (w * PX_PER_UNIT, h * PX_PER_UNIT), 0)
    draw_tiling(
        ImageDraw.Draw(mask), w * PX_PER_UNIT, h * PX_PER_UNIT, unit * density * PX_PER_UNIT
    )
    return mask


@cached
def bolt(pattern: str, w: int, h: int, zoom: float) -> Sprite:
    """A piece of indigo cloth that shows a pattern at full strength."""
    across, down = math.ceil(w / zoom), math.ceil(h / zoom)
    mask = scaled(pattern_mask(pattern, across, down, 1.0), w, h)
    out = Image.new("RGB", (w, h), BOLT)
    out.paste("#F4EEDF", (0, 0), mask)
    out.putalpha(panel(w, h, BOLT, radius=10).image.getchannel("A"))
    return Sprite(out)


# ----------------------------------------------------------------- the palette


@lru_cache(maxsize=1)
def game_palette() -> bytes:
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
    for colour, ink, _ in SEATS[:5]:
        mixed += [(colour, WASHI, 1), (colour, ink, 1)]
    return palette(plain, mixed)


block = blocks(game_palette)
