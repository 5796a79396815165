"""The masthead with who is asked, the calendar with its phases, the shows of the quarter."""

from itertools import groupby

from PIL import Image

from games.words import _, translate
from renderers.canvas import panel, paste, write
from renderers.fonts import MIN_SIZE_PX, fitted, text_width
from renderers.layout import common_size, without_overlap
from renderers.seats import seat_token, seats_asked
from renderers.transcript import with_label

from .colours import DIM, GREY, INK, NOW, PAGE, PAPER, block, sheet
from .reading import (
    Line,
    View,
    is_show_month,
    leaders,
    letters,
    lines_of,
    location_of,
    month_name,
    phases,
    tiles,
    whose_turn,
)
from .signs import pill, rule, token, tower
from .stage import stage
from .terms import HEADINGS, month_letters

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
MASTHEAD_SIZE, CALENDAR_PX, RUNWAY_PX = (950, 124), 64, 168
MONTHS_PX = 730
HEADER_PX = MASTHEAD_SIZE[1] + CALENDAR_PX


def paste_header(image: Image.Image, view: View) -> None:
    name, words = whose_turn(view)
    asked = tuple((who, letters(view)[who]) for who in seats_asked(view))
    image.paste(masthead(view["title"], current_month(view), next_shows(view)), (0, 0))
    image.paste(asked_block(name, words, asked), (MASTHEAD_SIZE[0], 0))
    at = location_of(view, view["at"]).name if view["at"] else ""
    image.paste(calendar(view["round"]), (0, MASTHEAD_SIZE[1]))
    image.paste(phase_track(phases(view), view["phase"], at), (MONTHS_PX, MASTHEAD_SIZE[1]))


def current_month(view: View) -> str:
    return _("{month:text}, {n} of 12", month=month_name(view), n=view["round"])


def next_shows(view: View) -> str:
    count = len(tiles(view))
    if is_show_month(view):
        return _("{n:show|shows} this month", n=count)
    month = month_name(view, view["month"]["next_exhibition"])
    return _("{n:show|shows} in {month:text}", n=count, month=month)


@block
def masthead(title: str, where: str, when: str) -> Image.Image:
    w, h = MASTHEAD_SIZE
    out = sheet(w, h)
    write(out, (LEFT_PX - 4, 62), title, "serif-black", 88, INK)
    x = LEFT_PX + text_width(title, "serif-black", 88) + 14
    paste(out, panel(2, 70, INK, radius=1), x, 28)
    write(out, (x + 20, 44), where, "sans-bold", 38, INK, room=w - x - 20)
    write(out, (x + 20, 86), when, "sans", 34, INK, room=w - x - 20)
    rule(out, LEFT_PX, h - 12, w, 8)
    return out


@block
def asked_block(name: str, words: str, asked: tuple[tuple[int, str], ...]) -> Image.Image:
    """Who is asked for what; where there is room, the tower."""
    w, h = WIDTH_PX - MASTHEAD_SIZE[0], MASTHEAD_SIZE[1]
    out, right = sheet(w, h), RIGHT_PX - MASTHEAD_SIZE[0]
    rule(out, 0, h - 12, right, 8)
    end = right - (110 + 56 * (len(asked) - 1) if asked else 0)
    most = 54 if text_width(name, "serif", 38) <= end else 42  # rather small than cut
    (name, large), (words, size) = fitted(name, "serif", most, end), fitted(words, "sans", 36, end)
    left = end - max(text_width(name, "serif", large), text_width(words, "sans", size))
    top, low = without_overlap((name, "serif", large), (words, "sans", size), (44, 87))
    write(out, (end, top), name, "serif", large, INK, "r")
    write(out, (end, low), words, "sans", size, INK, "r")
    for k, (who, mark) in enumerate(asked):
        paste(out, seat_token(who, mark, 98, ring=True), end + 12 + 56 * k, 8)
    if left > 180:
        paste(out, tower(100), left / 2 - 50, 12)
    return out


