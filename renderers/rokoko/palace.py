"""The palace at night, with its halls, guests, statues and fireworks."""

from random import Random
from typing import NamedTuple

from PIL import Image, ImageDraw

from games.words import _
from renderers.caching import cached
from renderers.canvas import Sprite, crop, panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box
from renderers.seats import seat_token

from .brush import Brush
from .clothes import dress, dress_height
from .colours import (
    CANDLE,
    CARPET,
    CREAM,
    FLOOR_SPACE,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    INK,
    IVORY,
    LEAF,
    LEAF_DEEP,
    NIGHT,
    PARQUET,
    POWDER,
    POWDER_DEEP,
    POWDER_PALE,
    SLATE,
    SLATE_DEEP,
    WALL,
    block,
)
from .ornaments import burst, chandelier, moon, musician, shell, statue
from .pieces import bronze_plus, goods, prestige, price, star, thimble, tile_sign

Seat = tuple[int, str]  # the seat and its letters

TOKEN_PX = 48  # the smallest token whose letter is as large as letters must be
TIED_TOKEN_PX, MIN_TOKEN_STEP_PX = 31, 36
"""How large tokens are that stand in two rows, and how close they may stand in one."""


class Guest(NamedTuple):
    """A rented dress: whose it is, its silk, its trimming."""

    owner: Seat
    colour: str
    trims: str
    fresh: bool = False


class Space(NamedTuple):
    """A space for a guest: what it gives, its number while somebody may rent there, and what
    moves call it.
    """

    master: bool
    guest: Guest | None
    gift: str
    number: str
    key: str


class HallPlace(NamedTuple):
    """What a place in a hall is worth, and who would get it now."""

    value: str
    holders: tuple[Seat, ...]


class Hall(NamedTuple):
    key: str
    name: str
    standings: tuple[HallPlace, ...]
    musician: Seat | None
    cost: int
    fresh: bool
    spaces: tuple[Space, ...]


class Decoration(NamedTuple):
    """A decoration that is no musician: its price, what it brings, who has paid for it."""

    cost: int
    prestige: int
    owner: Seat | None
    fresh: bool = False


HALLS = {  # x, y, width, height
    "king": (572, 380, 456, 436),
    "2": (48, 414, 504, 196),
    "3": (1048, 414, 504, 196),
    "4": (48, 620, 504, 196),
    "5": (1048, 620, 504, 196),
}

# -------------------------------------------------------------------- ground


@block
def ground() -> Image.Image:
    """All that every board shares, in the colours of the palette: the sky, the palace with its
    empty halls, the terrace.
    """
    out = Image.new("RGB", (1600, 1600), NIGHT)
    sky(out)
    walls(out)
    for key, box in HALLS.items():
        empty_hall(out, key, box)
    terrace(out)
    return out


def sky(out: Image.Image) -> None:
    pen, chance = ImageDraw.Draw(out), Random(4)
    for k in range(58):
        x, y = chance.randrange(714, 886), chance.randrange(8, 196)
        if k > 22:
            x, y = chance.randrange(1600), chance.randrange(4, 34)
        r = chance.choice((0.5, 0.5, 1, 1.6))
        pen.ellipse((x - r, y - r, x + r, y + r), chance.choice(("#8EA2C8", "#5B6C91", "#C9D4EA")))
    paste(out, moon(88), 756, 68)


def walls(out: Image.Image) -> None:
    pen = ImageDraw.Draw(out)
    for x in (40, 1040):
        pen.rectangle((x, 368, x + 519, 404), SLATE_DEEP)
        pen.rectangle((x - 8, 366, x + 527, 373), POWDER_PALE)
        pen.rectangle((x, 404, x + 519, 825), POWDER_DEEP)
        pen.rectangle((x - 8, 400, x + 527, 407), POWDER_PALE)
        for k in range(26):
            pen.rectangle((x + 6 + k * 20, 378, x + 13 + k * 20, 398), SLATE)
    paste(out, pediment(), 560, 232)
    pen.rectangle((560, 362, 1039, 825), POWDER)
    pen.rectangle((548, 358, 1051, 367), POWDER_PALE)
    for x in (560, 1028):
        pen.rectangle((x, 368, x + 11, 825), POWDER_PALE)
        pen.rectangle((x + 5, 376, x + 6, 820), POWDER_DEEP)
    paste(out, shell(200), 700, 202)


