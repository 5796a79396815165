"""The colours of the palace at night, and its palette; nothing is drawn here."""

from functools import lru_cache
from typing import NamedTuple

from games.words import phrase, translate
from renderers.palettes import blocks, palette
from renderers.seats import SEATS

NIGHT, NIGHT_FAR = "#16213D", "#5B6C91"
POWDER, POWDER_DEEP, POWDER_PALE, PANEL = "#A8C1D6", "#7F9DB8", "#CFDFEA", "#D9E4EC"
SLATE, SLATE_DEEP, DARK_WINDOW = "#4A6382", "#384E6B", "#33415F"
CREAM, IVORY, CANDLE, WALL, PARQUET = "#F8F0DF", "#FFFAEF", "#FCE9C2", "#F8DFAE", "#E3C484"
FLOOR_SPACE, GONE = "#F5E7C6", "#E7DBC2"
INK, SOFT = "#1B2440", "#50586E"
GOLD, GOLD_DEEP, GOLD_PALE, BRONZE = "#C8A14A", "#8A6A1F", "#F0D48A", "#6B4F10"
SKIN, HAIR_POWDER, BLACK = "#EBC7A6", "#F4F1EC", "#20222C"
THREAD, THREAD_DEEP = "#B4BBC7", "#4E5666"
CARPET, WAX, WAX_DEEP = "#8E2233", "#B23A4A", "#8E2233"
STONE, STONE_SHADE = "#FFFDF6", "#B9AE98"
WATER, LEAF, LEAF_DEEP = "#8FB6D8", "#3E6149", "#2B4636"
BROWN, BROWN_DEEP = "#8A5A34", "#4C2F1A"


class Silk(NamedTuple):
    """The three tones of a silk: its edge, the cloth, and the pale one that carries a letter."""

    edge: str
    body: str
    pale: str


SILK = {
    "R": Silk("#84202F", "#C23B50", "#F6D3D3"),
    "Y": Silk("#96690F", "#E2AE34", "#FBEBBD"),
    "B": Silk("#36489A", "#6680CE", "#DAE1F7"),
    "G": Silk("#3B6238", "#74A366", "#DBEBD2"),
}


LETTERS = {
    "R": phrase("R (red)"),
    "Y": phrase("Y (yellow)"),
    "B": phrase("B (blue)"),
    "G": phrase("G (green)"),
}
"""The letters of the silks, each with the colour that it stands for."""


def silk_letter(colour: str) -> str:
    """The letter that stands on a silk in the language of the reader."""
    return translate(LETTERS[colour]).partition(" ")[0]


class Grade(NamedTuple):
    """How a grade is told apart: the cloth of its crest, and its name, whose initial it bears."""

    cloth: str
    name: str


GRADES = {
    "master": Grade(BRONZE, "Master"),
    "journeyman": Grade("#3F5A7D", "Journeyman"),
    "apprentice": Grade("#6E4A3C", "Apprentice"),
}


@lru_cache(maxsize=1)
def game_palette() -> bytes:
    plain = [
        "#000000",
        "#FFFFFF",
        NIGHT,
        NIGHT_FAR,
        "#8EA2C8",
        "#C9D4EA",
        "#D9E2EE",
        "#C3D0E0",
        POWDER,
        POWDER_DEEP,
        POWDER_PALE,
        PANEL,
        SLATE,
        SLATE_DEEP,
        DARK_WINDOW,
        "#BDD0DE",
        CREAM,
        IVORY,
        CANDLE,
        WALL,
        PARQUET,
        FLOOR_SPACE,
        GONE,
        INK,
        SOFT,
        GOLD,
        GOLD_DEEP,
        GOLD_PALE,
        BRONZE,
        SKIN,
        HAIR_POWDER,
        BLACK,
        THREAD,
        THREAD_DEEP,
        CARPET,
        WAX,
        STONE,
        STONE_SHADE,
        WATER,
        LEAF,
        LEAF_DEEP,
        BROWN,
        BROWN_DEEP,
        "#FFD84D",
        "#7A5719",
        "#33261D",
        "#1F1410",
        "#CDBF9F",
        "#5A3B1C",
        "#FFE9AE",
        "#9AA4B5",
        "#A61F30",
        "#5C0D18",
    ]
    mixed = [
        (INK, CREAM),
        (INK, IVORY),
        (INK, CANDLE),
        (INK, PANEL),
        (INK, GOLD_PALE),
        (INK, POWDER),
        (NIGHT, CREAM),
        (NIGHT, GOLD_PALE),
        (NIGHT, POWDER_PALE),
        (NIGHT, NIGHT_FAR),
        (NIGHT, GOLD),
        (SOFT, CREAM),
        (SOFT, IVORY),
        (SOFT, PANEL),
        (DARK_WINDOW, CREAM),
        (DARK_WINDOW, POWDER),
        (SLATE_DEEP, CREAM),
        (SLATE_DEEP, POWDER),
        (SLATE, POWDER),
        (POWDER, POWDER_PALE),
        (GOLD_DEEP, GOLD_PALE),
        (GOLD_DEEP, IVORY),
        (GOLD_DEEP, CANDLE),
        (GOLD, CANDLE),
        (GOLD_DEEP, POWDER),
        (GOLD_DEEP, NIGHT),
        (GOLD, IVORY),
        (BRONZE, FLOOR_SPACE),
        (THREAD_DEEP, THREAD),
        (THREAD_DEEP, "#FFFFFF"),
        (SKIN, CANDLE),
        (STONE, NIGHT),
        (STONE_SHADE, NIGHT),
        (BLACK, CANDLE),
        (WAX, IVORY),
        (PARQUET, CANDLE),
        (CARPET, GOLD),
        ("#3F5A7D", CREAM),
        ("#6E4A3C", CREAM),
        (BRONZE, CREAM),
        (BROWN, CREAM),
    ]
    for edge, body, pale in SILK.values():
        mixed += [
            (edge, body),
            (edge, pale),
            (body, pale),
            (edge, CANDLE),
            (edge, IVORY),
            (INK, pale),
        ]
    for colour, ink, _ in SEATS[:5]:
        mixed += [(colour, CREAM), (colour, ink)]
    return palette(plain, [(one, other, 1) for one, other in mixed])


block = blocks(game_palette)
