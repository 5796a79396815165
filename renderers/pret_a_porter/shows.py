"""The public board of a month of shows: a runway for each company, what each show brings, and the
companies with what they have left.
"""

from itertools import groupby

from PIL import Image

from games.words import _
from renderers.canvas import panel, paste, write
from renderers.fonts import text_width
from renderers.layout import Box, Type, fitted_lines, write_name
from renderers.seats import seat_token

from .colours import DIM, GREY, INK, LINE, NOW, PAGE, PAPER, SPOT, block, page, sheet
from .header import HEADER_PX, paste_header
from .houses import houses_high, paste_houses
from .reading import Head, Line, Runway, View, heads, letters, lines_of, month_name, runway_of
from .signs import prestige, prize_star, rule, token
from .stage import paste_collection, stage

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
WALK_PX, WALK_ENDS_PX, SUMMARY_PX = 236, (400, 350), 64
SHOW_HEAD_PX, SHOW_LINE_PX = 64, 70
GARMENT_PX = 124


def show_board(view: View) -> Image.Image:
    lines = lines_of(view)
    judged = verdicts(lines, letters(view))
    walks_y = HEADER_PX + 8
    summary_y = walks_y + WALK_PX * view["seats"]
    houses_y = summary_y + SUMMARY_PX + judged.height + 10
    image = page(WIDTH_PX, houses_y + houses_high(view["seats"], selling=True) + 24)
    paste_header(image, view)
    for k, it in enumerate(heads(view)):
        counts = {line.category: line.counts[it.seat] for line in lines}
        gain = sum(line.prestige[it.seat] for line in lines)
        walk = company_walk(it, runway_of(view, it.seat), tuple(counts.items()), gain)
        image.paste(walk, (0, walks_y + WALK_PX * k))
    image.paste(summary(summary_words(view, lines)), (0, summary_y))
    image.paste(judged, (0, summary_y + SUMMARY_PX))
    paste_houses(image, view, houses_y, selling=True)
    return image


def summary_words(view: View, lines: tuple[Line, ...]) -> tuple[str, str]:
    """Whether the lines are a forecast, and what prestige is worth."""
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


@block
def summary(words: tuple[str, str]) -> Image.Image:
    out = sheet(WIDTH_PX, SUMMARY_PX)
    stand, worth = words
    write(out, (LEFT_PX, 32), stand, "serif", 44, INK)
    room = RIGHT_PX - LEFT_PX - text_width(stand, "serif", 44) - 40
    write(out, (RIGHT_PX, 34), worth, "sans", 34, INK, "r", room)
    return out


@block
def company_walk(
    head: Head, it: Runway, counts: tuple[tuple[str, int], ...], gain: int
) -> Image.Image:
    """A company on the runway: what it counts in each category, what it shows, what that wins."""
    w, h, walk = RIGHT_PX - LEFT_PX, WALK_PX - 10, WALK_PX - 68
    left, right = WALK_ENDS_PX
    lights = tuple(round(left + (w - left - right) * part) for part in (0.2, 0.5, 0.8))
    art = stage(w, h, walk, lights, left, right)
    paste(art, seat_token(head.seat, head.letters, 76, ring=head.asked), 16, 14)
    ink = NOW if head.asked else PAPER
    write_name(art, Box(104, 14, left - 130, 76), head.name, Type("serif", 44, ink))
    for n, (category, count) in enumerate(counts):
        x, y = 20 + n % 2 * 170, 124 + n // 2 * 60
        colours, ink = ((PAPER, INK), PAPER) if count else ((SPOT, DIM), DIM)
        paste(art, token(category, 52, "", *colours), x, y - 26)
        write(art, (x + 62, y), str(count), "serif", 48, ink)
    room = w - left - right - 40
    paste_collection(
        art, it.designs, left + 20, h - 14, room, GARMENT_PX, shown=it.certain, anchor="m"
    )
    draw_gain(art, it, gain, w - right + 34)
    if head.asked:
        frame(art)
    out = sheet(WIDTH_PX, WALK_PX)
    out.paste(art, (LEFT_PX, 0))
    return out


def draw_gain(out: Image.Image, it: Runway, gain: int, x: int) -> None:
    room, y = out.width - x - 16, 62
    if gain:
        paste(out, prestige(54, PAPER), out.width - 74, 24)
        write(out, (out.width - 84, 54), f"+{gain}", "serif-black", 72, PAPER, "r")
        y = 104
    for words, kind, size, ink in (
        (it.title, "sans-bold", 32, PAPER),
        (it.words, "sans", 30, LINE),
    ):
        lines, small = fitted_lines(words, kind, size, room, 2)
        for line in lines if words else ():
            write(out, (x, y), line, kind, small, ink)
            y += 31


def frame(out: Image.Image) -> None:
    """Draws the yellow frame of what is now."""
    for x, y, x2, thick in (
        (0, 0, out.width, 8), (0, out.height - 8, out.width, 8),
        (0, 0, 7, out.height), (out.width - 8, 0, out.width, out.height),
    ):  # fmt: skip
        rule(out, x, y, x2, thick, NOW)


@block
def verdicts(lines: tuple[Line, ...], marks: tuple[str, ...]) -> Image.Image:
    """Each show with its lines, and who wins how much in them."""
    shows = [[*them] for _city, them in groupby(lines, key=lambda line: line.city)]
    alone = len(shows) == 1
    rows = 2 if alone else max(map(len, shows))
    out = sheet(WIDTH_PX, SHOW_HEAD_PX + SHOW_LINE_PX * rows + 8)
    step = (RIGHT_PX - LEFT_PX + 16) / len(shows)
    for k, show in enumerate(shows):
        x, w = LEFT_PX + k * step, step - 16
        paste(out, panel(round(w), out.height, PAGE, radius=12), x, 0)
        write(out, (x + 18, 36), show[0].city, "serif", 42, INK, room=w - 36)
        for n, line in enumerate(show):
            across, down = divmod(n, rows) if alone else (0, n)
            y = SHOW_HEAD_PX + SHOW_LINE_PX * down + 30
            room = w / (2 if alone else 1)
            draw_verdict(out, line, marks, x + 16 + across * room, y, room - 24)
    return out


def draw_verdict(
    out: Image.Image, line: Line, marks: tuple[str, ...], x: float, y: int, room: float
) -> None:
    paste(out, token(line.category, 58), x, y - 29)
    order = sorted(range(len(marks)), key=lambda who: -line.prestige[who])
    winners = [who for who in order if line.prestige[who]]
    step = min(136.0, (room - 76) / max(1, len(winners)))
    apart = min(58.0, step - 62)
    for k, who in enumerate(winners):
        left = x + 76 + k * step
        paste(out, seat_token(who, marks[who], 54), left, y - 27)
        paste(out, prize_star(line.prestige[who], 58), left + apart, y - 30)
    if not winners:
        write(out, (x + 76, y), "–", "serif", 40, GREY)
