"""The picture of one card that is looked up: the thing itself on its tint, its words beside it."""

from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from games.words import translate
from renderers.caching import cached
from renderers.canvas import Pen, Sprite, panel, paste, write
from renderers.cards import MIN_HEIGHT_PX, WIDTH_PX, Card, typeset, write_card_text
from renderers.palettes import quantized

from .colours import GREY, INK, LINE, PAGE, PAPER, STYLES, THEME, game_palette, sheet
from .garments import box, garment
from .signs import number, rounded_rectangle, rule, star_points, swatch, token
from .terms import CATEGORIES

WINDOW_PX, TEXT_X, TOP_PX = 440, 540, 48
MIDDLE_X = TOP_PX + WINDOW_PX // 2
STYLED = ("Style", "Starting style")


def draw_card(card: Card) -> Image.Image:
    style = next((card["facts"][name] for name in STYLED if name in card["facts"]), "")
    ink = STYLES[style].body if style else GREY
    theme = replace(THEME, accent=ink)
    leaf = typeset(card, theme, WIDTH_PX - TEXT_X - TOP_PX)
    tall = max(MIN_HEIGHT_PX, leaf.height + 2 * TOP_PX + 60)
    out = sheet(WIDTH_PX, tall)
    tint = STYLES[style].tint if style else PAGE
    paste(out, panel(WINDOW_PX, tall - 2 * TOP_PX, tint, radius=18), TOP_PX, TOP_PX)
    rule(out, TEXT_X, TOP_PX, WIDTH_PX - TOP_PX, 8)
    draw_thing(out, card, style, tall)
    write_card_text(out, leaf, theme, TEXT_X, max(TOP_PX + 30, (tall - leaf.height) // 2 + 16))
    return quantized(out, game_palette())


def draw_thing(out: Image.Image, card: Card, style: str, tall: int) -> None:
    kind = card["kind"].split(",")[0]
    middle = tall // 2
    if kind == "Design":
        draw_design(out, card, style, middle)
    elif kind == "Clothing type":
        paste(out, garment(style, card["name"].lower(), 330), MIDDLE_X, middle, "middle")
    elif kind == "Fashion show":
        draw_show(out, card, middle)
    elif kind == "Location":
        paste(out, number(card["facts"]["Number"], 260), MIDDLE_X, middle, "middle")
    else:
        write(out, (TOP_PX + 26, TOP_PX + 44), card["id"], "sans-bold", 44, GREY)
        paste(out, emblem(kind, 330), MIDDLE_X, middle, "middle")


def draw_design(out: Image.Image, card: Card, style: str, middle: int) -> None:
    write(out, (TOP_PX + 26, TOP_PX + 44), card["id"], "sans-bold", 44, STYLES[style].dark)
    right = TOP_PX + WINDOW_PX - 26
    write(out, (right, TOP_PX + 46), translate(card["facts"]["Price"]), "serif-black", 64, INK, "r")
    kind = card["facts"]["Type"]
    paste(out, garment(style, kind, 270), MIDDLE_X - 42, middle + 24, "middle")
    for k, cloth in enumerate(card["colours"]):
        paste(out, swatch(cloth, 76), right - 40, middle + 60 + k * 92, "middle")


def draw_show(out: Image.Image, card: Card, middle: int) -> None:
    """Draws the lines of a fashion show, the first at the top."""
    kinds = {word.lower(): kind for kind, word in CATEGORIES.items()}
    lines = [kinds[value.lower()] for value in card["facts"].values()]
    for k, kind in enumerate(lines):
        y = middle + (k - 1.5) * 124
        write(out, (TOP_PX + 120, y), str(k + 1), "serif", 56, GREY, "m")
        paste(out, token(kind, 104), MIDDLE_X + 36, y, "middle")


# --------------------------------------------------------------------- emblems


@cached
def emblem(kind: str, px: int) -> Sprite:
    pen = Pen(px)
    EMBLEMS[kind](pen)
    return Sprite(pen.done())


def house(pen: Pen) -> None:
    pen.poly(box(12, 22, 88, 94), PAPER, INK, 2.4)
    pen.poly(box(8, 8, 92, 24), INK)
    for i in range(6):
        x = 10 + i * 80 / 6
        fill = INK if i % 2 else PAPER
        pen.poly([*box(x, 30, x + 80 / 6, 42), (x, 48)][:4], fill, INK, 1.4)
        pen.disc(x + 80 / 12, 42, 80 / 12, 6, fill=fill, ink=INK, w=1.4)
    pen.poly(box(20, 56, 56, 86), PAGE, INK, 2)
    pen.poly(box(64, 54, 80, 93), INK)
    pen.disc(67.5, 74, 1.6, fill=PAPER)
    pen.poly([(38, 62), (45, 66), (43, 84), (33, 84), (31, 66)], GREY)
    pen.line([(38, 62), (38, 58)], GREY, 1.6, curve=False)
    pen.poly(box(6, 93, 94, 98), INK)


def person(pen: Pen) -> None:
    pen.poly([(50, 56), (72, 60), (88, 74), (92, 98), (8, 98), (12, 74), (28, 60)], INK)
    pen.disc(50, 30, 19, 23, fill=LINE, ink=INK, w=2.4)
    pen.blob([(30, 28), (32, 10), (50, 3), (68, 10), (70, 28), (62, 18), (46, 17), (36, 20)], INK)
    pen.poly([(40, 52), (60, 52), (56, 70), (50, 76), (44, 70)], LINE, INK, 2)
    for way in (1, -1):
        tape = [(50 + way * 13, 55), (50 + way * 17, 74), (50 + way * 15, 97)]
        pen.line(tape, PAPER, 5, curve=False)
        for y in range(60, 98, 6):
            pen.line([(50 + way * 14, y), (50 + way * 17, y)], INK, 1, curve=False)


def paper(pen: Pen) -> None:
    pen.poly(rounded_rectangle(16, 4, 84, 96, 4), PAPER, INK, 2.4)
    pen.line([(26, 18), (58, 18)], INK, 4, curve=False)
    for y in (32, 41, 50, 59):
        pen.line([(26, y), (74 if y < 59 else 56, y)], LINE, 2.4, curve=False)
    pen.line([(26, 82), (32, 74), (36, 84), (42, 76), (50, 82)], INK, 1.8)
    ribbon = [(66, 78), (62, 99), (70, 93), (78, 99), (75, 78)]
    pen.poly(ribbon, INK)
    pen.poly(star_points(70, 74, 15, 12), INK)
    pen.disc(70, 74, 13, fill=INK)
    pen.disc(70, 74, 9, ink=PAPER, w=1.6)


EMBLEMS: dict[str, Callable[[Pen], None]] = {
    "Building": house,
    "Employee": person,
    "Contract": paper,
}
