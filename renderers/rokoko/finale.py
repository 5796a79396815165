"""The end as a picture to post: the palace, everybody's dresses, and the course of the lead."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.canvas import Point, panel, paste, write
from renderers.course import (
    Course,
    Decided,
    Pen,
    course_lines,
    course_of,
    decided_by,
    decided_title,
    draw_lines,
    line_ends,
    spread,
)
from renderers.fonts import text_width
from renderers.layout import Box, Type, write_name
from renderers.seats import by_place, names_of, place_of, seat_token, winners_wreath

from .board import paste_palace
from .clothes import BOX_SIZE, dress, dress_height
from .colours import (
    CANDLE,
    CREAM,
    GOLD,
    GOLD_DEEP,
    GOLD_PALE,
    GONE,
    INK,
    IVORY,
    NIGHT,
    PARQUET,
    SOFT,
    block,
)
from .header import paste_header
from .palace import Seat, ground
from .pieces import star
from .reading import View, halls_of, seats_of

HEIGHT_PX, TOP_PX, LEFT_PX = 1200, 864, 40
PANEL_PX, PLAYERS_PX, COURSE_PX, WIDTH_PX = 312, 888, 616, 1520
"""How high both panels are, and how wide: that of the players, that of the course, both."""
PAD_PX, NAME_X = 8, 118
MIN_DRESS_PX, MAX_DRESS_PX, DRESS_GAP_PX = 40, 78, 6
PLOT = Box(40, 92, 470, 140)
LINES, LINES_APART_PX = Pen(8, 13, INK), 2
TOKEN_PX, LEADER_PX, TIED_PX, TIED_STEP_PX = 44, 36, 26, 22


class Placed(NamedTuple):
    """A player at the end, with the dresses that they have rented out: silk and trimming."""

    seat: Seat
    name: str
    place: int
    total: int
    dresses: tuple[tuple[str, str], ...]


def finale(view: View) -> Image.Image:
    image = ground().crop((0, 0, 1600, HEIGHT_PX))
    paste_header(image, view)
    paste_palace(image, view)
    course = course_of(view)
    image.paste(players_block(placed(view), PLAYERS_PX if course else WIDTH_PX), (LEFT_PX, TOP_PX))
    if course:
        block = course_block(course, tuple(seats_of(view)), decided_by(view, names_of(view)))
        image.paste(block, (LEFT_PX + WIDTH_PX - COURSE_PX, TOP_PX))
    return image


def placed(view: View) -> tuple[Placed, ...]:
    """The players, the best first."""
    names, seats = names_of(view), seats_of(view)
    guests = [it.guest for hall in halls_of(view) for it in hall.spaces if it.guest]
    return tuple(
        Placed(
            seat=seats[who],
            name=names[who],
            place=place_of(view, who),
            total=view["score_sheets"][who]["total"],
            dresses=tuple((it.colour, it.trims) for it in guests if it.owner == seats[who]),
        )
        for who in by_place(view)
    )


# ------------------------------------------------------------------- players


@block
def players_block(found: tuple[Placed, ...], w: int) -> Image.Image:
    """A row for each player: name, dresses, prestige."""
    out = Image.new("RGB", (w, PANEL_PX), NIGHT)
    paste(out, panel(w, PANEL_PX, CREAM, GOLD, 3), 0, 0)
    high = (PANEL_PX - 2 * PAD_PX) / len(found)
    for k, it in enumerate(found):
        top = PAD_PX + high * k
        if it.place == 1:
            lit = panel(w - 2 * PAD_PX, round(high), IVORY, GOLD_PALE, 5, 14)
            paste(out, lit, PAD_PX, top)
        elif found[k - 1].place != 1:
            paste(out, panel(w - 40, 2, GONE, radius=1), 20, top - 1)
        player_row(out, it, top, high)
    return out


def player_row(out: Image.Image, it: Placed, top: float, high: float) -> None:
    y, right, best = top + high / 2, out.width - 26.0, it.place == 1
    px = min(96, round(high - 4)) if best else 46
    token = winners_wreath(px, *it.seat, GOLD, GOLD_DEEP) if best else seat_token(*it.seat, px)
    paste(out, token, 62, y, "middle")
    dresses_x = 430 if out.width == PLAYERS_PX else 640
    name = Box(NAME_X, top + 2, dresses_x - NAME_X - 20, high - 4)
    write_name(out, name, it.name, Type("serif", 42, INK))
    total, size = str(it.total), 60 if best else 50
    write(out, (right, y), total, "serif", size, INK, "r")
    right -= text_width(total, "serif", size) + 42
    paste(out, star(36), right, y - 19)
    draw_dresses(out, it.dresses, Box(dresses_x, top + 2, right - dresses_x - 20, high - 4))


def draw_dresses(out: Image.Image, found: Sequence[tuple[str, str]], box: Box) -> None:
    """Draws rented dresses in a line; they overlap where they are many."""
    apart = (box.w + DRESS_GAP_PX) / max(1, len(found)) - DRESS_GAP_PX
    high = box.h * BOX_SIZE[0] / BOX_SIZE[1]
    w = int(min(MAX_DRESS_PX, high, max(MIN_DRESS_PX, apart)))
    step = min(w + DRESS_GAP_PX, (box.w - w) / max(1, len(found) - 1))
    for k, (colour, trims) in enumerate(found):
        paste(out, dress(colour, trims, w), box.x + step * k, box.middle[1] - dress_height(w) / 2)


# ------------------------------------------------------------ course of the lead


def leaders_of(points: Sequence[int]) -> list[int]:
    """The seats with the most points."""
    return [who for who, n in enumerate(points) if n == max(points)]


@block
def course_block(course: Course, seats: tuple[Seat, ...], decided: Decided | None) -> Image.Image:
    """Everybody's prestige round by round, and below each round who led after it."""
    out = Image.new("RGB", (COURSE_PX, PANEL_PX), NIGHT)
    paste(out, panel(COURSE_PX, PANEL_PX, CREAM, GOLD, 3), 0, 0)
    room = COURSE_PX - 48
    title = decided_title(decided, room) if decided else _("The course of the lead")
    write_name(out, Box(24, 4, room, 58), title, Type("serif", 40, INK))
    step = PLOT.w / (len(course) - 1)
    if decided:
        lit = panel(round(step), PANEL_PX - 78, CANDLE, GOLD, 2, 10)
        paste(out, lit, PLOT.x + step * (decided.n - 1), 66)
    paste(out, panel(round(PLOT.w), 2, PARQUET, radius=1), PLOT.x, PLOT.bottom)
    low = min(map(min, course))
    high = max(low + 1, *map(max, course))
    lines = course_lines(course, PLOT, low, high, LINES_APART_PX)
    draw_lines(out, PLOT, lines, sorted(range(len(seats)), key=lambda who: course[-1][who]), LINES)
    ends = spread(line_ends(course, PLOT, low, high), (60, PANEL_PX - 8), TOKEN_PX + 4)
    for seat, y in zip(seats, ends, strict=True):
        paste(out, seat_token(*seat, TOKEN_PX), COURSE_PX - 42, y, "middle")
    for k, points in enumerate(course[1:]):
        lead(out, k + 1, [seats[who] for who in leaders_of(points)], (PLOT.x + step * k, step))
    return out


def lead(out: Image.Image, n: int, seats: Sequence[Seat], column: Point) -> None:
    """Writes the number of a round below the plot, and who led after it: two at most."""
    (x, w), y, shown = column, PANEL_PX - 36, seats[:2]
    px, step = (LEADER_PX, LEADER_PX) if len(shown) == 1 else (TIED_PX, TIED_STEP_PX)
    left = x + (w - 20 - step * (len(shown) - 1) - px) / 2
    write(out, (left, y), str(n), "sans-bold", 30, SOFT)
    for k, seat in enumerate(shown):
        paste(out, seat_token(*seat, px), left + 20 + step * k, y - px / 2)
