"""What is for sale: the shops of the public row, the starting stores, points for money."""

from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.canvas import panel, paste, write
from renderers.layout import Box
from renderers.transcript import dollars

from .badges import bulb, price_tag, rosette, shelves
from .colours import (
    CREAM,
    DIM,
    INK,
    LAMP,
    LINE,
    NEXT,
    PAPER,
    PAVEMENT,
    WINDOW,
    WOOD_DARK,
    block,
)
from .goods import emblem, outline
from .signs import leading, lettering

EDGE_PX = 8
WIDTH_PX, HIGH_PX, LOW_PX = 296, 200, 100
Counts = tuple[tuple[str, int], ...]


class Offer(NamedTuple):
    """A shop for sale: what it costs and holds, if it is the next one, the highest bid for it."""

    name: str
    cost: int
    utilities: int
    points: int
    holds: Counts
    shelves: int
    own_boxes: bool
    next: bool
    bid: int


@block
def offer_block(offer: Offer, large: bool) -> Image.Image:
    h = HIGH_PX if large else LOW_PX
    out = Image.new("RGB", (WIDTH_PX + 2 * EDGE_PX, h + 2 * EDGE_PX), PAVEMENT)
    if offer.bid:
        paste(out, panel(WIDTH_PX + 16, h + 16, LAMP, INK, 2, 22), 0, 0)
    fill = NEXT if offer.next else PAPER
    paste(out, panel(WIDTH_PX, h, fill, LINE if offer.next else WOOD_DARK, 2), EDGE_PX, EDGE_PX)
    ink = DIM if offer.next else INK
    colour = LAMP if offer.bid else NEXT if offer.next else CREAM
    tag = price_tag(dollars(offer.bid or offer.cost), 84, 56, colour, ink)
    paste(out, tag, EDGE_PX + 6, EDGE_PX + (6 if offer.next else 20))
    if offer.next:
        write(out, (EDGE_PX + 48, EDGE_PX + 80), _("next"), "sans", 30, DIM, "m", 84)
    rows, size = lettering(offer.name, WIDTH_PX - 110, 37, 37, 3)
    step = 38 if len(rows) < 3 else leading(rows, size)
    for i, row in enumerate(rows):
        y = EDGE_PX + 48 + (i - (len(rows) - 1) / 2) * step
        write(out, (EDGE_PX + 98, y), row, "serif", size, ink)
    if large:
        draw_second_line(out, offer)
    return out


def draw_second_line(out: Image.Image, offer: Offer) -> None:
    """Draws the second line of a shop for sale; what it is worth and lasts."""
    x, y = EDGE_PX + 14, EDGE_PX + 168
    for piece, text in ((bulb(40), dollars(offer.utilities)), (rosette(44), str(offer.points))):
        paste(out, piece, x, y - 22)
        write(out, (x + 44, y), text, "sans-bold", 38, INK)
        x += 94
    if offer.shelves:
        planks = shelves(offer.shelves, 52, 7)
        paste(out, planks, EDGE_PX + WIDTH_PX - 66, y - planks.height / 2)
        number = str(offer.shelves)
        write(out, (EDGE_PX + WIDTH_PX - 76, y), number, "sans-bold", 38, INK, "r")
    holdings(out, EDGE_PX + 12, EDGE_PX + 120, offer)


def holdings(out: Image.Image, x: int, y: int, offer: Offer) -> None:
    if not offer.holds:
        write(out, (x + 2, y), _("no goods"), "sans", 32, DIM, room=WIDTH_PX - 28)
        return
    tight = len(offer.holds) > 3
    for kind, most in offer.holds:
        piece = outline(kind, 40) if offer.own_boxes else emblem(kind, 40)
        paste(out, piece, x, y - 22)
        if most > 1 or not tight:
            write(out, (x + 44, y), str(most), "sans-bold", 38, INK)
        x += (68 if len(offer.holds) < 5 else 54) if tight else 84


# ------------------------------------------------------- the line under the docks


class Start(NamedTuple):
    name: str
    holds: Counts


@block
def starts_block(starts: tuple[Start, ...]) -> Image.Image:
    out = Image.new("RGB", (1600, LOW_PX), PAVEMENT)
    w = (1520 - 10 * (len(starts) - 1)) // max(1, len(starts))
    w = min(w, WIDTH_PX)
    for i, start in enumerate(starts):
        x = 40 + i * (w + 10)
        paste(out, panel(w, 92, PAPER, WOOD_DARK, 2), x, 4)
        write(out, (x + w / 2, 26), start.name, "serif", 36, INK, "m", w - 12)
        left = x + w / 2 - 37 * len(start.holds)
        for kind, most in start.holds:
            paste(out, emblem(kind, 38), left, 48)
            write(out, (left + 42, 69), str(most), "sans-bold", 36, INK)
            left += 76
    return out


def price_box(count: int, n: int) -> Box:
    """Where the price of so many points stands among all of them."""
    step = 1080 // count
    return Box(216 + (n - 1) * step, 10, step - 8, 80)


@block
def prices_block(prices: tuple[int, ...], sold_at: int) -> Image.Image:
    """What one to ten points cost, and what a point is sold at."""
    out = Image.new("RGB", (1600, LOW_PX), PAVEMENT)
    paste(out, panel(1520, 92, PAPER, WOOD_DARK, 2), 40, 4)
    paste(out, rosette(56), 56, 14)
    for y, word in ((30, _("points")), (72, _("price"))):
        write(out, (124, y), word, "sans", 30, DIM, room=86)
    step = 1080 // max(1, len(prices))
    for i, price in enumerate(prices):
        x, y, w, h = price_box(len(prices), i + 1)
        paste(out, panel(round(w), round(h), WINDOW, radius=10), x, y)
        write(out, (x + step / 2 - 4, 30), str(i + 1), "sans-bold", 34, INK, "m")
        write(out, (x + step / 2 - 4, 70), dollars(price), "serif", 36, INK, "m")
    text = _("sell at ${price}", price=sold_at)
    write(out, (1544, 50), text, "serif", 44, INK, "r", 1528 - 216 - step * len(prices))
    return out
