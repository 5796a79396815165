"""Charts: ratings over time, and chances of winning over a game, a line for each seat.

Their data are `title`, the `unit` of what is counted, `names`, `points` (a list for each step, with
a number for each seat), and the seats of the `winners`. Those with one number in `teams`
play together and have one line, that of the first of them. A chart of chances of winning
has the `sign` "%" after its figures, and `marks`, the steps and seats that are numbered. In a chart
`by_game` each step is a game.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from PIL import Image, ImageDraw

from games.words import _, phrase, translate
from renderers.caching import cached
from renderers.canvas import RIM, Point, Sprite, Theme, panel, paste, rounded, write
from renderers.course import Pen, course_lines, draw_lines, line_ends, spread
from renderers.fonts import initials, text_width, truncated
from renderers.layout import Box
from renderers.palettes import palette, quantized
from renderers.seats import RING_INK, SEATS, names_of, seat_token, winners_wreath

Chart = Mapping[str, Any]

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
CASING_INK = "#2A1E14"
"""Outlines every line, so that it stands out from the ground."""
WIDTH_PX, HEIGHT_PX = 1600, 1000
LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX = 150, 1090, 170, 880
"""The edges of the plot; the names stand to the right of it."""
PLOT = Box(LEFT_PX, TOP_PX, RIGHT_PX - LEFT_PX, BOTTOM_PX - TOP_PX)
PEN = Pen(8, 14, CASING_INK)
TOKEN_PX, TOKEN_ON_LINE_PX, NUMBER_PX = 64, 44, 56
NAME_PX, AXIS_PX, TITLE_PX = 44, 40, 56
MIN_NAME_GAP_PX = 84
"""From one name to the next, at least."""
MAX_TICKS = 6
MARKS_PER_LINE = 3
"""Tokens on each line."""
MAX_POINTS = 400
NAMES_END_PX = WIDTH_PX - 48


def draw(chart: Chart) -> Image.Image:
    names, points = names_of(_view(chart)), _thinned(chart["points"])
    bottom, top, step = (0, 100, 25) if chart.get("sign") == "%" else _scale(points)
    image = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), GROUND)
    paste(image, panel(WIDTH_PX - 48, HEIGHT_PX - 48, THEME.card, THEME.line, 3, 26), 24, 24)
    title = _("{title:text}: {unit} over time", title=chart["title"], unit=chart["unit"])
    write(image, (72, 92), title, "serif", TITLE_PX, THEME.ink, room=1450)
    _draw_axes(image, chart, bottom, top, step)
    lines = course_lines(points, PLOT, bottom, top)
    order = sorted(sides(chart), key=lambda who: points[-1][who])
    draw_lines(image, PLOT, lines, order, PEN)
    letters = initials(names)
    for who in order:
        token = seat_token(who, letters[who], TOKEN_ON_LINE_PX)
        _draw_tokens(image, lines[who], token, who, len(names))
    _draw_numbers(image, chart, lines)
    ends = line_ends(points, PLOT, bottom, top)
    _draw_names(image, chart, letters, lines, {who: ends[who] for who in sides(chart)})
    return quantized(image, _palette())


@lru_cache(maxsize=1)
def _palette() -> bytes:
    plain = [GROUND, CASING_INK, LEAF, RIM, RING_INK]
    plain += [THEME.card, THEME.ink, THEME.soft, THEME.line, THEME.edge]
    mixed = [(THEME.card, ink, 6) for ink in (THEME.ink, THEME.soft, THEME.line, LEAF, THEME.edge)]
    mixed += [(LEAF, THEME.edge, 4), (GROUND, THEME.line, 2)]
    for colour, ink, _shape in SEATS:
        mixed += [(colour, CASING_INK, 4), (colour, ink, 3), (colour, RIM, 4)]
    return palette([*plain, *(colour for colour, *_rest in SEATS)], mixed)


def describe(chart: Chart) -> str:
    points, title = chart["points"], chart["title"]
    said = [_("{title:text}: {unit} over time.", title=title, unit=chart["unit"])]
    return " ".join([*said, *course_in_words(chart), *_leads(points, [*sides(chart)])])


def course_in_words(chart: Chart) -> list[str]:
    """A sentence for each line, the best first."""
    points, said = chart["points"], list[str]()
    last, sign = len(points) - 1, chart.get("sign", "")
    for who, name in sorted(sides(chart).items(), key=lambda side: -points[-1][side[0]]):
        figures = {"first": points[0][who], "half": points[last // 2][who], "end": points[-1][who]}
        values = {"name": name} | {key: f"{n}{sign}" for key, n in figures.items()}
        if who in chart["winners"]:
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
    return said


def sides(chart: Chart) -> dict[int, str]:
    """Who has a line: the first seat of each team, and the names of all who are in it."""
    names, members = names_of(_view(chart)), dict[int, list[str]]()
    for who, team in enumerate(chart.get("teams", range(len(names)))):
        members.setdefault(team, []).append(names[who])
    return {
        who: several[0] if len(several) == 1 else _("{names:list}", names=several)
        for who, several in members.items()
    }


CHANGES = (
    phrase("The lead never changed."),
    phrase("The lead changed once."),
    phrase("The lead changed twice."),
)


def _leads(points: Sequence[Sequence[int]], seats: Sequence[int]) -> list[str]:
    """How often the lead went from one of several seats to another."""
    if len(seats) < 2:
        return []
    rows = [[row[who] for who in seats] for row in points]
    alone = [row.index(max(row)) for row in rows if row.count(max(row)) == 1]
    changes = sum(one != other for one, other in pairwise(alone))
    if changes < len(CHANGES):
        return [translate(CHANGES[changes])]
    return [_("The lead changed {n} times.", n=changes)]


def _view(chart: Chart) -> dict[str, Any]:
    return {"names": chart["names"], "seats": len(chart["names"])}


def _thinned(points: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """At most MAX_POINTS of the points, the last one among them."""
    if len(points) <= MAX_POINTS:
        return [points[0], *points] if len(points) == 1 else points
    last = len(points) - 1
    return [points[round(n * last / (MAX_POINTS - 1))] for n in range(MAX_POINTS)]


def _scale(points: Sequence[Sequence[int]]) -> tuple[int, int, int]:
    """The ends of the axis and the step between its figures."""
    low = min(0, *(value for row in points for value in row))
    high = max(1, *(value for row in points for value in row))
    sizes = (base * 10**power for power in range(9) for base in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= MAX_TICKS)
    return int(low // step * step), int(-(-high // step) * step), step


def _draw_axes(image: Image.Image, chart: Chart, bottom: int, top: int, step: int) -> None:
    last, sign = len(chart["points"]) - 1, chart.get("sign", "")
    for value in range(bottom, top + 1, step):
        y = _height(value, bottom, top)
        rule = panel(RIGHT_PX - LEFT_PX, 2, THEME.soft if value == 0 else THEME.line, radius=1)
        paste(image, rule, LEFT_PX, y - 1)
        figure, room = f"{value}{sign}", LEFT_PX - 58
        write(image, (LEFT_PX - 24, y), figure, "sans-bold", AXIS_PX, THEME.soft, "r", room)
    for share, anchor in ((0, "m"), (0.5, "m"), (1, "r")):
        x, n = LEFT_PX + share * (RIGHT_PX - LEFT_PX), round(share * last)
        label = _steps(chart, n) if share == 1 else str(n)
        write(image, (x, BOTTOM_PX + 44), label, "sans-bold", AXIS_PX, THEME.soft, anchor)


def _steps(chart: Chart, n: int) -> str:
    """The last figure of the horizontal axis, which says what is counted."""
    return _("{n:game|games}", n=n) if chart.get("by_game") else _("{n} moves", n=n)


def _height(value: float, bottom: int, top: int) -> float:
    return BOTTOM_PX - (value - bottom) / (top - bottom) * (BOTTOM_PX - TOP_PX)


def _draw_tokens(
    image: Image.Image, line: list[Point], token: Sprite, who: int, seats: int
) -> None:
    """Puts the seat's token on its line, where no other seat puts one."""
    for mark in range(MARKS_PER_LINE):
        share = (mark + (who + 0.5) / seats) / MARKS_PER_LINE
        x, y = line[min(len(line) - 1, round(share * (len(line) - 1)))]
        paste(image, token, x, y, "middle")


