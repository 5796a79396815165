"""The course of a finished game: the points of every seat over time, of whatever game.

A course is plain data: `title`, the `unit` of what is counted, `names`, `points` (a list for each
step of the game, a number for each seat), and the seats of the `winners`. One of chances has the
`sign` "%" behind its figures; `marks` are steps and seats that are numbered on the lines.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from PIL import Image, ImageDraw

from games.words import _, phrase, spoken
from renderers.caching import cached
from renderers.canvas import (
    CLEAR,
    RIM,
    RING_INK,
    SEATS,
    Point,
    Sprite,
    Theme,
    names_of,
    palette,
    panel,
    place,
    reduced,
    rounded,
    scaled,
    seat,
    sprite,
    winners_wreath,
    write,
)
from renderers.fonts import fit, initials, width

Course = Mapping[str, Any]

THEME = Theme(
    card="#FFF9EC",
    bright="#FFFDF6",
    ink="#2A1E14",
    soft="#5B4A3A",
    line="#D9CBB2",
    edge="#7A5719",
    accent="#7A5719",
    on_accent="#FFFDF6",
)
GROUND, LEAF = "#F3E8D2", "#C9A24A"
CASING = "#2A1E14"
"""Round every line: whatever its colour, it stands out from the ground."""
WIDE, HIGH = 1600, 1000
LEFT, RIGHT, TOP, FOOT = 150, 1090, 170, 880
"""The edges of the plot; the names stand to the right of it."""
SCALE = 2
STROKE, CASED = 8, 14
TOKEN, ON_LINE, NUMBER = 64, 44, 56
NAME, AXIS, TITLE = 44, 40, 56
MIN_NAME_GAP = 84
"""From one name to the next, at least."""
TICKS = 6
MARKS_PER_LINE = 3
"""Tokens on each line."""
LINE_OFFSET = 5
"""How far lines are moved apart, so that equal ones can be told from each other."""
MAX_POINTS = 400
NAMES_END = WIDE - 48


def draw(course: Course) -> Image.Image:
    """Return the picture of a course."""
    names, points = names_of(_view(course)), _thinned(course["points"])
    bottom, top, step = (0, 100, 25) if course.get("sign") == "%" else _scale(points)
    image = Image.new("RGB", (WIDE, HIGH), GROUND)
    place(image, panel(WIDE - 48, HIGH - 48, THEME.card, THEME.line, 3, 26), 24, 24)
    title = _("{title:text}: {unit} over time", title=course["title"], unit=course["unit"])
    write(image, (72, 92), title, "serif", TITLE, THEME.ink, room=1450)
    _draw_axes(image, bottom, top, step, len(course["points"]) - 1, course.get("sign", ""))
    lines = [_line(points, who, bottom, top) for who in range(len(names))]
    order = sorted(range(len(names)), key=lambda who: points[-1][who])
    _draw_lines(image, lines, order)
    letters = initials(names)
    for who in order:
        _draw_marks(image, lines[who], seat(who, letters[who], ON_LINE), who, len(names))
    _draw_numbers(image, course, lines)
    _draw_names(image, course, names, letters, lines)
    return reduced(image, _palette())


@lru_cache(maxsize=1)
def _palette() -> bytes:
    plain = [GROUND, CASING, LEAF, RIM, RING_INK]
    plain += [THEME.card, THEME.ink, THEME.soft, THEME.line, THEME.edge]
    mixed = [(THEME.card, ink, 6) for ink in (THEME.ink, THEME.soft, THEME.line, LEAF, THEME.edge)]
    mixed += [(LEAF, THEME.edge, 4), (GROUND, THEME.line, 2)]
    for colour, ink, _shape in SEATS:
        mixed += [(colour, CASING, 4), (colour, ink, 3), (colour, RIM, 4)]
    return palette([*plain, *(colour for colour, *_rest in SEATS)], mixed)


def describe(course: Course) -> str:
    """Return a course in words."""
    names, points = names_of(_view(course)), course["points"]
    last = len(points) - 1
    said = [_("{title:text}: {unit} over time.", title=course["title"], unit=course["unit"])]
    for who in sorted(range(len(names)), key=lambda who: -points[-1][who]):
        figures = {"first": points[0][who], "half": points[last // 2][who], "end": points[-1][who]}
        sign = course.get("sign", "")
        values = {"name": names[who]} | {key: f"{n}{sign}" for key, n in figures.items()}
        if who in course["winners"]:
            said.append(
                _(
                    "{name:text}: {first} at the start, {half} halfway, {end} at the "
                    "end, a winner.",
                    **values,
                )
            )
        else:
            said.append(
                _("{name:text}: {first} at the start, {half} halfway, {end} at the end.", **values)
            )
    return " ".join([*said, *_leads(names, points)])


CHANGES = (
    phrase("The lead never changed."),
    phrase("The lead changed once."),
    phrase("The lead changed twice."),
)


def _leads(names: Sequence[str], points: Sequence[Sequence[int]]) -> list[str]:
    """Return how often the lead went from one seat to another."""
    alone = [row.index(max(row)) for row in points if list(row).count(max(row)) == 1]
    changes = sum(one != other for one, other in pairwise(alone))
    if changes < len(CHANGES):
        return [spoken(CHANGES[changes])]
    return [_("The lead changed {n} times.", n=changes)]


def _view(course: Course) -> dict[str, Any]:
    return {"names": course["names"], "seats": len(course["names"])}


def _thinned(points: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """Return at most so many of the points as can be told apart, the last one among them."""
    if len(points) <= MAX_POINTS:
        return [points[0], *points] if len(points) == 1 else points
    last = len(points) - 1
    return [points[round(n * last / (MAX_POINTS - 1))] for n in range(MAX_POINTS)]


def _scale(points: Sequence[Sequence[int]]) -> tuple[int, int, int]:
    """Return the ends of the axis and the step between its figures."""
    low = min(0, *(value for row in points for value in row))
    high = max(1, *(value for row in points for value in row))
    sizes = (base * 10**power for power in range(9) for base in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= TICKS)
    return low // step * step, -(-high // step) * step, step


def _draw_axes(image: Image.Image, bottom: int, top: int, step: int, last: int, sign: str) -> None:
    """Draw the figures of both axes, and a rule for each of the points'."""
    for value in range(bottom, top + 1, step):
        y = _height(value, bottom, top)
        rule = panel(RIGHT - LEFT, 2, THEME.soft if value == 0 else THEME.line, radius=1)
        place(image, rule, LEFT, y - 1)
        figure, room = f"{value}{sign}", LEFT - 58
        write(image, (LEFT - 24, y), figure, "sans-bold", AXIS, THEME.soft, "r", room)
    for share, anchor in ((0, "m"), (0.5, "m"), (1, "r")):
        x, n = LEFT + share * (RIGHT - LEFT), round(share * last)
        label = _("{n} moves", n=n) if share == 1 else str(n)
        write(image, (x, FOOT + 44), label, "sans-bold", AXIS, THEME.soft, anchor)


