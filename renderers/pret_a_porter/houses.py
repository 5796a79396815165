"""The companies as houses: an awning in the colour of the seat, figures, and a window with what a
company has.
"""

from itertools import groupby

from PIL import Image

from games.words import _, translate
from renderers.caching import cached
from renderers.canvas import Sprite, panel, paste, rounded, write
from renderers.fonts import text_width
from renderers.layout import Box, Type, common_size, write_name
from renderers.seats import SEATS, seat_token
from renderers.transcript import dollars

from .colours import (
    ALARM,
    CATWALK,
    GLASS,
    GREY,
    INK,
    LINE,
    NOW,
    NOW_PALE,
    PAGE,
    PAPER,
    STYLES,
    ZERO,
    block,
    sheet,
)
from .garments import garment
from .reading import Chip, Design, Figures, Goods, Head, View, figures_of, goods_of, heads
from .shops import awning
from .signs import first_player_marker, pawn_left, prestige, rule, swatch, token, upkeep_sign
from .terms import minus

LEFT_PX, GAP_PX, WALL_PX = 40, 16, 4
WIDTHS_PX = {2: 752, 3: 496, 4: 368}
"""By number of companies."""
HEAD_PX, FIGURES_PX, WINDOW_PX, STOCK_PX = 98, 150, 248, 56
BESIDE_PX = 352
"""The width of the figures where the window is beside them."""
GARMENT_PX, RAIL_Y = 70, 7


def houses_high(seats: int, *, selling: bool = False) -> int:
    if selling:
        return HEAD_PX + FIGURES_PX + STOCK_PX
    return HEAD_PX + WINDOW_PX + (0 if seats == 2 else FIGURES_PX)


def paste_houses(image: Image.Image, view: View, y: int, *, selling: bool = False) -> None:
    """Puts the companies on a board in turn order; those that sell in a show show nothing but the
    materials that they have left.
    """
    seats = view["seats"]
    w, h = WIDTHS_PX[seats], houses_high(seats, selling=selling)
    for k, it in enumerate(heads(view)):
        x, goods, told = (
            LEFT_PX + k * (w + GAP_PX),
            goods_of(view, it.seat),
            figures_of(view, it.seat),
        )
        pawns = None if selling else view["companies"][it.seat]["pawns_left"]
        if it.asked:
            image.paste(frame(w, h), (x - 8, y + 26))
        image.paste(head(it, pawns, w, first=not k), (x, y))
        below = y + HEAD_PX
        if selling:
            image.paste(figures(told, w, FIGURES_PX), (x, below))
            image.paste(stock_row(goods.materials, w), (x, below + FIGURES_PX))
        elif seats == 2:
            image.paste(figures(told, BESIDE_PX, WINDOW_PX), (x, below))
            image.paste(window(goods, w - BESIDE_PX), (x + BESIDE_PX, below))
        else:
            image.paste(figures(told, w, FIGURES_PX), (x, below))
            image.paste(window(goods, w), (x, below + FIGURES_PX))


@block
def frame(w: int, h: int) -> Image.Image:
    """The yellow ground of a house whose company is asked."""
    return sheet(w + 16, h - 18, NOW)


@block
def head(it: Head, pawns: int | None, w: int, *, first: bool) -> Image.Image:
    """The awning of a house and whose it is, with the pawns that are left."""
    out = sheet(w, HEAD_PX, NOW_PALE if it.asked else PAPER)
    walls(out)
    rule(out, 0, 0, w, 14, PAPER)
    paste(out, awning(w, 28, SEATS[it.seat][0], PAPER), 0, 0)
    rule(out, 0, 0, w, 3)
    paste(out, seat_token(it.seat, it.letters, 66, ring=it.asked), 14, 31)
    if first:
        paste(out, first_player_marker(34), 10, 28)
    tail = 0
    if pawns is not None:
        tail, ink = 82, INK if pawns else LINE
        paste(out, pawn_left(42, ink), w - 66, 64, "middle")
        write(out, (w - 40, 65), str(pawns), "sans-bold", 38, INK if pawns else ZERO)
    write_name(out, Box(90, 32, w - 104 - tail, 64), it.name, Type("serif", 42, INK))
    return out


def walls(out: Image.Image, *, ground: bool = False, left: bool = True) -> None:
    """Draws the walls of a house at the sides of a block, and the ground below it."""
    if left:
        rule(out, 0, 0, WALL_PX - 1, out.height)
    rule(out, out.width - WALL_PX, 0, out.width, out.height)
    if ground:
        rule(out, 0, out.height - WALL_PX, out.width, WALL_PX)


# --------------------------------------------------------------------- figures


@block
def figures(it: Figures, w: int, h: int) -> Image.Image:
    """Money, points and tokens; where it is high, the window stands beside it."""
    out, beside = sheet(w, h), h > FIGURES_PX
    walls(out, ground=beside)
    if beside:
        rule(out, w - WALL_PX, 0, w, h - WALL_PX, PAPER)
    rows = (44, 118, 196) if beside else (30, 80, 126)
    draw_points(out, it, rows[0])
    draw_costs(out, it, rows[1])
    step = (w - 40) / 3
    for k, (kind, n) in enumerate(zip(("Q", "T", "PR"), it.tokens, strict=True)):
        x, colours = 20 + k * step, (INK, PAPER) if n else (CATWALK, GREY)
        paste(out, token(kind, 46, "", *colours), x, rows[2] - 24)
        room = step - 60
        write(out, (x + 54, rows[2]), str(n), "serif", 46, INK if n else ZERO, room=room)
    return out


