"""The public board of an exhibition month: every line that counts, and each company's runway."""

from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached, cached_per_language
from renderers.canvas import crop, panel, paste, write
from renderers.layout import Box, Type, write_name
from renderers.seats import names_of, seat_token

from .colours import GREY, INK, LINE, NOW_PALE, PAGE, finished, page, sheet
from .companies import FIGURES_PX, HEADS_PX, column_heads, figures_block, ground
from .garments import HEIGHT_PER_WIDTH, garment
from .header import HEADER_PX, SHOWS_SIZE, paste_header
from .reading import (
    Line,
    Runway,
    View,
    goods_of,
    letters,
    lines_of,
    month_name,
    row_of,
    runway_of,
    seats_in_order,
)
from .signs import prestige, prize_star, rule, swatch, token

TABLE_Y = HEADER_PX + SHOWS_SIZE[1] + 10
WIDTH_PX, LEFT_PX, RIGHT_PX, CELLS_X = 1600, 40, 1560, 424
HEAD_PX, STEP_PX, SUM_PX, RUNWAY_PX = 76, 66, 84, 156


class Head(NamedTuple):
    seat: int
    letters: str
    name: str
    asked: bool


def show_board(view: View) -> Image.Image:
    lines = lines_of(view)
    high = HEAD_PX + STEP_PX * len(lines) + SUM_PX
    tall = TABLE_Y + high + HEADS_PX + (FIGURES_PX + RUNWAY_PX) * view["seats"] + 24
    image = page(WIDTH_PX, tall)
    paste_header(image, view)
    image.paste(summary(summary_words(view, lines)), (RIGHT_PX - SHOWS_SIZE[0], HEADER_PX))
    order = seats_in_order(view)
    names, marks = names_of(view), letters(view)
    columns = tuple(Head(who, marks[who], names[who], who in view["asked"]) for who in order)
    image.paste(table(lines, columns), (0, TABLE_Y))
    y = TABLE_Y + high
    image.paste(column_heads(0), (0, y))
    y += HEADS_PX
    for k, who in enumerate(order):
        stock = goods_of(view, who).materials
        row = row_of(view, who)
        image.paste(figures_block(row, not k, FIGURES_PX + RUNWAY_PX), (0, y))
        image.paste(runway_block(runway_of(view, who), stock, row.asked), (0, y + FIGURES_PX))
        y += FIGURES_PX + RUNWAY_PX
    return image


def summary_words(view: View, lines: tuple[Line, ...]) -> tuple[str, str]:
    """Whether the table is a forecast, and what prestige is worth."""
    judged = sum(line.judged for line in lines)
    if judged == len(lines):
        stand = _("All lines judged")
    elif judged:
        stand = _("{n} of {most} lines judged", n=judged, most=len(lines))
    else:
        stand = _("As things stand")
    if view["round"] == 12:
        return stand, _("Prestige turns into {n} VP each in the end", n=view["worth"])
    month = month_name(view, view["round"] + 3)
    return stand, _("Prestige turns into {n} VP each in {month:text}", n=view["worth"], month=month)


@cached
def summary(words: tuple[str, str]) -> Image.Image:
    out = sheet(*SHOWS_SIZE)
    paste(out, panel(SHOWS_SIZE[0], 140, PAGE, radius=12), 0, 10)
    paste(out, prestige(104), 18, 28)
    write(out, (140, 56), words[0], "serif", 46, INK, room=SHOWS_SIZE[0] - 156)
    write(out, (140, 110), words[1], "sans", 34, INK, room=SHOWS_SIZE[0] - 156)
    return finished(out)


