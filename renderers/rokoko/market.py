"""Below the palace: workshop, Favor card, fountain, warehouse and the employees for hire."""

from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached, cached_per_language
from renderers.canvas import Sprite, crop, panel, paste, write
from renderers.fonts import MIN_SIZE_PX, text_width
from renderers.palettes import quantized
from renderers.seats import RING, seat_token

from .brush import Brush
from .clothes import dress, dress_height
from .colours import (
    CREAM,
    DARK_WINDOW,
    GOLD,
    GOLD_DEEP,
    GONE,
    INK,
    IVORY,
    POWDER,
    POWDER_DEEP,
    POWDER_PALE,
    SILK,
    SLATE_DEEP,
    SOFT,
    block,
    game_palette,
)
from .icon_text import IconText, draw_icon_text, icon_text_width
from .ornaments import basins
from .palace import Decoration, Seat, ground, marker
from .pieces import bale, crest, favor, goods, prestige, price, purse, thimble


class Design(NamedTuple):
    id: str
    colour: str
    silk: str
    trims: str
    master: bool
    value: int
    prestige: int


class Window(NamedTuple):
    price: int
    design: Design | None
    dark: bool
    lit: bool


# ------------------------------------------------------------------ workshop

WORKSHOP_BOX = (40, 858, 1520, 264)


@cached
def shop_front() -> Image.Image:
    out = crop(ground(), *WORKSHOP_BOX)
    paste(out, panel(WORKSHOP_BOX[2], WORKSHOP_BOX[3], POWDER, GOLD), 0, 0)
    return out


def window_width(count: int) -> int:
    return 1520 // count - 16


def paste_window(image: Image.Image, window: Window, k: int, count: int) -> None:
    at = (WORKSHOP_BOX[0] + 8 + round(k * 1520 / count), WORKSHOP_BOX[1] + 8)
    image.paste(display(window.design, window.dark, window.lit, window_width(count)), at)
    coin, mask = price_tag(window.price, window.dark, window.design is None)
    image.paste(coin, (at[0] + 4, at[1] + 6), mask)


@block
def display(design: Design | None, dark: bool, lit: bool, w: int) -> Image.Image:
    """A window: its dress with what it needs, and what it is worth."""
    out = Image.new("RGB", (w, 248), POWDER)
    fill = DARK_WINDOW if dark else IVORY if design else "#BDD0DE"
    edge = RING if lit else GOLD_DEEP if design else POWDER_DEEP
    paste(out, frame(w, 244, fill, edge, lit), 0, 2)
    if design:
        ink = CREAM if dark else INK
        write(out, (70, 35), design.id, "sans-bold", 32, ink)
        (draw_wide_dress if w > 200 else draw_narrow_dress)(out, design, ink)
    return out


@cached
def price_tag(number: int, dark: bool, empty: bool) -> tuple[Image.Image, Image.Image]:
    """The price of a window, on a coin unless the window is empty, and its round mask."""
    fill = DARK_WINDOW if dark else "#BDD0DE" if empty else IVORY
    out, round_ = Image.new("RGB", (62, 62), fill), Brush(62)
    if empty:
        write(out, (30, 30), str(number), "serif", 38, CREAM if dark else SLATE_DEEP, "m")
    else:
        paste(out, price(number, 60), 31, 31, "middle")
    round_.disc(50, 50, 44 if empty else 49, fill=INK)
    mask = round_.done().getchannel("A").convert("1", dither=Image.Dither.NONE)
    return quantized(out, game_palette()), mask


def draw_narrow_dress(out: Image.Image, design: Design, ink: str) -> None:
    """Hangs a dress into a narrow window, its needs at the right."""
    left = 30 if design.master else 21
    paste(out, dress(design.colour, design.trims, 94, False), left, 202 - dress_height(94))
    if design.master:
        paste(out, thimble(44), 26, 88, "middle")
    needs = [*design.silk, *design.trims]
    many = len(needs) > 4
    for k, need in enumerate(needs):
        y = 30 + k * 31 if many else 34 + k * 45
        need_sign(out, need, out.width - 28, y, 29 if many else 36)
    write_worth(out, design, ink, 40)


