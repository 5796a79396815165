"""The players' ateliers below the market: shop fronts with money, goods, silk and cards."""

from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached
from renderers.canvas import Sprite, crop, panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, Type, write_name
from renderers.seats import SEATS, seat_token, wax_seal

from .brush import Brush
from .colours import CREAM, GOLD_PALE, INK, IVORY, PANEL, POWDER_DEEP, SOFT, block
from .icon_text import gown_sign
from .palace import Seat, ground
from .pieces import (
    bale,
    cards,
    chest,
    counted_bale,
    discard_sign,
    favor,
    goods,
    pennant,
    purse,
    star,
)

TOP_PX, HEIGHT_PX, GAP_PX = 1388, 180, 16
PITCH_PX = HEIGHT_PX + GAP_PX
"""From one row to the next."""


class Atelier(NamedTuple):
    """What everybody may know of a player."""

    seat: Seat
    name: str
    asked: bool
    sealed: bool
    starts: bool
    favor: bool
    points: int
    livre: int
    lace: int
    yarn: int
    silk: tuple[tuple[str, int], ...]
    hand: int
    supply: int
    discard: int
    dresses: int


def ateliers_in_row(seats: int) -> int:
    """Five stand in two rows, so that names and numbers can be read on a phone."""
    return seats if seats < 5 else 3


def atelier_width(seats: int) -> int:
    count = ateliers_in_row(seats)
    return (1520 - GAP_PX * (count - 1)) // count


def atelier_at(k: int, seats: int) -> tuple[int, int]:
    row, column = divmod(k, ateliers_in_row(seats))
    return 40 + column * (atelier_width(seats) + GAP_PX), TOP_PX + row * PITCH_PX


def board_height(seats: int) -> int:
    return 1600 + PITCH_PX * ((seats - 1) // ateliers_in_row(seats))


@block
def atelier_block(it: Atelier, x: int, w: int) -> Image.Image:
    """An atelier under its awning in the colour of the seat."""
    out = front(it.seat[0], it.asked, x, w).copy()
    sign(out, it)
    if w > 600:
        draw_wide(out, it)
    elif w > 400:
        draw_medium(out, it)
    else:
        draw_narrow(out, it)
    return out


@cached
def front(number: int, asked: bool, x: int, w: int) -> Image.Image:
    out = crop(ground(), x, TOP_PX, w, HEIGHT_PX)
    style = (IVORY, GOLD_PALE, 5) if asked else (PANEL, POWDER_DEEP, 2)
    paste(out, panel(w, HEIGHT_PX - 8, *style), 0, 8)
    paste(out, awning(number, w), 0, 0)
    return out


@cached
def awning(number: int, w: int) -> Sprite:
    colour = SEATS[number][0]
    pen, count = Brush(w, w, 24), round(w / 30)
    step = w / count
    for k in range(count):
        ink = colour if k % 2 == 0 else CREAM
        pen.box(k * step, 0, (k + 1) * step, 13, ink, 6 if k in (0, count - 1) else 0)
        pen.disc((k + 0.5) * step, 13, step / 2, 10, ink)
    return Sprite(pen.done())


def sign(out: Image.Image, it: Atelier) -> None:
    """Writes over the door who works here, and the prestige as it stands."""
    y, right = 52, out.width - 14.0
    paste(out, seat_token(*it.seat, 62 if it.asked else 56, it.asked), 42, y, "middle")
    if it.sealed:
        paste(out, Sprite(wax_seal(34)), 46, y + 2)
    if it.starts:
        paste(out, pennant(40), 54, 4)
    points = str(it.points)
    write(out, (right, y), points, "serif", 44, INK, "r")
    right -= text_width(points, "serif", 44) + 40
    paste(out, star(36), right, y - 18)
    if it.favor:
        right -= 54
        paste(out, favor(46), right, y - 16)
    write_name(out, Box(82, y - 27, right - 88, 54), it.name, Type("serif", 40, INK))


Amount = tuple[Sprite, int]


def draw_amounts(
    out: Image.Image, y: int, found: tuple[Amount, ...], room: tuple[float, float], size: int
) -> float:
    """Draws signs with their numbers along a line, apart as the room allows; returns its end."""
    left, right = room
    if amounts_width(found, size) > right - left:
        size -= 4
    gap = min(34.0, (right - left - amounts_width(found, size)) / max(1, len(found) - 1))
    for piece, number in found:
        paste(out, piece, left, y - piece.height / 2)
        write(out, (left + piece.width + 4, y), str(number), "serif", size, INK)
        left += piece.width + 4 + text_width(str(number), "serif", size) + gap
    return left


def amounts_width(found: tuple[Amount, ...], size: int) -> float:
    return sum(piece.width + 8 + text_width(str(number), "serif", size) for piece, number in found)


def stock(it: Atelier, px: int) -> tuple[Amount, ...]:
    return ((purse(px), it.livre), (goods("l", px), it.lace), (goods("y", px), it.yarn))


def silk(out: Image.Image, it: Atelier, y: int, room: tuple[float, float], px: int) -> None:
    if not it.silk:
        write(out, (room[0] + 4, y), _("no silk"), "sans", 28, SOFT, room=room[1] - room[0] - 4)
        return
    for size in (36, 32):
        found = tuple((bale(colour, min(px, size)), number) for colour, number in it.silk)
        if amounts_width(found, size) <= room[1] - room[0]:
            draw_amounts(out, y, found, room, size)
            return
    x = room[0]
    for colour, number in it.silk:
        piece = counted_bale(colour, number)
        paste(out, piece, x, y - 20)
        x += piece.width + 4


def draw_narrow(out: Image.Image, it: Atelier) -> None:
    draw_amounts(out, 102, stock(it, 44), (18, out.width - 14), 44)
    silk(out, it, 148, (16, piles(out, it, 34, 1) - 10), 34)


def draw_medium(out: Image.Image, it: Atelier) -> None:
    draw_amounts(out, 102, (*stock(it, 44), (gown_sign(40), it.dresses)), (20, out.width - 16), 44)
    silk(out, it, 148, (18, piles(out, it, 34, 3) - 12), 34)


def draw_wide(out: Image.Image, it: Atelier) -> None:
    end = draw_amounts(out, 102, stock(it, 44), (20, 420), 44)
    silk(out, it, 102, (max(380, end), out.width - 16), 38)
    x = draw_amounts(out, 148, ((gown_sign(40), it.dresses),), (24, 200), 40)
    end = piles(out, it, 38, 3)
    write(out, (x - 22, 148), _("rented out"), "sans", 28, SOFT, room=end - x)


def piles(out: Image.Image, it: Atelier, size: int, count: int) -> float:
    """Draws how many cards are in hand, supply and discard; returns where they begin."""
    hand = cards(38)
    found = ((hand, it.hand), (chest(40), it.supply), (discard_sign(40), it.discard))
    gap, right = 18 if out.width < 600 else 34, out.width - 14.0
    for piece, number in reversed(found[:count]):
        right -= text_width(str(number), "serif", size)
        write(out, (right, 148), str(number), "serif", size, INK)
        right -= piece.width + 5
        paste(out, piece, right, 148 - piece.height / 2)
        right -= gap
    return right + gap