def _height(value: float, bottom: int, top: int) -> float:
    return FOOT - (value - bottom) / (top - bottom) * (FOOT - TOP)


def _line(points: Sequence[Sequence[int]], who: int, bottom: int, top: int) -> list[Point]:
    """Return the line of a seat."""
    aside = (who - (len(points[0]) - 1) / 2) * LINE_OFFSET
    run = (RIGHT - LEFT) / (len(points) - 1)
    return [
        (LEFT + i * run, _height(row[who], bottom, top) - aside) for i, row in enumerate(points)
    ]


def _draw_lines(image: Image.Image, lines: Sequence[list[Point]], order: Sequence[int]) -> None:
    """Draw all lines, each in its casing, smoothly."""
    left, top, wide, high = LEFT - 20, TOP - 30, RIGHT - LEFT + 40, FOOT - TOP + 60
    fine = Image.new("RGBA", (wide * SCALE, high * SCALE), CLEAR)
    pen = ImageDraw.Draw(fine)
    for who in order:
        path = [((x - left) * SCALE, (y - top) * SCALE) for x, y in lines[who]]
        for ink, thick in ((CASING, CASED), (SEATS[who][0], STROKE)):
            pen.line(path, fill=ink, width=thick * SCALE, joint="curve")
            r = thick * SCALE / 2
            for x, y in (path[0], path[-1]):
                pen.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    smooth = scaled(fine, wide, high)
    image.paste(smooth, (left, top), smooth)


