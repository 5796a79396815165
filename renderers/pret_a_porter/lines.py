"""The lines of the shows in a table: what each company has in them and wins."""

from PIL import Image

from games.words import _
from renderers.canvas import panel, paste, write
from renderers.layout import Box, Type, write_name
from renderers.seats import seat_token

from .colours import GREY, INK, LINE, NOW_PALE, block, sheet
from .reading import Head, Line
from .signs import prestige, prize_star, rule, token

WIDTH_PX, LEFT_PX, RIGHT_PX, CELLS_X = 1600, 40, 1560, 424
HEAD_PX, STEP_PX, SUM_PX = 76, 66, 84


@block
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
    return out


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
