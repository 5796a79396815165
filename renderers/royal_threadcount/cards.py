"""A card to be looked up: a picture of the thing in a window, beside its words on paper."""

from PIL import Image

from renderers.canvas import Theme, crop, panel, paste
from renderers.cards import MIN_HEIGHT_PX, WIDTH_PX, Card, typeset, write_card_text
from renderers.palettes import quantized

from .clothes import garment, garment_height
from .patterns import (
    GARMENTS,
    HAIR,
    HUES,
    INK,
    INK_SOFT,
    PAPER,
    PATTERNS,
    SEAL,
    WASHI,
    bolt,
    game_palette,
)
from .pieces import blind, dish, rack, stamp, washi

THEME = Theme(PAPER, WASHI, INK, INK_SOFT, HAIR, HAIR, SEAL, PAPER)
WINDOW_PX, TEXT_X = 444, 556
"""How wide the window with the picture is, and where the words begin."""
LEFT_PX, TOP_PX = 60, 60
MIDDLE_X = LEFT_PX + WINDOW_PX // 2
GARMENTS_ON_CARDS = {
    "kimono": (380, "red", "asanoha"),
    "hakama": (380, "blue-violet", "uroko"),
    "obi": (400, "yellow-orange", "karakusa"),
    "sensu": (400, "blue-green", "seigaiha"),
}
"""How a garment is drawn on its own card: its width, a dye and a pattern that become it."""


def draw_card(card: Card) -> Image.Image:
    leaf = typeset(card, THEME, WIDTH_PX - TEXT_X - 68)
    tall_ = max(MIN_HEIGHT_PX, leaf.height + 140)
    image = crop(washi(1200), 0, 0, WIDTH_PX, tall_)
    frame = (WIDTH_PX - 64, tall_ - 64)
    paste(image, panel(*frame, PAPER, HAIR, 3, 18, (9, HAIR, 2), True), 32, 32)
    paste(image, panel(WINDOW_PX, tall_ - 2 * TOP_PX, WASHI, HAIR, 2, 12), LEFT_PX, TOP_PX)
    draw_thing(image, card["id"], tall_)
    write_card_text(image, leaf, THEME, TEXT_X, (tall_ - leaf.height) // 2)
    paste(image, stamp("", 60), WIDTH_PX - 128, tall_ - 64)
    return quantized(image, game_palette())


def draw_thing(image: Image.Image, thing: str, height: int) -> None:
    """Draws what the card is of into the window of a picture so high."""
    if thing in PATTERNS:
        paste(image, bolt(thing, WINDOW_PX, height - 2 * TOP_PX, 4.4), LEFT_PX, TOP_PX)
    elif thing in HUES:
        draw_dyed(image, thing, height)
    elif thing in GARMENTS:
        w, hue, pattern = GARMENTS_ON_CARDS[thing]
        y = (height - garment_height(thing, w)) // 2
        paste(image, garment(thing, w, hue, pattern), MIDDLE_X - w // 2, y)
    else:
        paste(image, blind(WINDOW_PX - 44, 150), LEFT_PX + 22, TOP_PX + 12)
        colour = thing.removeprefix("favourite-")
        paste(image, dish(colour, 264), MIDDLE_X, height // 2 + 96, "middle")


def draw_dyed(image: Image.Image, hue: str, height: int) -> None:
    """Draws a kimono of that colour on its rack, and the dish that it came from."""
    w = 352
    top = (height - garment_height("kimono", w)) // 2 - 24
    paste(image, rack(w + 24), MIDDLE_X - w // 2 - 12, top + w // 9)
    paste(image, garment("kimono", w, hue), MIDDLE_X - w // 2, top)
    paste(image, dish(hue, 128), LEFT_PX + WINDOW_PX - 80, height - TOP_PX - 80, "middle")
