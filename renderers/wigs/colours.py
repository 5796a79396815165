"""The colours and types of wigs, and the palette."""

from functools import lru_cache

from games.words import phrase, translate
from renderers.canvas import Theme
from renderers.palettes import blocks, palette
from renderers.seats import SEATS

PARCHMENT, PARCHMENT_LINE = "#F1E6CD", "#E9DBBB"
CARD, IVORY, TROUGH = "#F8F0DC", "#FFFAEC", "#E0CFA8"
INK, INK_SOFT, DASHES = "#33261D", "#63503F", "#A5947A"
SAGE_DEEP, SAGE, SAGE_PALE, SAGE_INK = "#6C7F60", "#A9B898", "#C3CFB3", "#3C4A32"
SAGE_OTHER, SAGE_EMPTY, SAGE_NEXT = "#9FAF8E", "#B3C0A2", "#DCE3CE"
ROSE, ROSE_DEEP, ROSE_PALE = "#C67C82", "#8C3847", "#EBCFC6"
GILT, GILT_LIGHT, GILT_DARK = "#B98E3E", "#EBCB7C", "#7A5719"
THEME = Theme(CARD, IVORY, INK, INK_SOFT, GILT, GILT_DARK, ROSE_DEEP, IVORY)

TYPES = range(1, 6)
NAMES = {
    1: phrase("Bon Vivant"),
    2: phrase("Trendsetter"),
    3: phrase("Baron"),
    4: phrase("Scholar"),
    5: phrase("Buccaneer"),
}
PLURALS = {
    1: phrase("Bon Vivants"),
    2: phrase("Trendsetters"),
    3: phrase("Barons"),
    4: phrase("Scholars"),
    5: phrase("Buccaneers"),
}


def name_of(kind: int) -> str:
    """What a type is called; "" for 0."""
    return translate(NAMES[kind]) if kind else ""


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


@lru_cache(maxsize=1)
def game_palette() -> bytes:
    plain = [
        "#000000",
        "#FFFFFF",
        TROUGH,
        SAGE_OTHER,
        SAGE_NEXT,
        "#F7E3D2",
        "#E59A97",
        "#5A3A2C",
        "#8350A4",
        "#36184E",
        "#8DB35A",
        "#9A2F3C",
        "#B8324A",
        "#F2A3AC",
        "#F2BE4A",
        "#7D5212",
        "#3E9A98",
        "#123F42",
        "#A6DCD6",
        "#C23B4C",
        "#4A0F1E",
        "#EDC562",
        "#E6B58B",
        "#4A2A18",
        "#D98D6C",
        "#C8323C",
        "#5A0D16",
        "#A61F30",
        "#5C0D18",
        "#FFD84D",
        "#5C6F51",
    ]
    mixed = [
        (INK, CARD, 6),
        (INK, IVORY, 3),
        (INK, PARCHMENT, 3),
        (INK, GILT_LIGHT, 4),
        (INK, SAGE, 3),
        (INK, SAGE_DEEP, 2),
        (INK_SOFT, CARD, 5),
        (INK_SOFT, PARCHMENT, 3),
        (CARD, IVORY, 1),
        (ROSE_DEEP, IVORY, 6),
        (ROSE_DEEP, SAGE_NEXT, 3),
        (ROSE, ROSE_PALE, 2),
        (GILT, GILT_LIGHT, 3),
        (GILT, CARD, 3),
        (GILT_DARK, GILT_LIGHT, 3),
        (GILT_DARK, CARD, 3),
        (GILT_DARK, SAGE, 2),
        (SAGE_DEEP, SAGE, 2),
        (SAGE_DEEP, SAGE_PALE, 3),
        (SAGE_INK, SAGE_EMPTY, 3),
        (PARCHMENT, PARCHMENT_LINE, 1),
        (PARCHMENT, "#B5A893", 5),
        (PARCHMENT_LINE, "#C9BC9F", 2),
        (SAGE_PALE, "#7F8973", 4),
        (CARD, "#A79C8B", 5),
    ]
    for kind in TYPES:
        ground, edge, (hair, outline, light) = GROUND[kind], EDGE[kind], HAIR[kind]
        mixed += [(ground, edge, 3), (ground, IVORY, 3), (edge, IVORY, 4), (ground, GILT_LIGHT, 1)]
        mixed += [(hair, outline, 3), (hair, light, 1), (light, outline, 1)]
    for colour, ink, _ in SEATS[:4]:
        mixed += [(colour, IVORY, 2), (colour, ink, 1)]
    return palette(plain, mixed)


block = blocks(game_palette)
