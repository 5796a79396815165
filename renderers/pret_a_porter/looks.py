"""The look book: designs as pages, each with its garment, and what collections would win."""

from typing import NamedTuple

from PIL import Image

from games.words import _, translate
from renderers.caching import cached_per_language
from renderers.canvas import panel, paste, write
from renderers.fonts import text_width
from renderers.layout import common_size
from renderers.transcript import dollars

from .colours import GREY, INK, LINE, NOW, STYLES, finished, sheet
from .garments import garment
from .reading import Design, Prospect
from .signs import prestige, prize_star, rule, swatch, token
from .street import bonus

WIDTH_PX, LEFT_PX, RIGHT_PX = 1600, 40, 1560
PAGES_PER_ROW, PAGE_STEP_PX, PAGE_PX = 5, 307, 344
HEAD_PX = 76
PROSPECT_PX, PROSPECTS_HEAD_PX = 84, 116


class Look(NamedTuple):
    """A design as a page: the materials that are missing, whether it is of the own type."""

    design: Design
    missing: tuple[bool, ...]
    own_type: bool


def rows(count: int) -> int:
    """How many rows of pages there are; at least half of one, for the words."""
    return max(1, -(-count // PAGES_PER_ROW))


def look_height(count: int) -> int:
    return HEAD_PX + (rows(count) * PAGE_PX if count else 16)


@cached_per_language
def look_book(title: str, note: str, looks: tuple[Look, ...], lit: bool = False) -> Image.Image:
    """Designs as pages, five in a row."""
    out = sheet(WIDTH_PX, look_height(len(looks)))
    if lit:
        paste(out, panel(RIGHT_PX - LEFT_PX, 62, NOW, radius=1), LEFT_PX, 4)
    rule(out, LEFT_PX, 0, RIGHT_PX, 4)
    write(out, (LEFT_PX + (12 if lit else 0), 38), title, "serif", 46, INK)
    room = RIGHT_PX - LEFT_PX - text_width(title, "serif", 46) - 40
    write(out, (RIGHT_PX, 39), note, "sans", 34, INK, "r", room)
    for k, look in enumerate(looks):
        x, y = LEFT_PX + k % PAGES_PER_ROW * PAGE_STEP_PX, HEAD_PX + k // PAGES_PER_ROW * PAGE_PX
        out.paste(page_of(look), (x, y))
    return finished(out)


@cached_per_language
def page_of(it: Look) -> Image.Image:
    """A design as a page of the look book."""
    w, design = 291, it.design
    out, ink = sheet(w, PAGE_PX - 4), STYLES[design.style]
    paste(out, panel(w, 256, ink.tint, radius=12), 0, 0)
    paste(out, garment(design.style, design.type, 158), 108, 140, "middle")
    write(out, (14, 28), design.id, "sans-bold", 32, ink.dark)
    write(out, (w - 14, 32), dollars(design.price), "serif-black", 48, INK, "r")
    for kind, n in design.bonus:
        paste(out, bonus(kind, n, 56), w - 42, 94, "middle")
    for k, (cloth, missing) in enumerate(zip(design.materials, it.missing, strict=True)):
        paste(out, swatch(cloth, 54, missing), w - 42, 158 + k * 62, "middle")
    size = next((n for n in (36, 33) if text_width(design.name, "sans-bold", n) <= w), 30)
    write(out, (0, 282), design.name, "sans-bold", size, INK, room=w)
    style, kind = translate(design.style), translate(design.type)
    size = common_size([(style, "sans-bold"), (kind, "sans")], 32, w - (60 if it.own_type else 12))
    write(out, (0, 320), style, "sans-bold", size, ink.body)
    x = 12 + text_width(style, "sans-bold", size)
    write(out, (x, 320), kind, "sans", size, GREY)
    if it.own_type:
        paste(out, token("T", 40), x + text_width(kind, "sans", size) + 8, 299)
    return out


# ----------------------------------------------------------------------- prospects


@cached_per_language
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
    return finished(out)


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
