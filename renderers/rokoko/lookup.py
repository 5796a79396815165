"""One card to look up: its picture at the left, what it says at the right."""

from typing import Any

from PIL import Image

from games.words import _, translate
from renderers.caching import cached
from renderers.canvas import Sprite, panel, paste, write
from renderers.cards import said_facts
from renderers.fonts import text_width, wrapped
from renderers.layout import fitted_lines
from renderers.palettes import quantized

from .clothes import dress
from .colours import CREAM, GOLD, GOLD_DEEP, GRADES, INK, IVORY, NIGHT, SILK, SOFT, game_palette
from .faces import portrait
from .icon_text import SIGNS, bonus_icons, draw_icon_text, icon_text_width
from .market import need_sign
from .pieces import bale, crest, goods, thimble
from .reading import design_of, letters_of, trims_of

SIZE = (1200, 640)
FRAME_BOX = (40, 40, 400, 560)
TEXT_X, TEXT_WIDTH_PX = 490, 660


def draw_card(card: dict[str, Any]) -> Image.Image:
    out = ground().copy()
    x, y, w, h = FRAME_BOX
    shown = Image.new("RGB", (w - 24, h - 24), IVORY)
    PICTURES[card["kind"]](shown, card)
    out.paste(shown, (x + 12, y + 12))
    words(out, card)
    return quantized(out, game_palette())


@cached
def ground() -> Image.Image:
    out = Image.new("RGB", SIZE, NIGHT)
    paste(out, panel(SIZE[0] - 40, SIZE[1] - 40, CREAM, GOLD, 3), 20, 20)
    paste(out, panel(FRAME_BOX[2], FRAME_BOX[3], IVORY, GOLD_DEEP, 4), FRAME_BOX[0], FRAME_BOX[1])
    return out


def words(out: Image.Image, card: dict[str, Any]) -> None:
    write(out, (TEXT_X, 80), card["id"], "sans-bold", 44, SOFT)
    y = 150
    lines, size = fitted_lines(translate(card["name"]), "serif", 54, TEXT_WIDTH_PX, 2)
    for line in lines:
        write(out, (TEXT_X, y), line, "serif", size, INK)
        y += 64
    y += 6
    for sentence in card["text"]:
        for line in wrapped(translate(sentence), "sans", 36, TEXT_WIDTH_PX):
            write(out, (TEXT_X, y), line, "sans", 36, INK)
            y += 46
    paste(out, panel(TEXT_WIDTH_PX, 2, GOLD, radius=1), TEXT_X, y + 4)
    y += 42
    for label, value in said_facts(card):
        write(out, (TEXT_X, y), label, "sans", 32, SOFT)
        room = TEXT_WIDTH_PX - text_width(label, "sans", 32) - 24
        write(out, (TEXT_X + TEXT_WIDTH_PX, y), value, "sans-bold", 34, INK, "r", room)
        y += 48


def employee_picture(out: Image.Image, card: dict[str, Any]) -> None:
    grade, bonus = card["grade"], bonus_icons(card["bonus"])
    paste(out, crest(grade, 84), 12, 12)
    paste(out, portrait(grade, 270), out.width / 2 - 135, 60)
    write(out, (out.width / 2, 432), translate(GRADES[grade].name), "serif", 44, INK, "m")
    size = next((n for n in (46, 38, 32) if icon_text_width(bonus, n) < out.width - 20), 28)
    draw_icon_text(out, out.width / 2 - icon_text_width(bonus, size) / 2, 492, bonus, size)


def dress_picture(out: Image.Image, card: dict[str, Any]) -> None:
    design = design_of(card)
    paste(out, dress(design.colour, design.trims, 264, False), out.width / 2 - 132, 26)
    if design.master:
        paste(out, thimble(80), 16, 20)
    needs = [*design.silk, *design.trims]
    for k, need in enumerate(needs):
        need_sign(out, need, out.width / 2 + (k - (len(needs) - 1) / 2) * 60, 486, 52)


def tile_picture(out: Image.Image, card: dict[str, Any]) -> None:
    """Draws the bales of a resource tile, and below them the goods it gives instead."""
    rows: tuple[tuple[str, int, int], ...] = (
        (letters_of(card["silk"]), 180, 104),
        (trims_of(card["goods"]), 410, 104),
    )
    for what, y, px in rows:
        for k, each in enumerate(what):
            x = out.width / 2 + (k - (len(what) - 1) / 2) * (px + 12)
            piece: Sprite = bale(each, px) if each in SILK else goods(each, px)
            paste(out, piece, x, y, "middle")
    write(out, (out.width / 2, 62), _("keep the silk"), "sans", 32, SOFT, "m", out.width - 24)
    paste(out, panel(240, 3, GOLD, radius=1), out.width / 2 - 120, 286)
    write(out, (out.width / 2, 318), _("or take the goods"), "sans", 32, SOFT, "m", out.width - 24)


def marker_picture(out: Image.Image, card: dict[str, Any]) -> None:
    """Draws a kind of decoration; of a hall, its musician."""
    paste(out, SIGNS[card["what"]](250), out.width / 2, 250, "middle")


PICTURES = {
    "decoration": marker_picture,
    "hall": marker_picture,
    "employee": employee_picture,
    "dress": dress_picture,
    "resource tile": tile_picture,
}