@cached_per_language
def table(lines: tuple[Line, ...], columns: tuple[Head, ...]) -> Image.Image:
    """The lines with what each company has in them and wins."""
    out = sheet(WIDTH_PX, HEAD_PX + STEP_PX * len(lines) + SUM_PX)
    step = (RIGHT_PX - CELLS_X) / len(columns)
    for k, head in enumerate(columns):
        if head.asked:
            band = panel(round(step) - 8, out.height - 20, NOW_PALE, radius=12)
            paste(out, band, CELLS_X + k * step, 6)
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    for k, (who, mark, name, asked) in enumerate(columns):
        x = CELLS_X + k * step + 14
        paste(out, seat_token(who, mark, 60, ring=asked), x - 2, 10)
        write_name(out, Box(x + 64, 10, step - 92, 60), name, Type("serif", 42, INK))
    city = ""
    for r, line in enumerate(lines):
        y = HEAD_PX + STEP_PX * r + STEP_PX // 2
        if line.city != city:
            rule(out, LEFT_PX, y - STEP_PX // 2, RIGHT_PX, 2, INK)
            size = 40 if len(line.city) < 9 else 36
            write(out, (LEFT_PX, y), line.city, "serif", size, INK, room=190)
            city = line.city
        else:
            rule(out, LEFT_PX + 196, y - STEP_PX // 2, RIGHT_PX, 1, LINE)
        draw_line(out, line, columns, y, step)
    draw_sums(out, lines, columns, HEAD_PX + STEP_PX * len(lines), step)
    return finished(out)


def draw_line(out: Image.Image, line: Line, columns: tuple[Head, ...], y: int, step: float) -> None:
    paste(out, token(line.category, 54), 266, y, "middle")
    write(out, (304, y), " · ".join(map(str, line.prizes)), "serif", 38, GREY)
    for k, head in enumerate(columns):
        x = CELLS_X + k * step + step / 2
        count = line.counts[head.seat]
        write(out, (x - 24, y), str(count), "serif", 46, INK if count else GREY, "r")
        paste(out, prize_star(line.prestige[head.seat], 60), x + 6, y - 30)


def draw_sums(
    out: Image.Image, lines: tuple[Line, ...], columns: tuple[Head, ...], top: int, step: float
) -> None:
    rule(out, LEFT_PX, top, RIGHT_PX, 4)
    words = _("won") if all(line.judged for line in lines) else _("would win")
    write(out, (LEFT_PX, top + 36), words, "sans-bold", 38, INK, room=CELLS_X - LEFT_PX)
    for k, head in enumerate(columns):
        x = CELLS_X + k * step + step / 2
        total = sum(line.prestige[head.seat] for line in lines)
        write(out, (x - 12, top + 36), f"+{total}", "serif-black", 52, INK, "r")
        paste(out, prestige(48), x + 12, top + 10)


@cached_per_language
def runway_block(runway: Runway, stock: tuple[tuple[str, int], ...], asked: bool) -> Image.Image:
    """The lower part of a company: its runway, and the materials it has left."""
    out = crop(ground(asked, False, FIGURES_PX + RUNWAY_PX), 0, FIGURES_PX, WIDTH_PX, RUNWAY_PX)
    x, y = 112, 4
    px = 98
    step = min(px + 8.0, (560 - px) / max(1, len(runway.designs) - 1))
    for k, it in enumerate(runway.designs):
        paste(out, garment(it.style, it.type, px), x + k * step, y)
    if runway.designs:
        end = round(x + step * (len(runway.designs) - 1)) + px
        thick, ink = (5, INK) if runway.certain else (2, LINE)
        rule(out, x, y + round(px * HEIGHT_PER_WIDTH) + 2, end, thick, ink)
    text = 706 if runway.designs else x
    ink, room = INK if runway.designs else GREY, 1250 - text
    write(out, (text, y + 42), runway.title, "serif", 44, ink, room=room)
    write(out, (text, y + 94), runway.words, "sans", 34, INK, room=room)
    for k, (cloth, n) in enumerate(stock):
        left, low = 1268 + k % 3 * 98, y + 18 + k // 3 * 56
        paste(out, swatch(cloth, 42), left, low)
        write(out, (left + 47, low + 21), str(n), "serif", 38, INK)
    return finished(out)