def draw_wide_dress(out: Image.Image, design: Design, ink: str) -> None:
    """Hangs a dress into a wide window, its needs in two columns."""
    paste(out, dress(design.colour, design.trims, 100, False), 28, 206 - dress_height(100))
    if design.master:
        paste(out, thimble(46), out.width - 30, 36, "middle")
    top, step = (56, 40) if len(design.silk) > 3 else (76, 45)
    for k, need in enumerate(design.silk):
        need_sign(out, need, out.width - 76, top + k * step, 36)
    for k, need in enumerate(design.trims):
        need_sign(out, need, out.width - 32, 82 + k * 46, 36)
    write_worth(out, design, ink, 44)


def need_sign(out: Image.Image, need: str, x: float, y: float, px: int) -> None:
    """Draws a bale of silk, lace or yarn."""
    piece = bale(need, px) if need in SILK else goods(need, px + 2)
    paste(out, piece, x, y, "middle")


def write_worth(out: Image.Image, design: Design, ink: str, size: int) -> None:
    """Writes what a dress is worth: prestige if it is rented out, money if it is sold."""
    prestige(out, 12, 222, design.prestige, 36, ink)
    value = str(design.value)
    right = out.width - 12
    write(out, (right, 221), value, "serif", size, ink, "r")
    coin = purse(30)
    paste(out, coin, right - text_width(value, "serif", size) - 36, 221 - 15)


@cached
def frame(w: int, h: int, fill: str, edge: str, lit: bool) -> Sprite:
    """A window with a basket arch; one that is lit has a broad gold frame."""
    thick = 8 if lit else 3
    pen = Brush(w, w, h)
    for inset, ink in ((0, INK if lit else edge), (2 if lit else 0, edge), (thick, fill)):
        r = 20 - inset / 2
        pen.box(inset, inset, w - inset - 0.3, h - inset - 0.3, ink, r)
    return Sprite(pen.done(), border=10)


# ---------------------------------------------------------- Favor and fountain

FAVOR_BOX = (40, 1132, 296, 72)
FOUNTAIN_BOX = (56, 1204, 264, 176)


@block
def favor_block(holder: Seat | None, livre: int) -> Image.Image:
    """The Queen's letter: free to take, or with the seat that has it."""
    out = crop(ground(), *FAVOR_BOX)
    paste(out, favor(88), 0, 4)
    if holder:
        paste(out, seat_token(*holder, 54), 60, 28, "middle")
    title, below = _("Favor +{livre}", livre=livre), _("free to take")
    if holder:
        title, below = _("Favor"), _("starts next")
    write(out, (104, 18), title, "serif", 38, CREAM, room=192)
    write(out, (104, 54), below, "sans", 28, POWDER_PALE, room=192)
    return out


Basin = tuple[Decoration, int]  # and its income


@block
def fountain_block(upper: tuple[Basin, ...], lower: tuple[Decoration, ...]) -> Image.Image:
    """The fountain: above printed incomes, below one Livre for each rented dress."""
    out = crop(ground(), *FOUNTAIN_BOX)
    paste(out, basins(264), 0, 0)
    for k, (it, income) in enumerate(upper):
        x = 132 + (k - (len(upper) - 1) / 2) * 76
        marker(out, it, x, 38, 50)
        write(out, (x, 76), f"+{income}", "sans-bold", 30, INK, "m")
    for k, it in enumerate(lower):
        x = 132 + (k - (len(lower) - 1) / 2) * 94
        marker(out, it, x, 117, 50)
    write(out, (132, 155), _("+1 a dress"), "sans-bold", 30, INK, "m", 190)
    return out


# ----------------------------------------------------------------- warehouse

WAREHOUSE_BOX = (344, 1136, 640, 242)
Tile = tuple[str, str]  # silk if kept, goods if not
Segment = tuple[int, tuple[Tile | None, ...]]  # the price of each tile now, the tiles


@cached
def shelves() -> Image.Image:
    """The empty warehouse."""
    out = crop(ground(), *WAREHOUSE_BOX)
    paste(out, panel(WAREHOUSE_BOX[2], WAREHOUSE_BOX[3], CREAM, GOLD), 0, 0)
    return out


