"""What the board shows at the end in place of the market: the gold over time, the winner's wigs."""

from PIL import Image

from games.words import _
from renderers.canvas import crop, dashed, paste, write
from renderers.course import Course, Pen, course_lines, draw_lines, line_ends, spread
from renderers.layout import Box, Type, write_name
from renderers.seats import seat_token

from .colours import INK, INK_SOFT, SAGE_DEEP, SAGE_INK, block
from .grounds import board_ground, market_ground
from .pieces import coin, tile, tile_back

PLOT = Box(104, 128, 676, 580)
LINES, TOKEN_PX, COIN_PX = Pen(10, 16, INK), 72, 76
MAX_TYPES = 5
Wigs = tuple[tuple[int, int], ...]
"""Types with their numbers."""


@block
def course_block(course: Course, letters: tuple[str, ...], end_gold: int) -> Image.Image:
    """Everybody's gold over the whole game, with the gold that ends it as a rule."""
    out = market_ground(880, 776)
    write(out, (440, 44), _("Everybody's gold"), "serif", 48, INK, "m", 840)
    high = max(end_gold, *(gold for row in course for gold in row))
    for gold in range(0, high + 1, 5):
        y = PLOT.bottom - gold / high * PLOT.h
        ends = gold == end_gold
        if gold:
            paste(out, coin(gold, COIN_PX, "on" if ends else "off"), 16, y - COIN_PX / 2)
        rule = dashed(round(PLOT.w) + 20, 4, SAGE_INK if ends else SAGE_DEEP, 14, 10, 4, 2)
        paste(out, rule, PLOT.x, y - 2)
    lines = course_lines(course, PLOT, 0, high, 4)
    order = sorted(range(len(lines)), key=lambda who: course[-1][who])
    draw_lines(out, PLOT, lines, order, LINES)
    ends = spread(line_ends(course, PLOT, 0, high), (80, 776), TOKEN_PX)
    for who in order:
        paste(out, seat_token(who, letters[who], TOKEN_PX), 832, ends[who], "middle")
    return out


@block
def winners_wigs(name: str, known: Wigs, unknown: int, seats: int) -> Image.Image:
    """The winner's wigs: those that everybody has seen, and how many nobody has seen."""
    out = crop(board_ground(seats), 48, 984, 576, 168)
    write_name(out, Box(16, 8, 176, 72), name, Type("serif", 44, INK))
    write(out, (16, 112), _("won with"), "sans", 34, INK_SOFT, room=180)
    shown = known[:MAX_TYPES]
    step = min(120, 368 // max(1, len(shown) + bool(unknown)))
    w = step - 8
    for k, (kind, n) in enumerate(shown):
        paste(out, tile(kind, w, 112, 34), 204 + k * step, 10)
        if n > 1:
            write(out, (204 + k * step + w / 2, 142), f"×{n}", "sans-bold", 32, INK, "m")
    if unknown:
        x = 204 + len(shown) * step
        paste(out, tile_back(w, 112), x, 10)
        write(out, (x + w / 2, 142), f"×{unknown}", "sans-bold", 32, INK, "m")
    return out
