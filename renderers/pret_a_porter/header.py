"""The masthead with who is asked, the calendar with its phases, the shows of the quarter."""

from PIL import Image

from games.words import _, translate
from renderers.caching import cached, cached_per_language
from renderers.canvas import panel, paste, write
from renderers.fonts import MIN_SIZE_PX, fitted, text_width
from renderers.layout import common_size, without_overlap
from renderers.seats import seat_token, seats_asked
from renderers.transcript import with_label

from .colours import GREY, INK, NOW, PAGE, PAPER, finished, sheet
from .reading import (
    Tile,
    View,
    is_show_month,
    letters,
    location_of,
    month_name,
    phases,
    tiles,
    whose_turn,
)
from .signs import barcode, pill, rule, token
from .terms import HEADINGS, month_letters

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
HEADER_PX, MASTHEAD_PX = 160, 950
CALENDAR_SIZE, MONTHS_PX = (740, 160), 108
SHOWS_SIZE = (776, 160)


def paste_header(image: Image.Image, view: View) -> None:
    name, words = whose_turn(view)
    asked = tuple((who, letters(view)[who]) for who in seats_asked(view))
    image.paste(masthead(view["title"], current_month(view), next_shows(view)), (0, 0))
    image.paste(asked_block(name, words, asked), (MASTHEAD_PX, 0))
    at = location_of(view, view["at"]).name if view["at"] else ""
    image.paste(calendar(view["round"]), (24, HEADER_PX))
    image.paste(phase_track(phases(view), view["phase"], at), (24, HEADER_PX + MONTHS_PX))
    if not is_show_month(view):
        image.paste(show_tiles(tiles(view)), (RIGHT_PX - SHOWS_SIZE[0], HEADER_PX))


def current_month(view: View) -> str:
    return _("{month:text}, {n} of 12", month=month_name(view), n=view["round"])


def next_shows(view: View) -> str:
    count = len(tiles(view))
    if is_show_month(view):
        return _("{n:show|shows} this month", n=count)
    month = month_name(view, view["month"]["next_exhibition"])
    return _("{n:show|shows} in {month:text}", n=count, month=month)


@cached
def masthead(title: str, where: str, when: str) -> Image.Image:
    out = sheet(MASTHEAD_PX, HEADER_PX)
    write(out, (LEFT_PX - 4, 80), title, "serif-black", 88, INK)
    x = LEFT_PX + text_width(title, "serif-black", 88) + 14
    paste(out, panel(2, 70, INK, radius=1), x, 52)
    room = MASTHEAD_PX - x - 20
    write(out, (x + 20, 66), where, "sans-bold", 36, INK, room=room)
    write(out, (x + 20, 108), when, "sans", 34, INK, room=room)
    rule(out, LEFT_PX, 144, MASTHEAD_PX, 8)
    return finished(out)


@cached
def asked_block(name: str, words: str, asked: tuple[tuple[int, str], ...]) -> Image.Image:
    """Who is asked for what; where there is room, the bar code."""
    out = sheet(WIDTH_PX - MASTHEAD_PX, HEADER_PX)
    right, room = RIGHT_PX - MASTHEAD_PX, RIGHT_PX - MASTHEAD_PX - 116
    rule(out, 0, 144, right, 8)
    (name, large), (words, size) = fitted(name, "serif", 56, room), fitted(words, "sans", 34, room)
    left = right - 112 - 56 * max(0, len(asked) - 1)
    left -= max(text_width(name, "serif", large), text_width(words, "sans", size)) if name else -112
    top, low = without_overlap((name, "serif", large), (words, "sans", size), (66, 112))
    write(out, (right, top), name, "serif", large, INK, "r")
    write(out, (right, low), words, "sans", size, INK, "r")
    for k, (who, mark) in enumerate(asked):
        paste(out, seat_token(who, mark, 92, ring=True), left + 56 * k, 40)
    if left > 190:
        barcode(out, round(left / 2) - 54, 52)
    return finished(out)


@cached_per_language
def calendar(now: int) -> Image.Image:
    """Twelve months, those of shows black, the present one yellow."""
    out = sheet(CALENDAR_SIZE[0], MONTHS_PX)
    step = 58
    for m, letter in enumerate(month_letters(), 1):
        x = 16 + (m - 1) * step + (m - 1) // 3 * 8
        show = m % 3 == 0
        if m == now:
            paste(out, panel(step + 2, 96, INK, radius=8), x - 5, 8)
            paste(out, panel(step - 6, 88, NOW, radius=5), x - 1, 12)
            ink = INK
        elif m < now:
            paste(out, panel(step - 8, 80, PAGE, radius=6), x, 16)
            ink = GREY
        else:
            paste(out, panel(step - 8, 80, INK if show else PAPER, INK, 2, 6), x, 16)
            ink = PAPER if show else INK
        write(out, (x + step / 2 - 4, 54), letter, "serif", 44, ink, "m", step - 12)
    return finished(out)


@cached_per_language
def phase_track(steps: tuple[str, ...], phase: str, at: str) -> Image.Image:
    """The phases of a month, the present one in black with the location it is at."""
    out = sheet(CALENDAR_SIZE[0], CALENDAR_SIZE[1] - MONTHS_PX)
    words = {each: translate(HEADINGS[each]) for each in steps}
    room, longer = out.width - 40 - 18 * len(steps), with_label(words[phase], at) if at else ""
    rest = sum(
        text_width(said, "sans", MIN_SIZE_PX) for each, said in words.items() if each != phase
    )
    if at and rest + text_width(longer, "sans-bold", MIN_SIZE_PX) <= room:
        words[phase] = longer
    kinds = [(said, "sans-bold" if each == phase else "sans") for each, said in words.items()]
    x, size = 16.0, common_size(kinds, 32, room)
    for each, said in words.items():
        x = pill(out, x, 26, said, each == phase, size)
    return finished(out)


@cached_per_language
def show_tiles(shows: tuple[Tile, ...]) -> Image.Image:
    """The shows: city, and the lines that count with their first prizes."""
    out = sheet(*SHOWS_SIZE)
    wide, gap = SHOWS_SIZE[0], 12
    w = (wide - gap * (len(shows) - 1)) / len(shows)
    for i, tile in enumerate(shows):
        draw_tile(out, tile, round(i * (w + gap)), round(w))
    return finished(out)


def draw_tile(out: Image.Image, tile: Tile, x: int, w: int) -> None:
    """Draws one show; where there is room its lines name their second prize too."""
    paste(out, panel(w, 140, PAGE, radius=12), x, 10)
    narrow = w < 220
    write(out, (x + 16, 42), tile.city, "serif", 36 if narrow else 44, INK, room=w - 24)
    step = (w - 24) / len(tile.lines)
    px = 44 if narrow else 60
    for k, (category, prizes) in enumerate(tile.lines):
        left = x + 14 + k * step
        paste(out, token(category, px), left, 112 - px / 2 - 4)
        words = " · ".join(map(str, prizes))
        if px + 12 + text_width(words, "serif", 44) > step:
            words = str(prizes[0])
        write(out, (left + px + 8, 108), words, "serif", 36 if narrow else 46, INK)