def _draw_numbers(image: Image.Image, chart: Chart, lines: Sequence[list[Point]]) -> None:
    last = max(1, len(chart["points"]) - 1)
    marks: Sequence[tuple[int, int]] = chart.get("marks", ())
    for n, (step, who) in enumerate(marks, 1):
        line = lines[who]
        x, y = line[round(step * (len(line) - 1) / last)]
        paste(image, _number(n), x, y, "middle")


@cached
def _number(n: int) -> Sprite:
    """The number of a mark in its square, unlike the round tokens of the seats."""
    square = rounded(NUMBER_PX, NUMBER_PX, 10, THEME.ink, THEME.bright, 4)
    write(square, (NUMBER_PX / 2, NUMBER_PX / 2), str(n), "sans-bold", AXIS_PX, THEME.bright, "m")
    return Sprite(square)


def _draw_names(
    image: Image.Image,
    chart: Chart,
    letters: Sequence[str],
    lines: Sequence[list[Point]],
    heights: Mapping[int, float],
) -> None:
    """Writes the score and name of each seat beside the end of its line."""
    names = sides(chart)
    limits = TOP_PX - MIN_NAME_GAP_PX / 2, BOTTOM_PX + MIN_NAME_GAP_PX / 2
    for who, y in zip(names, spread([*heights.values()], limits, MIN_NAME_GAP_PX), strict=True):
        end, x = lines[who][-1], RIGHT_PX + 40
        _draw_connector(image, end, (x, y))
        token = _token(who, letters[who], who in chart["winners"])
        paste(image, token, x + 32, y, "middle")
        score = f"{chart['points'][-1][who]}{chart.get('sign', '')}"
        left = x + 100
        write(image, (left, y), score, "sans-bold", NAME_PX, THEME.ink)
        left += text_width(score, "sans-bold", NAME_PX) + 20
        name = truncated(names[who], "sans", NAME_PX, NAMES_END_PX - left)
        write(image, (left, y), name, "sans", NAME_PX, THEME.ink)


def _draw_connector(image: Image.Image, start: Point, end: Point) -> None:
    ImageDraw.Draw(image).line([start, end], fill=THEME.soft, width=3)


@cached
def _token(who: int, letters: str, won: bool) -> Sprite:
    if won:
        return winners_wreath(108, who, letters, LEAF, THEME.edge)
    return seat_token(who, letters, TOKEN_PX)
