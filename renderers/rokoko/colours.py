"""The colours of the palace at night, and its palette; nothing is drawn here."""

from functools import lru_cache
from typing import NamedTuple

from games.words import phrase, translate
from renderers.palettes import palette
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
        (INK, CREAM, 4),
        (INK, IVORY, 4),
        (INK, CANDLE, 4),
        (INK, PANEL, 4),
        (INK, GOLD_PALE, 3),
        (INK, POWDER, 2),
        (NIGHT, CREAM, 4),
        (NIGHT, GOLD_PALE, 4),
        (NIGHT, POWDER_PALE, 4),
        (NIGHT, NIGHT_FAR, 2),
        (NIGHT, GOLD, 1),
        (SOFT, CREAM, 3),
        (SOFT, IVORY, 1),
        (SOFT, PANEL, 1),
        (DARK_WINDOW, CREAM, 4),
        (DARK_WINDOW, POWDER, 1),
        (SLATE_DEEP, CREAM, 3),
        (SLATE_DEEP, POWDER, 2),
        (SLATE, POWDER, 1),
        (POWDER, POWDER_PALE, 1),
        (GOLD_DEEP, GOLD_PALE, 2),
        (GOLD_DEEP, IVORY, 2),
        (GOLD_DEEP, CANDLE, 1),
        (GOLD, CANDLE, 2),
        (GOLD_DEEP, POWDER, 1),
        (GOLD_DEEP, NIGHT, 1),
        (GOLD, IVORY, 1),
        (BRONZE, FLOOR_SPACE, 2),
        (THREAD_DEEP, THREAD, 1),
        (THREAD_DEEP, "#FFFFFF", 3),
        (SKIN, CANDLE, 1),
        (STONE, NIGHT, 2),
        (STONE_SHADE, NIGHT, 1),
        (BLACK, CANDLE, 2),
        (WAX, IVORY, 1),
        (PARQUET, CANDLE, 1),
        (CARPET, GOLD, 1),
        ("#3F5A7D", CREAM, 2),
        ("#6E4A3C", CREAM, 2),
        (BRONZE, CREAM, 2),
        (BROWN, CREAM, 1),
    ]
    for edge, body, pale in SILK.values():
        mixed += [
            (edge, body, 1),
            (edge, pale, 2),
            (body, pale, 1),
            (edge, CANDLE, 1),
            (edge, IVORY, 1),
            (INK, pale, 2),
        ]
    for colour, ink, _ in SEATS:
        mixed += [(colour, CREAM, 2), (colour, ink, 1)]
    return palette(plain, mixed)
