"""The question beside the own cards: a dial where a price is sealed, words everywhere else."""

import math
from typing import NamedTuple

from PIL import Image

from games.words import _
from renderers.caching import cached_per_language
from renderers.canvas import Pen, Sprite, panel, paste, write
from renderers.fonts import fitted, text_width
from renderers.seats import wax_seal
from renderers.transcript import dollars

from .colours import (
    ALARM,
    CREAM,
    DIM,
    ENAMEL,
    ENAMEL_EDGE,
    GOLD,
    INK,
    LAMP,
    LINE,
    PAPER,
    PAVEMENT,
    finished,
)
from .goods import emblem, outline
from .lines import fitting_size, lines_of, write_lines

Counts = tuple[tuple[str, int], ...]
WIDTH_PX, HEIGHT_PX = 384, 640


class Setting(NamedTuple):
    """What a dial is about: the goods, the lowest and the highest price, the chosen one."""

    kind: str
    low: int
    high: int
    chosen: int | None
    amount: str


class Question(NamedTuple):
    """What a player is asked, or what is waited for."""

    state: str
    title: str
    text: str
    setting: Setting | None
    figures: tuple[str, ...]
    ahead: tuple[str, ...]
    demand: Counts
    """What the player knows of the demand cards that lie face down."""


@cached_per_language
def question_block(question: Question) -> Image.Image:
    """The question that is open, with a dial if a price is to be sealed."""
    out = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), PAVEMENT)
    lit = question.state == "asked"
    paste(out, panel(WIDTH_PX, HEIGHT_PX, PAPER, LAMP if lit else LINE, 8 if lit else 2), 0, 0)
    x = 24
    if question.setting:
        paste(out, emblem(question.setting.kind, 52), 20, 18)
        x = 86
    seal = 78 if question.state == "sealed" and not question.setting else 0
    write(out, (x, 45), question.title, "serif", 44, INK, room=WIDTH_PX - 18 - seal - x)
    y = 84
    if question.setting:
        px = 300 if question.demand else 352
        paste(out, dial(question.setting, px), (WIDTH_PX - px) / 2, y)
        if question.state == "sealed":
            paste(out, Sprite(wax_seal(84)), 280, y + px - 76)
        y += px
    else:
        room, most = WIDTH_PX - 48, 7 - len(question.ahead)
        size = fitting_size(question.text, "sans", 40, room, most)
        write_lines(out, (24, y + 28), question.text, "sans", size, room, size + 6)
        lines = lines_of(question.text, "sans", size, room)
        y = max(y + (size + 6) * lines + 16, HEIGHT_PX - 250)
        if question.state == "sealed":
            paste(out, Sprite(wax_seal(seal)), WIDTH_PX - 14 - seal, 8)
    notes(out, question, y + 34)
    return finished(out)


def notes(out: Image.Image, question: Question, y: int) -> None:
    for figure in question.figures:
        write(out, (WIDTH_PX / 2, y), figure, "sans-bold", 36, INK, "m", WIDTH_PX - 28)
        y += 42
    if question.state and question.setting:
        sealed = question.state == "sealed"
        text, ink = (_("sealed"), DIM) if sealed else (_("not sealed yet"), ALARM)
        write(out, (WIDTH_PX / 2, y), text, "sans", 36, ink, "m", WIDTH_PX - 28)
        y += 42
    for line in question.ahead:
        text, size = fitted(line, "sans", 30, WIDTH_PX - 80)
        left = (WIDTH_PX - text_width(text, "sans", size) - 40) / 2
        paste(out, Sprite(wax_seal(32)), left, y - 16)
        write(out, (left + 40, y), text, "sans", size, DIM)
        y += 42
    if question.demand:
        known_demand(out, question.demand)


def known_demand(out: Image.Image, demand: Counts) -> None:
    """Draws the boxes that the player knows to come, at the foot of the panel."""
    write(
        out,
        (WIDTH_PX / 2, HEIGHT_PX - 92),
        _("demand you know of"),
        "sans",
        30,
        DIM,
        "m",
        WIDTH_PX - 28,
    )
    step = min(88, (WIDTH_PX - 32) // len(demand))
    x = (WIDTH_PX - step * len(demand)) / 2
    for kind, count in demand:
        paste(out, outline(kind, 36, INK), x, HEIGHT_PX - 66)
        size = 34 if len(demand) < 5 else 28
        write(out, (x + 38, HEIGHT_PX - 46), str(count), "sans-bold", size, INK)
        x += step


@cached_per_language
def dial(setting: Setting, px: int) -> Sprite:
    """A bidding dial: prices round it, the chosen one in the middle."""
    pen, middle = Pen(px), 49.0
    pen.disc(50.5, 51, 49, fill="#CDBB95")
    pen.disc(middle, 49, 49, fill=ENAMEL_EDGE)
    pen.disc(middle, 49, 47.5, fill=ENAMEL)

    def at(price: float, r: float, turn: float = 0.0) -> tuple[float, float]:
        share = (price - setting.low) / max(1, setting.high - setting.low)
        angle = math.radians(-210 + 240 * share) + turn
        return middle + r * math.cos(angle), middle + r * math.sin(angle)

    for price in range(setting.low, setting.high + 1):
        pen.line([at(price, 31.5), at(price, 34.5)], GOLD, 0.9, curve=False)
    chosen = setting.chosen
    if chosen is not None:
        pen.poly([at(chosen, 38), at(chosen, 28, 0.2), at(chosen, 28, -0.2)], LAMP)
    pen.disc(middle, middle, 30.5, fill=PAPER, ink=GOLD, w=1.2)
    out = pen.done()
    unit = px / 100
    for price in range(setting.low, setting.high + 1):
        x, y = at(price, 42)
        if price == chosen:
            write(out, (x * unit, y * unit), str(price), "sans-bold", 38, LAMP, "m")
        elif price % 2 == setting.low % 2 and abs(price - (chosen or -9)) > 1:
            write(out, (x * unit, y * unit), str(price), "sans-bold", 30, CREAM, "m")
    words = _("{low} to {high}", low=setting.low, high=setting.high)
    write(out, (middle * unit, 91 * unit), words, "sans", 30, GOLD, "m", 36 * unit)
    price = "?" if chosen is None else dollars(chosen)
    rise = 4.5 if setting.amount else 0
    write(out, (middle * unit, (middle - rise) * unit), price, "serif", round(px * 0.25), INK, "m")
    if setting.amount:
        at_foot = (middle * unit, 64 * unit)
        write(out, at_foot, setting.amount, "sans-bold", 38, INK, "m", 51 * unit)
    return Sprite(out)
