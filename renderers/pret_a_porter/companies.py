"""The companies in a table: figures, debts, and below them what they have or show."""

from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import Sprite, crop, panel, paste, rounded, write
from renderers.fonts import text_width
from renderers.layout import Box, Type, common_size, row_starts, write_name
from renderers.seats import seat_token
from renderers.transcript import dollars

from .colours import (
    ALARM,
    GREY,
    INK,
    LINE,
    NOW,
    NOW_PALE,
    PAGE,
    PAPER,
    STYLES,
    ZERO,
    finished,
    sheet,
)
from .garments import garment
from .reading import Chip, Design, Goods, Row, View, goods_of, row_of, seats_in_order
from .signs import first_player_marker, pawn_left, prestige, rule, swatch, tag, token
from .terms import minus, short_month

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
HEADS_PX, FIGURES_PX, GOODS_PX = 56, 78, 70
COLUMNS_X = {"cash": 402, "upkeep": 498, "due": 612, "VP": 708, "prestige": 796, "Q": 874, "T": 934,
           "PR": 994}  # fmt: skip
HEAD_ROOMS_PX = (80, 100, 112, 92)
"""The room of each head that is a word."""
TAGS_X = (1084, 1196, 1316, 1426, 1520)


def paste_companies(image: Image.Image, view: View, y: int) -> None:
    """Puts the table of companies on the board, in turn order."""
    image.paste(column_heads(view["month"]["next_exhibition"]), (0, y))
    y += HEADS_PX
    for k, who in enumerate(seats_in_order(view)):
        row = row_of(view, who)
        image.paste(figures_block(row, not k, FIGURES_PX + GOODS_PX), (0, y))
        image.paste(goods_block(goods_of(view, who), row.asked), (0, y + FIGURES_PX))
        y += FIGURES_PX + GOODS_PX


@cached_per_language
def column_heads(due: int) -> Image.Image:
    """The heads of the columns; `due` is the month in which debts are, 0 in a month of shows."""
    out = sheet(WIDTH_PX, HEADS_PX)
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    for k, caption in enumerate(head_words(due)):
        x = list(COLUMNS_X.values())[k]
        write(out, (x, 31), caption, "sans", 30, GREY, "m", HEAD_ROOMS_PX[k])
    paste(out, prestige(46), COLUMNS_X["prestige"], 29, "middle")
    for kind in ("Q", "T", "PR"):
        paste(out, token(kind, 44), COLUMNS_X[kind], 30, "middle")
    draw_styles(out)
    return finished(out)


def head_words(due: int) -> list[str]:
    if due:
        words = _("cash · upkeep · due {month:text} · VP", month=short_month(due))
    else:
        words = _("cash · upkeep · due · VP")
    return words.split(" · ")


def draw_styles(out: Image.Image) -> None:
    left, gap = COLUMNS_X["PR"] + 34, 8
    names = [translate(style) for style in STYLES]
    size = common_size([(name, "sans-bold") for name in names], 29, RIGHT_PX - left - 4 * gap)
    runs = [text_width(name, "sans-bold", size) for name in names]
    wanted = [x - run / 2 for x, run in zip(TAGS_X, runs, strict=True)]
    starts = row_starts([*wanted[:-1], RIGHT_PX - runs[-1]], runs, (left, RIGHT_PX), gap)
    for x, name, style in zip(starts, names, STYLES.values(), strict=True):
        write(out, (x, 31), name, "sans-bold", size, style.body)


@cached
def ground(asked: bool, top: bool, h: int) -> Image.Image:
    """The paper of a row in the colours of the palette, yellow if its player is asked."""
    out = sheet(WIDTH_PX, h)
    if asked:
        paste(out, panel(WIDTH_PX - 48, h - 2, NOW_PALE, NOW, 3, 12), 24, 1)
    elif not top:
        rule(out, LEFT_PX, 0, RIGHT_PX, 1, LINE)
    return finished(out)


@cached_per_language
def figures_block(row: Row, top: bool, h: int) -> Image.Image:
    """The upper part of a row so high: the figures of a company."""
    company = Company(row.seat, row.letters, row.name, row.asked, row.styles)
    room = 230 if row.pawns is None else 182
    out = crop(company_block(company, room, top, h), 0, 0, WIDTH_PX, FIGURES_PX)
    draw_figures(out, row, 40)
    return finished(out)