def draw_points(out: Image.Image, it: Figures, y: int) -> None:
    """Draws victory points and prestige at the right, cash in the room at their left."""
    x = out.width - 20.0
    write(out, (x, y), str(it.prestige), "serif", 46, INK if it.prestige else ZERO, "r")
    x -= text_width(str(it.prestige), "serif", 46) + 44
    paste(out, prestige(40), x, y - 22)
    x -= 14 + text_width(_("VP"), "sans", 30)
    write(out, (x, y + 3), _("VP"), "sans", 30, GREY)
    write(out, (x - 7, y), str(it.vp), "serif-black", 46, INK if it.vp else ZERO, "r")
    x -= 21 + text_width(str(it.vp), "serif-black", 46)
    write(out, (20, y), dollars(it.cash), "serif-black", 56, INK, room=x - 20)


def draw_costs(out: Image.Image, it: Figures, y: int) -> None:
    """Draws upkeep, and debts with when they are due; a sign for upkeep where the word is long."""
    upkeep, debts = minus(-it.upkeep) + ("!" if it.short else ""), dollars(it.debts)
    ink, words, due = ALARM if it.short else INK, _("upkeep"), it.due if it.debts else ""
    right = out.width - 20.0
    if it.debts:
        write(out, (right, y - 1), debts, "serif", 40, ALARM, "r")
        right -= text_width(debts, "serif", 40) + 8
    room = right - 28 - text_width(upkeep, "serif", 40) - (20 if it.debts else 0)
    size = common_size([(words, "sans"), (due, "sans")], 30, room)
    x = 28 + text_width(words, "sans", size)
    if x - 28 + text_width(due, "sans", size) > room:
        paste(out, upkeep_sign(34), 20, y - 18)
        x, size = 62, common_size([(due, "sans")], 30, room - 34)
    else:
        write(out, (20, y), words, "sans", size, GREY)
    write(out, (x, y - 1), upkeep, "serif", 40, ink)
    write(out, (right, y), due, "sans", size, ALARM, "r")


# --------------------------------------------------------------------- window


@block
def window(goods: Goods, w: int) -> Image.Image:
    """Designs on a rail, materials, cards."""
    out = sheet(w, WINDOW_PX)
    walls(out, ground=True, left=w != WIDTHS_PX[2] - BESIDE_PX)
    paste(out, panel(w - 32, 146, GLASS, LINE, 2, 6), 16, 0)
    rule(out, 22, RAIL_Y, w - 22, 4)
    if goods.designs:
        draw_rail(out, goods.designs, 26, w - 52)
    else:
        write(out, (w / 2, 70), _("no designs"), "sans", 32, GREY, "m", w - 60)
    draw_stock(out, goods.materials, 173)
    draw_chips(out, goods.chips, 219)
    return out


def draw_rail(out: Image.Image, designs: tuple[Design, ...], x: float, room: float) -> None:
    """Hangs designs on the rail by style, with how many there are below each; many hang closer."""
    groups = [(style, list(them)) for style, them in groupby(designs, key=lambda it: it.style)]
    words = [f"{len(them)} {translate(style)}" for style, them in groups]
    room -= 14 * (len(groups) - 1)
    size = common_size([(each, "sans-bold") for each in words], 28, room)
    runs = [text_width(each, "sans-bold", size) for each in words]
    if sum(runs) > room:  # the cloth tells the style, too
        words, size = [str(len(them)) for _style, them in groups], 28
        runs = [text_width(each, "sans-bold", size) for each in words]
    wide = [max(run, GARMENT_PX * len(them)) for run, (_s, them) in zip(runs, groups, strict=True)]
    if sum(wide) > room:
        spare = max(0.0, room - sum(runs)) / len(designs)
        wide = [run + spare * len(them) for run, (_s, them) in zip(runs, groups, strict=True)]
    for (_style, them), run in zip(groups, wide, strict=True):
        step = min(GARMENT_PX, max(0.0, run - GARMENT_PX) / max(1, len(them) - 1))
        for k, it in enumerate(them):
            middle = round(x + k * step + GARMENT_PX / 2)
            rule(out, middle - 1, RAIL_Y, middle + 1, 10)
            paste(out, garment(it.style, it.type, GARMENT_PX), x + k * step, RAIL_Y + 5)
        x += run + 14
    for (style, _them), text, run in zip(
        reversed(groups), reversed(words), reversed(wide), strict=True
    ):
        x -= run + 14
        write(out, (x, 127), text, "sans-bold", size, STYLES[style].body)


def draw_stock(out: Image.Image, stock: tuple[tuple[str, int], ...], y: int) -> None:
    if not stock:
        write(out, (20, y), _("no materials"), "sans", 30, GREY, room=out.width - 40)
    step = min(96.0, (out.width - 26) / max(1, len(stock)))
    for k, (cloth, n) in enumerate(stock):
        paste(out, swatch(cloth, 38), 16 + k * step, y - 19)
        write(out, (57 + k * step, y), str(n), "serif", 36, INK, room=step - 42)


@block
def stock_row(stock: tuple[tuple[str, int], ...], w: int) -> Image.Image:
    """The materials that a company has left."""
    out = sheet(w, STOCK_PX)
    walls(out, ground=True)
    draw_stock(out, stock, 25)
    return out


def draw_chips(out: Image.Image, chips: tuple[Chip, ...], y: int) -> None:
    """Draws cards by number; what is turned is filled, what goes beyond the edge is counted."""
    x, right = 16, out.width - 14
    for k, it in enumerate(chips):
        block = chip(it)
        rest = len(chips) - k
        if x + block.width + (56 if rest > 1 else 0) > right:
            write(out, (right - 4, y), f"+{rest}", "sans-bold", 30, INK, "r")
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
