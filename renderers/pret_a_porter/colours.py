"""The colours of the magazine: paper, ink, five styles, six cloths, and the palette they make."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderers.canvas import Theme
from renderers.palettes import blank, blocks, palette
from renderers.seats import SEATS

PAPER, PAGE, LINE = "#FFFFFF", "#F0EEE8", "#C9C5BC"
INK, GREY, ZERO = "#111111", "#5C5C5C", "#6A6A6A"
NOW, NOW_PALE = "#FFD400", "#FFF4B8"
"""What is now: the month, the location, the row of the player who is asked."""
ALARM = "#C4122F"
"""What is missing, owed or lost."""
GAIN = "#1F6B2E"
FRONT, JOINT, GLASS = "#F4EEE2", "#DDD3C0", "#FBFAF6"
"""House fronts, the joints of their stones and empty spaces, shop windows."""
DOOR, ZINC, POT = "#A9B4BF", "#6E7A87", "#B0654A"
"""Doors and roofs, dark zinc, chimney pots."""
STAGE, SPOT, CATWALK, DIM = "#18181C", "#2C2C33", "#E6E1D6", "#B0B0BA"
"""The stage of a show, its light, the catwalk, and pale letters on the stage."""
THEME = Theme(PAGE, PAPER, INK, GREY, LINE, INK, INK, PAPER)


class Style(NamedTuple):
    """The accent of a style, its shade and its tint; each has a word and a cloth besides."""

    body: str
    shade: str
    dark: str
    tint: str


STYLES = {
    "Casual": Style("#A35F00", "#8F5300", "#6E4000", "#F7E8D0"),
    "Evening": Style("#7A2A8C", "#6B247B", "#4D1559", "#F0E0F3"),
    "Business": Style("#3C5873", "#344D65", "#22384F", "#DFE8F0"),
    "Rock": Style("#C4122F", "#AC0F29", "#7C0A1C", "#FADDE1"),
    "Sport": Style("#00777F", "#00686F", "#004D53", "#D6EFF0"),
}


class Cloth(NamedTuple):
    """A material: its swatch, the edge, and the ink of its letter."""

    fill: str
    edge: str
    ink: str


CLOTHS = {
    "white": Cloth("#FFFFFF", "#8A8A8A", INK),
    "yellow": Cloth("#F3CF3A", "#8C7100", INK),
    "green": Cloth("#5FA35A", "#2D5A2A", INK),
    "blue": Cloth("#3D6FC4", "#1E3F7A", PAPER),
    "red": Cloth("#C93A34", "#7D1B17", PAPER),
    "black": Cloth("#2A2A2A", "#000000", PAPER),
}


@lru_cache(maxsize=1)
def game_palette() -> bytes:
    plain = [
        "#000000",
        DOOR,
        ZINC,
        POT,
        LINE,
        FRONT,
        JOINT,
        GLASS,
        STAGE,
        SPOT,
        CATWALK,
        DIM,
        "#FFFAEC",
        "#FFD84D",
        "#7A5719",
        "#33261D",
    ]
    mixed = [
        (INK, PAPER, 14), (INK, PAGE, 5), (INK, NOW, 5), (INK, NOW_PALE, 5), (GREY, PAPER, 6),
        (GREY, PAGE, 4), (GREY, NOW_PALE, 3), (ZERO, PAPER, 3), (LINE, PAPER, 3), (LINE, INK, 2),
        (ALARM, PAPER, 5), (ALARM, PAGE, 2), (ALARM, NOW_PALE, 3), (NOW, NOW_PALE, 1),
        (NOW, PAPER, 1), (STAGE, PAPER, 5), (DOOR, FRONT, 1),
        (STAGE, CATWALK, 1), (GAIN, PAPER, 4), (GAIN, PAGE, 2), ("#FFD84D", "#7A5719", 1),
    ]  # fmt: skip
    for style in STYLES.values():
        mixed += [
            (style.body, PAPER, 4), (style.body, style.tint, 3), (style.dark, style.tint, 3),
            (style.shade, style.tint, 1), (style.body, style.dark, 1), (INK, style.tint, 3),
            (style.body, SPOT, 1), (style.shade, STAGE, 1),
        ]  # fmt: skip
    for cloth in CLOTHS.values():
        mixed += [(cloth.fill, cloth.edge, 1), (cloth.fill, cloth.ink, 2), (cloth.edge, PAPER, 1)]
    for colour, ink, _ in SEATS[:4]:
        mixed += [(colour, PAPER, 2), (colour, ink, 2)]
    return palette(plain, mixed, apart=32)


block = blocks(game_palette)


def sheet(w: int, h: int, colour: str = PAPER) -> Image.Image:
    """Clean paper to be drawn on."""
    return Image.new("RGB", (w, h), colour)


def page(w: int, h: int) -> Image.Image:
    """The paper on which finished parts are laid."""
    return blank(w, h, PAPER, game_palette())
