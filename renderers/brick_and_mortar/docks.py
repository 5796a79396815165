"""The loading docks with goods, boxes and prices, and the street with the points."""

import math
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _, translate
from renderers.canvas import Sprite, panel, paste, write
from renderers.course import spread
from renderers.fonts import fitted, text_width
from renderers.transcript import dollars

from .badges import rosette, token
from .colours import (
    BAY,
    BAY_PALE,
    CREAM,
    DIM,
    GOODS,
    INK,
    LAMP,
    PAPER,
    PAVEMENT,
    STONE,
    STREET,
    WOOD_DARK,
    block,
)
from .goods import emblem, outline

EDGE_PX = 8
DOCK_SIZE = (296, 200)
LOW_DOCK_PX = 100
PITCH_PX = 306


class Dock(NamedTuple):
    """A dock: its crates, those that are on their way, its boxes in Sale, its prices."""

    kind: str
    crates: int
    coming: int
    boxes: tuple[int, int] | None
    prices: tuple[int, int]
    now: bool


Stocks = tuple[tuple[int, int], tuple[int, int]]
"""The crates and the places for them that a player has, and that all others have."""
OFFICE_DOCK_PX, LOW_OFFICE_DOCK_PX = 284, 154


@block
def dock_block(dock: Dock, h: int = DOCK_SIZE[1]) -> Image.Image:
    w = DOCK_SIZE[0]
    out = dock_panel(dock, w, h, w - 82)
    ImageDraw.Draw(out).rectangle(
        (EDGE_PX + 3, EDGE_PX + 52, EDGE_PX + w - 4, EDGE_PX + 139), fill=BAY
    )
    count = dock.boxes[0] if dock.boxes else dock.crates
    fill_bay(out, dock, count)
    ink = CREAM if count else BAY_PALE
    write(
        out,
        (EDGE_PX + w - 18, EDGE_PX + 97),
        str(count),
        "serif",
        80 if count < 10 else 72,
        ink,
        "r",
    )
    low, high = dock.prices
    first = (_("dock"), str(dock.crates)) if dock.boxes else (_("min"), dollars(low))
    figures(out, EDGE_PX + 170, first, (_("max"), dollars(high)), w)
    return out


STOCKS_AT, STOCKS_PX = (EDGE_PX + 11, EDGE_PX - 90), 85
"""Where stocks are on a dock, from its left and from its foot, and their height."""


@block
def stocks_block(stocks: Stocks) -> Image.Image:
    """What the stores hold and can hold, for the foot of a dock in a player's own picture."""
    w = DOCK_SIZE[0] - 22
    out = Image.new("RGB", (w, STOCKS_PX), PAPER)
    for i, (words, (held, most)) in enumerate(zip((_("you"), _("others")), stocks, strict=True)):
        y = 22 + 42 * i
        write(out, (1, y), words, "sans", 34, DIM, room=w - 118)
        write(out, (w - 3, y), f"{held}/{most}", "sans-bold", 40, INK if most else DIM, "r")
    return out


@block
def low_dock_block(dock: Dock, h: int = LOW_DOCK_PX) -> Image.Image:
    """A dock with its name and its crates alone."""
    ink = INK if dock.crates else DIM
    size = 60 if dock.crates < 10 else 48
    count = str(dock.crates)
    out = dock_panel(dock, DOCK_SIZE[0], h, DOCK_SIZE[0] - 90 - text_width(count, "serif", size))
    middle = EDGE_PX + (50 if h == LOW_DOCK_PX else 34)
    write(out, (EDGE_PX + DOCK_SIZE[0] - 14, middle), count, "serif", size, ink, "r")
    return out


def dock_panel(dock: Dock, w: int, h: int, room: float) -> Image.Image:
    """The board of a dock with its name in a room; the one that is on is lit."""
    out = Image.new("RGB", (w + 2 * EDGE_PX, h + 2 * EDGE_PX), PAVEMENT)
    if dock.now:
        paste(out, panel(w + 16, h + 16, LAMP, INK, 2, 22), 0, 0)
    paste(out, panel(w, h, PAPER, INK if dock.now else WOOD_DARK, 3), EDGE_PX, EDGE_PX)
    middle = 50 if h == LOW_DOCK_PX else 28
    paste(out, emblem(dock.kind, 46), EDGE_PX + 12, EDGE_PX + middle - 24)
    face, size = ("sans", 30) if h < DOCK_SIZE[1] else ("serif", 40)
    name = translate(GOODS[dock.kind].name)
    write(out, (EDGE_PX + 66, EDGE_PX + middle), name, face, size, INK, room=room)
    return out