def _draw_marks(image: Image.Image, line: list[Point], token: Sprite, who: int, seats: int) -> None:
    """Put the seat's token on its line, where no other seat puts one."""
    for mark in range(MARKS_PER_LINE):
        share = (mark + (who + 0.5) / seats) / MARKS_PER_LINE
        x, y = line[min(len(line) - 1, round(share * (len(line) - 1)))]
        place(image, token, x, y, "middle")


def _draw_numbers(image: Image.Image, course: Course, lines: Sequence[list[Point]]) -> None:
    """Put the numbers of the marks on the lines of their seats."""
    last = max(1, len(course["points"]) - 1)
    marks: Sequence[tuple[int, int]] = course.get("marks", ())
    for n, (step, who) in enumerate(marks, 1):
        line = lines[who]
        x, y = line[round(step * (len(line) - 1) / last)]
        place(image, _number(n), x, y, "middle")


@cached
def _number(n: int) -> Sprite:
    """Return the number of a mark in its square, unlike the round tokens of the seats."""
    square = rounded(NUMBER, NUMBER, 10, THEME.ink, THEME.bright, 4)
    write(square, (NUMBER / 2, NUMBER / 2), str(n), "sans-bold", AXIS, THEME.bright, "m")
    return sprite(square)


def _draw_names(
    image: Image.Image,
    course: Course,
    names: Sequence[str],
    letters: Sequence[str],
    lines: Sequence[list[Point]],
) -> None:
    """Write every name beside the end of its line, and what the seat came to."""
    for who, y in zip(*_spread([line[-1][1] for line in lines]), strict=True):
        end, x = lines[who][-1], RIGHT + 40
        _tie(image, end, (x, y))
        token = _token(who, letters[who], who in course["winners"])
        place(image, token, x + 32, y, "middle")
        score = f"{course['points'][-1][who]}{course.get('sign', '')}"
        left = x + 100
        write(image, (left, y), score, "sans-bold", NAME, THEME.ink)
        left += width(score, "sans-bold", NAME) + 20
        name = fit(names[who], "sans", NAME, NAMES_END - left)
        write(image, (left, y), name, "sans", NAME, THEME.ink)


def _tie(image: Image.Image, start: Point, end: Point) -> None:
    """Draw a fine line from the end of a line to its name."""
    ImageDraw.Draw(image).line([start, end], fill=THEME.soft, width=3)


@cached
def _token(who: int, letters: str, won: bool) -> Sprite:
    if won:
        return winners_wreath(108, who, letters, LEAF, THEME.edge)
    return seat(who, letters, TOKEN)


def _spread(heights: Sequence[float]) -> tuple[list[int], list[float]]:
    """Return the seats from top to bottom, and where their names stand, none upon another."""
    order = sorted(range(len(heights)), key=lambda who: heights[who])
    placed: list[float] = []
    for who in order:
        placed.append(max(heights[who], placed[-1] + MIN_NAME_GAP if placed else TOP))
    over = max(0.0, placed[-1] - FOOT)
    for i in range(len(placed) - 1, -1, -1):
        below = placed[i + 1] - MIN_NAME_GAP if i + 1 < len(placed) else placed[i] - over
        placed[i] = min(placed[i], below)
    return order, placed
