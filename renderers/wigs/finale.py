"""What the board shows at the end in place of the market: the gold over time, the winner's wigs."""

from PIL import Image

from games.words import _
from renderers.canvas import crop, dashed, panel, paste, write
from renderers.course import (
    Course,
    Decided,
    Pen,
    course_lines,
    decided_title,
    draw_lines,
    line_ends,
    spread,
)
from renderers.layout import Box, Type, write_name
from renderers.seats import seat_token

from .colours import CARD, GILT, INK, INK_SOFT, SAGE_DEEP, SAGE_INK, SAGE_PALE, block
from .grounds import board_ground, market_ground
from .pieces import coin, tile, tile_back

PLOT = Box(104, 128, 676, 564)
LINES, TOKEN_PX, COIN_PX = Pen(10, 16, INK), 72, 76
Wigs = tuple[tuple[int, int], ...]
"""Types with their numbers."""


@block
def course_block(
    course: Course, letters: tuple[str, ...], end_gold: int, decided: Decided | None
) -> Image.Image:
    """Everybody's gold round by round, with the gold that ends it as a rule."""
    out = market_ground(880, 776)
    title = decided_title(decided, 840) if decided else _("Everybody's gold")
    write_name(out, Box(20, 4, 840, 72), title, Type("serif", 48, INK), "m")
    step = PLOT.w / max(1, len(course) - 1)
    if decided:
        lit = panel(round(step), 680, SAGE_PALE, GILT, 2, 10)
        paste(out, lit, PLOT.x + step * (decided.n - 1), 88)
    for n in range(1, len(course)):
        at = PLOT.x + step * (n - 0.5), 748
        write(out, at, str(n), "sans-bold", 34, SAGE_INK, "m")
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
    out = crop(board_ground(seats), 32, 968, 936, 208)
    paste(out, panel(912, 184, CARD, GILT, shadow=True), 8, 8)
    write_name(out, Box(28, 24, 250, 88), name, Type("serif", 48, INK))
    write(out, (28, 146), _("won with"), "sans", 36, INK_SOFT, room=250)
    kinds = [*known, (0, unknown)] if unknown else known
    step = min(150, 624 // len(kinds))
    w = step - 8
    for k, (kind, n) in enumerate(kinds):
        x = 292 + k * step
        paste(out, tile(kind, w, 130, 40) if kind else tile_back(w, 130), x, 18)
        if n > 1 or not kind:
            write(out, (x + w / 2, 170), f"×{n}", "sans-bold", 36, INK, "m")
    return out
