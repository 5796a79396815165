"""What the best collections would win in every line of the shows."""

from PIL import Image

from games.words import _
from renderers.canvas import paste, write
from renderers.fonts import text_width
from renderers.transcript import dollars

from .colours import GREY, INK, LINE, block, sheet
from .garments import garment
from .reading import Prospect
from .signs import prestige, prize_star, rule, token

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
PROSPECT_PX, PROSPECTS_HEAD_PX = 84, 116


@block
def prospect_table(title: str, prospects: tuple[Prospect, ...]) -> Image.Image:
    """The best collections with what each would win in every line, and its sale."""
    out = sheet(WIDTH_PX, PROSPECTS_HEAD_PX + PROSPECT_PX * len(prospects) + 16)
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    left, step = 620, min(148, 740 // len(prospects[0].lines))
    write(out, (LEFT_PX, 38), title, "serif", 46, INK, room=left - LEFT_PX - 24)
    write(out, (LEFT_PX, 88), _("as things stand"), "sans", 34, GREY, room=left - LEFT_PX - 24)
    draw_heads(out, prospects[0], left, step)
    for r, it in enumerate(prospects):
        top = PROSPECTS_HEAD_PX + r * PROSPECT_PX
        rule(out, LEFT_PX, top, RIGHT_PX, 2 if not r else 1, INK if not r else LINE)
        draw_prospect(out, it, top + PROSPECT_PX // 2, left, step)
    return out


def draw_heads(out: Image.Image, it: Prospect, left: int, step: int) -> None:
    """Draws cities, and the line that each column is about."""
    shown, cities = "", [line.city for line in it.lines]
    for k, (city, category, _prestige) in enumerate(it.lines):
        x = left + step * k
        if city != shown:
            room = step * cities.count(city) - 8
            write(out, (x + 4, 34), city, "serif", 32, INK, room=room)
            shown = city
        paste(out, token(category, 50), x + 8, 60)
    write(out, (RIGHT_PX, 84), _("sale"), "sans", 32, GREY, "r", 120)
    paste(out, prestige(46), 1402, 84, "middle")


def draw_prospect(out: Image.Image, it: Prospect, y: int, left: int, step: int) -> None:
    room = 330
    pitch = min(50.0, (room - 48) / max(1, len(it.designs) - 1))
    for k, design in enumerate(it.designs):
        paste(out, garment(design.style, design.type, 50), LEFT_PX + k * pitch, y - 35)
    size = 38 if text_width(it.label, "serif", 38) <= 220 else 34
    write(out, (left - 24, y), it.label, "serif", size, INK, "r", 222)
    for k, line in enumerate(it.lines):
        paste(out, prize_star(line.prestige, 56), left + 5 + step * k, y - 28)
    write(out, (1402, y), f"+{it.prestige}", "serif-black", 44, INK, "m")
    write(out, (RIGHT_PX, y), dollars(it.takings), "serif-black", 46, INK, "r")