def fill_bay(out: Image.Image, dock: Dock, count: int) -> None:
    """Draws the crates, or in Sale the boxes: taken ones filled, free ones as outlines."""
    free, total = dock.boxes or (0, dock.crates)
    room = 190 if count < 10 else 172
    if dock.coming:
        words = f"+{dock.coming}"
        write(out, (EDGE_PX + 14 + room, EDGE_PX + 97), words, "sans-bold", 40, LAMP, "r")
        room -= round(text_width(words, "sans-bold", 40)) + 12
    px, rows = next((px, rows) for px, rows, most in BAY_SIZES if total <= most)
    per = max(1, room // (px + 3))
    things: list[Sprite] = [emblem(dock.kind, px)] * (total - free)
    things += [outline(dock.kind, px, CREAM)] * free
    things = things[-rows * per :]
    rows = math.ceil(len(things) / per)
    for i, thing in enumerate(things):
        row, column = divmod(i, per)
        y = 96 + (row - (rows - 1) / 2) * (px + 2) - px / 2
        paste(out, thing, EDGE_PX + 14 + column * (px + 3), EDGE_PX + y)


BAY_SIZES = ((42, 1, 4), (40, 2, 8), (27, 3, 999))
"""How large things in a bay are, in how many rows, and up to how many of them."""


def figures(
    out: Image.Image, y: int, first: tuple[str, str], second: tuple[str, str], w: int
) -> None:
    room = w - 54 - text_width(first[1], "serif", 42) - text_width(second[1], "serif", 42)
    size = fitted(first[0] + second[0], "sans", 30, room)[1]
    x = EDGE_PX + 12
    write(out, (x, y), first[0], "sans", size, DIM)
    write(out, (x + text_width(first[0], "sans", size) + 8, y), first[1], "serif", 42, INK)
    x = EDGE_PX + w - 14
    write(out, (x, y), second[1], "serif", 42, INK, "r")
    write(out, (x - text_width(second[1], "serif", 42) - 8, y), second[0], "sans", size, DIM, "r")


# ---------------------------------------------------------------------- street

Walker = tuple[int, str, int]  # seat, letters, points


APART_PX, ROUNDS = 42, 30


@block
def street_block(goal: int, walkers: tuple[Walker, ...]) -> Image.Image:
    """The street from nothing to the goal; walkers come in turn order."""
    out = Image.new("RGB", (1600, 72), PAVEMENT)
    paste(out, panel(1520, 60, STREET), 40, 6)
    draw, start, end = ImageDraw.Draw(out), 76, 1432

    def at(points: int) -> float:
        return start + (end - start) * min(points, goal) / goal

    places = standing_apart([float(at(points)) for _who, _letters, points in walkers])
    tokens = sorted(
        (x, who, letters) for x, (who, letters, _points) in zip(places, walkers, strict=True)
    )
    for points in range(goal):
        x, reach = at(points), 52 if points % 5 == 0 else 36
        if any(abs(x - other) < reach for other, _, _ in tokens):
            continue
        if points % 5 == 0:
            write(out, (x, 36), str(points), "sans", 30, CREAM, "m")
        else:
            draw.ellipse((x - 3, 33, x + 3, 39), fill=STONE)
    paste(out, rosette(54), 1426, 9)
    write(out, (1544, 36), str(goal), "serif", 48, LAMP, "r")
    for x, who, letters in tokens:
        paste(out, token(who, letters, 66), x - 33, 3)
    return out


def standing_apart(wanted: list[float]) -> list[float]:
    """Where walkers stand: moved aside evenly until all their letters show."""
    places = list(wanted)
    order = sorted(range(len(places)), key=lambda who: (wanted[who], -who))
    for _round in range(ROUNDS):
        for one, other in pairwise(order):
            lack = max(0.0, APART_PX - (places[other] - places[one])) / 2
            places[one], places[other] = places[one] - lack, places[other] + lack
    return spread(places, (52, 1430), APART_PX)
