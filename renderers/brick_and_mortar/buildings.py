"""The buildings: the owner's plate, the shop fronts with their shelves, the places to let."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _, phrase, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import Sprite, panel, paste, rounded, write
from renderers.layout import Box, Type, write_name
from renderers.transcript import dollars

from .badges import bulb, plank, rosette, slip, token
from .buttons import window_sign
from .colours import (
    CORNICE,
    DIM,
    INK,
    LAMP,
    LINE,
    PAPER,
    PAVEMENT,
    WALL_INK,
    WASHED,
    WINDOW,
    WOOD,
    WOOD_DARK,
    block,
)
from .goods import crate, emblem, outline
from .lines import fitting_size, lines_of, write_lines
from .signs import awning, bricks, sign

HEIGHT_PX, PITCH_PX, LEDGE_PX = 236, 246, 10
FRONT_SIZE = (318, HEIGHT_PX - 16)
PLATE_SIZE = (200, HEIGHT_PX - 16)
SIGN_PX, TALLY_PX = 78, 116
MAX_SHELVES_OF_LARGE_CRATES = 2
"""Stores with at most so many shelves have large crates."""


class Stock(NamedTuple):
    """A type that a store holds: how many it has and can have, and whether it matters now."""

    kind: str
    held: int
    most: int
    lit: bool


class Front(NamedTuple):
    """A shop in the street; one without shelves shows its own boxes or what it does."""

    name: str
    stocks: tuple[Stock, ...]
    shelves: tuple[tuple[tuple[str, int], ...], ...]
    boxes: tuple[tuple[str, bool], ...]
    rule: str
    window: str
    lit: bool


class Plate(NamedTuple):
    """A player as everybody sees them."""

    seat: int
    letters: str
    name: str
    place: str
    points: int
    bill: int
    debt: int
    state: str
    due: bool


def front_at(slot: int) -> int:
    """The x of the left edge of a slot."""
    return 256 + slot * (FRONT_SIZE[0] + 10)


# ------------------------------------------------------------------------ walls


@block
def finished_wall() -> Image.Image:
    return wall()


@cached_per_language
def wall() -> Image.Image:
    """A building with every place to let, and the ledge above it."""
    out = facade(HEIGHT_PX).copy()
    for slot in range(4):
        out.paste(to_let(slot), (front_at(slot) - 32, LEDGE_PX + 8))
    return out


@cached
def facade(tall: int) -> Image.Image:
    """A wall without anything in it, and the ledge above it."""
    out = Image.new("RGB", (1536, tall + LEDGE_PX), PAVEMENT)
    out.paste(bricks(1520, tall), (8, LEDGE_PX))
    draw = ImageDraw.Draw(out)
    draw.rectangle((0, LEDGE_PX - 6, 1536, LEDGE_PX + 1), fill=CORNICE)
    draw.line((0, LEDGE_PX + 2, 1536, LEDGE_PX + 2), fill=WOOD_DARK, width=2)
    for x in range(8, 1528, 20):
        draw.rectangle((x, LEDGE_PX - 3, x + 9, LEDGE_PX), fill=WOOD)
    return out


BILLS = (
    phrase("bill +${n}", n=0),
    phrase("bill +${n}", n=1),
    phrase("bill +${n} · redraw", n=2),
    phrase("bill +${n} · +1 card", n=3),
)


def to_let(slot: int) -> Image.Image:
    """An empty place: what it would add to the bill and what it would bring."""
    out, (middle, room) = (
        bricks(*FRONT_SIZE, tones=WASHED).copy(),
        (FRONT_SIZE[0] / 2, FRONT_SIZE[0] - 24),
    )
    write(out, (middle, 88), _("to let"), "serif", 42, WALL_INK, "m", room)
    write(out, (middle, 136), translate(BILLS[slot]), "sans", 32, WALL_INK, "m", room)
    return out


def wall_behind(x: int, size: tuple[int, int]) -> Image.Image:
    return wall().crop((x - 32, LEDGE_PX + 8, x - 32 + size[0], LEDGE_PX + 8 + size[1]))


# ----------------------------------------------------------------------- plates


@block
def plate_block(plate: Plate) -> Image.Image:
    w, h = PLATE_SIZE
    out = wall_behind(48, PLATE_SIZE)
    asked = plate.state == "asked"
    paste(out, panel(w, h, PAPER, LAMP if asked else LINE, 8 if asked else 2), 0, 0)
    write_name(out, Box(10, 4, w - 20, 54), plate.name, Type("sans-bold", 42, INK), "m")
    paste(out, token(plate.seat, plate.letters, 60, plate.state), 17, 54)
    write(out, (92, 83), plate.place, "sans", 36, DIM, room=w - 104)
    paste(out, rosette(52), 20, 113)
    write(out, (92, 137), str(plate.points), "serif", 56, INK)
    few = plate.bill < 10
    if plate.due:
        paste(out, panel(92, 52, LAMP, INK, 2, 12), 4, h - 60)
    paste(out, bulb(40), 8 if few else 4, h - 54)
    x, size = (46, 40) if few else (38, 34)
    write(out, (x, h - 32), dollars(plate.bill), "sans-bold", size, INK)
    if plate.debt:
        paste(out, slip(plate.debt, 94, 44), w - 102, h - 55)
    return out


# ----------------------------------------------------------------------- fronts


@cached
def pane(w: int, h: int, fill: str) -> Sprite:
    """What a window or its tally is laid on."""
    return Sprite(rounded(w, h, 12, fill), border=6)


@block
def front_block(front: Front) -> Image.Image:
    out = wall_behind(front_at(0), FRONT_SIZE)
    paste(out, pane(*FRONT_SIZE, WINDOW), 0, 0)
    if front.stocks:
        paste(
            out, pane(TALLY_PX, FRONT_SIZE[1] - SIGN_PX, PAPER), FRONT_SIZE[0] - TALLY_PX, SIGN_PX
        )
        ImageDraw.Draw(out).rectangle(
            (FRONT_SIZE[0] - TALLY_PX, SIGN_PX, FRONT_SIZE[0] - 20, FRONT_SIZE[1]), fill=PAPER
        )
    paste(out, awning(FRONT_SIZE[0], 18, 12), 0, SIGN_PX - 2)
    paste(out, sign(front.name, FRONT_SIZE[0], SIGN_PX, 46, 37), 0, 0)
    if front.boxes:
        own_boxes(out, front.boxes)
    elif front.stocks:
        stocked_shelves(out, front)
        tallies(out, front.stocks)
    elif front.rule:
        rule(out, front)
    return out


def own_boxes(out: Image.Image, boxes: tuple[tuple[str, bool], ...]) -> None:
    """Draws the boxes of a Fulfillment Center; those that are used hold their goods."""
    w, bottom = FRONT_SIZE
    write(out, (w / 2, SIGN_PX + 40), _("own boxes"), "sans", 32, DIM, "m", w - 24)
    step = min(66.0, (w - 16) / len(boxes))
    px = round(step) - 6
    for i, (kind, used) in enumerate(boxes):
        x, y = w / 2 + (i - (len(boxes) - 1) / 2) * step, bottom - 42
        paste(out, panel(px, px, PAPER, WOOD_DARK, 3, 8), x, y, "middle")
        paste(out, (emblem if used else outline)(kind, px - 14), x, y, "middle")


def rule(out: Image.Image, front: Front) -> None:
    """Writes what a shop without shelves does; its sign is lit where that is now."""
    top, room = SIGN_PX + 16, FRONT_SIZE[0] - 92
    paste(out, window_sign(front.window, 64, front.lit), 10, SIGN_PX + 46)
    size = fitting_size(front.rule, "sans", 34, room, 3)
    leading, lines = size + 4, min(4, lines_of(front.rule, "sans", size, room))
    y = (top + FRONT_SIZE[1]) / 2 - (lines - 1) / 2 * leading
    write_lines(out, (84, y), front.rule, "sans", size, room, leading, most=lines)


def stocked_shelves(out: Image.Image, front: Front) -> None:
    """Draws the shelves, new goods on top; those on the striped one are lost in Inventory."""
    draw, n = ImageDraw.Draw(out), len(front.shelves)
    low, thick = (8, 8) if n <= MAX_SHELVES_OF_LARGE_CRATES else (5, 5)
    first = SIGN_PX + (14 if n <= MAX_SHELVES_OF_LARGE_CRATES else 6)
    pitch, room = (FRONT_SIZE[1] - first - 3) / n, FRONT_SIZE[0] - TALLY_PX - 14
    crowd = max(sum(count for _, count in shelf) for shelf in front.shelves)
    gap = 9 if n <= MAX_SHELVES_OF_LARGE_CRATES else 5
    px = int(min(pitch - gap, 66, room / (1 + 0.74 * max(0, crowd - 1))))
    for row, shelf in enumerate(front.shelves):
        y = round(first + (row + 1) * pitch - low)
        plank(draw, 3, FRONT_SIZE[0] - TALLY_PX, y, row == n - 1, thick)
        goods = [kind for kind, count in shelf for _ in range(count)]
        step = min(px + 3, (room - px) / max(1, len(goods) - 1))
        for i, kind in enumerate(goods):
            paste(out, crate(kind, px), 8 + i * step, y - px + 1)


def tallies(out: Image.Image, stocks: tuple[Stock, ...]) -> None:
    """Writes how many of each type are held and can be held; those that matter now are lit."""
    w, bottom = FRONT_SIZE
    tight = len(stocks) > 3
    high = bottom - SIGN_PX - (19 if tight else 18)
    row = high / len(stocks) if tight else min(46, high / len(stocks))
    top = (SIGN_PX + bottom + 14 - row * len(stocks)) / 2
    px, size = (28, 34) if tight else (36, 40)
    for i, stock in enumerate(stocks):
        y = top + (i + 0.5) * row
        if stock.lit:
            half = 15 if tight else min(23, row / 2)
            paste(
                out,
                panel(TALLY_PX - 6, round(2 * half), LAMP, INK, 2, 10),
                w - TALLY_PX + 3,
                y - half,
            )
        paste(out, emblem(stock.kind, px), w - TALLY_PX + 8, y - px / 2 - 1)
        ink = INK if stock.lit or stock.held < stock.most else DIM
        write(out, (w - 10, y), f"{stock.held}/{stock.most}", "sans-bold", size, ink, "r")