@block
def calendar(now: int) -> Image.Image:
    """Twelve months, those of shows black, the present one yellow."""
    out = sheet(MONTHS_PX, CALENDAR_PX)
    for m, letter in enumerate(month_letters(), 1):
        x, show = LEFT_PX + (m - 1) * 54 + (m - 1) // 3 * 12, m % 3 == 0
        ink = INK
        if m == now:
            paste(out, panel(54, 60, INK, radius=8), x - 3, 1)
            paste(out, panel(46, 52, NOW, radius=5), x + 1, 5)
        elif m < now:
            paste(out, panel(48, 52, PAGE, radius=6), x, 5)
            ink = GREY
        else:
            paste(out, panel(48, 52, INK if show else PAPER, INK, 2, 6), x, 5)
            ink = PAPER if show else INK
        write(out, (x + 24, 31), letter, "serif", 38, ink, "m", 44)
    return out


@block
def phase_track(steps: tuple[str, ...], phase: str, at: str) -> Image.Image:
    """The phases of a month, the present one in black with the location it is at."""
    out = sheet(WIDTH_PX - MONTHS_PX, CALENDAR_PX)
    words = {each: translate(HEADINGS[each]) for each in steps}
    room = RIGHT_PX - MONTHS_PX - 42 - 18 * (len(steps) - 1)
    longer = with_label(words[phase], at) if at else ""
    rest = sum(
        text_width(said, "sans", MIN_SIZE_PX) for each, said in words.items() if each != phase
    )
    if at and rest + text_width(longer, "sans-bold", MIN_SIZE_PX) <= room:
        words[phase] = longer
    kinds = [(said, "sans-bold" if each == phase else "sans") for each, said in words.items()]
    size = common_size(kinds, 34, room)
    x = room + 14.0 - sum(text_width(said, kind, size) for said, kind in kinds)
    for each, said in words.items():
        x = pill(out, x, CALENDAR_PX / 2 - 1, said, each == phase, size)
    return out


# ---------------------------------------------------------------------- runway


def next_runway(view: View) -> Image.Image:
    return runway(lines_of(view), letters(view), _("in the lead"))


@block
def runway(lines: tuple[Line, ...], marks: tuple[str, ...], words: str) -> Image.Image:
    """The shows to come: a stage with its lines and prizes for each, and on the catwalk who would
    win them now.
    """
    w, h, walk = RIGHT_PX - LEFT_PX, RUNWAY_PX - 8, 110
    shows = [[*them] for _city, them in groupby(lines, key=lambda line: line.city)]
    cell = w / len(shows)
    lights = tuple(round((i + 0.5) * cell) for i in range(len(shows)))
    art = stage(w, h, walk, lights, 26, 26)
    end = 0.0
    for i, show in enumerate(shows):
        if i:
            rule(art, round(i * cell) - 1, 14, round(i * cell), walk - 26, DIM)
        end = draw_show(art, show, marks, i * cell + 22, cell - 40)
    if w - 40 - end > text_width(words, "sans", 30):
        write(art, (w - 34, walk + 25), words, "sans", 30, GREY, "r")
    out = sheet(WIDTH_PX, RUNWAY_PX)
    out.paste(art, (LEFT_PX, 0))
    return out


def draw_show(
    out: Image.Image, lines: list[Line], marks: tuple[str, ...], x: float, w: float
) -> float:
    """Draws one show; where it is alone its city stands beside its lines. Returns where the seats
    on the catwalk end.
    """
    wide, end = w > 1000, x
    px, y, size = (72, 58, 48) if wide else (56, 80, 42)
    write(out, (x, y if wide else 28), lines[0].city, "serif", size, PAPER, room=240 if wide else w)
    if wide:
        x, w = x + 260, w - 260
    step = w / len(lines)
    for k, line in enumerate(lines):
        left, words = x + k * step, " · ".join(map(str, line.prizes))
        paste(out, token(line.category, px, "", PAPER, INK), left, y - px / 2)
        if px + 10 + text_width(words, "serif", size) > step - 8:
            words = str(line.prizes[0])
        write(out, (left + px + 10, y + 1), words, "serif", size, PAPER)
        ahead = leaders(line)
        for n, who in enumerate(ahead):
            paste(out, seat_token(who, marks[who], 44), left + px / 2 + n * 38, 135, "middle")
        if not ahead:
            write(out, (left + px / 2, 136), "–", "serif", 40, GREY, "m")
        end = left + px / 2 + 38 * max(0, len(ahead) - 1) + 22
    return end
