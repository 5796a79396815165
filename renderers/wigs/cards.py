"""A wig as a card to be looked up: its tile, large, beside its words."""

from PIL import Image

from renderers.canvas import Sprite, panel, paste, shadowed, tiled
from renderers.cards import MIN_HEIGHT_PX, WIDTH_PX, Card, typeset, write_card_text
from renderers.palettes import quantized

from .colours import CARD, GILT_DARK, GILT_LIGHT, SAGE, THEME, game_palette
from .grounds import trellis
from .pieces import scroll, shell, tile_face

TILE_SIZE = (408, 424, 88)
WINDOW_PX, TEXT_X = 460, 564
"""How wide the window with the tile is, and where the words begin."""
CORNERS = (
    (None, 18, 18),
    (Image.Transpose.FLIP_LEFT_RIGHT, -90, 18),
    (Image.Transpose.FLIP_TOP_BOTTOM, 18, -90),
    (Image.Transpose.ROTATE_180, -90, -90),
)
"""How the scroll of a corner is turned, and where it stands; below zero, from the far edge."""


def draw_card(card: Card) -> Image.Image:
    """A card: the tile on sage at the left, its words on parchment."""
    leaf = typeset(card, THEME, WIDTH_PX - TEXT_X - 68)
    tall = max(MIN_HEIGHT_PX, leaf.height + 140)
    image = tiled(WIDTH_PX, tall, trellis())
    frame = (WIDTH_PX - 64, tall - 64)
    paste(image, panel(*frame, CARD, GILT_DARK, 3, 18, (9, GILT_LIGHT, 2), True), 32, 32)
    paste(
        image, panel(WINDOW_PX, frame[1] - 40, SAGE, GILT_DARK, 2, 12, (8, GILT_LIGHT, 2)), 52, 52
    )
    w, h, badge = TILE_SIZE
    face = shadowed(tile_face(int(card["id"]), w, h, badge), 8, 6, 90)
    paste(image, face, 52 + WINDOW_PX / 2, tall / 2, "middle")
    for turn, x, y in CORNERS:
        piece = scroll(72) if turn is None else scroll(72).transpose(turn)
        paste(image, Sprite(piece), x % WIDTH_PX, y % tall)
    paste(image, shell(64), 52 + WINDOW_PX // 2 - 32, 36)
    write_card_text(image, leaf, THEME, TEXT_X, (tall - leaf.height) // 2)
    return quantized(image, game_palette())