@cached
def pediment() -> Sprite:
    path = "M0 130 C0 78 77 73 106 39 C144 0 240 0 240 0"
    pen = Brush(480, 480, 130)
    pen.shape(path + " L240 130", POWDER_PALE, half=True)
    pen.shrunk(path + " L240 130", SLATE_DEEP, 130, 0.957)
    return Sprite(pen.done())


def empty_hall(out: Image.Image, key: str, box: tuple[int, int, int, int]) -> None:
    x, y, w, h = box
    paste(out, panel(w, h, CANDLE, GOLD, 3), x, y)
    paste(out, panel(w - 6, 40, PARQUET, radius=14), x + 3, y + h - 43)
    if key == "king":
        for left in (42, w // 2 - 50, w - 142):
            paste(out, panel(100, 108, WALL, radius=14), x + left, y + 128)
        ImageDraw.Draw(out).rectangle((x + 3, y + 244, x + w - 4, y + 276), PARQUET)
        paste(out, chandelier(84), x + 244, y + 6)


def terrace(out: Image.Image) -> None:
    """Draws the balustrade between palace and garden, with clipped trees before the wings."""
    pen = ImageDraw.Draw(out)
    pen.rectangle((0, 826, 1599, 831), POWDER_PALE)
    for x in range(0, 1600, 20):
        pen.rectangle((x + 6, 832, x + 12, 845), POWDER_DEEP)
    pen.rectangle((0, 844, 1599, 847), POWDER_PALE)
    for x in (2, 1562):
        paste(out, cypress(), x, 652)


@cached
def cypress() -> Sprite:
    """A clipped tree in its tub."""
    pen = Brush(36, 36, 176)
    pen.shape("M18 2 C8 50 2 110 4 150 L18 150", LEAF_DEEP, half=True)
    pen.shape("M18 8 C11 54 7 110 8 147 L20 147 C21 100 20 50 18 8 Z", LEAF)
    pen.shape("M4 148 L32 148 L28 175 L8 175 Z", POWDER_DEEP)
    pen.box(2, 146, 34, 153, POWDER_PALE)
    return Sprite(pen.done())


# --------------------------------------------------------------------- halls


@block
def hall_block(hall: Hall) -> Image.Image:
    """A hall with its guests, its musician, and who leads there."""
    x, y, w, h = HALLS[hall.key]
    out = crop(ground(), x, y, w, h)
    if hall.key == "king":
        kings_hall(out, hall)
    else:
        lesser_hall(out, hall)
    return out


def kings_hall(out: Image.Image, hall: Hall) -> None:
    """Draws the large hall: three guests in front of the throne, the others below them."""
    write(out, (18, 40), hall.name, "serif", 44, INK, room=224)
    write_hall_places(out, hall.standings, 18, 98, 320)
    draw_musician(out, hall, out.width - 104, 62, 80)
    places = [*zip(hall.spaces, guest_places(hall), strict=True)]
    for space, place in places[3:] + places[:3]:
        guest_space(out, space, *place)
    draw_musician_payer(out, hall, 58, 56)


def lesser_hall(out: Image.Image, hall: Hall) -> None:
    w = out.width
    write(out, (16, 33), hall.name, "serif", 36, INK, room=114)
    write_hall_places(out, hall.standings, 134, 33, w - 108)
    draw_musician(out, hall, w - 78, 37, 54)
    for space, place in zip(hall.spaces, guest_places(hall), strict=True):
        guest_space(out, space, *place)
    draw_musician_payer(out, hall, 33, 48)


def guest_places(hall: Hall) -> list[tuple[int, int, int]]:
    """Where the guests of a hall stand: the middle, the foot and the width of each."""
    _x, _y, w, h = HALLS[hall.key]
    if hall.key == "king":
        below = len(hall.spaces) - 3
        throne = [(x, 262, 98) for x in (92, w // 2, w - 92)]
        return [*throne, *((52 + k * (w - 104) // (below - 1), h - 34, 78) for k in range(below))]
    last = len(hall.spaces) - 1
    margin = 44 if last > 4 else 56
    return [(round(margin + k * (w - 2 * margin) / last), h - 34, 74) for k in range(last + 1)]


def guest_box(hall: Hall, space: str) -> Box:
    """Where a guest space, by what moves call it, is on the board."""
    places = zip(hall.spaces, guest_places(hall), strict=True)
    x, foot, w = next(place for it, place in places if it.key == space)
    left, top = HALLS[hall.key][:2]
    return Box(left + x - w // 2, top + foot - 100, w, 130)


def payer_box(hall: Hall) -> Box:
    """Where the price of a hall's musician is on the board."""
    x, y, w, _h = HALLS[hall.key]
    down, px = (58, 56) if hall.key == "king" else (33, 48)
    return Box(x + w - 10 - px, y + down - px / 2, px, px)


def write_hall_places(
    out: Image.Image, found: tuple[HallPlace, ...], x: float, y: int, end: float
) -> None:
    """Writes what the places of a hall are worth, each with the seats that would get it now."""
    heads = sum(40 + text_width(s.value, "serif", 44) for s in found) + 10 * (len(found) - 1)
    tokens = sum(len(s.holders) for s in found)
    pitch = min(46.0, (end - x - heads - 12) / max(1, tokens))
    for value, holders in found:
        paste(out, star(32), x, y - 16)
        write(out, (x + 36, y), value, "serif", 44, INK)
        x += 40 + text_width(value, "serif", 44)
        if pitch < MIN_TOKEN_STEP_PX and len(holders) > 1:  # in two rows
            for k, owner in enumerate(holders):
                paste(
                    out,
                    seat_token(*owner, TIED_TOKEN_PX),
                    x + k // 2 * TIED_TOKEN_PX,
                    y - 31 + k % 2 * TIED_TOKEN_PX,
                )
            x += TIED_TOKEN_PX * ((len(holders) + 1) // 2) + 10
            continue
        for k, owner in enumerate(holders):
            paste(out, seat_token(*owner, TOKEN_PX), x + k * pitch - 3, y - TOKEN_PX / 2)
        x += (pitch if pitch >= MIN_TOKEN_STEP_PX else 46) * len(holders) + 10


def draw_musician(out: Image.Image, hall: Hall, x: int, y: int, px: int) -> None:
    """Draws the hall's musician, pale until somebody pays."""
    number = 1 if hall.key == "king" else int(hall.key)
    paste(out, musician(number, px, hall.musician is not None), x, y, "middle")


def draw_musician_payer(out: Image.Image, hall: Hall, y: int, px: int) -> None:
    """Puts the musician's price, or who has paid, into the corner and over the guests."""
    it = Decoration(hall.cost, 0, hall.musician, hall.fresh)
    marker(out, it, out.width - 10 - px / 2, y, px)


def guest_space(out: Image.Image, space: Space, x: int, foot: int, w: int) -> None:
    """Draws a guest with the owner's token, or the quiet floor with what it gives."""
    if space.master:
        paste(out, dais(round(w * 1.02)), x - round(w * 0.51), foot + 12 - round(w * 0.41))
    if space.guest:
        owner, colour, trims, fresh = space.guest
        if fresh:
            lit = panel(round(w * 1.06), round(w * 1.6), IVORY, GOLD, 3, 14)
            paste(out, lit, x - lit.width / 2, foot + 12 - lit.height)
        paste(out, dress(colour, trims, w), x - w / 2, foot - dress_height(w))
        paste(out, seat_token(*owner, TOKEN_PX), x, foot + 10, "middle")
        return
    if space.number:
        number_plate(out, space, x, foot)
        return
    if space.master:
        paste(out, thimble(46), x, foot - 30, "middle")
        return
    paste(out, floor_space(56), x, foot - 12, "middle")
    gift(out, space.gift, x, foot - 12)


def number_plate(out: Image.Image, space: Space, x: int, foot: int) -> None:
    """Draws a space that may be rented now: bright, with its gift above its number."""
    if space.master:
        paste(out, thimble(46), x, foot - 34, "middle")
    else:
        paste(out, floor_space(60, True), x, foot - 32, "middle")
        gift(out, space.gift, x, foot - 32)
    paste(out, panel(40, 34, INK, GOLD_PALE, 2, 10), x - 20, foot - 4)
    write(out, (x, foot + 13), space.number, "sans-bold", 28, CREAM, "m")


def gift(out: Image.Image, what: str, x: int, y: int, px: int = 40) -> None:
    """Draws what a space gives to the player who rents there."""
    if what.startswith("+"):
        bronze_plus(out, x, y, int(what), round(px * 0.85))
    elif what == "star":
        paste(out, star(px), x, y - 1, "middle")
    elif what == "tile":
        paste(out, tile_sign(round(px * 1.15)), x, y, "middle")
    elif what:
        paste(out, goods(what, px), x, y, "middle")


@cached
def floor_space(px: int, lit: bool = False) -> Sprite:
    """A free space, quiet, or lit where somebody may rent now."""
    pen = Brush(px)
    pen.disc(50, 50, 49, fill=GOLD_DEEP if lit else "#D8C08A")
    pen.disc(50, 50, 43 if lit else 46, fill=IVORY if lit else FLOOR_SPACE)
    return Sprite(pen.done())


@cached
def dais(px: int) -> Sprite:
    """The step of a Master space: gilt, with a carpet."""
    pen = Brush(px, 100, 40)
    pen.shape("M14 6 L86 6 L98 38 L2 38 Z", GOLD_DEEP)
    pen.shape("M16 9 L84 9 L94 35 L6 35 Z", GOLD)
    pen.shape("M32 9 L68 9 L76 35 L24 35 Z", CARPET)
    return Sprite(pen.done())


# ------------------------------------------------- fireworks, statues, the gable


def marker(out: Image.Image, it: Decoration, x: float, y: float, px: int) -> None:
    """Puts the price of a decoration, or the token of who has paid, lit if that was just now."""
    if it.fresh:
        paste(out, glow(px + 12), x, y, "middle")
    paste(out, seat_token(*it.owner, px) if it.owner else price(it.cost, px), x, y, "middle")


@cached
def glow(px: int) -> Sprite:
    """The light behind a token that was placed just now."""
    pen = Brush(px)
    pen.disc(50, 50, 49, fill=GOLD_DEEP)
    pen.disc(50, 50, 46, fill="#FFE9AE")
    return Sprite(pen.done())


FIREWORKS_Y, STATUES_Y = 140, 284
CELL_SIZE = (176, 136)
NICHE_SIZE = (126, 82)


def fireworks_x(k: int, count: int) -> int:
    """Where the middle of a burst stands; half of them at each side of the palace."""
    half, step = count // 2, 352 // (count // 2 - 1)
    return 126 + k * step if k < half else 1122 + (k - half) * step


@block
def fireworks_block(it: Decoration, x: int) -> Image.Image:
    """One burst over the roofs: its price, or who has paid for it, and its prestige."""
    out = crop(ground(), x - 70, FIREWORKS_Y, *CELL_SIZE)
    paste(out, burst(136, it.owner is not None), 70, 70, "middle")
    marker(out, it, 70, 70, 60)
    prestige(out, 112, 116, it.prestige, 32, CREAM)
    return out


def statue_x(k: int, count: int) -> int:
    """Where the cell of a statue begins; half of them on each roof."""
    half = count // 2
    step = 390 // (half - 1)
    return (42 + k * step) if k < half else (1042 + (k - half) * step)


@block
def statue_block(it: Decoration, kind: int, x: int) -> Image.Image:
    """One statue on the roof, with its price or its owner."""
    out = crop(ground(), x, STATUES_Y, *NICHE_SIZE)
    figure = statue(kind, 72, it.owner is not None)
    paste(out, figure, 2, NICHE_SIZE[1] - figure.height)
    marker(out, it, 94, 52, 52)
    return out


GABLE_BOX = (620, 262, 360, 94)


@block
def gable_block(values: tuple[tuple[int, Seat | None], ...]) -> Image.Image:
    """What being in all halls is worth: a seat on each value that is taken."""
    out = crop(ground(), *GABLE_BOX)
    write(out, (180, 22), _("All halls"), "serif", 34, GOLD_PALE, "m", GABLE_BOX[2])
    step = 70 if len(values) > 3 else 92
    for k, (value, owner) in enumerate(values):
        x = 180 + (k - (len(values) - 1) / 2) * step
        if owner:
            paste(out, seat_token(*owner, 54), x, 68, "middle")
        else:
            prestige(out, x - 28, 68, value, 36, CREAM)
    return out
