"""The colours of the main street and the palette they make."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from games.words import Phrase, phrase
from renderers.palettes import blank, blocks, palette, quantized
from renderers.seats import SEATS

PAVEMENT, PAPER, WINDOW = "#EFE4CC", "#FFF8E6", "#F6E3B8"
INK, DIM, LINE = "#241A14", "#6A5646", "#CDB98F"
BRICK, BRICK_DARK, JOINT = "#93432F", "#7F3727", "#A65C46"
ENAMEL, ENAMEL_EDGE, SCREW = "#17352F", "#0E231F", "#4E7A6E"
CREAM, PALE, GOLD = "#FFF1CF", "#D9CDA9", "#E8BE5A"
LAMP, ALARM, ALARM_DARK = "#FFD23F", "#B3261E", "#7E1712"
WOOD, WOOD_DARK, CRATE = "#A9794B", "#6F4A2A", "#D9B17A"
BAY, BAY_PALE, STREET, STONE = "#3B312B", "#B5A898", "#4A433C", "#9C917F"
WALL, WALL_DARK, WALL_JOINT = "#CDA685", "#C6A080", "#D6B394"
WALL_INK, CORNICE, STEP = "#472B1D", "#D9BE85", "#CDBB95"
FIRED, WASHED = (BRICK, BRICK_DARK, JOINT), (WALL, WALL_DARK, WALL_JOINT)
NOTE, NOTE_EDGE, NOTE_LINE, NOTE_INK = "#DDE7C8", "#54703A", "#8FA777", "#3F552A"
NEXT, SPENT, GLASS, METAL, BRASS = "#E2D3B2", "#B9A98A", "#F8D45A", "#B9A98A", "#9A6420"
LEAF, FACET, SHADE = "#7FB23F", "#9656BF", "#3B2416"


class Good(NamedTuple):
    """A type of goods: its name, its colour, the colour of the letter on it."""

    name: Phrase
    fill: str
    ink: str


GOODS = {
    "food": Good(phrase("Food"), "#4B7A27", "#FFFFFF"),
    "clothing": Good(phrase("Clothing"), "#8CBCEB", "#12283F"),
    "electronics": Good(phrase("Electronics"), "#F3C02E", "#2B2105"),
    "jewelry": Good(phrase("Jewelry"), "#6E2F96", "#FFFFFF"),
    "art": Good(phrase("Art"), "#FFF6DF", "#2A1A08"),
}
OUTLINE = "#2A1A0E"


@lru_cache(maxsize=1)
def game_palette() -> bytes:
    plain = ["#000000", "#FFFFFF", "#FFFAEC", "#FFD84D", "#7A5719", "#33261D", "#A61F30", "#5C0D18",
             "#7C1322", "#D9636B", "#FFF3E4", "#B8860B", "#8F1D17", SCREW, JOINT, BRICK_DARK,
             CORNICE, STEP, WALL_DARK, WALL_JOINT, NEXT, SPENT, METAL, NOTE_LINE]  # fmt: skip
    mixed = [
        (INK, PAPER, 6), (INK, PAVEMENT, 4), (INK, WINDOW, 4), (INK, LAMP, 4), (INK, NOTE, 3),
        (DIM, PAPER, 4), (DIM, PAVEMENT, 4), (DIM, WINDOW, 3), (DIM, NEXT, 3), (LINE, PAPER, 1),
        (CREAM, ENAMEL, 6), (CREAM, ENAMEL_EDGE, 2), (GOLD, ENAMEL, 4), (LAMP, ENAMEL, 4),
        (PALE, ENAMEL, 4), (SCREW, ENAMEL, 1), (LAMP, PAVEMENT, 1), (LAMP, PAPER, 1),
        (CREAM, BRICK, 3), (CREAM, BAY, 4), (BAY_PALE, BAY, 3), (BAY, WOOD_DARK, 1),
        (CREAM, STREET, 3), (STONE, STREET, 1), (LAMP, STREET, 3), (STREET, PAVEMENT, 2),
        (ALARM, PAPER, 4), (ALARM, CREAM, 3), (ALARM, PAVEMENT, 2), (ALARM, INK, 1),
        (ALARM_DARK, PAPER, 1), (WALL, WALL_INK, 4), (BRICK, WALL, 1), (WOOD, WINDOW, 2),
        (WOOD_DARK, WINDOW, 2), (WOOD_DARK, PAPER, 2), (CRATE, WOOD, 1), (CRATE, WINDOW, 1),
        (NOTE_EDGE, NOTE, 2), (NOTE_INK, NOTE, 3), (GLASS, INK, 2), (LEAF, OUTLINE, 1),
        (SHADE, PAVEMENT, 4), (SPENT, PAVEMENT, 2), (BRASS, OUTLINE, 1), (FACET, OUTLINE, 1),
        (BRICK, INK, 2),
    ]  # fmt: skip
    for good in GOODS.values():
        mixed += [(good.fill, OUTLINE, 2), (good.fill, good.ink, 2), (good.fill, PAPER, 2)]
    for colour, ink, _ in SEATS[:4]:
        mixed += [(colour, "#FFFAEC", 2), (colour, ink, 2), (colour, STREET, 1)]
        mixed += [(colour, ENAMEL, 2)]
    return palette(plain, mixed)


block = blocks(game_palette)


def finished(block: Image.Image) -> Image.Image:
    """A part of a picture in the colours of the palette."""
    return quantized(block, game_palette())


def yard(h: int) -> Image.Image:
    """The pavement that lies under a picture."""
    return blank(1600, h, PAVEMENT, game_palette())
