"""The course of the lead on the street: how far behind the leader everybody was, month by month."""

from PIL import Image, ImageDraw

from renderers.canvas import panel, paste, write
from renderers.course import Pen, course_lines, draw_lines, spread
from renderers.fonts import text_width
from renderers.layout import Box

from .badges import token
from .chronicle import Race
from .colours import BAY, CREAM, LAMP, PALE, PAVEMENT, STONE, STREET, block

WIDTH_PX = 1520
LEFT_PX, RIGHT_PX, TOP_PX, HEADLINE_PX = 100, 110, 106, 1360
MAX_BEHIND, MIN_BEHIND = 30, 6
"""The scale reaches as far as the first two were apart, within these limits. Who is farther behind
is drawn below it.
"""
BELOW = 1.15
TOKEN_PX = 60
SHORTEST_PX = 28
"""A month whose name would be smaller than this is abbreviated."""
PEN = Pen(11, 17, CREAM)


@block
def race_block(race: Race, tall: int) -> Image.Image:
    out = Image.new("RGB", (WIDTH_PX, tall), PAVEMENT)
    paste(out, panel(WIDTH_PX, tall, STREET), 0, 0)
    write(out, (32, 46), race.headline, "serif", 46, LAMP, room=HEADLINE_PX)
    room = HEADLINE_PX - 40 - text_width(race.headline, "serif", 46)
    if text_width(race.note, "sans", 34) <= room:
        write(out, (32 + HEADLINE_PX, 48), race.note, "sans", 34, CREAM, "r")
    first_two = [row[who] for row in race.behind for who in race.places[:2]]
    most = min(MAX_BEHIND, max(MIN_BEHIND, *first_two))
    lowest = -round(most * BELOW)
    box = Box(LEFT_PX, TOP_PX, WIDTH_PX - LEFT_PX - RIGHT_PX, tall - TOP_PX - 84)
    step = box.w / len(race.months)
    draw = ImageDraw.Draw(out)
    if race.decided >= 0:
        x = box.x + race.decided * step
        draw.rectangle((x, TOP_PX - 22, x + step, tall - 12), fill=BAY)
    for n in range(0, most + 1, 2 if most < 8 else 5 if most < 16 else 10):
        y = box.y + n / -lowest * box.h
        draw.line((box.x, y, box.right, y), fill=STONE, width=2)
        words = f"\N{MINUS SIGN}{n}" if n else "0"
        write(out, (LEFT_PX - 22, y), words, "sans-bold", 30, PALE, "r")
    for n, month in enumerate(race.months):
        if text_width(month, "sans-bold", SHORTEST_PX) > step - 8:
            month = f"{month[:4]}."
        ink = LAMP if n == race.decided else PALE
        face = "sans-bold" if n == race.decided else "sans"
        at = (box.x + (n + 0.5) * step, tall - 34)
        write(out, at, month, face, 32, ink, "m", step - 8)
    ahead = [[max(-n, lowest) for n in row] for row in race.behind]
    lines = course_lines(ahead, box, lowest, 0)
    draw_lines(out, box, lines, race.places[::-1], PEN)
    limits = 12, tall - 12
    heights = spread([line[-1][1] for line in lines], limits, TOKEN_PX + 4)
    for who in race.places[::-1]:
        piece = token(who, race.letters[who], TOKEN_PX)
        paste(out, piece, WIDTH_PX - RIGHT_PX / 2, heights[who], "middle")
    return out