@block
def segment_block(number: int, cost: int, tiles: tuple[Tile | None, ...]) -> Image.Image:
    """A segment: its name, the price of each tile now, the tiles on their places."""
    out = crop(shelves(), 6, 6 + 77 * number, 628, 76)
    write(out, (12, 38), f"W{number + 1}", "sans-bold", 34, INK)
    if any(tiles):
        paste(out, price(cost, 60), 92, 38, "middle")
    step = 500 / len(tiles)
    for k, tile in enumerate(tiles):
        x, w = round(126 + k * step), round(step) - 8
        if tile is None:
            paste(out, panel(w, 68, GONE, radius=8), x, 4)
        else:
            paste(out, tile_piece(*tile, w, 68), x, 4)
    return out


@cached_per_language
def tile_piece(silk: str, gives: str, w: int, h: int) -> Sprite:
    """A resource tile: its silk at the left, the goods it gives instead at the right."""
    piece = panel(w, h, IVORY, GOLD_DEEP, 2, 8)
    out = piece.image.convert("RGB")
    px, step, first = (36, 36, 22)
    if h < 50:
        px, step, first = (27, 28, 21)
    elif gives and len(silk) > 2 and w < 140:
        px, step, first = (28, 26, 18)
    for k, colour in enumerate(silk):
        paste(out, bale(colour, px), first + k * step, h / 2, "middle")
    for k, each in enumerate(gives):
        y = h / 2 + (k - (len(gives) - 1) / 2) * 32
        paste(out, goods(each, min(px, 32)), w - (16 if px < 32 else 24), y, "middle")
    out.putalpha(piece.image.getchannel("A"))
    return Sprite(out)


# ---------------------------------------------------------------------- hire

HIRE_BOX = (1000, 1136, 560, 242)


class Employee(NamedTuple):
    """An employee in a line: grade, number, name, what the card brings."""

    grade: str
    id: str
    name: str
    bonus: IconText


@block
def hire_block(cost: int, hint: str, line: tuple[Employee | None, ...]) -> Image.Image:
    """The employees for hire, with the price now and what it will be."""
    out = crop(ground(), *HIRE_BOX)
    draw_hire(out, cost, hint, line)
    return out


def draw_hire(out: Image.Image, cost: int, hint: str, line: tuple[Employee | None, ...]) -> float:
    """Draws the employees for hire over the whole image; returns where the price stands."""
    paste(out, panel(out.width, out.height, CREAM, GOLD), 0, 0)
    title = _("Hire")
    write(out, (20, 36), title, "serif", 38, INK)
    x = max(132, 54 + text_width(title, "serif", 38))
    if any(line):
        paste(out, price(cost, 60), x, 36, "middle")
    write(out, (x + 44, 36), hint, "sans", 30, SOFT, room=out.width - x - 64)
    for k, employee in enumerate(line):
        y = 86 + k * 43
        if employee:
            out.paste(employee_line(employee, out.width - 36, 43, CREAM), (18, y - 21))
        else:
            paste(out, panel(44, 2, "#CDBF9F", radius=1), 18, y)
            write(out, (70, y), _("hired"), "sans", 30, SOFT)
    return x


@cached_per_language
def employee_line(it: Employee, w: int, h: int, fill: str) -> Image.Image:
    """An employee in one line: crest, number, name if there is room, the bonus."""
    out, y = Image.new("RGB", (w + 2, h), fill), h / 2  # the last letter may reach over its end
    px = 42 if h > 38 else 32
    most = 30 if w > HIRE_BOX[2] else 28
    least = text_width(it.name, "sans", MIN_SIZE_PX)
    size = next((n for n in (most, 28, 26) if name_room(it, w, n) >= least), MIN_SIZE_PX)
    room = name_room(it, w, size)
    paste(out, crest(it.grade, px), 21 - px / 2, y - px / 2)
    write(out, (52, y), it.id, "sans-bold", size, INK)
    draw_icon_text(out, w - icon_text_width(it.bonus, size), y, it.bonus, size)
    if room > 78:
        left = 66 + text_width(it.id, "sans-bold", size)
        write(out, (left, y), it.name, "sans", size, SOFT, room=room)
    return out


def name_room(it: Employee, w: int, size: int) -> float:
    """How much room the name of an employee has between the number and the bonus."""
    return w - icon_text_width(it.bonus, size) - 78 - text_width(it.id, "sans-bold", size)