class Company(NamedTuple):
    """What seldom changes in a row: seat, name, whether the player is asked, designs by style."""

    seat: int
    letters: str
    name: str
    asked: bool
    styles: tuple[int, ...]


@cached
def company_block(it: Company, room: int, top: bool, h: int) -> Image.Image:
    """The upper part of a row so high, without the figures; the name has so much room."""
    out, y = crop(ground(it.asked, top, h), 0, 0, WIDTH_PX, FIGURES_PX), 40
    paste(out, seat_token(it.seat, it.letters, 64, ring=it.asked), 70, y, "middle")
    write_name(out, Box(112, y - 30, room, 60), it.name, Type("serif", 42, INK))
    for x, style, n in zip(TAGS_X, STYLES, it.styles, strict=True):
        paste(out, tag(style, n, 64), x, y, "middle")
    return finished(out)


@cached_per_language
def goods_block(goods: Goods, asked: bool) -> Image.Image:
    out = crop(ground(asked, False, FIGURES_PX + GOODS_PX), 0, FIGURES_PX, WIDTH_PX, GOODS_PX)
    draw_goods(out, goods, 28)
    return finished(out)


def draw_figures(out: Image.Image, row: Row, y: int) -> None:
    if row.first:
        paste(out, first_player_marker(36), 44, y - 20, "middle")
    if row.pawns is not None:
        paste(out, pawn_left(38, INK if row.pawns else LINE), 314, y, "middle")
        write(out, (332, y), str(row.pawns or ""), "sans-bold", 36, INK)
    due = dollars(row.debts) if row.debts else "–"
    upkeep = minus(-row.upkeep) + ("!" if row.short else "")
    values = (dollars(row.cash), upkeep, due, row.vp, row.prestige, *row.tokens)
    for (name, x), value in zip(COLUMNS_X.items(), values, strict=True):
        ink = ZERO if value in (0, "–") else INK
        if (name == "due" and row.debts) or (name == "upkeep" and row.short):
            ink = ALARM
        kind = "serif-black" if name in ("cash", "VP") else "serif"
        size = 46 if len(str(value)) < 4 else 40 if len(str(value)) < 5 else 34
        write(out, (x, y), str(value), kind, size, ink, "m")


def draw_goods(out: Image.Image, goods: Goods, y: int) -> None:
    x = draw_designs(out, goods.designs, 108, y, 276)
    x = max(x + 16, 388)
    for cloth, n in goods.materials:
        paste(out, swatch(cloth, 40), x, y - 20)
        write(out, (x + 45, y), str(n), "serif", 38, INK)
        x += 58 + text_width(str(n), "serif", 38)
    x = max(x + 16, 800)
    draw_chips(out, goods.chips, x, y)


def draw_designs(
    out: Image.Image, designs: tuple[Design, ...], x: float, y: int, room: float
) -> float:
    """Draws garments small; many stand closer together. Returns where they end."""
    if not designs:
        none = _("no designs")
        write(out, (x + 4, y), none, "sans", 30, GREY, room=room - 4)
        return x + 4 + min(room - 4, text_width(none, "sans", 30))
    step = min(46.0, (room - 44) / max(1, len(designs) - 1))
    for k, it in enumerate(designs):
        paste(out, garment(it.style, it.type, 42), x + k * step, y - 29)
    return x + step * (len(designs) - 1) + 44


def draw_chips(out: Image.Image, chips: tuple[Chip, ...], x: float, y: int) -> None:
    """Draws cards by number; what is turned is filled, what goes beyond the edge is counted."""
    for k, it in enumerate(chips):
        block = chip(it)
        rest = len(chips) - k
        if x + block.width + (60 if rest > 1 else 0) > RIGHT_PX:
            write(out, (RIGHT_PX, y), f"+{rest}", "sans-bold", 30, INK, "r")
            return
        paste(out, block, x, y - 20)
        x += block.width + 8


@cached
def chip(it: Chip) -> Sprite:
    """A card as its number: staff round, buildings square, contracts with a cut corner."""
    w = 76 if len(it.id) < 4 else 90
    fill, ink = (INK, PAPER) if it.turned else (PAGE, INK)
    out = rounded(w, 40, CORNER_RADII_PX[it.kind], fill, INK, 2)
    write(out, (w / 2, 20), it.id, "sans-bold", 28, ink, "m")
    return Sprite(out)


CORNER_RADII_PX = {"employee": 20, "building": 3, "contract": 10}
"""How round the corners of each kind of card are."""
